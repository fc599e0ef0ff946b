"""Assign "Randomized response": a survey by forced answers, with individual numbers."""
