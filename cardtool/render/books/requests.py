"""Rulebooks to be set and books to be printed, as they travel to a worker, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardtool.geometry import Size
from cardtool.model import DEFAULT_LANGUAGE, Theme, cards_by_name
from cardtool.project import Project
from cardtool.render.template_values import fill_references, reference_values, rules_values

if TYPE_CHECKING:
    from cardtool.model import Credit, Game


@dataclass(frozen=True, slots=True)
class BookData:
    """All a rulebook can print. `cards` maps the names of cards to their ids.

    `namesakes` are the ids of records, by their kinds and names, whose names mean another record elsewhere:
    the token of a card. `spaces` are the ids of the spaces of a layout, for each sort of figure that places
    pieces on one. `language` is a tag (BCP 47).
    """

    title: str
    version: str
    values: dict[str, dict[str, int]]
    sequences: dict[str, dict[str, Any]]
    tables: dict[str, dict[str, Any]]
    components: list[dict[str, Any]]
    glossary: list[dict[str, str]]
    changelog: list[dict[str, Any]]
    credits: list[dict[str, str]]
    cards: dict[str, str]
    language: str = DEFAULT_LANGUAGE
    namesakes: dict[str, dict[str, str]] = field(default_factory=dict)
    spaces: dict[str, tuple[str, ...]] = field(default_factory=dict)


def book_data(game: Game) -> BookData:
    """Return everything the rulebook of this game can print."""
    values, rules = reference_values(game), rules_values(game)
    return BookData(
        title=game.title,
        version=game.version,
        language=game.language,
        values=values,
        sequences=rules["sequence"],
        tables=rules["table"],
        components=[
            {
                "id": kind.id,
                "form": kind.form.id,
                "title": kind.title,
                "plural": kind.plural,
                "count": game.copies_of(kind.id),
            }
            for kind in game.counted_kinds
        ],
        glossary=[
            {
                "id": term.id,
                "term": term.term,
                "plural": term.plural,
                "means": fill_references(term.means, values, game.language),
            }
            for term in game.glossary
        ],
        changelog=[
            {
                "version": release.version,
                "date": release.date,
                "entries": [
                    {
                        "change": str(entry.change),
                        "text": fill_references(entry.text, values, game.language),
                        "old": entry.old,
                        "new": entry.new,
                    }
                    for entry in release.entries
                ],
            }
            for release in game.changelog
        ],
        credits=_credit_rows(game.assets.credits),
        cards={card.name: card.id for card in cards_by_name(game)},
        namesakes=_namesakes(game),
        spaces={
            sort: tuple(space.id for space in game.layouts[design.layout].spaces)
            for sort, design in (game.look.book.figures if game.look.book else {}).items()
            if design.layout in game.layouts
        },
    )


def _namesakes(game: Game) -> dict[str, dict[str, str]]:
    ids = {card.id for card in cards_by_name(game)}
    found: dict[str, dict[str, str]] = {}
    for card in game.cards:
        if card.id not in ids:
            found.setdefault(card.kind, {})[card.name] = card.id
    return found


def _credit_rows(credits: tuple[Credit, ...]) -> list[dict[str, str]]:
    """Return who made what, each author once under each licence: fonts first, then pictures."""

    def group(file: str) -> str:
        return "fonts" if "/fonts/" in file else "icons" if "/icons/" in file else "pictures"

    seen = {(group(each.file), each.author, each.licence, each.origin, each.changes) for each in credits}
    return [
        {"what": what, "author": author, "licence": licence, "origin": origin, "changes": changes}
        for what, author, licence, origin, changes in sorted(seen)
    ]


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


@dataclass(frozen=True, slots=True)
class ManuscriptRequest:
    """A rulebook to be set on pages of a size, in mm.

    `name` is what messages call its text; `sorts` are the figures there can be. `records` are all records by
    their ids, for a template that speaks of them.
    """

    project: Project
    game: str
    name: str
    text: str
    template: str
    data: BookData
    sorts: tuple[str, ...]
    page: Size
    theme: Theme = field(default_factory=Theme)
    records: dict[str, Any] = field(default_factory=dict)

    @property
    def allowance(self) -> float:
        """Seconds of CPU it may take beside those that any question may."""
        return 3.0


@dataclass(frozen=True, slots=True)
class RulebookHtml:
    """A rulebook as the inside of a `<body>`. Where a figure goes stands `src="picture:figure-1"`."""

    html: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class BookRequest:
    """A book to print: the inside of its `<body>`, its stylesheet, and how it is announced to readers.

    `name` is what messages call the source, such as `cards/farm/rulebook.md`; `language` is a tag as
    of BCP 47, such as `en-GB`. Pictures are addressed from the folder of the game's cards; `pictures` are
    those that will be put in later, by name, with their sizes: `<img src="picture:NAME" alt="…">`.
    `page` is the size that every page is to have, where one is declared; the stylesheet need not say it.
    `on_screen` asks for its fonts, too, as a web page of it holds them.
    """

    project: Project
    game: str
    name: str
    html: str
    style: str
    title: str
    language: str
    author: str = ""
    subject: str = ""
    pictures: Mapping[str, Size] = field(default_factory=dict)
    page: Size | None = None
    on_screen: bool = False

    @property
    def allowance(self) -> float:
        """Seconds of CPU the book may take beside those that any question may: generous, but an end."""
        return 60.0


@dataclass(frozen=True, slots=True)
class Book:
    """A printed book. `anchors` says on which page, from 1, the element with an id begins.

    `pictures` says which of the pages' XObjects keeps the place of each picture to be put in: an empty
    form that fills the unit square.
    `warnings` are what the printer did not understand, such as an unknown property of the stylesheet.
    `font_faces` are rules of a stylesheet that hold its fonts, where it was asked for them.
    """

    pdf: bytes
    pages: int
    anchors: Mapping[str, int]
    pictures: Mapping[str, str]
    warnings: tuple[str, ...]
    font_faces: str = ""
