"""Whether a game suits a print shop or an online table, and the checklist beside what it is sent.

Judges; changes nothing. `check_shop` looks at what can be known before anything is drawn. The checklist is
Markdown that reads as well unformatted: what to order, which file goes where, what cannot be promised.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from cardtool.finding import Finding, Rule, Severity
from cardtool.geometry import Box
from cardtool.model import (
    CARD,
    CardFaces,
    Certainty,
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
from cardtool.wording import counted

FILE_NAMES = Rule(
    "CT720",
    "file-names",
    manual="""\
No two pictures are called alike.

Pictures are named after the card's id, then its name where that says more, then the side:
`ferry-moonlit-ferry-front.png`. Two that come to the same name would be one file, and one card would
be printed as the other.

Bad:

    - {id: old, name: Ferry Moon}      # old-ferry-moon-front.png
    - {id: old-ferry, name: Moon}      # old-ferry-moon-front.png

Good:

    - {id: old-ferry-moon, name: Ferry Moon}
    - {id: old-ferry, name: Moon}

The finding stands at the later of the two cards.""",
)

SHOP_SIZE = Rule(
    "CT721",
    "shop-size",
    manual="""\
The shop prints cards of this size.

A picture of another size is refused, or stretched until it fits. It is an error where the shop prints nothing
of the game; what it prints some of is ordered, and the rest is told by shop-leaves-out.

Bad:

    width: 59mm and height: 92mm, sent to a shop that prints poker cards

Good:

    width: 63.5mm and height: 88.9mm

A quarter of a millimetre more or less is overlooked on purpose: shops round their sizes to inches or
pixels, and the card is stretched by as much. Which sizes and shapes cardtool
knows of a shop stands in its file in templates/printers/.""",
)

SHOP_BLEED = Rule(
    "CT722",
    "shop-bleed",
    manual="""\
The cards have the bleed that the shop wants.

Where colour ends short of it, a cut that goes a little astray leaves a white edge.

Bad:

    bleed: 1mm, for a shop that wants 3.175 mm

Good:

    bleed: 3.175mm

Overlooked on purpose: up to half a millimetre too little. There the outermost ink is mirrored outwards,
at the rim of a picture that is cut away; cards keep their size.""",
)

SHOP_CARDS = Rule(
    "CT723",
    "shop-cards",
    manual="""\
An order holds no more cards than the shop takes.

Bad:

    700 cards, for a shop that takes 612 in one order

Good:

    an order with --kind or --deck for each part, or fewer copies

Copies are counted. The finding stands at the game.""",
)

SHOP_BACKS = Rule(
    "CT724",
    "shop-backs",
    manual="""\
Cards have a back, where the shop prints one for each.

Bad:

    a kind without back:, in a PDF that goes back, front, back, front

Good:

    back: back.html

The finding stands at the kind.""",
)

SHOP_SAFE_ZONE = Rule(
    "CT725",
    "shop-safe-zone",
    Severity.WARNING,
    manual="""\
Text stays as far inside the cut as the shop asks.

The knife strays. What stands nearer to the cut than the shop's safe zone may lose its edge, and a shop may
refuse it.

Bad:

    a card number 1 mm from the edge, for a shop whose safe zone begins 3.18 mm inside

Good:

    the same number 3.5 mm from the edge

Looked at are the letters as they are drawn, front and back. Overlooked on purpose: pictures and frames,
which may run off the edge as they please.""",
)

SHOP_COLOUR = Rule(
    "CT726",
    "shop-colour",
    Severity.WARNING,
    manual="""\
Colours are those that the shop prints in.

Faces are drawn in red, green and blue. A shop that prints cyan, magenta, yellow and black turns them into
its inks in a way nobody has looked at, or refuses the file.

Bad:

    cardtool export drivethrucards

Good:

    cardtool export drivethrucards --icc USWebCoatedSWOP.icc

With the profile that the shop names, cardtool converts the faces itself and holds the ink to the shop's
limit.""",
)

FILE_SIZE = Rule(
    "CT727",
    "shop-file-size",
    manual="""\
No file is larger than the shop takes.

Bad:

    a picture of 40 MB, for a shop that takes 32 MB

Good:

    the same at a lower resolution, or with art that has less grain

The finding stands at the game, and nothing is written.""",
)

LEFT_OUT = Rule(
    "CT738",
    "shop-leaves-out",
    Severity.INFO,
    manual="""\
