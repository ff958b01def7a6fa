"""The files of a game as they are to be once a spreadsheet is taken back into them. Writes none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
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
from cardtool.merge import REFUSED, REMOVED, KindMerge, NoPlace, RecordChange, in_order, with_values
from cardtool.model import FieldPath, Game, Source
from cardtool.project import Project

_YAML = YamlTools(read_yaml_data, load.read_layout)
_MODELS = 20  # records, as which new ones are written


def rewritten_files(
    project: Project, game: Game, merged: Iterable[KindMerge], shapes: load.RecordShapes
) -> tuple[tuple[FixedFile, ...], list[Finding]]:
    """Return the files as they are to be, and those that cannot be written."""
    files: list[FixedFile] = []
    faults: list[Finding] = []
    find = game_finder(project.root, game.id, tables=True)
    for name, of in _by_file(merged).items():
        try:
            path = find(name)
            before = read_content(path)
        except NotFixable as why:
            faults.append(REFUSED.found(Source(name), f"this file is not written: {why}"))
            continue
        try:
            text = _with_changes(name, before, of, game, shapes)
        except NoPlace as why:
            fix = "add it, or change the cell back"
            faults.append(REFUSED.found(_first_row(of, name), f"{name} {why}", fix))
            continue
        if text is None:
            faults.append(_unwritable(name, of))
        elif text != before.text:
            files.append(FixedFile(name, path, before, FileContent(text, before.has_bom), ()))
    return tuple(files), faults


def _unwritable(name: str, merges: Sequence[KindMerge]) -> Finding:
    message = f"this cannot be written into {name} for certain"
    return REFUSED.found(_first_row(merges, name), message, "write it there by hand")


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
) -> str | None:
    """Return the text of a file with the changes of its kinds; None where they cannot be written.

    Raises: NoPlace where a table has no column for a value.
    """
    if name.endswith(".csv"):
        return _with_rows(before, merges, shapes)

    def change(data: Any) -> Any:
        for each in _with_moves(merges, game):
            data = _with_kind(data, each, game, shapes)
        return data

    def change_some(data: Any) -> Any:
        there = {each["id"] for each in data} if isinstance(data, list) else set()
        return change(data) if there.issuperset(_changed_ids(merges)) else None

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


def _with_rows(before: FileContent, merges: Sequence[KindMerge], shapes: load.RecordShapes) -> str | None:
    """Return the text of a table with the changes of its kinds; None where it would not say so then."""
    changes, separator = TableChanges(), ","
    for each in merges:
        table = shapes.table(each.kind.id, before.raw)
        separator = table.separator
        _note_changes(changes, each, table)
    text = rewrite_csv(before.text, separator, changes)
    is_sound = all(_says_after(each, shapes, before.raw, text.encode()) for each in merges)
    return text if is_sound else None


def _says_after(merge: KindMerge, shapes: load.RecordShapes, before: bytes, after: bytes) -> bool:
    """Return whether the records of a kind are what they are to be."""
    was = _with_records(shapes.table(merge.kind.id, before).records, replace(merge, added=[]), {})
    new = [with_values({}, change.values) for change in merge.added]
    return shapes.table(merge.kind.id, after).records == [*was, *new]


def _note_changes(changes: TableChanges, merge: KindMerge, table: load.SourceTable) -> None:
    """Note what changes in the rows of a kind. Raises: NoPlace."""
    cards = merge.kind.cards
    for change in merge.changed:
        changes.cells[cards[change.id].source.line] = _row_cells(change.values, table)
    for change in merge.added:
        changes.rows.append({**table.fixed, **_row_cells(_without_made_id(change, table), table)})
    changes.gone.update(cards[id].source.line for id in merge.deleted)


def _row_cells(values: Mapping[FieldPath, Any], table: load.SourceTable) -> dict[int, str]:
    for path in values:
        if path not in table.columns:
            raise NoPlace(f"has no column for {'.'.join(path)}")
    texts = {path: "" if value is REMOVED else cell_text(value) for path, value in values.items()}
    return {table.columns[path]: text for path, text in texts.items()}


def _without_made_id(change: RecordChange, table: load.SourceTable) -> Mapping[FieldPath, Any]:
    """Return the values of a new record, less the id where the table has none and makes it of the name."""
    said = " ".join(str(change.values.get((field,), "")) for field in ("name", *table.told_apart_by))
    makes_it = ("id",) not in table.columns and load.made_id(said) == change.id
    return {path: value for path, value in change.values.items() if path != ("id",) or not makes_it}
