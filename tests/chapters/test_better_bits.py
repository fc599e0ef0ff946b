"""Claims of the chapter "Better bits, or a name", computed."""

import itertools
from math import ceil, exp, isclose, log, log2, sqrt

import numpy as np
import pytest
from scipy import stats
from scipy.optimize import brentq

from ldp_course import DirectEncoding, SubsetSelection, UnaryEncoding
from ldp_course.privacy import privacy_loss
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

LN9 = log(9)
ARMED_FORCES, SALES = 12, 5


def rare_errors(chapter, epsilon, k=15):
    """Return a rare value's standard error in people: SUE, OUE, direct encoding."""
    mechanisms = chapter["three"](epsilon, range(k)).values()
    return [chapter["people_off"](m, 0) for m in mechanisms]


def test_the_data(chapter):
    chapter.says(
        "We keep the data of the last chapter: {:,} people and fifteen values",
        chapter["n"],
    )
    assert len(chapter["domain"]) == 15 and chapter["truth"].sum() == chapter["n"]


def test_three_pairs(chapter):
    pairs = [(0.75, 0.25), (0.9, 0.5), (0.5, 0.1)]
    chapter.says("With the pair ({}, {}) a 1 nearly always survives", *pairs[1])
    chapter.says("With the pair ({}, {}) half of the true 1s", *pairs[2])
    mechanisms = [UnaryEncoding(chapter["domain"], *pair) for pair in pairs]
    assert all(isclose(m.epsilon, LN9) for m in mechanisms)
    assert all(isclose(p * (1 - q), 9 * (1 - p) * q) for p, q in pairs)
    errors = [chapter["people_off"](m, 0) for m in mechanisms]
    of_one = [q * (1 - q) / (p - q) ** 2 for p, q in pairs]
    text = "For our three pairs $n V^*$ is {:.2f}, {:.4f} and {:.4f}."
    chapter.says(text, *of_one)
    assert np.allclose(errors, np.sqrt(chapter["n"] * np.array(of_one)))
    text = "{:.0f} people with the pair that we know, {:.0f} with ({}, {}), and only {:.0f}"
    chapter.says(text + " with ({}, {}).", *errors[:2], *pairs[1], errors[2], *pairs[2])


def test_the_partner(chapter):
    p, q = 0.5, 0.1
    chapter.says("and `partner({}, log(9))` should be {}.", p, q)
    assert isclose(chapter["partner"](p, LN9), q)
    for p in (0.04, 0.3, 0.9):
        for epsilon in (0.5, 1, 4):
            q = chapter["partner"](p, epsilon)
            assert isclose(UnaryEncoding(range(3), p, q).epsilon, epsilon)


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1, 2, 4])
def test_half_is_the_best_p_for_rare_values(run_chapter, epsilon):
    people_off_at, E = run_chapter["people_off_at"], exp(epsilon)
    others = [people_off_at(p, epsilon, 0) for p in np.linspace(0.01, 0.99, 981)]
    assert people_off_at(0.5, epsilon, 0) <= min(others)
    symmetric = UnaryEncoding.symmetric(range(2), epsilon).p
    assert run_chapter["best_p"](epsilon, 0.5) == pytest.approx(symmetric, abs=1e-3)
    q = np.linspace(0.001, 0.999, 999)
    p = E * q / (1 + (E - 1) * q)
    assert p - q == pytest.approx((E - 1) * (1 - p) * q)
    assert p - q == pytest.approx((1 - 1 / E) * p * (1 - q))
    curve = E / ((E - 1) ** 2 * p * (1 - p))
    assert q * (1 - q) / (p - q) ** 2 == pytest.approx(curve)


def test_symmetric_and_optimized_bits(chapter):
    more = {
        e: (errors[0] / errors[1]) ** 2
        for e in (1, 4)
        for errors in [rare_errors(chapter, e)]
    }
    chapter.says("needs only about {:.0f} % more people to", 100 * (more[1] - 1))
    assert more[4] > 2  # "more than twice as many"
    p = [UnaryEncoding.symmetric(range(3), epsilon).p for epsilon in (1, 4)]
    text = "At ε = 1 its $p$ is {:.2f} and its $p(1-p)$ is {:.3f}, nearly ¼"
    chapter.says(text, p[0], p[0] * (1 - p[0]))
    chapter.says("At ε = 4 its $p(1-p)$ is {:.3f}, and it", p[1] * (1 - p[1]))
    oue = chapter["three"](LN9)["OUE"]
    for epsilon in (0.5, 1, 4):  # "as a "no" is in randomized response"
        m = UnaryEncoding.optimized(range(3), epsilon)
        assert isclose(m.q, 1 / (exp(epsilon) + 1)) and m.p == 0.5
    text = "½ + 14 · {:.1f} = {:.1f} ones on average, compared with {:.2f} from the two coins"
    chapter.says(text, oue.q, oue.p + 14 * oue.q, 0.75 + 14 * 0.25)
    assert isclose(oue.p / oue.q, 5)  # "five times as likely"
    assert isclose(oue.p / oue.q * (1 - oue.q) / (1 - oue.p), 9)
    assert (1 - oue.q) / (1 - oue.p) < 3  # "a 0 tells less"


