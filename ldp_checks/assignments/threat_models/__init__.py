"""Assign "Threat models": what attackers learn from tables, answers and pseudonyms."""
