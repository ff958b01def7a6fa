"""The words that depend on a game's language: what is printed, how numbers, lists and quotations are written.

A language is one row of `WORDINGS`. Messages to users are English and stand where they are raised; patterns
that read English texts stand in `documents` and `lint`. Texts with braces are filled in by `str.format`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RulebookWording:
    """What stands in the blocks of a rulebook that are made from data. `changes` is by type of change."""

    title: str  # of the game
    in_all: str  # of the plural of a form
    forms: Mapping[str, tuple[str, str]]  # one and several of each form, by its id
    explained: str  # before the page on which a term is explained
    version: str  # of the game
    renamed: str  # an old name and the new one
    changes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BundleWording:
    """What the print-and-play file says of its parts: how to print them, and on which sides of the paper."""

    title: str  # of a game and its version
    first_page: str
    pieces: str
    large_pieces: str
    mats: str
    rulebook: str
    one_side: str
    both_sides: str
    print_cards: Mapping[str, str]  # by where the backs of the cards are
    cut: str
    fold: str
    print_large_pieces: str
    print_mats: str
    print_mats_on_both: str
    print_rulebook: str


@dataclass(frozen=True, slots=True)
class SheetWording:
    """The small print of sheets and tiles. Page numbers are set by their codes: these must be ASCII."""

    print_sheet: Mapping[str, str]  # by where the backs of the cards are
    page: str
    side_and_page: str
    print_tile: str
    tile: str
    cut_tile: str
    glue_tile: str
    glue_strip: str


@dataclass(frozen=True, slots=True)
class BoxWording:
    """The legend of a flat box: how to print it, a line each, and what its lines mean."""

    print_box: tuple[str, ...]
    cut: str
    fold: str
    glue: str


@dataclass(frozen=True, slots=True)
class CalibrationWording:
    """The sheets by which a printer is calibrated. `scales` says which way each of the two moves backs."""

    title: str
    sheets: tuple[str, str]  # paper upright, paper sideways
    instructions: tuple[str, ...]
    back: str
    scales: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Wording:
    """One language.

    `name` is what English calls it. `numbers` are those that prose writes as words, from 0; `elisions` are
    words with an apostrophe in front.
    """

    name: str
    numbers: tuple[str, ...]
    last_of_list: str  # what stands before it, and it
    double_quotes: tuple[str, str]
    single_quote: str  # that opens; an apostrophe closes
    apostrophe: str
    elisions: tuple[str, ...]
    rulebook: RulebookWording
    bundle: BundleWording
    sheet: SheetWording
    box: BoxWording
    calibration: CalibrationWording

    def number(self, number: int) -> str:
        """Return a number as prose writes it: five, twenty, but 35."""
        return self.numbers[number] if 0 <= number < len(self.numbers) else str(number)

    def listed(self, parts: Iterable[str]) -> str:
        """Return the parts as a list in a sentence: a, b and c."""
        *first, last = parts
        return self.last_of_list.format(", ".join(first), last) if first else last


_TO_TWENTY = (
    "none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip

ENGLISH = Wording(
    name="English",
    numbers=_TO_TWENTY,
    last_of_list="{} and {}",
    double_quotes=("“", "”"),
    single_quote="‘",
    apostrophe="’",
    elisions=("tis", "twas", "em", "til", "n"),
    rulebook=RulebookWording(
        title="{game}: the rules",
        in_all="{} in all",
        forms={
            "card": ("card", "cards"),
            "mat": ("mat", "mats"),
            "board": ("board", "boards"),
            "tile": ("tile", "tiles"),
            "token": ("token", "tokens"),
            "standee": ("standee", "standees"),
            "dial": ("dial", "dials"),
            "die": ("die", "dice"),
            "pad": ("pad", "pads"),
            "aid": ("player aid", "player aids"),
            "box": ("box", "boxes"),
        },
        explained="explained in the text",
        version="Version {version}",
        renamed="{old} is now {new}",
        changes={
            "added": "Added",
            "changed": "Changed",
            "removed": "Removed",
            "fixed": "Fixed",
            "renamed": "Renamed",
        },
    ),
    bundle=BundleWording(
        title="{game} {version}: print and play",
        first_page="What to print",
        pieces="Pieces",
        large_pieces="Large pieces",
        mats="Mats",
        rulebook="Rulebook",
        one_side="one side",
        both_sides="both sides",
        print_cards={
            "long-edge": "On card of 200 g or more. Flip on the long edge.",
            "short-edge": "On card of 200 g or more. Flip on the short edge.",
            "fold": "Fold each sheet along the dashes, glue it, and let it dry.",
            "none": "For sleeves with old cards behind.",
        },
        cut="Cut along the marks, long cuts first.",
        fold="Fold along the dashes.",
        print_large_pieces="Cut and glue the tiles of each piece, its back behind.",
        print_mats="On thick paper or card.",
        print_mats_on_both="On thick paper or card, each sheet turned over like the page of a book.",
        print_rulebook="Flip on the short edge. Fold the pile in half and staple it through the fold.",
    ),
    sheet=SheetWording(
        print_sheet={
            "none": "Print at 100 % (actual size)",
            "long-edge": "Print at 100 %, on both sides, flip on the long edge",
            "short-edge": "Print at 100 %, on both sides, flip on the short edge",
            "fold": "Print at 100 %, on one side, fold along the dashes",
        },
        page="Page {number} of {of}",
        side_and_page="{side}, page {number} of {of}",
        print_tile="Print at 100 % (actual size).",
        tile="Tile {name}: row {row}, column {column} of {rows} × {columns}.",
        cut_tile="Cut at the solid marks.",
        glue_tile="Glue hatched edges under their neighbours, up to the dashed marks; rows first.",
        glue_strip="glue · {neighbour} goes on top",
    ),
    box=BoxWording(
        print_box=(
            "Print at 100 % (actual size), on one side,",
            "on card of 250 to 300 g/m². Score all folds first.",
        ),
        cut="cut",
        fold="fold away from you",
        glue="glue, on this side",
    ),
    calibration=CalibrationWording(
        title="Calibrating a printer for cards",
        sheets=("Calibration, sheet 1 of 2: paper upright", "Calibration, sheet 2 of 2: paper sideways"),
        instructions=(
            "1. Print all four pages at 100 % (actual size), on both sides, flip on the long edge, on the "
            "paper you use for cards.",
            "2. Measure the ruler below. If it is not 100 mm long, the print was scaled: print again.",
            "3. Hold this side towards you, against a window. Each mark goes on, on the back. Find the one "
            "on each scale that runs straight on, and type its number when cardtool calibrate asks for it.",
            "4. Look at the bars along the four edges: the least number whose bar is whole on every edge is "
            "what the printer needs as margin.",
        ),
        back="Back. Nothing to read here: turn the sheet round and hold it against a window.",
        scales=("right", "down"),
    ),
)

WORDINGS: Mapping[str, Wording] = {"en": ENGLISH}
"""By the first part of a language's tag (BCP 47)."""


def primary_language(tag: str) -> str:
    """Return the first part of a language's tag, in small letters: en of en-GB."""
    return tag.partition("-")[0].lower()


def wording(language: str = "en") -> Wording:
    """Return the words of a language; English where there are none of it."""
    return WORDINGS.get(primary_language(language), ENGLISH)


def number_word(number: int, language: str = "en") -> str:
    """Return a number as prose writes it: five, twenty, but 35."""
    return wording(language).number(number)


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return so many of a thing: 1 card, 2 cards."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"
