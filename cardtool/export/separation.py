"""Pictures in printing inks: red, green and blue turned into cyan, magenta, yellow and black by a
colour profile of the shop's, and the sum of the inks held to its limit."""

from __future__ import annotations

import io
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PIL import Image, ImageCms, ImageMath

from cardtool.errors import UsageError
from cardtool.export.raster import Raster
from cardtool.export.threads import in_threads
from cardtool.model import CmykFace, Face

__all__ = ["Press", "Separation", "read_profile", "separated"]

_LARGEST_PROFILE = 16_000_000  # bytes
_FULL = 255  # one ink, laid on whole


@dataclass(frozen=True, slots=True)
class Press:
    """A printing press: its colour profile, and the most ink it takes, in per cent; 0 for any amount."""

    icc: bytes
    title: str
    ink: int


@dataclass(frozen=True, slots=True)
class Separation:
    """A picture in four inks.

    `wanted` is the most ink in one place as the profile would have it, `laid` as it is; in per cent.
    """

    picture: CmykFace
    wanted: float
    laid: float


def read_profile(file: Path, ink: int) -> Press:
    """The press a colour profile describes. Raises: UsageError when it is none for four inks."""
    if not file.is_file():
        raise UsageError(f"{file} cannot be used as a colour profile: there is no such file")
    try:
        with file.open("rb") as opened:
            content = opened.read(_LARGEST_PROFILE + 1)
        profile = ImageCms.ImageCmsProfile(io.BytesIO(content))
        inks, title = profile.profile.xcolor_space.strip(), ImageCms.getProfileDescription(profile).strip()
        if inks == "CMYK":
            _turn(content)
    except (OSError, ImageCms.PyCMSError) as error:
        raise UsageError(f"{file} cannot be used as a colour profile: {error}") from None
    if len(content) > _LARGEST_PROFILE:
        raise UsageError(f"{file} is larger than {_LARGEST_PROFILE // 1_000_000} MB, and no colour profile")
    if inks != "CMYK":
        raise UsageError(f"{file} is a colour profile for {inks}; one for CMYK is wanted")
    return Press(content, title, ink)


def separated(pictures: Iterable[tuple[Face, Raster]], press: Press) -> Iterator[tuple[Face, Separation]]:
    """Each picture in the inks of the press, relative colorimetric with the black point compensated."""
    turn = _turn(press.icc)
    return in_threads(lambda picture: _separation(picture, turn, press.ink), pictures)


def _turn(icc: bytes) -> ImageCms.ImageCmsTransform:
    return ImageCms.buildTransform(
        ImageCms.createProfile("sRGB"),
        ImageCms.ImageCmsProfile(io.BytesIO(icc)),
        "RGB",
        "CMYK",
        renderingIntent=ImageCms.Intent.RELATIVE_COLORIMETRIC,
        flags=ImageCms.Flags.BLACKPOINTCOMPENSATION,
    )


def _separation(picture: Raster, turn: ImageCms.ImageCmsTransform, limit: int) -> Separation:
    inks = ImageCms.applyTransform(picture.image(), turn)
    assert inks is not None, "only a transform in place answers nothing"
    wanted = laid = _most(inks)
    if limit and wanted > limit:
        inks = _held(inks, limit)
        laid = _most(inks)
    return Separation(CmykFace(*picture.size, zlib.compress(inks.tobytes(), 6)), wanted, laid)


def _most(inks: Image.Image) -> float:
    """The most ink in one place: the sum of the four, in per cent."""
    cyan, magenta, yellow, black = inks.split()
    total = ImageMath.lambda_eval(
        lambda a: a["c"] + a["m"] + a["y"] + a["k"], c=cyan, m=magenta, y=yellow, k=black
    )
    return float(total.getextrema()[1]) * 100 / _FULL


def _held(inks: Image.Image, limit: int) -> Image.Image:
    """The same with cyan, magenta and yellow brought down, each by the same share, where it is too much.

    Black stays: it is what gives dark places their shape.
    """
    most = limit * _FULL // 100
    cyan, magenta, yellow, black = inks.split()
    names = {"c": cyan, "m": magenta, "y": yellow, "k": black}
    held = [ImageMath.lambda_eval(_share(one, most), **names) for one in "cmy"]
    return Image.merge("CMYK", (*held, black))


def _share(one: str, most: int) -> Callable[[dict[str, Any]], Any]:
    """How much of this ink is laid where all four may come to `most`.

    Counted in whole numbers: what a division leaves over is not laid.
    """

    def laid(inks: dict[str, Any]) -> Any:
        room = inks["max"](most - inks["k"], 0)
        colours = inks["max"](inks["c"] + inks["m"] + inks["y"], 1)
        return inks["convert"](inks["min"](inks[one], inks[one] * room / colours), "L")

    return laid
