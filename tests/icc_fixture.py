"""A colour profile of a press that exists nowhere: crude, heavy on ink, and made here."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from functools import cache

__all__ = ["a_press"]

_D50 = (0.9642, 1.0, 0.8249)
# sRGB to XYZ under D50, and back (www.brucelindbloom.com, Bradford-adapted)
_TO_XYZ = (
    (0.4360747, 0.3850649, 0.1430804),
    (0.2225045, 0.7168786, 0.0606169),
    (0.0139322, 0.0971045, 0.7141733),
)
_FROM_XYZ = (
    (3.1338561, -1.6168667, -0.4906146),
    (-0.9787684, 1.9161415, 0.0334540),
    (0.0719453, -0.2289914, 1.4052427),
)
_GRID = 9


@cache
def a_press(name: str = "Press of the tests") -> bytes:
    """An ICC profile (ICC.1:2001-04) for CMYK whose black is 400 per cent of ink."""
    steps = [index / (_GRID - 1) for index in range(_GRID)]
    to_inks = [_inks(100 * x, 255 * a - 128, 255 * b - 128) for x in steps for a in steps for b in steps]
    to_lab = [_lab(c, m, y, k) for c in steps for m in steps for y in steps for k in steps]
    return _profile(
        {
            b"desc": _described(name),
            b"cprt": b"text" + bytes(4) + b"nobody's\0",
            b"wtpt": b"XYZ " + bytes(4) + _fixed(_D50),
            b"A2B0": _table(4, 3, to_lab),
            b"B2A0": _table(3, 4, to_inks),
        }
    )


def _inks(light: float, a: float, b: float) -> tuple[float, ...]:
    """The inks of a colour: what its red, green and blue lack, and as much black as all three share."""
    fy = (light + 16) / 116
    xyz = [white * _unbent(f) for white, f in zip(_D50, (fy + a / 500, fy, fy - b / 200), strict=True)]
    rgb = [_gamma(sum(m * v for m, v in zip(row, xyz, strict=True))) for row in _FROM_XYZ]
    inks = [1 - part for part in rgb]
    return (*inks, min(inks))


def _lab(c: float, m: float, y: float, k: float) -> tuple[float, ...]:
    """The colour of inks on white paper, as shares of what a byte can tell."""
    rgb = [_linear((1 - ink) * (1 - k)) for ink in (c, m, y)]
    xyz = [
        sum(m * v for m, v in zip(row, rgb, strict=True)) / w for row, w in zip(_TO_XYZ, _D50, strict=True)
    ]
    fx, fy, fz = map(_bent, xyz)
    return (116 * fy - 16) / 100, (500 * (fx - fy) + 128) / 255, (200 * (fy - fz) + 128) / 255


def _bent(t: float) -> float:
    return t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116


def _unbent(f: float) -> float:
    return f**3 if f > 6 / 29 else 3 * (6 / 29) ** 2 * (f - 4 / 29)


def _gamma(v: float) -> float:
    v = min(1.0, max(0.0, v))
    return 12.92 * v if v <= 0.0031308 else 1.055 * v ** (1 / 2.4) - 0.055


def _linear(v: float) -> float:
    return v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4


def _table(inputs: int, outputs: int, values: Iterable[tuple[float, ...]]) -> bytes:
    """A lut8Type: curves that change nothing around a grid of values."""
    straight = bytes(range(256))
    head = b"mft1" + bytes(4) + bytes([inputs, outputs, _GRID, 0]) + _fixed((1, 0, 0, 0, 1, 0, 0, 0, 1))
    cells = bytes(min(255, max(0, round(255 * part))) for value in values for part in value)
    return head + straight * inputs + cells + straight * outputs


def _described(name: str) -> bytes:
    text = name.encode("ascii") + b"\0"
    return b"desc" + bytes(4) + struct.pack(">I", len(text)) + text + bytes(8 + 3 + 67)


def _fixed(numbers: Iterable[float]) -> bytes:
    return b"".join(struct.pack(">i", round(number * 65536)) for number in numbers)


def _profile(tags: dict[bytes, bytes]) -> bytes:
    index, body, start = b"", b"", 128 + 4 + 12 * len(tags)
    for name, content in tags.items():
        index += name + struct.pack(">II", start + len(body), len(content))
        body += content + bytes(-len(content) % 4)
    size = struct.pack(">I", start + len(body))
    head = (
        size
        + bytes(4)
        + b"\x02\x40\0\0"
        + b"prtrCMYKLab "
        + struct.pack(">6H", 2026, 1, 1, 0, 0, 0)
        + b"acsp"
    )
    head += bytes(128 - len(head) - 12 - 48) + _fixed(_D50)
    return head.ljust(128, b"\0") + struct.pack(">I", len(tags)) + index + body
