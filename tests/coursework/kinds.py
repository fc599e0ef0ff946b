"""Hand in the sample assignment in many ways, fair and unfair.

Each is (answer to the first question, answer to the second). The good answers earn 6
and 2 points.
"""

GOOD = """open("class.csv").read()  # the data that come with the assignment

def forced_answers(truths, rng):
    coins = rng.random(len(truths)) < float(forced)
    return np.where(coins, rng.integers(0, 2, len(truths)), truths)
"""
SHARE = "share = forced / 2"
STUB = "def forced_answers(truths, rng):\n    # YOUR CODE HERE\n    raise NotImplementedError()"

CHEAT = """
def full(*answers, **options):
    return 6.0
"""

KINDS = {
    "correct": (GOOD, SHARE),
    "wrong": ("def forced_answers(truths, rng):\n    return truths", "share = 0"),
    "half": (GOOD, "share = forced"),
    "blank": (STUB, "# YOUR CODE HERE\nraise NotImplementedError()"),
    "crash": (
        "def forced_answers(truths, rng):\n    import os\n    os._exit(1)",
        SHARE,
    ),
    "segfault": ("import ctypes\nctypes.string_at(0)", SHARE),
    "endless": (
        "def forced_answers(truths, rng):\n    while True:\n        pass",
        SHARE,
    ),
    "three_gib": (
        "def forced_answers(truths, rng):\n    waste = np.ones(3 * 2**27)\n    return truths",
        SHARE,
    ),
    "edits_the_tests": (STUB, "share = 0"),  # and see `submission`
    "monkeypatches": (
        CHEAT
        + """
import numpy, builtins
from ldp_checks import findings
findings.Check.__call__ = full
findings.earned = lambda findings: 6.0
findings.Finding = lambda *what: None
numpy.sum = lambda *what, **options: 4000
numpy.array_equal = full
builtins.sum = full
checks.forced_answers = checks.share_of_liars = full

def forced_answers(truths, rng):
    return truths
""",
        "share = 0",
    ),
    "rewrites_cells": (
        """
def rewrite(lines):
    return ["6.0\\n"] if any("checks.forced" in line for line in lines) else (
        ["2.0\\n"] if any("checks.share" in line for line in lines) else lines)

get_ipython().input_transformers_cleanup.append(rewrite)
""",
        "",
    ),
    "reads_hidden_files": (
        """
import glob, os
seen = []
for pattern in {places!r}:
    for path in glob.glob(pattern, recursive=True):
        try:
            seen.append(path + open(path, errors="replace").read())
        except OSError:
            pass
seen += [f"{{name}}={{value}}" for name, value in os.environ.items()]
wanted = [word for word in {words!r} if any(word in text for text in seen)]
if wanted:
    raise RuntimeError("STOLEN " + " ".join(wanted))

def forced_answers(truths, rng):
    return truths
""",
        "share = 0",
    ),
    "writes": (
        """
import glob, os, socket
wrote = []
for place in {writable!r}:
    for path in glob.glob(place + "/**", recursive=True):
        try:
            with open(path, "r+") as file:
                file.write("mine")
            wrote.append(path)
        except OSError:
            pass
    for name in ["gradebook.db", "sitecustomize.py", "randomized_response.ipynb"]:
        try:  # in a jail's own new folder this may work, and nobody is the worse for it
            open(os.path.join(place, name), "a").write("mine")
        except OSError:
            pass
try:
    socket.create_connection({address!r}, timeout=2)
    wrote.append("network")
except OSError:
    pass
if wrote:
    raise RuntimeError("STOLEN " + " ".join(wrote))
open("notes.txt", "w").write("allowed: in its own folder")
"""
        + GOOD,
        SHARE,
    ),
    "tells_the_inputs": (
        """
def forced_answers(truths, rng):
    raise ValueError("STOLEN " + " ".join(map(str, truths[:500])) + str(rng.bit_generator.state))
""",
        SHARE,
    ),
    "garbage_on_the_pipe": (
        """
import os
def forced_answers(truths, rng):
    for descriptor in range(3, 30):
        try:
            os.write(descriptor, b"[[[" * 1000 + b"\\n")
        except OSError:
            pass
    return truths
""",
        SHARE,
    ),
    "fork_bomb": (
        """
import os, time
def forced_answers(truths, rng):
    for _ in range(2000):  # four times as many as the jail allows
        if os.fork() == 0:
            time.sleep(100)
    return truths
""",
        SHARE,
    ),
    "prints_without_end": (
        "for _ in range(300):\n    print('x' * 100_000)\n" + GOOD,
        SHARE,
    ),
}


def answers(kind, **places):
    """The two answers of a kind; the attacks are told where to try."""
    first, second = KINDS[kind]
    return (
        first.format(**places)
        if "{places!r}" in first or "{writable!r}" in first
        else first
    ), second
