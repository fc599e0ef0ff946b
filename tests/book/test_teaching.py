"""The instructor's guide: what it names exists, its numbers are right, its minutes add up."""

import html
import importlib
import json
import math
import re
from pathlib import Path
from urllib.parse import parse_qs

import nbformat
import numpy as np
import pytest
from scipy.stats import binom

BOOK = Path(__file__).parents[2] / "book"
ROOT = BOOK.parent
CHAPTERS = {path.stem: nbformat.read(path, as_version=4) for path in BOOK.glob("*.ipynb")}
PAGES = {path.name: path.read_text(encoding="utf-8") for path in BOOK.glob("teaching*.md")}
GUIDE, LESSONS = PAGES["teaching.md"], PAGES["teaching_lessons.md"]
ASSIGNMENTS = ["threat_models", "randomized_response", "unary_encoding", "rappor", "telemetry"]
ORDER = re.findall(r"file: book/(\w+)", (ROOT / "_toc.yml").read_text(encoding="utf-8"))


def flat(text):
    return re.sub(r"\s+", " ", text)


def prose(chapter):
    return "\n\n".join(
        cell.source for cell in CHAPTERS[chapter].cells if cell.cell_type == "markdown"
    )


TITLES = {
    chapter: title
    for title, chapter in re.findall(
        r"\| \[(.+)\]\((\w+)\.ipynb\)", (BOOK / "index.md").read_text(encoding="utf-8")
    )
}


def rows(text, columns):
    """The body rows of all tables with so many columns."""
    found = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("|")
    ]
    return [row for row in found if len(row) == columns]


def explorers():
    """Of each explorer, by page and id: its title, and its sliders with their values as an address
    holds them.
    """
    found = {}
    for name, notebook in CHAPTERS.items():
        for cell in notebook.cells:
            for output in cell.get("outputs", []):
                figure = output.get("data", {}).get("text/html", "")
                if 'class="explorer"' in figure:
                    data = json.loads(
                        re.search(r"<script type=.application/json.>(.*?)</script>", figure, re.S)[
                            1
                        ]
                    )
                    named = re.search(r'class="explorer-title">(.*?)</figcaption>', figure)[1]
                    values = {
                        slider["name"]: [value.replace(",", "") for value in slider["values"]]
                        for slider in data["sliders"]
                    }
                    found[name, re.search(r'id="(explorer-[^"]+)"', figure)[1]] = (
                        html.unescape(named),
                        values,
                    )
    return found


EXPLORERS = explorers()
LINKS = [
    (page, *link)
    for page, text in PAGES.items()
    for link in re.findall(r'<a\s+href="(\w+)\.html#([^"?]+)\??([^"]*)">(.*?)</a>', text)
]
STATES = [link for link in LINKS if link[2].startswith("explorer-")]


def test_the_guide_leads_to_states_of_explorers():
    assert len(STATES) > 40 and {(chapter, name) for _, chapter, name, _, _ in STATES} <= set(
        EXPLORERS
    )
    for _, chapter, name, state, words in STATES:
        named, sliders = EXPLORERS[chapter, name]
        asked = parse_qs(state, strict_parsing=True)
        assert set(asked) == set(sliders), f"{state}: {named} has the sliders {list(sliders)}"
        for slider, (value,) in asked.items():
            assert value in sliders[slider], (
                f"{named}: {slider} = {value} is not one of {sliders[slider]}"
            )
        assert words == named or "explorer" in words


def test_every_explorer_is_shown_in_a_lesson():
    assert {(chapter, name) for page, chapter, name, _, _ in STATES} == set(EXPLORERS)


def test_the_guide_leads_to_questions():
    questions = [link for link in LINKS if link not in STATES]
    assert len(questions) > 25
    for _, chapter, name, _, words in questions:
        number = int(re.fullmatch(r"question-(\d+)", name)[1])
        assert re.search(rf"^\*\*{number}\. ", prose(chapter), re.M), (
            f"{chapter} has no question {number}"
        )
        assert words == f"question {number}" or re.fullmatch(r"Questions 1 to \d", words)


def test_lessons_end_with_all_questions():
    for chapter in CHAPTERS:
        number = len(re.findall(r"^\*\*\d+\. ", prose(chapter), re.M))
        assert f'href="{chapter}.html#question-1">Questions 1 to {number}</a>' in LESSONS


