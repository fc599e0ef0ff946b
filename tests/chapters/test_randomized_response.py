"""Claims of the chapter "Randomized response", computed."""

import re
from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import beta, binom, norm

from ldp_course import RandomizedResponse
from ldp_course.data import load_adult
from ldp_course.privacy import posterior, privacy_loss
from tests.chapters.claims import test_every_number_is_said  # noqa: F401

COINS = RandomizedResponse.two_coin()
LN_3 = np.log(3)


def people(chapter):
    return len(chapter["in_sales"])


def in_sales(chapter):
    return int(chapter["in_sales"].sum())


def standard_error(chapter):
    """Return the count's standard error, all of Adult answering with two coins."""
    return np.sqrt(0.75 * people(chapter))


def percent_of_runs(chapter, wanted):
    return 100 * chapter["chances"][wanted].sum()


def rule(first_heads, second_heads, truth_on_heads=True):
    """Return the exact channel of two uneven coins: rows and columns are no, yes."""
    truthful = first_heads if truth_on_heads else 1 - first_heads
    no, yes = (truthful * truth + (1 - truthful) * second_heads for truth in (0, 1))
    return [[1 - no, no], [1 - yes, yes]]


# A poll with two coins


def test_where_each_yes_comes_from(chapter):
    n, hold = 1_000, 100
    # no and yes, as no and yes
    rows = np.array([n - hold, hold])[:, None] * COINS.channel()
    (_, no_yes), (_, yes_yes) = rows
    yes = yes_yes + no_yes
    text = "You know a crowd of {:,} students from the last chapter, of whom {} have copied."
    chapter.says(text, n, hold)
    text = 'as they do on average, {:.0f} of the {:,} say "yes"'
    chapter.says(text, yes, n)
    chapter.says("but {:.0f} is the only number she gets", yes)
    fake = n / 4  # "a quarter of everybody"
    chapter.says('a quarter of everybody, {:.0f} students, say "yes" because', fake)
    left = yes - fake
    text = "She subtracts them, and {:.0f} are left. She still can't name these {:.0f},"
    chapter.says(text, left, left)
    assert left == hold / 2  # "they have copied *and* tossed heads"
    chapter.says("So she doubles, and she's back at {:.0f}.", 2 * left)
    text = (
        "Of the {} students who have copied, {:.0f} toss tails and don't get to speak, "
    )
    text += 'and the second toss says "yes" for {:.0f} of these.'
    chapter.says(text, hold, hold / 2, hold / 4)
    text = 'Of the {} who haven\'t copied, none says "yes" unprompted, but {:.0f} toss '
    text += 'tails, and the second toss says "yes" for {:.0f} of these.'
    chapter.says(text, n - hold, (n - hold) / 2, no_yes)
    assert yes_yes == hold / 2 + hold / 4 and no_yes == (n - hold) / 4
    text = "So {:.0f} + {:.0f} = {:.0f} yeses are fake"
    chapter.says(text, hold / 4, no_yes, fake)


def test_a_class_of_twenty(chapter):
    truth, answers = chapter["truth"], chapter["answers"]
    yes, copied, fake = int(answers.sum()), int(truth.sum()), len(truth) // 4
    assert yes == 11 and 'Eleven students say "yes".' in chapter.text
    chapter.says("You expect a quarter of the class, {}, to be fake yeses", fake)
    text = "which leaves {}, and you double: {}."
    chapter.says(text, yes - fake, 2 * (yes - fake))
    chapter.says(
        "The true number is {}, so your estimate is one and a half times", copied
    )
    assert 2 * (yes - fake) == 1.5 * copied
    error = len(truth) * np.sqrt(COINS.variance(len(truth), 0.4))
    assert "For the class of twenty it's nearly four students." in chapter.text
    assert 3.8 < error < 4
    assert 0.4 < error / copied < 0.6  # "half as large as the number itself"
    by_coin = ~chapter["first"] & chapter["second"]
    # "One of the fake yeses came from student 2"
    assert np.array_equal(1 + np.flatnonzero(by_coin & truth), [2])
    assert (answers & ~truth).sum() == (by_coin & ~truth).sum() == 5
    assert yes - 5 == 6
    assert 'tell these five from the other six who said "yes"' in chapter.text


