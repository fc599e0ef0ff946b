"""The plans for several questions: exact ε of whole records, no bias, honest standard
errors.

Seeds are fixed. A test with chance in it would fail for a correct plan, over all seeds,
with probability at most 1e-6.
"""

import math
from itertools import product

import numpy as np
import pytest
from scipy import stats

from ldp_course import UnaryEncoding
from ldp_course.audit import audit
from ldp_course.data import OCCUPATIONS, load_adult
from ldp_course.privacy import privacy_loss
from ldp_course.topics.many_questions import (
    AllInOne,
    RandomFakes,
    SplitBudget,
    SplitPeople,
    one_answer_loss,
)
from tests.reference import vectors

TARGETS = vectors("targets_many")
KINDS = [SplitBudget, SplitPeople, AllInOne, RandomFakes]
SMALL = {"sex": ("M", "F"), "color": ("red", "green", "blue")}
LARGE = {"sex": ("M", "F"), "letter": tuple("abcdefghijklmno")}
SEX_INCOME = {"sex": ("Male", "Female"), "income": ("<=50K", ">50K")}
TABLE = np.array([[15_128, 6_662], [9_592, 1_179]])
each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)


def z_of(false_alarm, tests):
    return stats.norm.isf(false_alarm / tests / 2)


# ---- privacy


@each_kind
@pytest.mark.parametrize("epsilon", [0.3, 1.0, 3.0])
def test_the_loss_of_a_whole_record_is_epsilon(kind, epsilon):
    channel = kind(SMALL, epsilon).channel()
    assert channel.shape[0] == 6 and np.allclose(channel.sum(axis=1), 1)
    assert math.isclose(privacy_loss(channel), epsilon, rel_tol=1e-9)


def test_the_loss_of_a_single_answer():
    assert math.isclose(one_answer_loss(SplitBudget(SMALL, 1.0)), 0.5, rel_tol=1e-9)
    for kind in (SplitPeople, AllInOne):
        assert math.isclose(one_answer_loss(kind(SMALL, 1.0)), 1.0, rel_tol=1e-9)
    whole = {2: 1.490, 3: 1.817}
    for h, k in product((2, 3), (2, 3)):
        plan = RandomFakes.published({str(i): range(k) for i in range(h)}, nominal=1.0)
        assert (
            round(privacy_loss(plan.channel()), 3) == whole[h] == round(plan.epsilon, 3)
        )
        assert math.isclose(one_answer_loss(plan), 1.0, rel_tol=1e-9)  # equal domains
    unequal = RandomFakes.published({"a": range(2), "b": range(5)}, nominal=1.0)
    assert round(one_answer_loss(unequal), 3) == 1.138


@each_kind
def test_perturb_follows_the_channel(kind):
    """200,000 reports of two records, against the exact row of the channel."""
    plan, n, rng = kind(SMALL, 1.5), 200_000, np.random.default_rng(5)
    channel = plan.channel()
    for record in (0, 5):
        row = np.array(np.unravel_index(record, (2, 3)))
        reports = plan.perturb(np.tile(row, (n, 1)), rng)
        if kind is SplitPeople:
            columns = [
                np.bincount(part, minlength=k) for part, k in zip(reports, (2, 3))
            ]
            seen = np.concatenate(columns)
        else:
            reports = np.column_stack(reports) if kind is SplitBudget else reports
            seen = np.bincount(reports @ [3, 1], minlength=6)
        assert stats.chisquare(seen, n * channel[record]).pvalue > 1e-6 / len(KINDS) / 2


def test_an_audit_refutes_the_published_epsilon():
    """The claim is 1 for a whole record; 40,000 reports of two records show more."""
    plan = RandomFakes.published(SEX_INCOME, nominal=1.0)
    rng = np.random.default_rng(8)
    first, second = (plan.perturb(np.full((40_000, 2), bit), rng) for bit in (0, 1))
    both = lambda reports: (np.asarray(reports) == 0).all(axis=1)  # noqa: E731
    proven = audit(first, second, confidence=1 - 1e-6, event=both).epsilon_lower
    assert 1.25 < proven <= plan.epsilon


