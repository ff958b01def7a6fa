"""The sets of game.yaml, and which one a record is in: the one it names, or its kind does, or the first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardtool.finding import Finding
from cardtool.load.file_rules import SCHEMA
from cardtool.load.kind_records import declared_kinds
from cardtool.load.schema_words import quote_short
from cardtool.load.schemas import Format
from cardtool.load.yaml_files import Document
from cardtool.model import SET_FIELD, CardSet, Component, DeclaredCount, with_fields
from cardtool.project import did_you_mean

_WHOLE_SET = ""


def declared_sets(document: Document) -> Mapping[str, Any]:
    """Return what game.yaml says of its sets, by id, whatever else is wrong with it."""
    data = document.data if isinstance(document.data, dict) else {}
    sets = data.get("sets")
    return sets if isinstance(sets, dict) else {}


def make_sets(document: Document) -> tuple[CardSet, ...]:
    """Return the sets, in the order of the file."""
    return tuple(
        CardSet(
            id=id,
            title=each["title"],
            symbol=each.get("symbol", ""),
            counts=tuple(_counts(document, id, each)),
            source=document.at_key(("sets",), id),
        )
        for id, each in declared_sets(document).items()
    )


def _counts(document: Document, id: str, each: Mapping[str, Any]) -> Iterator[DeclaredCount]:
    if "count" in each:
        yield DeclaredCount(_WHOLE_SET, each["count"], document.at(("sets", id, "count")))
    for kind, count in each.get("counts", {}).items():
        yield DeclaredCount(kind, count, document.at(("sets", id, "counts", kind)))


def set_format(declared: Document) -> Format:
    """Return the format of the field of a record that names its set."""
    sets = declared_sets(declared)

    def fault(text: str) -> str:
        if text in sets:
            return ""
        none = "" if sets else "; game.yaml has no sets"
        return f"there is no set {quote_short(text)} in game.yaml{did_you_mean(text, sets)}{none}"

    return Format(SCHEMA, fault, sets)


def set_faults(document: Document) -> Iterator[Finding]:
    """Yield kinds that name a set which is not there, and sets that count kinds which are not there."""
    kinds, sets = declared_kinds(document), declared_sets(document)
    for id, kind in kinds.items():
        if "set" in kind and kind["set"] not in sets:
            message = f'there is no set "{kind["set"]}"{did_you_mean(kind["set"], sets)}'
            yield SCHEMA.found(document.at(("kinds", id, "set")), message, None if sets else "add sets: …")
    for id, each in sets.items():
        for kind in each.get("counts", {}):
            if kind not in kinds:
                place = document.at_key(("sets", id, "counts"), kind)
                yield SCHEMA.found(place, f'there is no kind "{kind}"{did_you_mean(kind, kinds)}')


def with_set(document: Document, kind: str, cards: Iterable[Component]) -> tuple[Component, ...]:
    """Return the records of a kind, each with the set it is in; as they are where the game has no sets."""
    sets = declared_sets(document)
    if not sets:
        return tuple(cards)
    usual = _usual_set(document, kind) or next(iter(sets))
    return tuple(card if card.value(SET_FIELD) else _in_set(card, usual) for card in cards)


def _usual_set(document: Document, kind: str) -> str:
    """Return the set that a kind names, or the kind from whose records its own are made; empty for none."""
    said = document.value(("kinds", kind))
    return str(said.get("set", "")) or (_usual_set(document, said["of"]) if "of" in said else "")


def _in_set(card: Component, set: str) -> Component:
    fields = with_fields(card.fields, {SET_FIELD: set})
    return replace(card, fields=fields, roles=card.roles._replace(unread=card.roles.unread | {SET_FIELD}))
