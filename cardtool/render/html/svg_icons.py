"""Icons from SVG files: what their elements paint, one after the other, joined into a few paths.

Each is made in one colour, and in its own; white in an icon is the paper: in the colour of the text around
it, it is cut out of what is below it. What is not drawn is refused by name and line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace

from cardtool.render.html.svg_elements import (
    Element,
    IconFault,
    Paint,
    Style,
    Stylesheet,
    read_elements,
    read_paint,
)
from cardtool.render.html.svg_outlines import (
    ACROSS,
    SHAPES,
    Matrix,
    Outline,
    ViewBox,
    length,
    moving,
    shape_data,
    transform,
    view_box,
)


@dataclass(frozen=True, slots=True)
class IconLayer:
    """SVG path data, filled by the rule `nonzero`. An empty `colour` is that of the text around the icon."""

    path: str
    colour: str = ""
    opacity: float = 1.0


@dataclass(frozen=True, slots=True)
class Icon:
    """A drawing in a view box.

    `layers` are drawn in the colour of the text around them; `coloured` in colours of their own, one over the
    other. `why_plain` says why there are none of those, where there are none.
    """

    view_box: str
    layers: tuple[IconLayer, ...]
    coloured: tuple[IconLayer, ...] = ()
    why_plain: str = ""

    @property
    def path(self) -> str:
        """The outline of the whole icon, as path data."""
        return " ".join(layer.path for layer in self.layers)


_MOST_DRAWN = 2_000  # elements, those that <use> repeats among them
_DEEPEST = 40
_GROUPS = frozenset({"svg", "g", "a", "switch"})
_SILENT_NAMES = """
title desc metadata style defs symbol clipPath linearGradient radialGradient pattern mask marker filter view
"""
_SILENT = frozenset(_SILENT_NAMES.split())  # what draws nothing where it stands
_ACTIVE = frozenset(
    {"script", "animate", "animateMotion", "animateTransform", "animateColor", "set", "handler"}
)
_NOT_DRAWN = "filter mask marker marker-start marker-mid marker-end transform-origin"
_ADVICE = {
    "text": "turn it into paths in the program that drew it",
    "image": "an icon is drawn by lines; pictures of pixels go into art/",
    "foreignObject": "save the icon as plain SVG",
    "script": "an icon only draws; save it as plain SVG",
}
_URL = re.compile(r"""url\(\s*["']?#([^"')]+)["']?\s*\)""")


@dataclass(frozen=True, slots=True)
class Painted:
    """One thing an icon paints: where, with what, and how much of what is below it covers."""

    outline: Outline
    paint: Paint
    opacity: float
    element: Element


@dataclass(frozen=True, slots=True)
class Place:
    """Where elements are drawn: by this matrix, inside `clip` where there is one, and how opaque."""

    matrix: Matrix
    clip: Outline | None = None
    opacity: float = 1.0

    def inside(self, matrix: Matrix) -> Place:
        return replace(self, matrix=self.matrix.then_inside(matrix))

    def clipped(self, region: Outline) -> Place:
        return replace(self, clip=region if self.clip is None else self.clip.within(region))

    def cut(self, outline: Outline) -> Outline:
        """Return what of an outline is inside the clip."""
        return outline if self.clip is None else outline.within(self.clip)


class Drawing:
    """Draws the elements of one file; `name` is what messages call it."""

    def __init__(self, root: Element, name: str, box: ViewBox) -> None:
        self._root, self._name, self._box = root, name, box
        self._styles = Stylesheet(root, name)
        self._by_id = {each.attributes["id"]: each for each in root.every() if "id" in each.attributes}
        self._drawn = 0

    def painted(self, matrix: Matrix) -> Iterator[Painted]:
        """Yield what is painted, in the order of painting. Raises: IconFault."""
        for element in self._root.every():
            self._refuse_active(element)
        yield from self._draw(self._root, {}, Place(matrix), 0)

    def _refuse_active(self, element: Element) -> None:
        active = next((key for key in element.attributes if key.lower().startswith("on")), "")
        if active or element.tag in _ACTIVE:
            raise self._fault(element, f"it has {active}" if active else "", "script")

    def _fault(self, element: Element, why: str = "", advice: str = "") -> IconFault:
        advice = _ADVICE.get(advice or element.tag, "save it as paths only, in one colour or several")
        said = f"{element.shown}: {why}" if why else f"an icon cannot hold {element.shown}"
        return IconFault(self._name, f"{said}; {advice}", element)

    def _draw(self, element: Element, around: Style, place: Place, depth: int) -> Iterator[Painted]:
        self._drawn += 1
        if depth > _DEEPEST or self._drawn > _MOST_DRAWN:
            raise self._fault(element, "it repeats itself, or draws more than an icon can")
        style = self._styles.style(element, around)
        if style.get("display") == "none":
            return
        try:
            place = self._placed(style, place)
            if element.tag in SHAPES:
                yield from self._shape(element, style, place)
            elif element.tag == "use":
                yield from self._repeated(element, style, place, depth)
            elif element.tag in _GROUPS:
                if element.tag == "svg" and depth:
                    place = self._viewport(element.attributes, place)
                for child in _children(element):
                    yield from self._draw(child, style, place, depth + 1)
            elif element.tag not in _SILENT:
                raise self._fault(element)
        except ValueError as why:
            raise self._fault(element, str(why)) from None

    def _placed(self, style: Style, place: Place) -> Place:
        """Return where an element of this style is drawn. Raises: ValueError."""
        for key in _NOT_DRAWN.split():
            if style.get(key, "none") != "none":
                raise ValueError(f"it has a {key}, which is not drawn")
        if style.get("mix-blend-mode", "normal") != "normal":
            raise ValueError("it has a mix-blend-mode, which is not drawn")
        if style.get("vector-effect", "none") != "none":
            raise ValueError("its stroke keeps its width (vector-effect), which is not drawn")
        if "transform" in style:
            place = place.inside(transform(style["transform"]))
        if style.get("clip-path", "none") != "none":
            place = place.clipped(self._clip(self._target(style["clip-path"], "clipPath"), place.matrix))
        return replace(place, opacity=place.opacity * _share(style.get("opacity", "1")))

    def _target(self, reference: str, *tags: str) -> Element:
        """Return the element that `url(#id)` names. Raises: ValueError."""
        named = _URL.fullmatch(reference.strip())
        if named is None:
            raise ValueError(f"it refers to {reference[:60]}, and an icon holds all it draws")
        found = self._by_id.get(named[1])
        if found is None:
            raise ValueError(f"it refers to {reference[:60]}, which is not there")
        if tags and found.tag not in tags:
            raise ValueError(f"it refers to {found.shown}, which is not drawn")
        return found

    def _used(self, use: Element) -> Element:
        href = use.attributes.get("href", "")
        if not href.startswith("#"):
            raise ValueError(f'it refers to "{href[:60]}", and an icon holds all it draws')
        return self._target(f"url({href})")

    def _clip(self, clip: Element, matrix: Matrix) -> Outline:
        """Return what a clip path lets through, whatever its paint. Raises: ValueError, IconFault."""
        if clip.attributes.get("clipPathUnits", "userSpaceOnUse") != "userSpaceOnUse":
            raise ValueError("its clip path is measured by what it clips, which is not drawn")
        matrix = matrix.then_inside(transform(clip.attributes.get("transform", "")))
        region = Outline()
        for child in clip.children:
            shape = self._used(child) if child.tag == "use" else child
            if shape.tag not in SHAPES | _SILENT:
                raise self._fault(shape)
            style = self._styles.style(shape, {})
            place = matrix.then_inside(transform(style.get("transform", "")))
            data = shape_data(shape.tag, shape.attributes, self._box) if shape.tag in SHAPES else ""
            drawn = Outline.of_data(data)
            region = region.joined(drawn.moved(place).filled(style.get("clip-rule", "nonzero")))
        return region

    def _repeated(self, use: Element, style: Style, place: Place, depth: int) -> Iterator[Painted]:
        target, given = self._used(use), use.attributes
        x, y = length(given.get("x", "0"), self._box.width), length(given.get("y", "0"), self._box.height)
        place = place.inside(moving(x, y))
        if target.tag != "symbol":
            yield from self._draw(target, style, place, depth + 1)
            return
        size = {key: given[key] for key in given.keys() & {"width", "height"}}
        place = self._viewport({**target.attributes, **size}, place)
        for child in target.children:
            yield from self._draw(child, self._styles.style(target, style), place, depth + 1)

    def _viewport(self, attributes: Mapping[str, str], place: Place) -> Place:
        """Return the place of a drawing inside the icon, cut off at its box. Raises: ValueError."""
        given = {"x": "0", "y": "0", "width": "100%", "height": "100%", **attributes}
        x, width = (length(given[key], self._box.width) for key in ("x", "width"))
        y, height = (length(given[key], self._box.height) for key in ("y", "height"))
        frame = Outline.of_data(f"M{x} {y}h{width}v{height}h{-width}z").moved(place.matrix).filled("nonzero")
        inner = moving(x, y)
        if "viewBox" in given:
            aspect = given.get("preserveAspectRatio", "")
            inner = view_box(given["viewBox"]).fitted(x, y, width, height, aspect)
        return place.clipped(frame).inside(inner)

    def _shape(self, element: Element, style: Style, place: Place) -> Iterator[Painted]:
        """Yield the fill of a shape, and its stroke. Raises: ValueError."""
        data = shape_data(element.tag, element.attributes, self._box)
        if style.get("visibility", "visible") != "visible" or place.opacity <= 0 or not data.strip():
            return
        outline = Outline.of_data(data)
        parts = [self._fill(outline, style, place.matrix), self._stroke(outline, style, place.matrix)]
        if style.get("paint-order", "normal").startswith("stroke"):
            parts.reverse()
        for drawn, paint, share in filter(None, parts):
            yield Painted(place.cut(drawn), paint, place.opacity * share, element)

    def _fill(self, outline: Outline, style: Style, matrix: Matrix) -> tuple[Outline, Paint, float] | None:
        paint = self._paint(style.get("fill", "black"), style)
        if paint is None:
            return None
        filled = outline.moved(matrix).filled(style.get("fill-rule", "nonzero"))
        return filled, paint, paint.opacity * _share(style.get("fill-opacity", "1"))

    def _stroke(self, outline: Outline, style: Style, matrix: Matrix) -> tuple[Outline, Paint, float] | None:
        paint = self._paint(style.get("stroke", "none"), style)
        width = length(style.get("stroke-width", "1"), self._box.diagonal)
        if paint is None or width <= 0 or matrix.scale == 0:
            return None
        stroked = outline.stroked(style, width, matrix.scale, self._box)
        return stroked.moved(matrix), paint, paint.opacity * _share(style.get("stroke-opacity", "1"))

    def _paint(self, written: str, style: Style) -> Paint | None:
        if "url(" not in written:
            return read_paint(written, style.get("color", ""))
        self._target(written.partition(")")[0] + ")", "linearGradient", "radialGradient")
        return Paint(None, gradient=True)


def _children(element: Element) -> Sequence[Element]:
    """Return what of an element is drawn: of a `<switch>` the first that needs nothing, else all."""
    if element.tag != "switch":
        return element.children
    wants = ("requiredExtensions", "systemLanguage")
    plain = [
        child
        for child in element.children
        if child.tag != "foreignObject" and not any(key in child.attributes for key in wants)
    ]
    return plain[:1]


def _share(written: str) -> float:
    """Return an opacity, from 0 to 1. Raises: ValueError."""
    value = length(written, 1.0)
    return min(1.0, max(0.0, value))


_PLAIN_PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9eE+\-.,\s]+")


def read_icon(data: bytes, name: str) -> Icon:
    """Read an icon from what is in its SVG file; `name` is what messages call the file.

    Raises: IconFault, a TemplateError, with the line of what cannot be drawn.
    """
    return _Reader(read_elements(data, name), name).icon()


class _Reader:
    """Makes an icon of the elements of one file."""

    def __init__(self, root: Element, name: str) -> None:
        self._root, self._name = root, name
        self._box = self._read_box()
        self._scale = ACROSS / max(self._box.width, self._box.height)

    def icon(self) -> Icon:
        """Return the icon. Raises: IconFault."""
        shown = " ".join(map(_short, astuple(self._box)))
        plain = _plain_path(self._root)
        if plain and _surely_inks(plain, self._box):
            return Icon(shown, (IconLayer(plain),), (IconLayer(plain),))
        whole = Matrix(a=self._scale, d=self._scale).then_inside(moving(-self._box.left, -self._box.top))
        painted = list(Drawing(self._root, self._name, self._box).painted(whole))
        layers = self._silhouette(painted)
        if not layers:
            raise IconFault(self._name, "the icon leaves no ink in its box", self._root)
        coloured, why = self._coloured(painted)
        return Icon(shown, (IconLayer(plain),) if plain else layers, coloured, why)

    def _read_box(self) -> ViewBox:
        attributes = self._root.attributes
        try:
            if "viewBox" in attributes:
                return view_box(attributes["viewBox"])
            width, height = (length(attributes[side], 0) for side in ("width", "height"))
            if width <= 0 or height <= 0:
                raise ValueError(f"{width:g} by {height:g} is no size of an icon")
        except KeyError:
            said = "it has neither a viewBox nor a width and height"
            advice = 'write viewBox="0 0 512 512", with the width and height it is drawn in'
            raise IconFault(self._name, f"{said}; {advice}", self._root) from None
        except ValueError as why:
            raise IconFault(self._name, str(why), self._root) from None
        return ViewBox(0, 0, width, height)

    def _silhouette(self, painted: Sequence[Painted]) -> tuple[IconLayer, ...]:
        """Return all that is painted in one colour; what lets something through is a layer of its own."""
        layers: dict[float, Outline] = {}
        for each in painted:
            share = round(each.opacity, 3)
            if each.paint.is_paper:
                if share >= 0.5:
                    layers = {key: outline.without(each.outline) for key, outline in layers.items()}
            elif share > 0:
                layers[share] = layers[share].joined(each.outline) if share in layers else each.outline
        shown = ((share, self._framed(outline)) for share, outline in layers.items())
        return tuple(self._layer(outline, "", share) for share, outline in shown if not outline.is_empty)

    def _coloured(self, painted: Sequence[Painted]) -> tuple[tuple[IconLayer, ...], str]:
        """Return each thing that is painted in its own colour; or nothing, and why."""
        gradient = next((each.element for each in painted if each.paint.gradient), None)
        if gradient is not None:
            return (), f"{self._name}:{gradient.line}: {gradient.shown} has a gradient"
        shown = ((each, self._framed(each.outline)) for each in painted)
        return tuple(
            self._layer(outline, each.paint.hex, round(each.opacity, 3))
            for each, outline in shown
            if not outline.is_empty
        ), ""

    def _framed(self, outline: Outline) -> Outline:
        """Return the part of an outline that is in the box of the icon."""
        width, height = self._box.width * self._scale, self._box.height * self._scale
        frame = Outline.of_data(f"M0 0h{width}v{height}h{-width}z")
        return outline if outline.lies_in(width, height) else outline.within(frame)

    def _layer(self, outline: Outline, colour: str, share: float) -> IconLayer:
        back = moving(self._box.left, self._box.top).then_inside(Matrix(a=1 / self._scale, d=1 / self._scale))
        decimals = max(0, 2 + math.ceil(math.log10(self._scale)))
        return IconLayer(outline.data(back, decimals), colour, share)


def _short(number: float) -> str:
    return f"{number:.6g}" if abs(number) < 1e5 else f"{number:.1f}"


def _plain_path(root: Element) -> str:
    """Return the paths of an icon that is nothing but paths, as they are written; nothing for any other."""
    found = []
    for element in root.every():
        own = element.attributes.keys() - {"id"}
        if element.tag == "path" and own == {"d"}:
            found.append(element.attributes["d"])
        elif element is root:
            if own - {"viewBox", "width", "height", "version", "x", "y"}:
                return ""
        elif not (element.tag in ("g", "title", "desc") and not own):
            return ""
    return " ".join(found) if all(map(_PLAIN_PATH.fullmatch, found)) else ""


def _surely_inks(path: str, box: ViewBox) -> bool:
    """Return whether a path covers much of its box, as far as its absolute numbers tell.

    It saves Skia the work where an icon has but one path; whatever is in doubt goes there.
    """
    points = re.findall(r"[MLCSQT]\s*(-?\d+\.?\d*)[\s,]*(-?\d+\.?\d*)", path)
    inside = {
        (x, y)
        for x, y in points
        if 0 < float(x) - box.left < box.width and 0 < float(y) - box.top < box.height
    }
    return len(inside) >= 3 and len({x for x, _ in inside}) > 1 and len({y for _, y in inside}) > 1
