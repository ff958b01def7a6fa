"""Where libyaml gave up on a file, and the lines around it. Knows nothing of what is wrong there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

import yaml

__all__ = ["IN_BRACKETS", "Spot", "Stop", "Told", "told"]

Spot = tuple[int, int]  # row and column, both from 0
Told = tuple[int, int, str, str | None]  # line and column from 1, message, fix

IN_BRACKETS = {
    "did not find expected ',' or ']'": ("this list in [ ]", "]"),
    "did not find expected ',' or '}'": ("this mapping in { }", "}"),
}
"""What libyaml says between brackets: what it was reading there, and how that is closed."""

_COLON = re.compile(r":(?:\s|$)")
_INDENT = re.compile(r"[ \t]*(?:-[ \t]+)*")


def told(spot: Spot, message: str, fix: str | None = None) -> Told:
    """What is to be told of a place."""
    return spot[0] + 1, spot[1] + 1, message, fix


@dataclass(frozen=True, slots=True)
class Stop:
    """What libyaml found, where it found it, and where the thing began that it could not finish."""

    problem: str
    text: str
    lines: Sequence[str]
    at: Spot
    began: Spot | None

    @classmethod
    def of(cls, error: yaml.YAMLError, text: str) -> Stop | None:
        """The place of an error; None where libyaml knows none."""
        mark, begin = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
        if mark is None:
            return None
        problem = str(getattr(error, "problem", None) or error).splitlines()[0]
        began = (begin.line, begin.column) if begin else None
        return cls(problem, text, text.split("\n"), (mark.line, mark.column), began)

    def line(self, row: int) -> str:
        """A line of the file, without its end; an empty one beyond the last."""
        return self.lines[row] if 0 <= row < len(self.lines) else ""

    def from_(self, spot: Spot) -> str:
        """The rest of the line from a place on."""
        return self.line(spot[0])[spot[1] :].rstrip()

    def before(self, spot: Spot) -> str:
        """The line up to a place, without the spaces before it."""
        return self.line(spot[0])[: spot[1]].rstrip()

    def indent(self, row: int) -> int:
        """The column at which a line's key or text begins, behind its dashes."""
        match = _INDENT.match(self.line(row))
        return match.end() if match else 0

    def has_colon(self, row: int) -> bool:
        """Whether a line has a colon with a space, or nothing, after it."""
        return bool(_COLON.search(self.line(row)))

    def begins_anew(self, row: int, indent: int) -> bool:
        """Whether a line is a key or a list item that stands no further in than this column."""
        line = self.line(row)
        start = len(line) - len(line.lstrip())
        return bool(line.strip()) and start <= indent and (self.has_colon(row) or line[start] == "-")

    def goes_on(self, row: int) -> bool:
        """Whether the next line belongs to the text of this one."""
        line = self.line(row + 1)
        return bool(line.strip()) and len(line) - len(line.lstrip()) > self.indent(row)
