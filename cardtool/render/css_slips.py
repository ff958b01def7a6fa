"""Values that CSS does not have, where that is sure: words that are no colours or none of a property's,
lengths without a unit, and units that do not exist.

An engine passes over the whole declaration without a word, and paints black what SVG asks for so. What a
function comes to is not judged, nor, but for a colour, what a variable does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
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
# Properties whose values are one of a few words, of all the words that CSS has for them.
_WORDED: Mapping[str, frozenset[str]] = {
    "float": _words("left right none inline-start inline-end footnote"),
    "font-style": _words("normal italic oblique"),
    "font-weight": _words("normal bold bolder lighter"),
    "object-fit": _words("fill contain cover none scale-down"),
    "position": _words("static relative absolute fixed sticky"),
    "text-align": _words("left right center justify start end justify-all match-parent"),
    "text-anchor": _words("start middle end"),
    "text-transform": _words("none capitalize uppercase lowercase full-width full-size-kana math-auto"),
    "vertical-align": _words("baseline sub super top text-top middle bottom text-bottom first last"),
    "visibility": _words("visible hidden collapse"),
}
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
    for part in value:
        if (name in _COLOURED and _is_word(part)) or (part.type == "hash" and _may_be_colour(name)):
            yield from _colour_slips(name, part)
        elif name in _WORDED and _is_word(part) and part.lower_value not in _WORDED[name] | _GLOBAL:
            near = did_you_mean(part.lower_value, _WORDED[name])
            words = ", ".join(sorted(_WORDED[name]))
            yield ValueFault(part, f'{name}: there is no "{part.value}"{near}', f"write one of {words}")
        elif part.type == "number" and part.value and name in _LENGTHS and not in_svg:
            shown = part.representation[:40]
            yield ValueFault(part, f"{name}: {shown} has no unit", f"write {shown}mm, or another unit")
    if not name.startswith("--"):
        yield from _unit_slips(name, value, 0)


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
        near = did_you_mean(part.lower_value, _COMMON_COLOURS)
        yield ValueFault(part, f'{name}: "{part.value}" is no colour{near}', _TELL_A_COLOUR)


def _unit_slips(name: str, parts: Iterable[Any], depth: int) -> Iterator[ValueFault]:
    for part in parts:
        inside = getattr(part, "arguments", None) or getattr(part, "content", None)
        if part.type == "dimension" and part.lower_unit not in _UNITS:
            near = did_you_mean(part.lower_unit, _UNITS)
            yield ValueFault(
                part,
                f'{name}: there is no unit "{part.unit[:40]}"{near}',
                "write mm, pt or another unit of CSS",
            )
        elif isinstance(inside, list) and depth < _DEEPEST:
            yield from _unit_slips(name, inside, depth + 1)
