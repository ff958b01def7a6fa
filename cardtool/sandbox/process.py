"""Keeps a process that answers requests, one at a time, and sweeps up the folders of those that were killed.

Such a folder is known by its name and by a lock that nobody holds.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from threading import Event, Timer
from typing import IO, Any, NamedTuple

INHERITED_VARIABLES = (  # of the surroundings; a process is told no more than it needs
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
_GRACE_SECONDS = 5.0  # seconds in which a process that closed its pipes ends


class ProcessExited(Exception):
    """The process ended without an answer, with this code; `said` is what it complained of.

    `is_late` tells that it was ended, for it had not answered in time; `is_cut_off` that it was ended, for
    it could not be asked any more.
    """

    def __init__(self, code: int, said: str, *, is_late: bool, is_cut_off: bool = False) -> None:
        super().__init__(code)
        self.code, self.said, self.is_late, self.is_cut_off = code, said, is_late, is_cut_off

    @property
    def lacks_memory(self) -> bool:
        """Whether Python itself ended it, for the machine had no memory or thread left for it."""
        last = self.said.strip().rpartition("\n")[2]
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
        return -self.code == getattr(signal, "SIGKILL", None) and not (self.is_late or self.is_cut_off)


class _Running(NamedTuple):
    process: subprocess.Popen[bytes]
    said: IO[bytes]


class SandboxProcess:
    """The `main` of a module, run as a process of its own; `arguments` are the words it is given."""

    def __init__(self, module: str, *arguments: object) -> None:
        # -P: nothing is imported from the folder the user stands in
        self._command = [sys.executable, "-P", "-m", "cardtool.sandbox", module, *map(str, arguments)]
        self._running: _Running | None = None

    @property
    def is_running(self) -> bool:
        """Whether it was started, and has not been closed."""
        return self._running is not None

    def start(self, more: Mapping[str, str] | None = None, folder: Path | None = None) -> None:
        """Start the process in this folder, with `more` in its environment. Harmless when it runs already.

        Raises: OSError when this machine lets it have no process or no temporary file.
        """
        if self._running is not None:
            return
        environment = {name: os.environ[name] for name in INHERITED_VARIABLES if name in os.environ}
        environment |= {"PYTHONPATH": os.pathsep.join(sys.path), **(more or {})}
        said = tempfile.TemporaryFile()  # noqa: SIM115 - closed with the process
        try:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=said,
                env=environment,
                cwd=folder,
                start_new_session=True,
            )
        except BaseException:
            said.close()
            raise
        self._running = _Running(process, said)

    def ask(self, question: object, patience: float) -> tuple[dict[str, Any], bytes]:
        """The answer of the process, which has been started, within so many seconds.

        Raises: Ended, and the process is closed.
        """
        assert self._running is not None
        late = Event()

        def give_up() -> None:
            late.set()
            self.kill()

        clock = Timer(patience, give_up)
        clock.start()
        try:
            return _exchange(self._running.process, question)
        except (OSError, EOFError):
            try:
                raise _exit_of(self._running, is_late=late.is_set()) from None
            finally:
                self.close()
        finally:
            clock.cancel()

    def kill(self) -> None:
        """End the process and everything it started, at once."""
        running = self._running
        if running is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(running.process.pid, signal.SIGKILL)
            else:
                running.process.kill()

    def close(self) -> None:
        """End the process, and wait until it has."""
        running, self._running = self._running, None
        if running is None:
            return
        process, said = running
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, said):
            with contextlib.suppress(OSError):
                if stream is not None:
                    stream.close()


def _exchange(process: subprocess.Popen[bytes], question: object) -> tuple[dict[str, Any], bytes]:
    """Ask, and wait for the answer. Raises: OSError or EOFError when the process has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    message = pickle.dumps(question, pickle.HIGHEST_PROTOCOL)
    process.stdin.write(len(message).to_bytes(8) + message)
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
        running.process.kill()
        code = running.process.wait()
    running.said.seek(0)
    said = running.said.read().decode("utf-8", "replace")
    return ProcessExited(code, said, is_late=is_late, is_cut_off=is_cut_off)


FOLDER_PREFIX = "cardtool-worker-"
_LOCK_FILE = "owner"
_YOUNG_SECONDS = 60.0  # seconds in which a folder may not have its lock yet


def lock_folder(folder: Path) -> IO[bytes]:
    """Mark a folder as in use for as long as the answer is open."""
    file = open(folder / _LOCK_FILE, "xb")  # noqa: SIM115 - open as long as the folder is in use
    _take_lock(file.fileno())
    return file


@cache
def remove_abandoned_folders_once() -> None:
    """Sweep the system's folder for temporary files, the first time."""
    with contextlib.suppress(OSError):
        remove_abandoned_folders(Path(tempfile.gettempdir()))


def remove_abandoned_folders(place: Path) -> None:
    """Remove the folders of workers in this place that nobody uses any more. No link is followed."""
    if not hasattr(os, "getuid") or not shutil.rmtree.avoids_symlink_attacks:
        return
    with os.scandir(place) as entries:
        found = [Path(entry.path) for entry in entries if _may_be_abandoned(entry)]
    for folder in found:
        with contextlib.suppress(OSError):
            _remove_unless_used(folder)


def _may_be_abandoned(entry: os.DirEntry[str]) -> bool:
    """Whether this is an older folder of ours, going by its looks."""
    if not entry.name.startswith(FOLDER_PREFIX) or not entry.is_dir(follow_symlinks=False):
        return False
    try:
        status = entry.stat(follow_symlinks=False)
    except OSError:  # gone meanwhile
        return False
    return status.st_uid == os.getuid() and time.time() - status.st_mtime > _YOUNG_SECONDS


def _remove_unless_used(folder: Path) -> None:
    lock = os.open(folder / _LOCK_FILE, os.O_RDWR | os.O_NOFOLLOW)
    try:
        if _take_lock(lock):
            shutil.rmtree(folder, ignore_errors=True)
    finally:
        os.close(lock)


def _take_lock(file: int) -> bool:
    """Take the lock, if nobody else has it."""
    try:
        import fcntl
    except ImportError:
        return False
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
