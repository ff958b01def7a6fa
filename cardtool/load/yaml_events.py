"""Builds plain data from libyaml's parser events, and refuses what makes YAML ambiguous.

Nothing is built that was not checked: no anchors, merge keys or tags, no key twice, no keys that
are not text, no second document. Each is noted, and reading goes on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from sys import intern
from typing import Any

import yaml

from cardtool.errors import MissingLibrary
from cardtool.load.schema_words import quote_short
from cardtool.load.yaml_hints import Hint
from cardtool.load.yaml_text import AmbiguousScalar, find_spans, parse_scalar, usual_spelling
from cardtool.model import SourceMap
from cardtool.unicode_text import find_strays, replace_strays

DEEPEST = 40  # lists and mappings inside each other; cards need 4
MOST_VALUES = 1_000_000  # keys and values in one file; some 25,000 cards
_OFTEN = 16  # letters; keys and words so short come again and again, and are kept once
MOST_REFUSALS = 50  # more of them in one file help nobody

_HASH_AFTER_TEXT = re.compile(r"\S[ \t]+#\S")
_HASH = re.compile(r"[ \t]+#\S")


_NOWHERE = SourceMap(0, 0)


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
        self._next = parser_events(text)
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
            spans = [span._replace(line=span.line + moved) for span in find_spans(self._lines, scalar)]
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


def parser_events(text: str) -> Callable[[], Any]:
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
