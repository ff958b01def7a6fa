"""What templates call: `fit`, the text boxes that make their text fit; `cut` and `draw`, the drawing.

Measuring costs more than all the rest of filling a template in. So until a face is done, a mark stands in
its HTML for each box, and only the boxes somebody asks about are measured by themselves. Art is not
measured, though it takes most of the time of a rich face: where faces are only measured, `cut` draws no
line, and answers only what a template reckons with, such as where an icon stands and how large it is. `draw`
answers as ever: what it answers is reckoned with by other drawing, and its refusals are to be told early.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from markupsafe import Markup, escape

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.project import did_you_mean
from cardtool.render.batch import SizeMap
from cardtool.render.html.fit import Measure, TextBox, fit_steps
from cardtool.render.safe_html import refuse_unprintable

_BOX_MARK = re.compile(
    "\ufdd0([0-9]{1,5})\ufdd1"
)  # code points that no text can hold: they are no characters


class FitMark(Markup):
    """The mark of a text box in HTML; `height` and `width` are what its text takes, in mm."""

    box: TextBox

    @property
    def height(self) -> float:
        return self.box.reported_size().height

    @property
    def width(self) -> float:
        return self.box.reported_size().width


class FitMacro:
    """The text boxes of one face. `scope` is the class attribute of the face around them.

    Where nothing is `printed`, and texts are only to be measured, none is narrowed: it takes no more room.
    """

    def __init__(
        self, measure: Measure, scope: str = "", sizes: SizeMap | None = None, *, printed: bool = True
    ) -> None:
        self.measure, self.scope, self.sizes, self.printed = measure, scope, sizes or {}, printed
        self.boxes: list[TextBox] = []

    def fit(
        self,
        box: str,
        html: str = "",
        *,
        width: float,
        height: float,
        size: float,
        leading: float = 1.2,
        tightest: float | None = None,
        smallest: float | None = None,
        balance: float = 1.0,
        cls: str = "",
        optional: bool = False,
        caller: Callable[[], str] | None = None,
    ) -> FitMark:
        """Return a box of this width in mm, its text of this size in pt; `box` is what to call it.

        A text higher than `height` or wider than `width`, both in mm, is set tighter and then smaller, as
        far as `tightest` and `smallest` go; then it overflows, or is left out where it is `optional`. Where
        there is less than nothing left, there is no room. A text
        of several lines may be narrowed, to the share `balance` of the width at most, where that costs no
        further line.

        Raises: TemplateError for steps that cannot be.
        """
        text = fill_marks(escape(caller() if caller else html), self.boxes)
        refuse_unprintable(text)
        made = TextBox(
            box,
            text,
            room=Size(max(float(width), 0.0), max(float(height), 0.0)),
            steps=fit_steps(size, leading, tightest, smallest),
            balance=float(balance),
            look=escape(f"fit {cls}".strip()),
            scope=escape(self.scope),
            measure=self.measure,
            sizes=self.sizes,
            printed=self.printed,
            optional=optional,
        )
        self.boxes.append(made)
        fitted = FitMark(f"\ufdd0{len(self.boxes) - 1}\ufdd1")
        fitted.box = made
        return fitted


def fill_marks(html: str, boxes: Sequence[TextBox]) -> str:
    """Return the HTML with its boxes in place of their marks."""

    def box(mark: re.Match[str]) -> str:
        number = int(mark[1])
        return boxes[number].html if number < len(boxes) else ""

    return _BOX_MARK.sub(box, html) if "\ufdd0" in html else html


Tool = Callable[..., Any]

_MEASURING_TOOLS = ("Cut", "extent", "stand")


class PlainDrawing:
    """The tools of `cardtool.art.drawing`, imported by the first template that draws."""

    def __getattr__(self, name: str) -> Tool:
        from cardtool.art.drawing import TOOLS

        if name not in TOOLS:
            raise TemplateError(f"there is no draw.{name}{did_you_mean(name, TOOLS)}")
        return TOOLS[name]


class WoodcutArt:
    """The tools of `cardtool.render.woodcut`, imported by the first template that carves."""

    def __getattr__(self, name: str) -> Tool:
        return _woodcut_tool(name)


class NullArt:
    """The same tools: they take the same and refuse the same, and answer with nothing to print."""

    def __getattr__(self, name: str) -> Tool:
        return _woodcut_tool(name) if name in _MEASURING_TOOLS else _null_tool(name)


def _woodcut_tool(name: str) -> Tool:
    from cardtool.art import woodcut

    if name not in woodcut.__all__:
        raise AttributeError(name)
    tool: Tool = getattr(woodcut, name)
    return tool


@cache
def _null_tool(name: str) -> Tool:
    """Return a tool that draws nothing.

    It raises TypeError when it is not asked as it must be, KeyError for a drawing nobody has made.
    """
    tool = _woodcut_tool(name)
    asked, drawings, nothing = inspect.signature(tool), _named_drawings(name), _empty_answer(tool)

    @cache
    def judge(count: int, names: tuple[str, ...]) -> None:
        asked.bind(*range(count), **dict.fromkeys(names))

    def blunt(*wishes: Any, **named: Any) -> Any:
        judge(len(wishes), tuple(named))
        if drawings is not None:
            drawings[wishes[0] if wishes else named["name"]]
        return nothing

    return blunt


def _named_drawings(name: str) -> Mapping[str, Any] | None:
    """Return the drawings that can be asked for by name; None where a tool makes but one."""
    from cardtool.art.woodcut.lands import GROUNDS
    from cardtool.art.woodcut.skies import SKIES, WEATHERS

    named: dict[str, Mapping[str, Any]] = {"ground": GROUNDS, "sky": SKIES, "weather": WEATHERS}
    return named.get(name)


def _empty_answer(tool: Tool) -> Any:
    """Return an answer of the tool's own kind, without a line in it."""
    from cardtool.art.woodcut.lands import Ground
    from cardtool.art.woodcut.silhouettes import Parted

    answers = {"str": "", "list[Cut]": (), "float": 0.0, "Ground": Ground([], []), "Parted": Parted((), "")}
    return answers[tool.__annotations__["return"]]
