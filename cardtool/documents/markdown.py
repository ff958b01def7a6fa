"""Reads Markdown into blocks: as it is printed, or as its writer meant it where the two differ.

First what is printed of the words of a line, then the lines of a file, then what they make together. The
words between the tags of a template are read here, too.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from cardtool.documents.blocks import Block, BlockType, Draft, make_blocks
from cardtool.documents.list_labels import CODE_INDENT, ListNesting, drop_doubtful_marks, read_item_mark
from cardtool.documents.source_text import (
    PICTURE,
    MappedText,
    closing_ticks,
    column_width,
    ends_sentence,
    find_cells,
    find_enclosed,
    map_lines,
    normalise_spaces,
)
from cardtool.model import LetterPlaces

_LONGEST_MARKUP = 200_000  # letters that stand in one piece; of more, the markup is left as it is written
_SIGNS = re.compile(r"\*+|_+")

Edit = tuple[int, int, str]
"""From one offset of a text to another, and what is printed there instead."""
_BLOCKS = "br|p|div|li|ul|ol|table|thead|tbody|tr|td|th|h[1-6]|hr|blockquote|details|summary|figure|section"
_TAGS = rf"{_BLOCKS}|[abius]|em|strong|small|big|su[bp]|span|font|center|img|kbd|mark|del|ins|code|figcaption"
_ADDRESS = r"\((?:<[^<>\n]{0,500}>|[^\s()<>]{0,500}(?:\([^\s()]{0,100}\)[^\s()]{0,300})?)"
_TITLE = r"(?:\s{1,3}(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'))?\)"
_TOKENS = (
    r"\\(?P<escaped>[!-/:-@\[-`{-~])",
    r"(?P<code>`+)",
    r"!?\[\^[^\[\]\s]{1,40}\]",  # the number of a footnote
    r"(?P<told>\{:[ .#a-z][^{}\n]{0,120}\})",  # what kramdown is told of a list: {:.parts}
    r"(?P<open>!?\[)",
    rf"(?P<close>\](?:{_ADDRESS}{_TITLE}|))",
    rf"(?<!<)</?(?P<tag>{_TAGS})\b[^<>\n]{{0,300}}>(?!>)",
    r"(?P<entity>&(?:[a-zA-Z]{2,20}|#\d{1,6}|#x[0-9a-fA-F]{1,5});)",
    r"(?P<emphasis>\*+|_+)",
)
_TOKEN = re.compile("|".join(_TOKENS), re.IGNORECASE)
_MARKUP = re.compile(r"[\\`\[<&]|\{:")  # beside stars and underscores
_NOT_READ = (
    (r"\{#", r"#\}"),
    ("<!--", "-->"),
    *((rf"<{tag}\b", rf"</{tag}\s*>") for tag in ("style", "script", "svg")),
)
_STATEMENT = (r"\{%", r"%\}")
_FILLED_IN = (r"\{\{", r"\}\}")
_TAG = re.compile(r"<[^<>]*>")
_END = "\x1f"


class EmphasisRun:
    """Stars or underscores side by side: what opens emphasis stands before a word, what closes it after one.

    So says CommonMark, 6.2. None opens in the middle of a word, so that `2*3` stays what it is.
    """

    def __init__(self, match: re.Match[str]) -> None:
        self.sign, (self.start, self.end) = match[0][0], match.span()
        before = match.string[self.start - 1] if self.start else " "
        after = match.string[self.end] if self.end < len(match.string) else " "
        self.opens = not (after.isspace() or before.isalnum())
        begins_word = after.isalnum() and (self.sign == "_" or not before.isalnum())
        self.closes = not (before.isspace() or begins_word)


def strip_emphasis(written: MappedText) -> MappedText:
    """Return the words of a plain text less the stars and underscores that emphasise some."""
    if len(written.text) > _LONGEST_MARKUP or not _SIGNS.search(written.text):
        return written
    runs = map(EmphasisRun, _SIGNS.finditer(written.text))
    return written.edited(sorted(emphasis_edits(runs)))


def emphasis_edits(runs: Iterable[EmphasisRun]) -> Iterator[Edit]:
    """Yield the signs that emphasise: each run closes what the last of its sign opened."""
    opened: dict[str, list[EmphasisRun]] = {"*": [], "_": []}
    for run in runs:
        waiting = opened[run.sign]
        while run.closes and run.start < run.end and waiting:
            opener = waiting[-1]
            length = min(opener.end - opener.start, run.end - run.start, 2)
            yield opener.end - length, opener.end, ""
            yield run.start, run.start + length, ""
            opener.end -= length
            run.start += length
            if opener.start == opener.end:
                waiting.pop()
        if run.opens and run.start < run.end:
            waiting.append(run)


def strip_markup(written: MappedText) -> MappedText:
    """Return the words of Markdown as they are printed: links are their words, code and pictures one sign."""
    if not _MARKUP.search(written.text):
        return strip_emphasis(written)
    if len(written.text) > _LONGEST_MARKUP:
        return written
    return written.edited(sorted(_InlineReader(written.text).edits()))


@dataclass(slots=True)
class _InlineReader:
    """Goes once through a text of Markdown and notes what is not printed as it is written."""

    text: str
    runs: list[EmphasisRun] = field(default_factory=list)
    brackets: list[re.Match[str]] = field(default_factory=list)
    pictures: list[tuple[int, int]] = field(default_factory=list)

    def edits(self) -> Iterator[Edit]:
        found = [*self._of_tokens(), *emphasis_edits(self.runs)]
        inside = {at for start, end in self.pictures for at in range(start, end)}
        yield from (edit for edit in found if edit[0] not in inside)
        yield from ((start, end, PICTURE) for start, end in self.pictures)

    def _of_tokens(self) -> Iterator[Edit]:
        closing = closing_ticks(self.text)
        position = 0
        while token := _TOKEN.search(self.text, position):
            position = token.end()
            if token["code"]:
                if token.start() in closing:
                    position = closing[token.start()]
                    yield token.start(), position, PICTURE
            elif token["emphasis"]:
                self.runs.append(EmphasisRun(token))
            elif token["open"]:
                self.brackets.append(token)
            elif token["close"]:
                yield from self._of_link(token)
            elif token["told"]:
                yield len(self.text[: token.start()].rstrip()), token.end(), ""
            else:
                yield token.start(), token.end(), _printed_token(token)

    def _of_link(self, close: re.Match[str]) -> Iterator[Edit]:
        if not self.brackets:
            return
        opened = self.brackets.pop()
        if len(close[0]) == 1:
            return  # brackets that are only brackets
        if opened[0] == "![":
            while self.pictures and self.pictures[-1][0] > opened.start():
                self.pictures.pop()
            self.pictures.append((opened.start(), close.end()))
        else:
            yield opened.start(), opened.end(), ""
            yield close.start(), close.end(), ""


def _printed_token(token: re.Match[str]) -> str:
    """Return what is printed for an escape, an entity, a tag or a footnote's number."""
    if token["escaped"]:
        return token["escaped"]
    if token["entity"]:
        return html.unescape(token["entity"]).replace("\xa0", " ")
    if token["tag"] and re.fullmatch(_BLOCKS, token["tag"], re.IGNORECASE):
        return "\n"
    return PICTURE if token["tag"] and token["tag"].lower() == "img" else ""


