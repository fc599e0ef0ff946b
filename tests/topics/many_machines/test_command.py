"""python -m ldp_course.topics.many_machines: what it prints, its exit codes, and that it goes on where
it was."""

import io
import os
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from ldp_course import DirectEncoding, rappor
from ldp_course.topics.many_machines import __main__, total, write_batch
from ldp_course.topics.many_machines.counts import estimate_from_counts
from ldp_course.topics.many_machines.engines import ENGINES


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda line: __main__.main(line.split())


@pytest.mark.parametrize("protocol", ["grr", "oue", "olh"])
def test_from_reports_to_an_estimate(protocol, run, capsys):
    """The true share of the first word is 1 over the sum of 1/1, 1/2, …, 1/50."""
    assert (
        run(
            f"simulate inbox --people 2e4 --batches 3 --protocol {protocol} --epsilon 4"
        )
        == 0
    )
    for engine in ENGINES:
        assert run(f"collect inbox table-{engine} --engine {engine}") == 0
    assert run("estimate table-numpy --top 3") == 0
    shown = capsys.readouterr().out
    assert (
        "3 batches counted" in shown
        and "20,000 reports delivered, 20,000 counted" in shown
    )
    mechanism, counted = total("table-numpy")
    estimate = estimate_from_counts(mechanism, counted.counts, counted.n)
    first = (1 / np.arange(1, 51))[0] / (1 / np.arange(1, 51)).sum()
    assert abs(estimate.frequencies[0] - first) < 6 * estimate.standard_errors[0]
    assert f"site00.example           {estimate.frequencies[0]:9.5f}" in shown
    for engine in ENGINES:
        assert np.array_equal(total(f"table-{engine}")[1].counts, counted.counts)


def test_rappor_is_decoded(run, capsys):
    assert run("simulate inbox --people 60000 --batches 2") == 0
    assert run("collect inbox table") == 0
    assert run("estimate table") == 1
    assert "RAPPOR needs candidates: --candidates FILE" in capsys.readouterr().err
    assert run("estimate table --candidates inbox/words.txt") == 0
    protocol, counted = total("table")
    decoded = rappor.decode(counted.counts, __main__.WORDS, protocol)
    table = decoded.to_frame().sort_values("estimate", ascending=False)
    expected = f"{table.head(10).to_string()}\n{decoded.message}\n"
    assert capsys.readouterr().out.endswith(expected)
    for way in ("utf-16", "utf-8-sig"):  # in any order, saved by any program
        Path("list.txt").write_text("\r".join(__main__.WORDS[::-1]), encoding=way)
        assert run("estimate table --candidates list.txt") == 0
        assert capsys.readouterr().out.endswith(expected)


def test_words_that_are_not_the_clients_are_explained(run, capsys):
    run("simulate inbox --people 60000 --batches 1")
    run("collect inbox table")
    protocol, counted = total("table")
    words = [word.title() for word in __main__.WORDS]
    Path("words").write_text("\n".join(words))
    assert run("estimate table --candidates words --top 1") == 0
    message = rappor.decode(counted.counts, words, protocol).message
    assert capsys.readouterr().out.endswith(f"\n{message}\n") and "." in message
    Path("padded").write_text("\n".join(f"{word}\u2003" for word in __main__.WORDS))
    assert run("estimate table --candidates padded") == 1
    shown = capsys.readouterr().err
    message = "padded, line 1: 'site00.example\\u2003' ends with U+2003 EM SPACE"
    assert (
        shown.startswith(f"ldp_course.topics.many_machines: {message}")
        and shown.count("\n") == 1
    )


def test_lists_of_words_that_do_not_fit_are_refused(run, capsys, monkeypatch):
    run("simulate inbox --people 3000 --batches 1")
    run("collect inbox table")
    run("simulate direct --people 30 --batches 1 --protocol grr")
    run("collect direct counted")
    capsys.readouterr()
    monkeypatch.setattr("ldp_course.rappor.bloom.LARGEST_TABLE", 50 * 64 * 16)
    Path("many").write_text("\n".join([*__main__.WORDS, "one more"]))
    assert run("estimate table --candidates many") == 1
    error = capsys.readouterr().err
    assert error.startswith(
        "ldp_course.topics.many_machines: many: words holds 51 words for 64 cohorts"
    )
    assert run("estimate counted --candidates inbox/words.txt") == 1
    assert (
        "--candidates is for RAPPOR only; counted is of Direct"
        in capsys.readouterr().err
    )


