"""The trusted side: a notebook as a confined process that runs its cells and answers calls."""

from __future__ import annotations

import base64
import builtins
import json
import selectors
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from coursework.grading.clocked import TooLong, within
from coursework.grading.sandbox.start import Limits, Sandbox
from coursework.grading.sandbox.wire import LARGEST, decode, encode


class Ended(Exception):
    """The confined process is gone; the message says why."""


class StudentError(Exception):
    """An exception of a kind that the student's code or a package defines."""


@dataclass
class Notebook:
    """A student's notebook. If a cell or call ends its process, the next question starts another,
    without that cell.
    """

    cells: list[tuple[str, str]]  # how to call it, its source
    sandbox: Sandbox
    files: dict[str, bytes] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)  # what will be asked for
    notes: list[str] = field(default_factory=list)
    outputs: dict[int, dict] = field(default_factory=dict)  # by cell: outputs and number
    end: str | None = None
    seconds: float = 0  # of processor time
    waited: float = 0
    _answers: dict = field(default_factory=dict)
    _values: dict = field(default_factory=dict)  # as told before any function was called
    _left_out: set[int] = field(default_factory=set)
    _printed: int = 0  # bytes of what cells printed
    _asked: bool = False  # whether any function has been called
    _sockets: tuple[socket.socket, socket.socket] | None = None

    def demand(self) -> None:
        """Have the cells run; Ended if there is no time left for it."""
        while self._sockets is None:
            if self.waited >= self.sandbox.limits.seconds:
                raise Ended(f"took longer than {self.sandbox.limits.seconds} seconds in all")
            self.start()

    def answer(self, name: str):
        """A value, or a function to call; LookupError with a sentence if there is neither."""
        self.demand()
        match self._answers.get(name):
            case {"function": True}:
                return lambda *positional, **named: self._call(name, positional, named)
            case {"unfit": _}:
                raise LookupError(f"{name} cannot be used; {ANSWERS}")
            case {"value": value}:
                return value
        raise LookupError(f"{name} is not defined in your notebook")

    def close(self, reason: str = "is no longer needed") -> None:
        if self._sockets:
            self._close(reason)

    def judged(self, judge: Callable[[], Any]):
        """What `judge` returns, which calls the notebook's functions: in a process of its own,
        whose processor time counts as the notebook's.
        """
        limits = self.sandbox.limits
        patience = max(1.0, min(limits.seconds - self.waited, limits.cpu_seconds))

        def work() -> tuple[object, dict, bool]:
            result = judge()
            self.waited += time.process_time()
            return result, {name: getattr(self, name) for name in KEPT}, self._sockets is None

        try:
            result, known, ended = within(patience, work)
        except TooLong:
            self.waited += patience
            reason = f"returned what takes more than {patience:.0f} seconds to judge"
            self._close(reason)
            raise Ended(reason) from None
        vars(self).update(known)
        if ended:
            for one in self._sockets:
                one.close()
            self._sockets = None
        return result

    def start(self) -> None:
        self.end, self._answers = None, {}
        self._sockets = self.sandbox.fork()
        try:
            contents = {name: base64.b64encode(data).decode() for name, data in self.files.items()}
            self._exchange("files", contents=contents)
        except Ended as end:  # before any code of the student: not the student's fault
            raise RuntimeError(f"the sandbox did not start: it {end}") from None
        for index, (where, source) in enumerate(self.cells):
            if index in self._left_out:
                continue
            try:
                reply = self._exchange("run", source=source)
            except Ended as end:
                self.note(f"{where} {end}; it was left out")
                self._left_out.add(index)
                return
            if self._asked:
                continue  # it might tell what a function was asked before this start
            self.outputs[index] = reply
            if "raised" in reply:
                kind, text = str(reply["raised"])[:60], str(reply.get("message", ""))
                kind = kind if hasattr(builtins, kind) else quoted(kind)
                self.note(f"{where} raised {kind}" + (f": {quoted(text)}" if text else ""))
        try:
            self._answers = _understood(self._exchange("fetch", names=self.names)["answers"])
            self._answers |= self._values if self._asked else {}
            self._values = {name: v for name, v in self._answers.items() if "value" in v}
        except (Ended, *MISUNDERSTOOD):
            self._left_out = set(range(len(self.cells)))
            self.close("did not keep to the grading's format")
            self.note(f"your notebook {self.end}")

    def _call(self, name: str, positional: tuple, named: dict):
        if self._sockets is None:
            raise Ended(self.end)
        self._asked = True
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
        except MISUNDERSTOOD:
            raise self._ended("did not keep to the grading's format") from None
        arguments = {str(place): value for place, value in enumerate(positional)} | named
        for place, new in changed.items():
            _put_back(arguments.get(place), new)
        return result

    def _exchange(self, do: str, **what) -> dict:
        """Send one request and wait for its reply, whatever the other side does."""
        request = memoryview(json.dumps({"do": do, "with": what}).encode() + b"\n")
        reply = bytearray()
        limits, talk = self.sandbox.limits, self._sockets[0]
        talk.setblocking(False)
        began = time.monotonic()
        patience = min(limits.seconds - self.waited, limits.step_seconds)
        try:
            with selectors.DefaultSelector() as ready:
                ready.register(talk, selectors.EVENT_READ | selectors.EVENT_WRITE)
                while not reply.endswith(b"\n"):
                    events = ready.select(max(0.0, began + patience - time.monotonic()))
                    if not events:
                        raise self._ended(f"did not answer within {patience:.0f} seconds")
                    try:
                        if events[0][1] & selectors.EVENT_READ:
                            if not (chunk := talk.recv(2**20)):
                                raise self._ended()
                            reply += chunk
                        elif request:
                            request = request[talk.send(request) :]
                            if not request:
                                ready.modify(talk, selectors.EVENT_READ)
                    except (BrokenPipeError, ConnectionResetError):
                        raise self._ended() from None
                    if len(reply) > LARGEST:
                        raise self._ended("sent more than the grading takes")
        finally:
            self.waited += time.monotonic() - began
        try:
            message = json.loads(reply)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self._ended("did not keep to the grading's format")
        if do == "run":
            self._printed += len(reply)
            if self._printed > MOST_OUTPUT:
                message["outputs"] = [{"text": "(cut: too much output)"}]
        return message

    def _ended(self, reason: str | None = None) -> Ended:
        self._close(reason)
        return Ended(self.end)

    def _close(self, reason: str | None) -> None:
        """End the process, and keep why it ended."""
        talk, status = self._sockets
        if reason is not None:  # else it ended by itself
            status.shutdown(socket.SHUT_WR)
        status.settimeout(30)
        try:
            told = json.loads(status.recv(2**16) or b"{}")
        except TimeoutError:
            told, reason = {}, "closed its connection to the grading"
        talk.close()
        status.close()
        self.seconds += told.get("seconds", 0)
        self._sockets, self.end = None, reason or _cause(told, self.sandbox.limits)

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)


