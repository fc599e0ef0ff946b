"""A live explorer's script draws what the chapter's picture draws of the same counts.

The picture, with the module, draws from a generator that writes down each binomial
count; the script then has to ask for the same ones, and gets them.
"""

import json
import math
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import norm

from ldp_course import RandomizedResponse, UnaryEncoding, rappor
from ldp_course.binomial import log_probability
from ldp_course.explore import Range, page
from tests.chapters.claims import load
from tests.sampling import sampled

MiniRacer = pytest.importorskip("py_mini_racer").MiniRacer

LIVE = [
    ("unary_encoding", "Fifteen counts at once (symmetric unary encoding)"),
    ("accuracy", "Error against epsilon"),
    ("histograms", "Fifteen counts, three encodings"),
    ("rappor_collect", "What one bit tells about everybody"),
    ("randomized_response", "Subtract the fake yes, then stretch"),
    ("randomized_response", "Twenty polls of the same people"),
]
STATES = 200  # of each explorer

SCRIPT = Path(page.__file__).parent / "script"
REPLAY = """(grid, values, runs, counts) => {
  const asked = [];
  const toss = (n, p) => { asked.push([n, p]); return counts[asked.length - 1]; };
  return JSON.stringify([liveState(grid, values, toss, runs), asked]);
}"""
DRAW = """(grid, values, runs, seed) => {
  const random = uniform(seededBits(seed));
  const toss = (n, p) => binomial(n, p, random);
  const held = Array.from({ length: runs }, () => {
    const { series } = liveState(grid, values, toss, 0);
    const points = series.at(-1);
    const known = truthsFor(points, series);
    return points.low.filter((low, k) =>
      low !== null && low <= known[k] && known[k] <= points.high[k]).length;
  });
  return JSON.stringify(held);
}"""


class Witness(np.random.Generator):
    """A generator that writes down what it was asked for, and its counts."""

    def __init__(self, seed):
        super().__init__(np.random.PCG64(seed))
        self.asked, self.counts = [], []

    def binomial(self, n, p, size=None):
        drawn = super().binomial(n, p, size)
        for each, n_each, p_each in np.nditer(
            np.broadcast_arrays(drawn, n, p), ["zerosize_ok"]
        ):
            self.asked.append([int(n_each), float(p_each)])
            self.counts.append(int(each))
        return drawn

    def multinomial(self, n, pvals, size=None):
        counts, left = [], int(n)
        for k, p in enumerate(pvals[:-1]):
            counts.append(int(self.binomial(left, p / sum(pvals[k:]))))
            left -= counts[-1]
        return np.array([*counts, left])


@pytest.fixture(scope="module")
def run():
    with MiniRacer() as engine:
        engine.eval(f"const WORDS = {json.dumps(page.WORDS)};")
        for name in ("numbers", "chance", "models"):
            engine.eval((SCRIPT / f"{name}.js").read_text("utf-8"))
        yield lambda call, *given: json.loads(
            engine.eval(f"({call})({','.join(map(json.dumps, given))})")
        )


@cache
def explorer_of(chapter, title):
    return load(chapter).explorers[title]


def grid_of(explorer):
    series = [
        {"mark": s["mark"], "label": s["label"]} for s in explorer.payload()["series"]
    ]
    live = json.loads(json.dumps(explorer.live.payload()))
    return {"chart": explorer.chart, "live": live, "series": series}


def close(series):
    """Turn each number into one that may differ in its last bits."""
    if isinstance(series, dict):
        return {name: close(value) for name, value in series.items()}
    if isinstance(series, list):
        return [close(value) for value in series]
    return series if isinstance(series, str) else pytest.approx(series, 1e-8, 1e-12)


@pytest.mark.parametrize("name", LIVE, ids=" ".join)
def test_the_script_draws_what_the_picture_draws(run, name):
    explorer = explorer_of(*name)
    rng, grid = np.random.default_rng(5), grid_of(explorer)
    for k in range(STATES):
        values = {
            slider: stops[rng.integers(len(stops))]
            for slider, stops in explorer.choices.items()
        }
        runs = 0 if k % 4 else 20
        witness = Witness(k)
        payload = explorer.payload(**values, rng=witness, runs=runs)
        state, asked = run(REPLAY, grid, values, runs, witness.counts)
        assert [n for n, _ in asked] == [n for n, _ in witness.asked], values
        assert [p for _, p in asked] == close([p for _, p in witness.asked]), values
        assert state["sentence"] == payload["sentence"]
        assert close(payload["series"]) == state["series"], values


