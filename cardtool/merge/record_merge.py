"""Merges the rows of a spreadsheet into the records of a kind: what changes, what comes, what goes, and what
keeps it from being done, which are the rules 810 to 812. Opens no file; what a cell means, the caller knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import Any, NamedTuple

from cardtool.finding import Finding, Rule, Severity
from cardtool.markup import REFERENCE
from cardtool.merge.record_values import REMOVED, restore_references
from cardtool.model import NO_CELL, Component, ExportedCell, FieldPath, SheetCell, SheetRow, SheetValue

CONFLICT = Rule(
    "CT810",
    "import-conflict",
    manual="""\
What was changed in a spreadsheet was not changed in the project meanwhile, or not into something else.

`cardtool import` knows from the workbook what each cell held when it was exported. Where only one side
changed a value since, that side is right; where both did, only you can tell, and nothing is written.

Bad:

    # exported: 8; in the sheet now: 9
    - {id: ogre, name: Ogre, hit_points: 10}

Good:

    - {id: ogre, name: Ogre, hit_points: 8}

The finding names both places. `--take sheet` or `--take project` decides all of them; to decide one, write
into the cell what the project has, or the other way round. A row that was changed on one side and deleted on
the other is a conflict, too. Where both sides say the same, there is none.""",
)

REFUSED = Rule(
    "CT811",
    "import-refused",
    manual="""\
What a spreadsheet asks for can be written into the project, and only in one way.

Nothing is guessed: where a value has no place in the files, or more than one, it is told by its cell, and
nothing at all is written.

Bad:

    Id,Name,Hit points
    ogre,Ogre,9
    ogre,Ogre the Elder,12

Good:

    Id,Name,Hit points
    ogre,Ogre,9
    ogre-the-elder,Ogre the Elder,12

Refused are: two rows for one record, and rows that no kind takes; another id for a card that is there, since
ids are for good; a change to a record that is made from another, which is to be changed at that other, or
that is read from a workbook in the project; a text in which what stands for a reference was changed, such as
the number that `{{ number.hand }}` prints, unless a reference was typed in its place; a value in place of a
mapping or a list; a sheet that was exported by another name; and a workbook whose hidden memory was changed
or is of another game. What a cell should have been is told by schema (CT103) and table (CT123).""",
)

TAKEN = Rule(
    "CT812",
    "import-taken",
    Severity.INFO,
    manual="""\
Every change that is taken from a spreadsheet is told, and so is what is left as it is.

Noted:

    hit_points of "Ogre": 8 → 9
    "Goblin King" is new, with the id goblin-king made of its name
    "Old Hag" (old-hag) has no row any more, and stays; --delete takes it out

A table without a memory of what was exported, such as a CSV file, cannot say who changed what: whatever
differs from the project is taken. A change that the project had made itself is then undone, so look
through the list, or at `--diff`, before you import it.""",
)

RULES = (CONFLICT, REFUSED, TAKEN)


_FORMULA = tuple("=+-@\t＝＋－＠")  # what a CSV file has an apostrophe before


class Take(StrEnum):
    """Which side is right where both changed a value; nobody says so unless asked."""

    NEITHER = "neither"
    SHEET = "sheet"
    PROJECT = "project"


class _Change(Enum):
    """What is to be done with a value."""

    NONE = 0
    FROM_SHEET = 1
    CONFLICT = 2


def _change_of(was: ExportedCell, sheet: SheetValue, project: ExportedCell) -> _Change:
    """Return what is to be done with a value that was exported, is in a sheet, and is in the project now."""
    if same_cell(sheet, was.shown) or same_cell(sheet, project.written) or same_cell(sheet, project.shown):
        return _Change.NONE
    return _Change.FROM_SHEET if same_cell(project.written, was.written) else _Change.CONFLICT


def same_cell(one: SheetValue, other: SheetValue) -> bool:
    """Return whether two cells say the same, whatever a spreadsheet program made of them.

    Blanks around a text, the sort of its line ends, and whether a number is kept as text make no difference.
    """
    return one == other or _plain_cell(one) == _plain_cell(other)


def _plain_cell(value: SheetValue) -> str:
    """Return what a cell says, without the apostrophe before what looks like a formula."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value)
    text = str(value).replace("\r\n", "\n").replace("\r", "\n").strip()
    return text[1:].strip() if text[:1] == "'" and text[1:].startswith(_FORMULA) else text


_ID, _NAME = ("id",), ("name",)
_MOST_NAMED = 10  # records in one sentence
_LONGEST = 60  # characters of a value in a message

Meaning = Callable[[FieldPath, SheetValue], Any]
"""What a cell of a column means in a record."""


