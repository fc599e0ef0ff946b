"""Start notebooks as confined processes, and ask them: this is the trusted side."""

from __future__ import annotations

import base64
import builtins
import json
import selectors
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from coursework.grading.clocked import TooLong, within
from coursework.grading.sandbox.limits import Limits
from coursework.grading.sandbox.start import Sandbox
from coursework.grading.sandbox.wire import LARGEST, UNFIT, decode, encode
from ldp_checks.findings import Fault


class Ended(Exception):
    """Raised when the confined process is gone; the message says why."""


class StudentError(Exception):
    """An exception of a kind that the student's code or a package defines."""


@dataclass
class Notebook:
    """A student's notebook.

    If a cell, a value or a call ends its process, the next question starts another,
    without that cell or value.

    cells : for each cell how to call it, and its source
    names : of the values and functions that checks will use
    outputs : by cell, its outputs and number
    end : why the last process ended
    seconds : of processor time
    in_cells : the notebook's own seconds, as `launcher` counts them, in all cells
    """

    cells: list[tuple[str, str]]
    sandbox: Sandbox
    files: dict[str, bytes] = field(default_factory=dict)
    names: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    outputs: dict[int, dict] = field(default_factory=dict)
    end: str | None = None
    seconds: float = 0
    in_cells: float = 0
    _answers: dict = field(default_factory=dict)
    # Values as they were before any function was called.
    _values: dict = field(default_factory=dict)
    # Values that ended a process when they were read: why.
    _unread: dict[str, str] = field(default_factory=dict)
    # The generator of the last call; the next one may get it once more.
    _generator: np.random.Generator | None = None
    _left_out: set[int] = field(default_factory=set)
    _printed: int = 0  # bytes that cells printed
    _called: bool = False  # whether any function has been called
    _sockets: tuple[socket.socket, socket.socket] | None = None

    def ensure_started(self) -> None:
        """Have the cells run; raise Ended if there is no time left for it."""
        most = self.sandbox.limits.seconds
        while self._sockets is None:
            if self.in_cells >= most:
                raise Ended(f"took longer than {most:g} seconds in all")
            self.start()

    def answer(self, name: str):
        """Return a value, or a function to call; LookupError if there is neither."""
        self.ensure_started()
        match self._answers.get(name):
            case {"function": True}:
                return lambda *positional, **named: self._call(name, positional, named)
            case {"unfit": str(why)}:
                raise LookupError(f"{name} {why}")
            case {"value": value}:
                return value
        raise LookupError(f"{name} is not defined in your notebook")

    def close(self, reason: str = "is no longer needed") -> None:
        if self._sockets:
            self._close(reason)

    def judged(self, judge: Callable[[], Any]):
        """Return what `judge` returns, which calls the notebook's functions.

        It runs in a process of its own, whose processor time is limited.
        """
        patience = self.sandbox.limits.cpu_seconds

        def work() -> tuple[object, dict, bool]:
            result = judge()
            state = {name: getattr(self, name) for name in STATE}
            return result, state, self._sockets is None

        self._say("question")
        try:
            result, state, ended = within(patience, work)
        except TooLong:
            reason = f"returned what takes more than {patience:g} seconds to judge"
            self._close(reason)
            raise Ended(reason) from None
        vars(self).update(state)
        if ended:
            for end in self._sockets:
                end.close()
            self._sockets = None
        return result

    def start(self) -> None:
        self.end, self._answers, self._generator = None, {}, None
        left = self.sandbox.limits.seconds - self.in_cells
        self._sockets = self.sandbox.fork(left)
        contents = {
            name: base64.b64encode(data).decode() for name, data in self.files.items()
        }
        try:
            self._exchange("files", contents=contents)
        except Ended as end:  # before any code of the student: not the student's fault
            raise RuntimeError(f"the sandbox did not start: it {end}") from None
        for index, (place, source) in enumerate(self.cells):
            if index in self._left_out:
                continue
            self._say("cell")
            try:
                reply = self._exchange("run", source=source)
            except Ended as end:
                self.note(f"{place} {end}; it was left out")
                self._left_out.add(index)
                return
            if self._called:
                continue  # it might print inputs of calls before this start
            self.outputs[index] = reply
            if "raised" in reply:
                kind, text = str(reply["raised"])[:60], str(reply.get("message", ""))
                kind = kind if hasattr(builtins, kind) else quoted(kind)
                self.note(
                    f"{place} raised {kind}" + (f": {quoted(text)}" if text else "")
                )
        for name in self.names:
            self._say("value")
            try:
                self._answers[name] = self._read(name)
            except Ended as end:
                self._unread[name] = f"cannot be read: your notebook {end}"
                return
        if self._called:
            self._answers |= self._values
        self._values = {
            name: reply
            for name, reply in self._answers.items()
            if "function" not in reply
        }

    def _read(self, name: str) -> dict:
        """Return what the notebook says of a name, in the student's words nowhere."""
        if name in self._unread:
            return {"unfit": self._unread[name]}
        match reply := self._exchange("fetch", name=name):
            case {"missing": True} | {"function": True}:
                return reply
            case {"value": value}:
                with suppress(*MISUNDERSTOOD):
                    return {"value": decode(value)}
            case {"unfit": str(why)}:
                return {"unfit": UNFIT.get(why, UNFIT["format"])}
        return {"unfit": UNFIT["format"]}

    def _call(self, name: str, positional: tuple, named: dict):
        if self._sockets is None:
            raise Ended(self.end)
        self._called = True
        reply = self._exchange(
            "call",
            function=name,
            positional=[self._argument(value) for value in positional],
            named={key: self._argument(value) for key, value in named.items()},
        )
        if "unfit" in reply:
            why = UNFIT.get(str(reply["unfit"]), UNFIT["format"])
            raise Fault(f"what your function {name} returned {why}")
        if "raised" in reply:
            raise _exception(reply["raised"])
        try:
            result = decode(reply["result"])
            changed = {
                place: decode(value) for place, value in reply["changed"].items()
            }
        except MISUNDERSTOOD:
            raise self._ended("did not keep to the grading's format") from None
        arguments = {
            str(place): value for place, value in enumerate(positional)
        } | named
        for place, new in changed.items():
            _put_back(arguments.get(place), new)
        return result

    def _argument(self, value):
        """Return an argument for the sandbox; of a generator it is a seed from it.

        So equal states give equal seeds. The generator of the call before has no new
        seed: it goes on where it was.
        """
        if not isinstance(value, np.random.Generator):
            return encode(value)
        if value is self._generator:
            return {"generator": None}
        self._generator = value
        return {"generator": int(value.integers(2**62))}

    def _say(self, mark: str) -> None:
        """Tell the launcher what begins, or that the notebook is asked or answered."""
        with suppress(OSError):  # it has ended, which is noticed when it is asked
            self._sockets[1].sendall(f"{mark}\n".encode())

    def _exchange(self, action: str, **arguments) -> dict:
        """Send one request and wait for its reply, whatever the other side does."""
        message = {"do": action, "with": arguments}
        request = memoryview(json.dumps(message).encode() + b"\n")
        reply = bytearray()
        talk = self._sockets[0]
        talk.setblocking(False)
        self._say("ask")
        with selectors.DefaultSelector() as ready:
            ready.register(talk, selectors.EVENT_READ | selectors.EVENT_WRITE)
            while not reply.endswith(b"\n"):
                ((_, events),) = ready.select()  # the launcher ends what takes too long
                try:
                    if events & selectors.EVENT_READ:
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
        self._say("got")
        try:
            message = json.loads(reply)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self._ended("did not keep to the grading's format")
        if action == "run":
            self._printed += len(reply)
            if self._printed > MOST_OUTPUT:
                message["outputs"] = [{"text": "(cut: too much output)"}]
        return message

    def _ended(self, reason: str | None = None) -> Ended:
        self._close(reason)
        return Ended(self.end)

    def _close(self, reason: str | None) -> None:
        """End the process, and note why it ended."""
        talk, status = self._sockets
        with suppress(OSError):  # it has ended by itself
            status.shutdown(socket.SHUT_WR)
        with suppress(ValueError, OSError):
            outcome = {}
            outcome = json.loads(status.recv(2**16) or b"{}")
        talk.close()
        status.close()
        self.seconds += outcome.get("seconds", 0)
        self.in_cells += outcome.get("in_cells", 0)
        self._sockets = None
        self.end = reason or _cause(outcome, self.sandbox.limits)

    def note(self, text: str) -> None:
        if text not in self.notes:
            self.notes.append(text)


