"""Values of stylesheets that CSS does not have, and those that PlutoPrint does not draw as they are meant.

What CSS does not have is judged where that is sure: words that are no colours or none of a property's,
lengths without a unit, units and functions that do not exist, commas for points, and less than nothing. An
engine passes over the whole declaration without a word, and paints black what SVG asks for so. What a
function comes to is not judged, nor, but for a colour, what a variable does.

What PlutoPrint does not draw was found by drawing each of them with and without (plutoprint 0.23.0, 2026-11);
tests draw them again, so that what another version draws is noticed. WeasyPrint is not judged here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice, pairwise, zip_longest
from pathlib import Path
from typing import Any, NamedTuple

import tinycss2.color4

from cardtool.project import did_you_mean
from cardtool.render.css import ValueFault

_DEEPEST = 12


def _words(names: str) -> frozenset[str]:
    return frozenset(names.split())


_SIDES = _words("top right bottom left block block-start block-end inline inline-start inline-end")
_EDGES = ("border", *(f"border-{side}" for side in _SIDES))
_GLOBAL = _words("inherit initial unset revert revert-layer")
_SYSTEM_COLOURS = """
accentcolor accentcolortext activetext buttonborder buttonface buttontext canvas canvastext field fieldtext
graytext highlight highlighttext linktext mark marktext selecteditem selecteditemtext visitedtext
"""
_NOT_OF_PAPER = _words(_SYSTEM_COLOURS)  # of the screen, for who reads a rulebook there
_COMMON_COLOURS = _words(
    "black white grey gray silver red maroon orange gold yellow olive green lime teal cyan blue navy purple "
    "violet magenta pink brown"
)
_PAINT = _words("none context-fill context-stroke")
_LINE = _words(
    "none hidden dotted dashed solid double groove ridge inset outset thin medium thick auto invert"
)
_BACKGROUND = _words(
    "none repeat no-repeat repeat-x repeat-y space round left right top bottom center scroll fixed local "
    "border-box padding-box content-box text cover contain auto"
)
# Properties with colours in their values, and the words that may stand beside these.
_COLOURED: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(
        ("color", "background-color", "stop-color", "column-rule-color", "text-decoration-color"), frozenset()
    ),
    **dict.fromkeys((f"{edge}-color" for edge in _EDGES), frozenset()),
    "outline-color": _words("invert auto"),
    **dict.fromkeys(("fill", "stroke"), _PAINT),
    **dict.fromkeys((*_EDGES, "outline", "column-rule"), _LINE),
    "background": _BACKGROUND,
}


def _read_words() -> dict[str, list[str]]:
    """Return the lists of css_words.txt by their names; those of properties hold what they take."""
    text = Path(__file__).with_name("css_words.txt").read_text(encoding="utf-8").partition("[")[2]
    lists = (part.partition("]") for part in text.split("["))
    return {name: words.split() for names, _, words in lists for name in names.split(", ")}


WORDS: Mapping[str, Sequence[str]] = _read_words()
_MOST_WORDS = 12  # that advice lists
_LENGTHS = frozenset(
    (
        *(f"{what}-{side}" for what in ("margin", "padding", "inset") for side in _SIDES),
        *(f"{limit}{side}" for limit in ("", "min-", "max-") for side in ("width", "height")),
        *(f"{edge}-width" for edge in _EDGES),
        *_EDGES,
        *_words("margin padding inset top right bottom left outline outline-width outline-offset size"),
        *_words("font-size letter-spacing word-spacing text-indent vertical-align border-radius"),
        *_words("border-spacing gap row-gap column-gap column-width column-rule column-rule-width"),
    )
)
_NOT_NEGATIVE = re.compile(
    r"(min-|max-)?(width|height)|padding(-.+)?|font-size|line-height|(column-|row-)?gap|border(-.+)?-(width|radius)"
)
_WITHOUT_COMMA = frozenset(
    name for name in (*_LENGTHS, *WORDS, "opacity", "transform") if not name.startswith("background")
)
_FUNCTIONS = _words(
    "rgb rgba hsl hsla hwb lab lch oklab oklch color color-mix device-cmyk light-dark contrast-color"
).union(WORDS["@functions"])
_SUMS = _words("calc min max clamp")
_UNITLESS = {
    "rotate": "deg",
    "skewx": "deg",
    "skewy": "deg",
    "skew": "deg",
    "translate": "mm",
} | dict.fromkeys(("translatex", "translatey"), "mm")
_HEX = re.compile(r"x[0-9a-f]{3,8}")
_UNITS = _words(
    "mm cm in pt pc px q em rem ex rex ch rch cap rcap ic ric lh rlh vw vh vi vb vmin vmax svw svh svi svb "
    "svmin svmax lvw lvh lvi lvb lvmin lvmax dvw dvh dvi dvb dvmin dvmax cqw cqh cqi cqb cqmin cqmax "
    "deg grad rad turn s ms hz khz dpi dpcm dppx x fr"
)
_TELL_A_COLOUR = "write the name of a colour in CSS, #rgb, #rrggbb or rgb(…)"


def slips(name: str, value: Sequence[Any], *, in_svg: bool = False) -> Iterator[ValueFault]:
    """Yield what CSS does not have in a declaration of this name.

    `in_svg` says that it is the attribute or style of an element of SVG, whose numbers need no unit.
    """
    parts = [part for part in value if part.type not in ("whitespace", "comment")]
    comma = next((part for part in parts if part == ","), None)
    if comma is not None and name in _WITHOUT_COMMA and not in_svg:
        yield ValueFault(
            comma,
            f"{name}: a comma has no place here",
            "write a point in a number, and a space between values",
        )
        return
    if name == "font":
        yield from _font_slips(parts)
    for part, after in zip_longest(parts, parts[1:]):
        if (name in _COLOURED and _is_word(part)) or (
            part.type == "hash" and (name in _COLOURED or name.startswith("--"))
        ):
            yield from _colour_slips(name, part)
        elif name in WORDS and _is_word(part) and part.lower_value not in _GLOBAL.union(WORDS[name]):
            yield from () if part.lower_value in _UNITS else _word_slip(name, part, WORDS[name])
        elif part.type == "number" and part.value and name in _LENGTHS and not in_svg:
            yield _unitless(name, part, after)
        elif part.type == "dimension" and part.value < 0 and _NOT_NEGATIVE.fullmatch(name):
            shown = f"{part.representation[:40]}{part.unit}"
            yield ValueFault(part, f"{name}: {shown} is less than nothing", "write 0, or more")
    if not name.startswith("--"):
        yield from _inner_slips(name, value, 0, in_svg)


def _word_slip(name: str, part: Any, words: Sequence[str]) -> Iterator[ValueFault]:
    near = did_you_mean(part.lower_value, words)
    some = ", ".join(sorted(words) if len(words) <= _MOST_WORDS else [*words[:_MOST_WORDS], "…"])
    fix = f"write one of {some}" if words[1:] else f"write a number or length, or {some}"
    yield ValueFault(part, f'{name}: there is no "{part.value[:40]}"{near}', fix)


def _unitless(name: str, part: Any, after: Any) -> ValueFault:
    shown = part.representation[:40]
    if after is not None and after.type == "ident" and after.lower_value in _UNITS:
        unit = after.value
        return ValueFault(part, f"{name}: a space stands before the unit", f"write {shown}{unit}")
    unit = "pt" if name == "font-size" else "mm"
    return ValueFault(part, f"{name}: {shown} has no unit", f"write {shown}{unit}, or another unit")


def _font_slips(parts: Sequence[Any]) -> Iterator[ValueFault]:
    """Yield a font without a size; one word may name a font of the system, or a value of any property."""
    sizes = ("dimension", "percentage", "number", "function")
    if len(parts) > 1 and not any(
        part.type in sizes or (part.type == "ident" and part.lower_value in WORDS["font-size"])
        for part in parts
    ):
        yield ValueFault(
            parts[0],
            "font: it has no size, without which all of it is passed over",
            "write 9pt before the name",
        )


def _is_word(part: Any) -> bool:
    """Return whether a token is a word that is not the engine's own, as -webkit-center is."""
    return part.type == "ident" and not part.value.startswith("-")