def test_the_fake_yes_do_not_depend_on_the_truth():
    """Whatever the true answers: a quarter of all people say yes by their second toss."""
    for truth in (False, True):
        tosses = [
            (first, second) for first in (True, False) for second in (True, False)
        ]
        assert sum(not first and second for first, second in tosses) / 4 == COINS.q
        answers = [truth if first else second for first, second in tosses]
        assert sum(answer == truth for answer in answers) / 4 == COINS.p


# What the coins hide


def test_two_coins_give_ln_3_exactly(chapter):
    no, yes = (chapter["chance_of_yes"](truth) for truth in (False, True))
    assert (yes, no) == (Fraction(3, 4), Fraction(1, 4)) and yes / no == 3
    assert np.array_equal(np.array(chapter["channel"], dtype=float), COINS.channel())
    assert privacy_loss(chapter["channel"]) == pytest.approx(COINS.epsilon, abs=1e-12)
    text = "the ratio is 3, and ε = ln 3 ≈ {:.4f}"
    chapter.says(text, privacy_loss(chapter["channel"]))
    chapter.says("Two coins give ln 3 = {:.4f}.", LN_3)


def test_a_yes_multiplies_the_odds_by_three(chapter):
    after = posterior(COINS.channel(), [0.9, 0.1])[1, 1]
    assert after == pytest.approx(1 / 4)  # to the students: "25 in 100"
    text = (
        "a {} in {} chance that you have cheated, and sees your yes, they may raise it "
    )
    chapter.says(text + "to {:.0f} in {}, but no", 10, 100, 100 * after, 100)
    twice = np.kron(COINS.channel(), COINS.channel())[[0, -1]]
    assert twice[1, -1] / twice[0, -1] == pytest.approx(3 * 3)
    assert 'a second "yes" may multiply the odds by three once more' in chapter.text


@pytest.mark.parametrize("p", [0.5001, 0.6, 0.75, 0.99])
def test_any_truth_probability_gives_the_logarithm_of_its_odds(p):
    assert privacy_loss([[p, 1 - p], [1 - p, p]]) == pytest.approx(
        np.log(p / (1 - p)), rel=1e-9
    )


def test_our_rule_and_the_module_answer_alike(chapter):
    rng, n = np.random.default_rng(1), 100_000
    for value, probability in ((0, 0.25), (1, 0.75)):
        by_hand = chapter["perturb"](np.full(n, value), *(rng.random((2, n)) < 0.5))
        by_module = COINS.perturb(np.full(n, value), rng)
        for answers in (by_hand, by_module):  # false alarm: 1e-7 each
            assert abs(answers.mean() - probability) < 5.3 * np.sqrt(0.1875 / n)


def test_the_audit_lies_just_under_ln_3(chapter):
    bound = chapter["bound"]
    assert LN_3 - 0.05 < bound.epsilon_lower < LN_3
    # the test is learned from half of the reports, and it is always: accuse every yes
    n, error = bound.hits_of, (1 - bound.confidence) / 2
    spread = round(8 * np.sqrt(n * COINS.p * COINS.q))
    hits, alarms = (
        np.arange(round(n * p) - spread, round(n * p) + spread + 1)
        for p in (COINS.p, COINS.q)
    )
    low = beta.ppf(error, hits, n - hits + 1)
    high = beta.ppf(1 - error, alarms + 1, n - alarms)
    assert low[np.argmax(hits >= bound.hits)] == pytest.approx(
        np.exp(bound.epsilon_lower) * high[np.argmax(alarms >= bound.false_alarms)]
    )
    small_enough = np.searchsorted(
        high, low / 3
    )  # alarms that lift the bound over ln 3
    below = np.concatenate([[0], binom.cdf(alarms, n, COINS.q)])[small_enough]
    above = (binom.pmf(hits, n, COINS.p) * below).sum()
    assert above < (1 - bound.confidence) / 10  # "In fact far fewer do so here"


