"""How a text is made to fit its box: the steps it may be set in, the elements around it, and the measuring.

As designed; then with tighter leading; then in smaller type, a quarter point at a time, its leading as
loose as it may then be. Each search begins where the text ought to fit by its area, and goes on by halves.
Fonts, weight, capitals and spacing are inherited: a text is as large as the elements around it make it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from markupsafe import escape

from cardtool.errors import TemplateError
from cardtool.geometry import Size
from cardtool.model import TypeSetting
from cardtool.render.batch import Overflow

_SMALLEST_TYPE = 6.0  # pt; smaller type is not read at arm's length, and home printers fill its counters
_TIGHTEST_LEADING = 0.9  # of the size; closer lines run into each other
_QUARTER = 0.25  # pt
_HUNDREDTHS = 100

MeasureFill = Callable[[TypeSetting], float]
"""What share of its box a text takes, set so; 1 at most where it fits."""


class FitSteps(NamedTuple):
    """A text as it was designed, the tightest its lines and the smallest its type may become."""

    designed: TypeSetting
    tightest: float
    smallest: float

    @property
    def lowest(self) -> TypeSetting:
        """The last step."""
        return TypeSetting(self.smallest, self.tightest)

    def settle(self, fill: MeasureFill) -> TypeSetting | None:
        """Return the first step at which the text fits; None where it fits at none."""
        if fill(self.designed) <= 1:
            return self.designed
        return self.at(self.designed.size, fill) or self._smaller(fill)

    def at(self, size: float, fill: MeasureFill) -> TypeSetting | None:
        """Return the loosest leading at which the text fits in this size; None where none is tight enough."""
        tight = fill(TypeSetting(size, self.tightest))
        if tight > 1:
            return None
        low, high = round(self.tightest * _HUNDREDTHS), round(self.designed.leading * _HUNDREDTHS)
        looser = (step / _HUNDREDTHS for step in range(high - 1, low, -1))
        leadings = [each for each in (self.designed.leading, *looser) if each > self.tightest]
        steps = [TypeSetting(size, leading) for leading in (*leadings, self.tightest)]
        near = self.tightest / tight if tight else math.inf  # the lines stay what they are
        return _first_fitting(steps, fill, sum(step.leading > near for step in steps))

    def _smaller(self, fill: MeasureFill) -> TypeSetting | None:
        size = self.designed.size
        steps = [TypeSetting(smaller, self.tightest) for smaller in self.sizes()[1:]]
        near = size / fill(TypeSetting(size, self.tightest)) ** 0.5  # its area goes by the square of the size
        found = _first_fitting(steps, fill, sum(step.size > near for step in steps))
        return found and (self.at(found.size, fill) or found)

    def sizes(self) -> list[float]:
        """Return the sizes of type from the designed one down to the smallest, a quarter point apart."""
        size, smallest = self.designed.size, self.smallest
        quarters = math.floor((size - smallest) / _QUARTER + 1e-9)
        sizes = [size - _QUARTER * step for step in range(quarters + 1)]
        return sizes if sizes[-1] - smallest < 1e-9 else [*sizes, smallest]


def fit_steps(size: float, leading: float, tightest: float | None, smallest: float | None) -> FitSteps:
    """Return the ladder a template asks for; what it leaves out has no steps.

    Raises: TemplateError for one that goes up, or further down than can be read.
    """
    made = FitSteps(
        TypeSetting(float(size), float(leading)),
        leading if tightest is None else float(tightest),
        size if smallest is None else float(smallest),
    )
    if not _SMALLEST_TYPE <= made.smallest <= made.designed.size < math.inf:
        raise TemplateError(
            f"fit: type of {made.smallest:g} pt; the smallest must be at least {_SMALLEST_TYPE:g} pt, "
            f"and no larger than the size of {made.designed.size:g} pt"
        )
    if not _TIGHTEST_LEADING <= made.tightest <= made.designed.leading < math.inf:
        raise TemplateError(
            f"fit: leading of {made.tightest:g}; the tightest must be at least {_TIGHTEST_LEADING:g}, "
            f"and no looser than the leading of {made.designed.leading:g}"
        )
    return made


def _first_fitting(steps: Sequence[TypeSetting], fill: MeasureFill, near: int) -> TypeSetting | None:
    """Return the first step that fits, where all after one that fits do too; None where none does.

    It is looked for about the place `near` first.
    """
    low, high = 0, len(steps)  # the answer lies from low to high; high is known to fit, or is none
    for trial in (near, near - 1, near + 1):
        if low <= trial < high:
            low, high = (low, trial) if fill(steps[trial]) <= 1 else (trial + 1, high)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fill(steps[middle]) <= 1 else (middle + 1, high)
    return steps[low] if low < len(steps) else None


_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<end>/)?(?P<name>[a-zA-Z][\w:-]*)(?P<attributes>(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>"
    "|\ufdd0(?P<mark>[0-9]{1,5})\ufdd1",
    re.DOTALL,
)
_STYLE = re.compile(r"\sstyle\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_VOID_NAMES = "area br col embed hr img input link meta source track wbr"
_VOID = frozenset(_VOID_NAMES.split())
_OPTIONAL_END_NAMES = """
p li dt dd option td th tr tbody thead tfoot colgroup caption
a abbr b big cite code em font i mark q s small strike strong sub sup u
"""
_OPTIONAL_END = frozenset(_OPTIONAL_END_NAMES.split())  # HTML ends them by itself, or they are emphasis
# What takes an element its place and size, and leaves what is inherited from it.
_IN_FLOW_STYLE = (
    "position:static;display:block;float:none;width:auto;height:auto;min-width:0;min-height:0;max-width:none;"
    "max-height:none;margin:0;padding:0;border:0;transform:none;overflow:visible;background:none"
)


class MisnestedTags(Exception):
    """An element that is opened and not closed, or closed and not opened; the sentence says which.

    `tag` is how it is opened, where it is.
    """

    def __init__(self, said: str, name: str = "", attributes: str = "") -> None:
        super().__init__(said)
        self.tag = f"<{name}{attributes}>" if name else ""


class OpenTags(NamedTuple):
    """The elements around a box, as HTML before and behind it, in the flow; nothing for one by itself."""

    before: str = ""
    behind: str = ""


def open_tags_at_marks(draft: str) -> dict[int, OpenTags]:
    """For each mark of a text box in this HTML: the elements in which it comes first.

    Raises: Misnested.
    """
    found: dict[int, OpenTags] = {}
    opened: list[tuple[str, str]] = []
    drawings = 0  # that are open; in SVG every element may close itself
    for end, written, attributes, mark in _TOKEN.findall(draft):
        name = written.lower()
        if mark:
            found.setdefault(int(mark), _open_tags(opened))
        elif end:
            drawings -= name == "svg"
            _close_tag(opened, name)
        elif name and name not in _VOID and not (attributes.endswith("/") and (drawings or name == "svg")):
            drawings += name == "svg"
            opened.append((name, attributes))
    lost = next((each for each in opened if each[0] not in _OPTIONAL_END), None)
    if lost:
        raise MisnestedTags(f"a <{lost[0]}> is opened and never closed", *lost)
    return found


def _close_tag(opened: list[tuple[str, str]], name: str) -> None:
    """Close the innermost element of this name, and what was forgotten inside it."""
    if opened and opened[-1][0] == name:
        opened.pop()
        return
    for depth in range(len(opened) - 2, -1, -1):
        if opened[depth][0] == name:
            lost = next((each for each in opened[depth + 1 :] if each[0] not in _OPTIONAL_END), None)
            if lost:
                raise MisnestedTags(f"a <{lost[0]}> is opened and not closed before </{name}>", *lost)
            del opened[depth:]
            return
    if name not in _OPTIONAL_END | _VOID:
        raise MisnestedTags(f"a </{name}> closes nothing")


def _open_tags(opened: list[tuple[str, str]]) -> OpenTags:
    return OpenTags(
        "".join(_tag_in_flow(name, attributes) for name, attributes in opened),
        "".join(f"</{name}>" for name, _ in reversed(opened)),
    )


def _tag_in_flow(name: str, attributes: str) -> str:
    """Return the tag of an element, which keeps what it hands down and gives up its place."""
    style = _STYLE.search(attributes)
    if style is None:
        return f'<{name}{attributes} style="{_IN_FLOW_STYLE}">'
    own = style[1] if style[1] is not None else style[2].replace('"', "'")
    return f'<{name}{attributes[: style.start()]} style="{own};{_IN_FLOW_STYLE}"{attributes[style.end() :]}>'


Measure = Callable[[str, float], Size]
"""HTML and the width in mm it is given → the room it takes, in mm."""

SLACK = 0.05  # mm; less than a reader or a printer can tell
SIDE_SLACK = 0.5  # mm; an engine counts the side bearing of a last letter as room taken
FOOT_HEIGHT = (
    5.0  # mm below boxes that are measured: letters hang below their last line, which makes no box higher
)
_ALONE_STYLE = (
    "position:static;width:auto;height:auto;overflow:visible;"
    "margin:0;padding:0;border:0;float:none;min-height:0"
)
_MM_PER_PT = 25.4 / 72
_HALVINGS = 4  # of the widths a balanced text may have: to a thirtieth of the box


def foot_html() -> str:
    """Return what stands below boxes that are measured."""
    return f'<div style="height:{FOOT_HEIGHT}mm"></div>'


class TextBox:
    """A text in a box with so much room, in mm. `name` is what to call it.

    `group` names the texts that it may share a size with, and `sizes` which become which there.
    """

    def __init__(
        self,
        name: str,
        text: str,
        *,
        room: Size,
        steps: FitSteps,
        balance: float,
        look: str,
        scope: str,
        measure: Measure,
        sizes: Mapping[str, Mapping[float, float]],
        printed: bool = True,
        optional: bool = False,
    ) -> None:
        """`look` is the class attribute of the box; `scope` and `printed` are as in `FitMacro`.

        A text that is `optional` is left out where it does not fit.
        """
        self.name, self.room, self.steps = name, room, steps
        self.group = f"{scope}/{name}/{steps.designed.size:g}"
        self._text, self._balance, self._look, self._scope = text, balance, look, scope
        self._measure, self._sizes, self._printed = measure, sizes.get(self.group, {}), printed
        self._optional = optional
        self._around = OpenTags()
        self._reported: Size | None = None
        self._used: TypeSetting | None = None
        self._grown: Overflow | None = None  # where it stands, beyond what a template was told

    def stand(self, around: OpenTags) -> None:
        """Put the box into these elements."""
        self._around = around

    def reported_size(self) -> Size:
        """Return the room its text takes, for a template that lays out by it."""
        if self._reported is None:
            self._reported = Size(self.width, self.down)
        return self._reported

    @property
    def is_reported(self) -> bool:
        """Whether a template lays out by the room its text takes."""
        return self._reported is not None

    @property
    def kept(self) -> Size:
        """The room that is kept for the text: its own, or what the template was told and a little air."""
        return Size(self._reported.width, self._reported.height + SLACK) if self._reported else self.room

    @property
    def is_resized(self) -> bool:
        """Whether the text must be set smaller than it was designed, though it may fit."""
        return self.steps.designed.size in self._sizes

    @property
    def is_settled(self) -> bool:
        """Whether the box has been measured, and its text made to fit where that can be."""
        return self._used is not None

    def settle(self) -> TypeSetting:
        """Measure the text, make it fit where that can be, and return how it is set."""
        if self._used is None:
            shared = self._sizes.get(self.needed.size) if self.needed else None
            sizes = self.steps.at(shared, self._fill) if shared else None
            self._used = sizes or self.needed or self.steps.lowest
        return self._used

    @cached_property
    def needed(self) -> TypeSetting | None:
        """The first step at which the text fits; None where it fits at none."""
        return self.steps.settle(self._fill)

    @property
    def used(self) -> TypeSetting:
        """How the text is set."""
        return self.settle()

    @cached_property
    def width(self) -> float:
        """The width of the box in mm; of one that is balanced, the least that costs no further line."""
        if self._balance >= 1 or not self._printed:
            return self.room.width
        if self.down / (self.used.size * self.used.leading * _MM_PER_PT) < 1.5:  # lines
            return self.room.width
        least, width = self.room.width * self._balance, self.room.width
        for _ in range(_HALVINGS):
            trial = (least + width) / 2
            taken = self._taken(self.used, trial)
            narrow = taken.height > self.down + 0.1 or taken.width > trial + SIDE_SLACK
            least, width = (trial, width) if narrow else (least, trial)
        return round(width, 2)

    @property
    def down(self) -> float:
        """The height its text takes, in mm."""
        return self._taken(self.used, self.room.width).height

    @property
    def fill(self) -> float:
        """The share of the box's height that its text takes, as it is set."""
        return round(self.down / self.room.height, 3) if self.room.height else 0.0

    @property
    def is_misfit(self) -> bool:
        """Whether the text does not fit as it was designed; of one that was told, whether it fits no more."""
        if not self.is_reported:
            return self.needed != self.steps.designed
        self._grown = self._growth()
        return self._grown is not None

    @property
    def overflow(self) -> Overflow | None:
        """By how much the text is larger than the box at the last step; None where it fits or is left out."""
        if self._optional:
            return None
        if self.needed is None:
            return self._overflow(self._taken(self.used, self.room.width), self.room)
        return self._grown

    def _growth(self) -> Overflow | None:
        if not self.is_reported:
            return None
        taken = self._taken(self.used, self.width)
        if taken.height <= self.kept.height and taken.width - self.kept.width <= SIDE_SLACK:
            return None
        return replace(self._overflow(taken, self.reported_size()), grown=True)

    def _overflow(self, taken: Size, room: Size) -> Overflow:
        across = taken.width - room.width
        across, down = across if across > SIDE_SLACK else 0.0, max(taken.height - room.height, 0.0)
        return Overflow(self.name, down, across, *self.used, laddered=self.used != self.steps.designed)

    @property
    def html(self) -> str:
        """The box as it is printed. One that nobody has asked about is as it was designed."""
        if self._optional and (self.needed is None or self._growth() is not None):
            return ""
        if self.is_settled or (self._balance < 1 and self._printed):
            return self._set(self.used, self.width)
        return self._set(self.steps.designed, self.room.width)

    def stacked(self, widest: float) -> str:
        """Return the box as one of many: as high as its room or higher, ending `widest` mm from the left."""
        left = widest - self.kept.width
        style = f"display:flow-root;min-height:{self.kept.height:.4f}mm;padding-left:{left:.4f}mm"
        alone = self._alone(self.used if self.is_reported else self.steps.designed, self.kept.width)
        return f'<div style="{style}">{alone}</div>'

    def _fill(self, setting: TypeSetting) -> float:
        """Return the share of the box's height that its text takes; more than any where it is too wide."""
        taken = self._taken(setting, self.room.width)
        high = max(taken.height - SLACK, 0.0)
        if taken.width - self.room.width > SIDE_SLACK or (high and not self.room.height):
            return math.inf
        return high / self.room.height if high else 0.0

    def _taken(self, setting: TypeSetting, width: float) -> Size:
        """Return the room the text takes in this width; the foot keeps out of it what hangs below."""
        html = f'<div style="display:flow-root">{self._alone(setting, width)}</div>{foot_html()}'
        taken = self._measure(html, width)
        return Size(taken.width, taken.height - FOOT_HEIGHT)

    def _alone(self, setting: TypeSetting, width: float) -> str:
        """Return the box by itself, under the rules of the stylesheet for its face and what is around it."""
        box = self._set(setting, width, ";position:static")
        before, behind = self._around
        return f'<div class="{self._scope}" style="{_ALONE_STYLE}">{before}{box}{behind}</div>'

    def _set(self, setting: TypeSetting, width: float, style: str = "") -> str:
        look = f"width:{width:.2f}mm;font-size:{setting.size:.2f}pt;line-height:{setting.leading:.3f}{style}"
        return f'<div class="{self._look}" data-fit="{escape(self.name)}" style="{look}">{self._text}</div>'


