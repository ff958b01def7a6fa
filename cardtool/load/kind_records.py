"""What game.yaml says of a kind's records: whether they stand in a file or in game.yaml itself, or are made
from another kind's; and what it promises of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from cardtool.finding import Finding
from cardtool.load.file_rules import SCHEMA
from cardtool.load.schemas import known_keys, record_kind
from cardtool.load.yaml_files import Document
from cardtool.model import Amount, Component, Groups, Kind, OneForEach, SourceMap, ValuePath, with_fields
from cardtool.project import did_you_mean


def declared_kinds(document: Document) -> Mapping[str, Mapping[str, Any]]:
    """Return the kinds that game.yaml declares, by id, as far as it does, whatever else is wrong with it."""
    data = document.data if isinstance(document.data, dict) else {}
    declared = data.get("kinds")
    pairs = declared.items() if isinstance(declared, dict) else ()
    return {id: kind for id, kind in pairs if isinstance(kind, dict)}


def record_files(document: Document) -> dict[str, str]:
    """Return the file of each kind's records, of those kinds that have one."""
    files = {id: kind.get("records") for id, kind in declared_kinds(document).items()}
    return {id: file for id, file in files.items() if isinstance(file, str) and "/" not in file and file}


def file_of(records: str) -> PurePath:
    """Return the file that records are in, less the sheet of a workbook: cards.xlsx of cards.xlsx#Heroes."""
    return PurePath(records.partition("#")[0])


def inline_records(document: Document) -> dict[str, Document]:
    """Return the records that stand in game.yaml itself, by kind, as if in a file of their own."""
    kinds = declared_kinds(document).items()
    return {
        id: _part(document, ("kinds", id, "records"))
        for id, kind in kinds
        if isinstance(kind.get("records"), list | dict)
    }


def _part(document: Document, path: ValuePath) -> Document:
    """Return a list in a document as a document; a record by itself is a list of one."""
    data, source_map = document.value(path), document.source_map.inside(path)
    if isinstance(data, dict):
        data, source_map = [data], SourceMap(source_map.line, source_map.column, children={0: source_map})
    return replace(document, data=data, source_map=source_map, findings=())


def made_record(kind: str, copies: int, original: Component) -> Component:
    """Return the record of a kind that is made from a record of another.

    It has the fields and the place of its original, and an id of its own: `catapult-tile`.
    """
    id = f"{original.id}-{kind}"
    fields = with_fields(original.fields, {"id": id, "copies": copies})
    return replace(original, id=id, kind=kind, copies=copies, fields=fields, made_from=original.id)


def missing_value(card: Component, field: str, what: str) -> Finding:
    """Return a finding that a record has no one value in a field, which says `what` of it."""
    path = field.split(".")
    is_list = card.fields.get(path[0]) is not None
    place = card.at(path[0]) if is_list else card.source
    has = f'the {field} of "{card.name}" is no single value,' if is_list else f'"{card.name}" has no {field},'
    return SCHEMA.found(place, f"{has} which says {what}", "write one word or number")


def with_schema(kind: Kind, schema: Any) -> Kind:
    """Return a kind with what the schema of its records says of its groups, and of records it refers to."""
    groups, promise = kind.groups, kind.one_for_each
    if groups:
        groups = replace(groups, names=_listed_values(_schema_of(schema, groups.by)))
    if promise:
        fields = (key for key, inner in known_keys(schema).items() if record_kind(inner) == promise.kind)
        promise = replace(promise, field=next(fields, ""))
    return replace(kind, groups=groups, one_for_each=promise)


def _schema_of(schema: Any, field: str) -> Any:
    """Return the schema of a field, or of the way to one, as `stats.suit`; lists are gone into."""
    for step in field.split("."):
        inside = schema.get("items", schema) if isinstance(schema, dict) else schema
        schema = known_keys(inside).get(step)
    return schema


def _listed_values(schema: Any) -> tuple[str, ...]:
    """Return the words a value may be, where its schema lists them; of a list, those its items may be."""
    if not isinstance(schema, dict):
        return ()
    inside = (schema, schema.get("items"), *schema.get("allOf", ()))
    listed = next((each["enum"] for each in inside if isinstance(each, dict) and "enum" in each), ())
    return tuple(str(word) for word in listed)


def make_groups(document: Document, id: str) -> Groups | None:
    """Return what parts this kind into groups; None where nothing does."""
    groups = document.value(("kinds", id)).get("groups")
    return groups and Groups(groups["by"], make_amount(document, ("kinds", id, "groups")))


def make_amount(document: Document, path: ValuePath) -> Amount | None:
    """Return what the mapping at this path promises of `each`; None where it promises nothing."""
    each = document.value(path).get("each")
    if each is None:
        return None
    exactly = each.get("exactly")
    return Amount(each.get("least", exactly), each.get("most", exactly), document.at_key(path, "each"))


def make_one_for_each(document: Document, id: str) -> OneForEach | None:
    """Return the promise of one record of this kind for each of another; None where there is none."""
    kind = document.value(("kinds", id)).get("one_for_each")
    return kind and OneForEach(kind, document.at_key(("kinds", id), "one_for_each"))


def promise_faults(document: Document) -> Iterator[Finding]:
    """Yield what is wrong between a kind and the kinds its records come from or stand for, and in amounts."""
    kinds = document.data["kinds"]
    for id, kind in kinds.items():
        for key in ("of", "one_for_each"):
            if key in kind:
                yield from _other_kind_faults(document, id, key)
        if "groups" in kind:
            yield from _amount_faults(document, ("kinds", id, "groups"))
    for id in document.data.get("decks", {}):
        yield from _amount_faults(document, ("decks", id))


def _other_kind_faults(document: Document, id: str, key: str) -> Iterator[Finding]:
    kinds = document.data["kinds"]
    other, place = kinds[id][key], document.at(("kinds", id, key))
    if other not in kinds:
        yield SCHEMA.found(place, f'there is no kind "{other}"{did_you_mean(other, kinds)}')
    elif other == id:
        yield SCHEMA.found(place, f"{id} cannot be made from itself", "name another kind")
    elif key == "of" and id in _made_from(kinds, other):
        yield SCHEMA.found(place, f"{other} is itself made from {id}", "write the records of one of them")


def _made_from(kinds: Mapping[str, Mapping[str, Any]], kind: str) -> Iterator[str]:
    """Yield the kinds that a kind is made from, one after another, each once."""
    seen = {kind}
    while (kind := str(kinds.get(kind, {}).get("of", ""))) and kind not in seen:
        seen.add(kind)
        yield kind


def _amount_faults(document: Document, path: ValuePath) -> Iterator[Finding]:
    each = document.value(path).get("each", {})
    place = document.at_key(path, "each")
    if "exactly" in each and len(each) > 1:
        yield SCHEMA.found(place, "exactly says already what least and most say", "remove them, or exactly")
    elif each.get("least", 0) > each.get("most", each.get("least", 0)):
        yield SCHEMA.found(place, "the least are more than the most")
