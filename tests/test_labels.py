"""Numbers with labels, as pandas makes them: matched by label, or refused; never by
position."""

import datetime

import numpy as np
import pandas as pd
import pytest

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    Estimate,
    HadamardCountMeanSketch,
    HadamardResponse,
    LocalHashing,
    RandomizedResponse,
    SubsetSelection,
    SummingHistogram,
    UnaryEncoding,
    norm_sub,
    privacy,
    rappor,
)
from ldp_course.topics import (
    again_and_again,
    many_machines,
    many_questions,
    numbers,
    two_reports,
    unknown_words,
)
from ldp_course.topics.many_machines import counts
from ldp_course.topics.many_questions import AllInOne
from tests.oracles import on_domain

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


# whole numbers, most of them such that pandas makes a RangeIndex of a dict
NUMBERS = [
    [1, 0],
    [1, 2, 3, 4, 5],
    [2, 0, 1],
    [4, 3, 2, 1, 0],
    [10, 30, 20],
    [0.0, 1, 0.5],
]


def labeled(numbers, domain):
    """The same numbers with their labels, as pandas makes them in many ways."""
    as_dict = dict(sorted(zip(domain, numbers)))
    in_order = pd.Series(as_dict)
    yield in_order
    yield pd.Series(in_order.to_numpy(), pd.Index(list(as_dict)))
    yield pd.Series(in_order.to_numpy(), pd.Index(list(as_dict), dtype=float))
    yield in_order[::-1]
    yield in_order.sort_values()
    yield in_order.set_axis(pd.CategoricalIndex(list(as_dict)))


def same(first, second):
    """Two results of the same random numbers, compared by all that they hold.

    Floats are added up in another order where columns stand in another one.
    """
    if isinstance(first, (dict, tuple)) and len(first) == len(second):
        parts = first if isinstance(first, dict) else range(len(first))
        return all(same(first[part], second[part]) for part in parts)
    if hasattr(first, "__dict__"):
        return same(vars(first), vars(second))
    if getattr(first, "dtype", np.dtype(int)).kind == "f":
        return np.allclose(first, second, rtol=1e-12, atol=1e-12)
    return np.array_equal(first, second)


@pytest.mark.parametrize("domain", NUMBERS, ids=str)
@pytest.mark.parametrize("name", on_domain(["a", "b"], 1.0))
def test_labels_that_are_whole_numbers_are_no_positions(name, domain):
    mechanism = on_domain(domain, 1.0)[name]
    people = [900 - 70 * place for place in range(len(domain))]
    expected = mechanism.simulate(people, rng())
    for series in labeled(people, domain):
        assert same(mechanism.simulate(series, rng()), expected)


@pytest.mark.parametrize("domain", NUMBERS, ids=str)
def test_an_estimate_knows_its_values(domain):
    shares = np.arange(1, len(domain) + 1) / 20
    direct = DirectEncoding(domain, 1.0)
    supports = np.arange(1, len(domain) + 1)
    n = int(supports.sum())
    for series, errors, support in zip(
        labeled(shares, domain),
        labeled(shares / 9, domain),
        labeled(supports, domain),
    ):
        estimate = Estimate(domain, 9, series, errors)
        assert same(estimate, Estimate(domain, 9, shares, shares / 9))
        assert same(
            counts.estimate_from_counts(direct, support, n),
            counts.estimate_from_counts(direct, supports, n),
        )


MEANS = [
    numbers.OneBitMean(0, 50, 1.0),
    numbers.FewLevelsMean(0, 50, 5, 1.0),
    numbers.IntegerOneBitMean(0, 50, 1.0),
    again_and_again.AlphaPoint(50, 1.0, step=5),
]


