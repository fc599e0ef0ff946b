"""Try hostile notebooks in the sandbox, and print as JSON how each ended.

test_attacks runs it as root and as an ordinary account.
"""

import contextlib
import json
import sys
from dataclasses import replace

from coursework.grading.sandbox.limits import Limits
from coursework.grading.sandbox.notebook import Ended, Notebook, Sandbox

CALLS = """
import ctypes, os
libc = ctypes.CDLL(None, use_errno=True)
def call(number, *arguments):
    ctypes.set_errno(0)
    done = libc.syscall(number, *arguments)
    return os.strerror(ctypes.get_errno()) if done < 0 else "done"
import platform
ARM = platform.machine() == "aarch64"
"""
READS = (
    """
import glob, os
answer = []
for path in glob.glob("/proc/[0-9]*/environ") + glob.glob("/proc/*/environ"):
    try:
        answer.append(open(path).read())
    except OSError:
        pass
answer = " ".join(answer) + str(dict(os.environ)) + str(sorted(os.listdir("/proc")))
""",
)
KEYRING = (
    CALLS
    + """
answer = {
    "keyctl": call(219 if ARM else 250, 0, -3, 1),
    "add_key": call(217 if ARM else 248, b"user", b"ldp", b"x", 1, -3),
    "unshare": call(97 if ARM else 272, 0x10000000),
    "memfd_create": call(279 if ARM else 319, b"x", 0),
    "ptrace": call(117 if ARM else 101, 16, 1, 0, 0),
    "clone3": call(435, 0, 0),
    "open_tree_attr": call(467, -100, b"/", 0, 0, 0),
    "vsock": call(198 if ARM else 41, 40, 1, 0),
    "netlink": call(198 if ARM else 41, 16, 3, 0),
    "buffers": call(208 if ARM else 54, 1, 1, 7, b"0000", 4),
    "semget": call(190 if ARM else 64, 0, 32000, 0o600),
    "landlock_create_ruleset": call(444, 0, 0, 1),
}
""",
)
SIGNALS = (
    """
import os, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
tried = []
for target in (0, -1, 1, os.getppid()):
    try:
        os.kill(target, signal.SIGTERM)
        tried.append(target)
    except OSError:
        pass
if os.fork() == 0:
    os.kill(0, signal.SIGKILL)
answer = os.getppid()
""",
)
SUM = (
    """
import os, time
for _ in range(3):
    if os.fork() == 0:
        held = bytearray(180 * 2**20)
        held[::4096] = b"x" * len(held[::4096])
        time.sleep(600)
time.sleep(600)
""",
    "answer = 'still there'",
)
SOCKETS = (  # what waits in a socket is the kernel's memory, of no process
    """
import socket, time
kept = []
try:
    while True:
        kept.append(socket.socketpair())
        kept[-1][0].setblocking(False)
        try:
            while True:
                kept[-1][0].send(bytes(65536))
        except BlockingIOError:
            pass
except OSError:
    time.sleep(60)
""",
    "answer = 'still there'",
)
COLLIDING = (  # each key has the same hash: to make a dict of them takes minutes
    """
import json
dumps = json.dumps
def forged(reply):
    pairs = [[1 + k * (2**61 - 1), 0] for k in range(20_000)]
    return dumps({"value": {"dict": pairs}} if "value" in reply else reply)
json.dumps = forged
answer = 1
""",
)
FLOOD = ("import sys; sys.modules['__main__'].answer = None", *["print('x' * 3_000_000)"] * 4,
         "answer = 1")  # fmt: skip
