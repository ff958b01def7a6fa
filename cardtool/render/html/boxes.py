"""Text boxes that know how much room their text takes: the `fit` of templates."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup, escape

from cardtool.geometry import Size
from cardtool.render.batch import Overflow

__all__ = ["Boxes", "Fitted", "Measure"]

Measure = Callable[[str, float], Size]
"""HTML and the width in mm it is given → the room it takes, in mm."""

_SLACK = 0.05  # mm; less than a reader or a printer can tell
_SIDE_SLACK = 0.5  # mm; an engine counts the side bearing of a last letter as room taken
_ALONE = "position:static;width:auto;height:auto;overflow:visible"


class Fitted(Markup):
    """A measured text box; `height` is what its text takes, in mm."""

    height: float


class Boxes:
    """The text boxes of one face. `scope` is the class attribute of the face around them."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.scope = ""
        self.overflows: list[Overflow] = []

    def begin(self, scope: str) -> None:
        """Forget the boxes of the last face."""
        self.scope, self.overflows = scope, []

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
        """A box of this width in mm, its text of this size in pt, measured; `box` is what to call it.

        A text higher than `height` or wider than `width`, both in mm, is noted in `overflows`.
        """
        text = escape(caller() if caller else html)
        style = f"width:{width:.2f}mm;font-size:{size:.2f}pt;line-height:{leading:.3f}"
        down = self._room(text, cls, style + ";overflow:hidden", width).height
        across = self._room(text, cls, style, width).width - width
        if down - height > _SLACK or across > _SIDE_SLACK:
            self.overflows.append(
                Overflow(box, max(down - height, 0.0), across if across > _SIDE_SLACK else 0.0)
            )
        fitted = Fitted(_box(text, cls, style))
        fitted.height = down
        return fitted

    def _room(self, text: Markup, cls: str, style: str, width: float) -> Size:
        """The room a box takes by itself, under the rules of the stylesheet for its face."""
        box = _box(text, cls, style + ";position:static")
        return self.measure(
            Markup('<div class="{}" style="{}">{}</div>').format(self.scope, _ALONE, box), width
        )


def _box(text: Markup, cls: str, style: str) -> Markup:
    return Markup('<div class="{}" style="{}">{}</div>').format(f"fit {cls}".strip(), style, text)
