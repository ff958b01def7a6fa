"""One game, whole."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardtool.model.books import BookDesign
from cardtool.model.components import Component, Credit, Deck, Kind, Outputs, Players, Prints
from cardtool.model.faces import Engine
from cardtool.model.places import Source
from cardtool.model.rules import Manuscript, Release, Rules, Term, Waiver
from cardtool.model.themes import Theme

__all__ = ["Game"]


@dataclass(frozen=True, slots=True)
class Game:
    """One game, whole.

    `cards` stand in the order of kinds and, within a kind, of the file.
    `incomplete` names the kinds of which some record could not be read, so that counting
    them would raise a false alarm, and the files such as `rules.yaml` that could not be used.
    `icons` and `assets` are what the game may draw with: icon names, and asset files as paths
    from the project's root; `credits` says whose they are, and `unnamed` are the credited pictures of the
    game's own that nothing of it names. `engine` is None where the game leaves it to the platform what
    draws it. `theme` is what it is printed in. `templates` are the HTML files of its own template folder.
    """

    id: str
    title: str
    version: str
    players: Players
    kinds: tuple[Kind, ...]
    decks: tuple[Deck, ...]
    cards: tuple[Component, ...]
    outputs: Outputs
    style: str
    source: Source
    icons: frozenset[str] = frozenset()
    assets: frozenset[str] = frozenset()
    credits: tuple[Credit, ...] = ()
    unnamed: frozenset[str] = frozenset()
    incomplete: frozenset[str] = frozenset()
    rules: Rules = field(default_factory=Rules)
    glossary: tuple[Term, ...] = ()
    changelog: tuple[Release, ...] = ()
    rulebook: Manuscript | None = None
    book: BookDesign | None = None
    engine: Engine | None = None
    theme: Theme = field(default_factory=Theme)
    waivers: tuple[Waiver, ...] = ()
    templates: tuple[Manuscript, ...] = ()

    def kind(self, id: str) -> Kind:
        """The kind with this id. Raises: KeyError."""
        for kind in self.kinds:
            if kind.id == id:
                return kind
        raise KeyError(id)

    @property
    def card_kinds(self) -> tuple[Kind, ...]:
        """The kinds that are printed many to a sheet; the others are mats."""
        return tuple(kind for kind in self.kinds if kind.prints is Prints.SHEETS)

    def cards_of(self, *kinds: str) -> tuple[Component, ...]:
        """The records of these kinds, in the game's order."""
        return tuple(card for card in self.cards if card.kind in kinds)

    def copies_of(self, *kinds: str) -> int:
        """How many cards of these kinds are printed, copies counted."""
        return sum(card.copies for card in self.cards if card.kind in kinds)
