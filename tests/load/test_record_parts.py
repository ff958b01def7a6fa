"""A long file of records is read by several processes, and says the same."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cardtool.errors import MachineError
from cardtool.load import record_parts
from cardtool.load.record_parts import PartsRequest, read_part, read_parts
from cardtool.sandbox import Worker, WorkerDied

PARTS = [
    "".join(
        f'- id: goat-{row}\n  text: "Eats\n    {row}."\n  cost: 1.50\n' for row in range(first, first + 9)
    )
    for first in range(0, 270, 9)
]
CONTENTS = [part.encode() for part in PARTS]


@pytest.fixture
def every_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even short files are worth another process."""
    monkeypatch.setattr(record_parts, "_WORTH_SHARING", 0)
    monkeypatch.setattr(record_parts, "_TOGETHER", 2)
    monkeypatch.setattr(record_parts, "worker_count", lambda jobs: jobs or 2)


def alone() -> list[Any]:
    return [read_part(part, "goats.yaml") for part in CONTENTS]


@pytest.mark.usefixtures("every_share")
def test_two_processes_read_what_one_would_have_read(
    read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_parts._Reading, "read_here", lambda self: None)
    assert read_parts(CONTENTS, "goats.yaml") == (expected := alone())
    assert read == PARTS, "read for what is expected, and by the other process before"
    monkeypatch.undo()
    assert read_parts(CONTENTS, "goats.yaml") == expected


@pytest.mark.usefixtures("every_share")
@pytest.mark.parametrize("end", [WorkerDied("ran out of memory", -1), MachineError("no process")])
def test_what_another_process_fails_at_is_read_here(
    end: Exception, read: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*asked: object) -> None:
        raise end

    monkeypatch.setattr(Worker, "ask", fail)
    told = read_parts(CONTENTS, "goats.yaml")
    assert sorted(read) == sorted(PARTS)
    assert told == alone()


@pytest.mark.usefixtures("every_share")
@pytest.mark.parametrize("row", [0, 15, 29])
def test_a_part_with_a_fault_leaves_all_to_be_read_as_a_whole(row: int) -> None:
    faulty = [*CONTENTS[:row], b"- id: a\n  id: b\n", *CONTENTS[row + 1 :]]
    assert read_parts(faulty, "goats.yaml") is None
    request = PartsRequest("goats.yaml", tuple(faulty))
    answered = record_parts.answer(request, lambda *begun: None)
    assert [place for place, each in enumerate(answered.parts) if not each] == [row]
    assert replace(request, parts=()).allowance == 0 < request.allowance


def test_short_files_are_worth_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(Worker, "ask")
    assert read_parts(CONTENTS, "goats.yaml") == alone()
    monkeypatch.setattr(record_parts, "_WORTH_SHARING", 0)
    assert read_parts(CONTENTS, "goats.yaml", jobs=1) == alone(), "nor is a long one, where one may work"
    assert read_parts([], "goats.yaml") == []