# Fields that a fork hands back.
STATE = (
    "notes", "outputs", "end", "seconds", "in_cells", "_left_out", "_unread",
    "_printed", "_called",
)  # fmt: skip
MOST_OUTPUT = 4 * 2**20  # bytes printed by all cells; the rest is cut off
# Errors by which a reply shows that it is not in the format.
MISUNDERSTOOD = (
    KeyError, ValueError, TypeError, AttributeError, RecursionError, MemoryError,
)  # fmt: skip


def quoted(text: str) -> str:
    """Return a student's own words in quotation marks."""
    text = text.replace("“", "'").replace("”", "'")
    return f"“{text}”" if len(text) <= 300 else f"“{text[:300]} …”"


def _put_back(old: object, new: object) -> None:
    """Change an argument as the student's function did, so that the check sees it."""
    arrays = isinstance(old, np.ndarray) and isinstance(new, np.ndarray)
    if arrays and old.shape == new.shape:
        np.copyto(old, new, casting="unsafe")
    elif isinstance(old, list) and isinstance(new, list):
        old[:] = new
    elif isinstance(old, dict) and isinstance(new, dict):
        old.clear()
        old.update(new)


def _exception(kind) -> Exception:
    known = getattr(builtins, str(kind), None)
    if isinstance(known, type) and issubclass(known, Exception):
        try:
            return known("")
        except TypeError:  # UnicodeDecodeError and the like want more
            pass
    return StudentError()


def _cause(outcome: dict, limits: Limits) -> str:
    if "failed" in outcome:
        return f"could not be started ({outcome['failed']})"
    if outcome.get("memory"):
        return f"was stopped: it used more than {limits.memory / 2**30:g} GiB of memory"
    if "over" in outcome:
        most = f"more than {outcome['over']:.0f} seconds"
        if outcome["asleep"]:
            return f"was stopped: it slept for {most}"
        return f"was stopped: it used {most} of processor time"
    if "closed" in outcome and outcome.get("code") == -9:
        return "closed its connection to the grading"
    code = outcome.get("code", 0)
    if code < 0:
        return f"crashed (signal {-code})"
    return "ended the Python process"
