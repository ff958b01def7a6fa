"""Stylesheets as an engine gets them, and properties and values: which each engine knows, which do harm or
nothing, which a theme fills in.

A game's stylesheet comes behind those that it imports from the templates. Harmful values are addresses of
what may not be loaded or is not there, lengths that nothing has, and divisions by 0. An engine passes over a
property that it does not know without a word. PlutoPrint's are the table of names in the library that its
wheel brings (`libplutobook` 0.20.0, in plutoprint 0.23.0), WeasyPrint's the keys of its tables
`validation.properties.PROPERTIES` and `validation.expanders.EXPANDERS` (WeasyPrint 70), both read in
2026-11. What only `@font-face` and `@counter-style` have is left out.
"""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Any, NamedTuple
from urllib.parse import unquote

import tinycss2

from cardtool.errors import ProjectError, TemplateError
from cardtool.model import Engine, Game, Theme
from cardtool.project import Project, did_you_mean

LARGEST_STYLE = 512 * 1024  # characters
_DEEPEST_STYLE = 40  # brackets inside each other, and stylesheets that import each other
_BRACKET = re.compile(r"[()\[\]{}]")
_NAME = re.compile(r"\w[\w-]*+\.css")
_BEGINNING = re.compile(r"(?:\s|/\*.*?\*/|@(?:charset|import)[^;{}]*;)*", re.DOTALL)
_IMPORT = re.compile(r"/\*.*?\*/|@import\s+([\"'])(?P<name>\w[\w.-]*)\1\s*;", re.DOTALL)


class StyleFile(NamedTuple):
    """One stylesheet among the templates; in its text are spaces where it imports another."""

    name: str
    text: str


def read_stylesheet(project: Project, game: str, name: str) -> str:
    """Return a stylesheet of a game, with what it imports before it.

    Raises: TemplateError when there is none that can be used.
    """
    try:
        files = tuple(style_files(project, game, name))
    except ProjectError as error:
        raise TemplateError(str(error)) from None
    text = "\n".join(file.text for file in files)
    if "</style" in text.lower() or len(text) > LARGEST_STYLE:
        raise TemplateError(f"{project.template_name(game, name)}: not a stylesheet that can be used")
    return text


def style_files(project: Project, game: str, name: str) -> Iterator[StyleFile]:
    """Yield a stylesheet of a game behind those among the templates that it imports, each once.

    Raises: ProjectError when one cannot be read.
    """
    yield from _files_of(project, game, name, set())


def _files_of(project: Project, game: str, name: str, seen: set[str]) -> Iterator[StyleFile]:
    seen.add(name)
    text = project.template_text(game, name)
    fault = (
        f"imports more than {_DEEPEST_STYLE} others" if len(seen) > _DEEPEST_STYLE else _nesting_fault(text)
    )
    if fault:
        raise ProjectError(f"{project.template_name(game, name)}: {fault}")
    for match in _imports(project, game, text):
        if match["name"] not in seen:
            yield from _files_of(project, game, match["name"], seen)
        text = text[: match.start()] + re.sub(r"\S", " ", match[0]) + text[match.end() :]
    yield StyleFile(project.template_name(game, name), text)


def _nesting_fault(text: str) -> str:
    """Return that the brackets of a stylesheet are too deep to be looked into; empty where they are not.

    They are counted first, and where they seem too many, read: some may stand in texts and comments.
    """
    depths = accumulate(1 if sign in "([{" else -1 for sign in _BRACKET.findall(text))
    if max(depths, default=0) <= _DEEPEST_STYLE:
        return ""
    waiting = [(token, 1) for token in tinycss2.parse_component_value_list(text)]
    while waiting:
        token, depth = waiting.pop()
        if depth > _DEEPEST_STYLE:
            return f"more than {_DEEPEST_STYLE} brackets inside each other, in line {token.source_line}"
        inside = getattr(token, "arguments", None) or getattr(token, "content", None) or ()
        waiting += [(each, depth + 1) for each in inside]
    return ""


def _imports(project: Project, game: str, text: str) -> list[re.Match[str]]:
    """Return where a stylesheet imports others that are templates; CSS has imports at the beginning only."""
    beginning = _BEGINNING.match(text)
    found = _IMPORT.finditer(text, 0, beginning.end() if beginning else 0)
    return [match for match in found if match["name"] and _is_template(project, game, match["name"])]


