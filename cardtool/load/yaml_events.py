"""Reads YAML from libyaml's parser events into plain data, and refuses what makes YAML ambiguous.

Nothing is built that was not checked: no anchors, merge keys or tags, no key twice, no keys that are not
text, no second document. Each is noted, and reading goes on. Of unquoted text, `no`, `yes`, `on` and `12:30`
are text. `0012`, `1e3`, `1_000`, `0x1f` and `.nan` are numbers to one reader and text to the next, so they
are refused.

For whoever edits a faultless file in place, `read_layout` returns where each of its values begins and ends.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate
from sys import intern
from typing import Any

import yaml

from cardtool.errors import MissingLibrary
from cardtool.load.schema_words import quote_short
from cardtool.load.yaml_hints import Hint
from cardtool.model import SourceMap, Span, YamlPart
from cardtool.unicode_text import find_strays, replace_strays

DEEPEST = 40  # lists and mappings inside each other; cards need 4
MOST_VALUES = 1_000_000  # keys and values in one file; some 25,000 cards
MOST_REFUSALS = 50  # more of them in one file help nobody
_OFTEN = 16  # letters; keys and words so short come again and again, and are kept once
_HASH_AFTER_TEXT = re.compile(r"\S[ \t]+#\S")
_HASH = re.compile(r"[ \t]+#\S")
_NOWHERE = SourceMap(0, 0)
_CONSTANTS: dict[str, bool | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# 15 digits is what a floating-point number keeps exactly.
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,14})")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
# Whatever YAML 1.1 or 1.2 takes for a number; base 60 (12:30) is gone from 1.2, and stays text.
_NUMBER_TO_SOMEONE = re.compile(
    r"[-+]?(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?0x[0-9a-fA-F_]+|[-+]?0o[0-7_]+|[-+]?0b[01_]+"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)
_CAN_BEGIN_A_NUMBER = frozenset("0123456789+-.")
_BLOCK_TEXTS = ("|", ">")
_BLANK = " \t"
_FOLDED = " \t\n"
_ESCAPES = {
    "'": re.compile("''"),
    '"': re.compile(r"\\(?:x..|u.{4}|U.{8}|.|$)"),
}
_BEGINS_ESCAPE = {"'": "''", '"': "\\"}
_Part = tuple[int, str, int]  # column from 0, what is written there, how many letters it stands for


class AmbiguousScalar(ValueError):
    """Unquoted text that one program reads as a number and another as something else."""


def parse_scalar(text: str) -> str | int | float | bool | None:
    """Return what this unquoted text stands for.

    Raises: AmbiguousScalar, with a sentence for the reader.
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if text[0] not in _CAN_BEGIN_A_NUMBER:
        return text
    return _parse_number(text)


