"""Text boxes that know how much room their text takes: the `fit` of templates.

Measuring costs more than all the rest of filling a template in. So a box is measured when somebody asks
about it, and whether all is well is asked of many boxes at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from markupsafe import Markup, escape

from cardtool.geometry import Size
from cardtool.render.batch import Overflow

__all__ = ["Boxes", "Fitted", "Measure", "TextBox", "all_fit"]

Measure = Callable[[str, float], Size]
"""HTML and the width in mm it is given → the room it takes, in mm."""

_SLACK = 0.05  # mm; less than a reader or a printer can tell
_SIDE_SLACK = 0.5  # mm; an engine counts the side bearing of a last letter as room taken
_ALONE = "position:static;width:auto;height:auto;overflow:visible"
_FOOT = 5.0  # mm below a stack: letters hang below their last line, which makes no box higher
_MOST_TOGETHER = 1000.0  # mm of boxes, one below the other, that are measured together


class TextBox:
    """A text in a box `width` mm wide, for which there are `height` mm. `name` is what to call it."""

    def __init__(
        self, name: str, text: str, *, width: float, height: float, look: str, scope: str, measure: Measure
    ) -> None:
        """`look` holds the attributes of the box, its style last and left open; `scope` is as in `Boxes`."""
        self.name, self.width, self.height = name, width, height
        self._text, self._look, self._scope, self._measure = text, look, scope, measure

    @property
    def html(self) -> str:
        """The box as it is printed."""
        return f'<div {self._look}">{self._text}</div>'

    @cached_property
    def down(self) -> float:
        """The height its text takes, in mm."""
        return self._measure(self._alone(";overflow:hidden"), self.width).height

    @cached_property
    def overflow(self) -> Overflow | None:
        """By how much the text is larger than the box; None where it fits."""
        across = self._measure(self._alone(), self.width).width - self.width
        if self.down - self.height > _SLACK or across > _SIDE_SLACK:
            too_high = max(self.down - self.height, 0.0)
            return Overflow(self.name, too_high, across if across > _SIDE_SLACK else 0.0)
        return None

    @property
    def least(self) -> float:
        """The height below which the box needs no judging: what it may take, or is known to take."""
        return min(self.height, self.down) if "down" in self.__dict__ else self.height

    def stacked(self, widest: float) -> str:
        """The box as one of many: as high as it may be or higher, and ending `widest` mm from the left."""
        style = f"display:flow-root;min-height:{self.least:.4f}mm;padding-left:{widest - self.width:.4f}mm"
        return f'<div style="{style}">{self._alone()}</div>'

    def _alone(self, style: str = "") -> str:
        """The box by itself, under the rules of the stylesheet for its face."""
        box = f'<div {self._look}{style};position:static">{self._text}</div>'
        return f'<div class="{self._scope}" style="{_ALONE}">{box}</div>'


class Fitted(Markup):
    """The HTML of a text box; `height` is what its text takes, in mm."""

    box: TextBox

    @property
    def height(self) -> float:
        return self.box.down


class Boxes:
    """The text boxes of one face. `scope` is the class attribute of the face around them."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.scope = ""
        self.made: list[TextBox] = []

    def begin(self, scope: str) -> None:
        """Forget the boxes of the last face."""
        self.scope, self.made = scope, []

    def fit(
        self,
        box: str,
        html: str = "",
        *,
        width: float,
        height: float,
        size: float,
        leading: float = 1.2,
        cls: str = "",
        caller: Callable[[], str] | None = None,
    ) -> Fitted:
        """A box of this width in mm, its text of this size in pt; `box` is what to call it.

        A text higher than `height` or wider than `width`, both in mm, overflows.
        """
        text = escape(caller() if caller else html)
        style = f"width:{width:.2f}mm;font-size:{size:.2f}pt;line-height:{leading:.3f}"
        look = f'class="{escape(f"fit {cls}".strip())}" style="{style}'
        made = TextBox(
            box,
            text,
            width=float(width),
            height=float(height),
            look=look,
            scope=escape(self.scope),
            measure=self.measure,
        )
        self.made.append(made)
        fitted = Fitted(made.html)
        fitted.box = made
        return fitted


def all_fit(boxes: Iterable[TextBox], measure: Measure) -> bool:
    """Whether none of these texts is larger than its box."""
    return all(_fit_together(stack, measure) for stack in _stacks(boxes))


def _fit_together(stack: list[TextBox], measure: Measure) -> bool:
    """Whether a stack of boxes, each at least as high as it may be, is no higher or wider than it may be."""
    widest = max(box.width for box in stack)
    html = "".join(box.stacked(widest) for box in stack) + f'<div style="height:{_FOOT}mm"></div>'
    room, most = measure(html, widest), sum(box.least for box in stack) + _FOOT
    return room.height - most <= _SLACK and room.width - widest <= _SIDE_SLACK


def _stacks(boxes: Iterable[TextBox]) -> Iterator[list[TextBox]]:
    stack: list[TextBox] = []
    height = 0.0
    for box in boxes:
        if stack and height + box.least > _MOST_TOGETHER:
            yield stack
            stack, height = [], 0.0
        stack.append(box)
        height += box.least
    if stack:
        yield stack
