"""Rules about layouts: spaces lie on their board, beside each other, and have room for their pieces."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import islice

from cardtool.lint.core import Problem, Severity, brief_place, rule
from cardtool.lint.core.matching import Item, grouped
from cardtool.model import RECTANGLE, SLACK, Game, Kind, Layout, Space, SpaceOutline
from cardtool.units import format_number
from cardtool.wording import counted

_MOST_PAIRS = 1000  # that overlap and are counted; more of them have one cause


@rule("CT131", "space-off-board", Severity.ERROR)
def space_off_board(game: Game) -> Iterator[Problem]:
    """Every space of a layout lies on the component that is drawn by it.

    A space that reaches over the edge is cut off. Mostly a board became smaller, or a length has the wrong
    unit.

    Bad:

        grid: {at: {x: 20mm, y: 20mm}, cell: 25mm, rows: [fffffffffffff], …}, on a board 297mm wide

    Good:

        grid: {at: {x: 20mm, y: 20mm}, cell: 20mm, rows: [fffffffffffff], …}

    Looked at are kinds that name a `layout` in game.yaml, their cut and not their bleed. Spaces of one
    outline are told once, with their number. Overlooked on purpose: layouts that no kind names.
    """
    for kind in game.cut_kinds:
        if kind.layout in game.layouts:
            board = SpaceOutline.of(kind.outline, kind.size)
            reaches = [(*_reach(each, kind), each) for each in game.layouts[kind.layout].spaces_off(board)]
            reaches.sort(key=lambda each: -each[0])  # the furthest first
            for (far, side, space), more in _by_outline((each[2].outline, each) for each in reaches):
                beyond = f"{format_number(far)} mm beyond the {side} edge"
                how_far = beyond if far > SLACK else "out of the outline"
                alike = f" (and {more} more like it)" if more else ""
                here = f"{how_far} of {kind.title} ({kind.size})"
                yield space.source, f"the space {space.id}{alike} reaches {here}"


def _reach(space: Space, kind: Kind) -> tuple[float, str]:
    """Return how far a space reaches over the box of the board, and beyond which of its edges."""
    box, (width, height) = space.box, kind.size
    over = {"left": -box.left, "top": -box.top, "right": box.right - width, "bottom": box.bottom - height}
    side = max(over, key=lambda each: over[each])
    return over[side], side


@rule("CT132", "overlapping-spaces", Severity.WARNING)
def overlapping_spaces(game: Game) -> Iterator[Problem]:
    """No two spaces of a layout overlap.

    What stands where two spaces overlap stands on both. Mostly there are more along a line than have room.

    Bad:

        track: {spaces: 30, along: [[20mm, 20mm], [270mm, 20mm]], outline: {shape: circle, across: 12mm}, …}

    Good:

        track: {spaces: 20, along: [[20mm, 20mm], [270mm, 20mm]], outline: {shape: circle, across: 12mm}, …}

    Spaces of the same two outlines are told once, with how often. Overlooked on purpose: spaces that meet at
    their edges.
    """
    for layout in game.layouts.values():
        overlaps = islice(layout.overlaps(), _MOST_PAIRS)
        pairs = ((frozenset((one.outline, two.outline)), (one, two)) for one, two in overlaps)
        for (one, two), more in _by_outline(pairs):
            where = "" if one.source == two.source else f" ({brief_place(one.source, two.source)})"
            does = "does" if more == 1 else "do"
            again = f", and so {does} {counted(more, 'more pair')}" if more else ""
            yield two.source, f"the spaces {one.id}{where} and {two.id} overlap{again}"


@rule("CT133", "piece-too-large", Severity.ERROR)
def piece_too_large(game: Game) -> Iterator[Problem]:
    """What stands on a layout is no larger than the spaces it stands on.

    A token that covers half of the next space leaves everybody asking where it stands.

    Bad:

        pawn: {size: token-25, stands_on: arena, …}, where a space of the arena is a square of 22mm

    Good:

        pawn: {size: token-20, stands_on: arena, …}

    `stands_on` names a layout, or one sort of its spaces, as `arena.floor`. A piece is put in the middle of
    the smallest of them, and turned as need be; of a standee, its foot is. Overlooked on purpose: pieces that
    lie on several spaces at once.
    """
    for kind in game.cut_kinds:
        id, _, sort = kind.stands_on.partition(".")
        if id in game.layouts:
            yield from _tight_spaces(kind, game.layouts[id], sort)


def _tight_spaces(kind: Kind, layout: Layout, sort: str) -> Iterator[Problem]:
    footprint = kind.net.footprint if kind.net else kind.size
    piece = SpaceOutline.of(RECTANGLE if kind.net else kind.outline, footprint)
    first = {space.outline: space for space in reversed(layout.spaces_of(sort))}
    tight = [space for outline, space in first.items() if not piece.fits_into(outline)]
    if tight:
        space = min(tight, key=lambda each: each.outline.size.width * each.outline.size.height)
        place = f"the space {space.id} of {layout.title} ({space.outline.size})"
        yield kind.source, f"{kind.title}, which is {footprint}, does not fit {place}"


def _by_outline(items: Iterable[tuple[Hashable, Item]]) -> Iterator[tuple[Item, int]]:
    """Yield the first item of each group, and how many more it has."""
    for group in grouped(items).values():
        yield group[0], len(group) - 1
