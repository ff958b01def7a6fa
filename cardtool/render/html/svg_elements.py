"""The elements of an SVG file: the line, the style and the paint of each. Only here is the XML of icons read.

Entities, and files of unbearable size, are refused; what other programs keep for themselves is left out.
Rules of `<style>` have selectors as simple as drawing programs write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from cardtool.colour import RGB, hex_colour
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


_PAPER = 250  # of 255, in red, green and blue: nothing that is printed


@dataclass(frozen=True, slots=True)
class Paint:
    """A colour; None for that of the text around. A `gradient` is drawn in the colour of the text only."""

    colour: RGB | None
    opacity: float = 1.0
    gradient: bool = False

    @property
    def is_paper(self) -> bool:
        """Whether it is white, the colour of the paper."""
        return self.colour is not None and min(self.colour) >= _PAPER and not self.gradient

    @property
    def hex(self) -> str:
        """The colour as a stylesheet writes it; empty for that of the text around."""
        return hex_colour(self.colour) if self.colour else ""


def read_paint(written: str, around: str) -> Paint | None:
    """Return a colour; None where nothing is painted. `around` is the `color` of what it is in.

    Raises: ValueError.
    """
    from tinycss2.color3 import parse_color

    word = written.strip()
    if word in ("none", "transparent"):
        return None
    if word.lower() == "currentcolor":
        return read_paint(around, "") if around and around.lower() != "currentcolor" else Paint(None)
    if word in ("context-fill", "context-stroke"):
        return Paint(None)
    colour = parse_color(word)
    if colour is None:
        raise ValueError(f'"{word[:40]}" is no colour')
    red, green, blue = (round(max(0.0, min(1.0, part)) * 255) for part in colour[:3])
    return Paint((red, green, blue), max(0.0, min(1.0, colour.alpha))) if colour.alpha > 0 else None


_INHERITED_NAMES = """
fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
stroke-dasharray stroke-dashoffset stroke-opacity color visibility clip-rule paint-order
"""
_OWN_NAMES = """
opacity display clip-path mask filter transform transform-origin vector-effect mix-blend-mode marker
marker-start marker-mid marker-end
"""
_INHERITED = frozenset(_INHERITED_NAMES.split())
_KNOWN = _INHERITED | frozenset(_OWN_NAMES.split())
_COMPOUND = re.compile(r"([\w-]+|\*)?((?:[.#][\w-]+)*)")
_PART = re.compile(r"([.#])([\w-]+)")

Style = Mapping[str, str]
"""Properties and their values, those of the elements around it among them where they are inherited."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """A selector and what it says; `weight` sorts rules as CSS does."""

    tag: str
    classes: frozenset[str]
    ids: frozenset[str]
    weight: tuple[int, int, int]
    declarations: tuple[tuple[str, str, bool], ...]

    def names(self, element: Element) -> bool:
        own = frozenset(element.attributes.get("class", "").split())
        if self.tag not in ("", "*", element.tag) or not self.classes <= own:
            return False
        return self.ids <= {element.attributes.get("id", "")}


class Stylesheet:
    """The rules of all `<style>` elements of a file."""

    def __init__(self, root: Element, name: str) -> None:
        """Read them; `name` is what messages call the file. Raises: IconFault."""
        found = (rule for element in root.every() if element.tag == "style" for rule in _rules(element, name))
        self._rules = sorted(found, key=lambda rule: rule.weight)

    def style(self, element: Element, around: Style) -> Style:
        """Return how an element is painted, given how what it is in is."""
        style = {key: value for key, value in around.items() if key in _INHERITED}
        declared = [(key, value, False) for key, value in element.attributes.items() if key in _KNOWN]
        for rule in self._rules:
            if rule.names(element):
                declared += rule.declarations
        declared += _declarations(element.attributes.get("style", ""))
        for key, value, _ in sorted(declared, key=lambda each: each[2]):
            if value != "inherit":
                style[key] = value
            elif key in around:
                style[key] = around[key]
        return style


def _rules(element: Element, name: str) -> Iterator[_Rule]:
    import tinycss2

    for found in tinycss2.parse_stylesheet(element.text, skip_comments=True, skip_whitespace=True):
        if found.type == "qualified-rule":
            declarations = tuple(_declarations(tinycss2.serialize(found.content)))
            for selector in tinycss2.serialize(found.prelude).split(","):
                yield _rule(selector.strip(), declarations, element, name)
        elif found.type == "error":
            raise IconFault(name, f"<style> cannot be read: {found.message}", element)
        elif found.at_keyword.lower() not in ("charset", "namespace", "font-face"):
            raise IconFault(name, f"<style> holds @{found.at_keyword}, which an icon cannot", element)


def _rule(
    selector: str, declarations: tuple[tuple[str, str, bool], ...], element: Element, name: str
) -> _Rule:
    compound = _COMPOUND.fullmatch(selector)
    if compound is None or not selector:
        advice = "write the style at the elements themselves"
        raise IconFault(
            name, f'<style> names "{selector[:40]}", more than an element or a class; {advice}', element
        )
    parts = _PART.findall(compound[2])
    classes = frozenset(word for sign, word in parts if sign == ".")
    ids = frozenset(word for sign, word in parts if sign == "#")
    tag = compound[1] or ""
    weight = len(ids), len(classes), int(tag not in ("", "*"))
    return _Rule(tag, classes, ids, weight, declarations)


def _declarations(style: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the properties of a style that matter here, their values, and whether each is important."""
    if not style:
        return
    import tinycss2

    for found in tinycss2.parse_declaration_list(style, skip_comments=True, skip_whitespace=True):
        if found.type == "declaration" and found.lower_name in _KNOWN:
            yield found.lower_name, tinycss2.serialize(found.value).strip(), found.important
