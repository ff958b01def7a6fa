"""Fonts inside a page for browsers, so that it looks the same where they are not installed."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from cardtool.errors import ProjectError
from cardtool.files import LARGEST_ASSET, Unreadable, read_file

__all__ = ["embedded"]

_ITALIC = 1  # OS/2 fsSelection, bit 0 (OpenType 1.9, OS/2 table)


class _Typeface(NamedTuple):
    family: str
    weight: int
    italic: bool


def embedded(files: Sequence[Path], style: str) -> str:
    """`@font-face` rules that hold these fonts, whole and unmodified, as far as the stylesheet names them.

    Raises: ProjectError naming a file that is not a font.
    """
    rules: list[str] = []
    for file in files:
        face = _typeface(file)
        if f'"{face.family}"' in style or f"'{face.family}'" in style or f" {face.family}" in style:
            kind = "opentype" if file.suffix == ".otf" else "truetype"
            data = b64encode(_content(file)).decode()
            rules.append(
                f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};'
                f"font-style:{'italic' if face.italic else 'normal'};"
                f'src:url(data:font/{file.suffix[1:]};base64,{data}) format("{kind}")}}'
            )
    return "\n".join(rules)


def _content(file: Path) -> bytes:
    try:
        return read_file(file, LARGEST_ASSET)
    except Unreadable as why:
        raise ProjectError(f"{file.name} {why}") from None


def _typeface(file: Path) -> _Typeface:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with TTFont(file, lazy=True) as font:
            family = font["name"].getDebugName(16) or font["name"].getDebugName(1) or ""
            about = font["OS/2"]
            return _Typeface(family, about.usWeightClass, bool(about.fsSelection & _ITALIC))
    except (TTLibError, KeyError, AttributeError, OSError) as error:
        raise ProjectError(f"{file.name}: not a font that can be used: {error}") from None
