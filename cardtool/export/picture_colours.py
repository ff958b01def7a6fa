"""Colours of pictures: the palette a drawn face lives on, and pictures in printing inks.

Red, green and blue are turned into cyan, magenta, yellow and black by a colour profile of the shop's, and
the sum of the inks is held to its limit.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, cast

from PIL import Image, ImageCms, ImageMath

from cardtool.colour import RGB, contrast_ratio, hex_colour
from cardtool.errors import UsageError
from cardtool.export.face_raster import Raster, open_faces, page_box, rasterise
from cardtool.model import Face, FacePages, PixelSize

_SAMPLE_WIDTH, _RIM = 96, 4  # pixels across, and along the edge
_COLOURS = 8
_LEAST_SHARE = 0.03  # of the face; a colour with less is a detail

_READABLE_CONTRAST = 5.0  # WCAG 2.2, 1.4.3 asks for 4.5; black or white have 4.58 on any colour

_LARGEST_PROFILE = 16_000_000  # bytes
_FULL = 255  # one ink, laid on whole


class Palette(NamedTuple):
    """Colours as CSS writes them: the ground, what stands out from it most, and the most colourful third.

    On these two, letters are of one of the others if it can be read, or else black or white.
    """

    ground: str
    accent: str
    colour: str
    on_accent: str
    on_colour: str


PLAIN_PALETTE = Palette("#ffffff", "#000000", "#000000", "#ffffff", "#ffffff")


def face_palette(pages: FacePages, face: Face) -> Palette:
    """Return the colours of this face. Raises: KeyError when it was not drawn."""
    for each, page in open_faces(pages):
        if each == face:
            window = page_box(page)
            size = PixelSize(_SAMPLE_WIDTH, round(_SAMPLE_WIDTH * window.height / window.width))
            return _palette_of(rasterise(page, window, size))
    raise KeyError(face)


def _palette_of(picture: Raster) -> Palette:
    image = picture.image()
    few = image.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE).convert("RGB")
    inner = (_RIM, _RIM, few.width - _RIM, few.height - _RIM)
    rim = few.copy()
    rim.paste((1, 2, 3), inner)
    ground = _commonest_colour(rim, but=(1, 2, 3))
    shares = _colour_counts(few)
    large = [colour for colour, count in shares.items() if count >= _LEAST_SHARE * few.width * few.height]
    furthest = max(large or [ground], key=lambda colour: (_lightness_difference(colour, ground), colour))
    accent = _readable_on(ground, furthest)  # a back without much on it has no colour that would do
    others = [colour for colour in large if colour not in (ground, accent)]
    third = max(others or [ground], key=lambda colour: (_colourfulness(colour), colour))
    found = (ground, accent, third, _readable_on(accent, ground), _readable_on(third, accent))
    return Palette(*map(hex_colour, found))


def _commonest_colour(image: Image.Image, but: RGB) -> RGB:
    counts = _colour_counts(image)
    counts.pop(but, None)
    return max(counts, key=lambda colour: (counts[colour], colour))


def _colour_counts(image: Image.Image) -> dict[RGB, int]:
    found = cast("list[tuple[int, RGB]]", image.getcolors(image.width * image.height))
    return {colour: count for count, colour in found}


def _lightness_difference(one: RGB, other: RGB) -> float:
    """Return how far two colours are apart in lightness, of 255: the weights are those of ITU-R BT.601."""
    light, dark = (0.299 * red + 0.587 * green + 0.114 * blue for red, green, blue in (one, other))
    return abs(light - dark)


def _colourfulness(colour: RGB) -> int:
    return max(colour) - min(colour)


def _readable_on(colour: RGB, liked: RGB) -> RGB:
    """Return the colour one would like on this one, or black or white where that is too near."""
    if contrast_ratio(colour, liked) >= _READABLE_CONTRAST:
        return liked
    return max(((255, 255, 255), (0, 0, 0)), key=lambda plain: contrast_ratio(plain, colour))


@dataclass(frozen=True, slots=True)
class Press:
    """A printing press: its colour profile, and the most ink it takes, in per cent; 0 for any amount."""

    icc: bytes
    title: str
    ink: int


def read_profile(file: Path, ink: int) -> Press:
    """Return the press a colour profile describes. Raises: UsageError when it is none for four inks."""
    if not file.is_file():
        raise UsageError(f"{file} cannot be used as a colour profile: there is no such file")
    try:
        with file.open("rb") as opened:
            content = opened.read(_LARGEST_PROFILE + 1)
        profile = ImageCms.ImageCmsProfile(io.BytesIO(content))
        inks, title = profile.profile.xcolor_space.strip(), ImageCms.getProfileDescription(profile).strip()
        if inks == "CMYK":
            cmyk_transform(content)
    except (OSError, ImageCms.PyCMSError) as error:
        raise UsageError(f"{file} cannot be used as a colour profile: {error}") from None
    if len(content) > _LARGEST_PROFILE:
        raise UsageError(f"{file} is larger than {_LARGEST_PROFILE // 1_000_000} MB, and no colour profile")
    if inks != "CMYK":
        raise UsageError(f"{file} is a colour profile for {inks}; one for CMYK is wanted")
    return Press(content, title, ink)


def cmyk_transform(icc: bytes) -> ImageCms.ImageCmsTransform:
    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(io.BytesIO(icc)),
        "RGB",
        "CMYK",
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


def most_ink(inks: Image.Image) -> float:
    """Return the most ink in one place: the sum of the four, in per cent."""
    cyan, magenta, yellow, black = inks.split()
    total = ImageMath.lambda_eval(
        lambda a: a["c"] + a["m"] + a["y"] + a["k"], c=cyan, m=magenta, y=yellow, k=black
    )
    return float(total.getextrema()[1]) * 100 / _FULL


def limit_ink(inks: Image.Image, limit: int) -> Image.Image:
    """Return a picture with cyan, magenta and yellow brought down by one share where all inks pass `limit` %.

    Black stays: it is what gives dark places their shape.
    """
    most = limit * _FULL // 100
    cyan, magenta, yellow, black = inks.split()
    names = {"c": cyan, "m": magenta, "y": yellow, "k": black}
    held = [ImageMath.lambda_eval(_limited_ink(one, most), **names) for one in "cmy"]
    return Image.merge("CMYK", (*held, black))


def _limited_ink(one: str, most: int) -> Callable[[dict[str, Any]], Any]:
    """Return how much of this ink is laid where all four may come to `most`.

    Counted in whole numbers: what a division leaves over is not laid.
    """

    def laid(inks: dict[str, Any]) -> Any:
        room = inks["max"](most - inks["k"], 0)
        colours = inks["max"](inks["c"] + inks["m"] + inks["y"], 1)
        return inks["convert"](inks["min"](inks[one], inks[one] * room / colours), "L")

    return laid