TEMPORARY = (
    """
answer = 0
for place in ("/tmp/", "/dev/shm/", "/tmp/work/"):
    try:
        for number in range(40):
            with open(f"{place}{number}", "wb") as file:
                answer += file.write(bytes(16 * 2**20))
    except OSError as error:
        pass
""",
)
RESTARTED = (  # what a second start tells could be what a function was asked
    """
import os, time
answer = lambda hidden: os._exit(1)
raise ValueError(time.monotonic_ns())
""",
)
DATABASE = (  # a lock on a file of one's own
    """
import fcntl, sqlite3
table = sqlite3.connect("own.db")
table.execute("create table one (value)")
table.execute("insert into one values (7)")
table.commit()
with open("own.db") as file:
    fcntl.lockf(file, fcntl.LOCK_SH)
answer = table.execute("select value from one").fetchone()[0]
""",
)
MANY = (
    """
import os, time
for _ in range(60):
    if os.fork() == 0:
        time.sleep(600)
time.sleep(600)
""",
    "answer = 'still there'",
)
SLEEPS = ("import time; answer = 1", *["time.sleep(50)"] * 22)
LEAVES = (
    """
import glob, os
answer = []
for place in ["/", *glob.glob("/*/"), *glob.glob("/*/*/"), "/dev/shm/", "/dev/pts/"]:
    try:
        open(os.path.join(place, "left-behind"), "w").write("STOLEN")
        answer.append(place)
    except OSError:
        pass
if os.fork() == 0:
    os.setsid()
    import time
    time.sleep(600)
""",
)
FINDS = (
    """
import glob
answer = [path for deep in range(1, 4) for path in glob.glob("/*" * deep + "/left-behind")]
answer += glob.glob("/left-behind") + [one for one in glob.glob("/proc/[0-9]*") if one != "/proc/1"]
""",
)
LINK = (
    """
import os
os.mkdir("locked")
os.symlink({target!r}, "locked/link")
os.chmod("locked", 0o500)
answer = os.path.lexists("locked/link")
""",
)


def probe(box, cells, names=("answer",)):
    notebook = Notebook(
        [(f"cell {place + 1}", cell) for place, cell in enumerate(cells)], box
    )
    notebook.names = list(names)
    try:
        answer = notebook.answer("answer")
    except (Ended, LookupError) as error:
        answer = str(error.args[0])
    notebook.close()
    printed = sum(len(json.dumps(cell)) for cell in notebook.outputs.values())
    return {"answer": answer, "notes": notebook.notes, "printed": printed}


def again(box, cells):
    """Return the notes of a notebook, started anew, whose function ended it."""
    notebook = Notebook(
        [(f"cell {place + 1}", cell) for place, cell in enumerate(cells)], box
    )
    notebook.names = ["answer"]
    for _ in range(2):
        with contextlib.suppress(Ended):
            notebook.answer("answer")("hidden")
    notebook.close()
    return {"notes": notebook.notes, "outputs": len(notebook.outputs)}


def main(target):
    results = {}
    with Sandbox() as box:
        results["reads"] = probe(box, READS)
        results["calls"] = probe(box, KEYRING)
        results["signals"] = probe(box, SIGNALS)
        results["temporary"] = probe(box, TEMPORARY)
        results["leaves"] = probe(box, LEAVES)
        results["finds"] = probe(box, FINDS)
        results["link"] = probe(box, [LINK[0].format(target=target)])
        results["sleeps"] = probe(replaced(box, seconds=4, cpu_seconds=2), SLEEPS)
        results["memory"] = probe(replaced(box, memory=400 * 2**20), SUM)
        results["many"] = probe(replaced(box, memory=400 * 2**20), MANY)
        results["database"] = probe(box, DATABASE)
        results["restarted"] = again(box, RESTARTED)
        # a process that opens no socket needs 60 to 80 MiB itself: at 100 only the
        # sockets count
        results["sockets"] = probe(replaced(box, memory=100 * 2**20), SOCKETS)
        results["colliding"] = probe(box, COLLIDING)
        results["flood"] = probe(box, FLOOD)
        results["after"] = probe(box, ["answer = 1"])
    print(json.dumps(results))


def replaced(box, **limits):
    """The same launcher with other limits."""
    other = object.__new__(Sandbox)
    other.__dict__.update(box.__dict__, limits=replace(Limits(), **limits))
    return other


if __name__ == "__main__":
    main(sys.argv[1])
