"""Batches of faces for a worker to draw, and what it answers about them. Nothing is drawn here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from cardtool.geometry import Size
from cardtool.model import Engine, Face, Source, Theme, TypeSetting
from cardtool.project import Project

_CARD_AREA = 70.0 * 95.0  # mm², with bleed


SizeMap = Mapping[str, Mapping[float, float]]
"""By groups of texts: the sizes of type that become another there, so that all are of few sizes."""

# Of CPU, to fill in and draw a face, beside those that any batch may take: many times what a rich face takes.
_SECONDS_PER_FACE = {Engine.PLUTOPRINT: 0.06, Engine.WEASYPRINT: 1.0}


_UNSAID = Source("")


class FaceJob(NamedTuple):
    """One face to draw: its template, what the template is told of this face, and where its texts come from.

    `page` is the size with bleed; `places` says where each field of the card stands, by its name.
    Travels between processes, so it holds plain data only.
    """

    face: Face
    template: str
    page: Size
    variables: dict[str, Any]
    source: Source
    places: Mapping[str, Source]
    title: str

    @property
    def scope(self) -> str:
        """The classes of the face, by which a stylesheet knows its kind and side."""
        return f"face {self.face.kind} {self.face.side}"


@dataclass(frozen=True, slots=True)
class Batch:
    """Faces of one size of one game, and what is to draw them. `draw` off only measures.

    Where it is not yet known which `sizes` texts share, faces are not drawn if any text was made smaller.
    `gauged` asks how full each box is. `shared` is what templates are told of the whole game, by template.
    """

    project: Project
    game: str
    style: str
    page: Size
    jobs: tuple[FaceJob, ...]
    draw: bool
    engine: Engine
    sizes: SizeMap | None = None
    theme: Theme = field(default_factory=Theme)
    gauged: bool = False
    shared: Mapping[str, dict[str, Any]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.project.template_name(self.game, self.jobs[0].template)

    @property
    def shows_cards(self) -> bool:
        """Whether a face of it may show other faces, and their texts."""
        return any(values.get("company") for values in self.shared.values())

    def with_sizes(self, sizes: SizeMap) -> Batch:
        """Return the batch with those of the sizes that its texts may have: where no face shows another,
        those of its own sorts.
        """
        scopes = tuple({f"{job.scope}/" for job in self.jobs})
        own = {group: become for group, become in sizes.items() if group.startswith(scopes)}
        return replace(self, sizes=sizes if len(own) < len(sizes) and self.shows_cards else own)

    def bare(self) -> Batch:
        """Return the batch without where its texts come from: who draws has no use for it."""
        jobs = [job._replace(page=self.page, source=_UNSAID, places={}) for job in self.jobs]
        return replace(self, jobs=tuple(jobs))

    def values_of(self, job: FaceJob) -> dict[str, Any]:
        """Return all that the template of a face is told."""
        return {**self.shared.get(job.template, {}), **job.variables}

    @property
    def allowance(self) -> float:
        """Seconds of CPU these faces may take beside those that any question may."""
        return self.seconds_to_fill(len(self.jobs))

    def seconds_to_fill(self, faces: int) -> float:
        """Seconds of CPU that so many of these faces may take: a larger face more than a card."""
        area = self.page.width * self.page.height
        return _SECONDS_PER_FACE[self.engine] * faces * max(1.0, area / _CARD_AREA)


@dataclass(frozen=True, slots=True)
class Overflow:
    """A text larger than its box, by so many millimetres down and across.

    Measured in this size and leading; `laddered` says whether they are less than was designed. `grown` is a
    text that is larger where it stands than the template was told, which lays out by that.
    """

    box: str
    down: float
    across: float
    size: float
    leading: float
    laddered: bool
    grown: bool = False


@dataclass(frozen=True, slots=True)
class Fitting:
    """A text of one face that fits its box, but not as it was designed. For the rest, see `model.Fit`.

    `group` names the texts that it may share a size with.
    """

    box: str
    group: str
    designed: TypeSetting
    needed: float
    used: TypeSetting
    room: float


@dataclass(frozen=True, slots=True)
class FaceProblems:
    """What is wrong with one face: texts that do not fit, characters no font has, and files that it shows
    and that cannot be drawn, with what to say of each, by its name.
    """

    overflows: tuple[Overflow, ...]
    missing: str
    refused: dict[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.overflows or self.missing or self.refused)


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The faces of a batch as PDF, a page each, and the problems there are, by place in the batch.

    `fittings` are by place too. `groups` are those of all texts of the batch. `digest` is one of all that was
    given to the engine: where it is the same, so is what is drawn. `files` are digests of the files that were
    used, by what `files_used` calls them. `fills` are, by place, the shares of their boxes that texts take,
    by the names of the boxes.
    """

    pdf: bytes
    problems: dict[int, FaceProblems]
    fittings: dict[int, tuple[Fitting, ...]] = field(default_factory=dict)
    groups: frozenset[str] = frozenset()
    digest: str = ""
    files: dict[str, str] = field(default_factory=dict)
    fills: dict[int, dict[str, float]] = field(default_factory=dict)


# Icons, and what `rich(text)` makes of lists and tables, for type of 7 to 9 pt. Markers are letters,
# since the engines draw those of their own in different sizes, and fonts can be asked whether they have them.
_RICH_CSS = (
    ".icon{fill:currentColor}.unbroken{white-space:nowrap}"
    ".rich{margin:.4em 0 0;padding:0}.rich.first{margin:0}.rich .rich{margin-top:.15em}"
    "ul.rich,ol.rich{list-style:none;text-align:start}"
    ".rich li{margin:.15em 0 0;padding:0;padding-inline-start:.9em}"
    "ol.rich>li{padding-inline-start:1.2em}.rich li:first-child{margin-top:0}"
    ".rich .marker{display:inline-block;width:.9em;margin-inline-start:-.9em}"
    "ol.rich>li>.marker{width:1.2em;margin-inline-start:-1.2em}"
    "table.rich{border-collapse:collapse;color:inherit;font:inherit;line-height:inherit}"
    ".rich th,.rich td{padding:.1em .8em .1em 0;vertical-align:baseline}"
    ".rich tr>:last-child{padding-right:0}.rich th{font-weight:bold;border-bottom:.5pt solid currentColor}"
    ".rich .left{text-align:left}.rich .center{text-align:center}.rich .right{text-align:right}"
)

# PlutoPrint draws a ligature well but tells nobody which letters it stands for: "Then" could not be
# searched or copied. So faces are set without ligatures, whichever engine draws them.
RESET_CSS = (
    "html,body{margin:0;padding:0}svg{display:inline-block}.face{font-variant-ligatures:none}" + _RICH_CSS
)


_UNMOVED = "".join(
    f"{name}:{value}!important;"
    for value, names in {
        "auto": ("left", "top", "right", "bottom"),
        "0": ("margin", "min-width", "min-height"),
        "none": ("max-width", "max-height", "float"),
        "border-box": ("box-sizing",),
        "relative": ("position",),
    }.items()
    for name in names
)


def page_css(page: Size) -> str:
    """Return the style that puts each `.face` of the document on a page of this size.

    Whatever the game's stylesheet says: a kind's id is a class of its faces, and may be that of a box, too.
    """
    size = f"{page.width:.4f}mm", f"{page.height:.4f}mm"
    return (
        f"@page{{size:{size[0]} {size[1]};margin:0}}"
        f"body>.face{{position:relative;overflow:hidden;width:{size[0]};height:{size[1]};{_UNMOVED}"
        "page-break-after:always;page-break-inside:avoid}body>.face:last-child{page-break-after:auto}"
    )
