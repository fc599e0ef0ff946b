"""Claims of the lesson plans: minutes, sliders, and chapters' results."""

import math
import re
from datetime import date

import numpy as np
import pytest
from scipy.stats import binom, norm

from ldp_course import (
    DirectEncoding,
    RandomizedResponse,
    UnaryEncoding,
    norm_mul,
    norm_sub,
    rappor,
)
from ldp_course.data import PUBLIC_COLUMNS, load_adult
from ldp_course.privacy import posterior_odds, privacy_loss
from ldp_course.rappor import Parameters
from ldp_course.topics import attackers, shufflers
from ldp_course.topics.again_and_again import DirectChain
from ldp_course.topics.deployments import highest_belief
from ldp_course.topics.many_questions import AllInOne
from ldp_course.topics.two_reports import Linkability, guess_success
from tests.book.parts import EXPLORERS, flat, lessons, parts_of_lesson, prose
from tests.chapters.claims import NOT_PROSE, squeeze
from tests.chapters.coins import estimates, law
from tests.chapters.test_two_reports import first_that_helps

PEOPLE = len(load_adult())
CLEAR_ODDS = 3  # of two coins


def sliders(title):
    """Return the numbers of each slider of an explorer."""
    _, slider_values = next(item for item in EXPLORERS.values() if item[0] == title)
    return {
        name: [float(value) for value in values]
        for name, values in slider_values.items()
    }


def in_chapter(name, sentence):
    """Return the numbers in a chapter's sentence where `sentence` has {}."""
    pattern = re.escape(sentence).replace(r"\{\}", r"([\d.,]+?)")
    return [
        float(number.replace(",", ""))
        for number in re.search(pattern, flat(prose(name))).groups()
    ]


def test_minutes_add_up(chapter):
    for name, (_, text) in lessons().items():
        parts = parts_of_lesson(text)
        in_all = sum(minutes for minutes, _, _ in parts)
        chapter.says(f"## {name} ({{}} minutes)", in_all)
        for minutes, part, what in parts:
            start = squeeze(NOT_PROSE.sub(" ", what))[:30]
            start = start.replace("{", "{{").replace("}", "}}")
            chapter.says(f"| {{}} | {part} | {start}", minutes)


def test_threat_models(chapter):
    adult = load_adult()
    alone = (~adult.duplicated(PUBLIC_COLUMNS, keep=False)).sum()
    assert len(PUBLIC_COLUMNS) == 5  # "five plain facts"
    chapter.says("publish all {:,} rows, and raise the columns", PEOPLE)
    chapter.says("it ends at {:.1f} %.", 100 * alone / PEOPLE)
    chapter.says("{:,} of {:,} people stand alone on five", alone, PEOPLE)
    days = (date(2020, 1, 1) - date(1920, 1, 1)).days
    chapter.says("{:,} birth dates of a century", days)


def test_belief(chapter):
    belief, prior = sliders("Belief before and after one answer"), 10
    assert prior in belief["prior"]
    chapter.says('"You think there is a {} % chance that Kim copied', prior)
    ends = belief["epsilon"][0], belief["epsilon"][-1]
    chapter.says("keep {} %, raise ε from {} to {:.0f}.", prior, *ends)
    odds = CLEAR_ODDS * prior / (100 - prior)
    assert math.isclose(odds, posterior_odds(prior / (100 - prior), math.log(3))[1])
    chapter.says("odds 1 : {:.0f} times {} make", (100 - prior) / prior, CLEAR_ODDS)
    chapter.says("times 3 make {:.0f} %.", 100 * odds / (1 + odds))
    chapter.says(
        'a yes is true with probability {:.0f} %."', 100 * math.e / (1 + math.e)
    )


def test_many_questions(chapter):
    questions, spent = {50: 0.1, 10: 0.5, 5: 1}, 5
    shown = sliders("Many questions")
    assert set(questions) <= set(shown["k"])
    assert set(questions.values()) <= set(shown["epsilon"])
    assert all(math.isclose(k * epsilon, spent) for k, epsilon in questions.items())
    text = "{} questions at ε = {}, then {} at ε = {}, then {} at ε = {}."
    chapter.says(text, *(number for item in questions.items() for number in item))
    chapter.says('"ε = {} is small, so we may ask', questions[50])
    chapter.says("Fifty questions at {} are as bad as five at 1", questions[50])


