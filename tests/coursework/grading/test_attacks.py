"""Every attack that once got through, and every honest notebook that once lost points:
what each gets, that the batch ends well, and that nothing leaks or stays behind. As
root and as an ordinary account. What runs in a marker's browser is in
test_marker_pages, what a check can be told in the tests of the checks.

A right answer of the sample fails one of three tests with probability at most 1e-6
each.
"""

import json
import os
import re
import stat
import zipfile
from types import SimpleNamespace

import nbclient
import nbformat
import pytest
from accounts import ACCOUNTS, folder_of, give, run_as, skip_unless_it_exists
from kinds import GOOD, SHARE, STUB
from sample_class import (
    NAME,
    ROOT,
    SAMPLE,
    column,
    hand_in,
    marks,
    named,
    salt_in,
    write,
)

from coursework.grading.collect import collect
from coursework.grading.sandbox.notebook import Notebook
from coursework.grading.writing import read_table

pytestmark = [pytest.mark.usefixtures("needs_jail"), pytest.mark.xdist_group("attacks")]
SECRET = "SECRET-OF-THE-ENVIRONMENT"
LONG_NAME = "ж" * 84  # 168 bytes, and in a file's name with what belongs to it
TOO_LONG = "字" * 84  # 252 bytes
CLAIM = "graded by hand: 20 of 20"
MAGICS = """
import numpy as np
np.where?
files = !ls
%timeit -n1 -r1 1 + 1
shell = get_ipython()
assert "class.csv" in files
"""


def split_cells(sample, student):
    """JupyterLab's "Split cell" copies the metadata, nbgrader's names with them."""
    notebook = hand_in(sample, student, GOOD + "\n# and more", SHARE)
    for name in ("forced_answers_answer", "reason"):
        cell = named(notebook)[name]
        first, _, second = cell.source.partition("\n")
        more = {"source": second or "More.", "id": f"{cell.id}2"}
        rest = nbformat.from_dict({**cell, **more})
        cell.source = first
        notebook.cells.insert(notebook.cells.index(cell) + 1, rest)
    return notebook


def notebooks(sample):
    """By file: content, the points that it must get for its two code questions."""

    def right(student, more="", second=SHARE, **others):
        return hand_in(sample, student, GOOD + more, second, **others)

    def stub(student, second="share = 0"):
        return hand_in(sample, student, STUB, second)

    raising = right("raises1000")
    raising.cells += [
        nbformat.v4.new_code_cell(f"raise ValueError({n})") for n in range(1000)
    ]
    environment = (
        "\nimport glob\nseen = [open(path).read() for path in glob.glob('/proc/*/environ')]\n"
        "raise RuntimeError(''.join(seen))"
    )
    link = (
        "\nimport os\nos.mkdir('locked')\nos.symlink(TARGET, 'locked/link')\n"
        "os.chmod('locked', 0o500)"
    )
    slow = hand_in(sample, "slow", "import time\ntime.sleep(2)\n" + GOOD, SHARE)
    some = {
        "split/x.ipynb": split_cells(sample, "split"),
        "surrogate/x.ipynb": right("surrogate", "\nraise ValueError('\\udcff')"),
        "Müller/übung.ipynb": right("Müller"),
        "flat/hw_2_1_final.ipynb": right("flat"),
        f"{LONG_NAME}/x.ipynb": right(LONG_NAME),
        "environment/x.ipynb": right("environment", environment),
        "victim/x.ipynb": right("victim"),
        "link/x.ipynb": right("link", link),
        "raises1000/x.ipynb": raising,
        "long_words/x.ipynb": right(
            "long_words", "\nraise ValueError('x' * 8_000_000)"
        ),
        "formula/x.ipynb": claiming(right("formula")),
        "below/x.ipynb": below(right("below", reason="")),
        "magics/hw (1).ipynb": hand_in(sample, "magics", MAGICS + GOOD, SHARE),
        "exits/x.ipynb": right("exits", second=SHARE + "\nexit()"),
        "slow/x.ipynb": slow,
        "damaged/x.ipynb": without_types(right("damaged")),
    }
    nothing = {
        f"mallory/victim/{NAME}.ipynb": stub("mallory"),
        "claims/x.ipynb": stub("claims", f"raise ValueError('{CLAIM}')"),
    }
    refused = {
        "hw_2_1_final.ipynb": right("lost"),
        "Bo_x_1_assignsubmission_file_y.ipynb": right("lost"),
        f"{TOO_LONG}/x.ipynb": right(TOO_LONG),
    }
    return {
        path: (notebook, points)
        for made, points in ((some, (6, 2)), (nothing, (0, 0)), (refused, None))
        for path, notebook in made.items()
    }


