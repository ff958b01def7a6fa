"""Checking a rules document that somebody has: against a game, or against itself."""

from __future__ import annotations

from pathlib import Path

from cardtool.finding import Finding, in_order
from cardtool.model import Game
from cardtool.pipeline.checking import Checked, read
from cardtool.project import Project

__all__ = ["check_document", "game_for_documents"]


def game_for_documents(project: Project, id: str) -> Checked:
    """The game that documents are to agree with, and what is wrong with the game itself."""
    return read(project, id)


def check_document(path: Path, game: Game | None = None) -> tuple[Finding, ...]:
    """What is wrong with a document; with a game, what it says is held against the game's data.

    The game's waivers hold for its documents too.

    Raises: UsageError, ProjectError when it is no document that can be read.
    """
    from cardtool import lint, load

    text, findings = load.read_rules_document(path)
    found = (*findings, *(lint.check_document(text, game) if text else ()))
    return Checked(game, ()).also(in_order(found), ()).findings
