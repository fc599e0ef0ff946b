"""Claims of the chapter "Threat models", computed."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy.stats import norm

from ldp_course import RandomizedResponse, data
from ldp_course.data import load_adult
from ldp_course.topics.shufflers.secure_sums import noise_shares
from tests.chapters.claims import test_every_number_is_said  # noqa: F401


def averages(explorer, series, *sliders):
    """Return a series' heights in the first draw: an axis a slider, then the bars."""
    first = [
        picture.series[series].y
        for state, picture in explorer.pictures
        if not state["draw"]
    ]
    return np.reshape(
        first, [len(explorer.choices[slider]) for slider in sliders] + [-1]
    )


def points_inside(explorer):
    """Return the share of all draws' points in the interval of 200 draws."""
    return np.mean([
        low - 1e-9 <= y <= high + 1e-9
        for _, picture in explorer.pictures
        for low, y, high in zip(
            picture.series[1].low, picture.series[2].y, picture.series[1].high
        )
    ])


# Who stands alone?


def test_unique_rows_of_adult(chapter):
    adult, alone = chapter["adult"], chapter["alone"]
    chapter.says("They describe {:,} people from a survey", len(adult))
    chapter.says("that {:,} groups hold one person only", alone.sum())
    chapter.says("remove the {:,} unique rows", alone.sum())
    text = "{:,} of the {:,} rows of Adult are unique"
    chapter.says(text, alone.sum(), len(adult))
    assert (
        adult[chapter["known"]].isna().sum().sum()
        == adult["native_country"].isna().sum()
    )
    four = [column for column in chapter["known"] if column != "native_country"]
    gap = adult["native_country"].isna()
    without = adult.loc[gap, four].drop_duplicates()
    complete = adult.loc[alone & ~gap, four]
    with_others = adult.duplicated(four, keep=False)
    doubts = len(complete.merge(without, on=four)) + (alone & gap & with_others).sum()
    chapter.says("For about a quarter of the {:,}, there is another", alone.sum())
    assert doubts / alone.sum() == pytest.approx(1 / 4, abs=0.01)
    assert alone.mean() > 0.1, "more than one person in ten"
    growth = chapter["growth"]
    assert growth[-1] == alone.sum() and growth == sorted(growth) and growth[0] < 5


def test_explorer_of_the_crowd(chapter):
    explorer = chapter.explorers["Hiding in a crowd"]
    chapter.says("Publish all {:,} rows", max(explorer.choices["n"]))
    alone, adult = chapter["alone"], chapter["adult"]
    text = "Of all {:,} people, {:.1f} % are alone with their five facts"
    chapter.says(text, len(adult), 100 * alone.mean())
    chapter.says(
        "Now {:,} of them, drawn at random, are published", explorer.start["n"]
    )
    chapter.says("What share of these {:,} people", explorer.start["n"])
    assert explorer.start["columns_known"] == len(chapter["known"])
    assert explorer.picture_at().series[0].y[0] > 3 * 100 * alone.mean(), (
        "the guess is worth asking"
    )
    unique = averages(explorer, 0, "n", "columns_known")[:, :, 0]
    assert (np.diff(unique, axis=0) < 0).all(), (
        "fewer published people are more often unique"
    )
    assert (np.diff(unique, axis=1) > 0).all(), "more columns make more people unique"
    assert points_inside(explorer) > 0.95, "nearly all points lie in the intervals"


def test_many_only_look_unique(chapter):
    for n in (100, 300, 1_000, 3_000, 10_000):
        for columns_known in range(1, 7):
            expected, shares, unique_in_all = chapter["shares_of"](n, columns_known)
            seen = np.array(shares)[:, 0]
            assert abs(seen.mean() - expected[0]) < 5 * seen.std() / np.sqrt(200)
            assert abs(expected.sum() - 1) < 1e-9
            assert unique_in_all < 0.8 * expected[0]


# A name for the row


def test_rows_that_match_one_name(chapter):
    single, right = chapter["single"], chapter["right"]
    chapter.says("a **public roll** of {:,} people", len(chapter["roll"]))
    chapter.says("each of the {:,} names that match alone", len(single))
    # "About five names in six are right"
    assert abs(right.mean() - 5 / 6) < 0.01


# Pseudonyms and groups


def test_company_that_agrees(chapter):
    company, agree = chapter["size"] >= 2, chapter["agree"]
    assert company.sum() + chapter["alone"].sum() == len(chapter["adult"])
    assert 0.23 < agree[company].mean() < 0.25  # "Nearly one row in four"


