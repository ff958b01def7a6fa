"""`game.yaml`: what the game is, its kinds and its decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardtool.finding import Finding
from cardtool.load.document import Document
from cardtool.load.rules import SCHEMA
from cardtool.load.sizes import Declared, outline_of, size_of, sizes, unsound
from cardtool.model import COLOUR_THEME, Deck, Design, Kind, Players, Prints
from cardtool.project import Project, did_you_mean
from cardtool.units import parse_length, show

__all__ = ["decks", "faults", "kinds", "named_sizes", "players", "record_files"]

_NOT_RECORDS = {
    "game.yaml": "what you are reading",
    "rules.yaml": "the rules",
    "glossary.yaml": "the glossary",
    "changelog.yaml": "the changelog",
}


def record_files(document: Document) -> dict[str, str]:
    """The file of each kind's records, as far as game.yaml says so, whatever else is wrong with it."""
    data = document.data if isinstance(document.data, dict) else {}
    declared = data.get("kinds")
    pairs = declared.items() if isinstance(declared, dict) else ()
    files = {id: kind.get("records") for id, kind in pairs if isinstance(kind, dict)}
    return {id: file for id, file in files.items() if isinstance(file, str) and "/" not in file and file}


def players(document: Document) -> Players:
    """How many can play."""
    declared = document.data["players"]
    return Players(declared["least"], declared["most"], document.at_key((), "players"))


def named_sizes(project: Project, document: Document) -> Mapping[str, Declared]:
    """The sizes there are names for, where a kind uses one; reading them takes time. Raises: ProjectError."""
    declared = document.data.get("kinds") if isinstance(document.data, dict) else None
    kinds = declared.values() if isinstance(declared, dict) else ()
    return sizes(project) if any(isinstance(kind, dict) and "size" in kind for kind in kinds) else {}


def kinds(document: Document, known: Mapping[str, Declared]) -> tuple[Kind, ...]:
    """The kinds, in the order of the file; `known` are the sizes there are names for."""
    return tuple(_kind(document, id, kind, known) for id, kind in document.data["kinds"].items())


def _kind(document: Document, id: str, kind: Mapping[str, Any], known: Mapping[str, Declared]) -> Kind:
    return Kind(
        id=id,
        title=kind["title"],
        plural=kind["plural"],
        records=kind["records"],
        size=size_of(kind, known),
        bleed=parse_length(kind.get("bleed", "3mm")),
        safe=parse_length(kind.get("safe", "3mm")),
        front=Design(kind["front"], each_card=True),
        back=_back(kind["back"]) if "back" in kind else None,
        count=kind["count"],
        source=document.at_key(("kinds",), id),
        count_source=document.at(("kinds", id, "count")),
        per_player=kind.get("per_player", 0),
        prints=Prints(kind.get("prints", Prints.SHEETS)),
        outline=outline_of(kind, known),
    )


def _back(back: str | Mapping[str, Any]) -> Design:
    if isinstance(back, str):
        return Design(back, each_card=False)
    return Design(back["template"], each_card=back.get("per") == "card")


def decks(document: Document) -> tuple[Deck, ...]:
    """The decks, in the order of the file."""
    return tuple(
        Deck(
            id=id,
            title=deck["title"],
            kinds=tuple(deck["kinds"]),
            count=deck["count"],
            source=document.at_key(("decks",), id),
            count_source=document.at(("decks", id, "count")),
        )
        for id, deck in document.data["decks"].items()
    )


def faults(
    document: Document, sheets: tuple[str, ...], themes: tuple[str, ...], known: Mapping[str, Declared]
) -> Iterator[Finding]:
    """What is wrong between the parts of a game.yaml whose parts, each for itself, are right."""
    data = document.data
    if data["players"]["least"] > data["players"]["most"]:
        yield SCHEMA.found(document.at(("players", "least")), "the least players are more than the most")
    sheet = data["outputs"]["sheet"]
    if sheet not in sheets:
        message = f'there is no print sheet "{sheet}"{did_you_mean(sheet, sheets)}'
        yield SCHEMA.found(document.at(("outputs", "sheet")), message, f"the sheets are: {', '.join(sheets)}")
    theme = data["outputs"].get("theme", COLOUR_THEME)
    if theme not in themes:
        message = f'there is no theme "{theme}"{did_you_mean(theme, themes)}'
        yield SCHEMA.found(document.at(("outputs", "theme")), message, f"the themes are: {', '.join(themes)}")
    yield from _unknown_kinds(document)
    yield from _shared_files(document)
    unsized = list(_unsized(document, known))
    yield from unsized
    for kind in () if unsized else kinds(document, known):
        yield from _no_room(document, kind)


def _unsized(document: Document, known: Mapping[str, Declared]) -> Iterator[Finding]:
    """Kinds that do not say how large they are, or say it twice."""
    for id, kind in document.data["kinds"].items():
        for key, message, fix in unsound(kind, known):
            place = document.at_key(("kinds", id), key) if key in kind else document.at_key(("kinds",), id)
            yield SCHEMA.found(place, message, fix)


def _unknown_kinds(document: Document) -> Iterator[Finding]:
    known = document.data["kinds"]
    for id, deck in document.data["decks"].items():
        for number, kind in enumerate(deck["kinds"]):
            if kind not in known:
                place = document.at(("decks", id, "kinds", number))
                yield SCHEMA.found(place, f'there is no kind "{kind}"{did_you_mean(kind, known)}')


def _shared_files(document: Document) -> Iterator[Finding]:
    users = dict(_NOT_RECORDS)
    for id, file in record_files(document).items():
        user = users.setdefault(file, id)
        if user != id:
            message = f"{file} already holds {user if file in _NOT_RECORDS else f'the records of {user}'}"
            yield SCHEMA.found(document.at(("kinds", id, "records")), message, "give each kind its own file")


def _no_room(document: Document, kind: Kind) -> Iterator[Finding]:
    if min(kind.size) < 2 * kind.outline.corner:
        place = document.at(("kinds", kind.id, "corner"))
        corner = show(kind.outline.corner)
        yield SCHEMA.found(place, f"corners of {corner} mm are rounder than a {kind.size} card can have")
    room = min(kind.size) - 2 * kind.safe
    if room <= 0:
        place = document.at(("kinds", kind.id, "safe"))
        yield SCHEMA.found(place, f"a safe zone of {show(kind.safe)} mm leaves no room on a {kind.size} card")