def test_what_rare_means(chapter):
    def limit(epsilon):
        return 4 * exp(epsilon) / (exp(epsilon) - 1) ** 2

    assert isclose(limit(4), 4 * exp(-4), rel_tol=0.04)  # "once ε is large"
    largest = (chapter["truth"] / chapter["n"]).max()
    assert largest < limit(1) / 20
    # "rare enough for the choice among pairs of bits"
    best = chapter["people_off_at"](chapter["best_p"](1, largest), 1, largest)
    assert chapter["people_off_at"](0.5, 1, largest) < 1.005 * best
    for epsilon in (3, 4, 6):  # where the holders' part is as large as the others'
        m = UnaryEncoding.optimized(range(3), epsilon)
        assert isclose(m.variance(1, limit(epsilon)), 2 * m.variance(1, 0))
    text = "At ε = 1 this limit is {:.1f}, so all our occupations are rare."
    chapter.says(text, limit(1))
    chapter.says(", and at ε = 4 it's only {:.3f}.", limit(4))
    assert limit(4) < largest
    sue, oue, _ = chapter["three"](
        4
    ).values()  # "even the symmetric bits count it better"
    assert sue.variance(1, largest) < oue.variance(1, largest)
    places = []
    for epsilon in (0.1, 1, 4):  # "SUE's own p(1 - p)"
        sue, oue, _ = chapter["three"](epsilon).values()
        apart = sue.variance(1, 0) - oue.variance(1, 0)
        assert isclose(apart, sue.p * (1 - sue.p))
        below, above = 0.99 * apart, 1.01 * apart
        assert oue.variance(1, below) < sue.variance(1, below)
        assert sue.variance(1, above) < oue.variance(1, above)
        places.append(apart)
    assert places[2] < largest < places[1]  # Prof-specialty
    text = "shares than that: above {:.3f} at ε = 1, and above {:.3f} at ε = 4."
    chapter.says(text, *places[1:])


def test_a_common_value_overturns_the_rule(chapter):
    guests, dishes, E = 100, 10, 3
    chapter.says(
        "A cook will shop for tomorrow by what her {} guests had today.", guests
    )
    chapter.says("That day, all {} had the soup.", guests)
    assert dishes < 3 * E + 2 == 11  # "she asks for a name"
    symmetric, bits, name = chapter["three"](log(E), range(dishes)).values()
    alike = guests * sqrt(symmetric.variance(guests, 1))
    text = "would have brought the cook's error down to {:.0f} guests"
    chapter.says(text, alike)
    errors, texts = (
        {},
        {
            name: (
                r"$\sqrt{{{} \cdot \frac14 \cdot \frac34}} = {:.1f}$",
                "{:.1f} · {:.0f}",
            ),
            bits: (
                r"$\sqrt{{{} \cdot \frac12 \cdot \frac12}} = {:.0f}$",
                "{:.0f} · {:.0f}",
            ),
        },
    )
    for m, (root, product) in texts.items():
        off, scale = sqrt(guests * m.p * (1 - m.p)), 1 / (m.p - m.q)
        chapter.says(root, guests, off)
        errors[m] = guests * sqrt(m.variance(guests, 1))
        assert isclose(errors[m], off * scale)
        product += " = **{:.0f} guests**"
        chapter.says(product, off, scale, errors[m])
    assert isclose(name.p, 3 / 12) and isclose(name.q, 1 / 12)
    assert isclose(bits.p, 1 / 2) and isclose(bits.q, 1 / 4)
    assert round(guests * name.p) == 25 and round(guests * bits.p) == 50
    nobody, everybody = (
        [guests**2 * m.variance(guests, f) for m in (name, bits)] for f in (0, 1)
    )
    chapter.says(r"\frac{{11}}{{12}} \cdot 6^2 = {:.0f}$ with a name", nobody[0])
    chapter.says(r"\frac34 \cdot 4^2 = {:.0f}$ with bits", nobody[1])
    text = "because {} bowls bring them to {:.0f} and {:.0f}, the squares of"
    chapter.says(text, guests, *everybody)
    lead = nobody[1] - nobody[0]
    assert np.allclose(np.subtract(everybody, nobody), [4 * guests, guests])
    assert isclose(lead, 25) and 8 < lead / 3 < 9  # "From the ninth bowl on"
    # "a name loses", though for a value that nobody holds it wins
    assert errors[name] > errors[bits] and name.variance(1, 0) < bits.variance(1, 0)
    for m, fraction in ((name, 8 / 2), (bits, 1)):
        assert isclose(m.variance(1, 1) - m.variance(1, 0), fraction)
        assert isclose((1 - m.p - m.q) / (m.p - m.q), fraction)
    crossings = [chapter["crossing"](15, f) for f in (0, 0.01, 0.127, 0.5)]
    assert (np.diff(crossings) > 0).all()  # "set k = 15 and move f"
    assert round(chapter["n"] / chapter["truth"].max()) == 8  # Prof-specialty