@pytest.mark.parametrize("values", NUMBERS[:-1], ids=str)
@pytest.mark.parametrize("mechanism", MEANS, ids=lambda mean: type(mean).__name__)
def test_values_and_how_many_hold_them(mechanism, values):
    people = [900 - 70 * place for place in range(len(values))]
    expected = mechanism.simulate(values, people, rng())
    for series in labeled(people, values):
        assert same(mechanism.simulate(values, series, rng()), expected)
    held = pd.Series(np.repeat(values, people), name="held").value_counts()
    assert same(mechanism.simulate(values, held, rng()), expected)
    in_order = mechanism.simulate(held.index.to_numpy(), held.to_numpy(), rng())
    assert same(mechanism.simulate(held.index, held, rng()), in_order)


@pytest.mark.parametrize("values", [[20, 30], [1, 2, 3], [0, 1, 2], [0, 5, 1]], ids=str)
@pytest.mark.parametrize("mechanism", MEANS, ids=lambda mean: type(mean).__name__)
def test_two_columns_of_a_table_go_together(mechanism, values):
    """Their labels are those of the rows; where they could be values, no one knows."""
    table = pd.DataFrame({"value": values, "people": [600, 300, 100][: len(values)]})
    expected = mechanism.simulate(values, table["people"].tolist(), rng())
    for rows in (table, table.set_axis(list("abc")[: len(table)])):
        assert same(mechanism.simulate(rows["value"], rows["people"], rng()), expected)
    mixed = pd.DataFrame({"value": [1, 0], "people": [900, 100]})
    with pytest.raises(ValueError, match="rows or values; counts must .*to_numpy"):
        mechanism.simulate(mixed["value"], mixed["people"], rng())


PLANS = [
    many_questions.AllInOne,
    many_questions.SplitPeople,
    many_questions.SplitBudget,
    many_questions.RandomFakes,
]
QUESTIONS = [
    {"smokes": [1, 0], "old": [0, 1]},
    {"smokes": [1, 0], "old": [2, 1, 0]},
    {"smokes": ["yes", "no"], "old": [3, 1, 2]},
    {"smokes": [2, 1, 0], "old": [True, False]},
]


@pytest.mark.parametrize("questions", QUESTIONS, ids=str)
@pytest.mark.parametrize("make", PLANS)
def test_a_cross_table_is_matched_by_both_axes(make, questions):
    plan, (first, second) = make(questions, 1.0), questions.values()
    table = np.arange(1, len(first) * len(second) + 1).reshape(len(first), -1) * 90
    expected = plan.simulate(table, rng())
    pairs = [(a, b) for a in first for b in second]
    people = pd.DataFrame([
        pair for pair, n in zip(pairs, table.flat) for _ in range(n)
    ])
    people.columns = list(questions)
    smokes, old = people["smokes"], people["old"]
    for cross in (pd.crosstab(smokes, old), pd.crosstab(old, smokes)):
        assert same(plan.simulate(cross, rng()), expected)
        assert same(plan.simulate(cross.iloc[::-1, ::-1], rng()), expected)
    assert same(plan.simulate(table.tolist(), rng()), expected)
    encoded = pd.DataFrame(plan.encode(people), columns=list(questions))
    assert same(
        plan.perturb(encoded[["old", "smokes"]], rng()),
        plan.perturb(encoded.to_numpy(), rng()),
    )


def test_an_answer_that_nobody_gives_has_no_row():
    plan = many_questions.SplitBudget({"sex": [*"FMD"], "drink": [2, 1, 0]}, 1.0)
    cross = pd.crosstab(TWO["sex"], pd.Series([0, 2, 2], name="drink"))
    table = [[1, 0, 1], [1, 0, 0], [0, 0, 0]]
    assert same(plan.simulate(cross, rng()), plan.simulate(table, rng()))


