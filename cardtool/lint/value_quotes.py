"""Values that a text quotes beside the name of a thing it gives values to: `Silver Heron (prestige 8)`.

Quoted is only what cannot be anything else: the name as it is written where the values are given, with
nothing before it that may change the thing, and a number that nothing in its sentence may have changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cardtool.documents import Block, BlockType, Section, Text, find_sections, parse_number
from cardtool.lint.context import sentences_in
from cardtool.lint.lazy import Lazy
from cardtool.lint.own_values import OwnValues
from cardtool.lint.value_doubts import is_changed, is_lasting, tells_of_changes
from cardtool.lint.value_names import NamedHere, is_as_written, is_opening, named_before
from cardtool.lint.value_pairs import LABEL, Pair, pairs_of
from cardtool.lint.values_given import Given, as_name, is_example, tells_of_always
from cardtool.model import Source

__all__ = ["ValueQuote", "value_quotes"]

_ENDS = (
    r"(?=\s*(?:[.;!?)]|,(?!\s?\d)|$)|\s(?:and\s(?!up\b|more\b|above\b|over\b|higher\b)|but\s|so\s|which\s))"
)
_COUNT = r"(?P<number>\d{1,6}|[a-z]+(?:-[a-z]+)?)"
_TAIL = Lazy(
    r"\s\((?P<aside>[^()]{3,60})\)"
    rf"|(?P<verb>,?\swith|\shas|\shave)\s(?:an?\s|its\s|their\s)?(?P<label>{LABEL}?):?\s(?:of\s)?{_COUNT}{_ENDS}"
)
_OF_THE = Lazy(
    rf"\bthe\s(?P<label>{LABEL}?)\sof\s(?P<article>the|an?|each|every)\s(?P<name>[^.;,:()]{{2,40}}?)\sis\s"
    rf"{_COUNT}{_ENDS}"
)
_OF_IT = Lazy(rf"['’]s\s(?P<label>{LABEL}?)\sis\s{_COUNT}{_ENDS}")
_WORTH = Lazy(rf"\sis\sworth\s{_COUNT}\s(?P<label>(?:victory\s|prestige\s)?points?|vps?)(?=\s*(?:[.;!?)]|$))")


@dataclass(frozen=True, slots=True)
class ValueQuote:
    """A value quoted beside a name that the document itself gives another."""

    given: Given
    number: int
    source: Source


def value_quotes(text: Text, own: OwnValues) -> Iterator[ValueQuote]:
    """Every quoted value that is not the one the document gives."""
    for section in find_sections(text.current) if own else ():
        if tells_of_always(section, text):
            for block in _of_today(section):
                if id(block) not in own.blocks:
                    yield from _in_block(block, own)


def _of_today(section: Section) -> Iterator[Block]:
    """The blocks of a section up to its first example: what follows one may belong to it.

    Less the items of a list that is led to by words of a change or of some case.
    """
    lead = ""
    for block in section.blocks:
        if is_example(block.text):
            return
        if block.sort is not BlockType.ITEM:
            lead = block.text if block.text.endswith(":") else ""
        if block.sort is not BlockType.ROW and not (lead and is_changed(lead, len(lead))):
            yield block


def _in_block(block: Block, own: OwnValues) -> Iterator[ValueQuote]:
    for start, sentence in sentences_in(block.text):
        for match, named in _named_in(sentence, own) if _is_promising(sentence) else ():
            if not is_changed(sentence, match.start()):
                yield from _quoted(match, named, block, start, own)
        if tells_of_changes(sentence):
            return


def _named_in(sentence: str, own: OwnValues) -> Iterator[tuple[re.Match[str], NamedHere]]:
    """What may be a quoted value in a sentence, with the thing whose value it is."""
    for pattern in (_TAIL, _OF_IT, _WORTH):
        for match in pattern.finditer(sentence):
            named = named_before(sentence[: match.start()], own.names)
            if named and (named.is_first or match.groupdict().get("aside")):
                yield match, named
    for match in _OF_THE.finditer(sentence):
        if as_name(match["name"]) in own.names and is_opening(sentence[: match.start()]):
            yield match, NamedHere(match["name"], match["article"].lower(), is_first=True)


def _is_promising(sentence: str) -> bool:
    return any(said in sentence for said in ("(", " with ", " has ", " have ", " worth ", " is "))


def _quoted(
    match: re.Match[str], named: NamedHere, block: Block, start: int, own: OwnValues
) -> Iterator[ValueQuote]:
    restricts = (match.groupdict().get("verb") or "").strip() == "with"
    for pair, at in _pairs(match):
        given = own.values.get((as_name(named.name), pair.key))
        if given is None or pair.number == given.number or not is_as_written(named.name, given.name):
            continue
        if is_lasting(pair, given, named.article, restricts=restricts):
            yield ValueQuote(given, pair.number, block.at(start + at))


def _pairs(match: re.Match[str]) -> Iterator[tuple[Pair, int]]:
    """The values of a quote, and where in the sentence their numbers stand."""
    groups = match.groupdict()
    if aside := groups.get("aside"):
        for pair in pairs_of(aside):
            yield pair, match.start("aside") + pair.start
        return
    try:
        number = parse_number(match["number"])
    except KeyError:
        return
    leads = match.start("number") < match.start("label")
    yield Pair(match["label"], number, 0, leads), match.start("number")
