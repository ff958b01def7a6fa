"""A worker: a process that answers requests, one at a time, as whoever asks it sees it; and its folder.

However the process ends, whoever asked is told why, in words that follow the name of what was asked.
The folder is locked while it is in use, and removed when nobody uses it: one whose cardtool was killed is
known by its name and by a lock that nobody holds.
"""

from __future__ import annotations

import os
import queue
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Protocol, TypeVar

from cardtool import errors
from cardtool.errors import CardtoolError, MachineError
from cardtool.sandbox.child import ITEM_FILE, ITEM_SIZE
from cardtool.sandbox.encoding import decode
from cardtool.sandbox.process import ProcessExited, SandboxProcess

Answer = TypeVar("Answer")
SetUp = Callable[[Path], Mapping[str, str]]
"""Puts into a worker's folder what it needs, and returns what it finds in its environment."""

_WALL_SECONDS = 30.0  # beside what a request allows for itself


def worker_count(asked: int | None = None) -> int:
    """Return how many workers work at once: as many as were asked for, or one a processor, at most 8."""
    return max(1, asked or min(os.cpu_count() or 1, 8))


class Request(Protocol):
    """What can be asked. Travels to the process, so it holds plain data only."""

    @property
    def name(self) -> str:
        """What messages call it."""

    @property
    def allowance(self) -> float:
        """Seconds of CPU it may take beside those that any request may."""


@dataclass(frozen=True, slots=True)
class Task:
    """A kind of work: the module that does it, its limits, and the words for what can go wrong.

    `modules` are what it will need, beside its own, and may be missing. `what` is how messages call
    the process; `memory` and `file_size` are in bytes. The words follow the name of what was asked: when it
    takes too much CPU (`{cpu_seconds}`), gives no answer in time (`{seconds}`), stops answering, is killed by
    the system, or crashes (`{code}`).
    """

    module: str
    modules: tuple[str, ...]
    what: str
    memory: int
    file_size: int
    too_slow: str
    too_late: str
    cut_off: str
    killed: str
    crashed: str


class WorkerDied(Exception):
    """The process ended without an answer; the message says why. `item` is what it worked on, -1 if none."""

    def __init__(self, reason: str, item: int) -> None:
        super().__init__(reason)
        self.item = item


class Worker:
    """One process for a task, in a folder of its own. It is started when it is first needed.

    `arguments` are the words the task is prepared with; `seconds` of CPU are what any request may take.
    """

    def __init__(
        self, task: Task, *arguments: str, seconds: float, set_up: SetUp = lambda folder: {}
    ) -> None:
        self._task, self._seconds, self._set_up = task, seconds, set_up
        limits = map(str, (seconds, task.memory, task.file_size))
        self._process = SandboxProcess((task.module, *task.modules), task.module, *limits, *arguments)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._lock: IO[bytes] | None = None

    @property
    def is_running(self) -> bool:
        """Whether it was started, and has not been closed."""
        return self._process.is_running

    def start(self) -> None:
        """Start the process now, so that it is ready when asked. Harmless when it runs already.

        Raises: MachineError, and what `set_up` raises.
        """
        if self.is_running:
            return
        remove_abandoned_folders_once()
        try:
            self._start()
        except OSError as error:
            self.close()
            place = f"{error.filename}: " if error.filename else ""
            raise MachineError(f"cannot start {self._task.what}: {place}{error.strerror or error}") from None
        except CardtoolError:
            self.close()
            raise

    def _start(self) -> None:
        self._folder = tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX)
        folder = Path(self._folder.name)
        self._lock = lock_folder(folder)
        (folder / ITEM_FILE).write_bytes((-1).to_bytes(ITEM_SIZE, signed=True))
        self._process.start(folder, self._set_up(folder))

    def ask(self, request: Request, kind: type[Answer]) -> Answer:
        """Return the answer, which is of this kind.

        Raises: CardtoolError as the process met it, and when the process itself is at fault; WorkerDied
        when what it was asked ended it, or took too long.
        """
        self.start()
        timeout = max(_WALL_SECONDS + request.allowance, 2 * self._seconds)
        try:
            head, body = self._process.ask(request, timeout)
        except ProcessExited as end:
            try:
                raise WorkerDied(self._reason(end, timeout), self._item()) from end
            finally:
                self.close()
        if "error" in head:
            raise getattr(errors, head["kind"], CardtoolError)(head["error"])
        return decode(kind, head["answer"], body)

    def kill(self) -> None:
        """End the process and everything it started, at once."""
        self._process.kill()

    def close(self) -> None:
        """End the process and remove what it left behind."""
        self._process.close()
        if self._lock is not None:
            self._lock.close()
            self._lock = None
        folder, self._folder = self._folder, None
        if folder is not None:
            with suppress(OSError):  # what is left, the next one removes
                folder.cleanup()

    def _item(self) -> int:
        assert self._folder is not None
        return int.from_bytes((Path(self._folder.name) / ITEM_FILE).read_bytes(), signed=True)

    def _reason(self, end: ProcessExited, timeout: float) -> str:
        """Return why the process ended. Raises: CardtoolError for a fault of ours or of the machine."""
        task = self._task
        if end.is_own_fault:
            raise CardtoolError(f"{task.what} failed\n{end.stderr}")
        if end.lacks_memory:
            raise MachineError(f"this machine has too little memory left for {task.what}")
        words = (
            task.too_slow
            if end.is_out_of_time
            else task.cut_off
            if end.is_cut_off
            else task.too_late
            if end.is_late
            else task.killed
            if end.is_killed
            else task.crashed
        )
        return words.format(seconds=f"{timeout:.0f}", cpu_seconds=f"{self._seconds:g}", code=end.code)


