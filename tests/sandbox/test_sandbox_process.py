"""A process within limits: it answers, and however it ends, whoever asked is told why."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest

from cardtool.sandbox.process import ProcessExited, SandboxProcess

PARROT = "cardtool_parrot"
CODE = """
import os, sys, time
from cardtool.sandbox.request_loop import RequestLoop, limit_cpu_time, limit_memory

def main():
    asker = RequestLoop()
    print("a library that prints")
    limit_cpu_time(1)
    limit_memory(1 << 30)
    for question in asker.questions():
        if question == "spin":
            while True: pass
        if question == "sleep": time.sleep(60)
        if question == "crash": os.abort()
        if question == "stumble": raise RuntimeError("stumbled")
        if question == "devour": asker.tell({"size": len(bytearray(4 << 30))})
        if question == "surroundings": asker.tell(dict(os.environ))
        asker.tell({"echo": question, "words": sys.argv[1:]}, b"%PDF\\0")
"""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs limits and signals"),
]


@pytest.fixture
def parrot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[SandboxProcess]:
    """A process that says again what it is told, or does what it is told to."""
    (tmp_path / f"{PARROT}.py").write_text(CODE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    process = SandboxProcess(PARROT, 3, "words")
    yield process
    process.close()


def asked(process: SandboxProcess, question: str, patience: float = 20.0) -> ProcessExited:
    process.start()
    with pytest.raises(ProcessExited) as ended:
        process.ask(question, patience)
    assert not process.is_running
    return ended.value


def test_it_answers_what_it_is_asked_whatever_is_printed_there(parrot: SandboxProcess) -> None:
    parrot.start()
    answer = {"echo": "hello", "words": ["3", "words"]}
    assert [parrot.ask("hello", 20.0) for _ in range(2)] == [(answer, b"%PDF\0")] * 2


def test_it_is_told_no_more_of_its_surroundings_than_it_needs(
    parrot: SandboxProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_SECRET", "gold")
    parrot.start({"FONTCONFIG_FILE": "fonts.conf"})
    told, _ = parrot.ask("surroundings", 20.0)
    assert told["FONTCONFIG_FILE"] == "fonts.conf"
    assert "MY_SECRET" not in told


def test_what_takes_too_much_processor_time_ends(parrot: SandboxProcess) -> None:
    ended = asked(parrot, "spin")
    assert (ended.is_out_of_time, ended.is_late, ended.is_own_fault) == (True, False, False)


def test_what_does_not_answer_in_time_is_ended(parrot: SandboxProcess) -> None:
    ended = asked(parrot, "sleep", 0.4)
    assert (ended.is_late, ended.is_out_of_time, ended.is_killed) == (True, False, False)


def test_a_crash_is_told_by_its_code(parrot: SandboxProcess) -> None:
    ended = asked(parrot, "crash")
    assert ended.code == -signal.SIGABRT
    assert not ended.is_own_fault


def test_a_fault_of_ours_brings_what_was_said(parrot: SandboxProcess) -> None:
    ended = asked(parrot, "stumble")
    assert ended.is_own_fault
    assert "RuntimeError: stumbled" in ended.said


def test_memory_has_an_end(parrot: SandboxProcess) -> None:
    assert "MemoryError" in asked(parrot, "devour").said


def test_what_the_system_kills_is_not_called_late(parrot: SandboxProcess) -> None:
    parrot.start()
    running = parrot._running
    assert running is not None

    def kill() -> None:
        time.sleep(0.3)
        os.kill(running.process.pid, signal.SIGKILL)

    killer = Thread(target=kill)
    killer.start()
    ended = asked(parrot, "sleep")
    killer.join()
    assert (ended.is_killed, ended.is_late) == (True, False)


def test_it_can_be_started_again(parrot: SandboxProcess) -> None:
    asked(parrot, "crash")
    parrot.start()
    assert parrot.ask("hello", 20.0)[1] == b"%PDF\0"


def test_closing_waits_until_it_has_ended(parrot: SandboxProcess) -> None:
    parrot.start()
    running = parrot._running
    assert running is not None
    parrot.close()
    assert running.process.returncode is not None
    parrot.close()
