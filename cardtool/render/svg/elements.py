"""The elements of an SVG file, each with its line. Here alone is the XML of an icon read.

Entities, and files of unbearable size, are refused; what other programs keep for themselves is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from cardtool.errors import TemplateError

_LARGEST = 256 * 1024  # bytes
_MOST_ELEMENTS = 5_000
_DEEPEST = 60
_SVG = "{http://www.w3.org/2000/svg}"
_HREF = "{http://www.w3.org/1999/xlink}href"


@dataclass(slots=True)
class Element:
    """An element: its name, its attributes, what is in it, and the line it begins on."""

    tag: str
    attributes: dict[str, str]
    line: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    @property
    def shown(self) -> str:
        """What messages call it."""
        return f"<{self.tag}>"

    def every(self) -> Iterator[Element]:
        """Yield the element and all that is in it."""
        yield self
        for child in self.children:
            yield from child.every()


class IconFault(TemplateError):
    """What is wrong with an icon, behind the name of its file and, where it is known, the line."""

    def __init__(self, name: str, why: str, element: Element | None = None) -> None:
        place = f"{name}:{element.line}" if element else name
        super().__init__(f"{place}: {why}")


def read_elements(data: bytes, name: str) -> Element:
    """Return the outermost element of an SVG file; `name` is what messages call the file.

    Raises: IconFault.
    """
    from xml.etree.ElementTree import ParseError

    from defusedxml import DefusedXmlException, EntitiesForbidden
    from defusedxml.ElementTree import XMLParser

    if len(data) > _LARGEST:
        raise IconFault(name, f"an icon of {len(data) // 1024} KB; {_LARGEST // 1024} KB is the most")
    builder = _Builder(name)
    parser = XMLParser(target=builder, forbid_dtd=False, forbid_entities=True, forbid_external=True)
    builder.reader = parser.parser
    try:
        parser.feed(data)
        parser.close()
    except EntitiesForbidden:
        advice = "save it as plain SVG, without the data of the program that drew it"
        raise IconFault(name, f"it declares entities; {advice}") from None
    except (ParseError, DefusedXmlException, ValueError, LookupError) as error:
        raise IconFault(name, f"not a plain SVG file: {error}") from None
    if builder.root is None or builder.root.tag != "svg":
        raise IconFault(name, "not an SVG file, whatever its name says")
    return builder.root


class _Builder:
    """Makes elements of what the parser tells."""

    def __init__(self, name: str) -> None:
        self.root: Element | None = None
        self.reader: Any = None  # expat's parser, which knows the line
        self._name = name
        self._open: list[Element | None] = []  # None for what is not SVG's
        self._count = 0

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        local = tag.removeprefix(_SVG)
        inside = self._open[-1] if self._open else None
        if local.startswith("{") or (self._open and inside is None):
            self._open.append(None)
            return
        element = Element(local, _plain_attributes(attributes), self.reader.CurrentLineNumber)
        self._count += 1
        if self._count > _MOST_ELEMENTS or len(self._open) > _DEEPEST:
            raise IconFault(self._name, f"more than {_MOST_ELEMENTS} elements, or nested too deeply", element)
        if inside is not None:
            inside.children.append(element)
        self.root = self.root or element
        self._open.append(element)

    def data(self, text: str) -> None:
        element = self._open[-1] if self._open else None
        if element is not None and element.tag == "style":
            element.text += text

    def end(self, tag: str) -> None:
        self._open.pop()

    def close(self) -> None:
        """Have nothing left to do."""


def _plain_attributes(attributes: dict[str, str]) -> dict[str, str]:
    plain = {name: value for name, value in attributes.items() if not name.startswith("{")}
    if _HREF in attributes:
        plain.setdefault("href", attributes[_HREF])
    return plain
