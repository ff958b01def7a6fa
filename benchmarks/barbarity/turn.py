"""A turn, and what a bot does in it: the first thing in a list that it can and would do."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.barbarity.adventure import embark
from benchmarks.barbarity.cards import Card, rule_number
from benchmarks.barbarity.judgement import (
    best_quest,
    gain,
    guard_to_lay,
    hardest,
    quest_to_guard,
    worst_card,
)
from benchmarks.barbarity.table import Player, Quest, Table

__all__ = ["play"]

_ROUNDS = 80  # by then nobody gets anywhere any more


def play(table: Table) -> int:
    """Play until the game ends, and return in which round."""
    for count in range(1, _ROUNDS + 1):
        for player in table.players:
            _take_turn(table, player)
            if table.over:
                return count
    return _ROUNDS


def _take_turn(table: Table, player: Player) -> None:
    player.hero_flipped = player.has_won = False
    for held in player.hoard:
        held.flipped = False
    for _ in range(rule_number("actions")):
        _use_free_abilities(table, player)
        next(act for act in _ACTIONS if act(table, player))
        if table.over:
            return
    _use_free_abilities(table, player)
    _place(table, player)


def _place(table: Table, player: Player) -> bool:
    prizes = [card for card in player.hand if card.kind == "prize"]
    if not prizes or not player.has_place:
        return False
    prize = max(prizes, key=lambda card: card.points + table.chance.random() * 1.5)
    player.hand.remove(prize)
    player.area.append(Quest(prize))
    return True


# Abilities that cost no action


def _use_free_abilities(table: Table, player: Player) -> None:
    for id, use in _FREE.items():
        held = player.ready(id)
        if held and use(table, player):
            table.flip(held)


def _ready_hero(table: Table, player: Player) -> bool:
    if not player.hero_flipped or not best_quest(table, player):
        return False
    player.hero_flipped = False
    return True


def _trade(table: Table, player: Player) -> bool:
    if not player.hand:
        return False
    table.drop(player, worst_card(player))
    table.draw(player, 2)
    return True


def _draw_one(table: Table, player: Player) -> bool:
    table.draw(player)
    return True


def _recover(table: Table, player: Player, kind: str) -> bool:
    found = [card for card in table.discard if card.kind == kind]
    if not found:
        return False
    best = max(found, key=lambda card: card.value + card.points)
    table.discard.remove(best)
    player.hand.append(best)
    return True


def _recover_blow(table: Table, player: Player) -> bool:
    return _recover(table, player, "battle")


def _recover_prize(table: Table, player: Player) -> bool:
    return not any(card.kind == "prize" for card in player.hand) and _recover(table, player, "prize")


def _look(table: Table, player: Player) -> bool:
    quest = hardest(table, player)
    if quest is None or all(guard.face_up or guard in player.known for guard in quest.guards):
        return False
    player.known |= set(quest.guards)
    return True


def _ready_another(table: Table, player: Player) -> bool:
    spent = [held for held in player.hoard if held.flipped]
    if not spent:
        return False
    max(spent, key=lambda held: held.prize.points).flipped = False
    return True


_FREE: dict[str, Callable[[Table, Player], bool]] = {
    "hair-of-the-dog": _ready_hero,
    "shady-merchant": _trade,
    "second-hand-fleece": _draw_one,
    "wasteland-witch": _recover_blow,
    "donkey-of-burden": _recover_prize,
    "grandmothers-longship": _place,
    "gossiping-raven": _look,
    "unpaid-bard": _ready_another,
}


# Actions


def _set_out(table: Table, player: Player) -> bool:
    quest = None if player.hero_flipped else best_quest(table, player)
    if quest:
        embark(table, player, quest)
    return quest is not None


def _score(table: Table, player: Player) -> bool:
    """Play a Special into the Hoard."""
    for card in player.hand:
        idol = card.id == "golden-idol"
        boasts = card.id == "bragging-rights" and player.has_won
        if boasts or card.id == "song-about-you" or (idol and len(player.hand) >= 5):
            player.hand.remove(card)
            player.beside.append(card)
            table.used[card.id] += 1
            for _ in range(2 * idol):
                table.drop(player, worst_card(player))
            table.draw(player, card.id == "song-about-you")
            return True
    return False


def _play_special(table: Table, player: Player) -> bool:
    return any(
        (card := player.in_hand(id)) is not None and use(table, player, card) for id, use in _SPECIALS.items()
    )


def _wedding(table: Table, player: Player, card: Card) -> bool:
    table.spend(player, card)
    table.draw(player, 3)
    for other in table.others(player):
        table.draw(other)
    return True


def _wake_hero(table: Table, player: Player, card: Card) -> bool:
    if not player.hero_flipped or best_quest(table, player) is None:
        return False
    table.spend(player, card)
    for held in player.hoard:
        held.flipped = False
    return _wake_and_go(table, player)


def _wake_and_go(table: Table, player: Player) -> bool:
    player.hero_flipped = False
    _set_out(table, player)
    return True


def _dig(table: Table, player: Player, card: Card) -> bool:
    if sum(each.value >= 3 for each in table.discard) < 2:
        return False
    for _ in range(2):
        _recover_blow(table, player)
    table.spend(player, card)
    return True


def _rob(table: Table, player: Player) -> bool:
    victim = max(table.others(player), key=lambda other: len(other.hand))
    if victim.hand:
        card = table.chance.choice(victim.hand)
        victim.hand.remove(card)
        player.hand.append(card)
    return bool(victim.hand)


def _bag(table: Table, player: Player, card: Card) -> bool:
    if not _rob(table, player):
        return False
    table.spend(player, card)
    return True


def _demolish(table: Table, player: Player, card: Card) -> bool:
    rich = [
        (gain(table, other, quest.prize) + other.score / 2 - len(quest.guards), other, quest)
        for other in table.others(player)
        for quest in other.area
        if gain(table, other, quest.prize) >= 4
    ]
    if not rich:
        return False
    _, owner, quest = max(rich, key=lambda each: each[0])
    table.spend(player, card)
    owner.area.remove(quest)
    table.discard += [quest.prize, *(guard.card for guard in quest.guards)]
    return True


def _lay_three(table: Table, player: Player, card: Card) -> bool:
    guards = sum(each.play == "trap" or 0 < each.value <= 3 for each in player.hand)
    if not player.lays_guards or guards < 2 or quest_to_guard(table, player) is None:
        return False
    table.spend(player, card)
    laid = [_guard(table, player) for _ in range(3)]
    return any(laid)


def _turn_away(table: Table, player: Player, card: Card) -> bool:
    if not _send_on(table, player):
        return False
    table.spend(player, card)
    return True


def _slip_by(table: Table, player: Player, card: Card) -> bool:
    quest = hardest(table, player)
    if quest is None:
        return False
    table.spend(player, card)
    table.discard.append(table.remove_top(quest))
    return True


_SPECIALS: dict[str, Callable[[Table, Player, Card], bool]] = {
    "up-you-lout": _wake_hero,
    "somebodys-wedding": _wedding,
    "grave-goods": _dig,
    "that-was-my-bag": _bag,
    "expert-demolition": _demolish,
    "lawless-times": _lay_three,
    "wrong-turning": _turn_away,
    "pass-unseen": _slip_by,
}


def _use_prize(table: Table, player: Player) -> bool:
    """Use a Prize that costs an action."""
    for id, use in _PRIZES.items():
        held = player.ready(id)
        if held and use(table, player):
            table.flip(held)
            return True
    return False


def _draw_two(table: Table, player: Player) -> bool:
    table.draw(player, 2)
    return True


def _rats(table: Table, player: Player) -> bool:
    victims = [other for other in table.others(player) if other.hand]
    for victim in victims:
        table.drop(victim, worst_card(victim))
    return bool(victims)


def _take_guard(table: Table, player: Player) -> bool:
    quest = hardest(table, player)
    if quest:
        player.hand.append(table.remove_top(quest))
    return quest is not None


def _behead(table: Table, player: Player) -> bool:
    quest = hardest(table, player)
    if quest:
        table.discard.append(table.remove_top(quest))
    return quest is not None


def _send_on(table: Table, player: Player) -> bool:
    """Move the top guard of one's hardest Prize to another player's."""
    quest, target = hardest(table, player), quest_to_guard(table, player)
    if quest is None or target is None:
        return False
    target.guards.append(quest.guards.pop())
    return True


_PRIZES: dict[str, Callable[[Table, Player], bool]] = {
    "bottomless-horn": _draw_two,
    "monkey-of-good-family": _rob,
    "sack-of-rats": _rats,
    "dune-stalker": _take_guard,
    "retired-executioner": _behead,
    "trojan-pony": _send_on,
}


def _guard(table: Table, player: Player) -> bool:
    card, quest = guard_to_lay(player), quest_to_guard(table, player)
    if not player.lays_guards or card is None or quest is None:
        return False
    table.lay(player, card, quest)
    return True


def _draw(table: Table, player: Player) -> bool:
    drew_more = player.owns("the-mead-hall")
    table.used["the-mead-hall"] += drew_more
    table.draw(player, 1 + drew_more)
    return True


_ACTIONS: tuple[Callable[[Table, Player], bool], ...] = (
    _set_out,
    _score,
    _play_special,
    _use_prize,
    _guard,
    _draw,
)
