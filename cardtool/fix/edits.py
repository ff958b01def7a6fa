"""The edits that findings offer, done in the files that may be fixed, as each sort of file writes words.

Writes no file, and reads no YAML: whoever asks hands over the function that does. A text is looked at as it
was saved, with its own line ends. Between words any space will do, line ends and what begins the next line
included, for a text may have been wrapped anywhere. An edit that cannot be done for certain is left, with the
reason, and the others are done without it. Only a game's own texts are fixed, and a document that somebody
names; no link is followed.
"""

from __future__ import annotations

import os
import re
import stat
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from cardtool.errors import ProjectError
from cardtool.finding import Edit
from cardtool.markup import EXPRESSION
from cardtool.model import SourceMap, ValuePath

_LINE_BREAK = re.compile(r"\r\n?|\n")
_GAP = re.compile(r"(?=\s)[ \t]*+(?:(?:\r\n?|\n)[ \t]*+(?:>[ \t]*+)*+)*+")  # > goes on quoting in Markdown


class _LineIndex:
    """A text, and where its lines begin."""

    def __init__(self, text: str) -> None:
        self.text = text

    def offset(self, line: int, column: int) -> int | None:
        """Return the offset of a place, both counted from 1; None where the text has no such place."""
        if not 1 <= line <= len(self._starts):
            return None
        start = self._starts[line - 1]
        end = self._starts[line] if line < len(self._starts) else len(self.text) + 1
        return start + column - 1 if 1 <= column <= end - start else None

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(found.end() for found in _LINE_BREAK.finditer(self.text))]


@dataclass(frozen=True, slots=True)
class _Replacement:
    """A stretch of a text, and what is to stand there."""

    start: int
    end: int
    new: str


def _find_replacement(
    text: str, at: int | None, old: str, new: str, escape: Callable[[str], str] = str
) -> _Replacement | None:
    """Return the place of `old`, if that is what stands at this offset; None if something else does.

    `escape` gives words as this sort of text writes them. As many new words as old keep the spaces
    between them; a line end stays in any case, behind the new words where there is no room for it.
    """
    if at is None:
        return None
    is_exact = bool(old) and text.startswith(escape(old), at)
    exact = _Replacement(at, at + len(escape(old)), escape(new)) if is_exact else None
    if exact and not _LINE_BREAK.search(old):
        return exact
    old_words, new_words = ([escape(word) for word in words.split()] for words in (old, new))
    gaps = _gaps_between(text, at, old_words) if old_words and old == old.strip() else None
    if gaps is None or not new_words:
        return exact
    end = at + sum(map(len, (*old_words, *gaps)))
    if len(gaps) != len(new_words) - 1:
        breaks = [gap for gap in gaps if _LINE_BREAK.search(gap)]
        gaps = ([" "] * (len(new_words) - 1 - len(breaks)) + breaks)[: len(new_words)]
        has_room = len(gaps) < len(new_words) or text[end : end + 1] == " "
        gaps, end = (gaps, end + (len(gaps) == len(new_words))) if has_room else (gaps[:-1], end)
    parts = (part for pair in zip_longest(new_words, gaps, fillvalue="") for part in pair)
    return _Replacement(at, end, "".join(parts))


def _gaps_between(text: str, at: int, words: Sequence[str]) -> list[str] | None:
    """Return the space between these words, which stand at this offset; None if they do not."""
    gaps: list[str] = []
    for row, word in enumerate(words):
        if row:
            gap = _GAP.match(text, at)
            if gap is None:
                return None
            gaps.append(gap[0])
            at = gap.end()
        if not text.startswith(word, at):
            return None
        at += len(word)
    return gaps


_NOT_THERE = "it does not stand there letter for letter"
_OVERLAPS = "it touches another edit, which is done first"
_INVISIBLE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")

_PlacedEdit = tuple[_Replacement, Edit]
_ForbiddenSigns = Callable[[_Replacement], re.Pattern[str]]
"""Gives the signs that would mean something else at a place, where a file may not hold them."""


@dataclass(frozen=True, slots=True)
class SkippedFix:
    """An edit that was not done, and why."""

    edit: Edit
    reason: str


