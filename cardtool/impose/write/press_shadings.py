"""Shadings in four inks: what runs from one colour to another (ISO 32000-2, 7.10 and 8.7.4.5)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pikepdf import Array, Name, Object, Pdf, Stream

_STEPS = 64
"""How many places of a shading are turned into inks; between them the press runs straight."""


class UnknownColour(Exception):
    """A shading whose colours cannot be told; the text says what it is."""


InksOf = Callable[[float, float, float], Sequence[float]]


def recolour_shading(pdf: Pdf, shading: Any, inks_of: InksOf) -> None:
    """Rewrite a shading along a line or between circles. Raises: UnknownColour."""
    space = shading.ColorSpace
    family = str(space[0] if isinstance(space, Array) else space)
    if family == "/DeviceCMYK":
        return
    if int(shading.ShadingType) not in (2, 3) or family not in ("/DeviceRGB", "/DeviceGray"):
        raise UnknownColour("a shading that is no gradient along a line or a circle")
    first, last = (float(edge) for edge in shading.get("/Domain", Array([0, 1])))
    places = [first + (last - first) * step / _STEPS for step in range(_STEPS + 1)]
    colours = [_as_rgb(_value(shading.Function, place)) for place in places]
    shading.Function = _sampled(pdf, [inks_of(*colour) for colour in colours], first, last)
    shading.ColorSpace = Name.DeviceCMYK
    if "/Background" in shading:
        shading.Background = Array(list(inks_of(*_as_rgb([float(part) for part in shading.Background]))))


def _as_rgb(parts: Sequence[float]) -> tuple[float, float, float]:
    """Return three parts of a colour that has one or three, held between 0 and 1."""
    held = [min(1.0, max(0.0, part)) for part in parts]
    red, green, blue = held * 3 if len(held) == 1 else held
    return red, green, blue


def _value(function: Object, x: float) -> list[float]:
    """Return what a function gives. Raises: UnknownColour for a kind that no engine of ours writes."""
    if isinstance(function, Array):
        return [_value(each, x)[0] for each in function]
    kind = int(function.FunctionType)
    low, high = (float(edge) for edge in function.Domain)
    x = min(high, max(low, x))
    if kind == 2:
        return _exponential(function, x)
    if kind == 3:
        return _stitched(function, x, low, high)
    raise UnknownColour("a gradient whose colours are calculated")


def _exponential(function: Any, x: float) -> list[float]:
    begins = [float(part) for part in function.get("/C0", Array([0]))]
    ends = [float(part) for part in function.get("/C1", Array([1]))]
    share = x ** float(function.N)
    return [begin + share * (end - begin) for begin, end in zip(begins, ends, strict=True)]


def _stitched(function: Any, x: float, low: float, high: float) -> list[float]:
    edges = [low, *(float(bound) for bound in function.Bounds), high]
    part = next((nr for nr in range(len(edges) - 2) if x < edges[nr + 1]), len(edges) - 2)
    begin, end = edges[part], edges[part + 1]
    first, last = float(function.Encode[2 * part]), float(function.Encode[2 * part + 1])
    share = (x - begin) / (end - begin) if end > begin else 0.0
    return _value(function.Functions[part], first + share * (last - first))


def _sampled(pdf: Pdf, colours: Sequence[Sequence[float]], first: float, last: float) -> Stream:
    """Return a function that runs straight from each of these colours to the next."""
    samples = b"".join(int(part * 65535).to_bytes(2, "big") for colour in colours for part in colour)
    return pdf.make_stream(
        samples,
        FunctionType=0,
        Domain=Array([first, last]),
        Range=Array([0, 1] * 4),
        Size=Array([len(colours)]),
        BitsPerSample=16,
    )
