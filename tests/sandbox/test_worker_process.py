"""A worker within limits: it answers, and however it ends, whoever asked is told why.

Once for all tasks: drawing, printing and looking at PDFs are asked in the same way.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from cardtool.errors import CardtoolError, MachineError, TemplateError
from cardtool.sandbox import Task, Worker, WorkerDied, process
from cardtool.sandbox.child import ITEM_FILE

PARROT = "cardtool_parrot"
CODE = """
import os, sys, time
from dataclasses import dataclass
from cardtool.errors import TemplateError

@dataclass
class Wish:
    does: str
    name: str
    allowance: float

REQUESTS = (Wish,)

def prepare(*words):
    global told
    told = words
    print("a library that prints", flush=True)

def answer(request, note):
    note(7, 0.0)
    does = request.does
    if does == "spin":
        while True: pass
    if does == "sleep": time.sleep(60)
    if does == "crash": os.abort()
    if does == "stumble": raise RuntimeError("stumbled")
    if does == "refuse": raise TemplateError("no such parrot")
    if does == "devour": return len(bytearray(4 << 30))
    if does == "starve": raise MemoryError
    if does == "spawn": os.spawnvp(os.P_NOWAIT, "sleep", ["sleep", "60"]); time.sleep(60)
    if does == "litter": open("litter", "wb").write(bytes(1 << 20))
    if does == "lie": return does, 12, b""
    if does == "environment": return dict(os.environ)
    if does == "process": return [os.getpid(), os.getpgid(0), os.getcwd()]
    return does, told, b"%PDF\\0"