@dataclass(frozen=True, slots=True)
class ProjectKind:
    """The records of a kind, as the project has them, and their cells as an export would write them.

    `remembered` holds the cells as they were exported, by id, None where nothing is remembered. `why_fixed`
    says why its records cannot be changed, empty where they can.
    """

    id: str
    file: str
    cards: Mapping[str, Component]
    cells: Mapping[str, Mapping[FieldPath, ExportedCell]]
    remembered: Mapping[str, Mapping[FieldPath, ExportedCell]] | None
    meaning: Meaning
    make_id: Callable[[str], str]
    why_fixed: str = ""


@dataclass(frozen=True, slots=True)
class MergeOptions:
    """How to decide: which side is right in a conflict, and whether records without a row are deleted."""

    take: Take = Take.NEITHER
    delete: bool = False


class RecordChange(NamedTuple):
    """New values of a record, by path; REMOVED for those that are gone. `row` is where they come from."""

    id: str
    values: Mapping[FieldPath, Any]
    row: SheetRow


@dataclass(slots=True)
class KindMerge:
    """What a spreadsheet changes in a kind; `deleted` holds ids."""

    kind: ProjectKind
    changed: list[RecordChange] = field(default_factory=list)
    added: list[RecordChange] = field(default_factory=list)
    deleted: list[str] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def merge_kind(kind: ProjectKind, rows: Sequence[SheetRow], options: MergeOptions) -> KindMerge:
    """Return what these rows change in a kind."""
    return _KindMerger(kind, options).merged(rows)


class _ReferenceChanged(Exception):
    """What stands for a reference was edited itself, so that only its author knows what is meant."""