def claiming(notebook):
    """Words that look like the grading's own, and what a spreadsheet may take for a
    formula."""
    source = f'#"; {CLAIM}\nraise ValueError("x;=1+1")'
    notebook.cells.append(nbformat.v4.new_code_cell(source))
    return notebook


def below(notebook):
    """An answer in a cell of its own."""
    answer = nbformat.v4.new_markdown_cell("It says less about the truth.")
    notebook.cells.append(answer)
    return notebook


def without_types(notebook):
    """A student may put anything into nbgrader's part of the metadata."""
    for cell in notebook.cells:
        if cell.metadata.get("nbgrader", {}).get("grade"):
            cell.metadata.nbgrader.points = [None]
            cell.metadata.nbgrader.cell_type = 7
    notebook.cells[0].metadata.nbgrader = "mine"
    return notebook


each_account = [ACCOUNTS[0], pytest.param(ACCOUNTS[1], marks=pytest.mark.deep)]


@pytest.fixture(scope="module", params=each_account)
def class_(needs_jail, sample, request):
    account = request.param
    skip_unless_it_exists(account)
    with folder_of(account) as place:
        salt, target, made = salt_in(place), place / "target", notebooks(sample)
        target.mkdir(mode=0o755)
        for path, (notebook, _) in made.items():
            for cell in notebook.cells:
                cell.source = cell.source.replace("TARGET", repr(str(target)))
            write(notebook, place / "class" / path)
        latin = os.fsencode(place / "class") + b"/" + "Müller".encode("latin-1")
        os.rename(place / "class" / "Müller", latin)
        stamp = place / "class" / "flat" / "timestamp.txt"
        stamp.write_text("2026-01-01 10:00:00 UTC")
        os.mkfifo(place / "class" / "pipe.ipynb")
        (place / "home").mkdir()
        (place / "temporary").mkdir()
        give(account, place)
        argv = ["-m", "coursework.grading", place / "class", "--salt-file", salt]
        argv += ["--assignments", SAMPLE / "sources"]
        more = {"LDP_SECRET": SECRET, "TMPDIR": str(place / "temporary")}
        run = run_as(account, argv, place / "home", **more)
        assert run.returncode == 0, run.stderr
        yield SimpleNamespace(
            run=run,
            place=place,
            output=place / "class-grades",
            made=made,
            target=target,
        )


@pytest.fixture
def notes(class_):
    return column(class_.output, "notes")


def test_each_attack_gets_its_points_and_the_batch_ends_well(class_):
    given = marks(class_.output)
    wanted = {
        path.partition("/")[0]: points
        for path, (_, points) in class_.made.items()
        if points
    }
    questions = "forced_answers", "share_of_liars"
    assert {
        who: tuple(float(given.get((who, name), -1)) for name in questions)
        for who in wanted
    } == wanted
    assert f"{len(wanted)} graded, 4 not graded" in class_.run.stdout


