"""Runs inside the jail: executes a student's cells and calls the student's functions, asked over a
pipe.

One request a line, one reply a line, as JSON. It imports only NumPy and `wire`; the student's cells
import the rest.
"""

import json
import os
import sys

import numpy as np
from wire import LARGEST, decode, encode

FUNCTIONS = {}
NAMESPACE = {"__name__": "__main__", "display": lambda *things, **options: None}


def run(source):
    code = compile(without_magics(source), "<cell>", "exec")
    exec(code, NAMESPACE)
    return {}


def without_magics(source):
    """Lines for Jupyter (%matplotlib inline, !pip) as comments: they are no Python, and nothing
    needs them.
    """
    lines = source.split("\n")
    return "\n".join("#" + line if line.startswith(("%", "!", "?")) else line for line in lines)


def fetch(names):
    """The student's values by name, and which are functions. All at once, before a function has
    seen an input.
    """
    answers = {}
    for name in names:
        if name not in NAMESPACE:
            answers[name] = {"missing": True}
        elif callable(NAMESPACE[name]):
            FUNCTIONS[name] = NAMESPACE[name]
            answers[name] = {"function": True}
        else:
            try:
                answers[name] = {"value": encode(NAMESPACE[name])}
            except TypeError as error:
                answers[name] = {"unfit": str(error)}
    return {"answers": answers}


def call(function, positional, named):
    """The function's result, and the arrays, lists and dicts among its arguments that it
    changed.
    """
    positional = [argument(thing) for thing in positional]
    named = {name: argument(thing) for name, thing in named.items()}
    arguments = {**dict(enumerate(positional)), **named}
    before = {
        place: encode(value)
        for place, value in arguments.items()
        if isinstance(value, np.ndarray | list | dict)
    }
    result = encode(FUNCTIONS[function](*positional, **named))
    after = {place: encode(arguments[place]) for place in before}
    return {
        "result": result,
        "changed": {place: after[place] for place in before if after[place] != before[place]},
    }


def argument(thing):
    if isinstance(thing, dict) and "generator" in thing:
        return np.random.default_rng(thing["generator"])
    return decode(thing)


def answer(request):
    try:
        reply = {"run": run, "fetch": fetch, "call": call}[request["do"]](**request["with"])
        line = json.dumps(reply)
        if len(line) >= LARGEST:
            raise ValueError(f"the result is larger than {LARGEST >> 20} MiB")
        return line
    except BaseException as error:  # the student's code may raise anything, SystemExit too
        return json.dumps({"raised": type(error).__name__, "message": str(error)[:300]})


def main():
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # what the student's code prints or reads does not touch the pipe
        os.dup2(nowhere, stream)
    for line in requests:
        replies.write(answer(json.loads(line)).encode() + b"\n")
        replies.flush()


if __name__ == "__main__":
    sys.setrecursionlimit(5000)
    main()
