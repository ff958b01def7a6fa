"""An icon from what is in its SVG file: in one colour, and in its own.

White in an icon is the paper: in the colour of the text around it, it is cut out of what is below it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import astuple

from cardtool.render.svg.elements import Element, IconFault, read_elements
from cardtool.render.svg.icon_drawing import Drawing, Painted
from cardtool.render.svg.layers import Icon, IconLayer
from cardtool.render.svg.numbers import Matrix, ViewBox, length, moving, view_box
from cardtool.render.svg.outlines import ACROSS, Outline

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
