"""What a table of cards could be as a game: its kinds, the fields of each, and files that say so.

Every guess is told in a sentence, and stands in a file where it can be mended. A table that cannot be read is
refused.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import isclose
from pathlib import Path
from textwrap import shorten
from typing import Any

from cardtool.app.table_faces import (
    TableColumn,
    face_template,
    foreign_sign,
    heading_words,
    means,
    says_count,
    says_number,
    themes,
    whole_number,
)
from cardtool.documents import Text, TextKind, language_of, plural, read_plain_text
from cardtool.errors import UsageError
from cardtool.finding import Severity
from cardtool.load import MEANS_COPIES, Cell, Table, column_key, count_in, made_id, read_table, sheet_titles
from cardtool.model import CARD, Source
from cardtool.project import Project, did_you_mean
from cardtool.wording import counted, wording

_MOST_WORDS = 2  # of a row of sums beside them: Total, 60 cards
_ENOUGH_ROWS = 4  # of which few last ones are the sum by chance
_FEW = 5  # cells to each word among numbers at least, for it to be a slip

Slip = tuple[Cell, str]
"""A cell, and what is wrong with it and what to do, in words that follow its place."""


def slips(table: Table, kind_column: int | None) -> Iterator[Slip]:
    """Yield what has to be mended before a game is made: a last row of sums; else words among copies.

    `kind_column` is the column that says each row's kind, None where none does.
    """
    if table.rows and _is_total(table, kind_column):
        last = table.rows[-1]
        yield last[min(last)], "this row is the sum of those above, and would be a card; take it out"
        return
    for heading, cells in _columns(table):
        words = [cell for cell in cells if not says_count(cell.value)]
        if means(heading, "copies") and 2 * len(words) < len(cells):
            for cell in words:
                said = f'{heading} says how many there are of each card, and "{cell.value}" is no such number'
                yield cell, f"{said}; write one, or call the column otherwise"


def doubts(table: Table) -> Iterator[Slip]:
    """Yield the first word in each column that has few of them among its numbers."""
    for heading, cells in _columns(table):
        words = [cell for cell in cells if not says_number(cell.value)]
        if words and _FEW * len(words) <= len(cells):
            who = f"and {len(words) - 1} more make" if words[1:] else "makes"
            yield words[0], f'"{words[0].value}" {who} {heading} a text, whose other cells are numbers'


def _columns(table: Table) -> Iterator[tuple[str, Sequence[Cell]]]:
    for at, heading in _headings(table).items():
        yield heading, [row[at] for row in table.rows if at in row]


def _headings(table: Table) -> Mapping[int, str]:
    """Return the headings of columns that are no notes."""
    headings = {at: str(cell.value) for at, cell in table.headings.items()}
    return {at: heading for at, heading in headings.items() if not heading.startswith("#")}


def _is_total(table: Table, kind_column: int | None) -> bool:
    """Return whether the last row holds nothing but sums and their name.

    Sums of what cost or strength cards have may be chance, where nothing calls them so.
    """
    *above, last = table.rows
    headings = _headings(table)
    sums = {at: number for at in headings if at in last and (number := _number(last[at])) is not None}
    words = [str(last[at].value) for at in headings if at in last and at not in sums]
    if len(words) > _MOST_WORDS or not sums or not all(_adds_up(above, at, sums[at]) for at in sums):
        return False
    of_sums = heading_words()["total"]
    is_called_so = any(part in of_sums for word in words for part in made_id(word).split("-"))
    if is_called_so or len(words) == _MOST_WORDS or len(above) < _ENOUGH_ROWS:
        return is_called_so
    is_of_no_kind = kind_column is not None and kind_column not in last
    return is_of_no_kind or all(means(headings[at], "copies") for at in sums)


def _adds_up(rows: Sequence[Mapping[int, Cell]], at: int, total: float) -> bool:
    numbers = [number for row in rows if at in row and (number := _number(row[at])) is not None]
    return len(numbers) > 1 and isclose(sum(numbers), total)


def _number(cell: Cell) -> float | None:
    value: Any = count_in(cell.value)
    return float(value) if says_number(value) else None


_COPIES = "copies"
_OTHERS, _SEVERAL_OTHERS = "Card of no kind", "Cards of no kind"  # of rows that say nothing of their kind
_LONGEST_TITLE = 36  # characters of a kind's
_LONGEST_SUBTITLE = 60  # characters of what tells cards of one name apart
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_]*(?: [A-Za-z0-9_]+)*")
_ID = {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,63}$"}


@dataclass(frozen=True, slots=True)
class TableKind:
    """A kind that rows of the table are: its id and title, what the rows call it, and its columns.

    `copies` is the heading of the column that says how many of each card there are, if one does;
    `told_apart_by` are the fields that tell rows of one name apart, where several have it.
    """

    id: str
    title: str
    word: str
    columns: tuple[TableColumn, ...]
    copies: str = ""
    told_apart_by: tuple[str, ...] = ()

    @property
    def picture_column(self) -> TableColumn | None:
        """The column that names its pictures, the first of several."""
        return next((each for each in self.columns if each.is_picture), None)


@dataclass(frozen=True, slots=True)
class TableGame:
    """The game that a table could be. `kind_column` is the heading that tells kinds apart, if one does.

    `language` is the one its texts are written in, empty for English and for none that is known; `pictures`
    are those that are there, as the table names them. `sheet` is the one of a workbook that was chosen, empty
    for its first, and `other_sheets` are those that are not read. `doubts` are cells that may be slips, a
    sentence each with its place.
    """

    title: str
    file: str
    kind_column: str
    kinds: tuple[TableKind, ...]
    language: str = ""
    pictures: frozenset[str] = frozenset()
    sheet: str = ""
    other_sheets: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()

    @property
    def picture_names(self) -> frozenset[str]:
        """Every picture that the table names."""
        columns = (kind.picture_column for kind in self.kinds)
        return frozenset(str(value) for column in columns if column for value in column.values)

    @property
    def decisions(self) -> tuple[str, ...]:
        """Return what was decided, a sentence each."""
        said = [each for kind in self.kinds for each in _decisions(kind, self.pictures)]
        said.append("a column whose heading begins with # is not printed: begin those so that hold notes")
        said += self.doubts
        if self.language:
            said.append(f"the cards are written in the language {self.language}")
            if any(self._plural(kind) == kind.title for kind in self.kinds):
                said.append("say in game.yaml, as plural, what several of each kind are called")
        if self.other_sheets:
            more = counted(len(self.other_sheets), "sheet")
            said.append(f"the file has {more} more; to read another: --from FILE#{self.other_sheets[0]}")
        return tuple(said)

    def files(self, id: str) -> dict[str, str]:
        """Return the files that say what the table is, by their places in the project of a game."""
        files = {f"cards/{id}/game.yaml": "".join(f"{line}\n" for line in self._game_lines())}
        for number, kind in enumerate(self.kinds):
            files[f"schemas/{id}/{kind.id}.schema.json"] = (
                json.dumps(_schema(kind, self._drawn_pictures(kind)), indent=2, ensure_ascii=False) + "\n"
            )
            place = (number, len(self.kinds))
            files[f"templates/{id}/{kind.id}.html"] = face_template(
                kind.id, kind.columns, place, self._drawn_pictures(kind)
            )
        for name, theme in themes([kind.id for kind in self.kinds]).items():
            files[f"templates/{id}/themes/{name}"] = theme
        return files

    def _drawn_pictures(self, kind: TableKind) -> str:
        """Return the field that names the pictures of a kind; empty where one of them is not there."""
        column = kind.picture_column
        return column.field if column and self.pictures.issuperset(map(str, column.values)) else ""

    def _game_lines(self) -> Iterator[str]:
        yield from (
            "# yaml-language-server: $schema=../../.cardtool/schemas/game.schema.json",
            "title: @title@",
            'version: "0.1"',
            *([f"language: {self.language}"] if self.language else []),
            "players: {least: 2, most: 4}",
            "style: faces.css",
            "",
            "kinds:",
        )
        for kind in self.kinds:
            fields = {each.heading: each.field for each in kind.columns}
            if kind.copies and column_key(kind.copies) not in MEANS_COPIES:
                fields[kind.copies] = _COPIES
            renamed = {name: field for name, field in fields.items() if column_key(name) != field}
            yield f"  {kind.id}:"
            yield f"    title: {quoted(kind.title)}"
            yield f"    plural: {quoted(self._plural(kind))}"
            yield f"    records: {quoted(f'{self.file}#{self.sheet}') if self.sheet else self.file}"
            if self.kind_column:
                yield f"    where: {{{quoted(self.kind_column)}: {quoted(kind.word)}}}"
            if kind.told_apart_by:
                yield f"    told_apart_by: [{', '.join(kind.told_apart_by)}]"
            if renamed:
                pairs = ", ".join(f"{quoted(heading)}: {field}" for heading, field in renamed.items())
                yield f"    columns: {{{pairs}}}"
            yield from ("    size: poker", f"    front: {kind.id}.html", "    back: shared_back.html", "")
        yield "rulebook: {template: book.html, style: rulebook.css, width: 148mm, height: 210mm}"
        yield from ("", "decks: {}", "", "outputs:", "  sheet: a4-8up-bleed")

    def _plural(self, kind: TableKind) -> str:
        """Return what several of a kind are called; as one, where only the language's speakers know."""
        if kind.title == _OTHERS:
            return _SEVERAL_OTHERS
        one, several = wording(self.language).rulebook.forms[CARD.id]
        if kind.title == one.capitalize():
            return several.capitalize()
        return kind.title if self.language else plural(kind.title)


