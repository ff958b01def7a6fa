"""A YAML file with other values in it: what says the same as before keeps every byte, comments and all.

What is new is written in the way it was written before, if it can be, or else as a person would. Opens no
file and reads no YAML; whoever asks hands over the functions that do.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from itertools import accumulate
from typing import Any, NamedTuple

from cardtool.fix.edits import NotFixable, YamlReader
from cardtool.model import YamlPart

_WIDTH = 110  # of a line, where no earlier lines say what is wanted
_PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9 ’.!?()/_-]*[A-Za-z0-9’.!?()/_-])?")
_NOT_TEXT = frozenset({"null", "true", "false"})
_UNSEEN_ESCAPES = str.maketrans({"\u2028": "\\u2028", "\u2029": "\\u2029", "\x85": "\\x85"})


class _YamlWriter:
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


_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)")

LayoutReader = Callable[[str], YamlPart]
"""Reads how a faultless YAML file, whose lines end in line feeds, is written."""


class YamlTools(NamedTuple):
    """What reads YAML: its data, and how it is written."""

    read: YamlReader
    read_layout: LayoutReader


def rewrite_yaml(
    text: str, change: Callable[[Any], Any], tools: YamlTools, stretches: Sequence[slice] = ()
) -> str:
    """Return the text of a file, as it was saved, with its data changed.

    `change` returns what the file is to hold, and leaves what it is given as it is. A list whose items have
    ids keeps the items that have theirs, whatever else is in them. What is returned was read again, and holds
    the data.

    `stretches` of a long list, each of whole items, spare reading the others: what changes lies in them, and
    together they are a file as well. `change` is given what they hold, and raises NotFixable where that is
    not what it looks for; the whole file is read then.

    Raises: NotFixable when the file cannot be read, or would not hold the data; and what `change` raises.
    """
    if stretches and "\r" not in text:
        part = "".join(text[each] for each in stretches)
        with suppress(NotFixable):
            return _replace(text, [_moved(edit, stretches) for edit in _edits_for(part, change, tools)])
    return _replace(text, _edits_for(text, change, tools))


def _edits_for(text: str, change: Callable[[Any], Any], tools: YamlTools) -> list[_Edit]:
    """Return what changes the data of a text, going by lines that end in line feeds. Raises: NotFixable."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n")
    before = tools.read(plain)
    if before is None:
        raise NotFixable("it is not YAML without a fault")
    wanted = change(before[0])
    layout = tools.read_layout(plain)
    splicer = _Splicer(plain, _YamlWriter(tools.read, frozenset(_keys_in_lines(layout))))
    splicer.change(layout, before[0], wanted, in_brackets=False)
    after = tools.read(_replace(text, splicer.edits))
    if after is None or not _equals(after[0], wanted):
        raise NotFixable("it would not say so when it is read again")
    return splicer.edits


def _moved(edit: _Edit, stretches: Sequence[slice]) -> _Edit:
    """Return an edit of stretches that stand behind one another as one of the text they are from."""
    begun = [0, *accumulate(each.stop - each.start for each in stretches)]
    row = min(bisect_right(begun, edit.start), len(stretches)) - 1
    shift = stretches[row].start - begun[row]
    return _Edit(edit.start + shift, edit.end + shift, edit.new)


def _keys_in_lines(part: YamlPart) -> Iterator[str]:
    """Yield the keys whose values are mappings with a line for each key."""
    for key, child in part.children.items():
        if child.style == ":" and isinstance(key, str):
            yield key
        yield from _keys_in_lines(child)


class _Edit(NamedTuple):
    """A stretch of the text, by offsets, and what is to stand there instead."""

    start: int
    end: int
    new: str


class _Items(NamedTuple):
    """The values in a mapping or a list: where each begins, its key included, which stay, and the new ones.

    `added` holds, by the row after which they come, or -1, the keys and values that are new.
    """

    starts: Sequence[int]
    ends: Sequence[int]
    kept: Sequence[bool]
    added: Mapping[int, Sequence[tuple[str, Any]]]


