"""A word processor's .docx as blocks of which every letter knows its paragraph.

A stranger wrote it: only the parts that hold text are handed to the library that knows the format, and
those only after they were read as XML that defines nothing, within limits. No picture is opened, no
link followed.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from xml.sax import SAXException
from xml.sax.handler import ContentHandler

from cardtool.documents.blocks import Block, BlockType, Draft, make_blocks
from cardtool.documents.list_labels import BULLET, drop_doubtful_marks, read_item_mark
from cardtool.documents.source_text import MappedText, map_lines, normalise_spaces
from cardtool.files import Unreadable

_DEEPEST_LEVEL = 9  # levels of a list (ECMA-376 17.9.3)
_HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_NOTE_PREFIXES = ("footnote", "endnote")
_HOLDS_ONLY_A_LIST = re.compile("<li>(?=<[ou]l>)")
_TEXT_PART = "word/document.xml"
_PART_NAMES = (
    "[Content_Types].xml", "_rels/.rels", "word/numbering.xml", _TEXT_PART, "word/_rels/document.xml.rels",
    "word/styles.xml", "word/footnotes.xml", "word/endnotes.xml",
)  # fmt: skip
_LARGEST_TEXT = 6_000_000  # bytes of text and markup, unpacked; some five hundred pages
_MOST_ELEMENTS = 40_000  # paragraphs, stretches, cells; more take longer than anybody waits
_MOST_PROPERTIES = 250_000  # elements that say how those look
_DEEPEST_ELEMENT = 60  # elements in elements; tables in tables are some ten each
_PROPERTIES = {"w:rPr", "w:pPr", "w:tcPr", "w:tblPr", "w:trPr", "w:sectPr", "w:lvl", "w:latentStyles"}


def read_docx(content: bytes, file: str) -> tuple[str, tuple[Block, ...]]:
    """Return the text of a document, each paragraph a line, and its blocks. Raises: Unreadable."""
    parts = _unpack_parts(content)
    labels = _label_items(parts)
    html = _HOLDS_ONLY_A_LIST.sub("", _to_html(parts))
    reader = _HtmlReader(labels if len(labels) == html.count("<li>") else [])
    reader.feed(html)
    reader.close()
    text, drafts = _join_lines(reader.lines)
    return text, make_blocks(drafts, MappedText(text), file, map_lines(text), normalise_spaces)


def _unpack_parts(content: bytes) -> dict[str, bytes]:
    """Return the parts that hold text, unpacked; what defines lists comes before the text."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts: dict[str, bytes] = {}
            for name in sorted(set(archive.namelist()) & set(_PART_NAMES), key=_PART_NAMES.index):
                with archive.open(name) as part:
                    parts[name] = part.read(_LARGEST_TEXT + 1)
                if sum(map(len, parts.values())) > _LARGEST_TEXT:
                    raise Unreadable(f"holds more than {_LARGEST_TEXT // 1_000_000} MB of text")
    except Unreadable:
        raise
    except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, NotImplementedError, ValueError):
        raise Unreadable("is damaged, locked with a password, or no Word document") from None
    except Exception:  # zlib.error and its like, which have no family
        raise Unreadable("is damaged") from None
    if _TEXT_PART not in parts:
        raise Unreadable("is no Word document")
    return parts


class _PartReader(ContentHandler):
    """Counts the elements of all parts, and the items of the text's lists, those with bullets too."""

    def __init__(self) -> None:
        super().__init__()
        self.elements = self.properties = 0
        self.depth = self.inside = 0  # among elements, and among properties
        self.part = ""
        self.labels: list[str] = []  # of the paragraphs that are in a list
        self.counts: dict[str, Counter[int]] = {}  # of each list, how many items of each level so far
        self.definitions: dict[str, str] = {}  # of lists: those of one definition go on counting
        self.list_id = self.defined = ""
        self.level = 0

    def startElement(self, name: str, attrs: Any) -> None:
        self.depth += 1
        self.inside += self.inside > 0 or name in _PROPERTIES
        self.properties += self.inside > 0
        self.elements += not self.inside
        too_many = self.elements > _MOST_ELEMENTS or self.properties > _MOST_PROPERTIES
        if too_many or self.depth > _DEEPEST_ELEMENT:
            raise Unreadable("is built of too many parts; save it anew, or as .txt")
        value = attrs.get("w:val", "")
        if name == "w:numId":
            self.list_id = value
        elif name == "w:ilvl":
            self.level = min(int(value), _DEEPEST_LEVEL) if value.isdecimal() else 0
        elif name == "w:num":
            self.defined = attrs.get("w:numId", "")
        elif name == "w:abstractNumId":
            self.definitions[self.defined] = f"defined {value}"
        elif name == "w:startOverride":
            self.definitions[self.defined] = self.defined

    def endElement(self, name: str) -> None:
        self.depth -= 1
        self.inside -= self.inside > 0
        if name == "w:pPr":
            if self.part == _TEXT_PART and self.list_id not in ("", "0"):
                self._label_item()
            self.list_id, self.level = "", 0

    def _label_item(self) -> None:
        counts = self.counts.setdefault(self.definitions.get(self.list_id, self.list_id), Counter())
        counts[self.level] += 1
        for deeper in [each for each in counts if each > self.level]:
            del counts[deeper]
        self.labels.append(str(counts[self.level]))


