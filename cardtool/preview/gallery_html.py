"""The page of a gallery: the preview's look for a folder of pictures, with no server behind it.

It opens from a disk too: scripts, styles and data stand in the page, and it may load nothing but pictures.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from html import escape
from pathlib import Path

_FOLDER = Path(__file__).parent
_PLACE = re.compile(r"\{\{ (\w+) \}\}")


@dataclass(frozen=True, slots=True)
class GalleryCard:
    """A card or other piece. `front` and `back` name pictures, `back` is empty where there is none; lengths
    are in mm; `text` is what is searched, `texts` are what is shown: each a label and words.
    """

    key: str
    id: str
    name: str
    kind: str
    kind_title: str
    set: str
    copies: int
    front: str
    back: str
    width: float
    height: float
    text: str
    texts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Gallery:
    """All that a gallery shows. `sets` are ids with titles, `files` the names of files beside the page."""

    title: str
    version: str
    language: str
    sets: tuple[tuple[str, str], ...]
    files: tuple[str, ...]
    cards: tuple[GalleryCard, ...]


def gallery_page(gallery: Gallery) -> bytes:
    """Return the page, the same bytes for the same gallery; its pictures are in `pictures/` beside it."""
    style, script = _joined("cards.css", "gallery.css"), _joined("cards.js", "gallery.js")
    policy = (
        f"default-src 'none'; img-src 'self' file: data:; style-src {_hash(style)}; "
        f"script-src {_hash(script)}; base-uri 'none'; form-action 'none'"
    )
    return _filled(
        {
            "title": escape(gallery.title),
            "language": escape(gallery.language),
            "policy": policy,
            "style": style,
            "script": script,
            "cards": _inert_json(asdict(gallery)),
        }
    ).encode("utf-8", errors="replace")


def _inert_json(data: object) -> str:
    """Return JSON that no text in it can end: what a browser would read as the script's end is escaped."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return re.sub("[<>&\u2028\u2029]", lambda sign: f"\\u{ord(sign[0]):04x}", text)


def _filled(values: Mapping[str, str]) -> str:
    page = (_FOLDER / "gallery.html").read_text("utf-8")
    return _PLACE.sub(lambda place: values[place[1]], page)


def _joined(*names: str) -> str:
    return "\n" + "\n".join((_FOLDER / name).read_text("utf-8") for name in names)


def _hash(text: str) -> str:
    """Return how a Content-Security-Policy names a script or a style that stands in the page."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