class _Splicer:
    """Gathers the edits that make a text say something else."""

    def __init__(self, text: str, writer: _YamlWriter) -> None:
        self.edits: list[_Edit] = []
        self._text, self._write = text, writer

    def change(self, part: YamlPart, old: Any, new: Any, *, in_brackets: bool) -> None:
        """Note what makes this part of the file say what is new."""
        if _equals(old, new):
            return
        if isinstance(old, dict) and isinstance(new, dict) and old and part.style in (":", "{"):
            self._change_mapping(part, old, new, in_brackets=in_brackets or part.style == "{")
        elif isinstance(old, list) and isinstance(new, list) and old and part.style in ("-", "["):
            self._change_list(part, old, new, in_brackets=in_brackets or part.style == "[")
        else:
            self._replace(part, new, in_brackets)

    def _replace(self, part: YamlPart, new: Any, in_brackets: bool) -> None:
        before = self._text[part.start : part.end]
        gap = " " if part.start == part.end and self._text[part.start - 1 : part.start] == ":" else ""
        has_lines = isinstance(new, str) and "\n" in new  # which a comment behind them would be part of
        if (
            not isinstance(new, str)
            or in_brackets
            or part.style in (":", "-", "{", "[")
            or (has_lines and self._is_commented(part.end))
        ):
            margin = "  " if part.style in (":", "-") else gap
            self._edit(part.start, part.end, margin + self._write.in_line(new, part.style))
            return
        column = self._indentation(part.start)
        self._edit(part.start, part.end, gap + self._write.text(new, column, before, part.style))

    def _is_commented(self, offset: int) -> bool:
        """Return whether a comment stands behind this offset, on its line."""
        line, _, _ = self._text[offset:].partition("\n")
        return line.lstrip().startswith("#")

    def _change_mapping(self, part: YamlPart, old: Any, new: Any, *, in_brackets: bool) -> None:
        for key in old:
            if key in new:
                self.change(part.children[key], old[key], new[key], in_brackets=in_brackets)
        added: dict[int, list[tuple[str, Any]]] = {}
        rows = {key: row for row, key in enumerate(old)}
        row = -1
        for key, value in new.items():
            row = rows.get(key, row)
            if key not in old:
                added.setdefault(row, []).append((key, value))
        starts = [part.keys[key] for key in old]
        ends = [max(part.children[key].end, self._end_of_key(part.keys[key])) for key in old]
        items = _Items(starts, ends, [key in new for key in old], added)
        if in_brackets:
            tokens = lambda key, value: f"{self._write.key(key)}: {self._write.in_line(value)}"  # noqa: E731
            self._change_in_brackets(part, items, tokens)
        else:
            self._change_lines(part, items, self._pair)

    def _pair(self, key: str, value: Any, column: int) -> str:
        return f"{self._write.key(key)}:{self._write.block(value, column, key)}"

    def _change_list(self, part: YamlPart, old: Any, new: Any, *, in_brackets: bool) -> None:
        pairs, gone, added = _aligned(old, new)
        for row, value in pairs:
            self.change(part.children[row], old[row], value, in_brackets=in_brackets)
        places = [part.children[row] for row in range(len(old))]
        kept = [row not in gone for row in range(len(old))]
        fresh = {row: [("", value) for value in values] for row, values in added.items()}
        ends = [place.end for place in places]
        if in_brackets:
            items = _Items([place.start for place in places], ends, kept, fresh)
            self._change_in_brackets(part, items, lambda key, value: self._write.in_line(value))
            return
        column = self._column(part.start)
        starts = [self._dash_before(place.start, column) for place in places]
        self._change_lines(part, _Items(starts, ends, kept, fresh), self._item)

    def _item(self, key: str, value: Any, column: int) -> str:
        return f"-{self._write.item(value, column)}"

    def _change_in_brackets(self, part: YamlPart, items: _Items, token: Callable[[str, Any], str]) -> None:
        first_kept = next((row for row, stays in enumerate(items.kept) if stays), None)
        last = len(items.starts) - 1
        for row, stays in enumerate(items.kept):
            if not stays:
                comes_first = first_kept is None or row < first_kept
                start = items.starts[row] if comes_first else items.ends[row - 1]
                end = items.starts[row + 1] if comes_first and row < last else items.ends[row]
                self._edit(start, end, "")
        for row, those in sorted(items.added.items()):
            words = ", ".join(token(key, value) for key, value in those)
            anchor = max((each for each in range(row + 1) if items.kept[each]), default=None)
            if anchor is not None:
                self._edit(items.ends[anchor], items.ends[anchor], f", {words}")
            elif first_kept is not None:
                self._edit(items.starts[first_kept], items.starts[first_kept], f"{words}, ")
            else:
                self._edit(items.ends[last], items.ends[last], words)

    def _change_lines(self, part: YamlPart, items: _Items, write: Callable[[str, Any, int], str]) -> None:
        """Note the lines of a mapping or a list that go and come."""
        column = self._column(items.starts[0])
        apart = self._are_apart(items.starts)
        for row, stays in enumerate(items.kept):
            if not stays:
                self._remove_lines(items.starts[row], items.ends[row], apart)
        pad = ("\n" if apart else "") + " " * column
        for row, those in sorted(items.added.items()):
            written = [write(key, value, column) for key, value in those]
            anchor = max((each for each in range(row + 1) if items.kept[each]), default=None)
            if anchor is not None:
                end = self._line_end(items.ends[anchor])
                self._edit(end, end, "".join(f"\n{pad}{each}" for each in written))
            elif any(items.kept):
                start = items.starts[items.kept.index(True)]
                self._edit(start, start, "".join(f"{each}\n{pad}" for each in written))
            else:
                self._put_instead(items.starts[0], f"\n{pad}".join(written))
        if not any(items.kept) and not items.added:
            self._put_instead(items.starts[0], "[]" if part.style == "-" else "{}")

    def _put_instead(self, start: int, lines: str) -> None:
        """Note lines that come where the first of others stood, which all go."""
        line_start = self._text.rfind("\n", 0, start) + 1
        pad = self._text[line_start:start]
        if line_start:
            self._edit(line_start - 1, line_start - 1, f"\n{pad}{lines}")
        else:
            self._edit(0, 0, f"{pad}{lines}\n")

    def _remove_lines(self, start: int, end: int, apart: bool) -> None:
        line_start = self._text.rfind("\n", 0, start) + 1
        line_end = self._line_end(end)
        if self._text[line_start:start].strip():  # behind the dash of a list, which stays
            self._edit(start, line_end, "")
            return
        start = line_start - 1
        while apart and start > 0 and self._text[start - 1] == "\n":
            start -= 1
        if start < 0:
            line_end += len(self._text[line_end:]) - len(self._text[line_end:].lstrip("\n"))
        self._edit(max(start, 0), line_end, "")

    def _are_apart(self, starts: Sequence[int]) -> bool:
        """Return whether blank lines stand between these."""
        if len(starts) < 2:
            return self._column(starts[0]) == 0 and self._text[starts[0] : starts[0] + 1] == "-"
        before = self._text[starts[0] : starts[1]]
        return "\n\n" in before

    def _end_of_key(self, start: int) -> int:
        return self._text.index(":", start) + 1

    def _dash_before(self, start: int, column: int) -> int:
        """Return where the dash of an item stands, in the column of all of them."""
        line_start = self._text.rfind("\n", 0, start) + 1
        while self._text[line_start + column : line_start + column + 1] != "-" and line_start:
            line_start = self._text.rfind("\n", 0, line_start - 1) + 1
        return line_start + column

    def _column(self, offset: int) -> int:
        return offset - (self._text.rfind("\n", 0, offset) + 1)

    def _indentation(self, offset: int) -> int:
        """Return the column of the key that a value stands behind, dashes before it left out."""
        line = self._text[self._text.rfind("\n", 0, offset) + 1 : offset]
        inner = line.lstrip(" ")
        while inner.startswith("- "):
            inner = inner[2:].lstrip(" ")
        return len(line) - len(inner) if inner else max(len(line.rstrip(" ")) - 1, 0)

    def _line_end(self, offset: int) -> int:
        end = self._text.find("\n", offset)
        return len(self._text) if end < 0 else end

    def _edit(self, start: int, end: int, new: str) -> None:
        self.edits.append(_Edit(start, end, new))


