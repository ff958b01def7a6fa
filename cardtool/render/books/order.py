"""What is asked of the book printer, and what comes back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cardtool.geometry import Size
from cardtool.project import Project

__all__ = ["Book", "BookOrder"]


@dataclass(frozen=True, slots=True)
class BookOrder:
    """A book to print: the inside of its `<body>`, its stylesheet, and how it is announced to readers.

    `name` is what messages call the source, such as `cards/barbarity/rulebook.md`; `language` is a tag as
    of BCP 47, such as `en-GB`. Pictures are addressed from the folder of the game's cards; `pictures` are
    those that will be put in later, by name, with their sizes: `<img src="picture:NAME" alt="…">`.
    """

    project: Project
    game: str
    name: str
    html: str
    style: str
    title: str
    language: str
    author: str = ""
    subject: str = ""
    pictures: Mapping[str, Size] = field(default_factory=dict)

    @property
    def allowance(self) -> float:
        """Seconds of CPU the book may take beside those that any question may: generous, but an end."""
        return 60.0


@dataclass(frozen=True, slots=True)
class Book:
    """A printed book. `anchors` says on which page, from 1, the element with an id begins.

    `pictures` says which of the pages' XObjects keeps the place of each picture to be put in: an empty
    form that fills the unit square.
    `warnings` are what the printer did not understand, such as an unknown property of the stylesheet.
    """

    pdf: bytes
    pages: int
    anchors: Mapping[str, int]
    pictures: Mapping[str, str]
    warnings: tuple[str, ...]
