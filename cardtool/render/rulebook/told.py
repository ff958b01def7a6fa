"""What the rulebook is told of its game, as plain data that can travel to a worker."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardtool.render.telling import filled_in, rules_told, values_told

if TYPE_CHECKING:
    from cardtool.model import Credit, Game

__all__ = ["BookTold", "book_told"]


@dataclass(frozen=True, slots=True)
class BookTold:
    """All a rulebook can print. `cards` maps the names of cards to their ids."""

    title: str
    version: str
    values: dict[str, dict[str, int]]
    sequences: dict[str, dict[str, Any]]
    components: list[dict[str, Any]]
    glossary: list[dict[str, str]]
    changelog: list[dict[str, Any]]
    credits: list[dict[str, str]]
    cards: dict[str, str]


def book_told(game: Game) -> BookTold:
    """Everything the rulebook of this game can print."""
    values = values_told(game)
    return BookTold(
        title=game.title,
        version=game.version,
        values=values,
        sequences=rules_told(game)["sequence"],
        components=[
            {"id": kind.id, "title": kind.title, "plural": kind.plural, "count": game.copies_of(kind.id)}
            for kind in game.card_kinds
        ],
        glossary=[
            {"id": term.id, "term": term.term, "plural": term.plural, "means": filled_in(term.means, values)}
            for term in game.glossary
        ],
        changelog=[
            {
                "version": release.version,
                "date": release.date,
                "entries": [
                    {
                        "change": str(entry.change),
                        "text": filled_in(entry.text, values),
                        "old": entry.old,
                        "new": entry.new,
                    }
                    for entry in release.entries
                ],
            }
            for release in game.changelog
        ],
        credits=_credits(game.credits),
        cards={card.name: card.id for card in game.cards},
    )


def _credits(credits: tuple[Credit, ...]) -> list[dict[str, str]]:
    """Who made what, each author once under each licence: fonts first, then pictures."""
    seen = {(_sort(credit.file), credit.author, credit.licence, credit.origin) for credit in credits}
    return [
        {"what": what, "author": author, "licence": licence, "origin": origin}
        for what, author, licence, origin in sorted(seen)
    ]


def _sort(file: str) -> str:
    return "fonts" if "/fonts/" in file else "icons" if "/icons/" in file else "pictures"
