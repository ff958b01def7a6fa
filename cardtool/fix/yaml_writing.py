"""Writes values as YAML: each text in the way it was written before, if it can be, or else as a person would.

Reads no YAML; what is written is tried by the function that does.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from decimal import Decimal
from typing import Any

from cardtool.fix.apply import YamlReader

_WIDTH = 110  # of a line, where no earlier lines say what is wanted
_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9 ’.!?()/_-]*[A-Za-z0-9’.!?()/_-])?")
_NOT_TEXT = frozenset({"null", "true", "false"})
_UNSEEN_ESCAPES = str.maketrans({"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\x85"})


class YamlWriter:
    """Writes values; `read` reads YAML."""

    def __init__(self, read: YamlReader, in_lines: Collection[str] = ()) -> None:
        """`in_lines` are the keys whose mappings the file writes with a line for each key."""
        self._read, self._in_lines_of = read, in_lines

    def in_line(self, value: Any, style: str = "", *, in_brackets: bool = True) -> str:
        """Return a value on one line, in brackets where it holds others; `style` is how a text is quoted."""
        if isinstance(value, Mapping):
            pairs = (f"{self.key(key)}: {self.in_line(inner)}" for key, inner in value.items())
            return f"{{{', '.join(pairs)}}}"
        if isinstance(value, list):
            return f"[{', '.join(self.in_line(item) for item in value)}]"
        if isinstance(value, str):
            return self._first_true(value, self._quotings(value, style), in_brackets)
        return _constant(value)

    def key(self, key: str) -> str:
        """Return a key of a mapping."""
        return self._first_true(key, self._quotings(key, ""), in_brackets=True)

    def text(self, text: str, column: int, before: str, style: str) -> str:
        """Return a text behind a key or a dash at this column; `before` is how it was written, in this style.

        What has lines of its own stands in lines of its own, two columns further in.
        """
        every = (*self._in_lines(text, column + 2, before, style), *self._quotings(text, style))
        return self._first_true(text, iter(every), in_brackets=False)

    def block(self, value: Any, column: int, key: str = "") -> str:
        """Return a value behind a key or a dash at this column, with the space or line break before it."""
        if isinstance(value, Mapping) and value and (key in self._in_lines_of or not _is_short(value)):
            return f"\n{' ' * (column + 2)}{self.pairs(value, column + 2)}"
        if isinstance(value, list) and any(isinstance(item, Mapping | list) for item in value):
            pad = f"\n{' ' * (column + 2)}"
            return "".join(f"{pad}-{self.item(item, column + 2)}" for item in value)
        if isinstance(value, str):
            long = len(value) > _WIDTH - column and "\n" not in value
            return f" {self.text(value, column, '', '>' if long else '')}"
        return f" {self.in_line(value, in_brackets=False)}"

    def item(self, value: Any, column: int) -> str:
        """Return an item of a list behind its dash at this column, with the space before it."""
        if isinstance(value, Mapping) and value:
            return f" {self.pairs(value, column + 2)}"
        return self.block(value, column)

    def pairs(self, mapping: Mapping[str, Any], column: int) -> str:
        """Return a mapping with a line for each key, the first of which stands at this column already."""
        written = (f"{self.key(key)}:{self.block(value, column, key)}" for key, value in mapping.items())
        return f"\n{' ' * column}".join(written)

    def _first_true(self, text: str, ways: Iterator[str], in_brackets: bool) -> str:
        """Return the first of these ways that is read as the text."""
        if not in_brackets or _is_plain(text):
            frame: Callable[[str], str] = "k: {}\n".format
        else:
            frame = "{{k: {}}}".format
        for way in ways:
            if (way == text and _is_plain(text)) or self._says(frame(way), text):
                return way
        return _double_quoted(text)

    def _says(self, yaml: str, text: str) -> bool:
        read = self._read(yaml)
        return read is not None and bool(read[0] == {"k": text})

    def _quotings(self, text: str, style: str) -> Iterator[str]:
        """Yield the text on one line, the way it was quoted first."""
        single = f"'{text.replace(chr(39), chr(39) * 2)}'"
        has_double_quotes = '"' in text and "'" not in text
        if "\n" not in text:
            yield from (_double_quoted(text),) if style == '"' else (single,) if style == "'" else ()
            yield text
            yield from (single,) if has_double_quotes else ()
        yield _double_quoted(text)

    def _in_lines(self, text: str, column: int, before: str, style: str) -> Iterator[str]:
        """Yield the text in lines of its own, if it has any or was written so."""
        pad = f"\n{' ' * column}"
        if style == ">" and "\n" not in text.rstrip("\n"):
            lines = _wrapped(text.rstrip("\n"), before, column)
            yield f">{_chomping(text)}{pad}{pad.join(lines)}"
        if "\n" in text or style == "|":
            lines = text.removesuffix("\n").split("\n")
            yield f"|{_chomping(text)}" + "".join(f"{pad}{line}" if line else "\n" for line in lines)
        if not style and "\n" in before and "\n" not in text:
            yield pad.join(_wrapped(text, f"\n{before}", column))


def _is_plain(text: str) -> bool:
    """Return whether this is a text to every reader of YAML, wherever it stands without quotes."""
    return _PLAIN.fullmatch(text) is not None and text.casefold() not in _NOT_TEXT


def _is_short(mapping: Mapping[str, Any]) -> bool:
    """Return whether a mapping may stand in braces: it holds no others, and goes on one line."""
    values = mapping.values()
    is_flat = not any(isinstance(value, Mapping | list) or "\n" in str(value) for value in values)
    return is_flat and sum(len(key) + len(str(value)) + 4 for key, value in mapping.items()) < _WIDTH - 20


def _constant(value: bool | int | float | None) -> str:
    if isinstance(value, float):
        return format(Decimal(repr(value)), "f")
    return json.dumps(value)


def _double_quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).translate(_UNSEEN_ESCAPES)


def _chomping(text: str) -> str:
    return "" if text.endswith("\n") else "-"


def _wrapped(text: str, before: str, column: int) -> list[str]:
    """Return a text in lines, the first of them as they were before as long as they say the same.

    No line begins or ends with more than the one space at which it is broken.
    """
    earlier = [line.strip() for line in before.split("\n")[1:]]
    width = max((len(line) for line in earlier), default=_WIDTH - column)
    lines: list[str] = []
    for line in earlier:
        if not line or not text.startswith(f"{line} ") or text[len(line) + 1 :].startswith(" "):
            break
        lines.append(line)
        text = text[len(line) + 1 :]
    return [*lines, *_broken(text, max(width, 40))]


def _broken(text: str, width: int) -> Iterator[str]:
    while len(text) > width:
        at = _last_single_space(text, width)
        if at < 0:
            break
        yield text[:at]
        text = text[at + 1 :]
    yield text


def _last_single_space(text: str, width: int) -> int:
    """Return the offset of the last space that stands alone, up to this width, or else of the next one."""
    spaces = [match.start() for match in re.finditer(r"(?<=\S) (?=\S)", text)]
    before = [at for at in spaces if at <= width]
    return before[-1] if before else spaces[0] if spaces else -1
