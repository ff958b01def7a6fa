"""`rulebook.md`: the rulebook's own words, read and not yet filled in."""

from __future__ import annotations

from pathlib import Path

from cardtool.finding import Finding
from cardtool.load.read import read_text
from cardtool.model import Manuscript, Source
from cardtool.project import Project

__all__ = ["read_rulebook"]


def read_rulebook(project: Project, path: Path) -> tuple[Manuscript | None, tuple[Finding, ...]]:
    """The rulebook and what is wrong with its characters; no rulebook where it is not to be read."""
    text, findings = read_text(project, path)
    name = project.name_of(path)
    return (None if text is None else Manuscript(text, Source(name))), findings
