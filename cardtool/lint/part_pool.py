"""Has the parts of a large game judged by other processes, too, while this one judges others.

What they answer is which rules find nothing in a part, and that is believed: they run the rules that this one
would have run. Where a rule finds something, or another process fails, this one judges the part itself.
It is the task of the other processes, too.
"""

from __future__ import annotations

import copyreg
import pickle
from collections import deque
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from io import BytesIO
from pathlib import Path
from types import MappingProxyType
from typing import Any

from cardtool.errors import CardtoolError
from cardtool.lint.core.clean_texts import PartVerdict, verdict_on
from cardtool.lint.core.registry import Subject
from cardtool.lint.rules import RULES, findings_of
from cardtool.model import Game
from cardtool.programs import spelling_program_key
from cardtool.sandbox import Task, Worker, WorkerDied, worker_count
from cardtool.sandbox.child import Note

_JUDGING = Task(
    "cardtool.lint.part_pool",
    (),
    "a process that judges cards",
    memory=2 << 30,
    file_size=1 << 24,  # of what a program for spelling answers
    too_slow="take more than {cpu_seconds} seconds to judge",
    too_late="are not judged after {seconds} seconds",
    cut_off="the process that judges them stopped answering",
    killed="the system ended the process that judges them; is there memory left?",
    crashed="make the checker crash (exit code {code})",
)
_GAME_FILE = "game"
_CPU_SECONDS = 30.0  # for any part; of one with long texts this process finds that out itself
_MOST_OTHERS = 3  # processes; one gathers what the others find
_WORTH_SHARING = 3_000  # records, judged in a second: another process takes half of it to start


@dataclass(frozen=True, slots=True)
class PartRequest:
    """A part of the game, by its number, to be judged by the rules with these codes."""

    number: int
    codes: tuple[str, ...]

    name = "some cards"
    allowance = 0.0


@dataclass(frozen=True, slots=True)
class PartAnswer:
    """What is to say of a part; `speller` stands for the program that knew misspellings."""

    verdict: PartVerdict
    speller: str


_subjects: list[Subject | None] = []  # of the process that answers: each part is asked for once


def prepare() -> None:
    """Read the game that the folder of the process holds."""
    _subjects[:] = Subject.parts_of_game(pickle.loads(Path(_GAME_FILE).read_bytes()))


def answer(request: PartRequest, note: Note) -> PartAnswer:
    """Return which of the rules find nothing in a part of the game."""
    subject, _subjects[request.number] = _subjects[request.number], None
    assert subject is not None
    rules = [each for each in RULES if each.code in request.codes]
    return PartAnswer(verdict_on(subject, rules, findings_of), spelling_program_key())


class PartPool:
    """Processes that judge parts of a game, the last ones first; who asks begins with the first.

    There are at most `jobs` processes, this one included, and no others where too little is `left`: the parts
    to be judged, by their numbers, each with how many records it has and the codes of the rules.
    """

    def __init__(self, game: Game, left: Mapping[int, tuple[int, Sequence[str]]], jobs: int | None) -> None:
        self._codes = {number: tuple(codes) for number, (_, codes) in left.items()}
        self._left = deque(self._codes)
        self._judged: dict[int, Future[PartVerdict | None]] = {number: Future() for number in left}
        is_worth = sum(records for records, _ in left.values()) >= _WORTH_SHARING
        others = min(worker_count(jobs) - 1, _MOST_OTHERS) if is_worth else 0
        content = _pickled(game) if others else b""
        self._workers = [
            Worker(_JUDGING, seconds=_CPU_SECONDS, set_up=partial(_set_up, content)) for _ in range(others)
        ]
        self._executor = ThreadPoolExecutor(max(others, 1))
        for worker in self._workers:
            self._executor.submit(self._judge_there, worker)

    def close(self) -> None:
        """End the other processes, whatever they are doing."""
        self._left.clear()
        for worker in self._workers:
            worker.kill()
        self._executor.shutdown()

    def verdict(self, number: int) -> PartVerdict | None:
        """Return what another process says of a part, once it is done; None where it is to be judged here."""
        if number not in self._judged:
            return None
        with suppress(ValueError):  # somebody else has taken it
            self._left.remove(number)
            return None
        return self._judged[number].result()

    def _judge_there(self, worker: Worker) -> None:
        with closing(worker), suppress(IndexError):  # somebody else has taken the last
            while self._has_judged(worker, self._left.pop()):
                pass

    def _has_judged(self, worker: Worker, number: int) -> bool:
        verdict = None
        try:
            told = worker.ask(PartRequest(number, self._codes[number]), PartAnswer)
            verdict = told.verdict if told.speller == spelling_program_key() else None
        except (WorkerDied, CardtoolError):  # nor would it judge another
            pass
        finally:
            self._judged[number].set_result(verdict)
        return verdict is not None


def _set_up(content: bytes, folder: Path) -> Mapping[str, str]:
    (folder / _GAME_FILE).write_bytes(content)
    return {}


def _pickled(game: Game) -> bytes:
    """Return a game as another process reads it: its read-only mappings travel as what they are made of."""
    out = BytesIO()
    pickler = pickle.Pickler(out, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = copyreg.dispatch_table | {
        MappingProxyType: lambda each: (_read_only, (dict(each),))
    }
    pickler.dump(game)
    return out.getvalue()


def _read_only(values: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(values)
