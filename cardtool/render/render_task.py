"""The task of a worker process: it draws batches of faces, and sets and prints rulebooks."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Iterable, Iterator, Set
from dataclasses import replace
from functools import cache, lru_cache
from traceback import walk_tb

from cardtool.errors import CardtoolError, MissingLibrary, TemplateError
from cardtool.geometry import Size
from cardtool.model import Engine, Theme
from cardtool.project import Project
from cardtool.render.batch import Batch, BatchResult, FaceProblems, Fitting, Overflow
from cardtool.render.books import Book, BookRequest, ManuscriptRequest, RulebookHtml
from cardtool.render.css import apply_theme, read_stylesheet
from cardtool.render.fetcher import FONTS, Fetcher, FilesUsed, Refusal, digest, font_digest, style_file
from cardtool.render.fonts import FontCharacters, font_files, text_of
from cardtool.render.html import Fragment, TextBox, fit_all, game_templates
from cardtool.render.render_worker import load_engine
from cardtool.sandbox.child import Note

_MEASURED_TEXTS = 2048  # measured texts: faces ask again for theirs, and a batch may be filled in twice


class _Renderer:
    """What a worker keeps from one batch to the next: a game's templates, style and fonts, and the engine."""

    def __init__(
        self, project: Project, game: str, style: str, engine: Engine, theme: Theme, draws_art: bool
    ) -> None:
        self.engine, self.files = load_engine(engine), FilesUsed()
        self.fetcher = Fetcher(project, game, self.files)
        written, fonts = read_stylesheet(project, game, style), font_files(project)
        self.style = apply_theme(written, theme)
        self._written = {style_file(style): digest(written.encode())} if draws_art else {}
        self._fonts = {FONTS: font_digest(fonts)} if draws_art else {}  # now: an edited one is not read again
        self.characters = FontCharacters(fonts)
        self.measure = lru_cache(_MEASURED_TEXTS)(self._measure)
        self.templates = game_templates(
            project, game, theme, self.measure, draws_art=draws_art, files=self.files
        )

    def files_used(self) -> dict[str, str]:
        """Return what the faces that have been drawn depend on, by name."""
        return {**self._written, **self._fonts, **self.files.taken()}

    def _measure(self, html: str, width: float) -> Size:
        return self.engine.measure(html, width, self.style, self.fetcher)


def draw_batch(batch: Batch, note: Note = lambda *begun: None) -> BatchResult:
    """Draw the faces of a batch; `note` hears of each face before work on it starts.

    Raises: TemplateError; MissingLibrary when the engine does not run here.
    """
    try:
        return _draw(batch, note)
    except CardtoolError:
        _renderer_for.cache_clear()  # which the next batch shall meet again, whatever was remembered
        raise


def _draw(batch: Batch, note: Note) -> BatchResult:
    renderer = _renderer_for(batch.project, batch.game, batch.style, batch.engine, batch.theme, batch.draw)
    fragments: list[Fragment] = []
    for index, job in enumerate(batch.jobs):
        note(index, batch.seconds_to_fill(index + 1))
        fragments.append(renderer.templates.fill(job.template, batch.values_of(job), job.scope, batch.sizes))
    note()
    settled = fit_all((box for fragment in fragments for box in fragment.boxes), renderer.measure)
    written = [fragment.html for fragment in fragments]
    letters = set(text_of("".join(written)))
    fittings = _fittings_by_face(fragments) if settled else {}
    pages = [f'<div class="{job.scope}">{html}</div>' for job, html in zip(batch.jobs, written, strict=True)]
    wanted = batch.draw and (batch.sizes is not None or not _any_smaller_type(fittings))
    pdf = renderer.engine.draw(pages, batch.page, renderer.style, renderer.fetcher) if wanted else b""
    if wanted and batch.theme.is_grey:
        from cardtool.render.grey_colours import in_grey

        pdf = in_grey(pdf)
    if not wanted:
        renderer.fetcher.look_for(pages)
    problems = _problems_by_face(renderer, batch, fragments, pages, letters)
    groups = frozenset(box.group for fragment in fragments for box in fragment.boxes)
    given = "\0".join((renderer.style, *pages)).encode("utf-8", "surrogatepass")
    used = renderer.files_used() if batch.draw else {}
    fills = _fills_by_face(fragments) if batch.gauged else {}
    return BatchResult(pdf, problems, fittings, groups, digest(given), used, fills)


def _fills_by_face(fragments: list[Fragment]) -> dict[int, dict[str, float]]:
    """Return the share of its box that each text takes, by face and box."""
    fills = {index: {box.name: box.fill for box in each.boxes} for index, each in enumerate(fragments)}
    return {index: found for index, found in fills.items() if found}


@cache
def _renderer_for(
    project: Project, game: str, style: str, engine: Engine, theme: Theme, draws_art: bool
) -> _Renderer:
    return _Renderer(project, game, style, engine, theme, draws_art)


def _problems_by_face(
    renderer: _Renderer, batch: Batch, fragments: list[Fragment], pages: list[str], letters: Set[str]
) -> dict[int, FaceProblems]:
    """Return what is wrong with each of the faces, whose boxes are settled, and which are written so.

    `letters` are those of all of them. Raises: TemplateError for what a face may not load.
    """
    refused = _refused_by_face(renderer, batch, pages)
    missing = renderer.characters.missing(letters)
    problems = {
        index: FaceProblems(
            _overflows_of(fragment),
            renderer.characters.missing_in_html(fragment.html) if missing else "",
            refused.get(index, {}),
        )
        for index, fragment in enumerate(fragments)
    }
    return {index: problem for index, problem in problems.items() if problem}


def _overflows_of(fragment: Fragment) -> tuple[Overflow, ...]:
    overflows = (box.overflow for box in fragment.boxes if box.is_settled)
    return tuple(overflow for overflow in overflows if overflow is not None)