# ---- estimates: unbiased, with the stated standard errors


def each_estimate(plan, table, rng, runs):
    """Estimates and standard errors of all questions, runs of `simulate`."""
    results = [plan.simulate(table, rng) for _ in range(runs)]
    values = np.array([
        np.concatenate([e.frequencies for e in result.values()]) for result in results
    ])
    errors = np.array([
        np.concatenate([e.standard_errors for e in result.values()])
        for result in results
    ])
    return values, errors


def truths(table):
    return np.concatenate([
        table.sum(axis=tuple(other for other in range(table.ndim) if other != place))
        / table.sum()
        for place in range(table.ndim)
    ])


@each_kind
@pytest.mark.parametrize("domains", [SMALL, LARGE], ids=["direct", "unary"])
def test_simulate_is_unbiased_with_its_variance(kind, domains):
    rng, runs = np.random.default_rng(11), 1_000
    table = rng.integers(1, 3_000, size=[len(domain) for domain in domains.values()])
    plan, truth, n = kind(domains, 1.0), truths(table), int(table.sum())
    values, errors = each_estimate(plan, table, rng, runs)
    spread = values.std(axis=0, ddof=1)
    assert (
        np.abs(values.mean(axis=0) - truth) < z_of(1e-6, 200) * spread / runs**0.5
    ).all()
    stated = np.concatenate([
        np.sqrt(plan.variance(name, n, part))
        for name, part in zip(domains, np.split(truth, [len(domains["sex"])]))
    ])
    assert (np.abs(spread / stated - 1) < z_of(1e-6, 200) / math.sqrt(2 * runs)).all()
    assert np.allclose(errors.mean(axis=0), stated, rtol=0.03)
    covered = (np.abs(values - truth) < 1.96 * errors).mean()
    assert 0.935 < covered < 0.965  # at least 5,000 intervals


@each_kind
@pytest.mark.parametrize("domains", [SMALL, LARGE], ids=["direct", "unary"])
def test_the_long_way_has_the_same_law(kind, domains):
    """Means and spreads of 300 runs of aggregate(perturb(encode)) beside those of
    simulate."""
    rng, runs = np.random.default_rng(13), 300
    table = rng.integers(1, 60, size=[len(domain) for domain in domains.values()])
    plan = kind(domains, 1.0)
    rows = np.repeat(np.indices(table.shape).reshape(2, -1).T, table.ravel(), axis=0)
    records = {
        name: np.array(domain, dtype=object)[column]
        for (name, domain), column in zip(domains.items(), rows.T)
    }
    encoded = plan.encode(records)
    assert (encoded == rows).all()
    results = [plan.aggregate(plan.perturb(encoded, rng)) for _ in range(runs)]
    long = np.array([
        np.concatenate([e.frequencies for e in result.values()]) for result in results
    ])
    short, _ = each_estimate(plan, table, rng, runs)
    spread = short.std(axis=0, ddof=1)
    assert (
        np.abs(long.mean(axis=0) - short.mean(axis=0))
        < 6.2 * spread * (2 / runs) ** 0.5
    ).all()
    assert (
        np.abs(np.log(long.std(axis=0, ddof=1) / spread)) < 6.2 / math.sqrt(runs)
    ).all()


