"""Taking a spreadsheet back that was exported and changed: what it says now, in the game's own files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from cardtool import lint, load
from cardtool.app.check import Checked, read_yaml_data
from cardtool.app.written_lists import note_list
from cardtool.errors import ProjectError
from cardtool.export.csv_json import cell_text, exported_cells
from cardtool.finding import Finding, has_errors, sorted_findings
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
from cardtool.merge import (
    REFUSED,
    REMOVED,
    TAKEN,
    KindMerge,
    MergeOptions,
    NoPlace,
    ProjectKind,
    RecordChange,
    in_order,
    merge_kind,
    with_values,
)
from cardtool.model import (
    SET_FIELD,
    Component,
    DamagedMemory,
    ExportedCell,
    ExportedGame,
    FieldPath,
    Game,
    Kind,
    SheetRow,
    SheetValue,
    Source,
    SourceMap,
    thaw,
)
from cardtool.output import OutputFolder
from cardtool.project import Project
from cardtool.render import with_printed_texts
from cardtool.rule_runner import limited_reading

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


_IMPLIED = ("copies", SET_FIELD)
_UNDECIDED = MergeOptions()
Cells = Mapping[str, Mapping[FieldPath, ExportedCell]]


@dataclass(frozen=True, slots=True)
class ImportResult:
    """What an import changes, and what was found; the files are as they were where a finding is an error."""

    findings: tuple[Finding, ...]
    files: tuple[FixedFile, ...] = ()
    changed: int = 0
    added: int = 0
    deleted: int = 0


def import_table(
    project: Project,
    id: str,
    file: Path,
    options: MergeOptions = _UNDECIDED,
    *,
    write: bool = True,
) -> ImportResult:
    """Take a spreadsheet back into a game; without `write`, only say what that would change.

    Raises: UsageError where the file is no spreadsheet; ProjectError where the game cannot be read whole, or
    its files cannot be written.
    """
    with (
        OutputFolder.open(project.root) if write else nullcontext() as folder
    ):  # which mends what was cut short
        with limited_reading("this table", lambda: file.name):
            result = _plan(project, id, file, options)
        if folder is not None and result.files:
            for each in result.files:
                each.ensure_unchanged()
                folder.add(each.path.relative_to(project.root).as_posix(), each.after.raw, keep_mode=True)
            folder.commit()
    if write and not has_errors(result.findings):
        note_list(file)
    return result


def _plan(project: Project, id: str, file: Path, options: MergeOptions) -> ImportResult:
    game = _whole_game(project, id)
    shapes = load.RecordShapes(project, game, _names(game))
    printed = with_printed_texts(game)
    cells = {
        kind.id: exported_cells(printed.cards_of(kind.id), game.cards_of(kind.id)) for kind in game.kinds
    }
    try:
        sheet = load.read_imported(
            file, [_imported_kind(kind, cells[kind.id], shapes) for kind in game.kinds]
        )
    except DamagedMemory as why:
        return ImportResult((_unusable(file, f"the hidden sheet of this workbook cannot be used: {why}"),))
    if sheet.memory and sheet.memory.game != id:
        return ImportResult(
            (_unusable(file, f"this workbook was exported from the game {sheet.memory.game}"),)
        )
    if has_errors(sheet.findings):  # what cannot be read is not to count as empty
        return ImportResult(sorted_findings(sheet.findings))
    merged = _merged(game, sheet, cells, shapes, options)
    findings = [*sheet.findings, *_notes(file, sheet), *(each for kind in merged for each in kind.findings)]
    findings += [*_shape_findings(game, merged, shapes), *name_findings(game, merged)]
    if has_errors(findings):
        return ImportResult(sorted_findings(findings))
    files, faults = rewritten_files(project, game, merged, shapes)
    result = ImportResult(
        sorted_findings([*findings, *faults]),
        files if not faults else (),
        sum(len(each.changed) for each in merged),
        sum(len(each.added) for each in merged),
        sum(len(each.deleted) for each in merged),
    )
    return result


def _whole_game(project: Project, id: str) -> Game:
    game = load.load_game(project, id).game
    if game is None or any(kind.id in game.incomplete for kind in game.kinds):
        raise ProjectError(f"{id} cannot be read whole, so nothing can be merged; see: cardtool check {id}")
    return game


def _names(game: Game) -> dict[str, dict[str, str]]:
    return {kind.id: {card.id: card.name for card in game.cards_of(kind.id)} for kind in game.kinds}


def _unusable(file: Path, message: str) -> Finding:
    return REFUSED.found(Source(file.name), message, "export it anew, and copy your changes into it")


def _imported_kind(kind: Kind, cells: Cells, shapes: load.RecordShapes) -> load.ImportedKind:
    columns = {path for each in cells.values() for path in each}
    names = frozenset({kind.title, kind.plural})
    return load.ImportedKind(kind.id, names, shapes.paths(kind.id) | columns)


def _notes(file: Path, sheet: load.ImportedFile) -> Iterator[Finding]:
    for title in sheet.unread:
        yield TAKEN.found(Source(file.name, sheet=title), "this sheet is not read: no kind is called so")
    for title, before in sheet.renamed.items():
        message = f'this sheet was called "{before}" when it was exported, and is not read by another name'
        yield REFUSED.found(Source(file.name, sheet=title), message, f'call it "{before}" again')
    for title in sheet.gone:
        message = f'the sheet "{title}" that was exported is not there; its records stay'
        yield TAKEN.found(Source(file.name), message)
    if sheet.memory is None and sheet.rows:
        message = "this table does not remember what was exported, so all that differs is taken from it"
        yield TAKEN.found(Source(file.name), message)


def _merged(
    game: Game,
    sheet: load.ImportedFile,
    cells: Mapping[str, Cells],
    shapes: load.RecordShapes,
    options: MergeOptions,
) -> list[KindMerge]:
    rows: dict[str, list[SheetRow]] = {kind: [] for kind in sorted(sheet.kinds)}
    for row in sheet.rows:
        rows[row.kind].append(row)
    return [
        merge_kind(_project_kind(game.kind(kind), game, cells[kind], sheet.memory, shapes), its, options)
        for kind, its in rows.items()
    ]


def _project_kind(
    kind: Kind, game: Game, cells: Cells, memory: ExportedGame | None, shapes: load.RecordShapes
) -> ProjectKind:
    cards = {card.id: card for card in game.cards_of(kind.id)}
    exported = next((each for each in memory.sheets if each.kind == kind.id), None) if memory else None
    first = next(iter(cards.values()), None)

    def meaning(path: FieldPath, value: SheetValue) -> Any:
        return shapes.meaning(kind.id, path, value)

    return ProjectKind(
        id=kind.id,
        file=first.source.file if first else _records_file(game, kind),
        cards=cards,
        cells=cells,
        remembered=exported.records if exported else None,
        meaning=meaning,
        make_id=load.made_id,
        why_fixed=_why_fixed(kind, game),
    )


def _records_file(game: Game, kind: Kind) -> str:
    folder = game.source.file.rpartition("/")[0]
    return f"{folder}/{kind.records.partition('#')[0]}" if kind.records else game.source.file


def _why_fixed(kind: Kind, game: Game) -> str:
    """Return why the records of a kind are not written by an import; empty where they are."""
    if kind.of:
        return f"a {kind.title} is made from a {game.kind(kind.of).title}: change that"
    file = _records_file(game, kind)
    suffix = Path(file).suffix
    return "" if suffix in (".yaml", ".csv") else f"its record is read from {file}: change it there"


def _shape_findings(game: Game, merged: Iterable[KindMerge], shapes: load.RecordShapes) -> Iterator[Finding]:
    """Yield what is wrong with the records as they would be, each at its cell."""
    for each in merged:
        for change in (*each.changed, *each.added):
            card = each.kind.cards.get(change.id)
            try:
                record = with_values(_own_fields(card) if card else {}, change.values)
            except NoPlace as why:
                path = ".".join(next(iter(change.values)))
                yield REFUSED.found(change.row.source, f"{path} {why}")
                continue
            yield from shapes.findings(each.kind.id, record, change.row)


def _own_fields(card: Component) -> dict[str, Any]:
    """Return what is written of a record, without what goes for all that say nothing of it."""
    implied = {field for field in _IMPLIED if field not in card.source_map.keys}
    return {key: thaw(value) for key, value in card.fields.items() if key not in implied}
