"""The decoder says when parameters and counts do not fit, and is silent when they do."""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from ldp_course.rappor import Parameters, decode, decode_basic, simulate_counts
from ldp_course.rappor.message import misfit, unlike

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


@pytest.mark.parametrize(
    ("wrong", "bits"),
    [
        ({"f": 0.25}, 4),
        ({"f": 0.45}, 2.55),
        ({"f": 0.75}, -4),
        ({"p": 0.25}, 13),
        ({"q": 0.625}, 12),
        ({"p": 0.75, "q": 0.5}, 14),
    ],
)
def test_parameters_that_cannot_fit_are_named(wrong, bits):
    """Even if nothing can be decoded; 1.87 bits a person are right."""
    parameters = replace(RIGHT, **wrong)
    for candidates in (WORDS, ["nobody"]):
        with pytest.warns(UserWarning, match="do not fit the counts") as warned:
            message = decode(COUNTS, candidates, parameters).message
        assert warned[0].filename == __file__ and message.endswith(str(warned[0].message))
        stated = re.search(r"would set (-?[\d.]+) bits, where 1 to 2 are", message)[1]
        assert float(stated) == pytest.approx(bits, abs=0.2)


def test_a_wrong_first_column_is_named():
    counts = COUNTS + np.array([50] + [0] * 16)
    with pytest.warns(UserWarning, match="column 0 of the counts holds the reports"):
        decode(counts, WORDS, RIGHT)


def test_basic_rappor_has_at_most_one_bit_a_person(recwarn):
    basic = Parameters(4, 1, 1, f=0.5, p=0.25, q=0.75)
    some = [[10_000, 4_200, 3_900, 3_750, 3_750]]  # most people hold what has no bit
    decode_basic(some, ["a", "b"], basic)
    assert not recwarn.list
    with pytest.warns(UserWarning, match="would set 1.20 bits, where 0 to 1 are possible"):
        decode_basic(np.array(some), ["a", "b"], replace(basic, p=0.15))


def exceeds(ones, people, parameters, clients=None):
    """Is this many ones, in the only bit, too many or too few?"""
    counts = np.array([[people, ones]])
    return bool(misfit(counts, parameters, 1, clients or people, np.nan))


@pytest.mark.parametrize("people", [1, 2, 10, 100, 10_000, 1_000_000])
@pytest.mark.parametrize("q", [0.999, 0.75, 0.1, 0.001])
def test_false_alarms_without_chance(people, q):
    """With one bit and one hash everybody sets it: the ones are binomial, the tail exact."""
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
                far, near = (middle, near) if exceeds(middle, people, parameters) else (far, middle)
            tail += chance(far)
    assert tail <= 1e-6
    assert people < 10_000 or q in (0.001, 0.999) or tail > 1e-9, "and it is not deaf"


def test_several_reports_a_client_are_no_misfit():
    """A million clients would move the mean by 5 sd once in 2 million times; here none in 500 runs
    of ten reports each, whose mean varies three times as much as that of independent ones.
    """
    parameters, rng = Parameters(1, 1, 1, f=0.5, p=0.1, q=0.9), np.random.default_rng(43)
    kept = rng.binomial(1_000, 0.75, size=500)
    ones = rng.binomial(10 * kept, 0.9) + rng.binomial(10 * (1_000 - kept), 0.1)
    assert np.std(ones) > 2 * np.sqrt(10_000 * 0.7 * 0.3)
    assert not any(exceeds(x, 10_000, parameters, clients=1_000) for x in ones)
    assert exceeds(8_000, 10_000, parameters, clients=1_000)


def test_another_order_of_bits_or_cohorts():
    right = simulate_counts(10 * PEOPLE, WORDS, RIGHT, np.random.default_rng(2))
    backwards = np.hstack([right[:, :1], right[:, :0:-1]])
    for counts in (backwards, np.roll(right, 1, axis=0)):
        decoded = decode(counts, WORDS, RIGHT)
        assert "as much as chance: they hold other strings, or bits or cohorts" in decoded.message
    assert "as chance" not in decode(COUNTS, WORDS[:20], RIGHT).message


@pytest.mark.parametrize("setting", [(8, 0.1, 0.05, 0.5), (16, 0.5, 0.5, 0.75)])
def test_few_reports_a_cohort_do_not_vary_too_much(setting):
    """20 runs of about three people a cohort, one of 30 candidates held: no alarm, of 1e-6 each."""
    (bits, *chances), rng = setting, np.random.default_rng(44)
    parameters, words = Parameters(bits, 2, 256, *chances), [f"w{i}" for i in range(30)]
    for _ in range(20):
        counts = simulate_counts([768], words[:1], parameters, rng)
        assert "as chance" not in decode(counts, words, parameters).message


def test_the_margin_for_repeated_reports_is_bernsteins():
    """With the variance of one client's sum of ones, from its law bit by bit."""
    parameters, people, each = replace(RIGHT, cohorts=1), 20_000, 3
    reports, c = each * people, np.log(2 / 1e-6)
    permanent, ones = np.array([1 - RIGHT.f / 2, RIGHT.f / 2]), np.array([RIGHT.q, RIGHT.p])

    def variance(kept):
        """Of the sum of `each` reports of one bit: noise that is new, and noise that stays."""
        mean = kept @ ones
        return each * kept @ (ones * (1 - ones)) + each**2 * kept @ (ones - mean) ** 2

    of_client = max(
        h * variance(permanent) + (RIGHT.bits - h) * variance(permanent[::-1]) for h in (1, 2)
    )
    t = each * c / 3 + np.sqrt((each * c / 3) ** 2 + 2 * c * people * of_client)
    p_star, q_star = permanent[::-1] @ ones, permanent @ ones
    most = reports * (2 * q_star + (RIGHT.bits - 2) * p_star) + t

    def told(total):
        counts = np.array([[reports, *np.full(RIGHT.bits, total // RIGHT.bits)]])
        counts[0, 1] += total % RIGHT.bits
        return misfit(counts, parameters, 1, people, np.nan)

    assert told(int(most) - 1) == "" and told(int(most) + 2) != ""


def test_counts_that_vary_are_explained_by_detected_candidates_above_one_in_twenty():
    one = np.arange(20) < 1
    assert "10.0 times as much as chance" in unlike(one, freedom=100, dispersion=10)
    assert unlike(one[:19], freedom=100, dispersion=10) == ""


@pytest.mark.parametrize("freedom, said", [(0, False), (1, True), (np.inf, False)])
def test_one_free_count_is_enough_to_vary_too_much(freedom, said):
    """With 1 degree of freedom chance is above 24 in one case of 10^6; none and ∞ say nothing."""
    assert bool(unlike(np.array([False]), freedom=freedom, dispersion=25)) == said
    assert unlike(np.array([False]), freedom=freedom, dispersion=23) == ""


@pytest.mark.parametrize("dispersion, said", [(1.24, False), (1.26, True)])
def test_a_quarter_more_than_chance_is_passed_over(dispersion, said):
    """Many counts show even a small excess, as several reports of one client make it."""
    assert bool(unlike(np.array([False]), freedom=10**6, dispersion=dispersion)) == said
