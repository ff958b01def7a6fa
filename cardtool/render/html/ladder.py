"""The steps by which a text is made to fit. Knows sizes and leadings; what fits it is told by others.

As designed; then with tighter leading; then in smaller type, a quarter point at a time, its leading as
loose as it may then be. Each search begins where the text ought to fit by its area, and goes on by halves.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardtool.errors import TemplateError
from cardtool.model import TypeSetting

__all__ = ["Ladder", "ladder"]

_FLOOR = 6.0  # pt; smaller type is not read at arm's length, and home printers fill its counters
_TIGHTEST = 0.9  # of the size; closer lines run into each other
_QUARTER = 0.25  # pt
_HUNDREDTHS = 100

Fill = Callable[[TypeSetting], float]
"""What share of its box a text takes, set so; 1 at most where it fits."""


class Ladder(NamedTuple):
    """A text as it was designed, the tightest its lines and the smallest its type may become."""

    designed: TypeSetting
    tightest: float
    smallest: float

    @property
    def lowest(self) -> TypeSetting:
        """The last step."""
        return TypeSetting(self.smallest, self.tightest)

    def settle(self, fill: Fill) -> TypeSetting | None:
        """The first step at which the text fits; None where it fits at none."""
        if fill(self.designed) <= 1:
            return self.designed
        return self.at(self.designed.size, fill) or self._smaller(fill)

    def at(self, size: float, fill: Fill) -> TypeSetting | None:
        """The loosest leading at which the text fits in this size; None where the tightest is too loose."""
        tight = fill(TypeSetting(size, self.tightest))
        if tight > 1:
            return None
        low, high = round(self.tightest * _HUNDREDTHS), round(self.designed.leading * _HUNDREDTHS)
        looser = (step / _HUNDREDTHS for step in range(high - 1, low, -1))
        leadings = [each for each in (self.designed.leading, *looser) if each > self.tightest]
        steps = [TypeSetting(size, leading) for leading in (*leadings, self.tightest)]
        near = self.tightest / tight if tight else math.inf  # the lines stay what they are
        return _first(steps, fill, sum(step.leading > near for step in steps))

    def _smaller(self, fill: Fill) -> TypeSetting | None:
        size = self.designed.size
        steps = [TypeSetting(smaller, self.tightest) for smaller in self.sizes()[1:]]
        near = size / fill(TypeSetting(size, self.tightest)) ** 0.5  # its area goes by the square of the size
        found = _first(steps, fill, sum(step.size > near for step in steps))
        return found and (self.at(found.size, fill) or found)

    def sizes(self) -> list[float]:
        """The sizes of type from the designed one down to the smallest, a quarter point apart."""
        size, smallest = self.designed.size, self.smallest
        quarters = math.floor((size - smallest) / _QUARTER + 1e-9)
        sizes = [size - _QUARTER * step for step in range(quarters + 1)]
        return sizes if sizes[-1] - smallest < 1e-9 else [*sizes, smallest]


def ladder(size: float, leading: float, tightest: float | None, smallest: float | None) -> Ladder:
    """The ladder a template asks for; what it leaves out has no steps.

    Raises: TemplateError for one that goes up, or further down than can be read.
    """
    made = Ladder(
        TypeSetting(float(size), float(leading)),
        leading if tightest is None else float(tightest),
        size if smallest is None else float(smallest),
    )
    if not _FLOOR <= made.smallest <= made.designed.size < math.inf:
        raise TemplateError(
            f"fit: type of {made.smallest:g} pt; the smallest must be at least {_FLOOR:g} pt, "
            f"and no larger than the size of {made.designed.size:g} pt"
        )
    if not _TIGHTEST <= made.tightest <= made.designed.leading < math.inf:
        raise TemplateError(
            f"fit: leading of {made.tightest:g}; the tightest must be at least {_TIGHTEST:g}, "
            f"and no looser than the leading of {made.designed.leading:g}"
        )
    return made


def _first(steps: Sequence[TypeSetting], fill: Fill, near: int) -> TypeSetting | None:
    """The first step that fits, where all after one that fits do too; None where none does.

    It is looked for about the place `near` first.
    """
    low, high = 0, len(steps)  # the answer lies from low to high; high is known to fit, or is none
    for trial in (near, near - 1, near + 1):
        if low <= trial < high:
            low, high = (low, trial) if fill(steps[trial]) <= 1 else (trial + 1, high)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fill(steps[middle]) <= 1 else (middle + 1, high)
    return steps[low] if low < len(steps) else None
