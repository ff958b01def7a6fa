"""Taking a spreadsheet back into a game: read both, merge them, judge what comes of it, write.

The story: what was exported, what the sheet says and what the project says now are merged value by value;
each changed record is held against its schema; the files are written all together, or, where anything is
wrong, none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardtool import load
from cardtool.app.imported_files import rewritten_files
from cardtool.app.imported_names import name_findings
from cardtool.app.written_lists import note_list
from cardtool.errors import ProjectError
from cardtool.export.csv_json import exported_cells
from cardtool.finding import Finding, has_errors, sorted_findings
from cardtool.fix import (
    FixedFile,
)
from cardtool.merge import (
    REFUSED,
    TAKEN,
    KindMerge,
    MergeOptions,
    NoPlace,
    ProjectKind,
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
    thaw,
)
from cardtool.output import OutputFolder
from cardtool.project import Project
from cardtool.render import with_printed_texts
from cardtool.rule_runner import limited_reading

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
