"""Values of stylesheets and parts of SVG that PlutoPrint passes over or draws as something else.

Found by drawing each of them with and without (plutoprint 0.23.0, 2026-11); tests draw them again, so that
what another version draws is noticed. WeasyPrint is not judged here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

_DEEPEST = 12
_IN_RGB = "write the colour as #rrggbb, rgb(…) or hsl(…)"
_WITHOUT_PERCENT = "PlutoPrint reckons with lengths only: write what it comes to, or a length in its place"


class Limit(NamedTuple):
    """What is passed over, at a token of tinycss2's, and what to do instead."""

    token: Any
    what: str
    fix: str


def _words(names: str) -> frozenset[str]:
    return frozenset(names.split())


def _each(names: str, advice: str) -> dict[str, str]:
    return dict.fromkeys(names.split(), advice)


# Functions that make PlutoPrint pass over the whole declaration, with what to write in their place.
UNKNOWN_FUNCTIONS: Mapping[str, str] = {
    **_each(
        "linear-gradient radial-gradient conic-gradient repeating-linear-gradient repeating-radial-gradient "
        "repeating-conic-gradient -webkit-linear-gradient",
        "draw an SVG <linearGradient> or <radialGradient>, or dots with draw.dots",
    ),
    **_each("color color-mix device-cmyk lab lch light-dark oklab oklch contrast-color", _IN_RGB),
    **_each("image image-set cross-fade element", "name one picture with url(…)"),
    **_each(
        "rotatex rotatey rotatez rotate3d translate3d translatez scale3d scalez matrix3d perspective",
        "turn, move and scale in the plane: rotate(…), translate(…), scale(…)",
    ),
    **_each(
        "round mod rem abs sign sin cos tan asin acos atan atan2 sqrt pow hypot exp log", _WITHOUT_PERCENT
    ),
    **_each("env fit-content -webkit-calc", "write a length"),
}
UNKNOWN_UNITS = _words(
    "q dvw dvh dvi dvb dvmin dvmax svw svh svmin svmax lvw lvh lvmin lvmax vi vb cqw cqh cqi cqb cqmin cqmax"
)
_SHAPES = frozenset({"inset", "circle", "ellipse", "polygon", "path", "rect", "xywh"})
_COLOURS = frozenset({"rgb", "rgba", "hsl", "hsla", "hwb"})
_SUMS = frozenset({"calc", "min", "max", "clamp"})
_ANGLES = frozenset({"deg", "rad", "grad", "turn"})
_UNITLESS_SUMS = frozenset({"line-height"})  # properties that take a sum of bare numbers

# Words that make PlutoPrint pass over the declaration, by property.
UNKNOWN_WORDS: Mapping[str, Mapping[str, str]] = {
    "display": {
        **_each("grid inline-grid", "place the parts absolutely, or with flex or a table"),
        **_each("contents flow-root ruby run-in math", "use block, inline-block or flex"),
    },
    "background": _each("space round", "repeat the picture by hand, or draw it as SVG"),
    "background-repeat": _each("space round", "repeat the picture by hand, or draw it as SVG"),
    "background-clip": _each("text", "draw the letters in one colour, or as a path of SVG"),
    "overflow": _each("clip", "write hidden"),
    "text-align": _each("justify-all match-parent", "write justify, left or right"),
    "text-transform": _each("full-width full-size-kana", "write the text that way"),
    "mix-blend-mode": _each("plus-lighter plus-darker", "use screen or multiply"),
    "hyphens": _each("auto", "put soft hyphens (&shy;) into the text, or set it ragged"),
    "paint-order": _each("stroke markers", "draw the path twice: its stroke, then its fill"),
    "text-indent": _each("hanging each-line", "indent with margins"),
    "align-items": _each("safe unsafe last", "write center, flex-start or flex-end"),
    "justify-content": _each("safe unsafe", "write center, flex-start or flex-end"),
    "text-decoration": _each("from-font", "draw the line as a border"),
}

# Properties that take no percentage, though browsers do.
_WITHOUT_PERCENTAGE = frozenset({"gap", "row-gap", "column-gap", "letter-spacing", "word-spacing"})

# Of SVG, and obeyed as attributes only.
ONLY_ATTRIBUTES = _words("cx cy d r rx ry transform-box x y")
_COMMAS = frozenset(
    {
        "background",
        "background-image",
        "background-position",
        "background-repeat",
        "background-size",
        "background-clip",
        "background-origin",
    }
)


