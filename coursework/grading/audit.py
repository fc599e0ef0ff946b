"""The audit: asks a student's jailed functions with inputs that the student cannot know, and decides here.

The checks and the verdict stay in this process. The jail only answers "what does this function return for that?".
"""

from __future__ import annotations

import builtins
import hashlib
import hmac
import json
import os
import selectors
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from coursework.grading.jail import Jail, Limits
from coursework.grading.wire import LARGEST, decode, encode
from ldp_course.checks.feedback import Check, Finding, earned

HERE = Path(__file__).resolve().parent
AUDIT_SECONDS = 360  # how long one audit may wait for the jail in all
STEP_SECONDS = 120  # and for one cell or one call; processor time is limited more tightly, by the jail
RAISED = "your code raised "


class Ended(Exception):
    """The jailed process is gone; the message says why."""


class StudentError(Exception):
    """An exception of a kind that the student's code or a package defines."""


@dataclass
class Verdict:
    """What the audit found: for each check its findings, and notes about the notebook as a whole."""

    findings: dict[str, list[Finding]]
    notes: list[str]
    told: object = None  # what the notebook calls its student
    student: str = ""  # whose numbers it was graded with

    def points(self, check: Check) -> float:
        return min(max(earned(self.findings[check.name]), 0.0), check.points)


def audit(
    cells: Sequence[tuple[str, str]],
    checks: Sequence[Check],
    ids: Sequence[str],
    seed: bytes,
    jail: Jail,
) -> Verdict:
    """Ask every check.

    cells: the code cells of the notebook that are no test cells, as (how to call it, its source)
    ids: of the student by whom the submission came; the numbers are those of the one that the notebook names, else of
        the first
    seed: secret; with the student and the check's name it decides the hidden inputs
    """
    names = sorted({name for check in checks for name in check.answers} | {"student"})
    notebook = Notebook(list(cells), names, jail, time.monotonic() + AUDIT_SECONDS)
    verdict = Verdict({}, notebook.notes)
    try:
        verdict.told = _told(notebook)
        verdict.student = next((name for name in ids if same_id(name, verdict.told)), ids[0])
        for check in checks:
            rng = generator(seed, ids[0], check.name)
            verdict.findings[check.name] = _ask(notebook, check, verdict.student, rng)
    finally:
        notebook.close("is no longer needed")
    return verdict


def same_id(one: str, other: object) -> bool:
    return isinstance(other, str) and one.strip().lower() == other.strip().lower()


def _told(notebook: Notebook) -> object:
    try:
        return notebook.answer("student")
    except (Ended, LookupError):
        return None


def generator(seed: bytes, *names: str) -> np.random.Generator:
    """The same hidden inputs at every regrading, and nobody can tell them without the secret."""
    digest = hmac.digest(seed, json.dumps(names).encode(), hashlib.sha256)
    return np.random.default_rng(int.from_bytes(digest, "big"))


def _ask(notebook: Notebook, check: Check, student: str, rng: np.random.Generator) -> list[Finding]:
    try:
        answers = [notebook.answer(name) for name in check.answers]
    except Ended as end:
        return [Finding(False, f"your notebook could not be asked: it {end}")]
    except LookupError as missing:
        return [Finding(False, missing.args[0])]
    found = check.findings(*answers, student=student, rng=rng)
    if notebook.end:
        found = [one for one in found if not one.message.startswith(RAISED + Ended.__name__)]
        found.append(Finding(False, f"your code {notebook.end}"))
    return [_without_text(one) if one.message.startswith(RAISED) else one for one in found]


def _without_text(finding: Finding) -> Finding:
    """An exception's text may hold hidden inputs; its kind is enough, and the student's own run tells the rest."""
    return replace(finding, message=finding.message.partition(":")[0])