def import_fault(project: Project, game: str, name: str) -> str:
    """Return what is wrong with an `@import` that is left over once those of templates are followed.

    Empty where it is none of a template.
    """
    if _is_template(project, game, name):
        return f"{name} is imported too late: an @import stands before all other rules"
    if _NAME.fullmatch(name):
        folders = " nor ".join(project.name_of(folder) for folder in project.template_folders(game)[:2])
        there = [file.name for folder in project.template_folders(game) for file in folder.glob("*.css")]
        return f"there is no stylesheet {name} in {folders}{did_you_mean(name, there)}"
    return ""


def _is_template(project: Project, game: str, name: str) -> bool:
    return any(os.path.isfile(folder / name) for folder in project.template_folders(game))


_DEFINED = re.compile(r"(?<![\w(-])(--[a-zA-Z_][\w-]*+)\s*+:")
_MADE_UP = re.compile(r"(?<![\w(-])--[\w-]*+\{\{")


def defined_variables(project: Project, game: Game) -> frozenset[str] | None:
    """Return the variables that the theme, and any stylesheet or template, gives a value.

    None where that cannot be known: a template makes up their names, or cannot be read.
    """
    found = set(game.look.theme.variables())
    for folder in project.template_folders(game.id):
        for file in sorted((*folder.glob("*.css"), *folder.glob("*.html"))):
            try:
                text = project.template_text(game.id, file.name)
            except ProjectError:
                return None
            if _MADE_UP.search(text):
                return None
            found.update(_DEFINED.findall(text))
    return frozenset(found)


_KNOWN_TO_BOTH = """
align-content align-items align-self background background-attachment background-clip background-color
background-image background-origin background-position background-repeat background-size block-size border
border-block border-block-color border-block-end border-block-end-color border-block-end-style
border-block-end-width border-block-start border-block-start-color border-block-start-style
border-block-start-width border-block-style border-block-width border-bottom border-bottom-color
border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width border-collapse
border-color border-end-end-radius border-end-start-radius border-inline border-inline-color
border-inline-end border-inline-end-color border-inline-end-style border-inline-end-width
border-inline-start border-inline-start-color border-inline-start-style border-inline-start-width
border-inline-style border-inline-width border-left border-left-color border-left-style border-left-width
border-radius border-right border-right-color border-right-style border-right-width border-spacing
border-start-end-radius border-start-start-radius border-style border-top border-top-color
border-top-left-radius border-top-right-radius border-top-style border-top-width border-width bottom
box-sizing break-after break-before break-inside caption-side clear clip color column-count column-fill
column-gap column-rule column-rule-color column-rule-style column-rule-width column-span column-width
columns content counter-increment counter-reset counter-set direction display empty-cells flex flex-basis
flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family font-feature-settings
font-kerning font-size font-stretch font-style font-variant font-variant-caps font-variant-east-asian
font-variant-ligatures font-variant-numeric font-variant-position font-variation-settings font-weight gap
height hyphens inline-size inset inset-block inset-block-end inset-block-start inset-inline inset-inline-end
inset-inline-start justify-content left letter-spacing line-height list-style list-style-image
list-style-position list-style-type margin margin-block margin-block-end margin-block-start margin-bottom
margin-inline margin-inline-end margin-inline-start margin-left margin-right margin-top max-block-size
max-height max-inline-size max-width min-block-size min-height min-inline-size min-width object-fit
object-position opacity order orphans outline outline-color outline-offset outline-style outline-width
overflow overflow-wrap padding padding-block padding-block-end padding-block-start padding-bottom
padding-inline padding-inline-end padding-inline-start padding-left padding-right padding-top page
page-break-after page-break-before page-break-inside position quotes right row-gap size tab-size
table-layout text-align text-decoration text-decoration-color text-decoration-line text-decoration-style
text-indent text-overflow text-transform top transform transform-origin vertical-align visibility
white-space widows width word-break word-spacing z-index
"""

_ONLY_PLUTOPRINT = """
alignment-baseline baseline-shift clip-path clip-rule column-break-after column-break-before
column-break-inside cx cy dominant-baseline font-variant-emoji marker marker-end marker-mid marker-start
mask mask-type mix-blend-mode r rx ry stop-color stop-opacity text-anchor text-orientation unicode-bidi
vector-effect writing-mode x y
"""