def test_each_refused_file_is_listed(class_):
    rows = read_table(class_.output / "not_graded.csv")
    refused = {row["file"]: row["reason"] for row in rows}
    too_long, number = f"{TOO_LONG}/x.ipynb", "hw_2_1_final.ipynb"
    wanted = {too_long, number, "Bo_x_1_assignsubmission_file_y.ipynb", "pipe.ipynb"}
    assert refused.keys() == wanted
    assert refused["pipe.ipynb"] == "neither a file nor a folder"
    assert "cannot be a student's id" in refused[too_long]
    assert "carries Canvas's own number" in refused[number]
    assert "timestamp" not in class_.run.stdout


def test_a_split_answer_keeps_its_points_and_is_marked_once(class_):
    pseudonym = column(class_.output, "pseudonym", "key.csv")["split"]
    (path,) = (class_.output / "nbgrader" / "autograded" / pseudonym).rglob("*.ipynb")
    cells = nbformat.read(path, as_version=4).cells
    names = [c.metadata.nbgrader.grade_id for c in cells if "nbgrader" in c.metadata]
    assert len(names) == len(set(names)) and "reason" in names


def test_the_environment_does_not_leak(class_):
    for path in class_.output.rglob("*"):
        assert not path.is_file() or SECRET.encode() not in path.read_bytes(), path


def test_a_name_in_an_inner_folder_counts_for_nobody(notes):
    assert "it counts for whom the outer folder names" in notes["mallory"]
    assert notes["victim"] == ""


def test_a_link_is_not_followed_and_nothing_is_left(class_):
    assert stat.S_IMODE(class_.target.stat().st_mode) == 0o755
    assert not list((class_.place / "temporary").iterdir())
    assert not [path for path in class_.place.rglob("*") if path.name == "locked"]


def test_pages_and_notes_stay_short_and_say_what_was_cut(class_, notes):
    for path in (class_.output / "feedback").rglob("*.html"):
        assert path.stat().st_size < 50_000, path
    assert "more notes" in notes["raises1000"]
    assert len(notes["long_words"]) < 1000 and " …”" in notes["long_words"]


def test_a_students_words_are_quoted(class_, notes):
    assert f"“{CLAIM}”" in notes["claims"]
    assert f'the cell that begins with “#"; {CLAIM}”' in notes["formula"]
    text = (class_.output / "totals.csv").read_text("utf-8")
    # a spreadsheet that parts at ; sees no formula
    assert not re.search(r"[;\n]\s*[=+@]", text)


def test_an_answer_outside_of_its_cell_waits_for_a_person(class_):
    final = marks(class_.output, "final")
    assert final["below", "reason"] == final["victim", "reason"] == "pending"


@pytest.mark.deep
@pytest.mark.parametrize("student", ["split", "surrogate", "magics", "environment"])
def test_the_instant_check_gives_the_same(sample, student, tmp_path, monkeypatch):
    """In a kernel of Jupyter, as a student runs it."""
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{SAMPLE}")
    (tmp_path / "class.csv").write_text("a\n")
    for path, (notebook, points) in notebooks(sample).items():
        if path.startswith(f"{student}/"):
            client = nbclient.NotebookClient(
                notebook, kernel_name="python3", allow_errors=True,
                resources={"metadata": {"path": str(tmp_path)}},
            )  # fmt: skip
            client.execute()
            shown = [
                float(cell.outputs[-1].data["text/plain"])
                for cell in notebook.cells
                if cell.cell_type == "code" and cell.source.startswith("checks.")
            ]
            assert tuple(shown) == points


@pytest.fixture(scope="module", params=each_account)
def probed(needs_jail, request):
    account = request.param
    skip_unless_it_exists(account)
    with folder_of(account) as place:
        (place / "home").mkdir()
        (place / "target").mkdir(mode=0o755)
        give(account, place)
        argv = [SAMPLE.parent / "probes.py", place / "target"]
        run = run_as(account, argv, place / "home", LDP_SECRET=SECRET)
        assert run.returncode == 0, run.stderr
        yield json.loads(run.stdout)