def _aligned(
    old: Sequence[Any], new: Sequence[Any]
) -> tuple[list[tuple[int, Any]], set[int], dict[int, list[Any]]]:
    """Return which rows get which values, which rows go, and what comes, by the row before it."""
    ids, wanted = _ids(old), _ids(new)
    if ids is None or wanted is None or _common(ids, wanted) != _common(wanted, ids):
        return _aligned_by_place(old, new)
    rows = {id: row for row, id in enumerate(ids)}
    added: dict[int, list[Any]] = {}
    pairs, row = [], -1
    for id, value in zip(wanted, new, strict=True):
        if id in rows:
            row = rows[id]
            pairs.append((row, value))
        else:
            added.setdefault(row, []).append(value)
    staying = set(wanted)
    return pairs, {row for row, id in enumerate(ids) if id not in staying}, added


def _common(ids: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return those of the ids that are among the others."""
    there = set(others)
    return [id for id in ids if id in there]


def _ids(items: Sequence[Any]) -> list[str] | None:
    """Return the ids of all items; None where one has none, or not its own."""
    ids = [str(item.get("id")) for item in items if isinstance(item, dict) and "id" in item]
    return ids if len(set(ids)) == len(items) else None


def _aligned_by_place(
    old: Sequence[Any], new: Sequence[Any]
) -> tuple[list[tuple[int, Any]], set[int], dict[int, list[Any]]]:
    shorter = min(len(old), len(new))
    head = next((row for row in range(shorter) if not _equals(old[row], new[row])), shorter)
    tail = next(
        (row for row in range(shorter - head) if not _equals(old[-1 - row], new[-1 - row])), shorter - head
    )
    middle, come = range(head, len(old) - tail), new[head : len(new) - tail]
    pairs = list(zip(middle, come, strict=False))
    more = list(come[len(middle) :])
    return pairs, set(middle[len(come) :]), {head + len(middle) - 1: more} if more else {}


def _replace(text: str, edits: Sequence[_Edit]) -> str:
    """Return the text as it was saved, with edits done that go by lines that end in line feeds."""
    break_ = "\r\n" if "\r\n" in text else "\r" if "\r" in text else "\n"
    place = _saved_place(text) if "\r" in text else int
    parts, done = [], 0
    for edit in sorted(edits, key=lambda each: each[:2]):
        parts += [text[done : place(edit.start)], edit.new.replace("\n", break_)]
        done = max(done, place(edit.end))
    return "".join((*parts, text[done:]))


def _saved_place(text: str) -> Callable[[int], int]:
    """Return what gives the offset in a text as it was saved for one in lines that end in line feeds."""
    lines = _LINE.findall(text)
    saved = [0, *accumulate(map(len, lines))]
    plain = [0, *accumulate(len(line.rstrip("\r\n")) + 1 for line in lines)]

    def place(offset: int) -> int:
        row = bisect_right(plain, offset) - 1
        return saved[row] + offset - plain[row]

    return place


def _equals(one: Any, other: Any) -> bool:
    """Return whether two data are the same, to the type of each value and the order of keys."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(_equals(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_equals, one, other))
    return bool(one == other)