_ONLY_WEASYPRINT = """
anchor appearance bleed bleed-bottom bleed-left bleed-right bleed-top block-ellipsis bookmark-label
bookmark-level bookmark-state border-image border-image-outset border-image-repeat border-image-slice
border-image-source border-image-width box-decoration-break box-shadow color-scheme continue
font-language-override font-variant-alternates footnote-display footnote-policy grid grid-area
grid-auto-columns grid-auto-flow grid-auto-rows grid-column grid-column-end grid-column-gap
grid-column-start grid-gap grid-row grid-row-end grid-row-gap grid-row-start grid-template
grid-template-areas grid-template-columns grid-template-rows hyphenate-character hyphenate-limit-chars
hyphenate-limit-zone image-orientation image-rendering image-resolution justify-items justify-self lang
line-clamp margin-break marks mask-border mask-border-mode mask-border-outset mask-border-repeat
mask-border-slice mask-border-source mask-border-width max-lines place-content place-items place-self
string-set text-align-all text-align-last text-decoration-thickness text-underline-offset word-wrap
"""

# Of SVG, and known to PlutoPrint; where WeasyPrint draws, `SvgColours` of its engine sees to them.
_SVG_PAINT = """
fill fill-opacity fill-rule paint-order stroke stroke-dasharray stroke-dashoffset stroke-linecap
stroke-linejoin stroke-miterlimit stroke-opacity stroke-width
"""

KNOWN_PROPERTIES = {
    Engine.PLUTOPRINT: frozenset((_KNOWN_TO_BOTH + _ONLY_PLUTOPRINT + _SVG_PAINT).split()),
    Engine.WEASYPRINT: frozenset((_KNOWN_TO_BOTH + _ONLY_WEASYPRINT + _SVG_PAINT).split()),
}

_MM_BY_UNIT = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "px": 25.4 / 96, "q": 0.25}
_MM_BY_RELATIVE_UNIT = {
    "em": 4.0,
    "rem": 4.0,
    "ex": 2.0,
    "ch": 2.0,
    "lh": 5.0,
    "vw": 3.0,
    "vh": 3.0,
}  # mm, about
_LONGEST_LENGTH = 20_000.0  # mm; `left: -9999px`, an old way to hide, is not half as much
_LARGEST_FONT = 350.0  # mm: letters as high as A3 is wide
_MATH_FUNCTIONS = frozenset({"calc", "min", "max", "clamp"})
_ADDRESS_FUNCTIONS = frozenset({"url", "src", "image", "image-set", "-webkit-image-set"})
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_SMALLEST_PAGE = 20.0  # mm, as of the paper of a sheet
_DEEPEST = 30


class ValueFault(NamedTuple):
    """What is wrong with a value, at a token of tinycss2's, and what to do."""

    token: Any
    message: str
    fix: str | None = None


def value_faults(name: str, value: Sequence[Any]) -> Iterator[ValueFault]:
    """Yield what is wrong with the lengths and sums of a declaration of this name."""
    for token in _all_tokens(value):
        if token.type in ("dimension", "percentage", "number"):
            yield from _number_faults(name, token)
        elif (
            token.type == "function"
            and token.lower_name in _MATH_FUNCTIONS
            and _divides_by_zero(token.arguments)
        ):
            fix = "divide by something else, or write the length itself"
            yield ValueFault(token, f"{name}: this divides by 0, so it is no length", fix)


def page_rule_faults(declared: Mapping[str, Sequence[Any]]) -> Iterator[ValueFault]:
    """Yield what is wrong with the size and the margins of an `@page` rule, of which these are declared."""
    sides = [token for token in declared.get("size", ()) if token.type in ("dimension", "number")]
    tiny = next((token for token in sides if _length_in_mm(token) < _SMALLEST_PAGE), None)
    if tiny is not None:
        yield ValueFault(tiny, f"size: a page is {_SMALLEST_PAGE:g} mm or more, across and down")
    margins = [token for token in declared.get("margin", ()) if token.type == "dimension"]
    widest = max(margins, key=_length_in_mm, default=None)
    if (
        tiny is None
        and sides
        and widest is not None
        and 2 * _length_in_mm(widest) >= min(map(_length_in_mm, sides))
    ):
        yield ValueFault(widest, "margin: nothing of the page is left between such margins")


def _length_in_mm(token: Any) -> float:
    """Return the length of a token in millimetres, about; 0 where it is none."""
    unit = token.lower_unit if token.type == "dimension" else ""
    return float(token.value) * (_MM_BY_UNIT.get(unit) or _MM_BY_RELATIVE_UNIT.get(unit) or 0.0)


def address_faults(tokens: Sequence[Any], missing: Callable[[str], str]) -> Iterator[ValueFault]:
    """Yield what is wrong with each address among these tokens; `missing` judges that of a file."""
    for token, address in _addresses(tokens):
        yield from _address_fault(token, address, missing)


def import_faults(prelude: Sequence[Any], missing: Callable[[str], str]) -> Iterator[ValueFault]:
    """Yield what is wrong with the address between `@import` and its end, where it is a quoted text."""
    for token in prelude:
        if token.type == "string":
            yield from _address_fault(token, token.value.strip(), missing)