def test_the_counts_of_the_table_are_right():
    questions = sum(len(re.findall(r"^\*\*\d+\. ", prose(chapter), re.M)) for chapter in CHAPTERS)
    assert (
        f"| {len(EXPLORERS)} explorers" in GUIDE
        and f"| {questions} questions" in GUIDE
        and len(CHAPTERS) == 10
    )
    assert len(ASSIGNMENTS) == 5


def lessons():
    """Of each lesson plan: the minutes in its heading, and its text."""
    parts = re.split(r"^## (.+) \((\d+) minutes\)$", LESSONS, flags=re.M)[1:]
    return {
        name: (int(minutes), text)
        for name, minutes, text in zip(parts[::3], parts[1::3], parts[2::3])
    }


def test_there_is_a_lesson_for_each_chapter_in_the_order_of_the_book():
    assert list(lessons()) == [TITLES[name] for name in ORDER if name in CHAPTERS]


def test_minutes_of_a_lesson_add_up():
    for name, (minutes, text) in lessons().items():
        parts = [(int(row[0]), row[1]) for row in rows(text, 3) if row[0].isdigit()]
        assert sum(part[0] for part in parts) == minutes, name
        assert sorted(part[1] for part in parts) == [
            "activity",
            "check yourself",
            "demonstration",
            "exit question",
            "opening question",
        ]
        assert text.count("students say | say | show") == 1 and text.count('| "') >= 4, name


@pytest.mark.parametrize("weeks, sessions", [("Two", 4), ("Four", 8), ("Eight", 8)])
def test_a_syllabus_names_what_exists(weeks, sessions):
    part = re.search(rf"^### {weeks} weeks.*?(?=^###? )", GUIDE, re.M | re.S)[0]
    plan = [row for row in rows(part, 5) if row[0].isdigit()]
    assert [int(row[0]) for row in plan] == list(range(1, sessions + 1))
    order, assigned = [], []
    for _, chapter, explorer, assignment, minutes in plan:
        words, name = re.fullmatch(r"\[(.+)\]\((\w+)\.ipynb\)", chapter).groups()
        assert words == TITLES[name] and f'href="{name}.html#explorer-' in explorer
        assert int(minutes) == lessons()[words][0]
        order.append(name)
        assigned += re.findall(r"`(\w+)`", assignment)
        for wanted in re.findall(r"`(\w+)`", assignment):
            needed = next(row[2] for row in rows(GUIDE, 3) if row[0] == f"`{wanted}`")
            needed = (
                list(TITLES.values())[: list(TITLES).index("rappor_collect") + 1]
                if needed == "all up to RAPPOR I: collecting"
                else needed.split(", ")
            )
            assert set(needed) <= {TITLES[chapter] for chapter in order}, (
                f"{wanted} comes too early"
            )
    assert order == [name for name in ORDER if name in order] and set(assigned) <= set(ASSIGNMENTS)


def test_both_tables_name_the_five_assignments():
    for text, columns in ((GUIDE, 3), (PAGES["teaching_coursework.md"], 2)):
        named = [
            row[0].strip("`") for row in rows(text, columns) if re.fullmatch(r"`[a-z_]+`", row[0])
        ]
        assert named == ASSIGNMENTS


@pytest.mark.parametrize(
    "name", [path.parent.name for path in sorted(ROOT.glob("coursework/*/source.ipynb"))]
)
def test_points_and_hours_are_those_of_the_assignments(name):
    source = nbformat.read(ROOT / "coursework" / name / "source.ipynb", as_version=4)
    about = [cell.metadata.nbgrader for cell in source.cells if "nbgrader" in cell.metadata]
    points = {
        kind: sum(cell.points for cell in about if cell.grade and cell.solution is kind)
        for kind in (False, True)
    }
    assert points == {False: 17, True: 3}
    hours = next(row[1] for row in rows(GUIDE, 3) if row[0] == f"`{name}`")
    assert f"**Time**: {hours} hours" in flat(source.cells[0].source)


# ---- the coin poll


def law(n, truth):
    """Pr[c "yes" of n], c = 0 … n, with two coins."""
    return np.convolve(
        binom.pmf(np.arange(truth + 1), truth, 0.75),
        binom.pmf(np.arange(n - truth + 1), n - truth, 0.25),
    )


def estimates(n):
    return 2 * (np.arange(n + 1) - n / 4)


