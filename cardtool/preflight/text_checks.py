"""Rules about whether text can be read: its contrast with the ground, and characters a font lacks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from cardtool.colour import RGB, contrast_ratio, hex_colour, mix_colours
from cardtool.finding import Severity
from cardtool.geometry import Box
from cardtool.preflight.subject import Subject, print_rule
from cardtool.rule_runner import Problem

if TYPE_CHECKING:
    from cardtool.preflight.page_content import PageContent, TextLine
    from cardtool.preflight.pdfium_page import Phrase

_LARGE_SIZE = 18.0  # pt; WCAG 2.2, "large scale"
_LARGE_BOLD_SIZE = 14.0  # pt; the same
_OVERLOOKED_SHARE = 0.1  # of the ground under a line, where it is at its worst
SMALLEST_SIZE = 4.0  # pt; smaller letters are a picture of a card, in a rulebook, and nobody reads them
_MOST_LAYERS = 6
_HIDDEN_SHARE = 0.04  # of the box around words; letters fill some quarter of it, where all of them are seen
_BOLD_WORDS = ("bold", "black", "heavy", "fett")
_LETTERS_SHOWN = 40  # letters of a line in a message


class ContrastReading(NamedTuple):
    """Words of a line: the contrast they have on nine tenths of their background, and the colours of it."""

    line: TextLine
    words: str
    contrast: float
    ink: RGB
    background: RGB


def contrast_readings(page: PageContent, least: float) -> Iterator[ContrastReading]:
    """Yield whatever is seen on a page, is printed in one colour, and may have less contrast than `least`."""
    doubtful = [each for line in page.lines for each in _doubtful(page, line, least)]
    if not doubtful:
        return
    part = Box.hull(phrase.box for _, phrase in doubtful)
    background = page.close_up(part)
    for layer in _without_overlaps(doubtful):
        with_letters = page.with_lines([line for line, _ in layer], part)
        for line, phrase in layer:
            share, under = background.colours_that_differ(with_letters, phrase.box)
            if share > _HIDDEN_SHARE:
                yield _worst_reading(line, phrase, under)


def _doubtful(page: PageContent, line: TextLine, least: float) -> Iterator[tuple[TextLine, Phrase]]:
    """Yield what of a line may be poor, seen coarsely: a line may have gaps, with pictures in them."""
    if line.ink is None or line.size < SMALLEST_SIZE or not _may_be_poor(page, line, line.box, least):
        return
    for phrase in page.phrases(line):
        if _may_be_poor(page, line, phrase.box, least):
            yield line, phrase


def _may_be_poor(page: PageContent, line: TextLine, box: Box, least: float) -> bool:
    return any(_contrast(line, colour) < least for _, colour in page.background.colours_in(box))


def _without_overlaps(doubtful: Iterable[tuple[TextLine, Phrase]]) -> list[list[tuple[TextLine, Phrase]]]:
    """Return the phrases in as few layers as it takes for none to lie on another; in the last they may."""
    layers: list[list[tuple[TextLine, Phrase]]] = []
    for each in doubtful:
        box = each[1].box
        free = (layer for layer in layers if not any(box.overlaps(other.box) for _, other in layer))
        layer = next(free, None)
        if layer is None and len(layers) < _MOST_LAYERS:
            layers.append([each])
        else:
            (layer or layers[-1]).append(each)
    return layers


def _worst_reading(line: TextLine, phrase: Phrase, under: Sequence[tuple[int, RGB]]) -> ContrastReading:
    """Return the reading at the place where all but a tenth of the background is at least as good."""
    worst_first = sorted((_contrast(line, colour), colour, count) for count, colour in under)
    overlooked = _OVERLOOKED_SHARE * sum(count for *_, count in worst_first)
    so_far = accumulate(count for *_, count in worst_first)
    place = next(place for place, pixels in enumerate(so_far) if pixels > overlooked)
    ratio, colour, _ = worst_first[place]
    return ContrastReading(line, phrase.words, ratio, _ink_on(line, colour), colour)


def _contrast(line: TextLine, background: RGB) -> float:
    return contrast_ratio(_ink_on(line, background), background)


def _ink_on(line: TextLine, background: RGB) -> RGB:
    """Return what a reader sees of the ink where it lets some of the background through."""
    ink = line.ink or background
    return ink if line.opacity == 1 else mix_colours(ink, background, line.opacity)


def _is_large(page: PageContent, line: TextLine) -> bool:
    if line.size >= _LARGE_SIZE:
        return True
    return line.size >= _LARGE_BOLD_SIZE and any(
        word in page.font_name(line).casefold() for word in _BOLD_WORDS
    )


def _contrast_message(title: str, poor: Sequence[ContrastReading], needed: str) -> str:
    worst = min(poor, key=lambda reading: reading.contrast)
    words = worst.words
    shown = f"{words[:_LETTERS_SHOWN].rstrip()}…" if len(words) > _LETTERS_SHOWN else words
    others = f" (and {len(poor) - 1} more on it)" if len(poor) > 1 else ""
    return (
        f"{title}: “{shown}” is {hex_colour(worst.ink)} on {hex_colour(worst.background)}, "
        f"a contrast of {int(worst.contrast * 10) / 10:.1f} to 1; {needed}{others}"
    )


_LEAST_CONTRAST = 3.0


@print_rule("CT706", "unreadable-text")
def unreadable_text(
    page: PageContent, subject: Subject, readings: Sequence[ContrastReading]
) -> Iterator[Problem]:
    """Every text stands out from what it is printed on.

    Cards are read across a table, in the evening, by players of every age. Letters that are hardly darker or
    lighter than their ground are read by nobody.

    Bad:

        .rules { color: white }, on a yellow ground: a contrast of 1.1 to 1

    Good:

        .rules { color: #1b100b }, on the same ground: 16 to 1

    WCAG 2.2 (success criterion 1.4.3) asks for a contrast of 3 to 1 even of large letters; less is an error.
    The ink of each line is compared with what is under its letters, on the page drawn without them. A tenth
    of that may be worse: a picture's line that runs behind a word does no harm. What is covered or cut off,
    so that nobody sees it, does not count. Overlooked on purpose: letters drawn as shapes or filled with a
    pattern; a shadow under letters, where it is made of letters too; letters of less than 4 pt, as on the
    cards pictured in a rulebook.
    """
    poor = [reading for reading in readings if reading.contrast < _LEAST_CONTRAST]
    if poor:
        message = _contrast_message(subject.title, poor, "no text can do with less than 3")
        yield (subject.source, message, "make the letters darker or lighter, or their ground")


SMALL_TEXT_CONTRAST = 4.5


@print_rule("CT707", "faint-text", Severity.WARNING)
def faint_text(page: PageContent, subject: Subject, readings: Sequence[ContrastReading]) -> Iterator[Problem]:
    """Small text stands out well from what it is printed on.

    What is easy to read on a screen is grey on grey when it is printed small, on a home printer, and held
    under a lamp.

    Bad:

        .flavour { color: #8a8a8a }, 8 pt on white: a contrast of 3.4 to 1

    Good:

        .flavour { color: #5f5f5f }, on the same: 6.4 to 1

    WCAG 2.2 (success criterion 1.4.3) asks for a contrast of 4.5 to 1, and of 3 to 1 for letters of 18 pt, or
    of 14 pt where they are bold. What is below 3 to 1 is an error of its own, unreadable-text, whose page
    tells how it is measured. Whether a font is bold is told by its name.
    """
    poor = [
        reading
        for reading in readings
        if _LEAST_CONTRAST <= reading.contrast < SMALL_TEXT_CONTRAST and not _is_large(page, reading.line)
    ]
    if poor:
        message = _contrast_message(subject.title, poor, "text of this size needs 4.5")
        yield subject.source, message, "make the letters darker or lighter, or larger"


_UNKNOWN_CHARACTER = "\N{REPLACEMENT CHARACTER}"


@print_rule("CT716", "empty-glyph")
def empty_glyph(page: PageContent, subject: Subject) -> Iterator[Problem]:
    """No character is printed as an empty box.

    A character that a font lacks is printed as a box, or as nothing, and its name is read by nobody.

    Bad:

        the name 日本 Ferry, set in a font that knows no Japanese

    Good:

        a font that has all characters of the text

    In a build the rule missing-glyph finds such characters in the cards and names them. This one finds them
    in any finished file: characters of which the file itself says that it does not know which they are
    (U+FFFD). Overlooked on purpose: files that do not say which characters their letters stand for.
    """
    texts = [words for line in page.lines if _UNKNOWN_CHARACTER in (words := page.words(line))]
    if texts:
        count = sum(words.count(_UNKNOWN_CHARACTER) for words in texts)
        boxes = "an empty box" if count == 1 else f"{count} empty boxes"
        message = f"{subject.title}: {boxes} where a font lacks a character, in “{texts[0][:60]}”"
        yield subject.source, message, "use another character, or a font that has it"
