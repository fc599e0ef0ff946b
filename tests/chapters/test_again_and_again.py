"""Claims of the chapter "Again and again", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

from itertools import product
from math import exp, log

import numpy as np
from scipy.stats import binom

from ldp_course import DirectEncoding, RandomizedResponse, UnaryEncoding
from ldp_course.privacy import privacy_loss
from ldp_course.topics.again_and_again import (
    AlphaPoint,
    BitFlips,
    DirectChain,
    HashingChain,
    pair_loss,
    sequence_channel,
    sequence_loss,
)
from ldp_course.topics.two_reports import guess_success
from tests.chapters.claims import test_every_number_is_said  # noqa: F401


def test_memory_from_scratch(chapter):
    memory, rng = {}, np.random.default_rng(1)
    answers = [chapter["report"](value, memory, 0.75, rng) for value in (0, 1, 0, 1)]
    assert answers[:2] == answers[2:] and len(memory) == 2


def test_memory_alone_proves_a_change(chapter):
    two_days = chapter["two_days"]
    assert two_days[0, 1] == two_days[3, 1] == 0 and privacy_loss(two_days) == np.inf
    chapter.says("from no to yes sends it with probability {:.3f}.", two_days[1, 1])
    stays, moves = two_days[:2, 0]
    text = (
        "comes with probability {:.3f} from the person who stays at no, and with {:.3f}"
    )
    text += " from the one who moves to yes. That is a loss of {:.2f}.)"
    chapter.says('"No, no" ' + text, stays, moves, log(stays / moves))
    chapter.says("where $p$ is {:.3f}, and two", chapter["alone"].permanent.p)
    assert log(stays / moves) > chapter["alone"].epsilon_infinity
    for days in (1, 3, 6):  # between two people who never change
        both = sequence_channel(chapter["alone"], days)[[0, -1]]
        assert np.isclose(privacy_loss(both), chapter["alone"].epsilon_infinity)


def test_the_second_layer(chapter):
    chain, p2 = chapter["chain"], chapter["p2"]
    of_both = p2(chain.permanent.p, chapter["once"].p)
    chapter.says("true with probability $p$ = {:.3f}.", chapter["once"].p)
    text = "true with probability $p_1$ = {:.3f}, for"
    chapter.says(text, chain.permanent.p)
    pair = (0.9, 0.7)
    chapter.says("With $p_1$ = {} and $p$ = {} it is {:.2f}.", *pair, p2(*pair))
    chapter.says("For our app $p_2$ is {:.3f}.", of_both)
    assert np.isclose(chain.p2, of_both) and chapter["both"]


def test_one_report_is_the_one_shot_mechanism(chapter):
    """Direct encoding of several values, with the q2 of the text."""
    for k in (2, 3, 10):
        chain = DirectChain(range(k), 2, 1)
        first, both = (np.expm1(e) / (np.expm1(e) + k) for e in (2, 1))
        assert np.isclose(chain.q2, (1 - both / first) / k)
        once = DirectEncoding(range(k), 1).channel()
        assert np.allclose(chain.channel(), once, atol=1e-14)


def test_question_3(chapter):
    """Pairs that cost at most 2ε∞, for chains of several ε, and for ours alone."""
    ours, bound = chapter["chain"], 2 * chapter["chain"].epsilon_infinity
    four, five = (sequence_loss(ours, days).any_two for days in (4, 5))
    text = "any two histories of up to four days, which cost at most {:.2f}, and"
    chapter.says(text, four)
    assert four < bound < five
    per_day = log(ours.p2 / ours.q2)
    chapter.says("differ on one day only, which cost at most {:.2f}.)", per_day)
    assert sequence_loss(ours, 12).one_day_changed < per_day < bound
    for infinity, first in ((1, 0.5), (1.5, 1), (3, 2.5), (4, 1)):
        chain = DirectChain([0, 1], infinity, first)
        many = sequence_loss(chain, 12)
        assert many.same_pattern < 2 * infinity < many.any_two


def test_fresh_noise(chapter):
    once, days = chapter["once"], 30
    chapter.says("answer is true with probability {:.3f}, and nobody", once.p)
    text = r"On average {} · {:.3f}, about {:.0f}, of your reports say yes."
    chapter.says(text, days, once.p, days * once.p)
    chapter.says("were no, only about {:.0f} would.", days * once.q)
    of_month, of_week = (guess_success(once.epsilon, T) for T in (days, 7))
    majority = binom.sf(15, days, once.p) + binom.pmf(15, days, once.p) / 2
    assert np.isclose(of_month, majority)
    chapter.says("and after a month in {:.0f} out of {:,}.", 1_000 * of_month, 1_000)
    assert 0.9 < of_week < 0.92  # nine cases out of ten
    chapter.says("fresh coins cost ε = {:.0f} in all", days * once.epsilon)


def test_a_change_shows(chapter):
    """Two stored answers, by enumeration of direct encoding."""
    explorer = chapter.explorers["Does a change show?"]
    for state, picture in explorer.pictures:
        (line,) = picture.series
        for epsilon, shows in zip(line.x, line.y, strict=True):
            first, second = DirectEncoding(range(state["k"]), epsilon).channel()[:2]
            assert abs(100 * (1 - first @ second) - shows) < 0.01
        assert min(line.y) >= 50
    lines = [picture.series[0].y for _, picture in explorer.pictures]
    assert (np.diff(lines, axis=0) > 0).all()  # more answers lift all of it
    p = chapter["alone"].permanent.p
    differ = p**2 + (1 - p) ** 2
    chapter.says("At ε∞ = 2 it shows on {:.0f} % of them.", 100 * differ)
    chapter.says("${:.3f}^2 + {:.3f}^2 = {:.2f}$.", p, 1 - p, differ)


def test_a_mean_over_days(chapter):
    chain, once = chapter["chain"], chapter["once"]
    one_day, floor = once.variance(1, 0), chain.permanent.variance(1, 0)
    chapter.says(
        "So $n\\,V(1)$ = {:.3f}, and $n\\,V(2)$ = {:.3f}, which", one_day, floor
    )
    assert 1 / 5.5 < floor / one_day < 1 / 4.5  # a fifth
    year = one_day / chain.variance(1, 0, 365)
    assert round(year) == 5  # "worth five evenings"
    chapter.says("simulate {} groups of 500 people", chapter["runs"])
    theory, means = chapter["theory"], chapter["means"]
    runs, T = chapter["runs"], np.arange(1, 31)
    assert (abs(means.mean(axis=1) - 0.3) < 5 * theory / np.sqrt(runs)).all()
    assert (abs(means.std(axis=1) / theory - 1) < 5 / np.sqrt(2 * runs)).all()
    chapter.says("it falls from {:.3f} to {:.3f} and flattens", theory[0], theory[-1])
    chapter.says("one report at ε∞, {:.3f}. The dots", chapter["floor"])
    chapter.says("dots of {} runs lie", runs)
    fresh = theory[0] / np.sqrt(T[-1])
    chapter.says("With fresh noise it would fall to {:.3f}.", fresh)
    chapter.says("number of days averaged, 1 to {}. With", T[-1])
    text = "standard error of {:.1f} points. After a month it is {:.1f} points, and it will never be"
    chapter.says(text, 100 * theory[0], 100 * theory[-1])
    chapter.says("be less than {:.1f}. With", 100 * chapter["floor"])
    chapter.says("With probability {:.3f} it isn't true", chain.permanent.q)
    chapter.says("noise it would have fallen to {:.1f}.", 100 * fresh)


def test_the_loss_of_all_reports(chapter):
    losses, chain = chapter["losses"], chapter["chain"]
    text = "after 5 days the loss is already {:.2f}, and after 8 days it is {:.2f}."
    chapter.says(text, losses[5]["any_two"], losses[8]["any_two"])
    bound = 2 * chain.epsilon_infinity
    for days, loss in losses.items():
        assert loss["constant"] < 2 and loss["same_pattern"] < bound
        assert (loss["any_two"] > bound) == (days >= 5)
    once_more = log(chain.p2 / chain.q2)
    chapter.says("no no no no | below {:.2f} |", once_more)
    chapter.says("tells the truth with probability {:.3f}. Its loss", chain.p2)
    text = r"Its loss is $\ln\frac{{{:.3f}}}{{{:.3f}}}$ = {:.2f}. With"
    chapter.says(text, chain.p2, chain.q2, once_more)
    assert losses[8]["one_day_changed"] < once_more
    infinity = 1.5
    one_day = sequence_loss(DirectChain([0, 1], infinity, 1), 4).one_day_changed
    weaker = DirectChain([0, 1], infinity, 1)
    at_most = log(weaker.p2 / weaker.q2)
    assert infinity < one_day < at_most
    longer = sequence_loss(weaker, 12).one_day_changed
    assert at_most - 0.01 < longer < at_most
    text = "at ε∞ = {} and ε₁ = 1 it tells the truth with probability {:.3f}. Then"
    chapter.says(text, infinity, weaker.p2)
    text = r"up to $\ln\frac{{{:.3f}}}{{{:.3f}}}$ = {:.2f}, which is more than ε∞"
    chapter.says(text, weaker.p2, weaker.q2, at_most)
    text = "is the {:.2f} of one day. So this loss grows by {:.2f} a day"
    chapter.says(text, once_more, once_more / 2)
    chapter.says("which is {:.2f} a day. So in", chapter["once"].epsilon / 2)
    for days in (8, 30, 60):
        bound = 2 * log(chain.permanent.p) + days / 2 * once_more
        exact = pair_loss(chain, np.arange(days) % 2, np.zeros(days, dtype=int))
        assert bound <= exact < bound + 0.1
        assert days != 30 or abs(exact - bound) < 1e-9
    for infinity, one in ((1.5, 0.25), (2, 1), (4, 1), (3, 2.9)):
        some = DirectChain([0, 1], infinity, one)  # the second layer alone hides less
        assert log(some.p2 / some.q2) > one


def of_history(reports, history, p1, p2):
    """Return the probability of a row of reports, over all pairs of stored answers."""
    total = 0
    for kept in product((0, 1), repeat=2):
        first = np.prod([p1 if kept[value] == value else 1 - p1 for value in (0, 1)])
        same = np.array([kept[value] for value in history]) == reports
        total += first * np.where(same, p2, 1 - p2).prod()
    return total


def test_the_four_kinds_by_enumeration(chapter):
    """Four days: every pair of histories of each kind, without the module."""
    chain, days = chapter["chain"], 4
    rows = [np.array(row) for row in product((0, 1), repeat=days)]
    p1, p2 = chain.permanent.p, chain.p2
    law = np.log([[of_history(y, x, p1, p2) for y in rows] for x in rows])
    kinds = {"constant": [], "same_pattern": [], "any_two": [], "one_day_changed": []}
    for (i, x), (j, y) in product(enumerate(rows), repeat=2):
        loss = (law[i] - law[j]).max()
        kinds["any_two"].append(loss)
        kinds["constant"] += [loss] * int(len({*x}) == len({*y}) == 1)
        kinds["same_pattern"] += [loss] * int(
            (abs(np.diff(x)) == abs(np.diff(y))).all()
        )
        kinds["one_day_changed"] += [loss] * int((x != y).sum() == 1)
    for kind, losses in kinds.items():
        assert np.isclose(max(losses), chapter["losses"][days][kind])


def test_the_audit(chapter):
    exact = pair_loss(chapter["chain"], [0, 1, 0, 1], [0, 0, 0, 0])
    chapter.says(
        "after only four days it finds at least {:.2f}. That", chapter["bound"]
    )
    fresh = 2 * chapter["once"].epsilon
    assert fresh < chapter["bound"] < exact
    assert chapter["bound"] > chapter["chain"].epsilon_infinity


def test_explorer_of_histories(chapter):
    explorer = chapter.explorers["What a history costs"]
    rates = {}
    for state, picture in explorer.pictures:
        stays, moves, fresh = picture.series
        assert max(stays.y) <= state["infinity"] + 1e-9
        assert fresh.y[-1] == 15 * state["one"]
        rates[state["infinity"], state["one"]] = (moves.y[-1] - moves.y[-2]) / 4
        assert (np.diff(moves.y) > 0).all()
    for one_level in explorer.choices["one"]:
        by_infinity = [
            rates[infinity, one_level] for infinity in explorer.choices["infinity"]
        ]
        assert (np.diff(by_infinity) < 0).all()  # the closer ε∞ is to ε₁, the faster


def test_three_designs(chapter):
    single = BitFlips(range(32), 1, 1)
    of_all = UnaryEncoding.symmetric([0, 1], 1).variance(1, 0)
    for d in (1, 4, 16, 32):
        assert np.isclose(BitFlips(range(32), d, 1).variance(1, 0), of_all * 32 / d)
    chapter.says("at ε = 1 the {:.3f} of symmetric unary", of_all)
    chapter.says(r"becomes ${:.3f} \cdot {}/d$.", of_all, 32)
    differ = single.p**2 + single.q**2
    assert np.isclose(single.change_visible(), 2 / 32 * differ)
    text = "${}/{}$, and its two noisy bits differ, ${:.3f}^2 + {:.3f}^2 = {:.3f}$: in {:.1f} %"
    chapter.says(text, 2, 32, single.p, single.q, differ, 100 * single.change_visible())
    sixteen = BitFlips(range(32), 16, 1)
    chapter.says("With 16 bits it is {:.0f} %.", 100 * sixteen.change_visible())
    move = AlphaPoint(8, 1, 8).change_visible(3, 5)
    differ = RandomizedResponse(1).p ** 2 + RandomizedResponse(1).q ** 2
    assert np.isclose(move, 2 / 8 * differ)
    text = "$p^2 + (1-p)^2 = {:.3f}$ at ε = 1, so the move shows in {:.3f} of cases."
    chapter.says(text, differ, move)


def test_hashing(chapter):
    g = 3
    p1, q1 = DirectEncoding(range(g), 2).channel()[0, :2]
    again = (exp(3) - 1) / (exp(2) - exp(1))
    p2, q2 = (chance / (again + g - 1) for chance in (again, 1))
    own = p1 * p2 + (1 - p1) * q2
    other = p1 * q2 + q1 * p2 + (g - 2) * q1 * q2
    chapter.says("for two buckets, {:.2f} at ε∞ = 2", again)
    chapter.says("one report has only ε = {:.3f}, where", log(own / other))
    published = (1 / g) * (1 - 1 / g) / (own - 1 / g) ** 2
    chapter.says("times the variance is {:.3f}. With", published)
    best = HashingChain.optimized(range(1_000), 2, 1)
    text = "The best $g$ is then {}, with {:.3f}."
    chapter.says(text, best.buckets, best.variance(1, 0))
    for infinity, first in ((2, 1), (4, 2), (0.5, 0.1)):  # right for two buckets only
        wanted = DirectChain(range(2), infinity, first)
        odds = (exp(infinity + first) - 1) / (exp(infinity) - exp(first))
        assert np.isclose(wanted.p2 / wanted.q2, odds)


def test_the_invented_series(chapter):
    chapter.says("take {:.1f} different values a month", chapter["distinct"])
    text = 'eight hours or more" {:.0f} times a year'
    chapter.says(text, chapter["changes"].mean())
    assert round(365 / 180) == 2  # habits change about twice a year
    # a day differs from the habit unless two geometric numbers are equal
    equal = sum(0.5 ** (2 * k) for k in range(1, 60))
    assert np.isclose(0.3 * (1 - equal), 1 / 5)
    long = chapter["invented"] >= 8
    changes = abs(np.diff(1 * long, axis=1))
    assert (
        round(1_000 * (changes.sum(axis=1) == 0).mean()) == 3
    )  # "three in a thousand"
    by_day = changes.sum(axis=0)
    weekend = np.isin(np.arange(364) % 7, [4, 5, 6])
    assert by_day[weekend].sum() > 0.7 * by_day.sum()


def test_what_a_year_gives_away(chapter):
    chain, days = chapter["chain"], 365
    rhythm = np.arange(days) % 2
    never = np.zeros(days, dtype=int)
    chapter.says("| draws fresh noise, ε₁ = 1 | {} | {} |", days, rhythm.sum())
    stays = pair_loss(chain, never, 1 - never)
    text = "ε∞ = 2 and ε₁ = 1 | {:.0f} | {:.0f} |"
    chapter.says(text, stays, pair_loss(chain, rhythm, never))
    chapter.says("is a total of {:.0f} really as bad", pair_loss(chain, rhythm, never))
    chapter.says("Memory turns {} into {:.0f}, for", days, stays)


def test_question_4_and_exercises_1_and_2(chapter):
    per_day = log(chapter["chain"].p2 / chapter["chain"].q2)
    chapter.says("b. more than 1, and at most {:.2f}", per_day)
    chapter.says("Beside {} others, part of its noise is known.", 365 - 1)
    p1, p = 3 / 4, 5 / 8
    p2 = chapter["p2"](p1, p)
    assert np.isclose(p2, 3 / 4) and np.isclose(p2 / (1 - p2), 3)
    by_module = DirectChain([0, 1], log(3), log(p / (1 - p)))
    assert np.isclose(by_module.p2, p2)
    chapter.says("9/16 + 1/16 = 10/16 = {:.3f}.", p1**2 + (1 - p1) ** 2)
    chain = DirectChain([0, 1], 3, 1)
    one, kept = chain.variance(1, 0), chain.permanent.variance(1, 0)
    year = chain.variance(1, 0, 365)
    text = r"$n\,V(1)$ = {:.3f} and $n\,V(3)$ = {:.4f}. So $n\,V_{{365}} = {:.4f} + ({:.3f} - {:.4f})/"
    chapter.says(text, one, kept, kept, one, kept)
    chapter.says("/365$ = {:.4f}, and", year)
    text = "and {:.3f}/{:.4f} = {:.1f} evenings."
    chapter.says(text, one, year, one / year)
    assert np.isclose(year, kept + (one - kept) / 365)


def test_exercise_3_where_it_breaks(chapter):
    chain = DirectChain([0, 1], 3, 1)
    before, after = (sequence_loss(chain, T).any_two for T in (7, 8))
    assert before < 6 < after
    chapter.says("is {:.2f} on day 7 and {:.2f} on day 8.", before, after)
    growth = log(chain.p2 / chain.q2) / 2
    chapter.says(r"\frac12\ln\frac{{p_2}}{{1-p_2}}$ = {:.3f}.", growth)
    assert np.isclose(chapter["slow"].p2, chain.p2)