def _place_edits(
    lines: _LineIndex,
    edits: Iterable[Edit],
    escaping: Callable[[Edit], Callable[[str], str]],
    forbidden: _ForbiddenSigns,
) -> tuple[list[_PlacedEdit], list[SkippedFix]]:
    """Return the edits that can be done, in the order of the text, and those that cannot.

    `escaping` says how a text writes its words. Of two edits that overlap the first is done.
    """
    found: list[_PlacedEdit] = []
    skipped: list[SkippedFix] = []
    for edit in edits:
        at = lines.offset(edit.source.line, edit.source.column)
        place = _find_replacement(lines.text, at, edit.old, edit.new, escaping(edit))
        reason = _NOT_THERE if place is None else _why_forbidden(edit, forbidden(place))
        if place is None or reason:
            skipped.append(SkippedFix(edit, reason))
        else:
            found.append((place, edit))
    apart, overlapping = _without_overlaps(found)
    return apart, [*skipped, *(SkippedFix(edit, _OVERLAPS) for edit in overlapping)]


def _replace_words(text: str, edits: Iterable[_PlacedEdit]) -> str:
    """Return the text with these edits done, which stand in its order."""
    parts, end = [], 0
    for place, _ in edits:
        parts += [text[end : place.start], place.new]
        end = place.end
    return "".join((*parts, text[end:]))


def _without_overlaps(found: Iterable[_PlacedEdit]) -> tuple[list[_PlacedEdit], list[Edit]]:
    """Return the edits that touch none before them, and the others."""
    apart: list[_PlacedEdit] = []
    overlapping: list[Edit] = []
    for place, edit in sorted(found, key=lambda each: (each[0].start, each[0].end)):
        if apart and place.start < apart[-1][0].end:
            overlapping.append(edit)
        else:
            apart.append((place, edit))
    return apart, overlapping


def _why_forbidden(edit: Edit, forbidden: re.Pattern[str]) -> str:
    """Return why the new words cannot stand there, for a sign the old ones had not; empty where they can."""
    signs = (sign for pattern in (_INVISIBLE, forbidden) for sign in pattern.findall(edit.new))
    sign = next((sign for sign in signs if sign not in edit.old), None)
    return f"{sign!a} would mean something else there" if sign else ""


_NOTHING = re.compile(r"(?!)")
_CELL_SIGNS = re.compile(r"[\",;|]")
_TAGS = re.compile(r"[<>&{}]")
_BRACES = re.compile(r"[{}]")
_IN_CODE = re.compile(r"[^\w.|-]")  # in an expression, beside its texts
_STRING = re.compile(r'"(?:\\.|[^"\\])*+"' r"|'(?:\\.|[^'\\])*+'", re.DOTALL)
_IN_STRING = {'"': re.compile(r'["\\{}]'), "'": re.compile(r"['\\{}]")}


def _nothing_forbidden(place: _Replacement) -> re.Pattern[str]:
    """Return a pattern of no sign: every sign may stand at any place."""
    return _NOTHING


def _forbidden_in_table(text: str) -> _ForbiddenSigns:
    """Return which signs a table of separated values forbids: those that part cells, and quotes."""
    return lambda place: _CELL_SIGNS


def _forbidden_in_markdown(text: str) -> _ForbiddenSigns:
    """Return which signs Markdown forbids: braces begin a reference; in one, quotes may end a text."""
    return _except_in_expressions(text, _BRACES)


def _forbidden_in_template(text: str) -> _ForbiddenSigns:
    """Return which signs a template forbids: brackets, braces and &; in braces, quotes may end a text."""
    return _except_in_expressions(text, _TAGS)


def _except_in_expressions(text: str, elsewhere: re.Pattern[str]) -> _ForbiddenSigns:
    """Return which signs are forbidden in expressions, in their strings, and elsewhere."""
    changes = [(0, elsewhere)]  # offsets from which on other signs are forbidden
    for found in EXPRESSION.finditer(text):
        changes.append((found.start(), _IN_CODE))
        for string in _STRING.finditer(text, found.start(1), found.end(1)):
            changes.append((string.start() + 1, _IN_STRING[string[0][0]]))
            changes.append((string.end() - 1, _IN_CODE))
        changes.append((found.end(), elsewhere))

    def forbidden(place: _Replacement) -> re.Pattern[str]:
        return changes[bisect_right(changes, place.start, key=lambda each: each[0]) - 1][1]

    return forbidden


YamlReader = Callable[[str], tuple[Any, SourceMap] | None]
"""Reads YAML: its data, and where each part of it stands. None where it is not YAML, or not to be trusted."""


_ESCAPES: dict[str, Callable[[str], str]] = {
    "'": lambda text: text.replace("'", "''"),
    '"': lambda text: text.replace("\\", "\\\\").replace('"', '\\"'),
}
_NOT_PLAIN_SIGNS = ("'", '"', "|", ">")


class _YamlValue(NamedTuple):
    """A value of the file that holds no others."""

    path: ValuePath
    value: Any
    source_map: SourceMap