@pytest.mark.parametrize("domain", NUMBERS, ids=str)
def test_columns_of_bits_are_matched_with_the_domain(domain, tmp_path):
    """As `get_dummies` and `DataFrame(bits, columns=…)` make them."""
    held = np.resize(domain, 40)
    for mechanism in (
        UnaryEncoding.optimized(domain, 1.0),
        SummingHistogram(domain, 1.0),
        SubsetSelection(domain, 1, 1.0),
    ):
        encoded = mechanism.encode(held)
        reports = mechanism.perturb(encoded, rng())
        table = pd.DataFrame(reports, columns=domain)[sorted(domain)]
        expected = mechanism.aggregate(reports)
        assert same(mechanism.aggregate(table), expected)
        rows = [row for _, row in table.iterrows()]
        if not isinstance(mechanism, SubsetSelection):
            bits = pd.get_dummies(pd.Series(held))
            assert same(
                mechanism.perturb(bits, rng()), mechanism.perturb(encoded, rng())
            )
            assert same(mechanism.aggregate(rows), expected)
        if not isinstance(mechanism, SummingHistogram):
            many_machines.write_batch(tmp_path / "a.parquet", mechanism, table)
            many_machines.write_batch(tmp_path / "b.parquet", mechanism, reports)
            files = [tmp_path / "a.parquet", tmp_path / "b.parquet"]
            assert files[0].read_bytes() == files[1].read_bytes()


@pytest.mark.parametrize("kind", ["uint64", "int64", "uint8", "Int64"])
@pytest.mark.parametrize("columns", [["seed", "bucket"], ["bucket", "seed"]])
def test_a_table_of_seeds_and_buckets_keeps_all_digits(kind, columns, tmp_path):
    """pandas gives the whole table as floats, which round a seed above 2^53."""
    hashing = LocalHashing.optimized(range(9), 1.0)
    reports = hashing.perturb(hashing.encode(np.arange(900) % 9), rng())
    table = pd.DataFrame(reports, columns=["seed", "bucket"]).astype({"bucket": kind})
    expected = hashing.aggregate(reports)
    assert same(hashing.aggregate(table[columns]), expected)
    assert same(hashing.aggregate(table.set_axis([0, 1], axis=1)), expected)
    many_machines.write_batch(tmp_path / "a.parquet", hashing, table[columns])
    (batch,) = many_machines.count_batches([tmp_path / "a.parquet"], hashing, "numpy")
    assert np.array_equal(batch.counts, hashing.support(reports))
    other = table.set_axis(["s", "b"], axis=1)
    with pytest.raises(ValueError, match="has the label 's'") as refused:
        hashing.aggregate(other)
    advice = "to_numpy()" if kind in ("uint64", "uint8") else "to_numpy('uint64')"
    assert f"DataFrame.{advice}, in order" in str(refused.value)
    assert same(hashing.aggregate(eval(f"other.{advice}")), expected)


def test_words_of_a_tree_and_how_many_hold_them():
    tree, words = unknown_words.PrefixTree(1.0), ["BOB", "ANN", "EVE"]
    expected = tree.simulate(words, [9_000, 500, 20_000], rng())
    held = pd.Series({"ANN": 500, "BOB": 9_000, "EVE": 20_000})
    assert same(tree.simulate(words, held, rng()), expected)


@pytest.mark.parametrize(
    "domain", [["no", "yes"], [DAYS[0], "later"], [None, 0.5], [b"a", ()]]
)
def test_numbers_without_labels_are_taken_by_position(domain):
    """pandas numbers them 0, 1, which no value of these domains can be."""
    for kind in (list, tuple, np.array, pd.Series):
        simulated = DirectEncoding(domain, 1.0).simulate(kind([900, 100]), rng())
        assert same(simulated, DirectEncoding(domain, 1.0).simulate([900, 100], rng()))