def variable_faults(tokens: Sequence[Any], defined: Collection[str]) -> Iterator[ValueFault]:
    """Yield each variable among these tokens that is asked for without a substitute and never defined."""
    for token in _all_tokens(tokens):
        if token.type == "function" and token.lower_name == "var":
            asked = [part for part in token.arguments if part.type not in ("whitespace", "comment")]
            if len(asked) == 1 and asked[0].type == "ident" and asked[0].value not in defined:
                near = did_you_mean(asked[0].value, defined)
                message = f"nothing says what {asked[0].value[:80]} is{near}"
                yield ValueFault(token, message, "give it in the theme, or in the stylesheet: --name: value")


def added_texts(tokens: Sequence[Any]) -> Iterator[tuple[Any, str]]:
    """Yield what these tokens of a stylesheet add to the texts of a face, as PlutoPrint draws it."""
    name = last = ""
    for token in _all_tokens(tokens):
        if token == ":":
            name = last
        elif token == ";" or token.type in ("{} block", "[] block"):
            name = ""
        elif token.type == "string" and name in _ADDING:
            yield token, token.value
        elif token.type == "ident":
            last = token.lower_value
            if name in ("list-style", "list-style-type") and last in _MARKERS:
                yield token, _MARKERS[last]


def _address_fault(token: Any, address: str, missing: Callable[[str], str]) -> Iterator[ValueFault]:
    if address.startswith(("#", "data:image/", "data:font/")):
        return
    written = getattr(token, "representation", "")
    if "\\" not in written and _SCHEME.match(address):
        what = f"may not load {address[:80]}: only files of the project are loaded"
        yield ValueFault(token, what, "keep it in cards/ or templates/")
    elif "\\" in written and missing(unquote(address)):
        fix = "write / between the names of folders and files"
        yield ValueFault(token, "url(…): a \\ has a meaning of its own in a stylesheet", fix)
    elif fault := missing(unquote(address)):
        yield ValueFault(token, fault)


def _addresses(tokens: Iterable[Any]) -> Iterator[tuple[Any, str]]:
    for token in _all_tokens(tokens):
        if token.type == "url":
            yield token, token.value.strip()
        elif token.type == "function" and token.lower_name in _ADDRESS_FUNCTIONS:
            yield from ((part, part.value.strip()) for part in token.arguments if part.type == "string")


def _all_tokens(tokens: Iterable[Any], depth: int = 0) -> Iterator[Any]:
    """Yield the tokens, and those inside functions and brackets."""
    for token in tokens:
        yield token
        inside = getattr(token, "arguments", None) or getattr(token, "content", None)
        if inside and not isinstance(inside, str) and depth < _DEEPEST:
            yield from _all_tokens(inside, depth + 1)


def _number_faults(name: str, token: Any) -> Iterator[ValueFault]:
    if not math.isfinite(token.value):
        yield ValueFault(token, f"{name}: {token.representation[:40]} is no number that can be used")
        return
    unit = token.lower_unit if token.type == "dimension" else ""
    mm = abs(_length_in_mm(token))
    shown = f"{token.representation[:40]}{unit}"
    if name == "font-size" and mm > _LARGEST_FONT:
        yield ValueFault(token, f"{name}: letters of {shown} go on no card", "write a size such as 9pt")
    elif mm > _LONGEST_LENGTH:
        yield ValueFault(token, f"{name}: {shown} is longer than anything that is printed")


def _divides_by_zero(tokens: Sequence[Any], depth: int = 0) -> bool:
    written = [token for token in tokens if token.type not in ("whitespace", "comment")]
    if any(before == "/" and getattr(token, "value", None) == 0 for before, token in pairwise(written)):
        return True
    inside = (token for token in written if depth < _DEEPEST and token.type in ("() block", "function"))
    parts = (token.arguments if token.type == "function" else token.content for token in inside)
    return any(_divides_by_zero(part, depth + 1) for part in parts)


_ADDING = frozenset({"content", "list-style", "list-style-type"})
_MARKERS = {"disc": "•", "circle": "◦", "square": "▪"}  # letters, for PlutoPrint
_CSS_VARIABLE = re.compile(r"var\(\s*(--[a-z][a-z0-9-]*)\s*\)")


def apply_theme(style: str, theme: Theme) -> str:
    """Return a stylesheet with what a theme says in place of its variables; others are left to the engine."""
    values = theme.variables()
    return _CSS_VARIABLE.sub(lambda match: values.get(match[1], match[0]), style)
