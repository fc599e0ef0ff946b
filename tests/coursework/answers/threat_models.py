"""Answer "Threat models" in other ways, right and wrong."""

import hashlib
import math

import numpy as np
import pandas as pd

DIGESTS = ["d89c62d08e9c", "2ec13210831f", "309c39af5f06"]
CHOICES = "publisher 5 faulty_code 5 truth_probability 6 certainty 4 recipe 32"


def alone_pandas(rows, columns):
    return ~pd.DataFrame(rows).duplicated(columns, keep=False)


def guess_pandas(rows, columns, secret):
    table = pd.DataFrame(rows)
    alike = table.groupby([*columns, secret])[secret].transform("size")
    groups = alike.groupby([table[column] for column in columns])
    return groups.transform("max") / groups.transform("size")


def link_pandas(rows, register, columns):
    table = pd.DataFrame(rows).rename_axis("row").reset_index()[["row", *columns]]
    table = table[~table.duplicated(columns, keep=False)]
    pairs = table.merge(pd.DataFrame(register), on=columns)
    pairs = pairs[~pairs.duplicated("row", keep=False)]
    return dict(zip(pairs["row"], pairs["name"]))


def export_pandas(rows, k, rng):
    table = pd.DataFrame(rows)
    table["decade"] = table["age"] // 10 * 10
    size = table.groupby(["decade", "district"])["age"].transform("size")
    released = table.loc[size >= k, ["decade", "district", "answer"]]
    return released.sample(frac=1, random_state=rng).to_dict("records")


def by_all_columns(s):
    """Without chance: the released rows in an order of their own."""
    return lambda rows, k, rng: sorted(
        s.export(rows, k, rng), key=lambda row: tuple(row.values())
    )


RIGHT = {
    "singled_out": {"pandas": {"stands_alone": lambda s: alone_pandas}},
    "best_guess": {"pandas": {"guess_right": lambda s: guess_pandas}},
    "linkage": {"pandas": {"link": lambda s: link_pandas}},
    "mended_export": {
        "pandas": {"export": lambda s: export_pandas},
        "sorted by all columns": {"export": by_all_columns},
    },
}
SLOW: dict = {}


def own_number_only(s):
    return lambda p, certainty: s.days


def exported(order=lambda rows, rng: rng.permutation(rows).tolist(), less=0, **more):
    """Make an export by parts: its order, k minus how many, further columns."""

    def make(s):
        def export(rows, k, rng):
            table = pd.DataFrame(order(rows, rng))
            table["decade"] = table["age"] // 10 * 10
            size = table.groupby(["decade", "district"])["age"].transform("size")
            for name, column in more.items():
                table[name] = table.apply(column, axis=1)
            names = ["decade", "district", "answer", *more]
            return table.loc[size >= k - less, names].to_dict("records")

        return export

    return {"export": make}


def as_given(s):
    names = {"hashlib": hashlib, "Counter": s.Counter}
    exec(s.task.faulty_code, names)
    return names["export"]


def always_the_same(rows, rng):
    return [rows[place] for place in np.random.default_rng(0).permutation(len(rows))]


def oldest_first(rows, rng):
    return sorted(rng.permutation(rows).tolist(), key=lambda row: -row["age"])


def pseudonym(row):
    return hashlib.sha256(f"salt{row['card']}".encode()).hexdigest()


WRONG = {
    "singled_out": {"nobody": ({"stands_alone": lambda s: lambda r, c: [False] * len(r)}, 1)},
    "best_guess": {
        "always 1": ({"guess_right": lambda s: lambda rows, *given: [1.0] * len(rows)}, 1)
    },
    "linkage": {
        "pairs": (
            {"link": lambda s: lambda *given: list(s.link(*given).items())},
            1,
            "must return a dict",
        ),
        "a claim for every row": (
            {
                "link": lambda s: lambda rows, register, columns: dict.fromkeys(
                    range(len(rows)), register[0]["name"]
                )
            },
            1,
        ),
    },
    "averaging": {"own number only": ({"answers_needed": own_number_only}, 1)},
    "three_formats": {
        "all infinite": ({"epsilons": lambda s: dict.fromkeys("ABC", math.inf)}, 1)
    },
    "dictionary_attack": {
        "own salt for all": (
            {"recover": lambda s: lambda pseudonyms, salt: s.recover(pseudonyms, s.task.salt)},
            1,
        ),
        "no leading zeros": (
            {
                "recover": lambda s: lambda *given: [
                    one and one[0] + one[1:].lstrip("0") for one in s.recover(*given)
                ]
            },
            1,
        ),
        "the pseudonyms": ({"recover": lambda s: lambda pseudonyms, salt: pseudonyms}, 1),
        "someone's for a stranger": (
            {
                "recover": lambda s: lambda *given: [
                    one or "A000" for one in s.recover(*given)
                ]
            },
            1,
            "for a pseudonym that no id gives, return None",
        ),
    },
    "mended_export": {
        "not mended": ({"export": as_given}, 1),
        "a salted pseudonym": (exported(id=pseudonym), 1, "another column"),
        "groups of k - 1": (exported(less=1), 1, "is released"),
        "the order of the table": (exported(lambda rows, rng: rows), 1),
        "the oldest first": (exported(oldest_first), 1),
        "the same order at every call": (exported(always_the_same), 1, "moves them back"),
        "nothing": ({"export": lambda s: lambda rows, k, rng: []}, 1, "this is no export"),
    },
}  # fmt: skip