# One mechanism, many names


def test_six_names_made_in_four_ways(chapter):
    family = chapter["family"]
    assert len(family) == 6
    spinner, gamma = family["spinner, p = 0.9"], family["γ = 0.4"]
    assert (spinner.p, spinner.epsilon) == (gamma.p, gamma.epsilon)
    text = "A spinner with $p$ = {} and γ = {:.2g} have the same row"
    chapter.says(text, spinner.p, gamma.p - 0.5)
    with pytest.raises(ValueError, match="gamma = 0"):
        RandomizedResponse.from_gamma(0)


# Everybody answers


def test_two_hundred_salespeople(chapter):
    n, yes = len(chapter["sellers"]), int(chapter["sellers"].sum())
    text = "We first try the coins on {} people who *are* in Sales, and expect three"
    chapter.says(text, n)
    assert COINS.p == 3 / 4
    chapter.says("The {} salespeople answer about as they should.", n)
    assert abs(yes - n * COINS.p) < 2 * np.sqrt(n * COINS.p * COINS.q)


def test_everybody_answers(chapter):
    occupations = load_adult()["occupation"]
    assert in_sales(chapter) == (occupations == "Sales").sum()
    chapter.says("The Adult data describe {:,} people", people(chapter))
    assert people(chapter) == len(occupations)
    chapter.says("For {:,} people no occupation is known", occupations.isna().sum())
    yes, n = int(chapter["reports"].sum()), people(chapter)
    chapter.says('Among all people {:,} say "yes"', yes)
    chapter.says("A quarter of all the people, or {:,} on average, would still", n / 4)
    claim, left = 6_500, yes - n / 4
    assert yes > claim  # "even more than she told the board"
    chapter.says("has told the board that there are {:,} of them", claim)
    each = COINS.p - COINS.q
    expected = n / 4 + claim * each
    assert each == 1 / 2
    text = "Her {:,} people would add {:,.0f} yeses, about {:,.0f} in all."
    chapter.says(text, claim, claim * each, round(expected, -1))
    missing = expected - yes
    text = "But about {:,.0f} of these yeses are missing"
    chapter.says(text, round(missing, -2))
    assert missing > 10 * standard_error(chapter) * each  # "far more than coins ..."
    chapter.says("There are {:,} yeses more than the coins alone would make", left)
    text = "twice as many salespeople: **{:,}**. The truth is {:,}."
    chapter.says(text, 2 * left, in_sales(chapter))
    assert chapter["result"].counts[1] == pytest.approx(2 * left)


def test_your_turn_the_estimator(chapter):
    yes, n = int(chapter["reports"].sum()), people(chapter)
    chapter.says("`estimate({:_} / {:_}, {})` should give", yes, n, COINS.p)
    share = chapter["estimate"](yes / n, COINS.p)
    chapter.says("{:,.1f}/{:,} = {:.4f}", n * share, n, share)
    assert share == pytest.approx(chapter["result"].frequencies[1])
    for p, share in ((0.6, 0.1), (0.9, 0.7)):  # unbiased: exact on the expected reports
        assert chapter["estimate"](1 - p + share * (2 * p - 1), p) == pytest.approx(
            share
        )


def test_explorer_of_the_fake_yes(chapter):
    explorer = chapter.explorers["Subtract the fake yes, then stretch"]
    start = explorer.picture_at()
    expected = dict(zip(start.series[0].x, start.series[0].y))
    text = (
        "{:.0f} of 1,000 people would truthfully say yes, and each report is true with "
    )
    text += "probability p = {}."
    chapter.says(text, expected["true yes"], explorer.start["p"])
    assert [expected[step] for step in explorer.predict.at] == pytest.approx([420, 20])
    lowest, high = min(explorer.choices["p"]), 0.9
    assert lowest == explorer.start["p"]
    chapter.says("Move p up to {}, and draw again", high)

    def length(p):
        points = explorer.picture_at(p=p).series[-1]
        return points.high[4] - points.low[4]

    chapter.says("So at p = {} the last interval is more than six times", lowest)
    chapter.says("as long as at p = {}.", high)
    assert 6 < length(lowest) / length(high) < 7
    assert length(1) == 0 and explorer.picture_at(p=1).series[-1].y[4] == 100


