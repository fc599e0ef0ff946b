"""Claims of the chapter "Testing a mechanism", computed."""

import inspect
import math
import re
from itertools import chain, permutations, product

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import binom, chi2, norm

from ldp_course import DirectEncoding, LocalHashing, RandomizedResponse, UnaryEncoding
from ldp_course.audit import audit
from ldp_course.data import OCCUPATIONS
from ldp_course.privacy import privacy_loss
from ldp_course.topics.testing_mechanisms import examine, examine_client, findings
from tests.chapters.claims import test_every_number_is_said  # noqa: F401
from tests.sampling import sampled

# Read: the rule on paper


def any_value(k, epsilon):
    p = DirectEncoding(list(range(k)), epsilon).p
    return np.where(np.eye(k, dtype=bool), p + (1 - p) / k, (1 - p) / k)


def test_the_rule_of_four_values(chapter):
    p, channel = DirectEncoding(list("abcd"), 1).p, any_value(4, 1)
    chapter.says("$p = e/(e+3)$ = {:.4f}", p)
    text = 'with probability ${:.4f} + {:.4f}/4$ = {:.4f}. A coffee drinker sends "tea" only if the '
    text += "draw hits it, with probability ${:.4f}/4$ = {:.4f}."
    chapter.says(text, p, 1 - p, channel[0, 0], 1 - p, channel[0, 1])
    ratio = math.exp(privacy_loss(channel))
    text = 'The report "tea" is therefore {:.4f}/{:.4f} = {:.2f} times as likely'
    chapter.says(text, channel[0, 0], channel[0, 1], ratio)
    chapter.says("The promise allowed a factor of $e$ = {:.2f}.", math.e)
    chapter.says("The true ε is ln {:.2f} = {:.3f}.", ratio, math.log(ratio))
    chapter.says("One word in the rule turns ε = 1 into {:.2f}", math.log(ratio))
    honest, wrong = (100 * belief(0.1, factor) for factor in (math.e, ratio))
    text = "at most {:.0f} %, because odds of 1 : 9 become {:.2f} : 9. Mira's rule lifts it to {:.0f} %."
    chapter.says(text, honest, math.e, wrong)
    other = (1 - p) / 3
    assert p / other == pytest.approx(math.e)
    text = "with probability {:.4f}/3 = {:.4f}, and {:.4f} is $e$ times as much"
    chapter.says(text, 1 - p, other, p)


def belief(prior, factor):
    return prior * factor / (prior * factor + 1 - prior)


def test_true_epsilon_is_that_of_the_channel(chapter):
    for k in (2, 4, 14, 100):
        for epsilon in (0.5, 1, 3):
            loss = privacy_loss(any_value(k, epsilon))
            assert chapter["true_epsilon"](k, epsilon) == pytest.approx(loss, rel=1e-12)


# Count: an audit and its power


def rr_audit(chapter, n, claimed, true):
    device = RandomizedResponse(true)
    return chapter["audit_power"](n, claimed, device.p, device.q)


def rr_law(chapter, n, claimed, true):
    return chapter["law_power"](
        n, RandomizedResponse(claimed).p, RandomizedResponse(true).p
    )


def both_needed(chapter, claimed, true):
    says, does = RandomizedResponse(claimed), RandomizedResponse(true)
    by_law = chapter["needed"](chapter["law_power"], says.p, does.p)
    return chapter["audit_needs"](claimed, true), by_law


def test_power_is_the_sum_over_both_counts(chapter):
    n, device = 30, RandomizedResponse(2)

    def bound(*counts):
        samples = ([1] * count + [0] * (n - count) for count in counts)
        return audit(*samples, event=lambda r: r == 1).epsilon_lower

    power = sum(
        binom.pmf(h, n, device.p) * binom.pmf(a, n, device.q)
        for h, a in product(range(n + 1), repeat=2)
        if bound(h, a) > 0.5
    )
    assert rr_audit(chapter, n, 0.5, 2) == pytest.approx(power, abs=1e-12)


