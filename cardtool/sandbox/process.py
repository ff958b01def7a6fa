"""Starts a process that answers requests, speaks to it, and buries it.

Where the system has one, the process is forked by a server that has imported what it needs already;
elsewhere, and where the server fails, it is a new process of Python.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Event, Lock, Timer
from typing import IO, Any, NamedTuple

from cardtool.sandbox.encoding import encode, message_of

INHERITED_VARIABLES = (  # of the environment; a process is told no more than it needs
    "PATH",
    "SYSTEMROOT",
    "TEMP",
    "TMP",
    "TMPDIR",
    "HOME",
    "LANG",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "PYTHONDONTWRITEBYTECODE",
    "PYTHONPYCACHEPREFIX",
)
_OUT_OF_MEMORY_SIGNS = (
    "MemoryError",
    "annot allocate memory",
    "failed to map segment",
    "can't start new thread",
)
_GRACE_SECONDS = 5.0  # in which a process that closed its pipes ends
_CAN_FORK = sys.platform == "linux"  # elsewhere a library may not live through it
_KILLED = -9


class ProcessExited(Exception):
    """The process ended without an answer, with this code; `stderr` is what it complained of.

    `is_late` says that it was ended, for it had not answered in time; `is_cut_off` that it was ended, for
    it could not be asked any more.
    """

    def __init__(self, code: int, stderr: str, *, is_late: bool, is_cut_off: bool = False) -> None:
        super().__init__(code)
        self.code, self.stderr, self.is_late, self.is_cut_off = code, stderr, is_late, is_cut_off

    @property
    def lacks_memory(self) -> bool:
        """Whether Python itself ended it, for the machine had no memory or thread left for it."""
        last = self.stderr.strip().rpartition("\n")[2]
        return self.code == 1 and not self.is_late and any(sign in last for sign in _OUT_OF_MEMORY_SIGNS)

    @property
    def is_own_fault(self) -> bool:
        """Whether Python itself ended it: a fault of ours, not of what it worked on."""
        return self.code == 1 and not self.is_late and not self.lacks_memory

    @property
    def is_out_of_time(self) -> bool:
        """Whether it took more processor time than it may."""
        return -self.code in (getattr(signal, "SIGXCPU", None), getattr(signal, "SIGPROF", None))

    @property
    def is_killed(self) -> bool:
        """Whether somebody else killed it, as systems do when memory runs out."""
        return self.code == _KILLED and not (self.is_late or self.is_cut_off)


class ForkedProcess:
    """A process that the server forks, with what `subprocess.Popen` offers of one.

    `status` is a pipe that brings its number when it is there, and its exit code when it has ended.
    """

    def __init__(self, stdin: IO[bytes], stdout: IO[bytes], status: IO[bytes]) -> None:
        self.stdin, self.stdout, self._status = stdin, stdout, status
        self.returncode: int | None = None
        self._pid: int | None = None
        self._lock = Lock()

    @property
    def pid(self) -> int | None:
        """Its number, as soon as it is there; None where the server ended before."""
        with self._lock:
            if self._pid is None and self.returncode is None:
                self._pid = self._read(_GRACE_SECONDS)
            return self._pid

    def poll(self) -> int | None:
        """Return its exit code; None while it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0.0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Return its exit code when it has ended. Raises: subprocess.TimeoutExpired."""
        if self.pid is None:
            self.returncode = _KILLED
        with self._lock:
            if self.returncode is None:
                code = self._read(timeout)
                self.returncode = _KILLED if code is None else code
        return self.returncode

    def close(self) -> None:
        """Read its status no more."""
        self._status.close()

    def _read(self, timeout: float | None) -> int | None:
        status = select.poll()  # which knows files beyond the thousandth, too
        status.register(self._status, select.POLLIN)
        if not status.poll(None if timeout is None else timeout * 1000):
            raise subprocess.TimeoutExpired("a forked process", timeout or 0.0)
        number = self._status.read(8)
        return int.from_bytes(number, signed=True) if len(number) == 8 else None


class _ForkServer:
    """A process of ours that imports what workers need, reads nothing of a stranger's, and forks."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-c", "from cardtool.sandbox.child import serve_forks; serve_forks()"],
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=_environment({}),
                cwd=os.sep,  # not the folder the user stands in
                start_new_session=True,
            )
        except BaseException:
            self._control.close()
            raise
        finally:
            theirs.close()
        atexit.register(self.close)

    def close(self) -> None:
        """Let the server end, which it does when nobody can ask it any more."""
        self._control.close()
        self._process.wait()

    def fork(self, about: Mapping[str, object], stderr: IO[bytes]) -> ForkedProcess:
        """Have a process forked, without waiting for it. Raises: OSError where the server has ended."""
        (stdin, requests), (answers, stdout), (reports, status) = os.pipe(), os.pipe(), os.pipe()
        try:
            with self._lock:
                pipes = [stdin, stdout, stderr.fileno(), status]
                socket.send_fds(self._control, [json.dumps(about).encode()], pipes)
        except BaseException:
            for pipe in (requests, answers, reports):
                os.close(pipe)
            raise
        finally:
            for pipe in (stdin, stdout, status):
                os.close(pipe)
        return ForkedProcess(
            os.fdopen(requests, "wb"), os.fdopen(answers, "rb"), os.fdopen(reports, "rb", buffering=0)
        )


