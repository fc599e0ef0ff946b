"""A pytest plugin for nbval: kernels talk over sockets in the file system, not over
ports.

A port is chosen first and taken later; with two notebooks at a time, something else may
take it in between, and the kernel dies at its start.
"""

from tempfile import TemporaryDirectory

import leash
import nbval.kernel
from jupyter_client.manager import KernelManager

folders = []  # of the sockets
leash.hold()


def manager(**options) -> KernelManager:
    folders.append(TemporaryDirectory(prefix="ldp-"))
    return KernelManager(
        transport="ipc", connection_file=f"{folders[-1].name}/kernel.json", **options
    )


nbval.kernel.KernelManager = manager


def pytest_sessionfinish() -> None:
    for folder in folders:
        folder.cleanup()
