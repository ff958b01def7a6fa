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
from cardtool.load import yaml_text
from cardtool.load.schema_words import quote_short
from cardtool.load.yaml_hints import Hint
from cardtool.load.yaml_text import AmbiguousScalar, find_spans, parse_scalar, usual_spelling
from cardtool.model import RecordPacker, SourceMap

DEEPEST = 40  # lists and mappings inside each other; cards need 4
MOST_VALUES = 1_000_000  # keys and values in one file; some 25,000 cards
_OFTEN = 16  # letters; keys and words so short come again and again, and are kept once
MOST_REFUSALS = 50  # more of them in one file help nobody

_HASH_AFTER_TEXT = re.compile(r"\S[ \t]+#\S")
_HASH = re.compile(r"[ \t]+#\S")

_NOTHING_INSIDE: dict[Any, Any] = {}  # shared by all marks that have nothing inside; never written to


class ReadingStopped(Exception):
    """The rest of the file is not worth reading; the last refusal says why."""


class EventReader:
    """Reads one YAML document from text, gathering refusals on the way.

    With a packer, the items of a list that is the whole document, such as records, go there one by one.
    """

    def __init__(self, text: str, lines: Sequence[str], packer: RecordPacker | None = None) -> None:
        self.refusals: list[Hint] = []
        self.odd_spellings: dict[tuple[int, int], str] = {}
        """How numbers, true and false are typed, by line and column, where it is not as usual: 1.50, True."""
        self.size = 0
        """How many keys and values there are so far."""
        self._next = parser_events(text)
        self._packer = packer
        self._lines = lines
        numbered = enumerate(lines) if "#" in text else ()
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
        read = self._value(self._next(), 0)
        self._next()  # the document ends
        after = self._next()
        if type(after) is not yaml.StreamEndEvent:
            self._refuse(after.start_mark, "a second document begins here", "one file holds one document")
        return read

    def _value(self, event: Any, depth: int) -> tuple[Any, SourceMap]:
        mark = event.start_mark
        self._count(mark)
        if event.anchor is not None:
            self._refuse(mark, "anchors (&) and aliases (*) are not used here", "write it out, or quote it")
        sort = type(event)
        if sort is yaml.AliasEvent:
            return None, SourceMap(mark.line + 1, mark.column + 1)
        if event.tag is not None:
            self._refuse(mark, "tags (!…) are not used here", "remove it, or quote the text")
        if sort is yaml.ScalarEvent:
            places = find_spans(self._lines, event)
            return self._scalar(event), SourceMap(
                mark.line + 1, mark.column + 1, _NOTHING_INSIDE, _NOTHING_INSIDE, places
            )
        if depth == DEEPEST:
            self._give_up(mark, f"more than {DEEPEST} lists and mappings inside each other")
        read = self._list if sort is yaml.SequenceStartEvent else self._mapping
        return read(mark, depth + 1)

    def _count(self, mark: Any) -> None:
        self.size += 1
        if self.size > MOST_VALUES:
            self._give_up(mark, f"more than {MOST_VALUES:,} keys and values in one file; split it up")

    def _list(self, mark: Any, depth: int) -> tuple[Any, SourceMap]:
        if depth == 1 and self._packer is not None:
            return self._records(mark, self._packer)
        values: list[Any] = []
        children: dict[str | int, SourceMap] = {}
        while type(event := self._next()) is not yaml.SequenceEndEvent:
            value, children[len(values)] = self._value(event, depth)
            values.append(value)
        return values, SourceMap(mark.line + 1, mark.column + 1, _NOTHING_INSIDE, children)

    def _records(self, mark: Any, packer: RecordPacker) -> tuple[Any, SourceMap]:
        while type(event := self._next()) is not yaml.SequenceEndEvent:
            packer.add(*self._value(event, 1))
        records = packer.packed()
        return records, SourceMap(mark.line + 1, mark.column + 1, _NOTHING_INSIDE, records.source_maps)

    def _mapping(self, mark: Any, depth: int) -> tuple[Any, SourceMap]:
        values: dict[str, Any] = {}
        keys: dict[str, tuple[int, int]] = {}
        children: dict[str | int, SourceMap] = {}
        while type(event := self._next()) is not yaml.MappingEndEvent:
            key, at_key = self._key(event, depth)
            value, at_value = self._value(self._next(), depth)
            if value is None:
                self._no_bare_key(event, at_value)
            if self._key_is_wanted(key, event, keys):
                values[key], children[key], keys[key] = value, at_value, at_key
        return values, SourceMap(mark.line + 1, mark.column + 1, keys, children)

    def _key(self, event: Any, depth: int) -> tuple[Any, tuple[int, int]]:
        if type(event) is yaml.ScalarEvent and event.anchor is None and event.tag is None:
            mark: Any = event.start_mark
            self._count(mark)
            return self._scalar(event), (mark.line + 1, mark.column + 1)
        key, source_map = self._value(event, depth)
        return key, (source_map.line, source_map.column)

    def _key_is_wanted(self, key: Any, event: Any, keys: dict[str, tuple[int, int]]) -> bool:
        if type(key) is not str:
            self._refuse(event.start_mark, "a key must be text", "quote it")
        elif key == "<<":
            self._refuse(event.start_mark, "merge keys (<<) are not used here", "write the keys out")
        elif key in keys:
            message = f"{quote_short(key)} is already given in line {keys[key][0]}"
            self._refuse(event.start_mark, message, "keep one of the two")
        else:
            return True
        return False

    def _no_bare_key(self, key: Any, at_value: SourceMap) -> None:
        """Refuse the key that a comma began: `{text: First, draw a card}`."""
        start, end = key.start_mark, key.end_mark
        if (at_value.line, at_value.column) == (end.line + 1, end.column + 1):
            before = self._lines[start.line][: start.column].rstrip()
            if before.endswith(","):
                message = "the comma before this ends the text, and begins a key without a colon"
                self._refuse(start, message, "quote the text if the comma belongs to it")
            else:
                self._refuse(start, "a key without a colon", "quote the text if the braces belong to it")

    def _scalar(self, event: Any) -> Any:
        value = self._parsed(event)
        return intern(value) if type(value) is str and len(value) <= _OFTEN else value

    def _parsed(self, event: Any) -> Any:
        text, style = event.value, event.style
        if style:
            return self._escaped(event) if style == '"' and self._has_escapes else text
        if event.end_mark.line in self._hashes:
            self._no_hash_after(event.end_mark)
        try:
            value = parse_scalar(text)
        except AmbiguousScalar as why:
            self._refuse(event.start_mark, str(why), f'quote it: "{text}"' if len(text) <= 40 else "quote it")
            return text
        if type(value) is not str and usual_spelling(value) != text:
            self.odd_spellings[event.start_mark.line + 1, event.start_mark.column + 1] = text
        return value

    def _escaped(self, event: Any) -> str:
        text: str = event.value
        for _, stray in yaml_text.find_strays(text):
            self._refuse(event.start_mark, f"this text holds {stray}", "remove it")
        return yaml_text.replace_strays(text)

    def _no_hash_after(self, mark: Any) -> None:
        """Refuse a comment that nobody meant: `name: Foo #1`, `colour: #ff0000`."""
        hash = _HASH.match(self._hashes[mark.line], mark.column)
        if hash:
            message = "from # on this is a comment, not part of the text"
            fix = "quote the text, or write a comment with a space after #"
            self._note(mark.line + 1, hash.end() - 1, message, fix)

    def _refuse(self, mark: Any, message: str, fix: str | None) -> None:
        self._note(mark.line + 1, mark.column + 1, message, fix)

    def _give_up(self, mark: Any, message: str) -> None:
        self._note(mark.line + 1, mark.column + 1, message, None)
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