def test_the_figure_of_power(chapter):
    least, most = min(chapter["sizes"]), max(chapter["sizes"])
    text = "rises from almost zero at {} reports from each value to one at {:,}."
    chapter.says(text, least, most)
    assert chapter["exact"][0] < 0.05 and chapter["exact"][-1] > 0.99
    off = np.abs(np.divide(chapter["found"], 200) - chapter["exact"])
    assert (off <= 3 * chapter["error"] + 1e-3).all()


def test_an_audit_of_the_expected_counts(chapter):
    n, device = 1_000, RandomizedResponse(1.25)
    h, a = round(n * device.p), round(n * device.q)
    text = "the truth is sent by {} people of {:,}, where {:.0f} were promised."
    chapter.says(text, h, n, n * RandomizedResponse(1).p)
    chapter.says('you expect {} "yes" from "yes" and {} from "no".', h, a)
    chapter.says("say ln({}/{}) = {:.2f}.", h, a, math.log(h / a))
    low = brentq(lambda p: binom.sf(h - 1, n, p) - 0.005, 0.01, 0.99)
    high = brentq(lambda p: binom.cdf(a, n, p) - 0.005, 0.01, 0.99)
    text = r"$\ln(\ell({})/u({})) = \ln({:.3f}/{:.3f})$ = {:.2f}."
    chapter.says(text, h, a, low, high, math.log(low / high))


def test_powers_at_a_claim_of_1(chapter):
    assert rr_audit(chapter, 100, 1, 1.25) < 0.02
    power = rr_audit(chapter, 1_000, 1, 1.25)
    chapter.says("it's {:.3f}, by the exact sum", power)
    chapter.says("About one tester in six")
    assert 1 / (1 - power) == pytest.approx(6, abs=0.5)
    false_alarm = 100 * rr_audit(chapter, 1_000, 1, 1)
    text = "keeps its promise in only {:.2f} % of audits, not in 1 %"
    chapter.says(text, false_alarm)
    text = "an audit needs {:,} reports from each value, by"
    chapter.says(text, chapter["audit_needs"](1, 1.25))


# Compare


def test_too_much_noise(chapter):
    promised, sent = RandomizedResponse(1), RandomizedResponse(0.5)
    people = 1_000
    expected, counted = (
        [round(people * p) for p in (device.p, device.q)] for device in (promised, sent)
    )
    text = "Take {:,} people who all have asthma. The server expects the noise of ε = 1, so {} of "
    text += 'them should send "yes" and {} "no". But {} send "yes" and {} "no".'
    chapter.says(text, people, *expected, *counted)
    yes, p, q = counted[0] / people, promised.p, promised.q
    text = "$({:.3f}-{:.3f})/({:.3f}-{:.3f})$ = {:.3f}."
    share = (yes - round(q, 3)) / (round(p, 3) - round(q, 3))
    chapter.says(text, yes, q, p, q, share)
    text = "has no inhaler for {:.0f} of its {:,} patients"
    chapter.says(text, people * (1 - share), people)
    terms = [(c - e) ** 2 / e for c, e in zip(counted, expected)]
    text = "Here the first term is $({}-{})^2/{}$ = {:.1f} and the second $({}-{})^2/{}$ = {:.1f}."
    first, second = zip(counted, expected, expected, terms)
    chapter.says(text, *first, *second)
    limit = chi2.isf(0.01, 1)
    deviation = math.sqrt(people * p * q)
    text = "$\\sqrt{{1000 \\cdot {:.3f} \\cdot {:.3f}}}$ = {:.1f}. So {} is {:.2f} standard deviations"
    off = (expected[0] - counted[0]) / deviation
    chapter.says(text, p, q, deviation, counted[0], off)
    assert off**2 == pytest.approx(sum(terms), rel=2e-3)
    chapter.says("the sum, {:.1f}, is the square of {:.2f}.", sum(terms), off)
    normal = math.sqrt(limit)
    text = "beyond {:.3f} standard deviations in one of 100 cases, and ${:.3f}^2$ = {:.2f}."
    chapter.says(text, normal, normal, limit)
    assert chapter["chi_squared"](counted, expected) == pytest.approx(sum(terms))


