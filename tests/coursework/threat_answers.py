"""Answers to the assignment "Threat models": many that are right, and the mistakes that we know.

Each is a function of the student's task that returns the list of answers of one question.
"""

import hashlib
import itertools
import math
from collections import Counter, defaultdict
from fractions import Fraction

import numpy as np
import pandas as pd
from scipy import stats

from ldp_course.checks.threat_models import tables
from ldp_course.checks.threat_models.faults import letter, program
from ldp_course.checks.threat_models.formats import formats_of
from ldp_course.checks.threat_models.pseudonyms import Recipe
from ldp_course.privacy import privacy_loss


# Question 1: stands_alone(rows, columns), alone_count
def _alone_by_comparison(rows, columns):
    return [sum(all(a[c] == b[c] for c in columns) for b in rows) == 1 for a in rows]


def _alone_pandas(rows, columns):
    return ~pd.DataFrame(rows).duplicated(columns, keep=False)


def _alone_numpy(rows, columns):
    _, number, size = np.unique(
        [[str(r[c]) for c in columns] for r in rows], axis=0, return_inverse=True, return_counts=True
    )
    return size[number.reshape(-1)] == 1


def alone(function, count=lambda t: sum(tables.alone(t.rows, t.columns))):
    return lambda t: [function, count(t)]


ALONE_RIGHT = {
    "counter": alone(tables.alone),
    "pandas": alone(_alone_pandas),
    "pandas, as a list": alone(lambda rows, columns: _alone_pandas(rows, columns).tolist()),
    "comparison of all pairs": alone(_alone_by_comparison),
    "NumPy": alone(_alone_numpy, lambda t: np.int64(sum(tables.alone(t.rows, t.columns)))),
    "0 and 1": alone(lambda rows, columns: [int(single) for single in tables.alone(rows, columns)]),
    "group sizes": alone(lambda rows, columns: pd.DataFrame(rows).groupby(columns)["age"].transform("size") == 1),
}
ALONE_WRONG = {
    "not answered": (lambda t: [tables.alone, None], 1),
    "number of another table": (alone(tables.alone, lambda t: sum(tables.alone(t.rows, t.columns)) + 1), 1),
    "share for number": (alone(tables.alone, lambda t: np.mean(tables.alone(t.rows, t.columns))), 1),
    "number of groups": (alone(tables.alone, lambda t: len({tables.key(r, t.columns) for r in t.rows})), 1),
    "True and False exchanged": (alone(lambda r, c: [not x for x in tables.alone(r, c)]), 1),
    "the first of a group, too": (alone(lambda r, c: ~pd.DataFrame(r).duplicated(c)), 1),
    "the last of a group, too": (alone(lambda r, c: ~pd.DataFrame(r).duplicated(c, keep="last")), 1),
    "groups of two are alone": (alone(lambda r, c: pd.DataFrame(r).groupby(c)["age"].transform("size") <= 2), 1),
    "group sizes": (alone(lambda r, c: pd.DataFrame(r).groupby(c)["age"].transform("size")), 1),
    "all columns": (alone(lambda r, c: tables.alone(r, list(r[0]))), 1),
    "first column only": (alone(lambda r, c: tables.alone(r, c[:1])), 1),
    "each column on its own": (alone(lambda r, c: [any(x) for x in zip(*(tables.alone(r, [k]) for k in c))]), 1),
    "nobody": (alone(lambda r, c: [False] * len(r)), 1),
    "everybody": (alone(lambda r, c: [True] * len(r)), 1),
    "only a number": (alone(lambda r, c: sum(tables.alone(r, c))), 1),
    "row numbers": (alone(lambda r, c: [n for n, x in enumerate(tables.alone(r, c)) if x]), 1),
}


# Question 2: guess_right(rows, columns, secret), mean_guess
def guess(function, mean=lambda t: np.mean(tables.guesses(t.rows, t.columns, t.secret))):
    return lambda t: [function, mean(t)]


def _guess_pandas(rows, columns, secret):
    groups = pd.DataFrame(rows).groupby(columns)[secret]
    return groups.transform(lambda group: group.value_counts(normalize=True).max())


def _guess_by_comparison(rows, columns, secret):
    found = []
    for row in rows:
        mine = [other[secret] for other in rows if tables.key(other, columns) == tables.key(row, columns)]
        found.append(max(mine.count(one) for one in mine) / len(mine))
    return found


