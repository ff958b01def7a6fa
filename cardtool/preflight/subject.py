"""What is examined, what the worker is asked about it, and what it answers, as plain data; and how a rule is
made that judges it.

Examines nothing. Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, NamedTuple, ParamSpec

from cardtool.colour import RGB
from cardtool.finding import Finding, Rule, Severity
from cardtool.geometry import Box, Size
from cardtool.model import RECTANGLE, Outline, Source
from cardtool.rule_runner import Problem, rule_from_module

DEFAULT_BUDGET = 25_000_000  # bytes; what the large mail services take, with some room for their own lines


class CardGroup(NamedTuple):
    """Cards that players must tell from others: those of one kind, or of one suit of a kind.

    Groups of one `family` are compared with each other. `name` is how messages call it.
    """

    family: str
    name: str
    source: Source


@dataclass(frozen=True, slots=True)
class Subject:
    """What a page shows: how messages call it, where it comes from, and where it will be cut.

    `trim` is None where nothing says that the page is cut; `outline` is the shape that is cut out of it.
    `bleed` is how far colour is to go on beyond the cut; None for all of the page.
    Text keeps `safe` mm away from the cut. `shows_something` says that it may not be blank.
    """

    title: str
    source: Source
    trim: Box | None
    safe: float
    groups: tuple[CardGroup, ...] = ()
    outline: Outline = RECTANGLE
    shows_something: bool = False
    bleed: Box | None = None


@dataclass(frozen=True, slots=True)
class ExpectedFile:
    """What a finished file is to be: its name in messages, its paper if that is known, its largest size.

    `sheet` is how messages call the paper; `budget` is in bytes.
    """

    name: str
    paper: Size | None = None
    sheet: str = ""
    budget: int = DEFAULT_BUDGET

    def page(self, number: int) -> Source:
        """Return a page of the file as a place; pages count from 1."""
        return Source(self.name, number)


class Thumbnail(NamedTuple):
    """The mean colours of a grid over the trim, row by row, and how many of them are in a row."""

    columns: int
    pixels: bytes  # red, green and blue of each

    @property
    def cells(self) -> tuple[RGB, ...]:
        """The colours, row by row."""
        return tuple(zip(self.pixels[::3], self.pixels[1::3], self.pixels[2::3], strict=True))


FACE_TITLE = "a drawn face"
"""What messages call a document of faces."""


class FacesRequest(NamedTuple):
    """A request to examine these pages, counted from 0, of a document of faces."""

    content: bytes
    subjects: Mapping[int, Subject]
    name: str = FACE_TITLE
    allowance: float = 0.0


class FileRequest(NamedTuple):
    """A request to examine a file. Text keeps `safe` mm from where pages are cut, or what each page says."""

    file: Path
    expected: ExpectedFile
    safe: float | None
    allowance: float = 0.0

    @property
    def name(self) -> str:
        """What messages call it."""
        return self.expected.name


Request = FacesRequest | FileRequest


class FacesResult(NamedTuple):
    """What was found in a document of faces, and what those of its pages look like that are cut."""

    findings: tuple[Finding, ...]
    thumbnails: Mapping[int, Thumbnail]


P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class PrintRule(Generic[P]):
    """A rule, and the function that looks for breaches of it on a page, in a file or among faces."""

    rule: Rule
    check: Callable[P, Iterable[Problem]]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> Iterator[Finding]:
        """Yield every breach of the rule."""
        return (self.rule.found(*problem) for problem in self.check(*args, **kwargs))


def print_rule(
    code: str, name: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[P, Iterable[Problem]]], PrintRule[P]]:
    """Return what makes a rule of a function; the function's docstring is the rule's page of the manual."""

    def stamp(check: Callable[P, Iterable[Problem]]) -> PrintRule[P]:
        return PrintRule(rule_from_module(check, code, name, severity), check)

    return stamp
