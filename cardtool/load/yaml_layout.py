"""Reads how a YAML file is written: where each of its values begins and ends, for whoever edits it in place.

Says nothing of what is wrong with a file, and wants one that was read without a fault.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Any

import yaml

from cardtool.load.yaml_events import parser_events
from cardtool.model import YamlPart

_BLOCK_TEXTS = ("|", ">")


def read_layout(text: str) -> YamlPart:
    """Return the parts of a faultless YAML file, whose lines end in line feeds."""
    reader = _LayoutReader(text)
    return reader.document()


class _LayoutReader:
    def __init__(self, text: str) -> None:
        self._next: Callable[[], Any] = parser_events(text)
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
        while last > event.start_mark.line and self._is_outside(last, event):
            last -= 1
        return self._starts[last] + len(self._lines[last])

    def _is_outside(self, line: int, event: Any) -> bool:
        keeps_blanks = "+" in self._lines[event.start_mark.line][event.start_mark.column :]
        return not (keeps_blanks or self._lines[line].strip())

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
