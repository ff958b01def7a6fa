"""What game.yaml says of its records: whose file they are in, how many, and their sets and packs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any

from cardtool.finding import Finding
from cardtool.load.file_rules import SCHEMA
from cardtool.load.schema_words import quote_short
from cardtool.load.schemas import Format, known_keys, record_kind
from cardtool.load.yaml_files import Document
from cardtool.model import (
    SET_FIELD,
    Amount,
    CardSet,
    Component,
    DeclaredCount,
    Groups,
    Kind,
    OneForEach,
    Pack,
    SourceMap,
    ValuePath,
    with_fields,
)
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
        id: _list_at(document, ("kinds", id, "records"))
        for id, kind in kinds
        if isinstance(kind.get("records"), list | dict)
    }


def _list_at(document: Document, path: ValuePath) -> Document:
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


def _declared_sets(document: Document) -> Mapping[str, Any]:
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
        for id, each in _declared_sets(document).items()
    )


def _counts(document: Document, id: str, each: Mapping[str, Any]) -> Iterator[DeclaredCount]:
    if "count" in each:
        yield DeclaredCount("", each["count"], document.at(("sets", id, "count")))  # of all kinds
    for kind, count in each.get("counts", {}).items():
        yield DeclaredCount(kind, count, document.at(("sets", id, "counts", kind)))


def set_format(declared: Document) -> Format:
    """Return the format of the field of a record that names its set."""
    sets = _declared_sets(declared)

    def fault(text: str) -> str:
        if text in sets:
            return ""
        none = "" if sets else "; game.yaml has no sets"
        return f"there is no set {quote_short(text)} in game.yaml{did_you_mean(text, sets)}{none}"

    return Format(SCHEMA, fault, sets)


def set_faults(document: Document) -> Iterator[Finding]:
    """Yield kinds that name a set which is not there, and sets that count kinds which are not there."""
    kinds, sets = declared_kinds(document), _declared_sets(document)
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
    sets = _declared_sets(document)
    if not sets:
        return tuple(cards)
    usual = _usual_set(document, kind) or next(iter(sets))
    return tuple(card if card.value(SET_FIELD) else _in_set(card, usual) for card in cards)


def _usual_set(document: Document, kind: str) -> str:
    """Return the set that a kind names, or the kind from whose records its own are made; empty for none."""
    entry = document.value(("kinds", kind))
    return str(entry.get("set", "")) or (_usual_set(document, entry["of"]) if "of" in entry else "")


def _in_set(card: Component, set: str) -> Component:
    fields = with_fields(card.fields, {SET_FIELD: set})
    return replace(card, fields=fields, roles=card.roles._replace(unread=card.roles.unread | {SET_FIELD}))


def make_packs(document: Document) -> tuple[Pack, ...]:
    """Return the packs, in the order of the file, each where its players stand."""
    return tuple(
        Pack(
            id=id,
            least=pack["players"]["least"],
            most=pack["players"]["most"],
            kinds=tuple(pack.get("kinds", ())),
            again=pack.get("again", ""),
            source=document.at_key(("packs", id), "players"),
        )
        for id, pack in document.data.get("packs", {}).items()
    )


def pack_faults(document: Document) -> Iterator[Finding]:
    """Yield what is wrong between packs: numbers of players left out or twice, and what they hold."""
    packs: Mapping[str, Mapping[str, Any]] = document.data.get("packs", {})
    if not packs:
        return
    players, earlier = document.data["players"], list[str]()
    wanted = players["least"]
    for id, pack in packs.items():
        yield from _player_faults(document, id, pack["players"], wanted)
        yield from _content_faults(document, id, pack, earlier)
        wanted = pack["players"]["most"] + 1
        earlier.append(id)
    if wanted != players["most"] + 1:
        place = document.at(("packs", earlier[-1], "players", "most"))
        message = f"the packs are for up to {wanted - 1} players, the game is for up to {players['most']}"
        yield SCHEMA.found(place, message, f"write {players['most']}, or change players above")


def _player_faults(document: Document, id: str, players: Mapping[str, int], wanted: int) -> Iterator[Finding]:
    place = document.at(("packs", id, "players", "least"))
    if players["least"] != wanted:
        yield SCHEMA.found(place, f"{id} is to be for {wanted} players or more", f"write least: {wanted}")
    elif players["most"] < players["least"]:
        yield SCHEMA.found(place, "the least players are more than the most")


def _content_faults(
    document: Document, id: str, pack: Mapping[str, Any], earlier: list[str]
) -> Iterator[Finding]:
    keys = [key for key in ("kinds", "again") if key in pack]
    if not earlier:
        message = "the first pack holds whatever the others do not"
        yield from (SCHEMA.found(document.at_key(("packs", id), key), message, "remove it") for key in keys)
    elif len(keys) != 1:
        message = f"{id} says twice what it holds" if keys else f"nothing says what {id} holds"
        fix = f"write kinds, with a list; or again: {earlier[0]} for the same once more"
        yield SCHEMA.found(document.at_key(("packs",), id), message, fix)
    elif keys == ["again"] and pack["again"] not in earlier:
        near = did_you_mean(pack["again"], earlier)
        place = document.at(("packs", id, "again"))
        yield SCHEMA.found(place, f'there is no pack "{pack["again"]}" before {id}{near}')
    for number, kind in enumerate(pack.get("kinds", ())):
        if kind not in document.data["kinds"]:
            near = did_you_mean(kind, document.data["kinds"])
            yield SCHEMA.found(
                document.at(("packs", id, "kinds", number)), f'there is no kind "{kind}"{near}'
            )