def test_epsilon(chapter):
    rows = [(0.8, 0.2), (0.5, 0.5), (0.3, 0.7)]
    ratio = max(np.max(rows, axis=0) / np.min(rows, axis=0))
    assert math.isclose(privacy_loss(rows), math.log(ratio))
    chapter.says("two reports, rows ({}, {}), ({}, {}), ({}, {}).", *np.ravel(rows))
    chapter.says("(ln {:.1f} = {:.3f}; exercise 1", ratio, math.log(ratio))
    chapter.says('"The audit found {0}, so our ε is about {0}."', 0.02)
    chapter.says("catches {:.1f} % of the others at best", 100 * math.e * 0.05)
    crowds = 10_000, PEOPLE
    ratios = [
        n * math.sqrt(RandomizedResponse(1).variance(n, 0.5)) / math.sqrt(2)
        for n in crowds
    ]
    text = "At ε = 1 it is {:.0f} times the central one with {:,}"
    chapter.says(text, ratios[0], crowds[0])
    chapter.says("people, {:.0f} times with {:,}: the gap", ratios[1], crowds[1])
    assert math.isclose(ratios[1] / ratios[0], math.sqrt(crowds[1] / crowds[0]))
    chapter.says("says yes once in {:,.0f} times", 1 / RandomizedResponse(8).q)


def test_the_poll(chapter):
    n, fake, yes = 1_000, RandomizedResponse.two_coin().q, 300
    shown = sliders("Subtract the fake yes, then stretch")
    assert {0.6, 0.75} <= set(shown["p"]) and 0 in shown["share"]
    crowds = [100, 100_000]
    assert set(crowds) <= set(sliders("Twenty polls of the same people")["n"])
    chapter.says("done it, and {:.0f} of {:,} still say yes", fake * n, n)
    chapter.says("Then p = {}. Then", shown["p"][0])
    chapter.says("from {:.0f} people to {:,.0f}. On the board", crowds[0], crowds[-1])
    chapter.says('"{:,} people answer with two coins, {} say yes.', n, yes)
    students = 2 * (yes - fake * n)
    text = "(2 · ({} − {:.0f}) = {:.0f}, so {:.0f} %.)"
    chapter.says(text, yes, fake * n, students, 100 * students / n)
    sentence = '"{0:.0f} % said yes, so the share is {0:.0f} %." | Fake yeses alone give {0:.0f} %.'
    chapter.says(sentence, 100 * fake)


def test_luck_in_randomized_response(chapter):
    yes = int(load_adult()["occupation"].eq("Sales").sum())
    (off,) = in_chapter("randomized_response", "misses the truth by {} people")
    close = np.abs(estimates(PEOPLE) - yes) <= off
    share = 100 * law(PEOPLE, yes)[close].sum()
    chapter.says("The run in the chapter was {:.1f} % off", 100 * off / yes)
    chapter.says("Only {:.1f} % of runs come as close.", share)
    half = norm.ppf(0.75) * math.sqrt(3 * PEOPLE / 4)
    chapter.says("half of all runs miss by more than {:.0f} people", half)
    chapter.says("so the logarithm is natural: ln 3 = {:.4f}.", math.log(3))


def people_needed(epsilon, margin, z):
    sampling, coins = 0.25, math.exp(epsilon) / (math.exp(epsilon) - 1) ** 2
    return math.ceil(z**2 / margin**2 * (sampling + coins))


def test_how_many_people(chapter):
    z, margin = norm.isf(0.025), 0.02
    chapter.says("{:,} in the local model,", people_needed(1, margin, z))
    chapter.says("{:,} with honest answers.", math.ceil(z**2 / margin**2 / 4))
    reports, low = sliders("The averaging attack"), 0.25
    assert low in reports["epsilon"] and reports["asked"][0] == 1
    chapter.says("at ε = {}, from one question to {:.0f}.", low, reports["asked"][-1])
    chapter.says("finds n by n ≈ ({:.2f}/(mε))² in the head", z)
    epsilon = 0.1
    short = (round(z, 2) / (margin * epsilon)) ** 2
    text = "at ε = {} it gives {:,.0f}, and {:,} is right."
    chapter.says(text, epsilon, short, people_needed(epsilon, margin, z))
    laplace, coins = in_chapter(
        "accuracy", "Laplace at ε = 1 was off by {} people, two coins by {},"
    )
    chapter.says('"Local was {:.0f} times worse', coins / laplace)
    ratio = math.sqrt(3 * PEOPLE / 4) / (math.sqrt(2) / math.log(3))
    chapter.says("at one ε: {:.0f} at ln 3.", ratio)


