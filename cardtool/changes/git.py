"""Runs git and asks it about the repository around a folder. Knows nothing of games.

Only questions are asked that write nothing, call no hook, filter or pager, and open no connection,
whatever the repository's own settings say: they may come from a stranger.
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
    """The repository that holds a folder. Raises: MissingLibrary where there is no git."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("git")
        if program is None:
            raise MissingLibrary("git is not installed, and what changed since a revision only git knows")
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        self._command = [program, "-C", str(folder), "--no-pager", *settings]

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
        with subprocess.Popen(
            command, stdin=reads, stdout=subprocess.PIPE, stderr=complaint, env=_environment()
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