@pytest.mark.parametrize("epsilon", [0.5, 1, 1.5, 2, 4])
def test_limits_for_values_of_any_share(run_chapter, epsilon):
    E, shares = exp(epsilon), np.linspace(0, 1, 11)
    for k in range(2, int(3 * E + 2) + 20):
        _, oue, direct = (
            m.variance(1, shares)
            for m in run_chapter["three"](epsilon, range(k)).values()
        )
        if k <= E + 1:
            assert (direct < oue).all()
        elif k > 3 * E + 2:
            assert (oue < direct).all() and (np.diff(direct - oue) > 0).all()
        else:  # the share may decide
            assert direct[0] < oue[0] and (np.diff(direct - oue) > 0).all()


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1, 2, 4])
def test_variances_and_the_rule(run_chapter, epsilon):
    E, r = exp(epsilon), exp(epsilon / 2)
    for k in (*range(2, 20), 30, 50, 100, 149):
        sue, oue, direct = run_chapter["three"](epsilon, range(k)).values()
        assert isclose(sue.variance(1, 0), r / (r - 1) ** 2)
        assert isclose(oue.variance(1, 0), 4 * E / (E - 1) ** 2)
        assert isclose(direct.variance(1, 0), (k - 2 + E) / (E - 1) ** 2)
        assert (direct.variance(1, 0) < oue.variance(1, 0)) == (k < 3 * E + 2)
        for f in (0.01, 0.127, 0.5, 1):
            second = {
                m: m.variance(1, f) - m.variance(1, 0) for m in (sue, oue, direct)
            }
            assert isclose(second[sue], 0, abs_tol=1e-9)
            assert isclose(second[oue], f)
            assert isclose(second[direct], f * (k - 2) / (E - 1), abs_tol=1e-9)


@pytest.mark.parametrize("k", [4, 8, 15, 30, 100, 1024])
def test_crossing(run_chapter, k):
    people_off = run_chapter["people_off"]
    for f in (0, 0.01, 0.127, 0.5):
        at = run_chapter["crossing"](k, f)
        assert f or at is None or isclose(at, log((k - 2) / 3))
        for epsilon in np.linspace(0.1, 8, 80):
            _, oue, direct = run_chapter["three"](epsilon, range(k)).values()
            better = people_off(direct, f) < people_off(oue, f)
            assert better == (at is None or epsilon > at)


def test_variance_after_norm(chapter):
    """By covariances: the repair takes away the mean of all independent errors."""
    n, shares, k = chapter["n"], chapter["truth"] / chapter["n"], 15
    repair = np.eye(k) - 1 / k
    for m in list(chapter["three"](1).values())[:2]:
        exact = repair @ np.diag(n**2 * m.variance(n, shares)) @ repair.T
        assert np.allclose(chapter["after_norm"](m, shares), np.sqrt(np.diag(exact)))


def covariances_of_direct(n, counts, p, q):
    """Return the counts' covariances: each person's multinomial ones, added up."""
    k, total = len(counts), np.zeros((len(counts), len(counts)))
    for held, people in enumerate(counts):
        law = np.full(k, q)
        law[held] = p
        total += people * (np.diag(law) - np.outer(law, law))
    return total / (p - q) ** 2