@pytest.mark.parametrize("kind", [SplitBudget, AllInOne])
@pytest.mark.parametrize("domains", [SMALL, LARGE], ids=["direct", "unary"])
def test_cross_tables_are_unbiased_with_honest_intervals(kind, domains):
    """400 runs: no bias, the stated standard errors, and their margins are the
    marginals."""
    rng, runs = np.random.default_rng(17), 400
    table = rng.integers(1, 300, size=[len(domain) for domain in domains.values()])
    plan, n = kind(domains, 2.0), int(table.sum())
    rows = np.repeat(np.indices(table.shape).reshape(2, -1).T, table.ravel(), axis=0)
    values, errors = [], []
    for _ in range(runs):
        reports = plan.perturb(rows, rng)
        cells = plan.cross_table(reports, *domains)
        values.append(cells.frequencies)
        errors.append(cells.standard_errors)
    turned = plan.cross_table(reports, *reversed(domains))
    assert np.allclose(
        turned.frequencies.reshape(table.T.shape).T.ravel(), cells.frequencies
    )
    assert cells.n == n and cells.domain[1] == (
        domains["sex"][0],
        [*domains.values()][1][1],
    )
    assert cells.to_frame().index[1] == cells.domain[1]
    if kind is AllInOne:
        sums = cells.frequencies.reshape(table.shape).sum(axis=1)
        assert np.allclose(sums, plan.aggregate(reports)["sex"].frequencies)
    values, truth = np.array(values), table.ravel() / n
    spread = values.std(axis=0, ddof=1)
    assert (
        np.abs(values.mean(axis=0) - truth) < z_of(1e-6, 200) * spread / runs**0.5
    ).all()
    covered = (np.abs(values - truth) < 1.96 * np.array(errors)).mean(axis=0)
    assert 0.93 < covered.mean() < 0.97 and covered.min() > 0.89
    stated = np.mean(errors, axis=0)
    assert (
        np.abs(spread / stated - 1) < 0.02 + z_of(1e-6, 200) / math.sqrt(2 * runs)
    ).all()


# ---- the crossings


def noise(epsilon):
    return math.exp(epsilon) / math.expm1(epsilon) ** 2


def plans_per_person(epsilon, h, share):
    """n times the variance for a population: budget, people, all in one (yes/no
    questions)."""
    K, sampling = 2**h, share * (1 - share)
    together = (K / 2) * (math.exp(epsilon) + K / 2 - 1) / math.expm1(epsilon) ** 2
    return (
        noise(epsilon / h) + sampling,
        h * (noise(epsilon) + sampling),
        together + sampling,
    )


@pytest.mark.parametrize("h", [2, 3, 4])
@pytest.mark.parametrize("share", [0.5, 0.1])
def test_variances_have_their_closed_forms(h, share):
    domains, n = {str(i): ("no", "yes") for i in range(h)}, 10**9
    for epsilon in (0.5, 1, 2, 4):
        of_each = plans_per_person(epsilon, h, share)
        for kind, value in zip((SplitBudget, SplitPeople, AllInOne), of_each):
            noise = n * kind(domains, epsilon).variance("0", n, share)
            assert math.isclose(noise + share * (1 - share), value, rel_tol=1e-6)


# ---- the targets


def rmse(values, truth):
    return math.sqrt(np.mean((np.array(values) - truth) ** 2))


def sex_income_runs(kind, epsilon, runs, rng):
    """Runs of the cross-table, from the exact law of the reported combinations."""
    if kind is UnaryEncoding:
        cells = UnaryEncoding.optimized(range(4), epsilon)
        yield from (
            cells.simulate(TABLE.ravel(), rng).frequencies.reshape(2, 2)
            for _ in range(runs)
        )
        return
    plan = kind(SEX_INCOME, epsilon)
    channel, rows = plan.channel(), np.indices((2, 2)).reshape(2, -1).T
    for _ in range(runs):
        counts = rng.multinomial(TABLE.ravel(), channel).sum(axis=0)
        reports = np.repeat(rows, counts, axis=0)
        reports = tuple(reports.T) if kind is SplitBudget else reports
        yield plan.cross_table(reports, "sex", "income").frequencies.reshape(2, 2)


def within(measured, target, runs, target_runs):
    """Two RMSE within 3 standard errors of their ratio, each sqrt(1/2R): one number a
    run."""
    return abs(measured / target - 1) < 3 * math.sqrt(
        1 / (2 * runs) + 1 / (2 * target_runs)
    )


