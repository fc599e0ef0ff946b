"""Run a notebook's cells as IPython does, then call the student's functions.

Requests come over a socket: one request a line, one reply a line, as JSON. The launcher
calls `prepare` once; each of its forks calls `serve`. Whatever happens after that is a
student's doing: nothing here is trusted.
"""

import base64
import json
import os
import socket
import sys

import numpy as np
import shell
from shell import RECORDER, Stream, text_of
from wire import LARGEST, decode, encode

FUNCTIONS = {}
SHELL = None


def prepare() -> None:
    global SHELL
    SHELL = shell.prepare()


def run(source):
    """Run one cell, and return its outputs and what it raised."""
    result = SHELL.run_cell(source, store_history=True)
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


def fetch(names):
    """Return the student's values by name, and say which are functions.

    All are fetched at once, before a function has seen an input.
    """
    answers = {}
    for name in names:
        if name not in SHELL.user_ns:
            answers[name] = {"missing": True}
        elif callable(SHELL.user_ns[name]):
            FUNCTIONS[name] = SHELL.user_ns[name]
            answers[name] = {"function": True}
        else:
            try:
                answers[name] = {"value": encode(SHELL.user_ns[name])}
            except TypeError as error:
                answers[name] = {"unfit": str(error)}
    return {"answers": answers}


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
    with SHELL.builtin_trap:
        result = encode(FUNCTIONS[function](*positional, **named))
    after = {place: encode(arguments[place]) for place in before}
    changed = {place: after[place] for place in before if after[place] != before[place]}
    return {"result": result, "changed": changed}


def argument(value):
    if isinstance(value, dict) and "generator" in value:
        return np.random.default_rng(value["generator"])
    return decode(value)


ACTIONS = {"files": files, "run": run, "fetch": fetch, "call": call}


def answer(request):
    try:
        reply = ACTIONS[request["do"]](**request["with"])
        line = json.dumps(reply)
        if len(line) >= LARGEST:
            raise ValueError(f"the result is larger than {LARGEST >> 20} MiB")
        return line
    except BaseException as error:  # a student may raise anything, SystemExit too
        return json.dumps({"raised": type(error).__name__, "message": text_of(error)})


def serve(descriptor: int) -> None:
    talk = socket.socket(fileno=descriptor).makefile("rwb")
    sys.stdin = open(os.devnull)  # noqa: SIM115
    sys.stdout, sys.stderr = Stream("stdout"), Stream("stderr")
    np.random.seed()  # else each fork would draw the same numbers
    for line in talk:
        talk.write(answer(json.loads(line)).encode() + b"\n")
        talk.flush()
