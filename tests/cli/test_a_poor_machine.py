"""What a machine denies is told in words, and is no bug in cardtool."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from projects import a_project

from cardtool.cli import main
from cardtool.project import CACHE
from cardtool.sandbox import process

Deny = Callable[[pytest.MonkeyPatch], object]


@pytest.fixture(autouse=True)
def nothing_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))


def run(folder: Path, *words: str) -> int:
    return main(["--project", str(folder), *words])


def failing(number: int, name: str | None = None) -> Callable[..., Any]:
    """Something that always fails so."""

    def fail(*words: object, **more: object) -> None:
        raise OSError(number, os.strerror(number), *([name] if name else []))

    return fail


def no_thread(self: threading.Thread) -> None:
    raise RuntimeError("can't start new thread")


def no_process(patch: pytest.MonkeyPatch, error: int) -> None:
    patch.setattr(process, "_fork_server", lambda *server: process._ForkServer())
    patch.setattr(subprocess, "Popen", failing(error))


def no_memory(*words: object, **more: object) -> None:
    raise MemoryError


LOAD = "cardtool.load.load_game"
DENIED: dict[str, tuple[Deny, str]] = {
    "memory for a process": (
        lambda patch: no_process(patch, errno.ENOMEM),
        "cannot start a process that draws: Cannot allocate memory",
    ),
    "a process": (
        lambda patch: no_process(patch, errno.EAGAIN),
        "cannot start a process that draws: Resource temporarily unavailable",
    ),
    "a thread": (
        lambda patch: patch.setattr(threading.Thread, "start", no_thread),
        "this machine has no threads left for it",
    ),
    "memory": (
        lambda patch: patch.setattr(LOAD, no_memory),
        "this machine has no memory left for it",
    ),
    "open files": (
        lambda patch: patch.setattr(LOAD, failing(errno.EMFILE)),
        "this machine has no open files left for it: Too many open files",
    ),
    "room for temporary files": (
        lambda patch: patch.setattr(tempfile, "mkdtemp", failing(errno.ENOSPC, "/tmp/cardtool-worker-x")),
        "cannot start a process that draws: /tmp/cardtool-worker-x: No space left on device",
    ),
    "a temporary file": (
        lambda patch: patch.setattr(tempfile, "TemporaryFile", failing(errno.EROFS)),
        "cannot start a process that draws: Read-only file system",
    ),
    "room in the folder of a worker": (
        lambda patch: patch.setattr("cardtool.sandbox.worker.lock_folder", failing(errno.EIO)),
        "cannot start a process that draws: Input/output error",
    ),
}


@pytest.mark.skipif(os.name == "nt", reason="its errors have other words")
@pytest.mark.slow
@pytest.mark.parametrize("what", DENIED)
@pytest.mark.parametrize("command", ["check", "build"])
def test_what_the_machine_denies_is_told_in_words(
    tmp_path: Path,
    what: str,
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    a_project(tmp_path)
    deny, says = DENIED[what]
    deny(monkeypatch)
    assert run(tmp_path, command) == 3
    said = capsys.readouterr().err
    assert says in said
    assert "Traceback" not in said


@pytest.mark.parametrize(
    "last", ["MemoryError", "ImportError: libx.so: failed to map segment from shared object"]
)
def test_a_process_without_memory_is_no_fault_of_ours(last: str) -> None:
    ended = process.ProcessExited(1, f"Traceback (most recent call last):\n{last}\n", is_late=False)
    assert ended.lacks_memory
    assert not ended.is_own_fault
    other = process.ProcessExited(1, f"{last}\nValueError: something else\n", is_late=False)
    assert other.is_own_fault
    assert not other.lacks_memory


@pytest.mark.skipif(sys.platform != "linux", reason="limits of the shell")
@pytest.mark.slow
@pytest.mark.parametrize("kilobytes", [200_000, 250_000, 300_000])
def test_a_build_with_too_little_memory_is_told_so(tmp_path: Path, kilobytes: int) -> None:
    a_project(tmp_path)
    command = f"ulimit -v {kilobytes}; {sys.executable} -m cardtool --project {tmp_path} build all --jobs 1"
    done = subprocess.run(["bash", "-c", command], stderr=subprocess.PIPE, text=True, check=False)
    at_a_face = done.returncode == 4 and "memory" in done.stderr  # where there was enough to begin
    in_a_library = done.returncode == -signal.SIGABRT and "bad_alloc" in done.stderr  # C++ asks nobody
    assert done.returncode in (0, 3) or at_a_face or in_a_library, done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_a_pipe_to_a_worker_that_breaks_is_told_in_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    monkeypatch.setattr(process, "_exchange", failing(errno.EPIPE))
    monkeypatch.setattr(process, "_GRACE_SECONDS", 0.1)
    assert run(tmp_path, "check") == 4
    assert "the process that draws stopped answering" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
def test_a_cache_that_cannot_be_written_is_done_without(
    tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_project(tmp_path)
    monkeypatch.setattr(tempfile, "NamedTemporaryFile", failing(number))
    assert run(tmp_path, "check") == 0


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES, errno.EIO])
def test_a_folder_that_takes_no_files_is_told_by_its_name(
    tmp_path: Path, number: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    a_project(tmp_path)
    monkeypatch.setattr("cardtool.files.write_new_file", failing(number))
    assert run(tmp_path, "export", "farm", "csv") == 4
    said = capsys.readouterr().err
    assert f"cannot write {tmp_path / 'output/farm/cards.csv'}: {os.strerror(number)}" in said
    assert "nothing was written; the earlier files are unchanged" in said


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
def test_what_cannot_be_printed_is_told_so() -> None:
    command = [sys.executable, "-m", "cardtool", "explain"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 4
    assert done.stderr == "cardtool: error: cannot print what was asked for: No space left on device\n"
