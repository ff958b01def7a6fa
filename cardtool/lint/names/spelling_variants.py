"""Terms that one text writes as one word and as two, or in the spelling of Britain and in that of America."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, plural, singular
from cardtool.lint.core.matching import stem, word_key, word_list
from cardtool.lint.core.sentence_context import is_all_capitals, is_headline
from cardtool.model import Source

_PARTICLES_WORDS = "up down in out on off over back away around through by"
_PARTICLES = frozenset(_PARTICLES_WORDS.split())
FUNCTION_WORDS = word_list("function words")
"""Words that are no part of a compound."""

_LETTERS = r"[^\W\d_][a-z]+|[A-Z]{2,}"  # not writtenLikeThis
_PAIR = re.compile(rf"(?<![\w'’./@-])({_LETTERS})([ -])({_LETTERS})(?![\w'’/@-])")
_WORD = re.compile(rf"(?<![\w'’./@-])(?:{_LETTERS})(?![\w'’/@-])")
_NOUN = re.compile(r"(?:^|\s)(?:a|an|the|this|each|every|any|no|another|one)\s$", re.IGNORECASE)
_VERB = re.compile(r"(?:^|\s)(?:to|will|can|cannot|may|must|should|shall|could|would|not)\s$", re.IGNORECASE)
_OBJECT = re.compile(r"\s+(?:to|the|a|an|your)\b", re.IGNORECASE)
_LEAST_LETTERS = 5  # of a word that may be two


WrittenCompound = tuple[Block, int, str]
"""A compound as it is written: in which block, where, and the letters."""


class RareSpelling(NamedTuple):
    """A place at which a term is written in a rarer way, and the usual way in the same number."""

    source: Source
    written: str
    usual: str


@dataclass(frozen=True, slots=True)
class SpellingVariants:
    """A term that is written in several ways: how often each is used, and of each rarer way the places."""

    tally: str
    ways: Sequence[Sequence[RareSpelling]]


def open_and_closed(text: Text) -> Iterator[SpellingVariants]:
    """Yield play mat and playmat; "a knock back" and "the knockback", "to setup" and "to set up"."""
    blocks = [block for block in text.current if block.sort is not BlockType.ROW]
    closed = {word_key(word[0]) for block in blocks for word in _WORD.finditer(block.text)}
    forms: defaultdict[str, defaultdict[str, list[WrittenCompound]]] = defaultdict(lambda: defaultdict(list))
    for block in blocks:
        for start, form, written, term in _open_compounds(block, closed):
            forms[term][form].append((block, start, written))
    terms = frozenset(forms)
    for block in blocks if forms else ():
        for start, form, written, term in _closed_compounds(block, terms):
            forms[term][form].append((block, start, written))
    for term in sorted(forms):
        yield from _variants_of_forms(forms[term])


def _open_compounds(block: Block, closed: Collection[str]) -> Iterator[tuple[int, str, str, str]]:
    """Yield where a block has a compound that the text also writes closed: its place, form, letters and key.

    Forms are `open` and `hyphened`; and of what is noun and verb both, such as set up, which it is.
    """
    at = 0
    while match := _PAIR.search(block.text, at):
        at = match.start(3)
        first, second = match[1].casefold(), match[3].casefold()
        both = first + second
        if both not in closed and both.removesuffix("s") not in closed:  # quicker than to take its key
            continue
        term = word_key(both)
        if term not in closed or len(both) < _LEAST_LETTERS:
            continue
        form = _open_form(block.text, match, first, second)
        if form:
            yield match.start(), form, match[0], term


def _open_form(text: str, match: re.Match[str], first: str, second: str) -> str:
    if second in _PARTICLES:
        return _form_with_particle(text, match)
    if first in FUNCTION_WORDS or second in FUNCTION_WORDS or len(first) < 3 or len(second) < 3:
        return ""
    return "open" if match[2] == " " else "hyphened"


def _form_with_particle(text: str, match: re.Match[str]) -> str:
    """Return the form, if sure: to knock back is a verb, a knockback is a noun."""
    if match[2] != " ":
        return ""
    before = max(0, match.start() - 9), match.start()
    if _NOUN.search(text, *before) and not _OBJECT.match(text, match.end()):
        return "open noun"
    return "open verb" if _VERB.search(text, *before) else ""


def _closed_compounds(block: Block, terms: Collection[str]) -> Iterator[tuple[int, str, str, str]]:
    for word in _WORD.finditer(block.text):
        term = word_key(word[0])
        if term not in terms:
            continue
        is_verb = _VERB.search(block.text, max(0, word.start() - 8), word.start())
        yield word.start(), "closed verb" if is_verb else "closed", word[0], term


def _variants_of_forms(forms: Mapping[str, list[WrittenCompound]]) -> Iterator[SpellingVariants]:
    opened, closed = [*forms["open"], *forms["hyphened"]], [*forms["closed"], *forms["closed verb"]]
    if opened and closed:
        few, many = sorted((closed, opened), key=len)
        yield _variants(few, many)
    if forms["open noun"] and forms["closed"]:
        yield _variants(forms["open noun"], forms["closed"], "one word as a noun, and before one; ")
    if forms["open verb"] and forms["closed verb"]:
        yield _variants(forms["closed verb"], forms["open verb"], "two words as a verb; ")


def _variants(few: list[WrittenCompound], many: list[WrittenCompound], reason: str = "") -> SpellingVariants:
    usual = Counter(written for _, _, written in many).most_common(1)[0][0]
    ways: defaultdict[str, list[RareSpelling]] = defaultdict(list)
    for block, start, written in few:
        ways[written].append(RareSpelling(block.at(start), written, _usual_form(usual, written)))
    return SpellingVariants(f"{reason}{len(many)} × {usual}, {len(few)} × {few[0][2]}", list(ways.values()))


def _usual_form(usual: str, written: str) -> str:
    one = singular(usual)
    is_many = word_key(written) == singular(written).casefold() != written.casefold()
    new = usual if one.endswith("s") else plural(one) if is_many else one
    return new.upper() if is_all_capitals(written) else new.lower() if written.islower() else new


_PAIRS = sorted(tuple(pair.split("/")) for pair in word_list("two Englishes"))
_KNOWN = frozenset(word for pair in _PAIRS for word in pair)
_LONG_WORD = re.compile(r"(?<![\w@./-])[^\W\d_]{4,}(?![\w@/-]|\.\w)")
_SUFFIX = re.compile(r"s$")

SpellingUses = list[tuple[Source, str]]


def are_one_word(word: str, other: str) -> bool:
    """Return whether two words in small letters are one, spelt in the two ways."""
    return any({_SUFFIX.sub("", word), _SUFFIX.sub("", other)} == set(pair) for pair in _PAIRS)


def in_two_englishes(text: Text) -> Iterator[SpellingVariants]:
    """Yield favour and favor, colour and color: each pair of which a text has both."""
    uses: defaultdict[str, SpellingUses] = defaultdict(list)
    for block in text.current:
        if block.sort is not BlockType.ROW:
            for word in _LONG_WORD.finditer(block.text):
                plain = _SUFFIX.sub("", word[0].casefold())
                if plain in _KNOWN:
                    uses[plain].append((block.at(word.start()), word[0]))
    for british, american in _PAIRS:
        if uses[british] and uses[american]:
            few, many = sorted((american, british), key=lambda word: len(uses[word]))
            yield _english_variants(few, many, uses)


def _english_variants(few: str, many: str, uses: dict[str, SpellingUses]) -> SpellingVariants:
    ways: defaultdict[str, list[RareSpelling]] = defaultdict(list)
    for place, written in uses[few]:
        ways[written].append(RareSpelling(place, written, _same_form(many, written)))
    return SpellingVariants(f"{len(uses[many])} × {many}, {len(uses[few])} × {few}", list(ways.values()))


def _same_form(word: str, written: str) -> str:
    new = word + ("s" if written[-1] in "sS" else "")
    return new.upper() if written.isupper() else new.capitalize() if written[0].isupper() else new


_HEADED = re.compile(r"(?<![\w'’-])([^\W\d_]{4,}) ([^\W\d_]{4,})(?![\w'’-])")
_HEADS = word_list("heads of names")


def in_two_forms(text: Text) -> Iterator[SpellingVariants]:
    """Yield what is called the Move phase and the Movement phase: two forms of one word before one noun."""
    uses: defaultdict[tuple[str, str], defaultdict[str, list[WrittenCompound]]] = defaultdict(
        lambda: defaultdict(list)
    )
    for block in text.current:
        at = 0
        while match := _HEADED.search(block.text, at):
            at = match.start(2)
            word, head = match[1].casefold(), word_key(match[2])
            if head in _HEADS and word not in FUNCTION_WORDS:
                uses[stem(word_key(word)), head][word_key(word)].append((block, match.start(), match[0]))
    for _, forms in sorted(uses.items()):
        few, *many = sorted(forms.values(), key=len)
        if len(many) == 1 and len(many[0]) > len(few) and _is_a_name(many[0]):
            yield _as_often_written(few, many[0])


def _is_a_name(uses: Sequence[WrittenCompound]) -> bool:
    return sum(written[0].isupper() for _, _, written in uses) * 2 > len(uses)


def _as_often_written(few: Sequence[WrittenCompound], many: Sequence[WrittenCompound]) -> SpellingVariants:
    usual = Counter(written for _, _, written in many).most_common(1)[0][0]
    way = [RareSpelling(block.at(start), written, usual) for block, start, written in few]
    return SpellingVariants(f"{len(many)} × {usual}, {len(few)} × {few[0][2]}", [way])


_ABBREVIATION = re.compile(r"(?<![\w'’./@-])(?=[A-Za-z]*[A-Z][A-Za-z]*[A-Z])[A-Za-z]{2,4}(?![\w'’/@-])")


def in_mixed_letters(text: Text) -> Iterator[SpellingVariants]:
    """Yield abbreviations that are written LoS and LOS."""
    uses: defaultdict[str, defaultdict[str, list[WrittenCompound]]] = defaultdict(lambda: defaultdict(list))
    for block in text.current:
        if not is_headline(block):
            for match in _ABBREVIATION.finditer(block.text):
                one = match[0].removesuffix("s")
                uses[one.casefold()][one].append((block, match.start(), one))
    for _, forms in sorted(uses.items()):
        few, *many = sorted(forms.values(), key=len)
        if len(many) == 1:
            yield _as_often_written(few, many[0])
