"""Reads records that are written plainly, far faster than libyaml's events are gone through.

Plain is: a line for each value, which is a word, a text in quotes without escapes, or a list or mapping of
these in brackets; lists and mappings by indentation around that; comments and blank lines between. Of such
lines YAML knows but one reading, and `yaml_events` has the same. Of anything else nothing is said.
"""

from __future__ import annotations

import re
from sys import intern
from typing import Any, NamedTuple

from cardtool.load.yaml_text import AmbiguousScalar, is_constant, parse_scalar, usual_spelling
from cardtool.model import LEAF, FlatMap, MapShape, PackedRecords, RecordPacker
from cardtool.unicode_text import find_strays

_DEEPEST = 8  # lists and mappings inside each other by indentation
_OFTEN = 16  # letters; words so short come again and again, and are kept once

_KEY = r"[^\W\d][\w-]{0,59}"
_QUOTED = r"\"[^\"\\\n]*\"|'[^'\n]+'"
_FIRST = r"(?:[^\s?:,\[\]{}#&*!|>'\"%@`-]|-(?=\d))"  # of what stands without quotes
_BARE = rf"{_FIRST}(?:[^\n#:]|:(?=\S))*+(?<! )"
_BARE_INSIDE = rf"{_FIRST}(?:[^\n#:?,\[\]{{}}]*[^\s#:?,\[\]{{}}])?"  # inside brackets
_ROW = re.compile(
    rf"^( *+)(- )?(?:({_KEY}):(?: |$))?(?:({_QUOTED})|([{{\[][^\n]*[}}\]])|({_BARE}))?$|(.+)", re.MULTILINE
)
_PAIR = re.compile(rf"({_KEY}): (?:({_QUOTED})|({_BARE_INSIDE}))(?:, | ?\}}$)")
_ITEM = re.compile(rf"(?:({_QUOTED})|({_BARE_INSIDE}))(?:, | ?\]$)")
_COMMENT = re.compile(r" *+#")

Row = tuple[int, int, str, str, str, str, str]
"""A line: its number and indentation, the dash of an item, a key; what is in quotes, in brackets, or bare."""

_END: Row = (-1, 0, "- ", "", "", "", "")


class PlainRecords(NamedTuple):
    """Records, and the size and odd spellings of what was read, as those of `EventReader`."""

    records: PackedRecords
    size: int
    odd_spellings: dict[tuple[int, int], str]


def read_plain(text: str) -> PlainRecords | None:
    """Return the records of a text, whose lines end in line feeds; None where they are not plain."""
    if next(find_strays(text), None):
        return None
    try:
        reader = _Reader(text)
        return PlainRecords(reader.records(), reader.size, reader.odd_spellings)
    except _NotPlain:
        return None


class _NotPlain(Exception):
    """The text is to be read by a parser of YAML."""


