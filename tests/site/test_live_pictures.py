"""Live pictures draw what their sentences say, with true chances.

Python's coins have the same chances. A right picture fails a test of chance with
probability 5e-8, so all of them together with less than 1e-6.
"""

import json
import math
import re

import numpy as np
import picture_numbers
import pictures
import pytest
from scipy.stats import binom, binomtest, chi2, norm

from ldp_course import (
    DirectEncoding,
    LocalHashing,
    RandomizedResponse,
    ShortSeeds,
    SubsetSelection,
    UnaryEncoding,
    rappor,
)
from ldp_course.data import OCCUPATIONS, load_adult, load_surnames
from ldp_course.topics import many_questions
from ldp_course.topics.distributions.tree import HierarchicalTree
from ldp_course.topics.two_reports import Linkability
from ldp_course.topics.unknown_words import PrefixTree

RARE = 5e-8
DRAWS = """(figure, times) => Array.from({ length: times }, () => {
  figure.querySelector('button').click();
  const count = (kind) => figure.querySelectorAll(`svg ${kind}`).length;
  return {
    said: figure.querySelector('[role=status]').textContent,
    filled: count('.dot.full, .bit.full'), rings: count('.dot.line'),
    bits: [...figure.querySelectorAll('.bit')].map((bit) => bit.matches('.full')),
    shapes: SHAPES.flatMap((kind) => [...figure.querySelectorAll(`svg .${kind}`)].map(
      (shape) => ({
        kind, place: shape.style.transform, text: shape.textContent,
        classes: [...shape.classList], isSeen: shape.checkVisibility({ visibilityProperty: true }),
        ...Object.fromEntries([...shape.attributes].map(({ name, value }) => [name, value])),
      }))),
  };
})"""
# what moves in the pictures of the later chapters
SHAPES = [
    *("chip", "tray", "bar", "people", "bytes", "further", "candle", "fulcrum"),
    *("range", "lit", "stem", "letters", "guess", "dot"),
    *("inside", "alarm", "quiet", "drop", "interval", "chance"),
    *("ask", "one", "two"),
]


@pytest.fixture
def opened(go, site):
    def opened(name, **options):
        own = site / "book" / f"{name.replace('-', '_')}.html"
        page = own if own.exists() else site / "book" / "statistics.html"
        opens = page is own  # the picture stands for the question of its chapter
        figure = f"#picture-{'question-' if opens else ''}{name}"
        return go(page.as_uri(), reduced_motion="reduce", **options).locator(figure)

    return opened


@pytest.fixture
def draws(opened):
    """Return a function that presses a button again and again: pictures, numbers."""

    def draws(name, times):
        figure = opened(name)
        script = DRAWS.replace("SHAPES", json.dumps(SHAPES))
        made = figure.evaluate(script, times)
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


def shapes(draw, kind):
    return [shape for shape in draw["shapes"] if shape["kind"] == kind]


def of(draw, kind, name):
    return np.array([float(shape[name]) for shape in shapes(draw, kind)])


