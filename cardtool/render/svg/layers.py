"""What an icon is once it is read: a box, and paths in it."""

from __future__ import annotations

from dataclasses import dataclass


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
