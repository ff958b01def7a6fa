"""The templates of a game as texts: some of what is printed is written there. None is filled in or run."""

from __future__ import annotations

from cardtool.load.read import read_text
from cardtool.model import Manuscript, Source
from cardtool.project import Project

__all__ = ["read_templates"]


def read_templates(project: Project, game: str) -> tuple[Manuscript, ...]:
    """The HTML files of the game's own template folder, by name; what cannot be read is left to rendering."""
    folder = project.root / "templates" / game
    read = ((path, read_text(project, path)[0]) for path in sorted(folder.glob("*.html")))
    return tuple(Manuscript(text, Source(project.name_of(path))) for path, text in read if text is not None)
