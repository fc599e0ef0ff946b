"""Assign: a folder for each assignment, and what releases, keys and grades them."""
