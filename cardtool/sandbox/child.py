"""The process that answers: it keeps within limits, and does what comes in through standard input.

It begins by itself, or is forked by a server that imports what workers need once, and reads nothing that a
stranger made: every request to fork comes with the pipes of the new process, which alone reads from them.
"""

from __future__ import annotations

import contextlib
import gc
import json
import mmap
import os
import select
import signal
import socket
import sys
import time
import traceback
from collections.abc import Callable
from importlib import import_module
from typing import Any

from cardtool.errors import CardtoolError
from cardtool.sandbox.encoding import decode, encode, message_of

ITEM_FILE = "item"  # in the folder of the process: the number of the item it works on, for when it dies
ITEM_SIZE = 8  # bytes, a signed number; -1 is none

_LARGEST_FORK_REQUEST = 1 << 16  # of a request to fork

Note = Callable[..., None]
"""`note(item, allowance)` says that work on an item begins, and ends the process when it has taken so many
seconds of CPU more than any request may since the request came; `note()` says that all items are done."""


def main() -> None:
    """Answer requests as a process of its own."""
    gc.disable()  # what is imported stays: nobody looks for rubbish in it, now or later
    task = import_module(sys.argv[1])
    gc.freeze()
    gc.enable()
    serve(task, *sys.argv[2:])


def serve(task: Any, seconds: str, memory: str, file_size: str, *arguments: str) -> None:
    """Answer requests by the task of a module until nobody asks any more.

    The limits: seconds of CPU that any request may take beside its allowance, and bytes.
    """
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not pass for an answer
    with open(ITEM_FILE, "r+b") as file:
        item = mmap.mmap(file.fileno(), ITEM_SIZE)
    _set_limit("RLIMIT_AS", int(memory))
    _set_limit("RLIMIT_DATA", int(memory))  # which may be lower while the parent reads a stranger's files
    _set_limit("RLIMIT_CORE", 0)  # memory is never left in a file
    _set_limit("RLIMIT_FSIZE", int(file_size))
    task.prepare(*arguments)
    kinds = {kind.__name__: kind for kind in task.REQUESTS}
    while lengths := requests.read(16):
        name, value = json.loads(requests.read(int.from_bytes(lengths[:8])))
        request = decode(kinds[name], value, requests.read(int.from_bytes(lengths[8:])))
        _limit_cpu_time(float(seconds) + request.allowance)
        head, body = _answer(task, request, _noter(item, float(seconds)))
        answers.write(message_of(head, body))
        answers.flush()


def _answer(task: Any, request: Any, note: Note) -> tuple[dict[str, Any], bytes]:
    """Return the answer, or the error that is one. Any other error ends the process: a fault of ours."""
    note()
    try:
        head, body = encode(task.answer(request, note))
    except CardtoolError as error:
        return {"error": str(error), "kind": type(error).__name__}, b""
    return {"answer": head}, body


def _noter(item: mmap.mmap, seconds: float) -> Note:
    began = time.process_time()

    def note(number: int = -1, allowance: float | None = None) -> None:
        item[:] = number.to_bytes(ITEM_SIZE, signed=True)
        left = began + seconds + allowance - time.process_time() if allowance is not None else None
        _limit_cpu_time_finely(0.0 if left is None else max(0.01, left))

    return note


def _limit_cpu_time(seconds: float) -> None:
    """Have this process end when it has taken so many seconds of CPU from now on. May be said again."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    _set_limit("RLIMIT_CPU", int(used.ru_utime + used.ru_stime + seconds) + 1, hard=False)


def _limit_cpu_time_finely(seconds: float) -> None:
    """Have this process end when it has taken so many seconds of CPU from now on, to a hundredth; 0: no more.

    Where the system has no such clock, only the limit in whole seconds holds.
    """
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)


def _set_limit(name: str, most: int, *, hard: bool = True) -> None:
    """Set a limit of this process, or keep to a tighter one that the machine has set already."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; whoever asks still watches the clock
        return
    limit = getattr(resource, name)
    ceiling = resource.getrlimit(limit)[1]
    allowed = most if ceiling == resource.RLIM_INFINITY else min(most, ceiling)
    resource.setrlimit(limit, (allowed, allowed if hard else ceiling))


def serve_forks() -> None:
    """Fork a process for each request, and report how each ends, until nobody asks any more."""
    control = socket.socket(fileno=os.dup(0))
    woken, wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda number, frame: None)
    children: dict[int, int] = {}  # the pipe by which the end of each is reported
    while True:
        ready, _, _ = select.select([control.fileno(), woken], [], [])
        if woken in ready:
            os.read(woken, 512)
            _report_ends(children)
        if control.fileno() in ready:
            message, pipes, _, _ = socket.recv_fds(control, _LARGEST_FORK_REQUEST, 4)
            if not message:
                return
            _fork(json.loads(message), pipes, children)


def _report_ends(children: dict[int, int]) -> None:
    for child in list(children):
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            pipe = children.pop(child)
            _write_number(pipe, os.waitstatus_to_exitcode(status))
            os.close(pipe)


def _fork(about: dict[str, Any], pipes: list[int], children: dict[int, int]) -> None:
    gc.disable()  # what is imported stays: nobody looks for rubbish in it, now or later
    for name in about["modules"]:
        with contextlib.suppress(ImportError):
            import_module(name)
    gc.freeze()
    gc.enable()
    child = os.fork()
    if not child:
        _become(about, pipes)
    with contextlib.suppress(OSError):  # it has done so itself, or ended
        os.setpgid(child, child)
    for pipe in pipes[:3]:
        os.close(pipe)
    children[child] = pipes[3]
    _write_number(pipes[3], child)


def _become(about: dict[str, Any], pipes: list[int]) -> None:
    """Be the new process, which inherits nothing but its pipes. Does not return."""
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        with contextlib.suppress(OSError):
            os.setpgid(0, 0)
        for number, pipe in enumerate(pipes[:3]):
            os.dup2(pipe, number)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        os.environ.clear()
        os.environ.update(about["environment"])
        os.chdir(about["folder"])
        task, *arguments = about["arguments"]
        serve(import_module(task), *arguments)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def _write_number(pipe: int, number: int) -> None:
    with contextlib.suppress(OSError):  # nobody wants to know any more
        os.write(pipe, number.to_bytes(8, signed=True))
