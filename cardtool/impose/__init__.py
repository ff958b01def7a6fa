"""Imposition: drawn faces onto sheets of paper, to be printed, cut and played with.

`plan` is arithmetic, and says whether the cards fit; `write_sheets` and `write_faces` make PDFs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from cardtool.impose.page import Card, Frame, Page, Place
from cardtool.impose.plan import plan
from cardtool.model import Face, FacePages, Kind, Sheet

__all__ = ["Card", "Frame", "Page", "Place", "plan", "write_faces", "write_sheets"]


def write_sheets(
    pages: Sequence[Page],
    faces: FacePages,
    *,
    title: str,
    version: str,
    sheet: Sheet,
    font: Path,
    language: str = "en",
) -> bytes:
    """A PDF of planned pages, to be printed at home.

    `title` and `version` are the game's; `sheet` is the one the pages were planned on; `font` is the
    TrueType file of the small print; `language` is a BCP 47 tag.
    """
    from cardtool.impose.write.sheets import write

    game = f"{title} {version}"
    caption = f"{game} · {sheet.name}"
    return write(pages, faces, title=f"{game}: {sheet.title}", caption=caption, font=font, language=language)


def write_faces(faces: FacePages, kinds: Mapping[Face, Kind], *, title: str, language: str = "en") -> bytes:
    """A PDF with one page a face, bleed included, in the order of `faces`: for print shops, for looking at.

    MediaBox and BleedBox are the face with its bleed; TrimBox is what is left when it is cut.
    """
    from cardtool.impose.write.faces import write

    return write(faces, {face: kind.bleed for face, kind in kinds.items()}, title=title, language=language)
