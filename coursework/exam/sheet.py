"""Write an exam, its solution and the notes for the examiner, filled with numbers.

`exam.md` of an assignment has three parts with `##` headings: oral questions, typical
wrong answers, exam problems. A problem is `### name: Title (marks)`, a question and
`#### Solution`.
"""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

import mistune

from ldp_checks.individual_numbers import draws

FOLDER = Path(__file__).parents[1]
ASSIGNMENTS = (
    "threat_models", "randomized_response", "unary_encoding", "rappor", "telemetry",
    "fitness", "ship_it",
)  # fmt: skip
HEADING = re.compile(r"### (\w+): (.+) \((\d+) marks\)\n")
STYLE = """
body { font: 11pt/1.45 Georgia, serif;
       max-width: 46em; margin: 2em auto; padding: 0 1em; }
table { border-collapse: collapse; }
th, td { border: 1px solid; padding: .2em .6em; text-align: left; }
h2 { break-before: page; } h3 { break-after: avoid; }
"""


class _Numbers(Formatter):
    """Format numbers with a true minus sign, and a space before %, as in the text."""

    def format_field(self, value: object, spec: str) -> str:
        text = super().format_field(value, spec)
        if not isinstance(value, str):
            text = text.replace("-", "−").replace("%", " %")
        return text


@dataclass(frozen=True)
class Problem:
    assignment: str
    name: str
    title: str
    marks: int
    question: str
    solution: str
    numbers: dict


def parts(assignment: str) -> tuple[str, str, str]:
    """Return the title, the notes (oral questions, wrong answers), and the problems."""
    text = (FOLDER / assignment / "exam.md").read_text(encoding="utf-8")
    title, notes = text.removeprefix("# ").split("\n", 1)
    notes, exam = notes.split("\n## Exam problems\n")
    return title, notes, exam


def problems(assignment: str, seed: str) -> list[Problem]:
    """Return all exam problems of an assignment, with the numbers of this seed."""
    module = importlib.import_module(f"coursework.{assignment}.exam")
    _, *pieces = HEADING.split(parts(assignment)[2])
    results = []
    for name, title, marks, text in zip(*(pieces[i::4] for i in range(4))):
        numbers = getattr(module, name)(draws(f"exam {assignment} {name}", seed))
        text = _Numbers().vformat(text, (), numbers)
        question, solution = (part.strip() for part in text.split("\n#### Solution\n"))
        results.append(
            Problem(assignment, name, title, int(marks), question, solution, numbers)
        )
    return results


def exam(chosen: list[Problem], seed: str, solved: bool) -> str:
    """Return a printable sheet in Markdown. Only the solution shows the seed."""
    marks = sum(problem.marks for problem in chosen)
    lines = [
        "# Local differential privacy: " + ("solution" if solved else "exam"),
        f"{marks} marks. ε is measured with the natural logarithm.",
        f"Seed: `{seed}`." if solved else "Name: ______________________________",
    ]
    for number, problem in enumerate(chosen, 1):
        heading = f"### {number}. {problem.title} ({problem.marks} marks)"
        lines += [heading, problem.question]
        if solved:
            lines += ["**Solution** (marks in brackets)", problem.solution]
    return "\n\n".join(lines) + "\n"


def notes(assignments: list[str]) -> str:
    """Return oral questions and typical wrong answers in Markdown."""
    texts = (parts(assignment) for assignment in assignments)
    return "".join(f"# {title}\n{text}\n" for title, text, _ in texts)


def page(markdown: str) -> str:
    """Return Markdown as a page that prints."""
    body = mistune.create_markdown(plugins=["table"])(markdown)
    title = markdown.splitlines()[0].removeprefix("# ")
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    return (
        "<!doctype html><html"
        f' lang="en"><head>{head}</head><body>{body}</body></html>\n'
    )