ANSWERS = "an answer is made of arrays, numbers, strings, lists, sets and dicts"
KEPT = "notes", "outputs", "end", "seconds", "waited", "_left_out", "_printed", "_asked"
MOST_OUTPUT = 4 * 2**20  # bytes of what all cells printed, that are kept
MISUNDERSTOOD = (KeyError, ValueError, TypeError, AttributeError, RecursionError, MemoryError)


def quoted(text: str) -> str:
    """A student's own words, told apart from ours."""
    text = text.replace("“", "'").replace("”", "'")
    return f"“{text}”" if len(text) <= 300 else f"“{text[:300]} …”"


def _argument(value):
    """For the sandbox: a generator as a seed drawn from it, so that equal states give equal
    seeds.
    """
    if isinstance(value, np.random.Generator):
        return {"generator": int(value.integers(2**62))}
    return encode(value)


def _put_back(old: object, new: object) -> None:
    """What the student's function made of an argument becomes visible to the check, as without the
    socket.
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


def _cause(told: dict, limits: Limits) -> str:
    if "failed" in told:
        return f"could not be started ({told['failed']})"
    if told.get("memory"):
        return f"was stopped: it used more than {limits.memory / 2**30:g} GiB of memory"
    code = told.get("code", 0)
    if code in (-9, -24):
        return f"was stopped: it used more than {limits.cpu_seconds} seconds of processor time"
    if code < 0:
        return f"crashed (signal {-code})"
    return "ended the Python process"
