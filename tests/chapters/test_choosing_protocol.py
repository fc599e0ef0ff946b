"""Claims of the chapter "Choosing a protocol", computed.

Samples have fixed seeds and limits of five standard errors: a right one fails once in a
million.
"""

from functools import cache
from itertools import combinations
from math import exp, isclose, sqrt

import numpy as np
import pytest
from scipy.optimize import minimize

from ldp_course import (
    CountMeanSketch,
    DirectEncoding,
    HadamardResponse,
    LocalHashing,
    ShortSeeds,
    SubsetSelection,
    UnaryEncoding,
    norm,
    norm_sub,
    rappor,
)
from tests.chapters.claims import test_every_number_is_said  # noqa: F401
from tests.chapters.test_more_protocols import rare, rare_after_norm

OUE = UnaryEncoding.optimized


def points(mechanism, people, share=0.0):
    """Return the standard error of an estimated share, in percentage points."""
    return 100 * sqrt(mechanism.variance(people, share))


def test_the_opening(chapter):
    people, of_oue = 100_000, chapter["everybody"](1024, 1)["OUE"]
    text = (
        "With $nV^*$ = {:.2f}, which is OUE's, and {:,} people, the standard error is "
    )
    text += "{:.2f} percentage points"
    chapter.says(text, rare(of_oue), people, points(of_oue, people))


@cache
def rare_errors(everybody, k, epsilon):
    return {name: rare(m) for name, m in everybody(k, epsilon).items()}


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1, 1.5, 2, 3, 4, 5])
def test_orders_that_never_change(run_chapter, epsilon):
    E = exp(epsilon)
    for k in (3, 5, 14, 60, 200, 1024):
        error = rare_errors(run_chapter["everybody"], k, epsilon)
        assert error["OUE"] <= error["SUE"] <= error["BLH"] * (1 + 1e-12)
        assert isclose(error["BLH"], rare(HadamardResponse(range(k), epsilon)))
        assert error["Hadamard"] <= error["BLH"] * (1 + 1e-12)
        assert isclose(error["summing"], 8 / epsilon**2)
        assert error["summing"] >= 2 * error["OUE"]
        assert error["OLH"] < 1.031 * error["OUE"]
        assert error["OLH"] <= error["short seeds"] * (1 + 1e-12)
        assert error["short seeds"] < 1.08 * error["OUE"]
        assert (error["direct"] < error["OUE"]) == (k < 3 * E + 2)
        assert (error["direct"] < error["BLH"]) == (k < E**2 + E + 3)
        assert error["subset"] <= min(error["direct"], error["OUE"]) * (1 + 1e-12)


def test_a_common_value_is_better_with_symmetric_bits(chapter):
    for epsilon in np.linspace(0.1, 6, 60):
        oue, sue = OUE(range(4), epsilon), UnaryEncoding.symmetric(range(4), epsilon)
        for f in (0.25, 0.5, 0.9):
            assert sue.variance(1, f) < oue.variance(1, f)
            assert isclose(oue.variance(1, f), rare(oue) + f)
            assert isclose(sue.variance(1, f), rare(sue))


def test_one_value_or_a_set(chapter):
    E = exp(2)
    assert int(2 * exp(1) + 1) == 6
    for k in (4, 9, 30):
        two = (k - 2 + E) * (2 * E + k - 3) / (2 * k - 4)
        assert isclose(rare(SubsetSelection(range(k), 2, 2)) * (E - 1) ** 2, two)
    errors = rare_errors(chapter["everybody"], 14, 2)
    assert isclose(errors["direct"], errors["subset"])
    for epsilon in (0.5, 1, 2, 3, 4):
        limit = 2 * exp(epsilon) + 1
        for k in range(max(3, int(limit) - 4), int(limit) + 5):
            of_size = [
                rare(SubsetSelection(range(k), size, epsilon)) for size in range(1, k)
            ]
            assert (np.argmin(of_size) == 0) == (k <= limit)


