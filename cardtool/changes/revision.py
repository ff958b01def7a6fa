"""A revision of a project that git knows: found by its name, dated, and put into a folder as it was.

What it held is written as a checkout would, and what is not as it was then is told. Follows no link, and
makes those that seem to stay among the project's files. Where they really lead is judged when something is
read, as in any project.
"""

from __future__ import annotations

import datetime
import os
import posixpath
import re
import secrets
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from itertools import accumulate, compress
from operator import ne
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from cardtool.changes.git import Git, GitRefused
from cardtool.errors import UsageError
from cardtool.files import TEXT_SUFFIXES, most_bytes, walk_files
from cardtool.project import PLAIN_NAME, did_you_mean

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_RANGE = re.compile(r"(?P<old>.*?[^.])?\.\.\.?(?P<new>[^.].*)?")
_EXPRESSION = re.compile(r"[~^:@{]")  # more than a name (gitrevisions(7)), so no name is near it
_COMMITTER = re.compile(rb"^committer .*> (\d{1,12}) ([+-])(\d\d)(\d\d)$", re.MULTILINE)
_LOOK_ADVICE = "see: git branch --all, git log --oneline"
_FETCH_ADVICE = "in a workflow, give actions/checkout fetch-depth: 0; elsewhere: git fetch --unshallow"


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit. `name` is what the reader calls it, `date` the day it was made (ISO 8601, where it was made).

    `prefix` is the project's folder inside the repository: `games/`, empty where it is the whole of it.
    `shallow` is whether the repository lacks its older history.
    """

    name: str
    commit: str
    date: str
    prefix: str
    shallow: bool


def find_revision(folder: Path, name: str) -> Revision:
    """Return the revision of this name. Raises: UsageError when there is none; MissingLibrary without git."""
    git = Git(folder)
    prefix, shallow = _place_in_repository(git, folder)
    commit = _find_commit(git, name)
    if commit is None:
        raise _unknown_revision(git, name, shallow)
    return Revision(name, commit, _commit_date(git, commit), prefix, shallow)


def _unknown_revision(git: Git, name: str, shallow: bool) -> UsageError:
    known = _known_names(git)
    if not any(each != "HEAD" for each in known) and _find_commit(git, "HEAD") is None:
        return UsageError("git has no commit here yet, so nothing can have changed since one")
    span = _RANGE.fullmatch(name)
    if span:
        return UsageError(
            f'"{name}" is a range; give one revision: {span["old"] or span["new"] or "HEAD"}\n'
            "check --since counts from where your branch left it; diff takes a second one after a space"
        )
    near = "" if _EXPRESSION.search(name) else did_you_mean(name, known)
    advice = f"this clone holds only the newest revisions; {_FETCH_ADVICE}" if shallow else _LOOK_ADVICE
    remote = name.partition("/")[0]
    if any(each.startswith(f"{remote}/") for each in known):
        advice += f"; a clone of one branch needs this first: git remote set-branches {remote} '*'"
        advice += "" if shallow else f", git fetch {remote}"
    return UsageError(f'git knows no revision "{name}" here{near}\n{advice}')


def branch_point(folder: Path, since: Revision) -> Revision:
    """Return the revision at which what is checked out left this one; itself, if they share nothing.

    So work that went on elsewhere in the meantime does not look undone here. Raises: UsageError where the
    history that would tell is not here.
    """
    git = Git(folder)
    try:
        commit = git.ask("merge-base", since.commit, "HEAD").decode().strip()
    except GitRefused:
        if since.shallow and _find_commit(git, "HEAD"):
            raise UsageError(
                f"where this branch left {since.name} cannot be told: this clone holds only the newest "
                f"revisions\n{_FETCH_ADVICE}"
            ) from None
        return since
    return replace(since, commit=commit, date=_commit_date(git, commit))


def _place_in_repository(git: Git, folder: Path) -> tuple[str, bool]:
    """Return the folder's place in its repository, and whether that lacks its older history."""
    try:
        answer = git.ask("rev-parse", "--show-prefix", "--is-shallow-repository")
    except GitRefused as why:
        raise UsageError(f"{folder} is not in a git repository that can be read: {why}") from None
    prefix, _, shallow = answer.decode("utf-8", "surrogateescape").rstrip("\n").rpartition("\n")
    return prefix, shallow == "true"


