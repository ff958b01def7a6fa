"""A rules text as its reader sees it: blocks, and the sections, tables and lists they make up.

How drafts become blocks is here, too: what looks like a heading though nothing marks it as such, and which
blocks are history: what stands below a changelog's heading once was, and is no rule of today. Judges
nothing, and reads no file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property, wraps
from itertools import groupby
from typing import NamedTuple, TypeVar

from cardtool.documents.links import Link
from cardtool.documents.list_labels import (
    BULLET,
    ItemMark,
    can_begin_list,
    is_next_label,
    is_same_style,
    read_item_mark,
)
from cardtool.documents.source_text import MappedText, TextLine, pattern_of_lines
from cardtool.memory import once_for_each
from cardtool.model import LetterPlaces, Source

_LONGEST_TITLE = 8  # words


class BlockType(StrEnum):
    """What a block is to its reader."""

    HEADING = "heading"
    PARAGRAPH = "paragraph"
    ITEM = "item"
    ROW = "row"
    CODE = "code"
    FURNITURE = "furniture"


class TextKind(StrEnum):
    """What a text is in its game, or that it is a document somebody has."""

    CARD = "card"
    RULES = "rules"
    GLOSSARY = "glossary"
    CHANGELOG = "changelog"
    RULEBOOK = "rulebook"
    TEMPLATE = "template"
    DOCUMENT = "document"


class Block(NamedTuple):
    """A stretch of text that stands by itself.

    `text` is what is read: emphasis and references are gone, letters and words stand as printed. The
    cells of a row are parted by tabs. Code and furniture (page numbers, a website's footer) are kept
    so that nothing moves, but say nothing about the game.

    `level` is the rank of a heading (1 the highest) or how deep an item stands (1 the outermost); of a
    paragraph, how deep the item stands that it is in, 0 for none. A line break in the text is one that
    its reader sees.
    `label` is what an item carries before it, as written less its dot or bracket: `3`, `a`, `Phase 4`;
    `•` for every sort of bullet; it stands at `label_at`, in line and column. `past` is a changelog's
    history: what once was, no rule of today.
    """

    sort: BlockType
    text: str
    file: str
    places: LetterPlaces
    level: int = 0
    label: str = ""
    past: bool = False
    label_at: tuple[int, int] | None = None

    def at(self, offset: int = 0) -> Source:
        """Return where the letter at this offset of the text stands."""
        return Source(self.file, *self.places.at_letter(offset))

    @property
    def beginning(self) -> Source:
        """Return where its label stands, or what is read of it where it has none."""
        return Source(self.file, *self.label_at) if self.label_at else self.at()

    @property
    def is_numbered(self) -> bool:
        return self.sort is BlockType.ITEM and self.label not in ("", "•")


_PAGE_NUMBER = re.compile(r"\W*\d{1,3}\W*")
_FEWEST_PAGES = 3
_MOST_TORN = 0.015  # of the blocks; of 15 texts that people typed none has a line that begins so
_SET_APART = (BlockType.ITEM, BlockType.ROW)  # often in small letters, and torn from nothing


class MarkdownFile(NamedTuple):
    """A Markdown text as it was typed, code and comments blanked, and where its letters stand.

    `comments` are what its readers do not see, each with its offset.
    """

    text: str
    file: str
    places: LetterPlaces
    comments: tuple[tuple[int, str], ...] = ()

    def at(self, offset: int) -> Source:
        """Return where the letter at this offset stands."""
        return Source(self.file, *self.places.at_letter(offset))


@dataclass(frozen=True, eq=False)
class Text:
    """Blocks in their order. `title` is what messages call the text: `the rulebook`, `the text of "Goat"`.

    `card` is the id of the card that prints it, empty for any other text. `links` are those of a document
    in Markdown, `anchors` the places of it that a link can name, its headings among them, and `typed` the
    files themselves, for what is printed otherwise than it was meant. `current` are
    the blocks that say something about the game as it is today; `sections`, `tables` and `lists` are found in
    them when first asked for. Two texts are equal only if they are one.
    """

    title: str
    role: TextKind
    blocks: tuple[Block, ...]
    card: str = ""
    links: tuple[Link, ...] = ()
    anchors: tuple[str, ...] = ()
    typed: tuple[MarkdownFile, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Whether this was read from plain text, in which nothing marks headings and items."""
        return not self.typed and any(block.file.endswith(".txt") for block in self.blocks[:1])

    @cached_property
    def is_from_pages(self) -> bool:
        """Whether this is plain text taken from printed pages, with their numbers or lines torn apart."""
        torn = sum(block.text[:1].islower() for block in self.current if block.sort not in _SET_APART)
        numbers = sum(_PAGE_NUMBER.fullmatch(each.text) is not None for each in self.blocks)
        return self.is_plain and (torn > _MOST_TORN * len(self.current) or numbers >= _FEWEST_PAGES)

    @cached_property
    def current(self) -> tuple[Block, ...]:
        return tuple([each for each in self.blocks if not each.past and each.sort not in _NOT_READ_TYPES])

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        return tuple(find_sections(self.current))

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        return tuple(find_tables(self.current))

    @cached_property
    def lists(self) -> tuple[ItemList, ...]:
        return tuple(find_lists(self.current))


Found = TypeVar("Found")


def once_per_text(find: Callable[[Text], Iterable[Found]]) -> Callable[[Text], tuple[Found, ...]]:
    """Have this found in a text once, whoever asks; it is forgotten with the text."""
    return once_for_each(wraps(find)(lambda text: tuple(find(text))))


def join_texts(title: str, texts: Sequence[Text]) -> Text:
    """Return several documents as one, in their order; each of their blocks still knows its file."""
    return replace(
        texts[0],
        title=title,
        blocks=tuple(block for text in texts for block in text.blocks),
        links=tuple(link for text in texts for link in text.links),
        anchors=tuple(name for text in texts for name in text.anchors),
        typed=tuple(file for text in texts for file in text.typed),
    )


@dataclass(frozen=True, eq=False)
class Section:
    """What stands under a heading and above the next; `headings` leads to it from the outermost.

    What stands before the first heading has none.
    """

    headings: tuple[Block, ...]
    blocks: tuple[Block, ...]

    @property
    def title(self) -> str:
        return self.headings[-1].text if self.headings else ""

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        return tuple(find_tables(self.blocks))


class Table(NamedTuple):
    """Rows that follow one another. `lead` is what stands right before them; the head is a row like any."""

    lead: Block | None
    rows: tuple[Block, ...]


def find_sections(blocks: Iterable[Block]) -> Iterator[Section]:
    """Yield every section, in order; one with nothing in it, too, save the one before the first heading."""
    path: list[Block] = []
    inside: list[Block] = []
    for block in blocks:
        if block.sort is not BlockType.HEADING:
            inside.append(block)
            continue
        if path or inside:
            yield Section(tuple(path), tuple(inside))
        path = [*(each for each in path if each.level < block.level), block]
        inside = []
    if path or inside:
        yield Section(tuple(path), tuple(inside))


def find_tables(blocks: Iterable[Block]) -> Iterator[Table]:
    """Yield every table, in order."""
    before: Block | None = None
    for is_table, run in groupby(blocks, lambda block: block.sort is BlockType.ROW):
        found = tuple(run)
        if is_table:
            yield Table(before, found)
        before = found[-1]


_NOT_READ_TYPES = (BlockType.CODE, BlockType.FURNITURE)


class ItemList(NamedTuple):
    """A list. `lead` is what stands right before it and may announce it, for a list in an item that item.

    A list inside an item is a list of its own. A list whose numbers go on after paragraphs, or under
    another heading, is one list.
    """

    lead: Block | None
    items: tuple[Block, ...]
    ordered: bool


@dataclass(slots=True, eq=False)
class _OpenList:
    """A list that may go on. `broken` when another text has come since its last item.

    `left` when another of its level has begun since; then it only goes on with the very next number, and
    with what looks like a title, as numbered sections do around numbered lists.
    """

    lead: Block | None
    items: list[Block]
    labels: set[str]
    broken: bool = False
    left: bool = False

    def expects(self, item: Block) -> bool:
        """Return whether this item is the one that comes next here."""
        if item.level != self.items[0].level or (self.left and not _looks_like_title(item.text)):
            return False
        return item.label not in self.labels and is_next_label(item.label, self.items[-1].label)

    def takes(self, item: Block) -> bool:
        """Return whether this item belongs here, for it begins no list of its own."""
        if self.left or not self.is_like(item):
            return False
        if " " in item.label:
            return item.label not in self.labels
        return not self.broken and (item.label == BULLET or not can_begin_list(item.label))

    def is_like(self, item: Block) -> bool:
        """Return whether this item could be of this list by its level and the style of its label."""
        return item.level == self.items[0].level and is_same_style(item.label, self.items[-1].label)


def find_lists(blocks: Iterable[Block]) -> Iterator[ItemList]:
    """Yield every list, by the place of its first item. Code and furniture break none."""
    found: list[_OpenList] = []
    going: list[_OpenList] = []  # the innermost last
    before: Block | None = None
    for block in blocks:
        if block.sort in _NOT_READ_TYPES:
            continue
        if block.sort is BlockType.ITEM:
            _place_item(block, before, going, found)
        else:
            for each in going:
                is_inside = block.sort is BlockType.PARAGRAPH and block.level >= each.items[0].level
                each.broken = each.broken or not is_inside
        before = block
    for each in found:
        yield ItemList(each.lead, tuple(each.items), each.items[0].is_numbered)


def _place_item(item: Block, before: Block | None, going: list[_OpenList], found: list[_OpenList]) -> None:
    """Put an item where it belongs: into a list that is going on, or at the head of a new one."""
    going[:] = [each for each in going if each.items[0].level <= item.level]
    rows, tests = range(len(going) - 1, -1, -1), (_OpenList.expects, _OpenList.takes)
    at = next((row for fits in tests for row in rows if fits(going[row], item)), None)
    if at is not None:
        del going[at + 1 :]
        going[at].items.append(item)
        going[at].labels.add(item.label)
        going[at].broken = going[at].left = False
        return
    beside = [each for each in going if each.is_like(item)]
    for each in beside:
        each.left = True
    is_beside = before and before.sort is BlockType.ITEM and before.level >= item.level
    lead = None if is_beside or (before and before.sort is BlockType.ROW) else before
    found.append(_OpenList(lead, [item], {item.label}))
    going[:] = [*(each for each in going if each not in beside[1:-2]), found[-1]]  # first and last two


def _looks_like_title(text: str) -> bool:
    return 0 < len(text.split()) <= _LONGEST_TITLE and text[-1] not in ".!?:;,"


_LONGEST_HEADING = 60
_MOST_WORDS = 8
_MOST_PLAIN_WORDS = 5  # of which only the first is capitalised: Setting up the board
_WORD = re.compile(r"[^\W_][^\s]*")
_SMALL = pattern_of_lines("small in headings")
_NO_HEADING = pattern_of_lines("no heading")  # 5 Hero Cards is none, but 5 Player Mode is
_DATED = pattern_of_lines("date", before=r"\W{0,3}", after=r"\W{0,3}\Z")
_VERSION = pattern_of_lines(
    "version",
    before=r"\W{0,3}(?:(?:rules?|rulebook|game)\s+)?",
    after=rf"\W{{0,4}}(?:{pattern_of_lines('date').pattern})?"
    r"\W{0,3}(?:beta|alpha|draft|current|latest)?\W{0,3}\Z",
)
_CHAPTER = re.compile(r"\[?(\d{1,2}(?:\.\d{1,2}){1,3})\.?\]?\s+(?=\S)")
_BARE_CHAPTER = re.compile(r"(\d{1,2})\s+(\S.*)")
_FEWEST_CHAPTERS = 3  # chapters
_FILLED_CHAPTERS = 2 / 3  # of them have something under them
_APPENDIX = r"\W{0,3}(?:appendix \w{1,3}\W{1,3})?"
_HISTORY = pattern_of_lines("change history", before=_APPENDIX, after=r"\W{0,3}")
CHANGE_ENTRY = pattern_of_lines("change entry", before=r"\W{0,3}", after=r"\b")
"""How an entry of a changelog begins."""


def looks_like_heading(line: str) -> bool:
    """Return whether a line could be a heading by its words alone."""
    if len(line) > _LONGEST_HEADING or line[-1] in ".,;!…" or "\t" in line or _NO_HEADING.match(line):
        return False
    words = _WORD.findall(line)
    if not words or len(words) > _MOST_WORDS or not any(sign.isalpha() for sign in line):
        return False
    if line[-1] == ":":
        return len(words) <= 3 and _is_title_case(words)
    is_title = ": " not in line and (_is_title_case(words) or len(words) <= _MOST_PLAIN_WORDS)
    return (line[0].isupper() or line[0].isdigit()) and (is_title or is_in_capitals(line))


def chapter_rank(line: str) -> int:
    """Return the rank of a heading that is numbered by chapter, 1 for `[3.0] COMBAT`; 0 where it is none."""
    match = _CHAPTER.match(line)
    if match is None or not looks_like_heading(line[match.end() :]):
        return 0
    numbers = match[1].split(".")
    return len(numbers) - (numbers[-1] == "0")


def is_in_capitals(line: str) -> bool:
    """Return whether every letter is a capital, and there are some."""
    return line.upper() == line and sum(sign.isalpha() for sign in line) >= 3


def is_version(line: str) -> bool:
    """Return whether a line names a version, perhaps with its date, and nothing else."""
    return len(line) <= _LONGEST_HEADING and _VERSION.match(line) is not None


def _is_title_case(words: list[str]) -> bool:
    return all(not word[0].islower() or _SMALL.fullmatch(word) for word in words)


def find_chapters(lines: Sequence[TextLine], marks: Sequence[ItemMark | None]) -> frozenset[int]:
    """Return the rows of the headings; none where the numbers do not count on from 1, each once.

    A heading stands by itself, looks like one, and most have a text below: a list of names, though it be
    spread out, has none. Without a dot behind its number it is in capitals.
    """
    candidates = list(_chapter_candidates(lines, marks))
    for has_dot in (True, False):
        found = [(row, number) for row, number in candidates if (marks[row] is not None) == has_dot]
        ends = [*(row for row, _ in found[1:]), len(lines)]
        filled = sum(end - row > 1 for (row, _), end in zip(found, ends, strict=False))
        counts_on = [number for _, number in found] == list(range(1, len(found) + 1))
        if counts_on and len(found) >= _FEWEST_CHAPTERS and filled >= _FILLED_CHAPTERS * len(found):
            return frozenset(row for row, _ in found)
    return frozenset()


def _chapter_candidates(
    lines: Sequence[TextLine], marks: Sequence[ItemMark | None]
) -> Iterator[tuple[int, int]]:
    """Yield the rows of what may be headings of chapters, with the numbers of these."""
    for row, (line, mark) in enumerate(zip(lines, marks, strict=True)):
        after = lines[row + 1 : row + 2]
        if not (line.apart and after and after[0].apart):
            continue
        bare = None if mark else _BARE_CHAPTER.match(line.text)
        number, title = (bare[1], bare[2]) if bare and is_in_capitals(bare[2]) else ("", "")
        if mark and mark.style == "." and mark.label.isdecimal():
            number, title = mark.label, line.text[mark.length :]
        if title and looks_like_heading(title) and title[-1] not in "?:":
            yield row, int(number)


def mark_history(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the blocks, with those that are history marked as past."""
    opened: Block | None = None  # the heading under which history is told
    for row, block in enumerate(blocks):
        if opened and _ends_history(block, opened):
            opened = None
        if opened is None and _begins_history(blocks, row):
            opened = block
        yield block._replace(past=True) if opened else block


def _begins_history(blocks: Sequence[Block], row: int) -> bool:
    block = blocks[row]
    if _HISTORY.fullmatch(block.text):
        return block.sort is BlockType.HEADING
    if block.sort not in (BlockType.HEADING, BlockType.PARAGRAPH) or not is_version(block.text):
        return False
    said = [each.text for each in blocks[row + 1 : row + 4] if each.sort is not BlockType.HEADING]
    return any(map(CHANGE_ENTRY.match, said))


def _ends_history(block: Block, opened: Block) -> bool:
    """Return whether this block belongs to the rules of today again."""
    if block.sort is not BlockType.HEADING:
        return False
    within = opened.sort is BlockType.HEADING and block.level > opened.level
    return not (within or is_version(block.text) or _DATED.match(block.text))


Stripper = Callable[[MappedText], MappedText]


@dataclass(slots=True)
class Draft:
    """A block in the making: where its lines, or the cells of a row, stand in the text."""

    sort: BlockType
    spans: list[tuple[int, int]]
    level: int = 0
    label: str = ""
    label_start: int = 0
    by_hand: bool = False  # whether the label is in the text, to be cut off
    between: list[str] = field(default_factory=list)
    title: str = ""  # the words of a paragraph that is bold throughout

    def go_on(self, start: int, end: int, between: str) -> None:
        """Add a line, and the sign between it and the one before."""
        self.spans.append((start, end))
        self.between.append(between)
        self.title = ""

    def block(self, whole: MappedText, file: str, places: LetterPlaces, strip: Stripper) -> Block:
        read = whole.parts(self.spans, self.between or ["\t"] * (len(self.spans) - 1)).stripped()
        if self.sort is not BlockType.CODE:
            read = strip(read).stripped()
        if self.by_hand and (mark := read_item_mark(read.text)):
            read = read.part(mark.length, len(read.text)).stripped()
        begins = places.at_letter(whole.origin(self.label_start)) if self.label else None
        return Block(self.sort, read.text, file, read.places(places), self.level, self.label, label_at=begins)


def make_blocks(
    drafts: Sequence[Draft], whole: MappedText, file: str, places: LetterPlaces, strip: Stripper
) -> tuple[Block, ...]:
    """Return the blocks; `strip` takes away from their words what is not printed.

    A short paragraph that is bold throughout is a heading, as word processors export them, and stands below
    the heading above it.
    """
    rank = 1
    for draft in drafts:
        if draft.sort is BlockType.HEADING:
            rank = draft.level
        elif draft.title and looks_like_heading(draft.title):
            draft.sort, draft.level = BlockType.HEADING, rank + 1
    return tuple(mark_history([draft.block(whole, file, places, strip) for draft in drafts]))
