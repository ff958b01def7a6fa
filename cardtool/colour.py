"""Arithmetic of colours: how much two contrast, how far apart they look, how other eyes see them.

Knows no page and no card. A colour is red, green and blue from 0 to 255, in sRGB.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

RGB = tuple[int, int, int]
Linear = tuple[float, float, float]
Lab = tuple[float, float, float]
Vision = Callable[[Linear], Linear]

GREY = 0.2126, 0.7152, 0.0722
"""The share of red, green and blue light in luminance, WCAG 2.2."""
_WHITE = 0.95047, 1.0, 1.08883  # D65, the white of sRGB, IEC 61966-2-1
_TO_XYZ = (
    (0.4124, 0.3576, 0.1805),
    (0.2126, 0.7152, 0.0722),
    (0.0193, 0.1192, 0.9505),
)

# Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision
# deficiency", 2009, severity 1.0; they apply to linear light.
_PROTANOPIA = (
    (0.152286, 1.052583, -0.204868),
    (0.114503, 0.786281, 0.099216),
    (-0.003882, -0.048116, 1.051998),
)
_DEUTERANOPIA = (
    (0.367322, 0.860646, -0.227968),
    (0.280085, 0.672501, 0.047413),
    (-0.011820, 0.042940, 0.968881),
)
_TRITANOPIA = (
    (1.255528, -0.076749, -0.178779),
    (-0.078411, 0.930809, 0.147602),
    (0.004733, 0.691367, 0.303900),
)


def contrast_ratio(one: RGB, other: RGB) -> float:
    """Return the contrast ratio of WCAG 2.2, from 1 for equal colours to 21 for black on white."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def colour_distance(one: RGB, other: RGB, vision: str = "") -> float:
    """Return how far apart two colours look: CIE 1976 ΔE, of which 2.3 can just be noticed.

    `vision` is one of VISIONS; nothing for an eye that sees all colours.
    """
    return math.dist(_lab_colour(one, vision), _lab_colour(other, vision))


def mix_colours(ink: RGB, ground: RGB, opacity: float) -> RGB:
    """Return an ink that lets some of the ground through; `opacity` from 0 to 1."""
    red, green, blue = (round(a * opacity + b * (1 - opacity)) for a, b in zip(ink, ground, strict=True))
    return red, green, blue


def linear_light(part: float) -> float:
    """Return a part of a colour of sRGB, from 0 to 1, as an amount of light (IEC 61966-2-1)."""
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def hex_colour(colour: RGB) -> str:
    """Return the colour as stylesheets write it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


@lru_cache(4096)
def _linear(colour: RGB) -> Linear:
    red, green, blue = (linear_light(part / 255) for part in colour)
    return red, green, blue


@lru_cache(4096)
def _luminance(colour: RGB) -> float:
    return _as_grey(_linear(colour))[0]


def _as_grey(light: Linear) -> Linear:
    luminance = sum(share * part for share, part in zip(GREY, light, strict=True))
    return luminance, luminance, luminance


def _vision_from(matrix: tuple[Linear, Linear, Linear]) -> Vision:
    def vision(light: Linear) -> Linear:
        red, green, blue = (
            min(1.0, max(0.0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in matrix
        )
        return red, green, blue

    return vision


VISIONS: dict[str, Vision] = {
    "protanopia": _vision_from(_PROTANOPIA),
    "deuteranopia": _vision_from(_DEUTERANOPIA),
    "tritanopia": _vision_from(_TRITANOPIA),
    "greyscale": _as_grey,
}
"""The eyes, and the printer, that see fewer colours."""


@lru_cache(8192)
def _lab_colour(colour: RGB, vision: str) -> Lab:
    light = _linear(colour)
    seen = VISIONS[vision](light) if vision else light
    x, y, z = (
        _lab_part(sum(a * b for a, b in zip(row, seen, strict=True)) / white)
        for row, white in zip(_TO_XYZ, _WHITE, strict=True)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _lab_part(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116  # CIE 15, 8.2.1.1