def test_counts_that_depend_on_each_other(chapter):
    n, truth, m = chapter["n"], chapter["truth"], chapter["three"](LN9)["direct"]
    exact, f, p, q = covariances_of_direct(n, truth, m.p, m.q), truth / n, m.p, m.q
    formula = -n * (q**2 + (f[:, None] + f) * q * (p - q)) / (p - q) ** 2
    apart = ~np.eye(15, dtype=bool)
    assert np.allclose(exact[apart], formula[apart]) and np.allclose(
        exact.sum(axis=0), 0
    )
    assert np.allclose(np.sqrt(np.diag(exact)), chapter["people_off"](m, f))
    a, b = np.argsort(-truth)[:2]
    independent = exact[a, a] + exact[b, b]
    text = (
        "its standard error is {:.0f} people, whereas it would be {:.0f} if the counts"
    )
    chapter.says(text, sqrt(independent - 2 * exact[a, b]), sqrt(independent))
    # 2,000 runs: 5 standard errors of a standard deviation are 0.08 of it; the seed is
    # fixed
    spread = (chapter["runs"]["direct"][:, a] - chapter["runs"]["direct"][:, b]).std()
    assert spread == pytest.approx(sqrt(independent - 2 * exact[a, b]), rel=0.08)


def test_explorer_of_all_pairs(chapter):
    explorer = chapter.explorers["All pairs (p, q) with the same ε"]
    shares = explorer.choices["f"]
    chapter.says("Move f from {} to {} at ε = 2", shares[0], shares[-1])
    start = explorer.picture_at()
    text = "whose p is {:.2f}, has a standard error of {:.0f} people. What is it at p = {}, and"
    text += " what at p = {}?"
    p, error = start.series[1].x[0], start.series[1].y[0]
    chapter.says(text, p, error, *explorer.predict.at)
    for state, picture in explorer.pictures:
        curve, symmetric, optimized = picture.series
        best = symmetric if state["f"] == shares[-1] else optimized
        if state["f"] in (shares[0], shares[-1]):
            assert best.y[0] <= min(curve.y)
    best = [chapter["best_p"](epsilon, f) for epsilon in (1, 4) for f in shares]
    assert (np.diff(np.reshape(best, (2, -1))) > 0).all()  # "grows with the share f"
    assert best[2] < best[6]  # "sooner if ε is large"


def test_direct_encoding_from_scratch(chapter):
    m, people = DirectEncoding(chapter["domain"], 1), 200_000
    assert isclose((1 - m.p) / 14, m.q)
    reports = m.perturb(m.encode(chapter["values"][:5_000]), np.random.default_rng(9))
    estimate = chapter["aggregate"](reports, 15, m.p)
    assert np.allclose(estimate, m.aggregate(reports).counts) and isclose(
        estimate.sum(), 5_000
    )
    # the module keeps the truth with p - q, and else draws from all values: the same
    # law
    assert isclose(m.p - m.q + (1 - m.p + m.q) / 15, m.p)
    codes = chapter["perturb"](np.full(people, 3), 15, m.p, np.random.default_rng(3))
    shares = np.bincount(codes.astype(int), minlength=15) / people
    law = m.channel()[3]
    # 5 standard errors for each of 15 values; the seed is fixed
    assert (np.abs(shares - law) < 5 * np.sqrt(law / people)).all()


def test_a_name_at_ln_9(chapter):
    m, E, k = chapter["three"](LN9)["direct"], 9, 15
    chapter.says("you tell the truth with probability {:.0f}/{:.0f}", E, E + k - 1)
    assert isclose(m.p, E / (E + k - 1)) and m.p == pytest.approx(2 / 5, abs=0.01)
    chapter.says("named falsely by one person in {:.0f}, whereas", 1 / m.q)
    assert isclose(chapter["three"](LN9)["OUE"].q, 1 / 10)  # "one person in ten"
    single = {}
    for epsilon in (1, log(9), 4):  # the share of OUE's reports with exactly one 1
        oue = UnaryEncoding.optimized(range(15), epsilon)
        p, q = oue.p, oue.q
        none = (1 - q) ** 14
        single[epsilon] = 100 * (p * none + (1 - p) * 14 * q * none / (1 - q))
    text = r"$\frac12 \cdot {0:.1f}^{{14}} + \frac12 \cdot 14 \cdot {1:.1f} \cdot {0:.1f}^{{13}}"
    chapter.says(text + " = {2:.2f}$.", 1 - 0.1, 0.1, single[log(9)] / 100)
    text = "The same sum gives {:.0f} % at ε = 1, and {:.0f} % at ε = 4."
    chapter.says(text, single[1], single[4])
    text = (
        "With OUE and fifteen values, that's {:.0f} % of reports at ε = 1, and {:.0f} %"
    )
    chapter.says(text, single[1], single[4])
    many = 1_024
    chapter.says("With a list of {:,} names and the same ε, fewer", many)
    long_list = DirectEncoding(range(many), LN9)
    assert long_list.p < 0.01
    # "in the same proportion", "the noise smaller, but the signal even more so"
    assert isclose(long_list.q / m.q, long_list.p / m.p)
    noise = sqrt(long_list.q * (1 - long_list.q) / (m.q * (1 - m.q)))
    assert (long_list.p - long_list.q) / (m.p - m.q) < noise < 1


