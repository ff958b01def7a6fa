"""The colours a drawn face lives on: what runs along its edge, and what stands out against that."""

from __future__ import annotations

from typing import NamedTuple, cast

from PIL import Image

from cardtool.export.raster import Raster, opened, raster, size_of
from cardtool.model import Face, FacePages, PixelSize

__all__ = ["PLAIN", "Tones", "tones"]

_WIDTH, _RIM = 96, 4  # pixels across, and along the edge
_COLOURS = 8
_SHARE = 0.03  # of the face; a colour with less is a detail

_READABLE = 110  # of 255 levels of lightness between letters and their ground

Colour = tuple[int, int, int]


class Tones(NamedTuple):
    """Colours as CSS writes them: the ground, what stands out from it most, and the most colourful third.

    On these two, letters are of one of the others if it can be read, or else black or white.
    """

    ground: str
    accent: str
    colour: str
    on_accent: str
    on_colour: str


PLAIN = Tones("#ffffff", "#000000", "#000000", "#ffffff", "#ffffff")


def tones(pages: FacePages, face: Face) -> Tones:
    """The colours of this face. Raises: KeyError when it was not drawn."""
    for each, page in opened(pages):
        if each == face:
            window = size_of(page)
            size = PixelSize(_WIDTH, round(_WIDTH * window.height / window.width))
            return _tones(raster(page, window, size))
    raise KeyError(face)


def _tones(picture: Raster) -> Tones:
    image = picture.image()
    few = image.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).convert("RGB")
    inner = (_RIM, _RIM, few.width - _RIM, few.height - _RIM)
    rim = few.copy()
    rim.paste((1, 2, 3), inner)
    ground = _commonest(rim, but=(1, 2, 3))
    shares = _counts(few)
    large = [colour for colour, count in shares.items() if count >= _SHARE * few.width * few.height]
    furthest = max(large or [ground], key=lambda colour: (_apart(colour, ground), colour))
    accent = _readable_on(ground, furthest)  # a back without much on it has no colour that would do
    others = [colour for colour in large if colour not in (ground, accent)]
    third = max(others or [ground], key=lambda colour: (_colourful(colour), colour))
    found = (ground, accent, third, _readable_on(accent, ground), _readable_on(third, accent))
    return Tones(*map(_css, found))


def _commonest(image: Image.Image, but: Colour) -> Colour:
    counts = _counts(image)
    counts.pop(but, None)
    return max(counts, key=lambda colour: (counts[colour], colour))


def _counts(image: Image.Image) -> dict[Colour, int]:
    """How many pixels there are of each colour."""
    found = cast("list[tuple[int, Colour]]", image.getcolors(image.width * image.height))
    return {colour: count for count, colour in found}


def _apart(one: Colour, other: Colour) -> float:
    """How far two colours are apart in lightness, of 255: the weights are those of ITU-R BT.601."""
    light, dark = (0.299 * red + 0.587 * green + 0.114 * blue for red, green, blue in (one, other))
    return abs(light - dark)


def _colourful(colour: Colour) -> int:
    return max(colour) - min(colour)


def _readable_on(colour: Colour, liked: Colour) -> Colour:
    """The colour one would like on this one, or black or white where that is too near."""
    if _apart(colour, liked) >= _READABLE:
        return liked
    return max(((255, 255, 255), (0, 0, 0)), key=lambda plain: _apart(plain, colour))


def _css(colour: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
