"""Run a command as root and as an ordinary account, if this machine has both."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
from sample_class import ROOT, SAMPLE

NOBODY = 65534
ACCOUNTS = (
    "ours",
    "ordinary",
)  # the account of the tests, and for root also one without rights


def skip_unless_it_exists(account):
    if account == "ordinary" and os.geteuid() != 0:
        pytest.skip("the tests already run as an ordinary account")
    if account == "ordinary" and shutil.which("setpriv") is None:
        pytest.skip("no setpriv to become an ordinary account")


@contextmanager
def folder_of(account):
    """A new folder that the account owns."""
    place = Path(tempfile.mkdtemp(prefix="ldp-attacks-"))
    give(account, place)
    yield place
    shutil.rmtree(place)


def give(account, place):
    if account == "ordinary":
        for path in [place, *place.rglob("*")]:
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)


def run_as(account, argv, home, **variables):
    """Python may lie in root's home folder: then the command sees that part of it."""
    paths = os.pathsep.join(map(str, (ROOT, SAMPLE, SAMPLE.parent)))
    env = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "PYTHONPATH": paths,
        **variables,
    }
    argv = [sys.executable, *map(str, argv)]
    if account == "ordinary":
        become = (
            f"setpriv --reuid={NOBODY} --regid={NOBODY} --clear-groups --inh-caps=-all"
        )
        python, show = Path(sys.base_prefix).resolve(), ""
        if closed := [
            folder for folder in python.parents if not folder.stat().st_mode & 1
        ]:
            top, interpreter = (
                shlex.quote(str(closed[-1])),
                shlex.quote(str(home / "python")),
            )
            show = (
                f"mkdir {interpreter} && mount --bind {shlex.quote(str(python))} {interpreter} && "
                f"mount -t tmpfs -o mode=755 none {top} && "
                f"mkdir -p {shlex.quote(str(python))} && mount --bind {interpreter} "
                f"{shlex.quote(str(python))} && umount {interpreter} && rmdir {interpreter} && "
            )
        line = f"{show}exec {become} --bounding-set=-all {shlex.join(argv)}"
        argv = ["unshare", "--mount", "sh", "-c", line]
    run = subprocess.run(
        argv,
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        errors="backslashreplace",
    )
    unable = ("never run without the sandbox", "unshare: unshare failed", "setpriv: ")
    if (
        account == "ordinary"
        and run.returncode
        and any(words in run.stderr for words in unable)
    ):
        pytest.skip(
            f"this machine's root cannot act as an ordinary account: {run.stderr[-300:]}"
        )
    return run
