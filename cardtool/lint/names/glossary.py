"""Rules about what is defined: it is used, marked as its name, and defined once."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise, takewhile
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, TextKind, find_lists
from cardtool.lint.core import (
    Facts,
    LazyRegex,
    Problem,
    Severity,
    TextIndex,
    brief_place,
    passage_rule,
    text_rule,
)
from cardtool.lint.core.facts import facts_of_game, names_in_use
from cardtool.lint.core.matching import stem, word_keys, word_list
from cardtool.lint.core.sentences import GLOSSARY
from cardtool.lint.core.texts import Passages
from cardtool.model import Game, Source

_ENTRY = re.compile(
    r"([A-Z][\w’'-]*(?: [\w’'-]+){0,3}?)(?: ?[\[(][^\])]*[\])])?\s*(?:[:–—\t]|\s-(?=\s))\s*(?=[\w“\"(])"
)
_NO_NAME = re.compile(r"\s*[\[(].*|(?:\s(?:[A-Z]|\d+))+$|\W+$")  # Blast (X), Crew N, Guard:
_SHORTEST = 3  # letters of an entry
_FEWEST = 4  # entries of a list
_MOST_UNUSED = 1 / 3  # of them


class _Entry(NamedTuple):
    """A defined term: how it is met in a text, and the blocks that define it."""

    term: str
    block: Block
    phrases: Sequence[tuple[str, ...]]
    own: Collection[Source]


@text_rule("CT310", "unused-term", Severity.INFO, reads="en")
def unused_term(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """What is defined is used.

    Readers learn a keyword to meet it again. One that nothing else mentions was renamed everywhere but here, or
    went with a card that had it.

    Bad:

        ## Glossary

        Exhaust: turn the card sideways.

        … and everywhere else cards are tapped

    Good:

        ## Glossary

        Tap: turn the card sideways.

    Looked at are the glossary of a game, whose terms may be used by cards, rules, the rulebook and templates; and
    in a document the entries below a heading such as Glossary, Keywords or Terms: headings of their own, or what
    goes before a colon or a dash. Any form of a word is a use, and so is a part of a longer term. Found in real
    rules are "Combat Action" and "Prepare Action". Overlooked on purpose: lists with fewer than four entries, and
    those of which a third or more is used nowhere: their words are on cards that the document does not print.
    """  # noqa: E501
    glossary = [text for text in texts if text.role is TextKind.GLOSSARY and text.blocks]
    entries = [_entry(text.blocks[0].text, text.blocks) for text in glossary]
    if entries:
        read = (text for text in texts if text.role is not TextKind.CHANGELOG)
        yield from _problems(entries, (block for text in read for block in text.blocks))
    for document in texts:
        for listed in _lists_in(document) if document.role is TextKind.DOCUMENT else ():
            problems = list(_problems(listed, document.current))
            if len(listed) >= _FEWEST and len(problems) < _MOST_UNUSED * len(listed):
                yield from problems


def _lists_in(text: Text) -> Iterator[Sequence[_Entry]]:
    """Yield the entries of every list of definitions of a document."""
    blocks = text.current
    for row, heading in enumerate(blocks):
        if heading.sort is BlockType.HEADING and GLOSSARY.fullmatch(heading.text):
            is_below = (
                each.sort is not BlockType.HEADING or each.level > heading.level for each in blocks[row + 1 :]
            )
            below = blocks[row + 1 : row + 1 + sum(takewhile(bool, is_below))]
            titles = ((at, each) for at, each in enumerate(below) if each.sort is BlockType.HEADING)
            titled = [(at, each.text) for at, each in titles if each.level == heading.level + 1]
            heads = {id(table.rows[0]) for table in text.tables}
            begun = ((at, _ENTRY.match(each.text)) for at, each in enumerate(below) if id(each) not in heads)
            named = [(at, match[1]) for at, match in begun if match]
            found = pairwise([*max(named, titled, key=len), (len(below), "")])
            yield [_entry(term, below[at:end]) for (at, term), (end, _) in found if len(term) >= _SHORTEST]


def _entry(term: str, blocks: Sequence[Block]) -> _Entry:
    names = (_NO_NAME.sub("", name.strip()) for name in term.split("/"))
    return _Entry(term, blocks[0], [_stems(name) for name in names], {block.at() for block in blocks})


def _stems(text: str) -> tuple[str, ...]:
    return tuple(stem(key) for key in word_keys(text))


def _problems(entries: Sequence[_Entry], blocks: Iterable[Block]) -> Iterator[Problem]:
    """Yield the entries that none of these blocks mentions but their own."""
    unmet: dict[tuple[str, ...], list[_Entry]] = {}
    for entry in entries:
        for phrase in entry.phrases:
            unmet.setdefault(phrase, []).append(entry)
    lengths = sorted({len(phrase) for phrase in unmet})
    met = set[Source]()
    for block in blocks:
        stems = _stems(block.text)
        for phrase in {stems[at : at + length] for at in range(len(stems)) for length in lengths}:
            if found := unmet.get(phrase):
                unmet[phrase] = [entry for entry in found if block.at() in entry.own]
                met.update(entry.block.at() for entry in found if block.at() not in entry.own)
    for entry in entries:
        if entry.block.at() not in met:
            message = f'"{entry.term}" is defined here and used nowhere else'
            yield entry.block.at(), message, "take it out, or use it where it is meant"


_KEYWORD = re.compile(r"(?<!\*)\*\*(?P<word>[^\W\d_][^*\d\[\]{}\n]{1,40}?)[:.,!?]?\*\*(?!\*)")
_MOST_WORDS = 3
_FEWEST_KEYWORDS = 4  # keywords that are defined
_MOSTLY = 0.8  # of those that are marked


@passage_rule("CT311", "undefined-keyword", Severity.INFO)
def undefined_keyword(game: Game, passages: Passages) -> Iterator[Problem]:
    """Words that are marked as keywords are defined.

    Where bold letters on cards mean "look it up", who looks up **Stun** and finds nothing asks the table.

    Bad:

        # the glossary: Trap, Curse, Flying, Haste
        text: "**Stun** a Hero."

    Good:

        # the glossary: Trap, Curse, Flying, Haste, Stun
        text: "**Stun** a Hero."

    What bold letters mean is told by the game: this speaks only where it defines four of five things that its
    cards have in bold. Defined are the terms of the glossary, kinds, cards, numbers, and titles of sequences and
    steps, in any inflection. Overlooked on purpose: bold letters with a number or a reference in them, and
    longer than three words.
    """  # noqa: E501
    marked = _marked(passages) if game.glossary else {}
    facts = facts_of_game(game) if marked else Facts()
    known = {word_keys(name) for name in (*names_in_use(facts).values(), *facts.titles)}
    unknown = [each for keys, each in marked.items() if keys not in known]
    defined = len(marked) - len(unknown)
    is_a_mark = defined >= _FEWEST_KEYWORDS and defined >= _MOSTLY * len(marked)
    for place, word in unknown if is_a_mark else ():
        yield place, f'"{word}" is marked as keywords are, and defined nowhere', "define it in the glossary"


def _marked(passages: Passages) -> Mapping[tuple[str, ...], tuple[Source, str]]:
    """Return what cards have in bold, by the keys of its words: its first place, and how it stands there."""
    places: dict[tuple[str, ...], tuple[Source, str]] = {}
    for passage in passages.of_cards(lambda text: "**" in text):
        for match in _KEYWORD.finditer(passage.text):
            keys = word_keys(match["word"])
            if 0 < len(keys) <= _MOST_WORDS:
                places.setdefault(keys, (passage.at(match.start("word")), match["word"]))
    return places


_FEWEST_DEFINED, _FEWEST_IN_ORDER = 3, 4  # terms of a glossary, and of what is one by its order
_LABEL = LazyRegex(r"[^\W\d_][^:.!?;–—\n\t(]{1,38}?(?=:|\s[–—-]\s|\t|\s?\(|$)", re.NOFLAG)
_BOLD = LazyRegex(r"[^\W\d_][^:.!?;–—\n\t(]{1,38}(?=\. )", re.NOFLAG)
_SAID = LazyRegex(r"\s?[.:\t–—-]\s*\S+ \S+ [^\t]+$", re.NOFLAG)
_SAID_OF_SEVERAL = word_list("said of several")


class _Named(NamedTuple):
    """A name, the block that begins with it, and whether words in one cell, or a section, define it."""

    name: str
    block: Block
    is_defined: bool


@text_rule("CT515", "defined-twice", Severity.WARNING)
def defined_twice(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A glossary defines each of its terms once.

    Of two definitions each reader finds one, and players argue from both.

    Bad:

        # Glossary

        **Goat:** an animal that gives milk.

        **Goat:** a card that you may discard.

    Good:

        # Glossary

        **Goat:** an animal that gives milk, or its card, which you may discard.

    Looked at are items, paragraphs, sections and tables of two columns below a heading such as Glossary,
    Glossar or Glossaire, and wherever four or more stand in the order of the alphabet. Overlooked on purpose:
    what a bracket tells apart, as in "Attack (action)"; what is said of several, such as examples.
    """
    for named, is_glossary in _series_in(texts):
        keys = [each.name.casefold() for each in named]
        is_ordered = len(set(keys)) >= _FEWEST_IN_ORDER and keys == sorted(keys)
        twice = [key for key, times in Counter(keys).items() if times > 1]
        if len(set(keys)) >= _FEWEST_DEFINED and (is_glossary or is_ordered) and len(twice) == 1:
            first, *others = (each for each in named if each.name.casefold() == twice[0])
            is_clear = twice[0] not in _SAID_OF_SEVERAL and all(each.is_defined for each in (first, *others))
            for each in others if is_clear else ():
                message = f'"{each.name}" is defined in {brief_place(first.block.at(), each.block.at())}, too'
                yield each.block.at(), message, "define it once"