def test_a_century_of_birth_dates(chapter):
    birthdays = chapter["birthdays"]
    assert len(birthdays) == 36_525 == 100 * 365 + 25
    assert birthdays[chapter["pseudonym"]("1984-02-29")] == "1984-02-29"


# Why a single match can be wrong


def test_the_roll_lists_54_percent(chapter):
    roll, population, s = chapter["roll"], chapter["population"], chapter["s"]
    assert s == data.LISTED_SHARE
    chapter.says("a **public roll** of {:,} people", len(roll))
    chapter.says("put a random {:.0f} % of them all", 100 * s)
    text = "together {:,}, of whom the roll lists {:.0f} %."
    chapter.says(text, len(population), 100 * s)
    assert len(population) == 2 * len(chapter["adult"]), (
        "only twice as large as the sample"
    )
    rng = np.random.default_rng(data.SEED)
    survey = data.known_country(chapter["adult"][chapter["known"]].copy(), rng)
    data.people_like(survey, rng)
    listed = rng.permutation(len(population))[: round(s * len(population))]
    assert population.iloc[listed].reset_index(drop=True).equals(roll[chapter["known"]])


def test_who_is_alone_in_the_population(chapter):
    unique, m = chapter["unique"], chapter["m"]
    assert len(m) == unique["native_country"].notna().sum()
    assert chapter["roll"]["native_country"].notna().all()
    chapter.says("with a known country, {:,} have $m$ = 1", (m == 1).sum())


def test_the_formula_and_other_lists(chapter):
    right, single = chapter["expect_right"], chapter["expect_single"]
    expected = right / single
    chapter.says("expects {:.1f} % of the single matches to be right", 100 * expected)
    chapter.says("Our roll had {:.1f} %.", 100 * chapter["right"].mean())
    population, unique, known = (
        chapter["population"],
        chapter["unique"],
        chapter["known"],
    )
    keys = (
        pd
        .concat([unique[known], population])
        .groupby(known, dropna=False)
        .ngroup()
        .to_numpy()
    )
    row_key, person_key = keys[: len(unique)], keys[len(unique) :]
    rng, shares = np.random.default_rng(54), []
    for _ in range(200):
        listed = rng.random(len(population)) < chapter["s"]
        people = np.bincount(person_key[listed], minlength=keys.max() + 1)[row_key]
        shares.append(listed[unique["row"]][people == 1].mean())
    spread, runs = np.std(shares), len(shares)
    # false alarm: < 1e-6
    assert abs(np.mean(shares) - expected) < 5.5 * spread / np.sqrt(runs)
    assert abs(chapter["right"].mean() - expected) < spread


def test_the_population_decides(chapter):
    explorer = chapter.explorers["The incomplete list"]
    right, wrong, _, _ = chapter["matches_of"](54, 2)[0]
    text = "of twice the sample, we expect {:,.0f} right and {:.0f} wrong links"
    chapter.says(text, right, wrong)
    start = explorer.start
    text = "be {} times the sample, with {} % of it listed as before"
    chapter.says(text, start["times"], start["listed"])
    ten, fifty = (
        100 * right / (right + wrong)
        for right, wrong, _, _ in (
            chapter["matches_of"](54, times)[0] for times in (10, 50)
        )
    )
    text = "expect only {:.0f} % of the single matches to be right, and with fifty times, {:.0f} %."
    chapter.says(text, ten, fifty)
    assert fifty < 50  # "most of those would be wrong"
    few, *_, many = explorer.choices["times"]
    chapter.says("Raise the population from {} to {} samples", few, many)


def test_explorer_of_the_incomplete_list(chapter):
    explorer = chapter.explorers["The incomplete list"]
    right, wrong, _, _ = np.moveaxis(averages(explorer, 0, "listed", "times"), -1, 0)
    share = right / (right + wrong)
    assert (np.diff(share[:-1], axis=1) < 0).all(), (
        "a larger population: a smaller share is right"
    )
    assert (wrong[:-1] > 0).all() and np.allclose(wrong[-1], 0), (
        "none is wrong on a complete list"
    )
    assert (right[-1, 1:] < right[-1, :-1]).all() and right[-1, -1] < 1
    assert points_inside(explorer) > 0.94, "95 % intervals"