class NamelessTable(Exception):
    """No column of a table holds names, as where cards show nothing but numbers and colours."""


def numbered_rows(project: Project, path: Path, sheet: str) -> bytes:
    """Return a table that was read before as CSV, each row called after its number in a column Name."""
    table = read_table(project, path, sheet)
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    columns = sorted(table.headings)
    rows.writerow(["Name", *(table.headings[at].value for at in columns)])
    for number, row in enumerate(table.rows, 1):
        rows.writerow([f"Card {number}", *(row[at].value if at in row else "" for at in columns)])
    return text.getvalue().encode()


def kinds_of_table(
    project: Project, path: Path, title: str, kind_column: str, sheet: str, called: str
) -> TableGame:
    """Read a table of the project, and say what game it could be; `called` is its name for its mistakes.

    Raises: UsageError, NamelessTable.
    """
    table = read_table(project, path, sheet)
    faults = [each for each in table.findings if each.severity is Severity.ERROR]
    _refuse(((each.source, f"{each.message}; {each.fix}") for each in faults), called)
    if not table.rows:
        raise UsageError(f"{called} has no rows below its headings; give it a card or two")
    at = _kind_column(table, kind_column)
    _refuse(((table.at(cell), said) for cell, said in slips(table, at)), called)
    rows: dict[str, list[Mapping[int, Cell]]] = {}
    for row in table.rows:
        cell = row.get(at) if at is not None else None
        rows.setdefault(str(cell.value) if cell else "", []).append(row)
    icons = project.names_in("templates/icons", ".svg")
    signs = {column: _sign(_values(table.rows, column), icons) for column in table.headings}
    kinds = _beside_cards([_make_kind(table, word, own, at, signs) for word, own in rows.items()])
    _require_distinct(kinds)
    language = _language(kinds)
    if at is None:
        kinds = tuple(replace(each, title=_card_in(language)) for each in kinds)
    noted = tuple(f"{table.at(cell)}: {said}" for cell, said in doubts(table))
    game = TableGame(title, path.name, kind_column, kinds, language, sheet=sheet, doubts=noted)
    sheets = sheet_titles(path.read_bytes()) if path.suffix == ".xlsx" else []
    return replace(game, other_sheets=tuple(each for each in sheets if each != table.sheet))


