"""What the chapter "Threat models" says, computed."""

import copy

import numpy as np

from ldp_course import RandomizedResponse
from ldp_course import roll as roll_maker
from tests.chapters.claims import test_every_number_is_said  # noqa: F401


def matched_rows(chapter):
    return chapter["pairs"]["row"].nunique()


def averages(explorer, series, *sliders):
    """The heights of a series in the first draw: an axis for each slider, then one for the bars."""
    first = [picture.series[series].y for state, picture in explorer.pictures if not state["draw"]]
    return np.reshape(first, [len(explorer.choices[slider]) for slider in sliders] + [-1])


def points_inside(explorer):
    """The share of the points of all draws that lie in the interval of 200 draws."""
    return np.mean([
        low - 1e-9 <= y <= high + 1e-9
        for _, picture in explorer.pictures
        for low, y, high in zip(picture.series[1].low, picture.series[2].y, picture.series[1].high)
    ])


# Who stands alone?


def test_minutes_and_the_year_of_the_census(chapter):
    chapter.names("**Time**: 50 minutes", "the US census data of 1994")


def test_unique_rows_of_adult(chapter):
    adult, alone = chapter["adult"], chapter["alone"]
    chapter.says("The Adult data are such a table: {:,} people", len(adult))
    chapter.says("{:,} people, {:.1f} % of the table", alone.sum(), 100 * alone.mean())
    chapter.says("in {} rows, counts as a value", adult["native_country"].isna().sum())
    chapter.says("{:,} of {:,} people are unique there", alone.sum(), len(adult))
    assert chapter["growth"]["unique"].iloc[-1] == alone.sum()
    assert chapter["growth"]["unique"].is_monotonic_increasing


def test_explorer_of_the_crowd(chapter):
    explorer = chapter.explorers["Hiding in a crowd"]
    chapter.says("Publish all {:,} rows", max(explorer.choices["n"]))
    unique = averages(explorer, 0, "n", "columns_known")[:, :, 0]
    assert (np.diff(unique, axis=0) < 0).all(), "fewer published people are more often unique"
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
    unique, single, right = chapter["unique"], chapter["single"], chapter["right"]
    chapter.says("a **public roll** of {:,} people", len(chapter["roll"]))
    chapter.says(
        "Of the {:,} unique rows, {:,} match nobody on the roll, {} match several people, "
        "and {:,} match exactly one",
        len(unique),
        len(unique) - matched_rows(chapter),
        matched_rows(chapter) - len(single),
        len(single),
    )
    chapter.says(
        "{:,} are right and {} are wrong: {:.1f} %, more than one in six",
        right.sum(),
        (~right).sum(),
        100 * (~right).mean(),
    )
    assert (~right).mean() > 1 / 6


# Why a single match can be wrong


def test_the_roll_lists_54_percent(chapter):
    roll, population, s = chapter["roll"], chapter["population"], chapter["s"]
    assert s == roll_maker.LISTED_SHARE
    chapter.says("It lists {:.0f} % of a population of {:,}", 100 * s, len(population))
    chapter.gives("all of them with $s = 0.54$")
    assert len(population) == 2 * len(chapter["adult"])
    rng = copy.deepcopy(chapter["rng"])
    listed = rng.permutation(len(population))[: round(s * len(population))]
    assert population.iloc[listed].reset_index(drop=True).equals(roll[chapter["known"]])
    assert chapter["attack"](listed) == chapter["right"].mean()


def test_who_is_alone_in_the_population(chapter):
    unique, m = chapter["unique"], chapter["m"]
    chapter.says("{} of the unique rows have no country", unique["native_country"].isna().sum())
    assert chapter["roll"]["native_country"].notna().all()
    chapter.says("Of the other {:,}, only {:,} are alone", len(m), (m == 1).sum())


def test_the_formula_and_1000_other_lists(chapter):
    expected, shares, error = chapter["expected"], chapter["shares"], chapter["standard_error"]
    right, single = chapter["expect_right"].sum(), chapter["expect_single"].sum()
    chapter.says(
        "We expect {:,.0f} right links among {:,.0f} single matches, or {:.1f} %.",
        right,
        single,
        100 * expected,
    )
    chapter.says("Our roll had {:.1f} %.", 100 * chapter["right"].mean())
    chapter.says("So we repeat the attack on {:,} other lists", len(shares))
    chapter.says("The attack is right on {:.0f} % of its single matches", 100 * expected)
    chapter.says("with a standard error of {:.2f} points", 100 * error)
    assert abs(shares.mean() - expected) < 5 * error / np.sqrt(len(shares))
    assert 0.88 < shares.std() / error < 1.12
    chapter.says("The shares of right links on {:,} redrawn lists", len(shares))
    assert np.mean(np.abs(shares - expected) < 0.02) > 0.95, "two points to either side"
    assert abs(chapter["right"].mean() - expected) < error / 2, "close to the middle"


