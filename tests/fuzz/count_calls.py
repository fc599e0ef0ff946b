"""The public calls of `ldp_course.counts`, as in calls.py."""

import numpy as np

from ldp_course import DirectEncoding, Estimate, counts
from tests.fuzz import inputs


def count_calls(call):
    direct = DirectEncoding(("a", "b", "c"), 1.0)
    reports, table = np.array([0, 2, 2, 1]), np.array([1, 1, 2])
    wrong = lambda: inputs.bad([*inputs.NO_NUMBERS, ("None", None), ("a list", [direct])])  # noqa: E731
    plain = {"mechanism": direct, "reports": reports}
    rows = lambda: inputs.array(reports, True, [-1, 3])  # noqa: E731
    yield call("count_reports", counts.count_reports, plain, {"mechanism": wrong, "reports": rows})
    plain = {"mechanism": direct, "counts": table, "n": 4}
    yield call("estimate_from_counts", counts.estimate_from_counts, plain, {
        "mechanism": wrong,
        "counts": lambda: inputs.array(table, True, [-1, 5, 2**63 - 1], sized=True),
        "n": lambda: inputs.integer(4, (0, -1, 3, 5)),
    })  # fmt: skip
    one = Estimate(("a", "b"), 10, np.array([0.5, 0.5]), np.array([0.1, 0.2]))
    yield call("merge", counts.merge, {"estimates": [one, one]}, {
        "estimates": lambda: inputs.bad([
            *inputs.NO_NUMBERS, ("None", None), ("empty", []), ("one number", [1]),
            ("a text inside", [one, "a"]), ("None inside", [one, None]),
        ]) + [("a tuple", (one, one), inputs.right([one, one]))],
    })  # fmt: skip
