"""Rules about boards and packs that changed without the changelog saying so."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.changes.change_context import ChangeContext, change_rule
from cardtool.changes.layout_comparison import LayoutChange
from cardtool.changes.pack_comparison import PackChange
from cardtool.finding import Severity
from cardtool.model import Game, Pack
from cardtool.rule_runner import Problem

_MOST_NAMED = 4  # spaces


@change_rule("CT808", "unlogged-board", Severity.ERROR)
def unlogged_board(context: ChangeContext) -> Iterator[Problem]:
    """A board whose spaces changed is in the changelog.

    A track with a step more is a longer game, and a wall where there was floor another one. Who plays on the
    old board with the new rules is not told by the board.

    Bad:

        # rows was [sff, fwf, ffs], and nothing in changelog.yaml is new
        rows: [sfff, fwff, fffs]

    Good:

        # and in changelog.yaml, new or rewritten since that revision:
        - {type: changed, text: The Arena is a column wider.}

    Told are spaces that came or went, are of another sort, have another id, or moved by more than half their
    size against the others. An entry counts when it was written since the revision and says a word of the
    layout's title or of the name of what is drawn by it, a sort of the spaces, "board" or "spaces".
    Overlooked on purpose: spaces that were put straight; layouts that cannot be read in one of the versions;
    and games that have no changelog.
    """
    for change in context.comparison.layouts if context.has_changelog else ():
        what = _board_change_text(change)
        if what and not context.new_entries.hold_word(_board_words(change, context.after)):
            message = f"{change.layout.title}: {what} since {context.name}, and the changelog does not say so"
            advice = f"add an entry that names {change.layout.title} to {context.changelog_file}"
            yield change.source or context.entry_place, message, advice


def _board_change_text(change: LayoutChange) -> str:
    """Return what is different for players; empty where nothing is."""
    if change.before is None or change.after is None:
        return f"the layout {change.layout.id} is {'new' if change.before is None else 'gone'}"
    elsewhere = [pair.after.id for pair in change.moved if pair.is_elsewhere]
    parts = (
        ("added", [space.id for space in change.added]),
        ("removed", [space.id for space in change.removed]),
        ("renamed", [f"{pair.before.id} → {pair.after.id}" for pair in change.renamed]),
        (
            "of another sort",
            [f"{pair.after.id} ({pair.before.sort} → {pair.after.sort})" for pair in change.resorted],
        ),
        ("moved", elsewhere),
    )
    return "; ".join(f"{_spaces_text(ids)} {what}" for what, ids in parts if ids)


def _spaces_text(ids: list[str]) -> str:
    more = len(ids) - _MOST_NAMED
    named = ", ".join(ids[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"space{'s' * (len(ids) > 1)} {named}"


def _board_words(change: LayoutChange, game: Game) -> Iterator[str]:
    """Yield the words by which an entry may mean a board."""
    layout = change.layout
    titles = [layout.title, *(kind.title for kind in game.kinds if kind.layout == layout.id)]
    yield from (word for title in titles for word in title.split() if len(word) > len("the"))
    yield from (layout.id, "board", "space", *layout.counts, *change.counts)


@change_rule("CT809", "unlogged-pack", Severity.ERROR)
def unlogged_pack(context: ChangeContext) -> Iterator[Problem]:
    """A pack that changed is in the changelog.

    Who bought the second pack for seven players reads there that it is needed from six on.

    Bad:

        # second-pack was for 7 to 12 players, and nothing in changelog.yaml is new
        packs: {basic: …, second-pack: {players: {least: 6, most: 10}, again: basic}}

    Good:

        # and in changelog.yaml, new or rewritten since that revision:
        - {type: changed, text: The second pack joins from six players on.}

    Told are packs that came or went, that hold other kinds, or join for other numbers of players. An entry
    counts when it was written since the revision and holds the word "pack" or a word of the pack's id.
    Overlooked on purpose: what the cards in a pack say, which has rules of its own; and games that have no
    changelog.
    """
    for change in context.comparison.packs if context.has_changelog else ():
        if not context.new_entries.hold_word(["pack", *change.id.split("-")]):
            message = f"the pack {change.id} {_pack_change_text(change)} since {context.name}"
            advice = f"add an entry that names the pack to {context.changelog_file}"
            yield change.source, f"{message}, and the changelog does not say so", advice


def _pack_change_text(change: PackChange) -> str:
    before, after = change.before, change.after
    if before is None or after is None:
        return "is new" if before is None else "is gone"
    if (before.least, before.most) != (after.least, after.most):
        return f"is for {_players(after)} players, not {_players(before)},"
    return "holds something else"


def _players(pack: Pack) -> str:
    return f"{pack.least} to {pack.most}"
