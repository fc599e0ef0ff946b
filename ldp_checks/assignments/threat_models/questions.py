"""Ask the questions of "Threat models", and judge their answers.

Points stand here and in coursework/threat_models/source.ipynb, whose solution is what
is right; mistakes.py beside it has more known mistakes with their sentences
(`make keys` after a change; of numbers on paper the grading says them).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from types import SimpleNamespace

import numpy as np

from ldp_checks.answers import as_vector, choice_finding, number_finding, results_of
from ldp_checks.assignments.threat_models.task import COLUMNS, pseudonyms_of
from ldp_checks.findings import Fault, Finding, question
from ldp_checks.individual_numbers import choose, uniforms
from ldp_checks.judge_form import generator
from ldp_checks.sealed_answers import EXACT, Item, Key
from ldp_checks.statistical_limits import ERROR, within_limits

SETS_OF_COLUMNS = [["age"], ["age", "sex"], ["age", "district"], COLUMNS, ["district"]]
DISTRICTS = ["North"] * 8 + ["South"] * 6 + ["East"] * 3 + ["West"] * 2 + ["Centre"]
RELEASED = {"decade", "district", "answer"}


def some_people(source: Random, people: int) -> list[dict]:
    """Return rows with groups of many sizes, with names, in the order of the names."""
    return [
        {
            "name": f"Person {number:04}",
            "card": choose(source, range(10_000, 100_000)),
            "age": choose(source, range(18, 60)),
            "sex": choose(source, ("f", "m")),
            "district": choose(source, DISTRICTS),
            "answer": choose(source, ("yes", "no", "maybe")),
        }
        for number in range(people)
    ]


def own_columns_table(given: SimpleNamespace, source: Random) -> list[tuple]:
    return [(some_people(source, 200), given.known)]


def table_and_register(given: SimpleNamespace, source: Random) -> list[tuple]:
    """Return a table without names and a register, with what both know of people."""
    table, register = some_people(source, 150), some_people(source, 220)

    def kept(rows: list[dict], *columns: str) -> list[dict]:
        return [{column: row[column] for column in columns} for row in rows]

    known = "age", "sex", "district"
    return [
        (kept(table, *known, "answer"), kept(register, "name", *known), given.known)
    ]


def phones(given: SimpleNamespace, source: Random) -> list[tuple]:
    # many, as in a single case a wrong rule may be right by luck
    return [
        (0.65 + 0.3 * source.random(), choose(source, (0.9, 0.95, 0.99, 0.999)))
        for _ in range(20)
    ]


def people_with_answers(source: Random, k: int) -> list[dict]:
    """Return about 390 people, each with another answer.

    One group has exactly k - 1 people, one exactly k.
    """
    rows = some_people(source, 420)
    rows = [
        row for row in rows if row["district"] != "East" or not 30 <= row["age"] < 50
    ]
    moved = uniforms(source, len(rows)).argsort()[: 2 * k - 1]
    for place, number in enumerate(moved):
        decade = 30 if place < k - 1 else 40
        rows[number] |= {"age": decade + choose(source, range(10)), "district": "East"}
    for row, answer in zip(rows, uniforms(source, len(rows)).argsort()):
        row["answer"] = f"answer {answer:03}"
    return rows


def exports(given: SimpleNamespace, source: Random) -> list[tuple]:
    return [(people_with_answers(source, k), k) for k in (choose(source, (3, 4)), 6)]


ITEMS = {
    "alone_count": Item("variant", tolerance=0, residues=8),
    "stands_alone": Item("known", own_columns_table, 0),
    "mean_guess": Item("variant"),
    "guess_right": Item("known", own_columns_table, EXACT),
    "victim_secret": Item("variant", tolerance=0, residues=1),
    "link": Item("known", table_and_register, 0),
    "days": Item("truth_probability certainty", tolerance=0, residues=8),
    "answers_needed": Item("", phones, 0),
    **{f"epsilons[{letter!r}]": Item(letter) for letter in "ABC"},
    "fault": Item("faulty_code", tolerance=0, residues=1),
    "export": Item("", exports, 0),
}


@question(points=2)
def singled_out(stands_alone, alone_count, *, task, key, rng):
    """Judge the rows that nobody shares."""
    hint = "not the number of such rows in your table"
    yield number_finding(
        "alone_count", alone_count, key.against("alone_count", task), hint, 1
    )
    hint = (
        "True is for a row whose values, in all of these columns together, no other row"
        " has"
    )

    def form(answer, people):
        return as_vector(answer, people, "True or False for each row")

    wrong = _in_tables(stands_alone, "stands_alone", form, hint, key, rng)
    right = (
        "rows that stand alone in tables of other people, with one, two and three"
        " columns"
    )
    yield Finding(not wrong, wrong or right, 1)


@question(points=2)
def best_guess(guess_right, mean_guess, *, task, key, rng):
    """Judge how often a guess at the secret is right."""
    hint = "not the mean over all rows of your table"
    yield number_finding(
        "mean_guess", mean_guess, key.against("mean_guess", task), hint, 1
    )
    hint = "right is, for each row, the share of the most frequent secret in the group"

    def ask(rows, columns):
        return guess_right(rows, columns, "answer")

    def form(answer, people):
        return as_vector(answer, people, "one probability for each row")

    wrong = _in_tables(ask, "guess_right", form, hint, key, rng)
    yield Finding(
        not wrong, wrong or "the chance of the best guess, in tables of other people", 1
    )


@question(points=3)
def linkage(link, victim_secret, *, task, key, rng):
    """Judge names for rows."""
    secrets = sorted({row[task.secret] for row in task.rows})
    hint = f"the table does not say this about {task.victim}"
    judge = key.against("victim_secret", task)
    yield choice_finding("victim_secret", victim_secret, judge, secrets, hint, 1)
    hint = "your claims differ from those that the two conditions allow"

    def form(answer, people):
        wanted = "your function must return a dict: row number -> name"
        return answer if isinstance(answer, dict) else wanted

    wrong = _in_tables(link, "link", form, hint, key, rng)
    yield Finding(not wrong, wrong or "names for rows of other tables", 2)


@question(points=2)
def averaging(answers_needed, days, *, task, key, rng):
    """Judge how many fresh answers make an attacker certain."""
    hint = (
        "find the smallest odd number of answers with a majority that is right so often"
    )
    yield number_finding("days", days, key.against("days", task), hint, 1)
    inputs = key.inputs("answers_needed", task, rng)
    numbers = results_of(answers_needed, inputs)
    if isinstance(numbers, str):
        raise Fault("answers_needed must return one number", 1)
    right, why = key.judge("answers_needed", task, numbers, inputs)
    if np.isin(numbers, np.arange(0, 10_000, 2)).any():
        why = "an even number of answers can end in a tie"
    why = f"not right for other probabilities: {why or hint}"
    yield Finding(
        right, "the numbers of answers for other probabilities" if right else why, 1
    )


@question(points=3)
def three_formats(epsilons, *, task, key):
    """Judge the exact ε of three ways to report."""
    hint = (
        "write Pr[report | value] for each value, compare in each column, and look for"
        " a report that some value can never send"
    )
    for letter in "ABC":
        name = f"epsilons[{letter!r}]"
        epsilon = epsilons.get(letter) if isinstance(epsilons, dict) else None
        yield number_finding(name, epsilon, key.against(name, task), hint, 1)


@question(points=2)
def dictionary_attack(recover, recovered, *, student, rng):
    """Judge the ids behind pseudonyms."""
    recipe, published = pseudonyms_of(student)
    holds = False
    if isinstance(recovered, list | tuple | np.ndarray):
        ids = [identity for identity in recovered if isinstance(identity, str)]
        hashes = [recipe.pseudonym(identity, recipe.salt) for identity in ids]
        holds = len(ids) == len(recovered) and hashes == published
    message = "recovered has the three ids, in the order of the pseudonyms"
    if not holds:
        message = (
            "recovered must have the three ids, in the order of the pseudonyms; it has"
            " not"
        )
    if recovered is None:
        yield Finding(False, "recovered: not answered yet", 1)
    else:
        yield Finding(holds, message, 1, own=f": recovered = {str(recovered)[:60]}")
    source = Random(int(rng.integers(2**62)))
    salt = "".join(choose(source, "0123456789abcdef") for _ in range(8))
    ids = [recipe.identity(source) for _ in range(6)]
    ids += [f"{recipe.letters[0]}000", f"{recipe.letters[-1]}999"]
    pseudonyms = [recipe.pseudonym(identity, salt) for identity in ids]
    stranger = choose(source, range(6))
    pseudonyms[stranger], ids[stranger] = recipe.pseudonym("no id at all", salt), None
    answer = recover(list(pseudonyms), salt)
    answer = list(answer) if isinstance(answer, list | tuple | np.ndarray) else answer
    if answer == ids:
        yield Finding(True, "ids behind other pseudonyms, with another salt", 1)
        return
    message = "these are not the ids behind other pseudonyms, with another salt"
    if isinstance(answer, list) and len(answer) == len(ids):
        hits = sum(guess == identity for guess, identity in zip(answer, ids))
        message = f"{hits} of {len(ids)} are right"
        if answer[stranger] is not None:
            message += "; for a pseudonym that no id gives, return None"
        message += f"; a pseudonym is {recipe}" if hits <= 1 else ""
    yield Finding(
        False, f"{message}; try every id with the salt that your function is given", 1
    )


@question(points=3)
def mended_export(export, fault, *, task, key, rng):
    """Judge the student's own "anonymous" export, mended, with a diagnosis."""
    hint = "it is not what is wrong in your program"
    yield choice_finding("fault", fault, key.against("fault", task), "abcdef", hint, 1)
    wrong, own = _revealed(export, rng)
    right = "three columns, groups of at least k, and an order that says nothing"
    yield Finding(not wrong, wrong or right, 1, 2 * ERROR / 10, own=own)
    if wrong:
        return
    inputs, exported, unchanged = key.inputs("export", task, rng), [], True
    for rows, k in inputs:
        given = deepcopy(rows)
        released = export(given, k, generator(rng))
        exported.append(
            sorted((row["decade"], row["district"], row["answer"]) for row in released)
        )
        unchanged = unchanged and given == rows
    right, why = key.judge("export", task, exported, inputs)
    message = (
        "all people in groups of at least k are released, each once, with the right"
        " decade"
    )
    if not right:
        message = (
            why
            or "a person is missing, or is there twice, or has a wrong decade or"
            " district"
        )
    elif not unchanged:
        message = "your function changed the table that it was given"
    yield Finding(right and unchanged, message, 1)


