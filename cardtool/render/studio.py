"""One batch of faces, from templates to PDF. This is what a worker process does."""

from __future__ import annotations

import html as html_entities
import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from pathlib import Path

from cardtool.errors import ProjectError, TemplateError
from cardtool.files import Unreadable
from cardtool.geometry import Size
from cardtool.model import Engine, Theme
from cardtool.project import Project, did_you_mean
from cardtool.render.batch import Batch, Drawn, Fitting, Overflow, Trouble
from cardtool.render.engines import load
from cardtool.render.fetch import Fetcher
from cardtool.render.fonts import Characters, font_files
from cardtool.render.html import Fragment, Measure, Templates, TextBox, settle
from cardtool.render.pictures import Icon, read_icon
from cardtool.render.theming import themed

__all__ = ["draw_batch", "stylesheet", "templates_of"]

_TAG = re.compile(r"<[^>]*>")
_LARGEST_STYLE = 512 * 1024
_REMEMBERED = 2048  # measured texts: faces ask again for theirs, and a batch may be filled in twice


class _Studio:
    """What a worker keeps from one batch to the next: a game's templates, style and fonts, and the engine."""

    def __init__(
        self, project: Project, game: str, style: str, engine: Engine, theme: Theme, carved: bool
    ) -> None:
        self.engine = load(engine)
        self.fetcher = Fetcher(project, game)
        self.style = themed(stylesheet(project, game, style), theme)
        self.characters = Characters(font_files(project))
        self.measure = lru_cache(_REMEMBERED)(self._measure)
        self.templates = templates_of(project, game, theme, self.measure, carved=carved)

    def _measure(self, html: str, width: float) -> Size:
        return self.engine.measure(html, width, self.style, self.fetcher)


def draw_batch(batch: Batch, begin: Callable[[int], None] = lambda index: None) -> Drawn:
    """The faces of a batch, drawn; `begin` hears the place of each face before work on it starts.

    Raises: TemplateError; MissingLibrary when the engine does not run here.
    """
    studio = _studio(batch.project, batch.game, batch.style, batch.engine, batch.theme, batch.draw)
    studio.templates.even_out(batch.evened or {})
    fragments: list[Fragment] = []
    for index, job in enumerate(batch.jobs):
        begin(index)
        fragments.append(studio.templates.fill(job.template, job.variables, job.scope))
    begin(-1)
    settled = settle((box for fragment in fragments for box in fragment.boxes), studio.measure)
    troubles = _troubles(studio, fragments)
    fittings = _fittings(fragments) if settled else {}
    pages = [
        f'<div class="{job.scope}">{fragment.html}</div>'
        for job, fragment in zip(batch.jobs, fragments, strict=True)
    ]
    wanted = batch.draw and (batch.evened is not None or not _any_smaller(fittings))
    pdf = studio.engine.draw(pages, batch.page, studio.style, studio.fetcher) if wanted else b""
    if not wanted:
        studio.fetcher.look_for(pages)
    _fail_on_refusals(studio.fetcher, batch, pages)
    groups = frozenset(box.group for fragment in fragments for box in fragment.boxes)
    return Drawn(pdf, troubles, fittings, groups)


def templates_of(
    project: Project, game: str, theme: Theme, measure: Measure, *, carved: bool = True
) -> Templates:
    """A game's templates, with its icons, ready to be filled in; `carved` off leaves woodcuts out."""
    return Templates(
        project.template_folders(game),
        cache(lambda name: _icon(project, name)),
        measure,
        lambda file: project.name_of(Path(file)),
        theme.told(),
        carved=carved,
    )


@cache
def _studio(project: Project, game: str, style: str, engine: Engine, theme: Theme, carved: bool) -> _Studio:
    return _Studio(project, game, style, engine, theme, carved)


def _troubles(studio: _Studio, fragments: list[Fragment]) -> dict[int, Trouble]:
    """What is wrong with each of the faces, whose boxes are settled."""
    missing = _missing(studio, "".join(fragment.html for fragment in fragments))
    troubles = {
        index: Trouble(_overflows(fragment), _missing(studio, fragment.html) if missing else "")
        for index, fragment in enumerate(fragments)
    }
    return {index: trouble for index, trouble in troubles.items() if trouble.overflows or trouble.missing}


def _overflows(fragment: Fragment) -> tuple[Overflow, ...]:
    overflows = (box.overflow for box in fragment.boxes if box.is_settled)
    return tuple(overflow for overflow in overflows if overflow is not None)


def _fittings(fragments: list[Fragment]) -> dict[int, tuple[Fitting, ...]]:
    """What was set otherwise than designed, by face."""
    told = {index: tuple(_changed(fragment.boxes)) for index, fragment in enumerate(fragments)}
    return {index: fittings for index, fittings in told.items() if fittings}


def _changed(boxes: Iterable[TextBox]) -> Iterator[Fitting]:
    for box in boxes:
        if box.is_settled and box.needed is not None and box.used != box.steps.designed:
            room = round(max(box.room.height - box.down, 0.0), 2)
            yield Fitting(box.name, box.group, box.steps.designed, box.needed.size, box.used, room)


def _any_smaller(fittings: dict[int, tuple[Fitting, ...]]) -> bool:
    return any(each.used.size < each.designed.size for face in fittings.values() for each in face)


def _missing(studio: _Studio, html: str) -> str:
    """The characters of the texts in this HTML that no font has."""
    return studio.characters.missing(html_entities.unescape(_TAG.sub(" ", html)))


def stylesheet(project: Project, game: str, name: str) -> str:
    """A stylesheet of a game, as text. Raises: TemplateError when there is none that can be used."""
    try:
        text = project.template_text(game, name)
    except ProjectError as error:
        raise TemplateError(str(error)) from None
    if "</style" in text.lower() or "\0" in text or len(text) > _LARGEST_STYLE:
        raise TemplateError(f"{project.template_name(game, name)}: not a stylesheet that can be used")
    return text


def _icon(project: Project, name: str) -> Icon:
    file = project.find_file("templates/icons", f"{name}.svg") if re.fullmatch(r"[a-z0-9-]+", name) else None
    if file is None:
        hint = did_you_mean(name, project.names_in("templates/icons", ".svg"))
        raise TemplateError(f'there is no icon "{name}" in templates/icons{hint}')
    try:
        return read_icon(project.read(file), project.name_of(file))
    except Unreadable as why:
        raise TemplateError(f"{project.name_of(file)} {why}") from None


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
