"""A revision of a project that git knows: found by its name, and dated."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, replace
from pathlib import Path

from cardtool.changes.git import Git, Refused
from cardtool.errors import UsageError
from cardtool.project import did_you_mean

__all__ = ["Revision", "branch_point", "revision"]

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_RANGE = re.compile(r"(?P<old>.*?[^.])?\.\.\.?(?P<new>[^.].*)?")
_EXPRESSION = re.compile(r"[~^:@{]")  # more than a name (gitrevisions(7)), so no name is near it
_COMMITTER = re.compile(rb"^committer .*> (\d{1,12}) ([+-])(\d\d)(\d\d)$", re.MULTILINE)
_LOOK = "see: git branch --all, git log --oneline"
_FETCH = "in a workflow, give actions/checkout fetch-depth: 0; elsewhere: git fetch --unshallow"


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


def revision(folder: Path, name: str) -> Revision:
    """The revision of this name. Raises: UsageError when there is none; MissingLibrary without git."""
    git = Git(folder)
    prefix, shallow = _repository(git, folder)
    commit = _commit(git, name)
    if commit is None:
        raise _unknown(git, name, shallow)
    return Revision(name, commit, _date(git, commit), prefix, shallow)


def _unknown(git: Git, name: str, shallow: bool) -> UsageError:
    """Why there is no revision of this name, and what may be meant."""
    known = _names(git)
    if not any(each != "HEAD" for each in known) and _commit(git, "HEAD") is None:
        return UsageError("git has no commit here yet, so nothing can have changed since one")
    span = _RANGE.fullmatch(name)
    if span:
        return UsageError(
            f'"{name}" is a range; give one revision: {span["old"] or span["new"] or "HEAD"}\n'
            "check --since counts from where your branch left it; diff takes a second one after a space"
        )
    near = "" if _EXPRESSION.search(name) else did_you_mean(name, known)
    advice = f"this clone holds only the newest revisions; {_FETCH}" if shallow else _LOOK
    return UsageError(f'git knows no revision "{name}" here{near}\n{advice}')


def branch_point(folder: Path, since: Revision) -> Revision:
    """The revision at which what is checked out left this one; itself, where they have nothing in common.

    So work that went on elsewhere in the meantime does not look undone here. Raises: UsageError where the
    history that would tell is not here.
    """
    git = Git(folder)
    try:
        commit = git.ask("merge-base", since.commit, "HEAD").decode().strip()
    except Refused:
        if since.shallow and _commit(git, "HEAD"):
            raise UsageError(
                f"where this branch left {since.name} cannot be told: this clone holds only the newest "
                f"revisions\n{_FETCH}"
            ) from None
        return since
    return replace(since, commit=commit, date=_date(git, commit))


def _repository(git: Git, folder: Path) -> tuple[str, bool]:
    """The folder's place in its repository, and whether that lacks its older history."""
    try:
        answer = git.ask("rev-parse", "--show-prefix", "--is-shallow-repository")
    except Refused as why:
        raise UsageError(f"{folder} is not in a git repository that can be read: {why}") from None
    prefix, _, shallow = answer.decode("utf-8", "surrogateescape").rstrip("\n").rpartition("\n")
    return prefix, shallow == "true"


def _commit(git: Git, name: str) -> str | None:
    if not name or "\0" in name:
        return None
    try:
        answer = git.ask("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
    except Refused:
        return None
    found = _COMMIT.fullmatch(answer.decode("ascii", "replace").strip())
    return found[0] if found else None


def _names(git: Git) -> list[str]:
    try:
        answer = git.ask("for-each-ref", "--format=%(refname:short)", "--count=1000")
    except Refused:
        return []
    return ["HEAD", *answer.decode("utf-8", "replace").split()]


def _date(git: Git, commit: str) -> str:
    """The day of a commit; empty where it cannot be told."""
    try:
        header = git.ask("cat-file", "commit", commit).partition(b"\n\n")[0]
    except Refused:
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