def _group_share(change):
    def guess_right(rows, columns, secret):
        groups = defaultdict(list)
        for row in rows:
            groups[tables.key(row, columns)].append(row[secret])
        return [change(row[secret], groups[tables.key(row, columns)], rows) for row in rows]

    return guess_right


GUESS_RIGHT = {
    "counter": guess(tables.guesses),
    "pandas": guess(_guess_pandas),
    "comparison": guess(_guess_by_comparison),
    "array": guess(lambda *given: np.array(tables.guesses(*given))),
    "rounded mean": guess(
        tables.guesses, lambda t: round(float(np.mean(tables.guesses(t.rows, t.columns, t.secret))), 4)
    ),
    "lists": guess(_group_share(lambda mine, group, rows: Counter(group).most_common(1)[0][1] / len(group))),
    "Fractions": guess(lambda *given: [Fraction(x).limit_denominator(1000) for x in tables.guesses(*given)]),
}
GUESS_WRONG = {
    "not answered": (lambda t: [tables.guesses, None], 1),
    "mean over groups": (
        guess(
            tables.guesses,
            lambda t: np.mean(
                list(
                    {
                        tables.key(r, t.columns): g for r, g in zip(t.rows, tables.guesses(t.rows, t.columns, t.secret))
                    }.values()
                )
            ),
        ),
        1,
    ),
    "without any column": (
        guess(tables.guesses, lambda t: max(Counter(r[t.secret] for r in t.rows).values()) / len(t.rows)),
        1,
    ),
    "share of the own secret": (guess(_group_share(lambda mine, group, rows: group.count(mine) / len(group))), 1),
    "one of the group": (guess(_group_share(lambda mine, group, rows: 1 / len(group))), 1),
    "one of the secrets": (guess(_group_share(lambda mine, group, rows: 1 / len(set(group)))), 1),
    "counts": (guess(_group_share(lambda mine, group, rows: max(map(group.count, group)))), 1),
    "share of all people": (guess(_group_share(lambda mine, group, rows: max(map(group.count, group)) / len(rows))), 1),
    "percent": (guess(_group_share(lambda mine, group, rows: 100 * max(map(group.count, group)) / len(group))), 1),
    "whether the guess is right": (
        guess(_group_share(lambda mine, group, rows: mine == max(group, key=group.count))),
        1,
    ),
    "always 1": (guess(lambda rows, columns, secret: [1.0] * len(rows)), 1),
    "one a group": (guess(lambda rows, columns, secret: list(set(tables.guesses(rows, columns, secret)))), 1),
    "columns ignored": (guess(lambda rows, columns, secret: tables.guesses(rows, [], secret)), 1),
}


# Question 3: link(rows, register, columns), victim_secret
def secret_of_victim(t):
    claims = tables.link(t.rows, t.register, t.columns)
    return t.rows[next(place for place, name in claims.items() if name == t.victim)][t.secret]


def linked(function, secret=secret_of_victim):
    return lambda t: [function, secret(t)]


def _link_pandas(rows, register, columns):
    table = pd.DataFrame(rows).rename_axis("row").reset_index()[["row", *columns]]
    table = table[~table.duplicated(columns, keep=False)]
    pairs = table.merge(pd.DataFrame(register), on=columns)
    pairs = pairs[~pairs.duplicated("row", keep=False)]
    return dict(zip(pairs["row"], pairs["name"]))


def _link_by_comparison(rows, register, columns):
    claims = {}
    for place, row in enumerate(rows):
        twins = [other for other in rows if tables.key(other, columns) == tables.key(row, columns)]
        names = [one["name"] for one in register if tables.key(one, columns) == tables.key(row, columns)]
        if len(twins) == len(names) == 1:
            claims[place] = names[0]
    return claims


def _claims(rows_alone, people_alone, last=False):
    """Claims with one of the two conditions left out."""

    def link(rows, register, columns):
        single, claims = tables.alone(rows, columns), {}
        for place, row in enumerate(rows):
            names = [one["name"] for one in register if tables.key(one, columns) == tables.key(row, columns)]
            if names and (single[place] or not rows_alone) and (len(names) == 1 or not people_alone):
                claims[place] = names[-1 if last else 0]
        return claims

    return link


