"""Files as they are called from the top of their repository, which is how build servers know them.

Looks for the repository's folder; asks git nothing and reads no file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path, PurePosixPath

from cardtool.finding import Finding
from cardtool.model import Source
from cardtool.report.reported import Reported

__all__ = ["from_repository"]


def from_repository(reports: Iterable[Reported], root: Path) -> list[Reported]:
    """The reports with every file called from the top of the repository around `root`, not from `root`.

    As they are where there is no repository. A file elsewhere keeps its whole path.
    """
    root = root.resolve()
    top = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), root)
    return [
        each._replace(findings=tuple(_moved(finding, root, top) for finding in each.findings))
        for each in reports
    ]


def _moved(finding: Finding, root: Path, top: Path) -> Finding:
    edit = finding.edit and replace(finding.edit, source=_from_top(finding.edit.source, root, top))
    return replace(finding, source=_from_top(finding.source, root, top), edit=edit)


def _from_top(source: Source, root: Path, top: Path) -> Source:
    if root == top and not PurePosixPath(source.file).is_absolute():
        return source
    path = Path(os.path.normpath(root / source.file))
    return replace(source, file=path.relative_to(top).as_posix()) if path.is_relative_to(top) else source