def ignored_values(name: str, value: Sequence[Any]) -> Iterator[Limit]:
    """Yield the first part of a declaration for which PlutoPrint passes over all of it."""
    written = [part for part in value if part.type not in ("whitespace", "comment")]
    if name.startswith("--") or not written:
        return
    if name in ONLY_ATTRIBUTES:
        fix = (
            "leave it out"
            if name == "transform-box"
            else f"write it as an attribute of the element: {name}=…"
        )
        yield Limit(written[0], f"{name} in a style", fix)
        return
    yield from _first(_limits_of(name, written))


def _first(limits: Iterator[Limit]) -> Iterator[Limit]:
    found = next(limits, None)
    if found is not None:
        yield found


def _limits_of(name: str, written: Sequence[Any]) -> Iterator[Limit]:
    words = UNKNOWN_WORDS.get(name, {})
    for part in written:
        if part.type == "ident" and part.lower_value in words:
            yield Limit(part, f"{name}: {part.value}", words[part.lower_value])
        elif part.type == "percentage" and name in _WITHOUT_PERCENTAGE:
            yield Limit(part, f"a percentage of {name}", "write a length")
        elif part.type == "dimension" and name == "text-decoration":
            yield Limit(part, "how thick a text-decoration is", "draw the line as a border")
        elif part == "," and name in _COMMAS:
            yield Limit(part, f"more than one {name}", "lay several elements over one another")
    yield from _limits_inside(name, written, 0)


def _limits_inside(name: str, parts: Iterable[Any], depth: int) -> Iterator[Limit]:
    for part in parts:
        if part.type == "dimension" and part.lower_unit in UNKNOWN_UNITS:
            yield Limit(part, f"the unit {part.unit}", "write mm, or another unit that all engines know")
        elif part.type == "function" and depth < _DEEPEST:
            yield from _function_limits(name, part)
            yield from _limits_inside(name, part.arguments, depth + 1)
        elif part.type == "() block" and depth < _DEEPEST:
            yield from _limits_inside(name, part.content, depth + 1)


def _function_limits(name: str, part: Any) -> Iterator[Limit]:
    called = part.lower_name
    if called in UNKNOWN_FUNCTIONS:
        yield Limit(part, f"{part.name}(…)", UNKNOWN_FUNCTIONS[called])
    elif called in _SHAPES and name == "clip-path":
        yield Limit(part, f"{part.name}(…) as a clip-path", "clip with an SVG <clipPath> of one path")
    elif called in _COLOURS:
        yield from _colour_limits(part)
    elif called in _SUMS:
        yield from _sum_limits(name, part)


def _colour_limits(part: Any) -> Iterator[Limit]:
    for inside in part.arguments:
        is_word = inside.type == "ident" and inside.lower_value in ("from", "none")
        if is_word or (inside.type == "function" and inside.lower_name in _SUMS):
            yield Limit(part, f"{part.name}({'…' if not is_word else inside.value + ' …'})", _IN_RGB)


def _sum_limits(name: str, part: Any) -> Iterator[Limit]:
    """Yield what is wrong with a sum: PlutoPrint adds lengths, and nothing else."""
    terms = list(_terms(part.arguments, 0))
    percent = next((term for term in terms if term.type == "percentage"), None)
    angle = next((term for term in terms if term.type == "dimension" and term.lower_unit in _ANGLES), None)
    if percent is not None:
        yield Limit(part, f"{part.name}(…) with a percentage", _WITHOUT_PERCENT)
    elif angle is not None:
        yield Limit(part, f"{part.name}(…) of angles", "write the angle it comes to")
    elif name not in _UNITLESS_SUMS and all(term.type == "number" for term in terms):
        yield Limit(part, f"{part.name}(…) of bare numbers", "write the number it comes to")


def _terms(parts: Iterable[Any], depth: int) -> Iterator[Any]:
    """Yield the numbers and words of a sum; a var(…) is one word."""
    for part in parts:
        inside = (
            part.arguments if part.type == "function" else part.content if part.type == "() block" else ()
        )
        if part.type in ("percentage", "dimension", "number", "ident"):
            yield part
        elif inside and depth < _DEEPEST:
            yield from _terms(inside, depth + 1)
