"""Answer a "Your turn" in the page, where the line that is left out is arithmetic.

Below the cell stands a field for the line. Its script (book/_your_turn) reads a small
part of Python, and judges the line as the notebook's check does: on the check's own
cases, with their right results and known mistakes, which are written into the page.

A cell gets a field if its check is `formula` alone, and if the script finds the book's
own answer right. For all other cells there is the link to run the chapter (launch.py).
"""

import ast
import json
import re
from contextlib import suppress
from functools import cache
from html import escape
from pathlib import Path
from unittest.mock import patch

import numpy as np
from docutils import nodes
from katex_at_build import new_engine
from launch import your_turns
from words import WORDS as TABLE

from ldp_checks.answers import formula, shown
from ldp_checks.findings import Finding
from ldp_course.explore.page import light, light_style
from ldp_course.figure_words import unbroken

FILES = Path(__file__).parents[1] / "_your_turn"
WORDS = TABLE["your_turn"]

FORM = """<form class="your-turn" hidden>
<label for="{id}">{label} <code>{before}</code></label>
<input id="{id}" autocapitalize="off" autocomplete="off" autocorrect="off"
spellcheck="false" enterkeyhint="done">
<code>{after}</code>
<button type="submit">{check}</button>
<p role="status"></p>
<script type="application/json">{task}</script>
</form>
"""

# The script and its looks come when a reader comes near one of the cells
BRING = """
(() => {
  const near = new IntersectionObserver((cells) => {
    if (!cells.some((cell) => cell.isIntersecting)) return;
    near.disconnect();
    const add = (tag, is) =>
      document.head.append(Object.assign(document.createElement(tag), is));
    add("link", { rel: "stylesheet", href: "%(folder)s/your_turn.css" });
    add("script", { src: "%(folder)s/your_turn.js" });
  }, { rootMargin: "600px" });
  document.querySelectorAll(".tag_your-turn").forEach((cell) => near.observe(cell));
})();
"""


def script():
    """Return the words and the script, which mounts every field of a page."""
    words = {name: unbroken(text) for name, text in WORDS.items()}
    parts = (FILES / f"{name}.js" for name in ("arithmetic", "field"))
    text = light("".join(part.read_text("utf-8") for part in parts))
    words = json.dumps(words, ensure_ascii=False)
    return f"const WORDS = {words};\n{text}"


# ---- what a check is made of


def definitions(sources):
    """Return the statements of cells by the names that they define; the last counts."""
    found = {}
    for statement in ast.parse("\n".join(sources)).body:
        if isinstance(statement, ast.Import | ast.ImportFrom):
            for name in statement.names:
                found[name.asname or name.name.partition(".")[0]] = statement
        elif isinstance(statement, ast.FunctionDef):
            found[statement.name] = statement
        elif isinstance(statement, ast.Assign):
            for target in statement.targets:
                found |= dict.fromkeys(names_in(target), statement)
    return found


def names_in(node):
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def define(names, statements, namespace):
    """Run what defines the names, and first what that needs, and nothing else."""
    for name in names & statements.keys() - namespace.keys():
        namespace[name] = None
        define(names_in(statements[name]), statements, namespace)
        exec(ast.unparse(statements[name]), namespace)


class Reached(BaseException):
    """End a function where its reader's line belongs."""


def noting(blank, answer, namespace):
    """Return the answer, which notes the names at the `...` of the blank, and notes."""
    notes = []

    def reached(values):
        notes.append(values)
        raise Reached

    text = ast.unparse(blank).replace("...", "reached(locals())")
    scope = namespace | {"reached": reached}
    exec(text, scope)

    def answer_with_notes(*arguments):
        with suppress(Reached):
            scope[blank.name](*arguments)
        return namespace[answer.name](*arguments)

    return answer_with_notes, notes


def asked_by(check, answer):
    """Return the arguments with which a check calls `formula`, if it does only that."""
    asked = []

    def ask(*arguments):
        asked.append(arguments)
        return Finding(True, "")

    with patch.dict(check.function.__globals__, formula=ask):
        findings = check.findings(answer, rng=np.random.default_rng(0))
    return asked[0] if len(asked) == len(findings) == 1 else None


def numbers(values):
    """Return those of the values that are numbers or arrays of numbers."""
    kinds = int | float | np.number | np.ndarray
    return {
        name: value
        for name, value in values.items()
        if isinstance(value, kinds) and np.asarray(value).dtype.kind in "biuf"
    }


