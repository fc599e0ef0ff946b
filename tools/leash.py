"""End long work together with the process that started it, however that ended.

    leash.hold()                                  in a program of our own, at its start
    python tools/leash.py jupyter-book build .    around the command of another package

A process that is killed cannot tell its children. So each looks twice a second whether
its parent and `make` (MAKE_PID) still run, and if not, kills what it has started and
then itself.
"""

import os
import sys
import threading
import time
from importlib.metadata import entry_points

import psutil


def hold():
    """Watch the parent process and `make` from a thread of this process."""
    watched = [psutil.Process(os.getppid())]
    if "MAKE_PID" in os.environ:
        try:
            watched.append(psutil.Process(int(os.environ["MAKE_PID"])))
        except psutil.NoSuchProcess:
            kill_family()
    threading.Thread(target=watch, args=[watched], daemon=True).start()


def watch(processes):
    while all(map(runs, processes)):
        time.sleep(0.5)
    kill_family()


def runs(process):
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def kill_family():
    """Kill all that this process has started, and then the process itself."""
    for child in psutil.Process().children(recursive=True):
        try:
            child.kill()
        except psutil.NoSuchProcess:
            continue
    psutil.Process().kill()


if __name__ == "__main__":
    hold()
    del sys.argv[0]
    (command,) = entry_points(group="console_scripts", name=sys.argv[0])
    sys.exit(command.load()())
