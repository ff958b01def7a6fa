"""Words that are spelt in one way in Britain and in another in America, where one text has both."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from cardtool.documents import BlockType, Text
from cardtool.lint.spellings import Otherwise, Spelling
from cardtool.model import Source

__all__ = ["are_one_word", "in_two_englishes"]

_WRITTEN = """
armour armor, behaviour behavior, centre center, colour color, coloured colored, defence defense,
favour favor, favourite favorite, flavour flavor, grey gray, harbour harbor, honour honor, labour
labor, neighbour neighbor, neighbouring neighboring, neighbourhood neighborhood, rumour rumor,
theatre theater, traveller traveler, travelling traveling, catalogue catalog, jewellery jewelry,
offence offense, sceptre scepter, sabre saber, manoeuvre maneuver, plough plow, fulfil fulfill,
cancelled canceled, labelled labeled, levelled leveled
"""
_PAIRS = [tuple(pair.split()) for pair in _WRITTEN.replace("\n", " ").split(",")]
_KNOWN = frozenset(word for pair in _PAIRS for word in pair)
_WORD = re.compile(r"(?<![\w@./-])[^\W\d_]{4,}(?![\w@/-]|\.\w)")
_SUFFIX = re.compile(r"s$")

Uses = list[tuple[Source, str]]


def are_one_word(word: str, other: str) -> bool:
    """Whether two words in small letters are one, spelt in the two ways."""
    return any({_SUFFIX.sub("", word), _SUFFIX.sub("", other)} == set(pair) for pair in _PAIRS)


def in_two_englishes(text: Text) -> Iterator[Spelling]:
    """Favour and favor, colour and color: each pair of which a text has both."""
    uses: defaultdict[str, Uses] = defaultdict(list)
    for block in text.current:
        if block.sort is not BlockType.ROW:
            for word in _WORD.finditer(block.text):
                plain = _SUFFIX.sub("", word[0].casefold())
                if plain in _KNOWN:
                    uses[plain].append((block.at(word.start()), word[0]))
    for british, american in _PAIRS:
        if uses[british] and uses[american]:
            few, many = sorted((american, british), key=lambda word: len(uses[word]))
            yield _spelling(few, many, uses)


def _spelling(few: str, many: str, uses: dict[str, Uses]) -> Spelling:
    ways: defaultdict[str, list[Otherwise]] = defaultdict(list)
    for place, written in uses[few]:
        ways[written].append(Otherwise(place, written, _like(many, written)))
    return Spelling(f"{len(uses[many])} × {many}, {len(uses[few])} × {few}", list(ways.values()))


def _like(word: str, written: str) -> str:
    """The word in the number and the case that is written here."""
    new = word + ("s" if written[-1] in "sS" else "")
    return new.upper() if written.isupper() else new.capitalize() if written[0].isupper() else new
