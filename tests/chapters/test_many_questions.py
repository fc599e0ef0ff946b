"""Claims of the chapter "Many questions", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

import math
from itertools import combinations, product

import numpy as np
import pytest
from scipy.optimize import brentq

from ldp_course import RandomizedResponse, SubsetSelection, UnaryEncoding
from ldp_course.data import load_adult
from ldp_course.privacy import privacy_loss
from ldp_course.topics.many_questions import (
    AllInOne,
    RandomFakes,
    SplitBudget,
    SplitPeople,
    one_answer_loss,
)
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

PEOPLE = 10_000


def plans_of(chapter):
    return [chapter[name] for name in ("budget", "people", "in_one")]


def crossing(first, other, h, share=0.5):
    return brentq(lambda e: first(e, h, share) - other(e, h, share), 0.1, 10)


def yes_no(h):
    return {str(i): (0, 1) for i in range(h)}


def of_population(plan, share=0.5):
    """Return n times the variance of a share, for people drawn from a population."""
    n = 10**9
    return plan.variance("0", n, share) * n + share * (1 - share)


def points(n_variance, people=PEOPLE):
    return 100 * math.sqrt(n_variance / people)


def test_a_quarter_of_epsilon_or_of_the_people(chapter):
    h, coins = 4, [RandomizedResponse(epsilon) for epsilon in (1 / 4, 1)]
    clear, dear = (coin.p for coin in reversed(coins))
    chapter.says(
        "At ε = 1 that's {:.0f} %. At ε = ¼ it's {:.0f} %", 100 * clear, 100 * dear
    )
    gaps = [2 * coin.p - 1 for coin in coins]
    of_budget, of_people = (plan(1, h, 0.5) for plan in plans_of(chapter)[:2])
    assert math.isclose(0.25 / gaps[0] ** 2, of_budget)
    assert math.isclose(4 * 0.25 / gaps[1] ** 2, of_people)
    text = "$0.25/{:.4f}^2 = {:.1f}$ if the budget is split, since $2p-1$ is {:.4f} at ε = ¼;"
    chapter.says(text, gaps[0], of_budget, gaps[0])
    text = r"$4 \cdot 0.25/{:.3f}^2 = {:.1f}$ if the people are split, since $2p-1$ is {:.3f}"
    chapter.says(text, gaps[1], of_people, gaps[1])
    chapter.says("variance ½ · ½ = {:.2f}.", 0.5 * 0.5)
    chapter.says("share of ½ it is {:.1f}.", of_people)
    text = "For {:,} people the standard error is $\\sqrt{{{:.1f}/{:,}}}$, or {:.1f} points, if "
    text += "the budget is split. It's {:.1f} points if"
    errors = points(of_budget), points(of_people)
    chapter.says("Say that {:,} members answer", PEOPLE)
    chapter.says(text, PEOPLE, of_budget, PEOPLE, *errors)
    assert 0.5 < errors[1] / errors[0] < 0.55  # almost halved
    for kind, expected in ((SplitBudget, of_budget), (SplitPeople, of_people)):
        assert math.isclose(of_population(kind(yes_no(h), 1)), expected, rel_tol=1e-6)


def test_why_and_where_the_plans_change_places(chapter):
    noise, h = chapter["noise"], 4
    assert math.isclose(noise(0.01) * 0.01**2, 1, rel_tol=1e-3)
    assert math.isclose(noise(0.01 / h) / noise(0.01), h**2, rel_tol=1e-3)
    assert 15 < noise(1 / h) / noise(1) < 18
    budget, people = plans_of(chapter)[:2]
    borders = [crossing(budget, people, h) for h in (2, 3, 4)]
    chapter.says(
        "shares of one half the two plans change places at ε = {:.2f}", borders[-1]
    )
    coins = noise(borders[-1] / h), noise(borders[-1])
    both = coins[0] + 0.25
    assert math.isclose(both, h * (coins[1] + 0.25))
    assert budget(1, h, 0.5) > people(1, h, 0.5) and budget(6, h, 0.5) < people(
        6, h, 0.5
    )
    text = r"At ε = {:.2f} $n$ times the variance is ${:.2f} + {:.2f}$ with the budget split, and "
    text += r"$4 \cdot ({:.3f} + {:.2f})$ with the people split. Both are {:.2f}."
    chapter.says(text, borders[-1], coins[0], 0.25, coins[1], 0.25, both)
    text = "meet at ε = {:.2f} with two questions, at {:.2f} with three, and at {:.2f} with four."
    chapter.says(text, *borders)
    rare = crossing(budget, people, 2, 0.1)
    chapter.says("shares of 10 % have theirs at {:.2f}.", rare)
    n, share = 1_000, 0.3  # these people only: the part by drawing them is gone
    for plan in (SplitBudget(yes_no(2), 1), AllInOne(yes_no(2), 1)):
        chapter_plan = budget if isinstance(plan, SplitBudget) else chapter["in_one"]
        about_them = plan.variance("0", n, share)
        assert math.isclose(
            n * about_them, chapter_plan(1, 2, share) - share * (1 - share)
        )
    about_them = n * SplitPeople(yes_no(2), 1).variance("0", n, share)
    assert math.isclose(
        about_them, people(1, 2, share) - share * (1 - share), rel_tol=2e-3
    )


def test_one_report_with_two_answers(chapter):
    E = math.e
    p, q = E / (E + 3), 1 / (E + 3)
    chapter.says("probability $E/(E+3) = {:.3f}$, and each", p)
    chapter.says("the three others with $1/(E+3) = {:.3f}$.", q)
    chapter.says("with probability ${:.3f} + {:.3f} = {:.3f}$.", p, q, p + q)
    chapter.says('"woman" with probability $2 \\cdot {:.3f} = {:.3f}$.', q, 2 * q)
    assert math.isclose(p + q + 2 * q, 1)
    single = RandomizedResponse(1)
    text = "$P - Q$ is {:.3f}, where a single question would have {:.3f}."
    chapter.says(text, p - q, single.p - single.q)
    for m in (2, 3, 4):
        plan = AllInOne(yes_no(m), 1)
        question = plan.questions["0"]
        Q = 2**m / 2 / (E + 2**m - 1)
        assert np.allclose([question.q, question.p], [Q, 1 - Q])
        # the same, from the channel: all reports that say yes to the first question
        says_yes = plan.channel()[:, 2**m // 2 :].sum(axis=1)
        assert np.allclose(says_yes, np.repeat([Q, 1 - Q], 2**m // 2))
        expected = chapter["in_one"](1, m, 0.3) - 0.21
        assert math.isclose(plan.variance("0", 1, 0.3), expected, rel_tol=1e-9)


def test_the_combination_beats_the_split_budget(chapter):
    budget, people, in_one = plans_of(chapter)
    for epsilon in np.geomspace(0.01, 20, 200):
        z = math.exp(epsilon / 2)
        assert in_one(epsilon, 2, 0.5) < budget(epsilon, 2, 0.5) and z**3 + z > 2
        of_one, of_budget = in_one(epsilon, 2, 0), budget(epsilon, 2, 0)
        assert math.isclose(of_one * (z**2 - 1) ** 2, 2 * (z**2 + 1), rel_tol=1e-6)
        assert math.isclose(of_budget * (z - 1) ** 2, z, rel_tol=1e-6)


def test_better_reports_of_a_combination(chapter):
    # sets of 4 of the 16 combinations, those with the true one e times as likely
    sets = np.array(list(combinations(range(16), 4)))
    inside, noise, means = (sets < 8).sum(axis=1), [], []  # how many of a set say "yes"
    for holder in (0, 15):
        weights = np.where((sets == holder).any(axis=1), math.e, 1)
        weights /= weights.sum()
        means.append(weights @ inside)
        noise.append(weights @ inside**2 - means[-1] ** 2)
    noise = np.mean(noise) / (means[0] - means[1]) ** 2
    says = "([subset selection ) bring the {:.1f} points of the figure down to {:.1f}. That's still "
    says += "more than the {:.1f} points of splitting the people."
    in_one, people = chapter["in_one"](1, 4, 0.5), chapter["people"](1, 4, 0.5)
    chapter.says(says, points(in_one), points(noise + 0.25), points(people))
    assert SubsetSelection.optimized(range(16), 1).size == 4


def test_combinations_multiply(chapter):
    adult = load_adult()
    names = ["sex", "income", "race", "marital_status", "occupation"]
    domains = {name: tuple(sorted(adult[name].fillna("?").unique())) for name in names}
    sizes = [len(domain) for domain in domains.values()]
    n, rich = 32_561, chapter["rich"]
    errors = [
        100 * math.sqrt(kind(domains, 1).variance("income", n, rich))
        for kind in (AllInOne, SplitPeople)
    ]
    chapter.says("error of {:.0f} points about these {:,} people with", errors[0], n)
    chapter.says("and {:.2f} if the people are split.", errors[1])
    k, with_it = math.prod(sizes), math.prod(sizes) // 2
    # of one rare combination
    variance = UnaryEncoding.optimized(range(2), 1).variance(n, 0)
    with_norm = 100 * math.sqrt(with_it * (1 - with_it / k) * variance)
    chapter.says("direct encoding, {:.0f} with unary encoding and", with_norm)
    chapter.says("race, marital status and occupation have {:,} combinations", k)
    thousands = int(domains["income"][1].strip(">K"))  # ">50K"
    dollars = 1_000 * thousands
    chapter.says("call more than {:,} dollars a year *rich*", dollars)
    chapter.says("earn more than {:,} dollars a year, how many are married", dollars)
    chapter.says("the share with more than {:,} dollars then", dollars)


def test_when_a_second_answer_pays(chapter):
    in_one, by_lot = chapter["in_one"], chapter["by_lot"]
    for epsilon in (0.3, 1, 2.5):  # the formula of the pair's noise
        E = math.exp(epsilon)
        extra = in_one(epsilon, 2, 0) - 2 * in_one(epsilon, 1, 0)
        assert math.isclose(extra, 2 / (E - 1) ** 2)

    def border(m, share=0.5, h=7):  # the list may be as long as it likes
        def difference(epsilon):
            more, fewer = (by_lot(epsilon, h, size, share) for size in (m + 1, m))
            return more - fewer

        return brentq(difference, 0.1, 10)

    E = 1 + math.sqrt(8)
    chapter.says(r"$1 + \sqrt 8 = {:.2f}$, and so ε = {:.2f}.", E, border(1))
    assert math.isclose(border(1), math.log(E))
    rare = border(1, 0.1)
    chapter.says("and the pair pays only above {:.2f}.", rare)
    assert math.isclose(rare, math.log(1 + math.sqrt(2 / 0.09)))
    borders = [border(m) for m in (1, 2, 3)]
    chapter.says("## Above ε = {:.2f}, a second answer pays", borders[0])
    chapter.says("up to about ε = {:.2f}. Above that, a second", borders[0])
    says = "a second yes/no answer pays once ε passes {:.2f}, a third once it passes {:.2f}."
    chapter.says(says, *borders[:2])
    for epsilon in np.arange(0.25, 8, 0.25):  # so between two borders one size is best
        sizes = [by_lot(epsilon, 4, m, 0.5) for m in (1, 2, 3, 4)]
        assert np.argmin(sizes) == np.searchsorted(borders, epsilon)
        assert math.isclose(sizes[0], chapter["people"](epsilon, 4, 0.5))
    # sets of combinations, in place of single ones, do not make a pair pay earlier
    for border_, m in zip(borders, (2, 3, 4)):
        assert SubsetSelection.optimized(range(2**m), border_).size == 1


def test_explorer_of_three_plans(chapter):
    explorer = chapter.explorers["Three plans for several questions"]
    values = [points(plan(1, 4, 0.5)) for plan in plans_of(chapter)]
    chapter.says("error is {:.2f} points with the budget", values[0])
    chapter.says("and {:.2f} with the people split.", values[1])
    assert np.argmax(values) == 2  # with 16 combinations the largest error
    first = {}
    for state, picture in explorer.pictures:
        h, share = state["h"], state["share"]
        *_, here = picture.series
        assert np.argmin(here.y) != 0  # the budget is nowhere the best
        if state["epsilon"] == 0.5:
            assert np.argmin(here.y) == 1  # at a small ε the people
        if np.argmin(here.y) == 2:
            first[h, share] = min(first.get((h, share), 99), state["epsilon"])
        for x in np.geomspace(0.25, 8, 50):
            of_each = [plan(x, h, share) for plan in plans_of(chapter)]
            assert np.argmin(of_each) != 0
    for share in (0.5, 0.1):
        order = [first[h, share] for h in (2, 3, 4, 8)]
        assert order == sorted(order)


def test_two_totals(chapter):
    truth, n = chapter["truth"], len(chapter["adult"])
    men, women = truth.sum(axis=1)
    chapter.says("Let the {:,} people of", n)
    rich = chapter["rich"]
    text = "In truth {:.1f} % of the {:,.0f} men are rich, and {:.1f} % of the {:,.0f} women."
    shares = 100 * truth[:, 1] / [men, women]
    chapter.says(text, shares[0], n * men, shares[1], n * women)
    chapter.says("This gap of {:.1f} points is what", 100 * chapter["true_gap"])
    text = "exactly right: {:.1f} % are women, and {:.1f} % are rich."
    chapter.says(text, 100 * women, 100 * rich)
    # between none and all of the rich
    assert tuple(chapter["both_shares"](women, rich)) == (0, rich)
    text = "because {:.1f} % of {:.1f} % is {:.1f} %."
    chapter.says(text, 100 * women, 100 * rich, 100 * women * rich)
    chapter.says("In truth {:.1f} % of the people are rich women.", 100 * truth[1, 1])
    text = "For $a$ = 0.7 and $b$ = 0.6 these are {:.1f} and {:.1f}."
    chapter.says(text, *chapter["both_shares"](0.7, 0.6))
    # all ways in which seven of ten like tea and six coffee
    both = {len(set(range(7)) & set(some)) for some in combinations(range(10), 6)}
    assert (min(both), max(both)) == (3, 6)
    for plan in chapter["plans"].values():
        assert math.isclose(privacy_loss(plan.channel()), 1, rel_tol=1e-9)


def test_the_cross_table(chapter):
    plan = chapter["plans"]["in one"]
    estimated = chapter["cells"]
    cells = estimated.frequencies.reshape(2, 2)
    margins = plan.aggregate(chapter["reports"])
    assert np.allclose(cells.sum(axis=1), margins["sex"].frequencies)
    assert np.allclose(cells.sum(axis=0), margins["income"].frequencies)
    errors = np.abs(cells - chapter["truth"]).ravel()
    assert (errors < 5 * estimated.standard_errors).all()
    error = estimated.standard_errors[-1]
    text = "In this run, {:.1f} % of the people are estimated to be rich women, with a standard "
    chapter.says(text + "error of {:.1f} points.", 100 * cells[1, 1], 100 * error)
    as_often = cells[1].sum() * cells[:, 1].sum()  # of the run
    chapter.says("it would be {:.1f} %. That's about six standard", 100 * as_often)
    assert round((as_often - cells[1, 1]) / error) == 6
    # "their errors partly cancel"; the seed is fixed
    encoded, rng, differences = (
        plan.encode(chapter["adult"]),
        np.random.default_rng(1),
        [],
    )
    for _ in range(200):
        made = plan.cross_table(plan.perturb(encoded, rng), "sex", "income")
        made = made.frequencies.reshape(2, 2)
        differences.append(made[1].sum() * made[:, 1].sum() - made[1, 1])
    assert np.std(differences) < 0.8 * error


def test_the_noise_of_a_product(chapter):
    coin, n = RandomizedResponse(0.5), 32_561
    reports, shares = np.array([0, 1]), np.array([coin.p, coin.q])  # a true "no"
    numbers = (reports - coin.q) / (coin.p - coin.q)
    one = shares @ numbers**2 - (shares @ numbers) ** 2
    pairs = np.outer(numbers, numbers)
    both = shares @ pairs**2 @ shares - (shares @ pairs @ shares) ** 2
    assert math.isclose(both, one**2)
    E = math.exp(0.5)
    assert math.isclose(one, E / (E - 1) ** 2)
    assert abs(shares @ numbers) < 1e-9
    chapter.says("of ε = ½ that's ${:.4f}/{:.4f}^2 = {:.3f}$.", E, E - 1, one)
    text = (
        "the product has a variance of {:.3f}² = {:.2f}, and $\\sqrt{{{:.2f}/{:,}}}$ "
    )
    error = 100 * math.sqrt(both / n)
    chapter.says(text + "is {:.1f} points.", one, both, both, n, error)


def test_the_figure(chapter):
    theory, errors, runs = (chapter[name] for name in ("theory", "errors", "runs"))
    assert all(len(values) == 300 for values in errors.values())
    for name, values in errors.items():
        ratio = math.sqrt(np.mean(values**2)) / theory[name]
        assert abs(ratio - 1) < 5 / math.sqrt(600)
        assert abs(values.mean()) < 5 * theory[name] / math.sqrt(300)
    women = [100 * theory[f"rich women: {name}"] for name in ("in one", "budget")]
    chapter.says("error is {:.2f} points with the combination, and {:.2f} with", *women)
    gap = chapter["true_gap"]
    of_gap = [
        100 * np.sqrt(np.mean((runs[name][:, 2] - gap) ** 2))
        for name in ("in one", "budget")
    ]
    says = "the gap of {:.1f} points comes out with a root mean squared error, over the {} "
    says += "surveys, of {:.1f} points from the combinations, and of {:.1f} from"
    chapter.says(says, 100 * gap, len(runs["budget"]), *of_gap)
    assert 5 * of_gap[0] < 100 * gap < 2.5 * of_gap[1]
    cell = chapter["truth"].ravel()[3]
    for values in runs.values():  # the strokes are means of estimated standard errors
        assert np.std(values[:, -1]) < 0.05 * np.mean(values[:, -1])
    p, q = math.e / (math.e + 3), 1 / (math.e + 3)
    variance = (cell * p * (1 - p) + (1 - cell) * q * (1 - q)) / chapter["n"]
    exact = math.sqrt(variance) / (p - q)
    assert math.isclose(theory["rich women: in one"], exact, rel_tol=0.01)
    rich = [100 * theory[f"rich: {name}"] for name in ("budget", "people", "in one")]
    text = "budget split {:.2f} points, people split {:.2f}, all in one {:.2f}."
    chapter.says(text, *rich)
    chapter.says("women: budget split {:.2f} points, all in one {:.2f}.", *women[::-1])


def test_pairs_by_lot(chapter):
    """The estimates from drawn pairs: unbiased, with the error that the prose says."""
    plan, rich = chapter["by_pair"], chapter["bits"]["rich"]
    encoded, rng = plan.encode(chapter["pairs"]), np.random.default_rng(12)
    places = {
        "woman, rich": [1, 3],
        "rich, married": [2, 3],
        "rich, long hours": [2, 3],
    }
    estimates, rich_women, runs = [], [], 100
    for _ in range(runs):
        tables = plan.aggregate(plan.perturb(encoded, rng))
        yes = [tables[name].frequencies[rows].sum() for name, rows in places.items()]
        estimates.append(np.mean(yes))
        rich_women.append(tables["woman, rich"].frequencies[3])
    n, f = len(rich), rich.mean()
    variance = chapter["in_one"](1, 2, f) / (n / 2) - f * (1 - f) / n
    assert abs(np.mean(estimates) - f) < 5 * math.sqrt(variance / runs)
    assert abs(np.std(estimates) / math.sqrt(variance) - 1) < 5 / math.sqrt(2 * runs)
    assert math.isclose(privacy_loss(plan.channel()), 1, rel_tol=1e-9)
    error = math.sqrt(plan.variance("woman, rich", n, chapter["truth"][1, 1]))
    chapter.says("Only a sixth of the {:,} people have", n)
    in_one = 100 * chapter["theory"]["rich women: in one"]
    assert in_one * math.sqrt(6) < 100 * error < 1.02 * in_one * math.sqrt(6)
    chapter.says("six times that of the combination ({:.2f} points), and", in_one)
    chapter.says("for the lot: the standard error is {:.1f} points.", 100 * error)
    assert abs(np.std(rich_women) / error - 1) < 5 / math.sqrt(2 * runs)
    assert len(chapter["pairs"]) == 6 == math.comb(4, 2)
    of_two = chapter["in_one"](1, 2, 0.5)
    pair, one = points(2 * of_two), points(chapter["people"](1, 4, 0.5))
    chapter.says("take {:,} people drawn from a larger membership,", PEOPLE)
    text = "the variance was {:.2f}, sampling included. So now the standard error is "
    text += (
        "$\\sqrt{{2 \\cdot {:.2f}/{:,}}}$, or {:.1f} points instead of the {:.1f} of"
    )
    chapter.says(text, of_two, of_two, PEOPLE, pair, one)
    assert 1.08 < pair / one < 1.12  # a tenth larger


def test_fakes_by_hand(chapter):
    E = 2
    fakes = RandomFakes.published(yes_no(2), nominal=math.log(E))
    larger = math.exp(fakes.epsilon)
    assert math.isclose(larger, 3) and math.isclose(larger / 2 + 1 / 2, E)
    # the report 0, 0 from 00 (a man, not rich), 01, 10 and 11
    assert np.allclose(fakes.channel()[:, 0] * 8, [3, 2, 2, 1])
    assert math.isclose(one_answer_loss(fakes), math.log(2))
    assert math.isclose(privacy_loss(fakes.channel()), math.log(3))


def test_fakes(chapter):
    fakes = chapter["fakes"]
    loss = privacy_loss(fakes.channel())
    assert math.isclose(loss, math.log(2 * (math.e - 1) + 1), rel_tol=1e-9)
    chapter.says("and for these ε is {:.3f}, that of", loss)
    for h, k in ((3, 2), (4, 2), (2, 5), (3, 3)):  # any number of questions
        many = RandomFakes.published({str(i): range(k) for i in range(h)}, nominal=1)
        assert math.isclose(one_answer_loss(many), 1, rel_tol=1e-9)
        assert math.isclose(
            privacy_loss(many.channel()), math.log(h * (math.e - 1) + 1)
        )
    honest = of_population(RandomFakes(yes_no(2), 1))
    signal = (math.e - 1) / (math.e + 1)
    chapter.says("A single coin has $P - Q$ = {:.3f}. Half", signal)
    chapter.says("the difference falls to {:.3f}, and", signal / 2)
    text = "variance is $0.25/{:.3f}^2 = {:.2f}$."
    chapter.says(text, signal / 2, honest)
    assert math.isclose(0.25 / (signal / 2) ** 2, honest, rel_tol=1e-6)
    two = chapter["people"](1, 2, 0.5)
    chapter.says(r"openly has $2 \cdot 0.25/{:.3f}^2 = {:.2f}$.", signal, two)
    assert math.isclose(honest / two, 2, rel_tol=1e-6)
    of_four = of_population(RandomFakes(yes_no(4), 1)) / chapter["people"](1, 4, 0.5)
    assert math.isclose(of_four, 4, rel_tol=1e-6)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        pair = (fakes.perturb(np.full((20_000, 2), v), rng) for v in (0, 1))
        assert 1.3 < fakes_audit(chapter, *pair) < loss
    chapter.says("With 99 % confidence ε is above {}.", 1.4)
    assert 1.4 < fakes_audit(chapter, chapter["first"], chapter["second"]) < loss
    chapter.says("from {:,} reports of a man", len(chapter["first"]))


def fakes_audit(chapter, first, second):
    event = chapter["event"]
    return chapter["audit"](first, second, confidence=0.99, event=event).epsilon_lower


def reports_of(shares, Q):
    """Return the joint probabilities of the question of a report and of the report."""
    joint = np.zeros((2, 2, 2))
    for question, share in enumerate(shares):
        sent = np.array([1 - share, share]) * (1 - 2 * Q) + Q
        # a half is drawn, a fake
        joint[question] = (sent if question else sent[:, None]) / 2 / 2
    return joint


def test_which_question_was_drawn(chapter):
    Q = 1 / (2 * math.e)
    shares = [chapter["bits"][name].mean() for name in ("woman", "rich")]
    text = "{:.1f} % of the people are women and {:.1f} % are rich, but not which"
    chapter.says(text, *(100 * share for share in shares))
    joint = reports_of(shares, Q)
    assert math.isclose(joint.sum(), 1)
    assert np.allclose(chapter["chance"], joint[0] / joint.sum(axis=0))
    guess = joint.max(axis=0).sum()
    chapter.says("the attacker is right in {:.1f} % of cases", 100 * guess)
    sex = joint[0, 1, 0] / joint[:, 1, 0].sum()
    chapter.says('After "woman, not rich" it is only {:.0f} %.', 100 * sex)
    real = shares[0] * (1 - 2 * Q) + Q
    assert real < 0.5  # a woman is rarer as a real answer than as a fake
    rng, n = np.random.default_rng(11), 200_000  # 5 standard errors
    answers = rng.random((n, 2)) < shares
    question, honest = rng.integers(2, size=n), rng.random(n) < 1 - Q
    sent = rng.integers(2, size=(n, 2))
    own = answers[np.arange(n), question]
    sent[np.arange(n), question] = np.where(honest, own, ~own)
    right = joint.argmax(axis=0)[sent[:, 0], sent[:, 1]] == question
    assert abs(right.mean() - guess) < 5 * math.sqrt(guess * (1 - guess) / n)
    for share in (0.5, 0.2, 0.9):  # alike shares: some reports still tell
        largest = reports_of([share, share], Q).max(axis=0).sum()
        assert math.isclose(largest, 0.5) == (share == 0.5)


def n_variance_of_yes_yes(rows, estimates):
    """Return n times the variance, if a quarter holds each of four records."""
    mean = (rows @ estimates).mean()
    return (rows @ estimates**2).mean() - mean**2, mean


def test_who_wins(chapter):
    """Each number of the table once more, from channels and from the module."""
    table, h = chapter["table"], 4
    chapter.says("four yes/no questions to {:,} people from", PEOPLE)
    smallest = {"share": [], "cell": []}
    for (what, epsilon), row in table.iterrows():
        smallest[what].append(row["smallest"])
        values = row.drop("smallest").astype(float)
        assert row["smallest"] == values.idxmin()
        if what == "share":
            of_module = [
                kind(yes_no(h), epsilon) for kind in (SplitBudget, SplitPeople)
            ]
            of_module += [AllInOne(yes_no(h), epsilon), RandomFakes(yes_no(h), epsilon)]
            names = ["budget split", "1 by lot", "all 4", "fakes"]
            errors = [points(of_population(plan)) for plan in of_module]
            for m in (2, 3):
                plan = AllInOne(yes_no(m), epsilon)
                errors.append(points(of_population(plan) * h / m))
            names += ["2 by lot", "3 by lot"]
        else:
            coin, names, errors = RandomizedResponse(epsilon / h), [], []
            bit = np.array([[coin.p, coin.q], [coin.q, coin.p]])  # of no, of yes
            number = (np.array([0, 1]) - coin.q) / (coin.p - coin.q)
            of_both = np.outer(number, number).ravel()
            variance, mean = n_variance_of_yes_yes(np.kron(bit, bit), of_both)
            assert math.isclose(mean, 1 / 4)
            names.append("budget split")
            errors.append(points(variance))
            for m in (2, 3, 4):
                rows = np.array(AllInOne(yes_no(m), epsilon).channel())
                says = np.array([a and b for a, b, *_ in product((0, 1), repeat=m)])
                chances = rows @ says
                low, high = chances.min(), chances.max()
                of_both = (says - low) / (high - low)
                variance, mean = n_variance_of_yes_yes(rows, of_both)
                assert math.isclose(mean, 1 / 4)
                reached = math.comb(m, 2) / math.comb(h, 2)
                names.append(f"{m} by lot" if m < h else "all 4")
                errors.append(points(variance / reached))
            assert np.isnan(values[["1 by lot", "fakes"]]).all()
        for name, error in zip(names, errors, strict=True):
            assert values[name] == pytest.approx(error, abs=0.0051), (what, epsilon)
    assert not {"budget split", "fakes"} & {*smallest["share"], *smallest["cell"]}
    order = ["1 by lot", "2 by lot", "3 by lot", "all 4"]
    for of_what in smallest.values():  # the larger ε, the more answers
        places = [order.index(name) for name in of_what]
        assert places == sorted(places)
    for what in smallest:  # a pair is nearly the best
        row = table.loc[(what, 1.0)].drop("smallest").astype(float)
        assert row["2 by lot"] < 1.1 * row.min()


def test_fakes_and_single_answers_show_no_cross_table():
    """Two tables with the same totals give the same reports."""
    tables = np.array([[0.25, 0.25, 0.25, 0.25], [0.5, 0, 0, 0.5]])
    for kind in (RandomFakes, SplitPeople):
        same, other = tables @ np.array(kind(yes_no(2), 1).channel())
        assert np.allclose(same, other)
    for kind in (SplitBudget, AllInOne):
        same, other = tables @ np.array(kind(yes_no(2), 1).channel())
        assert not np.allclose(same, other)


def test_quiz(chapter):
    a, b = 0.5, 0.4
    low, high = chapter["both_shares"](a, b)
    chapter.says("{:.0f} % are smokers and {:.0f} % are runners.", 100 * a, 100 * b)
    chapter.says("between {:.0f} % and {:.0f} % of all people.", 100 * low, 100 * high)
    chapter.says("b. {:.0f} %", 100 * a * b)
    chapter.says("max(0, {} + {} − 1) = 0, at most {}.", a, b, high)
    chapter.says("your combination is one of {:,}, so", 2**10)


def test_exercises_by_hand(chapter):
    plan = AllInOne({"a": (0, 1), "b": (0, 1)}, math.log(3))
    assert np.allclose([plan.questions["a"].p, plan.questions["a"].q], [2 / 3, 1 / 3])
    assert math.isclose(plan.variance("a", 1, 0.5), 2)
    assert math.isclose(2 * chapter["noise"](math.log(3)), 1.5)
    share = 0.2
    spread = share * (1 - share)
    E = 1 + math.sqrt(2 / spread)
    text = "$\\pi(1-\\pi)$ = {:.2f}, so $E = 1 + \\sqrt{{2/{:.2f}}}$ = {:.3f}, and ε = ln {:.3f} = {:.3f}."
    chapter.says(text, spread, spread, E, E, math.log(E))
    people, in_one = plans_of(chapter)[1:]
    assert math.isclose(crossing(people, in_one, 2, share), math.log(E))


def test_exercise_of_the_denominator(chapter):
    rng, n, h = np.random.default_rng(4), 4_000, 4
    answered = rng.binomial(n, 1 / h, 40_000)
    yes = rng.binomial(answered, 0.5)
    factor = np.var(yes / (n / h)) / np.var(yes / answered)
    assert abs(factor / 1.75 - 1) < 6 * math.sqrt(2 * 2 / 40_000) + 0.01
    chapter.says(r"n / (n/4)^2 = {:.2f}/n$.", 1 / 8 * 7 / 8 * 16)
    # these people, half of whom hold a yes: Bernoulli(1/h) times their own chance
    squares = (RandomizedResponse(1).p ** 2 + RandomizedResponse(1).q ** 2) / 2
    by_n = 0.5 / h - squares / h**2
    by_drawn = 0.25 / h - (squares - 0.25) / h**2
    chapter.says("of these very people it is {:.2f}, at ε = 1", by_n / by_drawn)


def test_exercise_which_question(chapter):
    women, rich = 0.4, 0.2
    text = "{:.0f} % of the people are women and {:.0f} % are rich, and sees"
    chapter.says(text, 100 * women, 100 * rich)
    joint = reports_of([women, rich], 1 / 4)
    says_woman, says_rich = (share / 2 + 1 / 4 for share in (women, rich))
    chapter.says("{} · ¾ + {} · ¼ = {:.2f},", women, 1 - women, says_woman)
    chapter.says('so "man" with {:.2f}.', 1 - says_woman)
    chapter.says("{} · ¾ + {} · ¼ = {:.2f}.", rich, 1 - rich, says_rich)
    income = joint[1, 0, 1] / joint[:, 0, 1].sum()
    text = "{:.2f} · ½, and if income was drawn ½ · {:.2f}. So the answer is "
    text += "{:.2f}/({:.2f} + {:.2f}) = {:.3f}."
    man = 1 - says_woman
    chapter.says(text, man, says_rich, says_rich, man, says_rich, income)


def test_exercise_of_the_fault(chapter):
    three = RandomFakes.published(dict.fromkeys("abc", (0, 1)), nominal=1)
    loss = privacy_loss(three.channel())
    chapter.says("ln(3(e − 1) + 1) = {:.3f}.", loss)
    assert math.isclose(one_answer_loss(three), 1, rel_tol=1e-9)
    unequal = RandomFakes.published({"a": range(2), "b": range(5)}, nominal=1)
    assert one_answer_loss(unequal) > 1.1  # exact only if all have equally many values
    rng, n = np.random.default_rng(6), 20_000
    mended = RandomFakes(three.domains, 1)
    for make, plan in ((chapter["client"], three), (chapter["mended"], mended)):
        reports = np.array([make((0, 0, 0), (2, 2, 2), 1, rng) for _ in range(n)])
        seen = np.bincount(reports @ [4, 2, 1], minlength=8) / n
        row = plan.channel()[0]
        assert (np.abs(seen - row) < 5.5 * np.sqrt(row / n)).all()


def test_the_open_exercise(chapter):
    smokers, bad_sleepers = 0.3, 0.4
    low, high = chapter["both_shares"](smokers, bad_sleepers)
    assert (low, high) == (0, smokers)  # between none and all of the smokers
    # three of six answers by lot, each at ε = 1: the lot is seen
    coin = np.array(RandomizedResponse(1).channel())
    three = np.kron(np.kron(coin, coin), coin)
    assert math.isclose(privacy_loss(three), 3)
