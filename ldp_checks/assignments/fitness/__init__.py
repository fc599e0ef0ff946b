"""Assign "A week of a fitness app": a mean, a distribution, a week, and questions."""
