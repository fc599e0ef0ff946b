"""Claims of the instructor's guide, computed."""

import math
import re

import numpy as np
import pytest
from scipy.stats import norm

from coursework.exam.sheet import ASSIGNMENTS
from ldp_course.data import load_adult
from tests.book.parts import (
    CHAPTERS,
    EXPLORERS,
    TITLES,
    hours,
    lessons,
    minutes,
    minutes_to_read,
    parts_of_lesson,
    points,
    questions,
    syllabus,
)
from tests.chapters.coins import estimates, law

Z = round(norm.isf(0.025), 2)
CLASS = 30


def test_what_there_is(chapter):
    minutes = [minutes_to_read(name) for name in CHAPTERS]
    # "twenty-two chapters", "seven assignments"
    assert len(CHAPTERS) == 22 and len(ASSIGNMENTS) == 7
    text = "twenty-two chapters, {} to {} minutes to read each"
    chapter.says(text, min(minutes), max(minutes))
    chapter.says("| {} explorers: figures with sliders", len(EXPLORERS))
    chapter.says("| {} questions with an explanation", sum(map(questions, CHAPTERS)))


def test_minutes_of_the_sessions(chapter):
    """A row of a syllabus has a chapter, an explorer and minutes."""
    chapter.says("Three encodings, {:,} people</a>", len(load_adult()))
    for title, (_, text) in lessons().items():
        of_lesson = sum(part[0] for part in parts_of_lesson(text))
        of_title = [name for name in TITLES if TITLES[name] == title]
        for shown in [
            shown for place, (shown, _) in EXPLORERS.items() if place[0] in of_title
        ]:
            for assigned in (
                "",
                *(f"[`{name}` " for name in ASSIGNMENTS),
                "[`rappor` or [`telemetry` ",
            ):
                row = f"| [{title} | <a >{shown}</a> | {assigned}| ["
                if row in chapter.text:
                    chapter.says(row + "{} |", of_lesson)


def test_hours_of_a_plan(chapter):
    """The first table: of one student, in the room and at home; then with exercises."""
    whole = {}
    for weeks in "Two", "Five", "Nine", "Seven":
        plan = syllabus(weeks)
        names = [re.search(r"\((\w+)\.ipynb", row[1])[1] for row in plan]
        room = sum(int(row[4]) for row in plan) / 60
        reading, *more = np.sum([minutes(name) for name in names], axis=0) / 60
        given = [re.findall(r"`(\w+)`", row[3]) for row in plan]  # one of each list
        given = [names for names in given if names]
        least = sum(min(hours(name)[0] for name in names) for names in given)
        most = sum(max(hours(name)[1] for name in names) for names in given)
        facts = len(plan), room, reading, len(given), least, most, sum(more)
        whole[weeks] = np.array(facts)
    whole["Fourteen"] = whole["Five"] + whole["Seven"]
    for weeks, (sessions, room, reading, given, least, most, more) in whole.items():
        (title,) = re.findall(rf"^\| \[({weeks} weeks.*?)\]", chapter.source, re.M)
        assert f"### {title}\n" in chapter.source
        without = np.array([least, most]) + room + reading
        row = f"| [{title} | {{:.0f}}–{{:.0f}} h | {{:.0f}}–{{:.0f}} h "
        row += "| {:.0f} ({:.0f} h) | {:.0f} h | {:.0f} ({:.0f}–{:.0f} h) |"
        in_parts = sessions, room, reading, given, least, most
        numbers = *without, *(without + more), *in_parts
        chapter.says(row, *(math.floor(number + 0.5) for number in numbers))


def test_points_of_an_assignment(chapter):
    (by_tests, by_person), *others = (points(name) for name in ASSIGNMENTS)
    assert all(other == [by_tests, by_person] for other in others)
    text = "Each has {} points, of which {} are for"
    chapter.says(text, by_tests + by_person, by_person)


def half_width(n):
    """Return half the width of the 95 % interval, in students."""
    return Z * math.sqrt(3 * n / 4)


