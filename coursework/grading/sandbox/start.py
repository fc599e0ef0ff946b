"""Starts the launcher in its outer sandbox, and notebooks from it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from coursework.grading.sandbox import bubblewrap

HERE = Path(__file__).resolve().parent
INSIDE = ("launcher", "confine", "shell", "cells", "wire")
READY_SECONDS = 300  # until the launcher has imported everything, on a slow machine
FREE_USERS = range(61184, 65184)  # numbers that systemd keeps for users that exist for a moment


@dataclass(frozen=True)
class Limits:
    """What one notebook may use. Memory is that of all its processes together."""

    cpu_seconds: int = 20  # of one process, and to judge the answers to one question
    seconds: int = 300  # on the clock, for all cells and all questions
    step_seconds: int = 100  # on the clock, for one cell or one question to a function
    memory: int = 2 * 2**30
    temporary: int = 256 * 2**20  # in files
    file_size: int = 64 * 2**20
    processes: int = 512


class Sandbox:
    """The launcher, in its outer sandbox; one for a class. Notebooks are started from it."""

    def __init__(self, limits: Limits = Limits(), packages: Sequence[Path] = ()):
        """packages: folders of packages that notebooks import, besides the companion module."""
        self.limits = limits
        bubblewrap.check()
        argv = [sys.executable, str(HERE / "launcher.py")]
        readable = [*packages, *(HERE / f"{name}.py" for name in INSIDE)]
        paths = [str(path) for path in bubblewrap.in_sight(readable)]
        self.kept = sorted(path for path in paths if path.startswith("/tmp/"))
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, tempfile.TemporaryFile() as said:
            self.process = subprocess.Popen(
                bubblewrap.command(argv, readable),
                env={"PATH": os.environ["PATH"]}, stdin=theirs, stdout=said, stderr=said,
            )  # fmt: skip
            theirs.close()
            self.control.settimeout(READY_SECONDS)
            if not self._ready():
                self.__exit__()
                said.seek(0)
                words = said.read().decode("utf-8", "backslashreplace").strip().splitlines()
                raise bubblewrap.cannot(words[-1] if words else "it did not start")
        self.control.settimeout(None)
        talk, status = self.fork()
        with talk, status:
            talk.settimeout(READY_SECONDS)
            talk.sendall(b'{"do": "fetch", "with": {"names": []}}\n')
            if not talk.recv(100):
                told = json.loads(status.recv(2**16) or b"{}")
                self.__exit__()
                raise bubblewrap.cannot(str(told.get("failed", told)))

    def _ready(self) -> bool:
        try:
            return self.control.recv(16) == b"ready"
        except OSError:
            return False

    def fork(self) -> tuple[socket.socket, socket.socket]:
        """A new fork: the socket to talk with it, and the one that tells its end."""
        talk, its_talk = socket.socketpair()
        status, its_status = socket.socketpair()
        user = FREE_USERS[os.getpid() % len(FREE_USERS)]  # as root; else our own
        request = json.dumps({**asdict(self.limits), "user": user, "kept": self.kept}).encode()
        with its_talk, its_status:
            numbers = [its_talk.fileno(), its_status.fileno()]
            socket.send_fds(self.control, [request], numbers)
        return talk, status

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.control.close()  # at which the launcher ends
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
