"""Looks over the files a game may be made of: each is a file, in the project, and what its name promises.

Tells of files that nobody would open, and of those that would only be told of when something is printed.
What a file says is judged elsewhere.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from cardtool.files import LARGEST_ASSET, LARGEST_TEXT, Unreadable, fault_of, read_file
from cardtool.finding import Finding
from cardtool.load.rules import UNUSABLE
from cardtool.model import Source
from cardtool.project import Project

__all__ = ["unusable_files"]

_TEXTS = frozenset({".css", ".html", ".json", ".md", ".txt", ".yaml", ".yml"})
_FONTS = frozenset({".otf", ".ttf"})
_BEGINNINGS = {  # of what has a beginning of its own
    ".png": (b"\x89PNG\r\n\x1a\n",),
    ".jpg": (b"\xff\xd8\xff",),
    ".jpeg": (b"\xff\xd8\xff",),
    ".webp": (b"RIFF",),
    ".otf": (b"OTTO", b"\0\1\0\0"),  # OpenType 1.9, "Organization of an OpenType font"
    ".ttf": (b"\0\1\0\0", b"true", b"OTTO"),
}
_KNOWN = _TEXTS | _BEGINNINGS.keys() | {".svg"}
_LONGEST_BEGINNING = 8
_SVG_BEGINS = (b"<", b"\xef\xbb\xbf<")


def unusable_files(project: Project, game: str) -> Iterator[Finding]:
    """Yield a finding for each file of the project that this game may use and that is not usable, by name.

    Raises: ProjectError when a folder is a link that leads out of the project.
    """
    own = [folder for folder in project.scanned_folders(game) if folder.is_relative_to(project.root)]
    for folder in sorted(own):
        for entry in _entries(folder, deep=folder.parent != project.root):
            fault = _fault(project, entry)
            if fault:
                yield UNUSABLE.found(Source(project.name_of(Path(entry.path))), f"{entry.name} {fault}")


def _entries(folder: Path, *, deep: bool) -> Iterator[os.DirEntry[str]]:
    """Yield what is in a folder and, if `deep`, in the folders in it, sorted; nothing hidden, by no link."""
    with os.scandir(folder) as found:
        entries = sorted(found, key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if not entry.is_dir(follow_symlinks=False) or _suffix(entry) in _KNOWN:
            yield entry
        elif deep:
            yield from _entries(Path(entry.path), deep=True)


def _fault(project: Project, entry: os.DirEntry[str]) -> str:
    """Return what is wrong with a file, in words that follow its name; empty where nothing is."""
    try:
        real = project.locate(Path(entry.path)) if entry.is_symlink() else Path(entry.path)
        is_folder_elsewhere = entry.is_symlink() and _suffix(entry) not in _KNOWN and real.is_dir()
        return "" if is_folder_elsewhere else _fault_inside(real, _suffix(entry))
    except Unreadable as why:
        return str(why)
    except OSError as error:
        return "is a link to nothing" if entry.is_symlink() else f"cannot be read: {error.strerror}"


def _fault_inside(file: Path, suffix: str) -> str:
    """Return what is wrong with a file that is where it should be. Raises: Unreadable, OSError."""
    status, most = os.stat(file, follow_symlinks=False), LARGEST_TEXT if suffix in _TEXTS else LARGEST_ASSET
    fault = fault_of(status, most)
    if fault or suffix not in _KNOWN:
        return fault
    if status.st_size == 0:
        return "is empty; write something, or delete it"
    return _of_text(read_file(file, most, follow=False)) if suffix in _TEXTS else _of_asset(file, suffix)


def _of_text(content: bytes) -> str:
    if b"\0" in content:
        return "is not a text file; save it as plain text in UTF-8"
    try:
        content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return f"is not UTF-8 text in line {line}; save it with the encoding UTF-8"
    return ""


def _of_asset(file: Path, suffix: str) -> str:
    """Return what is wrong with how a picture or a font begins; the whole is judged when it is drawn."""
    if suffix == ".svg":
        content = read_file(file, LARGEST_ASSET, follow=False)
        begins = content.lstrip(b" \t\r\n").startswith(_SVG_BEGINS)
        return _of_text(content) if begins else "is not an SVG drawing, whatever its name says"
    with open(file, "rb", buffering=0) as opened:  # a plain file, as was just seen
        beginning = opened.read(_LONGEST_BEGINNING)
    if beginning.startswith(_BEGINNINGS[suffix]):
        return ""
    return f"is not {'a font' if suffix in _FONTS else 'a picture'}, whatever its name says"


def _suffix(entry: os.DirEntry[str]) -> str:
    return os.path.splitext(entry.name)[1].lower()
