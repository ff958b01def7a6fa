"""Rules about what a page shows: whether its pictures are sharp enough, whether texts and icons stand out
from the ground, and whether cards differ in more than colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, combinations
from typing import TYPE_CHECKING, NamedTuple

from cardtool.colour import RGB, VISIONS, colour_distance, contrast_ratio, hex_colour, mix_colours
from cardtool.finding import Finding, Severity
from cardtool.geometry import Box, Sides
from cardtool.preflight.subject import CardGroup, Subject, Thumbnail, print_rule
from cardtool.rule_runner import Problem
from cardtool.units import MM_PER_INCH, to_mm

if TYPE_CHECKING:
    from cardtool.preflight.page_content import Mark, PageContent, Phrase, Picture, TextLine


_BLANK_LEVEL = 250  # of the darkest of red, green and blue anywhere on the page


@print_rule("CT733", "blank-face")
def blank_face(page: PageContent, subject: Subject) -> Iterator[Problem]:
    """Something shows on the front of every card.

    A stylesheet that sets letters larger than the card, in white, or beyond its edge leaves paper, and the
    engine says nothing of it. Blank cards found after they were cut are blank cards paid for.

    Bad:

        .title { font-size: 400pt }

    Good:

        .title { font-size: 14pt }

    A front of which nothing but white paper is left is an error. Cards that are meant to be written on can be
    waived, each by its name. Overlooked on purpose: backs, which may be white.
    """
    if not subject.shows_something or page.background.darkest < _BLANK_LEVEL:
        return
    if page.everything.darkest >= _BLANK_LEVEL:  # with its letters, which is seldom worth a look
        message = f"{subject.title}: nothing of it is to be seen, the card is blank"
        fix = "are its letters too large, white, or beyond the edge? see its template and the stylesheet"
        yield subject.source, message, fix


_COARSE_DPI = 150.0  # dpi: a dot of 0.17 mm, twice what an eye tells apart at 30 cm (one minute of arc)
_FINE_DPI = 300


@print_rule("CT711", "coarse-picture")
def coarse_picture(page: PageContent, subject: Subject) -> Iterator[Problem]:
    """Pictures have enough dots for the size they are printed at.

    A picture that fills a screen has too few dots for paper: at less than 150 to the inch, held in the hand,
    they can be counted.

    Bad:

        art/goat.png, 200 dots wide, printed 70 mm wide: 72 dots an inch

    Good:

        art/goat.png, 830 dots wide, printed as large: 301 dots an inch

    Below 150 it is an error; below 300 the warning soft-picture. Overlooked on purpose: drawings (SVG), which
    have no dots; pictures of four dots or fewer, which are plain grounds; whether a picture that has many
    dots was blown up from a small one.
    """
    worst = _coarsest_picture(page)
    if worst is not None and worst.dpi < _COARSE_DPI:
        yield subject.source, *_picture_problem(subject, worst)


def _coarsest_picture(page: PageContent) -> Picture | None:
    return min(page.pictures, key=lambda picture: picture.dpi, default=None)


def _picture_problem(subject: Subject, picture: Picture) -> tuple[str, str]:
    dots = round(picture.box.width / MM_PER_INCH * _FINE_DPI)
    sharp = f"{int(picture.dpi)} dots to the inch"
    message = f"{subject.title}: a picture printed {picture.box.size} large has {sharp}"
    return message, f"use one that is {dots} dots wide, or print it smaller"


_SOFT_DPI = 299.5  # dpi: a dot of 0.085 mm, what an eye tells apart at 30 cm; half a dot is lost in rounding


@print_rule("CT712", "soft-picture", Severity.WARNING)
def soft_picture(page: PageContent, subject: Subject) -> Iterator[Problem]:
    """Pictures have as many dots as an eye can tell apart.

    Between 150 and 300 dots to the inch a picture looks a little soft beside the letters on the same card,
    and print shops ask for 300.

    Bad:

        art/goat.png, 600 dots wide, printed 70 mm wide: 217 dots an inch

    Good:

        art/goat.png, 830 dots wide, printed as large: 301 dots an inch

    What has fewer than 150 is an error of its own, coarse-picture, whose page tells what is overlooked.
    """
    worst = _coarsest_picture(page)
    if worst is not None and _COARSE_DPI <= worst.dpi < _SOFT_DPI:
        yield subject.source, *_picture_problem(subject, worst)


_FIELD_SIZE = 6.0  # mm
_FEWEST_FIELDS = 4  # fields across and down


def make_thumbnail(page: PageContent, trim: Box) -> Thumbnail:
    """Return a face without its letters, cut to the trim, in fields of about 6 mm."""
    columns, rows = (max(_FEWEST_FIELDS, round(length / _FIELD_SIZE)) for length in trim.size)
    return Thumbnail(columns, bytes(chain.from_iterable(page.background.mean_colours(trim, columns, rows))))


def _mean_thumbnail(thumbnails: Sequence[Thumbnail]) -> Thumbnail:
    """Return the mean of thumbnails of one size; those of another size than the first do not count."""
    first = thumbnails[0]
    alike = [each.cells for each in thumbnails if len(each.pixels) == len(first.pixels)]
    means = map(_mean_colour, zip(*alike, strict=True))
    return Thumbnail(first.columns, bytes(chain.from_iterable(means)))


def _mean_colour(colours: Sequence[RGB]) -> RGB:
    red, green, blue = (round(sum(parts) / len(colours)) for parts in zip(*colours, strict=True))
    return red, green, blue


_DISTINCT, _ALIKE = 12.0, 6.0  # ΔE 1976
_COMPARED_SHARE = 0.1  # of the fields


@print_rule("CT709", "colour-alone", Severity.WARNING)
def colour_alone(thumbnails: Mapping[CardGroup, Thumbnail]) -> Iterator[Problem]:
    """Cards that are told apart by colour are told apart without it, too.

    One man in twelve sees fewer colours than others (and one woman in two hundred), and many decks are
    printed in black. Two kinds, or two suits, that differ in nothing but red and green are one kind to them.

    Bad:

        two kinds with the same frame, one red and one green, both of the same darkness

    Good:

        the same frames, one of them darker, or with another shape in a corner

    The fronts of each kind are averaged, without their letters, cut to the trim and blurred to fields of
    about 6 mm, as one sees them on the table at arm's length; so are its backs. Of two kinds of one size,
    the tenth of the fields that differ most is taken, and their mean distance in CIELAB (ΔE 1976; 2.3 can
    just be noticed). Where that is 12 or more to all eyes, and less than 6 under protanopia, deuteranopia
    or tritanopia (Machado, Oliveira and Fernandes, 2009) or in shades of grey, the two are said to be told
    apart by colour alone. A shape that is darker or lighter than what is there on the other kind counts as
    a difference. Suits are the values of the field that game.yaml names for a kind: `groups: {by: suit}`;
    a card that lists several belongs to each of them.
    Overlooked on purpose: kinds that look alike in full colour, which may be meant to; words, which have to
    be read.
    """
    confused: dict[tuple[str, CardGroup], list[Mapping[str, float]]] = {}
    for one, other in combinations(thumbnails, 2):
        a, b = thumbnails[one], thumbnails[other]
        if one.family == other.family and a.columns == b.columns and len(a.cells) == len(b.cells):
            confused.setdefault((one.name, other._replace(family="")), []).append(
                _confusing(a.cells, b.cells)
            )
    for (name, other), sides in confused.items():
        if any(sides):
            message = f"{name} and {other.name} are told apart by colour alone{_where_alike(sides)}"
            yield other.source, message, "make one darker, or give it a shape of its own"


def _confusing(a: tuple[RGB, ...], b: tuple[RGB, ...]) -> dict[str, float]:
    """Return to which eyes two groups look alike that differ to others, and how far apart they are."""
    if _fields_distance(a, b, "") < _DISTINCT:
        return {}
    alike = {vision: _fields_distance(a, b, vision) for vision in VISIONS}
    return {vision: apart for vision, apart in alike.items() if apart < _ALIKE}


def _where_alike(sides: Sequence[Mapping[str, float]]) -> str:
    """Return how a sentence on two groups goes on that are confused on some of their sides."""
    alike = [side for side in sides if side]
    nearest = {vision: min(side.get(vision, _ALIKE) for side in alike) for vision in VISIONS}
    where = ", ".join(
        f"{_VISION_PHRASES[vision]} (ΔE {apart:.1f})" for vision, apart in nearest.items() if apart < _ALIKE
    )
    return f"{', front and back' if len(alike) > 1 else ''}; they look alike {where}"


_VISION_PHRASES = {
    "protanopia": "to eyes without red",
    "deuteranopia": "to eyes without green",
    "tritanopia": "to eyes without blue",
    "greyscale": "in shades of grey",
}


def _fields_distance(a: tuple[RGB, ...], b: tuple[RGB, ...], vision: str) -> float:
    apart = sorted((colour_distance(x, y, vision) for x, y in zip(a, b, strict=True)), reverse=True)
    most = apart[: max(1, round(len(apart) * _COMPARED_SHARE))]
    return sum(most) / len(most)


def find_colour_alone(seen: Iterable[tuple[Subject, Thumbnail]]) -> list[Finding]:
    """Return which groups of faces, as they look from afar, are told from each other by colour alone.

    A group is told where it was first seen.
    """
    groups: dict[tuple[str, str], CardGroup] = {}
    faces: dict[CardGroup, list[Thumbnail]] = {}
    for subject, thumbnail in seen:
        for group in subject.groups:
            first = groups.setdefault((group.family, group.name), group)
            faces.setdefault(first, []).append(thumbnail)
    return list(colour_alone({group: _mean_thumbnail(each) for group, each in faces.items()}))


_LARGE_SIZE = 18.0  # pt; WCAG 2.2, "large scale"
_LARGE_BOLD_SIZE = 14.0  # pt; the same
_OVERLOOKED_SHARE = 0.1  # of the ground under a line, where it is at its worst
_SMALLEST_SIZE = 4.0  # pt; smaller letters are a picture of a card, in a rulebook, and nobody reads them
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
    if line.ink is None or line.size < _SMALLEST_SIZE or not _may_be_poor(page, line, line.box, least):
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


_LEAST_ICON_CONTRAST = 3.0  # WCAG 2.2, 1.4.11, of graphical objects
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
        message = (
            f"{subject.title}: an icon in its text is {hex_colour(mark.ink)} on {hex_colour(ground)}, "
            f"a contrast of {int(ratio * 10) / 10:.1f} to 1; an icon needs 3{others}"
        )
        yield subject.source, message, "give it the colour of the text around it, or a darker or lighter one"


def _poor(page: PageContent, mark: Mark) -> Iterator[tuple[float, RGB]]:
    """Yield the contrast of a mark that is an icon in a text and too faint, and its ground."""
    around = mark.box.grown(Sides.all(_AROUND))
    if not any(_is_beside(mark.box, line) for line in page.lines):
        return
    if _contrast_on(mark, page.background.colours_in(around))[0] >= _LEAST_ICON_CONTRAST:
        return
    if not any(_stands_in(page, mark.box, line) for line in page.lines) or _is_part(page, mark):
        return
    ratio, ground = _contrast_on(mark, page.close_up(around).colours_in(around))
    if ratio < _LEAST_ICON_CONTRAST:
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
    size = to_mm(line.size)
    inside = min(box.bottom, line.box.bottom) - max(box.top, line.box.top)
    return (
        _SMALLEST_SIZE <= line.size < _HEADING
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
    space = _SPACE * to_mm(line.size)
    gaps = [max(letter.left - box.right, box.left - letter.right) for letter in letters]
    return bool(gaps) and 0 <= min(gaps) <= space


def _is_part(page: PageContent, mark: Mark) -> bool:
    """Return whether other marks lie on it or under it, as the parts of an icon of several colours do."""
    return any(other is not mark and other.box.overlaps(mark.box) for other in page.marks)
