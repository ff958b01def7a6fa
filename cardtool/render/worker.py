"""Worker processes that draw faces and set and print books, as whoever asks them sees them.

What dies or hangs there is an error here, not an end.
"""

from __future__ import annotations

import tempfile
import time
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from cardtool import errors
from cardtool.errors import MissingLibrary, TemplateError
from cardtool.geometry import Size
from cardtool.model import Engine, Face, Side, Source
from cardtool.project import CACHE, Project, cache_folder
from cardtool.render import engines
from cardtool.render.batch import FACE_INDEX_FILE, FACE_INDEX_SIZE, Batch, FaceJob
from cardtool.render.books import Book, BookRequest, Figure, ManuscriptRequest, RulebookHtml
from cardtool.render.fonts import fontconfig_xml, link_fonts
from cardtool.render.signed_cache import cache_key_environment
from cardtool.sandbox.process import (
    FOLDER_PREFIX,
    ProcessExited,
    SandboxProcess,
    lock_folder,
    remove_abandoned_folders_once,
)

_CPU_SECONDS = 4.0  # of CPU that any question may take, beside what it allows for itself
_WALL_SECONDS = 30.0  # beside the same


class WorkerDied(Exception):
    """The process ended without an answer. `index` is the face it was filling in, -1 if none."""

    def __init__(self, reason: str, index: int) -> None:
        super().__init__(reason)
        self.index = index


class Worker:
    """One process that answers questions, one at a time. It is started when it is first needed."""

    def __init__(self, project: Project, engine: Engine, seconds: float = _CPU_SECONDS) -> None:
        self._project = project
        self._process = SandboxProcess("cardtool.render.worker_main", seconds, engine.value)
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._claim: IO[bytes] | None = None

    def start(self) -> None:
        """Start the process now, so that it is ready when asked. Harmless when it runs already.

        Raises: MachineError; ProjectError for a font that is no plain file of the project.
        """
        if self._process.is_running:
            return
        remove_abandoned_folders_once()
        try:
            self._start()
        except OSError as error:
            self.close()
            place = f"{error.filename}: " if error.filename else ""
            problem = f"{place}{error.strerror or error}"
            raise errors.MachineError(f"cannot start a process that draws: {problem}") from None
        except errors.ProjectError:
            self.close()
            raise

    def _start(self) -> None:
        """Start the process in a folder of its own. Raises: OSError."""
        self._folder = tempfile.TemporaryDirectory(prefix=FOLDER_PREFIX)
        place = Path(self._folder.name)
        self._claim = lock_folder(place)
        fonts = place / "fonts.conf"
        fonts.write_text(fontconfig_xml(link_fonts(self._project, place / "fonts"), place / "cache"), "utf-8")
        (place / FACE_INDEX_FILE).write_bytes(bytes(FACE_INDEX_SIZE))
        told = {"FONTCONFIG_FILE": str(fonts), "PYTHONHASHSEED": "0", CACHE: str(cache_folder())}
        self._process.start(told | cache_key_environment(), place)

    def ask(self, question: Batch | BookRequest | ManuscriptRequest) -> tuple[dict[str, Any], bytes]:
        """The answer: what was noted, and the PDF.

        Raises: CardtoolError as the process met it, and when the process itself is at fault; WorkerDied
        when what it was asked to draw ended it, or took too long.
        """
        self.start()
        patience = _WALL_SECONDS + question.allowance
        try:
            head, body = self._process.ask(question, patience)
        except ProcessExited as end:
            try:
                raise WorkerDied(_reason_of_death(end, patience), self._at()) from end
            finally:
                self.close()
        if "error" in head:
            raise getattr(errors, head["kind"], errors.CardtoolError)(head["error"])
        return head, body

    def kill(self) -> None:
        """End the process and everything it started, at once."""
        self._process.kill()

    def close(self) -> None:
        """End the process and remove what it left behind."""
        self._process.close()
        if self._claim is not None:
            self._claim.close()
            self._claim = None
        folder, self._folder = self._folder, None
        if folder is not None:
            with suppress(OSError):  # what is left, the next one sweeps
                folder.cleanup()

    def _at(self) -> int:
        """The place of the face the process was filling in, -1 if none."""
        assert self._folder is not None
        return int.from_bytes((Path(self._folder.name) / FACE_INDEX_FILE).read_bytes(), "big", signed=True)


