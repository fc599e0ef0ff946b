"""Every attack that once got through, and every honest notebook that once lost points: what each
gets, that the batch ends well, and that nothing leaks or stays behind. As root and as an ordinary
account. What runs in a marker's browser is in test_marker_pages, what a check can be told in the
tests of the checks.

A right answer of the sample fails one of three tests with probability at most 1e-6 each.
"""

import json
import os
import re
import stat
import zipfile

import nbclient
import nbformat
import pytest
from accounts import ACCOUNTS, folder_of, give, run_as, skip_unless_it_exists
from kinds import GOOD, SHARE, STUB
from sample_class import ROOT, SAMPLE, hand_in

from coursework.grading.writing import read_table

pytestmark = [pytest.mark.usefixtures("needs_jail"), pytest.mark.xdist_group("attacks")]
NAME = "randomized_response"
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
    cells = []
    for cell in notebook.cells:
        cells.append(cell)
        if cell.metadata.get("nbgrader", {}).get("grade_id") in ("forced_answers_answer", "reason"):
            first, _, second = cell.source.partition("\n")
            rest = nbformat.from_dict({**cell, "source": second or "More.", "id": f"{cell.id}2"})
            cell.source = first
            cells.append(rest)
    notebook.cells = cells
    return notebook


def notebooks(sample):
    """By file: content, the points that it must get for its two code questions."""

    def right(student, first=GOOD, second=SHARE, **more):
        return hand_in(sample, student, first, second, **more)

    raising = right("raises1000")
    raising.cells += [nbformat.v4.new_code_cell(f"raise ValueError({n})") for n in range(1000)]
    surrogate = "\nraise ValueError('\\udcff')"
    environment = (
        "import glob\nseen = [open(one).read() for one in glob.glob('/proc/*/environ')]\n"
        "raise RuntimeError(''.join(seen))"
    )
    link = (
        "import os\nos.mkdir('locked')\nos.symlink(TARGET, 'locked/link')\n"
        "os.chmod('locked', 0o500)"
    )
    return {
        # row 2
        "split/x.ipynb": (split_cells(sample, "split"), (6, 2)),
        # row 3
        "surrogate/x.ipynb": (right("surrogate", GOOD + surrogate), (6, 2)),
        "Müller/übung.ipynb": (right("Müller"), (6, 2)),
        # row 4
        "flat/hw_2_1_final.ipynb": (right("flat"), (6, 2)),
        "hw_2_1_final.ipynb": (right("lost"), None),
        "Bo_x_1_assignsubmission_file_y.ipynb": (right("lost"), None),
        # row 5
        f"{LONG_NAME}/x.ipynb": (right(LONG_NAME), (6, 2)),
        f"{TOO_LONG}/x.ipynb": (right(TOO_LONG), None),
        # row 6
        "environment/x.ipynb": (right("environment", GOOD + environment), (6, 2)),
        # row 8
        f"mallory/victim/{NAME}.ipynb": (right("mallory", STUB, "share = 0"), (0, 0)),
        "victim/x.ipynb": (right("victim"), (6, 2)),
        # row 12
        "link/x.ipynb": (right("link", GOOD + link), (6, 2)),
        # row 13
        "raises1000/x.ipynb": (raising, (6, 2)),
        "long_words/x.ipynb": (
            right("long_words", GOOD + "\nraise ValueError('x' * 8_000_000)"),
            (6, 2),
        ),
        # row 14
        "claims/x.ipynb": (right("claims", STUB, f"raise ValueError('{CLAIM}')"), (0, 0)),
        "formula/x.ipynb": (claiming(right("formula")), (6, 2)),
        # an answer in a cell of its own
        "below/x.ipynb": (below(right("below", reason="")), (6, 2)),
        # row 16
        "magics/hw (1).ipynb": (right("magics", MAGICS + GOOD), (6, 2)),
        "exits/x.ipynb": (right("exits", GOOD, SHARE + "\nexit()"), (6, 2)),
        "slow/x.ipynb": (right("slow", "import time\ntime.sleep(2)\n" + GOOD), (6, 2)),
        # a check's cell that was damaged
        "damaged/x.ipynb": (without_types(right("damaged")), (6, 2)),
    }


def claiming(notebook):
    """Words that look like the grading's own, and what a spreadsheet may take for a formula."""
    source = f'#"; {CLAIM}\nraise ValueError("x;=1+1")'
    notebook.cells.append(nbformat.v4.new_code_cell(source))
    return notebook


