"""A section that a text sends its readers to is there, under the name it is given.

Chapters are renamed; "(see turn rules)" stays behind, and readers leaf through the book.

Bad:

    A flipped card cannot be used again (see Upkeep Rules).
    # and no section, step or term has anything to do with upkeep

Good:

    A flipped card cannot be used again (see Readying Cards).

Looked at are titles in brackets or quotes after "see", in capitals after "see" and "as described in", "see
section 4.2" and "see chapter 9" in a text whose sections have such numbers. One word in common with a
heading, an item, the first words of a paragraph, a term or a card is enough. Found in real rules are "see
Guilds and Organisations" and "as described in Equipment", of other books. Overlooked on purpose: pictures,
tables, cards, other books, titles on a page that is named unless they are in quotes and stand nowhere else,
titles that only capitals show in a text that hardly ever means a section of its own by them, and documents
that name four sections or more which are not there, and few that are: chapters of a longer book.
"""

from __future__ import annotations

import difflib
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import any_word, content_words, singular_words, stem

_UNREAD = (TextKind.CARD, TextKind.CHANGELOG, TextKind.TEMPLATE)
_CAPITALS = r"[A-Z][\w’'-]*(?:\s(?:(?:of|the|and|to|in|a|an|for|your)\s)?[A-Z][\w’'-]*){0,6}"
_TITLES = (
    r"\((?:[Ss]ee|cf\.|[Ss]ee also)\s(?P<title>[^()]{3,60})\)",
    r"\b[Ss]ee\s(?:also\s)?(?:the\s)?(?:section\s)?(?:on\s|called\s|titled\s)?"
    r"[\"“](?P<title>[^\"“”]{3,60})[\"”]",
    rf"\b(?:in|from|under|per)\sthe\s[\"“]?(?P<title>{_CAPITALS})[\"”]?(?=\ssection\b)",
    rf"\b[Ss]ee\s(?:also\s)?(?:the\s)?(?P<title>{_CAPITALS})"
    r"(?=\s*(?:[.,;)](?!\w)|(?:section|chapter)\b(?!\s(?:of|in|from)\b)|above\b|below\b|$))",
    r"\b(?:described|explained|detailed|outlined|listed|defined)\s(?:in|under)\s(?:the\s)?[\"“]?"
    rf"(?P<title>{_CAPITALS})",
)
_SEE = tuple(map(re.compile, _TITLES))
_FIRST_BARE = 3  # of these, without quotes, brackets or a word such as section
_POINTERS = (
    *("see", "cf", "described", "explained", "detailed", "outlined", "listed", "defined"),
    *("section", "chapter", "rule", "paragraph"),
)
"""Words of which one stands before every title and every number of a section."""

_CUT = re.compile(r",|\s(?:on\s)?(?:p\.|pages?\b|pp\.)|\s(?:above|below|for|later|earlier|in)\b")
_ELSEWHERE = LazyRegex(
    rf"\b(?:{any_word('told elsewhere')})\b|^[-–+]|[\d§\[\]/]|\bp\.|\w\.(?:md|txt|pdf|docx?|html?)\b"
    r"|\b(?:section|chapter)\s(?:of|in|from)\b"
)
_PAGE_BEHIND = re.compile(r",?[”\"]?[,\s]\s?(?:on\s)?(?:pages?|pp?\.)\s?\d", re.IGNORECASE)
_NO_TITLE = re.compile(r"(?<=[”\"])\s[A-Z][a-z]|\.[A-Za-z]")  # the “Feast” Event, Thanks.md
_AROUND = " .“”\"'"
_EXCERPT = 4  # titles that are not here
_MOST_SOUGHT = 20  # titles for which the section is looked for that may be meant
_LEAST_SIMILARITY = 0.75  # as difflib measures it
_LEADING_NAME = LazyRegex(
    r"(?:[^.:–—\n]{2,60}?(?=\s?[:–—]|\s-\s)|(?:[^\s.]+\s){0,2}[^\s.]+(?=\.?\s*$|\.\s))", re.NOFLAG
)
_NUMBERED_TURN = re.compile(r"\s*\w+\s\d+\W*")  # Turn 1, of an example
_NUMBERED = re.compile(
    r"\s*\[?(?:chapter\s|section\s)?(\d{1,2}(?:\.\d{1,3})*)[.):\]]*(?=\s|$)", re.IGNORECASE
)
_NUMBER = LazyRegex(
    r"\b(?P<led>see\s|in\s)?(?P<what>chapter|section|rule|paragraph|see)\s"
    r"(?P<number>\d{1,2}(?:\.\d{1,3})*)\b"
    r"(?![.–-]\d|\s(?:of|in|from)\s(?:the|our)\s|\s?(?:%|[cm]?m\b|inch|points|x\b|×))"
)
_FEWEST = 3  # numbered sections beside each other
_BEYOND = 4  # what is many beyond the last belongs to another book


class _NamedTitle(NamedTuple):
    """A title in a block, its offset, whether its page is named, and whether only capitals show it."""

    block: Block
    start: int
    title: str
    has_page: bool
    is_bare: bool


