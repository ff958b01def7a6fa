"""A check that takes too long ends with a finding that says so, and with what was found before."""

from __future__ import annotations

import re
import signal
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from small_games import a_card, a_game

from cardtool import lint
from cardtool.documents import Text, TextKind, read_markdown
from cardtool.finding import Finding
from cardtool.lint import checker
from cardtool.rule_runner import OutOfTime, rule_from_module, time_limit

SLOW = "a" * 40 + "!"
needs_signals = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no signals interrupt here")


def never_ending(subject: Any) -> Iterator[Any]:
    """A rule whose pattern tries every way to part the text."""
    yield from re.findall(r"(?:a+)+$", SLOW)


def patient(subject: Any) -> Iterator[Any]:
    """A rule that takes a while, but ends."""
    sum(number * number for number in range(400_000))
    yield from ()


def a_rule(code: str, name: str, check: Any) -> lint.LintRule:
    return lint.LintRule(rule_from_module(__name__, code, name), check)


def a_document(words: str) -> Text:
    return Text("rules.md", TextKind.DOCUMENT, read_markdown(words, "rules.md"))


def with_rule(monkeypatch: pytest.MonkeyPatch, rule: lint.LintRule) -> None:
    monkeypatch.setattr(checker, "RULES", (*lint.RULES, rule))


def too_long(found: list[Finding]) -> list[str]:
    return [f"{each.source}: {each.message}" for each in found if each.rule.name == "takes-too-long"]


@needs_signals
def test_a_rule_that_never_ends_is_named_and_what_others_found_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with_rule(monkeypatch, a_rule("CT699", "never-ending", never_ending))
    found = lint.check_document(a_document("Take the the card."), seconds=0.5)
    assert [each.rule.name for each in found] == ["doubled-word", "takes-too-long"]
    assert too_long(found) == [
        "rules.md:1:1: checking rules.md takes more than 0.5 seconds of the processor; "
        "CT699 never-ending was at work"
    ]


@needs_signals
def test_a_game_has_the_same_limit() -> None:
    rules = (a_rule("CT699", "never-ending", never_ending),)
    (said,) = too_long(lint.check_game(a_game(a_card()), seconds=0.5, rules=rules))
    assert said.startswith("cards/farm/game.yaml:1:1: checking the game farm takes more than 0.5 seconds")


@needs_signals
def test_a_game_of_many_records_has_more_time() -> None:
    rules = (a_rule("CT698", "patient", patient),)
    few, many = a_game(a_card()), a_game(*(a_card(f"goat-{n}") for n in range(1000)))
    assert len(too_long(lint.check_game(few, seconds=1e-4, rules=rules))) == 1
    assert too_long(lint.check_game(many, seconds=1e-4, rules=rules)) == []


def test_in_another_thread_the_clock_is_looked_at_between_two_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = (a_rule("CT698", "patient", patient), a_rule("CT699", "never-reached", never_ending))
    monkeypatch.setattr(checker, "RULES", rules)
    found: list[Finding] = []
    check = threading.Thread(
        target=lambda: found.extend(lint.check_document(a_document("Go."), seconds=1e-4))
    )
    check.start()
    check.join()
    assert len(too_long(found)) == 1


@needs_signals
def test_handlers_and_timers_are_as_they_were_before() -> None:
    def other(number: int, frame: object) -> None:
        raise AssertionError("this timer is set to an hour")

    before = signal.signal(signal.SIGPROF, other)
    signal.setitimer(signal.ITIMER_PROF, 3600, 7)
    try:
        with pytest.raises(OutOfTime), time_limit(0.01):
            next(never_ending(None))
        left, interval = signal.getitimer(signal.ITIMER_PROF)
        assert signal.getsignal(signal.SIGPROF) is other
        assert 3500 < left < 3600
        assert interval == 7
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def test_a_check_within_its_time_leaves_no_timer_behind() -> None:
    assert lint.check_document(a_document("Take the card.")) == []
    if hasattr(signal, "getitimer"):
        assert signal.getitimer(signal.ITIMER_PROF) == (0.0, 0.0)
