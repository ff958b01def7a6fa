"""Whether a game suits a shop: sizes, bleed, number of cards, backs, colours; and letters near the cut.

Judges; changes nothing. `check_shop` looks at what can be known before anything is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cardtool.export import shop_rules
from cardtool.export.face_raster import open_faces, page_box, size_in_pixels
from cardtool.finding import Finding
from cardtool.geometry import Box
from cardtool.model import (
    CardFaces,
    ColourSpace,
    CutLine,
    FacePages,
    Game,
    Kind,
    OutputKind,
    Shop,
    ShopCard,
    Source,
)
from cardtool.units import format_number, to_mm

_SIZE_SLACK = 0.25  # mm; shops round to inches and pixels, and a card is stretched by no more than this
_BLEED_SLACK = 0.5  # mm that are mirrored outwards where the bleed is short: never seen unless a cut is lost
_NAMED_SIZES = 4  # of a shop that prints many: those that come nearest
_NO_CARDS = ("pad", "box")  # forms that nobody makes of cards
_SAFE_ZONE_SLACK = 0.05  # mm; a pixel is more


@dataclass(frozen=True, slots=True)
class PrintRun:
    """Kinds that are ordered together, since the shop prints them in one size.

    `shop_card` is that size; None where the shop takes any, and cards stay as large as they are.
    """

    name: str
    kinds: tuple[Kind, ...]
    shop_card: ShopCard | None

    def cards_of(self, cards: Sequence[CardFaces]) -> list[CardFaces]:
        """Return those of these cards that belong to the run."""
        kinds = {kind.key for kind in self.kinds}
        return [each for each in cards if each.kind.key in kinds]


def print_runs(game: Game, shop: Shop) -> tuple[PrintRun, ...]:
    """Return the game's cards by the size the shop prints them in; what it does not print is left out.

    A shop that takes any size gets them together, but for a PDF, whose pages are all of one size.
    """
    groups: dict[object, list[Kind]] = {}
    for kind in ordered_kinds(game, shop):
        groups.setdefault(_run_key(kind, shop), []).append(kind)
    return tuple(_print_run(group, tuple(kinds), len(groups)) for group, kinds in groups.items())


def ordered_kinds(game: Game, shop: Shop) -> tuple[Kind, ...]:
    """Return the kinds that the shop prints, in each size it prints, but for those without a card."""
    return tuple(
        kind for kind in game.cut_kinds if game.records_of(kind) and _reason_to_leave_out(kind, shop) is None
    )


def left_out_sentence(game: Game, shop: Shop) -> str:
    """Return what the shop is not sent, with its number of copies; empty where it is sent all."""
    ordered = {kind.key for kind in ordered_kinds(game, shop)}
    copies = ((kind, _copies_of(game, kind)) for kind in game.cut_kinds if kind.key not in ordered)
    left_out = [f"{_called(kind)} ({count})" for kind, count in copies if count]
    return f"Not in this order: {', '.join(left_out)}." if left_out else ""


def _copies_of(game: Game, *kinds: Kind) -> int:
    return sum(card.copies for kind in kinds for card in game.records_of(kind))


def _called(kind: Kind) -> str:
    """Return what messages call all of a kind, or those of one of its sizes."""
    return f"{kind.plural} of {kind.size}" if kind.cut else kind.plural


def _run_key(kind: Kind, shop: Shop) -> object:
    """Return what the kinds of a run have in common."""
    if shop.cards:
        return _nearest_size(kind, shop)
    return (kind.size, kind.bleed) if shop.makes is OutputKind.PDF else shop.name


def _print_run(group: object, kinds: tuple[Kind, ...], of: int) -> PrintRun:
    if isinstance(group, ShopCard):
        return PrintRun(group.name, kinds, group)
    return PrintRun(kinds[0].file_name if of > 1 else "", kinds, None)


def check_shop(game: Game, shop: Shop, *, converted: bool) -> Iterator[Finding]:
    """Yield whatever keeps the shop from printing this game, and what of it is left out.

    `converted` says that colours will be the shop's.
    """
    ordered = ordered_kinds(game, shop)
    yield from _check_left_out(game, shop, nothing_left=not ordered)
    for kind in ordered:
        yield from _check_bleed(kind, shop)
        if shop.needs_backs and kind.back is None:
            message = f"{shop.title} prints a back for each card, and {kind.plural} have none"
            yield shop_rules.SHOP_BACKS.found(kind.source, message, "give the kind a back: template")
    for run in print_runs(game, shop):
        yield from _check_number(game, run, shop)
    if shop.colour is ColourSpace.CMYK and not converted:
        message = f"{shop.title} prints in CMYK; without --icc this file stays in red, green and blue"
        advice = "give the colour profile that the shop recommends: --icc FILE"
        yield shop_rules.SHOP_COLOUR.found(game.source, message, advice)


def _check_left_out(game: Game, shop: Shop, *, nothing_left: bool) -> Iterator[Finding]:
    for kind in game.cut_kinds:
        reason = _reason_to_leave_out(kind, shop) if game.records_of(kind) else None
        if reason is not None and nothing_left:
            yield shop_rules.SHOP_SIZE.found(kind.source, *reason)
        elif reason is not None:
            message, advice = reason
            yield shop_rules.LEFT_OUT.found(kind.source, f"{message}: they are left out", advice)


def check_file_size(game: Game, shop: Shop, name: str, size: int) -> Iterator[Finding]:
    """Yield a finding if a file of so many bytes is more than the shop takes."""
    if shop.limits.file_size and size > shop.limits.file_size:
        most = format_number(shop.limits.file_size / 1_000_000)
        message = f"{name} has {format_number(size / 1_000_000)} MB, and {shop.title} takes {most} MB"
        yield shop_rules.FILE_SIZE.found(game.source, message, "lower the resolution, or simplify the art")


def _nearest_size(kind: Kind, shop: Shop) -> ShopCard | None:
    """Return the size in which the shop prints a kind, upright or lying; None where it does not."""
    near = [card for card in _sizes_for(kind, shop) if card.difference(kind.size) <= _SIZE_SLACK]
    return min(near, key=lambda card: card.difference(kind.size), default=None)


def _sizes_for(kind: Kind, shop: Shop) -> list[ShopCard]:
    """Return the sizes of pieces of this form and shape; none for what is punched, folded or torn off."""
    if kind.net or kind.outline.holes:
        return []
    return [
        card
        for card in shop.cards
        if card.shape is kind.outline.shape
        and (kind.form.id in card.forms if card.forms else kind.sheet and kind.form.id not in _NO_CARDS)
    ]


def _reason_to_leave_out(kind: Kind, shop: Shop) -> tuple[str, str] | None:
    """Return why the shop cannot print a kind, and what to do about it; None where it can."""
    if shop.cards:
        return None if _nearest_size(kind, shop) else _unknown_size(kind, shop)
    if kind.net and shop.shows_flat_pictures:
        message = f"{kind.plural} are folded from a net, and {shop.title} shows pictures flat"
        return message, "use a die or a figure of the table's own"
    longest = max(size_in_pixels(kind.size, shop.dpi[0]))
    if shop.makes is OutputKind.PICTURES and shop.limits.side and longest > shop.limits.side:
        message = f"{kind.plural} come to {longest} pixels, and {shop.title} takes {shop.limits.side}"
        return message, "make them smaller"
    return None


def _unknown_size(kind: Kind, shop: Shop) -> tuple[str, str]:
    sizes = _sizes_for(kind, shop)
    if not sizes:
        message = f"cardtool knows no size in which {shop.title} prints {kind.plural} ({_what_it_is(kind)})"
        return message, f"print them: cardtool build {'sheets' if kind.sheet else 'mats'} --kind {kind.id}"
    near = sorted(sizes, key=lambda card: card.difference(kind.size))[:_NAMED_SIZES]
    prints = "; ".join(f"{each.title} ({each.size})" for each in near)
    return f"{kind.plural} are {kind.size}, a size that {shop.title} does not print", f"it prints {prints}"


def _what_it_is(kind: Kind) -> str:
    """Return what a kind is besides its size, in the words of game.yaml."""
    shape = "" if kind.net or kind.outline.straight else f", shape: {kind.outline.shape}"
    return f"form: {kind.form.id}{shape}{', with holes' if kind.outline.holes else ''}"


def _check_bleed(kind: Kind, shop: Shop) -> Iterator[Finding]:
    card = _nearest_size(kind, shop)
    is_printed = shop.makes in (OutputKind.PICTURES, OutputKind.PDF)
    if card is not None and is_printed and card.bleed - kind.bleed > _BLEED_SLACK:
        wanted = f"{shop.title} wants {format_number(card.bleed)} mm"
        message = f"{kind.plural} have {format_number(kind.bleed)} mm of bleed, and {wanted}"
        advice = f"set bleed: {card.bleed:g}mm, and draw the templates as far"
        yield shop_rules.SHOP_BLEED.found(kind.source, message, advice)


def _check_number(game: Game, run: PrintRun, shop: Shop) -> Iterator[Finding]:
    cards = _copies_of(game, *run.kinds)
    if shop.limits.cards and cards > shop.limits.cards:
        message = f"{cards} cards, and an order at {shop.title} holds {shop.limits.cards}"
        yield shop_rules.SHOP_CARDS.found(game.source, message, "order in parts, with --kind or --deck")


def check_safe_zone(pages: FacePages, game: Game, shop: Shop, runs: Iterable[PrintRun]) -> Iterator[Finding]:
    """Yield every face on which letters stand outside the shop's safe zone."""
    sizes = {kind.key: run.shop_card for run in runs for kind in run.kinds}
    cards = {card.id: card for card in game.cards}
    for face, page in open_faces(pages):
        kind = game.kind_of(face)
        size = sizes.get(kind.key)
        if size is not None:
            card = cards.get(face.card or "")
            source = card.source if card else kind.source
            title = f'"{card.name}"' if card else f"the {face.side} of {kind.plural}"
            cut = CutLine(kind.outline_on(face.side), Box(kind.bleed, kind.bleed, *kind.size))
            yield from _check_page(page, cut, shop, size, source, title)


def _check_page(
    page: Any, cut: CutLine, shop: Shop, size: ShopCard, source: Source, title: str
) -> Iterator[Finding]:
    left = min((-cut.reach_beyond(letters) for letters in _letter_boxes(page)), default=size.safe)
    if left < size.safe - _SAFE_ZONE_SLACK:
        where = (
            f"{format_number(left)} mm from the cut"
            if left >= 0
            else f"{format_number(-left)} mm beyond the cut"
        )
        zone = f"the safe zone of {shop.title} begins {format_number(size.safe)} mm inside"
        message = f"{title}: letters stand {where}, and {zone}"
        yield shop_rules.SHOP_SAFE_ZONE.found(source, message, "move them inwards in the template")


def _letter_boxes(page: Any) -> Iterator[Box]:
    """Yield the boxes around stretches of text, in millimetres from the page's top left."""
    height = page_box(page).height
    text = page.get_textpage()
    try:
        for number in range(text.count_rects()):
            left, bottom, right, top = (to_mm(edge) for edge in text.get_rect(number))
            yield Box(left, height - top, right - left, top - bottom)
    finally:
        text.close()
