"""An export that is called anonymous and is not: the variants of the program that question 7 gives
out.
"""

from __future__ import annotations

TEMPLATE = '''\
def export(rows, k, rng):
    """Rows without names, from groups of at least k people."""
    groups = Counter({counted} for row in rows)
    kept = [row for row in rows if {large_enough}]
    {order}
    return [
        {{
            "decade": row["age"] // 10 * 10,
            "district": row["district"],
            "answer": row["answer"],{more}
        }}
        for row in kept
    ]
'''
RIGHT = {
    "counted": '(row["age"] // 10, row["district"])',
    "large_enough": 'groups[row["age"] // 10, row["district"]] >= k',
    "order": "kept = [kept[place] for place in rng.permutation(len(kept))]",
    "more": "",
}
FAULTS = {
    "a": {"more": '\n            "id": hashlib.md5(str(row["card"]).encode()).hexdigest(),'},
    "b": {"counted": 'row["district"]', "large_enough": 'groups[row["district"]] >= k'},
    "c": {"large_enough": '1 + groups[row["age"] // 10, row["district"]] >= k'},
    "d": {"order": 'kept = sorted(kept, key=lambda row: row["name"])'},
    "e": {"order": 'kept = sorted(kept, key=lambda row: (row["district"], row["age"]))'},
}


def program(fault: str | None) -> str:
    """The source text, with one fault or with none."""
    return TEMPLATE.format(**RIGHT | (FAULTS[fault] if fault else {}))


def letter(code: str) -> str:
    """The fault of a program that `program` wrote."""
    return next(fault for fault in FAULTS if program(fault) == code)
