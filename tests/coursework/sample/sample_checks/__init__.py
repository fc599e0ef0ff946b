"""Checks of a small assignment that only the tests of the grading use."""
