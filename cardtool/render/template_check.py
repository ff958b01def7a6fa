"""What the templates of faces ask for in SVG and in style="…" that PlutoPrint passes over or draws otherwise.

Reads templates as they are written, not as they are filled in: what stands between the brackets of Jinja is
taken for a word that may be anything, and colours and lengths with such brackets in them for right.
Templates that only the rulebook uses are left to WeasyPrint.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from html.parser import HTMLParser
from itertools import chain, islice
from typing import Any, NamedTuple

import tinycss2

from cardtool.errors import ProjectError
from cardtool.finding import Finding
from cardtool.model import Engine, Game, Source
from cardtool.project import Project, did_you_mean
from cardtool.render.css import StyleFile, defined_variables, style_files, variable_faults
from cardtool.render.css_values import WORDS, ignored_values, slips
from cardtool.render.fonts import family_names, font_files, is_variable, weight_and_slant
from cardtool.render.layout_rules import NOT_DRAWN, unknown_fonts
from cardtool.render.style_check import style_faults

_JINJA = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
_USED = re.compile(r"\{%-?\s*(?:include|import|from|extends)\s+\[?\s*([\"'])([^\"']+)\1")
_FILLED_IN_ALL = re.compile(r"x{4,}+|\t++")
_FILLED_IN = re.compile(r"xxxx|\t")  # what is left where Jinja's brackets stood
_FONT_IN_TEMPLATE = re.compile(r"font-family|font\s*[:=]")
_EMPHASES = (  # what it is called, how a text has it, and a stylesheet that sees to it
    ("bold", re.compile(r"(?<![*\w])\*\*(?=[^\s*])"), re.compile(r"(?<![\w.#-])(?:b|strong)\s*+[{,.:]")),
    ("italic", re.compile(r"(?<![*\w])\*(?=[^\s*])"), re.compile(r"(?<![\w.#-])(?:i|em)\s*+[{,.:]")),
)
_PAINTS = frozenset({"color", "fill", "stroke", "stop-color"})
_OTHERWISE = re.compile(r"\{%-?\s*el(?:se|if)\b")
_LARGEST_TEMPLATE = 2_000_000
_MOST_FAULTS = 50
_MOST_TEMPLATES = 200

_PIXELS = "it is printed as pixels, with soft edges"
_ELEMENTS: Mapping[str, tuple[str, str]] = {
    "pattern": (
        "<pattern> has tiles of whole units only: 1.5 becomes 2, and programs fit tiles to their pixels",
        "fill with draw.hatching, draw.dots or other paths",
    ),
    "mask": (f"<mask>: {_PIXELS}", "clip with a <clipPath> of one path, or cut the shape with draw.without"),
    "filter": ("<filter> is passed over", "draw the shadow as a path, or use a picture"),
    "switch": ("nothing inside a <switch> is drawn", "choose with {% if %} in the template"),
}
_ATTRIBUTES: Mapping[str, tuple[str, str]] = {
    "filter": ("filter is passed over", "draw the shadow as a path, or use a picture"),
    "pathlength": ("pathLength is passed over", "give dashes in the units of the path, or use draw.stitches"),
    "vector-effect": ("vector-effect is passed over", "give the stroke its width after scaling"),
    "transform-origin": (
        "the attribute transform-origin is passed over",
        "name the point in the transform: rotate(30 20 15)",
    ),
    "xml:space": ("xml:space is passed over", "place the parts of the text with x or dx"),
}
_ORDINARY = frozenset({"none", "normal", "default", "fill", "fill stroke", "fill stroke markers", ""})
_CLIP_PARTS: Mapping[str, tuple[str, str]] = {
    "text": (f"text in a <clipPath>: {_PIXELS}", "clip with a path, such as icon_path(…)"),
    "g": ("a <clipPath> with a <g> in it lets nothing through", "put one path into the <clipPath>"),
}
_SEVERAL_IN_CLIP = (
    f"a <clipPath> of several shapes: {_PIXELS}",
    "put them into the d of one path, or join them with draw.joined",
)
_CLIPPED_CLIP = (f"a <clipPath> that is clipped itself: {_PIXELS}", "cut one shape out with draw.common")
_SHAPE_NAMES = """
path rect circle ellipse line polygon polyline text tspan textpath use g svg image symbol
"""
_SVG_SHAPES = frozenset(_SHAPE_NAMES.split())
_SHAPE_STYLES: Mapping[
    str, str
] = {  # properties that SVG's shapes take as attributes only, and HTML in a style
    "transform": "write it as an attribute: transform=…",
    "transform-origin": "name the point in the attribute transform: rotate(30 20 15)",
    "width": "write it as an attribute: width=…",
    "height": "write it as an attribute: height=…",
}
_HTML_STYLES: Mapping[str, str] = {  # properties that shapes of SVG have, and boxes of HTML lack
    "clip-path": "clip a shape of SVG, or give the box overflow: hidden and a border-radius",
    "mask": "cut a shape of SVG",
    "writing-mode": "turn the box, or set the text in SVG",
}
_SVG_UNIT = re.compile(
    r"\b(?:rotate|skew[xy]|scale|translate)\(\s*-?[\d.]+(?:deg|rad|turn|grad|px|mm|%)", re.I
)


_SVG_ELEMENTS = _SVG_SHAPES | frozenset(WORDS["@svg elements"])
_SVG_ATTRIBUTES = frozenset(WORDS["@svg attributes"])
_VALUED = _PAINTS | frozenset(WORDS["@valued"])
_TRANSFORMS = frozenset({"matrix", "translate", "scale", "rotate", "skewx", "skewy"})
_CALLED = re.compile(r"([a-zA-Z]++)\s*+\(")
_ID = re.compile(r"""\sid\s*=\s*["']([^"']*)""")
_REFERENCE = re.compile(
    r"""url\(\s*+["']?#([^"')]*+)["']?\s*+\)\s*+(?=$|[;!])"""
)  # with nothing in its place
_PATH_STEP = re.compile(r"([a-df-zA-DF-Z])([^a-df-zA-DF-Z]*)")
_NUMBER = re.compile(r"[-+]?(?:\d++\.?\d*+|\.\d++)(?:[eE][-+]?\d++)?")
_PATH_NUMBERS = {
    "m": 2,
    "l": 2,
    "h": 1,
    "v": 1,
    "c": 6,
    "s": 4,
    "q": 4,
    "t": 2,
    "a": 1,
}  # flags of arcs touch


def written_faults(project: Project, game: Game) -> Iterator[Finding]:
    """Yield what is wrong with the stylesheets and templates of a game, as they are written."""
    yield from unknown_fonts(project, game)
    yield from style_faults(project, game)
    yield from template_faults(project, game)
    if (game.look.engine or Engine.PLUTOPRINT) is Engine.PLUTOPRINT:
        yield from _plain_emphasis(project, game)


def _plain_emphasis(project: Project, game: Game) -> Iterator[Finding]:
    """Yield each emphasis of card texts that is printed plain: no font that the stylesheet names has it."""
    templates = "".join(_face_templates(project, game).values())
    with suppress(ProjectError, ValueError):
        files = tuple(style_files(project, game.id, game.look.style))
        if "rich(" not in templates or _FONT_IN_TEMPLATE.search(templates):
            return
        fonts = _fonts_by_family(project)
        named = _named_families("\n".join(file.text for file in files), fonts)
        if not named:
            return
        lacking = set.intersection(*(set(_lacks(fonts[each])) for each in named))
        for what, sign, styled in _EMPHASES:
            if what not in lacking or any(styled.search(file.text) for file in files):
                continue
            texts = ((card, text) for card in game.cards for _, text in card.fields.items())
            card = next((card for card, text in texts if isinstance(text, str) and sign.search(text)), None)
            if card is not None:
                place, font = _place_of(min(named), files)
                message = f"{font} has no {what}, and prints it plain, as in “{card.name}”"
                fix = "use a font that has it, or give the element a look of its own in the stylesheet"
                yield NOT_DRAWN.found(place, message, fix)


def _place_of(family: str, files: Sequence[StyleFile]) -> tuple[Source, str]:
    """Return where stylesheets name a family first, and how they write it."""
    for file in files:
        if (at := file.text.lower().find(family)) >= 0:
            line, column = file.text.count("\n", 0, at) + 1, at - file.text.rfind("\n", 0, at)
            return Source(file.name, line, column), file.text[at : at + len(family)]
    return Source(files[-1].name), family


def template_faults(project: Project, game: Game) -> Iterator[Finding]:
    """Yield what PlutoPrint does not draw of the game's faces, where it draws them."""
    if (game.look.engine or Engine.PLUTOPRINT) is not Engine.PLUTOPRINT:
        return
    defined = defined_variables(project, game)
    templates = _face_templates(project, game)
    ids = frozenset(chain.from_iterable(_ID.findall(_without_jinja(text)) for text in templates.values()))
    for name, text in templates.items():
        file = project.template_name(game.id, name)
        reader = _LimitReader(text, defined, ids)
        reader.feed(_without_jinja(text))
        reader.close()
        for line, column, what, fix in islice(reader.found, _MOST_FAULTS):
            yield NOT_DRAWN.found(Source(file, line, column), what, fix)


def _face_templates(project: Project, game: Game) -> dict[str, str]:
    """Return the templates of faces and figures by name, and those that they include and import."""
    faces = [face.template for kind in game.kinds for face in (kind.front, kind.back) if face is not None]
    figures = game.look.book.figures.values() if game.look.book else ()
    waiting = [*faces, *(figure.template for figure in figures)]
    read: dict[str, str] = {}
    while waiting and len(read) < _MOST_TEMPLATES:
        name = waiting.pop(0)
        if name not in read:
            try:
                read[name] = project.template_text(game.id, name)[:_LARGEST_TEMPLATE]
            except ProjectError:
                read[name] = ""  # told by whoever has to use the file
            waiting += [used[2] for used in _USED.finditer(read[name])]
    return read


def _without_jinja(text: str) -> str:
    """Return a template with x in place of each expression and tabs in that of each statement.

    Everything is at its line and column.
    """

    def word(found: re.Match[str]) -> str:
        letter = "x" if found[0].startswith("{{") else "\t"
        return re.sub(r"[^\n]", letter, found[0])

    return _JINJA.sub(word, text)


def _path_fault(data: str) -> str:
    """Return what is wrong with the data of a path; empty where it is drawn whole."""
    if data and data[0] not in "Mm":
        return f'the path "{data[:20]}" does not begin with M, and so is not drawn'
    for step, written in _PATH_STEP.findall(data):
        numbers, rest = _NUMBER.findall(written), _NUMBER.sub("", written).replace(",", "").strip()
        wanted = _PATH_NUMBERS.get(step.lower(), 0)
        if rest or step not in "MmZzLlHhVvCcSsQqTtAa":
            return f'the path ends before "{step}{written[:20].rstrip()}", which it cannot have'
        if wanted and (not numbers or len(numbers) % wanted):
            return f'the path ends before "{step}{written[:20].rstrip()}": {step} takes {wanted} numbers'
    return ""


class _LimitReader(HTMLParser):
    """Gathers what is not drawn as it stands: line, column, what, and what to do instead."""

    def __init__(self, template: str, defined: frozenset[str] | None, ids: frozenset[str]) -> None:
        """`defined` are variables with a value, where that is known, `ids` those of all that is drawn."""
        super().__init__(convert_charrefs=True)
        self._defined = defined
        self._ids = {name for name in ids if not _FILLED_IN.search(name)}
        self._made_ids = [_FILLED_IN_ALL.split(name) for name in ids if _FILLED_IN.search(name)]
        self._lines = template.split("\n")
        self.found: list[tuple[int, int, str, str]] = []
        self._drawing = 0
        self._clip: list[tuple[int, int]] | None = None  # where the shapes of the open <clipPath> stand

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if tag in _ELEMENTS and (self._drawing or tag in ("pattern", "mask")):
            self._tell(*_ELEMENTS[tag])
        self._look_into_clip(tag, attributes)
        if self._drawing and tag not in _SVG_ELEMENTS and (near := did_you_mean(tag, _SVG_ELEMENTS)):
            self._add(f"SVG has no <{tag[:40]}>{near}", "")
        for name, value in attributes.items():
            try:
                self._look_at_attribute(tag, name, value)
            except RecursionError:
                self._add(f"this {name} is nested too deeply to be drawn", "take brackets out of it")
        self._drawing += tag == "svg"

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        self._drawing -= tag == "svg" and self._drawing > 0
        if tag == "clippath":
            self._clip = None

    def _tell(self, what: str, fix: str) -> None:
        self._add(f"PlutoPrint, which draws the faces: {what}", fix)

    def _add(self, message: str, fix: str) -> None:
        line, offset = self.getpos()
        self.found.append((line, offset + 1, message, fix))

    def _look_into_clip(self, tag: str, attributes: Mapping[str, str]) -> None:
        if tag == "clippath":
            self._clip = []
            if attributes.get("clip-path", "none") != "none":
                self._tell(*_CLIPPED_CLIP)
        elif self._clip is not None and tag in _CLIP_PARTS:
            self._tell(*_CLIP_PARTS[tag])
        elif self._clip is not None and tag in _SVG_SHAPES:
            self._clip.append(self.getpos())
            if len(self._clip) == 2 and not self._are_alternatives(*self._clip):
                self._tell(*_SEVERAL_IN_CLIP)

    def _are_alternatives(self, first: tuple[int, int], second: tuple[int, int]) -> bool:
        """Return whether a template draws one of two shapes or the other."""
        between = self._lines[first[0] - 1 : second[0]]
        between[-1] = between[-1][: second[1]]
        between[0] = between[0][first[1] :]
        return _OTHERWISE.search("\n".join(between)) is not None

    def _look_at_attribute(self, tag: str, name: str, value: str) -> None:
        is_shape = tag in _SVG_SHAPES and (self._drawing > 0 or tag == "svg")
        if name in _VALUED and (tag in _SVG_SHAPES or tag == "stop"):  # in a macro, too, which opens no <svg>
            self._look_for_slips(name, value, in_svg=True)
        if tag in _SVG_SHAPES or self._drawing:
            self._look_at_svg(tag, name, value)
        if name == "style":
            self._look_at_style(tag, value)
        elif not is_shape or value.strip() in _ORDINARY:
            return
        elif name in _ATTRIBUTES:
            self._tell(*_ATTRIBUTES[name])
        elif name == "paint-order":
            self._tell("paint-order is passed over", "draw the path twice: its stroke, then its fill")
        elif name in ("fill", "stroke") and value in ("context-fill", "context-stroke"):
            self._tell(f"{value} is drawn black", "give the marker the colour itself")
        elif name == "transform" and (unit := _SVG_UNIT.search(value)):
            self._tell(f"the transform {unit[0]}…) is passed over", "write bare numbers in SVG: rotate(20)")
        elif tag == "textpath" and name in ("path", "side"):
            self._tell(
                f"{name} of a <textPath> is passed over", "name a <path> of the right direction by href"
            )

    def _look_at_svg(self, tag: str, name: str, value: str) -> None:
        """Tell of an attribute that SVG does not have, and of a value that draws nothing, or half."""
        is_own = tag.startswith("fe") or _FILLED_IN.search(name) or ":" in name or name.startswith("data-")
        if name not in _SVG_ATTRIBUTES and not is_own:
            for near in get_close_matches(name[:40], _SVG_ATTRIBUTES, 1, 0.75):
                self._add(f'<{tag[:40]}> has no {name[:40]} (did you mean "{near}"?)', "")
        wanted = _REFERENCE.findall(value) if name != "filter" else []
        if name in ("href", "xlink:href") and value.startswith("#"):
            wanted.append(value[1:])
        for id in wanted:
            if not self._may_be_there(id):
                self._add(f"nothing has the id {id[:40]}{did_you_mean(id, self._ids)}", "")
        if name in ("transform", "gradienttransform", "patterntransform"):
            for called in _CALLED.findall(value):
                if called.lower() not in _TRANSFORMS and not _FILLED_IN.search(called):
                    near = did_you_mean(called, _TRANSFORMS)
                    self._add(f"{name}: there is no {called[:40]}(…) in SVG{near}", "")
        elif (
            name == "d"
            and tag == "path"
            and not _FILLED_IN.search(value)
            and (fault := _path_fault(value.strip()))
        ):
            self._add(fault, "")

    def _may_be_there(self, id: str) -> bool:
        """Return whether an id is that of something, or may be once templates are filled in."""
        made = any(id.startswith(parts[0]) and id.endswith(parts[-1]) for parts in self._made_ids)
        return id in self._ids or made or _FILLED_IN.search(id) is not None

    def _look_for_slips(self, name: str, value: str, *, in_svg: bool) -> None:
        """Tell what CSS does not have in a value, where all of it stands in the template."""
        if _FILLED_IN.search(value) is None:
            parts = tinycss2.parse_component_value_list(value)
            unknown = () if self._defined is None else variable_faults(parts, self._defined)
            for _, message, fix in (*slips(name, parts, in_svg=in_svg), *unknown):
                self._add(message, fix or "")

    def _look_at_style(self, tag: str, value: str) -> None:
        in_svg = self._drawing > 0 or tag == "svg"
        is_shape = in_svg and tag in _SVG_SHAPES and tag != "svg"
        for each in tinycss2.parse_blocks_contents(value, skip_comments=True, skip_whitespace=True):
            if each.type != "declaration":
                continue
            name = each.lower_name
            self._look_for_slips(name, tinycss2.serialize(each.value), in_svg=in_svg or tag in _SVG_SHAPES)
            if is_shape and name in _SHAPE_STYLES:
                self._tell(f"{name} in the style of a shape of SVG is passed over", _SHAPE_STYLES[name])
            elif not in_svg and name in _HTML_STYLES and each.value:
                self._tell(f"{name} is passed over on what is no SVG", _HTML_STYLES[name])
            else:
                for limit in ignored_values(name, each.value):
                    self._tell(f"{limit.what} is passed over", limit.fix)


_WHOLE = frozenset(("*", ":root", "html", "body", ".face"))  # selectors of what every letter is in
_SHORTHAND = re.compile(r"(?:^|\s)[\d.]+[a-z%]*(?:\s*/\s*\S+)?\s+(?P<family>\D.*)")
_SPACES = re.compile(r"\s+")


class _FontRule(NamedTuple):
    """What a rule of a stylesheet holds for, and the families it names; None where one is not to be told."""

    selectors: Sequence[str]
    families: Sequence[str | None]


def _named_families(style: str, known: Collection[str]) -> frozenset[str] | None:
    """Return the families a stylesheet names, in small letters; None where some text may be in another."""
    parsed = tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True)
    rules = list(map(_read_font_rule, parsed))
    named = [family for rule in rules for family in rule.families]
    is_whole = any(rule.families and not _WHOLE.isdisjoint(rule.selectors) for rule in rules)
    found = frozenset(family for family in named if family)
    return found if is_whole and None not in named and found <= set(known) else None


