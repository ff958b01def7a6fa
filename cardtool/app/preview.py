"""A game drawn anew after every change of its files, for the page that stays open beside the editor.

What is shown are pixels of the faces that are printed, whatever else is wrong with the game. While a file is
broken, the last good pictures stay.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from cardtool import changes, load
from cardtool.app.check import check_game
from cardtool.app.diff import project_at
from cardtool.app.export import draw_cards
from cardtool.app.preview_pictures import PictureStore
from cardtool.app.preview_sheets import SheetStore
from cardtool.app.preview_views import CardViews, EditorLinks, finding_views
from cardtool.app.quick_drawing import Fills, NotRedrawn, QuickDrawing
from cardtool.errors import CardtoolError, MissingLibrary, UsageError
from cardtool.finding import Finding
from cardtool.model import COLOUR_THEME, FacePages, Game
from cardtool.preview import CardView, ContrastView, FindingView, PrintedPages, Publish, Snapshot
from cardtool.project import Project

_LAST_GOOD = "These are the last good pictures; what is wrong stands beside them."
_PAGE_DPI, _LARGE_PAGE_DPI = 110, 250
_WATCHED = ("cards", "templates", "schemas")


def serve_preview(
    project: Project,
    id: str,
    *,
    since: str | None = None,
    theme: str | None = None,
    editor: str = "vscode",
    port: int = 0,
    lan: bool = False,
    jobs: int | None = None,
    ready: Callable[[str], None],
) -> None:
    """Serve the page of a game until Ctrl-C; `ready` hears its address.

    Raises: MissingLibrary without the extra `preview`; UsageError where the port is taken, or there is no
    such revision or theme; KeyboardInterrupt at Ctrl-C.
    """
    try:
        from cardtool.preview.server import Place, serve
    except ImportError as error:
        raise MissingLibrary(
            f"cardtool preview needs more than is installed here ({error.name}): "
            'python -I -m pip install "cardtool-pnp[preview]"'
        ) from None
    gc.enable()  # which a command that soon ends has no use for
    source = GamePreview(project, id, since=since, theme=theme, editor=editor, jobs=jobs)
    with source:
        serve(source, Place(port, lan), ready)


class GamePreview:
    """Draws one game for the page. Its snapshots hold the last good pictures, whatever the files say now."""

    def __init__(
        self,
        project: Project,
        id: str,
        *,
        since: str | None = None,
        theme: str | None = None,
        editor: str = "vscode",
        jobs: int | None = None,
    ) -> None:
        """Make ready. Raises: UsageError when there is no such revision or theme."""
        self._project, self._id, self._jobs = project, id, jobs
        self._themes = load.theme_names(project, id)
        self._theme = self._known_theme(theme) if theme else ""  # the game's own
        self._revision = changes.find_revision(project.root, since) if since else None
        self._pictures = PictureStore()
        self._links = EditorLinks(project.root, editor)
        self._sheets = SheetStore(project, jobs, self._links, self._pictures.lock)
        self._quick = QuickDrawing(project, id)
        self._fills: Fills = {}
        self._found: tuple[FindingView, ...] = ()  # of the last game that could be drawn
        self._changes = 0
        since_name = self._revision.name if self._revision else ""
        self._shown = Snapshot(id, "", self._theme or COLOUR_THEME, self._themes, since_name)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._quick.close()

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders whose files are drawn."""
        return tuple(folder for name in _WATCHED if (folder := self._project.root / name).is_dir())

    def refresh(self, publish: Publish, theme: str = "") -> None:
        """Draw what is quickly drawn of what changed, in this theme from now on, if any, and publish it.

        That are the cards whose own records changed, and nothing else. Everything is seen to by `settle`.
        """
        self._changes += 1
        self._links.forget()
        try:
            self._theme = self._known_theme(theme) if theme else self._theme
            quick = NotRedrawn.MORE_CHANGED if theme else self._quick.redrawn(self._shown.theme)
        except CardtoolError as error:
            self._show(publish, findings=(), trouble=str(error), drawing=False)
            return
        if isinstance(quick, NotRedrawn):
            self._show(publish, drawing=True, theme=self._theme or self._shown.theme)
        elif quick.game is None:
            found = self._finding_views(quick.findings)
            self._show(publish, findings=found, trouble=_LAST_GOOD, drawing=True)
        else:
            self._take(quick.game, quick.pages)
            self._fills = {**self._fills, **quick.fills}
            self._show(publish, cards=self._card_views(), findings=self._found, trouble="", drawing=True)

    def settle(self, publish: Publish) -> None:
        """Draw and judge all as a build does, and publish it, unless files changed meanwhile.

        Pictures come first, with what is known to be wrong by then; what takes longer to find follows.
        """
        changes, theme = self._changes, self._theme

        def show(**news: Any) -> None:
            if changes == self._changes:
                self._show(publish, **news)

        try:
            drawn = draw_cards(self._project, self._id, self._jobs, theme=theme or None, despite_errors=True)
            game = drawn.chosen if drawn.pages.pages else None
            if game is None:
                found = self._finding_views(drawn.checked.findings)
                show(findings=found, trouble=_LAST_GOOD, drawing=False)
                return
            if changes != self._changes:
                return
            theme = game.look.theme.name
            self._take(game, drawn.pages)
            found, cards = self._finding_views(drawn.checked.findings), self._card_views()
            show(title=game.title, version=game.version, theme=theme, cards=cards, findings=found, trouble="")
            found = self._finding_views(check_game(self._project, self._id, jobs=self._jobs).findings)
            self._found = found
            show(findings=found, drawing=False)
            self._fills = self._quick.get_ready(theme)
            show(cards=self._card_views())
        except CardtoolError as error:
            show(findings=(), trouble=str(error), drawing=False)

    def _show(self, publish: Publish, **news: Any) -> None:
        self._shown = replace(self._shown, **news)
        publish(self._shown)

    def picture(self, name: str) -> bytes | None:
        """Return a picture of a snapshot as PNG; None where no card has one of this name now."""
        return self._pictures.picture(name)

    def large_picture(self, name: str) -> bytes | None:
        """Return a picture of a card or a page fine enough for a whole screen; None as `picture` says."""
        return self._pictures.large(name) or self._sheets.picture(name, _LARGE_PAGE_DPI)

    def bleed_picture(self, name: str) -> bytes | None:
        """Return a picture of a card with its bleed; None as `picture` says."""
        return self._pictures.with_bleed(name)

    def contrasts(self, name: str) -> tuple[ContrastView, ...]:
        """Return how well the words of a picture stand out."""
        return self._pictures.contrasts(name)

    def printed_pages(self, what: str) -> PrintedPages:
        """Return the pages of `sheets` or of the `rulebook`, made now where they are not."""
        return self._sheets.pages(what, self._pictures.now)

    def page_picture(self, name: str) -> bytes | None:
        """Return the picture of a printed page as PNG; None where there is none of this name now."""
        return self._sheets.picture(name, _PAGE_DPI)

    def rule_page(self, code: str) -> str | None:
        """Return what the manual says of a rule; None where there is none of this code."""
        from cardtool.app.rule_docs import rule_page

        return rule_page(code)

    def _known_theme(self, name: str) -> str:
        if name not in (COLOUR_THEME, *self._themes):
            raise UsageError(f'there is no theme "{name}"; there are {", ".join(self._themes)}')
        return name

    def _take(self, game: Game, pages: FacePages) -> None:
        """Have the pictures of a drawing made, and in each theme first those of what it is compared with."""
        before, theme = self._pictures.before, game.look.theme.name
        if self._revision and (before is None or before.game.look.theme.name != theme):
            with project_at(self._project, self._id, self._revision) as earlier:
                drawn = draw_cards(earlier, self._id, self._jobs, theme=theme)
            if drawn.usable:
                self._pictures.compare_with(drawn.usable, drawn.pages)
        self._pictures.take(game, pages)

    def _card_views(self) -> tuple[CardView, ...]:
        assert self._pictures.now is not None
        return CardViews(self._pictures.before, self._links).of(self._pictures.now, self._fills)

    def _finding_views(self, findings: tuple[Finding, ...]) -> tuple[FindingView, ...]:
        return finding_views(findings, self._pictures.now, self._links)
