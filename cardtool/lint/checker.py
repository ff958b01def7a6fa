"""The checker: what is wrong with a game, or with a text of rules; and how long it may take to say so.

Judges content, never a file.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from cardtool.documents import Text
from cardtool.finding import Finding, Rule
from cardtool.lint.core.registry import (
    RETIRED_RULES,
    UNUSED_WAIVER,
    LintRule,
    Subject,
    matching_waivers,
    rule,
    text_rule,
    unknown_rule_waivers,
    unused_waivers,
)
from cardtool.lint.language.declared_language import languages_of_game
from cardtool.lint.language.spelling import NOT_LOOKED_FOR
from cardtool.lint.rules import RULES, TOLD_BY, findings_of
from cardtool.model import Game, Source
from cardtool.rule_runner import OutOfTime, time_limit

__all__ = [
    "NOT_LOOKED_FOR",
    "RETIRED_RULES",
    "RULES",
    "TAKES_TOO_LONG",
    "UNUSED_WAIVER",
    "LintRule",
    "Subject",
    "check_document",
    "check_game",
    "languages_of_game",
    "matching_waivers",
    "rule",
    "text_rule",
    "unknown_rule_waivers",
    "unused_waivers",
]


LONGEST_CHECK = 60.0
"""Seconds of the processor for one document or one game; a megabyte of rules takes some ten."""

A_THOUSAND_MORE = 3.0
"""Seconds more for each thousand records of a game; a thousand of 50 words take some 0.6."""

TAKES_TOO_LONG = Rule(
    "CT118",
    "takes-too-long",
    manual="""\
Every document can be checked within a minute, and every game within one and what its records ask for.

A text that repeats one sign a million times can keep a rule busy for hours, and a build server with it.
After 60 seconds of the processor the check of that document, or that game, ends with this finding; a game
has 3 seconds more for each thousand of its records. It names the rule that was at work; what the rules before
it have found is told as well, and the rules after it have not been run, or not on all of a large game.

Bad:

    # a megabyte in one paragraph
    ((((((((((((((((((((((((((((((((((((…

Good:

    Draw a card (or two).

No text that people wrote to be read has come near the limit. Should one of yours, split it up, and report
it: reading it so slowly is a fault of cardtool. Where signals cannot interrupt a rule, as on Windows, the
clock is looked at between two rules.""",
)


def check_game(
    game: Game, seconds: float = LONGEST_CHECK, *, rules: Sequence[LintRule] = RULES
) -> list[Finding]:
    """Return everything these rules find in a game.

    They stop after so many seconds of the processor, and more for each thousand of its records.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    seconds += A_THOUSAND_MORE * (len(game.cards) // 1000)
    return _run_rules(partial(Subject.of_game, game), f"the game {game.id}", game.source, seconds, rules)


def check_document(
    text: Text, game: Game | None = None, seconds: float = LONGEST_CHECK, *, language: str = ""
) -> list[Finding]:
    """Return everything the rules find in a document, held against a game or, without one, against itself.

    Where its language is not given, as a tag (BCP 47), it is told from the text; rules that read another are
    silent. After so many seconds of the processor they stop.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    place = text.blocks[0].at() if text.blocks else Source(text.title)
    subject = partial(Subject.of_document, text, game, language)
    return _run_rules(subject, text.title, Source(place.file), seconds, RULES)


def _run_rules(
    make_subject: Callable[[], Subject],
    title: str,
    source: Source,
    seconds: float,
    rules: Sequence[LintRule],
) -> list[Finding]:
    """Return what the rules find until the time is up, and that it was up where it was."""
    found: dict[str, list[Finding]] = {}
    at_work: LintRule | None = None
    try:
        with time_limit(seconds) as look_at_the_clock:
            subject = make_subject()
            for at_work in rules:
                look_at_the_clock()
                found[at_work.code] = findings_of(at_work, subject)
    except OutOfTime:
        busy = f"{at_work.code} {at_work.name} was at work" if at_work else "its facts were being gathered"
        message = f"checking {title} takes more than {seconds:g} seconds of the processor; {busy}"
        fix = "take out what repeats itself over and over, or split the text up; later rules were not run"
        found[TAKES_TOO_LONG.code] = [TAKES_TOO_LONG.found(source, message, fix)]
    return list(_told_once(found))


def _told_once(found: Mapping[str, Sequence[Finding]]) -> Iterator[Finding]:
    """Yield what the rules found, by rule, less what another rule tells better."""
    by_line = defaultdict[tuple[str, str, int], list[Finding]](list)
    for each in chain.from_iterable(found.get(code, ()) for code in {*TOLD_BY.values()}):
        by_line[each.rule.code, each.source.file, each.source.line].append(each)
    for this in chain.from_iterable(found.values()):
        by = TOLD_BY.get(this.rule.code)
        while by and not any(_tells(each, this) for each in by_line[by, this.source.file, this.source.line]):
            by = TOLD_BY.get(by)
        if not by:
            yield this


_QUOTED = re.compile(r'"[^"]*"')  # that a message begins with


def _tells(other: Finding, this: Finding) -> bool:
    """Return whether one finding tells what another of its line does: there, of words there, or the same."""
    if other.rule.code == "CT401" and not other.fix:  # which knows no new name
        return False
    column, quoted = this.source.column - other.source.column, _QUOTED.match(other.message)
    return column == 0 or this.message == other.message or bool(quoted and 0 < column < quoted.end() - 2)