def read_template(text: str, file: str, *, numbers: bool = False) -> tuple[Block, ...]:
    """Return the words between the tags of a template, each stretch a paragraph; `numbers` are words, too."""
    source_map = map_lines(text)
    read = MappedText(text)
    for pairs, sign in ((_NOT_READ, _END), ((_STATEMENT,), _END), ((_FILLED_IN,), PICTURE)):
        read = read.edited((start, end, sign) for start, end in find_enclosed(read.text, *pairs))
    read = read.replaced(_TAG, lambda match: _END)
    stretches = [read.part(*match.span()).stripped() for match in re.finditer(f"[^{_END}]+", read.text)]
    is_word = str.isalnum if numbers else str.isalpha
    said = (each for each in stretches if any(map(is_word, each.text)))
    return tuple(Block(BlockType.PARAGRAPH, each.text, file, each.places(source_map)) for each in said)


_UNREAD = ((" ?<!--", "-->"), (r"<script\b", "</script>"), (r"<style\b", "</style>"))
_HTML_TOKEN = re.compile(
    r"^[ \t]{0,3}(?P<fence>`{3,}|~{3,})|`[^`\n]{1,200}`|\n"
    r"|(?<!<)<(?P<end>/?)(?P<tag>h[1-6]|p|div|section|blockquote|hr|ul|ol|li|table|tr|t[dh])\b[^<>\n]{0,300}>(?!>)",
    re.IGNORECASE | re.MULTILINE,
)
_INDENT = "    "
_DEEPEST_LIST = 8  # lists inside each other

