"""Whether a game suits a shop: sizes, bleed, number of cards, backs, colours; and letters near the cut.

Judges; changes nothing. What is judged before anything is drawn is `unsuited`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardtool.export import rules
from cardtool.export.frames import pixels_of
from cardtool.finding import Finding
from cardtool.model import CardFaces, ColourSpace, Game, Kind, OutputKind, Shop, ShopCard
from cardtool.units import show

__all__ = ["Lot", "lots", "too_large", "unsuited"]

_SIZE_SLACK = 0.25  # mm; shops round to inches and pixels, and a card is stretched by no more than this
_BLEED_SLACK = 0.5  # mm that are mirrored outwards where the bleed is short: never seen unless a cut is lost


@dataclass(frozen=True, slots=True)
class Lot:
    """Kinds that are ordered together, since the shop prints them in one size.

    `card` is that size; None where the shop takes any, and cards stay as large as they are.
    """

    name: str
    kinds: tuple[Kind, ...]
    card: ShopCard | None

    def cards_of(self, cards: Sequence[CardFaces]) -> list[CardFaces]:
        """Those of these cards that belong to it."""
        kinds = {kind.id for kind in self.kinds}
        return [each for each in cards if each.card.kind in kinds]


def lots(game: Game, shop: Shop) -> tuple[Lot, ...]:
    """The game's cards by the size the shop prints them in; what it does not print is left out.

    A shop that takes any size gets them together, but for a PDF, whose pages are all of one size.
    """
    groups: dict[object, list[Kind]] = {}
    for kind in game.card_kinds:
        if game.cards_of(kind.id):
            groups.setdefault(_group(kind, shop), []).append(kind)
    return tuple(_lot(group, tuple(kinds), len(groups)) for group, kinds in groups.items() if group)


def _group(kind: Kind, shop: Shop) -> object:
    """What the kinds of a lot have in common; None for a kind the shop does not print."""
    if shop.cards:
        return _nearest(kind, shop)
    return (kind.size, kind.bleed) if shop.makes is OutputKind.PDF else shop.name


def _lot(group: object, kinds: tuple[Kind, ...], of: int) -> Lot:
    if isinstance(group, ShopCard):
        return Lot(group.name, kinds, group)
    return Lot(kinds[0].id if of > 1 else "", kinds, None)


def unsuited(game: Game, shop: Shop, *, converted: bool) -> Iterator[Finding]:
    """Whatever keeps the shop from printing this game. `converted` says that colours will be the shop's."""
    for kind in game.card_kinds:
        yield from _size_and_bleed(kind, shop)
        if shop.needs_backs and kind.back is None:
            message = f"{shop.title} prints a back for each card, and {kind.plural} have none"
            yield rules.SHOP_BACKS.found(kind.source, message, "give the kind a back: template")
    for lot in lots(game, shop):
        yield from _number(game, lot, shop)
    if shop.colour is ColourSpace.CMYK and not converted:
        message = f"{shop.title} prints in CMYK; without --icc this file stays in red, green and blue"
        advice = "give the colour profile that the shop recommends: --icc FILE"
        yield rules.SHOP_COLOUR.found(game.source, message, advice)


def too_large(game: Game, shop: Shop, name: str, size: int) -> Iterator[Finding]:
    """Whether a file of so many bytes is more than the shop takes."""
    if shop.limits.file_size and size > shop.limits.file_size:
        most = show(shop.limits.file_size / 1_000_000)
        message = f"{name} has {show(size / 1_000_000)} MB, and {shop.title} takes {most} MB"
        yield rules.FILE_SIZE.found(game.source, message, "lower the resolution, or simplify the art")


def _nearest(kind: Kind, shop: Shop) -> ShopCard | None:
    near = shop.cards_like(kind.size, _SIZE_SLACK) if kind.outline.straight else ()
    return min(near, key=lambda card: abs(card.size.width - kind.size.width), default=None)


def _size_and_bleed(kind: Kind, shop: Shop) -> Iterator[Finding]:
    card = _nearest(kind, shop)
    if card is None and shop.cards:
        sizes = "; ".join(f"{each.title} ({each.size})" for each in shop.cards)
        what = f"{kind.size}, a size" if kind.outline.straight else "not cut straight, a shape"
        message = f"{kind.plural} are {what} that {shop.title} does not print"
        lying = any(shop.cards_like(kind.size.turned(), _SIZE_SLACK)) and kind.outline.straight
        advice = "it prints them upright: draw the faces upright, too" if lying else f"it prints {sizes}"
        yield rules.SHOP_SIZE.found(kind.source, message, advice)
    elif card is not None and shop.makes in (OutputKind.PICTURES, OutputKind.PDF):
        if card.bleed - kind.bleed > _BLEED_SLACK:
            wanted = f"{shop.title} wants {show(card.bleed)} mm"
            message = f"{kind.plural} have {show(kind.bleed)} mm of bleed, and {wanted}"
            advice = f"set bleed: {card.bleed:g}mm, and draw the templates as far"
            yield rules.SHOP_BLEED.found(kind.source, message, advice)
    elif shop.makes is OutputKind.PICTURES and shop.limits.side:
        longest = max(pixels_of(kind.size, shop.dpi[0]))
        if longest > shop.limits.side:
            message = f"{kind.plural} come to {longest} pixels, and {shop.title} takes {shop.limits.side}"
            yield rules.SHOP_SIZE.found(kind.source, message, "make them smaller")


def _number(game: Game, lot: Lot, shop: Shop) -> Iterator[Finding]:
    cards = game.copies_of(*(kind.id for kind in lot.kinds))
    if shop.limits.cards and cards > shop.limits.cards:
        message = f"{cards} cards, and an order at {shop.title} holds {shop.limits.cards}"
        yield rules.SHOP_CARDS.found(game.source, message, "order in parts, each a game of its own")
