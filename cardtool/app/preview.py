"""A game drawn anew after every change of its files, for the page that stays open beside the editor.

What is shown are pixels of the faces that are printed. While a file is broken, the last good pictures stay.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any, Self
from urllib.parse import quote

from cardtool import changes, load
from cardtool.app.check import check_game
from cardtool.app.diff import project_at
from cardtool.app.export import draw_cards
from cardtool.app.quick_drawing import Fills, QuickDrawing
from cardtool.errors import CardtoolError, MissingLibrary, UsageError
from cardtool.export.face_pictures import face_pngs
from cardtool.finding import Finding
from cardtool.model import CARD, COLOUR_THEME, RECTANGLE, CardFaces, Face, FacePages, Game, PageRef, Source
from cardtool.preview import CardView, FindingView, Publish, Snapshot
from cardtool.project import Project
from cardtool.render import card_faces

EDITORS = {
    "vscode": "vscode://file/{file}:{line}:{column}",
    "vscodium": "vscodium://file/{file}:{line}:{column}",
    "cursor": "cursor://file/{file}:{line}:{column}",
    "idea": "idea://open?file={file}&line={line}&column={column}",
    "pycharm": "pycharm://open?file={file}&line={line}&column={column}",
    "sublime": "subl://open?url=file://{file}&line={line}&column={column}",
}
"""The addresses by which editors open a file at a place, as their makers document them."""

_DPI, _LARGE_DPI = 160, 450
_KEPT = 3  # drawings whose pictures a browser may yet ask for, as it hears of each a moment later
_CORNER = 3.0  # mm; of cards that say nothing of theirs
_LAST_GOOD = "These are the last good pictures; what is wrong stands beside them."
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
            'python -m pip install "cardtool-pnp[preview]"'
        ) from None
    source = GamePreview(project, id, since=since, theme=theme, editor=editor, jobs=jobs)
    with source:
        serve(source, Place(port, lan), ready)


@dataclass(frozen=True, slots=True)
class _Drawn:
    """A drawn game, and the name of each face's picture."""

    game: Game
    pages: FacePages
    cards: tuple[CardFaces, ...]
    names: Mapping[Face, str]

    def face(self, name: str) -> Face | None:
        return next((face for face, each in self.names.items() if each == name), None)


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
        self._project, self._id, self._jobs, self._editor = project, id, jobs, editor
        self._themes = load.theme_names(project, id)
        self._theme = self._known_theme(theme) if theme else ""  # the game's own
        self._revision = changes.find_revision(project.root, since) if since else None
        self._before: _Drawn | None = None
        self._drawn: _Drawn | None = None
        self._earlier: deque[_Drawn] = deque(maxlen=_KEPT)
        self._pngs: dict[str, bytes] = {}
        self._names: dict[tuple[object, ...], str] = {}
        self._quick = QuickDrawing(project, id)
        self._files: dict[str, str] = {}
        self._fills: Fills = {}
        self._found: tuple[FindingView, ...] = ()  # of the last game that could be drawn
        self._changes = 0
        self._taking = Lock()  # two threads draw, and PDFium for one at a time
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
        self._files = {}
        try:
            self._theme = self._known_theme(theme) if theme else self._theme
            quick = None if theme else self._quick.redrawn(self._shown.theme)
        except CardtoolError as error:
            self._show(publish, trouble=str(error), drawing=False)
            return
        if quick is None:
            self._show(publish, drawing=True, theme=self._theme or self._shown.theme)
        elif quick.game is None:
            found = self._finding_views(quick.findings)
            self._show(publish, findings=found, trouble=_LAST_GOOD, drawing=True)
        else:
            with self._taking:
                self._take(quick.game, quick.pages)
            self._fills = {**self._fills, **quick.fills}
            cards = tuple(self._card_views())
            self._show(publish, cards=cards, findings=self._found, trouble="", drawing=True)

    def settle(self, publish: Publish) -> None:
        """Draw and judge all as a build does, and publish it, unless files changed meanwhile.

        Pictures come first, with what is known to be wrong by then; what takes longer to find follows.
        """
        changes, theme = self._changes, self._theme

        def show(**news: Any) -> None:
            if changes == self._changes:
                self._show(publish, **news)

        try:
            drawn = draw_cards(self._project, self._id, self._jobs, theme=theme or None)
            game = drawn.usable
            if game is None:
                found = self._finding_views(drawn.checked.findings)
                show(findings=found, trouble=_LAST_GOOD, drawing=False)
                return
            if changes != self._changes:
                return
            theme = game.look.theme.name
            with self._taking:
                self._take(game, drawn.pages)
            found = self._finding_views(drawn.checked.findings)
            cards = tuple(self._card_views())
            show(title=game.title, version=game.version, theme=theme, cards=cards, findings=found, trouble="")
            found = self._finding_views(check_game(self._project, self._id, jobs=self._jobs).findings)
            self._found = found
            show(findings=found, drawing=False)
            self._fills = self._quick.get_ready(theme)
            show(cards=tuple(self._card_views()))
        except CardtoolError as error:
            show(trouble=str(error), drawing=False)

    def _show(self, publish: Publish, **news: Any) -> None:
        self._shown = replace(self._shown, **news)
        publish(self._shown)

    def picture(self, name: str) -> bytes | None:
        """Return a picture of a snapshot as PNG; None where no card has one of this name now."""
        return self._pngs.get(name)

    def large_picture(self, name: str) -> bytes | None:
        """Return the same picture with enough dots for a whole screen."""
        for drawn in filter(None, (self._drawn, self._before, *self._earlier)):
            if (face := drawn.face(name)) is not None:
                alone = FacePages(drawn.pages.documents, {face: drawn.pages.pages[face]})
                with self._taking:
                    return next(png for _, png in face_pngs(alone, drawn.game, dpi=_LARGE_DPI))
        return None

    def _known_theme(self, name: str) -> str:
        if name not in (COLOUR_THEME, *self._themes):
            raise UsageError(f'there is no theme "{name}"; there are {", ".join(self._themes)}')
        return name

    def _take(self, game: Game, pages: FacePages) -> None:
        """Make the pictures of what is new in a drawing, and forget those of what is gone."""
        if self._revision and self._before is None:
            with project_at(self._project, self._id, self._revision) as earlier:
                before = draw_cards(earlier, self._id, self._jobs)
            if before.usable:
                self._before = self._named(before.usable, before.pages)
        if self._drawn is not None:  # a quick drawing has but some of the faces
            pages = _joined(self._drawn.pages, pages, game)
            self._earlier.append(self._drawn)
        self._drawn = self._named(game, pages)
        shown = (self._drawn, self._before, *self._earlier)
        kept = {name for each in filter(None, shown) for name in each.names.values()}
        self._pngs = {name: png for name, png in self._pngs.items() if name in kept}
        self._names = {stamp: name for stamp, name in self._names.items() if name in kept}

    def _named(self, game: Game, pages: FacePages) -> _Drawn:
        """Return the drawing with the names of its pictures, made where their documents are new."""
        documents = [hashlib.sha256(each).digest() for each in pages.documents]
        stamps = {
            face: (documents[page.document], page.page, game.kind_of(face).outline_on(face.side))
            for face, page in pages.pages.items()
        }
        new = {face: pages.pages[face] for face, stamp in stamps.items() if stamp not in self._names}
        for face, png in face_pngs(FacePages(pages.documents, new), game, dpi=_DPI):
            name = hashlib.sha256(png).hexdigest()[:32]
            self._pngs = {**self._pngs, name: png}
            self._names[stamps[face]] = name
        names = {face: self._names[stamp] for face, stamp in stamps.items()}
        return _Drawn(game, pages, tuple(_every_card(game)), names)

    def _card_views(self) -> Iterator[CardView]:
        assert self._drawn is not None
        before = self._before
        was = {_key(each): before.names.get(each.front, "") for each in before.cards} if before else {}
        names, cards = self._drawn.names, self._drawn.cards
        for each in cards:
            kind, card = each.kind, each.card
            is_plain = kind.form is CARD and kind.outline == RECTANGLE
            yield CardView(
                key=_key(each),
                id=card.id,
                name=card.name,
                kind=kind.id,
                kind_title=kind.plural,
                copies=each.copies,
                front=names.get(each.front, ""),
                back=names.get(each.back, "") if each.back else "",
                was=was.get(_key(each), ""),
                width=kind.size.width,
                height=kind.size.height,
                corner=_CORNER if is_plain else 0.0,
                safe=kind.safe,
                text=" ".join(_texts(card.fields)),
                place=str(card.source),
                editor=self._editor_address(card.source),
                fills={
                    **self._fills.get(each.front, {}),
                    **(self._fills.get(each.back, {}) if each.back else {}),
                },
            )

    def _finding_views(self, findings: Sequence[Finding]) -> tuple[FindingView, ...]:
        card_at = _CardPlaces(self._drawn.cards if self._drawn else ())
        return tuple(
            FindingView(
                severity=str(each.severity),
                code=each.rule.code,
                name=each.rule.name,
                message=each.message,
                fix=each.fix or "",
                place=str(each.source),
                editor=self._editor_address(each.source),
                card=card_at.key(each.source),
            )
            for each in findings
        )

    def _editor_address(self, source: Source) -> str:
        """Return the address that opens an editor at a place of the project; empty for any other place."""
        if source.sheet or not (file := self._file(source.file)):
            return ""
        pattern = EDITORS.get(self._editor, self._editor)
        return pattern.format(file=file, line=source.line, column=source.column)

    def _file(self, name: str) -> str:
        """Return a file of the project as addresses name it; empty where there is none."""
        if name not in self._files:
            file = self._project.root / name
            self._files[name] = quote(file.as_posix()) if file.is_file() else ""
        return self._files[name]


