"""A word processor's .docx as Markdown of which every letter knows its paragraph.

A stranger wrote it: only the parts that hold text are handed to the library that knows the format, and
those only after they were read as XML that defines nothing, within limits. No picture is opened, no
link followed.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from xml.sax import SAXException
from xml.sax.handler import ContentHandler

from cardtool.documents.source_text import MappedText

_DEEPEST_LEVEL = 9  # levels of a list (ECMA-376 17.9.3)
_SPECIAL = re.compile(r"[\\`*_\[\]<>&|#~=]")
_PARAGRAPHS = frozenset({"p", "h1", "h2", "h3", "h4", "h5", "h6", "li"})
_NOTE_PREFIXES = ("footnote", "endnote")
_INDENT = 4
_PART_NAMES = (
    "[Content_Types].xml", "_rels/.rels", "word/document.xml", "word/_rels/document.xml.rels",
    "word/styles.xml", "word/numbering.xml", "word/footnotes.xml", "word/endnotes.xml",
)  # fmt: skip
_LARGEST_TEXT = 6_000_000  # bytes of text and markup, unpacked; some five hundred pages
_MOST_ELEMENTS = 40_000  # paragraphs, stretches, cells; more take longer than anybody waits
_MOST_PROPERTIES = 250_000  # elements that say how those look
_DEEPEST_ELEMENT = 60  # elements in elements; tables in tables are some ten each
_PROPERTIES = frozenset(
    {"w:rPr", "w:pPr", "w:tcPr", "w:tblPr", "w:trPr", "w:sectPr", "w:lvl", "w:latentStyles"}
)


@dataclass(slots=True)
class ListCounter:
    """Told of the elements of a document's text and of its list definitions, counts its items."""

    items: list[tuple[str, int]] = field(default_factory=list)  # list and level of each paragraph in a list
    definitions: dict[str, str] = field(default_factory=dict)  # of lists that go on counting
    own_count: set[str] = field(default_factory=set)  # lists that begin anew
    list_id: str = ""
    level: int = 0
    defined: str = ""

    def begin(self, name: str, attributes: Mapping[str, str]) -> None:
        """Take note of an element that begins."""
        value = attributes.get("w:val", "")
        if name == "w:numId":
            self.list_id = value
        elif name == "w:ilvl":
            self.level = min(int(value), _DEEPEST_LEVEL) if value.isdecimal() else 0
        elif name == "w:num":
            self.defined = attributes.get("w:numId", "")
        elif name == "w:abstractNumId" and self.defined:
            self.definitions[self.defined] = value
        elif name == "w:startOverride":
            self.own_count.add(self.defined)

    def end(self, name: str) -> None:
        """Take note of an element that ends."""
        if name == "w:pPr":
            if self.list_id not in ("", "0"):
                self.items.append((self.list_id, self.level))
            self.list_id, self.level = "", 0

    def labels(self) -> list[str]:
        """Return the number of every paragraph that is in a list, in order; bullets are counted like the
        rest.
        """
        return list(self._labels())

    def _labels(self) -> Iterator[str]:
        counted: dict[str, Counter[int]] = {}
        for id, level in self.items:
            key = id if id in self.own_count else f"defined {self.definitions.get(id, id)}"
            counts = counted.setdefault(key, Counter())
            counts[level] += 1
            for deeper in [each for each in counts if each > level]:
                del counts[deeper]
            yield str(counts[level])


@dataclass(frozen=True, slots=True)
class WordText:
    """A document as Markdown, each letter with its offset in `original`: a paragraph a line."""

    markdown: MappedText
    original: str


@dataclass(slots=True)
class _Paragraph:
    """A paragraph in the making: what stands before its words, and its words with whether each is bold."""

    before: str
    words: list[tuple[str, bool]] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(words for words, _ in self.words)

    @property
    def is_bold(self) -> bool:
        said = [bold for words, bold in self.words if words.strip()]
        return bool(said) and all(said)