class _YamlText:
    """A YAML file: its text, what it says, and where."""

    def __init__(self, text: str, data: Any, source_map: SourceMap, read: YamlReader) -> None:
        self.lines, self._read = _LineIndex(text), read
        self._data, self._source_map = data, source_map
        self._values = sorted(_leaves(data, source_map, ()), key=lambda value: value.source_map[:2])
        self._places = [(value.source_map.line, value.source_map.column) for value in self._values]

    def value_of(self, edit: Edit) -> _YamlValue | None:
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
        edits_of: dict[ValuePath, tuple[_YamlValue, list[Edit]]] = {}
        for edit in edits:
            value = self.value_of(edit)
            if value is None:
                return False
            edits_of.setdefault(value.path, (value, []))[1].append(edit)
        wanted = {path: self._edited(value, its) for path, (value, its) in edits_of.items()}
        return read is not None and _is_same(self._data, read[0], wanted, ())

    def _edited(self, value: _YamlValue, edits: Sequence[Edit]) -> str | None:
        """Return the text once it is edited; None where what is to be replaced does not stand in it."""
        text = value.value
        if not isinstance(text, str):
            return None
        for edit in sorted(edits, key=lambda each: each.source, reverse=True):
            at = _offset_in_value(value.source_map, edit.source.line, edit.source.column)
            place = _find_replacement(text, at, edit.old, edit.new)
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


def _leaves(data: Any, source_map: SourceMap, path: ValuePath) -> Iterator[_YamlValue]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _leaves(value, source_map.children[key], (*path, key))
    elif isinstance(data, (list, tuple)):
        for row, value in enumerate(data):
            yield from _leaves(value, source_map.children[row], (*path, row))
    else:
        yield _YamlValue(path, data, source_map)


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


_FORBIDDEN = {".html": _forbidden_in_template, ".md": _forbidden_in_markdown, ".csv": _forbidden_in_table}
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
    forbidden = _FORBIDDEN[suffix](text) if suffix in _FORBIDDEN else _nothing_forbidden
    found, skipped = _place_edits(_LineIndex(text), wanted, lambda edit: str, forbidden)
    return _replace_words(text, found), [edit for _, edit in found], skipped


def _apply_to_yaml(
    text: str, edits: Sequence[Edit], read: YamlReader
) -> tuple[str, list[Edit], list[SkippedFix]]:
    was = read(text)
    if was is None:
        return text, [], [SkippedFix(edit, _FAULTY) for edit in edits]
    yaml = _YamlText(text, *was, read)
    known = dict.fromkeys(edit for edit in edits if yaml.value_of(edit))
    found, skipped = _place_edits(yaml.lines, known, yaml.escaping, _nothing_forbidden)
    skipped += [SkippedFix(edit, _NOT_THERE) for edit in edits if edit not in known]

    def is_sound(some: Sequence[_PlacedEdit]) -> bool:
        return yaml.says_after([edit for _, edit in some], _replace_words(text, some))

    sound = _sound_edits([each for each in found if yaml.stays_as_quoted(each[1])], is_sound)
    done = dict.fromkeys(edit for _, edit in sound)
    skipped += [SkippedFix(edit, _QUOTING) for _, edit in found if edit not in done]
    return _replace_words(text, sound), list(done), skipped


def _sound_edits(
    found: Sequence[_PlacedEdit], is_sound: Callable[[Sequence[_PlacedEdit]], bool]
) -> list[_PlacedEdit]:
    """Return as many of these edits as leave the file sound, the unsound ones found by halving."""
    if not found or is_sound(found):
        return list(found)
    if len(found) == 1:
        return []
    half = len(found) // 2
    first, second = _sound_edits(found[:half], is_sound), _sound_edits(found[half:], is_sound)
    return [*first, *second] if is_sound([*first, *second]) else first


_LARGEST = 16_000_000  # bytes
_BOM = b"\xef\xbb\xbf"
_CARD_SUFFIXES = frozenset({".yaml", ".yml", ".md", ".csv"})
_TEMPLATE_SUFFIXES = frozenset({".html"})
_DOCUMENT_SUFFIXES = frozenset({".md", ".markdown", ".txt"})

FileFinder = Callable[[str], Path]
"""Where a file that findings name lies, if it may be fixed. Raises: NotFixable."""


class NotFixable(Exception):
    """A file that is not to be written to; the message says why."""


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file's text, with the line ends it has; `has_bom` is whether a byte order mark stands before it."""

    text: str
    has_bom: bool

    @property
    def raw(self) -> bytes:
        return (_BOM if self.has_bom else b"") + self.text.encode("utf-8")


