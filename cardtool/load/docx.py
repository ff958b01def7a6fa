"""A word processor's .docx as Markdown of which every letter knows its paragraph.

A stranger wrote it: only the parts that hold text are handed to the library that knows the format, and
those only after they were read as XML that defines nothing, within limits. No picture is opened, no
link followed.
"""

from __future__ import annotations

import io
import zipfile
from typing import Any
from xml.sax import SAXException
from xml.sax.handler import ContentHandler

from cardtool.load.docx_numbers import Numbers
from cardtool.load.docx_writer import Writer, Written

__all__ = ["NotADocument", "read_docx"]

_PARTS = (
    "[Content_Types].xml", "_rels/.rels", "word/document.xml", "word/_rels/document.xml.rels",
    "word/styles.xml", "word/numbering.xml", "word/footnotes.xml", "word/endnotes.xml",
)  # fmt: skip
_LARGEST = 6_000_000  # bytes of text and markup, unpacked; some five hundred pages
_MOST_ELEMENTS = 40_000  # paragraphs, stretches, cells; more take longer than anybody waits
_MOST_PROPERTIES = 250_000  # elements that say how those look
_DEEPEST = 60  # elements in elements; tables in tables are some ten each


_PROPERTIES = frozenset(
    {"w:rPr", "w:pPr", "w:tcPr", "w:tblPr", "w:trPr", "w:sectPr", "w:lvl", "w:latentStyles"}
)


class NotADocument(Exception):
    """A file that is no .docx, or none to be opened; the message says why."""


def read_docx(content: bytes) -> Written:
    """The text of a document. Raises: NotADocument."""
    parts = _parts(content)
    numbers = Numbers()
    left = _MOST_ELEMENTS
    for name, part in parts.items():
        left -= _checked(part, numbers if name in ("word/document.xml", "word/numbering.xml") else None, left)
    writer = Writer(numbers.labels())
    writer.feed(_html(parts))
    writer.close()
    return writer.written()


def _parts(content: bytes) -> dict[str, bytes]:
    """The parts that hold text, unpacked."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts: dict[str, bytes] = {}
            for name in sorted(set(archive.namelist()) & set(_PARTS), key=_PARTS.index):
                with archive.open(name) as part:
                    parts[name] = part.read(_LARGEST + 1)
                if sum(map(len, parts.values())) > _LARGEST:
                    raise NotADocument(f"holds more than {_LARGEST // 1_000_000} MB of text")
    except (zipfile.BadZipFile, OSError, EOFError, RuntimeError, NotImplementedError, ValueError):
        raise NotADocument("is damaged, locked with a password, or no Word document") from None
    except Exception as error:  # zlib.error and its like, which have no family
        if isinstance(error, NotADocument):
            raise
        raise NotADocument("is damaged") from None
    if "word/document.xml" not in parts:
        raise NotADocument("is no Word document")
    return parts


class _Limits(ContentHandler):
    """Counts elements, and tells who is interested of each."""

    def __init__(self, numbers: Numbers | None, most: int) -> None:
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
        if too_many or self.depth > _DEEPEST:
            raise NotADocument("is built of too many parts; save it anew, or as .txt")
        if self.numbers is not None:
            self.numbers.begin(name, attrs)

    def endElement(self, name: str) -> None:
        self.depth -= 1
        self.inside -= self.inside > 0
        if self.numbers is not None:
            self.numbers.end(name)


def _checked(part: bytes, numbers: Numbers | None, most: int) -> int:
    """How many elements a part has. Raises: NotADocument when it is not plain XML within limits."""
    from defusedxml import DefusedXmlException
    from defusedxml.sax import parseString

    limits = _Limits(numbers, most)
    try:
        parseString(part, limits, forbid_dtd=True)
    except DefusedXmlException:
        raise NotADocument("defines entities, which no word processor does") from None
    except (SAXException, ValueError, LookupError):
        raise NotADocument("is damaged") from None
    return limits.elements


def _html(parts: dict[str, bytes]) -> str:
    """The document as HTML."""
    import mammoth

    try:
        converted = mammoth.convert_to_html(
            _packed(parts),
            convert_image=lambda image: [],
            include_embedded_style_map=False,
            external_file_access=False,
            ignore_empty_paragraphs=False,
        )
    except Exception as error:  # whatever it stumbles over in a file that is no document
        raise NotADocument(f"cannot be read ({type(error).__name__})") from None
    return str(converted.value)


def _packed(parts: dict[str, bytes]) -> io.BytesIO:
    """A document of these parts alone."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as packed:
        for name, part in parts.items():
            packed.writestr(name, part)
    archive.seek(0)
    return archive
