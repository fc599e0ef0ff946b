"""Claims of the chapter "Again and again", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

from math import exp, log

import numpy as np

from ldp_course import DirectEncoding, RandomizedResponse, UnaryEncoding, rappor
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

DEFAULT = rappor.Parameters(16, 2, 64, f=0.5, p=0.5, q=0.75)


def test_fresh_noise(chapter):
    once, days = chapter["once"], 30
    chapter.says("the truth with probability {:.3f}. Suppose", once.p)
    chapter.says("the losses add up: ε = {:.0f}.", days * once.epsilon)
    right = guess_success(once.epsilon, days)
    text = "majority of the {} reports is right with probability {:.3f}"
    chapter.says(text, days, right)


def test_rappor_remembers(chapter):
    chapter.says("one report costs {:.3f}. With", DEFAULT.epsilon_one)
    text = "drawn afresh, 30 reports would cost {:.1f}."
    chapter.says(text, 30 * DEFAULT.epsilon_one)
    explorer = chapter.explorers["A month of one word"]
    month = explorer.state(f=0.5, gap=0.25).series[0].y[-1]
    chapter.says("It is {:.3f}, and stays there", month)
    assert abs(month - DEFAULT.epsilon_infinity) < 5e-4
    assert np.isclose(DEFAULT.epsilon_infinity, 4 * log(3))


def test_explorer_of_a_month(chapter):
    explorer = chapter.explorers["A month of one word"]
    chapter.says("Raise q − p to {}, then", explorer.choices["gap"][-1])
    memory, ends = {}, {}
    for state, picture in explorer.pictures:
        f, gap, line = state["f"], state["gap"], picture.series[0]
        at = rappor.Parameters(16, 2, 64, f, 0.75 - gap, 0.75)
        memory[f, gap], ends[f, gap] = line.y, at.epsilon_infinity
        assert np.isclose(line.y[0], at.epsilon_one, atol=1e-4)
        assert max(line.y) <= at.epsilon_infinity + 1e-4
        for days, loss in zip(line.x, line.y, strict=True):
            assert abs(loss - same_word(at, days)) < 1e-4
    noise, gaps = (sorted(explorer.choices[name]) for name in ("f", "gap"))
    for f in noise:  # a larger q − p: faster, to the same end
        slow, fast = (memory[f, gap] for gap in gaps)
        assert all(np.array(fast[:5]) > slow[:5])
        assert np.isclose(*(ends[f, gap] for gap in gaps))
    for gap in gaps:  # "the smaller f is, the more the first report costs"
        assert (np.diff([memory[f, gap][0] for f in noise]) < 0).all()


def same_word(at, days):
    """Return the formula of "RAPPOR I": ones on a word's bits, zeros on the other's."""
    f = at.f / 2
    ones = ((1 - f) * at.q**days + f * at.p**days) / (
        f * at.q**days + (1 - f) * at.p**days
    )
    zero, at_one_ = (1 - at.p) ** days, (1 - at.q) ** days
    return at.hashes * log(
        ones * ((1 - f) * zero + f * at_one_) / (f * zero + (1 - f) * at_one_)
    )


def test_memory_from_scratch(chapter):
    memory, rng = {}, np.random.default_rng(1)
    answers = [chapter["report"](value, memory, 0.75, rng) for value in (0, 1, 0, 1)]
    assert answers[:2] == answers[2:] and len(memory) == 2


def test_memory_alone_proves_a_change(chapter):
    two_days = chapter["two_days"]
    assert two_days[0, 1] == two_days[3, 1] == 0 and privacy_loss(two_days) == np.inf
    chapter.says('from "no" to "yes" does so with probability {:.3f}.', two_days[1, 1])
    stays, moves = two_days[:2, 0]
    text = "comes with probability {:.3f} from somebody who stays at"
    chapter.says('"no, no" ' + text, stays)
    text = 'and with {:.3f} from somebody who moves to "yes": this is a loss of {:.2f}.'
    chapter.says(text, moves, log(stays / moves))
    assert log(stays / moves) > chapter["alone"].epsilon_infinity
    for days in (1, 3, 6):  # between two people who never change
        both = sequence_channel(chapter["alone"], days)[[0, -1]]
        assert np.isclose(privacy_loss(both), chapter["alone"].epsilon_infinity)


def test_the_second_layer(chapter):
    chain, p2 = chapter["chain"], chapter["p2"]
    of_both = p2(chain.permanent.p, chapter["once"].p)
    chapter.says("true with probability $p$ = {:.3f}.", chapter["once"].p)
    chapter.says("true with $p_1$ = {:.3f}, for", chain.permanent.p)
    pair = (0.9, 0.7)
    chapter.says("With $p_1$ = {} and $p$ = {} it is {:.2f}.", *pair, p2(*pair))
    chapter.says("Here $p_2$ = {:.3f}.", of_both)
    assert np.isclose(chain.p2, of_both) and chapter["both"]


def test_one_report_is_the_one_shot_mechanism(chapter):
    """Direct encoding of several values, with the q2 of the text."""
    for k in (2, 3, 10):
        chain = DirectChain(range(k), 2, 1)
        first, both = (np.expm1(e) / (np.expm1(e) + k) for e in (2, 1))
        assert np.isclose(chain.q2, (1 - both / first) / k)
        once = DirectEncoding(range(k), 1).channel()
        assert np.allclose(chain.channel(), once, atol=1e-14)


def test_a_mean_over_days(chapter):
    chain, days = chapter["chain"], (1, 7, 30, 365)
    text = "this is {:.3f}, {:.3f}, {:.3f} and {:.3f} for {}, {}, {} and {} days"
    chapter.says(text, *(chain.variance(1, 0.3, T) for T in days), *days)
    chapter.says("less than {:.3f}. We", chain.permanent.variance(1, 0.3))
    chapter.says("simulate {} groups", chapter["runs"])
    theory, means = chapter["theory"], chapter["means"]
    runs, T = chapter["runs"], np.arange(1, 31)
    assert (abs(means.mean(axis=1) - 0.3) < 5 * theory / np.sqrt(runs)).all()
    assert (abs(means.std(axis=1) / theory - 1) < 5 / np.sqrt(2 * runs)).all()
    chapter.says("it falls from {:.3f} to {:.3f} and flattens", theory[0], theory[-1])
    chapter.says("one report at ε∞, {:.3f}. The dots", chapter["floor"])
    chapter.says("dots of {} runs lie", runs)
    text = "With fresh noise it would fall to {:.3f}."
    chapter.says(text, theory[0] / np.sqrt(T[-1]))
    chapter.says("number of days averaged, 1 to {}. With", T[-1])


def test_the_loss_of_all_reports(chapter):
    losses, chain = chapter["losses"], chapter["chain"]
    text = "at worst the loss is {:.2f} on day 5 and {:.2f} on day 8."
    chapter.says(text, losses[5]["any_two"], losses[8]["any_two"])
    bound = 2 * chain.epsilon_infinity
    for days, loss in losses.items():
        assert loss["constant"] < 2 and loss["same_pattern"] < bound
        assert (loss["any_two"] > bound) == (days >= 5)
    once_more = log(chain.p2 / chain.q2)
    chapter.says(r"at most $\ln\frac{{p_2}}{{1-p_2}}$ = {:.2f}.", once_more)
    assert losses[8]["one_day_changed"] < once_more
    infinity = 1.5
    one_day = sequence_loss(DirectChain([0, 1], infinity, 1), 4).one_day_changed
    assert one_day > infinity
    text = "more than ε∞: {:.2f} in four days at ε∞ = {} and ε₁ = 1."
    chapter.says(text, one_day, infinity)
    text = (
        "with {:.2f} for the last logarithm. It grows without limit, by {:.2f} a day."
    )
    chapter.says(text, once_more, once_more / 2)
    for days in (8, 30, 60):
        bound = 2 * log(chain.permanent.p) + days / 2 * once_more
        exact = pair_loss(chain, np.arange(days) % 2, np.zeros(days, dtype=int))
        assert bound <= exact < bound + 0.1
        assert days != 30 or abs(exact - bound) < 1e-9


def test_the_audit(chapter):
    exact = pair_loss(chapter["chain"], [0, 1, 0, 1], [0, 0, 0, 0])
    chapter.says("is at least {:.2f}; exactly {:.2f}.", chapter["bound"], exact)
    assert chapter["bound"] < exact


def test_explorer_of_histories(chapter):
    explorer = chapter.explorers["What a history costs"]
    rates = {}
    for state, picture in explorer.pictures:
        stays, moves, fresh = picture.series
        assert max(stays.y) <= state["infinity"] + 1e-9
        assert fresh.y[-1] == 30 * state["one"]
        rates[state["infinity"], state["one"]] = (moves.y[-1] - moves.y[-2]) / 4
    for one_level in explorer.choices["one"]:
        by_infinity = [
            rates[infinity, one_level] for infinity in explorer.choices["infinity"]
        ]
        assert (np.diff(by_infinity) < 0).all()  # the nearer ε∞ is to ε₁, the more


def test_few_bits(chapter):
    single = BitFlips(range(32), 1, 1)
    of_all = UnaryEncoding.symmetric([0, 1], 1).variance(1, 0)
    for d in (1, 4, 16, 32):
        some = BitFlips(range(32), d, 1)
        assert np.isclose(some.variance(1, 0), of_all * 32 / d)
    text = r"so the {:.3f} of symmetric unary encoding becomes ${:.3f} \cdot {}/d$."
    chapter.says(text, of_all, of_all, 32)
    differ = single.p**2 + single.q**2
    assert np.isclose(single.change_visible(), 2 / 32 * differ)
    text = "${}/{}$, and its two noisy bits differ, ${:.3f}^2 + {:.3f}^2 = {:.3f}$: in {:.1f} %"
    chapter.says(text, 2, 32, single.p, single.q, differ, 100 * single.change_visible())
    sixteen = BitFlips(range(32), 16, 1)
    chapter.says("With 16 bits it is {:.0f} %.", 100 * sixteen.change_visible())


def test_rounding(chapter):
    moves = [AlphaPoint(8, 1, step).change_visible(3, 5) for step in (8, 4, 2)]
    differ = RandomizedResponse(1).p ** 2 + RandomizedResponse(1).q ** 2
    assert np.isclose(moves[0], 2 / 8 * differ)
    text = "$p^2 + (1-p)^2 = {:.3f}$ at ε = 1: the move shows in {:.3f} of cases."
    chapter.says(text, differ, moves[0])
    text = "is a fair coin: {:g}. In steps of 2 they become 2 and 4, or 4 and 6: {:g}."
    chapter.says(text, *np.round(moves[1:], 9))
    # so much of the moves change level, to or from 4
    for step, part in ((4, 0.5), (2, 1)):
        points = np.arange(0.005, step, 0.01)
        old, new = (
            step * (hours // step + (hours % step > points)) for hours in (3, 5)
        )
        assert np.isclose(np.mean(old != new), part)
        assert ((old == new) | (old == 4) | (new == 4)).all()


def test_hashing(chapter):
    g = 3
    p1, q1 = DirectEncoding(range(g), 2).channel()[0, :2]
    again = (exp(3) - 1) / (exp(2) - exp(1))
    p2, q2 = (chance / (again + g - 1) for chance in (again, 1))
    own = p1 * p2 + (1 - p1) * q2
    other = p1 * q2 + q1 * p2 + (g - 2) * q1 * q2
    chapter.says("code takes three: one report has ε = {:.3f}, and", log(own / other))
    chapter.says("has the odds for two buckets, {:.2f}, whatever", again)
    published = (1 / g) * (1 - 1 / g) / (own - 1 / g) ** 2
    chapter.says("times the variance is {:.3f}. Our", published)
    best = HashingChain.optimized(range(1_000), 2, 1)
    chapter.says("the best $g$ is {}, with {:.3f}.", best.buckets, best.variance(1, 0))
    for infinity, first in ((2, 1), (4, 2), (0.5, 0.1)):  # right for two buckets only
        wanted = DirectChain(range(2), infinity, first)
        odds = (exp(infinity + first) - 1) / (exp(infinity) - exp(first))
        assert np.isclose(wanted.p2 / wanted.q2, odds)


def test_one_run_of_each(chapter):
    chapter.says("is folded below. {:,} devices report", len(chapter["pair"]))
    table = chapter["errors_of"]
    assert len(table) == 7
    for row in table.values():
        assert abs(row["error"]) < 5 * row["standard error"]


def test_what_a_year_gives_away(chapter):
    chain, days = chapter["chain"], 364
    differ = chain.permanent.p**2 + chain.permanent.q**2
    text = "because {:.0f} % of those who change have two different kept answers"
    chapter.says(text, 100 * differ)
    rhythm = pair_loss(chain, np.arange(days) % 2, np.zeros(days, dtype=int))
    chapter.says("who never change, at least {:.0f} if one of them alternates", rhythm)
    a_day, days = RandomizedResponse(1).variance(1, 0.5), 365
    sampled = days * a_day + (days - 1) * 0.25
    text = "a day's noise has {} times the variance; with the sampling of people it is {:.0f} times"
    chapter.says(text, days, sampled / a_day)


def test_the_invented_series(chapter):
    chapter.says("a month has {:.1f} different values", chapter["distinct"])
    chapter.says("changes {:.0f} times a year", chapter["changes"])
    assert round(365 / 180) == 2  # habits change about twice a year


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


def test_exercise_1_where_it_breaks(chapter):
    chain = DirectChain([0, 1], 3, 1)
    before, after = (sequence_loss(chain, T).any_two for T in (7, 8))
    assert before < 6 < after
    chapter.says("is {:.2f} on day 7 and {:.2f} on day 8.", before, after)
    growth = log(chain.p2 / chain.q2) / 2
    chapter.says(r"\frac12\ln\frac{{p_2}}{{1-p_2}}$ = {:.2f}.", growth)
    assert np.isclose(chapter["growth"].p2, chain.p2)