def channel_of_bits(m, k=15):
    """Return Pr[report | value] for all 2**k reports, and each report's number of 1s."""
    ones = np.arange(2**k)[:, None] >> np.arange(k) & 1
    zeros_before = np.where(ones, m.q, 1 - m.q)
    held = np.where(ones, m.p, 1 - m.p) / zeros_before
    return (zeros_before.prod(axis=1)[:, None] * held).T, ones.sum(axis=1)


def channels(epsilon):
    sue = UnaryEncoding.symmetric(range(15), epsilon)
    oue = UnaryEncoding.optimized(range(15), epsilon)
    direct = DirectEncoding(range(15), epsilon)
    of_bits = [channel_of_bits(m)[0] for m in (sue, oue)]
    return [*of_bits, direct.channel()]


def test_reports_with_a_single_1():
    for m, share, tolerance in (
        (UnaryEncoding(range(15), 0.75, 0.25), 1 / 30, 0.001),
        (UnaryEncoding(range(15), 0.5, 0.1), 0.3, 0.01),  # "most have none or several"
    ):
        channel, ones = channel_of_bits(m)
        assert channel[3][ones == 1].sum() == pytest.approx(share, abs=tolerance)
    # a single 1 is as telling as a name: 9 times as likely from its holder as from
    # anybody
    for report in (2**3, 2**9):
        assert isclose(channel[:, report].max() / np.sort(channel[:, report])[-2], 9)
        assert np.ptp(np.sort(channel[:, report])[:-1]) < 1e-12


def test_one_guess(chapter):
    shares = chapter["truth"] / chapter["n"]
    priors, table = (np.full(15, 1 / 15), shares), []
    for epsilon in (1, LN9):
        made = channels(epsilon)
        assert all(np.allclose(channel.sum(axis=1), 1) for channel in made)
        assert all(isclose(privacy_loss(channel), epsilon) for channel in made)
        for prior in priors:
            right = [(prior[:, None] * channel).max(axis=0).sum() for channel in made]
            table.append([prior.max(), *right])
            assert max(right) <= exp(epsilon) * prior.max()  # "at most e^ε times"
    rows = dict(
        zip(
            ("without a report", "SUE", "OUE", "direct encoding"),
            np.transpose(table),
            strict=True,
        )
    )
    for name, row in rows.items():
        chapter.says(f"| {name} | {{:.2f}} | {{:.2f}} | {{:.2f}} | {{:.2f}} |", *row)
    equal_1, data_1, equal_9, data_9 = table
    assert isclose(equal_1[0], 1 / 15)
    # "helps her most" and "about twice as often as the two coins", "helps her least"
    assert np.argmax(equal_9) == np.argmax(data_9) == 3
    assert equal_9[3] / equal_9[1] == pytest.approx(2, abs=0.05)
    assert min(data_1[1:]) == data_1[3]


def test_epsilon_of_all_three(chapter):
    for m in chapter["three"](1, range(6)).values():
        assert isclose(privacy_loss(m.channel()), 1, abs_tol=1e-12)


def test_the_rule_for_our_values(chapter):
    k = len(chapter["domain"])
    limits = [3 * exp(epsilon) + 2 for epsilon in (1, 4)]
    chapter.says("At ε = 1 the limit is {:.1f}, and at ε = 4 it's {:.1f}.", *limits)
    for values in range(2, 40):
        for epsilon in (0.5, 1, 2):
            _, oue, direct = rare_errors(chapter, epsilon, values)
            name = chapter["choose"](values, epsilon) == "name"
            assert name == (direct < oue)
    text = "Our list of {} values becomes short once ε is above ln({}/3) = {:.2f}."
    chapter.says(text, k, k - 2, log((k - 2) / 3))


