"""Launch notebooks in the outer sandbox; it is started once for a class.

It has imported what notebooks import, so that a notebook starts in a moment: each is a
fork with namespaces, files and limits of its own.

It gets requests on the socket that is its standard input: limits as JSON, and two
sockets. One is for the notebook (`cells`). On the other the trusted side says what
begins (a cell, a value, a question) and when the notebook is asked, this side says in
the end how the notebook ended, and the closing of that one ends the notebook.

Time is the notebook's own: seconds of processor time of all its processes, and seconds
in which all of them sleep though they were asked. What others do on the machine does
not count.
"""

import contextlib
import json
import os
import select
import signal
import socket
import sys
import time
from pathlib import Path

import cells
import confine

PAGE = os.sysconf("SC_PAGE_SIZE")
LOOK_SECONDS = 0.05
QUIET = 4  # looks; a shorter rest may be the wait for the side that asks
TICKS = os.sysconf("SC_CLK_TCK")
SOCKET, PROCESS = 256 * 2**10, 16 * 2**20  # bytes that the kernel may hold for each


def main() -> None:
    cells.prepare()
    control = socket.socket(fileno=os.dup(0))
    control.send(b"ready")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        message, descriptors, *_ = socket.recv_fds(control, 2**16, 2)
        if not message:
            return
        if os.fork() == 0:
            control.close()
            talk, status = (socket.socket(fileno=number) for number in descriptors)
            watch(json.loads(message), talk, status)
            os._exit(0)
        for number in descriptors:
            os.close(number)


def watch(limits: dict, talk: socket.socket, status: socket.socket) -> None:
    """Start the notebook; end it if it takes too much memory or nobody listens."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = None
    try:
        user = os.geteuid()
        if user == 0 and confine.may_administer():
            user = limits["user"]
        confine.own_namespaces()
        child = os.fork()
        if child == 0:
            status.close()
            start(limits, talk, user)
        talk.close()
        outcome = wait(child, limits, status)
    except Exception as error:
        outcome = {"failed": f"{type(error).__name__}: {error}"}
    finally:
        if child == 0:
            os._exit(1)
    outcome["seconds"] = sum(os.times()[:4])
    with contextlib.suppress(OSError):  # the trusted side has gone
        status.sendall(json.dumps(outcome).encode())


def start(limits: dict, talk: socket.socket, user: int) -> None:
    """Become the notebook's own process. This never returns."""
    os.setsid()  # else a signal to its process group would reach this side
    group = os.getegid() if user == os.geteuid() else user
    confine.own_files(limits["temporary"], user, group, limits["in_sight"])
    number = os.dup2(talk.fileno(), 3)
    os.closerange(4, 2**16)
    confine.limit(**limits)
    confine.give_up_rights(user)
    folder = "/tmp/work"
    while os.path.lexists(folder):  # the course itself may lie there
        folder += "_"
    os.mkdir(folder)
    os.chdir(folder)
    cells.serve(number)
    os._exit(0)


def wait(child: int, limits: dict, status: socket.socket) -> dict:
    """Wait for the notebook's end, or bring it about; return how it ended."""
    ended = os.pidfd_open(child)
    clock, outcome, looked = Clock(limits), {}, 0.0
    while not outcome:
        ready, _, _ = select.select([ended, status], [], [], LOOK_SECONDS)
        if ended in ready:
            break
        if status in ready:
            marks = status.recv(2**16)
            for mark in marks.decode().split():
                clock.mark(mark)
            if not marks:
                outcome = {"closed": True}
        if time.monotonic() - looked >= LOOK_SECONDS:
            looked = time.monotonic()
            processes = running()
            clock.look(processes)
            if memory(processes, limits["memory"]) > limits["memory"]:
                outcome = {"memory": True}
            elif clock.over():
                outcome = {"over": clock.limit, "asleep": 2 * clock.idle > clock.step}
    if outcome:
        os.kill(child, signal.SIGKILL)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    clock.mark("end")
    return {"code": code, "in_cells": clock.in_cells, **outcome}


