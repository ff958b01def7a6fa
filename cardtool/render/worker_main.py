"""What a worker process does: batches of faces drawn, rulebooks set and printed, within limits.

Started by `render.worker`.
"""

from __future__ import annotations

import contextlib
import gc
import html as html_entities
import mmap
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from cardtool.errors import CardtoolError, MissingLibrary, TemplateError
from cardtool.geometry import Size
from cardtool.model import Engine, Theme
from cardtool.project import Project
from cardtool.render import engines
from cardtool.render.batch import (
    FACE_INDEX_FILE,
    FACE_INDEX_SIZE,
    Batch,
    BatchResult,
    FaceProblems,
    Fitting,
    Overflow,
    fittings_as_json,
    problems_as_json,
)
from cardtool.render.css import apply_theme
from cardtool.render.engines import load_engine
from cardtool.render.fetcher import Fetcher
from cardtool.render.fonts import FontCharacters, font_files
from cardtool.render.html import Fragment, TextBox, fit_all, game_templates, read_stylesheet
from cardtool.sandbox.request_loop import (
    RequestLoop,
    limit_cpu_time,
    limit_cpu_time_finely,
    limit_files,
    limit_memory,
)

if TYPE_CHECKING:
    from cardtool.render.books import BookRequest, ManuscriptRequest

    Request = Batch | BookRequest | ManuscriptRequest

_TAG = re.compile(r"<[^>]*>")

_MEASURED_TEXTS = 2048  # measured texts: faces ask again for theirs, and a batch may be filled in twice


class _Renderer:
    """What a worker keeps from one batch to the next: a game's templates, style and fonts, and the engine."""

    def __init__(
        self, project: Project, game: str, style: str, engine: Engine, theme: Theme, carved: bool
    ) -> None:
        self.engine = load_engine(engine)
        self.fetcher = Fetcher(project, game)
        self.style = apply_theme(read_stylesheet(project, game, style), theme)
        self.characters = FontCharacters(font_files(project))
        self.measure = lru_cache(_MEASURED_TEXTS)(self._measure)
        self.templates = game_templates(project, game, theme, self.measure, carved=carved)

    def _measure(self, html: str, width: float) -> Size:
        return self.engine.measure(html, width, self.style, self.fetcher)


def draw_batch(batch: Batch, begin: Callable[[int], None] = lambda index: None) -> BatchResult:
    """The faces of a batch, drawn; `begin` hears the place of each face before work on it starts.

    Raises: TemplateError; MissingLibrary when the engine does not run here.
    """
    studio = _renderer_for(batch.project, batch.game, batch.style, batch.engine, batch.theme, batch.draw)
    studio.templates.even_out(batch.evened or {})
    fragments: list[Fragment] = []
    for index, job in enumerate(batch.jobs):
        begin(index)
        fragments.append(studio.templates.fill(job.template, job.variables, job.scope))
    begin(-1)
    settled = fit_all((box for fragment in fragments for box in fragment.boxes), studio.measure)
    troubles = _problems_by_face(studio, fragments)
    fittings = _fittings_by_face(fragments) if settled else {}
    pages = [
        f'<div class="{job.scope}">{fragment.html}</div>'
        for job, fragment in zip(batch.jobs, fragments, strict=True)
    ]
    wanted = batch.draw and (batch.evened is not None or not _any_smaller_type(fittings))
    pdf = studio.engine.draw(pages, batch.page, studio.style, studio.fetcher) if wanted else b""
    if not wanted:
        studio.fetcher.look_for(pages)
    _fail_on_refusals(studio.fetcher, batch, pages)
    groups = frozenset(box.group for fragment in fragments for box in fragment.boxes)
    return BatchResult(pdf, troubles, fittings, groups)


@cache
def _renderer_for(
    project: Project, game: str, style: str, engine: Engine, theme: Theme, carved: bool
) -> _Renderer:
    return _Renderer(project, game, style, engine, theme, carved)


def _problems_by_face(studio: _Renderer, fragments: list[Fragment]) -> dict[int, FaceProblems]:
    """What is wrong with each of the faces, whose boxes are settled."""
    missing = _missing_characters(studio, "".join(fragment.html for fragment in fragments))
    troubles = {
        index: FaceProblems(
            _overflows_of(fragment), _missing_characters(studio, fragment.html) if missing else ""
        )
        for index, fragment in enumerate(fragments)
    }
    return {index: trouble for index, trouble in troubles.items() if trouble.overflows or trouble.missing}


def _overflows_of(fragment: Fragment) -> tuple[Overflow, ...]:
    overflows = (box.overflow for box in fragment.boxes if box.is_settled)
    return tuple(overflow for overflow in overflows if overflow is not None)


def _fittings_by_face(fragments: list[Fragment]) -> dict[int, tuple[Fitting, ...]]:
    """What was set otherwise than designed, by face."""
    told = {index: tuple(_fittings_of(fragment.boxes)) for index, fragment in enumerate(fragments)}
    return {index: fittings for index, fittings in told.items() if fittings}


def _fittings_of(boxes: Iterable[TextBox]) -> Iterator[Fitting]:
    for box in boxes:
        if box.is_settled and box.needed is not None and box.used != box.steps.designed:
            room = round(max(box.room.height - box.down, 0.0), 2)
            yield Fitting(box.name, box.group, box.steps.designed, box.needed.size, box.used, room)


def _any_smaller_type(fittings: dict[int, tuple[Fitting, ...]]) -> bool:
    return any(each.used.size < each.designed.size for face in fittings.values() for each in face)