def _refuse(faults: Iterable[tuple[Source, str]], called: str) -> None:
    """Raise UsageError where anything is wrong with the table, of which it says each with its place."""
    lines = [f"{replace(source, file=called)}: {said}" for source, said in faults]
    if lines:
        raise UsageError("\n".join(("this table cannot be used as it is:", *lines)))


def _language(kinds: Sequence[TableKind]) -> str:
    """Return the language that the long texts of the table are written in, if it is told and not English."""
    texts = (str(value) for kind in kinds for each in kind.columns if each.is_long for value in each.values)
    blocks = read_plain_text("\n\n".join(texts), "")
    told = language_of(Text("the cards", TextKind.DOCUMENT, blocks))
    return "" if told == "en" else told


def _card_in(language: str) -> str:
    return wording(language).rulebook.forms[CARD.id][0].capitalize()


def _kind_column(table: Table, heading: str) -> int | None:
    headings = {str(cell.value): at for at, cell in table.headings.items()}
    if heading and heading not in headings:
        near = did_you_mean(heading, headings)
        raise UsageError(f'there is no column "{heading}"{near}; the columns are {", ".join(headings)}')
    return headings.get(heading)


def _require_distinct(kinds: Sequence[TableKind]) -> None:
    ids = Counter(kind.id for kind in kinds)
    twice = next((kind for kind in kinds if ids[kind.id] > 1 or not kind.id), None)
    if twice:
        raise UsageError(f'"{twice.title}" makes no id of its own for a kind; rename it in the table')


