"""Git repositories for tests, untouched by whoever runs them."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

__all__ = ["a_repository", "commit", "git"]


def git(folder: Path, *words: str, date: str = "2025-06-01T12:00:00+0000") -> str:
    """What git answers, with no configuration but our own."""
    settings = {
        "user.name": "A Player",
        "user.email": "player@example.com",
        "commit.gpgSign": "false",
        "init.defaultBranch": "main",
    }
    options = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(folder)}
    dates = {"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date}
    done = subprocess.run(
        ["git", *options, *words],
        cwd=folder,
        env={**kept, **own, **dates},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout


def a_repository(folder: Path) -> None:
    """Everything in the folder, as the first commit of a new repository."""
    git(folder, "init", "-q")
    commit(folder, "Start")


def commit(folder: Path, message: str, date: str = "2025-06-01T12:00:00+0000") -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", message, date=date)
