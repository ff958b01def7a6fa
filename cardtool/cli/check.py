"""`cardtool check`: what is wrong with a game, or with a rules document."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from cardtool import pipeline
from cardtool.cli.reporting import FORMATS, Reporting
from cardtool.cli.shared import all_option, game_argument, games_meant, jobs_option, told_fits
from cardtool.errors import UsageError
from cardtool.pipeline.choice import Choice
from cardtool.report.reported import Reported

__all__ = ["check"]

_FILE = click.Path(path_type=Path, dir_okay=False)


class _Wishes(click.ParamType[tuple[str, ...]]):
    name = "rules"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        return value if isinstance(value, tuple) else tuple(str(value).replace(",", " ").split())


_RULES = _Wishes()


@click.command()
@game_argument
@all_option
@click.option(
    "--document",
    "documents",
    type=click.Path(path_type=Path, dir_okay=False, exists=True),
    multiple=True,
    metavar="FILE",
    help="Check this rules document (.md, .txt, .docx) instead: against GAME, or alone. May be given again.",
)
@click.option("--format", type=click.Choice(FORMATS), default="text", help="How to print what is found.")
@click.option(
    "--no-layout", is_flag=True, help="Leave out whether texts fit their boxes; no template is run."
)
@click.option(
    "--select",
    type=_RULES,
    default=(),
    metavar="RULES",
    help="Show only these, with commas between them: CT301, retired-term, 3xx.",
)
@click.option("--ignore", type=_RULES, default=(), metavar="RULES", help="Show all but these.")
@click.option("--baseline", type=_FILE, metavar="FILE", help="Leave out the findings that this file holds.")
@click.option(
    "--write-baseline", type=_FILE, metavar="FILE", help="Write all that is found to this file, and end well."
)
@jobs_option
@click.pass_obj
def check(
    start: Path,
    game: str | None,
    every: bool,
    documents: tuple[Path, ...],
    format: str,
    no_layout: bool,
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    baseline: Path | None,
    write_baseline: Path | None,
    jobs: int | None,
) -> int:
    """Check a game: data, names, counts, terms, references, wording, and whether texts fit.

    \b
    Exit code 0: nothing wrong, 1: errors found, 4: the project or a template cannot be used.
    """
    reporting = Reporting(format, _choice(select, ignore), baseline, write_baseline)
    if documents:
        if every:
            raise UsageError("--document is checked against one game; name it instead of --all")
        reports = list(_of_documents(start, game, documents))
        return reporting.show(reports, Path.cwd(), map(str, documents))
    project, games = games_meant(start, game, every)
    reports = []
    for id in games:
        checked = pipeline.check(project, id, layout=not no_layout, jobs=jobs)
        if checked.left_out:
            print(f"cardtool: {checked.left_out}", file=sys.stderr)
        sys.stderr.write(told_fits(checked.fits))
        reports.append(Reported(id, checked.findings))
    return reporting.show(reports, project.root)


def _choice(select: tuple[str, ...], ignore: tuple[str, ...]) -> Choice:
    """What is to be shown. Raises: UsageError, when there is no such rule."""
    if not select and not ignore:
        return Choice()
    from cardtool.pipeline.manual import RULES

    return Choice(select, ignore).checked(RULES)


def _of_documents(start: Path, game: str | None, documents: Sequence[Path]) -> Iterator[Reported]:
    """What is wrong with each document; with a game that cannot be read, what is wrong with that."""
    from cardtool.pipeline.documents import check_document, game_for_documents

    known = None
    if game is not None:
        project, (id,) = games_meant(start, game, False)
        checked = game_for_documents(project, id)
        known = checked.game
        if known is None:
            raise UsageError(
                f"{id} cannot be read, so no document can agree with it; see: cardtool check {id}"
            )
    for path in documents:
        yield Reported(path.name, check_document(path, known))
