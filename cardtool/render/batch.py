"""Batches of faces for a worker to draw, what it answers about them, and that answer as JSON.

Nothing is drawn here, and no engine is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, astuple, dataclass, field
from typing import Any, NamedTuple

from cardtool.geometry import Size
from cardtool.model import Engine, Face, Source, Theme, TypeSetting
from cardtool.project import Project

FACE_INDEX_FILE = (
    "at"  # the file in which a worker notes the place of the face it is filling in, for when it dies
)
FACE_INDEX_SIZE = 8  # bytes, a signed number
_CARD_AREA = 70.0 * 95.0  # mm², with bleed


SizeMap = Mapping[str, Mapping[float, float]]
"""By groups of texts: the sizes of type that become another there, so that all are of few sizes."""

_SECONDS_PER_FACE = {Engine.PLUTOPRINT: 0.06, Engine.WEASYPRINT: 1.0}  # many times what a rich face takes


def seconds_per_face(engine: Engine) -> float:
    """Seconds of CPU that filling in and drawing a face may take, beside those that any batch may."""
    return _SECONDS_PER_FACE[engine]


class FaceJob(NamedTuple):
    """One face to draw: its template, what the template is told, and where its texts come from.

    `page` is the size with bleed; `places` says where each field of the card stands, by its name.
    Travels between processes, so it holds plain data only; the places stay behind.
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

    Where it is not yet known how texts are evened out, faces are not drawn if any text was made smaller.
    """

    project: Project
    game: str
    style: str
    page: Size
    jobs: tuple[FaceJob, ...]
    draw: bool
    engine: Engine
    evened: SizeMap | None = None
    theme: Theme = field(default_factory=Theme)

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.project.template_name(self.game, self.jobs[0].template)

    @property
    def allowance(self) -> float:
        """Seconds of CPU these faces may take beside those that any question may."""
        return self.seconds_to_fill(len(self.jobs))

    def seconds_to_fill(self, faces: int) -> float:
        """Seconds of CPU that so many of these faces may take: a larger face more than a card."""
        area = self.page.width * self.page.height
        return seconds_per_face(self.engine) * faces * max(1.0, area / _CARD_AREA)


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
    """What is wrong with one face: texts that do not fit, and characters no font has."""

    overflows: tuple[Overflow, ...]
    missing: str


@dataclass(frozen=True, slots=True)
class BatchResult:
    """The faces of a batch as PDF, a page each, and the trouble there is, by place in the batch.

    `fittings` are by place too. `groups` are those of all texts of the batch.
    """

    pdf: bytes
    troubles: dict[int, FaceProblems]
    fittings: dict[int, tuple[Fitting, ...]] = field(default_factory=dict)
    groups: frozenset[str] = frozenset()


def problems_as_json(drawn: BatchResult) -> list[dict[str, Any]]:
    return [
        {
            "index": index,
            "missing": trouble.missing,
            "overflows": [astuple(over) for over in trouble.overflows],
        }
        for index, trouble in sorted(drawn.troubles.items())
    ]


def fittings_as_json(drawn: BatchResult) -> list[dict[str, Any]]:
    return [
        {"index": index, **asdict(fitting)}
        for index, fittings in sorted(drawn.fittings.items())
        for fitting in fittings
    ]


def result_from_json(head: dict[str, Any], pdf: bytes) -> BatchResult:
    """The answer of a worker, as values."""
    fittings: dict[int, tuple[Fitting, ...]] = {}
    for told in head["fittings"]:
        fittings[told["index"]] = (*fittings.get(told["index"], ()), _fitting_from_json(told))
    troubles = {told["index"]: _problems_from_json(told) for told in head["troubles"]}
    return BatchResult(pdf, troubles, fittings, frozenset(head["groups"]))


def _problems_from_json(told: dict[str, Any]) -> FaceProblems:
    return FaceProblems(tuple(Overflow(*over) for over in told["overflows"]), told["missing"])


def _fitting_from_json(told: dict[str, Any]) -> Fitting:
    designed, used = TypeSetting(*told["designed"]), TypeSetting(*told["used"])
    return Fitting(told["box"], told["group"], designed, told["needed"], used, told["room"])


_ShapeCheck = Callable[[Any], bool]


def is_batch_answer(kept: Any, faces: int) -> bool:
    """Return whether this is an answer about so many faces."""

    def is_face(value: Any) -> bool:
        return type(value) is int and 0 <= value < faces

    trouble = _is_object(index=is_face, missing=_is_text, overflows=_is_list_of(_is_overflow))
    fitting = _is_object(
        index=is_face,
        box=_is_text,
        group=_is_text,
        designed=_is_setting,
        needed=_is_number,
        used=_is_setting,
        room=_is_number,
    )
    return _is_object(
        troubles=_is_list_of(trouble), fittings=_is_list_of(fitting), groups=_is_list_of(_is_text)
    )(kept)


def _is_object(**checks: _ShapeCheck) -> _ShapeCheck:
    """Return a check for a mapping with just these fields."""

    def check(value: Any) -> bool:
        return (
            isinstance(value, dict)
            and value.keys() == checks.keys()
            and all(checks[name](value[name]) for name in checks)
        )

    return check


def _is_list_of(check: _ShapeCheck) -> _ShapeCheck:
    return lambda value: isinstance(value, list) and all(map(check, value))


def _is_row_of(*checks: _ShapeCheck) -> _ShapeCheck:
    return lambda value: (
        isinstance(value, list)
        and len(value) == len(checks)
        and all(check(each) for check, each in zip(checks, value, strict=True))
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


def _is_bool(value: Any) -> bool:
    return isinstance(value, bool)


_is_setting = _is_row_of(_is_number, _is_number)
_is_overflow = _is_row_of(_is_text, *[_is_number] * 4, _is_bool, _is_bool)

# PlutoPrint draws a ligature well but tells nobody which letters it stands for: "Then" could not be
# searched or copied. So faces are set without ligatures, whichever engine draws them.
RESET_CSS = "html,body{margin:0;padding:0}svg{display:inline-block}.face{font-variant-ligatures:none}"


def page_css(page: Size) -> str:
    """The style that puts each `.face` of the document on a page of this size."""
    size = f"{page.width:.4f}mm", f"{page.height:.4f}mm"
    return (
        f"@page{{size:{size[0]} {size[1]};margin:0}}"
        f"body>.face{{position:relative;overflow:hidden;width:{size[0]};height:{size[1]};"
        "page-break-after:always;page-break-inside:avoid}body>.face:last-child{page-break-after:auto}"
    )