def test_only_its_own_environment_and_processes_are_in_sight(probed):
    seen = probed["reads"]["answer"]
    assert "HOME=/tmp" in seen and SECRET not in seen
    assert "'1'" in seen and "'2'" not in seen


def test_the_kernels_keys_and_other_ways_out_are_closed(probed):
    refused = dict.fromkeys(probed["calls"]["answer"], "Operation not permitted")
    assert probed["calls"]["answer"] == refused | {"clone3": "Function not implemented"}


def test_signals_reach_nobody_else(probed):
    assert probed["signals"]["answer"] == 0 and probed["after"]["answer"] == 1


def test_the_sum_of_memory_and_of_temporary_files_is_limited(probed):
    (note,) = probed["memory"]["notes"]
    assert "cell 1 was stopped: it used more than" in note and "GiB of memory" in note
    assert probed["memory"]["answer"] == "still there", "the next cells have run"
    assert 0 < probed["temporary"]["answer"] <= (256 + 64) * 2**20


def test_data_in_sockets_counts_as_memory(probed):
    (note,) = probed["sockets"]["notes"]
    assert "cell 1 was stopped: it used more than" in note
    assert probed["sockets"]["answer"] == "still there"


def test_kernel_memory_of_processes_counts_as_memory(probed):
    (note,) = probed["many"]["notes"]
    assert "cell 1 was stopped: it used more than" in note
    assert probed["many"]["answer"] == "still there"


def test_a_database_works_alone_on_its_file(probed):
    assert probed["database"] == probed["database"] | {"answer": 7, "notes": []}


def test_output_after_a_question_is_dropped(probed):
    """It may have got the question across a restart, as by what the kernel keeps of
    files."""
    assert (
        len(probed["restarted"]["notes"]) == 1 and probed["restarted"]["outputs"] == 1
    )


def test_a_reply_cannot_keep_the_grading_busy_or_fill_its_memory(probed):
    reason = "did not keep to the grading's format"
    assert probed["colliding"]["answer"] == f"answer {reason}"
    assert probed["flood"]["answer"] == 1 and probed["flood"]["printed"] < 5 * 2**20


def test_cells_that_sleep_end_with_the_time_of_the_notebook(probed):
    assert probed["sleeps"]["answer"] == "took longer than 4 seconds in all"
    assert len(probed["sleeps"]["notes"]) < 5


def test_a_notebook_finds_no_files_of_an_earlier_notebook(probed):
    assert probed["leaves"]["answer"], "it could write in its own folders"
    assert {path.split("/")[1] for path in probed["leaves"]["answer"]} <= {"tmp", "dev"}
    assert (probed["finds"]["answer"], probed["finds"]["notes"]) == ([], [])


def test_names_of_files_in_latin_1_are_read(sample, tmp_path):
    content = nbformat.writes(hand_in(sample, "x", GOOD, SHARE)).encode()
    path = tmp_path / "in.zip"
    with zipfile.ZipFile(path, "w") as bundle:
        for letter in "abc":
            bundle.writestr(zipfile.ZipInfo(f"class/{letter}?ller.ipynb"), content)
    raw = path.read_bytes()
    for letter, encoding in (("a", "utf-8"), ("b", "latin-1"), ("c", "cp437")):
        byte = "ü".encode(encoding)[:1]
        raw = raw.replace(f"{letter}?ller".encode(), letter.encode() + byte + b"ller")
    path.write_bytes(raw)
    submissions, refused = collect(path, [sample])
    assert len(submissions) + len(refused) == 3
    assert {"büller", "cüller"} <= {s.student for s in submissions}


def test_the_sandbox_mounts_no_reference(sandbox):
    """The solutions lie in coursework/, which no notebook can read."""
    place = str(ROOT / "coursework" / "rappor")
    source = f"import os\nanswer = os.path.exists({place!r})"
    notebook = Notebook([("cell 1", source)], sandbox, names=["answer"])
    assert notebook.answer("answer") is False
    notebook.close()