def test_expected_matches_are_those_of_whole_populations(chapter):
    """The explorer's formula against populations and lists sampled person by person."""
    adult, known, unique = chapter["adult"], chapter["known"], chapter["unique"]
    rng, matches = np.random.default_rng(1), []
    for _ in range(12):
        people = [chapter["survey"].assign(you=adult.index)]
        people += [
            data.people_like(chapter["survey"], rng).assign(you=-1) for _ in range(4)
        ]
        everybody = pd.concat(people)
        listed = everybody[rng.random(len(everybody)) < 0.3]
        pairs = unique.merge(listed, on=known)
        single = pairs[~pairs.duplicated("row", keep=False)]
        right = (single["row"] == single["you"]).sum()
        matches.append([
            right,
            len(single) - right,
            pairs["row"].nunique() - len(single),
        ])
    expected, rows = chapter["matches_of"](30, 5)
    error = rows[:3].std(axis=1) / np.sqrt(len(matches))
    # false alarm < 1e-6
    assert (np.abs(np.mean(matches, axis=0) - expected[:3]) < 5.5 * error).all()


def test_recording_errors(chapter):
    single, sure = int((chapter["m"] == 1).sum()), chapter["sure"]
    wrong = (sure["row"] != sure["person"]).sum()
    chapter.says("Of {:,} single matches, {} are now wrong", len(sure), wrong)
    assert np.abs(chapter["off"]).mean() == pytest.approx(0.1, abs=0.01), (
        "one age in ten"
    )
    complete = chapter["unique"].merge(
        chapter["population"].rename_axis("person").reset_index(), on=chapter["known"]
    )
    alone = complete[~complete.duplicated("row", keep=False)]
    assert len(alone) == single and (alone["row"] == alone["person"]).all()


# Totals and averages