def test_explorer_of_both_tests(chapter):
    explorer = chapter.explorers["Which test sees it"]
    text = "with {}, {:,} and {:,} reports from each value?"
    chapter.says(text, *explorer.predict.at)
    for state, picture in explorer.pictures:
        audits, chi = (np.array(line.y) for line in picture.series)
        if state["factor"] > 1:
            ahead = chi > audits
            assert not ahead.any() or chi[ahead].max() < 50, "fewer than half"
        if state["factor"] < 1:
            assert audits.max() < 1, "fewer than one of 100"
            assert chi[-1] > 80
        elif state["factor"] == 1:
            assert audits.max() <= 1
            assert chi.max() < 2.5, "few lies: chi-squared is rough at a large ε"
        else:
            assert audits[-1] > 90 or state["epsilon"] == 0.5 or state["factor"] == 1.1
    factors = explorer.choices["factor"]
    chapter.says("Move the factor from {} to {}, past 1.", min(factors), max(factors))


def test_explorer_of_the_reports_needed(chapter):
    explorer = chapter.explorers["Reports needed"]
    text = "need at a claim of {}, of {} and of {}, to find nine"
    chapter.says(text, *explorer.predict.at)
    for state, picture in explorer.pictures:
        (line,) = picture.series
        claims, needed = line.x, line.y
        assert min(needed) < min(needed[0], needed[-1]), "the middle is easiest"
        before, at = (
            rr_audit(chapter, n, claims[0], state["factor"] * claims[0])
            for n in (needed[0] - 1, needed[0])
        )
        assert before < 0.9 <= at < 0.93
    for claimed, true in ((0.5, 0.625), (2, 3), (4, 8)):
        audits, laws = both_needed(chapter, claimed, true)
        assert audits < laws < 2 * audits, "fewer from each value, more in all"
    chapter.says("at ε = 6 one report in {:.0f} is a lie", 1 / RandomizedResponse(6).q)


CELLS = list(product((0.5, 1, 2, 3, 4, 6), (1.1, 1.25, 1.5, 2)))