_QUOTED = re.compile(r"^(?:[ \t]{0,3}>)+[ \t]?")
_FRONT = re.compile(r"---[ \t]*\n(?=[A-Za-z_][\w -]{0,40}:)")
_FRONT_END = re.compile(r"^(?:---|\.\.\.)[ \t]*$", re.MULTILINE)


def html_as_markdown(written: MappedText) -> MappedText:
    """Return the text less its comments, scripts and styles, with its HTML blocks as Markdown.

    Code is left alone, and so is a comment that is never closed.
    """
    read = written.edited((start, end, "") for start, end in find_enclosed(written.text, *_UNREAD))
    return read.edited(sorted(_HtmlSetter(read.text).edits())) if "<" in read.text else read


@dataclass(slots=True)
class _HtmlSetter:
    """Goes through the tags of a text and says what stands for each."""

    text: str
    lists: list[int] = field(default_factory=list)  # the number of the last item, -1 in lists with bullets
    in_table: bool = False
    cells: int = 0
    rows: int = 0

    def edits(self) -> Iterator[tuple[int, int, str]]:
        fence = ""
        for match in _HTML_TOKEN.finditer(self.text):
            if match["fence"]:
                fence = "" if fence and match["fence"].startswith(fence) else fence or match["fence"]
            elif match["tag"] and not fence:
                yield match.start(), match.end(), self._set(match["tag"].lower(), bool(match["end"]))
                if match["tag"].lower() == "table":
                    self.in_table, self.rows = not match["end"], 0
            elif match[0] == "\n" and self.in_table:
                yield match.start(), match.end(), " "

    def _set(self, tag: str, ends: bool) -> str:
        if tag[0] == "h" and tag[1:].isdigit():
            return "\n\n" if ends else f"\n\n{'#' * int(tag[1])} "
        if tag in ("ul", "ol"):
            return self._list(tag, ends)
        if tag == "li":
            return "\n" if ends else self._item()
        if tag == "tr":
            return self._row(ends)
        if tag in ("td", "th"):
            self.cells += ends
            return " |" if ends else " "
        return " " if self.lists or self.in_table else "\n\n"

    def _list(self, tag: str, ends: bool) -> str:
        if ends:
            del self.lists[-1:]
        elif len(self.lists) < _DEEPEST_LIST:
            self.lists.append(0 if tag == "ol" else -1)
        return "\n" if self.lists else "\n\n"

    def _item(self) -> str:
        if not self.lists:
            return "\n- "
        before = _INDENT * (len(self.lists) - 1)
        if self.lists[-1] < 0:
            return f"\n{before}- "
        self.lists[-1] += 1
        return f"\n{before}{self.lists[-1]}. "

    def _row(self, ends: bool) -> str:
        if not ends:
            self.cells = 0
            return "|" if self.rows else "\n|"
        self.rows += 1
        return f"\n|{'---|' * max(self.cells, 1)}\n" if self.rows == 1 else "\n"


