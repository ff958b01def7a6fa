"""How much ink each file of a build takes, from what is drawn on it: an estimate by some of its faces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from cardtool.geometry import Size
from cardtool.impose import TiledFace
from cardtool.model import Face, FacePages
from cardtool.pipeline.prints import PAPERS, Print, SheetBook, TiledMats, WholeMats
from cardtool.pipeline.sheets import TiledCards

__all__ = ["ink_of"]

_SAMPLE = 6  # faces of a side that are looked at, evenly spread over all that are printed

Shown = Sequence[tuple[Face, float]]  # each face that is printed, and the mm² of it that show
Coverages = Callable[[bytes, Sequence[int]], Sequence[float]]  # of these pages of a document, from 0


def ink_of(prints: Sequence[Print], faces: FacePages, coverages: Coverages) -> dict[str, float]:
    """For each sheet file by name: the ink on the average page, of which 1 is one ink all over it."""
    told = {each.name: told for each in prints if (told := _shown(each)) and told[1]}
    sampled = {name: _sampled(shown) for name, (shown, _) in told.items()}
    covered = _covered(faces, {face for sample in sampled.values() for face in sample}, coverages)
    return {
        name: round(_ink(shown, sampled[name], covered) / paper, 3) for name, (shown, paper) in told.items()
    }


def _covered(faces: FacePages, wanted: Iterable[Face], coverages: Coverages) -> dict[Face, float]:
    """The mean coverage of each of these faces."""
    in_order = sorted(wanted, key=lambda face: (faces.pages[face], face.name))
    covered: dict[Face, float] = {}
    for number, group in groupby(in_order, key=lambda face: faces.pages[face].document):
        here = tuple(group)
        shares = coverages(faces.documents[number], [faces.pages[face].page for face in here])
        covered |= zip(here, shares, strict=True)
    return covered


def _shown(each: Print) -> tuple[Shown, float] | None:
    """What is printed in a file, and the mm² of all its pages; None for a file that is no sheets."""
    if isinstance(each, SheetBook):
        shown = [
            (place.face, place.slot.shown.width * place.slot.shown.height)
            for page in each.pages
            for place in page.places
        ]
        return shown, sum(page.frame.paper.width * page.frame.paper.height for page in each.pages)
    if isinstance(each, WholeMats):
        mats = [(face, kind.page.width * kind.page.height) for face, kind in each.mats]
        paper = PAPERS.get(each.paper)
        return mats, len(mats) * paper.width * paper.height if paper else sum(area for _, area in mats)
    if isinstance(each, TiledCards):
        return _tiled(each.mats, each.sheet.paper)
    return _tiled(each.mats, PAPERS[each.paper]) if isinstance(each, TiledMats) else None


def _tiled(mats: Sequence[TiledFace], paper: Size) -> tuple[Shown, float]:
    shown = [(mat.face, mat.tiles.face.width * mat.tiles.face.height) for mat in mats]
    return shown, sum(mat.tiles.count for mat in mats) * paper.width * paper.height


def _sampled(shown: Shown) -> dict[Face, None]:
    """Some faces of each side, those that are printed most the likelier."""
    chosen: dict[Face, None] = {}
    for side in sorted({face.side for face, _ in shown}):
        there = [face for face, _ in shown if face.side is side]
        count = min(_SAMPLE, len(there))
        chosen |= dict.fromkeys(there[(2 * step + 1) * len(there) // (2 * count)] for step in range(count))
    return chosen


def _ink(shown: Shown, sampled: Mapping[Face, None], covered: Mapping[Face, float]) -> float:
    """The mm² of one full ink on all that is shown, each side reckoned by the mean of its sample."""
    return sum(
        sum(mm2 for face, mm2 in shown if face.side is side)
        * _mean([covered[face] for face in sampled if face.side is side])
        for side in sorted({face.side for face, _ in shown})
    )


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)
