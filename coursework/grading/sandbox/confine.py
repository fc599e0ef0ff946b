"""Confine this process, one of the launcher's forks, before any code of a student.

It gets namespaces of its own, limits, no rights, and no system call that only an
attacker needs.
"""

import ctypes
import os
import platform
import resource
import signal
import stat
import struct

LIBC = ctypes.CDLL(None, use_errno=True)
NEW_MOUNTS, NEW_IPC, NEW_USER = 0x00020000, 0x08000000, 0x10000000
NEW_PIDS, NEW_NET = 0x20000000, 0x40000000
NOSUID_NODEV, NOEXEC, BIND = 6, 8, 4096 | 16384
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_SECCOMP = 1, 4, 22
PR_CAPBSET_DROP, PR_SET_NO_NEW_PRIVS = 24, 38
SHARED_MEMORY = 64 * 2**20

# System calls by number, on x86-64 and on 64-bit ARM. Keys of the kernel outlive a
# sandbox; memory without a file, and that of other programs, is out of sight of the
# limits; new namespaces and the like give rights back.
MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
FORBIDDEN = {
    "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "shmget": (29, 194),
    "msgget": (68, 186), "mq_open": (240, 180), "semget": (64, 190),
    "landlock_create_ruleset": (444, 444),
    "unshare": (272, 97), "setns": (308, 268), "clone3": (435, 435),
    "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "open_tree": (428, 428), "open_tree_attr": (467, 467),
    "move_mount": (429, 429), "fsopen": (430, 430), "mount_setattr": (442, 442),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "io_uring_setup": (425, 425), "kexec_load": (246, 104), "quotactl": (179, 60),
    "open_by_handle_at": (304, 265), "vmsplice": (278, 75),
}  # fmt: skip
CLONE = (56, 220)
NEW_NAMESPACE = 0x7E020080  # flags of clone that make one
X32 = 0x40000000
SOCKET = (41, 198)
FAMILIES = 1, 2, 10  # of sockets: local, IPv4, IPv6; others may lead out of the machine
# Calls of which some third or second arguments do nothing: sizes of a socket's buffers,
# which are refused, and locks on files, which are the kernel's memory and counted for
# nobody. A program alone on its files, such as a database, needs no lock, and is told
# that it has it.
SET_SOCKET, BUFFERS = (54, 208), (7, 8, 32, 33)
FILE_CONTROL, LOCKS = (72, 25), (6, 7, 37, 38)


def must(result: int, step: str) -> None:
    """Raise OSError if a call to the C library has failed."""
    if result < 0:
        raise OSError(ctypes.get_errno(), f"{step}: {os.strerror(ctypes.get_errno())}")


def own_namespaces() -> None:
    """Get processes, mounts, IPC and network of our own.

    As root the launcher has the right to do so, else a namespace for users gives it.
    The next fork is the first process in the new namespaces.
    """
    user, group = os.geteuid(), os.getegid()
    root = user == 0 and may_administer()
    flags = NEW_MOUNTS | NEW_IPC | NEW_PIDS | NEW_NET | (0 if root else NEW_USER)
    must(LIBC.unshare(flags), "namespaces")
    if not root:
        maps = {
            "setgroups": "deny",
            "uid_map": f"{user} {user} 1",
            "gid_map": f"{group} {group} 1",
        }
        for name, line in maps.items():
            with open(f"/proc/self/{name}", "w") as file:
                file.write(line)


def may_administer() -> bool:
    """Say whether this process has CAP_SYS_ADMIN."""
    with open("/proc/self/status") as status:
        rights = next(line.split()[1] for line in status if line.startswith("CapEff"))
    return bool(int(rights, 16) >> 21 & 1)


