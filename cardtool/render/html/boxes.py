"""The `fit` of templates: text boxes that make their text fit.

Measuring costs more than all the rest of filling a template in. So until a face is done, a mark stands in
its HTML for each box, and only the boxes somebody asks about are measured by themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from markupsafe import Markup, escape

from cardtool.geometry import Size
from cardtool.render.batch import Evened
from cardtool.render.html.characters import refuse_odd_characters
from cardtool.render.html.ladder import ladder
from cardtool.render.html.textbox import Measure, TextBox

__all__ = ["Boxes", "Fitted", "filled"]

_MARK = re.compile("\ufdd0([0-9]{1,5})\ufdd1")  # code points that no text can hold: they are no characters


class Fitted(Markup):
    """The mark of a text box in HTML; `height` and `width` are what its text takes, in mm."""

    box: TextBox

    @property
    def height(self) -> float:
        return self.box.told().height

    @property
    def width(self) -> float:
        return self.box.told().width


class Boxes:
    """The text boxes of one face. `scope` is the class attribute of the face around them.

    Where nothing is `printed`, and texts are only to be measured, none is narrowed: it takes no more room.
    """

    def __init__(self, measure: Measure, evened: Evened | None = None, *, printed: bool = True) -> None:
        self.measure, self.evened, self.printed = measure, evened or {}, printed
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
        tightest: float | None = None,
        smallest: float | None = None,
        balance: float = 1.0,
        cls: str = "",
        caller: Callable[[], str] | None = None,
    ) -> Fitted:
        """A box of this width in mm, its text of this size in pt; `box` is what to call it.

        A text higher than `height` or wider than `width`, both in mm, is set tighter and then smaller, as
        far as `tightest` and `smallest` go; then it overflows. A text of several lines may be narrowed, to
        the share `balance` of the width at most, where that costs no further line.

        Raises: TemplateError for steps that cannot be.
        """
        text = filled(escape(caller() if caller else html), self.made)
        refuse_odd_characters(text)
        made = TextBox(
            box,
            text,
            room=Size(float(width), float(height)),
            steps=ladder(size, leading, tightest, smallest),
            balance=float(balance),
            look=escape(f"fit {cls}".strip()),
            scope=escape(self.scope),
            measure=self.measure,
            evened=self.evened,
            printed=self.printed,
        )
        self.made.append(made)
        fitted = Fitted(f"\ufdd0{len(self.made) - 1}\ufdd1")
        fitted.box = made
        return fitted


def filled(html: str, boxes: Sequence[TextBox]) -> str:
    """The HTML with its boxes in place of their marks."""

    def box(mark: re.Match[str]) -> str:
        number = int(mark[1])
        return boxes[number].html if number < len(boxes) else ""

    return _MARK.sub(box, html) if "\ufdd0" in html else html