def test_a_group_is_named_by_a_hash_of_everybody_s_own(draws):
    rounds, steps = 12, 8
    made, numbers = draws("more-protocols", rounds * steps)
    counts = picture_numbers.occupations()
    n = sum(counts)
    assert [row[0] for row in numbers[:steps]] == [1, 2, 3, 10, 100, 1000, 10_000, n]
    kept = ["is in it" in draw["said"] for draw in made]
    for draw, is_kept, (_, size, *_) in zip(made, kept, numbers):
        (named,) = [
            k for k, tray in enumerate(shapes(draw, "tray")) if "c0" in tray["classes"]
        ]
        trays = [
            (float(chip["place"][10:].split("px")[0]) - 8) // 96
            for chip in shapes(draw, "chip")
        ]
        colors = [set(chip["classes"]) & {"c0", "c1"} for chip in shapes(draw, "chip")]
        (own,) = [tray for tray, color in zip(trays, colors) if color == {"c1"}]
        assert (own == named) == is_kept and trays.count(named) == size
        assert colors.count({"c0"}) == size - is_kept
    svg = pictures.drawing("question-more-protocols", "")
    outlines = re.findall(r'class="axis hollow" x=.*? height="(.+?)"', svg)
    truth = 300 * np.array(counts) / n
    assert np.array(outlines, float) == pytest.approx(truth, abs=0.06)
    hashing = LocalHashing.optimized(OCCUPATIONS, epsilon=1)
    assert hashing.buckets == 4 == len(shapes(made[0], "tray"))
    assert binomtest(sum(kept), len(kept), hashing.p).pvalue > RARE
    errors = np.sqrt(hashing.variance(n, np.array(counts) / n))
    squares = 0
    for draw, (*_, off) in zip(made[steps - 1 :: steps], numbers[steps - 1 :: steps]):
        heights, tops = of(draw, "bar", "height"), of(draw, "bar", "y")
        misses = np.where(tops < 92, heights, -heights) / 300 - np.array(counts) / n
        if (
            heights.max() < 50 and heights[tops == 92].max(initial=0) < 12
        ):  # none is cut
            assert 100 * np.abs(misses).max() == pytest.approx(off, abs=0.06)
        squares += np.sum((misses / errors) ** 2)
    law = chi2(rounds * len(counts))
    assert min(law.cdf(squares), law.sf(squares)) > RARE / 2


def test_people_and_bytes_are_those_of_the_module(draws):
    made, numbers = draws("choosing-protocol", 7)
    assert [row[0] for row in numbers] == [3, 5, 14, 50, 200, 1024, 3]
    svg = pictures.drawing("question-choosing-protocol", "")
    still = re.findall(r'class="(people|bytes) bar .*? width="(.+?)"', svg)
    for kind in ("people", "bytes"):
        drawn = [float(width) for name, width in still if name == kind]
        assert drawn == pytest.approx(of(made[5], kind, "width"), abs=0.06)
    for draw, (k, *_) in zip(made, numbers):
        k = int(k)
        domain = range(k)
        crew = [
            DirectEncoding(domain, 1),
            SubsetSelection.optimized(domain, 1),
            UnaryEncoding.optimized(domain, 1),
            ShortSeeds.optimized(domain, 1),
        ]
        people = np.array([protocol.variance(1, 0.0) for protocol in crew])
        widths = of(draw, "people", "width")
        assert widths == pytest.approx(np.minimum(22 * people, 140), abs=0.02)
        assert of(draw, "people", "x") == pytest.approx(154 - widths)
        cut = [shape["isSeen"] for shape in shapes(draw, "further")]
        assert cut == (22 * people > 140).tolist()
        reports = [
            k,
            math.comb(k, crew[1].size),
            2**k,
            crew[3].seeds * crew[3].buckets,
        ]
        size = [math.ceil(math.log2(count) / 8) for count in reports]
        assert of(draw, "bytes", "width").tolist() == size
        orange = [p for p in range(4) if "c1" in shapes(draw, "people")[p]["classes"]]
        if "similarly many" in draw["said"]:
            assert people[1:].max() < 1.06 * people[1:].min() < people[0] / 4
            costs = f"{size[2]} for a row of bits, {size[3]} for a seed"
            assert orange == [2, 3] and costs in draw["said"].replace("\xa0", " ")
        else:
            best = int(np.flatnonzero(people <= people.min() + 1e-9)[0])
            assert orange == [best] and (best == 0) == ("a name" in draw["said"])


def test_candles_balance_near_the_mean_age(draws):
    rounds, steps = 20, 5
    made, numbers = draws("numbers", rounds * steps)
    ages = load_adult()["age"].to_numpy()
    truth, n = ages.mean(), len(ages)
    assert [row[0] for row in numbers[:steps]] == [10, 100, 1000, 10_000, n]
    for draw, (*_, mean, said) in zip(made, numbers):
        assert said == round(truth, 1)
        (fulcrum,) = shapes(draw, "fulcrum")
        moved = float(re.findall(r"-?[\d.]+", fulcrum["place"])[0])
        assert moved == pytest.approx(
            np.clip(0.8 * (mean - truth), -180, 180), abs=0.05
        )
        assert of(draw, "candle", "height").max() == pytest.approx(62)
    misses = np.array([row[2] for row in numbers[steps - 1 :: steps]]) - truth
    squares = np.sum((misses / (73 * math.sqrt(2 / n))) ** 2)
    law = chi2(rounds)
    assert min(law.cdf(squares), law.sf(squares)) > RARE / 2
    far = sum(row[1] > 120 for row in numbers)
    chance = np.mean(np.exp(-(120.5 - ages) / 73) / 2)
    assert binomtest(far, len(numbers), chance).pvalue > RARE