def test_up_to_which_p_the_intervals_hold(chapter):
    """Exactly, for each share of the explorer; beyond it, they may not."""
    explorer = chapter.explorers["Subtract the fake yes, then stretch"]
    n, last, held = 1_000, 0.98, {}
    for p in (0.6, 0.7, 0.8, 0.9, 0.95, last, 0.999):
        for share in explorer.choices["share"]:
            yes = n * share // 100
            chances = np.convolve(
                binom.pmf(np.arange(yes + 1), yes, p),
                binom.pmf(np.arange(n - yes + 1), n - yes, 1 - p),
            )
            off = np.abs(np.arange(n + 1) - (yes * p + (n - yes) * (1 - p)))
            within = chances[off <= 1.96 * np.sqrt(n * p * (1 - p))].sum()
            held.setdefault(p, []).append(within)
    chapter.says("Up to p = {}, the last interval contains the truth in about", last)
    assert all(0.93 < value < 0.97 for p in held if p <= last for value in held[p])
    assert min(held[0.999]) < 0.93  # "a poor picture"


# How far off? The standard error


def test_the_standard_error(chapter):
    n, error = people(chapter), standard_error(chapter)
    for epsilon in (0.1, 1, LN_3, 4):
        root = np.sqrt(np.exp(epsilon) / n) / (np.exp(epsilon) - 1)
        variance = RandomizedResponse(epsilon).variance(n, 0.3)
        assert np.sqrt(variance) == pytest.approx(root, rel=1e-9)
    assert n * chapter["result"].standard_errors == pytest.approx([error, error])
    text = (
        "For our {:,} people that's {:.0f} people, about four percent of the people in"
    )
    chapter.says(text, n, error)
    assert 3.8 < 100 * error / in_sales(chapter) < 4.4
    level, normal = 95, 1.96
    chapter.says("A {} % interval is the estimate ± [{} standard", level, normal)
    chapter.says("standard errors , which is ± {:.0f} people", normal * error)
    chapter.says("19 of 20 runs end within {:.0f} people of the truth", normal * error)
    text = "Our poll says that about {:,.0f} people work in Sales, with a {} % interval of ± {:.0f}"
    estimate = round(chapter["result"].counts[1], -1)
    chapter.says(text, estimate, level, normal * error)
    chapter.says("With a standard error of {:.0f} people and nearly normal", error)
    text = "about half of all such polls miss by more than {:.0f}"
    chapter.says(text, norm.ppf(0.75) * error)
    beyond = chapter["error"] > norm.ppf(0.75) * error
    assert percent_of_runs(chapter, beyond) == pytest.approx(50, abs=0.5)


def test_our_run_is_lucky(chapter):
    estimate, n = chapter["result"].counts[1], people(chapter)
    low, high = n * np.array(chapter["result"].interval())[:, 1]
    chapter.says(
        "Its interval, in people, runs from {:,.0f} to {:,.0f}, and", low, high
    )
    miss = abs(estimate - in_sales(chapter))
    as_close = percent_of_runs(chapter, chapter["error"] <= miss)
    text = "the estimate misses the truth by {:.1f} people, or {:.1f} %"
    chapter.says(text, miss, 100 * miss / in_sales(chapter))
    assert "Only about one run in fifty comes as close to the truth" in chapter.text
    assert as_close == pytest.approx(100 / 50, abs=0.1)
    near = chapter["error"] <= miss
    assert 100 * chapter["chances"][near] == pytest.approx(np.full(4, 0.5), abs=0.02)


def test_these_very_people(chapter):
    chapter.says("the uncertainty about *these* {:,} people", people(chapter))


# One run, and two thousand


