"""Show an assignment as students get it, and what is said of a student's answers.

A page may have a line `<!-- assignment -->`, `<!-- check -->`, `<!-- leaflet -->` or
`<!-- feedback -->`. In its place come the students' notebook, what its checks print at
once, what the student writes, and the page that a student gets after the grading: all
made by what makes them for a class, and none with a right answer in it.
"""

import re
from functools import cache

import numpy as np
from bs4 import BeautifulSoup

from ldp_checks.individual_numbers import PLACEHOLDER

NAME, STUDENT = "randomized_response", "ada"
# Answers of the student. The others are right, but such numbers would be on the page.
MISTAKES = {
    "epsilon_of_survey": "this is the logarithm of the smaller ratio; ε must hold for"
    " both reports",
    "epsilon_of_the_broken": "this is what the client should have; read what it does",
}
MISSING = "tells_more", "mended_client"
# The written answer believes in the mistake, and what a person makes of its three rows
LEAFLET = """\
**Please take part!** Roll the die where nobody can see it. If it shows {yes}, say
"yes". If it shows {no}, say "no". Else answer the question.

Nobody can prove anything from your answer, because the die may have forced it. Whoever
had a suspicion before can change the odds of it by the factor {factor:.0f} at most.

Please take part only once: two answers tell more than one. And do not show anybody your
die, since I cannot protect what they see."""
MARKED = (
    (0, "the factor is wrong (see question 2), so this point is lost"),
    (1, "two true limits"),
    (0.5, "say that one obeys the die also when it makes one say what is not true"),
)
TABLE = re.compile(r"(?:^\|.*\n)+", re.M)
LINE = re.compile(r"^<!-- (assignment|check|leaflet|feedback) -->$", re.M)


@cache
def assigned():
    """Return the assignment: it is read for the page that shows it, and no other."""
    from coursework.assignments import load

    return load(NAME)


@cache
def solved():
    from coursework.solutions import solution
    from ldp_checks import assignment

    return solution(NAME, assignment(NAME, STUDENT).task)


def answer(name):
    from coursework.keys import mistakes_of

    def not_written(*given):
        raise NotImplementedError

    right = getattr(solved(), name)
    if name in MISTAKES:
        return mistakes_of(NAME).MISTAKES[name][MISTAKES[name]](solved())
    if name == "broken_yes":  # as if the client were not broken
        heads = solved().task.heads
        return [(1 - heads) / 2, (1 + heads) / 2]
    if name in MISSING:
        return not_written if callable(right) else None
    return right


def findings(check):
    answers = map(answer, check.answers)
    return check.findings(*answers, student=STUDENT, rng=np.random.default_rng(0))


def assignment():
    from coursework.release import released_cells

    shown = {"numbers": solved().task, "broken": solved().task.broken_code}
    parts = []
    for cell in released_cells(assigned().source):
        if cell.cell_type == "markdown":
            text = re.sub(r"^#", "##", cell.source, flags=re.M)
            if "| full |" in text:
                text = TABLE.sub(r'<div class="rubric">\n\n\g<0>\n</div>\n', text)
            parts.append(text)
            continue
        source = cell.source
        if cell.metadata.nbgrader.grade_id == "student":
            source = source.replace(PLACEHOLDER, STUDENT)
        parts.append(f"```python\n{source}\n```")
        if (name := cell.metadata.nbgrader.grade_id) in shown:
            parts.append(f"```text\n{str(shown[name]).rstrip()}\n```")
    return "\n\n".join(parts)


def check():
    from ldp_checks.assignment_checks import questions
    from ldp_checks.findings import report

    reports = [
        report(questions(NAME)[name], findings(questions(NAME)[name]))
        for name in ("forced_response", "epsilon_of_survey", "mended_client")
    ]
    return "\n\n".join(
        f"```{{code-block}} text\n:class: wraps\n\n{text}\n```" for text in reports
    )


def leaflet():
    from ldp_checks.assignments.randomized_response.task import FACES

    task = solved().task
    faces = range(1, FACES + 1)

    def listed(numbers):
        *others, last = map(str, numbers)
        return f"{', '.join(others)} or {last}" if others else last

    text = LEAFLET.format(
        yes=listed(faces[: task.yes_faces]),
        no=listed(faces[-task.no_faces :]),
        factor=np.exp(answer("epsilon_of_survey")),
    )
    return re.sub("^", "> ", text, flags=re.M)


def rubric():
    """Return the rows of the written question: what each is about."""
    (text,) = [
        cell.source for cell in assigned().source.cells if "| full |" in cell.source
    ]
    return re.findall(r"^\| (.+?) \(1 point\) \|", text, re.M)


def feedback():
    from coursework.grading import pages
    from coursework.grading.results import Graded, Mark
    from ldp_checks.findings import earned

    comments = tuple(
        f"{row} [{points:g} of 1]: {why}"
        for row, (points, why) in zip(rubric(), MARKED, strict=True)
    )
    marks = []
    for question in assigned().questions:
        found = findings(question.check) if question.check else []
        marks.append(
            Mark(
                question=question.grade_id,
                title=question.title,
                points=question.points,
                audit=earned(found) if question.check else None,
                shown=None,
                findings=tuple(found),
                answer="",
                written=question.check is None,
                manual=None if question.check else sum(points for points, _ in MARKED),
                comments=() if question.check else comments,
            )
        )
    graded = Graded(STUDENT, NAME, "", STUDENT, tuple(marks), ())
    page = BeautifulSoup(pages.feedback(graded), "html.parser").body
    page.small.parent.decompose()  # the day on which it was made
    for heading in page.find_all(["h1", "h2"]):
        heading.name = f"h{int(heading.name[1]) + 2}"  # it stands in a section
    return f'<div class="feedback">\n{page.decode_contents().strip()}\n</div>'


def fill_in(app, name, source):
    parts = {
        "assignment": assignment, "check": check, "leaflet": leaflet,
        "feedback": feedback,
    }  # fmt: skip
    source[0] = LINE.sub(lambda match: parts[match[1]](), source[0])


def setup(app):
    app.connect("source-read", fill_in)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
