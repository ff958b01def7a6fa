"""Runs git and asks it about the repository around a folder. Knows nothing of games.

Only questions are asked that write nothing, call no hook or pager, and open no connection, whatever the
repository's own settings say: they may come from a stranger. What converts files on checkout (line ends, and
filters such as Git LFS) is asked for apart, and then only filters run that the user's own settings define:
the repository's attributes choose among these, its settings add none.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import threading
from pathlib import Path
from typing import IO

from cardtool.errors import MissingLibrary

_TIMEOUT = 60.0  # seconds; a question takes some milliseconds
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

    def as_on_checkout(self, attributes: Path | None = None) -> Git:
        """Return one to be asked for files as a checkout converts them.

        Where a folder of `attributes` is given, they are those in it, and none that is checked out. (git has
        --attr-source for that from 2.41 on.) Raises: GitRefused.
        """
        settings = (*_SETTINGS, *self.foreign_filters())
        if attributes is None:
            return Git(self._folder, settings)
        repository = self.ask("rev-parse", "--absolute-git-dir").decode("utf-8", "surrogateescape")
        return Git(attributes, settings, repository.removesuffix("\n"))

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

        Raises: GitRefused when it says no, says more than that, or takes too long.
        """
        with tempfile.TemporaryFile() as reads, tempfile.TemporaryFile() as complaint:
            reads.write(given)
            reads.seek(0)
            answer, code = self._answer(words, reads, complaint, most)
            complaint.seek(0)
            said = complaint.read(4000).decode("utf-8", "replace").strip()
        if len(answer) > most:
            raise GitRefused("there is more than can be looked at")
        if code != 0:
            raise GitRefused(" ".join(said.split()).removeprefix("fatal: ") or f"git ended with code {code}")
        return answer

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
