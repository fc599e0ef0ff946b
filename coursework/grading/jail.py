"""The jail in which student code runs: bubblewrap, no network, nothing writable but what is named, hard limits."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib

import ldp_course

CONTAINER = (
    "Student code is never run without the jail. Use a Linux machine, virtual machine or container that has\n"
    "bubblewrap (Debian, Ubuntu: apt install bubblewrap) and lets users make user namespaces; for example\n"
    '  podman run --rm -it --network none --security-opt seccomp=unconfined --security-opt unmask=ALL \\\n'
    '    -v "$PWD":/course -w /course IMAGE make grade SUBMISSIONS=…\n'
    "with an IMAGE in which the course and bubblewrap are installed."
)


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
            "--",
        ]


@dataclass(frozen=True)
class Jail:
    """What is the same for every process that runs one submission.

    packages: folders of packages that can be imported, besides the Python environment and the companion module
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

        `readable` is added read-only and `writable` for writing, each at its own path. /tmp, which is also the home
        folder, is new and vanishes with the process.
        """
        jail = ["bwrap", "--unshare-all", "--die-with-parent", "--new-session", "--clearenv"]
        jail += ["--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--dir", "/tmp/matplotlib"]
        jail += ["--ro-bind", "/usr", "/usr", "--ro-bind-try", "/etc/ld.so.cache", "/etc/ld.so.cache"]
        for place in ("/bin", "/lib", "/lib32", "/lib64", "/sbin"):
            if os.path.islink(place):
                jail += ["--symlink", os.readlink(place), place]
            elif os.path.isdir(place):
                jail += ["--ro-bind", place, place]
        for path in [*_environment(), *self.packages, *readable]:
            jail += ["--ro-bind", str(path), str(path)]
        for fonts in Path(matplotlib.get_cachedir()).glob("fontlist-*.json"):  # else each process looks for fonts anew
            jail += ["--ro-bind", str(fonts), f"/tmp/matplotlib/{fonts.name}"]
        for path in writable:
            jail += ["--bind", str(path), str(path)]
        for path in self.files:
            jail += ["--ro-bind", str(path), str(folder / path.name)]
        for name, value in _VARIABLES.items():
            jail += ["--setenv", name, value]
        jail += ["--setenv", "PYTHONPATH", os.pathsep.join(str(path.parent) for path in self.packages)]
        return [*jail, "--chdir", str(folder), "--", *self.limits.prefix(), *argv]


def demand() -> None:
    """Raise JailMissing, with the reason and what to do, unless a process runs in the jail."""
    for program in ("bwrap", "prlimit"):
        if shutil.which(program) is None:
            raise JailMissing(f"The program {program} is missing (package bubblewrap or util-linux).\n{CONTAINER}")
    trial = Jail().command([sys.executable, "-c", "import ldp_course"])
    result = subprocess.run(trial, capture_output=True, text=True)
    if result.returncode:
        said = result.stderr.strip().splitlines() or [f"exit status {result.returncode}"]
        raise JailMissing(
            f"bubblewrap cannot make a jail here; it says: {said[-1]}\n"
            f"Often the machine does not let users make user namespaces.\n{CONTAINER}"
        )


_VARIABLES = {
    "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
    "HOME": "/tmp",
    "LANG": "C.UTF-8",
    "MPLCONFIGDIR": "/tmp/matplotlib",
    "MPLBACKEND": "agg",
    "OPENBLAS_NUM_THREADS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}


def _environment() -> list[Path]:
    """Python, its packages, the companion module and its data, as far as they are not below /usr."""
    package = Path(ldp_course.__file__).resolve().parent
    paths = [Path(sys.base_prefix), Path(sys.executable).resolve().parents[1], Path(sys.prefix), package]
    if (data := package.parent / "data" / "SHA256SUMS").is_file():
        paths.append(data.parent)
    return [path for path in dict.fromkeys(paths) if not path.is_relative_to("/usr") and path != Path("/")]
