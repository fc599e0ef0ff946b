"""Assignment "Randomized response": a survey by forced answers, with numbers of the student's own."""