def test_the_table_of_rare_errors(chapter):
    for epsilon, best in ((0.5, 1), (1, 1), (LN9, 2), (4, 2)):
        assert np.argmin(rare_errors(chapter, epsilon)) == best
    _, oue, direct = rare_errors(chapter, 1.5)
    chapter.says("At ε = {} there is next to nothing between", 1.5)
    assert oue == pytest.approx(direct, rel=0.02)


def errors_of(chapter, epsilon, kind, after):
    """Return errors of OUE and direct: a rare value's, or all values' root mean."""
    name = "after_norm" if after else "people_off"
    shares = 0 if kind == "rare" else chapter["truth"] / chapter["n"]
    variances = [chapter[name](m, shares) for m in chapter["three"](epsilon).values()]
    return [sqrt(np.mean(x**2)) for x in variances]


def crossings(chapter):
    """Return where direct encoding begins to beat OUE."""

    def gap(epsilon, kind, after):
        _, oue, direct = errors_of(chapter, epsilon, kind, after)
        return direct - oue

    kinds = [(kind, after) for after in (False, True) for kind in ("rare", "all")]
    return [brentq(gap, 0.5, LN9, args=kind) for kind in kinds]


def test_where_the_rule_ends(chapter):
    raw_rare, raw_all, rare, all_values = crossings(chapter)
    assert raw_rare < raw_all  # "the switch comes a little later"
    chapter.says("| raw | ε = {:.2f} | ε = {:.2f} |", raw_rare, raw_all)
    chapter.says("| with norm | ε = {:.2f} | ε = {:.2f} |", rare, all_values)
    assert isclose(raw_rare, log(13 / 3))

    def of_a_twentieth(epsilon):
        f = 4 * exp(-epsilon) / 20
        _, oue, direct = (m.variance(1, f) for m in chapter["three"](epsilon).values())
        return direct - oue

    moved = brentq(of_a_twentieth, 0.5, LN9)
    chapter.says("the switch comes only at {:.2f}.", moved)
    # "more noise to a name than to a bit, unless ε is large or the list short"
    for k, epsilon in ((15, 1), (15, 2.5), (15, 3), (4, 1), (4, 2)):
        _, oue, direct = chapter["three"](epsilon, range(k)).values()
        of_bits, of_name = (m.variance(1, 1) - m.variance(1, 0) for m in (oue, direct))
        assert (of_name > of_bits) == (k - 2 > exp(epsilon) - 1)
    # "then it wins even if everybody holds the value", and otherwise doesn't
    for k, epsilon in itertools.product(range(3, 60), (0.1, 1, 2, 3.5)):
        _, oue, direct = chapter["three"](epsilon, range(k)).values()
        limit = exp(epsilon) + 3 + exp(-epsilon)
        assert (direct.variance(1, 1) < oue.variance(1, 1)) == (k < limit)
    # "does not depend on how the people are distributed"
    m, equal = chapter["three"](1)["OUE"], np.full(15, 1 / 15)
    of_truth = m.variance(1, chapter["truth"] / chapter["n"])
    assert isclose(np.mean(m.variance(1, equal)), np.mean(of_truth))


def test_our_answer(chapter):
    errors = rare_errors(chapter, LN9)
    text = "the standard error of a rare count is then about {:.0f} people, against"
    chapter.says(text + " {:.0f} with the two coins", errors[2], errors[0])
    assert (errors[0] / errors[2]) ** 2 > 2  # "more than twice as many people"
    for kind in ("rare", "all"):
        for after in (False, True):
            at_ln_9 = errors_of(chapter, LN9, kind, after)
            at_1 = errors_of(chapter, 1, kind, after)
            assert np.argmin(at_ln_9) == 2 and np.argmin(at_1) == 1
    n = chapter["n"]
    for epsilon in (1, log(13 / 3), 1.75):  # "at ε = 1, and at the border as well"
        of_sets = [
            n * sqrt(np.mean(m.variance(n, chapter["truth"] / n)))
            for m in (SubsetSelection(range(15), size, epsilon) for size in range(2, 8))
        ]
        assert min(of_sets) < min(errors_of(chapter, epsilon, "all", True))
    text = "leaves a rare count with a standard error of about {:.0f} people"
    chapter.says(text, rare_errors(chapter, 1)[1])
    # the same for the fourteen occupations alone
    assert 1 < log(12 / 3) < LN9


