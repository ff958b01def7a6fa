"""A file's text with edits done, as each sort of file writes words: YAML, Markdown, templates. Opens no file.

Reads no YAML; whoever asks hands over the function that does. An edit that cannot be done for certain is
left, with the reason, and the others are done without it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardtool.finding import Edit
from cardtool.fix.locate import (
    NOT_THERE,
    LineIndex,
    PlacedEdit,
    SkippedFix,
    find_replacement,
    forbidden_in_markdown,
    forbidden_in_template,
    nothing_forbidden,
    place_edits,
    replace_words,
)
from cardtool.model import SourceMap

ValuePath = tuple[str | int, ...]
YamlReader = Callable[[str], tuple[Any, SourceMap] | None]
"""Reads YAML: its data, and where each part of it stands. None where it is not YAML, or not to be trusted."""


class YamlValue(NamedTuple):
    """A value of the file that holds no others."""

    path: ValuePath
    value: Any
    marks: SourceMap


class YamlData:
    """What a YAML file says, and where."""

    def __init__(self, data: Any, marks: SourceMap) -> None:
        self._data, self._marks = data, marks
        self._leaves = sorted(_leaves(data, marks, ()), key=lambda leaf: leaf.marks[:2])
        self._places = [(leaf.marks.line, leaf.marks.column) for leaf in self._leaves]

    def leaf(self, edit: Edit) -> YamlValue | None:
        """The text that an edit is about; None where it is about none, but about a key or a comment, say."""
        place = (edit.source.line, edit.source.column)
        row = bisect_right(self._places, place) - 1
        if row < 0:
            return None
        leaf = self._leaves[row]
        return leaf if self._edited(leaf, [edit]) is not None else None

    def edited(self, edit: Edit) -> str | None:
        """What the text that an edit is about says once it is done; None where it is about none."""
        leaf = self.leaf(edit)
        return None if leaf is None else self._edited(leaf, [edit])

    def around(self, leaf: YamlValue) -> SourceMap:
        """Where the list or mapping begins that holds this value."""
        return self._marks.inside(leaf.path[:-1])

    def becomes(self, edits: Sequence[Edit], new: Any) -> bool:
        """Whether other data is this data with exactly these edits done."""
        of_leaf: dict[ValuePath, tuple[YamlValue, list[Edit]]] = {}
        for edit in edits:
            leaf = self.leaf(edit)
            if leaf is None:
                return False
            of_leaf.setdefault(leaf.path, (leaf, []))[1].append(edit)
        wanted = {path: self._edited(leaf, its) for path, (leaf, its) in of_leaf.items()}
        return _is_same(self._data, new, wanted, ())

    def _edited(self, leaf: YamlValue, edits: Sequence[Edit]) -> str | None:
        """The text once it is edited; None where what is to be replaced does not stand in it."""
        if not isinstance(leaf.value, str):
            return None
        text = leaf.value
        for edit in sorted(edits, key=lambda each: each.source, reverse=True):
            at = _offset_in_value(leaf.marks, edit.source.line, edit.source.column)
            place = None if at is None else find_replacement(text, at, edit.old, edit.new)
            if place is None:
                return None
            text = text[: place.start] + place.new + text[place.end :]
        return text


def _offset_in_value(marks: SourceMap, line: int, column: int) -> int | None:
    """The offset in a text of the letter that stands at this place of its file."""
    if not marks.stretches:
        return column - marks.column if line == marks.line and column >= marks.column else None
    here = [each for each in marks.stretches if each.line == line and each.column <= column]
    return here[-1].offset + column - here[-1].column if here else None


def _leaves(data: Any, marks: SourceMap, path: ValuePath) -> Iterator[YamlValue]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _leaves(value, marks.children[key], (*path, key))
    elif isinstance(data, (list, tuple)):
        for row, value in enumerate(data):
            yield from _leaves(value, marks.children[row], (*path, row))
    else:
        yield YamlValue(path, data, marks)


def _is_same(old: Any, new: Any, wanted: Mapping[ValuePath, str | None], path: ValuePath) -> bool:
    """Whether two data agree, but for the texts at these paths, which are to be what is wanted."""
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


_QUOTES: dict[str, Callable[[str], str]] = {
    "'": lambda text: text.replace("'", "''"),
    '"': lambda text: text.replace("\\", "\\\\").replace('"', '\\"'),
}
_NOT_PLAIN_SIGNS = ("'", '"', "|", ">")


@dataclass(frozen=True, slots=True)
class YamlText:
    """The texts of a file: what they say, and the file itself."""

    data: YamlData
    lines: LineIndex
    read: YamlReader

    def writing(self, edit: Edit) -> Callable[[str], str]:
        """How words are written in the text that an edit is about."""
        leaf = self.data.leaf(edit)
        return _QUOTES.get(self._sign(leaf.marks), str) if leaf else str

    def would_do(self, edit: Edit) -> bool:
        """Whether the text, once edited, can still be written without quotes, if that is how it is written.

        To ask this of one text takes no time; to read the whole file for every edit would.
        """
        leaf = self.data.leaf(edit)
        if leaf is None or self._sign(leaf.marks) in _NOT_PLAIN_SIGNS:
            return leaf is not None
        says = self.data.edited(edit)
        in_braces = self._sign(self.data.around(leaf)) in ("{", "[")
        read = self.read(f"{{k: {says}}}" if in_braces else f"k: {says}")
        return read is not None and bool(read[0] == {"k": says})

    def _sign(self, marks: SourceMap) -> str:
        """The sign that stands where a value begins."""
        at = self.lines.offset(marks.line, marks.column)
        return "" if at is None else self.lines.text[at : at + 1]


_FORBIDDEN = {".html": forbidden_in_template, ".md": forbidden_in_markdown}
_FAULTY = "the file has faults of its own; mend them first"
_QUOTING = "the file would not say the same afterwards; the text may need quotes"


def apply_edits(
    text: str, suffix: str, edits: Sequence[Edit], read: YamlReader
) -> tuple[str, list[Edit], list[SkippedFix]]:
    """The text of a file of this suffix with its edits done; those that were, and those that were not.

    `text` is without a byte order mark, and with the line ends it was saved with.
    """
    wanted = list(dict.fromkeys(edit for edit in edits if edit.old != edit.new))
    if suffix in (".yaml", ".yml"):
        return _apply_to_yaml(text, wanted, read)
    unfit = _FORBIDDEN[suffix](text) if suffix in _FORBIDDEN else nothing_forbidden
    found, left = place_edits(LineIndex(text), wanted, lambda edit: str, unfit)
    return replace_words(text, found), [edit for _, edit in found], left


def _apply_to_yaml(
    text: str, edits: Sequence[Edit], read: YamlReader
) -> tuple[str, list[Edit], list[SkippedFix]]:
    was = read(text)
    if was is None:
        return text, [], [SkippedFix(edit, _FAULTY) for edit in edits]
    scalars = YamlText(YamlData(*was), LineIndex(text), read)
    found, left = place_edits(
        scalars.lines, filter(scalars.data.leaf, edits), scalars.writing, nothing_forbidden
    )
    left += [SkippedFix(edit, NOT_THERE) for edit in edits if not scalars.data.leaf(edit)]

    def is_sound(some: Sequence[PlacedEdit]) -> bool:
        now = read(replace_words(text, some))
        return now is not None and scalars.data.becomes([edit for _, edit in some], now[0])

    sound = _sound_edits([each for each in found if scalars.would_do(each[1])], is_sound)
    kept = {edit for _, edit in sound}
    left += [SkippedFix(edit, _QUOTING) for _, edit in found if edit not in kept]
    return replace_words(text, sound), [edit for _, edit in sound], left


def _sound_edits(
    found: Sequence[PlacedEdit], is_sound: Callable[[Sequence[PlacedEdit]], bool]
) -> list[PlacedEdit]:
    """As many of these edits as leave the file sound, the unsound ones found by halving."""
    if not found or is_sound(found):
        return list(found)
    if len(found) == 1:
        return []
    half = len(found) // 2
    first, second = _sound_edits(found[:half], is_sound), _sound_edits(found[half:], is_sound)
    return [*first, *second] if is_sound([*first, *second]) else first