@pytest.mark.parametrize("name", LIVE, ids=" ".join)
def test_intervals_hold_the_truth_in_95_percent(run, name):
    """With these seeds there is no false alarm. At random it would be below 10⁻⁶: 1 % is
    more than 6 standard errors of 20,000 draws with one interval each, or of 2,000 with
    many.
    """
    explorer = explorer_of(*name)
    ends = explorer.payload()["series"][-1]["low"]
    intervals = sum(end is not None for end in ends)
    draws = 20_000 if intervals < 15 else 2_000
    for seed, n in enumerate((10_000, 1_000_000)):
        held = run(DRAW, grid_of(explorer), explorer.start | {"n": n}, draws, seed)
        shares = np.array(held) / intervals
        assert 6 * shares.std() / math.sqrt(draws) < 0.01
        assert 0.94 < shares.mean() < 0.96


# ---- theory


def drawn(rng, explorer, **fixed):
    """Return values of the sliders, drawn from all their stops."""
    stops = explorer.choices.items()
    return {name: all[rng.integers(len(all))] for name, all in stops} | fixed


def theory(explorer, values, seed, runs=20):
    """Return what is drawn and not by chance."""
    rng = np.random.default_rng(seed)
    series = explorer.payload(**values, rng=rng, runs=runs)["series"]
    return [s for s in series if s["mark"] in ("bars", "band", "line") and s["x"]]


@pytest.mark.parametrize("name", LIVE, ids=" ".join)
def test_theory_is_the_same_in_every_draw(name):
    explorer, rng = explorer_of(*name), np.random.default_rng(8)
    for _ in range(10):
        values = drawn(rng, explorer)
        shown = theory(explorer, values, seed=1)
        assert shown and theory(explorer, values, seed=2, runs=30) == shown
        alone = theory(explorer, values, seed=3, runs=0)
        assert alone == [s for s in shown if s in alone] and alone


def error_of_polls(epsilon, n, share):
    odds = math.exp(epsilon)
    return math.sqrt((share * (1 - share) + odds / (odds - 1) ** 2) / n)


def error_of_bits(f, n, noise):
    pair = {"½ and ¾": (0.5, 0.75), "¼ and ¾": (0.25, 0.75), "0 and 1": (0, 1)}[noise]
    coins = rappor.Parameters(16, 2, 64, f, *pair)
    p, q, share = coins.p_star, coins.q_star, round(n / 10) / n
    return math.sqrt((share * q * (1 - q) + (1 - share) * p * (1 - p)) / n) / (q - p)


