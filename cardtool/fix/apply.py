"""A file's text with edits done, as each sort of file writes words: YAML, tables, Markdown, templates.

Opens no file, and reads no YAML: whoever asks hands over the function that does. An edit that cannot be done
for certain is left, with the reason, and the others are done without it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cardtool.finding import Edit
from cardtool.fix.locate import (
    NOT_THERE,
    LineIndex,
    PlacedEdit,
    SkippedFix,
    find_replacement,
    forbidden_in_markdown,
    forbidden_in_table,
    forbidden_in_template,
    nothing_forbidden,
    place_edits,
    replace_words,
)
from cardtool.model import SourceMap, ValuePath

YamlReader = Callable[[str], tuple[Any, SourceMap] | None]
"""Reads YAML: its data, and where each part of it stands. None where it is not YAML, or not to be trusted."""


_ESCAPES: dict[str, Callable[[str], str]] = {
    "'": lambda text: text.replace("'", "''"),
    '"': lambda text: text.replace("\\", "\\\\").replace('"', '\\"'),
}
_NOT_PLAIN_SIGNS = ("'", '"', "|", ">")


class YamlValue(NamedTuple):
    """A value of the file that holds no others."""

    path: ValuePath
    value: Any
    source_map: SourceMap


class YamlText:
    """A YAML file: its text, what it says, and where."""

    def __init__(self, text: str, data: Any, source_map: SourceMap, read: YamlReader) -> None:
        self.lines, self._read = LineIndex(text), read
        self._data, self._source_map = data, source_map
        self._values = sorted(_leaves(data, source_map, ()), key=lambda value: value.source_map[:2])
        self._places = [(value.source_map.line, value.source_map.column) for value in self._values]

    def value_of(self, edit: Edit) -> YamlValue | None:
        """Return the text that an edit is about; None where it is about a key or a comment, say."""
        row = bisect_right(self._places, (edit.source.line, edit.source.column)) - 1
        if row < 0 or self._edited(self._values[row], [edit]) is None:
            return None
        return self._values[row]

    def escaping(self, edit: Edit) -> Callable[[str], str]:
        """Return what writes words as the text does that an edit is about."""
        value = self.value_of(edit)
        return _ESCAPES.get(self._sign(value.source_map), str) if value else str

    def stays_as_quoted(self, edit: Edit) -> bool:
        """Return whether the text, once edited, can still be written without quotes, if it has none.

        To ask this of one text takes no time; to read the whole file for every edit would.
        """
        value = self.value_of(edit)
        if value is None or self._sign(value.source_map) in _NOT_PLAIN_SIGNS:
            return value is not None
        text = self._edited(value, [edit])
        in_braces = self._sign(self._source_map.inside(value.path[:-1])) in ("{", "[")
        read = self._read(f"{{k: {text}}}" if in_braces else f"k: {text}")
        return read is not None and bool(read[0] == {"k": text})

    def says_after(self, edits: Sequence[Edit], new_text: str) -> bool:
        """Return whether a new text of the file says what this one does with exactly these edits done."""
        read = self._read(new_text)
        edits_of: dict[ValuePath, tuple[YamlValue, list[Edit]]] = {}
        for edit in edits:
            value = self.value_of(edit)
            if value is None:
                return False
            edits_of.setdefault(value.path, (value, []))[1].append(edit)
        wanted = {path: self._edited(value, its) for path, (value, its) in edits_of.items()}
        return read is not None and _is_same(self._data, read[0], wanted, ())

    def _edited(self, value: YamlValue, edits: Sequence[Edit]) -> str | None:
        """Return the text once it is edited; None where what is to be replaced does not stand in it."""
        text = value.value
        if not isinstance(text, str):
            return None
        for edit in sorted(edits, key=lambda each: each.source, reverse=True):
            at = _offset_in_value(value.source_map, edit.source.line, edit.source.column)
            place = find_replacement(text, at, edit.old, edit.new)
            if place is None:
                return None
            text = text[: place.start] + place.new + text[place.end :]
        return text

    def _sign(self, source_map: SourceMap) -> str:
        at = self.lines.offset(source_map.line, source_map.column)
        return "" if at is None else self.lines.text[at : at + 1]


def _offset_in_value(source_map: SourceMap, line: int, column: int) -> int | None:
    """Return the offset in a text of the letter that stands at this place of its file."""
    if not source_map.spans:
        return column - source_map.column if line == source_map.line and column >= source_map.column else None
    here = [each for each in source_map.spans if each.line == line and each.column <= column]
    return here[-1].offset + column - here[-1].column if here else None


def _leaves(data: Any, source_map: SourceMap, path: ValuePath) -> Iterator[YamlValue]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _leaves(value, source_map.children[key], (*path, key))
    elif isinstance(data, (list, tuple)):
        for row, value in enumerate(data):
            yield from _leaves(value, source_map.children[row], (*path, row))
    else:
        yield YamlValue(path, data, source_map)


def _is_same(old: Any, new: Any, wanted: Mapping[ValuePath, str | None], path: ValuePath) -> bool:
    """Return whether two data agree, but for the texts at these paths, which are to be what is wanted."""
    if path in wanted:
        return type(new) is str and new == wanted[path]
    if type(old) is not type(new):
        return False
    if isinstance(old, Mapping):
        return list(old) == list(new) and all(
            _is_same(old[key], new[key], wanted, (*path, key)) for key in old
        )
    if isinstance(old, (list, tuple)):
        pairs = enumerate(zip(old, new, strict=False))
        return len(old) == len(new) and all(_is_same(*pair, wanted, (*path, row)) for row, pair in pairs)
    return bool(old == new)


_FORBIDDEN = {".html": forbidden_in_template, ".md": forbidden_in_markdown, ".csv": forbidden_in_table}
_FAULTY = "the file has faults of its own; mend them first"
_QUOTING = "the file would not say the same afterwards; the text may need quotes"


def apply_edits(
    text: str, suffix: str, edits: Sequence[Edit], read: YamlReader
) -> tuple[str, list[Edit], list[SkippedFix]]:
    """Return the text of a file of this suffix with its edits done, those done, and those skipped.

    `text` is without a byte order mark, and with the line ends it was saved with.
    """
    wanted = list(dict.fromkeys(edit for edit in edits if edit.old != edit.new))
    if suffix in (".yaml", ".yml"):
        return _apply_to_yaml(text, wanted, read)
    forbidden = _FORBIDDEN[suffix](text) if suffix in _FORBIDDEN else nothing_forbidden
    found, skipped = place_edits(LineIndex(text), wanted, lambda edit: str, forbidden)
    return replace_words(text, found), [edit for _, edit in found], skipped


def _apply_to_yaml(
    text: str, edits: Sequence[Edit], read: YamlReader
) -> tuple[str, list[Edit], list[SkippedFix]]:
    was = read(text)
    if was is None:
        return text, [], [SkippedFix(edit, _FAULTY) for edit in edits]
    yaml = YamlText(text, *was, read)
    known = dict.fromkeys(edit for edit in edits if yaml.value_of(edit))
    found, skipped = place_edits(yaml.lines, known, yaml.escaping, nothing_forbidden)
    skipped += [SkippedFix(edit, NOT_THERE) for edit in edits if edit not in known]

    def is_sound(some: Sequence[PlacedEdit]) -> bool:
        return yaml.says_after([edit for _, edit in some], replace_words(text, some))

    sound = _sound_edits([each for each in found if yaml.stays_as_quoted(each[1])], is_sound)
    done = dict.fromkeys(edit for _, edit in sound)
    skipped += [SkippedFix(edit, _QUOTING) for _, edit in found if edit not in done]
    return replace_words(text, sound), list(done), skipped


def _sound_edits(
    found: Sequence[PlacedEdit], is_sound: Callable[[Sequence[PlacedEdit]], bool]
) -> list[PlacedEdit]:
    """Return as many of these edits as leave the file sound, the unsound ones found by halving."""
    if not found or is_sound(found):
        return list(found)
    if len(found) == 1:
        return []
    half = len(found) // 2
    first, second = _sound_edits(found[:half], is_sound), _sound_edits(found[half:], is_sound)
    return [*first, *second] if is_sound([*first, *second]) else first