def test_unary_encoding(chapter):
    fifteen = sliders("Fifteen counts at once (symmetric unary encoding)")["n"]
    few = 1_000
    assert {few, 10**6} <= set(fifteen)
    chapter.says("from {:,.0f} people to a million;", few)
    other, (p, q) = UnaryEncoding(range(15), 0.75, 0.25), (0.5, 0.1)
    assert math.isclose(UnaryEncoding(range(15), p, q).epsilon, other.epsilon)
    assert math.isclose(other.epsilon, 2 * math.log(3))
    shown = sliders("Two probabilities set ε and the error")
    assert p in shown["p"] and q in shown["q"]
    chapter.says("compare with p = {}, q = {}. Same ε", p, q)
    chapter.says('"Fifteen bits, so {} ln 3."', len(other.domain))
    level = 0.95
    text = '"All fourteen {0:.0f} % intervals hold with {0:.0f} %." | With {1:.0f} %.'
    chapter.says(text, 100 * level, 100 * level**14)


def test_better_bits(chapter):
    encodings = sliders("Three encodings, 32,561 people")
    chapter.says("Three encodings, {:,} people</a>: from", PEOPLE)
    ends = encodings["k"][0], encodings["k"][-1]
    chapter.says("from {:.0f} values to {:,.0f}; direct encoding", *ends)
    chapter.says("And one of {:,.0f} words?", encodings["k"][-1])
    all_pairs = sliders("All pairs (p, q) with the same ε")["f"]
    chapter.says("and where at f = {}? Then", all_pairs[-1])
    m = DirectEncoding(range(4), math.log(3))  # by a die
    assert math.isclose(m.p, 1 / 2) and math.isclose(m.q, 1 / 6)
    assert math.isclose(1 / (m.p - m.q), 3)
    p = 100 * DirectEncoding(range(15), 1).p
    chapter.says('"p is {0:.0f} %, so a report is true with {0:.0f} %."', p)
    k, limit = 30, 3 * math.e + 2
    assert k > limit
    chapter.says('"{} values, ε = 1. Bits or direct', k)
    chapter.says("(Bits: {} is more than 3e + 2 = {:.1f}.)", k, limit)


def test_errors_of_better_bits(chapter):
    values, errors = range(15), errors_at_ln_9()
    text = "Same ε = ln 9, and {:.0f}, {:.0f} or {:.0f} people for {} values"
    chapter.says(text, *errors, len(values))


def errors_at_ln_9():
    """Return the standard error of a rare value: symmetric, optimized, direct."""
    values, epsilon = range(15), math.log(9)
    mechanisms = (
        UnaryEncoding.symmetric(values, epsilon),
        UnaryEncoding.optimized(values, epsilon),
        DirectEncoding(values, epsilon),
    )
    return [PEOPLE * math.sqrt(m.variance(PEOPLE, 0)) for m in mechanisms]


def test_histograms(chapter):
    (negative,) = in_chapter("histograms", "The table says that about −{} people")
    chapter.says('"Our table says −{:.0f} people', negative)
    (surveys,) = in_chapter("histograms", "shows this one count in {} surveys")
    chapter.says("The figure of {:,.0f} surveys: cover", surveys)
    people = sliders("Is the ranking right?")["n"]
    assert PEOPLE in people
    chapter.says("from {:,} people to {:,.0f}. |", PEOPLE, people[-1])
    f = np.array([0.9, 0.25, -0.1])
    chapter.says("norm_mul and norm_sub to ({:.2f}, {:.2f}, {:.2f}).", *f)
    repaired = np.concatenate([norm_mul(f), norm_sub(f)])
    chapter.says("({:.3f}, {:.3f}, {:.0f} and {:.3f}, {:.3f}, {:.0f}.)", *repaired)


def test_errors_of_histograms(chapter):
    sentence = "puts Craft-repair {} people above Prof-specialty"
    (ahead,) = in_chapter("histograms", sentence)
    chapter.says('"Craft-repair is {:.0f} ahead', ahead)
    text = "The difference has a standard error of {:.0f}."
    chapter.says(text, math.sqrt(2) * errors_at_ln_9()[0])
    sentence = "and {} empty ones at ε = 1, by direct encoding, a user finds {} instead of {}. "
    empty, estimate, share = in_chapter("histograms", sentence)
    chapter.says("On {:.0f} values with {:.0f} empty ones", empty + 2, empty)
    chapter.says("a true {} came out as {}. |", share, estimate)