def game_finder(root: Path, game: str) -> FileFinder:
    """Return what finds the files of a game to fix: the texts of its folders in `cards` and `templates`."""

    def find(file: str) -> Path:
        name = PurePosixPath(file)
        path = root / name
        if path.suffix == ".xlsx":
            raise NotFixable("workbooks are mended by hand")
        if path.suffix not in _fixable_suffixes(name, game):
            raise NotFixable("it is none of the game's own texts")
        if Path(os.path.realpath(path)) != path:
            raise NotFixable("it is a link; mend the file it leads to")
        return path

    return find


def document_finder(documents: Iterable[Path]) -> FileFinder:
    """Return what finds the documents that somebody named, as far as they are plain text."""
    known = {document.as_posix(): Path(os.path.abspath(document)) for document in documents}

    def find(file: str) -> Path:
        path = known.get(file)
        if path is None:
            raise NotFixable("it is not the document")
        if path.suffix.lower() not in _DOCUMENT_SUFFIXES:
            raise NotFixable("only Markdown and plain text are mended")
        if path.is_symlink():
            raise NotFixable("it is a link; mend the file it leads to")
        return path

    return find


def _fixable_suffixes(name: PurePosixPath, game: str) -> frozenset[str]:
    """Return the suffixes of files that may be fixed where this one is."""
    if name.is_absolute() or ".." in name.parts or len(name.parts) < 3:
        return frozenset()
    if name.parts[1] != game:
        return frozenset()
    return {"cards": _CARD_SUFFIXES, "templates": _TEMPLATE_SUFFIXES}.get(name.parts[0], frozenset())


def read_content(path: Path) -> FileContent:
    """Return the content of a file. Raises: NotFixable."""
    flags = (
        os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    try:
        with os.fdopen(os.open(path, flags), "rb") as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise NotFixable("it is not a plain file")
            raw = file.read(_LARGEST + 1)
    except OSError as error:
        raise NotFixable(f"it cannot be read: {error.strerror}") from None
    if len(raw) > _LARGEST:
        raise NotFixable(f"it is larger than {_LARGEST // 1_000_000} MB")
    try:
        return FileContent(raw.removeprefix(_BOM).decode("utf-8"), raw.startswith(_BOM))
    except UnicodeDecodeError:
        raise NotFixable("it is not UTF-8 text") from None


def _ensure_writable(path: Path) -> None:
    """Raise unless a file may be replaced by another. Raises: NotFixable."""
    if not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK)):
        raise NotFixable("it is write-protected")


@dataclass(frozen=True, slots=True)
class FixedFile:
    """A file as it is to be: its name in messages, its place, what was and what is to be in it."""

    name: str
    path: Path
    before: FileContent
    after: FileContent
    done: tuple[Edit, ...]

    def ensure_unchanged(self) -> None:
        """Raise ProjectError unless the file still holds what was fixed."""
        try:
            content = read_content(self.path)
        except NotFixable as why:
            raise ProjectError(f"{self.path}: {why}; nothing was written") from None
        if content != self.before:
            raise ProjectError(f"{self.path} was changed meanwhile; nothing was written")


@dataclass(frozen=True, slots=True)
class Fixes:
    """Every file that edits change, by name, and every edit that was not done."""

    files: tuple[FixedFile, ...]
    skipped: tuple[SkippedFix, ...]

    @property
    def count(self) -> int:
        """How many places are fixed."""
        return sum(len(file.done) for file in self.files)


def plan_fixes(edits: Iterable[Edit], find: FileFinder, read: YamlReader) -> Fixes:
    """Return what the edits change, with nothing written yet.

    `find` finds files that may be fixed; `read` reads YAML.
    """
    by_file: dict[str, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.source.file, []).append(edit)
    fixed: list[FixedFile] = []
    skipped: list[SkippedFix] = []
    for name, its in sorted(by_file.items()):
        try:
            file, left = _fix_file(name, find(name), its, read)
        except NotFixable as why:
            skipped += [SkippedFix(edit, str(why)) for edit in its]
            continue
        skipped += left
        fixed += [file] if file.done else []
    return Fixes(tuple(fixed), tuple(skipped))


def _fix_file(
    name: str, path: Path, edits: list[Edit], read: YamlReader
) -> tuple[FixedFile, list[SkippedFix]]:
    """Return one file with its edits done, and those that were not. Raises: NotFixable."""
    before = read_content(path)
    _ensure_writable(path)
    text, done, skipped = apply_edits(before.text, path.suffix.lower(), edits, read)
    return FixedFile(name, path, before, FileContent(text, before.has_bom), tuple(done)), skipped
