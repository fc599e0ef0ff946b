"""The instructor's guide names what exists; claims hold its numbers."""

import importlib
import re
from urllib.parse import parse_qs

import pytest
import teaching_tables

from coursework.exam.sheet import ASSIGNMENTS
from tests.book.parts import (
    BOOK,
    CHAPTERS,
    EXPLORERS,
    ROOT,
    SOURCES,
    TITLES,
    flat,
    hours,
    lessons,
    points,
    questions,
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


def filled_in():
    source = [GUIDE]
    teaching_tables.fill_in(None, "book/teaching", source)
    return source[0]


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
    place = GUIDE.partition(f"#### {assignment}\n")[2]
    listed = " ".join(
        re.search(r"\*\*Needs\*\* (.+?) \*\*Time", place, re.S)[1].split()
    )
    listed = re.sub(r"\[(.+?)\]\(\w+\.ipynb\)", r"\1", listed).removesuffix(".")
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


def test_each_assignment_has_a_place_with_its_hours_questions_and_points():
    assert re.findall(r"^#### (\w+)$", GUIDE, re.M) == list(ASSIGNMENTS)
    page = filled_in()
    for name in ASSIGNMENTS:
        place = re.search(rf"^#### {name}\n(.+?)^##", page, re.M | re.S)[1]
        assert "**Time**: {}–{} hours.".format(*hours(name)) in flat(place)
        listed = re.findall(r"^- \*\*(\d+)([a-z]?)\.\*\* (.+) \((\d)\)$", place, re.M)
        assert sum(int(row[3]) for row in listed) == sum(points(name))
        cells = "\n".join(cell.source for cell in SOURCES[name].cells)
        headings = re.findall(r"^## (\d+)\. (.+) \(", cells, re.M)
        assert list(dict.fromkeys((row[0], row[2]) for row in listed)) == headings
        for number, letter, *_ in listed:  # the letters of the notebook
            asked = re.search(rf"^## {number}\. .+?(?=^## |\Z)", cells, re.M | re.S)[0]
            assert not letter or f"\n**{letter}.** " in f"\n{asked}"
        assert f">{len(headings)} questions and their points<" in place


def test_the_whole_course_is_one_table_of_two_plans():
    fourteen = filled_in().partition("### Fourteen weeks")[2].partition("###")[0]
    chapters = re.findall(r"^\| (\d+) \| \[.+?\]\((\w+)\.ipynb\) \|", fourteen, re.M)
    assert [chapter for _, chapter in chapters] == CHAPTERS_IN_ORDER
    weeks = [int(week) for week, _ in chapters]
    assert weeks == sorted(weeks) and set(weeks) == set(range(1, 13))
    given = re.findall(r"\| \[`(\w+)`\]", fourteen)
    assert given == [
        name
        for plan in ("Five", "Seven")
        for row in syllabus(plan)
        for name in re.findall(r"`(\w+)`", row[3])
    ]


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