def _fonts_by_family(project: Project) -> Mapping[str, Sequence[bytes]]:
    fonts: defaultdict[str, list[bytes]] = defaultdict(list)
    for content in (file.read_bytes() for file in font_files(project)):
        for family in family_names(content):
            fonts[family.casefold()].append(content)
    return fonts


def _lacks(fonts: Sequence[bytes]) -> tuple[str, ...]:
    """Return what of `bold` and `italic` the fonts of a family have not. Raises: ValueError."""
    if any(map(is_variable, fonts)):
        return ()
    weights, slants = zip(*map(weight_and_slant, fonts), strict=True)
    return (*(("bold",) if len(set(weights)) == 1 else ()), *(() if any(slants) else ("italic",)))


def _read_font_rule(rule: Any) -> _FontRule:
    if rule.type != "qualified-rule":
        return _FontRule(("*",), (None,)) if _may_name_fonts(rule) else _FontRule((), ())
    families: list[str | None] = []
    for each in tinycss2.parse_blocks_contents(rule.content, skip_comments=True, skip_whitespace=True):
        if each.type != "declaration":
            families += [None] if _may_name_fonts(each) else []
        elif each.lower_name in ("font", "font-family", "all"):
            families += _family_of(each)
        elif each.lower_name == "content":
            is_plain = all(token.type in ("string", "whitespace") for token in each.value)
            families += [] if is_plain or _text_of(each) in ("none", "normal") else [None]
    selectors = [part.strip() for part in tinycss2.serialize(rule.prelude).lower().split(",")]
    return _FontRule(selectors, families)


def _family_of(declaration: Any) -> Sequence[str | None]:
    """Return the first family a declaration names, as fonts are noted; none when it leaves that as it was."""
    value = _text_of(declaration)
    if value == "inherit" and declaration.lower_name != "all":
        return ()
    first = value.partition(",")[0]
    if declaration.lower_name == "font":
        shorthand = _SHORTHAND.search(first)
        first = shorthand["family"] if shorthand else ""
    return (first.strip().strip("\"'") or None,)


def _text_of(declaration: Any) -> str:
    return _SPACES.sub(" ", tinycss2.serialize(declaration.value)).strip().lower()


def _may_name_fonts(rule: Any) -> bool:
    """Return whether something that is no plain rule has to do with fonts, or with text."""
    text = tinycss2.serialize([rule]).lower() if rule.type != "error" else "font"
    return rule.type not in ("comment", "whitespace") and ("font" in text or "content" in text)
