"""The pictures that open chapters draw what their sentences say, with true chances.

Python's coins have the same chances. A right picture fails a test of chance with
probability 1e-7, so all of them together with less than 1e-6.
"""

import json
import math
import re

import numpy as np
import pictures
import pytest
from scipy.stats import binom, binomtest, norm

from ldp_course import RandomizedResponse, UnaryEncoding

RARE = 1e-7
DRAWS = """(figure, times) => Array.from({ length: times }, () => {
  figure.querySelector('button').click();
  const count = (kind) => figure.querySelectorAll(`svg ${kind}`).length;
  return {
    said: figure.querySelector('[role=status]').textContent,
    filled: count('.dot.full, .bit.full'), rings: count('.dot.line'),
    bits: [...figure.querySelectorAll('.bit')].map((bit) => bit.matches('.full')),
  };
})"""


@pytest.fixture
def opened(go, site):
    def opened(name, **options):
        page = site / "book" / f"{name.replace('-', '_')}.html"
        return go(page.as_uri(), reduced_motion="reduce", **options)

    return opened


@pytest.fixture
def draws(opened):
    """Return a function that presses a button again and again: pictures, numbers."""

    def draws(name, times):
        figure = opened(name).locator(f"#picture-question-{name}")
        made = figure.evaluate(DRAWS, times)
        found = [re.findall(r"−?[\d,]*\d(?:\.\d)?", draw["said"]) for draw in made]
        return made, [
            [float(word.replace(",", "").replace("−", "-")) for word in words]
            for words in found
        ]

    return draws


def test_every_fact_finds_more_people(draws, site):
    made, numbers = draws("threat-models", 6)
    page = (site / "book/threat_models.html").read_text("utf-8")
    *alone, people = json.loads(re.search(r'data-numbers="(.+?)"', page)[1])
    assert numbers == [[people, count] for count in [*alone, alone[0]]]
    assert "Known: age, sex, race. " in made[2]["said"]
    assert f"<td>{alone[-1]}</td>" in page, "the table of the chapter"
    svg = pictures.drawing("question-threat-models", "")
    shapes = re.findall(r'data-fact="(\d)" d="([^"]+)"', svg)
    dots = [sum(d.count("M") for k, d in shapes if int(k) <= n) for n in range(1, 6)]
    assert dots == [round(count / 100) for count in alone]


def test_a_report_is_true_three_times_in_four(draws):
    said = [draw["said"] for draw in draws("epsilon", 1000)[0]]
    true = sum(text.endswith("it is true.") for text in said)
    assert binomtest(true, 1000, 3 / 4).pvalue > RARE
    assert binomtest(sum("“Yes.”" in text for text in said), 1000).pvalue > RARE


def test_coins_make_a_quarter_say_yes(draws):
    made, numbers = draws("randomized-response", 200)
    for draw, (yes, people, fake) in zip(made, numbers):
        assert (draw["filled"] + draw["rings"], draw["rings"]) == (yes, fake)
        assert people == 70
    yes, _, fake = (int(total) for total in np.sum(numbers, axis=0))
    assert binomtest(fake, 200 * 70, 1 / 4).pvalue > RARE
    assert binomtest(yes - fake, 200 * 14, 1 / 2).pvalue > RARE


def test_polls_come_within_two_points_as_often_as_python_says(draws):
    _, numbers = draws("accuracy", 400)
    *_, within, polls = zip(*[row[-5:] for row in numbers])
    assert polls == tuple(range(1, 401))
    for (_, _, points, *_), more in zip(numbers, np.diff((0, *within))):
        assert more == (points <= 2) or points == 2.0  # rounded
    p = RandomizedResponse(1).p
    yes = np.arange(10_001)  # every report is yes with probability ½
    error = np.abs((yes / 10_000 - (1 - p)) / (2 * p - 1) - 0.5)
    chance = binom.pmf(yes, 10_000, 0.5)[error <= 0.02].sum()
    assert binomtest(int(within[-1]), 400, chance).pvalue > RARE


def test_a_filled_box_arrives_three_times_in_four(draws):
    made, numbers = draws("unary-encoding", 400)
    bits = np.array([draw["bits"] for draw in made])
    assert bits.sum(axis=1).tolist() == [row[0] for row in numbers]
    kept = ["is among" in draw["said"] for draw in made]
    assert bits[:, 5].tolist() == kept
    assert binomtest(sum(kept), 400, 3 / 4).pvalue > RARE
    false = int(bits.sum()) - sum(kept)
    assert binomtest(false, 400 * 14, 1 / 4).pvalue > RARE


def test_rare_people_are_estimated_around_the_truth(draws):
    runs = 40
    _, numbers = draws("histograms", runs)
    estimates, (truth, *_), _, bars = zip(*numbers)
    counts = pictures.numbers("histograms")
    people = sum(counts)
    assert set(bars) == {len(counts)} and truth == counts[-1]
    oue = UnaryEncoding.optimized(range(len(counts)), epsilon=1)
    error = people * math.sqrt(oue.variance(people, truth / people))
    off = (np.mean(estimates) - truth) / error * math.sqrt(runs)
    assert 2 * norm.sf(abs(off)) > RARE
    assert any(estimate < 0 for estimate in estimates), "else 1 in 2⁴⁰"


def test_three_reports_of_one_page(draws):
    made, numbers = draws("rappor-collect", 20)
    for k, (draw, (first, last, alike, bits)) in enumerate(zip(made, numbers)):
        days = np.reshape(draw["bits"], (3, 16))
        assert (first, last, bits) == (3 * k + 1, 3 * k + 3, 16)
        assert alike == (days == days[0]).all(axis=0).sum()


@pytest.mark.parametrize("name", pictures.LIVE)
def test_a_key_draws_and_nothing_moves_on_a_phone(opened, name):
    page = opened(name, width=390)
    figure = page.locator(f"#picture-question-{name}")
    begins = figure.get_by_role("status").text_content()
    words = pictures.LIVE[name]
    assert begins == words.get("begin", words["start"])
    high = figure.bounding_box()["height"]
    for _ in range(5):
        figure.get_by_role("button").press("Enter")
        assert figure.bounding_box()["height"] == high
        assert figure.get_by_role("status").text_content() != begins
    assert page.complaints == []


def test_without_a_script_there_is_the_picture_alone(opened):
    page = opened("epsilon", java_script_enabled=False)
    assert page.locator("#picture-question-epsilon svg").is_visible()
    assert not page.locator("#picture-question-epsilon button").is_visible()