def test_two_thousand_polls_follow_the_theory(chapter):
    errors, theory = chapter["errors"], standard_error(chapter)
    text = "Let's run the whole poll {:,} times"
    chapter.says(text, len(errors))
    chapter.says("with a spread near {:.0f}.", theory)
    text = "spread is {:.0f} people, slightly larger than the {:.0f} that we computed"
    chapter.says(text, errors.std(), theory)
    assert theory < errors.std() < 1.05 * theory
    chance = theory / np.sqrt(2 * len(errors))
    text = "With {:,} runs its own [standard error is about {:.1f} people, so"
    chapter.says(text, len(errors), chance)
    assert round(errors.std() - theory) == 4  # "a difference of four"
    # the errors are nearly normal: their squares scatter by √2 times their mean
    squares, chances = chapter["error"] ** 2, chapter["chances"]
    mean = chances @ squares
    spread = np.sqrt(chances @ (squares - mean) ** 2)
    assert spread / mean == pytest.approx(np.sqrt(2), rel=1e-3)
    assert abs(errors.std() - theory) < 2 * chance
    assert abs(errors.mean()) < 5 * theory / np.sqrt(len(errors))
    assert 0.93 < np.mean(np.abs(errors) <= 1.96 * theory) < 0.97


def test_the_figure_of_two_thousand_polls(chapter):
    text = "Histogram of the errors of {:,} simulated polls. It follows the normal curve with "
    text += (
        "standard error {:.0f} people around zero. Our run is marked at plus {} people"
    )
    values = len(chapter["errors"]), standard_error(chapter)
    chapter.says(
        text, *values, round(chapter["result"].counts[1] - in_sales(chapter), 6)
    )


def test_the_exact_distribution(chapter):
    error, truth = chapter["error"], in_sales(chapter)
    assert chapter["chances"].sum() == pytest.approx(1)
    # "nearly a quarter of all runs miss by more"
    assert 23 < percent_of_runs(chapter, error > 0.05 * truth) < 25
    order = np.argsort(error)
    reached = np.cumsum(chapter["chances"][order])
    half, most = (
        100 * error[order][np.searchsorted(reached, part)] / truth
        for part in (0.5, 0.95)
    )
    text = "*half of the runs are within {:.1f} %, and 95 % are within {:.1f} %*"
    chapter.says(text, half, most)
    within = percent_of_runs(chapter, error <= 1.96 * standard_error(chapter))
    assert round(within / 5) == 19
    text = "With {:,} answers at ln 3, {:.0f} of 20 runs"
    chapter.says(text, people(chapter), within / 5)


