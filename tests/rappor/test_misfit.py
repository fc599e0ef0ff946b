"""The decoder says when parameters and counts do not fit, and is silent when they
do."""

import contextlib
import itertools
import re
import warnings
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats
from scipy.stats import binom

from ldp_course.rappor import Parameters, decode, simulate_counts
from ldp_course.rappor.decoder_message import other_strings_warning
from ldp_course.rappor.misfit import Bits, bits_warning, law_of_bits
from ldp_course.rappor.population import estimate_bits

RIGHT = Parameters(16, 2, 64, f=0.5, p=0.5, q=0.75)
WORDS = [f"v{i}" for i in range(1, 101)]
SHARES = np.exp(-np.arange(100) / 20)
PEOPLE = np.random.default_rng(1).multinomial(100_000, SHARES / SHARES.sum())
COUNTS = simulate_counts(PEOPLE, WORDS, RIGHT, np.random.default_rng(2))


def test_parameters_that_fit_are_not_doubted(recwarn):
    for correction in ("fdr", "none"):
        message = decode(COUNTS, WORDS, RIGHT, correction=correction).message
        assert message.endswith("is detected half of the time.")
    assert not recwarn.list


@pytest.mark.parametrize(("wrong", "bits"), [
    ({"f": 0.25}, 4),
    ({"f": 0.45}, 2.55),
    ({"f": 0.75}, -4),
    ({"p": 0.25}, 13),
    ({"q": 0.625}, 12),
    ({"p": 0.75, "q": 0.5}, 14),
])  # fmt: skip
def test_parameters_that_cannot_fit_are_named(wrong, bits):
    """Even if nothing can be decoded; 1.87 bits a person are right."""
    parameters = replace(RIGHT, **wrong)
    for candidates in (WORDS, ["nobody"]):
        with pytest.warns(UserWarning, match="do not fit the counts") as warned:
            message = decode(COUNTS, candidates, parameters).message
        assert warned[0].filename == __file__ and message.endswith(
            str(warned[0].message)
        )
        stated = re.search(
            r"would set (-?[\d.]+) bits, where 1[.]\d\d to [12][.]\d\d are", message
        )[1]
        assert float(stated) == pytest.approx(bits, abs=0.2)


def test_a_wrong_first_column_is_named():
    counts = COUNTS + np.array([50] + [0] * 16)
    with pytest.warns(UserWarning, match="column 0 of the counts holds the reports"):
        decode(counts, WORDS, RIGHT)


def alarm(clients, server, listed, seed, people=PEOPLE, words=WORDS):
    """What `decode` warns of, with `listed` of the words and the parameters of the
    server."""
    counts = simulate_counts(people, words, clients, np.random.default_rng(seed))
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        decode(counts, listed, server)
    return str(heard[0].message) if heard else ""


@pytest.mark.parametrize("listed", [WORDS, WORDS[::2]])
@pytest.mark.parametrize(("clients", "wrong", "fits"), [
    ({}, {"hashes": 3}, "hashes = 2 would fit"),
    ({"hashes": 3}, {"hashes": 2}, "hashes = 3 would fit"),
    ({"hashes": 4}, {"hashes": 6}, "hashes = 4 would fit"),
    ({"bits": 64, "cohorts": 32, "hashes": 3}, {"hashes": 4}, "hashes = 3 would fit"),
    ({}, {"f": 0.56}, "f = 0.(49|50)"),
    ({"q": 0.8}, {"q": 0.77}, "q = 0.8 would"),
    ({"p": 0.45}, {"p": 0.48}, "p = 0.45"),
    ({"p": 0.75, "q": 0.4}, {"p": 0.77}, "p = 0.7[45]"),
])  # fmt: skip
def test_a_parameter_that_leaves_one_to_h_bits_a_person_is_named(
    clients, wrong, fits, listed
):
    clients = replace(RIGHT, **clients)
    assert re.search(
        fits, alarm(clients, replace(clients, **wrong), listed, 3, 5 * PEOPLE)
    )


@pytest.mark.parametrize("runs", [100, pytest.param(1900, marks=pytest.mark.weekly)])
def test_words_that_are_missing_raise_no_alarm(runs):
    """Settings, sizes, lists of all kinds. Two alarms of 1e-6 each come once in 550,000
    weeks."""
    heard = []
    for seed in range(2_000 - runs, 2_000) if runs > 100 else range(runs):
        rng = np.random.default_rng([26, seed])
        bits, cohorts = rng.choice([16, 32, 100]), rng.choice([4, 8, 16, 64, 128])
        noise = [(0.1, 0.9), (0.25, 0.75), (0.75, 0.5), (0.4, 0.6), (0, 1)][
            rng.integers(5)
        ]
        right = Parameters(
            bits, rng.integers(1, 17), cohorts, rng.choice([0, 0.25, 0.75]), *noise
        )
        words = [f"{seed}-{i}" for i in range(rng.integers(1, 60))]
        people = rng.multinomial(
            10 ** rng.uniform(1.5, 6.5),
            rng.dirichlet(np.full(len(words), rng.choice([0.1, 1]))),
        )
        permanent = rng.random(len(words)) < rng.choice([0, 0.5, 1])
        listed = [
            *np.array(words)[permanent],
            *(f"nobody {i}" for i in range(rng.integers(1, 9))),
        ]
        with contextlib.suppress(ValueError):  # candidates that set the same bits
            heard += [
                alarm(right, right, [str(word) for word in listed], rng, people, words)
            ]
    assert len(heard) > 0.9 * runs and np.count_nonzero(heard) <= runs // 1_000, heard


