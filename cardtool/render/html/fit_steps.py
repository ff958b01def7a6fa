"""How a text may be set to fit, step by step, and in what elements its box stands.

As designed; then with tighter leading; then in smaller type, a quarter point at a time, its leading as
loose as it may then be. Each search begins where the text ought to fit by its area, and goes on by halves.
Fonts, weight, capitals and spacing are inherited: a text is as large as the elements around it make it.
Knows sizes, leadings and tags; does not measure.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from cardtool.errors import TemplateError
from cardtool.model import TypeSetting

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