class _KindMerger:
    def __init__(self, kind: ProjectKind, options: MergeOptions) -> None:
        self._kind, self._options = kind, options
        self._found = KindMerge(kind)
        self._rows: dict[str, SheetRow] = {}
        self._ids_by_name: dict[str, list[str]] = {}
        for id, card in kind.cards.items():
            self._ids_by_name.setdefault(card.name, []).append(id)

    def merged(self, rows: Iterable[SheetRow]) -> KindMerge:
        for row in rows:
            self._claim(row)
        gone = [id for id in self._expected() if id not in self._rows]
        for id, row in self._rows.items():
            if id in self._kind.cards:
                self._change(id, row)
            else:
                self._add(id, row, gone)
        self._miss([id for id in gone if id in self._kind.cards])
        return self._found

    def _expected(self) -> Iterable[str]:
        """Return the ids of the records that have a row unless somebody took it out."""
        kind = self._kind
        return kind.cells if kind.remembered is None else kind.remembered

    def _claim(self, row: SheetRow) -> None:
        """Note whose row this is."""
        id = row.text(_ID) or self._id_by_name(row)
        other = self._rows.setdefault(id, row)
        if not id:
            self._rows.pop(id)
            name = row.text(_NAME)
            message = f'no id can be made of "{name}"' if name else "a row without an id and a name"
            self._refuse(
                row.source, message, "write one into the column of ids" if name else "name it, or empty it"
            )
        elif other is not row:
            self._refuse(row.source, f"{id} has a row already, at {other.source}", "keep one of the two")

    def _id_by_name(self, row: SheetRow) -> str:
        """Return the id of the record of this name; if there is none, the one it gets."""
        named = self._ids_by_name.get(row.text(_NAME), [])
        if _ID not in row.cells and len(named) == 1:
            return named[0]
        return self._kind.make_id(row.text(_NAME))

    def _change(self, id: str, row: SheetRow) -> None:
        card = self._kind.cards[id]
        if _ID in row.cells and not row.text(_ID) and row.text(_NAME) != card.name:
            message = f'"{row.text(_NAME)}" would get the id {id}, which {card.source} has'
            self._refuse(row.source, message, f"write into the column of ids {id}, or an id of its own")
            return
        values: dict[FieldPath, Any] = {}
        for path, cell in row.cells.items():
            if path != _ID:
                values.update(self._value(card, path, cell))
        if values and self._kind.why_fixed:
            self._refuse(next(row.cells[path] for path in values).source, self._why_fixed_at(card), None)
        elif values:
            self._found.changed.append(RecordChange(id, values, row))

    def _value(self, card: Component, path: FieldPath, cell: SheetCell) -> Iterator[tuple[FieldPath, Any]]:
        """Yield the new value of a field, if it has one."""
        now = self._kind.cells[card.id].get(path, NO_CELL)
        was = self._was(card.id, path)
        change = _change_of(was, cell.value, now)
        if change is _Change.NONE:
            return
        try:
            value = self._value_for(path, cell.value, now, was)
        except _ReferenceChanged:
            message = (
                f"in {_of(path, card)}, {_short(now.written)} is written, and what it prints was changed"
            )
            place = card.at(*_steps(card, path))
            self._refuse(cell.source, message, f"{_keep_references(now)}, or write the text at {place}")
            return
        if _is_value_of(card, path, value):
            return
        if change is _Change.FROM_SHEET or self._options.take is Take.SHEET:
            new = value if isinstance(value, int | float) else cell.value
            self._tell(cell.source, f"{_of(path, card)}: {_short(now.shown)} → {_short(new)}")
            yield path, value
        elif self._options.take is Take.PROJECT:
            self._tell(cell.source, f"{_of(path, card)} stays {_short(now.shown)}, as the project has it")
        else:
            self._conflict(card, path, cell, was, now)

    def _value_for(self, path: FieldPath, cell: SheetValue, now: ExportedCell, was: ExportedCell) -> Any:
        """Return the value that a cell asks for, REMOVED for an empty one. Raises: _ReferenceChanged."""
        if _plain_cell(cell) == "":
            return REMOVED
        if now.shown != now.written and isinstance(now.written, str):
            basis = was if was.written == now.written else now
            text = restore_references(now.written.strip(), str(basis.shown).strip(), _plain_cell(cell))
            if text is None:
                raise _ReferenceChanged
            return self._kind.meaning(path, text + _ending(now.written))
        if isinstance(cell, str):
            return self._kind.meaning(path, _plain_cell(cell) + _ending(now.written))
        return self._kind.meaning(path, cell)

    def _was(self, id: str, path: FieldPath) -> ExportedCell:
        remembered = self._kind.remembered
        return (self._kind.cells if remembered is None else remembered).get(id, {}).get(path, NO_CELL)

    def _conflict(
        self, card: Component, path: FieldPath, cell: SheetCell, was: ExportedCell, now: ExportedCell
    ) -> None:
        place = card.at(*_steps(card, path))
        message = (
            f"{_of(path, card)} is {_short(cell.value)} here and {_short(now.shown)} at {place}; "
            f"exported was {_short(was.shown)}"
        )
        fix = "make both alike, or decide with --take sheet or --take project"
        self._found.findings.append(CONFLICT.found(cell.source, message, fix))

    def _add(self, id: str, row: SheetRow, gone: Sequence[str]) -> None:
        kind, name = self._kind, row.text(_NAME)
        filled = {path: cell for path, cell in row.cells.items() if path != _ID and _plain_cell(cell.value)}
        if kind.remembered and id in kind.remembered:
            self._restore(id, row, filled)
            return
        renamed = next((each for each in gone if each in kind.cards and kind.cards[each].name == name), "")
        if renamed:
            message = f'"{name}" has the id {renamed} in {kind.file}, and ids are for good'
            self._refuse(row.source, message, f"write {renamed} into the column of ids")
        elif not name:
            self._refuse(row.source, f"{id} is new, and has no name", "give it one, or mend its id")
        elif kind.why_fixed:
            self._refuse(row.source, f'"{name}" is new, and cannot be added: {kind.why_fixed}', None)
        else:
            made = "" if row.text(_ID) else " made of its name"
            self._tell(row.source, f'"{name}" is new, with the id {id}{made}')
            self._add_record(id, row, filled, {})

    def _restore(self, id: str, row: SheetRow, filled: Mapping[FieldPath, SheetCell]) -> None:
        """Decide on a row of a record that the project has deleted."""
        assert self._kind.remembered is not None
        was = self._kind.remembered[id]
        changed = [
            path
            for path, cell in row.cells.items()
            if not same_cell(cell.value, was.get(path, NO_CELL).shown)
        ]
        if not changed or self._options.take is Take.PROJECT:
            self._tell(row.source, f'"{row.text(_NAME)}" ({id}) is gone from {self._kind.file}, and stays so')
        elif self._options.take is Take.SHEET:
            self._tell(row.source, f'"{row.text(_NAME)}" ({id}) is back')
            self._add_record(id, row, filled, was)
        else:
            cell = row.cells[changed[0]]
            message = f'"{row.text(_NAME)}" ({id}) was changed here, and is gone from {self._kind.file}'
            fix = "take the row out, or decide with --take sheet or --take project"
            self._found.findings.append(CONFLICT.found(cell.source, message, fix))

    def _add_record(
        self,
        id: str,
        row: SheetRow,
        filled: Mapping[FieldPath, SheetCell],
        was: Mapping[FieldPath, ExportedCell],
    ) -> None:
        values: dict[FieldPath, Any] = {_ID: id}
        for path, cell in filled.items():
            then = was.get(path, NO_CELL)
            try:
                values[path] = self._value_for(path, cell.value, then, then)
            except _ReferenceChanged:
                message = (
                    f'{".".join(path)} of the deleted "{row.text(_NAME)}" was {_short(then.written)}, and '
                )
                self._refuse(cell.source, message + "what it printed was changed", _keep_references(then))
        self._found.added.append(RecordChange(id, values, row))

    def _miss(self, gone: Sequence[str]) -> None:
        """Decide on records whose rows are gone."""
        if not gone or (self._kind.why_fixed and not self._options.delete):
            return
        cards = [self._kind.cards[id] for id in gone]
        if not self._options.delete:
            have = "has no row, and stays" if len(cards) == 1 else "have no rows, and stay"
            self._tell(cards[0].source, f"{_named(cards)} {have}; --delete takes out what has no row")
        elif self._kind.why_fixed:
            self._refuse(
                cards[0].source, f"{_named(cards)} cannot be taken out: {self._why_fixed_at(cards[0])}", None
            )
        else:
            for card in cards:
                self._delete(card)

    def _delete(self, card: Component) -> None:
        now = self._kind.cells[card.id]
        changed = [
            path
            for path, cell in now.items()
            if not same_cell(cell.written, self._was(card.id, path).written)
        ]
        if changed and self._options.take is Take.PROJECT:
            self._tell(card.source, f'"{card.name}" ({card.id}) stays: the project has changed it')
        elif changed and self._options.take is Take.NEITHER:
            message = (
                f'"{card.name}" ({card.id}) has no row any more, and was changed here: {".".join(changed[0])}'
            )
            fix = "put the row back, or decide with --take sheet or --take project"
            self._found.findings.append(CONFLICT.found(card.at(*_steps(card, changed[0])), message, fix))
        else:
            self._tell(card.source, f'"{card.name}" ({card.id}) is taken out: it has no row')
            self._found.deleted.append(card.id)

    def _why_fixed_at(self, card: Component) -> str:
        origin = f" {card.made_from} at {card.source}" if card.made_from else ""
        return f"{self._kind.why_fixed}{origin}"

    def _refuse(self, source: Any, message: str, fix: str | None) -> None:
        self._found.findings.append(REFUSED.found(source, message, fix))

    def _tell(self, source: Any, message: str) -> None:
        self._found.findings.append(TAKEN.found(source, message))


