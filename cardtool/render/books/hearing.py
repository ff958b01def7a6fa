"""Hears what WeasyPrint says while it works: it carries on without what it could not load or draw."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from cardtool.errors import TemplateError

__all__ = ["Heard", "hearing"]

_LOST = ("Font-face",)  # how warnings begin that leave something out
_NO_GLYPH = ".notdef"
_ABOUT_SVG = ("Ignored `fill", "Ignored `stroke", "Ignored `paint-order")  # which `inks` sees to


class Heard(logging.Handler):
    """What was said: errors, characters that no font had, and the rest."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.errors: list[str] = []
        self.missing: set[str] = set()
        self.warnings: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note one thing said."""
        text = record.getMessage()
        if text.startswith(_NO_GLYPH) and isinstance(record.args, tuple):
            self.missing.add(str(record.args[0]))
        elif record.levelno >= logging.ERROR or text.startswith(_LOST):
            self.errors.append(text)
        elif not text.startswith(_ABOUT_SVG):
            self.warnings.append(text)

    def fail(self, what: str) -> None:
        """Raises: TemplateError when something was left out of `what`."""
        if self.errors:
            raise TemplateError(f"{what} could not be drawn whole: {self.errors[0][:300]}")


@contextmanager
def hearing() -> Iterator[Heard]:
    """Listen for as long as the block lasts."""
    heard, logger = Heard(), logging.getLogger("weasyprint")
    logger.addHandler(heard)
    try:
        yield heard
    finally:
        logger.removeHandler(heard)