@pytest.mark.parametrize("name, x", [(LIVE[1], "epsilon"), (LIVE[3], "f")])
def test_a_band_along_a_slider_does_not_move_with_it(name, x):
    """Nor is it rounded as coarsely as a poll at one end of it."""
    explorer, rng = explorer_of(*name), np.random.default_rng(9)
    corners = [{"n": 100, "share": 50}, {"n": 100, "noise": "¼ and ¾"}, {}, {}, {}]
    for corner in corners:
        known = {
            slider: corner[slider] for slider in corner if slider in explorer.choices
        }
        values = drawn(rng, explorer, **known)
        places = explorer.choices[x]
        stops = [places[0], places[len(places) // 2], places[-1]]
        first, *others = (
            theory(explorer, values | {x: stop}, seed=4) for stop in stops
        )
        assert others == [first, first]
        band = next(s for s in first if s["mark"] == "band")
        middle = next(s["y"][0] for s in first if s["mark"] == "line")
        if x == "epsilon":
            rest = values["n"], values["share"] / 100
            errors = [error_of_polls(at, *rest) for at in band["x"]]
        else:
            rest = values["n"], values["noise"]
            errors = [error_of_bits(at, *rest) for at in band["x"]]
        reach = 100 * norm.ppf(0.975) * np.array(errors)
        near = pytest.approx(reach, abs=0.006 * 100 * min(errors))
        assert np.array(band["high"]) - middle == near
        assert middle - np.array(band["low"]) == near


# ---- how often the intervals of an explorer contain the truth


def likely(n, p):
    """Return the first of all counts but those that are next to impossible; chances."""
    reach = 30 + 8 * math.sqrt(n * p * (1 - p))
    low, high = max(0, int(n * p - reach)), min(n, int(n * p + reach))
    return low, np.exp(log_probability(np.arange(low, high + 1), n, p, 1 - p))


@lru_cache(maxsize=1)
def poll(coins, n, yes):
    """Return each distance of a poll's reports from their mean, and its chance."""
    (first, some), (second, others) = likely(yes, coins.p), likely(n - yes, coins.q)
    chances = np.convolve(some, others)
    reports = first + second + np.arange(len(chances))
    return np.abs(reports - yes * coins.p - (n - yes) * coins.q), chances


def coverage(coins, n, yes, longer=1):
    """Return the exact share of polls whose interval contains the truth.

    longer : the length of the intervals, as a part of the right one
    """
    distance, chances = poll(coins, n, yes)
    spread = math.sqrt(n * coins.p * coins.q)  # p = 1 - q: for everybody the same
    return chances[distance <= longer * norm.ppf(0.975) * spread].sum()


# above this, intervals hold as often as they say, to a decimal of 20
MANY = 2_500
EPSILONS = Range(0.1, 6, also=(0.25, 4)).stops  # of both explorers


@pytest.mark.parametrize("name", LIVE[5:], ids=" ".join)
@pytest.mark.parametrize("epsilon", sampled(EPSILONS, 3, always=[6]))
def test_twenty_polls_say_how_many_hold_on_average(run, name, epsilon):
    explorer = explorer_of(*name)
    assert explorer.choices["epsilon"] == EPSILONS
    coins, grid = RandomizedResponse(epsilon), grid_of(explorer)
    ask = """(grid, values) => {
      const random = uniform(seededBits(1));
      const toss = (n, p) => binomial(n, p, random);
      return JSON.stringify(MODELS.polls({}, values, toss).words.average);
    }"""
    for share in explorer.choices["share"]:
        for n in explorer.choices["n"]:
            if n * coins.p * coins.q > 2 * MANY:
                break
            said = run(ask, grid, {"epsilon": epsilon, "n": n, "share": share})
            yes = round(n * share / 100)
            if n * coins.p * coins.q >= MANY:
                assert said == pytest.approx(20 * coverage(coins, n, yes), abs=0.05)
                continue
            # intervals are drawn with three digits of the error
            least, most = (20 * coverage(coins, n, yes, x) for x in (0.994, 1.006))
            assert least - 1e-6 <= said <= most + 1e-6


@pytest.mark.parametrize("name", LIVE[4:5], ids=" ".join)
def test_about_95_percent_of_the_last_intervals_hold_wherever_p_stands(name):
    explorer = explorer_of(*name)
    for p in explorer.choices["p"]:
        for share in explorer.choices["share"] if p < 1 else ():
            held = coverage(RandomizedResponse(p=p), 1_000, 10 * share)
            assert held == pytest.approx(0.95, abs=0.025)


@pytest.mark.parametrize("name", LIVE[:1], ids=" ".join)
@pytest.mark.parametrize("epsilon", sampled(EPSILONS, 3, always=[6]))
def test_about_95_percent_of_fifteen_intervals_hold(name, epsilon):
    explorer = explorer_of(*name)
    assert explorer.choices["epsilon"] == EPSILONS
    coins = UnaryEncoding.symmetric(["a", "b"], epsilon)
    truth = np.array(explorer.live.data["counts"])
    for n in explorer.choices["n"]:
        if n * coins.p * coins.q > MANY:
            break
        counts = np.diff(np.round(np.cumsum(truth) / truth.sum() * n), prepend=0)
        held = [coverage(coins, n, int(count)) for count in counts]
        assert np.mean(held) == pytest.approx(0.95, abs=0.015)
