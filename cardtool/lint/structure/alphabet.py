"""Names that begin rows, items, paragraphs or sections: each once, and in order to the last where others are.

No word is read, so that this holds in any language.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, TextKind, find_lists
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, brief_place, text_rule
from cardtool.lint.core.matching import word_list
from cardtool.lint.core.sentence_context import GLOSSARY

_FEWEST = 8  # in a row; of fewer, most are in order by chance
_MOST_MISPLACED = 2
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


@text_rule("CT514", "alphabetical", Severity.INFO)
def alphabetical(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A table, a list or sections in the order of the alphabet are so throughout.

    Readers leaf to the letter, find nothing, and think there is nothing. It is mostly what was added last.

    Bad:

        Ash, Birch, Cedar, Elm, Fir, Hazel, Larch, Oak, Pine, Willow, Alder

    Good:

        Alder, Ash, Birch, Cedar, Elm, Fir, Hazel, Larch, Oak, Pine, Willow

    Looked at are the first cells of tables, the labels of lists and of paragraphs, and the headings beside
    each other, where there are eight or more and all but one or two are in order. Found in real rules are
    lists of traits, weapons and abilities. Overlooked on purpose: numbers; the first and the last, which may
    be set apart, as "None" and "Other" are.
    """
    for named, _ in _series_in(texts):
        yield from _misplaced(named)


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


def _misplaced(named: Sequence[_Named]) -> Iterator[Problem]:
    """Yield what is out of order, be it by words or by letters, as Mist Pass and Mistland."""
    by_words = [each.name.casefold() for each in named]
    by_letters = ["".join(filter(str.isalpha, name)) for name in by_words]
    if len(set(by_words)) < _FEWEST:
        return
    keys, in_order = max(
        ((keys, _longest_in_order(keys)) for keys in (by_words, by_letters)), key=lambda each: len(each[1])
    )
    if len(keys) - len(in_order) <= _MOST_MISPLACED:
        for row in (row for row in range(1, len(keys) - 1) if row not in in_order):
            is_late = keys[row] < keys[row - 1]
            other = f'after "{named[row - 1].name}"' if is_late else f'before "{named[row + 1].name}"'
            message = f'"{named[row].name}" stands {other}, where others are in the order of the alphabet'
            yield named[row].block.at(), message, "put it in its place"


def _longest_in_order(names: Sequence[str]) -> set[int]:
    """Return the rows of as many names as stand in order."""
    rows: list[int] = []  # where the best run of each length ends
    before: list[int] = []
    for row, name in enumerate(names):
        length = bisect_right(rows, name, key=names.__getitem__)
        before.append(rows[length - 1] if length else -1)
        rows[length : length + 1] = [row]
    found, row = set[int](), rows[-1]
    while row >= 0:
        found.add(row)
        row = before[row]
    return found
