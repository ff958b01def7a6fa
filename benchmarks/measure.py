"""What a command costs: wall time, processor time, memory. Knows nothing of cards."""

from __future__ import annotations

import contextlib
import os
import subprocess
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Cost", "memory_of", "run"]

_MB = 1024.0  # KB, in which Linux counts memory


@dataclass(frozen=True, slots=True)
class Cost:
    """Seconds of wall and processor time, children included; the peak memory in MB of the command itself
    and of the largest process it started (0 where it started none, or where there is no /proc).
    """

    wall: float
    cpu: float
    memory: float
    worker_memory: float


def run(command: Sequence[str], folder: Path, environment: Mapping[str, str], patience: float) -> Cost | None:
    """Run a command to its end; None where it takes longer than `patience` seconds.

    Raises: RuntimeError with what it said, where it fails.
    """
    with (folder / "said.txt").open("w+b") as said:
        begun = time.perf_counter()
        process = subprocess.Popen(
            command, cwd=folder, env=_as_installed(environment), stdout=said, stderr=subprocess.STDOUT
        )
        watch = _Watch(process.pid)
        clock = threading.Timer(patience, process.kill)
        clock.start()
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
        watch.end()
        if not clock.is_alive():
            return None
        clock.cancel()
        if process.returncode != 0:
            said.seek(0)
            raise RuntimeError(f"{' '.join(command)}: exit {process.returncode}\n{said.read().decode()}")
    itself = watch.peaks.pop(process.pid, used.ru_maxrss / _MB)
    return Cost(wall, used.ru_utime + used.ru_stime, itself, max(watch.peaks.values(), default=0.0))


def _as_installed(environment: Mapping[str, str]) -> dict[str, str]:
    """This process's environment and some more, in which Python keeps the compiled files it finds missing."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {**kept, **environment}


@dataclass
class _Watch:
    """Notes, as long as a process lives, the peak memory of it and of all its descendants."""

    pid: int
    peaks: dict[int, float] = field(default_factory=dict)
    _ended: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def end(self) -> None:
        """Stop watching."""
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._ended.wait(0.05):
            for pid in _family(self.pid):
                peak = _peak(pid)
                if peak is not None:
                    self.peaks[pid] = peak


def _family(pid: int) -> list[int]:
    """This process and all it started, as far as they live."""
    found = [pid]
    for each in found:
        with contextlib.suppress(OSError):  # the process, or a thread of it, ended between two looks
            for file in Path(f"/proc/{each}/task").glob("*/children"):
                found += [int(child) for child in file.read_text().split()]
    return found


def memory_of(pid: int) -> float:
    """Return what a process and all it started take now, in MB."""
    return sum(_status(each, "VmRSS:") or 0.0 for each in _family(pid))


def _peak(pid: int) -> float | None:
    return _status(pid, "VmHWM:")


def _status(pid: int, name: str) -> float | None:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) / _MB for line in lines if line.startswith(name)), None)
