"""`glossary.yaml`: the defined terms of a game, and what the checker is to leave alone."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Finding
from cardtool.load.document import Document
from cardtool.load.once import each_once
from cardtool.load.rules import SCHEMA
from cardtool.model import Term, Waiver

__all__ = ["faults", "terms", "waivers"]

_SHORTEST_TEXT = 8  # letters of a message that name a finding by themselves


def terms(document: Document) -> tuple[Term, ...]:
    """The terms, as a faultless file has them, in its order."""
    return tuple(
        Term(
            id=entry["id"],
            term=entry["term"],
            plural=entry.get("plural", ""),
            means=entry["means"],
            source=document.at(("terms", row)),
            marks=document.marks.inside(("terms", row)),
            instead_of=tuple(entry.get("instead_of", ())),
        )
        for row, entry in enumerate(document.data["terms"])
    )


def waivers(document: Document) -> tuple[Waiver, ...]:
    """The findings that may stand, in the order of the file."""
    return tuple(
        Waiver(
            rule=entry["rule"],
            text=entry.get("text", ""),
            reason=entry["reason"],
            file=entry.get("file", ""),
            card=entry.get("card", ""),
            source=document.at(("waivers", row)),
        )
        for row, entry in enumerate(document.data.get("waivers", ()))
    )


def faults(document: Document) -> Iterator[Finding]:
    """Entries that share an id, or explain the same term; waivers that could waive anything."""
    yield from each_once(document, ("terms",), "id", "a term")
    yield from each_once(document, ("terms",), "term", "an entry")
    for row, entry in enumerate(document.data.get("waivers", ())):
        if not (entry.keys() & {"file", "card"}) and len(entry.get("text", "").strip()) < _SHORTEST_TEXT:
            message = "this waiver does not say what it is about, and could hide any finding of its rule"
            fix = f"name the card or the file, or quote {_SHORTEST_TEXT} letters or more of the message"
            yield SCHEMA.found(document.at(("waivers", row)), message, fix)
