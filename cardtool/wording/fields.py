"""What a language has to say: one value a place where words are printed. Texts with braces are filled in by
`str.format`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CoverWording:
    """For whom a game is, and which version its rules are, as the cover of a rulebook says it."""

    players: str  # the least and the most
    as_many_players: tuple[str, str]  # one and several, where the least are the most
    minutes: str
    age: str
    version: str
    only_version: str  # where there are no minutes and no age


@dataclass(frozen=True, slots=True)
class RulebookWording:
    """What stands in a rulebook that is made from data. `changes` is by type of change, `credits` by what."""

    title: str  # of the game
    cover: CoverWording
    contents: str
    in_all: str  # of the plural of a form
    forms: Mapping[str, tuple[str, str]]  # one and several of each form, by its id
    explained: str  # before the page on which a term is explained
    version: str  # of the game
    renamed: str  # an old name and the new one
    changes: Mapping[str, str]
    credits: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class FirstPageWording:
    """What stands on the page in front of the print-and-play file. Every second part of `opening` is bold."""

    head: str  # of a version
    opening: tuple[str, ...]  # the last part of a paper
    pages: str  # the first, the last, and on which sides of the paper
    sheets: tuple[str, str]  # one and several
    ruler: str


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
    page: FirstPageWording


@dataclass(frozen=True, slots=True)
class ReprintWording:
    """The page in front of what is printed again. Every second part of `opening` is bold.

    `changed` is by the sides that look otherwise, joined by a space.
    """

    title: str
    head: str  # of a version
    since: str  # a revision, and its date
    opening: tuple[str, ...]
    backs: str  # of kinds
    columns: tuple[str, str, str, str, str]
    page: str  # its number, of how many
    pieces: tuple[str, str]  # one and several
    new: str
    gone: str
    changed: Mapping[str, str]
    copies: tuple[str, str]  # one and several, and how many there were


@dataclass(frozen=True, slots=True)
class SheetWording:
    """The small print of sheets and tiles. Page numbers are set by their codes: these must be ASCII."""

    print_sheet: Mapping[str, str]  # by where the backs of the cards are
    sides: Mapping[str, str]
    page: str
    side_and_page: str
    print_tile: str
    tile: str
    cut_tile: str
    glue_tile: str
    glue_strip: str


@dataclass(frozen=True, slots=True)
class BoxWording:
    """What a box says of the game, and the legend beside it: how to print it, and what its lines mean."""

    pieces: str
    players: str  # how many they are
    minutes: str
    age: str
    caption: str  # of what goes into it
    in_tiles: str  # of a deck
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
    reprint: ReprintWording
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
