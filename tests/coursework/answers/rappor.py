"""Answer "RAPPOR" in other ways, right and wrong."""

import math

import numpy as np
from scipy.stats import binom, norm

DIGESTS = ["ef4e4a6544d7", "4488a23ed6e4", "4161489267af"]
CHOICES = "k 2 h 2 f 4 g 8 p 4 days 4 devices 4 false_alarms 2 faulty_code 4"


def ones_if(s):
    """Return Pr[report 1 | Bloom bit 0] and Pr[report 1 | Bloom bit 1]."""
    return (s.task.p + (s.task.q - s.task.p) * x for x in (s.becomes, s.stays))


def single_draw(s):
    """The two steps as one probability for each bit."""
    return lambda bits, rng: (
        rng.random(np.shape(bits)) < s.becomes + (1 - s.task.f) * np.asarray(bits)
    )


def masks(s):
    """As google/rappor: two masks."""
    return lambda bits, rng: np.where(
        bits, rng.random(bits.shape) < s.task.q, rng.random(bits.shape) < s.task.p
    )


def bit_by_bit(s):
    return lambda bits, rng: [
        [int(rng.random() < (s.task.q if bit else s.task.p)) for bit in row]
        for row in bits.tolist()
    ]


def counts_in_two_steps(s):
    def bit_counts(reports):
        n, task = len(reports), s.task
        permanent = (reports.sum(axis=0) - task.p * n) / (task.q - task.p)
        return ((permanent - s.becomes * n) / (1 - task.f)).tolist()

    return bit_counts


def present_exact(s):
    """The smallest sum of ones that noise alone reaches rarely enough."""
    if_clear, if_set = ones_if(s)

    def words_present(counts, n):
        ones = np.rint(counts * (if_set - if_clear) + if_clear * n) @ s.task.filters.T
        alarms = binom.sf(ones - 1, n * s.task.h, if_clear)
        return (alarms <= s.task.false_alarms).astype(int)

    return words_present


def present_every_bit(s):
    """Each bit must stand out, at the level that makes the word's level right."""
    if_clear, if_set = ones_if(s)
    z = norm.isf(s.task.false_alarms ** (1 / s.task.h))

    def words_present(counts, n):
        error = math.sqrt(n * if_clear * (1 - if_clear)) / (if_set - if_clear)
        sets = s.task.filters.astype(bool)
        return np.array([(counts > z * error)[:, bits].all(axis=1) for bits in sets]).T

    return words_present


def all_days_at_once(s):
    def mended_client(bloom, days, rng):
        memory = rng.binomial(1, np.where(bloom, s.stays, s.becomes))
        chance = np.where(memory, s.task.q, s.task.p)
        return rng.random((days, *bloom.shape)) < chance

    return mended_client


RIGHT = {
    "permanent_bits": {"one draw": {"permanent_bits": single_draw}},
    "report_bits": {"masks": {"report_bits": masks}},
    "bit_counts": {"two steps": {"bit_counts": counts_in_two_steps}},
    "words_present": {
        "exact": {"words_present": present_exact},
        "every bit": {"words_present": present_every_bit},
    },
    "mend": {"all days at once": {"mended_client": all_days_at_once}},
}
SLOW = {"report_bits": {"bit by bit": {"report_bits": bit_by_bit}}}


def colleagues_own(s):
    """The faulty client as it was given."""
    space = {"np": np, "task": s.task}
    exec(s.task.faulty_code, space)
    return space["faulty_client"]


def noise_for_all_devices(s):
    def mended_client(bloom, days, rng):
        k = bloom.shape[1]
        noise = rng.random(k) < s.task.f, rng.random(k) < s.task.g
        permanent = np.where(*noise, bloom)
        return np.array([s.report_bits(permanent, rng) for _ in range(days)])

    return mended_client


def threshold(z):
    """Call words present whose mean count is so many standard errors above 0."""

    def make(s):
        if_clear, if_set = ones_if(s)

        def words_present(counts, n):
            noise = math.sqrt(n * if_clear * (1 - if_clear) / s.task.h)
            mean = counts @ s.task.filters.T / s.task.h
            return mean > z * noise / (if_set - if_clear)

        return words_present

    return make


def truth_of_one_word(name):
    """The truth about filters of one word."""

    def make(s):
        honest = getattr(s, name)

        def client(rows, *further):
            reports, ones = np.array(honest(rows, *further)), np.sum(rows, axis=-1)
            real = (ones > 0) & (ones <= s.task.h)
            reports[..., real, :] = rows[real]
            return reports

        return client

    return {name: make}


WRONG = {
    "permanent_bits": {
        "truth: one word": (truth_of_one_word("permanent_bits"), 0, "people:")
    },
    "report_bits": {
        "truth: one word": (truth_of_one_word("report_bits"), 0, "people:")
    },
    "epsilons": {
        "memoized as independent": (
            {"memoized_epsilon": lambda s: s.redrawn_epsilon},
            3,
            "right only if the reports are independent",
        ),
    },
    "bit_counts": {
        "the size is fixed": (
            {"bit_counts": lambda s: lambda r: s.bit_counts(np.resize(r, (1_000, r.shape[1])))},
            1.5,
            "one device",
        ),
    },
    "words_present": {
        "no word": ({"words_present": threshold(1e9)}, 0, "few words are found"),
        "every word": ({"words_present": threshold(-1e9)}, 0, "nearly every word"),
        "shape": (
            {"words_present": lambda s: lambda *given: s.words_present(*given).T},
            0,
            "a row for each day",
        ),
    },
    "mend": {
        "truth: one word": (truth_of_one_word("mended_client"), 1.5, "people:"),
        "unchanged": ({"mended_client": colleagues_own}, 1.5),
        "redrawn each day": (
            {
                "mended_client": lambda s: lambda bloom, days, rng: np.array([
                    s.mended_client(bloom, 1, rng)[0] for _ in range(days)
                ])
            },
            1.5,
        ),
        "one noise for all devices": ({"mended_client": noise_for_all_devices}, 3.875),
    },
}  # fmt: skip
