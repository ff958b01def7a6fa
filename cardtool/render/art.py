"""Whether a picture can be handed to a drawing engine: what it says it is, whole, of bearable size, and
nothing but a picture.
"""

from __future__ import annotations

import io
import warnings
from xml.etree.ElementTree import Element, ParseError

__all__ = ["BadArt", "judge"]

_FORMATS = {".png": "PNG", ".jpg": "JPEG", ".jpeg": "JPEG", ".webp": "WEBP"}
_MOST_PIXELS = 40_000_000
_MOST_ELEMENTS = 50_000  # drawn, what <use> repeats counted as often as it is repeated
_DEEPEST = 200
_ACTIVE = {"script", "foreignObject", "handler", "iframe"}


class BadArt(ValueError):
    """What is wrong with a picture, in words that follow its name."""


def judge(suffix: str, content: bytes) -> None:
    """Raise BadArt unless this is a picture of the kind its name says. `suffix` is lower case."""
    if suffix == ".svg":
        _judge_drawing(content)
    elif suffix in _FORMATS:
        _judge_photograph(_FORMATS[suffix], content)


def _judge_photograph(format: str, content: bytes) -> None:
    from PIL import Image, ImageFile, UnidentifiedImageError

    ImageFile.LOAD_TRUNCATED_IMAGES = False  # an engine may have set it for everybody
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(content), formats=[format]) as picture:
                if picture.width * picture.height > _MOST_PIXELS:
                    raise BadArt(f"{picture.width} × {picture.height} pixels; 40 million are the most")
                picture.load()
    except UnidentifiedImageError:
        raise BadArt(f"not a {format} picture, whatever its name says") from None
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise BadArt("more pixels than can be drawn; 40 million are the most") from None
    except (OSError, SyntaxError, ValueError, EOFError) as error:
        raise error if isinstance(error, BadArt) else BadArt(f"a broken {format} picture: {error}") from None


def _judge_drawing(content: bytes) -> None:
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(content, forbid_dtd=True)
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
        raise BadArt(f"it holds <{_name(element)}>; a picture only draws")
    for attribute, value in element.attrib.items():
        name = attribute.rpartition("}")[2]
        if name.lower().startswith("on"):
            raise BadArt(f"it has an {name}; a picture only draws")
        if name == "href" and not value.startswith(("#", "data:image/")):
            raise BadArt(f"it refers to {value[:80]}; a picture holds all it draws")


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
