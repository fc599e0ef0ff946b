"""What students install holds no right answer and no list of faults."""

import ast
import copy
import itertools
import json
import signal
import subprocess
import sys
import zipfile
from importlib import import_module
from inspect import getmembers, isfunction, signature
from pathlib import Path

import nbformat
import numpy as np
import pytest
from nbgrader.utils import is_solution
from soundness import ASSIGNMENTS, task

from coursework.keys import reference_key
from coursework.release import build_wheel
from coursework.solutions import With
from ldp_checks.sealed_answers import key_of

ROOT = Path(__file__).parents[2]
ENGINE = [
    f"ldp_checks.{path.stem}"
    for path in (ROOT / "ldp_checks").glob("*.py")
    if path.stem != "__init__"
]
each_assignment = pytest.mark.parametrize("assignment", ASSIGNMENTS)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory):
    """The wheel, unpacked."""
    place = tmp_path_factory.mktemp("wheel")
    zipfile.ZipFile(build_wheel(place)).extractall(place / "installed")
    return place / "installed"


def formulas(source):
    """Return the functions, lambdas and longer expressions of a text, without names."""
    texts = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef | ast.Lambda | ast.BinOp | ast.Call):
            body = node.body if hasattr(node, "body") else node
            text = (
                "\n".join(map(ast.dump, body))
                if isinstance(body, list)
                else ast.dump(body)
            )
            if text.count("(") >= 40:
                texts.add(text)
    return texts


def test_the_wheel_has_the_checks_and_no_answers(wheel):
    files = {
        path.relative_to(wheel).as_posix()
        for path in wheel.rglob("*")
        if path.is_file()
    }
    for name in ASSIGNMENTS:
        of_assignment = {
            file.rpartition("/")[2] for file in files if f"assignments/{name}/" in file
        }
        assert {"task.py", "questions.py", "key.json"} <= of_assignment
    assert {"ldp_checks/findings.py", "ldp_course/_data/SHA256SUMS"} <= files
    assert not [file for file in files if "mistakes" in file or "coursework" in file]
    assert not [file for file in files if file.endswith(".ipynb")]


def test_the_installed_checks_import_nothing_else(wheel):
    code = (
        "import importlib, pkgutil, sys, ldp_checks as checks\n"
        "assert checks.__file__.startswith(sys.path[0]), checks.__file__\n"
        "for module in pkgutil.walk_packages(checks.__path__, 'ldp_checks.'):\n"
        "    importlib.import_module(module.name)\n"
        "from ldp_checks import assignment\n"
        f"for name in {list(ASSIGNMENTS)}:\n"
        "    assignment(name, 'ada').task\n"
        "assert not [name for name in sys.modules if 'coursework' in name]\n"
    )
    run = subprocess.run(
        [sys.executable, "-P", "-c", "import sys; sys.path.insert(0,"
                                     f" {str(wheel)!r})\n{code}"],
        capture_output=True, text=True, cwd="/",
    )  # fmt: skip
    assert run.returncode == 0, run.stderr


@each_assignment
def test_no_formula_of_the_solution_is_shipped(wheel, assignment):
    folder = ROOT / "coursework" / assignment
    cells = nbformat.read(folder / "source.ipynb", as_version=4).cells
    answers = [
        cell.source for cell in cells if is_solution(cell) and cell.cell_type == "code"
    ]
    mistakes = (folder / "mistakes.py").read_text(encoding="utf-8")
    kept = set().union(*map(formulas, [*answers, mistakes]))
    files = list((wheel / "ldp_checks").glob("*.py"))
    files += (wheel / "ldp_checks" / "assignments").rglob("*.py")
    shipped = set().union(
        *(formulas(file.read_text(encoding="utf-8")) for file in files)
    )
    assert not kept & shipped


@each_assignment
def test_the_faults_have_no_names(assignment):
    folder = ROOT / "ldp_checks" / "assignments" / assignment
    stored = json.loads((folder / "key.json").read_text(encoding="utf-8"))
    assert isinstance(stored["programs"], list) and set(stored) == {"programs", "asked"}
    sources = [path.read_text(encoding="utf-8") for path in folder.glob("*.py")]
    assert not [source for source in sources if "FAULT" in source]


def helpers(assignment):
    """Every function of the checks that a student can import."""
    package = f"ldp_checks.assignments.{assignment}"
    modules = [
        import_module(name)
        for name in [*ENGINE, f"{package}.task", f"{package}.questions"]
    ]
    functions = {
        function for module in modules for _, function in getmembers(module, isfunction)
    }
    return [
        function
        for function in functions
        if function.__module__.startswith("ldp_checks")
    ]


def tried(function, *arguments):
    """Return the result, or None: most make no sense, and some never end."""
    signal.signal(signal.SIGPROF, signal.default_int_handler)
    signal.setitimer(signal.ITIMER_PROF, 0.3)
    try:
        with np.errstate(all="ignore"):
            return function(*arguments)
    except (Exception, KeyboardInterrupt):
        return None
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, signal.SIG_IGN)


@each_assignment
def test_no_helper_gives_a_right_number(assignment):
    """With any one or two of the student's numbers; nor does a property of the task."""
    own, key = task(assignment, "ada"), reference_key(assignment)
    numbers = [
        number
        for number in vars(own).values()
        if isinstance(number, int | float) and number != 1
    ]
    results = [getattr(own, name) for name in dir(own) if not name.startswith("__")]
    for function in helpers(assignment):
        count = len(signature(function).parameters)
        most = 2 if ".assignments." in function.__module__ else 1
        for arguments in (
            itertools.permutations([own, *numbers], count) if count <= most else ()
        ):
            results.append(tried(function, *arguments))
    results = {
        number
        for number in results
        if isinstance(number, int | float | str | np.number)
    }
    leaks = {
        (name, number)
        for name, about in key.items.items()
        for number in results
        - {
            "yes",
            "no",
            0,
            1,
            *numbers,
            *map(str, numbers),
        }  # a guess; the numbers are given
        if about.inputs is None and key.judge(name, own, number)[0]
    }
    assert not leaks


@each_assignment
def test_no_helper_is_a_right_function(assignment):
    """Neither by itself nor with numbers of the student or the task as arguments."""
    own, key = task(assignment, "ada"), key_of(assignment)
    # of which columns a table is asked about is no number of a student
    asked = With(own, known=getattr(own, "columns", None))
    given = [
        own,
        *(thing for thing in vars(own).values() if isinstance(thing, int | float)),
    ]
    first = [(), *itertools.permutations(given, 1), *itertools.permutations(given, 2)]
    own_helpers = [
        thing for thing in helpers(assignment) if ".assignments." in thing.__module__
    ]
    leaks = set()
    for name, about in key.items.items():
        inputs = (
            key.inputs(name, asked, np.random.default_rng()) if about.inputs else []
        )
        for function, known in itertools.product(own_helpers, first) if inputs else ():
            results = []
            for arguments in inputs:
                results.append(tried(function, *known, *copy.deepcopy(arguments)))
                if results[-1] is None:
                    break
            else:
                if (tried(key.judge, name, asked, results, inputs) or [False])[0]:
                    leaks.add((name, function.__name__))
    assert not leaks