@pytest.mark.parametrize("cell", sampled(CELLS, 0, always=[(0.5, 2), (2, 2), (4, 1.5)]))
def test_from_the_reports_needed_on_the_power_stays(run_chapter, cell):
    """Each size up to three halves of it; farther off, a count is a small part.

    `tests/topics/testing_mechanisms/test_power.py` runs each cell of the table 200 times.
    """
    claimed, true = cell[0], cell[0] * cell[1]
    for n, power in zip(both_needed(run_chapter, claimed, true), (rr_audit, rr_law)):
        assert power(run_chapter, n - 1, claimed, true) < 0.9
        assert all(
            power(run_chapter, more, claimed, true) >= 0.9
            for more in range(n, 3 * n // 2)
        )


@pytest.mark.parametrize(
    ("short", "stays"),
    [({9, 11}, 12), ({*range(12), 14}, 15), ({10, 13, 20}, 21), ({*range(40), 50}, 51)],
)
def test_a_power_that_falls_back(run_chapter, short, stays):
    assert run_chapter["needed"](lambda n: 0.5 if n in short else 0.95) == stays


def test_power_is_uneven(chapter):
    last = both_needed(chapter, 4, 8)[0] - 1
    also = next(n for n in range(100, last) if rr_audit(chapter, n, 4, 8) >= 0.9)
    end = 900
    assert all(rr_audit(chapter, n, 4, 8) >= 0.9 for n in range(last + 1, end + 1))
    text = "In the last cell, {} reports suffice for an audit, but {} do not, while {} to {} do."
    chapter.says(text, also, last, last + 1, end)


def test_where_the_sizes_come_from(chapter):
    says, sends = RandomizedResponse(1), RandomizedResponse(1.25)
    before, after = (math.sqrt(device.p * device.q) for device in (says, sends))
    chapter.says("ε = 1 promises {:.3f}, and ε = 1.25 sends {:.3f}.", says.p, sends.p)
    chapter.says("the standard deviation {:.3f} or {:.3f}.", before, after)
    level, power = norm.isf(0.005), norm.isf(0.1)
    chapter.says("99 % of normal errors lie within {:.2f} standard errors, so", level)
    text = "begins ${:.2f} \\cdot {:.3f}/\\sqrt n$ above {:.3f}."
    chapter.says(text, level, before, says.p)
    text = r"90 % lie below {:.2f}, so it must begin ${:.2f} \cdot {:.3f}/\sqrt n$ below {:.3f}."
    chapter.says(text, power, power, after, sends.p)
    difference = round(sends.p - says.p, 5)
    about = ((level * before + power * after) / difference) ** 2
    formula = r"\frac{{{:.2f} \cdot {:.3f} + {:.2f} \cdot {:.3f}}}{{{:.5f} - {:.5f}}}"
    chapter.says(formula, level, before, power, after, sends.p, says.p)
    chapter.says("\\right)^2 \\approx {:,.0f}", about)
    by_audit, by_law = both_needed(chapter, 1, 1.25)
    chapter.says("Where does chi-squared's {:,} come from?", by_law)
    text = "an audit needs {:,} reports from each value and chi-squared {:,}."
    chapter.says(text, by_audit, by_law)


def test_table_of_the_reports_needed(chapter):
    factors = 1.1, 1.25, 1.5, 2
    text = "| claimed ε | true ε = {} × claim | {} × claim | {} × claim | {} × claim |"
    chapter.says(text, *factors)
    for claimed in (0.5, 1, 2, 4):
        row = [both_needed(chapter, claimed, factor * claimed) for factor in factors]
        cells = " | ".join("{:,} / {:,}" for _ in row)
        chapter.says(f"| {{}} | {cells} |", claimed, *chain.from_iterable(row))


# Whole reports, and not only bits


def test_one_number_for_all_bits(chapter):
    mechanism = UnaryEncoding.optimized(chapter["drinks"], 1)
    p, q = mechanism.p, mechanism.q
    text = "is 1 with probability $p$ = {}, and each other bit with $q$ = {:.3f}."
    chapter.says(text, p, q)
    text = (
        "| below {:.3f} | 1 | 1 | 1 | | from {:.3f} to {} | 1 | 0 | 0 | | above {} | 0"
    )
    chapter.says(text, q, q, p, p)
    chapter.says("In {:.0f} of 100 reports there's a single 1", 100 * (p - q))
    assert max(chapter["bits"]) < 1
    rows = chapter["rows"]
    text = "2,000 reports of each value show with 99 % confidence that ε is at least {:.2f}."
    chapter.says(text, rows.epsilon_lower)
    assert (rows.false_alarms, rows.hits_of, rows.false_alarms_of) == (0, 1_000, 1_000)
    high = 1 - 0.005 ** (1 / 1_000)
    chapter.says("no false alarm among {:,} counted reports", rows.false_alarms_of)
    chapter.says("If its probability were {:.4f}, there'd still be none", high)
    about = round(1 - high, 4)
    text = "because ${:.4f}^{{1000}}$ is about {:.3f}. So $u(0)$ = {:.4f}"
    chapter.says(text, about, about**1_000, high)
    chapter.says("more than ln(1/{:.4f}) = {:.1f}.", high, -math.log(high))
    rng = np.random.default_rng(1)
    reports = chapter["one_number"](mechanism.encode(["tea"] * 10_000), rng)
    assert set(map(tuple, reports)) == {(0, 0, 0), (1, 0, 0), (1, 1, 1)}


def test_eleven_rows(chapter):
    q = chapter["optimized"].q
    differ = 2 * q * (1 - q)
    text = r"differ with probability $2 \cdot {:.3f} \cdot {:.3f}$ = {:.3f}, but both"
    chapter.says(text, q, 1 - q, differ)
    enough = chapter["needed"](chapter["law_power"], differ, 0)
    assert enough == next(n for n in range(1, 99) if n * differ / (1 - differ) > 6.635)
    text = (
        "{} rows in which they never differ have probability ${:.3f}^{{11}}$ = {:.3f}."
    )
    chapter.says(text, enough, 1 - differ, (1 - differ) ** enough)


# Again and again; one call


def test_clients(chapter):
    defaults = inspect.signature(examine_client).parameters
    assert (defaults["clients"].default, defaults["times"].default) == (2_000, 30)
    once = RandomizedResponse(1)
    differ = 2 * once.p * once.q
    text = "$2 \\cdot {:.3f} \\cdot {:.3f}$ = {:.3f}, and two"
    chapter.says(text, once.p, once.q, differ)
    chapter.says("$1 - {:.3f}^5$ = {:.3f}.", 1 - differ, 1 - (1 - differ) ** 5)
    days, half = 30, 15
    text = 'on about {:.0f} of {} evenings, and with "no" on about {:.0f}.'
    chapter.says(text, days * once.p, days, days * once.q)
    right = binom.sf(half, days, once.p) + binom.pmf(half, days, once.p) / 2
    assert right > 0.99, "right for more than 99 people of 100"
    report = examine_client(chapter["forgets"], [0, 1], 1, np.random.default_rng(12))
    assert not report.holds
    (finding,) = chapter_forgets(chapter)
    text = "an ε of at least {} for the month, where 1 was claimed."
    chapter.says(text, re.search(r"at least (\S+),", finding.sentence)[1])
    assert chapter["coin"] == once


def chapter_forgets(chapter):
    rng = np.random.default_rng(2)  # as the cell: the other client is asked first
    examine_client(chapter["remembers"], [0, 1], 1, rng)
    return examine_client(chapter["forgets"], [0, 1], 1, rng).findings


def test_a_server_with_the_wrong_q(chapter):
    hashing = LocalHashing(list("abcdefgh"), 4, 1)
    direct = DirectEncoding(list("abcd"), 1)
    p, q = direct.p, direct.q
    assert (hashing.p, hashing.q) == pytest.approx((p, 1 / 4))
    text = "its own with probability {:.3f}, and each of the other three with {:.3f}."
    chapter.says(text, p, q)
    chapter.says("the server should compute $(s - {0})/({1:.3f} - {0})$.", 0.25, p)
    text = "Mira remembered {0:.3f}, the probability of another *bucket*, and the server computes "
    chapter.says(text + "$(s - {0:.3f})/({1:.3f} - {0:.3f})$.", q, p)
    share = (0.25 - q) / (p - q)
    chapter.says("gets $(0.25 - {:.3f})/({:.3f} - {:.3f})$ = {:.2f}:", q, p, q, share)

    def added_up(values):
        """Each person counts once for her own value, and for each other one by chance."""
        return 1 + share * (values - 1)

    chapter.says("shares that add up to {:.2f}", added_up(10))
    chapter.says("That's $1 + 9/4$ = {:.2f} in all.", added_up(10))
    text = "For four drinks it would be {:.2f}, and for the fourteen occupations of earlier "
    chapter.says(text + "chapters {:.2f}.", added_up(4), added_up(len(OCCUPATIONS)))
    text = "and nine such drinks make {:.2f} too many"
    chapter.says(text, added_up(10) - 1)
    s = chapter["s"]
    for constant, total in ((0.25, 1), (q, added_up(10))):
        assert ((s - constant) / (p - constant)).sum() == pytest.approx(total, abs=0.06)
    text = "whose answers you know, {} times with fresh noise."
    chapter.says(text, findings.RUNS)
    chapter.says("within {:.1f} standard errors of that mean", norm.isf(0.005))
    text = "and {} estimates show it to [about {:.0f} %"
    off = 1 / math.sqrt(2 * (findings.RUNS - 1))
    chapter.says(text, findings.RUNS, 100 * off)


def test_many_tests_have_many_false_alarms(chapter):
    pairs = len(list(permutations(chapter["jobs"], 2)))
    chapter.says("accused in up to {} % of cases.", pairs)
    weeks = 52
    once = 1 - 0.99**weeks
    text = "once in {:.0f} of 100 years, if the examinations are independent, because "
    text += "$1 - 0.99^{{52}}$ = {:.2f}."
    chapter.says(text, 100 * once, once)


def events(chapter):
    """Return of each event the claim, and its probabilities: promised, sent, of others."""
    coin, three = RandomizedResponse(1), DirectEncoding(chapter["drinks"], 1)
    p, q = coin.p, chapter["optimized"].q
    lie = (1 - three.p) / 3
    stored = 1 - 39 / 256
    return {
        "any value: the value": (1, three.p, three.p + lie, lie),
        "all of ε on each bit: own 1, next 0": (1, 0.5 * (1 - q), p * p, q * q),
        "one number for all bits: own bit 1": (1, 0.5, 0.5, q),
        "one number for all bits: only own bit 1": (1, 0.5 * (1 - q) ** 2, 0.5 - q, 0),
        "one number for all bits: other bits differ": (1, 2 * q * (1 - q), 0, 0.5 - q),
        "too much noise: yes": (1, p, *RandomizedResponse(0.5).channel()[::-1, 1]),
        "a reported no is always true: no": (math.log(3), 3 / 4, 1 / 2, 0),
        "$f$ = 0.3 stored as 39/128: kept bit": (
            math.log(17 / 3), 0.85, stored, 1 - stored,
        ),
    }  # fmt: skip


def reports_needed(chapter, claimed, promised, sent, others):
    """Return the reports that an audit and chi-squared need, or None for never."""
    more, less = max(sent, others), min(sent, others)
    by_audit = by_law = None
    if more > less * math.exp(claimed) * (1 + 1e-9):
        by_audit = chapter["needed"](chapter["audit_power"], claimed, more, less)
    if not math.isclose(promised, sent):
        by_law = chapter["needed"](chapter["law_power"], promised, sent)
    return by_audit, by_law


def test_reports_needed_for_each_fault(chapter):
    """`tests/topics/testing_mechanisms/test_power.py` runs the faulty programs."""
    needed = {
        name: reports_needed(chapter, *event) for name, event in events(chapter).items()
    }
    for name, (claimed, *chances) in events(chapter).items():
        numbers = [number for number in needed[name] if number]
        places = ["{:,}" if number else "never" for number in needed[name]]
        claim = "{:.3f}" if claimed > 1 else "{:.0f}"
        text = f"| {name} | {claim} | {{:.3f}} | {{:.3f}} | {{:.3f}} | {' | '.join(places)} |"
        chapter.says(text, claimed, *chances, *numbers)
    optimized = chapter["optimized"]
    p, q = optimized.p, optimized.q
    by_name = events(chapter)
    name = "one number for all bits: other bits differ"
    _, differ, never, other = by_name[name]
    assert (differ, never) == (pytest.approx(2 * q * (1 - q)), 0)
    assert needed[name][1] == 11
    assert chapter["law_power"](11, differ, differ) < 0.01
    assert by_name["a reported no is always true: no"][1:3] == (1 - 0.5**2, 0.5)
    _, promised, sent, others = next(iter(by_name.values()))
    first, *_, last = needed.values()
    chapter.says("should send their value with probability {:.3f}.", promised)
    chapter.says("They send it with {:.3f}, others with {:.3f}, and", sent, others)
    text = "and an audit needs {} reports from each value, chi-squared {} from"
    chapter.says(text, *first)
    _, stays, with_bits, _ = by_name["$f$ = 0.3 stored as 39/128: kept bit"]
    assert (stays, with_bits) == (1 - 0.3 / 2, 1 - 39 / 128 / 2)
    chapter.says("with probability $1 - f/2$ = {}. A coin of 7 random", stays)
    chapter.says("| $f$ = {} stored as {}/{}: kept bit |", 0.3, 39, 128)
    chapter.says("has $f = {}/{}$ for {}.", math.ceil(0.3 * 128), 128, 0.3)
    assert last[0] is None
    chapter.says("chi-squared needs {:,} reports.", last[1])
    device = RandomizedResponse(1.25)
    error = 0.01
    chapter.says("an error of {:.4f}, and three times as many of them", error**2)
    once, again = (
        chapter["audit_power"](n, 1, device.p, device.q, chance)
        for n, chance in ((1_000, error), (3_000, error**2))
    )
    assert again * once > 0.99 * once, "a fault is not cleared by the repetition"
    chapter.says("another value have {} − {:.3f} = {:.3f}, because", p, q, p - q)
    assert math.isclose(other, p - q)
    _, promised, sent, _ = by_name["one number for all bits: own bit 1"]
    assert promised == sent, "never bit by bit"


def test_what_each_test_says(chapter):
    marks = {}
    for name, fault in chapter["faults"].items():
        rng = np.random.default_rng(5)
        report = examine(fault, chapter["jobs"], 1, rng, n=5_000)
        marks[name] = {finding.test: finding.holds for finding in report.findings}
    assert all(mark["channel"] is not False for mark in marks.values()), "no ✗"
    for test in next(iter(marks.values())):  # no test finds all five
        assert not all(mark[test] is False for mark in marks.values())
    assert all(False in mark.values() for mark in marks.values())
    assert marks["too much noise"]["audit"] and not marks["too much noise"]["law"]
    rng, first = np.random.default_rng(6), chapter["faults"]["any value, not another"]
    spreads = [
        findings.estimates(first, chapter["jobs"], 0.01 / 7, rng)[1] for _ in range(20)
    ]
    assert 8 <= sum(spread.holds for spread in spreads) < 20, "often, and not always"
    assert not marks["the same seed each time"]["fresh chance"]


# Check yourself and exercises


def test_exercises(chapter):
    factor = math.exp(8)
    n = math.ceil(math.log(0.005) / math.log(factor / (factor + 1)))
    yes = [1] * n
    reached = audit(yes, [0] * n, event=lambda r: r == 1).epsilon_lower
    fewer = audit(yes[1:], [0] * (n - 1), event=lambda r: r == 1).epsilon_lower
    assert fewer < 8 <= reached
    chapter.says(r"$n = \ln 0.005 / \ln r$ = {:,}.", n)
    pairs = len(list(permutations(range(8), 2)))
    text = r"$8 \cdot 7$ = {} pairs. $1 - 0.99^{{{}}}$ = {:.3f}."
    chapter.says(text, pairs, pairs, 1 - 0.99**pairs)
    chapter.says("An error of 0.01/{} = {:.6f} for each", pairs, 0.01 / pairs)


def test_three_reports(chapter):
    counts, expected = np.array([520, 260, 220]), np.array([500, 250, 250])
    shares = expected / 1_000
    chapter.says("promised with {}, {} and {}. {:,} people", *shares, counts.sum())
    chapter.says("send {}, {} and {} of them.", *counts)
    chapter.says("it exceeds {:.2f} in one of 100 cases", chi2.isf(0.01, 2))
    terms = (counts - expected) ** 2 / expected
    off = abs(counts - expected)
    text = "${}^2/{} + {}^2/{} + {}^2/{} = {:.1f} + {:.1f} + {:.1f}$ = {:.1f}."
    pairs = np.column_stack([off, expected]).ravel()
    chapter.says(text, *pairs, *terms, terms.sum())


def test_one_number_of_two_values(chapter):
    assert privacy_loss(chapter["channel"](0.5, 0.25)) == math.inf
    grid = (np.arange(1_000) + 0.5) / 1_000
    rows = [
        np.bincount(2 * (grid < own) + (grid < other), minlength=4) / 1_000
        for own, other in ((0.5, 0.25), (0.25, 0.5))
    ]
    assert chapter["channel"](0.5, 0.25) == pytest.approx(np.array(rows))


def test_what_tests_miss(chapter):
    one_in, reports = 100_000, inspect.signature(examine).parameters["n"].default
    chapter.says("*beside* one report in {:,}. With {:,} reports, as", one_in, reports)
    missed = (1 - 1 / one_in) ** reports
    chapter.says("${}^{{{}}}$ = {:.2f}.", 1 - 1 / one_in, reports, missed)
    enough = math.ceil(math.log(0.01) / math.log1p(-1 / one_in))
    text = "ln 100 = {:.1f} times {:,} reports, or {:,} exactly."
    chapter.says(text, math.log(100), one_in, enough)


def test_quiz(chapter):
    chapter.says("gives a bound of {}. The library claims ε = {}.", 0.2, 1)


def test_the_least_of_three_values(chapter):
    least, values = 0.06, len(chapter["jobs"])
    assert least * values > 0.01 / len(findings.NAMES)
    chapter.says("So {} passes.", least)
    chapter.says("the least of three lies below {} in a sixth of", 0.06)
    assert pytest.approx(1 / 6, abs=0.01) == 1 - (1 - 0.06) ** 3
