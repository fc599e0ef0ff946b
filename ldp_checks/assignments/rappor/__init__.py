"""Assign "RAPPOR": a client whose permanent noise is not a fair coin."""
