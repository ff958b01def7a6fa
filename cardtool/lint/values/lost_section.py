"""A section that a text sends its readers to is there, under the name it is given.

Chapters are renamed and merged; "(see turn rules)" stays behind, and readers leaf through the book for
a page that has another name now.

Bad:

    A flipped card cannot be used again (see Upkeep Rules).
    # and no section, step or term has anything to do with upkeep

Good:

    A flipped card cannot be used again (see Readying Cards).

Looked at are titles in brackets or quotes after "see", in capitals after "see" and "as described in",
"see section 4.2" and "see chapter 9" in a text whose sections have such numbers. One word in common with
a heading, an item, the first words of a paragraph, a term or a card is enough. Overlooked on purpose:
pictures, tables, cards, books other than this one, titles on a page that is named unless they are in
quotes and stand nowhere else, and documents that name four sections or more which are not there, and few
that are: chapters of a book whose other chapters are elsewhere.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Section, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.lint.core.matching import any_word, content_words, singular_words, stem

_LEADING_NAME = re.compile(
    r"(?:[^.:–—\n]{2,60}?(?=\s?[:–—]|\s-\s)|(?:[^\s.]+\s){0,2}[^\s.]+(?=\.?\s*$|\.\s))"
)
_NUMBERED_TURN = re.compile(r"\s*\w+\s\d+\W*")  # Turn 1, of an example
_EXAMPLE = LazyRegex(r"\bexamples?\b")


class CrossReferenceTargets:
    """The words of everything in some texts that can be found by a name, and names that need no section."""

    def __init__(self, texts: Iterable[Text], names: Iterable[str]) -> None:
        self._stems = {stem(word) for name in _target_names(texts) for word in content_words(name)}
        self._names = {singular_words(name) for name in names}

    def has(self, title: str) -> bool:
        """Return whether a title may mean anything: one of its words is enough, or none that says much."""
        words = content_words(title)
        is_there = singular_words(title) in self._names or any(stem(word) in self._stems for word in words)
        return not words or is_there


def is_example_section(section: Section) -> bool:
    """Return whether a section tells an example, or a part of one, such as `Turn 1`."""
    in_example = any(_EXAMPLE.search(heading.text) for heading in section.headings)
    return in_example or _NUMBERED_TURN.fullmatch(section.title) is not None


def _target_names(texts: Iterable[Text]) -> Iterator[str]:
    for text in texts:
        for section in text.sections:
            in_example = any(_EXAMPLE.search(heading.text) for heading in section.headings[:-1])
            if section.title and not in_example and not _NUMBERED_TURN.fullmatch(section.title):
                yield section.title
            for block in section.blocks:
                if block.sort is BlockType.ROW:
                    yield block.text.split("\t", 1)[0]
                elif led := _LEADING_NAME.match(block.text):
                    yield f"{block.label} {led[0]}"
        if text.role is not TextKind.DOCUMENT:
            yield text.title


_LEAST_SIMILARITY = 0.75  # as difflib measures it
_LONGEST_HEADING = 80  # letters of a heading


def nearest_section(texts: Iterable[Text], title: str, pointer: Block) -> str | None:
    """Return the heading that is spelled nearly so; the pointer's own section is not meant."""
    there = [section for text in texts for section in text.sections if _may_be_meant(section, pointer)]
    spelt = {
        section.title.casefold(): section.title for section in there if len(section.title) <= _LONGEST_HEADING
    }
    if near := difflib.get_close_matches(title.casefold(), sorted(spelt), n=1, cutoff=_LEAST_SIMILARITY):
        return spelt[near[0]]
    return None


def _may_be_meant(section: Section, pointer: Block) -> bool:
    return (
        bool(section.title and section.blocks)
        and not is_example_section(section)
        and pointer not in section.blocks
    )