@dataclass
class Notebook:
    """A student's notebook as a jailed process. If a cell or call ends it, the next question starts another."""

    cells: list[tuple[str, str]]
    names: list[str]
    jail: Jail
    deadline: float
    notes: list[str] = field(default_factory=list)
    answers: dict = field(default_factory=dict)
    end: str | None = None
    process: subprocess.Popen | None = None

    def answer(self, name: str):
        """A value, or a function to call; LookupError with a sentence if there is neither."""
        while self.process is None:
            if time.monotonic() > self.deadline:
                raise Ended("took too long")
            self._start()
        match self.answers.get(name):
            case {"function": True}:
                return lambda *positional, **named: self._call(name, positional, named)
            case {"unfit": str(reason)}:
                raise LookupError(f"{name} {reason[:200]}")
            case {"value": value}:
                return value
        raise LookupError(f"{name} is not defined in your notebook")

    def _start(self) -> None:
        self.end, self.answers = None, {}
        files = [HERE / "server.py", HERE / "wire.py"]
        argv = self.jail.command([sys.executable, str(files[0])], readable=files)
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        os.set_blocking(self.process.stdin.fileno(), False)
        os.set_blocking(self.process.stdout.fileno(), False)
        try:
            self._exchange("fetch", names=[])
        except Ended as end:  # before any code of the student: not the student's fault
            raise RuntimeError(f"the jail did not start: it {end}") from None
        for cell in list(self.cells):
            where, source = cell
            try:
                reply = self._exchange("run", source=source)
            except Ended as end:
                self._note(f"{where} {end}; it was left out")
                self.cells.remove(cell)
                return
            if "raised" in reply:
                self._note(f"{where} raised {reply['raised']}: {reply.get('message', '')}"[:300])
        try:
            self.answers = _understood(self._exchange("fetch", names=self.names)["answers"])
        except (Ended, KeyError, ValueError, TypeError, AttributeError, RecursionError, MemoryError):
            self.cells.clear()
            self.close("did not keep to the audit's format")
            self._note(f"your notebook {self.end}")

    def _call(self, name: str, positional: tuple, named: dict):
        if self.process is None:
            raise Ended(self.end)
        reply = self._exchange(
            "call",
            function=name,
            positional=[_argument(value) for value in positional],
            named={key: _argument(value) for key, value in named.items()},
        )
        if "raised" in reply:
            raise _exception(reply["raised"])
        try:
            result = decode(reply["result"])
            changed = {place: decode(value) for place, value in reply["changed"].items()}
        except (KeyError, ValueError, TypeError, AttributeError, RecursionError, MemoryError):
            raise self._ended("did not keep to the audit's format") from None
        arguments = {str(place): value for place, value in enumerate(positional)} | named
        for place, new in changed.items():
            _put_back(arguments.get(place), new)
        return result

    def _exchange(self, do: str, **what) -> dict:
        """Send one request and wait for its reply, whatever the other side does."""
        request = memoryview(json.dumps({"do": do, "with": what}).encode() + b"\n")
        reply = bytearray()
        deadline = min(self.deadline, time.monotonic() + STEP_SECONDS)
        stdin, stdout = self.process.stdin.fileno(), self.process.stdout.fileno()
        with selectors.DefaultSelector() as ready:
            ready.register(stdin, selectors.EVENT_WRITE)
            ready.register(stdout, selectors.EVENT_READ)
            while not reply.endswith(b"\n"):
                events = ready.select(max(0.0, deadline - time.monotonic()))
                if not events:
                    raise self._ended("did not answer in time")
                for key, _ in events:
                    try:
                        if key.fd == stdin:
                            request = request[os.write(stdin, request) :]
                            if not request:
                                ready.unregister(stdin)
                        elif chunk := os.read(stdout, 2**20):
                            reply += chunk
                        else:
                            raise self._ended()
                    except BrokenPipeError:
                        raise self._ended() from None
                if len(reply) > LARGEST:
                    raise self._ended("sent more than the audit takes")
        try:
            message = json.loads(reply)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self._ended("did not keep to the audit's format")
        return message

    def _ended(self, reason: str | None = None) -> Ended:
        self.close(reason)
        return Ended(self.end)

    def close(self, reason: str | None = None) -> None:
        """End the process, and keep why."""
        if self.process is None:
            return
        if reason is None:
            try:
                reason = _cause(self.process.wait(timeout=5), self.jail.limits)
            except subprocess.TimeoutExpired:
                reason = "closed its pipe to the audit"
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()
        self.process, self.end = None, reason

    def _note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)


def _argument(value):
    """For the jail: a generator as a seed drawn from it, so that equal states give equal seeds."""
    if isinstance(value, np.random.Generator):
        return {"generator": int(value.integers(2**62))}
    return encode(value)


def _put_back(old: object, new: object) -> None:
    """What the student's function made of an argument becomes visible to the check, as without the pipe."""
    if isinstance(old, np.ndarray) and isinstance(new, np.ndarray) and old.shape == new.shape:
        np.copyto(old, new, casting="unsafe")
    elif isinstance(old, list) and isinstance(new, list):
        old[:] = new
    elif isinstance(old, dict) and isinstance(new, dict):
        old.clear()
        old.update(new)


def _understood(answers: dict) -> dict:
    return {name: {"value": decode(told["value"])} if "value" in told else told for name, told in answers.items()}


def _exception(kind) -> Exception:
    known = getattr(builtins, str(kind), None)
    if isinstance(known, type) and issubclass(known, Exception):
        try:
            return known("")
        except TypeError:  # UnicodeDecodeError and the like want more
            pass
    return StudentError()


def _cause(status: int, limits: Limits) -> str:
    """bubblewrap ends with 128 + the signal that ended the process inside."""
    signal = status - 128 if status > 128 else -status
    if signal in (9, 24):
        return f"was stopped: it used more than {limits.cpu_seconds} seconds of processor time, or too much memory"
    if signal > 0:
        return f"crashed (signal {signal})"
    return f"ended the Python process (exit status {status})"
