"""The jail in which student code runs: bubblewrap, no network, nothing writable but what is named,
hard limits.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import matplotlib

import ldp_course

CONTAINER = (
    "Student code is never run without the jail. Use a Linux machine, virtual machine or\n"
    "container that has bubblewrap (Debian, Ubuntu: apt install bubblewrap) and lets\n"
    "users make user namespaces; for example\n"
    "  podman run --rm -it --network none \\\n"
    "    --security-opt seccomp=unconfined --security-opt unmask=ALL \\\n"
    '    --pids-limit 2000 -v "$(dirname "$PWD")":/work -w /course ldp-course \\\n'
    '    make grade SUBMISSIONS=/work/hw1.zip OPTIONS="--salt-file /work/ldp-salt"\n'
    "in the folder of the course, with submissions and grade book beside it: in the container\n"
    "that place is /work, where results and secret stay. The guide 'Assignments and grading'\n"
    "says how to make the image ldp-course."
)

# The kernel does not limit how many processes root may start: for root, student code runs as
# another user.
UNSHARE_AS_ROOT = [
    "--unshare-ipc",
    "--unshare-pid",
    "--unshare-net",
    "--unshare-uts",
    "--unshare-cgroup-try",
]
TO_LEAVE_ROOT = ("CAP_CHOWN", "CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP")
CAP_SYS_ADMIN = 21
FREE_USERS = range(
    61184, 65184
)  # numbers that systemd keeps for users that exist for a moment only


class JailMissing(RuntimeError):
    """This machine cannot jail student code."""


@dataclass(frozen=True)
class Limits:
    """What one jailed process may use."""

    cpu_seconds: int = 20
    memory: int = 2 * 2**30
    file_size: int = 64 * 2**20
    processes: int = 512

    def prefix(self) -> list[str]:
        return [
            "prlimit",
            f"--cpu={self.cpu_seconds}",
            f"--as={self.memory}",
            f"--fsize={self.file_size}",
            f"--nproc={self.processes}",
            "--core=0",
        ]


@dataclass(frozen=True)
class Jail:
    """What is the same for every process that runs one submission.

    packages: folders of packages that can be imported, besides the Python environment and the
    companion module
    files: the assignment's data, readable in the folder in which the code runs
    """

    limits: Limits = Limits()
    packages: tuple[Path, ...] = ()
    files: tuple[Path, ...] = ()

    def command(
        self,
        argv: Sequence[str],
        *,
        readable: Sequence[Path] = (),
        writable: Sequence[Path] = (),
        folder: Path = Path("/tmp"),
    ) -> list[str]:
        """The command line that runs `argv` in the jail, in `folder`.

        `readable` is added read-only and `writable` for writing, each at its own path. /tmp, which
        is also the home folder, is new and vanishes with the process.
        """
        root = leaves_root()
        jail = ["bwrap", "--die-with-parent", "--new-session", "--clearenv"]
        jail += [*UNSHARE_AS_ROOT, "--cap-drop", "ALL"] if root else ["--unshare-all"]
        jail += [word for capability in TO_LEAVE_ROOT if root for word in ("--cap-add", capability)]
        jail += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--dir", "/tmp/matplotlib"]
        jail += [
            "--ro-bind",
            "/usr",
            "/usr",
            "--ro-bind-try",
            "/etc/ld.so.cache",
            "/etc/ld.so.cache",
        ]
        for place in ("/bin", "/lib", "/lib32", "/lib64", "/sbin"):
            if os.path.islink(place):
                jail += ["--symlink", os.readlink(place), place]
            elif os.path.isdir(place):
                jail += ["--ro-bind", place, place]
        for path in [*_environment(), *self.packages, *readable]:
            jail += [*_parents(path), "--ro-bind", str(path), str(path)]
        for fonts in Path(matplotlib.get_cachedir()).glob(
            "fontlist-*.json"
        ):  # else each process looks for fonts anew
            jail += ["--ro-bind", str(fonts), f"/tmp/matplotlib/{fonts.name}"]
        for path in writable:
            jail += [*_parents(path), "--bind", str(path), str(path)]
        for path in self.files:
            jail += ["--ro-bind", str(path), str(folder / path.name)]
        for name, value in _VARIABLES.items():
            jail += ["--setenv", name, value]
        jail += [
            "--setenv",
            "PYTHONPATH",
            os.pathsep.join(str(path.parent) for path in self.packages),
        ]
        jail += ["--chdir", str(folder), "--", *self.limits.prefix()]
        jail += _leave_root(writable) if root else []
        return [*jail, *argv]


def leaves_root() -> bool:
    """Whether we are root with all rights; root in a container often cannot make namespaces without
    one for users.
    """
    status = Path("/proc/self/status")  # macOS has none
    if os.geteuid() != 0 or not status.exists():
        return False
    rights = status.read_text().partition("CapEff:")[2].split()[0]
    return bool(int(rights, 16) >> CAP_SYS_ADMIN & 1)


def demand() -> None:
    """Raise JailMissing, with the reason and what to do, unless a process runs in the jail."""
    for program in ("bwrap", "prlimit", "setpriv"):
        if shutil.which(program) is None:
            raise JailMissing(
                f"The program {program} is missing (package bubblewrap or util-linux).\n{CONTAINER}"
            )
    trial = Jail().command([sys.executable, "-c", "import ldp_course"])
    result = subprocess.run(trial, capture_output=True, text=True)
    if result.returncode:
        said = result.stderr.strip().splitlines() or [f"exit status {result.returncode}"]
        raise JailMissing(
            f"bubblewrap cannot make a jail here; it says: {said[-1]}\n"
            "Often the machine does not let users make user namespaces. Ubuntu 24.04 and newer do\n"
            f"after  sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0\n{CONTAINER}"
        )


def store_bytecode() -> None:
    """Compile what notebooks import: the jail cannot store bytecode, and without it takes three
    times as long.
    """
    known = (
        "ipykernel.kernelapp",
        "matplotlib.pyplot",
        "pandas",
        "scipy.stats",
        "ldp_course.checks.feedback",
    )
    if all(Path(find_spec(name).cached).exists() for name in known):
        return
    imports = (
        "import debugpy.server, ipykernel.kernelapp, matplotlib.pyplot, pandas, "
        "scipy.optimize, scipy.stats"
    )
    command = [sys.executable, "-c", f"{imports}\nfrom ldp_course.checks import ASSIGNMENTS"]
    may_write = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    subprocess.run(command, env=may_write, capture_output=True)


_VARIABLES = {
    "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "MPLCONFIGDIR": "/tmp/matplotlib",
    "MPLBACKEND": "agg",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}


def _leave_root(writable: Sequence[Path]) -> list[str]:
    """The start of a command line for root: gives what is writable to a user without other rights,
    and becomes it.
    """
    user = str(
        FREE_USERS[os.getpid() % len(FREE_USERS)]
    )  # its own in each job: one cannot use up another's processes
    give = f"chown {user} /tmp; " + shlex.join([
        "chown",
        "-Rf",
        user,
        "/tmp/matplotlib",
        *map(str, writable),
    ])
    become = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    return [
        "sh",
        "-c",
        f'{give}; exec "$@"',
        "sh",
        *become,
        "--inh-caps=-all",
        "--bounding-set=-all",
    ]


def _parents(path: Path) -> list[str]:
    """The folders above a path, open to read for all; those that bubblewrap makes by itself are
    not.
    """
    return [word for parent in list(path.parents)[-2::-1] for word in ("--dir", str(parent))]


def _environment() -> list[Path]:
    """Python, its packages, the companion module and its data, as far as they are not below
    /usr.
    """
    package = Path(ldp_course.__file__).resolve().parent
    paths = [
        Path(sys.base_prefix),
        Path(sys.executable).resolve().parents[1],
        Path(sys.prefix),
        package,
    ]
    if (data := package.parent / "data" / "SHA256SUMS").is_file():
        paths.append(data.parent)
    return [
        path
        for path in dict.fromkeys(paths)
        if not path.is_relative_to("/usr") and path != Path("/")
    ]