def _in_tables(
    function: Callable,
    name: str,
    form: Callable,
    hint: str,
    key: Key,
    rng: np.random.Generator,
) -> str:
    """Say what is wrong with answers about tables of other people; "" if nothing is.

    form(answer, people): what is judged; or a sentence about the form that it must have
    """
    for columns in SETS_OF_COLUMNS:
        given = SimpleNamespace(known=columns)
        inputs = key.inputs(name, given, rng)
        result = form(function(*deepcopy(inputs[0])), len(inputs[0][0]))
        if isinstance(result, str):
            return result
        right, why = key.judge(name, given, [result], inputs)
        if not right:
            return f"with the columns {columns}: {why or hint}"
    return ""


def _revealed(export: Callable, rng: np.random.Generator) -> tuple[str, str]:
    """Say what an export reveals, and what to add in the student's own run.

    "" if nothing. It may release another column, a group below k, or the order. The
    answers of the people are all different, so each released row shows whose it is.
    """
    source = Random(int(rng.integers(2**62)))
    k = choose(source, (3, 4, 5, 6))
    rows = people_with_answers(source, k)
    released = export(deepcopy(rows), k, generator(rng))
    if not isinstance(released, list) or not all(
        isinstance(row, dict) for row in released
    ):
        return "your function must return a list of dicts", ""
    if len(released) > len(rows):
        return "more rows are released than there are people", ""
    if extra := sorted({str(key) for row in released for key in row} - RELEASED):
        message = (
            "another column is released, too; only decade, district and answer may be"
        )
        return message, f": {', '.join(extra)}"
    if not all(set(row) == RELEASED for row in released):
        return "a row lacks one of the columns decade, district and answer", ""
    if len(released) < len(rows) / 4:
        return "most of the people are missing: this is no export", ""
    if len({tuple((name, type(row[name])) for name in row) for row in released}) > 1:
        return (
            "the rows differ in the order of columns or in types, which may tell"
            " something",
            "",
        )
    place = {row["answer"]: number for number, row in enumerate(rows)}
    if not all(row["answer"] in place for row in released):
        return "an answer is not in the table; release the answers as they are", ""
    order = [place[row["answer"]] for row in released]
    groups = [(row["decade"], row["district"]) for row in released]
    smallest = min(Counter(groups).values())
    if smallest < k:
        return (
            f"k = {k}, but a group (decade and district) of {smallest} is released",
            "",
        )
    ages = [row["age"] for row in rows]
    for secret, rank in (
        ("the exact ages", ages),
        ("the order of the input", range(len(rows))),
    ):
        independent, sentence = within_limits(
            *_ascending(order, groups, rank), 0.5, ERROR / 10
        )
        if not independent:
            message = (
                f"the order of the rows reveals {secret} (pairs in ascending order:"
                f" {sentence})"
            )
            return message, ""
    # again, with another generator and the same people with their answers exchanged
    answers = rng.permutation([row["answer"] for row in rows]).tolist()
    changed = [row | {"answer": answer} for row, answer in zip(rows, answers)]
    if order == [
        answers.index(row["answer"]) for row in export(changed, k, generator(rng))
    ]:
        message = (
            "the rows move in the same way at every call: whoever knows how moves them"
            " back"
        )
        return message, ""
    return "", ""


def _ascending(
    order: list[int], groups: list[tuple], rank: Sequence
) -> tuple[int, int]:
    """Count the pairs of people of one group that ascend in rank, and all such pairs.

    The two of a pair follow each other in the release. Pairs do not overlap and ties
    are left out. Each pair ascends with probability 1/2 if the order says nothing.
    """
    waiting, ascending, pairs = {}, 0, 0
    for person, group in zip(order, groups):
        if group not in waiting:
            waiting[group] = person
            continue
        before = waiting.pop(group)
        pairs += rank[before] != rank[person]
        ascending += rank[before] < rank[person]
    return ascending, pairs