@pytest.mark.parametrize(
    "domain", [[1, 2], [10, 20], [True, False], ["1", "0"], ["2", "a"], [2**2000, "x"]]
)
def test_labels_that_fit_none_are_refused_if_a_value_could_be_a_number(domain):
    direct = DirectEncoding(domain, 1.0)
    for counted in (pd.Series([900, 100]), pd.Series([900, 100], pd.Index([0, 1]))):
        with pytest.raises(
            ValueError, match=r"has the label .*by Series\.to_numpy\(\)"
        ):
            direct.simulate(counted, rng())
        assert same(
            direct.simulate(counted.to_numpy(), rng()),
            direct.simulate([900, 100], rng()),
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
PLAN = many_questions.SplitPeople({"sex": ("M", "F"), "drink": ("tea", "coffee")}, 1.0)
TWO_BITS = rappor.Parameters(2, 1, 2, 0, 0, 1)
TWO = pd.DataFrame({"sex": ["F", "M", "F"], "drink": ["tea", "tea", "coffee"]})
REFUSED = {
    "a label outside": lambda: TEA.simulate(pd.Series({"tea": 5, "Tea": 1}), rng()),
    "a label that looks alike": lambda: TEA.simulate(pd.Series({"te\u0430": 5}), rng()),
    "a label twice": lambda: TEA.simulate(pd.Series([1, 2], ["tea", "tea"]), rng()),
    "counts as answers": lambda: DirectEncoding([1, 2, 3], 1.0).encode(HELD.value_counts()),
    "whole numbers counted": lambda: DirectEncoding(range(2001), 1.0).encode(
        pd.Series([1, 1, 2] * 1000).value_counts()
    ),
    "counts as reports": lambda: TEA.aggregate(REPORTS.value_counts()),
    "counts as reports, in order": lambda: TEA.aggregate(pd.Series([0, 0, 1]).value_counts()),
    "shares as bits": lambda: BITS.aggregate(pd.crosstab(HELD, HELD).clip(upper=1)),
    "dummies, by the alphabet": lambda: BITS.perturb(pd.get_dummies(HELD), rng()),
    "a table with its sums": lambda: PLAN.simulate(
        pd.crosstab(TWO["sex"], TWO["drink"], margins=True), rng()
    ),
    "a table of another question": lambda: PLAN.simulate(pd.crosstab(TWO["sex"], TWO["sex"]), rng()),
    "errors of some": lambda: Estimate(TEA.domain, 9, [0.1, 0.2, 0.7], pd.Series({"tea": 0.1})),
    "pairs": lambda: two_reports.Linkability([0.5, 0.5], pd.Series([0.9, 0.1], [1, 0])),
    "shares": lambda: norm_sub(HELD.value_counts(normalize=True)),
    "a prior, 0 and 1": lambda: privacy.posterior(YES[0].channel(), pd.Series([0.9, 0.1])),
    "a prior": lambda: privacy.posterior(BITS.channel(), pd.Series([0.5, 0.25, 0.25], DAYS)),
    "a list of labeled rows": lambda: BITS.aggregate([pd.Series([1, 0, 0], list("cab"))]),
    "cohorts": lambda: rappor.decode(
        pd.DataFrame([[4, 1, 1], [5, 2, 2]], index=[1, 0]), ["a"], TWO_BITS
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_labels_are_not_dropped(name):
    with pytest.raises(ValueError, match="has (the|a|no) label"):
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


COUNTED = {
    "value_counts": lambda: pd.Series([0] * 900 + [1] * 100).value_counts(),
    "shares": lambda: pd.Series([0] * 9 + [1]).value_counts(normalize=True) * 1000,
    "named": lambda: pd.Series([900, 100], pd.Index([0, 1], name="smokes")),
    "groupby": lambda: pd.DataFrame({"a": [0] * 9 + [1]}).groupby("a").size(),
}


@pytest.mark.parametrize("counts", COUNTED.values(), ids=COUNTED)
def test_counts_of_0_and_1_are_not_those_of_words(counts):
    """Which of yes and no is 0, only their sender knows."""
    with pytest.raises(ValueError, match="has the label 0, which is not a value"):
        DirectEncoding(["yes", "no"], 1.0).simulate(counts(), np.random.default_rng())


def test_a_cross_table_of_0_and_1_is_not_one_of_words():
    people = pd.DataFrame({"smokes": [0, 0, 1], "old": [0, 1, 1]})
    plan = AllInOne({"smokes": ["yes", "no"], "old": ["yes", "no"]}, 4.0)
    with pytest.raises(ValueError, match="which is not a value of the domain"):
        plan.simulate(pd.crosstab(people.smokes, people.old), np.random.default_rng())