class _Reader:
    """Reads the records of a text."""

    def __init__(self, text: str) -> None:
        """Raises: _NotPlain."""
        self.size = 0
        self.odd_spellings: dict[tuple[int, int], str] = {}
        self._packer = RecordPacker()
        self._shapes = self._packer.shapes
        self._words: dict[str, str] = {}  # that stand for themselves, unquoted
        self._keys: dict[str, str] = {}
        self._rows = _rows_of(text)
        self._at = 0
        self._begin_record(0)

    def _begin_record(self, line: int) -> None:
        self._first = line  # from which lines are counted, from 0
        self._numbers: list[int] = []
        self._spans: list[int] = []

    def records(self) -> PackedRecords:
        """Return the records. Raises: _NotPlain."""
        while self._rows[self._at] is not _END:
            line, indent, dash, key, *_ = self._rows[self._at]
            if indent or not dash or not key:
                raise _NotPlain
            self._begin_record(line)
            record, shape = self._mapping(2, 1)
            self._packer.add_flat(record, FlatMap(line + 1, False, self._numbers, self._spans), shape)
            self.size += len(self._numbers) // 2
        return self._packer.packed()

    def _mapping(self, column: int, depth: int) -> tuple[Any, MapShape]:
        """Return what a mapping says whose keys begin in a column, from 0; the first is at hand."""
        numbers, first, keys = self._numbers, self._first, self._keys
        values: dict[str, Any] = {}
        parts: list[Any] = []
        line, _, _, key, quoted, inside, bare = self._rows[self._at]
        numbers += (line - first, column + 1)
        while True:
            key = keys[key] if key in keys else self._new_key(key)
            if key in values:
                raise _NotPlain
            numbers += (line - first, column + 1)
            start = column + len(key) + 2
            self._at += 1
            shape = LEAF
            if quoted:
                values[key] = self._quoted(quoted, line, start)
            elif bare:
                values[key] = self._bare(bare, line, start)
            elif inside:
                values[key], shape = self._inside(inside, line, start)
            else:
                values[key], shape = self._below(column, depth)
            parts += (key, shape)
            line, indent, dash, key, quoted, inside, bare = self._rows[self._at]
            if indent != column or dash:
                break
            if not key:
                raise _NotPlain
        if indent >= column and (indent > column or dash):
            raise _NotPlain
        return values, self._shapes.of_parts(parts)

    def _new_key(self, key: str) -> str:
        if is_constant(key):
            raise _NotPlain
        self._keys[key] = intern(key)
        return self._keys[key]

    def _below(self, column: int, depth: int) -> tuple[Any, MapShape]:
        """Return the list or mapping that stands below a key in this column."""
        _, indent, dash, key, *_ = self._rows[self._at]
        if depth == _DEEPEST or indent < column or (indent == column and not dash) or not (dash or key):
            raise _NotPlain
        return self._list(indent, depth + 1) if dash else self._mapping(indent, depth + 1)

    def _list(self, column: int, depth: int) -> tuple[Any, MapShape]:
        """Return the items whose dashes stand in this column."""
        line, indent, dash, key, quoted, inside, bare = self._rows[self._at]
        self._numbers += (line - self._first, column + 1)
        values: list[Any] = []
        shapes: list[MapShape] = []
        while indent == column and dash:
            shape = LEAF
            if key:
                value, shape = self._mapping(column + 2, depth)
            else:
                self._at += 1
                if quoted:
                    value = self._quoted(quoted, line, column + 2)
                elif bare:
                    value = self._bare(bare, line, column + 2)
                elif inside:
                    value, shape = self._inside(inside, line, column + 2)
                else:
                    raise _NotPlain
            values.append(value)
            shapes.append(shape)
            line, indent, dash, key, quoted, inside, bare = self._rows[self._at]
        if indent > column:
            raise _NotPlain
        return values, self._shapes.of_list(shapes)

    def _inside(self, written: str, line: int, column: int) -> tuple[Any, MapShape]:
        """Return what stands in brackets, which begin in this column."""
        self._numbers += (line - self._first, column + 1)
        read = self._pairs if written[0] == "{" else self._items
        return read(written, 2 if written[1] == " " else 1, line, column)

    def _pairs(self, written: str, at: int, line: int, column: int) -> tuple[Any, MapShape]:
        numbers, row, keys = self._numbers, line - self._first, self._keys
        values: dict[str, Any] = {}
        parts: list[Any] = []
        while at < len(written):
            match = _PAIR.match(written, at)
            if match is None:
                raise _NotPlain
            key, quoted, bare = match.groups()
            key = keys[key] if key in keys else self._new_key(key)
            if key in values:
                raise _NotPlain
            numbers += (row, column + at + 1)
            start = column + at + len(key) + 2
            values[key] = self._quoted(quoted, line, start) if quoted else self._bare(bare, line, start)
            parts += (key, LEAF)
            at = match.end()
        return values, self._shapes.of_parts(parts)

    def _items(self, written: str, at: int, line: int, column: int) -> tuple[Any, MapShape]:
        values: list[Any] = []
        while at < len(written):
            match = _ITEM.match(written, at)
            if match is None:
                raise _NotPlain
            quoted, bare = match.groups()
            start = column + at
            values.append(self._quoted(quoted, line, start) if quoted else self._bare(bare, line, start))
            at = match.end()
        return values, self._shapes.of_list([LEAF] * len(values))

    def _quoted(self, written: str, line: int, column: int) -> str:
        """Return a text whose first quotation mark is in this column."""
        row, numbers = line - self._first, self._numbers
        self._spans += (len(numbers) // 2, 0, row, column + 2)
        numbers += (row, column + 1)
        text = written[1:-1]
        return intern(text) if len(text) <= _OFTEN else text

    def _bare(self, written: str, line: int, column: int) -> Any:
        """Return what a word stands for whose first letter is in this column."""
        self._numbers += (line - self._first, column + 1)
        if written in self._words:
            return self._words[written]
        try:
            value = parse_scalar(written)
        except AmbiguousScalar:
            raise _NotPlain from None
        if type(value) is not str:
            if usual_spelling(value) != written:
                self.odd_spellings[line + 1, column + 1] = written
        elif len(written) <= _OFTEN:
            self._words[written] = value = intern(written)
        return value


def _rows_of(text: str) -> list[Row]:
    """Return the lines that say something, and the end behind them. Raises: _NotPlain."""
    if "\t" in text:
        raise _NotPlain
    rows: list[Row] = []
    for line, (indent, *found, else_) in enumerate(_ROW.findall(text)):
        if else_ and not _COMMENT.match(else_):
            raise _NotPlain
        if any(found):
            rows.append((line, len(indent), *found))
    return [*rows, _END]
