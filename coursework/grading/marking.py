"""For whoever marks the written answers: each student's own numbers that a rubric asks for.

They come from the assignment's own solution, run with the student's id. No code of a student runs
here.
"""

from __future__ import annotations

import contextlib
import io

from nbgrader.utils import is_grade, is_solution

from coursework.assignments import Assignment, grade_ids

# Per written question: what it is called for the marker, and how the solution names or computes it.
WANTED = {
    "promise": {
        "forced yes, of 12": "task.yes_faces",
        "forced no, of 12": "task.no_faces",
        "epsilon": "epsilon_of_survey",
        "factor of the odds": "np.exp(epsilon_of_survey)",
        "report that tells more": "tells_more",
    },
    "participants": {
        "values": "len(task.domain)",
        "most values": "task.most",
        "p": "task.p",
        "q": "task.q",
        "epsilon": "epsilon_of(task.p, task.q, task.most)",
        "factor of the odds": "math.exp(epsilon_of(task.p, task.q, task.most))",
        "possible answers": (
            "sum(math.comb(len(task.domain), named) for named in range(task.most + 1))"
        ),
    },
    "fresh_noise": {
        "lifetime epsilon": "lifetime_epsilon",
        "report epsilon": "report_epsilon",
        "days": "task.days",
        "memoized epsilon": "memoized_epsilon",
        "redrawn epsilon": "redrawn_epsilon",
    },
    "statement": {
        "weeks": "task.weeks",
        "budget": "task.budget",
        "factor of the odds": "math.exp(task.budget)",
        "margin in points": "100 * task.margin",
    },
}


def own_numbers(assignment: Assignment, student: str) -> dict[str, str]:
    """What the marker wants to know about one student; nothing if the rubric asks for no own
    numbers.
    """
    wanted = {
        name: text
        for grade_id in assignment.question_ids
        for name, text in WANTED.get(grade_id, {}).items()
    }
    namespace: dict = {}
    with contextlib.redirect_stdout(io.StringIO()):
        for cell in _solution(assignment) if wanted else ():
            exec(
                f"student = {student!r}" if "student" in grade_ids([cell]) else cell.source,
                namespace,
            )
    return {name: _value(text, namespace) for name, text in wanted.items()}


def _solution(assignment: Assignment) -> list:
    """The cells that read the student's numbers, and the answers."""
    code = [
        cell for cell in assignment.source.cells if cell.cell_type == "code" and not is_grade(cell)
    ]
    first = next(place for place, cell in enumerate(code) if is_solution(cell))
    return [*code[:first], *filter(is_solution, code[first:])]


def _value(text: str, namespace: dict) -> str:
    try:
        value = eval(text, namespace)
    except (
        NameError,
        AttributeError,
    ):  # you have changed the question, and its solution uses other names
        return ""
    return f"{value:.4g}" if isinstance(value, float) else str(value)