def _every_card(game: Game) -> Iterator[CardFaces]:
    """Yield every record of a game with its faces, in the game's order."""
    for kind in game.kinds:
        for card in game.records_of(kind):
            yield from card_faces(kind, card)


def _joined(old: FacePages, new: FacePages, game: Game) -> FacePages:
    """Return the new faces, and of the game's others the old ones."""
    wanted = {face for each in _every_card(game) for face in each.faces}
    kept = {face: page for face, page in old.pages.items() if face in wanted and face not in new.pages}
    used = sorted({page.document for page in kept.values()})
    at = {document: len(new.documents) + row for row, document in enumerate(used)}
    moved = {face: PageRef(at[page.document], page.page) for face, page in kept.items()}
    documents = (*new.documents, *(old.documents[document] for document in used))
    return FacePages(documents, {**new.pages, **moved})


def _key(each: CardFaces) -> str:
    return f"{each.kind.id}/{each.card.id}/{each.copy}"


def _texts(value: object) -> Iterator[str]:
    """Yield every text and number in the fields of a record."""
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts(each)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


class _CardPlaces:
    """Which card stands at a place of a file: the last that begins before it."""

    def __init__(self, cards: Iterable[CardFaces]) -> None:
        self._begins: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        for each in cards:
            self._begins[each.card.source.file].append((each.card.source.line, _key(each)))
        for places in self._begins.values():
            places.sort()

    def key(self, source: Source) -> str:
        places = self._begins.get(source.file, [])
        at = bisect_right(places, (source.line, "\U0010ffff")) - 1
        return places[at][1] if at >= 0 else ""
