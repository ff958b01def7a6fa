"""Cards drawn again by themselves while a game is written: those whose own records changed, and no others.

Only files of records may have changed since all was drawn, so that templates, styles, pictures and rules are
what the waiting worker knows, and the sizes that texts share are those that were found then.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from threading import Lock

from cardtool import load
from cardtool.app.check import Checked
from cardtool.app.selection import chosen_faces
from cardtool.finding import Finding
from cardtool.model import Face, FacePages, Game, Look
from cardtool.project import Project
from cardtool.render import FaceJob, MeasureCache, RenderPool, with_printed_texts

_MOST = 40  # cards; of more, a drawing of all is as quick
_READ_FROM = ("cards", "templates", "schemas")

Stamps = Mapping[str, tuple[int, int]]
Fills = Mapping[Face, Mapping[str, float]]


class NotRedrawn(StrEnum):
    """Why all is to be drawn, and not only what changed."""

    NOT_READY = "no drawing was kept to compare with"
    UNCHANGED = "no file changed"
    MORE_CHANGED = "more changed than records, or the theme"
    TOO_MANY = "more cards changed than are quickly drawn"
    FAULTY = "something is wrong, which is told with all that is"


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A game with the faces that changed, or else the errors for which there is none.

    `fills` are the shares of their boxes that texts take, by face and box.
    """

    game: Game | None
    pages: FacePages
    findings: tuple[Finding, ...]
    fills: Fills = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A game as it was drawn last: the stamps of all files then, and what each face was made of."""

    stamps: Stamps
    theme: str
    look: Look
    records: load.RecordsReader
    record_files: frozenset[str]
    jobs: Mapping[Face, FaceJob]

    def holds(self, stamps: Stamps, theme: str) -> bool:
        """Return whether no other files than those of records have changed since."""
        names = {*stamps, *self.stamps}
        changed = {name for name in names if stamps.get(name) != self.stamps.get(name)}
        return theme == self.theme and changed <= self.record_files


class QuickDrawing:
    """A worker that waits for the next change, and what is drawn now."""

    def __init__(self, project: Project, id: str) -> None:
        self._project, self._id = project, id
        self._pool: RenderPool | None = None
        self._drawing: _Drawing | None = None
        self._lock = Lock()

    def get_ready(self, theme: str) -> Fills:
        """Measure the game that was just drawn, and have a worker wait. Return how full its boxes are.

        Raises: as `load_checked`.
        """
        stamps, last = self._files(), self._drawing
        if last is None or not last.holds(stamps, theme):
            self.close()
            last = self._first_drawing(stamps, theme)
        if last is None:
            return {}
        pool, checked = self._pool or self._new_pool(), self._read(last)
        game = checked.game
        if game is None or checked.has_errors:
            return {}
        jobs = chosen_faces(game, game, game.kinds)
        fills = pool.measure(game, jobs).fills
        pool.begin(game, jobs[:1], as_measured=True).finished()  # so that the worker knows the game
        files = frozenset(card.source.file for card in game.cards)
        with self._lock:
            self._pool = pool
            self._drawing = replace(last, stamps=stamps, record_files=files, jobs=_by_face(jobs))
        return fills

    def redrawn(self, theme: str) -> Redrawn | NotRedrawn:
        """Return what changed, drawn, or why it is not. Raises: TemplateError."""
        with self._lock:
            stamps, last, pool = self._files(), self._drawing, self._pool
            if last is None or pool is None:
                return NotRedrawn.NOT_READY
            if not last.holds(stamps, theme):
                return NotRedrawn.MORE_CHANGED
            if stamps == last.stamps:
                return NotRedrawn.UNCHANGED
            checked = self._read(last)
            if checked.game is None or (checked.has_errors and checked.game.incomplete):
                return Redrawn(None, FacePages((), {}), checked.findings)
            if checked.has_errors:
                return NotRedrawn.FAULTY
            return self._drawn(checked.game, replace(last, stamps=stamps), pool)

    def _drawn(self, game: Game, last: _Drawing, pool: RenderPool) -> Redrawn | NotRedrawn:
        jobs = chosen_faces(game, game, game.kinds)
        new = [job for job in jobs if last.jobs.get(job.face) != job]
        if len(new) > _MOST:
            return NotRedrawn.TOO_MANY
        drawn = pool.begin(game, new, as_measured=True).finished()
        if drawn.findings:
            return NotRedrawn.FAULTY
        self._drawing = replace(last, jobs=_by_face(jobs))
        return Redrawn(game, drawn.pages, (), drawn.fills)

    def _read(self, last: _Drawing) -> Checked:
        """Return the game with its records as they are, and what is wrong with these."""
        loaded = last.records.read()
        assert loaded.game is not None, "whoever reads the records has the rest"
        game = with_printed_texts(replace(loaded.game, look=last.look))
        return Checked(game).with_findings(loaded.findings)

    def _first_drawing(self, stamps: Stamps, theme: str) -> _Drawing | None:
        loaded = load.load_game(self._project, self._id)
        if loaded.game is None or loaded.records is None:
            return None
        look = replace(loaded.game.look, theme=load.load_theme(self._project, self._id, theme))
        return _Drawing(stamps, theme, look, loaded.records, frozenset(), {})

    def _new_pool(self) -> RenderPool:
        return RenderPool(self._project, 1, remembered=MeasureCache(self._project, self._id), gauged=True)

    def close(self) -> None:
        """Let the worker go."""
        with self._lock:
            if self._pool is not None:
                self._pool.__exit__(None, None, None)
            self._pool = self._drawing = None

    def _files(self) -> Stamps:
        """Return when each file was written, by its name from the project, and how large it is."""
        found: dict[str, tuple[int, int]] = {}
        for folder in _READ_FROM:
            found.update(_stamps_in(f"{self._project.root}{os.sep}{folder}", folder))
        return found


def _stamps_in(folder: str, name: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the stamps of all files in a folder and below; what goes meanwhile has none."""
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            inside = f"{name}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                yield from _stamps_in(entry.path, inside)
                continue
            with suppress(OSError):
                status = entry.stat(follow_symlinks=False)
                yield inside, (status.st_mtime_ns, status.st_size)


def _by_face(jobs: Iterable[FaceJob]) -> Mapping[Face, FaceJob]:
    return {job.face: job for job in jobs}