def plain(value):
    """Return what JSON can hold, with twelve digits."""
    if isinstance(value, dict):
        return {name: plain(part) for name, part in value.items()}
    if isinstance(value, np.ndarray | np.generic):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        return [plain(part) for part in value]
    return float(f"{value:.12g}") if isinstance(value, float) else value


@cache
def engine():
    return new_engine(
        script() + "const accepts = (task, lines) => {\n"
        "try { return verdict(task, resultsOf(task, lines)).right === true; }\n"
        "catch (error) { return false; }\n};\n"
    )


def exercise_of(sources, place):
    """Return a cell's function, its answer, what defines their names, and its check.

    sources: the cells of code of a chapter; the one after `place` is the answer
    """
    blank, call = ast.parse(sources[place]).body
    answer = ast.parse(sources[place + 1]).body[0]
    statements = definitions(sources[: place + 1]) | {answer.name: answer}
    namespace = {}
    define(names_in(call) | names_in(answer), statements, namespace)
    check = getattr(namespace["exercises"], call.value.func.attr)
    return blank, answer, statements, namespace, check


def task_of(sources, place):
    """Return what the script is told about a cell, or None if it gets no field."""
    blank, answer, statements, namespace, check = exercise_of(sources, place)
    function, notes = noting(blank, answer, namespace)
    asked = asked_by(check, function)
    at = next(i for i, part in enumerate(blank.body) if "..." in ast.unparse(part))
    line = ast.get_source_segment(sources[place], blank.body[at])
    if not asked or not re.match(r"return\b|\w+ =", line):
        return None
    name, judged, results, cases = asked
    notes.clear()
    praise = formula(name, judged, results, cases).message
    used = {name: namespace[name] for name in names_in(answer) & namespace.keys()}
    functions = {
        name: {
            "parameters": [argument.arg for argument in statements[name].args.args],
            "lines": list(map(ast.unparse, statements[name].body)),
        }
        for name in used
        if isinstance(statements.get(name), ast.FunctionDef)
    }
    task = plain({
        "around": line.split("..."),
        "then": list(map(ast.unparse, blank.body[at + 1 :])),
        "functions": functions,
        "praise": praise,
        "mistakes": list(map(unbroken, results(*cases[0])[1])),
        "cases": [
            {
                "call": f"{name}({', '.join(map(shown, case))})",
                "given": numbers(used | note),
                "right": results(*case)[0],
                "mistakes": list(results(*case)[1].values()),
            }
            for case, note in zip(cases, notes, strict=True)
        ],
    })
    own = list(map(ast.unparse, answer.body[at:]))
    return task if engine().call("accepts", task, own) else None


# ---- the page


def add_fields(app, doctree, docname):
    turns = your_turns(doctree)
    blocks = [
        block
        for block in doctree.findall(nodes.literal_block)
        if "cell_input" in block.parent["classes"]
    ]
    sources = [block.astext() for block in blocks]
    for cell in turns:
        place = blocks.index(cell.next_node(nodes.literal_block))
        task = task_of(sources, place)
        if task:
            cell.insert(1, nodes.raw("", form(sources[place], task), format="html"))


def form(source, task):
    before, after = map(escape, map(str.strip, task["around"]))
    name = ast.parse(source).body[0].name
    text = json.dumps(task, ensure_ascii=False, separators=(",", ":"))
    return FORM.format(
        id=f"your-turn-{name}",
        label=escape(WORDS["label"]),
        check=escape(WORDS["check"]),
        before=before,
        after=after,
        task=text.replace("</", "<\\/"),
    )


def add_script(app, pagename, templatename, context, doctree):
    if '<form class="your-turn"' in context.get("body", ""):
        folder = context["pathto"]("_static/your_turn", 1)
        context["body"] += f"<script>{BRING % {'folder': folder}}</script>\n"


def copy_files(app):
    folder = Path(app.outdir) / "_static" / "your_turn"
    folder.mkdir(parents=True, exist_ok=True)
    rules = (FILES / "your_turn.css").read_text("utf-8")
    (folder / "your_turn.css").write_text(light_style(rules), "utf-8")
    text = f'(() => {{\n"use strict";\n{script()}}})();\n'
    (folder / "your_turn.js").write_text(text, "utf-8")


def setup(app):
    app.connect("builder-inited", copy_files)
    # after launch.py, which takes the cell's output away
    app.connect("doctree-resolved", add_fields, priority=600)
    app.connect("html-page-context", add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