def usual_spelling(value: float | str | None) -> str:
    """Return what would mostly be typed, unquoted, for a number, true or false; empty for anything else."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else ""


def _parse_number(text: str) -> str | int | float:
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        number = float(text)
        return int(number) if number.is_integer() else number  # as in JSON Schema, 3.0 is 3
    if _NUMBER_TO_SOMEONE.fullmatch(text):
        shown = text if len(text) <= 20 else f"{text[:12]}… ({len(text)} characters)"
        raise AmbiguousScalar(f"{shown} can be read in more than one way")
    return text


def _find_spans(lines: Sequence[str], event: Any) -> tuple[Span, ...]:
    """Return the stretches of the text that this event of the parser brought, in order.

    `lines` are the file's. Nothing for unquoted text in one line, whose letters follow its mark.
    """
    style, line, text = event.style, event.start_mark.line, event.value
    if line == event.end_mark.line and not style:
        return ()
    if line == event.end_mark.line and style in _BEGINS_ESCAPE and _BEGINS_ESCAPE[style] not in lines[line]:
        return (Span(0, line + 1, event.start_mark.column + 2),)
    return tuple(_follow(text, lines, event))


def _follow(text: str, lines: Sequence[str], event: Any) -> Iterator[Span]:
    """Yield the text and its file, followed side by side; ends where the two should ever disagree."""
    offset = 0
    for number, parts in _written_lines(lines, event):
        offset = offset if number == event.start_mark.line else _skip_blanks(text, offset)
        for column, part, length in parts:
            yield Span(offset, number + 1, column + 1)
            if length == len(part) and not text.startswith(part, offset):
                return
            offset += length


def _skip_blanks(text: str, offset: int) -> int:
    while offset < len(text) and text[offset] in _FOLDED:
        offset += 1
    return offset


def _written_lines(lines: Sequence[str], event: Any) -> Iterator[tuple[int, list[_Part]]]:
    """Yield each line that holds a part of the text, without its indentation, cut at its escapes."""
    first, last = event.start_mark, event.end_mark
    is_block, quote = event.style in _BLOCK_TEXTS, 1 if event.style in _ESCAPES else 0
    for number in range(first.line + is_block, min(last.line + 1, len(lines))):
        line = lines[number]
        start = first.column + quote if number == first.line else len(line) - len(line.lstrip(_BLANK))
        end = last.column - quote if number == last.line else len(line.rstrip(_BLANK))
        if start < end:
            yield number, list(_split_at_escapes(line, start, end, _ESCAPES.get(event.style)))


def _split_at_escapes(line: str, start: int, end: int, escape: re.Pattern[str] | None) -> Iterator[_Part]:
    for match in escape.finditer(line, start, end) if escape else ():
        if match.start() > start:
            yield start, line[start : match.start()], match.start() - start
        if match[0] != "\\":  # which, at the end of a line, only joins it to the next
            yield match.start(), match[0], 1
        start = match.end()
    if start < end:
        yield start, line[start:end], end - start


class ReadingStopped(Exception):
    """The rest of the file is not worth reading; the last refusal says why."""


class EventReader:
    """Reads one YAML document from text, gathering refusals on the way.

    With `only_records`, a list that is the whole document is one of records: of each of them only where it
    begins is noted, in `begins`, and nothing of what is inside. Lines are counted from `first_line`.
    """

    def __init__(
        self, text: str, lines: Sequence[str], *, only_records: bool = False, first_line: int = 1
    ) -> None:
        self.refusals: list[Hint] = []
        self.odd_spellings: dict[tuple[int, int], str] = {}
        """How numbers, true and false are typed, by line and column, where it is not as usual: 1.50, True."""
        self.size = 0
        """How many keys and values there are so far."""
        self.begins: list[tuple[int, int]] = []
        """Line and column of each record."""
        self._next = _parser_events(text)
        self._only_records, self._first_line = only_records, first_line
        self._is_noting = True
        self._words: dict[str, str] = {}  # that stand for themselves, unquoted
        self._lines = lines
        numbered = enumerate(lines) if " #" in text or "\t#" in text else ()
        self._hashes = {row: line for row, line in numbered if "#" in line and _HASH_AFTER_TEXT.search(line)}
        self._has_escapes = "\\" in text

    def document(self) -> tuple[Any, SourceMap] | None:
        """Return the data and its map; None for an empty file. Raises: ReadingStopped, yaml.YAMLError."""
        self._next()  # the stream begins
        start = self._next()
        if type(start) is yaml.StreamEndEvent:
            return None
        if start.version or start.tags:
            self._refuse(start.start_mark, "a YAML directive is not wanted here", "remove the line")
        data, source_map = self._value(self._next(), 0)
        self._next()  # the document ends
        after = self._next()
        if type(after) is not yaml.StreamEndEvent:
            self._refuse(after.start_mark, "a second document begins here", "one file holds one document")
        return data, source_map

    def _value(self, event: Any, depth: int) -> tuple[Any, SourceMap]:
        """Return a value and its map; that of nothing in particular where places are not noted."""
        mark, sort = event.start_mark, type(event)
        self._count(mark)
        if event.anchor is not None:
            self._refuse(mark, "anchors (&) and aliases (*) are not used here", "write it out, or quote it")
        if sort is yaml.AliasEvent:
            return None, self._leaf(mark)
        if event.tag is not None:
            self._refuse(mark, "tags (!…) are not used here", "remove it, or quote the text")
        if sort is yaml.ScalarEvent:
            return self._scalar(event), self._leaf(mark, event)
        if depth == DEEPEST:
            self._give_up(mark, f"more than {DEEPEST} lists and mappings inside each other")
        if sort is not yaml.SequenceStartEvent:
            return self._mapping(mark, depth + 1)
        return self._records(mark) if self._only_records and depth == 0 else self._list(mark, depth + 1)

    def _count(self, mark: Any) -> None:
        """Count a key or a value."""
        self.size += 1
        if self.size > MOST_VALUES:
            self._give_up(mark, f"more than {MOST_VALUES:,} keys and values in one file; split it up")

    def _place(self, mark: Any) -> tuple[int, int]:
        return mark.line + self._first_line, mark.column + 1

    def _leaf(self, mark: Any, scalar: Any = None) -> SourceMap:
        if not self._is_noting:
            return _NOWHERE
        if scalar is not None and (scalar.style or scalar.end_mark.line != mark.line):
            moved = self._first_line - 1
            spans = [span._replace(line=span.line + moved) for span in _find_spans(self._lines, scalar)]
            return SourceMap(*self._place(mark), spans=tuple(spans))
        return SourceMap(*self._place(mark))

    def _list(self, mark: Any, depth: int) -> tuple[Any, SourceMap]:
        values: list[Any] = []
        children: dict[str | int, SourceMap] = {}
        while type(event := self._next()) is not yaml.SequenceEndEvent:
            value, inside = self._value(event, depth)
            if self._is_noting:
                children[len(values)] = inside
            values.append(value)
        return values, SourceMap(*self._place(mark), {}, children) if self._is_noting else _NOWHERE

    def _records(self, mark: Any) -> tuple[Any, SourceMap]:
        records: list[Any] = []
        self._is_noting = False
        while type(event := self._next()) is not yaml.SequenceEndEvent:
            self.begins.append(self._place(event.start_mark))
            records.append(self._value(event, 1)[0])
        return records, SourceMap(*self._place(mark))

    def _mapping(self, mark: Any, depth: int) -> tuple[Any, SourceMap]:
        values: dict[str, Any] = {}
        keys: dict[str, Any] = {}
        children: dict[str | int, SourceMap] = {}
        while type(event := self._next()) is not yaml.MappingEndEvent:
            key, after = self._key(event, depth), self._next()
            value, inside = self._value(after, depth)
            if value is None:
                self._no_bare_key(event, after)
            if type(key) is str and key not in keys and key != "<<":
                values[key], keys[key] = value, event
                if self._is_noting:
                    children[key] = inside
            else:
                self._refuse_key(key, event, keys)
        if not self._is_noting:
            return values, _NOWHERE
        places = {key: self._place(event.start_mark) for key, event in keys.items()}
        return values, SourceMap(*self._place(mark), places, children)

    def _key(self, event: Any, depth: int) -> Any:
        if type(event) is yaml.ScalarEvent and event.anchor is None and event.tag is None:
            self._count(event.start_mark)
            return self._scalar(event)
        return self._value(event, depth)[0]

    def _refuse_key(self, key: Any, event: Any, before: dict[str, Any]) -> None:
        if type(key) is not str:
            self._refuse(event.start_mark, "a key must be text", "quote it")
        elif key == "<<":
            self._refuse(event.start_mark, "merge keys (<<) are not used here", "write the keys out")
        else:
            message = f"{quote_short(key)} is already given in line {self._place(before[key].start_mark)[0]}"
            self._refuse(event.start_mark, message, "keep one of the two")

    def _no_bare_key(self, key: Any, value: Any) -> None:
        """Refuse the key that a comma began: `{text: First, draw a card}`."""
        start, end, begins = key.start_mark, key.end_mark, value.start_mark
        if (begins.line, begins.column) == (end.line, end.column):
            before = self._lines[start.line][: start.column].rstrip()
            if before.endswith(","):
                message = "the comma before this ends the text, and begins a key without a colon"
                self._refuse(start, message, "quote the text if the comma belongs to it")
            else:
                self._refuse(start, "a key without a colon", "quote the text if the braces belong to it")

    def _scalar(self, event: Any) -> Any:
        text, style = event.value, event.style
        if style:
            text = self._escaped(event) if style == '"' and self._has_escapes else text
            return intern(text) if len(text) <= _OFTEN else text
        if event.end_mark.line in self._hashes:
            self._no_hash_after(event.end_mark)
        return self._words[text] if text in self._words else self._unquoted(event)

    def _unquoted(self, event: Any) -> Any:
        text: str = event.value
        try:
            value = parse_scalar(text)
        except AmbiguousScalar as why:
            self._refuse(event.start_mark, str(why), f'quote it: "{text}"' if len(text) <= 40 else "quote it")
            return text
        if type(value) is not str:
            if usual_spelling(value) != text:
                self.odd_spellings[self._place(event.start_mark)] = text
        elif len(text) <= _OFTEN:
            value = self._words[text] = intern(text)
        return value

    def _escaped(self, event: Any) -> str:
        text: str = event.value
        for _, stray in find_strays(text):
            self._refuse(event.start_mark, f"this text holds {stray}", "remove it")
        return replace_strays(text)

    def _no_hash_after(self, mark: Any) -> None:
        """Refuse a comment that nobody meant: `name: Foo #1`, `colour: #ff0000`."""
        hash = _HASH.match(self._hashes[mark.line], mark.column)
        if hash:
            message = "from # on this is a comment, not part of the text"
            fix = "quote the text, or write a comment with a space after #"
            self._note(self._place(mark)[0], hash.end() - 1, message, fix)

    def _refuse(self, mark: Any, message: str, fix: str | None) -> None:
        self._note(*self._place(mark), message, fix)

    def _give_up(self, mark: Any, message: str) -> None:
        self._note(*self._place(mark), message, None)
        raise ReadingStopped

    def _note(self, line: int, column: int, message: str, fix: str | None) -> None:
        self.refusals.append((line, column, message, fix))
        if len(self.refusals) == MOST_REFUSALS:
            self.refusals.append((line, column, "and so on: the rest of the file is not read", None))
            raise ReadingStopped


def _parser_events(text: str) -> Callable[[], Any]:
    """Return the parser's next event, call after call. Raises: MissingLibrary.

    Only libyaml will do: PyYAML's own parser is ten times slower, and answers some files differently.
    """
    try:
        from yaml.cyaml import CParser  # type: ignore[attr-defined]
    except ImportError:
        raise MissingLibrary(
            "PyYAML is installed without libyaml; install it with its wheel from PyPI"
        ) from None
    following: Callable[[], Any] = CParser(text).get_event
    return following


def read_layout(text: str) -> YamlPart:
    """Return the parts of a faultless YAML file, whose lines end in line feeds."""
    return _LayoutReader(text).document()


class _LayoutReader:
    """Follows the parser through a file, and notes where each value begins and ends."""

    def __init__(self, text: str) -> None:
        self._next: Callable[[], Any] = _parser_events(text)
        self._lines = text.split("\n")
        self._starts = [0, *accumulate(len(line) + 1 for line in self._lines)]

    def document(self) -> YamlPart:
        self._next()  # the stream begins
        self._next()  # the document begins
        return self._part(self._next())

    def _part(self, event: Any) -> YamlPart:
        if type(event) is yaml.ScalarEvent:
            return self._scalar(event)
        is_list = type(event) is yaml.SequenceStartEvent
        return self._list(event) if is_list else self._mapping(event)

    def _scalar(self, event: Any) -> YamlPart:
        style = event.style or ""
        end = self._end_of_block(event) if style in _BLOCK_TEXTS else self._offset(event.end_mark)
        return YamlPart(self._offset(event.start_mark), end, style)

    def _end_of_block(self, event: Any) -> int:
        """Return the end of the last line of a text with lines of its own, less the blank ones behind it."""
        last: int = min(event.end_mark.line, len(self._lines) - 1)
        if event.end_mark.column == 0 or not self._lines[last][: event.end_mark.column].strip():
            last -= last > event.start_mark.line
        keeps_blanks = "+" in self._lines[event.start_mark.line][event.start_mark.column :]
        while last > event.start_mark.line and not (keeps_blanks or self._lines[last].strip()):
            last -= 1
        return self._starts[last] + len(self._lines[last])

    def _list(self, event: Any) -> YamlPart:
        start = self._offset(event.start_mark)
        children: dict[str | int, YamlPart] = {}
        while type(ending := self._next()) is not yaml.SequenceEndEvent:
            children[len(children)] = self._part(ending)
        end = self._end(event, ending, children, start)
        return YamlPart(start, end, "[" if event.flow_style else "-", {}, children)

    def _mapping(self, event: Any) -> YamlPart:
        start = self._offset(event.start_mark)
        keys: dict[str, int] = {}
        children: dict[str | int, YamlPart] = {}
        while type(ending := self._next()) is not yaml.MappingEndEvent:
            keys[ending.value] = self._offset(ending.start_mark)
            children[ending.value] = self._part(self._next())
        end = self._end(event, ending, children, start)
        return YamlPart(start, end, "{" if event.flow_style else ":", keys, children)

    def _end(self, event: Any, ending: Any, children: dict[str | int, YamlPart], start: int) -> int:
        if event.flow_style:
            return self._offset(ending.end_mark)
        return max((child.end for child in children.values()), default=start)

    def _offset(self, mark: Any) -> int:
        start: int = self._starts[mark.line]
        return start + int(mark.column)
