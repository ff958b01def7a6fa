"""Does the edits that findings offer: in the files of a game, and nowhere else in them.

What is written is what the findings say, word by word; comments, quoting, layout and line ends stay as
they are. Judges nothing: whether an edit is right, the rule knows that offers it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from cardtool.finding import Edit
from cardtool.mend import files, texts
from cardtool.mend.data import Reader
from cardtool.mend.files import Content, Finder, Unmendable, of_documents, of_game
from cardtool.mend.placing import Left

__all__ = ["Left", "MendedFile", "Mending", "Reader", "mend", "of_documents", "of_game", "write"]


@dataclass(frozen=True, slots=True)
class MendedFile:
    """A file as it is to be: its name in messages, its place, what was and what is to be in it."""

    name: str
    path: Path
    before: Content
    after: Content
    done: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Mending:
    """Every file that edits change, by name, and every edit that was not done."""

    files: tuple[MendedFile, ...]
    left: tuple[Left, ...]

    @property
    def count(self) -> int:
        """How many places are mended."""
        return sum(len(file.done) for file in self.files)


def mend(edits: Iterable[Edit], find: Finder, read: Reader) -> Mending:
    """The edits done, but nothing written yet. `find` finds files that may be mended; `read` reads YAML."""
    by_file: dict[str, list[Edit]] = {}
    for edit in edits:
        by_file.setdefault(edit.source.file, []).append(edit)
    mended: list[MendedFile] = []
    left: list[Left] = []
    for name, its in sorted(by_file.items()):
        try:
            file, undone = _mended(name, find(name), its, read)
        except Unmendable as why:
            left += [Left(edit, str(why)) for edit in its]
            continue
        left += undone
        mended += [file] if file.done else []
    return Mending(tuple(mended), tuple(left))


def _mended(name: str, path: Path, edits: list[Edit], read: Reader) -> tuple[MendedFile, list[Left]]:
    """One file with its edits done, and those that were not. Raises: Unmendable."""
    before = files.read(path)
    files.see_that_writable(path)
    text, done, left = texts.edited(before.text, path.suffix.lower(), edits, read)
    return MendedFile(name, path, before, Content(text, before.mark), tuple(done)), left


def write(mending: Mending) -> None:
    """Write the files. Raises: ProjectError when one cannot be written; those before it are."""
    for file in mending.files:
        files.write(file.path, file.before, file.after)