def test_copies_of_a_batch_are_reported(run, capsys):
    run("simulate inbox --people 300 --batches 2 --protocol oue")
    shutil.copy("inbox/batch-00001.parquet", "inbox/batch (1).parquet")
    capsys.readouterr()
    assert run("collect inbox table") == 0
    words = capsys.readouterr().err
    assert words.startswith(
        "ldp_course.topics.many_machines: 2 batches are the same, byte for byte: "
    )
    assert "batch (1).parquet, batch-00001.parquet" in words


def test_reports_with_ids_that_come_twice(run, capsys, tmp_path):
    assert run("simulate inbox --people 900 --batches 3 --protocol grr --ids") == 0
    assert run("collect inbox table") == 0 and run("estimate table") == 0
    assert "ALARM" not in capsys.readouterr().out
    before = total("table")[1].counts
    path = tmp_path / "inbox/batch-00001.parquet"
    __main__.write_batch(path, *twice(path))
    assert run("collect inbox table") == 0 and run("estimate table") == 0
    shown = capsys.readouterr().out
    assert "ALARM: reports came more than once: 600 came 1x, 300 came 2x" in shown
    assert "1,200 reports delivered, 900 counted" in shown
    assert np.array_equal(total("table")[1].counts, before)


def twice(path):
    protocol = __main__.files.read_protocol(path)
    reports, ids = __main__.files.read_batch(path)
    return protocol, np.concatenate([reports, reports]), np.concatenate([ids, ids])


def test_the_same_command_goes_on(run, tmp_path, capsys):
    """A batch does not depend on those before it: what is missing is made again, byte
    for byte."""
    assert run("simulate inbox --people 400 --batches 4") == 0
    inbox = tmp_path / "inbox"
    before = {path.name: path.read_bytes() for path in inbox.glob("*.parquet")}
    assert len(before) == 4 and len(set(before.values())) == 4
    (inbox / "batch-00002.parquet").unlink()
    assert run("simulate inbox --people 400 --batches 4") == 0
    assert before == {path.name: path.read_bytes() for path in inbox.glob("*.parquet")}
    assert run("collect inbox table") == 0 and run("collect inbox table") == 0
    shown = capsys.readouterr()
    assert "4 batches counted\n0 batches counted" in shown.out
    assert shown.err.count("batch 4 of 4") == 3  # simulated twice, counted once


@pytest.mark.parametrize(
    "other, fault",
    [
        ("--people 300 --batches 3 --protocol grr --seed 2", "seed = 1, not 2"),
        ("--people 301 --batches 3 --protocol grr", "people = 300, not 301"),
        ("--people 300 --batches 2 --protocol grr", "batches = 3, not 2"),
        ("--people 300 --batches 4 --protocol grr", "batches = 3, not 4"),
        ("--people 300 --batches 3 --protocol oue", "protocol = grr, not oue"),
        (
            "--people 300 --batches 3 --protocol grr --epsilon 2",
            "epsilon = 1.0, not 2.0",
        ),
        ("--people 300 --batches 3 --protocol grr --ids", "ids = False, not True"),
        ("--people 300 --batches 3", "protocol = grr, not rappor"),
    ],
)
def test_another_command_does_not_go_on(other, fault, run, capsys):
    """Also where only the last batch is left, or the first; no file changes."""
    assert run("simulate inbox --people 300 --batches 3 --protocol grr") == 0
    for left in (3, 2, 1):
        before = contents("inbox")
        assert run(f"simulate inbox {other}") == 1
        assert contents("inbox") == before
        shown = capsys.readouterr().err
        assert fault in shown and "take another folder, or delete its files" in shown
        Path(f"inbox/batch-{3 - left:05d}.parquet").unlink()
    assert run(f"simulate inbox {other}") == 0  # no batch is left


def contents(folder):
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