@cache
def _fork_server(process: int, path: tuple[str, ...]) -> _ForkServer:
    """Return the server of this process, for what is imported from these folders."""
    return _ForkServer()


def _environment(more: Mapping[str, str]) -> dict[str, str]:
    inherited = {name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ}
    path = os.pathsep.join(filter(None, sys.path))  # "" would be whatever folder the process is in
    return {**inherited, "PYTHONPATH": path, "PYTHONHASHSEED": "0", **more}


class _Running(NamedTuple):
    process: subprocess.Popen[bytes] | ForkedProcess
    stderr: IO[bytes]
    folder: Path
    environment: dict[str, str]


class SandboxProcess:
    """A process for the task of a module; `arguments` are the words it is given."""

    def __init__(self, modules: Sequence[str], *arguments: str) -> None:
        self._modules, self._arguments = tuple(modules), arguments
        self._running: _Running | None = None

    @property
    def is_running(self) -> bool:
        """Whether it was started, and has not been closed."""
        return self._running is not None

    def start(self, folder: Path, more: Mapping[str, str]) -> None:
        """Start the process in this folder, with `more` in its environment. Harmless when it runs already.

        Raises: OSError when this machine lets it have no process or no temporary file.
        """
        if self._running is None:
            environment = _environment(more)
            stderr = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
            try:
                process = self._fork(folder, environment, stderr) or self._spawn(folder, environment, stderr)
            except BaseException:
                stderr.close()
                raise
            self._running = _Running(process, stderr, folder, environment)

    def _fork(self, folder: Path, environment: dict[str, str], stderr: IO[bytes]) -> ForkedProcess | None:
        about = {
            "modules": self._modules,
            "arguments": self._arguments,
            "folder": str(folder),
            "environment": environment,
        }
        if _CAN_FORK:
            with contextlib.suppress(OSError):
                return _fork_server(os.getpid(), tuple(sys.path)).fork(about, stderr)
        return None

    def _spawn(self, folder: Path, environment: dict[str, str], stderr: IO[bytes]) -> subprocess.Popen[bytes]:
        # -P: nothing is imported from the folder the user stands in
        code = "from cardtool.sandbox.child import main; main()"
        return subprocess.Popen(
            [sys.executable, "-P", "-c", code, *self._arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stderr,
            env=environment,
            cwd=folder,
            start_new_session=True,
        )

    def ask(self, request: object, timeout: float) -> tuple[dict[str, Any], bytes]:
        """Return the answer of the process, which has been started, within so many seconds.

        Raises: ProcessExited, and the process is closed.
        """
        assert self._running is not None
        late = Event()

        def give_up() -> None:
            late.set()
            self.kill()

        clock = Timer(timeout, give_up)
        clock.start()
        try:
            return self._answer(request)
        except (OSError, EOFError):
            try:
                raise _exit_of(self._running, is_late=late.is_set()) from None
            finally:
                self.close()
        finally:
            clock.cancel()

    def _answer(self, request: object) -> tuple[dict[str, Any], bytes]:
        """Ask, and wait for the answer. Raises: OSError or EOFError when the process has ended."""
        running = self._running
        assert running is not None
        try:
            return _exchange(running.process, request)
        except (OSError, EOFError):
            if running.process.pid is not None:
                raise
        # the server ended before there was a process: this machine may have little memory
        process = self._spawn(running.folder, running.environment, running.stderr)
        _close(running.process)
        self._running = running._replace(process=process)
        return _exchange(process, request)

    def kill(self) -> None:
        """End the process and everything it started, at once."""
        if self._running is not None:
            _kill(self._running.process)

    def close(self) -> None:
        """End the process, and wait until it has."""
        running, self._running = self._running, None
        if running is not None:
            _kill(running.process)
            running.process.wait()
            _close(running.process)
            running.stderr.close()


def _kill(process: subprocess.Popen[bytes] | ForkedProcess) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError, subprocess.TimeoutExpired):
        if process.pid is None or process.poll() is not None:
            return
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        elif isinstance(process, subprocess.Popen):
            process.kill()


def _close(process: subprocess.Popen[bytes] | ForkedProcess) -> None:
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            if stream is not None:
                stream.close()
    if isinstance(process, ForkedProcess):
        process.close()


def _exchange(
    process: subprocess.Popen[bytes] | ForkedProcess, request: object
) -> tuple[dict[str, Any], bytes]:
    assert process.stdin is not None
    assert process.stdout is not None
    value, content = encode(request)
    process.stdin.write(message_of([type(request).__name__, value], content))
    process.stdin.flush()
    head, body = (int.from_bytes(_read_exactly(process.stdout, 8)) for _ in range(2))
    return json.loads(_read_exactly(process.stdout, head)), _read_exactly(process.stdout, body)


def _read_exactly(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _exit_of(running: _Running, *, is_late: bool) -> ProcessExited:
    is_cut_off = False
    try:
        code = running.process.wait(timeout=_GRACE_SECONDS)
    except subprocess.TimeoutExpired:
        is_cut_off = not is_late
        _kill(running.process)
        code = running.process.wait()
    running.stderr.seek(0)
    stderr = running.stderr.read().decode("utf-8", "replace")
    return ProcessExited(code, stderr, is_late=is_late, is_cut_off=is_cut_off)
