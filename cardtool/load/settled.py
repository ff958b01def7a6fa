"""Files without which nothing can be done: read whole and right, or not at all."""

from __future__ import annotations

from pathlib import Path

from cardtool.errors import ProjectError
from cardtool.finding import Finding
from cardtool.load.document import Document
from cardtool.load.formats import formats
from cardtool.load.read import read
from cardtool.load.schemas import Schemas
from cardtool.load.shape import shape
from cardtool.project import Project
from cardtool.visible import clean

__all__ = ["read_settled"]


def read_settled(project: Project, path: Path, schema: str) -> Document:
    """Read a file that must be faultless. Raises: ProjectError, with a line for each fault."""
    document = read(project, path)
    faults = list(document.findings)
    if document.complete:
        faults += shape(Schemas(project), schema, formats(project)).findings(document)
    if faults:
        raise ProjectError("\n".join(_line(fault) for fault in faults))
    return document


def _line(fault: Finding) -> str:
    return clean(f"{fault.source}: {fault.message}" + (f"; {fault.fix}" if fault.fix else ""))
