"""Assignment "Threat models": what an attacker learns from tables, answers and pseudonyms."""
