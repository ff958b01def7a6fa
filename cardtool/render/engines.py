"""The two engines that draw faces, and which of them this machine has. Imports one when it is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec
from typing import TYPE_CHECKING, Protocol

from cardtool.errors import MissingLibrary
from cardtool.model import Engine

if TYPE_CHECKING:
    from cardtool.geometry import Size
    from cardtool.render.fetch import Fetcher

__all__ = ["FaceEngine", "choose", "load", "seconds_a_face"]

_SECONDS_A_FACE = {Engine.PLUTOPRINT: 0.06, Engine.WEASYPRINT: 1.0}  # many times what a rich face takes


class FaceEngine(Protocol):
    """What draws and measures. Both engines mean the same by the same HTML and CSS."""

    def draw(self, pages: Sequence[str], page: Size, style: str, fetcher: Fetcher) -> bytes:
        """A PDF document with one page of this size for each piece of HTML."""

    def measure(self, html: str, width: float, style: str, fetcher: Fetcher) -> Size:
        """How much room the HTML takes, in mm, where `width` mm are there for it."""


def choose(wish: Engine | None = None) -> Engine:
    """The engine wished for, or else the quicker of those this machine has.

    Raises: MissingLibrary when this machine lacks it, or a library that it needs.
    """
    engine = wish or (Engine.PLUTOPRINT if find_spec("plutoprint") else Engine.WEASYPRINT)
    if find_spec(engine.value) is None:
        raise MissingLibrary(_how_to_get(engine))
    if engine is Engine.WEASYPRINT:
        from cardtool.render.books import needs

        needs.require()
    return engine


def load(engine: Engine) -> FaceEngine:
    """The engine itself, imported. Raises: MissingLibrary when it cannot be."""
    try:
        return _imported(engine)
    except ImportError:
        raise MissingLibrary(_how_to_get(engine)) from None
    except OSError as error:  # how WeasyPrint says that it lacks Pango
        from cardtool.render.books import needs

        raise MissingLibrary(needs.advice(str(error).partition(":")[0])) from None


def _imported(engine: Engine) -> FaceEngine:
    if engine is Engine.WEASYPRINT:
        from cardtool.render.books import faces as by_weasyprint

        return by_weasyprint
    from cardtool.render import faces as by_plutoprint

    return by_plutoprint


def seconds_a_face(engine: Engine) -> float:
    """Seconds of CPU that filling in and drawing a face may take, beside those that any batch may."""
    return _SECONDS_A_FACE[engine]


def _how_to_get(engine: Engine) -> str:
    if engine is Engine.WEASYPRINT:
        return "WeasyPrint is not installed: python -m pip install weasyprint"
    return (
        "PlutoPrint is not installed: python -m pip install plutoprint\n"
        "where there is none for this machine, the other engine draws the same faces: --engine weasyprint"
    )
