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

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, TextKind, find_lists
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, brief_place, text_rule
from cardtool.lint.core.matching import word_list
from cardtool.lint.core.sentence_context import GLOSSARY

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
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
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
