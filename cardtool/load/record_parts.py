"""Reads the parts of a long file of records, each as if it were a file, and shares them out among processes.

It is the task of the other processes, too. What these answer is believed: they read nothing but what this one
would have read itself.
"""

from __future__ import annotations

import marshal
import re
from collections import deque
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from cardtool.errors import MachineError
from cardtool.load.plain_records import PlainRecords, read_plain
from cardtool.load.record_store import PlainPart, ReadPart
from cardtool.load.yaml_files import parse_yaml
from cardtool.model import PackedRecords, RecordPacker
from cardtool.sandbox import Task, Worker, WorkerDied, worker_count
from cardtool.sandbox.child import Note

_RECORD = re.compile(rb"-(?=[ \t\n]|\Z)")
_RECORD_BELOW = re.compile(rb"\n" + _RECORD.pattern)
_BYTES_PER_SECOND = 500_000  # of CPU; a tenth of what most machines read


@dataclass(frozen=True, slots=True)
class PartsRequest:
    """Parts to be read of the file that messages call `name`."""

    name: str
    parts: tuple[bytes, ...]

    @property
    def allowance(self) -> float:
        return sum(map(len, self.parts)) / _BYTES_PER_SECOND


@dataclass(frozen=True, slots=True)
class PartsRead:
    """What stands in each part, as `marshal` writes it; nothing where one is not to be read by itself."""

    parts: tuple[bytes, ...]


def record_starts(content: bytes) -> list[int]:
    """Return where records seem to begin: dashes with nothing before them on their lines."""
    at_once = [0] if _RECORD.match(content) else []
    return at_once + [match.start() + 1 for match in _RECORD_BELOW.finditer(content)]


def read_part(part: bytes, name: str) -> PlainPart | None:
    """Return what stands in a part; None where it is not a faultless list of records. Raises: MissingLibrary.

    A list in brackets is none, nor what only looks like one, in a text that is quoted.
    """
    text = part.decode()
    records, size, odd_spellings = read_plain(text) or _read_as_yaml(part, text, name) or (None, 0, {})
    if records is None or len(records.batches) != 1:
        return None
    return ReadPart(records.batches[0], size, odd_spellings).plain


def _read_as_yaml(part: bytes, text: str, name: str) -> PlainRecords | None:
    document = parse_yaml(text, name, RecordPacker())
    if not document.complete or document.findings or not isinstance(document.data, PackedRecords):
        return None
    first = part.count(b"\n", 0, record_starts(part)[0]) + 1
    if document.source_map[:2] != (first, 1):
        return None
    return PlainRecords(document.data, document.size - 1, dict(document.odd_spellings))


def prepare() -> None:
    """Need nothing more than this module."""


def answer(request: PartsRequest, note: Note) -> PartsRead:
    """Return what stands in these parts. Raises: MissingLibrary."""
    read = (read_part(part, request.name) for part in request.parts)
    return PartsRead(tuple([marshal.dumps(each) if each else b"" for each in read]))


_READING = Task(
    "cardtool.load.record_parts",
    (),
    "a process that reads records",
    memory=1 << 30,
    file_size=1 << 20,  # of complaints; nothing else is written
    too_slow="takes more than {cpu_seconds} seconds to read",
    too_late="is not read after {seconds} seconds",
    cut_off="the process that reads it stopped answering",
    killed="the system ended the process that reads it; is there memory left?",
    crashed="makes the reader of YAML crash (exit code {code})",
)
_CPU_SECONDS = 10.0
_WORTH_SHARING = 3_000_000  # bytes, read in half a second: another process takes a quarter to start
_TOGETHER = 8  # parts that are read together: some 300 records, in 50 ms
_MOST_PROCESSES = 4  # one hands out and gathers what the others read


def read_parts(parts: Sequence[bytes], name: str, jobs: int | None = None) -> list[PlainPart] | None:
    """Return what stands in each part of the file; None where one is not to be read by itself.

    At most `jobs` processes read, and no others where it is 1. Raises: MissingLibrary.
    """
    others = min(worker_count(jobs), _MOST_PROCESSES) - 1 if sum(map(len, parts)) >= _WORTH_SHARING else 0
    reading = _Reading(parts, name)
    with ThreadPoolExecutor(max(1, others)) as executor:
        helping = [executor.submit(reading.read_there) for _ in range(others)]
        reading.read_here()
    for each in helping:
        each.result()
    reading.read_here()  # what the others failed at
    every = [read for _, share in sorted(reading.read.items()) for read in share]
    sound = [read for read in every if read is not None]
    return sound if len(sound) == len(every) else None


class _Reading:
    """The parts of a file, of which each share is read by whoever takes it first."""

    def __init__(self, parts: Sequence[bytes], name: str) -> None:
        self._name = name
        self._shares = [parts[first : first + _TOGETHER] for first in range(0, len(parts), _TOGETHER)]
        self._left = deque(range(len(self._shares)))
        self.read: dict[int, Sequence[PlainPart | None]] = {}

    def read_here(self) -> None:
        """Read what nobody has taken, from the beginning on. Raises: MissingLibrary."""
        with suppress(IndexError):  # somebody else has taken the last
            while self._left:
                number = self._left.popleft()
                self._note(number, [read_part(part, self._name) for part in self._shares[number]])

    def read_there(self) -> None:
        """Have another process read, from the end on; what it fails at is left."""
        worker, number = Worker(_READING, seconds=_CPU_SECONDS), -1
        try:
            while self._left:
                number = self._left.pop()
                answer = worker.ask(PartsRequest(self._name, tuple(self._shares[number])), PartsRead)
                self._note(number, [marshal.loads(each) if each else None for each in answer.parts])
        except IndexError:  # somebody else has taken the last
            pass
        except (WorkerDied, MachineError):
            self._left.append(number)
        finally:
            worker.close()

    def _note(self, number: int, read: Sequence[PlainPart | None]) -> None:
        self.read[number] = read
        if None in read:
            self._left.clear()  # all of the file is read in another way
