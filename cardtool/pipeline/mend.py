"""Mending what was found: the edits that findings offer, done, shown, and written."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardtool.finding import Edit, Finding
from cardtool.model import SourceMap
from cardtool.project import Project

if TYPE_CHECKING:
    from cardtool.fix import Fixes

__all__ = ["as_diff", "mended", "mended_documents", "write"]


def mended(project: Project, id: str, findings: Iterable[Finding]) -> Fixes:
    """The files of a game with every edit done that the findings offer. Writes nothing."""
    from cardtool.fix import game_finder, plan_fixes

    return plan_fixes(_edits(findings), game_finder(project.root, id), _read_yaml)


def mended_documents(documents: Iterable[Path], findings: Iterable[Finding]) -> Fixes:
    """The documents, of those that are plain text, with every edit done. Writes nothing."""
    from cardtool.fix import document_finder, plan_fixes

    return plan_fixes(_edits(findings), document_finder(documents), _read_yaml)


def as_diff(mending: Fixes) -> str:
    """What would be written, as a unified diff; empty where nothing would."""
    from cardtool.report import format_diff as diff

    return "".join(diff(file.name, file.before.text, file.after.text) for file in mending.files)


def write(mending: Fixes) -> None:
    """Write what was mended, each file whole. Raises: ProjectError."""
    from cardtool.fix import write_fixes as write_files

    write_files(mending)


def _edits(findings: Iterable[Finding]) -> list[Edit]:
    return [finding.edit for finding in findings if finding.edit is not None]


def _read_yaml(text: str) -> tuple[Any, SourceMap] | None:
    """The data of a YAML file and where it stands; None where anything at all is wrong with it."""
    from cardtool.load import parse_yaml

    document = parse_yaml(text, "")
    return (document.data, document.marks) if document.complete and not document.findings else None
