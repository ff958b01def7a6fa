"""The packs of game.yaml: for how many players each joins the game, and what it holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardtool.finding import Finding
from cardtool.load.file_rules import SCHEMA
from cardtool.load.yaml_files import Document
from cardtool.model import Pack
from cardtool.project import did_you_mean


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
    said = [key for key in ("kinds", "again") if key in pack]
    if not earlier:
        message = "the first pack holds whatever the others do not"
        yield from (SCHEMA.found(document.at_key(("packs", id), key), message, "remove it") for key in said)
    elif len(said) != 1:
        message = f"{id} says twice what it holds" if said else f"nothing says what {id} holds"
        fix = f"write kinds, with a list; or again: {earlier[0]} for the same once more"
        yield SCHEMA.found(document.at_key(("packs",), id), message, fix)
    elif said == ["again"] and pack["again"] not in earlier:
        near = did_you_mean(pack["again"], earlier)
        place = document.at(("packs", id, "again"))
        yield SCHEMA.found(place, f'there is no pack "{pack["again"]}" before {id}{near}')
    for number, kind in enumerate(pack.get("kinds", ())):
        if kind not in document.data["kinds"]:
            near = did_you_mean(kind, document.data["kinds"])
            yield SCHEMA.found(
                document.at(("packs", id, "kinds", number)), f'there is no kind "{kind}"{near}'
            )