class MarkdownLine(NamedTuple):
    """A line less its marks of quotation and the space around it; empty when nothing stands in it.

    `breaks` is whether it ends in a break that is printed.
    """

    text: str
    start: int
    end: int
    indent: int
    quoted: int
    breaks: bool


def split_markdown_lines(text: str) -> Iterator[MarkdownLine]:
    """Yield every line of the file, from the end of its front matter on."""
    front = _FRONT.match(text)
    end = _FRONT_END.search(text, front.end()) if front else None
    start = end.end() + 1 if end else 0
    for line in text[start:].split("\n"):
        inner = _QUOTED.sub("", line)
        quote = line[: len(line) - len(inner)]
        stripped = inner.strip()
        space = inner[: len(inner) - len(inner.lstrip())]
        breaks = line.endswith(("  ", "\\")) and bool(stripped)
        if stripped.endswith("\\"):
            stripped = stripped[:-1].rstrip()
        at = start + len(quote) + len(space)
        yield MarkdownLine(stripped, at, at + len(stripped), column_width(space), quote.count(">"), breaks)
        start += len(line) + 1


_LONGEST_TITLE = 120
_ATX = re.compile(r"(#{1,6})(?:\s+|$)")
_ATX_END = re.compile(r"(?:(?<!\s)\s++#*+|\s?\{[#.][^{}]{0,80}\})\s*+$")
_SETEXT = re.compile(r"(?:=+|-{2,})$")
_THEMATIC_BREAK = re.compile(r"(?:-[ \t]*){3,}$|(?:\*[ \t]*){3,}$|(?:_[ \t]*){3,}$")
_FENCE = re.compile(r"`{3,}(?=[^`]*$)|~{3,}")
_ITEM = re.compile(r"(?:[-*+]|\d{1,3}[.)])(?:\s+|$)(?:\[[ xX]\]\s+)?")
_LINK_DEFINITION = re.compile(r"\[[^\[\]^][^\[\]]{0,100}\]:\s+\S+(?:\s+[\"'(].{0,200})?$")
_FOOTNOTE = re.compile(r"\[\^[^\[\]\s]{1,40}\]:\s+")
_BOLD = re.compile(r"(\*\*|__)(?=\S)([^*_]{1,80})(?<=\S)\1:?$")
_TABLE_DELIMITER = re.compile(r"(?=.*-)[-: \t]*\|[-|: \t]*$")


def read_markdown(text: str | MappedText, file: str, places: LetterPlaces | None = None) -> tuple[Block, ...]:
    """Return the blocks of a Markdown file; `places` are those of its original, if any."""
    written = MappedText(text) if isinstance(text, str) else text
    places = places or map_lines(written.text)
    whole = html_as_markdown(normalise_spaces(written))
    return make_blocks(_MarkdownReader(whole.text).read(), whole, file, places, strip_markup)