def _find_commit(git: Git, name: str) -> str | None:
    if not name or "\0" in name:
        return None
    try:
        answer = git.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    except GitRefused:
        return None
    found = _COMMIT.fullmatch(answer.decode("ascii", "replace").strip())
    return found[0] if found else None


def _known_names(git: Git) -> list[str]:
    try:
        answer = git.ask("for-each-ref", "--format=%(refname:short)", "--count=1000")
    except GitRefused:
        return []
    return ["HEAD", *answer.decode("utf-8", "replace").split()]


def _commit_date(git: Git, commit: str) -> str:
    """Return the day of a commit; empty where it cannot be told."""
    try:
        header = git.ask("cat-file", "commit", commit).partition(b"\n\n")[0]
    except GitRefused:
        return ""
    found = _COMMITTER.search(header)
    if not found:
        return ""
    ahead = (1 if found[2] == b"+" else -1) * (int(found[3]) * 60 + int(found[4]))
    zone = datetime.timezone(datetime.timedelta(minutes=ahead if abs(ahead) < 1440 else 0))
    try:
        return datetime.datetime.fromtimestamp(int(found[1]), zone).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""


_READ = TEXT_SUFFIXES | {".csv", ".xlsx"}
DRAWN_SUFFIXES = _READ | {".jpeg", ".jpg", ".otf", ".png", ".svg", ".ttf", ".webp"}
"""The suffixes of all files that a game is drawn from, in small letters."""

_PLAIN_FILES, _LINK = frozenset({"100644", "100755"}), "120000"  # not other repositories (160000)
_FOLDERS = ("cards", "schemas", "templates")
_ATTRIBUTES = ".gitattributes"
_CONVERSIONS = ("working-tree-encoding", "filter", "ident")
_CONVERTED = TEXT_SUFFIXES | {".csv"}
_GAME_FILE = re.compile(rf"(?:.*/)?cards/{PLAIN_NAME.pattern}/game\.yaml", re.DOTALL)
_LONGEST_LISTING = 16_000_000  # bytes of names; a hostile tree may list without end
_LONGEST_LINK = 4096  # bytes
_MOST_BYTES, _MOST_WITH_PICTURES = 64_000_000, 512_000_000  # bytes of all of them
_ODD_NAME = re.compile(r"[\\:\x00-\x1f\ud800-\udfff]")  # in a name, some system reads it as something else
_TREE_ROW = re.compile(rb"(\d{6}) blob ([0-9a-f]{40,64}) +(\d+)\t(.+)", re.DOTALL)


class _File(NamedTuple):
    name: str
    mode: str
    object: str
    size: int


def write_snapshot(root: Path, game: str, revision: Revision, into: Path, *, pictures: bool = False) -> bool:
    """Write what is needed to load the game into a folder; False where the revision has no such game.

    With `pictures` it can be drawn, too: fonts, icons and art are written as well. A project whose
    folder was moved since then is read where it was.

    Raises: UsageError when git cannot give it.
    """
    git, most = Git(root), _MOST_WITH_PICTURES if pictures else _MOST_BYTES
    try:
        found = list(_files(git, revision))
        if f"cards/{game}/game.yaml" not in (file.name for file in found):
            revision = replace(revision, prefix=_former_prefix(git, root, game, revision))
            found = list(_files(git, revision))
        if f"cards/{game}/game.yaml" not in (file.name for file in found):
            return False
        links = _links(git, revision, found)
        files = list(_wanted(found, game, set(links.values()), pictures))
        with _as_checked_out(git, revision) as then:
            for file, content in _contents(then, revision, files, most, "--filters"):
                place = into / file.name
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
    except GitRefused as why:
        raise UsageError(
            f"the files at {revision.name} cannot be read: {why}\n"
            "if this is a partial clone (git clone --filter), make a whole one: nothing is fetched here"
        ) from None
    _make_links(Path(os.path.realpath(into)), links, (file.name for file in files))
    return True