def below(notebook):
    notebook.cells.append(nbformat.v4.new_markdown_cell("It says less about the truth."))
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
        target = place / "target"
        target.mkdir(mode=0o755)
        (place / "salt").write_text("5a17" * 16)
        (place / "salt").chmod(0o600)
        made = notebooks(sample)
        for path, (notebook, _) in made.items():
            for cell in notebook.cells:
                cell.source = cell.source.replace("TARGET", repr(str(target)))
            file = place / "class" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(nbformat.writes(notebook), encoding="utf-8")
        os.rename(
            place / "class" / "Müller",
            os.fsencode(place / "class") + b"/" + "Müller".encode("latin-1"),
        )
        (place / "class" / "flat" / "timestamp.txt").write_text("2026-01-01 10:00:00 UTC")
        os.mkfifo(place / "class" / "pipe.ipynb")
        (place / "home").mkdir()
        (place / "temporary").mkdir()
        give(account, place)
        argv = ["-m", "coursework.grading", place / "class", "--salt-file", place / "salt"]
        # on a busy machine 3,000 cells take more than five minutes; here no clock ends a notebook
        argv += ["--assignments", SAMPLE / "sources", "--seconds", 3600]
        more = {"LDP_SECRET": SECRET, "TMPDIR": str(place / "temporary")}
        run = run_as(account, argv, place / "home", **more)
        assert run.returncode == 0, run.stderr
        yield {
            "run": run, "place": place, "output": place / "class-grades", "made": made,
            "target": target,
        }  # fmt: skip


def notes(class_):
    return {row["student"]: row["notes"] for row in read_table(class_["output"] / "totals.csv")}


def test_each_gets_its_points_and_the_batch_ends_well(class_):
    rows = read_table(class_["output"] / "grades.csv")
    given = {(row["student"], row["question"]): row["audit"] for row in rows}
    wanted = {
        path.partition("/")[0]: points for path, (_, points) in class_["made"].items() if points
    }
    assert {
        who: tuple(
            float(given.get((who, name), -1)) for name in ("forced_answers", "share_of_liars")
        )
        for who in wanted
    } == wanted
    assert f"{len(wanted)} graded, 4 not graded" in class_["run"].stdout


def test_each_file_that_is_not_graded_is_named(class_):
    refused = {
        row["file"]: row["reason"] for row in read_table(class_["output"] / "not_graded.csv")
    }
    assert refused.keys() == {
        "hw_2_1_final.ipynb",
        "Bo_x_1_assignsubmission_file_y.ipynb",
        f"{TOO_LONG}/x.ipynb",
        "pipe.ipynb",
    }
    assert refused["pipe.ipynb"] == "neither a file nor a folder"
    assert "cannot be a student's id" in refused[f"{TOO_LONG}/x.ipynb"]
    assert "carries Canvas's own number" in refused["hw_2_1_final.ipynb"]
    assert "timestamp" not in class_["run"].stdout


def test_a_split_answer_keeps_its_points_and_is_marked_once(class_):
    key = {one["student"]: one["pseudonym"] for one in read_table(class_["output"] / "key.csv")}
    folder = class_["output"] / "nbgrader" / "autograded" / key["split"]
    (path,) = folder.rglob("*.ipynb")
    copy = nbformat.read(path, as_version=4)
    names = [c.metadata.nbgrader.grade_id for c in copy.cells if "nbgrader" in c.metadata]
    assert len(names) == len(set(names)) and "reason" in names


def test_the_environment_does_not_leak(class_):
    for path in class_["output"].rglob("*"):
        assert not path.is_file() or SECRET.encode() not in path.read_bytes(), path


def test_a_name_further_in_counts_for_nobody_else(class_):
    assert "it counts for whom the outer folder names" in notes(class_)["mallory"]
    assert "victim" in notes(class_) and not notes(class_)["victim"]


def test_a_link_is_not_followed_and_nothing_is_left(class_):
    assert stat.S_IMODE(class_["target"].stat().st_mode) == 0o755
    assert not list((class_["place"] / "temporary").iterdir())
    assert not [one for one in class_["place"].rglob("*") if one.name == "locked"]