class _MarkdownReader:
    """Goes through the lines and says what each is. Its readers take lines from one on and tell how many."""

    def __init__(self, text: str) -> None:
        self.lines = list(split_markdown_lines(text))
        self.marks = drop_doubtful_marks([read_item_mark(line.text) for line in self.lines])
        self.parts: list[Draft] = []
        self.lists = ListNesting()
        self.open: Draft | None = None  # what the next line may go on with
        self.quoted = 0

    def read(self) -> list[Draft]:
        row = 0
        while row < len(self.lines):
            row += self._take(row)
        return self.parts

    def _take(self, row: int) -> int:
        line = self.lines[row]
        if not line.text:
            self.open = None
            return 1
        if line.quoted > self.quoted or (line.quoted < self.quoted and not self.open):
            self.open = None
            self.lists.leave()
            self.quoted = line.quoted
        readers = (self._fenced, self._heading, self._underline, self._table, self._item)
        taken = (reader(row, line) for reader in readers)
        return next((lines for lines in taken if lines), 0) or self._text(row, line)

    def _add(self, part: Draft) -> Draft:
        self.parts.append(part)
        return part

    def _fenced(self, row: int, line: MarkdownLine) -> int:
        fence = _FENCE.match(line.text)
        if not fence:
            return 0
        sign = fence[0]
        texts = ((at, self.lines[at].text) for at in range(row + 1, len(self.lines)))
        ends = (at for at, text in texts if text.startswith(sign) and not text.strip(sign[0]))
        last = next(ends, len(self.lines))
        inside = self.lines[row + 1 : last]
        if inside:
            self._add(Draft(BlockType.CODE, [(inside[0].start, inside[-1].end)]))
        self.open = None
        return last + 1 - row

    def _heading(self, row: int, line: MarkdownLine) -> int:
        match = _ATX.match(line.text)
        if not match or line.indent >= CODE_INDENT:
            return 0
        end = _ATX_END.search(line.text, match.end())
        span = line.start + match.end(), line.start + end.start() if end else line.end
        self._add(Draft(BlockType.HEADING, [span], len(match[1])))
        self.lists.leave()
        self.open = None
        return 1

    def _underline(self, row: int, line: MarkdownLine) -> int:
        """Return a line that underlines a heading, or parts what is above it from what is below."""
        part = self.open
        can_be_title = part and (part.by_hand or (part.sort is BlockType.PARAGRAPH and not part.level))
        if part and can_be_title and line.quoted == self.quoted and _SETEXT.match(line.text):
            if part.spans[-1][1] - part.spans[0][0] <= _LONGEST_TITLE:
                rank = 1 if line.text[0] == "=" else 2
                part.sort, part.level, part.label, part.by_hand = BlockType.HEADING, rank, "", False
                self.lists.leave()
        elif _THEMATIC_BREAK.match(line.text):
            self.lists.leave()
        else:
            return 0
        self.open = None
        return 1

    def _table(self, row: int, line: MarkdownLine) -> int:
        """Return a table, which a line of dashes under its head makes, or tabs in two lines."""
        after = self.lines[row + 1].text if row + 1 < len(self.lines) else ""
        sign = "|" if _TABLE_DELIMITER.match(after) else "\t"
        if self.marks[row] or sign not in line.text or sign not in after:
            return 0
        rows = range(row + 2, len(self.lines))
        last = next((each for each in rows if sign not in self.lines[each].text), len(self.lines))
        for each in self.lines[row:last]:
            if not _TABLE_DELIMITER.match(each.text):
                self._add(Draft(BlockType.ROW, find_cells(each.text, each.start)))
        self.open = None
        return last - row

    def _item(self, row: int, line: MarkdownLine) -> int:
        """Return an item of Markdown, or one labelled by hand: a), Phase 2:, a bullet of a word processor."""
        mark, match = self.marks[row], _ITEM.match(line.text)
        before = self.lines[row - 1]
        if not mark or (self.open and not before.breaks and not self.lists.begins_item(mark, before.text)):
            return 0
        level = self.lists.level(mark, line.indent)
        label = self.lists.printed_label() if match else mark.label
        span = line.start + (match.end() if match else 0), line.end
        self.open = self._add(Draft(BlockType.ITEM, [span], level, label, line.start, by_hand=match is None))
        return 1

    def _text(self, row: int, line: MarkdownLine) -> int:
        """Return a line of running text, or of code that is set in; whatever else it is, it is one line."""
        if self.open:
            self.open.go_on(line.start, line.end, "\n" if self.lines[row - 1].breaks else " ")
        elif not _LINK_DEFINITION.match(line.text):
            self._begin(line)
        return 1

    def _begin(self, line: MarkdownLine) -> None:
        depth = self.lists.within(line.indent)
        is_prose = len(line.text.split()) > 4 and ends_sentence(line.text)
        if self.lists.is_code(line.indent) and not is_prose:
            self._add(Draft(BlockType.CODE, [(line.start, line.end)]))
            return
        number, bold = _FOOTNOTE.match(line.text), _BOLD.match(line.text)
        span = line.start + (number.end() if number else 0), line.end
        title = bold[2] if bold and not depth else ""
        self.open = self._add(Draft(BlockType.PARAGRAPH, [span], depth, title=title))
