"""Where the seams of a tiled piece may run: between the spaces of its layout, and beside its holes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardtool.app.artifacts import PAPER_NAMES, Artifact, TiledCards, TiledMats
from cardtool.finding import Finding
from cardtool.geometry import Box, Point
from cardtool.impose import SEAM_THROUGH_SPACE, Tiles
from cardtool.model import Face, Game, Kind, Seams, Side, Space, path_points

_MOST_NAMED = 4  # spaces
_EDGE = 0.05  # mm; spaces that meet may overlap by so much


def parts_left_whole(game: Game, face: Face) -> tuple[Box, ...]:
    """Return the boxes around what seams on a face are not to cut, from its upper left corner."""
    kind = game.kind_of(face)
    return (*(space.box for space in _spaces_of(game, kind)), *_hole_boxes(kind, face.side))


def _spaces_of(game: Game, kind: Kind) -> Sequence[Space]:
    """Return the spaces that seams are to keep off."""
    layout = game.layouts.get(kind.layout)
    return layout.left_whole if layout else ()


def _hole_boxes(kind: Kind, side: Side) -> Iterator[Box]:
    middle = Point(kind.size.width / 2, kind.size.height / 2)
    for hole in kind.outline_on(side).holes:
        yield Box.hull(Box(x, y, 0, 0) for x, y in path_points(hole)).moved(middle)


def seam_findings(game: Game, artifacts: Iterable[Artifact]) -> Iterator[Finding]:
    """Yield the kinds whose seams are to run between spaces and cannot, once for each paper."""
    told: set[tuple[str, str]] = set()
    for paper, face, tiles in _tiled_faces(artifacts):
        kind = game.kind_of(face)
        if kind.seams is Seams.ON_GRID and tiles.cuts and (kind.id, paper) not in told:
            told.add((kind.id, paper))
            message = f"{kind.title}: on {paper}, seams go through {_cut_parts(game, kind, tiles)}"
            advice = "leave a gap between spaces, make them smaller, or say seams: near-grid"
            yield SEAM_THROUGH_SPACE.found(kind.source, message, advice)


def _tiled_faces(artifacts: Iterable[Artifact]) -> Iterator[tuple[str, Face, Tiles]]:
    for each in artifacts:
        if isinstance(each, TiledMats):
            yield from ((PAPER_NAMES[each.paper], mat.face, mat.tiles) for mat in each.mats)
        elif isinstance(each, TiledCards):
            yield from ((each.sheet.paper_name, mat.face, mat.tiles) for mat in each.mats)


def _cut_parts(game: Game, kind: Kind, tiles: Tiles) -> str:
    """Return how many spaces are cut and which; or that a hole is."""
    cut = [space.id for space in _spaces_of(game, kind) if _is_cut(space.box, tiles)]
    if not cut:
        return "a hole"
    named = ", ".join(cut[:_MOST_NAMED])
    return f"{len(cut)} space{'s' * (len(cut) > 1)} ({named}{', …' * (len(cut) > _MOST_NAMED)})"


def _is_cut(box: Box, tiles: Tiles) -> bool:
    return any(box.left + _EDGE < x < box.right - _EDGE for x in tiles.seams_across) or any(
        box.top + _EDGE < y < box.bottom - _EDGE for y in tiles.seams_down
    )