def test_differencing(chapter):
    rich, others = chapter["rich"], chapter["others"]
    assert others.sum() == len(rich) - 1 > 30_000
    text = "refuses unless the group has more than {:,} people"
    chapter.says(text, others.sum() // 10_000 * 10_000)
    chapter.says("have {:,} and {:,} people, so one person", len(rich), others.sum())
    assert rich.sum() - rich[others].sum() == 1  # "differ by one as well"
    assert chapter["row"]["income"] == ">50K"


def test_a_difference_with_errors(chapter):
    """The two errors of up to 5 make a triangle from -10 to 10, of height 1/10."""
    most, half = 2 * 5, 1 / 2
    below_half = 1 / 2 + (half * most - half**2 / 2) / most**2
    errors = np.random.default_rng(6).uniform(-5, 5, size=(2, 100_000)).sum(axis=0)
    assert (errors < half).mean() == pytest.approx(below_half, abs=0.009)  # < 1e-6
    text = "makes her right about {:.0f} times in {}. A coin"
    chapter.says(text, 100 * below_half, 100)


def test_reconstruction(chapter):
    explorer = chapter.explorers["Secrets from totals"]
    shares = {
        error: dict(zip(chapter["asked"], explorer.picture_at(error=error).series[1].y))
        for error in explorer.choices["error"]
    }
    chapter.says(
        "With errors of up to {}, the attacker recovers {:.0f} % of {} secrets from {} "
        "questions, where guessing would give {} %.",
        *(5, 100 * chapter["share"], 100, 400, 50),
    )
    (people,) = chapter["recover"].__defaults__
    chapter.says("Take {} invented people, each with a secret bit.", people)
    chapter.says("What share if errors go up to {}", explorer.start["error"])
    chapter.says("after {} and after {:,} questions", *explorer.predict.at)
    chapter.says("Lower the error to 1, then raise it to {}", max(shares))
    text = "attacker has {:.0f} of the {} secrets right"
    chapter.says(text, people * chapter["share"], people)
    sd, most, questions = 5 / math.sqrt(3), 5, chapter["asked"][2]
    text = "spread evenly up to ±{} has the standard deviation {}/√3 = {:.1f}. The"
    chapter.says(text, most, most, sd)
    of_bit = 2 * sd / math.sqrt(questions - people)
    text = "about 2 · {:.1f}/√({} − {}) = {:.2f}. A hundred of the {} equations go"
    chapter.says(text, sd, questions, people, of_bit, questions)
    chapter.says("is off by ½, or {:.1f} standard errors, toward", 0.5 / of_bit)
    lost = [100 * norm.cdf(-0.5 / of_bit), 100 * (1 - chapter["share"])]
    low, high = sorted(round(each) for each in lost)
    chapter.says("that happens to {} or {} bits in {}.", low, high, people)
    # "three times in four", and a total that is "off by something like" the root of n
    p, q, n = 3 / 4, 1 / 4, 10_000
    assert 0.8 < math.sqrt(n * p * q) / (p - q) / math.sqrt(n) < 0.9
    for error in shares:
        theory, measured = explorer.picture_at(error=error).series
        of_fitted_bit = 4 / (np.array(theory.x) - 101) * error**2 / 3
        assert np.allclose(theory.y, 100 * norm.cdf(0.5 / np.sqrt(of_fitted_bit)))
        of_asked = np.interp(measured.x, theory.x, theory.y)
        assert np.abs(of_asked - measured.y).max() < 3, "the theory is near"


@pytest.mark.weekly
def test_four_times_the_questions_for_twice_the_error(run_chapter):
    rng, runs = np.random.default_rng(3), 60
    same = [
        [run_chapter["recover"](*point, rng) for _ in range(runs)]
        for point in ((400, 5), (1_297, 10))
    ]
    assert (1_297 - 101) == 4 * (400 - 101)
    shown = run_chapter.explorers["Secrets from totals"].picture_at(error=5).series[1]
    share = dict(zip(run_chapter["asked"], shown.y))[400] / 100
    spread, (mean, of_more) = np.std(same[0]), np.mean(same, axis=1)
    assert abs(mean - share) < 5.5 * spread * np.sqrt(2 / runs)
    assert abs(mean - of_more) < 5.5 * spread * np.sqrt(2 / runs)


def test_membership(chapter):
    averages = np.array([0.6, 0.3])
    chapter.says("1 and 0 and the averages {} and {} it is", *averages)
    score = chapter["score"]([1, 0] * np.ones(2), averages)
    assert score == pytest.approx(0.15)
    text = "it is {} · {:.1f} + (−{}) · (−{:.1f}) = {:.2f}"
    chapter.says(text, *(0.5, 0.6 - 0.5, 0.5, 0.5 - 0.3, score))
    runs = chapter["runs"]
    text = "Ten averages catch {:.0f} %, hardly more than the {:.0f} % of strangers"
    chapter.says(text, 100 * np.mean(runs[10]), 5)
    assert np.mean(runs[1_000]) > 0.9  # "more than nine participants in ten"
    people, half = 100, 1 / 2
    pull, varies = half**2 / people, half * math.sqrt(half**2 / people)
    chapter.says("own pull adds ¼ · 1/{} = {:.4f}, whichever", people, pull)
    text = "vary by ½/√{} = {:.2f}, so the product varies by ½ · {:.2f} = {:.3f}, ten times"
    chapter.says(text, people, *2 * [half / math.sqrt(people)], varies)
    assert varies == pytest.approx(10 * pull)
    traits = max(runs)
    chapter.says("the pulls have added up to {:.1f}.", traits * pull)
    text = "grown only by a factor of √{:,}, to {:.1f}."
    chapter.says(text, traits, math.sqrt(traits) * varies)
    for traits, shares in runs.items():
        theory = norm.cdf(math.sqrt(traits / 100) - norm.ppf(0.95))
        assert np.mean(shares) == pytest.approx(theory, abs=0.02)


def test_membership_if_each_trait_has_its_own_epsilon(chapter):
    """The averages are then estimates from 1,000 noisy bits of each participant."""
    coins, traits, rng = RandomizedResponse(1), 1_000, np.random.default_rng(3)
    noise = 1 / 4 + coins.variance(1, 0.5)  # of one bit, 1/4 without coins
    theory = norm.cdf(math.sqrt(traits / 100 / (4 * noise)) - norm.ppf(0.95))
    plain = math.sqrt(traits) / 40
    noisy, alarm = plain * math.sqrt(4 * noise), norm.ppf(0.95)
    pull = traits / 4 / 100
    text = "is {}/{} as before, plus {:.2f}/{} for [the coins"
    chapter.says(text, 1 / 4, 100, coins.variance(1, 0.5), 100)
    of_average = math.sqrt(noise / 100)
    text = "The root of the sum is {:.3f} instead of {}."
    chapter.says(text, of_average, math.sqrt(1 / 4 / 100))
    chapter.says("The product varies by half of that, {:.3f}, and", of_average / 2)
    text = "products by √{:,} · {:.3f} = {:.1f} instead of {:.1f}."
    chapter.says(text, traits, of_average / 2, noisy, plain)
    chapter.says("A participant's pulls still add up to {}.", pull)
    text = "that {} % of the strangers exceed is {:.3f} · {:.1f} = {:.1f}, and {:.0f} % of the"
    chapter.says(text, 5, alarm, noisy, alarm * noisy, 100 * theory)
    assert theory == pytest.approx(norm.cdf(pull / noisy - alarm))
    shares = []
    for _ in range(100):
        study = rng.integers(2, size=(100, traits))
        strangers = rng.integers(2, size=(500, traits))
        sent = np.where(rng.random(study.shape) < coins.p, study, 1 - study)
        averages = (sent.mean(axis=0) - coins.q) / (coins.p - coins.q)
        alarm = np.quantile(chapter["score"](strangers, averages), 0.95)
        shares.append((chapter["score"](study, averages) > alarm).mean())
    assert np.mean(shares) == pytest.approx(theory, abs=0.03)


# Who sees what


def test_the_raw_value_stops_where_noise_is_added(chapter):
    raw, unnamed, models = chapter["raw"], chapter["unnamed"], chapter["models"]
    seen = {model: dict(zip(chapter["parties"], row)) for model, row in models.items()}
    assert seen["central"]["collector"] == raw and seen["central"]["analyst"] != raw
    for model in ("shuffle", "secure\nsums", "local"):
        assert [party for party, what in seen[model].items() if what == raw] == [
            "device"
        ]
    assert seen["shuffle"]["collector"] == unnamed, "the name stops at the shuffler"
    assert seen["secure\nsums"]["collector"] == chapter["part"]


def test_two_parts_of_a_7(chapter):
    part, modulus = 812, 1_000
    text = "such as {} and {}, which add up to 7 if you count modulo {:,}"
    chapter.says(text, part, (7 - part) % modulus, modulus)


def test_most_devices_add_nothing_to_a_secure_sum(chapter):
    """Each adds the difference of two Pólya counts, both 0 nearly always."""
    assert "nearly every device's share of it" in chapter.text
    n, runs, rng = 10_000, 200, np.random.default_rng(5)
    add = n * (1 - (1 - math.exp(-1)) ** (2 / n))
    assert add < 1
    added = [noise_shares(n, 1.0, rng) for _ in range(runs)]
    drawn = np.mean([(shares != 0).sum() for shares in added])
    assert abs(drawn - add) < 5.5 * math.sqrt(add / runs)  # false alarm: < 1e-6


def test_a_device_that_always_says_yes(chapter):
    mechanism = RandomizedResponse(1)
    assert (1 - mechanism.q) / (mechanism.p - mechanism.q) > 1
    assert 'always reports "yes" adds more than one' in chapter.text


# Exercises


def test_the_office_has_learned(chapter):
    chapter.says("fewer than {:,} people, and also", 1_000)
    variance, spread = 2 * 5**2 / 3, chapter["spread"]
    assert spread == pytest.approx(math.sqrt(variance))
    text = "has the variance 2 · 25/3 = {:.1f} and the standard error {:.2f}."
    chapter.says(text, variance, spread)
    chapter.says(r"standard error ${:.2f}/\sqrt d$", spread)
    chapter.says("at $d$ = {:.0f}.", math.ceil(variance / 0.25**2))
    right = 100 * norm.cdf((1 / 2) / 0.25)
    chapter.says("right about {:.0f} times in {}.)", right, 100)


def test_k_anonymity(chapter):
    adult, (removed, with_decades) = chapter["adult"], chapter["removed"]
    text = "{:,} rows ({:.1f} %) must go, and with decades {:,} ({:.1f} %). "
    text += "Before any are removed, {:,} rows of the"
    values = (
        removed,
        100 * removed / len(adult),
        with_decades,
        100 * with_decades / len(adult),
    )
    chapter.says(text, *values, (chapter["group_sizes"](chapter["decades"]) == 1).sum())


def test_safe_in_the_group(chapter):
    agreed, rich, sizes = chapter["agreed"], chapter["rich"], chapter["group_sizes"]
    left = len(chapter["adult"]) - chapter["removed"][0]  # after the removal
    chapter.says(
        "{:,} rows ({:.1f} % of those that are left) are in such groups, and the largest "
        "one whose members all earn more than 50K has {} people",
        *(
            agreed.sum(),
            100 * agreed.sum() / left,
            sizes(chapter["adult"])[agreed & rich].max(),
        ),
    )


def test_pseudonyms_of_taxis(chapter):
    chapter.says("There are only {:,} ids, so hash all", len(chapter["lookup"]))
    assert chapter["published"] in chapter["lookup"]


def test_what_is_true_of_many(chapter):
    adult = load_adult()
    rich = adult["income"] == ">50K"
    masters = 100 * rich[adult["education"] == "Masters"].mean()
    text = (
        "a Master's degree, {:.0f} % earn more than 50K, against {:.0f} % of everybody."
    )
    chapter.says(text, masters, 100 * rich.mean())
