"""Launch notebooks in the outer sandbox; it is started once for a class.

It has imported what notebooks import, so that a notebook starts in a moment: each is a
fork with namespaces, files and limits of its own.

It gets requests on the socket that is its standard input: limits as JSON, and two
sockets. One is for the notebook (`cells`); on the other this side says in the end how
the notebook ended, and the closing of that one ends the notebook.
"""

import contextlib
import json
import os
import select
import signal
import socket
import sys
from pathlib import Path

import cells
import confine

PAGE = os.sysconf("SC_PAGE_SIZE")
LOOK_SECONDS = 0.05
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
    too_much = False
    while not select.select([ended], [], [], 0)[0]:
        ready, _, _ = select.select([ended, status], [], [], LOOK_SECONDS)
        too_much = memory(limits["memory"]) > limits["memory"]
        if too_much or status in ready:
            os.kill(child, signal.SIGKILL)
            break
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return {"code": code, "memory": too_much}


def memory(most: int) -> int:
    """Return the bytes of the notebook's processes, and of the kernel on their behalf.

    The kernel may hold sockets, tables of pages and pipes for them. What several
    processes share counts once, but that is looked at only when it matters: it takes
    time.
    """
    try:
        processes = [place for place in Path("/proc").iterdir() if place.name.isdigit()]
    except OSError:  # the last one has just ended
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


def read(path: Path, number) -> int:
    """Return a number of a file below /proc; 0 if its process has just ended."""
    try:
        return number(path.read_text())
    except (OSError, StopIteration, IndexError):
        return 0


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    main()