def _series_in(texts: Sequence[Text]) -> Iterator[tuple[Sequence[_Named], bool]]:
    """Yield what may be in order, and whether it stands below the title of a glossary."""
    for text in texts:
        if text.role not in (TextKind.DOCUMENT, TextKind.RULEBOOK) or text.is_from_pages:
            continue
        below: defaultdict[tuple[int, ...], list[Block]] = defaultdict(list)
        glossaries = set[int]()
        for section in text.sections:
            glossaries.update(id(each) for each in section.headings[-1:] if GLOSSARY.fullmatch(each.text))
            path = tuple(map(id, section.headings))
            is_glossary = not glossaries.isdisjoint(path)
            below[path[:-1]] += section.headings[-1:]
            lists = [each.items for each in find_lists(section.blocks) if not each.ordered]
            for blocks in (*lists, *(table.rows[1:] for table in section.tables)):
                yield _named(blocks), is_glossary
            for is_read, run in groupby(section.blocks, _is_definition):
                yield _named([*run]) if is_read else (), is_glossary
        for path, titles in below.items():
            yield _named(titles), not glossaries.isdisjoint(path)


def _is_definition(block: Block) -> bool:
    """Return whether this is a paragraph that tells what is in its first words: "Goat: an animal"."""
    named = _read_name(block) if block.sort is BlockType.PARAGRAPH else None
    return named is not None and named.is_defined


def _named(blocks: Sequence[Block]) -> Sequence[_Named]:
    """Return the blocks with the names that they begin with; none where one has none, or holds a number."""
    named = [each for each in map(_read_name, blocks) if each]
    has_numbers = any(map(str.isdigit, "".join(each.name for each in named)))
    return () if len(named) < len(blocks) or has_numbers else named


def _read_name(block: Block) -> _Named | None:
    """Return the name that a block begins with; one before a full stop only where that ends its emphasis."""
    match = _LABEL.match(block.text)
    if match is None and (match := _BOLD.match(block.text)):
        dot, behind = (block.at(match.end() + at).column for at in (0, 1))
        match = match if behind > dot + 1 else None  # for marks stand between them
    if match is None:
        return None
    is_title = block.sort is BlockType.HEADING and match.end() == len(block.text)
    is_said = block.sort is not BlockType.HEADING and _SAID.match(block.text, match.end()) is not None
    return _Named(" ".join(match[0].split()), block, is_title or is_said)
