"""Colours of drawn faces: the palette that one lives on, and the inks of a press, by its colour profile.

Inks are relative colorimetric, black point compensated. A grey is printed in black ink alone, as dark as it
was, and so are letters that are all but black: the colour inks are never quite in register, and small letters
would have coloured rims. Where the inks come to more than the press takes, cyan, magenta and yellow are
brought down by one share; black stays.
"""

from __future__ import annotations

import io
import math
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple, cast

from PIL import Image, ImageCms, ImageMath

from cardtool.colour import GREY, RGB, contrast_ratio, hex_colour, linear_light
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
    furthest = max(large or [ground], key=lambda colour: (abs(_light(colour) - _light(ground)), colour))
    accent = _readable_on(ground, furthest)  # a back without much on it has no colour that would do
    others = [colour for colour in large if colour not in (ground, accent)]
    third = max(others or [ground], key=lambda colour: (max(colour) - min(colour), colour))
    found = (ground, accent, third, _readable_on(accent, ground), _readable_on(third, accent))
    return Palette(*map(hex_colour, found))


def _commonest_colour(image: Image.Image, but: RGB) -> RGB:
    counts = _colour_counts(image)
    counts.pop(but, None)
    return max(counts, key=lambda colour: (counts[colour], colour))


def _colour_counts(image: Image.Image) -> dict[RGB, int]:
    found = cast("list[tuple[int, RGB]]", image.getcolors(image.width * image.height))
    return {colour: count for count, colour in found}


def _light(colour: RGB) -> float:
    """Return how light a colour is, of 255, by the weights of ITU-R BT.601."""
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue


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


def _most_ink(inks: Image.Image) -> float:
    """Return the most ink in one place: the sum of the four, in per cent."""
    cyan, magenta, yellow, black = inks.split()
    total = ImageMath.lambda_eval(
        lambda a: a["c"] + a["m"] + a["y"] + a["k"], c=cyan, m=magenta, y=yellow, k=black
    )
    return float(total.getextrema()[1]) * 100 / _FULL


def _limit_ink(inks: Image.Image, limit: int) -> Image.Image:
    """Return a picture with cyan, magenta and yellow brought down by one share where all inks pass `limit` %.

    Black stays: it is what gives dark places their shape.
    """
    most = limit * _FULL // 100
    cyan, magenta, yellow, black = inks.split()
    names = {"c": cyan, "m": magenta, "y": yellow, "k": black}
    limited = [ImageMath.lambda_eval(_limited_ink(one, most), **names) for one in "cmy"]
    return Image.merge("CMYK", (*limited, black))


def _limited_ink(one: str, most: int) -> Callable[[dict[str, Any]], Any]:
    """Return how much of this ink is laid where all four may come to `most`.

    Counted in whole numbers: what a division leaves over is not laid.
    """

    def laid(inks: dict[str, Any]) -> Any:
        room = inks["max"](most - inks["k"], 0)
        colours = inks["max"](inks["c"] + inks["m"] + inks["y"], 1)
        return inks["convert"](inks["min"](inks[one], inks[one] * room / colours), "L")

    return laid


_FINENESS = 10_000  # parts of an ink that a PDF of ours tells apart
_MOST_TINT = 0.2  # of red, green and blue, by which letters that print black may differ
_DARK = 30.0  # lightness; what is lighter is a colour
_PLAIN = 0.008856  # CIE 1976: below this, lightness is a straight line


