"""What an instructor may add to grading: pairs, late days, marks from a table, files for an LMS and
for programs that compare code, figures about the class. Each takes results and gives results.
"""
