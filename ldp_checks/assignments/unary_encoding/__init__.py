"""Assign "Unary encoding": a survey in which a person may name several values."""