_FEW = 4  # boxes that are measured one by one rather than in halves
_MOST_TOGETHER = 1000.0  # mm of boxes, one below the other, that are measured together


def fit_all(boxes: Iterable[TextBox], measure: Measure) -> list[TextBox]:
    """Make every text fit that can be made to, and return the boxes whose text was measured by itself."""
    boxes = tuple(boxes)
    unknown = [box for box in boxes if box.is_reported or not (box.is_settled or box.is_resized)]
    for box in (*misfits(unknown, measure), *(box for box in boxes if box.is_resized)):
        box.settle()
    return [box for box in boxes if box.is_settled]


def misfits(boxes: Iterable[TextBox], measure: Measure) -> Iterator[TextBox]:
    """Yield the boxes whose text is too large as designed, or larger than the template was told, in order."""
    for stack in _stacks(boxes):
        yield from _misfits_of(stack, measure)


def _misfits_of(stack: Sequence[TextBox], measure: Measure) -> Iterator[TextBox]:
    """Yield the misfits of a stack: none where it fits together, else those of its halves."""
    if _fits_together(stack, measure):
        return
    if len(stack) <= _FEW:
        yield from (box for box in stack if box.is_misfit)
    else:
        middle = len(stack) // 2
        yield from _misfits_of(stack[:middle], measure)
        yield from _misfits_of(stack[middle:], measure)


def _fits_together(stack: Sequence[TextBox], measure: Measure) -> bool:
    """Return whether a stack of boxes, each as high as it may be or higher, is no larger than it may be."""
    widest = max(box.kept.width for box in stack)
    room = measure("".join(box.stacked(widest) for box in stack) + foot_html(), widest)
    most = sum(box.kept.height for box in stack) + FOOT_HEIGHT
    return room.height - most <= SLACK and room.width - widest <= SIDE_SLACK


def _stacks(boxes: Iterable[TextBox]) -> Iterator[list[TextBox]]:
    stack: list[TextBox] = []
    height = 0.0
    for box in boxes:
        if stack and height + box.kept.height > _MOST_TOGETHER:
            yield stack
            stack, height = [], 0.0
        stack.append(box)
        height += box.kept.height
    if stack:
        yield stack
