"""The instructor's guide: what it names exists. (Claims hold its numbers.)"""

import importlib
import re
from urllib.parse import parse_qs

import pytest

from coursework.exam.sheet import ASSIGNMENTS
from tests.book.parts import (
    BOOK,
    CHAPTERS,
    EXPLORERS,
    ROOT,
    SOURCES,
    TITLES,
    lessons,
    parts_of_lesson,
    points,
    questions,
    rows,
)

PAGES = {path.name: path.read_text(encoding="utf-8") for path in BOOK.glob("teaching*.md")}
GUIDE, LESSONS = PAGES["teaching.md"], PAGES["teaching_lessons.md"]
ORDER = re.findall(r"file: book/(\w+)", (ROOT / "_toc.yml").read_text(encoding="utf-8"))
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
    asked = [link for link in LINKS if link not in STATES]
    assert len(asked) > 25
    for _, chapter, name, _, words in asked:
        number = int(re.fullmatch(r"question-(\d+)", name)[1])
        assert number <= questions(chapter), f"{chapter} has no question {number}"
        assert words in (f"question {number}", f"Questions 1 to {questions(chapter)}")


def test_lessons_end_with_all_questions():
    for chapter in CHAPTERS:
        last = questions(chapter)
        assert f'href="{chapter}.html#question-1">Questions 1 to {last}</a>' in LESSONS


def test_there_is_a_lesson_for_each_chapter_in_the_order_of_the_book():
    assert list(lessons()) == [TITLES[name] for name in ORDER if name in CHAPTERS]


def test_a_lesson_has_five_parts_and_misconceptions():
    for name, (_, text) in lessons().items():
        assert sorted(part for _, part, _ in parts_of_lesson(text)) == [
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


def test_both_tables_name_all_assignments():
    for text, columns in ((GUIDE, 3), (PAGES["teaching_coursework.md"], 2)):
        named = [
            row[0].strip("`") for row in rows(text, columns) if re.fullmatch(r"`[a-z_]+`", row[0])
        ]
        assert named == list(ASSIGNMENTS)


@pytest.mark.parametrize("name", SOURCES)
def test_every_assignment_has_as_many_points(name):
    assert points(name) == [17, 3]


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