_CAPITALS = r"[A-Z][\w’'-]*(?:\s(?:(?:of|the|and|to|in|a|an|for|your)\s)?[A-Z][\w’'-]*){0,6}"
_SEE = (
    re.compile(r"\((?:[Ss]ee|cf\.|[Ss]ee also)\s(?P<title>[^()]{3,60})\)"),
    re.compile(
        r"\b[Ss]ee\s(?:also\s)?(?:the\s)?(?:section\s)?(?:on\s|called\s|"
        r"titled\s)?[\"“](?P<title>[^\"“”]{3,60})[\"”]"
    ),
    re.compile(
        rf"\b[Ss]ee\s(?:also\s)?(?:the\s)?(?P<title>{_CAPITALS})(?=\s*(?:[.,;)](?!\w)|section\b|chapter\b|above\b|below\b|$))"
    ),
    re.compile(
        rf"\b(?:described|explained|detailed|outlined|listed|defined)\s(?:in|under)\s(?:the\s)?[\"“]?(?P<title>{_CAPITALS})"
    ),
)
_CUT = re.compile(r",|\s(?:on\s)?(?:p\.|pages?\b|pp\.)|\s(?:above|below|for|later|earlier|in)\b")
_ELSEWHERE = LazyRegex(
    rf"\b(?:{any_word('told elsewhere')})\b|^[-–+]|[\d§\[\]/]|\bp\.|\w\.(?:md|txt|pdf|docx?|html?)\b"
)
_NUMBER = LazyRegex(
    r"\b(?:section|rule|chapter|paragraph|see|see also)\s(?P<number>\d{1,2}(?:\.\d{1,3})+)\b"
    r"(?!\s?(?:%|[cm]?m\b|inch|points|x\b|×))"
)
_CHAPTER = LazyRegex(
    r"\b(?:see|in)\s(?P<what>chapter|section)\s(?P<number>\d{1,2})\b(?![.–-]\d|\s(?:of|in|from)\s(?:the|our)\s)"
)
_COUNTED = re.compile(r"(?:chapter\s|section\s)?(\d{1,2})(?:[.):]|\s[–—-])?\s", re.IGNORECASE)
_PAGE_BEHIND = re.compile(r",?[”\"]?[,\s]\s?(?:on\s)?(?:pages?|pp?\.)\s?\d", re.IGNORECASE)
_QUOTES = ("“", '"')
_IN_A_FILE = re.compile(r"\.[a-z]", re.IGNORECASE)
_A_SORT = re.compile(r"(?<=[”\"])\s[A-Z][a-z]")  # the “Feast” Event
_AROUND = " .“”\"'"
_ABBREVIATED = 4  # letters
_EXCERPT = 4  # titles that are not here
_MOST_SOUGHT = 20  # titles for which the section is looked for that may be meant
_FEWEST = 3  # numbered chapters
_BEYOND = 4
_NUMBERED = re.compile(r"\s*\[?(\d{1,2}(?:\.\d{1,3})+)\.?\]?(?=\s|$)")


class _NamedTitle(NamedTuple):
    """A title that a block names, its offset in it, and whether the page it stands on is named, too."""

    block: Block
    start: int
    title: str
    has_page: bool


