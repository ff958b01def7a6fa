"""The fonts a game is printed with, only those it ships, the same on every machine; those of its web page.

Which characters a font can draw is read from its `cmap` table: fontTools would tell as well, but takes a
tenth of a second to get to it, in every worker. Formats as in
https://learn.microsoft.com/typography/opentype/spec/cmap, seen 2026-11.

A web page has the letters it needs in small fonts of their own, inside its stylesheet. A subset takes half a
second of a processor a font, so it is kept in the cache by what it was made of.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import struct
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from html import escape, unescape
from pathlib import Path
from typing import NamedTuple

from cardtool.errors import ProjectError
from cardtool.files import LARGEST_ASSET, Unreadable, file_fault, read_file, walk_files
from cardtool.project import Project
from cardtool.signed_cache import SignedFolder

_TAG = re.compile(r"<[^>]*>")
# Platform and encoding of the subtables that map Unicode, those that map the most of it first.
_UNICODE_SUBTABLES = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0))
_LAST_CODE_POINT = 0x10FFFF
_FAMILY_NAME_IDS = (1, 16, 21)  # in a font's name table: as older, newer and some programs group fonts


def code_points(font: bytes) -> Iterator[int]:
    """Yield the code points a font has a glyph for. Raises: ValueError when it is not a font."""
    try:
        cmap = _font_table(font, b"cmap")
        count = _uint16(cmap, 2)
        places = {struct.unpack_from(">HH", cmap, at): at + 4 for at in range(4, 4 + 8 * count, 8)}
        best = next(places[name] for name in _UNICODE_SUBTABLES if name in places)
        table = cmap[struct.unpack_from(">L", cmap, best)[0] :]
        readers = {4: _segment_code_points, 12: _group_code_points}
        yield from readers[_uint16(table, 0)](table)
    except (struct.error, LookupError, StopIteration, RuntimeError):
        raise ValueError("it has no table of Unicode characters that can be read") from None


def _font_table(font: bytes, name: bytes) -> bytes:
    for at in range(12, 12 + 16 * _uint16(font, 4), 16):
        tag, _, start, length = struct.unpack_from(">4sLLL", font, at)
        if tag == name:
            return font[start : start + length]
    raise LookupError(name)


def family_names(font: bytes) -> frozenset[str]:
    """Return the names of the families that a font is of; none when it is not a font."""
    try:
        names = _font_table(font, b"name")
        count, strings = struct.unpack_from(">HH", names, 2)
        records = [struct.unpack_from(">6H", names, 6 + 12 * number) for number in range(count)]
    except (struct.error, LookupError):
        return frozenset()
    found = set()
    for platform, _, _, name, length, start in records:
        if name in _FAMILY_NAME_IDS:
            written = names[strings + start : strings + start + length]
            found.add(written.decode("mac_roman" if platform == 1 else "utf-16-be", "replace"))
    return frozenset(found)


def is_variable(font: bytes) -> bool:
    """Return whether a font has more than one weight or slant in its file."""
    with suppress(struct.error, LookupError):
        return bool(_font_table(font, b"fvar"))
    return False


def weight_and_slant(font: bytes) -> tuple[int, bool]:
    """Return how heavy a font is, 400 being regular, and whether it slants. Raises: ValueError."""
    try:
        table = _font_table(font, b"OS/2")
        return _uint16(table, 4), bool(_uint16(table, 62) & 0x201)  # fsSelection: italic, oblique
    except (struct.error, LookupError):
        raise ValueError("it does not say how heavy it is") from None


def _uint16(table: bytes, at: int) -> int:
    number: int = struct.unpack_from(">H", table, at)[0]
    return number


def _segment_code_points(table: bytes) -> Iterator[int]:
    """Format 4: a glyph is the character plus a delta, or is looked up; 0 is no glyph."""
    count = _uint16(table, 6) // 2
    ends, starts, deltas, offsets = (
        struct.unpack_from(f">{count}H", table, at)
        for at in (14, 16 + 2 * count, 16 + 4 * count, 16 + 6 * count)
    )
    for nr, (start, end, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        at = 16 + 6 * count + 2 * nr + offset
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = _uint16(table, at + 2 * (code - start)) if offset else code
            if (glyph or not offset) and (glyph + delta) & 0xFFFF:
                yield code


def _group_code_points(table: bytes) -> Iterator[int]:
    """Format 12: runs of characters that have runs of glyphs."""
    (count,) = struct.unpack_from(">L", table, 12)
    for start, end, glyph in struct.iter_unpack(">LLL", table[16 : 16 + 12 * count]):
        yield from range(start + (glyph == 0), min(end, _LAST_CODE_POINT) + 1)


_FONT_SUFFIXES = (".ttf", ".otf")


def font_files(project: Project) -> tuple[Path, ...]:
    """Return the fonts of a project and of the toolkit, sorted, where they really are.

    Raises: ProjectError for one that is no plain file of the project.
    """
    return tuple(sorted(real for folder in project.font_folders() for _, real in _fonts_in(project, folder)))


def link_fonts(project: Project, place: Path) -> tuple[Path, ...]:
    """Make a folder in `place` for each of the project's folders of fonts, with links to its fonts in it.

    What looks for fonts opens whatever lies in a folder; here it finds fonts alone, which have been judged.

    Raises: ProjectError, as `font_files`; OSError.
    """
    made = []
    for number, folder in enumerate(project.font_folders()):
        made.append(place / str(number))
        made[-1].mkdir(parents=True)
        for name, real in _fonts_in(project, folder):
            link = made[-1] / name.replace("/", "-")
            try:
                link.symlink_to(real)
            except OSError:  # as on Windows, where not everybody may
                shutil.copyfile(real, link)
    return tuple(made)


def _fonts_in(project: Project, folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield the fonts in a folder, by their paths from it, and where each really is."""
    here = len(os.path.join(folder, ""))
    for path in sorted(entry.path for entry in walk_files(folder)):
        if path.lower().endswith(_FONT_SUFFIXES):
            yield path[here:].replace(os.sep, "/"), _checked_font(project, Path(path))