def _missing_characters(studio: _Renderer, html: str) -> str:
    """The characters of the texts in this HTML that no font has."""
    return studio.characters.missing(html_entities.unescape(_TAG.sub(" ", html)))


def _fail_on_refusals(fetcher: Fetcher, batch: Batch, pages: list[str]) -> None:
    if not fetcher.refused:
        return
    refused, fetcher.refused = fetcher.refused[0], []
    url = refused.partition(": ")[0]
    words = (url, url.rpartition("/")[2] or url)  # as it was asked for, or relative to the game's folder
    guilty = next(
        (job for job, page in zip(batch.jobs, pages, strict=True) if any(word in page for word in words)),
        None,
    )
    place = batch.project.template_name(batch.game, guilty.template if guilty else batch.style)
    on = f", on {guilty.title}" if guilty else ""
    raise TemplateError(f"{place}: {fetcher.told(refused)}{on}")


_ENGINE_MODULES = {"plutoprint", "weasyprint", "tinycss2", "tinyhtml5", "cssselect2", "pydyf"}
_MEMORY = 2 << 30
_GC_THRESHOLD = 100_000  # objects after which to look for some; Python looks after 700
_FILE_SIZE = 256 << 20


def main() -> None:
    """Answer questions until standard input ends.

    The arguments: seconds of CPU for any question; the engine to have ready.
    """
    seconds, engine = float(sys.argv[1]), Engine(sys.argv[2])
    asker = RequestLoop()
    with open(FACE_INDEX_FILE, "r+b") as file:
        at = mmap.mmap(file.fileno(), FACE_INDEX_SIZE)
    limit_memory(_MEMORY)
    limit_files(_FILE_SIZE)
    with contextlib.suppress(MissingLibrary):  # told when it is asked for
        engines.load_engine(engine)
    gc.set_threshold(_GC_THRESHOLD)
    for question in asker.questions():
        limit_cpu_time(seconds + question.allowance)
        _answer_request(question, asker, at, seconds)


def _answer_request(request: Request, asker: RequestLoop, at: mmap.mmap, seconds: float) -> None:
    began = time.process_time()

    def begin(index: int) -> None:
        """Note the face that is begun. One that is filled in without end, or far too slowly, ends here."""
        at[:] = index.to_bytes(FACE_INDEX_SIZE, "big", signed=True)
        if isinstance(request, Batch) and index >= 0:
            allowed = seconds + request.seconds_to_fill(index + 1)
            limit_cpu_time_finely(max(0.01, began + allowed - time.process_time()))
        else:
            limit_cpu_time_finely(0.0)

    begin(-1)
    try:
        head, pdf = _answer_to(request, begin)
        _fail_on_warnings(request.name)
    except CardtoolError as error:
        asker.tell({"error": str(error), "kind": type(error).__name__})
    except MemoryError:
        asker.tell({"error": "drawing takes more memory than it may", "kind": "TemplateError"})
    except Exception as error:
        if not _is_engine_error(error):
            raise  # a fault of ours: the process ends, and its traceback is reported
        deep = isinstance(error, RecursionError)
        reason = "nested too deeply" if deep else f"{type(error).__name__} {error}".strip()
        said = f"{request.name}: the drawing engine cannot draw it: {reason}"
        asker.tell({"error": said, "kind": "TemplateError"})
    else:
        asker.tell(head, pdf)


def _is_engine_error(error: Exception) -> bool:
    """Whether an error began in a drawing engine, which what it was given can always bring about."""
    from traceback import walk_tb

    modules = {
        frame.f_globals.get("__name__", "").partition(".")[0] for frame, _ in walk_tb(error.__traceback__)
    }
    return type(error).__module__.startswith("plutoprint") or bool(modules & _ENGINE_MODULES)


def _answer_to(request: Request, begin: Callable[[int], None]) -> tuple[dict[str, Any], bytes]:
    if isinstance(request, Batch):
        return _answer_batch(request, begin)
    from cardtool.render.books import ManuscriptRequest

    return _answer_manuscript(request) if isinstance(request, ManuscriptRequest) else _answer_book(request)


def _answer_manuscript(order: ManuscriptRequest) -> tuple[dict[str, Any], bytes]:
    from cardtool.render.books.rulebook_text import set_rulebook

    return asdict(set_rulebook(order)), b""


def _answer_batch(batch: Batch, begin: Callable[[int], None]) -> tuple[dict[str, Any], bytes]:
    drawn = draw_batch(batch, begin)
    return {
        "troubles": problems_as_json(drawn),
        "fittings": fittings_as_json(drawn),
        "groups": sorted(drawn.groups),
    }, drawn.pdf


def _answer_book(order: BookRequest) -> tuple[dict[str, Any], bytes]:
    engines.load_engine(Engine.WEASYPRINT)  # says what this machine lacks, where that cannot be imported
    from cardtool.render.books.weasyprint_engine import print_book

    book = print_book(order)
    told = asdict(book)
    return told, told.pop("pdf")


def _fail_on_warnings(name: str) -> None:
    """An engine that warns has left something out; that is an error. Raises: TemplateError."""
    os.lseek(2, 0, os.SEEK_SET)
    said = os.read(2, 1 << 16).decode("utf-8", "replace")
    os.ftruncate(2, 0)
    os.lseek(2, 0, os.SEEK_SET)
    warnings = [line for line in said.splitlines() if line.startswith("WARNING: ")]
    if warnings:
        said = warnings[0].removeprefix("WARNING: ")[:300]
        raise TemplateError(f"{name}: a face could not be drawn whole: {said}")
