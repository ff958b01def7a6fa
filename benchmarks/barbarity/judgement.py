"""What a bot thinks of cards, Prizes and other players. Crude on purpose, and the same for all."""

from __future__ import annotations

from itertools import combinations

from benchmarks.barbarity.cards import Card, rule_number
from benchmarks.barbarity.table import Guard, Player, Quest, Table

__all__ = [
    "best_quest",
    "cards_for",
    "gain",
    "guard_to_lay",
    "hardest",
    "quest_to_guard",
    "worst_card",
]

_UNKNOWN = 3.9  # what it takes to beat a face-down guard, on average
_WINS = 50  # more than any Prize is worth


def worst_card(player: Player) -> Card:
    """Return the card that a hand misses least."""
    return min(player.hand, key=lambda card: _worth(player, card))


def _worth(player: Player, card: Card) -> float:
    if card.kind == "battle":
        return card.value
    if card.kind == "prize":
        return 2.2 if sum(each.kind == "prize" for each in player.hand) <= 1 else 0.5 + card.points / 5
    if card.play == "trap":
        return 2 if player.lays_guards else 0.1
    return 3


def gain(table: Table, player: Player, prize: Card) -> int:
    """Return what winning a Prize brings: a slot filled, a poorer Prize replaced, or the game."""
    free = rule_number("hoard_slots") - len(player.hoard)
    if free > 1:
        return prize.points + 1
    if free == 1 and player.score + prize.points > max(each.score for each in table.others(player)):
        return _WINS
    return prize.points - min(held.prize.points for held in player.hoard)


def _effort(player: Player, guard: Guard) -> float:
    if not guard.face_up and guard not in player.known:
        return _UNKNOWN
    if guard.card.kind != "battle":
        return 0.5
    return guard.card.value + (0 if player.owns("castle-slight-damp") else 1)


def _total_effort(player: Player, quest: Quest) -> float:
    return sum(_effort(player, guard) for guard in quest.guards)


def _strength(player: Player) -> float:
    strength = sum(card.value for card in player.hand) + sum(held.prize.points for held in player.helpers)
    strength += 3 * sum(card.id == "one-for-the-ditch" for card in player.hand)
    strength += 4 * bool(player.in_hand("drunk-and-lucky")) + 3 * bool(player.ready("loaded-bones"))
    return strength + 3 * bool(player.in_hand("enough-for-two-beers") and len(player.hand) > 5)


def best_quest(table: Table, player: Player) -> Quest | None:
    """Return the Prize to go after now; None where none is both wanted and in reach."""
    strength = _strength(player) if len(player.hand) <= 14 else 99
    wanted = [quest for quest in player.area if gain(table, player, quest.prize) > 0]
    able = [quest for quest in wanted if _total_effort(player, quest) <= strength]
    return max(
        able,
        key=lambda quest: gain(table, player, quest.prize) * 2 - _total_effort(player, quest) * 0.4,
        default=None,
    )


def hardest(table: Table, player: Player) -> Quest | None:
    """Return the Prize of one's own that is most worth losing a guard."""
    wanted = [quest for quest in player.area if quest.guards and gain(table, player, quest.prize) > 0]
    return max(
        wanted,
        key=lambda quest: gain(table, player, quest.prize) * 2 - _total_effort(player, quest) / 2,
        default=None,
    )


def quest_to_guard(table: Table, player: Player) -> Quest | None:
    """Return the Prize of another player that most needs a guard and has room for one."""
    best, most = None, -99.0
    for owner in table.others(player):
        for quest in owner.area:
            threat = gain(table, owner, quest.prize)
            pressing = threat + 0.6 * owner.score - len(quest.guards)
            if threat > 0 and pressing > most and table.has_room(owner, quest):
                best, most = quest, pressing
    return best


def guard_to_lay(player: Player) -> Card | None:
    """Return a Trap, or else the weakest Battle Card of the hand."""
    traps = [card for card in player.hand if card.play == "trap"]
    fighters = [card for card in player.hand if card.kind == "battle"]
    return traps[0] if traps else min(fighters, key=lambda card: card.value, default=None)


def _price(cards: list[Card]) -> float:
    return sum(card.value for card in cards) + len(cards) / 2


def cards_for(player: Player, need: int) -> list[Card] | None:
    """Return Battle Cards worth at least so much, with little to spare; None where there are too few."""
    able = sorted((card for card in player.hand if card.kind == "battle"), key=lambda card: card.value)
    some = (each for count in range(1, 4) for each in combinations(able[-9:], count))
    enough = [list(each) for each in some if sum(card.value for card in each) >= need]
    if enough:
        return min(enough, key=_price)
    return able if sum(card.value for card in able) >= need else None
