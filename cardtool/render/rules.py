"""What can be wrong with a drawn face. Codes of family 7xx: layout."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Finding, Rule
from cardtool.render.batch import Trouble
from cardtool.render.context import FaceJob
from cardtool.units import show

__all__ = ["MISSING_GLYPH", "TEXT_OVERFLOW", "findings"]

TEXT_OVERFLOW = Rule("CT701", "text-overflow")
MISSING_GLYPH = Rule("CT702", "missing-glyph")


def findings(job: FaceJob, trouble: Trouble) -> Iterator[Finding]:
    """The findings of one face."""
    for over in trouble.overflows:
        sides = [f"{show(over.down)} mm too high"] if over.down else []
        sides += [f"{show(over.across)} mm too wide"] if over.across else []
        message = f"{job.title}: the {over.box} does not fit its box; it is {' and '.join(sides)}"
        yield TEXT_OVERFLOW.found(job.source, message, "shorten the text, or give the box more room in the template")
    for char in trouble.missing:
        message = f"{job.title}: no font has the character {char!r} (U+{ord(char):04X})"
        yield MISSING_GLYPH.found(job.source, message, "use another character, or add a font that has it")
