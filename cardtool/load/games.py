"""`game.yaml`: what the game is, its kinds and its decks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardtool.finding import Finding
from cardtool.geometry import Size
from cardtool.load.document import Document
from cardtool.load.rules import SCHEMA
from cardtool.model import Deck, Design, Kind, Players, Prints
from cardtool.project import did_you_mean
from cardtool.units import parse_length, show

__all__ = ["decks", "faults", "kinds", "players", "record_files"]

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


def kinds(document: Document) -> tuple[Kind, ...]:
    """The kinds, in the order of the file."""
    return tuple(_kind(document, id, kind) for id, kind in document.data["kinds"].items())


def _kind(document: Document, id: str, kind: Mapping[str, Any]) -> Kind:
    return Kind(
        id=id,
        title=kind["title"],
        plural=kind["plural"],
        records=kind["records"],
        size=Size(parse_length(kind["width"]), parse_length(kind["height"])),
        bleed=parse_length(kind.get("bleed", "3mm")),
        safe=parse_length(kind.get("safe", "3mm")),
        front=Design(kind["front"], each_card=True),
        back=_back(kind["back"]) if "back" in kind else None,
        count=kind["count"],
        source=document.at_key(("kinds",), id),
        count_source=document.at(("kinds", id, "count")),
        per_player=kind.get("per_player", 0),
        prints=Prints(kind.get("prints", Prints.SHEETS)),
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


def faults(document: Document, sheets: tuple[str, ...]) -> Iterator[Finding]:
    """What is wrong between the parts of a game.yaml whose parts, each for itself, are right."""
    data = document.data
    if data["players"]["least"] > data["players"]["most"]:
        yield SCHEMA.found(document.at(("players", "least")), "the least players are more than the most")
    sheet = data["outputs"]["sheet"]
    if sheet not in sheets:
        message = f'there is no print sheet "{sheet}"{did_you_mean(sheet, sheets)}'
        yield SCHEMA.found(document.at(("outputs", "sheet")), message, f"the sheets are: {', '.join(sheets)}")
    yield from _unknown_kinds(document)
    yield from _shared_files(document)
    for kind in kinds(document):
        yield from _no_room(document, kind)


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
    room = min(kind.size) - 2 * kind.safe
    if room <= 0:
        place = document.at(("kinds", kind.id, "safe"))
        yield SCHEMA.found(place, f"a safe zone of {show(kind.safe)} mm leaves no room on a {kind.size} card")
