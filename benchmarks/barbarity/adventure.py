"""An Adventure from embarking to its end: guards, Traps, battles, and what others add to them."""

from __future__ import annotations

from dataclasses import dataclass, field

from benchmarks.barbarity.cards import Card, rule_number
from benchmarks.barbarity.judgement import cards_for, gain, worst_card
from benchmarks.barbarity.table import Guard, Held, Player, Quest, Table

__all__ = ["embark"]


def embark(table: Table, player: Player, quest: Quest) -> None:
    """Go after a Prize until it is won or the Adventure is over."""
    player.hero_flipped = True
    if player.hero == "borg-the-polite" and not quest.guards:
        table.draw(player)
    beaten = 0
    while quest.guards:
        guard = quest.guards[-1]
        guard.face_up = True
        if guard.card.kind != "battle":
            quest.guards.pop()
            if _trap_ends_it(table, player, quest, guard.card):
                return _stop(table, player)
        elif Battle(table, player, guard.card.value).is_won():
            table.discard.append(table.remove_top(quest))
            beaten += 1
            if player.hero == "cormac-the-slayer" and beaten > 1:
                table.draw(player)
        else:
            return _stop(table, player)
    return _win(table, player, quest)


def _stop(table: Table, player: Player) -> None:
    if player.hero == "valkyria":
        table.draw(player, 2)


def _win(table: Table, player: Player, quest: Quest) -> None:
    player.area.remove(quest)
    player.has_won = True
    fills = len(player.hoard) < rule_number("hoard_slots") - 1 or gain(table, player, quest.prize) > 5
    if not fills:
        poorest = min(player.hoard, key=lambda held: held.prize.points)
        player.hoard.remove(poorest)
        table.discard.append(poorest.prize)
    if player.owns("the-drowned-duck"):
        table.used["the-drowned-duck"] += 1
        table.draw(player)
    player.hoard.append(Held(quest.prize))
    table.used[quest.prize.id] += quest.prize.id in ("cursed-hen", "map-of-the-land", "castle-slight-damp")
    table.draw(player, 3 * (quest.prize.id == "cursed-hen"))
    table.draw(player, player.hero == "ingrid-two-breakfasts" and quest.prize.points <= 2)
    table.over = len(player.hoard) == rule_number("hoard_slots")


def _trap_ends_it(table: Table, player: Player, quest: Quest, trap: Card) -> bool:
    """Do what a Trap says, discard it, and return whether the Adventure is over."""
    table.draw(player, 2 * (player.hero == "snorri-mostly-beard"))
    hurts = trap.id != "mind-the-pit" or len(player.hand) < 5
    monk, luck = player.ready("monk-of-few-vows"), player.in_hand("wrong-leg-luckily")
    if hurts and monk:
        table.flip(monk)
    elif hurts and luck:
        table.spend(player, luck)
    else:
        return _spring(table, player, quest, trap)
    table.discard.append(trap)
    return False


def _spring(table: Table, player: Player, quest: Quest, trap: Card) -> bool:
    table.discard.append(trap)
    if trap.id == "mind-the-pit" and len(player.hand) >= 2:
        for _ in range(2):
            table.drop(player, worst_card(player))
        return False
    if trap.id == "hrolf-just-visiting":
        _visit(table, quest)
    if trap.id == "your-round":
        for other in table.others(player):
            table.draw(other)
    return trap.id in ("croms-knackers", "mind-the-pit")


def _visit(table: Table, quest: Quest) -> None:
    """Turn up cards until a Battle Card comes and stays on guard."""
    aside = []
    while (card := table.turn_up()) is not None and card.kind != "battle":
        aside.append(card)
    if card is not None:
        quest.guards.append(Guard(card, face_up=True))
    table.discard += aside


