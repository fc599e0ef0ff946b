"""Start the launcher in its outer sandbox, and notebooks from it."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from coursework.grading.sandbox import bubblewrap
from coursework.grading.sandbox.limits import USUAL, Limits

HERE = Path(__file__).resolve().parent
INSIDE = ("launcher", "confine", "shell", "cells", "wire")
READY_SECONDS = 1800  # until the launcher has imported everything, on a slow machine
FREE_USERS = range(61184, 65184)  # systemd reserves them for short-lived users


class Sandbox:
    """The launcher in its outer sandbox, from which the notebooks of a class start.

    packages : folders of packages that notebooks import, besides the companion module
    """

    def __init__(self, limits: Limits = USUAL, packages: Sequence[Path] = ()):
        self.limits = limits
        bubblewrap.check()
        argv = [sys.executable, str(HERE / "launcher.py")]
        readable = [*packages, *(HERE / f"{name}.py" for name in INSIDE)]
        paths = [str(path) for path in bubblewrap.in_sight(readable)]
        self.in_sight = sorted(path for path in paths if path.startswith("/tmp/"))
        self.control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, tempfile.TemporaryFile() as output:
            self.process = subprocess.Popen(
                bubblewrap.command(argv, readable),
                env={"PATH": os.environ["PATH"]},
                stdin=theirs,
                stdout=output,
                stderr=output,
            )
            theirs.close()
            self.control.settimeout(READY_SECONDS)
            if not self._ready():
                self.__exit__()
                output.seek(0)
                text = output.read().decode("utf-8", "backslashreplace").strip()
                lines = text.splitlines() or ["it did not start"]
                raise bubblewrap.cannot(lines[-1])
        self.control.settimeout(None)
        talk, status = self.fork()
        with talk, status:
            talk.settimeout(READY_SECONDS)
            talk.sendall(b'{"do": "fetch", "with": {"name": ""}}\n')
            if not talk.recv(100):
                outcome = json.loads(status.recv(2**16) or b"{}")
                self.__exit__()
                raise bubblewrap.cannot(str(outcome.get("failed", outcome)))

    def _ready(self) -> bool:
        try:
            return self.control.recv(16) == b"ready"
        except OSError:
            return False

    def fork(self, seconds: float = 0) -> tuple[socket.socket, socket.socket]:
        """Return two sockets of a new fork: to talk with it, and to see its end.

        seconds : that are left for its cells
        """
        talk, its_talk = socket.socketpair()
        status, its_status = socket.socketpair()
        user = FREE_USERS[os.getpid() % len(FREE_USERS)]  # as root; else our own
        request = {**asdict(self.limits), "seconds": seconds}
        request |= {"user": user, "in_sight": self.in_sight}
        with its_talk, its_status:
            numbers = [its_talk.fileno(), its_status.fileno()]
            socket.send_fds(self.control, [json.dumps(request).encode()], numbers)
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
