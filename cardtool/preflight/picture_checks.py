"""Rules about what a face shows as a picture: nothing, too few dots, or a difference in colour alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import TYPE_CHECKING

from cardtool.colour import RGB, VISIONS, colour_distance
from cardtool.finding import Finding, Severity
from cardtool.geometry import Box
from cardtool.preflight.subject import CardGroup, Subject, Thumbnail, print_rule
from cardtool.rule_runner import Problem
from cardtool.units import MM_PER_INCH

if TYPE_CHECKING:
    from cardtool.preflight.page_content import PageContent, Picture

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
    if subject.shows_something and _is_blank(page):
        message = f"{subject.title}: nothing of it is to be seen, the card is blank"
        fix = "are its letters too large, white, or beyond the edge? see its template and the stylesheet"
        yield subject.source, message, fix


def _is_blank(page: PageContent) -> bool:
    """Return whether a page is white, without its letters and, which is seldom worth a look, with them."""
    return page.background.darkest >= _BLANK_LEVEL and page.everything.darkest >= _BLANK_LEVEL


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


def mean_thumbnail(thumbnails: Sequence[Thumbnail]) -> Thumbnail:
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
    return list(colour_alone({group: mean_thumbnail(each) for group, each in faces.items()}))