def _colour_slips(name: str, part: Any) -> Iterator[ValueFault]:
    if tinycss2.color4.parse_color(part) is not None:
        return
    if part.type == "hash":
        yield ValueFault(part, f"{name}: #{part.value[:40]} is no colour", _TELL_A_COLOUR)
    elif part.lower_value not in _COLOURED[name] | _GLOBAL | _NOT_OF_PAPER:
        also = _COLOURED[name] - _PAINT
        near = did_you_mean(part.lower_value, _COMMON_COLOURS | also)
        what = f'there is no "{part.value[:40]}"' if also else f'"{part.value[:40]}" is no colour'
        yield ValueFault(part, f"{name}: {what}{near}", _TELL_A_COLOUR)


def _inner_slips(name: str, parts: Sequence[Any], depth: int, in_svg: bool) -> Iterator[ValueFault]:
    """Yield units and functions that there are not, and what is wrong with what stands in functions."""
    for part in parts:
        inside = getattr(part, "arguments", None) or getattr(part, "content", None)
        if part.type == "dimension" and part.lower_unit not in _UNITS:
            yield _no_unit(name, part)
        elif part.type == "function" and part.lower_name not in _FUNCTIONS and not part.name.startswith("-"):
            near = did_you_mean(part.lower_name, _FUNCTIONS)
            fix = _TELL_A_COLOUR if name in _COLOURED else "write a function that CSS has"
            yield ValueFault(part, f"{name}: there is no {part.name[:40]}(…){near}", fix)
        elif isinstance(inside, list) and depth < _DEEPEST:
            if part.type == "function" and not in_svg:
                yield from _argument_slips(part)
            yield from _inner_slips(name, inside, depth + 1, in_svg)


