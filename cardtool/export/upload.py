"""Pictures to upload to a print shop: a file a face, an order where a program reads one, a checklist."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cardtool.export.autofill import order_file, slots_of
from cardtool.export.checklist import NAME, Part, checklist, counted, ranges, stretches
from cardtool.export.frames import Frame, frames_of
from cardtool.export.names import file_names
from cardtool.export.png import framed, same_backs
from cardtool.export.suits import Lot
from cardtool.model import CardFaces, Face, FacePages, Game, OrderFile, Shop

__all__ = ["upload"]


def upload(
    game: Game,
    shop: Shop,
    lots: Sequence[Lot],
    cards: Sequence[CardFaces],
    pages: FacePages,
    *,
    dpi: int,
    trimmed: bool,
    folder: str,
) -> Iterator[tuple[str, bytes]]:
    """The files of an export, by their names in the folder; lots of several sizes have folders of their own.

    `folder` is where they will be, as an order file calls it.
    """
    parts: list[Part] = []
    doubts: list[str] = []
    for lot in lots:
        here = lot.cards_of(cards)
        frames = frames_of(lot.kinds, here, lot.card, dpi, shop.dpi[0], trimmed=trimmed)
        inside = f"{lot.name}/" if len(lots) > 1 else ""
        standing = same_backs(pages, frames)
        upload = _Upload(game, shop, lot, here, frames, standing, inside, dpi, trimmed)
        yield from upload.pictures(pages)
        if shop.order is OrderFile.MPC_AUTOFILL:
            yield f"{inside}order.xml", upload.order(folder)
        parts.append(upload.part(titled=len(lots) > 1))
        doubts += stretches(lot, bleed=not trimmed)
    doubts.append("The shop turns RGB into its inks: print is duller than a screen. Order one copy first.")
    yield NAME, checklist(game, shop, parts, doubts)


@dataclass(frozen=True)
class _Upload:
    """The pictures of one lot. `standing` says which face's picture each face uses."""

    game: Game
    shop: Shop
    lot: Lot
    cards: Sequence[CardFaces]
    frames: Mapping[Face, Frame]
    standing: Mapping[Face, Face]
    inside: str
    dpi: int
    trimmed: bool

    def pictures(self, pages: FacePages) -> Iterator[tuple[str, bytes]]:
        """Each picture once, under its name."""
        files = self._files()
        own = {face: self.frames[face] for face in dict.fromkeys(self.standing.values())}
        for face, content in framed(pages, own, dpi=self.dpi):
            yield files[face], content

    def order(self, folder: str) -> bytes:
        """The order file."""
        files = self._files()
        fronts = {each.card.id: files[each.front] for each in self.cards}
        backs = {each.card.id: files[each.back] for each in self.cards if each.back is not None}
        return order_file(self.cards, fronts, backs, folder, self.shop)

    def part(self, *, titled: bool) -> Part:
        """What to order, and which file goes where."""
        files = self._files()
        slots = slots_of(self.cards) if self.shop.order else {}
        head = ("Card", "Copies", *(("Slots",) if slots else ()), "Front", "Back")
        rows = []
        for card, front, back in self.cards:
            places = (ranges(slots[card.id]),) if slots else ()
            rows.append((card.name, card.copies, *places, files[front], files[back] if back else "none"))
        title = self.lot.card.title if self.lot.card and titled else ""
        return Part(title, (*self._facts(files), *self._terms()), head, tuple(rows))

    def _files(self) -> dict[Face, str]:
        names = file_names(self.game, self.standing.values())
        return {face: f"{self.inside}{by.side}s/{names[by]}.png" for face, by in self.standing.items()}

    def _count(self) -> int:
        return sum(each.card.copies for each in self.cards)

    def _facts(self, files: Mapping[Face, str]) -> Iterator[str]:
        """How many cards and pictures there are, and what the pictures are like."""
        fronts = {files[each.front] for each in self.cards}
        backs = {files[each.back] for each in self.cards if each.back}
        pictures = f"{counted(len(fronts), 'picture')} of fronts, {counted(len(backs), 'picture')} of backs"
        yield f"{counted(self._count(), 'card')}, copies counted: {pictures}."
        if self.lot.card is not None:
            yield str(self.lot.card)
        else:
            edge = "cut to the trim" if self.trimmed else "with their bleed"
            sizes = "; ".join(dict.fromkeys(str(frame.pixels) for frame in self.frames.values()))
            yield f"Pictures {edge}: {sizes}."
        yield f"PNG, RGB, {self.dpi} dpi."

    def _terms(self) -> Iterator[str]:
        """The shop's limits, and how the order stands to them."""
        limits, count = self.shop.limits, self._count()
        if limits.cards:
            yield f"An order holds at most {limits.cards} cards; this one is {count}."
        if limits.brackets:
            bracket = limits.bracket(count)
            yield f"Sold as {bracket} cards: {counted(bracket - count, 'place')} to spare."
        if self.shop.stock:
            yield f"Card stock: {self.shop.stock}."
        if self.shop.order:
            yield "order.xml is for mpc-autofill. It names this folder on this computer: do not move it."
