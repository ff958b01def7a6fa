"""Values that CSS does not have, where that is sure: words that are no colours or none of a property's,
lengths without a unit, units and functions that do not exist, commas for points, and less than nothing.

An engine passes over the whole declaration without a word, and paints black what SVG asks for so. What a
function comes to is not judged, nor, but for a colour, what a variable does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise, zip_longest
from pathlib import Path
from typing import Any

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
        if (name in _COLOURED and _is_word(part)) or (part.type == "hash" and _may_be_colour(name)):
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


def _may_be_colour(name: str) -> bool:
    return name in _COLOURED or name.startswith("--")


def _is_word(part: Any) -> bool:
    """Return whether a token is a word that is not the engine's own, as -webkit-center is."""
    return part.type == "ident" and not part.value.startswith("-")


def _colour_slips(name: str, part: Any) -> Iterator[ValueFault]:
    import tinycss2.color4

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
