"""The files of a game as they are to be once a spreadsheet is taken back into them. Writes none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from typing import Any

from cardtool import load
from cardtool.app.check import read_yaml_data
from cardtool.export.csv_json import cell_text
from cardtool.finding import Finding
from cardtool.fix import (
    FileContent,
    FixedFile,
    NotFixable,
    TableChanges,
    YamlTools,
    game_finder,
    read_content,
    rewrite_csv,
    rewrite_yaml,
)
from cardtool.merge import REFUSED, REMOVED, KindMerge, RecordChange, in_order, with_values
from cardtool.model import Component, Game, Source
from cardtool.project import Project

_YAML = YamlTools(read_yaml_data, load.read_layout)
_MODELS = 20  # records, as which new ones are written


class _NoCells(Exception):
    """Values that a table has no cells for, as the findings say."""

    def __init__(self, findings: list[Finding]) -> None:
        self.findings = findings


def rewritten_files(
    project: Project, game: Game, merged: Iterable[KindMerge], shapes: load.RecordShapes
) -> tuple[tuple[FixedFile, ...], list[Finding]]:
    """Return the files as they are to be, and those that cannot be written."""
    files: list[FixedFile] = []
    faults: list[Finding] = []
    find = game_finder(project.root, game.id)
    for name, of in _by_file(merged).items():
        try:
            path = find(name)
            before = read_content(path)
        except NotFixable as why:
            faults.append(REFUSED.found(Source(name), f"this file is not written: {why}"))
            continue
        try:
            text = _with_changes(name, before, of, game, shapes)
        except _NoCells as why:
            faults += why.findings
            continue
        except NotFixable as why:
            fix = "write it there by hand"
            faults.append(
                REFUSED.found(_first_row(of, name), f"this cannot be written into {name}: {why}", fix)
            )
            continue
        if text != before.text:
            files.append(FixedFile(name, path, before, FileContent(text, before.has_bom), ()))
    return tuple(files), faults


def _first_row(merges: Sequence[KindMerge], name: str) -> Source:
    rows = [change.row for each in merges for change in (*each.changed, *each.added)]
    return rows[0].source if rows else Source(name)


def _by_file(merged: Iterable[KindMerge]) -> dict[str, list[KindMerge]]:
    files: dict[str, list[KindMerge]] = {}
    for each in merged:
        if each.changed or each.added or each.deleted:
            files.setdefault(each.kind.file, []).append(each)
    return files


def _with_changes(
    name: str, before: FileContent, merges: Sequence[KindMerge], game: Game, shapes: load.RecordShapes
) -> str:
    """Return the text of a file with the changes of its kinds. Raises: _NoCells; NotFixable."""
    if name.endswith(".csv"):
        return _with_rows(before, merges, shapes)

    def change(data: Any) -> Any:
        for each in _with_moves(merges, game):
            data = _with_kind(data, each, game, shapes)
        return data

    def change_some(data: Any) -> Any:
        there = {each["id"] for each in data} if isinstance(data, list) else set()
        if not there.issuperset(_changed_ids(merges)):
            raise NotFixable("records that change stand elsewhere")
        return change(data)

    stretches = _stretches(name, before.text, merges, game)
    return rewrite_yaml(before.text, change_some if stretches else change, _YAML, stretches)


def _with_moves(merges: Sequence[KindMerge], game: Game) -> list[KindMerge]:
    """Return the changes, with no record taken out that goes into another kind of the same file."""
    came = {change.id for each in merges for change in each.added}
    return [
        replace(each, deleted=[id for id in each.deleted if id not in came])
        if game.kind(each.kind.id).records
        else each
        for each in merges
    ]


def _changed_ids(merges: Iterable[KindMerge]) -> set[str]:
    return {change.id for each in merges for change in each.changed}


def _stretches(name: str, text: str, merges: Sequence[KindMerge], game: Game) -> list[slice]:
    """Return where in a file the records stand that change, and some more: the first ones, as which new ones
    are written, and the last, behind which these come. None where it has few others, or where records go.
    """
    if any(each.deleted for each in merges):
        return []
    cards = [card for kind in game.kinds for card in game.cards_of(kind.id) if card.source.file == name]
    lines = sorted({card.source.line for card in cards})
    changed = _changed_ids(merges)
    wanted = {card.source.line for card in cards if card.id in changed}
    wanted |= {*lines[:_MODELS], *lines[-1:]}
    if 2 * len(wanted) > len(lines):
        return []
    starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    ends = {line: starts[after - 1] for line, after in pairwise(lines)}
    return [slice(starts[line - 1], ends.get(line, len(text))) for line in sorted(wanted)]


def _with_kind(data: Any, merge: KindMerge, game: Game, shapes: load.RecordShapes) -> Any:
    """Return the data of a file with the records of a kind changed, which may stand in game.yaml itself."""
    if game.kind(merge.kind.id).records:
        return _with_records(data, merge, shapes.marks(merge.kind.id))
    declared = data["kinds"][merge.kind.id]
    inside = _with_records(declared["records"], merge, {})
    return {**data, "kinds": {**data["kinds"], merge.kind.id: {**declared, "records": inside}}}


def _with_records(records: Any, merge: KindMerge, marks: Mapping[str, str]) -> Any:
    """Return the records of a file with those of a kind changed; `marks` tell whose a new one is."""
    if isinstance(records, dict):  # a record by itself
        found = _with_records([records], merge, marks)
        return found[0] if len(found) == 1 else found
    values = {change.id: change.values for change in merge.changed}
    deleted = set(merge.deleted)
    new = {change.id: _new_record(change, marks) for change in merge.added}
    mine = merge.kind.cards
    after = []
    for record in records:
        id = record["id"]
        if id in new:  # which it was in another kind
            after.append(in_order(new.pop(id), ((key,) for key in record)))
        elif id not in deleted or id not in mine:
            after.append(with_values(record, values[id]) if id in values else record)
    return [*after, *new.values()]


def _new_record(change: RecordChange, marks: Mapping[str, str]) -> dict[str, Any]:
    """Return a record with its id, its name, and all else in the order of the columns."""
    values = {path: value for path, value in change.values.items() if (path, value) != (("copies",), 1)}
    made = with_values({}, values)
    first = [("id",), ("name",), *((field,) for field in marks)]
    return in_order({**marks, **made}, first)


def _with_rows(before: FileContent, merges: Sequence[KindMerge], shapes: load.RecordShapes) -> str:
    """Return the text of a table with the changes of its kinds. Raises: _NoCells; NotFixable."""
    changes, separator, faults = TableChanges(), ",", list[Finding]()
    for each in merges:
        table = shapes.table(each.kind.id, before.raw)
        separator = table.separator
        faults += _note_changes(changes, each, table)
    if faults:
        raise _NoCells(faults)
    text = rewrite_csv(before.text, separator, changes)
    if not all(_says_after(each, shapes, before.raw, text.encode()) for each in merges):
        raise NotFixable("its rows would not say so when they are read again")
    return text


def _says_after(merge: KindMerge, shapes: load.RecordShapes, before: bytes, after: bytes) -> bool:
    """Return whether the records of a kind are what they are to be."""
    was = _with_records(shapes.table(merge.kind.id, before).records, replace(merge, added=[]), {})
    new = [with_values({}, change.values) for change in merge.added]
    return shapes.table(merge.kind.id, after).records == [*was, *new]


def _note_changes(changes: TableChanges, merge: KindMerge, table: load.SourceTable) -> Iterator[Finding]:
    """Note what changes in the rows of a kind; yield what has no cell there."""
    cards, file = merge.kind.cards, merge.kind.file
    for change in merge.changed:
        card = cards[change.id]
        kept = _with_kept_id(change, card, table)
        yield from _renamed_without_id(kept, card, table)
        yield from _without_column(change, table, file)
        changes.cells[card.source.line] = _row_cells(kept, table)
    for change in merge.added:
        new = _without_made_id(change, table)
        yield from _without_column(new, table, file)
        changes.rows.append({**table.fixed, **_row_cells(new, table)})
    changes.gone.update(cards[id].source.line for id in merge.deleted)


def _row_cells(change: RecordChange, table: load.SourceTable) -> dict[int, str]:
    texts = {path: "" if value is REMOVED else cell_text(value) for path, value in change.values.items()}
    return {table.columns[path]: text for path, text in texts.items() if path in table.columns}


def _without_column(change: RecordChange, table: load.SourceTable, file: str) -> Iterator[Finding]:
    for path in change.values:
        if path not in table.columns:
            place = change.row.cells[path].source if path in change.row.cells else change.row.source
            fix = "add it, or change the cell back"
            yield REFUSED.found(place, f"{file} has no column for {'.'.join(path)}", fix)


def _with_kept_id(change: RecordChange, card: Component, table: load.SourceTable) -> RecordChange:
    """Return a change with the id of the record, where it was made of what changes."""
    after = with_values(card.fields, change.values)
    if _made_id(card.fields, table) != card.id or _made_id(after, table) == card.id:
        return change
    return change._replace(values={**change.values, ("id",): card.id})


def _renamed_without_id(change: RecordChange, card: Component, table: load.SourceTable) -> Iterator[Finding]:
    """Yield that a record would be another one by its new name, where there is no column for its id."""
    if ("id",) in change.values and ("id",) not in table.columns:
        made = _made_id(with_values(card.fields, change.values), table)
        path = next((field,) for field in _id_fields(table) if (field,) in change.values)
        instead = f"{card.source.file} has no column of ids, and its id would be {made}"
        message = f'with this {path[0]} "{card.name}" would be another card: {instead}'
        fix = f"give that file a column Id with {card.id} in its row, or rename the card there"
        yield REFUSED.found(change.row.cells[path].source, message, fix)


def _without_made_id(change: RecordChange, table: load.SourceTable) -> RecordChange:
    """Return a new record, less the id where the table has none and makes it of the name."""
    if ("id",) in table.columns or _made_id(with_values({}, change.values), table) != change.id:
        return change
    return change._replace(values={path: each for path, each in change.values.items() if path != ("id",)})


def _made_id(record: Mapping[str, Any], table: load.SourceTable) -> str:
    return load.made_id(" ".join(str(record.get(field, "")) for field in _id_fields(table)))


def _id_fields(table: load.SourceTable) -> tuple[str, ...]:
    return ("name", *table.told_apart_by)