"""
TASK = Task(
    PARROT,
    (),
    "a parrot",
    memory=1 << 30,
    file_size=1 << 18,
    too_slow="takes more than {cpu_seconds} seconds",
    too_late="says nothing for {seconds} seconds",
    cut_off="is gone",
    killed="was killed",
    crashed="fell off its perch ({code})",
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs limits and signals"),
]


Echo = tuple[str, tuple[str, ...], bytes]
"""What the parrot says: what it was asked, its words, and a body."""


@dataclass(frozen=True)
class Wish:
    """What the parrot is to do."""

    does: str
    name: str = "the parrot"
    allowance: float = 0.0


def an_ask(does: str) -> Wish:
    return Wish(does)


@pytest.fixture(params=["forked", "spawned"])
def parrot(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Worker]:
    """A worker that says again what it is told, or does what it is told to."""
    (tmp_path / f"{PARROT}.py").write_text(CODE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(process, "_CAN_FORK", request.param == "forked")
    worker = Worker(TASK, "pretty", "polly", seconds=1)
    yield worker
    worker.close()


def died(parrot: Worker, does: str) -> str:
    with pytest.raises(WorkerDied) as death:
        parrot.ask(an_ask(does), Echo)
    assert not parrot.is_running
    assert death.value.item == 7
    return str(death.value)


def number_of(parrot: Worker) -> int:
    running = parrot._process._running
    assert running is not None
    assert running.process.pid is not None
    return running.process.pid


def test_it_answers_what_it_is_asked_whatever_is_printed_there(parrot: Worker) -> None:
    answer = ("hello", ("pretty", "polly"), b"%PDF\0")
    assert [parrot.ask(an_ask("hello"), Echo) for _ in range(2)] == [answer] * 2


def test_it_is_told_no_more_of_its_environment_than_it_needs(
    parrot: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_SECRET", "gold")
    parrot._set_up = lambda folder: {"FONTS": str(folder)}
    told = parrot.ask(an_ask("environment"), dict[str, str])
    assert Path(told["FONTS"]).name.startswith("cardtool-worker-")
    assert told["PYTHONHASHSEED"] == "0"
    assert "MY_SECRET" not in told


def test_it_works_in_a_folder_of_its_own_which_goes_with_it(parrot: Worker) -> None:
    number, group, folder = parrot.ask(an_ask("process"), list[Any])
    assert number == group == number_of(parrot)
    assert (Path(folder) / ITEM_FILE).is_file()
    parrot.close()
    assert not Path(folder).exists()


def test_an_error_is_an_answer_too(parrot: Worker) -> None:
    with pytest.raises(TemplateError, match="no such parrot"):
        parrot.ask(an_ask("refuse"), Echo)
    assert parrot.is_running


def test_an_answer_of_another_shape_is_refused(parrot: Worker) -> None:
    with pytest.raises(ValueError, match="12 is no list"):
        parrot.ask(an_ask("lie"), Echo)


def test_what_takes_too_much_processor_time_ends(parrot: Worker) -> None:
    assert died(parrot, "spin") == "takes more than 1 seconds"


def test_what_does_not_answer_in_time_is_ended(parrot: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtool.sandbox.worker._WALL_SECONDS", 0.0)
    parrot._seconds = 0.5
    assert died(parrot, "sleep") == "says nothing for 1 seconds"


def test_what_it_started_ends_with_it(parrot: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardtool.sandbox.worker._WALL_SECONDS", 0.0)
    parrot.start()
    group = number_of(parrot)
    died(parrot, "spawn")
    listed = subprocess.run(["ps", "-A", "-o", "pgid=,stat="], stdout=subprocess.PIPE, text=True, check=True)
    alive = (line.split() for line in listed.stdout.splitlines() if "Z" not in line)
    assert str(group) not in {each for each, _ in alive}


def test_a_crash_is_told_by_its_code(parrot: Worker) -> None:
    assert died(parrot, "crash") == f"fell off its perch ({-signal.SIGABRT})"


def test_a_fault_of_ours_brings_what_was_said(parrot: Worker) -> None:
    with pytest.raises(CardtoolError, match=r"(?s)a parrot failed\n.*RuntimeError: stumbled"):
        parrot.ask(an_ask("stumble"), Echo)


@pytest.mark.parametrize("does", ["devour", "starve"])
def test_memory_has_an_end(parrot: Worker, does: str) -> None:
    with pytest.raises(MachineError, match="too little memory left for a parrot"):
        parrot.ask(an_ask(does), Echo)


def test_files_have_a_largest_size(parrot: Worker) -> None:
    with pytest.raises(CardtoolError, match="File too large"):
        parrot.ask(an_ask("litter"), Echo)


def test_what_the_system_kills_is_not_called_late(parrot: Worker) -> None:
    parrot.start()
    number = number_of(parrot)

    def kill() -> None:
        while parrot._item() != 7:  # it has not begun yet
            time.sleep(0.01)
        os.kill(number, signal.SIGKILL)

    killer = Thread(target=kill)
    killer.start()
    assert died(parrot, "sleep") == "was killed"
    killer.join()


def test_it_can_be_started_again(parrot: Worker) -> None:
    died(parrot, "crash")
    assert parrot.ask(an_ask("hello"), Echo)[2] == b"%PDF\0"


def test_closing_waits_until_it_has_ended(parrot: Worker) -> None:
    parrot.start()
    number = number_of(parrot)
    parrot.close()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
    parrot.close()


def test_workers_of_one_server_know_nothing_of_each_other(
    parrot: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Worker(TASK, "other", seconds=1)
    assert parrot.ask(an_ask("hello"), Echo)[1] == ("pretty", "polly")
    assert other.ask(an_ask("hello"), Echo)[1] == ("other",)
    parrot.close()  # whose end the other does not keep open
    assert other.ask(an_ask("hello"), Echo)[1] == ("other",)
    other.close()


def test_a_process_answers_and_ends_where_more_than_a_thousand_files_are_open(parrot: Worker) -> None:
    resource = pytest.importorskip("resource")
    if 0 <= resource.getrlimit(resource.RLIMIT_NOFILE)[0] < 1200:
        pytest.skip("so many files cannot be open here")
    with ExitStack() as opened:
        for _ in range(1050):
            opened.enter_context(open(os.devnull, "rb"))
        assert parrot.ask(an_ask("hello"), Echo)[0] == "hello"
        assert died(parrot, "crash") == f"fell off its perch ({-signal.SIGABRT})"


def test_where_the_server_is_lost_a_process_is_started_without_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / f"{PARROT}.py").write_text(CODE, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    server = process._fork_server(os.getpid(), tuple(sys.path))
    os.kill(server._process.pid, signal.SIGSTOP)
    worker = Worker(TASK, "polly", seconds=1)
    worker.start()
    os.kill(server._process.pid, signal.SIGKILL)
    assert worker.ask(an_ask("hello"), Echo)[1] == ("polly",)
    worker.close()
    assert worker.ask(an_ask("hello"), Echo)[1] == ("polly",)
    worker.close()


def test_a_library_that_cannot_be_imported_is_a_fault_of_ours(parrot: Worker, tmp_path: Path) -> None:
    (tmp_path / f"{PARROT}.py").write_text("import nothing_of_the_kind", encoding="utf-8")
    with pytest.raises(CardtoolError, match="No module named 'nothing_of_the_kind'"):
        parrot.ask(an_ask("hello"), Echo)


def test_a_stop_from_the_keyboard_reaches_who_asks_and_ends_the_process_with_it(parrot: Worker) -> None:
    parrot.start()
    number = number_of(parrot)
    assert os.getpgid(number) != os.getpgid(0)  # which a terminal sends Ctrl-C to

    def stop(signum: int, frame: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            parrot.ask(an_ask("sleep"), Echo)
    finally:
        signal.signal(signal.SIGALRM, before)
    parrot.close()
    with pytest.raises(ProcessLookupError):
        os.kill(number, 0)
