"""A rule about whether the icons in lines of text can be seen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from cardtool.colour import RGB, contrast_ratio, hex_colour, mix_colours
from cardtool.finding import Severity
from cardtool.geometry import Box, Sides
from cardtool.preflight.subject import Subject, print_rule
from cardtool.preflight.text_checks import SMALLEST_SIZE
from cardtool.rule_runner import Problem

if TYPE_CHECKING:
    from cardtool.preflight.page_content import Mark, PageContent, TextLine

_MM_PER_PT = 25.4 / 72
_LEAST_CONTRAST = 3.0  # WCAG 2.2, 1.4.11, of graphical objects
_LOWEST, _HIGHEST, _WIDEST = 0.5, 1.5, 2.0  # of the size of the text: what is read as a sign in its line
_HEADING = 18.0  # pt; WCAG 2.2, "large scale": what stands beside such letters adorns them
_SPACE = 0.45  # of the size of the text: as far from a letter as a space is wide
_INSIDE = 0.7  # of a sign's height that is in the line
_AROUND = 0.5  # mm of the ground around a sign
_GROUND_SHARE = 0.1  # of what is around it, of which it must stand out


@print_rule("CT746", "faint-icon", Severity.WARNING)
def faint_icon(page: PageContent, subject: Subject) -> Iterator[Problem]:
    """Icons in a line of text stand out from what they are printed on.

    "Pay two of these" says nothing to a player who cannot see these.

    Bad:

        .icon { fill: #e8d9b0 }, on a card of the colour of parchment

    Good:

        an icon without a colour of its own: it has that of the text around it

    WCAG 2.2 (success criterion 1.4.11) asks for a contrast of 3 to 1. Looked at are shapes of one colour,
    about as high as the letters, that stand in a line of text, a space or less from its letters. They are
    compared with the tenth of the ground around them of which they stand out best. Overlooked on purpose:
    icons that stand alone or beside letters of less than 4 pt or of 18 pt and more, and those of several
    colours.
    """
    faint = [(mark, ratio, ground) for mark in page.marks for ratio, ground in _poor(page, mark)]
    if faint:
        mark, ratio, ground = min(faint, key=lambda each: each[1])
        others = f" (and {len(faint) - 1} more on it)" if len(faint) > 1 else ""
        said = (
            f"{subject.title}: an icon in its text is {hex_colour(mark.ink)} on {hex_colour(ground)}, "
            f"a contrast of {int(ratio * 10) / 10:.1f} to 1; an icon needs 3{others}"
        )
        yield subject.source, said, "give it the colour of the text around it, or a darker or lighter one"


def _poor(page: PageContent, mark: Mark) -> Iterator[tuple[float, RGB]]:
    """Yield the contrast of a mark that is an icon in a text and too faint, and its ground."""
    around = mark.box.grown(Sides.all(_AROUND))
    if not any(_is_beside(mark.box, line) for line in page.lines):
        return
    if _contrast_on(mark, page.background.colours_in(around))[0] >= _LEAST_CONTRAST:
        return
    if not any(_stands_in(page, mark.box, line) for line in page.lines) or _is_part(page, mark):
        return
    ratio, ground = _contrast_on(mark, page.close_up(around).colours_in(around))
    if ratio < _LEAST_CONTRAST:
        yield ratio, ground


def _contrast_on(mark: Mark, colours: Sequence[tuple[int, RGB]]) -> tuple[float, RGB]:
    """Return the contrast of a mark with that tenth of these colours of which it stands out best."""
    seen = ((mix_colours(mark.ink, colour, mark.opacity), colour, count) for count, colour in colours)
    best_first = sorted(
        ((contrast_ratio(ink, colour), colour, count) for ink, colour, count in seen), reverse=True
    )
    enough = _GROUND_SHARE * sum(count for *_, count in best_first)
    so_far = accumulate(count for *_, count in best_first)
    place = next((place for place, pixels in enumerate(so_far) if pixels >= enough), None)
    return (best_first[place][0], best_first[place][1]) if place is not None else (21.0, mark.ink)


def _is_beside(box: Box, line: TextLine) -> bool:
    """Return whether a box is as high as the letters of a line, and in it."""
    size = line.size * _MM_PER_PT
    inside = min(box.bottom, line.box.bottom) - max(box.top, line.box.top)
    return (
        SMALLEST_SIZE <= line.size < _HEADING
        and _LOWEST * size <= box.height <= _HIGHEST * size
        and _LOWEST * size <= box.width <= _WIDEST * size
        and inside >= _INSIDE * min(box.height, line.box.height)
        and line.box.left - _SPACE * size <= box.right
        and box.left <= line.box.right + _SPACE * size
    )


def _stands_in(page: PageContent, box: Box, line: TextLine) -> bool:
    """Return whether a box stands next to a letter of a line, and over none."""
    if not _is_beside(box, line):
        return False
    letters = page.letter_boxes(line)
    space = _SPACE * line.size * _MM_PER_PT
    gaps = [max(letter.left - box.right, box.left - letter.right) for letter in letters]
    return bool(gaps) and 0 <= min(gaps) <= space


def _is_part(page: PageContent, mark: Mark) -> bool:
    """Return whether other marks lie on it or under it, as the parts of an icon of several colours do."""
    return any(other is not mark and other.box.overlaps(mark.box) for other in page.marks)
