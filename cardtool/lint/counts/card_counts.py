"""Rules about the counts a game declares: its cards come to them, and they are enough for its players."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.lint.core import Problem, Severity, rule
from cardtool.lint.core.game_facts import called
from cardtool.model import Game, Kind, player_tiers
from cardtool.wording import counted


def kind_phrase(number: int, kind: Kind) -> str:
    """Return `1 Hero`, `5 Heroes`."""
    return counted(number, kind.title, kind.plural)


def _count_remedy(declared: int, found: int) -> str:
    """Return what to do when the cards found are not as many as declared."""
    change = "add" if found < declared else "remove"
    return f"{change} {counted(abs(declared - found), 'copy', 'copies')}, or change the count to {found}"


@rule("CT201", "kind-count", Severity.ERROR)
def kind_count(game: Game) -> Iterator[Problem]:
    """The copies of each kind come to the number the game declares.

    A record lost in an edit does not show on any card; it shows when the deck runs out too early.

    Bad:

        # game.yaml: prize: {count: 35}, and the copies in prizes.yaml come to 34

    Good:

        # game.yaml: prize: {count: 34}, or one more copy in prizes.yaml

    Overlooked on purpose: a kind of which some record could not be read; that record has its own finding.
    """
    for kind in game.kinds:
        copies = game.copies_of(kind.id)
        if kind.id not in game.incomplete and copies != kind.count:
            said = f"the game declares {kind_phrase(kind.count, kind)}"
            message = f"{said}, the {called([kind])} come to {copies}"
            yield kind.count_source, message, _count_remedy(kind.count, copies)


@rule("CT202", "deck-count", Severity.ERROR)
def deck_count(game: Game) -> Iterator[Problem]:
    """The copies of all cards of a deck come to the number the deck declares.

    A deck of 119 where the rulebook says 120 is a card left at the printer's, or one too few in the box.

    Bad:

        # decks: main: {kinds: [prize, battle], count: 85}, and the cards come to 84

    Good:

        # the missing copy is added, or the deck declares 84

    Overlooked on purpose: a deck with a kind of which some record could not be read.
    """
    for deck in game.decks:
        found = game.copies_of(*deck.kinds)
        if found != deck.count and game.incomplete.isdisjoint(deck.kinds):
            noun = called(map(game.kind, deck.kinds))
            message = f"{deck.title} declares {deck.count} {noun}, the {noun} come to {found}"
            yield deck.count_source, message, _count_remedy(deck.count, found)


@rule("CT203", "deck-sum", Severity.ERROR)
def deck_sum(game: Game) -> Iterator[Problem]:
    """The number a deck declares is the sum of what its kinds declare.

    The same number is written in two places of game.yaml; one of them is changed and the other forgotten.

    Bad:

        kinds: {prize: {count: 35}, battle: {count: 50}}
        decks: {main: {kinds: [prize, battle], count: 90}}

    Good:

        kinds: {prize: {count: 35}, battle: {count: 50}}
        decks: {main: {kinds: [prize, battle], count: 85}}

    Only declared numbers are compared, so this holds while cards are still being written. Overlooked on
    purpose: kinds in no deck, since mats and tokens belong to none, and kinds in two; kinds that declare no
    number and of which no card can be read.
    """
    for deck in game.decks:
        kinds = [game.kind(id) for id in deck.kinds]
        total = sum(kind.count for kind in kinds)
        is_known = all(kind.count or kind.id not in game.incomplete for kind in kinds)
        if total != deck.count and is_known:
            parts = " + ".join(kind_phrase(kind.count, kind) for kind in kinds)
            message = f"{deck.title} declares {deck.count} cards, its kinds declare {parts} = {total}"
            yield deck.count_source, message, f"change the count to {total}, or the count of a kind"


@rule("CT204", "enough-for-players", Severity.ERROR)
def enough_for_players(game: Game) -> Iterator[Problem]:
    """What every player takes is there for as many players as can play.

    A box that says "2 to 5 players" with four heroes in it is a letter from a customer.

    Bad:

        players: {least: 2, most: 5}
        kinds: {hero: {count: 4, per_player: 1}}

    Good:

        players: {least: 2, most: 5}
        kinds: {hero: {count: 5, per_player: 1}}

    `per_player` says how many copies of the kind each player takes; those in the data are counted. Where the
    game comes in packs, each number of players has those packs that are for as many or fewer. Overlooked on
    purpose: more than enough, and a kind of which some record could not be read.
    """
    for tier in player_tiers(game):
        for kind in game.kinds:
            found, needed = tier.copies_of(game, kind.id), kind.per_player * tier.most
            if kind.id not in game.incomplete and found < needed:
                evidence = "the packs they play with" if game.packs else "the cards"
                wanted = f"{tier.most} players need {kind_phrase(needed, kind)}"
                enough_for = found // kind.per_player
                fewer = f", or let at most {enough_for} play" if enough_for >= tier.least else ""
                remedy = f"add {counted(needed - found, 'copy', 'copies')}{fewer}"
                yield tier.source, f"{wanted}, {evidence} come to {found}", remedy


@rule("CT210", "enough-to-deal", Severity.ERROR)
def enough_to_deal(game: Game) -> Iterator[Problem]:
    """The deck has enough cards to deal as many players as can play their first hands.

    A hand that grew by two cards, and a fifth player added for the box: together they empty the deck at once.

    Bad:

        # players: {least: 2, most: 5}, a deck of 48 cards, and in rules.yaml
        first_hand: {value: 10, means: cards in a first hand, dealt: true}

    Good:

        first_hand: {value: 9, means: cards in a first hand, dealt: true}

    Looked at are the numbers of rules.yaml that say `dealt: true`, for every deck together, less what each
    player takes before (`per_player`). Overlooked on purpose: whether a deck that is just enough leaves
    anything to draw; all of it while some record could not be read.
    """
    in_decks = {id for deck in game.decks for id in deck.kinds}
    if not in_decks or not game.incomplete.isdisjoint(in_decks):
        return
    drawn = [kind.id for kind in game.kinds if kind.id in in_decks and not kind.per_player]
    for hand in game.rules.numbers.values():
        for tier in player_tiers(game) if hand.dealt else ():
            found, needed = tier.copies_of(game, *drawn), hand.value * tier.most
            if found < needed:
                hands = f"hands of {hand.value} for {tier.most} players"
                message = f"{hands} take {needed} cards, there are {found}"
                yield hand.source, message, f"deal {found // tier.most} at most, or let fewer play"


@rule("CT222", "set-count", Severity.ERROR)
def set_count(game: Game) -> Iterator[Problem]:
    """The cards of each set come to the numbers that the set declares.

    A card that names the wrong set, or none and so is in the first, is missing there and too many here.

    Bad:

        # game.yaml: sets: {base: …, storms: {title: Storms, count: 12}}, and 11 copies say set: storms

    Good:

        # the twelfth card says set: storms

    Compared are `count`, all components of the set with their copies, and what `counts` says of kinds.
    Overlooked on purpose: sets that might hold a record that could not be read.
    """
    for each in game.sets:
        for declared in each.counts:
            kinds = {declared.kind} if declared.kind else {kind.id for kind in game.kinds}
            found = sum(card.copies for card in game.cards_in_set(each.id) if card.kind in kinds)
            if found != declared.count and game.incomplete.isdisjoint(kinds):
                kind = game.kind(declared.kind) if declared.kind else None
                said = kind_phrase(declared.count, kind) if kind else counted(declared.count, "card")
                message = f"{each.title} declares {said}, the cards come to {found}"
                yield declared.source, message, _count_remedy(declared.count, found)
