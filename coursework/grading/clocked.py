"""Work on what a submission sent in a process of its own, with limited processor time.

What a student can choose may take for ever to sort, to hash or to render.
"""

from __future__ import annotations

import math
import multiprocessing
import os
import resource
import signal
from collections.abc import Callable

# A fork has at once what is imported and loaded.
PROCESSES = multiprocessing.get_context("fork")
OVERTIME = -signal.SIGXCPU  # the exit status of what used too much processor time


class TooLong(Exception):
    """The work took more processor time than it may."""


def within(seconds: float, function: Callable, *arguments):
    """Return what a function returns, run in a fork with limited processor time.

    Raises
    ------
    TooLong
        if it uses more.
    RuntimeError
        if it raises an error, or ends in any other way.
    """
    receive, send = PROCESSES.Pipe(duplex=False)
    process = PROCESSES.Process(target=_work, args=(send, seconds, function, arguments))
    process.start()
    send.close()
    try:
        with receive:
            done, result = receive.recv()
    except EOFError:
        done, result = False, None
    process.join()
    if done:
        return result
    if result is None and process.exitcode == OVERTIME:
        raise TooLong(f"more than {seconds:g} seconds of processor time")
    raise RuntimeError(result or f"a process ended with exit status {process.exitcode}")


def limit(seconds: float) -> None:
    """Let this process end by SIGXCPU after so many seconds of processor time."""
    most = max(1, math.ceil(seconds))
    resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _work(send, seconds: float, function: Callable, arguments: tuple) -> None:
    limit(seconds)
    try:
        outcome = True, function(*arguments)
    except Exception as error:
        outcome = False, f"{type(error).__name__}: {error}"
    send.send(outcome)
    send.close()
    os._exit(0)  # nothing of the parent's is to be tidied up here
