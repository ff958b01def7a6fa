"""A revision of a project that git knows: found by its name, and dated. What it held is in revision_files."""

from __future__ import annotations

import datetime
import re
from dataclasses import dataclass, replace
from pathlib import Path

from cardtool.changes.git import Git, GitRefused
from cardtool.errors import UsageError
from cardtool.project import did_you_mean

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