class Clock:
    """The notebook's own time: what it computes, and what it sleeps when it is asked.

    step : own seconds of the cell, value or question that runs now
    idle : of these, how many it slept
    in_cells : own seconds of all cells before
    """

    def __init__(self, limits: dict):
        self.limits, self.kind, self.asked = limits, "start", False
        self.spent = self.base = self.idle = self.in_cells = 0.0
        self.seen, self.gone, self.quiet = {}, 0.0, 0

    @property
    def step(self) -> float:
        return self.spent - self.base + self.idle

    @property
    def limit(self) -> float:
        """Return how many own seconds the step may take."""
        if self.kind == "cell":
            left = self.limits["seconds"] - self.in_cells
            return min(self.limits["cpu_seconds"], left)
        return self.limits["value_seconds" if self.kind == "value" else "cpu_seconds"]

    def over(self) -> bool:
        return self.kind != "start" and self.step > self.limit

    def mark(self, mark: str) -> None:
        """Note that something begins, or that the notebook is asked or has answered."""
        if mark in ("ask", "got"):
            self.asked, self.quiet = mark == "ask", 0
            return
        self.look(running())
        if self.kind == "cell":
            self.in_cells += self.step
        self.kind, self.base, self.idle = mark, self.spent, 0.0

    def look(self, processes: list[Path]) -> None:
        """Count what has been computed since the last look, or that all sleep."""
        before, with_children, runs, alive = self.spent, 0.0, False, {}
        for place in processes:
            if fields := read(
                place / "stat", lambda text: text.rpartition(")")[2].split()
            ):
                own, reaped = (sum(map(int, fields[i : i + 2])) for i in (11, 13))
                with_children += (own + reaped) / TICKS
                alive[place.name, fields[19]] = own / TICKS
                runs = runs or fields[0] == "R"
                if not runs and fields[17] != "1":
                    runs = any_thread_runs(place)
        # a child of which nobody asks how it ended is in no other's sum
        self.gone += sum(self.seen[key] for key in self.seen.keys() - alive.keys())
        self.seen = alive
        self.spent = max(before, with_children, self.gone + sum(alive.values()))
        rests = self.asked and not runs and self.spent == before
        self.quiet = self.quiet + 1 if rests else 0
        self.idle += LOOK_SECONDS * (self.quiet > QUIET)


def any_thread_runs(process: Path) -> bool:
    try:
        threads = list((process / "task").iterdir())
    except OSError:  # it has just ended
        return False
    return any(
        read(thread / "stat", lambda text: text.rpartition(")")[2].split()[0]) == "R"
        for thread in threads
    )


def running() -> list[Path]:
    """Return the notebook's processes, as folders below /proc."""
    if os.path.exists("/proc/self"):  # not yet its own /proc, in which we are not
        return []
    try:
        return [place for place in Path("/proc").iterdir() if place.name.isdigit()]
    except OSError:  # the last one has just ended
        return []


def memory(processes: list[Path], most: int) -> int:
    """Return the bytes of the notebook's processes, and of the kernel on their behalf.

    The kernel may hold sockets, tables of pages and pipes for them. What several
    processes share counts once, but that is looked at only when it matters: it takes
    time.
    """
    if not processes:
        return 0
    pages = sum(
        read(place / "statm", lambda text: int(text.split()[1])) for place in processes
    )
    sockets = read(Path("/proc/1/net/sockstat"), lambda text: int(text.split()[2]))
    kernel = SOCKET * sockets + PROCESS * len(processes)
    if pages * PAGE + kernel <= most:
        return pages * PAGE + kernel
    shared = (read(place / "smaps_rollup", proportional) for place in processes)
    return sum(shared) + kernel


def proportional(text: str) -> int:
    """Return the bytes of a process, with its share of what others have, too."""
    lines = (line for line in text.splitlines() if line.startswith("Pss:"))
    return 1024 * int(next(lines).split()[1])


def read(path: Path, part):
    """Return a part of a file below /proc; 0 if its process has just ended."""
    try:
        return part(path.read_text())
    except (OSError, StopIteration, IndexError):
        return 0


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    main()