@dataclass(slots=True)
class Battle:
    """One battle with a Battle Card; `guard` is what others may raise."""

    table: Table
    player: Player
    guard: int
    total: int = 0
    played: list[Card] = field(default_factory=list)
    settled: bool = False

    def is_won(self) -> bool:
        """Play it, discard what was played, and return whether the guard is beaten."""
        won = self._raise_total()
        while won and not self.settled and self._is_meddled_with():
            won = self._raise_total()
        if won:
            self._take_back()
        self.table.discard += self.played
        return won

    @property
    def _need(self) -> int:
        return self.guard + (not self.player.owns("castle-slight-damp")) - self.total

    def _raise_total(self) -> bool:
        """Do the cheapest thing that is enough, or else try luck; return whether the guard is beaten."""
        while self._need > 0 and not self.settled:
            cards = cards_for(self.player, self._need)
            if not (self._helped_by_one() or self._spent(cards, 2) or self._one_for_the_ditch()):
                if self._spent(cards, 3) or self._two_beers() or self._spent(cards, 99):
                    continue
                if not (self._loaded_bones() or self._helped_by_all() or self._drunk_and_lucky()):
                    return False
        return True

    def _add(self, held: Held) -> None:
        self.table.flip(held)
        self.total += held.prize.points

    def _helped_by_one(self) -> bool:
        able = [held for held in self.player.helpers if held.prize.points >= self._need]
        if able and self._need > 1:
            self._add(able[0])
            return True
        return False

    def _helped_by_all(self) -> bool:
        helpers = self.player.helpers
        reach = sum(held.prize.points for held in helpers) + sum(card.value for card in self.player.hand)
        if helpers and reach >= self._need:
            self._add(helpers[-1])
            return True
        return False

    def _spent(self, cards: list[Card] | None, most: int) -> bool:
        if cards is None or len(cards) > most:
            return False
        for card in cards:
            self.player.hand.remove(card)
            self.table.used[card.id] += 1
        self.played += cards
        self.total += sum(card.value for card in cards)
        return True

    def _one_for_the_ditch(self) -> bool:
        card = self.player.in_hand("one-for-the-ditch")
        if card and (self._need <= 3 or cards_for(self.player, self._need - 3)):
            self.table.spend(self.player, card)
            self.total += 3
            return True
        return False

    def _two_beers(self) -> bool:
        card = self.player.in_hand("enough-for-two-beers")
        if card and len(self.player.hand) >= 4 and self._need >= 3:
            self.table.spend(self.player, card)
            for _ in range(2):
                self.table.drop(self.player, worst_card(self.player))
            self.settled = True
        return self.settled

    def _turned_up(self, count: int) -> int:
        cards = [card for _ in range(count) if (card := self.table.turn_up())]
        self.table.discard += cards
        return sum(card.value for card in cards)

    def _loaded_bones(self) -> bool:
        bones = self.player.ready("loaded-bones")
        if bones:
            self.table.flip(bones)
            self.total += self._turned_up(1)
        return bones is not None

    def _drunk_and_lucky(self) -> bool:
        card = self.player.in_hand("drunk-and-lucky")
        if card:
            self.table.spend(self.player, card)
            self.total += self._turned_up(3)
        return card is not None

    def _is_meddled_with(self) -> bool:
        """Let the first player who can turn the battle raise the guard, and return whether one did."""
        for other in self.table.others(self.player):
            for held in other.helpers:
                if held.prize.points + self._need > 0:
                    if self.player.owns("throne-of-somewhere"):
                        self.table.used["throne-of-somewhere"] += 1
                        return False
                    self.table.flip(held)
                    self.guard += held.prize.points
                    return True
        return False

    def _take_back(self) -> None:
        fist = self.player.in_hand("same-fist-again")
        if fist and sum(card.value for card in self.played) >= 5:
            self.table.spend(self.player, fist)
            self.player.hand += self.played
            self.played = []
        pants = self.player.ready("lucky-underpants")
        if pants and any(card.value > 1 for card in self.played):
            self.table.flip(pants)
            best = max(self.played, key=lambda card: card.value)
            self.played.remove(best)
            self.player.hand.append(best)
