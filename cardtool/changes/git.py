"""Runs git and asks it about the repository around a folder. Knows nothing of games.

Only questions are asked that write nothing, call no hook or pager, and open no connection, whatever the
repository's own settings say: they may come from a stranger. What converts files on checkout (line ends, and
filters such as Git LFS) is asked for apart, and then only filters run that the user's own settings define:
the repository's attributes choose among these, its settings add none.

Before git is asked, the repository is looked at: all that git reads of it is to be its own, and plain files.
One that lies elsewhere is believed to be this folder's where it says so itself, as that of a worktree or of a
submodule does; else a stranger's folder could name any repository of this machine, to have it printed.
"""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import IO

from cardtool.errors import MissingLibrary
from cardtool.files import Unreadable, read_file

_TIMEOUT = 60.0  # seconds; a question takes some milliseconds
_READ_FOLDERS = frozenset({"objects", "refs", "info", "logs", "reftable"})  # of a repository
_LARGEST = 256_000_000  # bytes of a file of a repository that is no object; some million names of files
_LARGEST_PATH = 1_000_000  # bytes
_OWN_SCOPES = frozenset({"system", "global", "command"})  # "local" and "worktree" may be a stranger's
_FILTERS = ("filter.", "lfs.extension.")  # the settings that name programs which convert files; git-config(1)
_SETTINGS = ("core.fsmonitor=false", "core.hooksPath=/dev/null", "core.commitGraph=false")
# What a hook's environment says of its repository (git rev-parse --local-env-vars) would be believed
# before the folder itself. The user's own settings, such as safe.directory, are left as they are.
_REPOSITORY_VARIABLES = frozenset(
    {
        "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_PARAMETERS",
        "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_NAMESPACE",
        "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
    }
)  # fmt: skip
_OUR_VARIABLES = {
    "GIT_ALLOW_PROTOCOL": "none",
    "GIT_LFS_SKIP_SMUDGE": "1",  # git-lfs-config(5): what is not in the clone stays a pointer
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "LC_ALL": "C",
}


class GitRefused(Exception):
    """git did not answer; the message is what it said, on one line."""


class Git:
    """The repository that holds a folder, or this one with nothing checked out but what the folder holds.

    Raises: MissingLibrary where there is no git.
    """

    def __init__(self, folder: Path, settings: tuple[str, ...] = _SETTINGS, repository: str = "") -> None:
        program = shutil.which("git")
        if program is None:
            raise MissingLibrary("git is not installed, and what changed since a revision only git knows")
        options = [word for setting in settings for word in ("-c", setting)]
        place = [f"--git-dir={repository}", f"--work-tree={folder}"] if repository else []
        self._folder = folder
        self._command = [program, "-C", str(folder), *place, "--no-pager", *options]
        self._variables = {"GIT_INDEX_FILE": str(folder / "no-index")} if repository else {}
        self._is_own = False  # the repository, which was looked at

    def as_on_checkout(self, attributes: Path | None = None) -> Git:
        """Return one to be asked for files as a checkout converts them.

        Where a folder of `attributes` is given, they are those in it, and none that is checked out. (git has
        --attr-source for that from 2.41 on.) Raises: GitRefused.
        """
        settings = (*_SETTINGS, *self.foreign_filters())
        if attributes is None:
            git = Git(self._folder, settings)
        else:
            repository = self.ask("rev-parse", "--absolute-git-dir").decode("utf-8", "surrogateescape")
            git = Git(attributes, settings, repository.removesuffix("\n"))
        git._is_own = self._is_own
        return git

    def foreign_filters(self) -> tuple[str, ...]:
        """Return the settings that put the user's own filters, or none, in place of the repository's.

        Raises: GitRefused.
        """
        listed = self.ask("config", "--list", "--show-scope", "-z").decode("utf-8", "surrogateescape")
        words = listed.split("\0")
        rows = [
            (scope, *said.partition("\n")[::2]) for scope, said in zip(words[::2], words[1::2], strict=False)
        ]
        own = {name: value for scope, name, value in rows if scope in _OWN_SCOPES}
        foreign = {
            name
            for scope, name, value in rows
            if scope not in _OWN_SCOPES and name.lower().startswith(_FILTERS) and value != own.get(name)
        }
        if any("=" in name for name in foreign):
            raise GitRefused("its settings define a filter with = in its name, which git -c cannot replace")
        return tuple(f"{name}={own.get(name, '')}" for name in sorted(foreign))

    def ask(self, *words: str, given: bytes = b"", most: int = 1_000_000) -> bytes:
        """Return what git answers to these words, at most so many bytes of it; `given` is what it reads.

        Raises: GitRefused when it says no, says more than that or takes too long, and where it is not asked.
        """
        if not self._is_own:
            self._require_own()
            self._is_own = True
        return self._ask(words, given, most)

    def _ask(self, words: tuple[str, ...], given: bytes = b"", most: int = 10_000) -> bytes:
        began = time.monotonic()
        with tempfile.TemporaryFile() as reads, tempfile.TemporaryFile() as complaint:
            reads.write(given)
            reads.seek(0)
            answer, code = self._answer(words, reads, complaint, most)
            complaint.seek(0)
            said = complaint.read(4000).decode("utf-8", "replace").strip()
        if len(answer) > most:
            raise GitRefused("there is more than can be looked at")
        if time.monotonic() - began > _TIMEOUT:
            raise GitRefused(f"git did not answer within {_TIMEOUT:g} seconds")
        if code != 0:
            raise GitRefused(" ".join(said.split()).removeprefix("fatal: ") or f"git ended with code {code}")
        return answer

    def _require_own(self) -> None:
        """Raise GitRefused where git would read what is no plain file, or not of this folder's repository."""
        here = Path(os.path.realpath(self._folder))
        top, git_folder = _find_repository(here)
        common = _named_in(git_folder / "commondir", git_folder) or git_folder
        for folder in {git_folder, common}:
            _require_plain_files(folder)
        with suppress(OSError):
            if os.path.getsize(common / "objects/info/alternates"):
                raise GitRefused(
                    "it takes objects from another repository, which is not read here; to have its own: "
                    "git repack -a -d, then remove .git/objects/info/alternates"
                )
        answer = os.fsdecode(self._ask(("rev-parse", "--absolute-git-dir", "--git-common-dir")))
        of_git, _, common_of_git = answer.rstrip("\n").partition("\n")
        if not (_is_same(here / of_git, git_folder) and _is_same(here / common_of_git, common)):
            raise GitRefused(f"{git_folder} is no repository")
        if git_folder.is_relative_to(top) and common.is_relative_to(top):
            return
        is_ours = False
        if common != git_folder:
            named, remedy = _named_in(git_folder / "gitdir", git_folder), "git worktree repair"
            is_ours = bool(named and named.name == ".git" and _is_same(named.parent, top))
            is_ours = is_ours and git_folder.parent == common / "worktrees"
        else:
            settings = ("config", "--file", str(git_folder / "config"))
            remedy = f"git {' '.join(settings)} core.worktree {top}"
            with suppress(GitRefused):
                named = git_folder / os.fsdecode(self._ask((*settings, "--get", "core.worktree"))[:-1])
                is_ours = _is_same(named, top)
        if not is_ours:
            raise GitRefused(f"it is the repository of another folder, {common}; if it is yours: {remedy}")

    def _answer(
        self, words: tuple[str, ...], reads: IO[bytes], complaint: IO[bytes], most: int
    ) -> tuple[bytes, int]:
        command = [*self._command, *words]
        environment = _environment() | self._variables
        with subprocess.Popen(
            command, stdin=reads, stdout=subprocess.PIPE, stderr=complaint, env=environment
        ) as asked:
            watch = threading.Timer(_TIMEOUT, asked.kill)
            watch.start()
            try:
                assert asked.stdout is not None
                answer = asked.stdout.read(most + 1)
                if len(answer) > most:
                    asked.kill()
            finally:
                watch.cancel()
        return answer, asked.returncode


