"""What a project held at a revision, put into a folder as a checkout would, and what is not as it was then.

Follows no link.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterator
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from cardtool.changes.git import Git, GitRefused
from cardtool.changes.revision import Revision
from cardtool.errors import UsageError

_PICTURES = frozenset({".jpeg", ".jpg", ".otf", ".png", ".svg", ".ttf", ".webp", ".woff", ".woff2"})
_READ = frozenset({".css", ".csv", ".html", ".json", ".md", ".xlsx", ".yaml", ".yml"})
_PLAIN_FILES = frozenset({"100644", "100755"})  # neither links (120000) nor other repositories (160000)
_FOLDERS = ("cards", "schemas", "templates")
_LONGEST_LISTING = 16_000_000  # bytes of names; a hostile tree may list without end
_LARGEST_FILE = 16_000_000  # bytes of a file, as for files on disk
_MOST_BYTES, _MOST_WITH_PICTURES = 64_000_000, 512_000_000  # bytes of all of them
_ODD_NAME = re.compile(r"[\\:\x00-\x1f\ud800-\udfff]")  # in a name, some system reads it as something else
_TREE_ROW = re.compile(rb"(\d{6}) (\w+) ([0-9a-f]{40,64}) +(\d+|-)\t(.+)", re.DOTALL)


class _File(NamedTuple):
    name: str
    object: str
    size: int


def write_snapshot(root: Path, game: str, revision: Revision, into: Path, *, pictures: bool = False) -> bool:
    """Write what is needed to load the game into a folder; False where the revision has no such game.

    With `pictures` it can be drawn, too: fonts, icons and art are written as well.

    Raises: UsageError when git cannot give it.
    """
    git = Git(root)
    try:
        files = list(_files(git, game, revision, pictures))
        if f"cards/{game}/game.yaml" not in (file.name for file in files):
            return False
        for file, content in _contents(
            git, files, revision.prefix, _MOST_WITH_PICTURES if pictures else _MOST_BYTES
        ):
            place = into / file.name
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    except GitRefused as why:
        raise UsageError(
            f"the files at {revision.name} cannot be read: {why}\n"
            "if this is a partial clone (git clone --filter), make a whole one: nothing is fetched here"
        ) from None
    return True


def _files(git: Git, game: str, revision: Revision, pictures: bool) -> Iterator[_File]:
    """Yield the files that loading a game reads, or drawing it; none with an odd name or of huge size."""
    folders = [f"{revision.prefix}{name}" for name in (f"cards/{game}", "schemas", "templates")]
    words = ("ls-tree", "-r", "-z", "-l", "--full-tree", revision.commit, *folders)
    for row in git.ask(*words, most=_LONGEST_LISTING).split(b"\0"):
        found = _TREE_ROW.fullmatch(row)
        if found and found[1].decode() in _PLAIN_FILES and found[2] == b"blob":
            path = found[5].decode("utf-8", "surrogateescape").removeprefix(revision.prefix)
            size = int(found[4]) if found[4] != b"-" else _LARGEST_FILE + 1
            if _is_wanted(path, game, pictures) and size <= _LARGEST_FILE:
                yield _File(path, found[3].decode(), size)


def _is_wanted(path: str, game: str, pictures: bool) -> bool:
    parts = path.split("/")
    safe = all(part and part.strip(".") and not _ODD_NAME.search(part) for part in parts)
    if pictures:
        return safe and PurePosixPath(path).suffix.lower() in (_READ | _PICTURES)
    return safe and PurePosixPath(path).suffix in _READ and not path.startswith(f"cards/{game}/art/")


def _contents(git: Git, files: list[_File], prefix: str, most: int) -> Iterator[tuple[_File, bytes]]:
    """Yield each file with what a checkout would write into it. Raises: GitRefused."""
    if sum(file.size for file in files) > most:
        raise GitRefused(f"they are larger than {most // 1_000_000} MB")
    if "\n" in prefix:
        raise GitRefused("a folder above them has a line break in its name")
    wanted = "".join(f"{file.object} {prefix}{file.name}\n" for file in files)
    mark = secrets.token_hex(16)  # git tells the size before the conversion; what no file can know parts them
    answer = git.as_on_checkout().ask(
        "cat-file",
        "--filters",
        f"--batch={mark} %(objectname)",
        given=wanted.encode("utf-8", "surrogateescape"),
        most=most + 200 * len(files),
    )
    found = [each.partition(b"\n") for each in answer.split(f"{mark} ".encode())[1:]]
    there = {head.decode() for head, _, _ in found}
    for file in files:
        if file.object not in there:
            raise GitRefused(f"{file.name} is missing")
    for file, (_, _, content) in zip(files, found, strict=True):
        yield file, content[:-1]


def uncommitted_files(root: Path, revision: Revision) -> frozenset[str]:
    """Return the files of a project that git knows and holds not to be as at this revision, which is HEAD.

    They are named from the project's root. What a checkout converts, such as line ends, is no difference.
    Raises: UsageError when git cannot tell.
    """
    words = ("status", "--porcelain", "-z", "--untracked-files=no", "--no-renames", "--ignore-submodules=all")
    try:
        rows = Git(root).as_on_checkout().ask(*words, "--", *_FOLDERS, most=_LONGEST_LISTING)
    except GitRefused as why:
        raise UsageError(f"git cannot tell what is committed: {why}") from None
    paths = (row[3:].decode("utf-8", "surrogateescape") for row in rows.split(b"\0") if row)
    return frozenset(path.removeprefix(revision.prefix) for path in paths)


def ignores_filters(root: Path) -> bool:
    """Return whether the repository's own settings define filters, which are not run. Raises: GitRefused."""
    return bool(Git(root).foreign_filters())