class MarkdownWriter(HTMLParser):
    """Reads HTML of headings, paragraphs, lists and tables, and nothing else."""

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.labels = labels
        self.lists: list[tuple[str, int]] = []  # their tags, and how many items they have so far
        self.paragraph: _Paragraph | None = None
        self.row: list[_Paragraph] | None = None
        self.bold = self.raised = 0
        self.done: list[_Paragraph | list[_Paragraph]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        note = (dict(attrs).get("id") or "").startswith(_NOTE_PREFIXES)
        if tag in ("ul", "ol"):
            self.lists.append((tag, 0))
        elif tag == "tr":
            self.row = []
        elif tag in ("td", "th"):
            self._begin("")
        elif tag == "li" and not note:
            self._begin(self._mark())
        elif tag in _PARAGRAPHS and self.row is None:
            in_item = self.paragraph is not None and tag == "p" and not self.paragraph.text
            if not in_item:
                self._begin("#" * int(tag[1]) + " " if tag[0] == "h" else "")
        elif tag == "br" and self.paragraph is not None:
            self.paragraph.words.append(("\n", self.bold > 0))
        self.bold += tag in ("strong", "b")
        self.raised += tag == "sup"

    def handle_endtag(self, tag: str) -> None:
        self.bold -= tag in ("strong", "b")
        self.raised -= tag == "sup"
        if tag in ("ul", "ol") and self.lists:
            self.lists.pop()
        elif tag == "tr" and self.row is not None:
            self.done.append(self.row)
            self.row = None
            self.paragraph = None
        elif tag in _PARAGRAPHS and self.row is None:
            self.paragraph = None
        elif tag == "p" and self.paragraph is not None:  # of several in a cell
            self.paragraph.words.append((" ", False))

    def handle_data(self, data: str) -> None:
        if self.paragraph is not None and not (self.raised and data.startswith("[")) and data != "↑":
            self.paragraph.words.append((" ".join(data.split("\n")), self.bold > 0))

    def _begin(self, before: str) -> None:
        self.paragraph = _Paragraph(before)
        if self.row is not None:
            self.row.append(self.paragraph)
        else:
            self.done.append(self.paragraph)

    def _mark(self) -> str:
        """Return the mark of a new item of the innermost list; its number is put in when all items are
        known.
        """
        tag, items = self.lists[-1] if self.lists else ("ul", 0)
        if self.lists:
            self.lists[-1] = (tag, items + 1)
        indent = " " * (_INDENT * max(len(self.lists) - 1, 0))
        return f"{indent}\0{items + 1}\0" if tag == "ol" else f"{indent}\0-\0"

    def written(self) -> WordText:
        """Return all that was read."""
        marked = [each for each in self.done if isinstance(each, _Paragraph) and "\0" in each.before]
        known = self.labels if len(self.labels) == len(marked) else [""] * len(marked)
        for paragraph, label in zip(marked, known, strict=True):
            indent, mark, _ = paragraph.before.split("\0")
            paragraph.before = f"{indent}- " if mark == "-" else f"{indent}{label or mark}. "
        page = _MarkdownPage()
        for row, each in enumerate(self.done):
            after_row = row > 0 and isinstance(self.done[row - 1], list)
            if isinstance(each, list):
                page.table_row(each, is_first=not after_row)
            else:
                page.paragraph(each, apart=not each.before.rstrip().endswith(("-", ".")))
        return page.written()


@dataclass(slots=True)
class _MarkdownPage:
    """Markdown and the original side by side."""

    markdown: list[str] = field(default_factory=list)
    original: list[str] = field(default_factory=list)
    pieces: list[tuple[int, int]] = field(default_factory=list)
    length: int = 0
    read: int = 0

    def paragraph(self, paragraph: _Paragraph, apart: bool) -> None:
        self._sign("\n" if apart else "")
        self._sign(paragraph.before)
        bold = paragraph.is_bold and not paragraph.before and "\n" not in paragraph.text
        self._sign("**" if bold else "")
        self._words(paragraph.text.strip() if bold else paragraph.text)
        self._sign("**" if bold else "")
        self._sign("\n\n" if apart else "\n")
        self._end()

    def table_row(self, cells: list[_Paragraph], is_first: bool) -> None:
        self._sign("\n| " if is_first else "| ")
        for cell in cells:
            self._words(cell.text.strip().replace("\n", " "))
            self._sign(" | ")
            self._original(" ")
        self._sign("\n" + "|---" * len(cells) + "|\n" if is_first else "\n")
        self._end()

    def written(self) -> WordText:
        return WordText(
            MappedText("".join(self.markdown), tuple(self.pieces) or ((0, 0),)), "".join(self.original)
        )

    def _words(self, text: str) -> None:
        for sign in re.split(r"([\\`*_\[\]<>&|#~=\n])", text):
            if sign == "\n":
                self._sign("  \n")
                self._original(" ")
            elif sign:
                self._sign("\\" if _SPECIAL.fullmatch(sign) else "")
                self._sign(sign)
                self._original(sign)

    def _sign(self, text: str) -> None:
        if text:
            self.pieces.append((self.length, self.read))
            self.markdown.append(text)
            self.length += len(text)

    def _original(self, text: str) -> None:
        self.original.append(text)
        self.read += len(text)

    def _end(self) -> None:
        self._original("\n")


class NotWordDocument(Exception):
    """A file that is no .docx, or none to be opened; the message says why."""


def read_docx(content: bytes) -> WordText:
    """Return the text of a document. Raises: NotADocument."""
    parts = _unpack_parts(content)
    numbers = ListCounter()
    left = _MOST_ELEMENTS
    for name, part in parts.items():
        left -= _count_elements(
            part, numbers if name in ("word/document.xml", "word/numbering.xml") else None, left
        )
    writer = MarkdownWriter(numbers.labels())
    writer.feed(_to_html(parts))
    writer.close()
    return writer.written()


def _unpack_parts(content: bytes) -> dict[str, bytes]:
    """Return the parts that hold text, unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts: dict[str, bytes] = {}
            for name in sorted(set(archive.namelist()) & set(_PART_NAMES), key=_PART_NAMES.index):
                with archive.open(name) as part:
                    parts[name] = part.read(_LARGEST_TEXT + 1)
                if sum(map(len, parts.values())) > _LARGEST_TEXT:
                    raise NotWordDocument(f"holds more than {_LARGEST_TEXT // 1_000_000} MB of text")
    except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, NotImplementedError, ValueError):
        raise NotWordDocument("is damaged, locked with a password, or no Word document") from None
    except Exception as error:  # zlib.error and its like, which have no family
        if isinstance(error, NotWordDocument):
            raise
        raise NotWordDocument("is damaged") from None
    if "word/document.xml" not in parts:
        raise NotWordDocument("is no Word document")
    return parts


class _LimitedHandler(ContentHandler):
    """Counts elements, and tells who is interested of each."""

    def __init__(self, numbers: ListCounter | None, most: int) -> None:
        super().__init__()
        self.numbers, self.most = numbers, most
        self.elements = self.depth = self.properties = 0
        self.inside = 0  # how deep among properties

    def startElement(self, name: str, attrs: Any) -> None:
        self.depth += 1
        self.inside += self.inside > 0 or name in _PROPERTIES
        if self.inside:
            self.properties += 1
        else:
            self.elements += 1
        too_many = self.elements > self.most or self.properties > _MOST_PROPERTIES
        if too_many or self.depth > _DEEPEST_ELEMENT:
            raise NotWordDocument("is built of too many parts; save it anew, or as .txt")
        if self.numbers is not None:
            self.numbers.begin(name, attrs)

    def endElement(self, name: str) -> None:
        self.depth -= 1
        self.inside -= self.inside > 0
        if self.numbers is not None:
            self.numbers.end(name)


def _count_elements(part: bytes, numbers: ListCounter | None, most: int) -> int:
    """Return how many elements a part has. Raises: NotADocument when it is not plain XML within limits."""
    from defusedxml import DefusedXmlException
    from defusedxml.sax import parseString

    limits = _LimitedHandler(numbers, most)
    try:
        parseString(part, limits, forbid_dtd=True)
    except DefusedXmlException:
        raise NotWordDocument("defines entities, which no word processor does") from None
    except (SAXException, ValueError, LookupError):
        raise NotWordDocument("is damaged") from None
    return limits.elements


def _to_html(parts: dict[str, bytes]) -> str:
    """Return the document as HTML."""
    import mammoth

    try:
        converted = mammoth.convert_to_html(
            _pack(parts),
            convert_image=lambda image: [],
            include_embedded_style_map=False,
            external_file_access=False,
            ignore_empty_paragraphs=False,
        )
    except Exception as error:  # whatever it stumbles over in a file that is no document
        raise NotWordDocument(f"cannot be read ({type(error).__name__})") from None
    return str(converted.value)


def _pack(parts: dict[str, bytes]) -> io.BytesIO:
    """Return a document of these parts alone."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    archive.seek(0)
    return archive
