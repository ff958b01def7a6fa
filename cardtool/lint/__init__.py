"""The checker: what is wrong with a game, or with a text of rules. Judges content, never a file."""

from __future__ import annotations

from collections.abc import Callable

from cardtool.documents import Text
from cardtool.finding import Finding
from cardtool.lint import counts, data, language, names, structure, values
from cardtool.lint.core.registry import LintRule, Subject, rule, text_rule
from cardtool.lint.core.time_limit import LONGEST_CHECK, TAKES_TOO_LONG, OutOfTime, time_limit
from cardtool.lint.core.waivers import UNUSED_WAIVER, matching_waivers, unknown_rule_waivers, unused_waivers
from cardtool.lint.language.spelling import spelling_program
from cardtool.model import Game, Source
from cardtool.rule_runner import unique_rules

__all__ = [
    "RULES",
    "TAKES_TOO_LONG",
    "UNUSED_WAIVER",
    "LintRule",
    "Subject",
    "check_document",
    "check_game",
    "matching_waivers",
    "rule",
    "spelling_program",
    "text_rule",
    "unknown_rule_waivers",
    "unused_waivers",
]


RULES = unique_rules(
    *data.RULES, *counts.RULES, *names.RULES, *values.RULES, *structure.RULES, *language.RULES
)
"""Every rule of the checker, by code. 1xx are about the data, 2xx about counts, 3xx about names and terms,
4xx about references and values, 5xx about structure, 6xx about language."""


def check_game(game: Game, seconds: float = LONGEST_CHECK) -> list[Finding]:
    """Return everything the rules find in a game; after so many seconds of the processor they stop.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    return _run_rules(lambda: Subject.of_game(game), f"the game {game.id}", game.source, seconds)


def check_document(text: Text, game: Game | None = None, seconds: float = LONGEST_CHECK) -> list[Finding]:
    """Return everything the rules find in a document, held against a game or, without one, against itself.

    After so many seconds of the processor they stop.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    place = text.blocks[0].at() if text.blocks else Source(text.title)
    return _run_rules(lambda: Subject.of_document(text, game), text.title, Source(place.file), seconds)


def _run_rules(
    subject_of: Callable[[], Subject], title: str, source: Source, seconds: float
) -> list[Finding]:
    """Return what the rules find until the time is up, and that it was up where it was."""
    found: list[Finding] = []
    at_work: LintRule | None = None
    try:
        with time_limit(seconds) as clock:
            subject = subject_of()
            for at_work in RULES:
                clock.check()
                found += at_work.findings(subject)
    except OutOfTime:
        found.append(_timeout_finding(title, source, seconds, at_work))
    return found


def _timeout_finding(title: str, source: Source, seconds: float, at_work: LintRule | None) -> Finding:
    busy = f"{at_work.code} {at_work.name} was at work" if at_work else "its facts were being gathered"
    message = f"checking {title} takes more than {seconds:g} seconds of the processor; {busy}"
    fix = "take out what repeats itself over and over, or split the text up; later rules were not run"
    return TAKES_TOO_LONG.found(source, message, fix)
