"""The assignment "RAPPOR": a client whose permanent noise is no fair coin."""
