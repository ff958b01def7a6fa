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
    cards_in_all: str
    explained: str  # before the page on which a term is explained
    version: str  # of the game
    renamed: str  # an old name and the new one
    changes: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class BundleWording:
    """What the print-and-play file says of its parts: how to print them, and on which sides of the paper."""

    title: str  # of a game and its version
    first_page: str
    cards: str
    large_pieces: str
    mats: str
    rulebook: str
    one_side: str
    both_sides: str
    print_cards: Mapping[str, str]  # by where the backs of the cards are
    cut: str
    print_large_pieces: str
    print_mats: str
    print_rulebook: str


@dataclass(frozen=True, slots=True)
class Wording:
    """One language.

    `numbers` are those that prose writes as words, from 0; `elisions` are words with an apostrophe in front.
    """

    numbers: tuple[str, ...]
    last_of_list: str  # what stands before it, and it
    double_quotes: tuple[str, str]
    single_quote: str  # that opens; an apostrophe closes
    apostrophe: str
    elisions: tuple[str, ...]
    rulebook: RulebookWording
    bundle: BundleWording

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
    numbers=_TO_TWENTY,
    last_of_list="{} and {}",
    double_quotes=("“", "”"),
    single_quote="‘",
    apostrophe="’",
    elisions=("tis", "twas", "em", "til", "n"),
    rulebook=RulebookWording(
        title="{game}: the rules",
        cards_in_all="cards in all",
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
        cards="Cards",
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
        print_large_pieces="Cut and glue the tiles of each piece, its back behind.",
        print_mats="On thick paper or card.",
        print_rulebook="Flip on the short edge. Fold the pile in half and staple it through the fold.",
    ),
)

WORDINGS: Mapping[str, Wording] = {"en": ENGLISH}
"""By the first part of a language's tag (BCP 47)."""


def wording(language: str = "en") -> Wording:
    """Return the words of a language; English where there are none of it."""
    return WORDINGS.get(language.partition("-")[0].lower(), ENGLISH)


def number_word(number: int, language: str = "en") -> str:
    """Return a number as prose writes it: five, twenty, but 35."""
    return wording(language).number(number)