def _make_kind(
    table: Table,
    word: str,
    rows: Sequence[Mapping[int, Cell]],
    kind_column: int | None,
    signs: Mapping[int, str],
) -> TableKind:
    filled, others = ({at for row in each for at in row} for each in (rows, table.rows))
    used = [at for at in sorted(table.headings) if at != kind_column and (at in filled or at not in others)]
    headings = {at: str(table.headings[at].value) for at in used}
    headings = {at: heading for at, heading in headings.items() if not heading.startswith("#")}
    name = _name_column(headings, rows)
    if name is None:  # rows that are notes, perhaps: their names are where those of all are
        every = {at: str(cell.value) for at, cell in table.headings.items() if at != kind_column}
        name = _name_column(every, table.rows)
    if name is None:
        raise NamelessTable
    fields = _fields({**headings, name: str(table.headings[name].value)}, name, rows)
    columns = tuple(
        TableColumn(
            str(table.headings[at].value), field, _values(rows, at), _values(table.rows, at), signs[at]
        )
        for at, field in fields.items()
    )
    copies = next((each for each in columns if _says_copies(each)), None)
    shown = tuple(each for each in columns if each is not copies)
    title = shorten(word, _LONGEST_TITLE, placeholder="…") or ("Card" if kind_column is None else _OTHERS)
    return TableKind(
        made_id(title),
        title,
        word,
        shown,
        copies.heading if copies else "",
        _fields_of_twins(rows, fields, shown),
    )


def _beside_cards(kinds: Sequence[TableKind]) -> tuple[TableKind, ...]:
    """Return the kinds, those with the id of a card under another: both are names of files."""
    cards = {made_id(str(value)) for kind in kinds for value in _column_of(kind, "name").values}
    return tuple(replace(kind, id=f"{kind.id}-kind") if kind.id in cards else kind for kind in kinds)


def _sign(values: Iterable[Any], icons: Collection[str]) -> str:
    return foreign_sign((value for value in values if isinstance(value, str)), icons)


