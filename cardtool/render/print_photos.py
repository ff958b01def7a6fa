"""Photographs saved as PNG, made small for print: as JPEG where nobody can see a difference.

What has alpha, few colours or hard edges stays as it is, to the last pixel.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

_LEAST_PIXELS = 100_000  # smaller ones are small files already
_FEW_COLOURS = 8_192  # which drawings have, and photographs do not
_QUALITIES = (90, 95)  # of JPEG, all channels at full size
_MEAN_ERROR = 1.6  # of 255: what an eye can tell of two colours is about 2
_LARGE_ERROR, _LARGE_SHARE = 14, 0.001  # of 255, and of all pixels: at hard edges, as of letters
_SMALLER = 0.7  # of the size it had, or it is not worth it


def photo_as_jpeg(content: bytes) -> bytes | None:
    """Return a PNG picture as JPEG; None for what is no photograph, or would be no smaller or look otherwise.

    The same picture has the same bytes each time.
    """
    from PIL import Image

    with Image.open(io.BytesIO(content), formats=["PNG"]) as opened:
        profile = opened.info.get("icc_profile")
        picture = _opaque(opened)
    if picture is None or picture.width * picture.height < _LEAST_PIXELS or _has_few_colours(picture):
        return None
    for quality in _QUALITIES:
        out = io.BytesIO()
        picture.save(out, "JPEG", quality=quality, subsampling=0, icc_profile=profile)
        if out.tell() > _SMALLER * len(content):
            return None
        if _looks_alike(picture, out):
            return out.getvalue()
    return None


def _opaque(picture: Image) -> Image | None:
    """Return a picture of grey or of red, green and blue; None where something shows through it."""
    if picture.mode in ("L", "RGB") and "transparency" not in picture.info:
        picture.load()
        return picture
    if picture.mode in ("LA", "RGBA") and picture.getchannel("A").getextrema() == (255, 255):
        return picture.convert(picture.mode[:-1])
    return None


def _has_few_colours(picture: Image) -> bool:
    """Return whether it may be a drawing: of grey pictures nobody can say by their colours."""
    return picture.mode == "RGB" and picture.getcolors(_FEW_COLOURS) is not None


def _looks_alike(picture: Image, saved: io.BytesIO) -> bool:
    from PIL import Image, ImageChops, ImageStat

    with Image.open(saved, formats=["JPEG"]) as again:
        apart = ImageChops.difference(picture, again)
    errors = ImageStat.Stat(apart)
    large = sum(sum(apart.getchannel(band).histogram()[_LARGE_ERROR:]) for band in apart.getbands())
    pixels = picture.width * picture.height * len(apart.getbands())
    return max(errors.mean) <= _MEAN_ERROR and large <= _LARGE_SHARE * pixels
