"""Pictures of drawn faces, with their bleed or cut to the trim. Draws nothing itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cardtool.export.frames import Frame, own_frame, pixels_of
from cardtool.export.png_file import png_files
from cardtool.export.raster import Raster, opened, raster, size_of
from cardtool.model import Face, FacePages, Game, Side

__all__ = ["faces", "framed", "rasters", "same_backs", "whole_pages"]


def faces(
    pages: FacePages, game: Game, *, dpi: int = 300, bleed: bool = False
) -> Iterator[tuple[Face, bytes]]:
    """Each face with its PNG file, in the order of the documents; the same bytes every time.

    `bleed` says whether the picture shows the bleed or ends at the trim.
    """
    frames = {kind.id: own_frame(kind, dpi, bleed=bleed) for kind in game.kinds}
    return framed(pages, {face: frames[face.kind] for face in pages.pages}, dpi=dpi)


def framed(pages: FacePages, frames: Mapping[Face, Frame], *, dpi: int) -> Iterator[tuple[Face, bytes]]:
    """Each of the framed faces with its PNG file, in the order of the documents."""
    return png_files(rasters(pages, frames), dpi)


def rasters(pages: FacePages, frames: Mapping[Face, Frame]) -> Iterator[tuple[Face, Raster]]:
    """Each of the framed faces with its pixels, in the order of the documents."""
    for face, page in opened(_only(pages, frames)):
        frame = frames[face]
        yield face, raster(page, frame.window, frame.pixels)


def same_backs(pages: FacePages, frames: Mapping[Face, Frame]) -> dict[Face, Face]:
    """Which face stands for each: itself, or the first of the shared backs that looks like it."""
    shared = {face: frame for face, frame in frames.items() if face.side is Side.BACK and face.card is None}
    seen = dict(rasters(pages, shared))
    standing = {face: face for face in frames}
    for face in shared:
        standing[face] = next(
            other for other in shared if standing[other] == other and seen[other].looks_like(seen[face])
        )
    return standing


def whole_pages(pages: FacePages, *, dpi: int) -> Iterator[tuple[Face, bytes]]:
    """Each face with a PNG of its whole page, for pictures that are not cut."""
    return png_files(
        (
            (face, raster(page, size_of(page), pixels_of(size_of(page).size, dpi)))
            for face, page in opened(pages)
        ),
        dpi,
    )


def _only(pages: FacePages, wanted: Iterable[Face]) -> FacePages:
    return FacePages(pages.documents, {face: pages.pages[face] for face in wanted})
