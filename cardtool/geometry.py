"""Sizes, sides and boxes on paper. Millimetres; the origin is the top left, y grows downwards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Self

from cardtool.units import format_number


class Axis(StrEnum):
    """The line paper is turned or folded about: upright, or lying across."""

    VERTICAL = "vertical"
    HORIZONTAL = "horizontal"


class Point(NamedTuple):
    """A place on the page."""

    x: float
    y: float

    def moved(self, by: Point) -> Point:
        """Return this place, `by.x` to the right and `by.y` down."""
        return Point(self.x + by.x, self.y + by.y)

    def mirrored(self, axis: Axis, at: float) -> Point:
        """Return where this place comes to lie when the page is turned about the axis at this x or y."""
        if axis is Axis.VERTICAL:
            return Point(2 * at - self.x, self.y)
        return Point(self.x, 2 * at - self.y)


class Size(NamedTuple):
    """How wide and how high something is."""

    width: float
    height: float

    def grown(self, by: float) -> Size:
        """Return this size with `by` more on each of its four sides."""
        return Size(self.width + 2 * by, self.height + 2 * by)

    def turned(self) -> Size:
        """Return this size a quarter turn round."""
        return Size(self.height, self.width)

    def goes_into(self, room: Size) -> bool:
        """Return whether something of this size has that much room, one way or the other."""
        return any(self.width <= way.width and self.height <= way.height for way in (room, room.turned()))

    def __str__(self) -> str:
        return f"{format_number(self.width)} × {format_number(self.height)} mm"


@dataclass(frozen=True, slots=True)
class Sides:
    """A length for each of the four sides of something."""

    left: float
    top: float
    right: float
    bottom: float

    @classmethod
    def all(cls, length: float) -> Self:
        """Return the same length on every side."""
        return cls(left=length, top=length, right=length, bottom=length)

    @property
    def widest(self) -> float:
        """The longest of them."""
        return max(self.left, self.top, self.right, self.bottom)

    def capped(self, most: float) -> Sides:
        """Return these lengths, none of them more than `most`."""
        return Sides(
            left=min(self.left, most),
            top=min(self.top, most),
            right=min(self.right, most),
            bottom=min(self.bottom, most),
        )

    def mirrored(self, axis: Axis) -> Sides:
        """Return these lengths after a turn about the axis: two opposite sides change places."""
        if axis is Axis.VERTICAL:
            return Sides(left=self.right, top=self.top, right=self.left, bottom=self.bottom)
        return Sides(left=self.left, top=self.bottom, right=self.right, bottom=self.top)


@dataclass(frozen=True, slots=True)
class Box:
    """An upright rectangle on the page."""

    left: float
    top: float
    width: float
    height: float

    @classmethod
    def around(cls, centre: Point, size: Size) -> Self:
        """Return the box of this size with this centre."""
        return cls(centre.x - size.width / 2, centre.y - size.height / 2, size.width, size.height)

    @classmethod
    def hull(cls, boxes: Iterable[Box]) -> Self:
        """Return the smallest box around all of these. Raises: ValueError when there are none."""
        boxes = tuple(boxes)
        left, top = min(box.left for box in boxes), min(box.top for box in boxes)
        right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
        return cls(left, top, right - left, bottom - top)

    @property
    def right(self) -> float:
        return self.left + self.width

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def centre(self) -> Point:
        return Point(self.left + self.width / 2, self.top + self.height / 2)

    @property
    def size(self) -> Size:
        return Size(self.width, self.height)

    def grown(self, by: Sides) -> Box:
        """Return this box, larger by the given lengths; negative ones make it smaller."""
        return Box(
            self.left - by.left,
            self.top - by.top,
            self.width + by.left + by.right,
            self.height + by.top + by.bottom,
        )

    def contains(self, other: Box, slack: float = 1e-6) -> bool:
        """Return whether `other` lies inside this box, a rounding error aside."""
        return (
            self.left - slack <= other.left
            and self.top - slack <= other.top
            and other.right <= self.right + slack
            and other.bottom <= self.bottom + slack
        )

    def overlaps(self, other: Box, slack: float = 1e-6) -> bool:
        """Return whether the two share more than an edge, a rounding error aside."""
        return (
            self.left + slack < other.right
            and other.left + slack < self.right
            and self.top + slack < other.bottom
            and other.top + slack < self.bottom
        )

    def moved(self, by: Point) -> Box:
        """Return this box, `by.x` to the right and `by.y` down."""
        return Box(self.left + by.x, self.top + by.y, self.width, self.height)

    def mirrored(self, axis: Axis, at: float) -> Box:
        """Return where this box comes to lie when the page is turned about the axis at this x or y."""
        return Box.around(self.centre.mirrored(axis, at), self.size)
