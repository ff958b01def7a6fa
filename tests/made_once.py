"""What takes long to make is made once for all processes that tests run in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

__all__ = ["Shared"]


class Shared:
    """A folder that all processes of one run of the tests see. What lies in it is read, and never changed."""

    def __init__(self, factory: pytest.TempPathFactory, process: str) -> None:
        """`process` is what pytest-xdist calls this one, `master` where it is the only one."""
        base = factory.getbasetemp()
        self._folder = base / "shared" if process == "master" or not _locks() else base.parent / "shared"
        self._folder.mkdir(exist_ok=True)

    def once(self, name: str, make: Callable[[Path], object]) -> Path:
        """The folder of this name, as `make` fills it; who comes second waits until it is full.

        Where making fails, whoever asks next tries again, in a new folder.
        """
        with _held(self._folder / f"{name}.lock"):
            done = self._folder / f"{name}.done"
            if not done.exists():
                tries = len(list(self._folder.glob(f"{name}-*")))
                place = self._folder / f"{name}-{tries}"
                place.mkdir()
                make(place)
                done.write_text(place.name)
            return self._folder / done.read_text()


def _locks() -> bool:
    try:
        import fcntl  # noqa: F401
    except ImportError:  # as on Windows: there every process makes its own
        return False
    return True


@contextmanager
def _held(file: Path) -> Iterator[None]:
    with file.open("w") as lock:
        if _locks():
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        yield
