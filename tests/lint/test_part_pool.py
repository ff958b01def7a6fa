"""A large game is judged by several processes, and told the same as if one had judged it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from small_games import a_card, a_game, a_release

from cardtool import lint
from cardtool.errors import CardtoolError, MachineError
from cardtool.finding import Finding
from cardtool.lint import part_pool
from cardtool.lint.part_pool import PartAnswer, PartPool
from cardtool.model import Game
from cardtool.sandbox import Worker, WorkerDied

RENAMED = {"type": "renamed", "from": "Cormac the Cimmerian", "to": "Cormac the Slayer"}


@pytest.fixture(scope="module")
def game() -> Game:
    """Of several parts, one of which repeats a word and one says a name that is no longer used."""
    texts = [f"Draw {row} cards." for row in range(1500)]
    texts[3], texts[1490] = "Draw a a card.", "Take Cormac the Cimmerian to town."
    cards = (a_card(f"goat-{row}", line=row + 1, text=text) for row, text in enumerate(texts))
    return a_game(*cards, changelog=(a_release("1.0", RENAMED),))


@pytest.fixture
def any_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a small game is worth another process."""
    monkeypatch.setattr(part_pool, "_WORTH_SHARING", 0)


class Judged:
    """The parts that were judged elsewhere and here, by their numbers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, waits: bool = False) -> None:
        self.there: list[int] = []
        self.here: list[int] = []
        verdict = PartPool.verdict

        def noted(pool: PartPool, number: int) -> object:
            if waits and number == 0:
                wait_for_all(pool)
            told = verdict(pool, number)
            (self.here if told is None else self.there).append(number)
            return told

        monkeypatch.setattr(PartPool, "verdict", noted)


def wait_for_all(pool: PartPool) -> None:
    """Wait until the other process has judged every part, the first as well."""
    for judged in pool._judged.values():
        judged.result()


def checked(game: Game, name: str, jobs: int = 2) -> Sequence[Finding]:
    clean = lint.CleanTexts(name)
    found = lint.check_game(game, clean=clean, jobs=jobs)
    clean.write()
    return found


@pytest.mark.usefixtures("any_game")
def test_two_processes_find_what_one_would_have_found(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = checked(game, "alone", jobs=1)
    assert {"doubled-word", "retired-term"} <= {each.rule.name for each in alone}
    judged = Judged(monkeypatch, waits=True)
    assert checked(game, "shared") == alone
    assert judged.there == list(range(len(judged.there)))
    assert len(judged.there) > 3
    assert judged.here == []


@pytest.mark.usefixtures("any_game")
def test_what_another_process_found_in_order_is_kept(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    checked(game, "alone", jobs=1)
    Judged(monkeypatch, waits=True)
    checked(game, "shared")
    parts = list(lint.Subject.parts_of_game(game))
    alone, shared = (
        [kept.of(part).unknown(lint.RULES) for part in parts]
        for kept in map(lint.CleanTexts, ("alone", "shared"))
    )
    assert shared == alone
    assert sum(map(len, alone)) < 2 * len(parts)


@pytest.mark.usefixtures("any_game")
@pytest.mark.parametrize("end", [WorkerDied("ran out of memory", -1), MachineError("no process"), None])
def test_what_another_process_fails_at_is_judged_here(
    end: Exception | None, game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    alone = checked(game, "alone", jobs=1)
    ask = Worker.ask

    def fail(worker: Worker, request: part_pool.PartRequest, kind: type[PartAnswer]) -> PartAnswer:
        if end is not None:
            raise end
        return replace(ask(worker, request, kind), speller="another program for spelling")

    monkeypatch.setattr(Worker, "ask", fail)
    judged = Judged(monkeypatch)
    assert checked(game, "shared") == alone
    assert judged.there == []


def test_a_small_game_starts_no_other_process(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(worker: Worker) -> None:
        raise AssertionError("a process was started")

    monkeypatch.setattr(Worker, "start", never)
    judged = Judged(monkeypatch)
    checked(game, "alone")
    assert len(judged.here) > 3


@pytest.mark.usefixtures("any_game")
def test_a_rule_that_fails_is_told_as_if_one_process_had_judged(
    game: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(rule: lint.LintRule, subject: lint.Subject) -> list[Finding]:
        raise CardtoolError(f"rule {rule.code} failed")

    monkeypatch.setattr(lint, "findings_of", fail)
    with pytest.raises(CardtoolError, match="rule CT104 failed"):
        checked(game, "failing")