def _label_items(parts: dict[str, bytes]) -> list[str]:
    """Return the number of every paragraph that is in a list. Raises: Unreadable, beyond the limits."""
    from defusedxml import DefusedXmlException
    from defusedxml.sax import parseString

    reader = _PartReader()
    try:
        for reader.part, content in parts.items():
            parseString(content, reader, forbid_dtd=True)
    except DefusedXmlException:
        raise Unreadable("defines entities, which no word processor does") from None
    except (SAXException, ValueError, LookupError):
        raise Unreadable("is damaged") from None
    return reader.labels


def _to_html(parts: dict[str, bytes]) -> str:
    """Return a document of these parts alone as HTML."""
    import mammoth

    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    try:
        converted = mammoth.convert_to_html(
            archive,
            convert_image=lambda image: [],
            include_embedded_style_map=False,
            external_file_access=False,
            ignore_empty_paragraphs=False,
        )
    except Exception as error:  # whatever it stumbles over in a file that is no document
        raise Unreadable(f"cannot be read ({type(error).__name__})") from None
    return str(converted.value)


@dataclass(slots=True)
class _Line:
    """A line in the making: pieces of its cells, one cell where it is no row, and whether all are bold."""

    sort: BlockType
    level: int = 0
    label: str = ""
    goes_on: bool = False  # whether it stands in the paragraph of the line before
    cells: list[list[str]] = field(default_factory=lambda: [[]])
    is_bold: bool = True

    @property
    def texts(self) -> list[str]:
        return ["".join(cell).strip() for cell in self.cells]


class _HtmlReader(HTMLParser):
    """Reads HTML of headings, paragraphs, lists and tables, and nothing else."""

    def __init__(self, labels: Sequence[str]) -> None:
        super().__init__(convert_charrefs=True)
        self.labels = iter(labels)
        self.lists: list[tuple[str, int]] = []  # their tags, and how many items they have so far
        self.lines: list[_Line] = []
        self.in_row = False
        self.bold = self.raised = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        is_note = (dict(attrs).get("id") or "").startswith(_NOTE_PREFIXES)
        item = self._item() if tag == "li" and not is_note else None
        self.bold += tag in ("strong", "b")
        self.raised += tag == "sup"
        if tag in ("ul", "ol"):
            self.lists.append((tag, 0))
        elif tag == "tr":
            self.in_row = True
            self.lines.append(_Line(BlockType.ROW, cells=[]))
        elif tag in ("td", "th"):
            self.lines[-1].cells.append([])
        elif self.in_row:
            self.handle_data(" " if tag in ("p", "br", "li") else "")
        elif item:
            self.lines.append(item)
        elif tag in _HEADINGS:
            self.lines.append(_Line(BlockType.HEADING, int(tag[1])))
        elif tag in ("p", "br"):
            self.lines.append(_Line(BlockType.PARAGRAPH, goes_on=tag == "br"))

    def handle_endtag(self, tag: str) -> None:
        self.bold -= tag in ("strong", "b")
        self.raised -= tag == "sup"
        self.in_row = self.in_row and tag != "tr"
        if tag in ("ul", "ol") and self.lists:
            self.lists.pop()

    def handle_data(self, data: str) -> None:
        if self.lines and not (self.raised and data.startswith("[")) and data != "↑":
            line = self.lines[-1]
            line.cells[-1].append(data.replace("\n", " "))
            line.is_bold = line.is_bold and (self.bold > 0 or not data.strip())

    def _item(self) -> _Line:
        """Return a new item of the innermost list."""
        tag, items = self.lists.pop() if self.lists else ("ul", 0)
        self.lists.append((tag, items + 1))
        label = next(self.labels, str(items + 1))
        return _Line(BlockType.ITEM, len(self.lists), label if tag == "ol" else BULLET)


def _join_lines(lines: Sequence[_Line]) -> tuple[str, list[Draft]]:
    """Return the lines as one text, and its blocks in the making."""
    marks = [read_item_mark(line.texts[0]) if line.sort is BlockType.PARAGRAPH else None for line in lines]
    written: list[str] = []
    drafts: list[Draft] = []
    last: Draft | None = None  # what a line of the same paragraph may go on with
    at = 0
    for line, mark in zip(lines, drop_doubtful_marks(marks), strict=True):
        cells, spans = line.texts, []
        for cell in cells:
            spans.append((at, at + len(cell)))
            at += len(cell) + 1
        written += [" " if line.goes_on else "\n", "\t".join(cells)]
        last = last if line.goes_on and written[-1] else None
        if last and not mark:
            last.go_on(*spans[0], "\n")
        elif mark:
            last = Draft(BlockType.ITEM, spans, 1, mark.label, spans[0][0], by_hand=True)
            drafts.append(last)
        elif any(map(str.isalnum, written[-1])) or line.sort is BlockType.ITEM:
            title = cells[0] if line.sort is BlockType.PARAGRAPH and line.is_bold else ""
            last = Draft(line.sort, spans, line.level, line.label, spans[0][0], title=title)
            drafts.append(last)
    return "".join(written)[1:], drafts
