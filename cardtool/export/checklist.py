"""The checklist beside an export: what to order, which file goes where, and what cannot be promised.

Markdown that reads as well unformatted.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cardtool.export.shop_checks import PrintRun, left_out_sentence
from cardtool.model import CARD, CardFaces, Certainty, Game, Kind, Shop, ShopCard
from cardtool.units import format_number
from cardtool.wording import counted

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
        yield from (*_table(part), "")


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
    used = [card for card in shop.cards if any(card.title in fact for part in parts for fact in part.facts)]
    yield from (_doubt(card) for card in used if _STATUS_DOUBTS[card.status])
    yield f"What {shop.title} wants was last looked up in {shop.seen}. Such figures change without a word."


def _doubt(card: ShopCard) -> str:
    doubt = _STATUS_DOUBTS[card.status]
    return f"The figures of {card.title} {doubt}: compare them with the shop's before you order."


def _table(part: OrderPart) -> Iterator[str]:
    if part.rows:
        yield f"| {' | '.join(part.head)} |"
        yield f"|{'|'.join(' --- ' for _ in part.head)}|"
        for row in part.rows:
            yield f"| {' | '.join(_escaped(str(cell)) for cell in row)} |"


def _bullets(lines: Sequence[str]) -> Iterator[str]:
    yield from (f"- {_escaped(line)}" for line in lines)


def _escaped(text: str) -> str:
    """Return the text on one line, with nothing in it that Markdown would act upon."""
    return _MARKDOWN_SIGNS.sub(r"\\\1", " ".join(text.split()))
