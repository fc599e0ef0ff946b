"""Make the outer sandbox: bubblewrap, no network, no environment, nothing writable."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

import matplotlib

import ldp_checks
import ldp_course

CONTAINER = (
    "Student code is never run without the sandbox. Use a Linux machine, virtual"
    " machine or\n"
    "container that has bubblewrap (Debian, Ubuntu: apt install bubblewrap) and lets\n"
    "users make user namespaces; for example\n"
    "  podman run --rm -it --network none \\\n"
    "    --security-opt seccomp=unconfined --security-opt unmask=ALL \\\n"
    '    --pids-limit 2000 -v "$(dirname "$PWD")":/work -w /course ldp-course \\\n'
    '    make grade SUBMISSIONS=/work/hw1.zip OPTIONS="--salt-file /work/ldp-salt"\n'
    "in the folder of the course, with submissions and grade book beside it: in the"
    " container\n"
    "that place is /work, where results and secret stay. The guide 'Assignments and"
    " grading'\n"
    "says how to make the image ldp-course."
)
# As root no namespace for users is needed, and the launcher keeps what it needs to make
# the others for each notebook, and to run it as a user without rights.
AS_ROOT = ["--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts"]
AS_ROOT += ["--unshare-cgroup-try", "--cap-drop", "ALL"]
RIGHTS = ("SYS_ADMIN", "SETUID", "SETGID", "SETPCAP", "KILL", "SYS_PTRACE")
OURS = [Path(package.__file__).resolve().parent for package in (ldp_course, ldp_checks)]
VARIABLES = {
    "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "MPLCONFIGDIR": "/tmp/matplotlib",
    "MPLBACKEND": "module://matplotlib_inline.backend_inline",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}


class SandboxMissing(RuntimeError):
    """Raised where this machine cannot confine student code."""


def command(argv: Sequence[str], readable: Sequence[Path] = ()) -> list[str]:
    """Return the command line that runs `argv` in the sandbox.

    Python, its packages and ours can be read, and what `readable` names, each at its
    own path.
    """
    line = ["bwrap", "--die-with-parent", "--new-session", "--clearenv"]
    if leaves_root():
        line += AS_ROOT
        for right in RIGHTS:
            line += ["--cap-add", f"CAP_{right}"]
    else:
        line += ["--unshare-all"]
    line += ["--proc", "/proc", "--dev", "/dev"]
    line += ["--tmpfs", "/tmp", "--dir", "/tmp/matplotlib"]
    line += ["--ro-bind", "/usr", "/usr"]
    line += ["--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
    for place in ("/bin", "/lib", "/lib32", "/lib64", "/sbin"):
        if os.path.islink(place):
            line += ["--symlink", os.readlink(place), place]
        elif os.path.isdir(place):
            line += ["--ro-bind", place, place]
    for path in in_sight(readable):
        # Folders above it that bubblewrap makes by itself cannot be read by all.
        for parent in list(path.parents)[-2::-1]:
            line += ["--dir", str(parent)]
        line += ["--ro-bind", str(path), str(path)]
    # Without its list Matplotlib would look for fonts.
    for fonts in Path(matplotlib.get_cachedir()).glob("fontlist-*.json"):
        line += ["--ro-bind", str(fonts), f"/tmp/matplotlib/{fonts.name}"]
    packages = [*OURS, *(path for path in readable if path.is_dir())]
    folders = os.pathsep.join(dict.fromkeys(str(path.parent) for path in packages))
    for name, value in {**VARIABLES, "PYTHONPATH": folders}.items():
        line += ["--setenv", name, value]
    line += ["--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/tmp"]
    return [*line, "--", *argv]


def leaves_root() -> bool:
    """Say whether we are root with all rights.

    Root in a container often cannot make namespaces without one for users.
    """
    status = Path("/proc/self/status")  # macOS has none
    if os.geteuid() != 0 or not status.exists():
        return False
    rights = status.read_text().partition("CapEff:")[2].split()[0]
    return bool(int(rights, 16) >> 21 & 1)


def store_bytecode() -> None:
    """Compile what notebooks import.

    The sandbox cannot store bytecode, and without it takes three times as long.
    """
    samples = (
        "IPython.core.interactiveshell",
        "matplotlib.pyplot",
        "pandas",
        "scipy.stats",
    )
    if all(Path(find_spec(name).cached).exists() for name in samples):
        return
    imports = (
        "import IPython, matplotlib.pyplot, matplotlib_inline.backend_inline, pandas,"
        " pexpect, scipy.optimize, scipy.stats, ldp_checks"
    )
    environment = dict(os.environ)
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    argv = [sys.executable, "-c", imports]
    subprocess.run(argv, env=environment, capture_output=True)


def check() -> None:
    """Raise SandboxMissing if a sandbox that does nothing cannot be made here."""
    if shutil.which("bwrap") is None:
        raise SandboxMissing(
            f"The program bwrap is missing (package bubblewrap).\n{CONTAINER}"
        )
    done = subprocess.run(
        command(["true"]), capture_output=True, encoding="utf-8", errors="replace"
    )
    if done.returncode:
        raise cannot(done.stderr.strip() or f"it ended with status {done.returncode}")


def cannot(reason: str) -> SandboxMissing:
    return SandboxMissing(
        f"bubblewrap cannot make a sandbox here; it says: {reason}\n"
        "Often the machine does not let users make user namespaces. Ubuntu 24.04 and"
        " newer do\n"
        "after  sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0\n"
        f"{CONTAINER}"
    )


def in_sight(readable: Sequence[Path]) -> list[Path]:
    """Return what the sandbox must show besides /usr: Python, packages, data, ours."""
    paths = [
        Path(sys.base_prefix),
        Path(sys.executable).resolve().parents[1],
        Path(sys.prefix),
        *OURS,
    ]
    if (data := OURS[0].parent / "data" / "SHA256SUMS").is_file():
        paths.append(data.parent)
    return [
        path
        for path in dict.fromkeys([*paths, *readable])
        if not path.is_relative_to("/usr") and path != Path("/")
    ]