@pytest.mark.parametrize(
    "name", ["batch-00000.parquet", "batch-00002.parquet", "words.txt"]
)
def test_files_of_others_are_never_written_over(name, run, capsys):
    Path("inbox").mkdir()
    write_batch("inbox/monday.parquet", DirectEncoding(__main__.WORDS, 1.0), [1, 2])
    shutil.copy("inbox/monday.parquet", f"inbox/{name}")
    before = contents("inbox")
    assert run("simulate inbox --people 300 --batches 3 --protocol grr") == 1
    assert contents("inbox") == before and name in capsys.readouterr().err
    Path(f"inbox/{name}").unlink()  # a batch of another name may stay
    assert run("simulate inbox --people 300 --batches 3 --protocol grr") == 0
    assert Path("inbox/monday.parquet").read_bytes() == before["monday.parquet"]
    capsys.readouterr()
    assert run("simulate other --epsilon 2") == 1
    assert "--epsilon is not for rappor" in capsys.readouterr().err
    assert not Path("other").exists()


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-8"])
def test_a_console_without_some_letters(encoding, tmp_path, monkeypatch):
    """The file runs as `python -m` runs it, with streams of a console's encoding."""
    monkeypatch.chdir(tmp_path)
    direct = DirectEncoding(["plain", "ε ± 语 🎲"], 4.0)
    Path("in").mkdir()
    write_batch("in/a.parquet", direct, [0, 0, 1] * 9)
    for line in ("collect in table", "estimate table", "--help", "collect nowhere ε"):
        shown = {name: io.BytesIO() for name in ("stdout", "stderr")}
        for name, held in shown.items():
            monkeypatch.setattr(sys, name, io.TextIOWrapper(held, encoding))
        monkeypatch.setattr(sys, "argv", ["many_machines", *line.split()])
        with pytest.raises(SystemExit) as stopped:
            runpy.run_path(__main__.__file__, run_name="__main__")
        sys.stderr.flush()
        assert int(stopped.value.code or 0) == int("nowhere" in line)
        if line.startswith("estimate"):
            said = shown["stdout"].getvalue()
            assert b"plain" in said and len(said.splitlines()) == 3


COMMAND = [sys.executable, "-m", "ldp_course.topics.many_machines"]


@pytest.mark.parametrize(
    "line", ["estimate table", "simulate a --people 9 --batches 3"]
)
def test_a_reader_that_stops_early_sees_no_traceback(line, run, tmp_path):
    """As `| head -0` does: the pipe is closed before anything is written."""
    run("simulate inbox --people 300 --batches 3 --protocol grr")
    run("collect inbox table")
    read, write = os.pipe()
    os.close(read)
    to_errors = line.startswith("simulate")
    done = subprocess.run(
        [*COMMAND, *line.split()],
        cwd=tmp_path,
        stdout=subprocess.PIPE if to_errors else write,
        stderr=write if to_errors else subprocess.PIPE,
    )
    os.close(write)
    assert done.returncode == 141 and not done.stdout and not done.stderr


def test_faults_and_their_exit_codes(run, capsys, tmp_path, monkeypatch):
    assert run("collect nowhere table") == 1
    assert "nowhere holds no file that ends in .parquet" in capsys.readouterr().err
    assert run("simulate inbox --people 3 --batches 5") == 1
    assert "5 batches of 3 people; each must have one" in capsys.readouterr().err
    run("simulate inbox --people 30 --batches 3")
    path = tmp_path / "inbox/batch-00001.parquet"
    path.write_bytes(path.read_bytes()[:-20])
    capsys.readouterr()
    assert run("collect inbox table") == 1
    error = capsys.readouterr().err
    assert (
        error.startswith("ldp_course.topics.many_machines: ")
        and "batch-00001.parquet" in error
    )
    assert "Traceback" not in error and error.count("\n") == 1
    for line in (
        "collect",
        "fly",
        "simulate inbox --people 1.5",
        "simulate a --people inf",
        "collect a b --engine spark",
    ):
        with pytest.raises(SystemExit) as stopped:
            run(line)
        assert stopped.value.code == 2
    capsys.readouterr()

    def interrupt(*arguments, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr(__main__, "collect", interrupt)
    assert run("collect inbox table") == 130
    assert "The same command goes on from here" in capsys.readouterr().err
