"""Figures of the rulebook: ordered in the manuscript, drawn later by the faces engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardtool.errors import TemplateError
from cardtool.project import did_you_mean
from cardtool.references import plain_name

__all__ = ["Figure", "Figures"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture to be drawn: which sort, what is in it, and what it is for those who cannot see it.

    Cards stand in `shows` by their ids.
    """

    id: str
    sort: str
    shows: dict[str, Any]
    alt: str
    caption: str


class Figures:
    """What a manuscript calls as `figure.hand([…], alt="…")`. Each call answers a block of the book."""

    def __init__(
        self, cards: Mapping[str, str], sorts: Sequence[str], block: Callable[[Figure], str]
    ) -> None:
        self._cards, self._sorts, self._block = cards, sorts, block
        self.ordered: list[Figure] = []

    def cards(self, cards: Sequence[str], *, alt: str, caption: str = "") -> str:
        """Cards side by side."""
        return self._order("cards", {"cards": self._ids(cards)}, alt, caption)

    def hand(self, cards: Sequence[str], *, alt: str, caption: str = "") -> str:
        """Cards fanned in a hand."""
        return self._order("hand", {"cards": self._ids(cards)}, alt, caption)

    def setup(self, *, alt: str, caption: str = "") -> str:
        """The table when the game begins."""
        return self._order("setup", {}, alt, caption)

    def table(
        self,
        *,
        hero: str,
        alt: str,
        caption: str = "",
        flipped: bool = False,
        adventure: Sequence[Mapping[str, Any]] = (),
        hoard: Sequence[str] = (),
        hand: Sequence[str] = (),
    ) -> str:
        """A player's mat with cards on it, and the hand below."""
        slots = [
            {"prize": self._id(slot["prize"]), "guards": self._guards(slot.get("guards", 0))}
            for slot in adventure
        ]
        shows = {
            "hero": self._id(hero),
            "flipped": bool(flipped),
            "adventure": slots,
            "hoard": self._ids(hoard),
            "hand": self._ids(hand),
        }
        return self._order("table", shows, alt, caption)

    def _guards(self, guards: int | Sequence[str]) -> list[str | None]:
        """The guards of a prize from the bottom up: a card's id where it lies face up, else None."""
        return [None] * guards if isinstance(guards, int) else list(self._ids(guards))

    def _ids(self, names: Sequence[str]) -> list[str]:
        return [self._id(name) for name in names]

    def _id(self, name: str) -> str:
        ids = {plain_name(known): id for known, id in self._cards.items()}
        if plain_name(name) not in ids:
            raise TemplateError(f'there is no card "{name}"{did_you_mean(name, self._cards)}')
        return ids[plain_name(name)]

    def _order(self, sort: str, shows: dict[str, Any], alt: str, caption: str) -> str:
        if sort not in self._sorts:
            raise TemplateError(f'game.yaml has no design for figures of the sort "{sort}"')
        if not alt.strip():
            raise TemplateError("a figure needs an alt text: what it shows, for those who cannot see it")
        figure = Figure(f"figure-{len(self.ordered) + 1}", sort, shows, alt, caption)
        self.ordered.append(figure)
        return self._block(figure)
