"""Claims of the page of ten minutes: its pictures and its words say the same."""

from itertools import pairwise
from math import exp, log

import crowd  # book/_ext
import numpy as np
import pytest
from scipy.stats import binom

from ldp_course import UnaryEncoding
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

STORY = crowd.story()
COINS = crowd.COINS


def looks(name, look):
    dots, _ = crowd.PICTURES[name]()
    return sum(look in dot[2].split() for dot in dots)


@pytest.mark.parametrize("name", crowd.PICTURES)
def test_each_picture_has_the_same_dots_inside_its_frame(name):
    dots, _ = crowd.PICTURES[name]()
    assert len(dots) == crowd.N
    for (x, y), size, look in dots:
        inside = size <= x <= crowd.WIDE - size and size <= y <= crowd.HIGH - size
        assert inside or "gone" in look.split()


def test_who_knows_who_tosses_and_who_says_yes(chapter):
    chapter.says("Here are {} students", crowd.N)
    chapter.says("There are {} orange dots", looks("know", "yes"))
    assert looks("know", "yes") == crowd.COPIED == STORY.copied.sum()
    chapter.says(
        "Here a coin answered for {} of the {}", looks("toss", "coin"), crowd.N
    )
    honest = ~STORY.coin
    assert (STORY.says[honest] == STORY.copied[honest]).all()
    yes = STORY.says.sum()
    chapter.says("{} say [yes]", yes)
    chapter.says("{} say yes, {} say no", yes, crowd.N - yes)
    expected = crowd.N / 2, crowd.FAKES, crowd.FAKES
    text = "about {:.0f} second tosses make about {} yes and {} no"
    chapter.says(text, *expected)


def test_one_answer_proves_nothing(chapter):
    share = crowd.COPIED / crowd.N
    yes = share * COINS.p + (1 - share) * COINS.q
    copied = 100 * share * COINS.p / yes
    assert (COINS.p, COINS.q) == pytest.approx((3 / 4, 1 / 4))
    text = "Of {} students who say yes in such a class, {:.0f} have copied on average, "
    chapter.says(text + "and {:.0f} have not", 100, copied, 100 - copied)
    chapter.says("Before, {:.0f} of {} was the best guess", 100 * share, 100)
    assert "yes" in crowd.one()[0][crowd.asked()][2].split()
    text = "for students who say yes: {:.0f} orange ones have copied, {:.0f} blue rings have not"
    chapter.says(text, looks("if_nobody", "yes"), looks("if_nobody", "no"))
    assert looks("if_nobody", "yes") == round(copied)


def test_the_rest_is_the_estimate(chapter):
    estimate = STORY.says.sum() - crowd.FAKES
    assert estimate == looks("stretch", "yes") - crowd.FAKES
    exact = COINS.aggregate(STORY.says.astype(int)).frequencies[1]
    assert estimate == pytest.approx(100 * exact)
    text = "{} of them are [yes]{{.yes-word}}. So the teacher's estimate is {} %"
    chapter.says(text, estimate, estimate)
    chapter.says("The truth is {:.0f} %", 100 * crowd.COPIED / crowd.N)


def test_polls_come_within_twelve_points(chapter):
    width = crowd.half_width(crowd.N, crowd.EPSILON)
    hits = crowd.N - looks("sure", "miss")
    text = "About {} of {} such polls come within {:.0f} points of the truth; here {} of {}"
    chapter.says(text, 95, 100, width, hits, crowd.N)
    # the exact law of the yes: those of who copied, and those of who did not
    yes = np.convolve(
        binom.pmf(range(crowd.COPIED + 1), crowd.COPIED, COINS.p),
        binom.pmf(range(crowd.N - crowd.COPIED + 1), crowd.N - crowd.COPIED, COINS.q),
    )
    shares = 100 * (np.arange(crowd.N + 1) / crowd.N - COINS.q) / (COINS.p - COINS.q)
    within = np.abs(shares - 100 * crowd.COPIED / crowd.N) <= 12 + 1e-9
    assert yes[within].sum() == pytest.approx(0.95, abs=0.01)


