"""What `cardtool check` looks at: games of a project, or rules documents; and how each is fixed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from cardtool.app import check
from cardtool.cli.options import resolve_games
from cardtool.cli.output import print_error, print_report
from cardtool.errors import UsageError
from cardtool.fix import Fixes
from cardtool.model import Game
from cardtool.project import Project
from cardtool.report import SubjectReport, format_fits_table


@dataclass(frozen=True, slots=True)
class GameTarget:
    """Games, and perhaps what changed in them since a revision."""

    project: Project
    games: tuple[str, ...]
    layout: bool
    jobs: int | None
    since: str | None

    @property
    def root(self) -> Path:
        return self.project.root

    def reports(self) -> list[SubjectReport]:
        checked = ((id, self._checked(id)) for id in self.games)
        return [SubjectReport(id, each.findings, each.waived) for id, each in checked]

    def fixes(self, reports: Iterable[SubjectReport]) -> list[Fixes]:
        return [check.fix_game(self.project, each.subject, each.findings) for each in reports]

    def write(self, fixes: Iterable[Fixes]) -> None:
        check.write_fixes(fixes, self.project.root)

    def _checked(self, id: str) -> check.Checked:
        """Return what was found; what could not be checked, and what was made to fit, is told at once."""
        checked = check.check_game(self.project, id, layout=self.layout, jobs=self.jobs, since=self.since)
        if checked.left_out:
            print_error(f"cardtool: {checked.left_out}")
        print_report(format_fits_table(checked.fits), to_stderr=True)
        return checked


@dataclass(frozen=True, slots=True)
class DocumentTarget:
    """Documents, alone or held against the game of this name."""

    start: Path
    game: str | None
    documents: Sequence[Path]

    @property
    def root(self) -> Path:
        return Path.cwd()

    def reports(self) -> list[SubjectReport]:
        game = None if self.game is None else self._known(self.game)
        checked = ((path, check.check_document(path, game)) for path in self.documents)
        return [SubjectReport(path.as_posix(), found) for path, found in checked]

    def fixes(self, reports: Iterable[SubjectReport]) -> list[Fixes]:
        found = (finding for each in reports for finding in each.findings)
        return [check.fix_documents(self.documents, found)]

    def write(self, fixes: Iterable[Fixes]) -> None:
        check.write_fixes(fixes)

    def _known(self, named: str) -> Game:
        """Return the game that documents are to agree with. Raises: UsageError when it cannot be read."""
        project, (id,) = resolve_games(self.start, named, False)
        known = check.load_and_lint(project, id).game
        if known is None:
            raise UsageError(
                f"{id} cannot be read, so no document can agree with it; see: cardtool check {id}"
            )
        return known


CheckTarget = GameTarget | DocumentTarget
"""What is checked, and fixed; `root` is where the names of its files begin."""
