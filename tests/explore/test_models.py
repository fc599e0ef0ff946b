"""A live explorer's script draws what the chapter's picture draws of the same counts.

The picture, with the module, draws from a generator that writes down each binomial
count; the script then has to ask for the same ones, and gets them.
"""

import json
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from ldp_course.explore import page
from tests.chapters.claims import load

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
    const truths = truthsFor(points, series);
    const known = truths[0] === null ? series[0].y : truths; // or what is expected
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
    more than 6 standard errors of 20,000 draws, even with one interval each.
    """
    explorer = explorer_of(*name)
    for seed, n in enumerate((10_000, 1_000_000)):
        held = run(DRAW, grid_of(explorer), explorer.start | {"n": n}, 20_000, seed)
        ends = explorer.payload()["series"][-1]["low"]
        intervals = sum(end is not None for end in ends)
        assert 0.94 < np.mean(held) / intervals < 0.96
