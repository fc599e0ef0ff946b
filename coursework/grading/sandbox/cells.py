"""Run a notebook's cells as IPython does, then call the student's functions.

Requests come over a socket: one request a line, one reply a line, as JSON. The launcher
calls `prepare` once; each of its forks calls `serve`. Whatever happens after that is a
student's doing: nothing here is trusted.
"""

import base64
import builtins
import json
import os
import socket
import sys

import numpy as np
import shell
from shell import RECORDER, Stream, text_of
from wire import LARGEST, MOST_VALUE, Unfit, decode, encode

FUNCTIONS = {}
NAMES = {}  # as the last cell left them: a thread may change them since
# The number of the cell in which a name got its function, or hid a function of Python:
# `max = 5` far below an answer has not been there when the student's check called it.
DEFINED, HIDDEN = {}, {}
GENERATORS = []  # the last one that a function got
SHELL = None


def prepare() -> None:
    global SHELL
    SHELL = shell.prepare()


def run(source):
    """Run one cell, and return its outputs and what it raised."""
    result = SHELL.run_cell(source, store_history=True)
    before = dict(NAMES)
    NAMES.clear()
    NAMES.update(SHELL.user_ns)
    for name, value in NAMES.items():
        if value is not before.get(name):
            DEFINED[name] = SHELL.execution_count
        if hasattr(builtins, name):
            HIDDEN.setdefault(name, SHELL.execution_count)
    reply = {"outputs": RECORDER.take(), "number": SHELL.execution_count - 1}
    if error := result.error_before_exec or result.error_in_exec:
        reply |= {"raised": type(error).__name__, "message": text_of(error)}
    return reply


def files(contents):
    """Write the assignment's data beside the notebook."""
    for name, content in contents.items():
        with open(name, "wb") as file:
            file.write(base64.b64decode(content))
    return {}


def fetch(name):
    """Return a student's value, or say that it is a function.

    All are fetched before a function has seen an input.
    """
    if name not in NAMES:
        return {"missing": True}
    if callable(NAMES[name]):
        FUNCTIONS[name] = NAMES[name]
        return {"function": True}
    value = encode(NAMES[name])
    if value == {"other": True}:
        raise Unfit("other")
    return {"value": value}


def call(function, positional, named):
    """Return a function's result, and the mutable arguments that it has changed."""
    positional = [argument(value) for value in positional]
    named = {name: argument(value) for name, value in named.items()}
    arguments = {**dict(enumerate(positional)), **named}
    before = {
        place: encode(value)
        for place, value in arguments.items()
        if isinstance(value, np.ndarray | list | dict)
    }
    hidden = [name for name in HIDDEN if HIDDEN[name] > DEFINED[function]]
    aside = {n: SHELL.user_ns.pop(n) for n in hidden if n in SHELL.user_ns}
    try:
        with SHELL.builtin_trap:
            result = FUNCTIONS[function](*positional, **named)
    finally:
        SHELL.user_ns.update(aside)
    result = encode(result)
    after = {place: encode(arguments[place]) for place in before}
    changed = {place: after[place] for place in before if after[place] != before[place]}
    return {"result": result, "changed": changed}


def argument(value):
    """Return an argument; a generator without a seed is the one of the call before."""
    if not isinstance(value, dict) or "generator" not in value:
        return decode(value)
    if value["generator"] is not None:
        GENERATORS[:] = [np.random.default_rng(value["generator"])]
    return GENERATORS[0]


ACTIONS = {"files": files, "run": run, "fetch": fetch, "call": call}


def answer(request):
    try:
        line = json.dumps(ACTIONS[request["do"]](**request["with"]))
        if len(line) >= (MOST_VALUE if request["do"] == "fetch" else LARGEST):
            raise Unfit("large")
        return line
    except Unfit as unfit:
        return json.dumps({"unfit": unfit.args[0]})
    except BaseException as error:  # a student may raise anything, SystemExit too
        return json.dumps({"raised": type(error).__name__, "message": text_of(error)})


def serve(descriptor: int) -> None:
    talk = socket.socket(fileno=descriptor).makefile("rwb")
    sys.stdin = open(os.devnull)  # noqa: SIM115
    sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
    for name in ("cells", "confine", "shell", "wire"):
        sys.modules.pop(name, None)  # a notebook has no use for them
    np.random.seed()  # else each fork would draw the same numbers
    for line in talk:
        talk.write(answer(json.loads(line)).encode() + b"\n")
        talk.flush()