def test_rappor_collect(chapter):
    shown, f = sliders("What averaging reveals"), 0.5
    assert {0, f} <= set(shown["f"])
    ends = shown["reports"][0], shown["reports"][-1]
    chapter.says("at f = 0, from {:.0f} reports to {:,.0f}.", *ends)
    chapter.says("The same at f = {}: what appears", f)
    p = RandomizedResponse.two_coin().p
    assert 1 - f / 2 == p
    chapter.says("with two coins for each bit (f = {:.1f})", 2 * (1 - p))
    library = rappor.Parameters(bits=16, hashes=2, cohorts=64, f=f, p=0.5, q=0.75)
    chapter.says("a filter of {} bits: each group picks", library.bits)
    reports = 1_000
    assert reports * library.epsilon_one > library.epsilon_infinity
    chapter.says('"{:,} reports cost {:,} ε₁."', reports, reports)


def test_joining_in_two_reports(chapter):
    (joined,) = in_chapter("two_reports", "**1. A test links {} % of the pairs")
    sentence = "If {} other devices have your word and cohort, 1 % of them"
    (others,) = in_chapter("two_reports", sentence)
    (wrong,) = in_chapter("two_reports", "by mistake. That's {} devices")
    assert wrong == others / 100
    chapter.says('"{:.0f} % are linked, so half of all devices are followed."', joined)
    text = "With {:,.0f} other devices, 1 % false alarms are {:.0f} wrong"
    chapter.says(text, others, wrong)


def test_rappor_decode(chapter):
    X = [[1, 1, 0], [1, 0, 1], [0, 1, 1]]
    bits, noisy = [3_000, 4_000, 1_000], [2_900, 4_100, 900]
    patterns = in_chapter("rappor_decode", "{} noisy bit")
    chapter.says('"{:,.0f} noisy bit patterns came in', *patterns)
    chapter.says("estimates {:,}, {:,} and {:,}; a sets", *bits)
    words = np.linalg.solve(X, bits).round(9) + 0
    chapter.says("({:,.0f}, {:.0f} and {:,.0f}.) Then", *words)
    chapter.says("Then with {:,}, {:,} and {}: what", *noisy)
    chapter.says("what does {:.0f} mean?", np.linalg.solve(X, noisy)[1])
    tests = sliders("What can never be seen")["tests"]
    chapter.says("from {:.0f} candidates to {:.0f}, watch both", tests[0], tests[-1])
    people = sliders("The twenty most common words")["n"]
    chapter.says("from 100,000 people to {:.0f} million. |", people[-1] / 1e6)
    assert 100_000 in people
    (words,) = in_chapter("rappor_decode", "**3. {} words are detected")
    candidates, level = 100, 0.05
    chapter.says('"Our list has {} candidates and we find {:.0f} at', candidates, words)
    chapter.says("rate of {:.0f} %. How many of the {:.0f} may", 100 * level, words)
    chapter.says("(At most {:.0f} % of what is found, on average", 100 * level)
    text = '"Each of the {:.0f} words is real with {:.0f} %."'
    chapter.says(text, words, 100 - 100 * level)


def test_choosing_a_protocol(chapter):
    shown = sliders("How many values should a set have?")
    chapter.says("before you move k to {:.0f}.", shown["k"][-1])
    status = load_adult()["marital_status"].nunique()
    chapter.says("Marital status: {} values.", status)
    chapter.says("server can do ({}, 1, 20,000, any", status)


def test_numbers(chapter):
    sides, clear = 6, RandomizedResponse.two_coin()
    ones, people = 13, 24
    mean = sides * (ones / people - clear.q) / (clear.p - clear.q)
    chapter.says("With {} ones of {} it is {:.1f}.", ones, people, mean)
    assert math.isclose(clear.p / clear.q, CLEAR_ODDS)  # "what is ε? (ln 3.)"
    wrong, right = in_chapter("numbers", "a mean age of {} becomes {}. Think")[::-1]
    chapter.says("at ε = 1 it is {} where the truth is {}.)", wrong, right)
    (low,) = in_chapter("numbers", "Who is −{} years old?")
    chapter.says('"A report of −{:.0f} years is a mistake', low)


