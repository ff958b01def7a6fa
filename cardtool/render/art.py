"""Whether a picture can be handed to a drawing engine: what it says it is, and nothing but a picture.

What is asked of pixels is told in `photographs`, what of drawings in `vectors`; here is which is which.
"""

from __future__ import annotations

from cardtool.render.photographs import FORMATS, BadArt, judge_photograph
from cardtool.render.vectors import judge_drawing

__all__ = ["BadArt", "advice", "judge"]

_OTHERS = {
    ".ai": "an Illustrator document",
    ".avif": "an AVIF picture",
    ".bmp": "a BMP picture",
    ".eps": "an EPS drawing",
    ".gif": "a GIF picture",
    ".heic": "a HEIC picture, as telephones take them",
    ".heif": "a HEIF picture, as telephones take them",
    ".jxl": "a JPEG XL picture",
    ".kra": "a Krita document",
    ".pdf": "a PDF document",
    ".psd": "a Photoshop document",
    ".svgz": "a packed SVG drawing",
    ".tif": "a TIFF picture",
    ".tiff": "a TIFF picture",
    ".xcf": "a GIMP document",
}
_WEB_FONTS = {".woff", ".woff2"}


def judge(suffix: str, content: bytes) -> None:
    """Raise BadArt unless this is a picture of the kind its name says. `suffix` is lower case."""
    if suffix == ".svg":
        judge_drawing(content)
    elif suffix in FORMATS:
        judge_photograph(FORMATS[suffix], content)


def advice(suffix: str) -> str:
    """What to do with a file of a kind that faces do not load, in words that follow its name."""
    if suffix in _WEB_FONTS:
        return "a font for web pages; fonts for print are .ttf and .otf"
    kind = _OTHERS.get(suffix)
    if kind:
        return f"{kind}, which is not drawn; save it as PNG, JPEG, WebP or SVG"
    return "not a picture or a font (.css, .jpeg, .jpg, .otf, .png, .svg, .ttf, .webp)"
