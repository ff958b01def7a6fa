"""How many of a thing there are, as the component list of a document states it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator

from cardtool.documents import NUMBER, Block, Text, parse_number, plural, singular
from cardtool.lint.component_list import component_lines
from cardtool.lint.facts import Count, Defined
from cardtool.lint.nouns import noun_key
from cardtool.lint.totals import deck_totals

__all__ = ["stated_aliases", "stated_counts", "stated_singles", "written_in"]

_NOUN = r"(?P<noun>[^\W\d_][^\d\n\t,;:()\[\]/.–—]{0,60})"
_FIRST = re.compile(
    rf"(?:an? |the )?(?:(?P<number>{NUMBER})(?:\s?[x×])?|(?P<times>\d{{1,4}})[x×])\s?{_NOUN}", re.I
)
_NEXT = re.compile(
    rf"\s*(?:,|;|\+|&|\band\b|\bplus\b)\s*(?:and\s)?(?P<number>{NUMBER})(?:\s?[x×])?\s{_NOUN}", re.I
)
_LAST = re.compile(rf"{_NOUN}\s*(?:[:(\t×]|\s[x–—-])\s*[x×]?\s?(?P<number>{NUMBER})\)?", re.I)
_ENDS = re.compile(
    r"\s+(?:-|–|and|or|&|\+|plus|with|for|in|on|to|from|showing|numbered|per|each|depicting|representing|which|that|"
    r"containing|consisting|comprising|including|divided|made|as|used|split)(?=\s|$).*",
    re.IGNORECASE | re.DOTALL,
)
_OF_EACH = re.compile(r"\b(?:each|per|every|apiece)\b", re.IGNORECASE)
_CARDS = re.compile(r"(?:playing )?cards?(?: decks?)?|deck", re.IGNORECASE)
_ONE = re.compile(r"(?:an? |the )?(?P<noun>[^\W\d_][\w'’-]*(?: [^\W\d_][\w'’-]*){0,3})\.?", re.IGNORECASE)
_IN_BULK = re.compile(
    r"\b(?:and|or|dice|paper|clay|money|cash|currency|equipment|string|sand|rope|tape|glue|water|food|[\w’'-]*s)$",
    re.IGNORECASE,
)
_MOST_WORDS = 5
_ALIASES = re.compile(r"\(([^()]{3,60})\)")
_ALIAS = re.compile(
    r"(?:^|[-–—,;]|\bor\b|\bcalled\b)\s*(?:the |called )?([a-z]{3,20}s)\s*(?=$|[-–—,;]|\bor\b)", re.IGNORECASE
)


def stated_counts(text: Text) -> Iterator[Count]:
    """The counts of the component list, the whole deck's without nouns.

    A thing that has two numbers in it, as where colours are told apart, is left out.
    """
    found = [count for block in component_lines(text) for count in _counts(block)]
    often = Counter(noun_key(count.nouns[0]) for count in found)
    yield from (count for count in found if often[noun_key(count.nouns[0])] == 1)
    decks = list(deck_totals(text))
    if len({total.number for total in decks}) == 1:
        total = decks[0]
        here = total.block.at(total.start)
        yield Count("deck", total.number, (), f"line {here.line} says {total.number}", here)


def stated_aliases(text: Text) -> Iterator[Defined]:
    """What the component list calls a thing besides: `4 Magicians (the largest pieces - pawns)`."""
    for block in component_lines(text):
        for count in _counts(block):
            aside = _ALIASES.search(block.text)
            names = _ALIAS.findall(aside[1]) if aside and count.nouns[-1].endswith("s") else []
            if names:
                term, many = count.nouns[0], count.nouns[-1]
                words = tuple(singular(name).lower() for name in names)
                yield Defined(term, many, words, count.source, declared=False)


def written_in(counts: Iterable[Count]) -> Iterator[Defined]:
    """What the list of components calls things in several words, as it writes them.

    Not so where a list begins each entry with a capital, and only that: "Droplet tokens: 4".
    """
    for count in counts:
        if count.nouns and " " in count.nouns[0]:
            first, *others = count.nouns[0].split()
            if not first[0].isupper() or any(other[0].isupper() for other in others):
                yield Defined(count.nouns[0], count.nouns[1], (), count.source, declared=False)


def stated_singles(text: Text) -> Iterator[Count]:
    """The entries without a number of what is counted in pieces, and is one: `Pad of Paper`, `a die`."""
    for block in component_lines(text):
        match = _ONE.fullmatch(block.text)
        if match and not _IN_BULK.search(match["noun"].partition(" of ")[0]):
            one, many = _forms(match["noun"])
            if one == match["noun"] != many:
                here = block.at(match.start("noun"))
                yield Count(one.lower(), 1, (one, many), f"line {here.line} lists one", here)


def _counts(block: Block) -> Iterator[Count]:
    """The numbers of a line of the component list, each with its noun."""
    match = _FIRST.match(block.text)
    if match is None:
        match = _LAST.fullmatch(block.text)
        yield from _count(block, match) if match else ()
        return
    while match:
        noun = _ENDS.sub("", match["noun"])
        yield from _count(block, match)
        end = match.start("noun") + len(noun.rstrip())
        match = _NEXT.match(block.text, end)


def _count(block: Block, match: re.Match[str]) -> Iterator[Count]:
    noun = _ENDS.sub("", match["noun"]).strip()
    groups = match.groupdict()
    number = parse_number(groups["number"] or groups["times"])
    words = noun.split()
    if not words or len(words) > _MOST_WORDS or _CARDS.fullmatch(noun) or _OF_EACH.search(match["noun"]):
        return
    one, many = _forms(noun)
    here = block.at(match.start("number") if groups["number"] else match.start("times"))
    id = re.sub(r"[^a-z0-9]+", "-", one.lower()).strip("-")
    yield Count(id, number, (one, many), f"the component list says {number}", here)


def _forms(noun: str) -> tuple[str, str]:
    """The noun for one and for many: block of clay, blocks of clay."""
    head, of, rest = noun.partition(" of ")
    one = singular(head)
    return f"{one}{of}{rest}", f"{plural(one)}{of}{rest}"