def test_distributions(chapter):
    steps = sliders("Do more steps help?")
    assert {1, 2} <= set(steps["epsilon"]) and PEOPLE in steps["n"]
    sentence = "people, the guess after {} steps is on average already likelier"
    (after,) = in_chapter("distributions", sentence)
    chapter.says("After {:.0f} steps it is likelier than", after)


def test_again_and_again(chapter):
    days = 30
    right = guess_success(1, days)
    text = "{} reports at ε = 1 are right by majority in {:.1f} %"
    chapter.says(text, days, 100 * right)
    chain = DirectChain(range(2), 2, 1)
    chapter.says("does not: {:.2f} more each day", math.log(chain.p2 / chain.q2) / 2)


def test_two_reports(chapter):
    pair = [
        Linkability.of_rappor(Parameters(k, 2, 64, 0.5, p, 0.75)).match(10)
        for k, p in ((16, 0.5), (128, 0.25))
    ]
    text = "is picked in {:.0f} or {:.0f} % of cases"
    chapter.says(text, *(100 * chance for chance in pair))
    first = first_that_helps(0.1), first_that_helps(1)
    chapter.says("from {} answers on at ε = 0.1, from {} at ε = 1.", *first)
    chapter.says("for an evening and {}-private for the year", 365)
    yes = binom.pmf([3, 2, 1, 0], 3, 3 / 4) * 64
    text = (
        "who hold a yes, {:.0f} send three yes, {:.0f} two, {:.0f} one and {:.0f} none."
    )
    chapter.says("of 64 people " + text, *yes)
    over = yes - 3 * yes[::-1]
    assert math.isclose(over[1], 0, abs_tol=1e-9) and over[2] < 0
    chapter.says("three yes, by {:.0f} of 64.", over[0])
    right = guess_success(math.log(3), 3)
    chapter.says("({:.0f} of 64 on average.)", 64 * right)


def test_words_on_no_list(chapter):
    shown = sliders("How many printed names are real?")
    text = "Then raise ε to {:.0f}, and go back and take ten"
    chapter.says(text, shown["epsilon"][-1])
    assert shown["n"][-1] == 10_000_000


def test_shufflers_and_sums(chapter):
    local = shufflers.largest_local_epsilon(1_000_000, 1, 1e-6, by="coins")
    chapter.says("and one in {:,} lies. Nobody", int(round(math.exp(local) + 1, -4)))
    shown = sliders("The cliff")
    chapter.says("then ε₀ = {:.0f}.", shown["local"][-1])
    assert shufflers.coins_delta(3, math.log(3), math.log(2)) * 64 == pytest.approx(9)
    people = 10_000
    chapter.says("so δ = {}.", 10 / people)
    chapter.says("Among {:,} people that allows ten accidents", people)


def test_many_questions_at_one_epsilon(chapter):
    shown = sliders("Three plans for several questions")
    chapter.says("guess, then raise ε to {:.0f}.", shown["epsilon"][-1])
    split = AllInOne({"a": (0, 1), "b": (0, 1)}, math.log(3))
    p = split.mechanism.p
    assert math.isclose(p, 3 / 6) and math.isclose(split.questions["a"].p, 4 / 6)


def test_attackers(chapter):
    shown = sliders("What one fake is worth")
    assert {14, 1024} <= set(shown["k"]) and 5 in shown["r"]
    values, fakes, honest = range(4), 100, 9_900
    chapter.says("{} fakes among {:,} honest people", fakes, honest)
    gains = [
        attackers.largest_gain(make(values, math.log(3)), [0, 1])
        for make in (DirectEncoding, UnaryEncoding.optimized)
    ]
    points = [100 * attackers.overall_gain(gain, honest, fakes, 0.0) for gain in gains]
    assert np.allclose(gains, [2, 6]) and np.allclose(points, [2, 6])


def test_deployments_and_choosing(chapter):
    ledger = sliders("A ledger of a year")
    assert 48 in ledger["reports"] and 52 in ledger["changes"]
    chapter.says("From 1 : 99 to at most {:.1f} : 99,", math.exp(2))
    chapter.says("which is {:.0f} in 100.)", 100 * highest_belief(0.01, 2))
    (factor,) = in_chapter("deployments", "The same number, and a factor of {}.")
    chapter.says("by a factor of {:.0f} in a month", factor)
