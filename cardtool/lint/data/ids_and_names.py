"""Rules about what records are called: each has an id and a name of its own, and one that every disk can
hold."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.lint.core import Problem, Severity, brief_place, rule
from cardtool.lint.core.matching import as_printed, as_typed
from cardtool.model import Component, Deck, Game, Kind, Source


@rule("CT104", "unique-names", Severity.ERROR)
def unique_names(game: Game) -> Iterator[Problem]:
    """Every card has a name of its own.

    Players and rules text call cards by name. Two cards called "Moonlit Ferry" leave a table arguing
    which of them comes back to the hand, and a print-shop list cannot tell them apart.

    Bad:

        - {id: ferry, name: Moonlit Ferry}
        - {id: night-boat, name: MOONLIT FERRY}

    Good:

        - {id: ferry, name: Moonlit Ferry}
        - {id: night-boat, name: Night Boat}

    Several copies of one card are one record with `copies: 3`, not three records.

    What counts as the same: upper and lower case, straight and curly quotes, kinds of dash, extra or
    invisible spaces, letters of other alphabets that look alike. Overlooked on purpose: names that are
    only similar, such as "Ferry" and "Ferryman"; games like families of names.
    """
    first: dict[str, Component] = {}
    for card in game.cards:
        twin = first.setdefault(as_printed(card.name), card)
        if twin is not card:
            here = card.at("name")
            where = brief_place(twin.at("name"), here)
            yield (
                here,
                f'"{card.name}" is already the name of {twin.id} ({where})',
                _rename_remedy(card, twin),
            )


def _rename_remedy(card: Component, twin: Component) -> str:
    if card.kind == twin.kind:
        return f"rename one of them, or, if they are one card, keep {twin.id} and give it more copies"
    return "rename one of them; its id can stay"


@rule("CT105", "unique-ids", Severity.ERROR)
def unique_ids(game: Game) -> Iterator[Problem]:
    """Every id is used once in the whole game, by one card or one kind.

    An id names a card for good: files are called after it (`goat-front.png`), and other cards refer to
    it. Two cards with one id would overwrite each other's picture, and the kind `prize` draws a common
    `prize-back`, so no card can have the id `prize` either.

    Bad:

        # goods.yaml
        - {id: ferry, name: Moonlit Ferry}
        # places.yaml
        - {id: ferry, name: Ferry Landing}

    Good:

        # places.yaml
        - {id: ferry-landing, name: Ferry Landing}

    Ids that differ only in case or in a variant of a character count as equal: on many disks their
    files are the same file. Overlooked on purpose: cards of another game, which has a folder of its own.
    """
    first: dict[str, Kind | Component] = {}
    owners: tuple[Kind | Component, ...] = (*game.kinds, *game.cards)
    for owner in owners:
        other = first.setdefault(as_typed(owner.id), owner)
        if other is not owner:
            here, what = (
                _id_place(owner),
                f"the kind {other.title}" if isinstance(other, Kind) else f'"{other.name}"',
            )
            message = f'"{owner.id}" is already the id of {what} ({brief_place(_id_place(other), here)})'
            yield here, message, "choose another id"


def _id_place(owner: Kind | Component) -> Source:
    return owner.source if isinstance(owner, Kind) else owner.at("id")


# Microsoft, "Naming Files, Paths, and Namespaces", reserved names
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))]
)


@rule("CT108", "safe-ids", Severity.ERROR)
def safe_ids(game: Game) -> Iterator[Problem]:
    """No id is a word that Windows keeps for itself.

    Files and folders are called after ids. Windows takes `con`, `prn`, `aux`, `nul`, `com1` to `com9`
    and `lpt1` to `lpt9` for devices, whatever the ending: a game that builds on one machine cannot even
    be unpacked on another.

    Bad:

        - {id: aux, name: Auxiliary Troops}

    Good:

        - {id: auxiliaries, name: Auxiliary Troops}

    The ids of the game, its kinds, its decks and its cards are looked at; which characters an id may have
    is the schema's affair. Overlooked on purpose: such a word as a part of an id, like `aux-troops`, which
    every system accepts, and names, which may be anything.
    """
    owners: tuple[Game | Kind | Deck | Component, ...] = (game, *game.kinds, *game.decks, *game.cards)
    for owner in owners:
        if owner.id.casefold() in _DEVICES:
            here = owner.at("id") if isinstance(owner, Component) else owner.source
            yield here, f'"{owner.id}" cannot name a file on Windows', f"add to it, for example {owner.id}-1"