What the shop does not print is known before the parcel comes.

An order is made of each size that the shop prints. The rest of the game, such as a board or round tokens at a
shop for cards, is left out, and has to be printed elsewhere.

Bad:

    90 cards and 20 round tokens, sent to a shop that prints cards

Good:

    the same, with the tokens ordered elsewhere or printed at home

It is a notice and stops nothing; the checklist beside the order says the same. Where nothing of a game is
left to order, shop-size is the error.""",
)

RULES = (
    FILE_NAMES,
    SHOP_SIZE,
    SHOP_BLEED,
    SHOP_CARDS,
    SHOP_BACKS,
    SHOP_SAFE_ZONE,
    SHOP_COLOUR,
    FILE_SIZE,
    LEFT_OUT,
)


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
        own = (kind.size, kind.bleed) if shop.makes is OutputKind.PDF else shop.name
        groups.setdefault(_nearest_size(kind, shop) if shop.cards else own, []).append(kind)
    runs = []
    for group, kinds in groups.items():
        shop_card = group if isinstance(group, ShopCard) else None
        name = kinds[0].file_name if len(groups) > 1 else ""
        runs.append(PrintRun(shop_card.name if shop_card else name, tuple(kinds), shop_card))
    return tuple(runs)


def ordered_kinds(game: Game, shop: Shop) -> tuple[Kind, ...]:
    """Return the kinds that the shop prints, in each size it prints, but for those without a card."""
    return tuple(
        kind for kind in game.cut_kinds if game.records_of(kind) and _reason_to_leave_out(kind, shop) is None
    )


def left_out_sentence(game: Game, shop: Shop) -> str:
    """Return what the shop is not sent, with its number of copies; empty where it is sent all."""
    ordered = {kind.key for kind in ordered_kinds(game, shop)}
    copies = ((kind, _copies_of(game, kind)) for kind in game.cut_kinds if kind.key not in ordered)
    left_out = [
        f"{kind.plural}{f' of {kind.size}' if kind.cut else ''} ({count})" for kind, count in copies if count
    ]
    return f"Not in this order: {', '.join(left_out)}." if left_out else ""


def _copies_of(game: Game, *kinds: Kind) -> int:
    return sum(card.copies for kind in kinds for card in game.records_of(kind))


def check_shop(game: Game, shop: Shop, *, converted: bool) -> Iterator[Finding]:
    """Yield whatever keeps the shop from printing this game, and what of it is left out.

    `converted` says that colours will be the shop's.
    """
    ordered = ordered_kinds(game, shop)
    for kind in game.cut_kinds:
        reason = _reason_to_leave_out(kind, shop) if game.records_of(kind) else None
        if reason is not None and not ordered:
            yield SHOP_SIZE.found(kind.source, *reason)
        elif reason is not None:
            yield LEFT_OUT.found(kind.source, f"{reason[0]}: they are left out", reason[1])
    for kind in ordered:
        yield from _check_bleed(kind, shop)
        if shop.needs_backs and kind.back is None:
            message = f"{shop.title} prints a back for each card, and {kind.plural} have none"
            yield SHOP_BACKS.found(kind.source, message, "give the kind a back: template")
    for run in print_runs(game, shop):
        cards = _copies_of(game, *run.kinds)
        if shop.limits.cards and cards > shop.limits.cards:
            message = f"{cards} cards, and an order at {shop.title} holds {shop.limits.cards}"
            yield SHOP_CARDS.found(game.source, message, "order in parts, with --kind or --deck")
    if shop.colour is ColourSpace.CMYK and not converted:
        message = f"{shop.title} prints in CMYK; without --icc this file stays in red, green and blue"
        advice = "give the colour profile that the shop recommends: --icc FILE"
        yield SHOP_COLOUR.found(game.source, message, advice)


def check_file_size(game: Game, shop: Shop, name: str, size: int) -> Iterator[Finding]:
    """Yield a finding if a file of so many bytes is more than the shop takes."""
    if shop.limits.file_size and size > shop.limits.file_size:
        most = format_number(shop.limits.file_size / 1_000_000)
        message = f"{name} has {format_number(size / 1_000_000)} MB, and {shop.title} takes {most} MB"
        yield FILE_SIZE.found(game.source, message, "lower the resolution, or simplify the art")


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
    from cardtool.export.face_raster import size_in_pixels  # brings PDFium and Pillow

    longest = max(size_in_pixels(kind.size, shop.dpi[0]))
    if shop.makes is OutputKind.PICTURES and shop.limits.side and longest > shop.limits.side:
        message = f"{kind.plural} come to {longest} pixels, and {shop.title} takes {shop.limits.side}"
        return message, "make them smaller"
    return None


def _unknown_size(kind: Kind, shop: Shop) -> tuple[str, str]:
    sizes = _sizes_for(kind, shop)
    if not sizes:
        shape = "" if kind.net or kind.outline.straight else f", shape: {kind.outline.shape}"
        what = f"form: {kind.form.id}{shape}{', with holes' if kind.outline.holes else ''}"
        message = f"cardtool knows no size in which {shop.title} prints {kind.plural} ({what})"
        return message, f"print them: cardtool build {'sheets' if kind.sheet else 'mats'} --kind {kind.id}"
    near = sorted(sizes, key=lambda card: card.difference(kind.size))[:_NAMED_SIZES]
    prints = "; ".join(f"{each.title} ({each.size})" for each in near)
    return f"{kind.plural} are {kind.size}, a size that {shop.title} does not print", f"it prints {prints}"


def _check_bleed(kind: Kind, shop: Shop) -> Iterator[Finding]:
    card = _nearest_size(kind, shop)
    is_printed = shop.makes in (OutputKind.PICTURES, OutputKind.PDF)
    if card is not None and is_printed and card.bleed - kind.bleed > _BLEED_SLACK:
        wanted = f"{shop.title} wants {format_number(card.bleed)} mm"
        message = f"{kind.plural} have {format_number(kind.bleed)} mm of bleed, and {wanted}"
        advice = f"set bleed: {card.bleed:g}mm, and draw the templates as far"
        yield SHOP_BLEED.found(kind.source, message, advice)


def check_safe_zone(pages: FacePages, game: Game, shop: Shop, runs: Iterable[PrintRun]) -> Iterator[Finding]:
    """Yield every face on which letters stand outside the shop's safe zone."""
    from cardtool.export.face_raster import open_faces

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
    left = min(
        (-cut.reach_beyond(letters) for letters in _letter_boxes(page)),
        default=size.safe,
    )
    if left < size.safe - _SAFE_ZONE_SLACK:
        where = (
            f"{format_number(left)} mm from the cut"
            if left >= 0
            else f"{format_number(-left)} mm beyond the cut"
        )
        zone = f"the safe zone of {shop.title} begins {format_number(size.safe)} mm inside"
        message = f"{title}: letters stand {where}, and {zone}"
        yield SHOP_SAFE_ZONE.found(source, message, "move them inwards in the template")