@pytest.mark.parametrize("bits, hashes", [(16, 16), (32, 8), (256, 16)])
def test_bounds_are_finite_for_many_hashes(bits, hashes):
    """One run of each: a false alarm has probability 1e-6. All other numbers of hashes
    are seen."""
    right = replace(RIGHT, bits=bits, hashes=hashes, f=0.2, p=0.2, q=0.8)
    assert alarm(right, right, WORDS[:50], 5) == ""
    fewer = replace(right, hashes=hashes - 2)
    assert f"hashes = {hashes} would fit" in alarm(right, fewer, WORDS[:50], 5)


@pytest.mark.parametrize("size, hashes", [(1, 1), (5, 3), (7, 4)])
def test_the_law_of_a_words_bits(size, hashes):
    """By all that `hashes` bytes, modulo k, can be."""
    chances = np.bincount(np.arange(256) % size) / 256
    law = np.zeros(hashes + 1)
    for picked in itertools.product(range(size), repeat=hashes):
        law[len(set(picked))] += chances[list(picked)].prod()
    np.testing.assert_allclose(law_of_bits(size, hashes), law, atol=1e-15)


def test_cohorts_without_a_report_are_named():
    few = replace(RIGHT, cohorts=60)
    counts = simulate_counts(PEOPLE, WORDS, few, np.random.default_rng(4))
    decoded = decode(np.vstack([counts, np.zeros((4, 17), int)]), WORDS, RIGHT)
    assert (
        "no report came from cohort 60 and 3 other(s), where each of 64"
        in decoded.message
    )
    small = simulate_counts([100], WORDS[:1], RIGHT, np.random.default_rng(4))
    assert (small[:, 0] == 0).any() and "no report" not in decode(
        small, WORDS, RIGHT
    ).message


def exceeds(ones, people, parameters, clients=None):
    """Is this many ones, in the only bit, too many or too few?"""
    counts = np.array([[people, ones]])
    return bool(
        bits_warning(counts, parameters, Bits(1, 1, 1, 0), clients or people, np.nan)
    )


@pytest.mark.parametrize("people", [1, 2, 10, 100, 10_000, 1_000_000])
@pytest.mark.parametrize("q", [0.999, 0.75, 0.1, 0.001])
def test_false_alarms_without_chance(people, q):
    """With one bit and one hash everybody sets it: the ones are binomial, the tail
    exact."""
    parameters = Parameters(1, 1, 1, f=0, p=q / 2, q=q)
    law, inside = binom(people, q), int(people * q)
    if exceeds(inside, people, parameters):
        pytest.fail("the mean itself is refused")
    tail = 0
    for end, chance in ((people, lambda x: law.sf(x - 1)), (0, law.cdf)):
        if exceeds(end, people, parameters):
            near, far = inside, end
            while abs(far - near) > 1:
                middle = (near + far) // 2
                far, near = (
                    (middle, near)
                    if exceeds(middle, people, parameters)
                    else (far, middle)
                )
            tail += chance(far)
    assert tail <= 1e-6
    assert people < 10_000 or q in (0.001, 0.999) or tail > 1e-9, "and it is not deaf"


def test_several_reports_a_client_are_not_a_misfit():
    """A million clients would move the mean by 5 sd once in 2 million times; here none
    in 500 runs of ten reports each, whose mean varies three times as much as that of
    independent ones.
    """
    parameters = Parameters(1, 1, 1, f=0.5, p=0.1, q=0.9)
    rng = np.random.default_rng(43)
    permanent = rng.binomial(1_000, 0.75, size=500)
    ones = rng.binomial(10 * permanent, 0.9) + rng.binomial(
        10 * (1_000 - permanent), 0.1
    )
    assert np.std(ones) > 2 * np.sqrt(10_000 * 0.7 * 0.3)
    assert not any(exceeds(x, 10_000, parameters, clients=1_000) for x in ones)
    assert exceeds(8_000, 10_000, parameters, clients=1_000)


