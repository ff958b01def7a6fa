"""Opens a PDF and hands on its pages, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pypdfium2

from cardtool.errors import ProjectError
from cardtool.preflight.sight import Sight

__all__ = ["opened"]


@contextmanager
def opened(
    content: bytes, name: str, which: Sequence[int] | None = None
) -> Iterator[Iterator[tuple[int, Sight]]]:
    """The pages of a PDF, or those of these numbers, one after the other; pages count from 0.

    Raises: ProjectError when it cannot be opened.
    """
    try:
        document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise ProjectError(f"{name}: not a PDF that can be opened: {error}") from None
    try:
        yield _sights(document, range(len(document)) if which is None else which, name)
    finally:
        document.close()


def _sights(document: Any, which: Sequence[int], name: str) -> Iterator[tuple[int, Sight]]:
    for number in which:
        try:
            page = document[number]
            sight = Sight(page)
        except (pypdfium2.PdfiumError, ValueError) as error:
            raise ProjectError(f"{name}: page {number + 1} cannot be looked at: {error}") from None
        yield number, sight
        page.close()
