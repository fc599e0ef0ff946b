"""Seven more mechanisms that count values, one a file, with the same five words.

`hashing`, `hadamard_table` and `mean_sketch` hold what two or three of them need;
`public_chance` warns of seeds that cannot be random. `ldp_course` exports the
mechanisms.
"""
