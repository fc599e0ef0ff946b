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


@pytest.mark.parametrize("weeks, sessions", [("Two", 4), ("Five", 9), ("Nine", 9)])
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
            titles = list(TITLES.values())
            if needed == "all up to RAPPOR I: collecting":
                needed = titles[: titles.index("RAPPOR I: collecting") + 1]
            else:
                needed, listed = [], needed
                for title in sorted(titles, key=len, reverse=True):
                    needed += [title] if title in listed else []
                    listed = listed.replace(title, "")
                assert not listed.strip(", "), f"{wanted}: no chapter {listed}"
            assert set(needed) <= {TITLES[chapter] for chapter in order}, (
                f"{wanted}: too early"
            )
    assert order == [name for name in ORDER if name in order] and set(assigned) <= set(
        ASSIGNMENTS
    )


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