def test_explorer_of_the_incomplete_list(chapter):
    explorer = chapter.explorers["The incomplete list"]
    listed = explorer.choices["listed"]
    chapter.says("Raise the share on the list to {} %", max(listed))
    chapter.says("Then go back to {} % and know fewer columns", explorer.start["listed"])
    right, wrong, several, _ = np.moveaxis(averages(explorer, 0, "listed", "columns_known"), -1, 0)
    share = wrong / (right + wrong)
    assert (np.diff(share, axis=0) < 0).all(), "a longer list: a smaller share is wrong"
    assert (np.diff(share[:-1], axis=1) < 0).all(), "fewer columns: a larger share is wrong"
    assert (np.diff(several, axis=0) > 0).all()
    assert (wrong[:-1] > 0).all() and (wrong[-1] == 0).all()
    for many in wrong.T:
        most = many.argmax()
        assert most > 0 and (np.diff(many)[:most] > 0).all() and (np.diff(many)[most:] < 0).all()
    assert points_inside(explorer) > 0.95, "nearly all points lie in the intervals"


# Four releases


def test_published_numbers_of_the_four_releases(chapter):
    chapter.names(
        "In the mid-1990s the Group Insurance Commission",
        "collapsed in public in May 1996",
        "**Netflix, 2006.**",
        "over 100 million film ratings of some 480,000 subscribers",
        "**AOL, 2006.** About 20 million searches of some 657,000 users",
        "found user 4417749 from her own searches",
    )


def test_the_list_of_cambridge(chapter):
    names, residents = 54_000, 100_000
    chapter.says("the voter list of Cambridge, about {:,} names", names)
    chapter.says("Cambridge had about {:,} residents", residents)
    chapter.says("so the list held about {} % of the residents", 100 * names // residents)
    chapter.gives("We take $s = 0.54$")
    assert names / residents == chapter["s"]


# Three measures that are not enough


def test_differencing(chapter):
    rich, others = chapter["rich"], chapter["others"]
    chapter.gives("How many earn more than 50K among all", "this person earns more than 50K")
    assert others.sum() == len(rich) - 1 > 30_000
    chapter.says("totals over more than {:,} people", others.sum() // 10_000 * 10_000)
    chapter.says("The difference is {}:", rich.sum() - rich[others].sum())
    assert chapter["target"]["income"] == ">50K"
    assert chapter["right"][chapter["target"].name], "the link names the right person"


# Who sees what


def test_the_raw_value_stops_where_noise_is_added(chapter):
    raw, unnamed, models = chapter["raw"], chapter["unnamed"], chapter["models"]
    seen = {model: dict(zip(chapter["parties"], row)) for model, row in models.items()}
    assert seen["central"]["collector"] == raw and seen["central"]["analyst"] != raw
    for model in ("shuffle", "local"):
        assert [party for party, what in seen[model].items() if what == raw] == ["device"]
    assert seen["shuffle"]["collector"] == unnamed, "the name stops at the shuffler"


def test_a_device_that_always_says_yes(chapter):
    mechanism = RandomizedResponse(1)
    counts = (1 - mechanism.q) / (mechanism.p - mechanism.q)
    chapter.says('a device that always reports "yes" adds {:.2f}', counts)


# Exercises


def test_k_anonymity(chapter):
    adult, (removed, with_decades) = chapter["adult"], chapter["removed"]
    youngest = adult["age"].min()
    chapter.says("cut to decades ({} becomes {})", youngest, youngest // 10 * 10)
    chapter.says(
        "{:,} rows ({:.1f} %) must go, and {:,} ({:.1f} %) with decades; {:,} are still unique",
        *(removed, 100 * removed / len(adult)),
        *(with_decades, 100 * with_decades / len(adult)),
        (chapter["group_sizes"](chapter["decades"]) == 1).sum(),
    )


def test_safe_in_the_group(chapter):
    colleagues = chapter["colleagues"]
    chapter.says("a colleague is a white man of {}, born", colleagues["age"].iloc[0])
    assert colleagues["income"].unique().tolist() == [">50K"]
    chapter.says("You cannot find his row: {} fit", len(colleagues))
    chapter.says("since all {} earn more", len(colleagues))
    chapter.gives("earn more than 50K. ")
    chapter.says("{:.1f} % of the people are in groups of five or more", 100 * chapter["alike"])


def test_two_lists(chapter):
    s = chapter["s"]
    chapter.gives("At $s$ = 0.54, how many times")
    both = 2 * s**2 * (1 - s) ** 2 / s**2
    alone = 2 * s * (1 - s) / s
    chapter.says("it is {:.2f} times as likely; with one list it was {:.2f} times", both, alone)


def test_pseudonyms_of_taxis(chapter):
    chapter.names(
        "The New York taxi trips of 2013, about 173 million of them",
        "given out in March 2014",
        "In June 2014 Vijay Pandurangan",
    )
    chapter.says("Here there are {:,}: hash them all", len(chapter["lookup"]))
    assert chapter["published"] in chapter["lookup"]
    of_zero = chapter["pseudonym"]("0").upper()
    chapter.says('the pseudonym {} in the file: it is the hash of "0"', of_zero)