def _environment() -> dict[str, str]:
    return {
        name: value for name, value in os.environ.items() if name not in _REPOSITORY_VARIABLES
    } | _OUR_VARIABLES


def _find_repository(folder: Path) -> tuple[Path, Path]:
    """Return the folder whose repository git finds from here, and where that lies. Raises: GitRefused."""
    for top in (folder, *folder.parents):
        if os.path.isfile(top / ".git"):  # of a worktree, or a submodule
            named = _named_in(top / ".git", top)
            if named:
                return top, named
        for place in (top / ".git", top):  # the latter where it is a bare one
            needed = ("HEAD", "commondir"), ("HEAD", "objects", "refs")
            if any(all(os.path.lexists(place / name) for name in names) for names in needed):
                return top, Path(os.path.realpath(place))
    raise GitRefused("not a git repository, nor is any folder above it")


def _named_in(file: Path, start: Path) -> Path | None:
    """Return where it really is what a file of git names, read as git does; None where there is no file.

    Raises: GitRefused.
    """
    if not os.path.lexists(file):
        return None
    try:
        named = os.fsdecode(read_file(file, _LARGEST_PATH)).removeprefix("gitdir: ").rstrip("\r\n")
        return Path(os.path.realpath(start / named))
    except (Unreadable, ValueError) as error:
        raise GitRefused(f"{file} {error}") from None


def _is_same(one: Path, other: Path) -> bool:
    with suppress(OSError, ValueError):
        return os.path.samefile(one, other)  # however a system spells it
    return False


def _require_plain_files(git_folder: Path) -> None:
    """Raise GitRefused where what git reads in this folder leads out of it, has no end, or is too large."""
    places = [str(git_folder)]
    while places:
        with suppress(FileNotFoundError, PermissionError), os.scandir(places.pop()) as entries:
            for entry in entries:
                name = entry.path[len(str(git_folder)) + 1 :]
                if name == entry.name and name not in _READ_FOLDERS and entry.is_dir():
                    continue
                if entry.is_dir(follow_symlinks=False):
                    places.append(entry.path)
                elif why := _reason_not_to_read(entry, name, git_folder):
                    raise GitRefused(f"its {name} {why}")


def _reason_not_to_read(entry: os.DirEntry[str], name: str, git_folder: Path) -> str:
    if entry.is_symlink() and not Path(os.path.realpath(entry.path)).is_relative_to(git_folder):
        return "is a link to another place, where nothing is read"
    is_object = name.startswith("objects")
    if is_object and entry.is_file(follow_symlinks=False):  # there are many
        return ""
    try:
        state = entry.stat()
    except OSError:  # which git cannot read either
        return ""
    if not (stat.S_ISREG(state.st_mode) or stat.S_ISSOCK(state.st_mode)):
        return "is no plain file"
    is_large = state.st_size > _LARGEST and not is_object
    return f"is larger than {_LARGEST // 1_000_000} MB" if is_large else ""