def _reason_of_death(end: ProcessExited, patience: float) -> str:
    """Why the process ended, in a reader's words. Raises: CardtoolError when that is a fault of ours."""
    if end.is_own_fault:
        raise errors.CardtoolError(f"a worker failed\n{end.said}")
    if end.lacks_memory:
        raise errors.MachineError("this machine has too little memory left for a process that draws")
    if end.is_out_of_time:
        return "takes too long to draw"
    if end.is_cut_off:
        return "is not drawn: the process that draws stopped answering"
    if end.is_late:
        return f"is not drawn after {patience:.0f} seconds"
    if end.is_killed:
        return "was given up by the system, which most likely ran out of memory"
    return f"makes the drawing engine crash (exit code {end.code})"


class BookWorker:
    """A worker that sets manuscripts and prints books."""

    def __init__(self, project: Project, **limits: float) -> None:
        """Make ready. Raises: MissingLibrary where WeasyPrint does not run."""
        self._worker = Worker(project, engines.choose_engine(Engine.WEASYPRINT), **limits)

    def __enter__(self) -> Self:
        """Start the worker, which gets ready while other things are done."""
        self._worker.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._worker.close()

    def set(self, order: ManuscriptRequest) -> RulebookHtml:
        """The rulebook that was ordered, as HTML, and the figures to be drawn for it.

        Raises: TemplateError with the line of the manuscript or template that is wrong.
        """
        return set_book_with(self._worker, order)

    def print(self, order: BookRequest) -> Book:
        """The book that was ordered, as tagged PDF, and where things are in it.

        Raises: TemplateError when the book cannot be printed as it is.
        """
        head, pdf = self._ask(order)
        return Book(pdf, head["pages"], head["anchors"], head["pictures"], tuple(head["warnings"]))

    def _ask(self, order: ManuscriptRequest | BookRequest) -> tuple[dict[str, Any], bytes]:
        return _ask_about_book(self._worker, order)


def set_book_with(worker: Worker, order: ManuscriptRequest) -> RulebookHtml:
    """Return the rulebook as this worker sets it, whichever engine it has ready. Raises: TemplateError."""
    head, _ = _ask_about_book(worker, order)
    return RulebookHtml(head["html"], tuple(Figure(**told) for told in head["figures"]))


def _ask_about_book(worker: Worker, order: ManuscriptRequest | BookRequest) -> tuple[dict[str, Any], bytes]:
    try:
        return worker.ask(order)
    except WorkerDied as death:
        raise TemplateError(f"{order.name}: the book {death}") from death


_ENGINE_TITLES = {Engine.PLUTOPRINT: "PlutoPrint", Engine.WEASYPRINT: "WeasyPrint"}


def try_drawing(wish: Engine | None = None) -> str:
    """Draw a face in a worker process, as a build does, and say what drew it and how fast.

    Raises: MissingLibrary when the engine cannot draw here; TemplateError when the fonts fail.
    """
    engine = engines.choose_engine(wish)
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
        worker = Worker(project, engine)
        began = time.perf_counter()
        try:
            worker.ask(Batch(project, "trial", "trial.css", job.page, (job,), True, engine))
        except WorkerDied as death:
            raise MissingLibrary(f"the drawing engine does not run here: a trial face {death}") from None
        finally:
            worker.close()
        taken = time.perf_counter() - began
        return f"a trial face in {taken:.1f} s by {_ENGINE_TITLES[engine]} {version(engine.value)}"
