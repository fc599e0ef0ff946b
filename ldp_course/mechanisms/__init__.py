"""The mechanisms, one a file, each with its five words from top to bottom.

`shared` holds the arithmetic of all of them, as functions; `hashing`, `hadamard_table` and
`mean_sketch` what two or three need. They import `arguments` and `estimate`, and nothing above.
"""