class PressInks:
    """The inks of a press. `laid` is the most that was laid in one place so far, in per cent."""

    def __init__(self, press: Press) -> None:
        self._press, self._transform = press, cmyk_transform(press.icc)
        self._known: dict[tuple[float, float, float], tuple[float, float, float, float]] = {}
        self.laid = 0.0

    def of(self, red: float, green: float, blue: float) -> tuple[float, float, float, float]:
        """Return cyan, magenta, yellow and black of a colour; all parts are from 0 to 1."""
        colour = red, green, blue
        if colour not in self._known:
            inks = (0.0, 0.0, 0.0, self._black(red)) if red == green == blue else self._mixed(colour)
            self._known[colour] = inks
            self.laid = max(self.laid, 100 * sum(inks))
        return self._known[colour]

    def of_text(self, red: float, green: float, blue: float) -> tuple[float, float, float, float]:
        """Return the inks of letters in this colour: black alone where it is dark and hardly a colour."""
        parts = zip(GREY, (red, green, blue), strict=True)
        light = _as_encoded(sum(share * linear_light(part) for share, part in parts))
        if max(red, green, blue) - min(red, green, blue) > _MOST_TINT or _lightness(light) > _DARK:
            return self.of(red, green, blue)
        inks = 0.0, 0.0, 0.0, self._black(light)
        self.laid = max(self.laid, 100 * inks[3])
        return inks

    def picture(self, width: int, height: int, rgb: bytes) -> bytes:
        """Return a picture in inks: four bytes a pixel, in place of its three."""
        inks = ImageCms.applyTransform(Image.frombytes("RGB", (width, height), rgb), self._transform)
        assert inks is not None, "only a transform in place answers nothing"
        if self._press.ink:
            inks = _limit_ink(inks, self._press.ink)
        self.laid = max(self.laid, _most_ink(inks))
        return inks.tobytes()

    def _mixed(self, colour: tuple[float, float, float]) -> tuple[float, float, float, float]:
        one = Image.new("RGB", (1, 1), tuple(round(_FULL * part) for part in colour))
        inks = ImageCms.applyTransform(one, self._transform)
        assert inks is not None, "only a transform in place answers nothing"
        cyan, magenta, yellow, black = (part / _FULL for part in inks.tobytes())
        most = (self._press.ink or 400) / 100
        colours = cyan + magenta + yellow
        share = min(1.0, max(0.0, most - black) / colours) if colours else 1.0
        return _fine(cyan * share), _fine(magenta * share), _fine(yellow * share), _fine(black)

    def _black(self, grey: float) -> float:
        """Return how much black ink is as light as a grey, counted from paper to black."""
        lightness = self._lightness_of_black
        wanted = lightness[-1] + (lightness[0] - lightness[-1]) * _lightness(grey) / 100
        place = bisect_left(lightness, -wanted, key=lambda light: -light)
        if place == 0 or place > _FULL:
            return float(place > 0)
        lighter, darker = lightness[place - 1], lightness[place]
        return _fine((place - (wanted - darker) / (lighter - darker)) / _FULL)

    @cached_property
    def _lightness_of_black(self) -> list[float]:
        """How light each amount of black ink is on this paper, from none of it to all."""
        steps = Image.frombytes(
            "CMYK", (_FULL + 1, 1), bytes(part for k in range(_FULL + 1) for part in (0, 0, 0, k))
        )
        profile = ImageCms.ImageCmsProfile(io.BytesIO(self._press.icc))
        to_lab = ImageCms.buildTransform(profile, ImageCms.createProfile("LAB"), "CMYK", "LAB")
        lab = ImageCms.applyTransform(steps, to_lab)
        assert lab is not None, "only a transform in place answers nothing"
        lightness = [part * 100 / _FULL for part in lab.tobytes()[::3]]
        return [
            min(lightness[: number + 1]) for number in range(len(lightness))
        ]  # never lighter with more ink


def _fine(part: float) -> float:
    """Return a part of an ink as a PDF says it, never more than it was."""
    return math.floor(part * _FINENESS + 1e-6) / _FINENESS


def _as_encoded(light: float) -> float:
    """Return an amount of light as sRGB writes it."""
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def _lightness(grey: float) -> float:
    """Return the lightness of a grey of sRGB, from 0 to 100 (CIE 1976)."""
    light = linear_light(grey)
    return 116 * light ** (1 / 3) - 16 if light > _PLAIN else light * 24389 / 27
