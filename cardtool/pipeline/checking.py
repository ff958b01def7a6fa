"""Checking a game: read it, judge its data and texts, and see whether its texts fit their boxes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardtool.errors import MissingLibrary, SheetRefused
from cardtool.finding import Finding, Rule, has_errors, in_order
from cardtool.model import Fit, Game, Waiver
from cardtool.project import Project

if TYPE_CHECKING:
    from cardtool.render import MeasureCache, RenderPool

__all__ = ["Checked", "check", "judged", "loaded", "read"]


@dataclass(frozen=True, slots=True)
class Checked:
    """A game and all that was found, less what the game waives. There is no game without a usable game.yaml.

    `left_out` says what could not be checked on this machine, and why; empty where all was. `ran` are
    the rules that could have found something, `used` the waivers that let a finding stand and `waived` how
    many findings that were, `fits` the texts that were set otherwise than designed.
    """

    game: Game | None
    findings: tuple[Finding, ...]
    left_out: str = ""
    ran: tuple[Rule, ...] = ()
    used: frozenset[Waiver] = frozenset()
    fits: tuple[Fit, ...] = ()
    waived: int = 0

    def also(self, findings: Iterable[Finding], ran: Iterable[Rule]) -> Checked:
        """This, and what other rules found."""
        found = list(findings)
        left, used = _waived(found, self.game)
        return replace(
            self,
            findings=tuple(in_order((*self.findings, *left))),
            ran=(*self.ran, *ran),
            used=self.used | used,
            waived=self.waived + len(set(found)) - len(set(left)),
        )


def read(project: Project, id: str, theme: str | None = None) -> Checked:
    """Read a game and judge its data and texts; it is to be printed in `theme`, or else in its own.

    Raises: UsageError, ProjectError when there is no such theme, or none that can be used.
    """
    return judged(loaded(project, id, theme))


def loaded(project: Project, id: str, theme: str | None = None) -> Checked:
    """A game, and what is wrong with its files. Raises: as `read`."""
    from cardtool import load

    loaded = load.load_game(project, id)
    read = Checked(loaded.game, ()).also(loaded.findings, load.RULES)
    if loaded.game is None or theme is None:
        return read
    return replace(read, game=replace(loaded.game, theme=load.load_theme(project, id, theme)))


def judged(loaded: Checked) -> Checked:
    """The game, and what is wrong with its data and texts too."""
    if loaded.game is None:
        return loaded
    from cardtool import lint

    found = lint.check_game(loaded.game)
    is_whole = all(each.rule is not lint.TAKES_TOO_LONG for each in found)
    return loaded.also(found, (each.rule for each in lint.RULES if is_whole))


def check(
    project: Project, id: str, *, layout: bool = True, jobs: int | None = None, since: str | None = None
) -> Checked:
    """Everything that is wrong with a game; with `layout` its faces are filled in and measured too.

    With `since`, a revision that git knows, what changed since then is judged as well.

    Raises: TemplateError when a template cannot be filled in; UsageError when there is no such revision.
    """
    checked = _measured(project, id, jobs) if layout else read(project, id)
    return _waivers_judged(checked if since is None else _compared(project, checked, since))


def _compared(project: Project, checked: Checked, since: str) -> Checked:
    """What was found, and what is wrong with the changes since a revision."""
    if checked.game is None:
        return checked
    from cardtool import changes
    from cardtool.pipeline.since import changed_since

    changed = changed_since(project, checked.game, since)
    left_out = "\ncardtool: ".join(filter(None, (checked.left_out, changed.left_out)))
    found = checked.also(changed.findings, (each.rule for each in changes.RULES))
    return replace(found, left_out=left_out)


def _measured(project: Project, id: str, jobs: int | None) -> Checked:
    """The game read, and its faces measured where this machine can."""
    from cardtool.render import MeasureCache, RenderPool

    try:
        remembered = MeasureCache(project, id)
        with RenderPool(project, jobs, remembered=remembered) as crew:  # gets ready meanwhile
            return _laid_out(project, read(project, id), crew, remembered)
    except MissingLibrary as error:
        return replace(read(project, id), left_out=f"whether texts fit was not checked: {error}")


def _laid_out(project: Project, checked: Checked, crew: RenderPool, remembered: MeasureCache) -> Checked:
    """The game and, where nothing is wrong so far, whether what is printed of it comes out as it is meant."""
    game = checked.game
    if game is None or has_errors(checked.findings):
        return checked
    from cardtool.impose.plan import fit_check as on_sheets
    from cardtool.pipeline.book_in_check import book_faults
    from cardtool.pipeline.faces_in_check import look_at_faces
    from cardtool.preflight import RULES as of_looks
    from cardtool.render import layout_rules as on_faces
    from cardtool.render import style_faults, unknown_fonts

    measured = crew.measure(game)
    of_style = (*unknown_fonts(project, game), *style_faults(project, game))
    of_book = book_faults(project, game, crew, remembered)
    found = (*_sheet_fits(project, game), *of_style, *measured.findings, *of_book)
    checked = replace(checked.also(found, (*on_sheets.RULES, *on_faces.FACE_RULES)), fits=measured.fits)
    if has_errors(checked.findings):  # what does not fit also runs over the cut, and is told once
        return checked
    return checked.also(look_at_faces(game, crew, remembered), of_looks)


def _waived(findings: Iterable[Finding], game: Game | None) -> tuple[list[Finding], frozenset[Waiver]]:
    """The findings that nobody waived, and the waivers that let others stand."""
    if game is None or not game.waivers:
        return list(findings), frozenset()
    from cardtool.lint import matching_waivers

    matched = [(finding, matching_waivers(finding, game.waivers, game.cards)) for finding in findings]
    used = frozenset(waiver for _, waivers in matched for waiver in waivers)
    return [finding for finding, waivers in matched if not waivers], used


def _waivers_judged(checked: Checked) -> Checked:
    """What was found, and the waivers that waive nothing."""
    if checked.game is None or not checked.game.waivers:
        return checked
    from cardtool.lint import unknown_rule_waivers, unused_waivers
    from cardtool.pipeline.manual import RULES

    waivers = checked.game.waivers
    found = (*unused_waivers(waivers, checked.used, checked.ran), *unknown_rule_waivers(waivers, RULES))
    return replace(checked, findings=tuple(in_order((*checked.findings, *found))))


def _sheet_fits(project: Project, game: Game) -> Iterator[Finding]:
    """Whether the cards go on the game's own sheet, and the mats on paper."""
    from cardtool.impose import SHEET_FIT
    from cardtool.pipeline.order import Order, Part
    from cardtool.pipeline.planning import planned

    try:
        planned(project, game, Order(part=Part.ALL))
    except SheetRefused as refused:
        problem, _, advice = str(refused).partition("\n")
        yield SHEET_FIT.found(game.source, problem, advice or None)
