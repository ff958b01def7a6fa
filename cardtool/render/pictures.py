"""Icons as paths. An icon is one or more SVG paths and nothing else, so that it can carry nothing else."""

from __future__ import annotations

import re
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError

from cardtool.errors import TemplateError

__all__ = ["Icon", "read_icon"]

_SVG = "{http://www.w3.org/2000/svg}"
_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]+")
_BOX = re.compile(r"[-+0-9.eE]+(?:[\s,]+[-+0-9.eE]+){3}")
_LARGEST = 256 * 1024


@dataclass(frozen=True, slots=True)
class Icon:
    """A silhouette: SVG path data and the box it is drawn in."""

    path: str
    view_box: str


def read_icon(data: bytes, name: str) -> Icon:
    """Read an icon from what is in its SVG file; `name` is what messages call the file.

    Raises: TemplateError when it is not SVG or holds more than paths.
    """
    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    if len(data) > _LARGEST:
        raise TemplateError(f"{name}: an icon of {len(data) // 1024} KB; {_LARGEST // 1024} KB is the most")
    try:
        root = fromstring(data, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise TemplateError(f"{name}: not a plain SVG file: {error}") from None
    box = root.get("viewBox", "")
    if root.tag != f"{_SVG}svg" or not _BOX.fullmatch(box.strip()):
        raise TemplateError(f"{name}: an icon is an <svg> with a viewBox")
    return Icon(" ".join(_paths(root, name)), box.strip())


def _paths(root: Element, name: str) -> list[str]:
    found = []
    for element in root.iter():
        if element.tag in (f"{_SVG}svg", f"{_SVG}g", f"{_SVG}title", f"{_SVG}desc"):
            continue
        data = element.get("d", "")
        if element.tag != f"{_SVG}path" or not _PATH.fullmatch(data):
            shown = str(element.tag).replace(_SVG, "")
            raise TemplateError(f"{name}: an icon holds paths only, not <{shown}>; flatten it to one path")
        found.append(data)
    return found
