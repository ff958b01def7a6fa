"""Every rule of the checker, what they find in a game or a document, and how long that may take."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from cardtool.documents import PICTURE, Text
from cardtool.finding import Finding, Rule, Severity
from cardtool.lint import counts, data, language, names, structure, values
from cardtool.lint.core.registry import LintRule, Subject
from cardtool.model import Game, Source
from cardtool.rule_runner import OutOfTime, time_limit, unique_rules

RULES = unique_rules(
    *data.RULES, *counts.RULES, *names.RULES, *values.RULES, *structure.RULES, *language.RULES
)
"""Every rule of the checker, by code. 1xx are about the data, 2xx about counts, 3xx about names and terms,
4xx about references and values, 5xx about structure, 6xx about language."""

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
                found[at_work.code] = _findings_of(at_work, subject)
    except OutOfTime:
        busy = f"{at_work.code} {at_work.name} was at work" if at_work else "its facts were being gathered"
        message = f"checking {title} takes more than {seconds:g} seconds of the processor; {busy}"
        fix = "take out what repeats itself over and over, or split the text up; later rules were not run"
        found[TAKES_TOO_LONG.code] = [TAKES_TOO_LONG.found(source, message, fix)]
    told_by = {each.code: each.told_by for each in rules if each.told_by}
    return list(_each_slip_once(found, told_by))


def _findings_of(at_work: LintRule, subject: Subject) -> list[Finding]:
    """Return what a rule finds: as infos where it is unsure, and with edits in its language.

    A message has a sign for each picture, or code, of what it quotes.
    """
    found = [replace(each, message=each.message.replace(PICTURE, "…")) for each in at_work.findings(subject)]
    is_elsewhere = at_work.unsure_elsewhere and subject.language != "en"
    is_from_pages = at_work.unsure_on_pages and subject.texts and subject.texts[0].is_from_pages
    if found and (is_elsewhere or is_from_pages):
        lower = replace(at_work.rule, severity=Severity.INFO)
        found = [replace(each, rule=lower) for each in found]
    is_at_home = subject.language == (at_work.rule.reads or "en")
    if is_at_home or at_work.code == "CT401":  # which writes names, letter for letter
        return found
    return [replace(each, edit=None) for each in found]


def _each_slip_once(found: Mapping[str, Sequence[Finding]], told_by: Mapping[str, str]) -> Iterator[Finding]:
    """Yield what the rules found, by rule, less what another rule tells better."""
    by_line = defaultdict[tuple[str, str, int], list[Finding]](list)
    for each in chain.from_iterable(found.get(code, ()) for code in {*told_by.values()}):
        by_line[each.rule.code, each.source.file, each.source.line].append(each)
    for this in chain.from_iterable(found.values()):
        place = told_by.get(this.rule.code, ""), this.source.file, this.source.line
        if not any(_tells(each, this) for each in by_line[place]):
            yield this


def _tells(other: Finding, this: Finding) -> bool:
    """Return whether one finding tells what another of its line does: there, of words there, or the same."""
    if other.rule.code == "CT401" and not other.fix:  # which knows no new name
        return False
    column = this.source.column - other.source.column
    quoted = re.match(r'"[^"]*"', other.message)
    return column == 0 or this.message == other.message or bool(quoted and 0 < column < quoted.end() - 2)
