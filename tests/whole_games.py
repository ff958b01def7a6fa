"""The games of this repository as tests need them: loaded, and built whole, once each."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pypdfium2
from made_once import Shared

from cardtool.app import build, options
from cardtool.load import load_game
from cardtool.markup import typographic_text
from cardtool.model import Game
from cardtool.project import TOOLKIT, Project

__all__ = ["built", "loaded", "pages", "squeezed"]


@cache
def loaded(name: str) -> Game:
    """The game of this name."""
    game = load_game(Project(TOOLKIT), name).game
    assert game is not None
    return game


def built(shared: Shared, name: str) -> Path:
    """The folder of all there is to print of a game, in which nothing is wrong. It is not to be changed."""
    return shared.once(name, lambda folder: _build(name, folder)) / "output"


def _build(name: str, folder: Path) -> None:
    order = options.BuildOptions(part=options.Part.ALL)
    assert build.build_game(Project(TOOLKIT), name, order, out=folder / "output").findings == ()


@cache
def pages(file: Path) -> tuple[str, ...]:
    """The text of each page, squeezed."""
    document = pypdfium2.PdfDocument(file)
    return tuple(squeezed(page.get_textpage().get_text_bounded()) for page in document)


def squeezed(text: str) -> str:
    """Text in small letters, less its hyphens; where a printed line may end, one space."""
    joined = re.sub(r"[\ufffe\u00ad-]\s*", "", typographic_text(text))
    return " ".join(joined.split()).lower()