def test_the_law_of_the_poll_has_the_mean_and_the_error_of_the_tally_sheet():
    for n, truth in ((30, 0), (30, 9), (100, 40)):
        mean = law(n, truth) @ estimates(n)
        assert mean == pytest.approx(truth) and law(n, truth) @ (
            estimates(n) - mean
        ) ** 2 == pytest.approx(3 * n / 4)


def test_the_poll_with_numbers():
    error = math.sqrt(3 * 30 / 4)
    estimate, half = 2 * (12 - 30 / 4), 1.96 * error
    assert (estimate, f"{error:.2f}", f"{half:.2f}") == (9, "4.74", "9.30")
    low, high = estimate - half, estimate + half
    text = flat(GUIDE)
    assert (
        f"9 ± {half:.2f}: from −{-low:.1f} to {high:.1f} students, or from −{-100 * low / 30:.0f} %"
        f" to {100 * high / 30:.0f} %" in text
    )
    assert f"{100 * estimate / 30:.0f} % of the class" in text
    widths = {n: 196 * math.sqrt(0.75 / n) for n in (30, 100, 300, 1_000)}
    assert (
        f"{widths[30]:.0f} percentage points for 30 people, {widths[100]:.0f} for 100,"
        f" {widths[300]:.1f} for 300 and {widths[1_000]:.1f} for 1,000" in text
    )
    assert f"you need {math.ceil(0.75 * (1.96 / 0.1) ** 2)} people" in text


def test_the_negative_estimate():
    half = 1.96 * math.sqrt(22.5)
    text = flat(GUIDE)
    assert 2 * (7 - 7.5) == -1 and f"with the interval −{1 + half:.1f} to {half - 1:.1f}" in text
    chances = [law(30, truth)[estimates(30) < 0].sum() for truth in (0, 3, 6)]
    nobody, three, six = (f"{100 * chance:.0f} %" for chance in chances)
    assert (
        f"if nobody in the class of 30 did it, in {nobody} of polls; if 3 did, in {three}; if 6"
        f" did, in {six}" in text
    )


def test_the_interval_holds_in_a_class_of_thirty():
    half = 1.96 * math.sqrt(22.5)
    held = [law(30, truth)[np.abs(estimates(30) - truth) <= half].sum() for truth in range(31)]
    assert f"in {100 * min(held):.1f} % to {100 * max(held):.1f} % of polls" in flat(GUIDE)


def test_numbers_of_the_lesson_plans():
    assert 2 * (300 - 1_000 / 4) / 1_000 == 0.1
    assert (
        f"ln 3.5 = {math.log(3.5):.3f}" in LESSONS and f"3e + 2 = {3 * math.e + 2:.1f}" in LESSONS
    )
    assert round((1.96 / (0.02 * 0.1)) ** 2) == 960_400 and "960,400" in LESSONS
    assert 50 * 0.1 == 10 * 0.5 == 5 * 1
    for chapter, numbers in {
        "threat_models": ["3,501", "10.8"],
        "epsilon": ["2,982", "13.6", "122 times"],
        "randomized_response": ["2.0 %", "156"],
        "accuracy": ["11,243", "2,401", "961,966", "121"],
        "histograms": ["156 | 135 | 106", "221", "0.12", "(0.783, 0.217, 0)"],
    }.items():
        assert all(number in prose(chapter) for number in numbers), chapter


# ---- the commands


def test_make_has_the_commands_that_the_guide_names():
    """`make coursework` and `make grade` come with the assignments."""
    targets = set(
        re.findall(r"^([a-z-]+):.*##", (ROOT / "Makefile").read_text(encoding="utf-8"), re.M)
    )
    named = {name for text in PAGES.values() for name in re.findall(r"`make ([a-z-]+)", text)}
    assert named - targets <= (
        {"coursework", "grade"} if not (ROOT / "coursework").exists() else set()
    )


def test_the_guide_names_the_options_of_the_grading_command(capsys):
    if not (ROOT / "coursework" / "grading").exists():
        pytest.skip("the grading command is not in this tree")
    pytest.importorskip("nbgrader")
    command = importlib.import_module("coursework.grading.__main__")
    with pytest.raises(SystemExit):
        command.main(["--help"])
    known = set(re.findall(r"--[a-z][a-z-]*", capsys.readouterr().out))
    named = set(re.findall(r"--[a-z][a-z-]*", PAGES["teaching_coursework.md"])) - {
        "--bare",
        "--mirror",
    }
    assert named and named <= known