def _fields_of_twins(
    rows: Sequence[Mapping[int, Cell]], fields: Mapping[int, str], columns: Sequence[TableColumn]
) -> tuple[str, ...]:
    """Return the fields of a few words that tell rows of one name apart best, the one that tells most first.

    None where every name comes once. Lions' Den and Lion's Den count as one: so does the id made of either.
    """
    names = [made_id(_words_at(row, fields, "name")) for row in rows]
    often = Counter(names)
    twins = [row for row, name in zip(rows, names, strict=True) if often[name] > 1]
    chosen: tuple[str, ...] = ()
    for usable in _subtitles(columns):
        told_apart = len(set(_named_by(twins, fields, chosen)))
        while usable and told_apart < len(twins):
            apart = {each: len(set(_named_by(twins, fields, (*chosen, each)))) for each in usable}
            best = max(usable, key=lambda each: apart[each])  # the first of several
            if apart[best] == told_apart:
                break
            chosen, told_apart = (*chosen, best), apart[best]
    return chosen


def _subtitles(columns: Sequence[TableColumn]) -> Iterator[Sequence[str]]:
    """Yield the fields of a few words that may tell rows of one name apart, then others, and numbers."""
    shown = [
        each
        for each in columns
        if each.field not in ("id", "name") and not (each.is_picture or each.is_no_rule)
    ]
    yield [each.field for each in shown if not each.is_number and each.longest <= _LONGEST_SUBTITLE]
    yield [each.field for each in shown if each.longest <= 2 * _LONGEST_SUBTITLE]


def _named_by(
    rows: Sequence[Mapping[int, Cell]], fields: Mapping[int, str], others: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """Yield what each row says in the field of its name and in these others."""
    said = (tuple(_words_at(row, fields, field) for field in ("name", *others)) for row in rows)
    return ((made_id(name), *more) for name, *more in said)


def _words_at(row: Mapping[int, Cell], fields: Mapping[int, str], field: str) -> str:
    return next(
        (str(row[at].value).casefold() for at, own in fields.items() if own == field and at in row), ""
    )


def _says_copies(column: TableColumn) -> bool:
    """Whether a column says how many there are of each card: called so, with numbers that may be."""
    return means(column.heading, _COPIES) and all(map(says_count, column.values))


def _fields(headings: Mapping[int, str], name: int, rows: Sequence[Mapping[int, Cell]]) -> dict[int, str]:
    """Return a field for each column: its heading as a name; where that is none, its place in the table.

    What is called id and holds other codes than ids are is a code.
    """
    fields: dict[int, str] = {}
    for at, heading in headings.items():
        field = "name" if at == name else made_id(heading).replace("-", "_")
        if field == "id" and not _are_ids(at, rows):
            field = "code"
        is_usable = field[:1].isalpha() and field not in fields.values()
        fields[at] = field if is_usable else f"column_{at + 1}"
    return fields


def _values(rows: Iterable[Mapping[int, Cell]], at: int) -> tuple[Any, ...]:
    return tuple(row[at].value for row in rows if at in row)


def _name_column(headings: Mapping[int, str], rows: Sequence[Mapping[int, Cell]]) -> int | None:
    """Return the column of the names: one called so, or so among other words; or one unlike in each row."""
    words = heading_words()["name"]
    texts = {
        at: made_id(heading) for at, heading in headings.items()
        if any(at in row for row in rows) and not _are_numbers(at, rows)
    }  # fmt: skip
    unlike = [at for at in texts if len({str(row[at].value) for row in rows if at in row}) == len(rows)]
    found = (
        *(at for word in words for at, heading in texts.items() if heading == word),
        *(at for word in words for at, heading in texts.items() if word in heading.split("-")),
        *sorted(unlike, key=lambda at: texts[at] == "id"),
    )
    return found[0] if found else None


def _are_ids(at: int, rows: Sequence[Mapping[int, Cell]]) -> bool:
    """Return whether each row has an id of its own in this column, written as ids are."""
    said = {str(row[at].value) for row in rows if at in row}
    return len(said) == len(rows) and all(made_id(each) == each for each in said)


def _are_numbers(at: int, rows: Sequence[Mapping[int, Cell]]) -> bool:
    return all(whole_number(row[at].value) is not None for row in rows if at in row)


def _schema(kind: TableKind, pictures: str) -> dict[str, Any]:
    """Return the schema of a kind's records; `pictures` is the field whose pictures have to be there."""
    fields = {each.field: _field_schema(each) for each in kind.columns if each.field not in ("id", "name")}
    if pictures:
        fields[pictures]["format"] = "art"
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{kind.id}.schema.json",
        "title": kind.title,
        "type": "object",
        "required": ["id", "name"],
        "properties": {
            "id": {"description": "Its short name for files; made of the name.", **_ID},
            "name": {"description": "Its name, as it is printed.", "type": "string", "minLength": 1},
            "copies": {
                "description": "How many are printed.",
                "type": "integer",
                "minimum": 1,
                "maximum": 999,
            },
            **fields,
        },
        "unevaluatedProperties": False,
    }