def test_four_questions(chapter):
    errors = {k: rare_errors(chapter["everybody"], k, 1) for k in (4, 7, 14, 200, 1024)}
    for k, error in errors.items():
        few = k <= 2 * exp(1) + 1
        assert isclose(error["direct"], min(error.values())) == few
        assert isclose(error["subset"], min(error.values()))
    for epsilon in (0.25, 0.5, 1, 1.5, 2, 3, 4, 5):
        limit = int(10 * exp(epsilon))
        for k in {max(3, int(2 * exp(epsilon)) + 2), max(3, limit // 2), limit}:
            bits = chapter["after_norm"](OUE(range(k), epsilon))
            assert rare(SubsetSelection.optimized(range(k), epsilon)) < 0.95 * bits
    for epsilon in (0.25, 0.5, 1, 2, 3):  # "beyond that the saving fades"
        crews = (SubsetSelection.optimized, OUE)
        of_sets, of_bits = (
            np.array([
                rare(make(range(round(times * exp(epsilon))), epsilon))
                for times in (10, 20, 40, 80)
            ])
            for make in crews
        )
        saved = 1 - of_sets / of_bits
        assert (np.diff(saved) < 0).all() and 0 < saved[-1] < 0.02
    assert errors[1024]["subset"] > 0.99 * errors[1024]["OUE"]
    crew = chapter["everybody"](1024, 1)
    assert chapter["bytes_of"]("OLH", crew["OLH"]) == 9
    assert chapter["bytes_of"]("Hadamard", crew["Hadamard"]) == 2
    # less than a byte with public coins, up to ε = 5
    assert LocalHashing.optimized(range(2), 5).buckets < 2**8


@pytest.mark.parametrize("k", [3, 5, 8])
@pytest.mark.parametrize("epsilon", [0.5, 1, 3])
def test_the_variance_after_norm_is_exact(run_chapter, k, epsilon):
    shares = np.r_[0, np.full(k - 1, 1 / (k - 1))]
    crew = run_chapter["everybody"](k, epsilon)
    for name in ("direct", "subset", "OUE", "SUE", "short seeds", "Hadamard"):
        m = crew[name]
        reports = m.possible_reports()
        rows = [norm(m.aggregate(report).frequencies) for report in reports[:, None]]
        channel, expected = m.channel(), np.array(rows)
        exact = (shares @ (channel @ expected**2 - (channel @ expected) ** 2))[0]
        assert isclose(run_chapter["after_norm"](m), exact, rel_tol=1e-9)
        if name in ("OUE", "SUE"):
            assert isclose(rare_after_norm(m), exact, rel_tol=1e-9)


def test_after_norm(chapter):
    crew, after_norm = chapter["everybody"](14, 1), chapter["after_norm"]
    gain = {name: 1 - after_norm(m) / rare(m) for name, m in crew.items()}
    assert gain["direct"] == gain["subset"] == 0
    for name in ("OUE", "OLH", "SUE", "BLH", "summing"):
        assert 0.069 < gain[name] < 0.074
    assert gain["Hadamard"] > 0.1 and gain["short seeds"] > 0.1
    many = chapter["everybody"](1024, 1)
    assert after_norm(many["OUE"]) > 0.999 * rare(many["OUE"])
    large = OUE(range(14), 5)
    assert after_norm(large) > rare(large), "a large ε"
    for epsilon in (1, 5):  # on average it helps: by 1/k, as errors are independent
        v = OUE(range(14), epsilon).variance(1, np.r_[0, np.full(13, 1 / 13)])
        after = (1 - 2 / 14) * v + v.sum() / 14**2
        assert isclose(after.mean(), (1 - 1 / 14) * v.mean())


def test_what_the_table_cannot_hold(chapter):
    chromium = rappor.Parameters(bits=128, hashes=2, cohorts=128, f=0.5, p=0.25, q=0.75)
    chapter.says(r"$\varepsilon_1$ = {:.3f}.", chromium.epsilon_one)
    p, q = chromium.p_star, chromium.q_star
    # no other word sets these bits
    of_counts = p * (1 - p) / (chromium.hashes * (q - p) ** 2)
    assert p * (1 - p) == pytest.approx(min(r * (1 - r) for r in np.linspace(p, q, 11)))
    chapter.says("^2$ = {:.2f}, and a word sets", p * (1 - p) / (q - p) ** 2)
    assert chromium.hashes == 2  # "a word sets two"
    chapter.says("so from these $nV^*$ is at least {:.3f}.", of_counts)
    of_oue = rare(OUE(range(14), chromium.epsilon_one))
    chapter.says("OUE has {:.3f} at this ε.", of_oue)
    basic = UnaryEncoding(range(5), 0.75, 0.25)  # f = 1/2, permanent noise only
    assert isclose(UnaryEncoding.symmetric(range(5), basic.epsilon).p, 0.75)


def test_what_the_errors_depend_on(chapter):
    """From ε = 2 on Hadamard response has blocks, which set a value's variance."""
    for k in (14, 1024):
        blocks = {
            epsilon: HadamardResponse.optimized(range(k), epsilon)
            for epsilon in (0.5, 1, 2, 4)
        }
        several = [epsilon for epsilon, m in blocks.items() if m.blocks > 1]
        assert several == [2, 4]
        for m in blocks.values():
            crowded = m.variance(1, 0.0, block_frequency=0.9)
            assert (crowded > 1.2 * rare(m)) == (m.blocks > 1)


def test_hadamard_response_for_many_values(chapter):
    at_1, four = (HadamardResponse.optimized(range(1_024), e) for e in (1, 4))
    long = HadamardResponse.optimized(range(10_000), 1)
    bits = {epsilon: rare(OUE(range(1_024), epsilon)) for epsilon in (1, 4)}
    text = (
        "the simplest of the quick ones, and it has {:.2f} times the variance at ε = 1"
    )
    chapter.says(text, rare(at_1) / bits[1])
    assert isclose(rare(at_1) / bits[1], rare(long) / rare(OUE(range(10_000), 1)))
    of_seeds = rare(ShortSeeds.optimized(range(1_024), 1))
    more = 100 * (rare(at_1) / of_seeds - 1)
    chapter.says("Mara would need {:.0f} % more users", more)
    chapter.says("sends two bytes, but needs {:.0f} % more users", more)
    crowded = four.variance(1, 0.0, block_frequency=1 / 5)
    text = "{:.1f} times OUE's variance instead of {:.2f} times"
    chapter.says(text, crowded / bits[4], rare(four) / bits[4])


def test_for_a_long_list_the_error_does_not_choose(chapter):
    at = {
        epsilon: rare_errors(chapter["everybody"], 1_024, epsilon)
        for epsilon in (0.5, 1, 2, 4)
    }
    alike = {
        epsilon: [error[name] for name in ("subset", "OUE", "OLH", "short seeds")]
        for epsilon, error in at.items()
    }
    assert max(alike[1]) < 1.01 * min(alike[1])
    assert 1.06 < max(max(some) / min(some) for some in alike.values()) < 1.07
    text = "its variance is {:.0f} times that of OUE, so it would need {:.0f} times"
    times = at[1]["direct"] / at[1]["OUE"]
    chapter.says(text, times, times)
    few = rare_errors(chapter["everybody"], 14, 1)
    assert isclose(1 - few["subset"] / few["OUE"], 1 / 6, abs_tol=0.01)
    # "local hashing, whose error is the same to three digits"
    assert round(at[1]["OLH"], 3) == round(at[1]["short seeds"], 3)
    gained = 1 - at[1]["subset"] / at[1]["OLH"]
    assert isclose(gained, 0.005, abs_tol=0.0005)  # half a percent less


def test_direct_encoding_on_average(chapter):
    for k in range(3, 12):
        single, *larger = (
            SubsetSelection(range(k), w, 1).variance(1, 1 / k) for w in range(1, k)
        )
        assert (single <= min(larger)) == (k <= 5)


def test_short_seeds(chapter):
    work = {}
    for k in (1_024, 10_000):
        short = ShortSeeds.optimized(range(k), 1)
        assert short.buckets == 4 and chapter["bytes_of"]("short seeds", short) == 2
        if k == 1_024:
            assert short.seeds == k
        work[k] = (short.buckets - 1) * short.seeds * int(np.log2(short.seeds))
    text = "that makes {:,} additions for {:,} values, and {:,} for {:,}, which are padded to {:,}."
    padded = ShortSeeds.optimized(range(10_000), 1).seeds
    chapter.says(text, work[1_024], 1_024, work[10_000], 10_000, padded)


def test_the_decision_of_the_company(chapter):
    """A million users, 1,024 stickers, ε = 1, and 16 bytes."""
    crew, bytes_of = chapter["everybody"](1024, 1), chapter["bytes_of"]
    size = {name: bytes_of(name, m) for name, m in crew.items()}
    alike = ("subset", "OUE", "OLH", "short seeds")
    assert [name for name in alike if size[name] <= 16] == ["OLH", "short seeds"]
    chapter.says("which of {:,} stickers its million users", len(crew["OUE"].domain))
    text = (
        "one for every sticker on the list, and for {:,} stickers that makes {} bytes"
    )
    chapter.says(text, len(crew["OUE"].domain), size["OUE"])
    assert 0.8 < size["subset"] / size["OUE"] < 1  # "nearly as long"
    assert size["short seeds"] == 2
    work = chapter["work_of"]("OLH", crew["OLH"], 1_000_000)
    assert work == "1,000,000,000 hashes"  # "about a billion"
    few = chapter["everybody"](14, 1)
    assert bytes_of("subset", few["subset"]) == 2


def test_your_turn_best(chapter):
    chapter.says("values at ε = 1, this number is {:.3f}.)", rare(OUE(range(14), 1)))
    best, everybody = chapter["best"], chapter["everybody"]
    for k, epsilon, most in [(14, 1, 16), (1024, 1, 9), (1024, 1, 2), (200, 1.5, 20)]:
        crew = everybody(k, epsilon)
        fits = [m for name, m in crew.items() if chapter["bytes_of"](name, m) <= most]
        assert rare(crew[best(k, epsilon, most)]) == min(map(rare, fits))


def test_people_needed(chapter):
    needed, everybody = chapter["people_needed"], chapter["everybody"]
    chapter.says("takes {:,.0f} people.", needed(1, 0.01))
    seeds = needed(rare(everybody(1024, 1)["short seeds"]), 0.01)
    chapter.says("short seeds need {:,.0f} users", seeds)
    for m in everybody(1024, 1).values():
        people = round(needed(rare(m), 0.01))
        assert isclose(1.96 * points(m, people), 1, rel_tol=1e-4)


def staircase_floor(k, epsilon, shares):
    """Return the least mean variance of mixtures of reports with ratios 1, e^ε."""
    favored = [
        set(some) for size in range(1, k) for some in combinations(range(k), size)
    ]
    ratios = np.array([
        [exp(epsilon) if v in some else 1.0 for v in range(k)] for some in favored
    ])
    # directions in which shares may differ
    contrasts = np.linalg.svd(np.ones((1, k)))[2][1:].T

    def total(weight):
        information = ratios.T * (weight / (ratios @ shares)) @ ratios
        return np.trace(np.linalg.inv(contrasts.T @ information @ contrasts))

    optimum = minimize(
        total,
        np.random.default_rng(k).uniform(0.05, 0.15, len(favored)),
        method="SLSQP",
        bounds=[(0, None)] * len(favored),
        options={"maxiter": 500, "ftol": 1e-12},
        constraints={
            "type": "eq",
            "fun": lambda weight: ratios.T @ weight - 1,
            "jac": lambda weight: ratios.T,
        },
    )
    return (optimum.fun - (shares * (1 - shares)).sum()) / k


@pytest.mark.parametrize("k", [3, 4])
def test_no_staircase_is_below_the_floor(run_chapter, k):
    for epsilon in (0.5, 1, 2):  # equal to six digits
        floor = staircase_floor(k, epsilon, np.full(k, 1 / k))
        assert isclose(floor, run_chapter["all_values_floor"](k, epsilon), rel_tol=1e-6)


def test_one_common_value_has_a_lower_floor(chapter):
    floor = staircase_floor(4, 1, np.array([0.97, 0.01, 0.01, 0.01]))
    assert floor < 0.95 * chapter["all_values_floor"](4, 1)


@pytest.mark.parametrize("epsilon", [0.1, 0.5, 1, 2, 3, 5])
def test_the_floors_hold_for_everybody_and_are_reached(run_chapter, epsilon):
    at_1, E = run_chapter["one_value_floor"](epsilon), exp(epsilon)
    assert isclose(DirectEncoding(range(2), epsilon).variance(1, 0.3), at_1)
    assert isclose(rare(OUE(range(14), epsilon)), 4 * at_1)
    for k in (3, 5, 14, 60, 200, 1024):
        floor = run_chapter["all_values_floor"](k, epsilon)
        crew = run_chapter["everybody"](k, epsilon).values()
        assert 0 <= floor <= min(m.variance(1, 1 / k) for m in crew) * (1 + 1e-9)
        s = np.arange(1, k)
        size = s[np.argmin((s * E + k - s) ** 2 / (s * (k - s)))]
        best = SubsetSelection(range(k), int(size), epsilon).variance(1, 1 / k)
        assert isclose(best, floor, rel_tol=1e-6) and best >= at_1 * (1 - 1e-9)


def test_average_variance_does_not_depend_on_the_shares(chapter):
    shares = np.random.default_rng(1).dirichlet(np.ones(14))
    for mechanism in chapter["everybody"](14, 1).values():
        mean = mechanism.variance(1, shares).mean()
        assert isclose(mean, mechanism.variance(1, 1 / 14))


def test_explorer_of_floors(chapter):
    explorer, above = chapter.explorers["How far from the best possible?"], 1
    for state, picture in explorer.pictures:
        lines = {line.label: np.array(line.y) for line in picture.series}
        ks = np.array(picture.series[0].x)
        for k in ks.astype(int).tolist():
            for_rare = SubsetSelection.optimized(range(k), state["epsilon"])
            floor = chapter["all_values_floor"](k, state["epsilon"])
            above = max(above, for_rare.variance(1, 1 / k) / floor)
        assert (lines.pop("nobody: one value alone") < 1).all()
        assert (lines.pop("nobody: all values") == 1).all()
        assert all((line >= 0.999).all() for line in lines.values())
        assert lines["Hadamard"].max() < 4 and lines["OUE"][-1] < 1.01
        assert lines["direct"][0] < 1.001 and lines["direct"][-1] > 10
        assert np.allclose(lines["OUE, norm"], lines["OUE"] * (1 - 1 / ks), atol=1e-3)
        near = np.maximum(1.3 * ks[:-1], ks[:-1] + 1)
        assert (ks[1:] <= near).all()  # no straight piece is long enough to be seen
        if state["epsilon"] == 1:
            guesses = [lines["OUE"][list(ks).index(k)] for k in explorer.predict.at]
            assert guesses[0] > 2.5 and guesses[-1] < 1.01
            chapter.says(
                "there it stands {:.4f} times as high as the floor", guesses[-1]
            )
            enough = round(1_000_000 / guesses[-1], -2)
            chapter.says("would need about {:,.0f} for the same noise", enough)
    chapter.says("3 values? With {}? With {:,}?", *explorer.predict.at[1:])
    # "At these six ε", of Hadamard response
    assert len(explorer.choices["epsilon"]) == 6
    chapter.says("as `optimized` has it, here at most {:.2f} times above.", above)


def test_work(chapter):
    everybody, work_of = chapter["everybody"], chapter["work_of"]
    crew = everybody(1024, 1)
    assert work_of("OLH", crew["OLH"], 100_000) == "100,000,000 hashes"
    assert work_of("subset", crew["subset"], 100_000) == "28,000,000 additions"
    assert work_of("Hadamard", crew["Hadamard"], 10_000) == "33,000 additions"
    assert work_of("short seeds", crew["short seeds"], 10_000) == "41,000 additions"
    assert work_of("direct", everybody(4, 1)["direct"], 10_000) == "10,000 additions"


def test_explorer_of_protocols(chapter):
    explorer = chapter.explorers["Which protocol, for me?"]
    for state, picture in explorer.pictures:
        bars, share = picture.series
        half = dict(zip(bars.x, bars.y, strict=True))
        assert set(share.y) == {1}
        alike = [half[name] for name in ("OUE", "OLH", "short seeds", "subset")]
        if state["k"] >= 1024:
            assert max(alike) < 1.05 * min(alike)
        if state["k"] == 4:
            assert half["direct"] == min(half.values())
    _, fourteen, _, many, _ = explorer.choices["k"]
    chapter.says(
        "from 0 with {:,} values at ε = 1. Then move k down to {},", many, fourteen
    )
    at_one = {
        state["n"]: dict(zip(picture.series[0].x, picture.series[0].y, strict=True))
        for state, picture in explorer.pictures
        if state["k"] == many and state["epsilon"] == 1
    }
    assert at_one[100_000]["OLH"] > 1 > at_one[1_000_000]["OLH"]  # there is such an N
    oue, columns = (at_one[100_000][name] for name in ("OUE", "Hadamard"))
    crew = chapter["everybody"](many, 1)
    sent = [chapter["bytes_of"](name, crew[name]) for name in ("OUE", "Hadamard")]
    chapter.says("{:,} values, ε = 1, 100,000 people, of whom 1 %", many)
    chapter.says("OUE sends {} bytes, and", sent[0])
    chapter.says("standard errors are {:.2f} percentage points", oue)
    chapter.says("for Hadamard response, which sends {} bytes?", sent[1])
    chapter.says(
        "For {:,} values at ε = 1, a {}th of the bytes", many, sent[0] // sent[1]
    )
    # an eighth more
    assert sent[0] == 64 * sent[1] and abs(columns / oue - 9 / 8) < 0.005
    at_four = chapter["everybody"](many, 4)
    oue, columns = (
        points(at_four[name], 100_000, 0.01) for name in ("OUE", "Hadamard")
    )
    more = 100 * (columns / oue - 1)
    chapter.says("an eighth more error; at ε = 4, {:.0f} %.", more)


def test_two_surveys(chapter):
    jobs, names, surveys = chapter["jobs"], chapter["names"], chapter["surveys"]
    people, times = jobs.sum(), [times for _, _, times in surveys.values()]
    chapter.says("the {:,} people with an occupation", people)
    chapter.says("at ε = 1, {:,} times; and a million", times[0])
    chapter.says("at ε = 2, {} times.", times[1])
    chapter.says("one of the {:,} [most", len(names))
    assert names.sum() == 1_000_000
    for name, (counts, mechanism, _) in surveys.items():  # as the closed form says
        f = counts / counts.sum()
        estimates = chapter["runs"][name][:200]
        errors = np.array([estimate.frequencies[:3] - f[:3] for estimate in estimates])
        ratio = np.sqrt(
            (errors**2).mean(axis=0) / mechanism.variance(counts.sum(), f[:3])
        )
        assert np.abs(ratio - 1).max() < 5 / sqrt(2 * 200)


def test_repairs(chapter):
    table, names = chapter["table"], chapter["names"]
    chapter.says("with the raw one as {:.0f}.", table.loc["raw", "14 occupations"])
    few, many = table["14 occupations"], table["10,000 surnames"]
    assert isclose(few["norm"], 100)  # sets have nothing to do
    # it cuts true values
    assert few.drop("base_cut").min() > 90 and few["base_cut"] > 140
    chapter.says("With {:,} it's different", len(names))
    text = "`norm_sub` removes {:.0f} % of the squared error"
    chapter.says(text, 100 - many["norm_sub"])
    text = "`base_cut` removes {:.0f} % here, and has {:.0f} in the other survey"
    chapter.says(text, 100 - many["base_cut"], few["base_cut"])
    for name, (counts, _, _) in chapter["surveys"].items():
        f = counts / counts.sum()
        for estimate in chapter["runs"][name]:  # in no survey is it farther
            raw = estimate.frequencies
            of_raw = ((raw - f) ** 2).sum() * (1 + 1e-12)
            assert ((norm_sub(raw) - f) ** 2).sum() <= of_raw
    bias = table["ten largest, bias"]
    assert abs(bias[["raw", "clip", "norm"]]).max() < 0.03
    largest = 100 * names[:10].sum() / names.sum()
    text = (
        "together have {:.2f} % of the people. From these, `norm_mul` takes away {:.1f}"
    )
    chapter.says(text, largest, -bias["norm_mul"])
    chapter.says("`norm_sub` takes {:.1f} points.", -bias["norm_sub"])
    cut = [
        chapter["repairs"]["base_cut"](x).sum()
        for x in chapter["runs"]["10,000 surnames"]
    ]
    chapter.says("what it leaves sums to only {:.0f} %", 100 * np.mean(cut))
    chapter.says("ten names lost {:.1f} of {:.2f} points", -bias["norm_mul"], largest)


def weight(mechanism):
    """People that one fake report adds to the estimate of a value that it supports."""
    return (1 - mechanism.q) / (mechanism.p - mechanism.q)


def test_the_closing_table(chapter):
    many, k = chapter["everybody"](1024, 1), 1024
    rows = {
        "direct encoding": "direct",
        "subset selection": "subset",
        "OUE": "OUE",
        "local hashing": "OLH",
        "short seeds": "short seeds",
        "Hadamard response": "Hadamard",
    }
    work = {"direct": "1 addition", "subset": "$w$ additions", "OUE": "$k$ additions"}
    work |= {"OLH": "$k$ hashes", "short seeds": "1 addition", "Hadamard": "1 addition"}
    chapter.says("Bytes and error are for {:,} values at ε = 1", k)
    for words, name in rows.items():
        m = many[name]
        text = "| {} | {} | {} | {:.3f} | {:.1f} |"
        if name == "direct":
            text = "| {} | {} | {} | {:.0f} | {:.0f} |"
        size = chapter["bytes_of"](name, m)
        chapter.says(text, words, size, work[name], rare(m), weight(m))
        assert isclose(m.variance(1, 1 / k), rare(m), rel_tol=0.01)
    public = chapter["bytes_of"]("public", many["OLH"])
    error, fake = rare(many["OLH"]), weight(many["OLH"])
    text = "seeds | {} | $k$ hashes | {:.3f} | {:.1f} | The seed names"
    chapter.says(text, public, error, fake)
    toy = CountMeanSketch(range(k), 16, 256, 1, seed=1)
    text = "toy sketch, {} functions of {} buckets | {:.0f} | {} additions | {:.1f} and"
    octets = np.ceil(np.log2(toy.hashes * 2.0**toy.width) / 8)
    noise = rare(many["SUE"])
    chapter.says(text, toy.hashes, toy.width, octets, toy.width, noise)
    chapter.says("and collisions | {:.1f} | Collisions, which", weight(toy))
    size = chapter["bytes_of"]("summing", many["summing"])
    text = "| summing | {:,} | $k$ additions | {:.0f} | no limit |"
    chapter.says(text, size, rare(many["summing"]))


def test_exercise_5_a_diagnosis(chapter):
    few = rare_errors(chapter["everybody"], 5, 1)
    text = "direct encoding has $nV^*$ = {:.2f} there, and local hashing {:.2f}"
    chapter.says(text, few["direct"], few["OLH"])
    assert few["direct"] == min(few.values())
    apps = chapter["everybody"](300, 1)
    chapter.says("about a diagnosis, {} apps, and the words", 300)
    assert chapter["bytes_of"]("short seeds", apps["short seeds"]) == 2
    assert chapter["bytes_of"]("OUE", apps["OUE"]) == 38


def test_what_one_fake_supports(chapter):
    crew = chapter["everybody"](14, 1)
    assert crew["Hadamard"].blocks == 1 and crew["Hadamard"].supported([0]).all()
    assert crew["OUE"].supported(np.ones((1, 14), dtype=int)).all()
    blocks = HadamardResponse.optimized(range(14), 4)
    first = blocks.supported([0])[0]
    assert blocks.blocks > 1 and 0 < first.sum() < 14
    assert crew["short seeds"].supported([[0, 0]]).all()
    sketch = CountMeanSketch(range(14), 16, 256, 1, seed=1)
    assert sketch.supported(np.r_[3, np.ones(256, dtype=int)][None]).all()


def test_quiz_1_the_smallest_error(chapter):
    errors = rare_errors(chapter["everybody"], 1024, 1)
    alike = [errors[name] for name in ("subset", "OUE", "OLH", "short seeds")]
    subset, oue, olh, _ = alike
    assert max(alike) < 1.01 * min(alike)  # less than 1 %
    chapter.says("by {:.1f} % of OUE's variance", 100 * (1 - subset / oue))
    assert subset < min(oue, olh)


def test_quiz_3_the_rarest_names(chapter):
    names, count = chapter["names"], 200
    f = 100 * names / names.sum()
    chapter.says("the total of the {} rarest surnames", count)
    k = len(names)
    m = chapter["everybody"](k, 2)["OLH"]
    variances = m.variance(names.sum(), f / 100)
    part, all_others = variances[-count:].sum(), variances[:-count].sum()
    error = 100 * sqrt((1 - count / k) ** 2 * part + (count / k) ** 2 * all_others)
    chapter.says("leaves {} · (1 − {}/{:,}) =", count, count, k)
    chapter.says("= {} · {:.2f} times [the", count, 1 - count / k)
    chapter.says("The root is {:.1f}, so the standard", sqrt(count * (1 - count / k)))
    chapter.says("standard error is {:.1f} points.", error)
    by_hand = sqrt(count * (1 - count / k)) * points(m, names.sum())
    assert isclose(error, by_hand, rel_tol=0.01)
    chapter.says("The names have {:.2f} points", f[-count:].sum())
    too_high = [
        100 * norm_sub(estimate.frequencies)[-count:].sum() - f[-count:].sum()
        for estimate in chapter["runs"]["10,000 surnames"]
    ]
    chapter.says("Its total is {:.1f} points too high", np.mean(too_high))


def test_quiz_4_few_steps(chapter):
    k, epsilon = 10_000, 0.5
    chapter.says("You have {:,} values, a million people and ε = {},", k, epsilon)
    errors = rare_errors(chapter["everybody"], k, epsilon)
    more = 100 * (errors["Hadamard"] / errors["OUE"] - 1)
    chapter.says("a variance {:.0f} % above", more)


def test_exercise_1_a_plan(chapter):
    k, epsilon, people = 200, 1.5, 500_000
    crew, bytes_of = chapter["everybody"](k, epsilon), chapter["bytes_of"]
    size = {name: bytes_of(name, m) for name, m in crew.items()}
    half = {name: 1.96 * points(m, people) for name, m in crew.items()}
    chapter.says("You have $k$ = {}, ε = {} and {:,} people", k, epsilon, people)
    best = {
        limit: min((name for name in crew if size[name] <= limit), key=half.get)
        for limit in (20, 10)
    }
    assert best == {20: "subset", 10: "OLH"}
    chapter.says("({:.0f} bytes), with ± {:.3f} points", size["subset"], half["subset"])
    chapter.says("Within 10 bytes OLH (9 bytes, ± {:.3f})", half["OLH"])
    chapter.says("need 2 bytes, with ± {:.3f}, and", half["short seeds"])
    chapter.says("1 byte, with ± {:.3f}.", half["Hadamard"])
    assert (size["OLH"], size["short seeds"], size["Hadamard"]) == (9, 2, 1)


def test_exercise_2_a_crossing(chapter):
    limit = exp(4) + exp(2) + 3
    chapter.says("= {:.2f}, so up to {:.0f}.", limit, np.ceil(limit) - 1)
    for k, is_better in ((64, True), (65, False)):
        error = rare_errors(chapter["everybody"], k, 2)
        assert (error["direct"] < error["BLH"]) == is_better


def test_exercise_3_a_brochure(chapter):
    people, width, floor = 100_000, 0.4, chapter["one_value_floor"](1)
    chapter.says("ε = 1, {:,} people, any list", people)
    chapter.says("right to ± {} points in 95 % of surveys", width)
    half = 1.96 * sqrt(floor / people)
    chapter.says(r"$1.96 \sqrt{{{:.4f}/", floor)
    chapter.says("/{:,}}}$ = {:.5f}, that is", people, half)
    chapter.says("that is {:.3f} points. For ± {} points it", 100 * half, width)
    needed = floor * (196 / width) ** 2
    chapter.says("at least {:,.0f} people. For each share of", round(needed, -3))
    assert round(needed, -3) <= needed
    # "about four times as many": the floor of many values, all equally common
    many = OUE(range(1_024), 1)
    assert isclose(rare(many), 4 * floor)
    everybody = min(
        SubsetSelection(range(1_024), size, 1).variance(1, 1 / 1_024)
        for size in range(200, 400)
    )
    assert 3.9 < everybody / floor < 4


def test_exercise_4_rounded_down(chapter):
    k, epsilon = 14, 2
    chapter.says("$k/(E+1)$ = {:.2f}.", k / (exp(epsilon) + 1))
    single, two = (SubsetSelection(range(k), size, epsilon) for size in (1, 2))
    chapter.says("({:.3f} against {:.3f}), two on average", rare(single), rare(two))
    variance_1, of_two = single.variance(1, 1 / k), two.variance(1, 1 / k)
    chapter.says("two on average ({:.3f} against {:.3f})", of_two, variance_1)
    chapter.says(
        "costs {:.1f} % of variance on average", 100 * (variance_1 / of_two - 1)
    )
    sizes = [SubsetSelection(range(k), size, epsilon) for size in range(1, k)]
    assert np.argmin([rare(m) for m in sizes]) == 0
    assert np.argmin([m.variance(1, 1 / k) for m in sizes]) == 1
    assert SubsetSelection.optimized(range(k), epsilon).size == 1


def test_what_a_power_of_two_costs(chapter):
    grid = np.arange(0.2, 6, 0.01)
    costs = [
        ShortSeeds.optimized(range(1_024), epsilon).variance(1, 0.0)
        / UnaryEncoding.optimized(range(1_024), epsilon).variance(1, 0.0)
        - 1
        for epsilon in grid
    ]
    text = "at an ε near {:.2f} that costs them {:.0f} % more variance."
    chapter.says(text, grid[np.argmax(costs)], 100 * max(costs))
