"""Claims of the chapter "Again and again", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

from itertools import product
from math import exp, log

import numpy as np
from scipy.stats import binom

from ldp_course import DirectEncoding, RandomizedResponse, UnaryEncoding, rappor
from ldp_course.privacy import privacy_loss
from ldp_course.topics.again_and_again import (
    AlphaPoint,
    BitFlips,
    ChangeTree,
    DirectChain,
    HashingChain,
    Linkability,
    pair_loss,
    sequence_channel,
    sequence_loss,
)
from ldp_course.topics.many_questions.composition import guess_success
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


def test_joining(chapter):
    rows = chapter["rows"]
    assert len({round(row["ε∞"], 9) for row in rows.values()}) == 1
    f, p, q = 0.5, *chapter["settings"]["Chromium, 2014"][1:]
    same_bit = f / 2 * q**2 + (1 - f / 2) * p**2
    two = (f / 2 * q + (1 - f / 2) * p) ** 2
    chapter.says("with $f$ = {} its permanent bit is 1", f)
    chapter.says(r"\frac34 p^2 = {:.4f}$, two of different", same_bit)
    chapter.says(r"\frac34 p)^2 = {:.4f}$. The attacker", two)
    chapter.says("such ratios, here {} : {}, over", *(round(same_bit / two * 3), 3))
    assert np.isclose(same_bit / two, 4 / 3)
    link = Linkability.of_rappor(rappor.Parameters(16, 2, 64, 0.5, 0.25, 0.75))
    assert np.isclose(link.auc, link.match(2))
    text = "picked in {:.0f} % at the default and in {:.0f} % in Chromium's setting."
    names = "Google, default", "Chromium, 2014"
    chapter.says(text, *(100 * rows[name]["D = 10"] for name in names))


def test_explorer_of_devices(chapter):
    explorer = chapter.explorers["The right one of D devices"]
    lines = {
        tuple(state.values()): picture.series[0].y
        for state, picture in explorer.pictures
    }
    for bits in (16, 32, 64):
        assert lines[2 * bits, 0.5][2] > lines[bits, 0.5][2]
        assert lines[bits, 1][2] > lines[bits, 0.5][2] > lines[bits, 0.25][2]
    # doubled against eight times
    assert (np.array(lines[16, 0.5]) > lines[128, 0.25]).all()


def test_two_reports_of_one_device(chapter):
    joining, rows = chapter["joining"], chapter["pair_settings"]
    area = dict(zip(rows, chapter["areas"]))
    at_one = dict(zip(rows, chapter["at_one"]))
    assert rows["Chromium, 2014"] == (128, 0.5, 0.25, 0.75)
    default = rows["Google, default"]
    assert default == (DEFAULT.bits, DEFAULT.f, DEFAULT.p, DEFAULT.q)
    chapter.says("the order is right in {:.2f} of cases", area["Chromium, 2014"])
    chapter.says("and {:.0f} % are joined at 1 % false", at_one["Chromium, 2014"])
    # 40,000 pairs of each kind, from real permanent and instantaneous noise
    rng, pairs, bits = np.random.default_rng(9), 40_000, np.arange(16) < 2
    scores = []
    for one_device in (True, False):
        permanent = [
            np.where(bits, 0.75, 0.25) > rng.random((pairs, 16)) for _ in range(2)
        ]
        if one_device:
            permanent[1] = permanent[0]
        first, second = (
            np.where(part, 0.75, 0.5) > rng.random((pairs, 16)) for part in permanent
        )
        of_bit = np.where(bits, 0.75, 0.25)
        same = 0
        for value in (False, True):
            both = (first == value) & (second == value)
            chance = [x if value else 1 - x for x in (0.75, 0.5)]
            joint = of_bit * chance[0] ** 2 + (1 - of_bit) * chance[1] ** 2
            two = (of_bit * chance[0] + (1 - of_bit) * chance[1]) ** 2
            same = same + np.where(both, np.log(joint / two), 0)
        mixed = first != second
        joint = of_bit * 2 * 0.75 * 0.25 + (1 - of_bit) * 2 * 0.25
        shown = of_bit * 0.75 + (1 - of_bit) * 0.5
        same = same + np.where(mixed, np.log(joint / (2 * shown * (1 - shown))), 0)
        scores.append(same.sum(axis=1) + 1e-9 * rng.random(pairs))
    rank = np.argsort(np.argsort(np.concatenate(scores)))[:pairs]
    measured = (rank.sum() - pairs * (pairs - 1) / 2) / pairs**2
    assert abs(measured - area["Google, default"]) < 5 / np.sqrt(6 * pairs)
    assert np.allclose(
        joining(16, 1e-9, 0.5, 0.75)[0], joining(16, 1e-9, 0.5, 0.75)[1], atol=1e-6
    )


def ones_of_two(reports, unchanged, p, q):
    """Return the laws of the ones of two devices, and of a single device twice."""
    at_one, at_zero = (
        binom.pmf(np.arange(reports + 1), reports, share) for share in (q, p)
    )
    shown = unchanged * at_one + (1 - unchanged) * at_zero
    joint = unchanged * np.outer(at_one, at_one) + (1 - unchanged) * np.outer(
        at_zero, at_zero
    )
    return np.outer(shown, shown).ravel(), joint.ravel()


def test_what_bounds_the_joining_of_reports(chapter):
    rows, largest = chapter["pair_settings"], {}
    for name, (bits, f, p, q) in rows.items():
        of_bit = [
            many * np.log(joint / two).max()
            for many, unchanged in ((2, 1 - f / 2), (bits - 2, f / 2))
            for two, joint in [ones_of_two(1, unchanged, p, q)]
        ]
        largest[name] = sum(of_bit)
    default, chromium = largest["Google, default"], largest["Chromium, 2014"]
    text = "at most $e^s$ : $e^{{{:.2f}}}$ = {:.1f} at the default, $e^{{{:.1f}}}$ in Chromium's"
    chapter.says(text, default, np.exp(default), chromium)


def test_thirty_reports_and_thirty_others(chapter):
    """20,000 pairs of each kind: above 0.8 by 10 standard errors."""
    bits, f, p, q = chapter["pair_settings"]["Google, default"]
    rng, pairs, scores = np.random.default_rng(3), 20_000, [0, 0]
    for many, unchanged in ((2, 1 - f / 2), (bits - 2, f / 2)):
        laws = ones_of_two(30, unchanged, p, q)
        value = np.log(laws[1] / laws[0])
        for kind, law in enumerate(laws):
            draws = rng.choice(len(law), size=(pairs, many), p=law / law.sum())
            scores[kind] = scores[kind] + value[draws].sum(axis=1)
    assert (scores[1] > np.quantile(scores[0], 0.99)).mean() > 0.8


def test_explorer_of_two_reports(chapter):
    explorer = chapter.explorers["Can two reports be joined?"]
    most, least = explorer.choices["bits"][-1], explorer.choices["bits"][0]
    start = explorer.start
    assert (start["p"], start["q"]) == (0.25, 0.75)  # Chromium's, but for the bits
    chapter.says("but with {} bits in place of {}. With {},", start["bits"], most, most)
    chapter.says("Go from {} bits to {}. Which", most, least)
    at_one = list(explorer.state().series[0].x).index(1)
    line = {
        tuple(state.values()): picture.series[0].y
        for state, picture in explorer.pictures
    }
    text = "With {}, the best test joins {:.0f} % of the pairs from one device"
    chapter.says(text, most, line[most, 0.25, 0.75][at_one])
    for p, q in product(explorer.choices["p"], explorer.choices["q"]):
        shares = [line[bits, p, q][at_one] for bits in explorer.choices["bits"]]
        assert (np.diff(shares) > 0).all()  # "the test becomes better with each"
    chapter.says("at p = 0.5 and q = 0.6 even {} bits join", most)
    chapter.says("bits join only {:.1f} % at 1 % false", line[most, 0.5, 0.6][at_one])


def test_joins_among_many_devices(chapter):
    others, false = 10_000, 0.01
    chapter.says("But {:.0f} % of {:,} other devices are", 100 * false, others)
    chapter.says("other devices are {:.0f} false joins", others * false)
    joined = 100 * np.interp(false, *chapter["joined"]["Chromium, 2014"])
    chapter.says("**4. A test joins {:.0f} % of the pairs", joined)
    chapter.says("a report of yours with {:,} others of your word", others + 1)
    chapter.says("wrong ones, and with probability {:.0f} % yours", joined)
    chapter.says("c. Nothing: ε∞ is {:.3f}", 4 * np.log(3))
    chapter.says("**b.** 1 % of {:,} are {:.0f}.", others, others * false)
    same = (0.75**2 + 0.25**2) ** 16
    chapter.says("one in {:,.0f} devices of the word and cohort", 1 / same)


def test_the_tree(chapter):
    tree, errors = chapter["tree"], chapter["errors"]
    assert np.isclose(privacy_loss(tree.channel()), 1) and len(errors) == 400
    chapter.says("In {} runs the spread", len(errors))
    stated = np.sqrt(tree.variance(5_000))
    assert (abs(errors.mean(axis=0)) < 5 * stated / np.sqrt(400)).all()
    assert (abs(chapter["spread"] - 1) < 5 / np.sqrt(2 * 400)).all()


def test_the_error_of_the_tree(chapter):
    lengths, B = (32).bit_length(), (exp(1) + 1) / (exp(1) - 1)
    blocks = np.mean([day.bit_count() for day in range(1, 33)])
    in_blocks = ChangeTree(8, 1).variance(1) / (4 * B**2)
    assert np.allclose(in_blocks, [1, 1, 2, 1, 2, 2, 3, 1])
    chapter.says("32 days have {} block lengths, so a sixth", lengths)
    chapter.says("at most ${} B^2 = {:.1f}$ at ε = 1.", lengths, lengths * B**2)
    of_tree = lengths * B**2 * blocks
    chapter.says("on average {:.2f}. That makes {:.1f}.", blocks, of_tree)
    assert np.isclose(of_tree, chapter["ways"][32]["tree, 1 change"])


def test_which_way_is_best(chapter):
    more = {
        days: of["tree, 1 change"] - of["one day"]
        for days, of in chapter["ways"].items()
    }
    sampling = 128 * (1 - 1 / 128) / 4
    chapter.says(r"for a share $\pi$, at most {:.1f} for 128 days", sampling)
    assert more[256] < 0 < more[32] and 0 < more[128] < sampling


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


def test_exercise_1_a_month(chapter):
    daily = RandomizedResponse(epsilon=2 / 30).variance(1, 0)
    once = RandomizedResponse(epsilon=2).variance(1, 0)
    text = "{:.1f} at ε = 2/{}, and {:.3f} for the mean of {}. One report at ε = 2 has {:.3f}."
    text += " The ratio is {:.1f}."
    chapter.says(text, daily, 30, daily / 30, 30, once, daily / 30 / once)


def test_exercise_2_where_it_breaks(chapter):
    chain = DirectChain([0, 1], 3, 1)
    before, after = (sequence_loss(chain, T).any_two for T in (7, 8))
    assert before < 6 < after
    chapter.says("is {:.2f} on day 7 and {:.2f} on day 8.", before, after)
    growth = log(chain.p2 / chain.q2) / 2
    chapter.says(r"\frac12\ln\frac{{p_2}}{{1-p_2}}$ = {:.2f}.", growth)
    assert np.isclose(chapter["growth"].p2, chain.p2)


def test_exercise_4_four_changes(chapter):
    tree = {T: ChangeTree(T, 1, 4).variance(1).mean() for T in (4_096, 8_192)}
    every_day = {T: T * chapter["once"].variance(1, 0) for T in tree}
    text = "At {:,} days the tree has {:,.0f} and one day a person {:,.0f}; at {:,} days {:,.0f} and"
    text += " {:,.0f}."
    numbers = (number for T in tree for number in (T, tree[T], every_day[T]))
    chapter.says(text, *numbers)
    assert tree[4_096] > every_day[4_096] and tree[8_192] < every_day[8_192]
