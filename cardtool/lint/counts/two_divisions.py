"""A round, a turn or a game has as many parts in one place as in another.

"Each turn has three phases", says the overview; the chapter about turns has four. Whoever learnt the
game from the overview leaves one out.

Bad:

    Each day has two parts.
    …
    Each day has three parts: milking, mowing and sleeping.

Good:

    Each day has three parts.
    …
    Each day has three parts: milking, mowing and sleeping.

Looked at are sentences of a rulebook or document that begin with what is divided ("Each round consists
of…", "The game is played over…"). Overlooked on purpose: sentences that speak of some case only, such as
a number of players; variants, examples and expansions; and what has other parts: a turn of five steps may
have three phases.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardtool.documents import NUMBER, Text, TextKind, find_sections, parse_number, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, brief_place, text_rule
from cardtool.lint.core.sentence_context import is_conditional, sentences_in
from cardtool.model import Source

_WHOLE = (
    r"(?:game|match|round|turn|day|night|week|month|year|season|battle|combat|fight|hand|phase|era|session|race|"
    r"campaign|tournament|expedition|voyage|journey)"
)
_PART = (
    r"(?:parts|phases|steps|stages|rounds|turns|segments|halves|sub-?phases|seasons|eras|laps|legs|acts|chapters|"
    r"days|nights|weeks|years|hands|deals|ages)"
)
_IS_MADE_OF = (
    r"(?:has|consists\sof|comprises|contains|goes\sthrough|lasts|"
    r"is\s(?:divided|split|broken(?:\sdown)?|separated)\s(?:up\s)?into|is\smade\sup\sof|"
    r"is\s(?:played|run|fought)\s(?:over|in))"
)
_DIVIDED = LazyRegex(
    rf"(?:(?:each|every|an?|the|one)\s(?P<whole>(?:[\w'’-]{{1,20}}\s){{0,2}}?{_WHOLE})\s{_IS_MADE_OF}|"
    r"(?P<it>it)\sis\splayed\s(?:over|in))\s"
    rf"(?P<number>{NUMBER})\s(?:(?:main|distinct|different|separate|consecutive)\s)?(?P<part>{_PART})\b"
)
_GAME = LazyRegex(r"\bis\san?\s(?:[\w-]+\s){0,4}?game\b")  # what "it" is, that is played over so many rounds
_ASIDE = LazyRegex(
    r"\b(?:variants?|examples?|optional|advanced|basic|short(?:er)?|quick|solo|solitaire|expansions?|campaign|"
    r"scenarios?|faq|questions?|teams?|modes?|players?)\b"
)


class _Division(NamedTuple):
    """Where a text says that something has so many parts, and in which words."""

    source: Source
    number: int
    quote: str


@text_rule("CT213", "two-divisions", Severity.WARNING)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    first: dict[tuple[str, str], _Division] = {}
    for text in texts:
        if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT):
            for key, division in _divisions(text):
                other = first.setdefault(key, division)
                if other.number != division.number:
                    there = brief_place(other.source, division.source)
                    message = f'"{division.quote}", but {there} says "{other.quote}"'
                    yield division.source, message, "say the same in both places"


def _divisions(text: Text) -> Iterator[tuple[tuple[str, str], _Division]]:
    for section in find_sections(text.current):
        if any(_ASIDE.search(heading.text) for heading in section.headings):
            continue
        for block in section.blocks:
            for start, sentence in sentences_in(block.text):
                match = _DIVIDED.match(sentence)
                if match and match["it"] and not _GAME.search(block.text, 0, start):
                    continue
                if match and not is_conditional(sentence):
                    key = singular((match["whole"] or "game").lower()), singular(match["part"].lower())
                    said = " ".join(match[0].split())
                    yield key, _Division(block.at(start), parse_number(match["number"]), said)
