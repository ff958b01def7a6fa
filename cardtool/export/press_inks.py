"""The inks of a press for colours and pictures, by its colour profile.

Relative colorimetric, black point compensated. A grey is printed in black ink alone, as dark as it was, and
so are letters that are all but black: the colour inks are never quite in register, and small letters would
have coloured rims. Where the inks come to more than the press takes, cyan, magenta and yellow are brought
down by one share; black stays.
"""

from __future__ import annotations

import io
import math
from bisect import bisect_left
from functools import cached_property

from PIL import Image, ImageCms

from cardtool.colour import GREY, linear_light
from cardtool.export.picture_colours import Press, cmyk_transform, limit_ink, most_ink

_FULL = 255  # one ink, laid on whole
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
            inks = limit_ink(inks, self._press.ink)
        self.laid = max(self.laid, most_ink(inks))
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
