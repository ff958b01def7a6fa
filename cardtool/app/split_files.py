"""Sheets in several files of few sheets each, for print shops and printers that choke on one of thousands."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from cardtool.app.artifacts import Artifact, BuildInputs, CardSheets
from cardtool.impose import Page
from cardtool.model import Face, Side

_HEADINGS = ("file", "sheets", "first page", "last page", "first card", "last card")


@dataclass(frozen=True, slots=True)
class FileList:
    """Which sheets and cards are in which of the files that one was split into, as a table."""

    whole: CardSheets
    files: tuple[CardSheets, ...]

    @property
    def name(self) -> str:
        return self.whole.name.removesuffix(".pdf") + "-files.csv"

    def write(self, inputs: BuildInputs) -> bytes:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(_HEADINGS)
        writer.writerows(map(_row, self.files))
        return text.getvalue().encode()


def split_files(artifacts: Iterable[Artifact], sheets: int) -> Iterator[Artifact]:
    """Yield these files, those of more than so many sheets of paper in parts, and a list of the parts."""
    for each in artifacts:
        papers = _papers(each.pages) if isinstance(each, CardSheets) else []
        if not isinstance(each, CardSheets) or len(papers) <= sheets:
            yield each
            continue
        parts = [papers[first : first + sheets] for first in range(0, len(papers), sheets)]
        files = tuple(
            replace(each, pages=tuple(page for paper in part for page in paper), part=number)
            for number, part in enumerate(parts, 1)
        )
        yield from files
        yield FileList(each, files)


def _papers(pages: Sequence[Page]) -> list[list[Page]]:
    """Return the pages of each sheet of paper: a back is on the sheet of the page before it."""
    papers: list[list[Page]] = []
    for page in pages:
        if page.frame.side is Side.BACK and papers:
            papers[-1].append(page)
        else:
            papers.append([page])
    return papers


def _row(file: CardSheets) -> tuple[str | int, ...]:
    fronts = [place.face for page in file.pages for place in page.places if place.face.side is Side.FRONT]
    first, last = file.pages[0].number, file.pages[-1].number
    return file.name, len(_papers(file.pages)), first, last, _label(fronts[0]), _label(fronts[-1])


def _label(face: Face) -> str:
    """Return the id of a face's card, and the number of the copy where copies are told apart."""
    return " ".join(filter(None, (face.card or face.kind, str(face.copy or ""))))
