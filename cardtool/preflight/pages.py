"""What is looked for on every page that is to be cut, or only read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding
from cardtool.preflight.checks import (
    bare_bleed,
    blank_face,
    coarse_picture,
    faint_text,
    soft_picture,
    unreadable_text,
    unsafe_text,
)
from cardtool.preflight.legibility import readings
from cardtool.preflight.subject import Subject

if TYPE_CHECKING:
    from cardtool.preflight.sight import Sight

__all__ = ["examine_page"]


def examine_page(sight: Sight, subject: Subject) -> Iterator[Finding]:
    """What is wrong with a page."""
    yield from blank_face.check(sight, subject)
    yield from unsafe_text.check(sight, subject)
    yield from bare_bleed.check(sight, subject)
    yield from coarse_picture.check(sight, subject)
    yield from soft_picture.check(sight, subject)
    read = tuple(readings(sight, faint_text.NEEDED))
    yield from unreadable_text.check(sight, subject, read)
    yield from faint_text.check(sight, subject, read)