def test_the_fewest_boxes_of_the_tree_make_up_a_range(draws):
    made, numbers = draws("distributions", 100)
    ages = np.array(picture_numbers.ages())
    tree = HierarchicalTree(16.5, 90.5, bins=74, epsilon=1)
    nodes = set()
    for level in range(len(tree.levels)):
        codes = tree._nodes(level)
        found = [np.flatnonzero(codes == node) for node in range(codes[-1] + 1)]
        nodes |= {(int(bins[0]), int(bins[-1]) + 1) for bins in found}
    for draw, (low, high, boxes, width, share) in zip(made, numbers):
        first, end = int(low) - 17, int(high) - 16
        fewest = {first: 0}
        for at in range(first + 1, end + 1):
            ways = [fewest[a] for a, b in nodes if b == at and a >= first]
            fewest[at] = 1 + min(ways)
        assert boxes == fewest[end] and width == end - first
        assert share == pytest.approx(
            100 * ages[first:end].sum() / ages.sum(), abs=0.051
        )
        (lit,), (bars,) = shapes(draw, "lit"), shapes(draw, "range")
        parts = re.findall(r"M(\d+) \d+h(\d+)v", lit["d"])
        drawn = [
            ((int(x) - 15) // 5, (int(x) + int(wide) - 13) // 5) for x, wide in parts
        ]
        assert len(drawn) == boxes and set(drawn) <= nodes
        assert [a for a, _ in drawn] + [end] == [first] + [b for _, b in drawn]
        assert bars["d"].count("M") == width


def test_beginnings_grow_as_the_module_s_tree_does(draws):
    made, numbers = draws("unknown-words", 12)
    surnames = load_surnames()
    shares = surnames["share"].to_numpy() / surnames["share"].sum()
    svg = pictures.drawing("question-unknown-words", "")
    still = re.findall(r'class="letters (tick|found)".*?>(.+?)<', svg)
    assert still == [
        ("found" if len(row) == 4 else "tick", row[-1])
        for row in picture_numbers.beginnings(2)["rows"]
    ]
    for seed in (1, 2, 3):
        rng = np.random.default_rng(seed)
        people = rng.multinomial(10**6, shares)
        words = PrefixTree(epsilon=4).simulate(
            surnames["name"].to_numpy(str), people, rng
        )
        survey = picture_numbers.beginnings(seed)
        rows = survey["rows"]
        assert survey["found"] == len(words.found) and len(rows) == 12
        assert survey["candidates"][0] == 18_279
        assert survey["candidates"][-1] == words.candidates
        assert {row[3] for row in rows if len(row) == 4} <= set(words.found)
        for row in rows:
            for step, (one, more) in enumerate(zip(row, row[1:]), start=1):
                assert more.startswith(one) and len(more) <= 3 * step + 3
        for step in range(1, 5):
            draw, said = made[4 * seed - 5 + step], numbers[4 * seed - 5 + step]
            alive = sum(len(row) >= step for row in rows)
            candidates = survey["candidates"][step - 1]
            if step < 4:
                assert said == [3 * step, candidates, 100, alive]
            else:
                assert said == [candidates, len(words.found), alive]
            for row, stem, letters in zip(
                rows, shapes(draw, "stem"), shapes(draw, "letters")
            ):
                assert letters["text"] == row[min(step, len(row)) - 1]
                assert ("hollow" in stem["classes"]) == (len(row) < step)


def test_a_year_of_evenings_gives_the_habit_away(draws):
    rounds, stops = 60, (1, 4, 13, 26, 52)
    made, numbers = draws("again-and-again", rounds * len(stops))
    p = RandomizedResponse(1).p
    for stop, weeks in enumerate(stops):
        rows, pictures_now = numbers[stop :: len(stops)], made[stop :: len(stops)]
        if weeks == 1:
            assert all("After one week" in draw["said"] for draw in pictures_now)
        else:
            assert {row[0] for row in rows} == {weeks}
        right = [row[0 if weeks == 1 else 1] for row in rows]
        for draw, count in zip(pictures_now, right):
            wrong = sum("c1" in box["classes"] for box in shapes(draw, "guess"))
            assert wrong == 7 - count
            for bar, box in zip(of(draw, "bar", "width"), shapes(draw, "guess")):
                assert bar == 30 or ("full" in box["classes"]) == (bar > 30)
        if weeks < 26:  # then nearly all are right
            chance = binom.sf(weeks / 2, weeks, p)  # more than half
            chance += binom.pmf(weeks / 2, weeks, p) / 2
            assert binomtest(int(sum(right)), 7 * rounds, chance).pvalue > RARE


def test_four_answers_scatter_as_both_plans_say(draws):
    """Half a band holds as many estimates as binomial counts say."""
    runs = 300
    made, numbers = draws("many-questions", runs)
    counts = picture_numbers.four_questions()
    shares = np.array(counts[:-1]) / counts[-1]
    questions = {name: [0, 1] for name in "abcd"}
    svg = pictures.drawing("question-many-questions", "")
    bands = re.findall(r'<rect class="pale c0" .*?y="(.+?)" .*?height="(.+?)"', svg)
    plans = many_questions.SplitBudget, many_questions.SplitPeople
    margins = [
        1.96 * math.sqrt(plan(questions, 1).variance("a", 1000, f) + f * (1 - f) / 1000)
        for plan in plans
        for f in shares
    ]
    for (top, height), share, margin in zip(bands, [*shares, *shares], margins):
        assert float(height) == pytest.approx(220 * margin, abs=0.2)
        assert float(top) == pytest.approx(126 - 110 * (share + margin), abs=0.2)
    found = np.array([(126 - of(draw, "dot", "cy")) / 110 for draw in made])
    near = np.abs(found - [*shares, *shares]) <= np.array(margins) / 2
    yes = np.arange(1001)

    def chance(n, p, share, margin):
        off = (yes[: n + 1] / n - (1 - p)) / (2 * p - 1) - share
        said = 1 - p + (2 * p - 1) * share
        return binom.pmf(yes[: n + 1], n, said)[np.abs(off) <= margin / 2].sum()

    small = RandomizedResponse(1 / 4).p
    split = chance(1000, small, shares[0], margins[0])
    assert binomtest(int(near[:, 0].sum()), runs, split).pvalue > RARE
    among = range(150, 351)  # of the 1,000 who draw a question; others hardly ever
    law = binom.pmf(among, 1000, 1 / 4)
    one = [chance(n, RandomizedResponse(1).p, shares[0], margins[4]) for n in among]
    assert binomtest(int(near[:, 4].sum()), runs, law @ one).pvalue > RARE
    won = np.array([row[2] for row in numbers])
    for (split, lot, *_), more in zip(numbers, np.diff(won, prepend=0)):
        assert more == (lot < split) or split == lot  # rounded
    assert [row[3] for row in numbers] == list(range(1, runs + 1))


def test_a_batch_that_comes_again_moves_one_bar_only(draws):
    runs, truth = 300, 156
    made, numbers = draws("many-machines", runs)
    before, repeats = [0, 0], 0
    for draw, row in zip(made, numbers):
        is_end = draw["said"].startswith("Every machine")
        named, added = row[:2] if is_end else row[2:]
        bars = [shape for shape in draw["shapes"] if shape["kind"] == "bar"]
        for bar, reports in zip(bars, (named, added), strict=True):
            high = min(64 * reports / truth, 116)
            assert float(bar["height"]) == pytest.approx(high)
            assert float(bar["y"]) == pytest.approx(122 - high)
        is_again = named == before[0]
        repeats += is_again
        assert added > before[1] and (is_again or named > before[0])
        if is_end:
            assert named == truth and row[2] == added - named
        else:
            assert is_again == ("heard no reply" in draw["said"])
            assert row[1] == added - before[1]
        before = [0, 0] if is_end else [named, added]
    # each draw but the last may be followed by the same batch
    assert binomtest(repeats, runs - 1, 1 / 4).pvalue > RARE


def test_a_box_is_found_out_as_often_as_chi_squared_can(draws):
    boxes, n = 400, 42
    made, numbers = draws("testing-mechanisms", 2 * boxes)
    right, wrong = (RandomizedResponse(epsilon).p for epsilon in (1, 0.5))
    counts = np.arange(n + 1)
    far = (counts - n * right) ** 2 / (n * right * (1 - right)) > chi2.isf(0.01, 1)
    faults = found = 0
    yes = {True: 0, False: 0}
    for closed, row, shown, totals in zip(
        made[::2], numbers[::2], made[1::2], numbers[1::2]
    ):
        assert row == [closed["filled"], n, 31]
        alarm = "expected: alarm" in closed["said"]
        assert alarm == far[closed["filled"]]
        marks = {shape["kind"]: shape["isSeen"] for shape in closed["shapes"]}
        assert marks == {"inside": True, "alarm": alarm, "quiet": not alarm}
        is_fault = "Its ε is 0.5" in shown["said"]
        faults, found = faults + is_fault, found + (is_fault and alarm)
        assert totals == [0.5 if is_fault else 1, faults, found]
        (inside,) = shapes(shown, "inside")
        assert inside["text"] == ("ε = 0.5" if is_fault else "ε = 1")
        yes[is_fault] += closed["filled"]
    assert binomtest(faults, boxes).pvalue > RARE
    for is_fault, p, k in ((False, right, boxes - faults), (True, wrong, faults)):
        assert binomtest(yes[is_fault], n * k, p).pvalue > RARE
    power = binom.pmf(counts, n, wrong)[far].sum()
    assert binomtest(found, faults, power).pvalue > RARE


def test_two_reports_are_linked_as_often_as_the_best_test_can(draws):
    pairs, p, q = 400, 0.1, 0.9
    made, numbers = draws("two-reports", 2 * pairs)
    at = rappor.Parameters(12, 2, 64, f=0.5, p=p, q=q)
    kept = np.where(np.isin(np.arange(12), [2, 7]), 1 - at.f / 2, at.f / 2)
    right = ones = 0
    reports = []
    for closed, (alike, bits), shown, totals in zip(
        made[::2], numbers[::2], made[1::2], numbers[1::2]
    ):
        first, second = sent = np.reshape(closed["bits"], (2, 12))
        assert (alike, bits) == ((first == second).sum(), 12)
        marks = [shape["kind"] for shape in closed["shapes"] if shape["isSeen"]]
        assert marks == ["ask", "one"]
        of_1, of_0 = np.where(sent, q, 1 - q), np.where(sent, p, 1 - p)
        joint = kept * of_1.prod(axis=0) + (1 - kept) * of_0.prod(axis=0)
        ratio = joint.prod() / (kept * of_1 + (1 - kept) * of_0).prod()
        is_one = "One phone" in shown["said"]
        marks = [shape["kind"] for shape in shown["shapes"] if shape["isSeen"]]
        assert marks == ["one" if is_one else "two"]
        is_right = "says so" in shown["said"]
        if abs(ratio - 1) > 1e-9:
            assert is_right == (is_one == (ratio > 1))
        right, ones = right + is_right, ones + is_one
        assert totals == [right, len(reports) + 1]
        reports.append(first)
    assert binomtest(ones, pairs).pvalue > RARE
    shown_1 = kept * q + (1 - kept) * p
    for chance in set(shown_1):
        of_these = np.array(reports)[:, shown_1 == chance]
        assert binomtest(int(of_these.sum()), of_these.size, chance).pvalue > RARE
    link = Linkability.of_rappor(at)
    power = 1 / 2 + np.abs(link.same - link.different).sum() / 4
    assert binomtest(right, pairs, power).pvalue > RARE


def test_polls_fill_their_hills(draws):
    made, numbers = draws("spread-of-a-share", 5)
    assert [row[0] for row in numbers[1:]] == [10, 100, 1_000, 10_000]
    polls, *errors = numbers[-1]
    for n, error in zip((25, 100, 400), errors):
        squares = polls * (error / 100) ** 2 * n / (0.25 * 0.75)  # nearly chi-squared
        assert abs(squares - polls) < 7 * math.sqrt(2 * polls) + 0.02 * polls
    path = shapes(made[-1], "drop")[0]["d"]
    left = (float(re.match(r"M([\d.-]+)", path)[1]) - 16) / (657.2 / 25)
    heights = 70 - np.array(re.findall(r"V([\d.]+)h", path), float)
    first = round(left + 0.5)
    chances = binom.pmf(np.arange(first, first + len(heights)), 25, 0.25)
    drawn = heights / heights.sum()
    assert np.abs(drawn - chances).max() < 6 * math.sqrt(0.19 * 0.81 / polls) + 0.005


def test_intervals_hold_the_truth_as_often_as_they_promise(draws):
    made, numbers = draws("twenty-intervals", 100)
    for draw, (here, *_) in zip(made, numbers):
        colors = [shape["classes"] for shape in shapes(draw, "interval")]
        assert sum("c1" in classes for classes in colors) == here
    here, intervals, missed, held = numbers[-1]
    assert missed == sum(row[0] for row in numbers) and intervals == 2_000
    assert held == pytest.approx(100 - missed / 20, abs=0.051)
    yes, no = binom(3_650, 0.75), binom(32_561 - 3_650, 0.25)
    spread = math.sqrt(yes.var() + no.var())
    chance = 2 * norm.sf(1.96 * 156.3 / 2 / spread)
    assert binomtest(int(missed), 2_000, chance).pvalue > RARE
    for interval in shapes(made[-1], "interval"):
        left, width = re.match(r"M([\d.]+) [\d.]+h([\d.]+)", interval["d"]).groups()
        holds = float(left) <= 200 <= float(left) + float(width)
        assert holds == ("c0" in interval["classes"])


def test_true_claims_are_rejected_as_often_as_the_page_says(draws):
    made, numbers = draws("one-sided-and-two-sided", 5)
    law, runs = binom(1_000, 0.25), np.arange(1_001)
    up, down = law.sf(runs - 1), law.cdf(runs)
    far = abs(runs - 250)
    both = law.sf(250 + far - 1) + law.cdf(250 - far)
    yes = int(numbers[0][0])
    shown = [shape["text"] for shape in shapes(made[0], "chance")]
    two = min(both[yes], 1)
    assert shown == [f"{100 * up[yes]:.1f} %", f"{100 * two:.1f} %"]
    claims, *rejected = (int(value) for value in numbers[-1])
    assert claims == 10_000
    for chance, count in zip((up, both, np.minimum(up, down)), rejected):
        assert (
            binomtest(count, claims, law.pmf(runs)[chance <= 0.05].sum()).pvalue > RARE
        )


def test_a_button_that_is_held_down_goes_on(opened):
    figure = opened("twenty-intervals")

    def intervals():
        said = figure.get_by_role("status").text_content()
        return int(re.search(r"Of ([\d,]+)\s", said)[1].replace(",", ""))

    figure.get_by_role("button").click()
    assert intervals() == 20
    figure.page.mouse.down()
    while intervals() < 60:
        figure.page.wait_for_timeout(50)
    figure.page.mouse.up()
    drawn = intervals()
    figure.page.wait_for_timeout(600)
    assert intervals() == drawn


@pytest.mark.parametrize("name", pictures.LIVE)
def test_a_key_draws_and_nothing_moves_on_a_phone(opened, name):
    figure = opened(name, width=390)
    begins = figure.get_by_role("status").text_content()
    words = pictures.LIVE[name]
    assert begins == words.get("begin", words["start"])
    high = figure.bounding_box()["height"]
    for _ in range(5):
        figure.get_by_role("button").press("Enter")
        assert figure.bounding_box()["height"] == high
        assert figure.get_by_role("status").text_content() != begins
    assert figure.page.complaints == []


def test_without_a_script_there_is_the_picture_alone(opened):
    figure = opened("epsilon", java_script_enabled=False)
    assert figure.locator("svg").is_visible()
    assert not figure.locator("button").is_visible()