def _checked_font(project: Project, file: Path) -> Path:
    """Return where a font really is. Raises: ProjectError where it is no plain file."""
    try:
        real = project.locate(file)
        fault = file_fault(real.stat(follow_symlinks=False), LARGEST_ASSET)
    except (Unreadable, OSError) as error:
        fault = str(getattr(error, "strerror", None) or error)
    if fault:
        raise ProjectError(f"{project.name_of(file)} {fault}")
    return real


def fontconfig_xml(folders: Sequence[Path], cache: Path) -> str:
    """Return a fontconfig file that knows the fonts of these folders, and none of the machine's own."""
    places = "".join(f"<dir>{escape(str(folder))}</dir>" for folder in folders)
    return (
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">'
        f"<fontconfig>{places}<cachedir>{escape(str(cache))}</cachedir></fontconfig>"
    )


class FontCharacters:
    """The characters that at least one of these fonts can draw. Opens no more fonts than it must."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._unopened, self._known = list(files), set[str]()

    def missing(self, text: Iterable[str]) -> str:
        """Return the characters of a text, or of these, that no font has, sorted; spaces need none.

        Raises: ProjectError naming a file that is not a font.
        """
        sought = {sign for sign in set(text) - self._known if not sign.isspace()}
        while sought and self._unopened:
            font = self._unopened.pop(0)
            self._known |= characters_of(font)
            sought -= self._known
        return "".join(sorted(sought))

    def missing_in_html(self, html: str) -> str:
        """Return the characters of the texts in this HTML that no font has, as `missing` does."""
        return self.missing(text_of(html))


def text_of(html: str) -> str:
    """Return what is to be read of this HTML."""
    return unescape(_TAG.sub(" ", html))


def characters_of(file: Path) -> set[str]:
    """Return the characters a font can draw. Raises: ProjectError naming a file that is not a font."""
    try:
        return set(map(chr, code_points(read_file(file, LARGEST_ASSET))))
    except (Unreadable, ValueError) as error:
        raise ProjectError(f"{file.name}: not a font that can be used: {error}") from None


def font_families(files: Sequence[Path]) -> frozenset[str]:
    """Return the names by which a stylesheet may ask for these fonts.

    Raises: ProjectError naming a file that is not a font.
    """
    families = {file: family_names(_read_font(file)) for file in files}
    if nameless := [file.name for file, names in families.items() if not names]:
        raise ProjectError(f"{nameless[0]}: not a font that can be used: it has no name that can be read")
    return frozenset().union(*families.values())


def _read_font(file: Path) -> bytes:
    try:
        return read_file(file, LARGEST_ASSET)
    except Unreadable as error:
        raise ProjectError(f"{file.name}: not a font that can be used: {error}") from None


_ITALIC = 1  # OS/2 fsSelection, bit 0 (OpenType 1.9, OS/2 table)
_NO_SUBSET = 0x100  # OS/2 fsType, bit 8: the font may not be parted before it is embedded
_ASCII = frozenset(range(0x20, 0x7F))
_ASKS_FOR_FEATURES = re.compile(r"font-(?:variant|feature)")
_WHOLE_TAG = re.compile(r"<[^<>]*>")


class _FontStyle(NamedTuple):
    family: str
    weight: int
    italic: bool
    may_be_parted: bool


def font_face_rules(files: Sequence[Path], style: str, page: str) -> str:
    """Return `@font-face` rules that hold those of these fonts that the stylesheet names.

    Each is a WOFF2 with the letters of the page, in capitals and in small letters, of the stylesheet and of
    ASCII; a font whose maker forbids that is held as it is.

    Raises: ProjectError naming a file that is not a font.
    """
    text = unescape(_WHOLE_TAG.sub(" ", page)) + style
    letters = _ASCII.union(map(ord, text + text.upper() + text.lower()))
    return "\n".join(_face_rules(files, style, letters))


def _face_rules(files: Sequence[Path], style: str, letters: Iterable[int]) -> Iterator[str]:
    kept = SignedFolder("fonts", LARGEST_ASSET)
    wanted, features = sorted(letters), bool(_ASKS_FOR_FEATURES.search(style))
    for file in files:
        face = _font_style(file)
        if any(f"{sign}{face.family}" in style for sign in "\"' "):
            try:
                format, content = file.suffix[1:], read_file(file, LARGEST_ASSET)
            except Unreadable as why:
                raise ProjectError(f"{file.name} {why}") from None
            if face.may_be_parted:
                format, content = "woff2", _small_font(kept, content, wanted, features)
            yield (
                f'@font-face{{font-family:"{face.family}";font-weight:{face.weight};'
                f"font-style:{'italic' if face.italic else 'normal'};"
                f"src:url(data:font/{format};base64,{b64encode(content).decode()})}}"
            )


def _font_style(file: Path) -> _FontStyle:
    from fontTools.ttLib import TTFont, TTLibError

    try:
        with TTFont(file, lazy=True) as font:
            family = font["name"].getDebugName(16) or font["name"].getDebugName(1) or ""
            about = font["OS/2"]
            italic, may_be_parted = bool(about.fsSelection & _ITALIC), not about.fsType & _NO_SUBSET
            return _FontStyle(family, about.usWeightClass, italic, may_be_parted)
    except (TTLibError, KeyError, AttributeError, OSError) as error:
        raise ProjectError(f"{file.name}: not a font that can be used: {error}") from None


def _small_font(kept: SignedFolder, content: bytes, letters: Sequence[int], features: bool) -> bytes:
    from fontTools import version

    made_of = repr((version, features, letters)).encode() + content
    name = hashlib.sha256(made_of).hexdigest()
    small = kept.read(name)
    if small is None:
        small = _subset(content, letters, features)
        kept.write(name, small)
    return small


def _subset(content: bytes, letters: Sequence[int], features: bool) -> bytes:
    """Return a WOFF2 of these letters, with every feature of the font or with the usual ones."""
    from fontTools import subset

    options = subset.Options(flavor="woff2", notdef_outline=True, name_IDs=["*"])
    options.recalc_timestamp = False
    if features:
        options.layout_features = ["*"]
    font = subset.load_font(io.BytesIO(content), options)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters)
    subsetter.subset(font)
    small = io.BytesIO()
    subset.save_font(font, small, options)
    return small.getvalue()
