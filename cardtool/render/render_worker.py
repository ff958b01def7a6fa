"""The engines that draw faces, which of them this machine has, and the workers that draw by them.

An engine is imported when it is asked for; WeasyPrint needs libraries beside Python's. Workers draw faces,
and set and print books, as whoever asks them sees them.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from cardtool.errors import MissingLibrary, TemplateError
from cardtool.geometry import Size
from cardtool.model import Engine, Face, Side, Source
from cardtool.project import CACHE, Project, cache_folder
from cardtool.render.batch import Batch, BatchResult, FaceJob
from cardtool.render.books import Book, BookRequest, ManuscriptRequest, RulebookHtml
from cardtool.render.fonts import fontconfig_xml, link_fonts
from cardtool.sandbox import Task, Worker, WorkerDied
from cardtool.signed_cache import cache_key_environment

if TYPE_CHECKING:
    from cardtool.render.fetcher import Fetcher


_PANGO_LIBRARIES = ("pangoft2-1.0", "harfbuzz-subset")
_INSTALL_COMMANDS = {  # as WeasyPrint's own page of first steps has them, seen 2026-11
    "apt-get": "sudo apt-get install libpangoft2-1.0-0 libharfbuzz-subset0",
    "dnf": "sudo dnf install pango",
    "pacman": "sudo pacman -S pango",
    "zypper": "sudo zypper install libpango-1_0-0",
    "apk": "sudo apk add so:libpangoft2-1.0.so.0 so:libharfbuzz-subset.so.0",
    "brew": "brew install pango",
}
_WINDOWS_ADVICE = (
    "install MSYS2 (https://www.msys2.org), then in its shell: pacman -S mingw-w64-ucrt-x86_64-pango"
)


def require_pango() -> None:
    """Raises: MissingLibrary, with the command that installs it, where Pango is not on this machine."""
    if sys.platform == "win32":  # WeasyPrint looks in folders of its own there; its import will tell
        return
    missing = [name for name in _PANGO_LIBRARIES if not _has_library(name)]
    if missing:
        raise MissingLibrary(pango_advice(" and ".join(f"lib{name}" for name in missing)))


def pango_advice(missing: str) -> str:
    """Return a sentence on what is missing, and the command that installs it here."""
    manager = next((name for name in _INSTALL_COMMANDS if shutil.which(name)), None)
    command = (
        _WINDOWS_ADVICE if sys.platform == "win32" else _INSTALL_COMMANDS.get(manager or "", "install Pango")
    )
    return f"WeasyPrint needs a library that is not on this machine: {missing}\n{command}"


def _has_library(name: str) -> bool:
    import ctypes
    from ctypes.util import find_library

    if find_library(name):
        return True
    try:  # find_library wants tools that a small Linux, such as Alpine, does not have
        ctypes.CDLL(f"lib{name}.so.0")
    except OSError:
        return False
    return True


class FaceEngine(Protocol):
    """What draws and measures. Both engines mean the same by the same HTML and CSS."""

    def draw(self, pages: Sequence[str], page: Size, style: str, fetcher: Fetcher) -> bytes:
        """Return a PDF document with one page of this size for each piece of HTML."""

    def measure(self, html: str, width: float, style: str, fetcher: Fetcher) -> Size:
        """Return how much room the HTML takes, in mm, where `width` mm are there for it."""


def choose_engine(wish: Engine | None = None) -> Engine:
    """Return the engine wished for, or else the quicker of those this machine has.

    Raises: MissingLibrary when this machine lacks it, or a library that it needs.
    """
    engine = wish or (Engine.PLUTOPRINT if find_spec("plutoprint") else Engine.WEASYPRINT)
    if find_spec(engine.value) is None:
        raise MissingLibrary(_install_advice(engine))
    if engine is Engine.WEASYPRINT:
        require_pango()
    return engine


def load_engine(engine: Engine) -> FaceEngine:
    """Return the engine itself, imported. Raises: MissingLibrary when it cannot be."""
    try:
        return _import_engine(engine)
    except ImportError:
        raise MissingLibrary(_install_advice(engine)) from None
    except OSError as error:  # how WeasyPrint says that it lacks Pango
        raise MissingLibrary(pango_advice(str(error).partition(":")[0])) from None


def _import_engine(engine: Engine) -> FaceEngine:
    if engine is Engine.WEASYPRINT:
        from cardtool.render.books import weasyprint_engine as by_weasyprint

        return by_weasyprint
    from cardtool.render import plutoprint_faces as by_plutoprint

    return by_plutoprint


def _install_advice(engine: Engine) -> str:
    if engine is Engine.WEASYPRINT:
        return "WeasyPrint is not installed: python -I -m pip install weasyprint"
    return (
        "PlutoPrint is not installed: python -I -m pip install plutoprint\n"
        "where there is none for this machine, the other engine draws the same faces: --engine weasyprint"
    )


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
