"""The files of a game: those it may draw with, and those that cannot be used, by what they are or are called.

Follows no link out of the project. What a file says is judged elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path

from cardtool.files import (
    LARGEST_ASSET,
    TEXT_SUFFIXES,
    Unreadable,
    file_fault,
    is_hidden,
    most_bytes,
    read_file,
    walk_files,
)
from cardtool.finding import Finding
from cardtool.load.file_rules import FILE_NAME, UNREAD, UNUSABLE
from cardtool.load.yaml_hints import find_conflict
from cardtool.model import Source
from cardtool.project import Project, usable_names
from cardtool.unicode_text import escape_hidden, wide_encoding

CREDITS_FILE = "credits.yaml"  # in every folder of assets; says whose they are
_FONT_SUFFIXES = frozenset({".otf", ".ttf"})
_BEGINNINGS = {  # of what has a beginning of its own
    ".png": (b"\x89PNG\r\n\x1a\n",),
    ".jpg": (b"\xff\xd8\xff",),
    ".jpeg": (b"\xff\xd8\xff",),
    ".webp": (b"RIFF",),
    ".otf": (b"OTTO", b"\0\1\0\0"),  # OpenType 1.9, "Organization of an OpenType font"
    ".ttf": (b"\0\1\0\0", b"true", b"OTTO"),
}
_KNOWN_SUFFIXES = TEXT_SUFFIXES | _BEGINNINGS.keys() | {".svg"}
_LONGEST_BEGINNING = 8
_SVG_BEGINS = (b"<", b"\xef\xbb\xbf<")
_PROJECT_FILE = "project.yaml"
_UNREAD_ADVICE = "move it to the folder of a game, or put a game.yaml into its own"
_MOST_NAMES = 20  # a project with more has one cause for all of them
_LIBRARIES = ("sheets", "cutters", "sizes", "stocks", "themes", "printers", "fonts", "icons")
_CALLED_BY_NAME = {
    **dict.fromkeys(("sheets", "cutters", "sizes", "themes", "printers"), ".yaml"),
    "icons": ".svg",
}
_NAME_ADVICE = "name it with letters a to z, digits, hyphens and underscores, at most 64"


def asset_folders(project: Project, game: str) -> Iterator[tuple[Path, frozenset[str]]]:
    """Yield each folder of assets, and the suffixes of the assets in it; no suffix for all."""
    for folder in project.folders("templates/icons"):
        yield folder, frozenset({".svg"})
    for folder in project.font_folders():
        yield folder, frozenset({".ttf", ".otf"})
    yield project.cards(game) / "art", frozenset()


def list_assets(project: Project, folder: Path, suffixes: frozenset[str] = frozenset()) -> frozenset[str]:
    """Return the assets in a folder and the folders inside it, as paths from that folder."""
    here = len(os.path.join(folder, ""))
    return frozenset(
        entry.path[here:].replace(os.sep, "/")
        for entry in walk_files(folder)
        if entry.name != CREDITS_FILE
        and (not suffixes or os.path.splitext(entry.name)[1] in suffixes)
        and (not entry.is_symlink() or project.holds(Path(entry.path)))
    )


def list_art(project: Project, game: str) -> frozenset[str]:
    """Return the pictures of a game, as paths from its folder `art`."""
    return list_assets(project, project.cards(game) / "art")


def list_templates(project: Project, game: str) -> frozenset[str]:
    """Return the templates and stylesheets a game can name, as paths from its template folders."""
    folders = project.template_folders(game)
    suffixes = frozenset({".html", ".css"})
    return frozenset().union(*(list_assets(project, folder, suffixes) for folder in folders))


def find_unusable_files(project: Project, game: str) -> Iterator[Finding]:
    """Yield a finding for each file of the project that this game may use and that is not usable, by name.

    Raises: ProjectError when a folder is a link that leads out of the project.
    """
    own = [folder for folder in project.scanned_folders(game) if folder.is_relative_to(project.root)]
    for folder in sorted(own):
        for entry in walk_entries(folder, deep=folder.parent != project.root):
            fault = "" if _is_folder(entry) else _file_fault(project, entry)
            if fault:
                yield UNUSABLE.found(Source(project.name_of(Path(entry.path))), f"{entry.name} {fault}")


def walk_entries(folder: Path, *, deep: bool) -> Iterator[os.DirEntry[str]]:
    """Yield what is in a folder and, if `deep`, in the folders in it, sorted; nothing hidden, by no link."""
    waiting = _entries(folder)
    while waiting:
        entry = waiting.pop()
        yield entry
        if deep and _is_folder(entry):
            waiting += _entries(entry.path)


def _entries(folder: Path | str) -> list[os.DirEntry[str]]:
    """Return what is in a folder, but for what is hidden, from the last name to the first."""
    with os.scandir(folder) as found:
        entries = [entry for entry in found if not is_hidden(entry.name)]
    return sorted(entries, key=lambda entry: entry.name, reverse=True)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Return whether this is a folder, and not called as a file is."""
    return entry.is_dir(follow_symlinks=False) and _suffix_of(entry) not in _KNOWN_SUFFIXES


