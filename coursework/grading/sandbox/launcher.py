"""Runs in the outer sandbox, started once for a class. It has imported what notebooks import, so
that a notebook starts in a moment: each is a fork with namespaces, files and limits of its own.

It gets requests on the socket that is its standard input: limits as JSON, and two sockets. One is
for the notebook (`cells`); on the other this side says in the end how the notebook ended, and the
closing of that one ends the notebook.
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
SOCKET, PROCESS = 256 * 2**10, 16 * 2**20  # bytes that the kernel may hold for one


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
    """Start the notebook, end it when it takes too much memory or nobody listens any more."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    child = None
    try:
        user = limits["user"] if os.geteuid() == 0 and confine.may_administer() else os.geteuid()
        confine.own_namespaces()
        child = os.fork()
        if child == 0:
            status.close()
            start(limits, talk, user)
        talk.close()
        why = wait(child, limits, status)
    except Exception as error:
        why = {"failed": f"{type(error).__name__}: {error}"}
    finally:
        if child == 0:
            os._exit(1)
    why["seconds"] = sum(os.times()[:4])
    with contextlib.suppress(OSError):  # the trusted side has gone
        status.sendall(json.dumps(why).encode())


def start(limits: dict, talk: socket.socket, user: int) -> None:
    """The notebook's own process. It never returns."""
    os.setsid()  # else a signal to its process group would reach this side
    group = os.getegid() if user == os.geteuid() else user
    confine.own_files(limits["temporary"], user, group, limits["kept"])
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
    ended = os.pidfd_open(child)
    too_much = False
    while not select.select([ended], [], [], 0)[0]:
        asked, _, _ = select.select([ended, status], [], [], LOOK_SECONDS)
        too_much = memory(limits["memory"]) > limits["memory"]
        if too_much or status in asked:
            os.kill(child, signal.SIGKILL)
            break
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return {"code": code, "memory": too_much}


def memory(most: int) -> int:
    """Bytes of all processes of the notebook, above what the launcher has given to each, and of
    what the kernel may hold for them: in sockets, tables of pages, pipes.

    What several share counts once, but that is looked at only when it matters: it takes time.
    """
    try:
        processes = [place for place in Path("/proc").iterdir() if place.name.isdigit()]
    except OSError:  # the last one has just ended
        return 0
    resident = sum(read(place / "statm", lambda text: int(text.split()[1])) for place in processes)
    kept = SOCKET * read(Path("/proc/1/net/sockstat"), lambda text: int(text.split()[2]))
    kept += PROCESS * len(processes)
    if resident * PAGE + kept <= most:
        return resident * PAGE + kept
    return sum(read(place / "smaps_rollup", proportional) for place in processes) + kept


def proportional(text: str) -> int:
    return next(int(line.split()[1]) for line in text.splitlines() if line[:4] == "Pss:") * 1024


def read(path: Path, number) -> int:
    try:
        return number(path.read_text())
    except (OSError, StopIteration, IndexError):  # it has just ended
        return 0


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    main()