@contextmanager
def _as_checked_out(git: Git, revision: Revision) -> Iterator[Git]:
    """Give what converts files as a checkout of the revision does: no later change says how it is read."""
    whole = replace(revision, prefix="")
    above = accumulate(revision.prefix.split("/")[:-1], "{}{}/".format, initial="")
    names = (f"{revision.prefix}{name}" for name in _FOLDERS)
    listed = _files(git, whole, (*names, *(f"{folder}{_ATTRIBUTES}" for folder in above)))
    found = [each for each in listed if PurePosixPath(each.name).name == _ATTRIBUTES]
    with tempfile.TemporaryDirectory(prefix="cardtool-") as folder:
        for file, content in _contents(git, whole, found, _LONGEST_LISTING):
            place = Path(folder, file.name)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        yield git.as_on_checkout(Path(folder))


def changed_conversions(root: Path, games: Iterable[str], revision: Revision) -> tuple[str, ...]:
    """Return the texts of these games that git's attributes convert otherwise than at a revision.

    Line ends are not looked at, nor are pictures and workbooks, which may well come to Git LFS.
    Raises: UsageError when git cannot tell.
    """
    git, own = Git(root), [f"{folder}/{game}/" for game in games for folder in _FOLDERS]
    now = (
        Path(each.path).relative_to(root).as_posix() for folder in own for each in walk_files(root / folder)
    )
    try:
        then = (each.name for each in _files(git, revision) if each.name.startswith(tuple(own)))
        known = dict.fromkeys((*then, *now))
        names = [name for name in known if PurePosixPath(name).suffix.lower() in _CONVERTED]
        with _as_checked_out(git, revision) as checkout:
            before = _conversions(checkout, [f"{revision.prefix}{name}" for name in names])
        after = _conversions(git, names)
    except GitRefused as why:
        raise UsageError(f"the attributes at {revision.name} cannot be read: {why}") from None
    return tuple(compress(names, map(ne, before, after)))


def _conversions(git: Git, names: Iterable[str]) -> Iterable[tuple[str, ...]]:
    """Return how git converts each of these files on checkout."""
    given = "".join(f"{name}\0" for name in names).encode("utf-8", "surrogateescape")
    answer = git.ask("check-attr", "-z", "--stdin", *_CONVERSIONS, given=given, most=_LONGEST_LISTING)
    values = iter(answer.decode("utf-8", "surrogateescape").split("\0")[2::3])
    return zip(*[values] * len(_CONVERSIONS), strict=False)


def _former_prefix(git: Git, root: Path, game: str, revision: Revision) -> str:
    """Return the folder of the one project that had the game then and has it no more; if none, the same."""
    found = _games(git, root, revision, "")
    gone = [each.prefix for each in found if each.id == game and each.is_gone]
    return gone[0] if len(gone) == 1 else revision.prefix


class FormerGame(NamedTuple):
    """A game of a revision: where its project was in the repository, its id, and if it is gone since."""

    prefix: str
    id: str
    is_gone: bool


def games_at(root: Path, revision: Revision, *, anywhere: bool = False) -> tuple[FormerGame, ...]:
    """Return the games that a project had at a revision, or those of the whole repository.

    Raises: UsageError when git cannot tell.
    """
    try:
        return tuple(_games(Git(root), root, revision, "" if anywhere else f"{revision.prefix}cards"))
    except GitRefused as why:
        raise UsageError(f"the games at {revision.name} cannot be listed: {why}") from None


def _games(git: Git, root: Path, revision: Revision, folder: str) -> Iterator[FormerGame]:
    words = ("ls-tree", "-r", "-z", "--name-only", "--full-tree", revision.commit, *filter(None, [folder]))
    names = git.ask(*words, most=_LONGEST_LISTING).decode("utf-8", "surrogateescape").split("\0")
    top = root.joinpath(*[".."] * revision.prefix.count("/"))
    for name in filter(_GAME_FILE.fullmatch, filter(_is_safe, names)):
        prefix, _, id = name.removesuffix("/game.yaml").rpartition("cards/")
        yield FormerGame(prefix, id, not (top / name).exists())