@text_rule("CT407", "lost-section", Severity.WARNING, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    read = [text for text in texts if text.role not in (TextKind.CARD, TextKind.CHANGELOG, TextKind.TEMPLATE)]
    said = [
        text
        for text in read
        if any("see " in block.text.lower() or " in " in block.text for block in text.current)
    ]
    if not said:
        return
    names = [*(card.name for card in facts.names), *(term.term for term in facts.terms)]
    targets = CrossReferenceTargets(read, names)
    numbers = {
        match[1]
        for text in read
        for block in text.current
        if (match := _NUMBERED.match(_labelled_text(block)))
    }
    for text in said:
        titles = [each for block in text.current for each in _titles_in(block)]
        linked = {link.words.strip("*_` ") for link in text.links}  # dead-link judges them
        lost = [each for each in titles if not (each.title in linked or targets.has(each.title))]
        if not (text.role is TextKind.DOCUMENT and _is_excerpt(titles, lost)):
            whole = "\n".join(block.text for block in text.current) if lost else ""
            lines = frozenset(whole.casefold().replace(" & ", " and ").splitlines())
            left = (each for each in lost if not _is_printed_elsewhere(whole, lines, each))
            for row, each in enumerate(left):
                near = nearest_section(read, each.title, each.block) if row < _MOST_SOUGHT else None
                yield _title_problem(each, near)
        chapters = _chapter_count(text)
        for block in text.current:
            yield from _number_problems(block, numbers)
            yield from _chapter_problems(block, chapters)


def _titles_in(block: Block) -> Iterator[_NamedTitle]:
    seen: set[int] = set()
    for pattern in _SEE:
        for match in pattern.finditer(block.text):
            written = match["title"].lstrip(_AROUND)
            start = match.end("title") - len(written)
            title = _CUT.split(written, maxsplit=1)[0].strip(_AROUND)
            if title and start not in seen:
                if _PAGE_BEHIND.match(block.text, start + len(title)):
                    if block.text.startswith(_QUOTES, start - 1) and not _ELSEWHERE.search(title):
                        yield _NamedTitle(block, start, title, has_page=True)
                elif not (_ELSEWHERE.search(written) or _IN_A_FILE.match(block.text, match.end())) and not (
                    _A_SORT.match(block.text, match.end())
                ):
                    yield _NamedTitle(block, start, title, has_page=False)
            seen.add(start)


def _is_printed_elsewhere(whole: str, lines: Collection[str], said: _NamedTitle) -> bool:
    """Return whether a title stands elsewhere, not marked as one: with a page anywhere, else as a line.

    What is all in capitals and short may be short for anything.
    """
    if said.has_page:
        return whole.count(said.title) > said.block.text.count(said.title)
    is_short = said.title.isupper() and len(said.title) <= _ABBREVIATED
    if " " not in said.title and said.block.file.endswith(".txt"):
        return True  # of a heading that lost its capitals or its line
    if " " not in said.title and whole.count(said.title) > said.block.text.count(said.title):
        return True  # a name of something, or a word that is told about
    return is_short or said.title.casefold().replace(" & ", " and ") in lines


def _is_excerpt(titles: Sequence[_NamedTitle], lost: Sequence[_NamedTitle]) -> bool:
    """Return whether so many titles are missing that this must be a part of a longer book."""
    missing = {said.title.casefold() for said in lost}
    return len(missing) >= _EXCERPT and 2 * len(missing) > len({said.title.casefold() for said in titles})


def _title_problem(said: _NamedTitle, near: str | None) -> Problem:
    message = f'nothing here is called "{said.title}", or nearly so'
    fix = "name the section as its heading does"
    return said.block.at(said.start), message, f'{fix}: "{near}" may be meant' if near else fix


def _number_problems(block: Block, numbers: set[str]) -> Iterator[Problem]:
    """Yield sections by their number, where at least three of their chapter have one of this depth."""
    for match in _NUMBER.finditer(block.text):
        chapter, depth = match["number"].split(".")[0], match["number"].count(".")
        alike = [each for each in numbers if each.count(".") == depth and each.split(".")[0] == chapter]
        if len(alike) >= 3 and not any(f"{number}.".startswith(f"{match['number']}.") for number in numbers):
            yield (
                block.at(match.start("number")),
                f"there is no section {match['number']}",
                "name the section that is meant",
            )


def _chapter_count(text: Text) -> int:
    """Return how many chapters a text has, where its headings count them on from 1; else 0."""
    found = (_COUNTED.match(block.text) for block in text.current if block.sort is BlockType.HEADING)
    numbers = sorted({int(match[1]) for match in found if match})
    return len(numbers) if len(numbers) >= _FEWEST and numbers == list(range(1, len(numbers) + 1)) else 0


def _chapter_problems(block: Block, chapters: int) -> Iterator[Problem]:
    """Yield chapters a few beyond the last; what is many beyond it belongs to another book."""
    for match in _CHAPTER.finditer(block.text) if chapters else ():
        if chapters < int(match["number"]) <= chapters + _BEYOND:
            what = match["what"].lower()
            said = f"there is no {what} {match['number']}, the last one is {chapters}"
            yield block.at(match.start("number")), said, f"name the {what} that is meant"


def _labelled_text(block: Block) -> str:
    """Return what may begin with the number of a section: a heading, an item with its label, a paragraph."""
    return f"{block.label} {block.text}" if block.sort is BlockType.ITEM else block.text