def test_pages_and_notes_stay_short_and_say_what_was_cut(class_):
    for path in (class_["output"] / "feedback").rglob("*.html"):
        assert path.stat().st_size < 50_000, path
    assert "more notes" in notes(class_)["raises1000"]
    assert len(notes(class_)["long_words"]) < 1000 and " …”" in notes(class_)["long_words"]


def test_a_students_words_are_quoted(class_):
    assert f"“{CLAIM}”" in notes(class_)["claims"]
    note = notes(class_)["formula"]
    assert f'the cell that begins with “#"; {CLAIM}”' in note
    text = (class_["output"] / "totals.csv").read_text("utf-8")
    assert not re.search(r"[;\n]\s*[=+@]", text), "a spreadsheet that parts at ; sees no formula"


def test_an_answer_outside_of_its_cell_waits_for_a_person(class_):
    rows = read_table(class_["output"] / "grades.csv")
    final = {row["student"]: row["final"] for row in rows if row["question"] == "reason"}
    assert final["below"] == final["victim"] == "pending"


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


def test_no_environment_and_no_process_but_its_own_is_in_sight(probed):
    seen = probed["reads"]["answer"]
    assert "HOME=/tmp" in seen and SECRET not in seen
    assert "'1'" in seen and "'2'" not in seen


def test_the_kernels_keys_and_other_ways_out_are_closed(probed):
    refused = dict.fromkeys(probed["calls"]["answer"], "Operation not permitted")
    assert probed["calls"]["answer"] == refused | {"clone3": "Function not implemented"}


def test_signals_reach_nobody_else(probed):
    assert probed["signals"]["answer"] == 0 and probed["after"]["answer"] == 1


def test_memory_is_limited_as_a_sum_and_so_are_temporary_files(probed):
    (note,) = probed["memory"]["notes"]
    assert "cell 1 was stopped: it used more than" in note and "GiB of memory" in note
    assert probed["memory"]["answer"] == "still there", "the next cells have run"
    assert 0 < probed["temporary"]["answer"] <= (256 + 64) * 2**20


def test_what_waits_in_sockets_counts_as_memory(probed):
    (note,) = probed["sockets"]["notes"]
    assert "cell 1 was stopped: it used more than" in note
    assert probed["sockets"]["answer"] == "still there"


def test_what_the_kernel_holds_for_processes_counts_as_memory(probed):
    (note,) = probed["many"]["notes"]
    assert "cell 1 was stopped: it used more than" in note
    assert probed["many"]["answer"] == "still there"


def test_a_database_works_alone_on_its_file(probed):
    assert probed["database"] == probed["database"] | {"answer": 7, "notes": []}


def test_what_a_notebook_shows_after_a_question_is_not_kept(probed):
    """It may have got the question across a restart, as by what the kernel keeps of files."""
    assert len(probed["restarted"]["notes"]) == 1 and probed["restarted"]["outputs"] == 1


def test_a_reply_cannot_keep_the_grading_busy_or_fill_its_memory(probed):
    assert probed["colliding"]["notes"] == ["your notebook did not keep to the grading's format"]
    assert probed["flood"]["answer"] == 1 and probed["flood"]["printed"] < 5 * 2**20


def test_cells_that_sleep_end_with_the_time_of_the_notebook(probed):
    assert probed["sleeps"]["answer"] == "took longer than 4 seconds in all"
    assert len(probed["sleeps"]["notes"]) < 5


def test_a_notebook_finds_nothing_of_the_one_before_it(probed):
    assert probed["leaves"]["answer"], "it could write in its own folders"
    assert {one.split("/")[1] for one in probed["leaves"]["answer"]} <= {"tmp", "dev"}
    assert (probed["finds"]["answer"], probed["finds"]["notes"]) == ([], [])


def test_files_that_a_zip_names_in_latin_1(sample, tmp_path):
    from coursework.grading.collect import collect

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
    found, refused = collect(path, [sample])
    assert len(found) + len(refused) == 3
    assert {"büller", "cüller"} <= {one.student for one in found}


def test_the_sandbox_mounts_no_reference(sandbox):
    """The solutions lie in coursework/, which no notebook can read."""
    from coursework.grading.sandbox.notebook import Notebook

    source = f"import os\nanswer = os.path.exists({str(ROOT / 'coursework' / 'rappor')!r})"
    notebook = Notebook([("cell 1", source)], sandbox, names=["answer"])
    assert notebook.answer("answer") is False
    notebook.close()