def test_the_table_of_three(chapter):
    for k in (15, 1_024):
        bits, name = ceil(k / 8), ceil(ceil(log2(k)) / 8)
        assert (bits, name) == ((2, 1) if k == 15 else (128, 2))
    text = "| bytes, for 15 and for {:,} values | {} and {} | {} and {} | 1 and 2 |"
    few, many = (ceil(k / 8) for k in (15, 1_024))
    chapter.says(text, 1_024, few, many, few, many)
    for epsilon in (0.5, 1, 3):
        sue, oue, direct = chapter["three"](epsilon).values()
        assert isclose(2 * log(sue.p / (1 - sue.p)), epsilon)
        assert isclose(log((1 - oue.q) / oue.q), epsilon)
        assert isclose(log(direct.p / direct.q), epsilon)


def test_explorer_of_three_encodings(chapter):
    chapter.says("Three encodings, {:,} people", chapter["n"])
    explorer = chapter.explorers[f"Three encodings, {chapter['n']:,} people"]
    values = explorer.choices["k"]
    chapter.says("Move k from {:,} to 4. Then set k = 15 and move f.", values[-1])
    bits = [rare_errors(chapter, epsilon, values[-1])[1] for epsilon in (1, 4)]
    chapter.says("Take a list of {:,} values, and one of them", values[-1])
    text = "standard error of OUE is {:.0f} people at ε = 1 and {:.0f} people at ε = 4."
    chapter.says(text, *bits)
    assert DirectEncoding(range(values[-1]), 4).p < 0.06
    assert values[0] == 4 and 15 in values
    for f in explorer.choices["f"]:
        pictures = [picture for state, picture in explorer.pictures if state["f"] == f]
        curves = np.array([
            [line.y for line in picture.series[:3]] for picture in pictures
        ])
        grows = np.diff(curves[:, 2], axis=0)  # of numbers rounded to 0.1 people
        assert (grows >= 0).all() and (grows[:, 0] > 0).all()


def test_formulas_hold(chapter):
    n, truth, runs = chapter["n"], chapter["truth"], chapter["runs"]
    count = len(runs["SUE"])
    chapter.says("In {:,} simulated surveys with each encoding", count)
    for name, m in chapter["three"](LN9).items():
        errors = chapter["people_off"](m, truth / n)
        assert (
            np.abs(runs[name].mean(axis=0) - truth) < 4.9 * errors / sqrt(count)
        ).all()
        assert np.abs(runs[name].std(axis=0) / errors - 1).max() < 0.08
    armed = {
        name: chapter["people_off"](m, truth[ARMED_FORCES] / n)
        for name, m in chapter["three"](LN9).items()
    }
    chapter.says("errors of the Armed-Forces count in {:,} runs, as", count)
    text = "the widest with standard error {:.0f}, optimized has {:.0f}, direct encoding is the "
    text += "narrowest with {:.0f}."
    chapter.says(text, *armed.values())


def test_check_yourself_which_encoding(chapter):
    k, limit = 30, 3 * exp(1) + 2
    errors = rare_errors(chapter, 1, k)
    assert k > limit and min(errors) == errors[1]
    text = "values are more than the rule's limit, 3e + 2 = {:.1f}, so bits win"
    chapter.says(text, limit)
    m, short = DirectEncoding(range(k), 1), DirectEncoding(range(15), 1)
    assert round(100 * m.p) == 9
    chapter.says("the server has to divide by a $p-q$ of only {:.3f}, which", m.p - m.q)
    # "fewer false reports than on a short list", "their noise even more"
    assert m.q < short.q
    assert sqrt(m.q / short.q) > (m.p - m.q) / (short.p - short.q)


def test_check_yourself_a_report_of_a_rare_value(chapter):
    odds = exp(1) / 99
    chapter.says("So they are now {:.1f} : 99, whatever", exp(1))
    assert (
        round(100 * odds / (1 + odds)) == 3 and round(100 * exp(1) / (exp(1) + 1)) == 73
    )
    for k in (2, 15, 1_024):
        m, f = DirectEncoding(range(k), 1), 0.01
        assert isclose(f * m.p / ((1 - f) * m.q), odds)
    assert round(100 * DirectEncoding(range(15), 1).p) == 16


