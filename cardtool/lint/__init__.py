"""The checker: what is wrong with a game, or with a text of rules; and how long it may take to say so.

Judges content, never a file.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from itertools import chain

from cardtool.documents import Text
from cardtool.finding import Finding, Rule
from cardtool.lint.core.clean_texts import CleanTexts
from cardtool.lint.core.registry import LintRule, Subject, rule, text_rule
from cardtool.lint.core.waivers import UNUSED_WAIVER, matching_waivers, unknown_rule_waivers, unused_waivers
from cardtool.lint.language.spelling import NOT_LOOKED_FOR
from cardtool.lint.rule_worker import start_rule_worker
from cardtool.lint.rules import RETIRED_RULES, RULES, TOLD_BY, findings_of
from cardtool.model import Game, Source
from cardtool.rule_runner import MAX_FINDINGS, OutOfTime, time_limit

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
    jobs: int | None = 1,
) -> list[Finding]:
    """Return everything these rules find in a game. `clean` is what they found in order before.

    With it, at most `jobs` processes judge a large game, or one for each processor.

    They stop after so many seconds of the processor, and more for each thousand of its records.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    seconds += A_THOUSAND_MORE * (len(game.cards) // 1000)
    with closing(_judged_parts(game, rules, clean, jobs)) as parts:
        return _run_rules(parts, f"the game {game.id}", game.source, seconds, rules)


def check_document(
    text: Text,
    game: Game | None = None,
    seconds: float = LONGEST_CHECK,
    *,
    language: str = "",
    jobs: int | None = 1,
) -> list[Finding]:
    """Return everything the rules find in a document, held against a game or, without one, against itself.

    Where its language is not given, as a tag (BCP 47), it is told from the text; rules that read another are
    silent. After so many seconds of the processor they stop. With more `jobs` than one, or None on a machine
    with more processors than one, a second process helps with a long document.

    Raises: CardtoolError, naming the rule, when a rule itself fails.
    """
    place = text.blocks[0].at() if text.blocks else Source(text.title)

    def parts() -> Generator[JudgePart]:
        subject = Subject.of_document(text, game, language)
        with start_rule_worker(subject, RULES, jobs, seconds) as worker:
            yield worker.findings_of

    with closing(parts()) as only:
        return _run_rules(only, text.title, Source(place.file), seconds, RULES)


JudgePart = Callable[[LintRule], list[Finding]]
"""Returns what a rule finds in one part of a game, or in a document."""


def _judged_parts(
    game: Game, rules: Sequence[LintRule], clean: CleanTexts | None, jobs: int | None
) -> Generator[JudgePart]:
    """Yield the parts of a game one by one, as what judges them. Others may be judged meanwhile."""
    from cardtool.lint.part_pool import PartPool  # no document needs it

    if clean is None:
        yield from (partial(findings_of, subject=each) for each in Subject.parts_of_game(game))
        return
    known = deque(map(clean.of, Subject.parts_of_game(game)))
    left = {number: (each.records, each.unknown(rules)) for number, each in enumerate(known)}
    with closing(PartPool(game, {number: part for number, part in left.items() if part[1]}, jobs)) as pool:
        for number in left:
            part = known.popleft()
            part.told = pool.verdict(number)
            yield partial(part.judge, judge=findings_of)


def _run_rules(
    parts: Iterable[JudgePart], title: str, source: Source, seconds: float, rules: Sequence[LintRule]
) -> list[Finding]:
    """Return what the rules find in all parts until the time is up, and that it was up where it was."""
    found: dict[str, list[Finding]] = {each.code: [] for each in rules}
    at_work: LintRule | None = None
    try:
        with time_limit(seconds) as look_at_the_clock:
            for judge in parts:
                for at_work in rules:
                    look_at_the_clock()
                    own = found[at_work.code]
                    own += judge(at_work)[: MAX_FINDINGS - len(own)]
                at_work = None
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
