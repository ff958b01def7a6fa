"""Rules about what is recorded of cards and files: ids and names of their own, credits, the version."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from itertools import groupby

from cardtool.files import is_windows_device
from cardtool.lint.core import Problem, Severity, brief_place, rule
from cardtool.model import Component, Deck, Game, Kind, Source, cards_by_name
from cardtool.unicode_text import as_printed, as_typed


@rule("CT104", "unique-names", Severity.ERROR)
def unique_names(game: Game) -> Iterator[Problem]:
    """Every card has a name of its own.

    Two cards called "Moonlit Ferry" leave a table arguing which of them comes back to the hand.

    Bad:

        - {id: ferry, name: Moonlit Ferry}
        - {id: night-boat, name: MOONLIT FERRY}

    Good:

        - {id: ferry, name: Moonlit Ferry}
        - {id: night-boat, name: Night Boat}

    Copies of one card are one record with `copies: 3`. Where several cards may have one name, `told_apart_by:
    [subtitle]` in game.yaml names the fields that are compared, too.

    A record that is made from another (`of: hazard`), and one that stands for another (`one_for_each: hero`),
    may have its name: the tile of the Catapult is the Catapult's.

    Ten are told, and how many more there are. What counts as the same: upper and lower case, straight and
    curly quotes, kinds of dash, spaces, letters that look alike. Overlooked on purpose: names that are only
    similar, such as "Ferry" and "Ferryman".
    """
    yield from _idle_fields(game)
    twins = list(_twins(game))
    yield from twins[:_MOST_TWINS]
    for here, message, _ in twins[_MOST_TWINS:][:1]:
        more = f"; so are {len(twins) - _MOST_TWINS - 1} more" if twins[_MOST_TWINS + 1 :] else ""
        fix = "rename them, or say in game.yaml which fields tell them apart, told_apart_by"
        yield here, message + more, fix


_MOST_TWINS = 10  # that are told each; of more, reprints are the cause


def _twins(game: Game) -> Iterator[tuple[Source, str, str]]:
    """Yield the cards whose name another has before them."""
    first: dict[tuple[str, ...], Component] = {}
    for card in cards_by_name(game):
        twin = first.setdefault(_called(game, card), card)
        if twin is not card:
            here = card.at("name")
            where = brief_place(twin.at("name"), here)
            same = f", or, if they are one card, keep {twin.id} and give it more copies"
            fix = "rename one of them" + (same if card.kind == twin.kind else "; its id can stay")
            yield here, f'"{card.name}" is already the name of {twin.id} ({where})', fix


def _called(game: Game, card: Component) -> tuple[str, ...]:
    """Return what a card is known by: its name, and the fields that tell cards of one name apart."""
    others = (card.fields.get(field, "") for field in game.kind(card.kind).told_apart_by)
    return (as_printed(card.name), *map(str, others))


def _idle_fields(game: Game) -> Iterator[Problem]:
    """Yield the fields that are to tell cards apart, and that none has."""
    for kind in game.kinds:
        cards = game.cards_of(kind.id) if kind.told_apart_by else ()
        has = {field for card in cards for field in card.fields}
        for field in kind.told_apart_by:
            if field not in has:
                message = f"{field} is to tell {kind.plural} of one name apart, and none of them has it"
                yield kind.source, message, "name a field of theirs"


def _are_twins(game: Game, one: Kind | Component, other: Kind | Component) -> bool:
    if isinstance(one, Kind) or isinstance(other, Kind):
        return False
    return _called(game, one) == _called(game, other)


@rule("CT105", "unique-ids", Severity.ERROR)
def unique_ids(game: Game) -> Iterator[Problem]:
    """Every id is used once in the whole game, by one card or one kind.

    Files are called after ids: two cards with one would overwrite each other's picture, and the kind `prize`
    draws a common `prize-back`, so no card can have the id `prize` either.

    Bad:

        # goods.yaml
        - {id: ferry, name: Moonlit Ferry}
        # places.yaml
        - {id: ferry, name: Ferry Landing}

    Good:

        # places.yaml
        - {id: ferry-landing, name: Ferry Landing}

    Ids that differ only in case or in a variant of a character count as equal, as on many disks. Overlooked
    on purpose: cards of another game, which has a folder of its own, and two cards of one name (CT104
    unique-names), of which the ids may be made.
    """
    first: dict[str, Kind | Component] = {}
    owners: tuple[Kind | Component, ...] = (*game.kinds, *game.cards)
    for owner in owners:
        other = first.setdefault(as_typed(owner.id), owner)
        if other is not owner and not _are_twins(game, owner, other):
            here = _id_place(owner)
            what = f"the kind {other.title}" if isinstance(other, Kind) else f'"{other.name}"'
            message = f'"{owner.id}" is already the id of {what} ({brief_place(_id_place(other), here)})'
            yield here, message, "choose another id"


def _id_place(owner: Game | Kind | Deck | Component) -> Source:
    return owner.at("id") if isinstance(owner, Component) else owner.source


@rule("CT108", "safe-ids", Severity.ERROR)
def safe_ids(game: Game) -> Iterator[Problem]:
    """No id is a word that Windows keeps for itself.

    Files are called after ids, and Windows takes `con`, `prn`, `aux`, `nul`, `com1` to `com9` and `lpt1` to
    `lpt9` for devices, whatever the ending: such a game cannot even be unpacked there.

    Bad:

        - {id: aux, name: Auxiliary Troops}

    Good:

        - {id: auxiliaries, name: Auxiliary Troops}

    The ids of the game, its kinds, its decks and its cards are looked at. Overlooked on purpose: such a word
    as a part of an id, like `aux-troops`, and names, which may be anything.
    """
    owners: tuple[Game | Kind | Deck | Component, ...] = (game, *game.kinds, *game.decks, *game.cards)
    for owner in owners:
        if is_windows_device(owner.id):
            message = f'"{owner.id}" cannot name a file on Windows'
            yield _id_place(owner), message, f"add to it, for example {owner.id}-1"


@rule("CT110", "uncredited-asset", Severity.WARNING)
def uncredited_asset(game: Game) -> Iterator[Problem]:
    """Somebody is credited for every picture and font the game can draw with.

    Most free licences ask for one thing only, the author's name. A game that forgets it cannot be shared.

    Bad:

        # art/axe.svg is there, and art/credits.yaml says nothing of it

    Good:

        # art/credits.yaml
        - {files: [axe.svg], author: Lorc, licence: CC-BY-3.0, source: "https://game-icons.net"}

    Your own work is credited like any other, a whole folder in one line:

        - {files: ["*"], author: Your name, licence: all rights reserved, source: drawn for this game}

    A folder is told once, at the first of its files. Overlooked on purpose: whether the author and the
    licence are true, and whether a picture is on a card yet.
    """
    uncredited = game.assets.files - {credit.file for credit in game.assets.credits}
    for folder, group in groupby(sorted(uncredited, key=posixpath.split), posixpath.dirname):
        first, *others = group
        more = f" and {len(others)} more of its folder" if others else ""
        fix = f"name author and licence in {folder}/credits.yaml; `cardtool explain CT110` shows how"
        yield Source(first), f"nobody is credited for {first}{more}", fix


@rule("CT114", "unused-credit", Severity.WARNING)
def unused_credit(game: Game) -> Iterator[Problem]:
    """Every picture that is credited is used.

    A picture that nobody uses any more travels along in every copy of the game.

    Bad:

        # art/credits.yaml credits axe.svg, and no card, template or stylesheet names it

    Good:

        # art/axe.svg and its credit are both removed

    Looked at are the pictures in the game's own folder `art`. One is used where its file name stands in a
    record, the rules, the rulebook, a template or a stylesheet, or its first part, as in `art/{{ card.id
    }}.svg`. Overlooked on purpose: icons and fonts in `templates/`, which all games of a project share, and
    all pictures while some cards cannot be read.
    """
    if any(kind.id in game.incomplete for kind in game.kinds):
        return
    for file, credit in {each.file: each for each in reversed(game.assets.credits)}.items():
        if file in game.assets.unnamed:
            message = f"{file} is credited to {credit.author}, and nothing uses it"
            yield credit.source, message, "remove the file and its credit, or use it"


@rule("CT112", "version-unrecorded", Severity.ERROR)
def version_unrecorded(game: Game) -> Iterator[Problem]:
    """The game's version is the newest one in its changelog.

    Players with two printings on the table look up the version on a card to learn what changed.

    Bad:

        # game.yaml: version: "1.4", and changelog.yaml begins with
        - version: "1.3"

    Good:

        # game.yaml: version: "1.4", and changelog.yaml begins with
        - version: "1.4"

    Overlooked on purpose: a game without a changelog; whether the changelog tells all that changed.
    """
    if not game.changelog:
        return
    newest = game.changelog[0]
    if newest.version != game.version:
        message = f"the game is version {game.version}, the newest in its changelog is {newest.version}"
        yield newest.source, message, f"say here what {game.version} changed, or change version in game.yaml"