def _fittings_by_face(fragments: list[Fragment]) -> dict[int, tuple[Fitting, ...]]:
    """Return what was set otherwise than designed, by face."""
    fittings_by_face = {
        index: tuple(_fittings_of(fragment.boxes)) for index, fragment in enumerate(fragments)
    }
    return {index: fittings for index, fittings in fittings_by_face.items() if fittings}


def _fittings_of(boxes: Iterable[TextBox]) -> Iterator[Fitting]:
    for box in boxes:
        if box.is_settled and box.needed is not None and box.used != box.steps.designed:
            room = round(max(box.room.height - box.down, 0.0), 2)
            yield Fitting(box.name, box.group, box.steps.designed, box.needed.size, box.used, room)


def _any_smaller_type(fittings: dict[int, tuple[Fitting, ...]]) -> bool:
    return any(each.used.size < each.designed.size for face in fittings.values() for each in face)


def _refused_by_face(renderer: _Renderer, batch: Batch, pages: list[str]) -> dict[int, dict[str, str]]:
    """Return by face what to say of files of the project that it shows and cannot have, by their names.

    What the stylesheet shows is told at the first; not what is not there, which whoever reads it tells.

    Raises: TemplateError for anything else that was refused.
    """
    fetcher = renderer.fetcher
    if not fetcher.refused:
        return {}
    found = {index: fetcher.refused_in(page) for index, page in enumerate(pages)}
    told = {refusal for refusals in found.values() for refusal in refusals}
    for refusal in dict.fromkeys(fetcher.refused):
        if refusal in told:
            continue
        if not refusal.of_file or refusal.address.rpartition("/")[2] not in renderer.style:
            raise TemplateError(_refusal_text(refusal, batch, pages))
        if not refusal.is_missing:
            found[0].append(refusal)
    fetcher.refused.clear()  # which the next batch shall meet again
    return {index: {each.address: each.text for each in refusals} for index, refusals in found.items()}


def _refusal_text(refusal: Refusal, batch: Batch, pages: list[str]) -> str:
    """Return where something is asked for that may not be loaded, and why it may not."""
    words = (refusal.address, refusal.address.rpartition("/")[2] or refusal.address)
    guilty = next(
        (job for job, page in zip(batch.jobs, pages, strict=True) if any(word in page for word in words)),
        None,
    )
    place = batch.project.template_name(batch.game, guilty.template if guilty else batch.style)
    return f"{place}: {refusal.text}{f', on {guilty.title}' if guilty else ''}"


_ENGINE_MODULES = {"plutoprint", "weasyprint", "tinycss2", "tinyhtml5", "cssselect2", "pydyf", "fontTools"}
REQUESTS = (Batch, ManuscriptRequest, BookRequest)
Requests = Batch | ManuscriptRequest | BookRequest
Results = BatchResult | RulebookHtml | Book

_GC_THRESHOLD = 100_000  # objects after which to look for some; Python looks after 700


def prepare(engine: str) -> None:
    """Have an engine ready."""
    with contextlib.suppress(MissingLibrary):  # told when it is asked for
        load_engine(Engine(engine))
    gc.set_threshold(_GC_THRESHOLD)


def answer(request: Requests, note: Note) -> Results:
    """Return what was asked for, drawn or set. Raises: TemplateError, MissingLibrary."""
    try:
        _taken_warnings()  # of a request that ended otherwise
        result = _answer(request, note)
        _fail_on_warnings(request.name)
    except MemoryError:
        raise TemplateError("drawing takes more memory than it may") from None
    except Exception as error:
        if isinstance(error, CardtoolError) or not _is_engine_error(error):
            raise
        deep = isinstance(error, RecursionError)
        reason = "nested too deeply" if deep else f"{type(error).__name__} {error}".strip()
        raise TemplateError(f"{request.name}: the drawing engine cannot draw it: {reason}") from None
    return result


def _answer(
    request: Batch | ManuscriptRequest | BookRequest, note: Note
) -> BatchResult | RulebookHtml | Book:
    if isinstance(request, Batch):
        return draw_batch(request, note)
    if isinstance(request, ManuscriptRequest):
        from cardtool.render.books.rulebook_text import set_rulebook

        return set_rulebook(request)
    load_engine(Engine.WEASYPRINT)  # says what this machine lacks, where that cannot be imported
    from cardtool.render.books.weasyprint_engine import print_book

    book = print_book(request)
    return replace(book, font_faces=_font_faces(request)) if request.on_screen else book


def _font_faces(request: BookRequest) -> str:
    from cardtool.render.fonts import font_face_rules

    return font_face_rules(font_files(request.project), request.style, request.html)


def _is_engine_error(error: Exception) -> bool:
    """Return whether an error began in a drawing engine, which what it was given can always bring about."""
    modules = {
        frame.f_globals.get("__name__", "").partition(".")[0] for frame, _ in walk_tb(error.__traceback__)
    }
    return type(error).__module__.startswith("plutoprint") or bool(modules & _ENGINE_MODULES)


def _taken_warnings() -> list[str]:
    """Return what an engine warned of since it was asked last."""
    os.lseek(2, 0, os.SEEK_SET)
    said = os.read(2, 1 << 16).decode("utf-8", "replace")
    os.ftruncate(2, 0)
    os.lseek(2, 0, os.SEEK_SET)
    return [line for line in said.splitlines() if line.startswith("WARNING: ")]


def _fail_on_warnings(name: str) -> None:
    """Raise TemplateError where an engine warned: it has left something out."""
    if warnings := _taken_warnings():
        said = warnings[0].removeprefix("WARNING: ")[:300]
        raise TemplateError(f"{name}: a face could not be drawn whole: {said}")