def _letter_boxes(page: Any) -> Iterator[Box]:
    """Yield the boxes around stretches of text, in millimetres from the page's top left."""
    height = to_mm(page.get_height())
    text = page.get_textpage()
    try:
        for number in range(text.count_rects()):
            left, bottom, right, top = (to_mm(edge) for edge in text.get_rect(number))
            yield Box(left, height - top, right - left, top - bottom)
    finally:
        text.close()


CHECKLIST_NAME = "checklist.md"

_Value = TypeVar("_Value")
_LEAST_DIFFERENCE = 0.01  # mm; less is not worth a line
_MARKDOWN_SIGNS = re.compile(r"([\\`*_\[\]<>|#~])")
_STATUS_DOUBTS = {
    Certainty.CONFIRMED: "",
    Certainty.SECOND_HAND: "are told by others, not by the shop",
    Certainty.UNVERIFIED: "could not be verified",
}


@dataclass(frozen=True, slots=True)
class OrderPart:
    """A part of an order: what to ask for, and a table of what goes where.

    `title` is empty for the only one.
    """

    title: str
    facts: tuple[str, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[str | int, ...], ...]


def checklist_file(game: Game, shop: Shop, parts: Sequence[OrderPart], no_promise: Sequence[str]) -> bytes:
    """Return the checklist of an export, the same bytes for the same game."""
    lines = list(_part_lines(f"{game.title} {game.version} for {shop.title}", parts))
    left_out = left_out_sentence(game, shop)
    if left_out:
        lines += ["## What is left out", "", *_bullets([left_out]), ""]
    if shop.remember:
        lines += ["## To think of", "", *_bullets(shop.remember), ""]
    lines += ["## What cannot be promised", "", *_bullets((*no_promise, *_doubt_lines(shop, parts))), ""]
    lines += ["Where the figures come from:", "", *(f"- {_escaped(source)}" for source in shop.sources)]
    return ("\n".join(lines) + "\n").encode("utf-8", errors="backslashreplace")