def _no_unit(name: str, part: Any) -> ValueFault:
    if name in _COLOURED and _HEX.fullmatch(part.lower_unit):
        return ValueFault(part, f"{name}: 0{part.unit} is no colour", f"write #{part.unit[1:]}")
    near = did_you_mean(part.lower_unit, _UNITS)
    message = f'{name}: there is no unit "{part.unit[:40]}"{near}'
    return ValueFault(part, message, "write mm, pt or another unit of CSS")


def _argument_slips(part: Any) -> Iterator[ValueFault]:
    """Yield turns and moves without a unit, and sums whose sign has no spaces around it."""
    written = [each for each in part.arguments if each.type not in ("whitespace", "comment")]
    unit = _UNITLESS.get(part.lower_name)
    bare = next((each for each in written if each.type == "number" and each.value), None)
    if unit and bare is not None:
        shown = bare.representation[:40]
        yield ValueFault(bare, f"{part.name}(…): {shown} has no unit", f"write {shown}{unit}")
    for before, each in pairwise(written) if part.lower_name in _SUMS else ():
        if {before.type, each.type} <= {"dimension", "number", "percentage"}:
            fix = "write spaces on both sides of + and -"
            yield ValueFault(each, f"{part.name}(…): there is no sign between its parts", fix)


_IN_RGB = "write the colour as #rrggbb, rgb(…) or hsl(…)"
_WITHOUT_PERCENT = "PlutoPrint reckons with lengths only: write what it comes to, or a length in its place"


class Limit(NamedTuple):
    """What is passed over, at a token of tinycss2's, and what to do instead."""

    token: Any
    what: str
    fix: str


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
    yield from islice(_limits_of(name, written), 1)


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