def _files(git: Git, revision: Revision, names: Iterable[str] = _FOLDERS) -> Iterator[_File]:
    """Yield the files and links of the project of these names, or in these folders; none with an odd name or
    of huge size.
    """
    places = (f"{revision.prefix}{name}" for name in names)
    words = ("ls-tree", "-r", "-z", "-l", "--full-tree", revision.commit, *places)
    for row in git.ask(*words, most=_LONGEST_LISTING).split(b"\0"):
        found = _TREE_ROW.fullmatch(row)
        if found:
            name = found[4].decode("utf-8", "surrogateescape").removeprefix(revision.prefix)
            file = _File(name, found[1].decode(), found[2].decode(), int(found[3]))
            if _is_safe(name) and file.size <= _most_bytes(file):
                yield file


def _is_safe(name: str) -> bool:
    return all(part.strip(".") and not _ODD_NAME.search(part) for part in name.split("/"))


def _most_bytes(file: _File) -> int:
    if file.mode in _PLAIN_FILES:
        return most_bytes(PurePosixPath(file.name).suffix.lower())
    return _LONGEST_LINK if file.mode == _LINK else -1


def _links(git: Git, revision: Revision, files: Iterable[_File]) -> dict[str, str]:
    """Return what each link leads to, by its name, where its words name another place in the project."""
    found = {}
    links = [file for file in files if file.mode == _LINK]
    for link, content in _contents(git, revision, links, _LONGEST_LISTING):
        words = content.decode("utf-8", "surrogateescape")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(link.name), words))
        if target.partition("/")[0] in _FOLDERS and not _ODD_NAME.search(words):
            found[link.name] = target
    return found


def _wanted(files: Iterable[_File], game: str, linked: set[str], pictures: bool) -> Iterator[_File]:
    """Yield the plain files that loading the game reads, or drawing it.

    Of other games these are what links lead to, and game.yaml: a folder without one is anybody's.
    """
    rows = [(file, file.name.split("/")) for file in files]
    others = {parts[1] for _, parts in rows if parts[0] == "cards" and parts[2:] == ["game.yaml"]} - {game}
    suffixes = DRAWN_SUFFIXES if pictures else _READ
    for file, parts in rows:
        is_others = parts[0] == "cards" and parts[1] in others and parts[2:] != ["game.yaml"]
        if (
            file.mode in _PLAIN_FILES
            and PurePosixPath(file.name).suffix.lower() in suffixes
            and (pictures or not file.name.startswith(f"cards/{game}/art/"))
            and not (is_others and linked.isdisjoint(accumulate(parts, "{}/{}".format)))
        ):
            yield file


def _contents(
    git: Git, revision: Revision, files: list[_File], most: int, *options: str
) -> Iterator[tuple[_File, bytes]]:
    """Yield each file with what git says is in it. Raises: GitRefused."""
    if sum(file.size for file in files) > most:
        raise GitRefused(f"they are larger than {most // 1_000_000} MB")
    if "\n" in revision.prefix:
        raise GitRefused("a folder above them has a line break in its name")
    wanted = [
        f"{file.object} {revision.prefix}{file.name}".encode("utf-8", "surrogateescape") for file in files
    ]
    mark = secrets.token_hex(16)  # between files, for git tells their sizes before the conversion
    words = ("cat-file", *options, f"--batch={mark} %(objectname) %(rest)")
    given = b"".join(each + b"\n" for each in wanted)
    answer = git.ask(*words, given=given, most=most + len(given) + 200 * len(files))
    found = dict(each.split(b"\n", 1) for each in answer.split(f"{mark} ".encode())[1:])
    for file, head in zip(files, wanted, strict=True):
        if head not in found:
            raise GitRefused(f"{file.name} is missing")
        yield file, found[head][:-1]


def _make_links(into: Path, links: Mapping[str, str], written: Iterable[str]) -> None:
    """Make the links to what is there, as a checkout does: as texts where the system makes no links."""
    paths = map(PurePosixPath, written)
    there = {str(each) for path in paths for each in (path, *path.parents)} | links.keys()
    for name, target in links.items():
        place = into / name
        words = posixpath.relpath(f"/{target}", f"/{posixpath.dirname(name)}")
        # A hostile tree may hold a folder and a link of one name: nothing is written through a link.
        if target in there and Path(os.path.realpath(place)) == place and not place.exists():
            with suppress(OSError):
                place.parent.mkdir(parents=True, exist_ok=True)
                try:
                    place.symlink_to(words)
                except OSError:
                    place.write_text(words, "utf-8")


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