@text_rule("CT407", "lost-section", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    pointers: defaultdict[int, list[Block]] = defaultdict(list)
    for text, block in texts.with_words(*_POINTERS):
        pointers[id(text)].append(block)
    read = [text for text in texts if text.role not in _UNREAD]
    pointing = [text for text in read if id(text) in pointers]
    if not pointing:
        return
    stems = {stem(word) for name in _names_of_sections(read) for word in content_words(name)}
    known = (*(each.name for each in facts.names), *(each.term for each in facts.terms))
    names = set(map(singular_words, known))
    numbers = _section_numbers(read)
    for text in pointing:
        words = [link.words.strip('*_` "“”') for link in text.links]
        linked = {*words, *map(" and ".join, pairwise(words))}  # dead-link judges them
        titles = [each for block in pointers[id(text)] for each in _titles_in(block)]
        lost = [each for each in titles if each.title not in linked and _is_lost(each.title, stems, names)]
        if not _is_excerpt(titles, lost):
            yield from _title_problems(text, _without_strangers(titles, lost))
        for block in pointers[id(text)]:
            yield from _number_problems(block, numbers)


def _names_of_sections(texts: Iterable[Text]) -> Iterator[str]:
    """Yield everything in some texts that can be found by a name."""
    for section in (section for text in texts for section in text.sections):
        if not _NUMBERED_TURN.fullmatch(section.title):
            yield section.title
        for block in section.blocks:
            if block.sort is BlockType.ROW:
                yield block.text.split("\t", 1)[0]
            elif led := _LEADING_NAME.match(block.text):
                yield f"{block.label} {led[0]}"


def _is_lost(title: str, stems: set[str], names: Collection[tuple[str, ...]]) -> bool:
    """Return whether a title means nothing here: it says something, and none of its words stands anywhere."""
    words = content_words(title)
    return bool(words) and singular_words(title) not in names and stems.isdisjoint(map(stem, words))


def _titles_in(block: Block) -> Iterator[_NamedTitle]:
    seen: set[int] = set()
    for row, match in ((row, each) for row, see in enumerate(_SEE) for each in see.finditer(block.text)):
        written = match["title"].lstrip(_AROUND)
        start = match.end("title") - len(written)
        title = _CUT.split(written, maxsplit=1)[0].strip(_AROUND)
        if start not in seen:
            has_page = _PAGE_BEHIND.match(block.text, start + len(title)) is not None
            is_quoted = block.text[start - 1] in '“"'
            is_title = is_quoted if has_page else not _NO_TITLE.match(block.text, match.end())
            if is_title and not _ELSEWHERE.search(title if has_page else written):
                yield _NamedTitle(block, start, title, has_page, row >= _FIRST_BARE)
        seen.add(start)


def _without_strangers(titles: Sequence[_NamedTitle], lost: Sequence[_NamedTitle]) -> Sequence[_NamedTitle]:
    """Return the lost titles without those shown by capitals only, if most of these name another book."""
    bare, lost_bare = (sum(each.is_bare for each in group) for group in (titles, lost))
    return lost if bare > 2 * lost_bare else [each for each in lost if not each.is_bare]


def _is_excerpt(titles: Sequence[_NamedTitle], lost: Sequence[_NamedTitle]) -> bool:
    """Return whether so many titles are missing that this must be a part of a longer book."""
    missing, named = ({each.title.casefold() for each in group} for group in (lost, titles))
    return len(missing) >= _EXCERPT and 2 * len(missing) > len(named)


def _title_problems(text: Text, lost: Sequence[_NamedTitle]) -> Iterator[Problem]:
    whole = "\n".join(block.text for block in text.current) if lost else ""
    titles = {section.title.casefold(): section.title for section in text.sections}
    left = [each for each in lost if not _is_printed_elsewhere(whole, each)]
    for row, (block, start, title, *_) in enumerate(left):
        sought = sorted(titles) if row < _MOST_SOUGHT else []
        near = difflib.get_close_matches(title.casefold(), sought, n=1, cutoff=_LEAST_SIMILARITY)
        meant = f': "{titles[near[0]]}" may be meant' if near else ""
        message = f'nothing here is called "{title}", or nearly so'
        yield block.at(start), message, f"name the section as its heading does{meant}"


def _is_printed_elsewhere(whole: str, said: _NamedTitle) -> bool:
    """Return whether a title with its page, or a single word, stands elsewhere, not marked as a title.

    A single word may be of a heading that lost its line, or the name of something that is told about.
    """
    is_again = whole.count(said.title) > said.block.text.count(said.title)
    return is_again and (said.has_page or " " not in said.title)


def _section_numbers(texts: Iterable[Text]) -> Mapping[str, set[int]]:
    """Return the last figures of the numbers of sections, by what stands before them: 4 of 3.4 by 3."""
    found: defaultdict[str, set[int]] = defaultdict(set)
    for block in (block for text in texts for block in text.current):
        match = _NUMBERED.match(f"{block.label} {block.text}")
        if match and ("." in match[1] or block.sort is BlockType.HEADING):
            parent, _, last = match[1].rpartition(".")
            found[parent].add(int(last))
    return found


def _number_problems(block: Block, numbers: Mapping[str, set[int]]) -> Iterator[Problem]:
    """Yield sections by a number that is a few beyond the last, where they count on from 1."""
    for match in _NUMBER.finditer(block.text):
        parent, dot, last = match["number"].rpartition(".")
        what = match["what"].lower().replace("see", "section")
        there = numbers.get(parent, set())
        is_counted = len(there) >= _FEWEST and max(there) == len(there)
        if is_counted and (dot or match["led"]) and len(there) < int(last) <= len(there) + _BEYOND:
            message = f"there is no {what} {match['number']}, the last one is {parent}{dot}{len(there)}"
            yield block.at(match.start("number")), message, f"name the {what} that is meant"
