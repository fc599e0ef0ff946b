"""A student's notebook as a jailed process that answers calls over a pipe."""

from __future__ import annotations

import builtins
import json
import os
import selectors
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from coursework.grading.jail import Jail, Limits
from coursework.grading.wire import LARGEST, decode, encode

HERE = Path(__file__).resolve().parent
STEP_SECONDS = 300  # for one cell or one call; processor time is limited more tightly, by the jail


class Ended(Exception):
    """The jailed process is gone; the message says why."""


class StudentError(Exception):
    """An exception of a kind that the student's code or a package defines."""


@dataclass
class Notebook:
    """A student's notebook as a jailed process. If a cell or call ends it, the next question starts
    another.
    """

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
        self.process = subprocess.Popen(
            argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
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
                self._note(
                    f"{where} raised {reply['raised']}: {reply.get('message', '')}"[
                        :300
                    ].removesuffix(": ")
                )
        try:
            self.answers = _understood(self._exchange("fetch", names=self.names)["answers"])
        except (
            Ended,
            KeyError,
            ValueError,
            TypeError,
            AttributeError,
            RecursionError,
            MemoryError,
        ):
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
                reason = _cause(self.process.wait(timeout=30), self.jail.limits)
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
    """What the student's function made of an argument becomes visible to the check, as without the
    pipe.
    """
    if isinstance(old, np.ndarray) and isinstance(new, np.ndarray) and old.shape == new.shape:
        np.copyto(old, new, casting="unsafe")
    elif isinstance(old, list) and isinstance(new, list):
        old[:] = new
    elif isinstance(old, dict) and isinstance(new, dict):
        old.clear()
        old.update(new)


def _understood(answers: dict) -> dict:
    return {
        name: {"value": decode(told["value"])} if "value" in told else told
        for name, told in answers.items()
    }


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
        return (
            f"was stopped: it used more than {limits.cpu_seconds} seconds of processor time, or too"
            " much memory"
        )
    if signal > 0:
        return f"crashed (signal {signal})"
    return f"ended the Python process (exit status {status})"
