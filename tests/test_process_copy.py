"""A copy of a process says what it was to say, and leaves nothing behind: no process, and no lock."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardtool.process_copy import copy_at_work

fcntl = pytest.importorskip("fcntl")
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no process is copied here")

KILLED = """\
import fcntl, os, signal, sys, time
from cardtool.process_copy import copy_at_work

file = open(sys.argv[1], "w")
fcntl.flock(file, fcntl.LOCK_EX)

def wait(told):
    told.send(os.getpid())
    time.sleep(60)

with copy_at_work(wait) as answers:
    print(answers.recv(), flush=True)
    time.sleep(60)
"""


def test_a_copy_knows_what_this_process_knows() -> None:
    known = ["goat"]
    with copy_at_work(lambda told: told.send([*known, os.getpid()])) as answers:
        said, number = answers.recv()
    assert said == "goat"
    assert number != os.getpid()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_what_is_raised_in_a_copy_ends_it_without_a_word(capfd: pytest.CaptureFixture[str]) -> None:
    def fail(told: object) -> None:
        raise ValueError("in the copy")

    with copy_at_work(fail) as answers, pytest.raises(EOFError):
        answers.recv()
    assert capfd.readouterr() == ("", "")


def test_a_copy_that_is_busy_ends_with_the_context() -> None:
    def hang(told: object) -> None:
        told.send(os.getpid())  # type: ignore[attr-defined]
        time.sleep(60)

    with copy_at_work(hang) as answers:
        number = answers.recv()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)


def test_a_copy_ends_with_the_process_that_made_it_and_holds_no_lock(tmp_path: Path) -> None:
    file = tmp_path / "lock"
    command = [sys.executable, "-c", KILLED, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        number = int(process.stdout.readline())
        process.send_signal(signal.SIGKILL)
        process.wait()
        with file.open("w") as again:
            fcntl.flock(again, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for _ in range(500):
            if not Path(f"/proc/{number}").exists() or "Z" in Path(f"/proc/{number}/stat").read_text():
                return
            time.sleep(0.01)
    pytest.fail("the copy goes on")
