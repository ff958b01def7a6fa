"""`glossary.yaml`: the defined terms of a game, and what the checker is to leave alone."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Finding
from cardtool.load.document import Document
from cardtool.load.once import each_once
from cardtool.model import Term, Waiver

__all__ = ["faults", "terms", "waivers"]


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
            text=entry["text"],
            reason=entry["reason"],
            file=entry.get("file", ""),
            source=document.at(("waivers", row)),
        )
        for row, entry in enumerate(document.data.get("waivers", ()))
    )


def faults(document: Document) -> Iterator[Finding]:
    """Entries that share an id, or explain the same term."""
    yield from each_once(document, ("terms",), "id", "a term")
    yield from each_once(document, ("terms",), "term", "an entry")