def copies_sentence(cards: Sequence[CardFaces]) -> str:
    """Return how many there are, and whether all of them are cards."""
    noun = "card" if all(each.kind.form is CARD for each in cards) else "piece"
    return f"{counted(sum(each.copies for each in cards), noun)}, copies counted"


def parts_as_markdown(title: str, parts: Sequence[OrderPart], notes: Sequence[str]) -> bytes:
    """Return a list of what is in which file, and notes on it, where no shop is meant."""
    lines = [*_part_lines(title, parts), "## To know", "", *_bullets(notes)]
    return ("\n".join(lines) + "\n").encode("utf-8", errors="backslashreplace")


def _part_lines(title: str, parts: Sequence[OrderPart]) -> Iterator[str]:
    yield from (f"# {_escaped(title)}", "")
    for part in parts:
        yield from (f"## {_escaped(part.title or 'What it comes to')}", "", *_bullets(part.facts), "")
        if part.rows:
            yield f"| {' | '.join(part.head)} |"
            yield f"|{'|'.join(' --- ' for _ in part.head)}|"
            yield from (f"| {' | '.join(_escaped(str(cell)) for cell in row)} |" for row in part.rows)
        yield ""


def number_ranges(numbers: Sequence[int]) -> str:
    """Return numbers in order, neighbours together: `0–3, 7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)


def stretch_notes(run: PrintRun, *, bleed: bool, size: bool = True) -> Iterator[str]:
    """Yield what was done so that the kinds of a run have the shop's bleed and size."""
    card = run.shop_card
    if card is None:
        return
    for own, kinds in kinds_by_value(run.kinds, lambda kind: kind.bleed) if bleed else ():
        short = card.bleed - own
        if short > _LEAST_DIFFERENCE:
            yield (
                f"{kinds} have {format_number(own)} mm of bleed and the shop wants "
                f"{format_number(card.bleed)} mm: "
                f"their outermost ink fills the last {format_number(short)} mm."
            )
    lying = [kind.plural for kind in run.kinds if card.is_turned(kind.size)]
    if lying:
        yield (
            f"{', '.join(lying)} lie, and the shop prints upright: fronts are turned a quarter clockwise and "
            "backs the other way, so that the upper edges of both stay behind one another."
        )
    upright = [kind.size.turned() if card.is_turned(kind.size) else kind.size for kind in run.kinds]
    sizes = dict(zip((kind.key for kind in run.kinds), upright, strict=True))
    for trim, kinds in kinds_by_value(run.kinds, lambda kind: sizes[kind.key]) if size else ():
        if any(abs(a - b) > _LEAST_DIFFERENCE for a, b in zip(trim, card.size, strict=True)):
            yield f"{kinds} are {trim} and are stretched to the shop's {card.size}."


def kinds_by_value(kinds: Sequence[Kind], of: Callable[[Kind], _Value]) -> Iterator[tuple[_Value, str]]:
    """Yield the values that kinds have, each with the kinds that have it: `Heroes, Prizes`."""
    found: dict[_Value, list[str]] = {}
    for kind in kinds:
        found.setdefault(of(kind), []).append(kind.plural)
    yield from ((value, ", ".join(names)) for value, names in found.items())


def _doubt_lines(shop: Shop, parts: Sequence[OrderPart]) -> Iterator[str]:
    facts = [fact for part in parts for fact in part.facts]
    for card in shop.cards:
        doubt = _STATUS_DOUBTS[card.status]
        if doubt and any(card.title in fact for fact in facts):
            yield f"The figures of {card.title} {doubt}: compare them with the shop's before you order."
    yield f"What {shop.title} wants was last looked up in {shop.seen}. Such figures change without a word."


def _bullets(lines: Sequence[str]) -> Iterator[str]:
    yield from (f"- {_escaped(line)}" for line in lines)


def _escaped(text: str) -> str:
    """Return the text on one line, with nothing in it that Markdown would act upon."""
    return _MARKDOWN_SIGNS.sub(r"\\\1", " ".join(text.split()))
