"""Everything needed to read the files of one game: its project, schemas and formats."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from cardtool.load.document import Document
from cardtool.load.formats import Format, formats
from cardtool.load.read import read
from cardtool.load.schemas import Schemas
from cardtool.load.shape import Shape, shape
from cardtool.project import Project

__all__ = ["Reading"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One game being read."""

    project: Project
    game: str
    schemas: Schemas
    formats: Mapping[str, Format]

    @classmethod
    def begin(cls, project: Project, game: str) -> Reading:
        """Get ready to read this game."""
        return cls(project, game, Schemas(project), formats(project, game))

    @property
    def folder(self) -> Path:
        """The game's own folder."""
        return self.project.cards(self.game)

    def shape(self, schema: str) -> Shape:
        """What data of this schema must look like. Raises: ProjectError."""
        return shape(self.schemas, schema, self.formats)

    def document(self, path: Path, schema: str) -> Document:
        """A file, read, with all that is wrong with its YAML and its shape."""
        document = read(self.project, path)
        if not document.complete:
            return document
        findings = self.shape(schema).findings(document)
        return dataclasses.replace(document, findings=(*document.findings, *findings))
