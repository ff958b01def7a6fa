"""Whether names and ids are each one card's once a spreadsheet is taken back: the whole game is judged as it
would be, for a kind knows its own records only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardtool import lint, load
from cardtool.app.check import Checked
from cardtool.finding import Finding
from cardtool.merge import REMOVED, KindMerge, RecordChange
from cardtool.model import Component, Game, Kind, Source, SourceMap

_RULES = tuple(each for each in lint.RULES if each.name in ("unique-names", "unique-ids", "safe-ids"))


def name_findings(game: Game, merged: Sequence[KindMerge]) -> list[Finding]:
    """Return what is wrong with the names and ids that a spreadsheet brings, each at its cell.

    That a record has no name is for its schema to say.
    """
    fresh = [card for each in merged for card in _named_anew(game.kind(each.kind.id), each) if card.name]
    if not fresh:
        return []
    gone = {(each.kind.id, id) for each in merged for id in each.deleted}
    gone |= {(card.kind, card.id) for card in fresh}
    kept = [card for card in game.cards if (card.kind, card.id) not in gone and not card.made_from]
    cards = (*_with_made(game, kept), *_with_made(game, fresh))  # of two alike the second is told
    after = replace(game, cards=cards)
    found = Checked(after).with_findings(lint.check_game(after, rules=_RULES)).found
    return [each for each in found if each.source.file == fresh[0].source.file]


def _named_anew(kind: Kind, merge: KindMerge) -> list[Component]:
    """Return the records of a kind that are new or called otherwise, as if they stood in the spreadsheet."""
    naming = {("name",), *((field,) for field in kind.told_apart_by)}
    renamed = [change for change in merge.changed if naming & change.values.keys()]
    return [_card(kind.id, change, merge.kind.cards.get(change.id)) for change in (*renamed, *merge.added)]


def _card(kind: str, change: RecordChange, card: Component | None) -> Component:
    said = {path[0]: value for path, value in change.values.items() if len(path) == 1}
    fields = {**(card.fields if card else {}), "id": change.id, **said}
    fields = {field: value for field, value in fields.items() if value is not REMOVED}
    row = change.row
    places: dict[str | int, SourceMap] = {
        field: _place(row.cells[field,].source) for field in fields if (field,) in row.cells
    }
    return Component(
        id=change.id,
        kind=kind,
        name=str(fields.get("name", "")),
        copies=1,
        fields=fields,
        source=row.source,
        places=_place(row.source)._replace(children=places),
    )


def _place(source: Source) -> SourceMap:
    return SourceMap(source.line, source.column)


def _with_made(game: Game, cards: Sequence[Component]) -> list[Component]:
    """Return these records, and those that are made from them, and from these in turn."""
    made = [
        load.made_record(kind.id, 1, card) for kind in game.kinds for card in cards if card.kind == kind.of
    ]
    return [*cards, *(_with_made(game, made) if made else ())]
