"""Cards drawn again by themselves while a game is written: those whose own records changed, and no others.

Only files of records may have changed since all was drawn, so that templates, styles, pictures and rules are
what the waiting worker knows, and the sizes that texts share are those that were found then.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from threading import Lock

from cardtool.app.check import load_checked
from cardtool.app.selection import chosen_faces
from cardtool.model import Face, FacePages, Game
from cardtool.project import Project
from cardtool.render import FaceJob, MeasureCache, RenderPool, with_printed_texts

_MOST = 40  # cards; of more, a drawing of all is as quick
_READ_FROM = ("cards", "templates", "schemas")

Stamps = dict[str, tuple[int, int]]


class QuickDrawing:
    """A worker that waits for the next change, and what the faces were made of that it would draw."""

    def __init__(self, project: Project, id: str) -> None:
        self._project, self._id = project, id
        self._pool: RenderPool | None = None
        self._jobs: dict[Face, FaceJob] = {}
        self._stamps: Stamps = {}
        self._theme = ""
        self._lock = Lock()

    def get_ready(self, game: Game, theme: str) -> None:
        """Measure a game that was just drawn as it is, and have a worker wait."""
        stamps, jobs = self._files(), chosen_faces(game, game, game.kinds)
        pool = RenderPool(self._project, 1, remembered=MeasureCache(self._project, self._id))
        pool.measure(game)
        pool.begin(game, jobs[:1], as_measured=True).finished()  # so that the worker knows the game
        self.close()
        with self._lock:
            self._pool = pool
            self._jobs, self._stamps, self._theme = {job.face: job for job in jobs}, stamps, theme

    def redrawn(self, theme: str) -> tuple[Game, FacePages] | None:
        """Return the game as it is, with the faces that changed; None where more than records changed.

        Raises: TemplateError.
        """
        with self._lock:
            return self._redrawn(theme)

    def _redrawn(self, theme: str) -> tuple[Game, FacePages] | None:
        stamps = self._files()
        changed = {name for name in {*stamps, *self._stamps} if stamps.get(name) != self._stamps.get(name)}
        if self._pool is None or theme != self._theme or not changed:
            return None
        checked = load_checked(self._project, self._id, theme)
        if checked.game is None or checked.has_errors:
            return None
        game = with_printed_texts(checked.game)
        if not changed <= {card.source.file for card in game.cards}:
            return None
        jobs = {job.face: job for job in chosen_faces(game, game, game.kinds)}
        new = [job for face, job in jobs.items() if self._jobs.get(face) != job]
        if not 0 < len(new) <= _MOST:
            return None
        drawn = self._pool.begin(game, new, as_measured=True).finished()
        if drawn.findings:
            return None
        self._jobs, self._stamps = jobs, stamps
        return game, drawn.pages

    def close(self) -> None:
        """Let the worker go."""
        with self._lock:
            if self._pool is not None:
                self._pool.__exit__(None, None, None)
                self._pool = None

    def _files(self) -> Stamps:
        """Return when each file was written, by its name from the project, and how large it is."""
        return dict(self._stamps_in(self._project.root, _READ_FROM))

    def _stamps_in(self, root: Path, folders: tuple[str, ...]) -> Iterator[tuple[str, tuple[int, int]]]:
        for folder in folders:
            for place, _, names in os.walk(root / folder):
                for name in names:
                    file = Path(place, name)
                    status = file.lstat() if file.exists() else None
                    if status is not None:
                        yield file.relative_to(root).as_posix(), (status.st_mtime_ns, status.st_size)