def test_check_yourself_a_longer_list(chapter):
    chapter.says("The limit of the rule is {:.1f} here", 3 * exp(2) + 2)
    assert [np.argmin(rare_errors(chapter, 2, k)) for k in (15, 30)] == [2, 1]


def test_exercise_four_dishes(chapter):
    m, named = DirectEncoding(range(4), LN9), [400, 350, 250, 200]
    n, counts = sum(named), (np.array(named) - sum(named) * chapter["m"].q) * 1.5
    chapter.says("A cafeteria asks {:,} people which of four", n)
    chapter.says("the dishes {}, {}, {} and {} times.", *named)
    chapter.says("$p$ = 9/12 = {:.2f} and $q$ = 1/12.", m.p)
    false = n * m.q
    chapter.says("A dish that nobody had would be named about {:.0f} times,", false)
    text = "Take {:.0f} off each number and multiply by {:.1f}: {:.0f}, {:.0f}, {:.0f} and {:.0f}."
    chapter.says(text, false, 1 / (m.p - m.q), *counts)
    chapter.says("They add up to {:,.0f}, as the", counts.sum())
    assert np.allclose(chapter["aggregate"](np.repeat(range(4), named), 4, m.p), counts)


def test_exercise_a_larger_domain(chapter):
    k = 1_024
    _, oue, direct = rare_errors(chapter, 1, k)
    chapter.says("For $k$ = {:,} values at ε = 1", k)
    text = "direct encoding needs {:.0f} times as many people"
    chapter.says(text, (direct / oue) ** 2)
    chapter.says("above ε = ln({}/3) = {:.2f}.", k - 2, log((k - 2) / 3))
    raw = [rare_errors(chapter, log((k - 2) / 3) + side, k) for side in (-1e-6, 1e-6)]
    assert raw[0][1] < raw[0][2] and raw[1][2] < raw[1][1]
    f = 0.01
    E = (k - 2) / 3
    limit = 4 * E / (E - 1) ** 2
    assert limit == pytest.approx(f, abs=0.002)  # "about 1 %"
    text = "direct encoding is better only above ε = {:.2f},"
    chapter.says(text, chapter["crossing"](k, f))
    assert chapter["best_p"](chapter["crossing"](k, f), f) > 0.6


def test_exercise_the_other_value(chapter):
    k, p, counts = 15, chapter["p"], chapter["kept"]
    assert p == DirectEncoding(range(k), 1).p and counts == p + (1 - p) / k
    chapter.says("= {:.3f} instead of {:.3f}, and", counts, p)
    chapter.says("Then ε = ln(p′/q′) = {:.2f}", privacy_loss(chapter["faulty"]))
    factor = (counts - (1 - p) / k) / (p - chapter["q"])
    chapter.says("from $1/k$ by a factor of {:.2f}.", factor)


def test_exercise_two_questions_of_one_app(chapter):
    people, epsilon = 10**6, 2
    assert round(3 * exp(epsilon) + 2) == 24  # "about 24"
    errors = {
        k: [
            people * sqrt(m.variance(people, 0))
            for m in chapter["three"](epsilon, range(k)).values()
        ]
        for k in (4, 60)
    }
    assert np.argmin(errors[4]) == 2 and np.argmin(errors[60]) == 1
    half = [m.variance(1, 0.5) for m in chapter["three"](epsilon, range(4)).values()]
    assert (
        np.argmin(half) == 2
    )  # "better for a language that half of the users write in"
    _, oue, direct = errors[60]
    chapter.says(
        "has a standard error of about {:.0f} people, where", 10 * round(oue / 10)
    )
    text = "where a name would have nearly {:,.0f}. The report"
    chapter.says(text, 100 * ceil(direct / 100))
    assert direct > 0.97 * 100 * ceil(direct / 100)
    text = "a sticker with fewer than about {:,.0f} users, two"
    chapter.says(text, round(2 * oue, -2))
    empty = 60 * stats.norm.sf(2)
    assert 1 < empty < 2  # "one or two empty stickers"
    # a common language, if a random half is asked: twice the noise, and the draw of
    # the half from the million
    draw = 0.5 * (1 - 0.5) / people * (1 / 0.5 - 1)
    grows = sqrt(2 + draw * people / half[2])
    chapter.says("it grows by more, about {:.1f} if half of the users", grows)
    limit = round(stats.norm.isf(0.05 / 60) * oue, -2)
    chapter.says("I would ask for about {:,.0f} users.", limit)