def _file_fault(project: Project, entry: os.DirEntry[str]) -> str:
    """Return what is wrong with a file, in words that follow its name; empty where nothing is."""
    try:
        real = project.locate(Path(entry.path)) if entry.is_symlink() else Path(entry.path)
        is_folder_elsewhere = (
            entry.is_symlink() and _suffix_of(entry) not in _KNOWN_SUFFIXES and real.is_dir()
        )
        return "" if is_folder_elsewhere else _content_fault(real, _suffix_of(entry))
    except Unreadable as why:
        return str(why)
    except OSError as error:
        return "is a link to nothing" if entry.is_symlink() else f"cannot be read: {error.strerror}"


def _content_fault(file: Path, suffix: str) -> str:
    """Return what is wrong with a file that is where it should be. Raises: Unreadable, OSError."""
    status, most = os.stat(file, follow_symlinks=False), most_bytes(suffix)
    fault = file_fault(status, most)
    if fault or suffix not in _KNOWN_SUFFIXES:
        return fault
    if status.st_size == 0:
        return "is empty; write something, or delete it"
    return (
        _text_fault(read_file(file, most, follow=False))
        if suffix in TEXT_SUFFIXES
        else _asset_fault(file, suffix)
    )


def _text_fault(content: bytes) -> str:
    if wide := wide_encoding(content):
        return f"is {wide} text; save it with the encoding UTF-8"
    if b"\0" in content:
        return "is not a text file; save it as plain text in UTF-8"
    try:
        conflict = find_conflict(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return f"is not UTF-8 text in line {line}; save it with the encoding UTF-8"
    return f"holds a conflict that git marked, in line {conflict[0]}; {conflict[3]}" if conflict else ""


def _asset_fault(file: Path, suffix: str) -> str:
    """Return what is wrong with how a picture or a font begins; the whole is judged when it is drawn."""
    if suffix == ".svg":
        content = read_file(file, LARGEST_ASSET, follow=False)
        begins = content.lstrip(b" \t\r\n").startswith(_SVG_BEGINS)
        return _text_fault(content) if begins else "is not an SVG drawing, whatever its name says"
    with open(file, "rb", buffering=0) as opened:  # a plain file, as was just seen
        beginning = opened.read(_LONGEST_BEGINNING)
    if beginning.startswith(_BEGINNINGS[suffix]):
        return ""
    return f"is not {'a font' if suffix in _FONT_SUFFIXES else 'a picture'}, whatever its name says"


def _suffix_of(entry: os.DirEntry[str]) -> str:
    return os.path.splitext(entry.name)[1].lower()


def find_unread_files(project: Project) -> list[Finding]:
    """Return a finding for each YAML file in cards/ that is in no game's folder, up to a score of them."""
    return list(islice(_unread_files(project), _MOST_NAMES))


def _unread_files(project: Project) -> Iterator[Finding]:
    cards = project.root / "cards"
    beside = sorted(path for path in cards.glob("[!.]*.y*ml") if path.name != _PROJECT_FILE)
    deeper = (path for folder in project.shared_folders() for path in sorted(project.files_below(folder)))
    for path in chain(beside, deeper):
        if path.suffix in (".yaml", ".yml"):
            place, name = Source(project.name_of(path)), escape_hidden(path.name)
            yield UNREAD.found(place, f"{name} is not read: it is in no game", _UNREAD_ADVICE)


def find_unusable_names(project: Project, game: str) -> list[Finding]:
    """Return what is wrong with the names of the files of a game and of what the project brings for it."""
    return list(islice(_name_faults(project, game), _MOST_NAMES))


def _name_faults(project: Project, game: str) -> Iterator[Finding]:
    templates = project.root / "templates"
    own = (project.cards(game), templates / game, project.root / "schemas" / game)
    libraries = [templates / name for name in _LIBRARIES] if project.root != project.toolkit else []
    for folder in (*own, *libraries):
        yield from _unprintable_names(project, folder)
    for folder in (*libraries, templates / game / "themes"):
        yield from _unreachable_names(project, folder)


def _unprintable_names(project: Project, folder: Path) -> Iterator[Finding]:
    """Yield names with signs that cannot be seen, or that are no text at all."""
    for entry in walk_entries(folder, deep=True) if os.path.isdir(folder) else ():
        if escape_hidden(entry.name) != entry.name:
            place = Source(project.name_of(Path(entry.path)))
            yield FILE_NAME.found(place, f"this name {_why_unprintable(entry.name)}", "rename it")


def _why_unprintable(name: str) -> str:
    if any("\ud800" <= sign <= "\udfff" for sign in name):
        return "is not UTF-8"
    return "holds a character that cannot be seen"


def _unreachable_names(project: Project, folder: Path) -> Iterator[Finding]:
    """Yield names by which nobody can ask for what is in the file."""
    suffix = _CALLED_BY_NAME.get(folder.name)
    if suffix is None:
        return
    usable = {f"{name}{suffix}" for name in usable_names(folder, suffix)}
    for path in sorted(folder.glob(f"*{suffix}")):
        if path.name not in usable and escape_hidden(path.name) == path.name:
            yield FILE_NAME.found(
                Source(project.name_of(path)), "nothing can be asked for by this name", _NAME_ADVICE
            )