def test_the_tally_sheet(chapter):
    for n, truth in ((30, 0), (30, 9), (100, 40)):
        mean = law(n, truth) @ estimates(n)
        variance = law(n, truth) @ (estimates(n) - mean) ** 2
        assert mean == pytest.approx(truth) and variance == pytest.approx(3 * n / 4)
    confidence = 100 * (1 - 2 * norm.sf(Z))
    text = r"| {:.0f} % interval, in students | $\hat t \pm {}\,\sqrt"
    chapter.says(text, confidence, Z)
    poll = next(
        part
        for part in parts_of_lesson(lessons()[TITLES["randomized_response"]][1])
        if part[1] == "activity"
    )
    assert "The coin poll" in poll[2]
    chapter.says("It takes {} minutes, coins", poll[0])


def test_the_poll_with_numbers(chapter):
    yes, fake, half = 12, CLASS / 4, half_width(CLASS)
    students = 2 * (yes - fake)
    chapter.says('Suppose {} papers come in and {} say "yes".', CLASS, yes)
    text = "Fake yes: {}/4 = {}. After subtraction {} are"
    chapter.says(text, CLASS, fake, yes - fake)
    text = "doubled, {:.0f} students. That is {:.0f} %"
    chapter.says(text, students, 100 * students / CLASS)
    text = "The standard error is √{} = {:.2f}"
    chapter.says(text, 3 * CLASS / 4, math.sqrt(3 * CLASS / 4))
    low, high = students - half, students + half
    chapter.says("so the interval is {:.0f} ± {:.2f}: from", students, half)
    chapter.says("from {:.1f} to {:.1f} students, or", low, high)
    chapter.says("or from {:.0f} % to {:.0f} %.", 100 * low / CLASS, 100 * high / CLASS)


def test_how_wide_this_is(chapter):
    chapter.says('"With {} people we learn almost', CLASS)
    text = "good sign: if {0} coins told us the truth about {0} people, they"
    chapter.says(text, CLASS)
    width = {n: 100 * half_width(n) / n for n in (CLASS, 100, 300, 1_000)}
    text = "The half-width is {:.0f} percentage points for {} people, {:.0f} for {}, "
    text += "{:.1f} for {} and {:.1f} for {:,}."
    chapter.says(text, *(number for n in width for number in (width[n], n)))
    points_wanted = 10
    people = math.ceil(0.75 * (100 * Z / points_wanted) ** 2)
    chapter.says("For ± {} points you need {} people", points_wanted, people)


def test_the_interval_holds_in_a_small_class(chapter):
    inside = [
        np.abs(estimates(CLASS) - truth) <= half_width(CLASS)
        for truth in range(CLASS + 1)
    ]
    held = [100 * law(CLASS, truth)[inside[truth]].sum() for truth in range(CLASS + 1)]
    chapter.says("The formula is good even for {}: computed", CLASS)
    chapter.says("truth in {:.1f} % to {:.1f} % of polls", min(held), max(held))


def test_the_negative_estimate(chapter):
    yes, fake, half = 7, CLASS / 4, half_width(CLASS)
    below = 2 * (yes - fake)
    chapter.says('Suppose {} of {} say "yes".', yes, CLASS)
    chapter.says("= 2 · ({} − {}) = {:.0f} student, with", yes, fake, below)
    chapter.says("with the interval {:.1f} to {:.1f}. Do", below - half, below + half)
    nobody, three, six = (
        100 * law(CLASS, t)[estimates(CLASS) < 0].sum() for t in (0, 3, 6)
    )
    text = "if nobody in the class of {} did it, in {:.0f} % of polls;"
    chapter.says(text, CLASS, nobody)
    chapter.says("if 3 did, in {:.0f} %; if 6 did, in {:.0f} %.", three, six)


def test_what_the_poll_tells(chapter):
    prior = 10
    odds = 3 * prior / (100 - prior)
    text = "If I believed {} %, I may now believe {:.0f} %."
    chapter.says(text, prior, 100 * odds / (1 + odds))