def _field_schema(column: TableColumn) -> dict[str, Any]:
    told = {"description": f"Column {column.heading}."}
    if column.is_number:
        return {**told, "type": "integer" if column.is_whole else "number"}
    if column.is_picture:
        return {**told, "type": "string", "x-role": "art"}
    if column.sign:
        return {**told, "type": "string", "x-role": "literal"}
    if column.is_no_rule:
        return {**told, "type": "string", "x-role": "flavour"}
    words = {"enum": list(column.words)} if column.words else {}
    return {**told, "type": "string", **words}


def _decisions(kind: TableKind, pictures: Collection[str]) -> Iterator[str]:
    shown = [each for each in kind.columns if each.field not in ("id", "name") and not each.is_picture]
    beside = (
        f"printed beside it are {', '.join(each.heading for each in shown)}"
        if shown
        else "nothing else is printed"
    )
    yield f"{kind.title}: its name is from {_column_of(kind, 'name').heading}; {beside}"
    if kind.copies:
        yield f"{kind.title}: {kind.copies} says how many there are of each"
    if kind.told_apart_by:
        yield f"{kind.title}: names that come twice are told apart by {' and '.join(kind.told_apart_by)}"
    for column in kind.columns:
        if column.field in ("id", "name"):
            continue
        if column.is_picture:
            yield f"{kind.title}: {_picture_decision(kind, column, pictures)}"
        elif column.is_number:
            yield f"{kind.title}: {column.heading} is a {'whole ' if column.is_whole else ''}number"
        elif column.sign:
            yield f"{kind.title}: {_literal_decision(kind, column)}"
        elif column.words:
            yield f"{kind.title}: {column.heading} is one of {', '.join(column.words)}"


def _literal_decision(kind: TableKind, column: TableColumn) -> str:
    told = f"{column.heading} is printed as it is written, {column.sign} and all"
    to_change = f"take it out of literal in {kind.id}.html, and x-role out of its schema"
    return f"{told}; for icons and bold words, {to_change}"


def _picture_decision(kind: TableKind, column: TableColumn, pictures: Collection[str]) -> str:
    missing = sorted({str(value) for value in column.values if str(value) not in pictures})
    if column is not kind.picture_column:
        return f"{column.heading} names pictures, which no template prints yet"
    if not missing:
        return f"{column.heading} names its pictures, which were copied"
    others = f" and {len(missing) - 1} more" if missing[1:] else ""
    todo = (
        f'put them into art, say {{% set picture = "{column.field}" %}} in {kind.id}.html, and '
        f'"format": "art" beside its x-role in {kind.id}.schema.json'
    )
    return f"{column.heading} names pictures, but {missing[0]}{others} did not lie beside the table; {todo}"


def _column_of(kind: TableKind, field: str) -> TableColumn:
    return next(each for each in kind.columns if each.field == field)


def quoted(text: str) -> str:
    """Return a text as YAML writes it, in quotation marks where it has to stand in them."""
    if _PLAIN.fullmatch(text):
        return text
    return json.dumps(text, ensure_ascii=False)
