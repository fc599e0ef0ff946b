"""The instructor's guide names what exists; claims hold its numbers."""

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
    TITLES,
    lessons,
    questions,
    rows,
    syllabus,
)

PAGES = {
    path.name: path.read_text(encoding="utf-8") for path in BOOK.glob("teaching*.md")
}
GUIDE, LESSONS = PAGES["teaching.md"], PAGES["teaching_lessons.md"]
ORDER = re.findall(r"file: book/(\w+)", (ROOT / "_toc.yml").read_text(encoding="utf-8"))
LINKS = [
    (page, *link)
    for page, text in PAGES.items()
    for link in re.findall(
        r'<a\s+href="(\w+)\.html#([^"?]+)\??([^"]*)">(.*?)</a>', text
    )
]
STATES = [link for link in LINKS if link[2].startswith("explorer-")]


def test_the_guide_leads_to_states_of_all_explorers():
    assert {(chapter, name) for _, chapter, name, _, _ in STATES} == set(EXPLORERS)
    for _, chapter, name, state, words in STATES:
        named, sliders = EXPLORERS[chapter, name]
        state_values = parse_qs(state, strict_parsing=True)
        assert set(state_values) == set(sliders), (
            f"{state}: {named} has the sliders {list(sliders)}"
        )
        for slider, (value,) in state_values.items():
            assert value in sliders[slider], f"{named} has no {slider} = {value}"
        assert words == named or "explorer" in words


def test_the_guide_leads_to_questions():
    links = [link for link in LINKS if link not in STATES]
    assert len(links) > 25
    for _, chapter, name, _, words in links:
        number = int(re.fullmatch(r"question-(\d+)", name)[1])
        assert number <= questions(chapter), f"{chapter} has no question {number}"
        assert words in (f"question {number}", f"Questions 1 to {questions(chapter)}")
    whole = {
        chapter
        for page, chapter, _, _, words in links
        if words.startswith("Questions 1")
    }
    assert whole == set(CHAPTERS)  # with them, lessons end


def test_there_is_a_lesson_for_each_chapter_in_the_order_of_the_book():
    assert list(lessons()) == [TITLES[name] for name in ORDER if name in CHAPTERS]


CHAPTERS_IN_ORDER = [name for name in ORDER if name in CHAPTERS]


def needed_by(assignment):
    """Return the titles of the chapters that an assignment needs."""
    titles = [TITLES[name] for name in CHAPTERS_IN_ORDER]
    listed = next(row[2] for row in rows(GUIDE, 3) if row[0] == f"`{assignment}`")
    needed = []
    for words, last in (
        ("all up to RAPPOR I: collecting", "RAPPOR I: collecting"),
        ("all of the first part", "Choosing a protocol"),
    ):
        if words in listed:
            needed += titles[: titles.index(last) + 1]
            listed = listed.replace(words, "")
    for title in sorted(titles, key=len, reverse=True):
        needed += [title] if title in listed else []
        listed = listed.replace(title, "")
    assert not listed.strip(", "), f"{assignment}: no chapter {listed}"
    return set(needed)


@pytest.mark.parametrize(
    "weeks, first, last",
    [("Two", 1, 4), ("Five", 1, 9), ("Nine", 1, 9), ("Seven", 10, 22)],
)
def test_a_syllabus_names_what_exists(weeks, first, last):
    plan = syllabus(weeks)
    assert [int(row[0]) for row in plan] == list(range(1, last - first + 2))
    wanted = CHAPTERS_IN_ORDER[first - 1 : last]
    for place, (_, chapter, explorer, assignment, minutes) in enumerate(plan):
        words, name = re.fullmatch(r"\[(.+)\]\((\w+)\.ipynb\)", chapter).groups()
        assert words == TITLES[name] and f'href="{name}.html#explorer-' in explorer
        assert name == wanted[place] and int(minutes) == lessons()[words][0]
        taught = {TITLES[name] for name in CHAPTERS_IN_ORDER[: first + place]}
        for given in re.findall(r"`(\w+)`", assignment):
            assert given in ASSIGNMENTS
            assert needed_by(given) <= taught, f"{given}: too early"


def test_both_tables_name_all_assignments():
    for text, columns in ((GUIDE, 3), (PAGES["teaching_coursework.md"], 2)):
        named = [
            row[0].strip("`")
            for row in rows(text, columns)
            if re.fullmatch(r"`[a-z_]+`", row[0])
        ]
        assert named == list(ASSIGNMENTS)


# ---- the commands


def test_the_commands_that_the_guide_names_are_there(capsys):
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = {
        name for text in PAGES.values() for name in re.findall(r"`make ([a-z-]+)", text)
    }
    assert named <= set(re.findall(r"^([a-z-]+):.*##", makefile, re.M))
    pytest.importorskip("nbgrader")
    command = importlib.import_module("coursework.grading.__main__")
    with pytest.raises(SystemExit):
        command.main(["--help"])
    options = re.compile(r"--[a-z][a-z-]*")
    named = set(options.findall(PAGES["teaching_coursework.md"])) - {
        "--bare",
        "--mirror",
    }
    assert named and named <= set(options.findall(capsys.readouterr().out))
