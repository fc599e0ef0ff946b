"""Numbers with labels, as pandas makes them: matched by label, or refused; never by
position."""

import datetime

import numpy as np
import pandas as pd
import pytest

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    HadamardCountMeanSketch,
    HadamardResponse,
    LocalHashing,
    RandomizedResponse,
    UnaryEncoding,
    multidimensional,
    norm_sub,
    numbers,
    privacy,
    rappor,
)

DAYS = [datetime.date(2020, 1, day) for day in (1, 2, 3)]
DOMAINS = [["tea", "coffee", "water"], [3, 1, 2], [0, 1, 2], DAYS, [("a", 1), ("a", 2), ("b", 1)],
           [True, False, "other"], [1.5, 2, None]]  # fmt: skip


def rng():
    return np.random.default_rng(1)


@pytest.mark.parametrize("domain", DOMAINS, ids=str)
@pytest.mark.parametrize("form", ["as counted", "turned", "sorted", "category"])
def test_counted_values_are_matched_with_the_domain(domain, form):
    """The rarest value of the domain is held by nobody, and has no label then."""
    values = pd.Series([domain[1]] * 500 + [domain[2]] * 300, dtype=object)
    counts = values.value_counts(dropna=False)
    if form == "category" and None not in domain:
        counts = values.astype("category").value_counts()
    elif form == "turned":
        counts = counts[::-1]
    elif form == "sorted":
        counts = counts.loc[sorted(counts.index, key=str)]
    for mechanism in (
        UnaryEncoding.optimized(domain, 1.0),
        DirectEncoding(domain, 1.0),
    ):
        frequencies = mechanism.simulate(counts, rng()).frequencies
        assert np.array_equal(
            frequencies, mechanism.simulate([0, 500, 300], rng()).frequencies
        )


def test_words_and_their_counts():
    setting = rappor.Parameters(8, 2, 4, 0.5, 0.25, 0.75)
    words = ["pear", "fig", "apple"]
    counts = pd.Series({"apple": 90, "pear": 10})
    assert np.array_equal(
        rappor.simulate_counts(counts, words, setting, rng()),
        rappor.simulate_counts([10, 0, 90], words, setting, rng()),
    )


TEA = DirectEncoding(["tea", "coffee", "water"], 1.0)
BITS = UnaryEncoding.optimized(["tea", "coffee", "water"], 1.0)
HELD = pd.Series(["water", "tea", "water"])
REPORTS = pd.Series([2, 0, 2, 1, 2, 0], name="report")
PLAN = multidimensional.SplitPeople(
    {"sex": ("M", "F"), "drink": ("tea", "coffee")}, 1.0
)
TWO_BITS = rappor.Parameters(2, 1, 2, 0, 0, 1)
TWO = pd.DataFrame({"sex": ["F", "M", "F"], "drink": ["tea", "tea", "coffee"]})
REFUSED = {
    "a label outside": lambda: TEA.simulate(pd.Series({"tea": 5, "Tea": 1}), rng()),
    "a label that looks alike": lambda: TEA.simulate(pd.Series({"te\u0430": 5}), rng()),
    "a label twice": lambda: TEA.simulate(pd.Series([1, 2], ["tea", "tea"]), rng()),
    "counts as answers": lambda: DirectEncoding([1, 2, 3], 1.0).encode(HELD.value_counts()),
    "counts as reports": lambda: TEA.aggregate(REPORTS.value_counts()),
    "counts as reports, in order": lambda: TEA.aggregate(pd.Series([0, 0, 1]).value_counts()),
    "shares as bits": lambda: BITS.aggregate(pd.crosstab(HELD, HELD).clip(upper=1)),
    "dummies, by the alphabet": lambda: BITS.perturb(pd.get_dummies(HELD), rng()),
    "a table of two questions": lambda: PLAN.simulate(pd.crosstab(TWO["sex"], TWO["drink"]), rng()),
    "shares": lambda: norm_sub(HELD.value_counts(normalize=True)),
    "a prior": lambda: privacy.posterior(BITS.channel(), pd.Series([0.5, 0.25, 0.25], DAYS)),
    "a list of labelled rows": lambda: BITS.aggregate([pd.Series([1, 0, 0], list("cab"))]),
    "cohorts": lambda: rappor.decode(
        pd.DataFrame([[4, 1, 1], [5, 2, 2]], index=[1, 0]), ["a"], TWO_BITS
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_labels_are_not_dropped(name):
    with pytest.raises(ValueError, match="has (the|a) label"):
        REFUSED[name]()


def test_labels_of_people_do_not_matter():
    people = pd.Series(["tea", "water", "tea"], index=["ann", "bob", "cem"])
    assert TEA.encode(people).tolist() == [0, 2, 0]
    assert TEA.encode(people[people == "tea"]).tolist() == [0, 0]
    visits = pd.DataFrame({"count": [3, 9, 4]}).query("count > 3")["count"]
    assert numbers.LaplaceMean(0, 9, 30.0).collect(visits, rng()).n == 2
    assert PLAN.encode(TWO[::-1]).tolist() == [[1, 1], [0, 0], [1, 0]]
    assert DirectEncoding(people.drop_duplicates(), 1.0).domain == ("tea", "water")
    assert TEA.aggregate(REPORTS).n == 6


YES = [
    make(["no", "yes"], *sizes, 30.0, *seed)
    for make, sizes, seed in (
        (DirectEncoding, [], []), (HadamardResponse, [], []), (LocalHashing, [4], []),
        (CountMeanSketch, [2, 4], [1]), (HadamardCountMeanSketch, [2, 4], [1]))
]  # fmt: skip


@pytest.mark.parametrize("mechanism", YES)
def test_booleans_are_not_positions(mechanism):
    """Nor a mask: of which value they would be the position, nobody says."""
    mask = [True, True, False]
    for encoded in (mask, np.array(mask), np.array(mask, dtype=object)):
        with pytest.raises(
            TypeError, match="encoded has dtype .*; encoded must be whole"
        ):
            mechanism.perturb(encoded, rng())


def test_booleans_where_yes_or_no_is_meant():
    coin, truth = RandomizedResponse(30.0), np.array([True, True, False, True])
    for answers in (truth, truth.tolist(), pd.Series(truth)):
        assert coin.perturb(coin.encode(answers), rng()).tolist() == [1, 1, 0, 1]
        assert coin.aggregate(answers).counts.round().tolist() == [1, 3]
        assert numbers.OneBitMean(0, 1, 30.0).aggregate(answers).mean == pytest.approx(
            0.75
        )
    rows = np.eye(3, dtype=bool)
    assert BITS.support(rows).tolist() == [1, 1, 1]
    assert np.array_equal(
        BITS.perturb(rows, rng()), BITS.perturb(rows.astype(int), rng())
    )