def test_explorer_of_twenty_polls(chapter):
    explorer = chapter.explorers["Twenty polls of the same people"]
    assert len(explorer.picture_at().series[2].x) == 20
    few, many = explorer.start["n"], 10_000
    share, band = explorer.start["share"], explorer.picture_at().series[0]
    text = "{} of {} people would truthfully say yes, and everybody answers"
    chapter.says(text, few * share // 100, few)
    normal = 1.96
    error = np.sqrt(
        RandomizedResponse(explorer.start["epsilon"]).variance(few, share / 100)
    )
    assert band.high[-1] == pytest.approx(share + 100 * normal * error, abs=0.05)
    chapter.says("Raise N from {:,} to {:,}", few, many)
    errors = [
        re.search(
            r"error is ([\d.]+) percentage",
            explorer.picture_at(epsilon=1, n=n).sentence,
        )[1]
        for n in (few, many)
    ]
    text = "{} times as many people make the standard error under Numbers {:.0f} times smaller, "
    text += "at ε = 1 from {} to {}."
    chapter.says(text, many // few, float(errors[0]) / float(errors[1]), *errors)
    small = 0.25
    chapter.says("At ε = {}, an interval from {} people is longer", small, few)
    wide = 2 * 100 * normal * np.sqrt(RandomizedResponse(small).variance(few, 0.1))
    low, high = explorer.axes["y"]["range"]
    assert wide > high - low
    large, coins = 6, RandomizedResponse(6)
    honest, fake = (
        binom.pmf(np.arange(few // 2 + 1), few // 2, p) for p in (coins.p, coins.q)
    )
    off = np.abs(np.arange(few + 1) - few / 2)
    reach = normal * np.sqrt(few * coins.p * coins.q)
    held = np.convolve(honest, fake)[off <= reach].sum()
    sentence = explorer.picture_at(epsilon=large, n=few, share=50).sentence
    assert f"on average {20 * held:.1f} of 20 do" in sentence
    text = "at ε = {} with {} people, half of them yes, it is {:.0f} %"
    chapter.says(text, large, few, 100 * held)


# Check yourself


def test_quiz_on_a_belief_of_10_percent(chapter):
    before = 0.1
    after = posterior(COINS.channel(), [1 - before, before])[1, 1]
    text = "there was a {:.0f} % chance that Kim had copied"
    chapter.says(text, 100 * before)
    shown = (100 * chance for chance in (before, after, COINS.p))
    chapter.says("a. {:.0f} % b. {:.0f} % c. {:.0f} %", *shown)
    chapter.says("The odds 1 : {:.0f} are multiplied by 3", (1 - before) / before)


def test_quiz_on_three_hundred_people(chapter):
    n, estimate = 300, 0.02
    chapter.says("the estimate −{:.0f} % among {} people", 100 * estimate, n)
    error = np.sqrt(COINS.variance(n, 0))
    chapter.says("The standard error is {:.0f} percentage points", 100 * error)
    assert estimate < error


def test_quiz_on_the_spinner(chapter):
    spinner = RandomizedResponse.from_truth_probability(0.9)
    ratio = round(spinner.p / spinner.q)
    text = "makes a report true with probability $p$ = {}?** a. {}"
    chapter.says(text, spinner.p, spinner.p)
    text = "b. log₂ {} = {:.3f} c. ln {} = {:.3f}"
    chapter.says(text, ratio, np.log2(9), ratio, spinner.epsilon)
    chapter.says("The ratio is {}/{:.1f} = {}", spinner.p, spinner.q, ratio)
    chapter.says("**a.** {} is a probability", spinner.p)


def test_quiz_on_twice_and_four_times_as_many(chapter):
    once, twice, four_times = np.sqrt([COINS.variance(n, 0.2) for n in (100, 200, 400)])
    assert once / four_times == pytest.approx(2)
    chapter.says("people only divide the error by √2 = {:.2f}.", once / twice)


def test_quiz_on_a_quarter_of_yes(chapter):
    n, yes = 1_000, 250
    fake, reported = n // 4, 100 * yes // n
    chapter.says('{:,} people answer with two coins, and {} say "yes"', n, yes)
    text = "a. {} % b. {} % c. {} %"
    chapter.says(text, 200 * (yes - fake) // n, reported, 2 * reported)
    chapter.says("We expect {} fake yeses. Nothing is left to double.", fake)
    chapter.says("First subtract the {} expected fake yeses", fake)


# Exercises


def test_forced_response_and_the_unrelated_question(chapter):
    assert privacy_loss(chapter["die"]) == pytest.approx(np.log(5))
    assert privacy_loss(chapter["one_sided"]) == np.inf
    assert chapter["die"] == [[Fraction(5, 6), Fraction(1, 6)]] + [
        [Fraction(1, 6), Fraction(5, 6)]
    ]
    text = "The die is our rule with $p = 5/6$, and gives ln 5 = {:.3f}."
    chapter.says(text, privacy_loss(chapter["die"]))
    no, yes = chapter["unrelated"]
    assert (yes[1] / no[1], no[0] / yes[0]) == (5, Fraction(7, 3))
    loss = privacy_loss(chapter["unrelated"])
    chapter.says("So ε = max(ln 5, ln 7/3) = {:.3f}", loss)


def test_a_birthday_is_not_a_coin(chapter):
    """For each birthday, the report as the attacker sees it.

    It is the sensitive answer, or that of the birthday, with probability ½ each.
    """
    for born_early, known in ((0, "june"), (1, "february")):
        yes = [Fraction(truth + born_early, 2) for truth in (0, 1)]
        exact = [[1 - chance, chance] for chance in yes]
        assert [[Fraction(entry) for entry in row] for row in chapter[known]] == exact
        assert privacy_loss(exact) == np.inf


def test_heads_or_tails(chapter):
    first = 0.8
    heads, tails = (rule(first, 0.5, side) for side in (True, False))
    chapter.says("shows heads with probability {}, the second is fair", first)
    chapter.says(
        "Truth on heads: $p$ = {:.1f} + {:.1f} = {:.1f} and ε = {:.3f}. "
        "Truth on tails: $p$ = {:.1f} + {:.1f} = {:.1f} and ε = {:.3f}.",
        *(first, (1 - first) / 2, heads[1][1], privacy_loss(heads)),
        *(1 - first, first / 2, tails[1][1], privacy_loss(tails)),
    )
    assert [heads[1][1], tails[1][1]] == pytest.approx([0.9, 0.6])
    first, second = 0.01, 0.9  # theirs: heads on the first coin is the random answer
    (no_no, _), (yes_no, _) = uneven = rule(first, second, truth_on_heads=False)
    text = "first coin shows heads with probability {} and the second with {}?"
    chapter.says(text, first, second)
    text = '"no" with probability {} · {:.1f} = {:.3f}'
    chapter.says(text, first, 1 - second, yes_no)
    text = 'true answer is "no" do so with probability {:.3f}. So ε = ln {:.0f} ='
    chapter.says(text, no_no, no_no / yes_no)
    chapter.says("ln 991 = {:.2f}.", privacy_loss(uneven))


def test_the_faulty_experiment_ignores_epsilon(chapter):
    assert (
        len({round(float(np.std(trials)), 2) for trials in chapter["trials"].values()})
        == 1
    )
    faulty = np.array(chapter["spread"][chapter["experiment"]])
    mended = np.array(chapter["spread"][chapter["mended"]])
    epsilons = chapter["epsilons"]
    assert faulty.max() / faulty.min() < 1.2
    assert np.all(np.abs(mended / chapter["theory"] - 1) < 0.2)
    chapter.says(
        "the formula gives {:.2f}, {:.3f} and {:.3f}, but the spread is the same",
        *(np.sqrt(RandomizedResponse(e).variance(2_000, 0.2)) for e in (0.1, 1, 4)),
    )
    text = "from {:.2f} at ε = {} to {:.3f} at ε = {:.0f}."
    chapter.says(text, mended[0], epsilons[0], mended[-1], epsilons[-1])
    level = np.sqrt(COINS.variance(2_000, 0.2))  # fair coins, whatever ε is
    assert np.all(np.abs(faulty / level - 1) < 0.2)
    text = "stays level near {:.3f} and meets the theory only near ε = {:.1f}"
    chapter.says(text, level, LN_3)


def test_a_poll_in_a_school(chapter):
    pupils, one_class, normal = 400, 25, 1.96
    error, of_class = (np.sqrt(COINS.variance(n, 0.1)) for n in (pupils, one_class))
    text = "With {} slips the standard error of the share is {:.1f} percentage points"
    chapter.says(text, pupils, 100 * error)
    chapter.says("so the interval is ± {:.1f} points", 100 * normal * error)
    text = "For a single class of {} the standard error is {:.0f} points"
    chapter.says(text, one_class, 100 * of_class)
    # "can tell a tenth from a third, but not a tenth from an eighth"
    assert 1 / 3 - 1 / 10 > 2 * normal * error > 1 / 8 - 1 / 10
    assert COINS.q * 100 == 25  # "of 100 students who have never cheated, about 25"


# Further reading


def test_any_rule_for_one_bit_is_made_from_randomized_response():
    """A channel of loss ε is that of randomized response and a further step.

    The step is a channel from the two answers to the outputs of the rule.
    """
    rng = np.random.default_rng(11)
    for _ in range(200):
        no, yes = rng.dirichlet(np.ones(rng.integers(2, 6)), size=2)
        coins = RandomizedResponse(privacy_loss([no, yes]))
        step = np.linalg.solve(coins.channel(), [no, yes])
        assert step.min() > -1e-9 and np.allclose(step.sum(axis=1), 1)
