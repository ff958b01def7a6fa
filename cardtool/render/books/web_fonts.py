"""Fonts for a web page: the letters that it has, in a small file of their own, inside its stylesheet.

A subset takes half a second of a processor a font, so it is kept in the cache by what it was made of.
"""

from __future__ import annotations

import hashlib
import io
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from html import unescape
from pathlib import Path
from typing import NamedTuple

from cardtool.errors import ProjectError
from cardtool.files import LARGEST_ASSET, Unreadable, read_file
from cardtool.signed_cache import SignedFolder

_ITALIC = 1  # OS/2 fsSelection, bit 0 (OpenType 1.9, OS/2 table)
_NO_SUBSET = 0x100  # OS/2 fsType, bit 8: the font may not be parted before it is embedded
_ASCII = frozenset(range(0x20, 0x7F))
_ASKS_FOR_FEATURES = re.compile(r"font-(?:variant|feature)")
_TAG = re.compile(r"<[^<>]*>")


class _FontStyle(NamedTuple):
    family: str
    weight: int
    italic: bool
    may_be_parted: bool


def font_face_rules(files: Sequence[Path], style: str, page: str) -> str:
    """Return `@font-face` rules that hold those of these fonts that the stylesheet names.

    Each is a WOFF2 with the letters of the page, in capitals and in small letters, of the stylesheet and of
    ASCII; a font whose maker forbids that is held as it is.

    Raises: ProjectError naming a file that is not a font.
    """
    letters = _ASCII.union(map(ord, _both_cases(unescape(_TAG.sub(" ", page)) + style)))
    return "\n".join(_face_rules(files, style, letters))


def _both_cases(text: str) -> str:
    return text + text.upper() + text.lower()


def _face_rules(files: Sequence[Path], style: str, letters: Iterable[int]) -> Iterator[str]:
    kept = SignedFolder("fonts", LARGEST_ASSET)
    wanted, features = sorted(letters), bool(_ASKS_FOR_FEATURES.search(style))
    for file in files:
        face = _font_style(file)
        if any(f"{sign}{face.family}" in style for sign in "\"' "):
            format, content = file.suffix[1:], _read_font(file)
            if face.may_be_parted:
                format, content = "woff2", _small_font(kept, content, wanted, features)
            yield (
                f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};'
                f"font-style:{'italic' if face.italic else 'normal'};"
                f"src:url(data:font/{format};base64,{b64encode(content).decode()})}}"
            )


def _read_font(file: Path) -> bytes:
    try:
        return read_file(file, LARGEST_ASSET)
    except Unreadable as why:
        raise ProjectError(f"{file.name} {why}") from None


def _font_style(file: Path) -> _FontStyle:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with TTFont(file, lazy=True) as font:
            family = font["name"].getDebugName(16) or font["name"].getDebugName(1) or ""
            about = font["OS/2"]
            italic, may_be_parted = bool(about.fsSelection & _ITALIC), not about.fsType & _NO_SUBSET
            return _FontStyle(family, about.usWeightClass, italic, may_be_parted)
    except (TTLibError, KeyError, AttributeError, OSError) as error:
        raise ProjectError(f"{file.name}: not a font that can be used: {error}") from None


def _small_font(kept: SignedFolder, content: bytes, letters: Sequence[int], features: bool) -> bytes:
    from fontTools import version

    made_of = repr((version, features, letters)).encode() + content
    name = hashlib.sha256(made_of).hexdigest()
    small = kept.read(name)
    if small is None:
        small = _subset(content, letters, features)
        kept.write(name, small)
    return small


def _subset(content: bytes, letters: Sequence[int], features: bool) -> bytes:
    """Return a WOFF2 of these letters, with every feature of the font or with the usual ones."""
    from fontTools import subset

    options = subset.Options(flavor="woff2", notdef_outline=True, name_IDs=["*"])
    options.recalc_timestamp = False
    if features:
        options.layout_features = ["*"]
    font = subset.load_font(io.BytesIO(content), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    small = io.BytesIO()
    subset.save_font(font, small, options)
    return small.getvalue()
