"""The public calls of `composition` and `multidimensional`, as in calls.py."""

import inspect

import numpy as np

from ldp_course import composition, multidimensional
from tests.fuzz import inputs
from tests.fuzz.number_calls import OUT_OF_RANGE

DOMAINS = {"sex": ("M", "F"), "color": ("red", "green", "blue")}
RECORDS = {"sex": ["M", "F", "F", "M"] * 3, "color": ["red", "blue", "green", "red"] * 3}


def epsilon():
    return inputs.number(1.0, OUT_OF_RANGE)


def composition_calls(call):
    kinds = {
        "epsilon": epsilon,
        "answers": lambda: inputs.integer(9, (0, -1, 10**6 + 1)),
        "total": lambda: inputs.number(0.5, (-1e-9, -3)),
        "delta": lambda: inputs.number(0.25, (0, 1, -0.5, 2)),
        "form": lambda: inputs.choice("tight"),
        "prior": lambda: inputs.number(0.25, (-0.1, 1.1)),
    }
    plain = {"epsilon": 1.0, "answers": 9, "total": 0.5, "delta": 0.25}
    plain |= {"form": "tight", "prior": 0.25}
    for name in composition.__all__:
        function = getattr(composition, name)
        names = list(inspect.signature(function).parameters)
        yield call(name, function, {n: plain[n] for n in names}, {n: kinds[n] for n in names})


def domains_kind():
    a = ("M", "F")
    wrong = inputs.bad([pair for pair in inputs.NO_NUMBERS if pair[0] != "a dict"])
    wrong += inputs.each_bad([None, True, 5, 0.5, [], {}, "ab", [a, a], {"sex": a}])
    return [
        *wrong,
        *inputs.bad(inputs.HUGE),
        *inputs.bad([
            ("a dict of no domains", {1: 1, 2: 2}),
            ("one value", {"sex": a, "color": ["red"]}),
            ("repeated", {"sex": a, "color": ["red", "red"]}),
            ("a text", {"sex": a, "color": "rgb"}),
            ("too many", {str(i): a for i in range(65)}),
        ]),
        ("lists", {n: list(d) for n, d in DOMAINS.items()}, inputs.right(DOMAINS)),
        ("arrays", {n: np.array(d) for n, d in DOMAINS.items()}, inputs.right(DOMAINS)),
    ]


def records_kind():
    import pandas as pd

    one = RECORDS["sex"]
    wrong = inputs.bad([pair for pair in inputs.NO_NUMBERS if pair[0] != "a dict"])
    return [
        *wrong,
        *inputs.each_bad([None, True, 5, [], {}, one, "ab", {"sex": one}]),
        *inputs.bad([
            ("other lengths", RECORDS | {"sex": one[1:]}),
            ("outside", RECORDS | {"sex": ["M"] * 11 + ["?"]}),
            ("missing", RECORDS | {"sex": ["M"] * 11 + [None]}),
            ("no list", RECORDS | {"sex": 5}),
            ("empty", {name: [] for name in RECORDS}),
        ]),
        ("a frame", pd.DataFrame(RECORDS), inputs.right(RECORDS)),
        ("one column more", RECORDS | {"age": [1] * 12}, inputs.right(RECORDS)),
    ]


def parts_kind(parts):
    return [
        *inputs.bad(inputs.NO_NUMBERS),
        *inputs.each_bad([None, True, 5, (), [], "ab"]),
        *inputs.bad([
            ("one part", parts[:1]),
            ("three parts", (*parts, parts[0])),
            ("an empty part", (parts[0], parts[1][:0])),
            ("a position outside", (parts[0] + 2, parts[1])),
            ("texts", tuple(part.astype(str) for part in parts)),
            ("floats", tuple(part + 0.5 for part in parts)),
        ]),
        ("a list", list(parts), inputs.right(parts)),
        ("lists", tuple(part.tolist() for part in parts), inputs.right(parts)),
    ]


def question_kind(x):
    return [
        *inputs.bad(inputs.NO_NUMBERS),
        *inputs.each_bad([None, True, 5, "age", "", [x], (x,)]),
        *inputs.bad(inputs.HUGE),
    ]


def plan_calls(call):
    table = np.array([[40, 20, 10], [15, 5, 30]])
    for name in ("SplitBudget", "SplitPeople", "AllInOne", "RandomFakes"):
        make = getattr(multidimensional, name)
        yield call(
            name,
            make,
            {"domains": DOMAINS, "epsilon": 1.0},
            {"domains": domains_kind, "epsilon": epsilon},
        )
        plan = make(DOMAINS, 1.0)
        encoded = plan.encode(RECORDS)
        reports = plan.perturb(encoded, np.random.default_rng(1))
        of_reports = (
            (lambda r=reports: parts_kind(r))
            if isinstance(reports, tuple)
            else (lambda r=reports: inputs.array(r, True, [-1, 3]))
        )
        arguments = {
            "records": (RECORDS, records_kind),
            "encoded": (encoded, lambda e=encoded: inputs.array(e, True, [-1, 3])),
            "reports": (reports, of_reports),
            "rng": (np.random.default_rng(1), lambda: inputs.rng(None)),
            "counts": (table, lambda: inputs.array(table, True, [-1], sized=True)),
            "first": ("sex", lambda: [*question_kind("sex"), ("same", "color", inputs.BAD)]),
            "second": ("color", lambda: [*question_kind("color"), ("same", "sex", inputs.BAD)]),
            "question": ("sex", lambda: question_kind("sex")),
            "n": (1000, lambda: inputs.integer(1000, (0, -1))),
            "frequency": (0.25, lambda: inputs.shares(0.25)),
        }
        for word, method in inspect.getmembers(plan, inspect.ismethod):
            names = list(inspect.signature(method).parameters)
            if word.startswith("_") or word == "published" or not names:
                continue
            plain = {argument: arguments[argument][0] for argument in names}
            kinds = {argument: arguments[argument][1] for argument in names}
            yield call(f"{name}: {word}", method, plain, kinds)
    yield call(
        "RandomFakes.published",
        multidimensional.RandomFakes.published,
        {"domains": DOMAINS, "nominal": 1.0},
        {"domains": domains_kind, "nominal": epsilon},
    )
    yield call(
        "one_answer_loss",
        multidimensional.one_answer_loss,
        {"plan": plan},
        {"plan": lambda: inputs.thing(plan)},
    )
