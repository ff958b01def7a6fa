"""Whether an SVG drawing can be handed to a drawing engine: it draws, holds all it draws, and nothing in it
is left out without a word.
"""

from __future__ import annotations

import binascii
import re
from base64 import b64decode
from urllib.parse import unquote_to_bytes
from xml.etree.ElementTree import Element, ParseError

from cardtool.render.active import no_number
from cardtool.render.photographs import BadArt, judge_photograph

__all__ = ["judge_drawing"]

_MOST_ELEMENTS = 50_000  # drawn, what <use> repeats counted as often as it is repeated
_DEEPEST = 200
_ACTIVE = {"script", "foreignObject", "handler", "iframe"}
_EMBEDDED = {"image/png": "PNG", "image/jpeg": "JPEG", "image/webp": "WEBP"}
_ADDRESS = re.compile(r"""url\(\s*["']?(?!\s*["']?(?:#|data:image/))([^"')]*)""", re.IGNORECASE)
_IMPORT = re.compile(r"@import\b", re.IGNORECASE)
_FILTER = re.compile(r"(?:^|[;{\s])filter\s*:\s*(?!none\b)", re.IGNORECASE)


def judge_drawing(content: bytes) -> None:
    """Raise BadArt unless this is an SVG drawing that comes out whole, and only draws."""
    from defusedxml import DefusedXmlException, DTDForbidden
    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(content, forbid_dtd=True)
    except DTDForbidden:
        raise BadArt("not a plain SVG drawing: take the line <!DOCTYPE …> out of it") from None
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise BadArt(f"not a plain SVG drawing: {error}") from None
    if _name(root) != "svg":
        raise BadArt("not an SVG drawing, whatever its name says")
    for element in root.iter():
        _judge_element(element)
    targets = {element.get("id"): element for element in root.iter() if element.get("id")}
    if _drawn(root, targets, 0) > _MOST_ELEMENTS:
        raise BadArt(f"it draws more than {_MOST_ELEMENTS} elements")


def _judge_element(element: Element) -> None:
    if _name(element) in _ACTIVE:
        raise BadArt(f"it holds <{_name(element)}>, and a picture only draws; save it as plain SVG")
    for attribute, value in element.attrib.items():
        name = attribute.rpartition("}")[2]
        if name.lower().startswith("on"):
            raise BadArt(f"it has an {name}; a picture only draws")
        if word := no_number(name, value):
            raise BadArt(f'it has {name}="{value[:60]}", in which {word} is no number')
        if name == "href":
            _judge_reference(value)
        elif "url(" in value:
            _judge_style(value)
        if name == "filter" and value.strip() != "none":
            _judge_style(f"filter:{value}")
        if name == "style":
            _judge_style(value)
    if _name(element) == "style":
        _judge_style("".join(element.itertext()))


def _judge_reference(value: str) -> None:
    if not value.startswith(("#", "data:image/")):
        raise BadArt(f"it refers to {value[:80]}; a picture holds all it draws")
    kind, _, data = value.removeprefix("data:").partition(",")
    format = _EMBEDDED.get(kind.partition(";")[0])
    if value.startswith("data:") and format:
        try:
            judge_photograph(format, b64decode(data) if kind.endswith(";base64") else unquote_to_bytes(data))
        except (BadArt, binascii.Error) as error:
            raise BadArt(f"the {format} picture inside it cannot be drawn: {error}") from None


def _judge_style(style: str) -> None:
    address = _ADDRESS.search(style)
    if address or _IMPORT.search(style):
        refers = address[1][:80] if address else "another stylesheet"
        raise BadArt(f"it refers to {refers}; a picture holds all it draws")
    if _FILTER.search(style):
        raise BadArt(
            "it has a filter, such as blur or shadow, which would be left out; save it as PNG instead"
        )


def _drawn(element: Element, targets: dict[str | None, Element], depth: int) -> int:
    """How many elements are drawn, up to a little more than is allowed."""
    if depth > _DEEPEST:
        raise BadArt("it is nested too deeply, or repeats itself")
    count = 1
    for child in element:
        count += _drawn(child, targets, depth + 1)
        if count > _MOST_ELEMENTS:
            return count
    if _name(element) == "use":
        href = element.get("href") or element.get("{http://www.w3.org/1999/xlink}href") or ""
        target = targets.get(href.removeprefix("#"))
        count += _drawn(target, targets, depth + 1) if target is not None else 0
    return count


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]