class IdleWorkers:
    """Workers with nothing to do: one is ready, the others are used when it is not enough.

    `patience` is for how many seconds a worker that runs already is worth waiting for.
    """

    def __init__(self, workers: Sequence[Worker], patience: float) -> None:
        first, *self._unused = workers
        self.patience = patience
        self._idle: queue.SimpleQueue[Worker] = queue.SimpleQueue()
        self._idle.put(first)
        self._number = len(workers)

    def take(self) -> Worker:
        """Return a worker with nothing to do, as soon as there is one; it is to be given back."""
        if self._unused:
            with suppress(queue.Empty):
                return self._idle.get(timeout=self.patience)
            with suppress(IndexError):  # somebody else has taken the last
                return self._unused.pop()
        return self._idle.get()

    def give_back(self, worker: Worker) -> None:
        """Have a worker be taken by whoever needs one."""
        self._idle.put(worker)

    def take_used(self) -> list[Worker]:
        """Return all that were ever taken, and the first, when each has been given back."""
        return [self._idle.get() for _ in range(self._number - len(self._unused))]


FOLDER_PREFIX = "cardtool-worker-"
_LOCK_FILE = "owner"
_YOUNG_SECONDS = 60.0  # seconds in which a folder may not have its lock yet


def lock_folder(folder: Path) -> IO[bytes]:
    """Mark a folder as in use for as long as the returned file is open."""
    file = open(folder / _LOCK_FILE, "xb")  # noqa: SIM115 - open as long as the folder is in use
    _take_lock(file.fileno())
    return file


@cache
def remove_abandoned_folders_once() -> None:
    """Remove them from the system's folder for temporary files, the first time it is called."""
    with suppress(OSError):
        remove_abandoned_folders(Path(tempfile.gettempdir()))


def remove_abandoned_folders(place: Path) -> None:
    """Remove the folders of workers in this place that nobody uses any more. No link is followed."""
    if not hasattr(os, "getuid") or not shutil.rmtree.avoids_symlink_attacks:
        return
    with os.scandir(place) as entries:
        found = [Path(entry.path) for entry in entries if _may_be_abandoned(entry)]
    for folder in found:
        with suppress(OSError):
            _remove_unless_used(folder)


def _may_be_abandoned(entry: os.DirEntry[str]) -> bool:
    """Return whether this is an older folder of ours, going by its looks."""
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