def own_files(size: int, user: int, group: int, in_sight: list[str]) -> None:
    """Mount an empty /tmp and /dev/shm, and a /proc of this fork's own processes.

    in_sight : folders and files below /tmp that stay in sight, such as a course that
        was cloned there
    """
    opened = {path: os.open(path, os.O_PATH) for path in in_sight}
    for place, limit in ((b"/tmp", size), (b"/dev/shm", SHARED_MEMORY)):
        options = (
            f"size={limit},nr_inodes=20000,mode=1777,uid={user},gid={group}".encode()
        )
        must(LIBC.mount(b"tmpfs", place, b"tmpfs", NOSUID_NODEV, options), "tmpfs")
    for path, number in opened.items():
        if not os.path.exists(path):
            if stat.S_ISDIR(os.fstat(number).st_mode):
                os.makedirs(path)
            else:
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "x"):  # an empty file to mount it on
                    pass
            source = f"/proc/self/fd/{number}".encode()
            must(LIBC.mount(source, path.encode(), None, BIND, None), path)
        os.close(number)
    must(LIBC.mount(b"proc", b"/proc", b"proc", NOSUID_NODEV | NOEXEC, None), "proc")


def limit(*, memory: int, file_size: int, processes: int, **_) -> None:
    """Limit this process and its children; the launcher counts their time.

    memory : of one process, on top of what the launcher has mapped already
    """
    with open("/proc/self/statm") as statm:
        mapped = int(statm.read().split()[0]) * resource.getpagesize()
    for kind, most in (
        (resource.RLIMIT_AS, memory + mapped),
        (resource.RLIMIT_FSIZE, file_size),
        (resource.RLIMIT_NPROC, processes),
        (resource.RLIMIT_NOFILE, 512),
        (resource.RLIMIT_MSGQUEUE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        hard = resource.getrlimit(kind)[1]
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (most, most))


def give_up_rights(user: int) -> None:
    """Become `user` without any capability, for good, and forbid FORBIDDEN calls."""
    for capability in range(64):  # to drop one that the kernel does not have: no harm
        LIBC.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)
    if os.geteuid() != user:
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)
    header, none = struct.pack("Ii", 0x20080522, 0), bytes(24)
    must(LIBC.capset(header, none), "capabilities")
    must(LIBC.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0), "dumpable")
    must(LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0), "end with the parent")
    must(LIBC.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "no new privileges")
    program = system_call_filter()
    code = ctypes.create_string_buffer(program, len(program))
    filter_ = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(code))
    must(LIBC.prctl(PR_SET_SECCOMP, 2, filter_, 0, 0), "system calls")


def system_call_filter() -> bytes:
    """Return a program for Linux's seccomp that refuses system calls.

    It answers EPERM to the calls in FORBIDDEN, to `clone` with a new namespace, and to
    `socket` of a family that is not in FAMILIES; `clone3`, whose flags it cannot see,
    does not exist.
    """
    if platform.machine() not in MACHINES:
        raise OSError(f"student code is confined on {', '.join(MACHINES)} only")
    machine, column = MACHINES[platform.machine()]
    allow, refuse, absent, done = 0x7FFF0000, 0x00050001, 0x00050000 + 38, 0x00050000

    def load(offset):
        return (0x20, 0, 0, offset)

    def answer(value):
        return (0x06, 0, 0, value)

    def unless_equal(value):
        return (0x15, 0, 1, value)  # skips the next one

    # Another machine's numbers of calls: the process is killed.
    steps = [load(4), (0x15, 1, 0, machine), answer(0x80000000), load(0)]
    steps += [(0x35, 0, 1, X32), answer(refuse)]
    for name, numbers in FORBIDDEN.items():
        steps.append(unless_equal(numbers[column]))
        steps.append(answer(absent if name == "clone3" else refuse))
    steps += [(0x15, 0, 4, CLONE[column]), load(16)]
    steps += [(0x45, 0, 1, NEW_NAMESPACE), answer(refuse), answer(allow)]
    steps += [(0x15, 0, 2 + 2 * len(FAMILIES), SOCKET[column]), load(16)]
    for family in FAMILIES:
        steps += [unless_equal(family), answer(allow)]
    steps.append(answer(refuse))
    for call, place, arguments, instead in (
        (SET_SOCKET, 2, BUFFERS, refuse), (FILE_CONTROL, 1, LOCKS, done)
    ):  # fmt: skip
        steps += [(0x15, 0, 2 + 2 * len(arguments), call[column]), load(16 + 8 * place)]
        for argument in arguments:
            steps += [unless_equal(argument), answer(instead)]
        steps.append(answer(allow))
    return b"".join(struct.pack("HBBI", *step) for step in [*steps, answer(allow)])