def test_four_times_as_many_for_half_the_width(chapter):
    half = crowd.half_width(crowd.N, crowd.EPSILON) / 2
    narrow = crowd.half_width(crowd.MORE * crowd.N, crowd.EPSILON)
    assert narrow == pytest.approx(half)
    chapter.says("about {} of {} lie between the dashed lines", 95, 100)
    between = {
        times: np.mean(np.abs(np.array(polls) - 30) < half)
        for (epsilon, n), polls in STORY.polls.items()
        if epsilon == crowd.EPSILON
        for times in [n // crowd.N]
    }
    assert between[2] < 0.9 < between[4] < between[100] == 1
    chapter.says("Four times as many")
    chapter.says("Right: {}. Four times as many people", crowd.MORE * crowd.N)
    assert 1 / np.sqrt(2) == pytest.approx(0.7, abs=0.01)
    found = [np.std(STORY.polls[crowd.EPSILON, n]) for n in (crowd.N, 4 * crowd.N)]
    assert found[1] / found[0] == pytest.approx(0.5, rel=0.15)


def test_a_smaller_epsilon_costs_more_than_double(chapter):
    assert (exp(crowd.EPSILON), COINS.p / COINS.q) == pytest.approx((3, 3))
    chapter.says("so ε is about {:.1f}", crowd.EPSILON)
    text = "at ε = {}, where yes is only {:.2f} times as likely"
    chapter.says(text, crowd.STRONGER, exp(crowd.STRONGER))
    widths = [crowd.half_width(crowd.N, e) for e in (crowd.STRONGER, crowd.EPSILON)]
    assert 2 < widths[0] / widths[1] < 2.5
    assert min(STORY.polls[crowd.STRONGER, crowd.N]) < 0


def test_ten_jobs_and_eight_boxes(chapter):
    bits = UnaryEncoding(range(crowd.JOBS), COINS.p, COINS.q)
    assert bits.p + (crowd.JOBS - 1) * bits.q == pytest.approx(3)  # "about three"
    assert bits.epsilon == pytest.approx(2 * crowd.EPSILON)
    assert looks("jobs", "own") == crowd.ROWS == 20
    yes, true = STORY.bits.sum(axis=0), np.bincount(STORY.jobs, minlength=crowd.JOBS)
    assert (yes[0], true[0]) == (10, 2) and yes[0] > yes[1:].max()
    chapter.says("the first column has the most yes, ten, but\nonly two people")
    counts = STORY.sent.sum(axis=0)
    second_and_last = [1, crowd.PHONE.bits - 1]
    assert sorted(np.argsort(-counts)[:2]) == second_and_last
    assert list(np.flatnonzero(STORY.boxes["tea"])) == second_and_last
    phone, people = crowd.PHONE, range(crowd.PHONES + 1)
    assert (phone.p, phone.q) == pytest.approx((COINS.q, COINS.p))  # "as homework"
    chapter.says("Here {} of the {} did", crowd.TYPED.count("tea"), crowd.PHONES)
    below = []  # the chances that a box is full at most so often
    for box in range(phone.bits):
        own = sum(bool(STORY.boxes[typed][box]) for typed in crowd.TYPED)
        full = binom.pmf(people, own, phone.q)
        law = np.convolve(full, binom.pmf(people, crowd.PHONES - own, phone.p))
        below.append(law.cumsum()[: len(people)])
    others = np.delete(below, second_and_last, axis=0).prod(axis=0)
    both_above = np.prod([1 - below[box] for box in second_and_last], axis=0)
    fullest = np.diff(others, prepend=0) @ both_above
    chapter.says("the fullest in only {:.0f} of 100 such draws", 100 * fullest)
    epsilon = 2 * log(phone.q * (1 - phone.p) / (phone.p * (1 - phone.q)))
    assert epsilon == pytest.approx(
        4 * crowd.EPSILON
    )  # "four times that of one answer"
    chapter.says("ε is {:.1f}, four times", epsilon)


def test_two_hundred_days_leave_no_doubt(chapter):
    chapter.says("The answer is yes on {} of them", STORY.days.sum())
    text = "someone who hasn't copied says yes on about {:.0f}"
    chapter.says(text, crowd.N * COINS.q)
    assert binom.sf(STORY.days.sum() - 1, crowd.N, COINS.q) < 1e-40


def test_steps_follow_in_the_order_of_the_page(chapter):
    steps = [step.__name__ for step in crowd.STEPS]
    places = [chapter.source.index(f"{{crowd}} {name}\n") for name in steps]
    assert all(a < b for a, b in pairwise(places))
