"""The processes that a killed build or test run has started end with it."""

import os
import subprocess
import sys
import time
from pathlib import Path

import leash
import psutil

TOOLS = Path(__file__).parents[2] / "tools"
WORKER = """
import subprocess, sys, time
import leash
leash.hold()
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
print(child.pid, flush=True)
time.sleep(3600)
"""
PARENT = "import subprocess, sys; subprocess.run([sys.executable, '-c', sys.argv[1]])"


def test_children_end_when_the_parent_is_killed():
    command = [sys.executable, "-c", PARENT, WORKER]
    environment = os.environ | {"PYTHONPATH": str(TOOLS)}
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, text=True, env=environment) as parent:
        parent.stdout.readline()  # the family is complete
        family = psutil.Process(parent.pid).children(recursive=True)
        assert len(family) == 2
        parent.kill()
    while any(map(leash.runs, family)):
        time.sleep(0.1)
