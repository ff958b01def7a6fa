"""A game spread out on sheets: fronts of each kind in grids; behind them one back, or grids of backs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardtool.export.frames import own_frame
from cardtool.export.grids import HIDDEN, CardGrid, drawn, planned
from cardtool.export.png import framed, same_backs
from cardtool.export.png_file import png_file, png_files
from cardtool.export.raster import Raster
from cardtool.model import CardFaces, Face, FacePages, Game, Kind, PixelSize, Shop

__all__ = ["DeckSheet", "Spread", "spread_out"]

_NO_BACK = PixelSize(64, 64)  # a plain ground has nothing to show more of


@dataclass(frozen=True, slots=True)
class DeckSheet:
    """A sheet of fronts and its key; `cards` are the ids of its cards, cell by cell.

    `back` is the name of the picture behind it: one for all, or, if `unique`, a sheet of its own.
    """

    key: int
    fronts: CardGrid
    cards: tuple[str, ...]
    back: str
    unique: bool


@dataclass(frozen=True, slots=True)
class Spread:
    """Sheets of fronts, sheets of backs, and single backs by the names of their pictures.

    A single back is a face and its kind, or None for kinds that have none: a plain ground.
    """

    sheets: tuple[DeckSheet, ...]
    behind: tuple[CardGrid, ...]
    backs: Mapping[str, tuple[Face, Kind] | None]
    dpi: int

    def pictures(self, pages: FacePages) -> Iterator[tuple[str, bytes]]:
        """Every picture as a PNG file, with its name."""
        grids = [*(sheet.fronts for sheet in self.sheets), *self.behind]
        yield from png_files(drawn(pages, grids), self.dpi)
        names = {drawn[0]: name for name, drawn in self.backs.items() if drawn}
        frames = {
            face: own_frame(kind, self.dpi, bleed=False) for face, kind in filter(None, self.backs.values())
        }
        for face, content in framed(pages, frames, dpi=self.dpi):
            yield names[face], content
        plain = Raster(_NO_BACK, bytes(HIDDEN) * (_NO_BACK.width * _NO_BACK.height))
        yield from ((name, png_file(plain, self.dpi)) for name, drawn in self.backs.items() if drawn is None)


def spread_out(
    game: Game, shop: Shop, cards: Sequence[CardFaces], pages: FacePages, *, keeps_last: bool
) -> Spread:
    """Spread the cards out within the shop's limits.

    With `keeps_last` the last cell of each sheet is kept for what others see of a hidden card: the back that
    the cards share, or a plain ground where backs would give them away.
    """
    standing = _standing_backs(game, shop, cards, pages)
    sheets: list[DeckSheet] = []
    behind: list[CardGrid] = []
    backs: dict[str, tuple[Face, Kind] | None] = {}
    for kind in game.card_kinds:
        here = [each for each in cards if each.card.kind == kind.id]
        unique = bool(kind.back and kind.back.each_card)
        shared = next((each.back for each in here if each.back and not unique), None)
        grids = _grids(kind, "fronts", [each.front for each in here], shop, keeps_last, shared)
        if unique:
            own = _grids(kind, "backs", [each.back for each in here if each.back], shop, keeps_last)
            behind += own
            names = [grid.name for grid in own]
        else:
            by = standing[shared] if shared else None
            names = [f"{by.kind if by else kind.id}-back"] * len(grids)
            backs.update(dict.fromkeys(names, (by, game.kind(by.kind)) if by else None))
        ids = iter(each.card.id for each in here)
        for grid, name in zip(grids, names, strict=True):
            on_it = tuple(next(ids) for _ in grid.faces)
            sheets.append(DeckSheet(len(sheets) + 1, grid, on_it, name, unique))
    return Spread(tuple(sheets), tuple(behind), backs, shop.dpi[0])


def _grids(
    kind: Kind, side: str, faces: Sequence[Face], shop: Shop, keeps_last: bool, hidden: Face | None = None
) -> tuple[CardGrid, ...]:
    return planned(
        kind,
        side,
        faces,
        shop.limits,
        shop.dpi[0],
        keeps_last=keeps_last,
        hidden=hidden if keeps_last else None,
    )


def _standing_backs(game: Game, shop: Shop, cards: Sequence[CardFaces], pages: FacePages) -> dict[Face, Face]:
    """Which of the shared backs stands for each: kinds whose backs look alike have one picture."""
    frames = {
        each.back: own_frame(game.kind(each.card.kind), shop.dpi[0], bleed=False)
        for each in cards
        if each.back is not None and each.back.card is None
    }
    return same_backs(pages, frames)