@pytest.mark.deep
@pytest.mark.parametrize("kind, name", [
    (AllInOne, "product GRR d=4"),
    (SplitBudget, "split eps RRxRR"),
    (UnaryEncoding, "product OUE d=4"),
])  # fmt: skip
@pytest.mark.parametrize("epsilon", [0.5, 1, 2, 4])
def test_targets_of_the_cross_table(kind, name, epsilon):
    target = TARGETS["sex_income"]["results"][f"{name}|{epsilon}"]
    truth = TABLE / TABLE.sum()
    tables = np.array(
        list(sex_income_runs(kind, epsilon, 1_000, np.random.default_rng(19)))
    )

    def gap(t):
        rate = t[..., 1] / t.sum(-1)
        return rate[..., 0] - rate[..., 1]

    assert round(gap(truth), 4) == 0.1963
    for part, error in {
        "sex": rmse(tables[:, 1].sum(axis=1), truth[1].sum()),
        "income": rmse(tables[:, :, 1].sum(axis=1), truth[:, 1].sum()),
        "cell": rmse(tables, truth),
        "gap_rmse": rmse(gap(tables), gap(truth)),
    }.items():
        assert within(error, target[part], 1_000, 1_000)


@pytest.mark.deep
@pytest.mark.parametrize("epsilon", [0.5, 1, 2, 4])
def test_targets_of_split_people(epsilon):
    target = TARGETS["sex_income"]["results"][f"split people|{epsilon}"]
    plan, rng = SplitPeople(SEX_INCOME, epsilon), np.random.default_rng(23)
    results = [plan.simulate(TABLE, rng) for _ in range(1_000)]
    for name, share in (
        ("sex", TABLE[1].sum() / TABLE.sum()),
        ("income", TABLE[:, 1].sum() / TABLE.sum()),
    ):
        values = [result[name].frequencies[1] for result in results]
        assert within(rmse(values, share), target[name], 1_000, 1_000)


def five_attributes():
    adult = load_adult()
    adult["occupation"] = adult["occupation"].fillna("?")
    domains = {
        name: tuple(sorted(adult[name].unique()))
        for name in ("sex", "income", "race", "marital_status", "occupation")
    }
    assert [len(domain) for domain in domains.values()] == [2, 2, 5, 7, 15]
    assert set(domains["occupation"]) == {*OCCUPATIONS, "?"}
    codes = AllInOne(domains, 1.0).encode(adult)
    table = np.zeros([len(domain) for domain in domains.values()], dtype=int)
    np.add.at(table, tuple(codes.T), 1)
    return domains, table


@pytest.mark.deep
@pytest.mark.parametrize("epsilon", [0.5, 1.0, 2.0, 4.0, 6.0, 8.0])
def test_targets_of_five_attributes(epsilon):
    domains, table = five_attributes()
    n, rng = table.sum(), np.random.default_rng(29)
    targets = TARGETS["five_attributes"]["results"]
    budget, people = (kind(domains, epsilon) for kind in (SplitBudget, SplitPeople))
    ways = {
        "split eps": lambda: marginals_of(budget.simulate(table, rng)),
        "split people": lambda: marginals_of(people.simulate(table, rng)),
        "product": lambda: product_run(domains, table, epsilon, rng),
    }
    for name, way in ways.items():
        results = [way() for _ in range(200)]
        for place, target in enumerate(targets[f"{name}|{epsilon}"]):
            others = tuple(other for other in range(5) if other != place)
            values = [result[place] for result in results]
            # the shares of one question depend on each other: at worst they are one
            # number a run
            here = rmse(values, table.sum(axis=others) / n)
            assert within(here, target, 200, 200), (name, place)


def marginals_of(estimates):
    return [result.frequencies for result in estimates.values()]


def product_run(domains, table, epsilon, rng):
    """The targets take optimized unary encoding for the product where it has less
    noise."""
    if table.size < 3 * math.exp(epsilon) + 2:
        return marginals_of(AllInOne(domains, epsilon).simulate(table, rng))
    cells = UnaryEncoding.optimized(range(table.size), epsilon).simulate(
        table.ravel(), rng
    )
    cube = cells.frequencies.reshape(table.shape)
    return [cube.sum(axis=tuple({*range(5)} - {place})) for place in range(5)]
