"""Answer "Ship it or stop it" in other ways, right and wrong."""

import io
import math

import numpy as np
import pandas as pd
from pyarrow import parquet

from ldp_checks.assignments.ship_it.task import protocol_of
from ldp_course import UnaryEncoding

from .telemetry import simulate

DIGESTS = ["1a86a3be1824", "1e10afee7206", "f0f1808c3caa"]
CHOICES = (
    "design 3 epsilon 4 values 8 noisy_code 12 client_code 3 server_code 6 pilot_day 3"
)


def drawn_from_supports(s):
    def mended(values, days, rng):
        return np.array([simulate(protocol_of(s.task), values, rng)] * days)

    return mended


def rows(files):
    """ids, made, arrived and bits of all deliveries."""
    tables = [parquet.read_table(io.BytesIO(file)).to_pandas() for file in files]
    table = pd.concat(tables)
    about = (table[name].to_numpy() for name in ("id", "made", "arrived"))
    return *about, table.iloc[:, 3:].to_numpy()


def by_module(s, change=lambda task, *rows: rows):
    """Count with the module, after change(task, ids, made, arrived, bits)."""

    def day_counts(files):
        ids, made, _, bits = change(s.task, *rows(files))
        each = {
            number: row
            for number, day, row in zip(ids.tolist(), made.tolist(), bits)
            if day == s.task.pilot_day
        }
        design = UnaryEncoding.optimized(range(bits.shape[1]), s.task.pilot_epsilon)
        estimate = design.aggregate(np.array(list(each.values())))
        return estimate.counts, estimate.n * estimate.standard_errors

    return day_counts


def unclipped_errors(s):
    """The noise with the estimate as it is, also below 0."""

    def day_counts(files):
        ids, made, _, bits = rows(files)
        t, n = s.day_counts(files)[0], len(set(ids[made == s.task.pilot_day]))
        q = 1 / (1 + np.exp(s.task.pilot_epsilon))
        return t, np.sqrt(t / 4 + (n - t) * q * (1 - q)) / (0.5 - q)

    return day_counts


RIGHT = {
    "find_faults": {"a list": {"faults": lambda s: sorted(s.faults)}},
    "mended_product": {"from supports": {"mended": drawn_from_supports}},
    "testers_verdict": {
        "a string": {
            "bounds": lambda s: np.array(s.bounds),
            "refuted": lambda s: "".join(s.refuted),
        }
    },
    "day_of_the_pilot": {
        "the module": {"day_counts": by_module},
        "unclipped": {"day_counts": unclipped_errors},
    },
}
SLOW: dict = {}


def as_shipped(s):
    """Send what the faulty program sends, once."""
    names = {"task": s.task}
    exec(s.task.code, names)
    return lambda values, days, rng: np.array([names["noisy"](values, rng)] * days)


def later(change):
    """Another report from the third week on: change(s, honest, values, rng)."""

    def make(s):
        def mended(values, days, rng):
            sent = np.array(s.mended(values, days, rng))
            if days > 14:
                sent[14:] = change(s, values, rng)
            return sent

        return mended

    return {"mended": make}


def first_type(s):
    """A phone that runs the program alone tells its value by the type of the table."""
    types = np.int64, np.uint64, np.float64, np.uint32

    def mended(values, days, rng):
        return s.mended(values, days, rng).astype(types[int(values[0]) % 4])

    return mended


def has_too_little_noise(s):
    return s.report_epsilon > s.task.epsilon


def in_time(task, ids, made, arrived, bits):
    kept = made == arrived
    return ids[kept], made[kept], arrived[kept], bits[kept]


def only_many(s):
    """Right for usual tables; a special case for a day with few people."""

    def day_counts(files):
        counts, errors = s.day_counts(files)
        few = (rows(files)[1] == s.task.pilot_day).sum() <= 20
        return counts * (not few), errors

    return day_counts


WRONG = {
    "find_faults": {
        "nothing is wrong": ({"faults": lambda s: set()}, 0, "no part that you accuse"),
        "one too many": ({"faults": lambda s: s.faults | {"fixed seed"}}, {0, 2}),
        "a name of one's own": (
            {"faults": lambda s: s.faults | {"no noise"}},
            0,
            "is not on the list of possible faults",
        ),
    },
    "testers_verdict": {
        "ratios of counts": (
            {
                "bounds": lambda s: [
                    math.log(hits / alarms) for _, _, hits, alarms in s.task.audits
                ]
            },
            1.25,
            "take bounds of both",
        ),
        "one report too few": (
            {"needed": lambda s: s.needed - 1},
            1.25,
            "one report too few",
        ),
    },
    "choose_epsilon": {
        "a ratio of probabilities": (
            {"most_epsilon": lambda s: math.log(s.task.ceiling / s.task.prior)},
            2,
            "ratio of probabilities",
        ),
    },
    "true_epsilons": {
        "days add up": (
            {"total_epsilon": lambda s: s.task.days * s.report_epsilon},
            {1, 2},
        ),
    },
    "mended_product": {
        # of a product with enough noise that keeps most of the points
        "as shipped": (
            {"mended": lambda s: as_shipped(s) if has_too_little_noise(s) else lambda *_: 0},
            0,
        ),
        "another report later": (
            later(lambda s, values, rng: s.mended(values, 1, rng)[0]),
            0,
            "send another report on a later day",
        ),
        "the type of the table": ({"mended": first_type}, 0, "the type of your table differs"),
    },
    "day_of_the_pilot": {
        "leaves out late ones": (
            {"day_counts": lambda s: by_module(s, in_time)},
            0,
            "reports that came late are left out",
        ),
        "nothing for few people": ({"day_counts": only_many}, 2.5, "only one person reports"),
        "one array": (
            {"day_counts": lambda s: lambda files: s.day_counts(files)[0]},
            0,
            "return two arrays",
        ),
    },
}  # fmt: skip
