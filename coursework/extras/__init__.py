"""Add to grading: pairs, late days, marks from a table, files for an LMS, figures."""