def _other_secret(t):
    return next(row[t.secret] for row in t.rows if row[t.secret] != secret_of_victim(t))


LINK_RIGHT = {
    "dict of names": linked(tables.link),
    "pandas": linked(_link_pandas),
    "comparison": linked(_link_by_comparison),
    "conditions in turn": linked(_claims(True, True)),
    "NumPy row numbers": linked(lambda *given: {np.int64(place): name for place, name in tables.link(*given).items()}),
    "from the last row": linked(lambda *given: dict(reversed(tables.link(*given).items()))),
}
LINK_WRONG = {
    "not answered": (lambda t: [tables.link, None], 2),
    "another secret": (linked(tables.link, _other_secret), 2),
    "the name for the secret": (linked(tables.link, lambda t: t.victim), 2),
    "rows need not be alone": (linked(_claims(False, True)), 1),
    "several people may fit": (linked(_claims(True, False)), 1),
    "any match": (linked(_claims(False, False)), 1),
    "the last of several": (linked(_claims(True, False, last=True)), 1),
    "row numbers from 1": (linked(lambda *given: {place + 1: name for place, name in tables.link(*given).items()}), 1),
    "names first": (linked(lambda *given: {name: place for place, name in tables.link(*given).items()}), 1),
    "pairs": (linked(lambda *given: list(tables.link(*given).items())), 1),
    "only the age": (linked(lambda rows, register, columns: tables.link(rows, register, columns[:1])), 1),
    "no claims": (linked(lambda rows, register, columns: {}), 1),
    "a claim for every row": (
        linked(lambda rows, register, columns: {n: register[0]["name"] for n in range(len(rows))}),
        1,
    ),
    "text for numbers": (linked(lambda *given: {str(place): name for place, name in tables.link(*given).items()}), 1),
}


