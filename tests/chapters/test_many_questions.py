"""Claims of the chapter "Many questions", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

import math
from itertools import combinations

import numpy as np
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


def plans_of(chapter):
    return [chapter[name] for name in ("budget", "people", "in_one")]


def crossing(first, other, h, share=0.5):
    return brentq(lambda e: first(e, h, share) - other(e, h, share), 0.1, 10)


def test_two_ways_to_split(chapter):
    noise, h = chapter["noise"], 4
    of_budget, of_people = (plan(1, h, 0.5) for plan in plans_of(chapter)[:2])
    text = "Noise and sampling are ${:.2f} + 0.25 = {:.1f}$."
    chapter.says(text, noise(1 / h), of_budget)
    chapter.says(r"at ε = 1: $4 \cdot ({:.2f} + 0.25) = {:.1f}$.", noise(1), of_people)
    chapter.says("share of ½ it is {:.1f}.", of_people)
    domains = {str(i): ("no", "yes") for i in range(h)}
    for kind, expected in ((SplitBudget, of_budget), (SplitPeople, of_people)):
        variance = kind(domains, 1).variance("0", 10**9, 0.5) * 10**9 + 0.25
        assert math.isclose(variance, expected, rel_tol=1e-6)


def test_what_grows(chapter):
    noise, h = chapter["noise"], 4
    assert math.isclose(noise(0.01 / h) / noise(0.01), h**2, rel_tol=1e-3)
    budget, people = plans_of(chapter)[:2]
    assert round(crossing(budget, people, 2), 2) == 3.06
    assert round(crossing(budget, people, 4), 2) == 4.25
    rare = crossing(budget, people, 2, 0.1)
    chapter.says("shares of 10 % have theirs at {:.2f}.", rare)


def test_all_in_one(chapter):
    E = math.e
    p, q = E / (E + 3), 1 / (E + 3)
    chapter.says("with probability {:.3f}, and each", p)
    chapter.says("the three others with {:.3f}.", q)
    chapter.says("with probability ${:.3f} + {:.3f} = {:.3f}$.", p, q, p + q)
    chapter.says('"yes" with $2 \\cdot {:.3f} = {:.3f}$.', q, 2 * q)
    for h in (2, 3, 4):
        plan = AllInOne({str(i): (0, 1) for i in range(h)}, 1)
        question = plan.questions["0"]
        Q = 2**h / 2 / (E + 2**h - 1)
        assert np.allclose([question.q, question.p], [Q, 1 - Q])
        expected = chapter["in_one"](1, h, 0.3) - 0.21
        assert math.isclose(plan.variance("0", 1, 0.3), expected, rel_tol=1e-9)


def test_where_all_in_one_is_best(chapter):
    budget, people, in_one = plans_of(chapter)
    for epsilon in np.geomspace(0.01, 20, 200):
        z = math.exp(epsilon / 2)
        assert in_one(epsilon, 2, 0.5) < budget(epsilon, 2, 0.5) and z**3 + z > 2
        of_one, of_budget = in_one(epsilon, 2, 0), budget(epsilon, 2, 0)
        assert math.isclose(of_one * (z**2 - 1) ** 2, 2 * (z**2 + 1), rel_tol=1e-6)
        assert math.isclose(of_budget * (z - 1) ** 2, z, rel_tol=1e-6)
    two, four = (crossing(people, in_one, h) for h in (2, 4))
    text = "from ε = {:.2f} on, and with four questions from {:.2f} on."
    chapter.says(text, two, four)


def test_how_many_to_put_in_one(chapter):
    people, in_one = plans_of(chapter)[1:]

    def of_sizes(epsilon):
        """Return n times the variance: one, two, three or all four of them by lot."""
        return [4 / h * in_one(epsilon, h, 0.5) for h in (1, 2, 3, 4)]

    assert np.isclose(of_sizes(1)[0], people(1, 4, 0.5))
    borders = [
        brentq(lambda epsilon, i=i: np.diff(of_sizes(epsilon))[i], 0.5, 8)
        for i in range(3)
    ]
    says = "two answers each beat one from {:.2f} on, three beat two from {:.2f}, and all four"
    chapter.says(says + " beat three from {:.2f}.", *borders)
    for epsilon in np.arange(0.25, 8, 0.25):  # so between two borders one size is best
        assert np.argmin(of_sizes(epsilon)) == np.searchsorted(borders, epsilon)
    two = crossing(people, in_one, 2)
    says = "all, from ε = {:.2f} (two yes/no questions) or {:.2f} (four) on."
    chapter.says(says, two, borders[-1])


def test_explorer_of_three_plans(chapter):
    explorer = chapter.explorers["Three plans for several questions"]
    values = [100 * math.sqrt(plan(1, 4, 0.5) / 10_000) for plan in plans_of(chapter)]
    chapter.says("error is {:.2f} points with the budget", values[0])
    chapter.says("and {:.2f} with the people split.", values[1])
    first = {}
    for state, picture in explorer.pictures:
        h, share = state["h"], state["share"]
        *lines, here = picture.series
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
    chapter.says("We call more than ${:,} a year rich", 1_000 * thousands)


def test_the_people(chapter):
    adult, truth = chapter["adult"], chapter["truth"]
    n = len(adult)
    men, women = truth.sum(axis=1)
    chapter.says("income of {:,} people", n)
    rich = chapter["rich"]
    text = "Of the {:,.0f} men {:.1f} % are rich, and of"
    chapter.says(text, n * men, 100 * truth[0, 1] / men)
    chapter.says("the {:,.0f} women {:.1f} %: a", n * women, 100 * truth[1, 1] / women)
    chapter.says("gap of {:.1f} points. To", 100 * chapter["true_gap"])
    text = "margins: {:.1f} % are women, and {:.1f} % are rich."
    chapter.says(text, 100 * women, 100 * rich)
    # between none and all of the rich
    assert tuple(chapter["both_shares"](women, rich)) == (0, rich)
    chapter.says("The product of the shares, {:.1f} %,", 100 * women * rich)
    chapter.says("The truth is {:.1f} %.", 100 * truth[1, 1])
    text = "For $a$ = 0.7 and $b$ = 0.6 these are {:.1f} and {:.1f}."
    chapter.says(text, *chapter["both_shares"](0.7, 0.6))
    for plan in chapter["plans"].values():
        assert math.isclose(privacy_loss(plan.channel()), 1, rel_tol=1e-9)


def test_margins_are_sums_of_cells(chapter):
    plan = chapter["plans"]["in one"]
    cells = chapter["cells"].frequencies.reshape(2, 2)
    margins = plan.aggregate(chapter["reports"])
    assert np.allclose(cells.sum(axis=1), margins["sex"].frequencies)
    assert np.allclose(cells.sum(axis=0), margins["income"].frequencies)
    errors = np.abs(cells - chapter["truth"]).ravel()
    assert (errors < 5 * chapter["cells"].standard_errors).all()


def test_the_figure(chapter):
    theory, errors, runs = (chapter[name] for name in ("theory", "errors", "runs"))
    assert all(len(values) == 300 for values in errors.values())
    for name, values in errors.items():
        ratio = math.sqrt(np.mean(values**2)) / theory[name]
        assert abs(ratio - 1) < 5 / math.sqrt(600)
        assert abs(values.mean()) < 5 * theory[name] / math.sqrt(300)
    women = [100 * theory[f"rich women: {name}"] for name in ("in one", "budget")]
    chapter.says("error of {:.2f} points, and the split budget {:.2f}.", *women)
    gap = chapter["true_gap"]
    of_gap = [
        100 * np.sqrt(np.mean((runs[name][:, 2] - gap) ** 2))
        for name in ("in one", "budget")
    ]
    says = "For the gap of {:.1f} points the errors of the runs are {:.1f} with all in one, and {:.1f}"
    chapter.says(says, 100 * gap, *of_gap)
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


def test_fakes(chapter):
    fakes = chapter["fakes"]
    loss = privacy_loss(fakes.channel())
    assert math.isclose(loss, math.log(2 * (math.e - 1) + 1), rel_tol=1e-9)
    chapter.says("promise of 1 it is {:.3f}. Is", loss)
    chapter.says("the ratio is at most $e^{{{:.3f}}}$.", loss)
    chapter.says("one* answer, the loss is {:.3f}. Compare", chapter["one_answer"])
    Q = 1 / (math.exp(loss) + 1)
    assert math.isclose(Q, 1 / (2 * math.e))
    # a record's answers, a report's answers
    M = np.array(fakes.channel()).reshape(2, 2, 2, 2)
    man, woman = M[0, 1, 0, 0], M[1, 1, 0, 0]  # both rich; the report: a man, not rich
    assert np.allclose([man, woman], [1 / 4, 2 * Q / 4])
    chapter.says("$Q$ is $1/(2e)$ at {:.3f}. But", loss)
    honest = (
        RandomFakes(chapter["domains"], 1).variance("sex", 10**9, 0.5) * 10**9 + 0.25
    )
    signal = (math.e - 1) / (math.e + 1)
    chapter.says("A coin has $P - Q$ = {:.3f}. Half", signal)
    chapter.says("so $P - Q$ falls to {:.3f}.", signal / 2)
    of_half = 0.5 * (1 - 0.5)
    text = "a yes, with the variance {} for one report. So $n$ times the "
    text += "variance is ${}/{:.3f}^2 = {:.2f}$."
    chapter.says(text, of_half, of_half, signal / 2, honest)
    assert math.isclose(of_half / (signal / 2) ** 2, honest, rel_tol=1e-6)
    two = chapter["people"](1, 2, 0.5)
    chapter.says(r"people has $2 \cdot 0.25/{:.3f}^2 = {:.2f}$.", signal, two)
    for seed in range(20):
        rng = np.random.default_rng(seed)
        pair = (fakes.perturb(np.full((20_000, 2), v), rng) for v in (0, 1))
        assert 1.3 < fakes_audit(chapter, *pair) < loss
    assert 1.4 < fakes_audit(chapter, chapter["first"], chapter["second"]) < loss


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
    joint = reports_of(shares, Q)
    assert math.isclose(joint.sum(), 1)
    guess = joint.max(axis=0).sum()
    chapter.says("this guess is right in {:.1f} % of cases", 100 * guess)
    sex = joint[0, 1, 0] / joint[:, 1, 0].sum()
    text = 'the report "woman, not rich" the question about sex was drawn with probability {:.0f} %'
    chapter.says(text, 100 * sex)
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


def test_the_answer(chapter):
    people = 10_000
    chapter.says("With {:,} people and shares of one half", people)
    plans = chapter["in_one"], chapter["people"]
    errors = [100 * math.sqrt(plan(1, 4, 0.5) / people) for plan in plans]
    # one of six pairs by lot: each question is in three of them, and half of the people
    # report it
    assert len(chapter["pairs"]) == 6 == math.comb(4, 2)
    pair = 100 * math.sqrt(chapter["in_one"](1, 2, 0.5) / 5_000)
    chapter.says("error is {:.1f} points, in place of {:.1f} for", pair, errors[1])
    # as likely as e, with the true one in it
    sets = np.array(list(combinations(range(16), 4)))
    inside, noise, means = (sets < 8).sum(axis=1), [], []  # how many of a set say "yes"
    for holder in (0, 15):
        weights = np.where((sets == holder).any(axis=1), math.e, 1)
        weights /= weights.sum()
        means.append(weights @ inside)
        noise.append(weights @ inside**2 - means[-1] ** 2)
    noise = np.mean(noise) / (means[0] - means[1]) ** 2
    better = 100 * math.sqrt((noise + 0.25) / 10_000)
    says = "combinations ([subset selection ) bring the figure's {:.1f} points down to {:.1f}."
    chapter.says(says, errors[0], better)
    # from the borders on, naming one combination is best
    borders = [crossing(chapter["people"], chapter["in_one"], h) for h in (2, 4)]
    for h, border in zip((2, 4), borders):
        assert SubsetSelection.optimized(range(2**h), border).size == 1
    text = "(The borders {:.2f} and {:.2f} stay: there, sets of one are best.)"
    chapter.says(text, *borders)


def test_pairs_by_lot(chapter):
    """The estimates from drawn pairs: unbiased, with the error that the prose says."""
    plan, rich = chapter["by_pair"], chapter["bits"]["rich"]
    encoded, rng = plan.encode(chapter["pairs"]), np.random.default_rng(12)
    cells = {"woman, rich": [1, 3], "rich, married": [2, 3], "rich, long hours": [2, 3]}
    estimates, runs = [], 100
    for _ in range(runs):
        tables = plan.aggregate(plan.perturb(encoded, rng))
        yes = [tables[name].frequencies[rows].sum() for name, rows in cells.items()]
        estimates.append(np.mean(yes))
    n, f = len(rich), rich.mean()
    variance = chapter["in_one"](1, 2, f) / (n / 2) - f * (1 - f) / n
    assert abs(np.mean(estimates) - f) < 5 * math.sqrt(variance / runs)
    assert abs(np.std(estimates) / math.sqrt(variance) - 1) < 5 / math.sqrt(2 * runs)
    assert math.isclose(privacy_loss(plan.channel()), 1, rel_tol=1e-9)


def test_quiz(chapter):
    a, b = 0.5, 0.4
    low, high = chapter["both_shares"](a, b)
    chapter.says("{:.0f} % are smokers and {:.0f} % are runners.", 100 * a, 100 * b)
    chapter.says("between {:.0f} % and {:.0f} % of all people.", 100 * low, 100 * high)
    chapter.says("b. {:.0f} %", 100 * a * b)
    chapter.says("max(0, {} + {} − 1) = 0, at most {}.", a, b, high)


def test_exercises_1_and_2(chapter):
    plan = AllInOne({"a": (0, 1), "b": (0, 1)}, math.log(3))
    assert np.allclose([plan.questions["a"].p, plan.questions["a"].q], [2 / 3, 1 / 3])
    assert math.isclose(plan.variance("a", 1, 0.5), 2)
    assert math.isclose(2 * chapter["noise"](math.log(3)), 1.5)
    rng, n, h = np.random.default_rng(4), 4_000, 4
    answered = rng.binomial(n, 1 / h, 40_000)
    yes = rng.binomial(answered, 0.5)
    factor = np.var(yes / (n / h)) / np.var(yes / answered)
    assert abs(factor / 1.75 - 1) < 6 * math.sqrt(2 * 2 / 40_000) + 0.01
    # these people, half of whom hold a yes: Bernoulli(1/h) times their own chance
    squares = (RandomizedResponse(1).p ** 2 + RandomizedResponse(1).q ** 2) / 2
    by_n = 0.5 / h - squares / h**2
    by_drawn = 0.25 / h - (squares - 0.25) / h**2
    chapter.says("of these very people it is {:.2f}, at ε = 1", by_n / by_drawn)


def test_exercise_3_the_fault(chapter):
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
