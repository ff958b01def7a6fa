"""The table: who holds what, and the moves that the rules allow; nobody decides anything here."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from benchmarks.barbarity.cards import Card, deck, rule_number

__all__ = ["Guard", "Held", "Player", "Quest", "Table"]


@dataclass(slots=True, eq=False)
class Guard:
    """A card lying on a Prize."""

    card: Card
    face_up: bool = False


@dataclass(slots=True, eq=False)
class Quest:
    """A Prize in an Adventure Area; the last of its guards is the top one."""

    prize: Card
    guards: list[Guard] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Held:
    """A Prize in a Hoard."""

    prize: Card
    flipped: bool = False


@dataclass(slots=True, eq=False)
class Player:
    """One at the table. `lays_guards` is how they mean to play; `known` are guards they have seen."""

    seat: int
    hero: str
    lays_guards: bool
    hand: list[Card] = field(default_factory=list)
    area: list[Quest] = field(default_factory=list)
    hoard: list[Held] = field(default_factory=list)
    beside: list[Card] = field(default_factory=list)
    known: set[Guard] = field(default_factory=set)
    hero_flipped: bool = False
    has_won: bool = False

    @property
    def score(self) -> int:
        """The Victory Points of the Hoard and of the Specials beside it."""
        return sum(held.prize.points for held in self.hoard) + sum(card.points for card in self.beside)

    def owns(self, id: str) -> bool:
        """Return whether a Prize lies in the Hoard, flipped or not."""
        return any(held.prize.id == id for held in self.hoard)

    def ready(self, id: str) -> Held | None:
        """Return a Prize of the Hoard that can be flipped."""
        return next((held for held in self.hoard if held.prize.id == id and not held.flipped), None)

    def in_hand(self, id: str) -> Card | None:
        """Return a card with this id."""
        return next((card for card in self.hand if card.id == id), None)

    @property
    def helpers(self) -> list[Held]:
        """The Prizes that can still add their Victory Points in battle, the weakest first."""
        able = [held for held in self.hoard if held.prize.adds and not held.flipped]
        return sorted(able, key=lambda held: held.prize.points)

    @property
    def has_place(self) -> bool:
        """Whether the Adventure Area holds one more Prize."""
        maps = sum(held.prize.id == "map-of-the-land" for held in self.hoard)
        return len(self.area) < rule_number("adventure_limit") + maps


class Table:
    """The deck, the Discard Pile and the players; `used` counts uses of each card by its id."""

    def __init__(
        self,
        styles: tuple[bool, ...],
        heroes: tuple[str, ...],
        seed: int,
        put_back: Callable[[Player], Card],
    ) -> None:
        """Deal a game; `styles` says who lays guards, `put_back` which card a hand misses least."""
        self.chance = random.Random(seed)
        self.pile = list(deck())
        self.chance.shuffle(self.pile)
        self.discard: list[Card] = []
        self.used: Counter[str] = Counter()
        dealt = self.chance.sample(heroes, len(styles))
        self.players = [Player(seat, dealt[seat], style) for seat, style in enumerate(styles)]
        self.over = False
        for player in self.players:
            self._deal_hand(player)
        for player in self.players[1:]:
            self.draw(player, rule_number("head_start"))
            for _ in range(rule_number("put_back")):
                card = put_back(player)
                player.hand.remove(card)
                self.pile.insert(0, card)

    def _deal_hand(self, player: Player) -> None:
        while not any(card.kind == "prize" for card in player.hand):
            self.pile += player.hand
            player.hand.clear()
            self.chance.shuffle(self.pile)
            self.draw(player, rule_number("opening_hand"))

    def others(self, player: Player) -> list[Player]:
        """Return the other players, clockwise."""
        return self.players[player.seat + 1 :] + self.players[: player.seat]

    def turn_up(self) -> Card | None:
        """Return the deck's top card; None where deck and Discard Pile are empty."""
        if not self.pile:
            self.pile, self.discard = self.discard, []
            self.chance.shuffle(self.pile)
        return self.pile.pop() if self.pile else None

    def draw(self, player: Player, count: int = 1) -> None:
        """Give the player cards from the deck, as many as there are."""
        for _ in range(count):
            card = self.turn_up()
            if card is not None:
                player.hand.append(card)

    def drop(self, player: Player, card: Card) -> None:
        """Discard a card from a hand."""
        player.hand.remove(card)
        self.discard.append(card)

    def spend(self, player: Player, card: Card) -> None:
        """Play a card from a hand, and discard it."""
        self.drop(player, card)
        self.used[card.id] += 1

    def flip(self, held: Held) -> None:
        """Flip a Prize to use it."""
        held.flipped = True
        self.used[held.prize.id] += 1

    def has_room(self, owner: Player, quest: Quest) -> bool:
        """Return whether one more guard may lie on a Prize."""
        limit = quest.prize.points
        if owner.owns("fort-draughty"):
            self.used["fort-draughty"] += len(quest.guards) == 2 < limit
            limit = min(limit, 2)
        return len(quest.guards) < limit

    def lay(self, player: Player, card: Card, quest: Quest) -> None:
        """Lay a card as a guard, and draw for it."""
        guard = Guard(card)
        player.hand.remove(card)
        quest.guards.append(guard)
        player.known.add(guard)
        self.used[card.id] += 1
        self.draw(player)

    def remove_top(self, quest: Quest) -> Card:
        """Take the top guard off a Prize."""
        return quest.guards.pop().card

    def winners(self) -> list[Player]:
        """Return who has the most Victory Points, and then the most Prizes."""
        best = max((player.score, len(player.hoard)) for player in self.players)
        return [player for player in self.players if (player.score, len(player.hoard)) == best]
