"""The process that forks workers: it imports what they need once, and reads nothing that a stranger made.

Every request comes with the pipes of the new process, which alone reads what comes through them.
"""

from __future__ import annotations

import contextlib
import gc
import json
import os
import select
import signal
import socket
import traceback
from importlib import import_module
from typing import Any

from cardtool.sandbox.child import serve

_MOST_BYTES = 1 << 16  # of a request to fork


def main() -> None:
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
            message, pipes, _, _ = socket.recv_fds(control, _MOST_BYTES, 4)
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
