"""Workers that draw faces and set and print books, as whoever asks them sees them."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Self, TypeVar

from cardtool.errors import MissingLibrary, TemplateError
from cardtool.geometry import Size
from cardtool.model import Engine, Face, Side, Source
from cardtool.project import CACHE, Project, cache_folder
from cardtool.render.batch import Batch, BatchResult, FaceJob
from cardtool.render.books import Book, BookRequest, ManuscriptRequest, RulebookHtml
from cardtool.render.engines import choose_engine
from cardtool.render.fonts import fontconfig_xml, link_fonts
from cardtool.sandbox import Task, Worker, WorkerDied
from cardtool.signed_cache import cache_key_environment

_FOR_ICONS = ("defusedxml.ElementTree", "tinycss2.color3", "fontTools.svgLib.path", "pathops")
DRAWING = Task(
    "cardtool.render.render_task",
    ("cardtool.render.plutoprint_faces", *_FOR_ICONS),
    "a process that draws",
    memory=2 << 30,
    file_size=256 << 20,
    too_slow="takes too long to draw",
    too_late="is not drawn after {seconds} seconds",
    cut_off="is not drawn: the process that draws stopped answering",
    killed="was given up by the system, which most likely ran out of memory",
    crashed="makes the drawing engine crash (exit code {code})",
)
_CPU_SECONDS = 4.0  # that any request may take, beside what it allows for itself
Answer = TypeVar("Answer", Book, RulebookHtml)


@dataclass(frozen=True)
class _FontSetUp:
    """Puts the fonts of a project into the folder of a process. Raises: OSError, ProjectError."""

    project: Project

    def __call__(self, folder: Path) -> Mapping[str, str]:
        fonts, folders = folder / "fonts.conf", link_fonts(self.project, folder / "fonts")
        fonts.write_text(fontconfig_xml(folders, folder / "cache"), "utf-8")
        return {"FONTCONFIG_FILE": str(fonts), CACHE: str(cache_folder()), **cache_key_environment()}


def drawing_worker(project: Project, engine: Engine, seconds: float = _CPU_SECONDS) -> Worker:
    """Return a worker that draws with this engine, in the fonts of a project."""
    return Worker(DRAWING, engine.value, seconds=seconds, set_up=_FontSetUp(project))


class BookWorker:
    """A worker that sets manuscripts and prints books."""

    def __init__(self, project: Project, **limits: float) -> None:
        """Make ready. Raises: MissingLibrary where WeasyPrint does not run."""
        self._worker = drawing_worker(project, choose_engine(Engine.WEASYPRINT), **limits)

    def __enter__(self) -> Self:
        """Start the worker, which gets ready while other things are done."""
        self._worker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._worker.close()

    def set(self, request: ManuscriptRequest) -> RulebookHtml:
        """Return the rulebook as HTML, and the figures to be drawn for it.

        Raises: TemplateError with the line of the manuscript or template that is wrong.
        """
        return set_book_with(self._worker, request)

    def print(self, request: BookRequest) -> Book:
        """Return the book as tagged PDF, and where things are in it.

        Raises: TemplateError when the book cannot be printed as it is.
        """
        return _ask_about_book(self._worker, request, Book)


def set_book_with(worker: Worker, request: ManuscriptRequest) -> RulebookHtml:
    """Return the rulebook as this worker sets it, whichever engine it has ready. Raises: TemplateError."""
    return _ask_about_book(worker, request, RulebookHtml)


def _ask_about_book(worker: Worker, request: ManuscriptRequest | BookRequest, kind: type[Answer]) -> Answer:
    try:
        return worker.ask(request, kind)
    except WorkerDied as death:
        raise TemplateError(f"{request.name}: the book {death}") from death


_ENGINE_TITLES = {Engine.PLUTOPRINT: "PlutoPrint", Engine.WEASYPRINT: "WeasyPrint"}


def try_drawing(wish: Engine | None = None) -> str:
    """Draw a face in a worker process, as a build does, and say what drew it and how fast.

    Raises: MissingLibrary when the engine cannot draw here; TemplateError when the fonts fail.
    """
    engine = choose_engine(wish)
    with tempfile.TemporaryDirectory(prefix="cardtool-") as folder:
        project = Project(Path(folder))
        templates = project.root / "templates" / "trial"
        templates.mkdir(parents=True)
        (templates / "trial.html").write_text("<p>{{ word }}</p>", encoding="utf-8")
        (templates / "trial.css").write_text("p{font-family:Alegreya}", encoding="utf-8")
        job = FaceJob(
            Face("trial", Side.FRONT, None),
            "trial.html",
            Size(63.5, 88.9),
            {"word": "ready"},
            Source("trial"),
            {},
            "a trial face",
        )
        worker = drawing_worker(project, engine)
        began = time.perf_counter()
        try:
            worker.ask(Batch(project, "trial", "trial.css", job.page, (job,), True, engine), BatchResult)
        except WorkerDied as death:
            raise MissingLibrary(f"the drawing engine does not run here: a trial face {death}") from None
        finally:
            worker.close()
        taken = time.perf_counter() - began
        return f"a trial face in {taken:.1f} s by {_ENGINE_TITLES[engine]} {version(engine.value)}"