# Question 4: answers_needed(p, certainty), days
def needed(p, certainty):
    answers = 1
    while stats.binom.sf(answers // 2, answers, p) < certainty:
        answers += 2
    return answers


def _by_sums(p, certainty):
    for n in itertools.count(1, 2):
        if (
            sum(math.comb(n, true) * p**true * (1 - p) ** (n - true) for true in range((n + 1) // 2, n + 1))
            >= certainty
        ):
            return n


def _by_exact_fractions(p, certainty):
    p, n, right = Fraction(p), 1, Fraction(p)
    while right < Fraction(certainty):
        half = n // 2 + 1  # two more answers: the majority changes only from a lead of one
        right += math.comb(n, half) * p**half * (1 - p) ** half * (2 * p - 1)
        n += 2
    return n


def _by_wins(p, certainty):
    lead = np.array([1.0])
    for n in itertools.count(1):
        lead = np.convolve(lead, [1 - p, p])
        if n % 2 and lead[n // 2 + 1 :].sum() >= certainty:
            return n


def patient(function, own=None):
    return lambda t: [function, (own or function)(t.truth_probability, t.certainty)]


def _normal(p, certainty):
    return next(
        n for n in range(1, 9999, 2) if stats.norm.cdf((n * p - n / 2) / math.sqrt(n * p * (1 - p))) >= certainty
    )


AVERAGE_RIGHT = {
    "binomial tail": patient(needed),
    "sums": patient(_by_sums),
    "exact fractions": patient(_by_exact_fractions),
    "convolution": patient(_by_wins),
    "one minus the lower tail": patient(
        lambda p, c: next(n for n in itertools.count(1, 2) if 1 - stats.binom.cdf(n // 2, n, p) >= c)
    ),
    "as a float": patient(lambda p, c: float(needed(p, c))),
    "NumPy": patient(lambda p, c: np.int64(needed(p, c))),
}
AVERAGE_WRONG = {
    "not answered": (lambda t: [needed, None], 1),
    "own number only": (
        lambda t: [lambda p, c: needed(t.truth_probability, t.certainty), needed(t.truth_probability, t.certainty)],
        1,
    ),
    "even numbers": (patient(lambda p, c: needed(p, c) + 1), 0),
    "two too many": (patient(lambda p, c: needed(p, c) + 2), 0),
    "two too few": (patient(lambda p, c: needed(p, c) - 2), 0),
    "one true answer is enough": (
        patient(lambda p, c: next(n for n in itertools.count(1, 2) if 1 - (1 - p) ** n >= c)),
        0,
    ),
    "all answers true": (patient(lambda p, c: max(1, round(math.log(c) / math.log(p)))), 0),
    "lies for truths": (
        patient(lambda p, c: next(n for n in itertools.count(1, 2) if stats.binom.sf(n // 2, n, 1 - p) < 1 - c + 0.3)),
        0,
    ),
    "log to base 2 of the odds": (patient(lambda p, c: math.log2(c / (1 - c)) / math.log2(p / (1 - p))), 0),
    "the number of majorities": (patient(lambda p, c: (needed(p, c) + 1) // 2 + 1000), 0),
    "None": (patient(lambda p, c: None), 0),
    "infinite": (patient(lambda p, c: math.inf), 0),
    "too certain": (patient(lambda p, c: needed(p, 1 - (1 - c) / 10)), 0),
}


# Question 5: epsilons
def losses(student):
    return {name: privacy_loss(channel) for name, (_, channel) in formats_of(student).items()}


def epsilons(change=lambda value: value):
    return lambda t: [{name: change(value) for name, value in losses(t.student).items()}]


def _one_wrong(wrong):
    """The infinite one replaced."""
    return epsilons(lambda value: wrong if math.isinf(value) else value)


def _turned(t):
    right = losses(t.student)
    return [dict(zip("ABC", [right["B"], right["C"], right["A"]], strict=True))]


FORMATS_RIGHT = {
    "exact": epsilons(),
    "three decimals": epsilons(lambda value: round(value, 3)),
    "np.float64": epsilons(np.float64),
    "array of no dimension": epsilons(np.array),
    "ln of a ratio": epsilons(lambda value: math.log(math.exp(value)) if value < 99 else float("inf")),
    "in another order": lambda t: [dict(reversed(losses(t.student).items()))],
}
FORMATS_WRONG = {
    "not answered": (lambda t: [{"A": None, "B": None, "C": None}], 0),
    "no dict": (lambda t: [list(losses(t.student).values())], 0),
    "all infinite": (epsilons(lambda value: math.inf), 1),
    "all 1": (epsilons(lambda value: 1.0), 0),
    "none infinite": (_one_wrong(10.0), 2),
    "0 for infinite": (_one_wrong(0.0), 2),
    "NaN for infinite": (_one_wrong(math.nan), 2),
    "log to base 2": (epsilons(lambda value: value / math.log(2)), 1),
    "ratios": (epsilons(math.exp), 1),
    "doubled": (epsilons(lambda value: 2 * value), 1),
    "halved": (epsilons(lambda value: value / 2), 1),
    "negative": (epsilons(lambda value: -value), 0),
    "one decimal less": (epsilons(lambda value: value + 0.01), 1),
    "of another student": (lambda t: [losses(t.student + " and another")], 2.5),
}


# Question 6: recover(pseudonyms, salt), recovered
def attack(t, change_pseudonym=None, ids=None, unknown=None):
    recipe = Recipe.of(t.student)
    ids = ids or [f"{letter}{number:03}" for letter in recipe.letters for number in range(1000)]
    make = change_pseudonym or (lambda identity, salt: recipe.pseudonym(identity, salt))

    def recover(pseudonyms, salt):
        table = {make(identity, salt): identity for identity in ids}
        return [table.get(one, unknown) for one in pseudonyms]

    return recover


def _by_search(t):
    recipe = Recipe.of(t.student)
    name = recipe.hash.lower().replace("sha-", "sha")

    def recover(pseudonyms, salt):
        found = [None] * len(pseudonyms)
        for a, b in itertools.product(t.letters, range(1000)):
            parts = (salt, f"{a}{b:03d}") if recipe.salt_first else (f"{a}{b:03d}", salt)
            digest = hashlib.new(name, recipe.between.join(parts).encode("ascii")).hexdigest()
            for place, one in enumerate(pseudonyms):
                if one == digest:
                    found[place] = parts[recipe.salt_first]
        return found

    return recover


def pseudonyms(make):
    """The function, and what it says about the student's own pseudonyms."""
    return lambda t: [make(t), make(t)(t.pseudonyms, t.salt)]


def _function_only(make):
    return lambda t: [make(t), list(Recipe.of(t.student).hidden)]


def _other_hash(identity, salt):
    return hashlib.blake2b((salt + identity).encode()).hexdigest()


DICTIONARY_RIGHT = {
    "a table": pseudonyms(attack),
    "a search": pseudonyms(_by_search),
    "a tuple": lambda t: [lambda p, s: tuple(attack(t)(p, s)), tuple(Recipe.of(t.student).hidden)],
    "an array": lambda t: [lambda p, s: np.array(attack(t)(p, s), dtype=object), list(Recipe.of(t.student).hidden)],
    "more ids than needed": pseudonyms(
        lambda t: attack(t, ids=[f"{a}{b:03}" for a in "ABCDEFGHKLMNPQRSTUVW" for b in range(1000)])
    ),
    "ids from the last": pseudonyms(
        lambda t: attack(t, ids=[f"{a}{b:03}" for a in t.letters[::-1] for b in range(999, -1, -1)])
    ),
}
DICTIONARY_WRONG = {
    "not answered": (lambda t: [attack(t), None], 1),
    "own ids in another order": (lambda t: [attack(t), list(Recipe.of(t.student).hidden)[::-1]], 1),
    "one id": (lambda t: [attack(t), Recipe.of(t.student).hidden[0]], 1),
    "salt on the other side": (
        pseudonyms(lambda t: attack(t, lambda i, s: Recipe.of(t.student).pseudonym(s, i))),
        0,
    ),
    "no salt": (pseudonyms(lambda t: attack(t, lambda i, s: Recipe.of(t.student).pseudonym(i, ""))), 0),
    "own salt for all": (
        _function_only(lambda t: attack(t, lambda i, s: Recipe.of(t.student).pseudonym(i, t.salt))),
        1,
    ),
    "nothing between": (pseudonyms(lambda t: attack(t, lambda i, s: _joined(t, i, s))), 0),
    "another hash": (pseudonyms(lambda t: attack(t, _other_hash)), 0),
    "no leading zeros": (
        _function_only(lambda t: attack(t, ids=[f"{a}{b}" for a in t.letters for b in range(1000)])),
        1,
    ),
    "numbers from 1": (
        _function_only(lambda t: attack(t, ids=[f"{a}{b:03}" for a in t.letters for b in range(1, 1000)])),
        1,
    ),
    "numbers to 998": (
        _function_only(lambda t: attack(t, ids=[f"{a}{b:03}" for a in t.letters for b in range(999)])),
        1,
    ),
    "first letter only": (_function_only(lambda t: attack(t, ids=[f"{t.letters[0]}{b:03}" for b in range(1000)])), 1),
    "a text for an unknown one": (_function_only(lambda t: attack(t, unknown="unknown")), 1),
    "unknown ones are left out": (_function_only(lambda t: lambda p, s: [x for x in attack(t)(p, s) if x]), 1),
    "the pseudonyms": (_function_only(lambda t: lambda p, s: p), 1),
}


def _joined(t, identity, salt):
    recipe = Recipe.of(t.student)
    text = salt + identity if recipe.salt_first else identity + salt
    return hashlib.new(recipe.hash.lower().replace("sha-", "sha"), text.encode()).hexdigest()


# Question 7: export(rows, k, rng), fault
def written(source):
    names = {"hashlib": hashlib, "Counter": Counter}
    exec(source, names)
    return names["export"]


right_export = written(program(None))


def mended(export=right_export, fault=None):
    return lambda t: [export, fault or letter(t.faulty_code)]


def _sorted(key):
    """Without chance: the released rows in an order of their own."""

    def export(rows, k, rng):
        return sorted(right_export(rows, k, np.random.default_rng(0)), key=key)

    return export


def _pandas(rows, k, rng):
    table = pd.DataFrame(rows)
    table["decade"] = table["age"] // 10 * 10
    size = table.groupby(["decade", "district"])["age"].transform("size")
    kept = table.loc[size >= k, ["decade", "district", "answer"]]
    return kept.sample(frac=1, random_state=rng).to_dict("records")


def _ordered(
    order, share=lambda row, k, size: size >= k, group=lambda row: (row["age"] // 10, row["district"]), **more
):
    """An export by parts: who is released, in which order, with which further columns."""

    def export(rows, k, rng):
        sizes = Counter(map(group, rows))
        kept = order([row for row in rows if share(row, k, sizes[group(row)])], rng)
        return [
            {"decade": row["age"] // 10 * 10, "district": row["district"], "answer": row["answer"]}
            | {name: column(row) for name, column in more.items()}
            for row in kept
        ]

    return export


def _shuffled(rows, rng):
    rows = list(rows)
    rng.shuffle(rows)
    return rows


def _in_place(rows, k, rng):
    for row in rows:
        row["decade"] = row["age"] // 10 * 10
    released = right_export(rows, k, rng)
    for row in rows:
        row.pop("name")
    return released


def _always_the_same(rows, rng):
    return [rows[place] for place in np.random.default_rng(0).permutation(len(rows))]


def _rounded(rows, k, rng):
    return [row | {"decade": row["decade"] + 10} for row in right_export(rows, k, rng)]


EXPORT_RIGHT = {
    "permutation": mended(),
    "shuffle": mended(_ordered(_shuffled)),
    "capital letter": lambda t: [right_export, f" {letter(t.faulty_code).upper()} "],
    "random keys": mended(
        _ordered(lambda rows, rng: [row for _, row in sorted(zip(rng.random(len(rows)), rows), key=lambda x: x[0])])
    ),
    "choice": mended(
        _ordered(lambda rows, rng: [rows[place] for place in rng.choice(len(rows), len(rows), replace=False)])
    ),
    "sorted by all columns": mended(_sorted(lambda row: (row["decade"], row["district"], row["answer"]))),
    "sorted by answer": mended(_sorted(lambda row: row["answer"])),
    "pandas": mended(_pandas),
    "shuffled, then grouped": mended(
        _ordered(lambda rows, rng: sorted(_shuffled(rows, rng), key=lambda row: (row["age"] // 10, row["district"])))
    ),
    "removed one by one": mended(_ordered(_shuffled, group=lambda row: f"{row['age'] // 10} {row['district']}")),
}
EXPORT_WRONG = {
    "not mended": (lambda t: [written(t.faulty_code), letter(t.faulty_code)], 1),
    "not answered": (lambda t: [right_export, None], 2),
    "the decoy": (mended(fault="f"), 2),
    "another letter": (lambda t: [right_export, "abcde"["abcde".index(letter(t.faulty_code)) - 1]], 2),
    "the name": (mended(_ordered(_shuffled, name=lambda row: row["name"])), 1),
    "the exact age": (mended(_ordered(_shuffled, age=lambda row: row["age"])), 1),
    "the sex": (mended(_ordered(_shuffled, sex=lambda row: row["sex"])), 1),
    "a salted pseudonym": (
        mended(_ordered(_shuffled, id=lambda row: hashlib.sha256(f"salt{row['card']}".encode()).hexdigest())),
        1,
    ),
    "groups above k only": (mended(_ordered(_shuffled, share=lambda row, k, size: size > k)), 2),
    "groups of k - 1": (mended(_ordered(_shuffled, share=lambda row, k, size: size >= k - 1)), 1),
    "no groups": (mended(_ordered(_shuffled, share=lambda row, k, size: True)), 1),
    "groups by exact age": (mended(_ordered(_shuffled, group=lambda row: (row["age"], row["district"]))), 2),
    "groups with sex": (
        mended(_ordered(_shuffled, group=lambda row: (row["age"] // 10, row["district"], row["sex"]))),
        2,
    ),
    "the order of the table": (mended(_ordered(lambda rows, rng: rows)), 1),
    "the order turned round": (mended(_ordered(lambda rows, rng: rows[::-1])), 1),
    "order of the table in each group": (
        mended(_ordered(lambda rows, rng: sorted(rows, key=lambda row: (row["age"] // 10, row["district"])))),
        1,
    ),
    "the oldest first": (
        mended(_ordered(lambda rows, rng: sorted(_shuffled(rows, rng), key=lambda row: -row["age"]))),
        1,
    ),
    "the same order at every call": (mended(_ordered(_always_the_same)), 1),
    "wrong decades": (mended(_rounded), 2),
    "nothing": (mended(lambda rows, k, rng: []), 1),
    "half of the people": (mended(lambda rows, k, rng: right_export(rows, k, rng)[::2]), 2),
    "a table": (mended(lambda rows, k, rng: pd.DataFrame(right_export(rows, k, rng))), 1),
    "changes its input": (mended(_in_place), 2),
    "everybody twice": (mended(lambda rows, k, rng: 2 * right_export(rows, k, rng)), 2),
}