def _ending(text: SheetValue) -> str:
    """Return the line breaks at the end of a text, which no cell shows."""
    return text[len(text.rstrip("\n")) :] if isinstance(text, str) else ""


def _is_value_of(card: Component, path: FieldPath, value: Any) -> bool:
    """Return whether a record has this value already, however the sheet writes it."""
    found: Any = card.fields
    for step in _steps(card, path):
        found = _inside(found, step)
        if found is None:
            return value is REMOVED
    has = list(found) if isinstance(found, tuple) else found
    return type(has) is type(value) and bool(has == value)


def _steps(card: Component, path: FieldPath) -> tuple[str | int, ...]:
    """Return the way to a value in a record, items of lists counted from 0."""
    steps: list[str | int] = []
    inside: Any = card.fields
    for step in path:
        key: str | int = int(step) - 1 if isinstance(inside, tuple) and step.isdecimal() else step
        steps.append(key)
        inside = _inside(inside, key)
    return tuple(steps)


def _inside(value: Any, key: str | int) -> Any:
    """Return what a key or the number of an item leads to; None where that is nothing."""
    if isinstance(value, Mapping):
        return value.get(str(key))
    return value[key] if isinstance(value, tuple) and isinstance(key, int) and 0 <= key < len(value) else None


def _keep_references(cell: ExportedCell) -> str:
    references = " and ".join(dict.fromkeys(match[0] for match in REFERENCE.finditer(str(cell.written))))
    return f"keep what stands for {references} word for word, or type references in the cell"


def _of(path: FieldPath, card: Component) -> str:
    return f'{".".join(path)} of "{card.name}"'


def _named(cards: Sequence[Component]) -> str:
    names = ", ".join(f'"{card.name}" ({card.id})' for card in cards[:_MOST_NAMED])
    more = len(cards) - _MOST_NAMED
    return f"{names} and {more} more" if more > 0 else names


def _short(value: SheetValue) -> str:
    """Return a value as messages show it."""
    if value is None or value == "":
        return "nothing"
    text = " ".join(_plain_cell(value).split())
    text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return f'"{text}"' if isinstance(value, str) else text
