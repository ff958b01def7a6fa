"""How well a line of text stands out from what it is printed on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from cardtool.colour import RGB, contrast, hexed, mixed
from cardtool.geometry import Box
from cardtool.preflight.phrases import Phrase

if TYPE_CHECKING:
    from cardtool.preflight.sight import Line, Sight

__all__ = ["Reading", "is_large", "readings", "told"]

_LARGE = 18.0  # pt; WCAG 2.2, "large scale"
_LARGE_IF_BOLD = 14.0  # pt; the same
_OVERLOOKED = 0.1  # of the ground under a line, where it is at its worst
_SMALLEST = 4.0  # pt; smaller letters are a picture of a card, in a rulebook, and nobody reads them
_MOST_LAYERS = 6
_HIDDEN = 0.04  # of the box around words; letters fill some quarter of it, where all of them are seen
_BOLD = ("bold", "black", "heavy", "fett")
_SHOWN = 40  # letters of a line in a message


class Reading(NamedTuple):
    """Words of a line: the contrast they have on nine tenths of their ground, and the colours of it."""

    line: Line
    words: str
    contrast: float
    ink: RGB
    ground: RGB


def readings(sight: Sight, least: float) -> Iterator[Reading]:
    """Whatever can be seen on a page, is printed in one colour, and may have less contrast than that."""
    doubtful = [each for line in sight.lines for each in _doubtful(sight, line, least)]
    if not doubtful:
        return
    part = Box.hull(phrase.box for _, phrase in doubtful)
    ground = sight.close_up(part)
    for layer in _layers(doubtful):
        shown = sight.shown([line for line, _ in layer], part)
        for line, phrase in layer:
            share, seen = ground.changed(shown, phrase.box)
            if share > _HIDDEN:
                yield _reading(line, phrase, ground.under(seen))


def _doubtful(sight: Sight, line: Line, least: float) -> Iterator[tuple[Line, Phrase]]:
    """What of a line may be poor, seen coarsely: a line may have gaps, with pictures in them."""
    if line.ink is None or line.size < _SMALLEST or not _may_be_poor(sight, line, line.box, least):
        return
    for phrase in sight.phrases(line):
        if _may_be_poor(sight, line, phrase.box, least):
            yield line, phrase


def _may_be_poor(sight: Sight, line: Line, box: Box, least: float) -> bool:
    return any(_contrast(line, colour) < least for _, colour in sight.ground.under(box))


def _layers(doubtful: Iterable[tuple[Line, Phrase]]) -> list[list[tuple[Line, Phrase]]]:
    """The phrases in as few groups as it takes for none to lie on another; in the last they may."""
    layers: list[list[tuple[Line, Phrase]]] = []
    for each in doubtful:
        box = each[1].box
        free = (layer for layer in layers if not any(box.overlaps(other.box) for _, other in layer))
        layer = next(free, None)
        if layer is None and len(layers) < _MOST_LAYERS:
            layers.append([each])
        else:
            (layer or layers[-1]).append(each)
    return layers


def _reading(line: Line, phrase: Phrase, under: Sequence[tuple[int, RGB]]) -> Reading:
    """The reading at the place where all but a tenth of the ground is at least as good."""
    worst_first = sorted((_contrast(line, colour), colour, count) for count, colour in under)
    overlooked = _OVERLOOKED * sum(count for *_, count in worst_first)
    so_far = accumulate(count for *_, count in worst_first)
    place = next(place for place, pixels in enumerate(so_far) if pixels > overlooked)
    ratio, colour, _ = worst_first[place]
    return Reading(line, phrase.words, ratio, _ink_on(line, colour), colour)


def _contrast(line: Line, ground: RGB) -> float:
    return contrast(_ink_on(line, ground), ground)


def _ink_on(line: Line, ground: RGB) -> RGB:
    """What a reader sees of the ink where it lets some of the ground through."""
    ink = line.ink or ground
    return ink if line.opacity == 1 else mixed(ink, ground, line.opacity)


def is_large(sight: Sight, line: Line) -> bool:
    """Whether the letters are so large, or so bold, that less contrast does."""
    if line.size >= _LARGE:
        return True
    return line.size >= _LARGE_IF_BOLD and any(word in sight.font(line).casefold() for word in _BOLD)


def told(title: str, poor: Sequence[Reading], needed: str) -> str:
    """A sentence about the worst of these lines, and how many others there are."""
    worst = min(poor, key=lambda reading: reading.contrast)
    words = worst.words
    shown = f"{words[:_SHOWN].rstrip()}…" if len(words) > _SHOWN else words
    others = f" (and {len(poor) - 1} more on it)" if len(poor) > 1 else ""
    return (
        f"{title}: “{shown}” is {hexed(worst.ink)} on {hexed(worst.ground)}, "
        f"a contrast of {int(worst.contrast * 10) / 10:.1f} to 1; {needed}{others}"
    )
