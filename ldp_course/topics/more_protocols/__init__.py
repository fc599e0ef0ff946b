"""The mechanisms, one a file, each with its five words from top to bottom.

To add one, copy `direct_encoding`, and enter it in `ldp_course/__init__.py` and in
`MAKERS` of tests/oracles.py.

`shared` holds the arithmetic of all of them, as functions; `hashing`, `hadamard_table`
and `mean_sketch` hold what two or three of them need. They import `arguments`,
`domains`, `chunks` and `estimate`.
"""