def test_another_order_of_bits_or_cohorts_is_noticed():
    right = simulate_counts(10 * PEOPLE, WORDS, RIGHT, np.random.default_rng(2))
    backwards = np.hstack([right[:, :1], right[:, :0:-1]])
    for counts in (backwards, np.roll(right, 1, axis=0)):
        decoded = decode(counts, WORDS, RIGHT)
        assert (
            "as much as chance: they hold other strings, or bits or cohorts"
            in decoded.message
        )
    assert "as chance" not in decode(COUNTS, WORDS[:20], RIGHT).message


@pytest.mark.parametrize("setting", [(8, 0.1, 0.05, 0.5), (16, 0.5, 0.5, 0.75)])
def test_few_reports_a_cohort_do_not_vary_too_much(setting):
    """20 runs of about three people a cohort, one of 30 candidates held: no alarm, of
    1e-6 each."""
    (bits, *chances), rng = setting, np.random.default_rng(44)
    parameters, words = Parameters(bits, 2, 256, *chances), [f"w{i}" for i in range(30)]
    for _ in range(20):
        counts = simulate_counts([768], words[:1], parameters, rng)
        assert "as chance" not in decode(counts, words, parameters).message


def test_the_margin_for_repeated_reports_is_bernsteins():
    """With the variance of one client's sum of ones, from its law bit by bit."""
    parameters, people, each = replace(RIGHT, cohorts=1), 20_000, 3
    reports, c = each * people, np.log(2 / 2.5e-7)
    permanent = np.array([1 - RIGHT.f / 2, RIGHT.f / 2])
    ones = np.array([RIGHT.q, RIGHT.p])

    def variance(law):
        """Return that of `each` reports' sum of a bit: new noise, and permanent noise."""
        mean = law @ ones
        return each * law @ (ones * (1 - ones)) + each**2 * law @ (ones - mean) ** 2

    of_client = max(
        h * variance(permanent) + (RIGHT.bits - h) * variance(permanent[::-1])
        for h in (1, 2)
    )
    t = each * c / 3 + np.sqrt((each * c / 3) ** 2 + 2 * c * people * of_client)
    p_star, q_star = permanent[::-1] @ ones, permanent @ ones
    most = reports * (2 * q_star + (RIGHT.bits - 2) * p_star) + t

    def warning(total):
        counts = np.array([[reports, *np.full(RIGHT.bits, total // RIGHT.bits)]])
        counts[0, 1] += total % RIGHT.bits
        return bits_warning(counts, parameters, Bits(2, 1, 2, 0), people, np.nan)

    assert warning(int(most) - 1) == "" and warning(int(most) + 2) != ""


def test_the_margin_between_many_cohorts_is_students():
    """With an error share of a quarter of 10^-6, and both sides."""
    rng, cohorts = np.random.default_rng(4), 64
    each = np.full(cohorts, 50_000)
    bits = np.clip(rng.normal(2, 0.02, cohorts), 1.9, 2.1)  # of a person in each
    apart = RIGHT.q_star - RIGHT.p_star
    ones = each * (RIGHT.bits * RIGHT.p_star + bits * apart) / RIGHT.bits
    counts = np.column_stack([each, *[ones.round()] * RIGHT.bits]).astype(int)
    own = estimate_bits(counts, RIGHT)[0].sum(axis=1) / each
    error = own.std(ddof=1) / np.sqrt(cohorts)
    set_bits = 2 * RIGHT.q_star * (1 - RIGHT.q_star)
    clear = (RIGHT.bits - 2) * RIGHT.p_star * (1 - RIGHT.p_star)
    noise = np.sqrt((set_bits + clear) / apart**2 / each.sum())
    margin = stats.t.isf(1e-6 / 8, cohorts - 1) * max(error, noise)

    def warning(most):
        return bits_warning(
            counts, RIGHT, Bits(most, 1, most, 0.0), each.sum(), dispersion=100
        )

    assert warning(own.mean() - 0.99 * margin) == ""
    assert warning(own.mean() - 1.01 * margin) != ""


@pytest.mark.parametrize("detected, of, freedom, dispersion, warned", [
    (1, 20, 100, 10, True),  # one in twenty: that explains nothing
    (1, 19, 100, 10, False),
    (0, 1, 0, 25, False),
    (0, 1, 1, 23, False),  # chance is above 24 in one case of 10^6
    (0, 1, 1, 25, True),
    (0, 1, 10**6, 1.24, False),  # several reports of one client make a small excess
    (0, 1, 10**6, 1.26, True),
])  # fmt: skip
def test_counts_that_vary_more_than_chance_are_named_unless_detected_words_explain_it(
    detected, of, freedom, dispersion, warned
):
    message = other_strings_warning(
        np.arange(of) < detected, freedom=freedom, dispersion=dispersion
    )
    assert (f"{dispersion:.1f} times as much as chance" in message) == warned
