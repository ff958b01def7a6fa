"""The checker: what is wrong with a game, or with a text of rules; and how long it may take to say so.

Judges content, never a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain

from cardtool.documents import Text
from cardtool.finding import Finding, Rule, Severity
from cardtool.lint import counts, data, language, names, structure, values
from cardtool.lint.core.clean_texts import CleanTexts
from cardtool.lint.core.registry import LintRule, Subject, rule, text_rule
from cardtool.lint.core.waivers import UNUSED_WAIVER, matching_waivers, unknown_rule_waivers, unused_waivers
from cardtool.lint.language.spelling import NOT_LOOKED_FOR
from cardtool.model import Game, Source
from cardtool.rule_runner import MAX_FINDINGS, OutOfTime, time_limit, unique_rules

__all__ = [
    "NOT_LOOKED_FOR",
    "RETIRED_RULES",
    "RULES",
    "TAKES_TOO_LONG",
    "UNUSED_WAIVER",
    "CleanTexts",
    "LintRule",
    "Subject",
    "check_document",
    "check_game",
    "matching_waivers",
    "rule",
    "text_rule",
    "unknown_rule_waivers",
    "unused_waivers",
]


RULES = unique_rules(
    *data.RULES, *counts.RULES, *names.RULES, *values.RULES, *structure.RULES, *language.RULES
)
"""Every rule of the checker, by code. 1xx are about the data, 2xx about counts, 3xx about names and terms,
4xx about references and values, 5xx about structure, 6xx about language."""


RETIRED_RULES = {
    "CT209": "range-table",
    "CT211": "enough-pieces",
    "CT213": "one-number",
    "CT305": "term-plural",
    "CT405": "lost-step",
    "CT408": "lost-page",
    "CT412": "wrong-way",
    "CT501": "example-against-sequence",
    "CT505": "two-beginnings",
    "CT507": "two-orders",
    "CT508": "item-twice",
    "CT606": "same-effect-two-wordings",
    "CT609": "spacing",
    "CT610": "page-furniture",
}
"""Rules that were deleted, by code. No other takes the code or the name: waivers and baselines hold them."""

_UNSURE_ON_PAGES = frozenset(
    ("CT205", "CT206", "CT207", "CT208", "CT307", "CT502", "CT504", "CT604", "CT607")
)
"""Rules that a page misleads whose columns, letters and line breaks were lost on the way to plain text."""

_TOLD_BY = {"CT607": "CT307", "CT613": "CT307", "CT616": "CT307", "CT614": "CT608"}
"""Rules that are silent where another tells the same slip, by the rule that tells it."""

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
    game: Game,
    seconds: float = LONGEST_CHECK,
    *,
    rules: Sequence[LintRule] = RULES,
    clean: CleanTexts | None = None,
) -> list[Finding]:
    """Return everything these rules find in a game. `clean` is what they found in order before.

    They stop after so many seconds of the processor, and more for each thousand of its records.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    seconds += A_THOUSAND_MORE * (len(game.cards) // 1000)
    parts = partial(Subject.parts_of_game, game)
    return _run_rules(parts, f"the game {game.id}", game.source, seconds, rules, clean)


def check_document(
    text: Text, game: Game | None = None, seconds: float = LONGEST_CHECK, *, language: str = ""
) -> list[Finding]:
    """Return everything the rules find in a document, held against a game or, without one, against itself.

    Where its language is not given, as a tag (BCP 47), it is told from the text; rules that read another are
    silent. After so many seconds of the processor they stop.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    place = text.blocks[0].at() if text.blocks else Source(text.title)

    def parts() -> Iterator[Subject]:
        yield Subject.of_document(text, game, language)

    return _run_rules(parts, text.title, Source(place.file), seconds, RULES)


def _run_rules(
    parts: Callable[[], Iterator[Subject]],
    title: str,
    source: Source,
    seconds: float,
    rules: Sequence[LintRule],
    clean: CleanTexts | None = None,
) -> list[Finding]:
    """Return what the rules find in all parts until the time is up, and that it was up where it was."""
    found: dict[str, list[Finding]] = {each.code: [] for each in rules}
    at_work: LintRule | None = None
    try:
        with time_limit(seconds) as look_at_the_clock:
            for subject in parts():
                known = clean.of(subject) if clean else None
                for at_work in rules:
                    look_at_the_clock()
                    own = found[at_work.code]
                    told = known.judge(at_work, _findings) if known else _findings(at_work, subject)
                    own += told[: MAX_FINDINGS - len(own)]
                at_work = None
    except OutOfTime:
        busy = f"{at_work.code} {at_work.name} was at work" if at_work else "its facts were being gathered"
        message = f"checking {title} takes more than {seconds:g} seconds of the processor; {busy}"
        fix = "take out what repeats itself over and over, or split the text up; later rules were not run"
        found[TAKES_TOO_LONG.code] = [TAKES_TOO_LONG.found(source, message, fix)]
    places = {code: {each.source for each in found.get(code, ())} for code in _TOLD_BY.values()}
    every = chain.from_iterable(found.values())
    return [each for each in every if each.source not in places.get(_TOLD_BY.get(each.rule.code, ""), ())]


def _findings(at_work: LintRule, subject: Subject) -> list[Finding]:
    """Return what a rule finds: as infos where pages hide what is right, and with edits in its language."""
    found = at_work.findings(subject)
    if found and at_work.code in _UNSURE_ON_PAGES and subject.texts[0].is_from_pages:
        lower = replace(at_work.rule, severity=Severity.INFO)
        found = [replace(each, rule=lower) for each in found]
    if subject.language == (at_work.rule.reads or "en"):
        return found
    return [replace(each, edit=None) for each in found]
