"""The mechanisms, one a file. `shared` has the arithmetic that they have in common."""
