"""How fair Barbarity is to seats, guards, Heroes and cards, as simple bots play it.

python -m benchmarks.barbarity [--games 1000] [--seed 1]
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from benchmarks.barbarity.cards import Card, deck, heroes
from benchmarks.barbarity.judgement import worst_card
from benchmarks.barbarity.table import Player, Table
from benchmarks.barbarity.turn import play

_SIZES = (2, 3, 4, 5)


@dataclass(slots=True)
class Tally:
    """Sums over games; a shared win counts for each winner by its share."""

    games: int = 0
    rounds: int = 0
    endless: int = 0
    seats: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    dealt: Counter[str] = field(default_factory=Counter)
    wins: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    used: Counter[str] = field(default_factory=Counter)

    def note(self, table: Table, rounds: int) -> None:
        """Add a game that has been played."""
        winners = table.winners()
        self.games += 1
        self.rounds += rounds
        self.endless += not table.over
        self.used += table.used
        for player in table.players:
            share = (player in winners) / len(winners)
            self.seats[player.seat] += share
            for id in _owned(player):
                self.dealt[id] += 1
                self.wins[id] += share

    def seat(self, index: int) -> float:
        """Return how many of a hundred games a seat won."""
        return 100 * self.seats[index] / self.games

    def owner(self, id: str) -> float:
        """Return how many of a hundred games those won who had a Hero, or a card in the end."""
        return 100 * self.wins[id] / max(1, self.dealt[id])


def _owned(player: Player) -> set[str]:
    return {player.hero, *(held.prize.id for held in player.hoard), *(card.id for card in player.beside)}


def played(styles: tuple[bool, ...], seeds: Iterable[int]) -> Tally:
    """Play a game for each seed, in which each seat lays guards or not."""
    tally = Tally()
    for seed in seeds:
        table = Table(styles, heroes(), seed, worst_card)
        tally.note(table, play(table))
    return tally


def one_of(size: int, lays_guards: bool, games: int, seed: int) -> float:
    """Return how many of a hundred games one player wins who guards, or does not, unlike all others."""
    share = games // size
    total = 0.0
    for seat in range(size):
        styles = tuple(lays_guards if other == seat else not lays_guards for other in range(size))
        total += played(styles, range(seed + seat * share, seed + (seat + 1) * share)).seat(seat)
    return total / size


def main() -> None:
    """Play, and print the tables."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.barbarity", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("--games", type=int, default=1000, help="games of each setting")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("players  rounds  endless  a seat's wins of 100       one who guards  one who does not  fair")
    everything = Tally()
    for size in _SIZES:
        tally = played((True,) * size, range(options.seed, options.seed + options.games))
        seats = " ".join(f"{tally.seat(seat):4.1f}" for seat in range(size))
        guards, idler = (one_of(size, lays, options.games, options.seed) for lays in (True, False))
        print(
            f"{size:7}  {tally.rounds / tally.games:6.1f}  {tally.endless:7}  {seats:25}"
            f"  {guards:14.1f}  {idler:16.1f}  {100 / size:4.1f}",
            flush=True,
        )
        if size == 4:
            everything = tally
    _print_cards(everything)


def _by_cost(card: Card) -> tuple[str, str, int, int, str]:
    return card.kind, card.play, card.points, card.value, card.id


def _print_cards(tally: Tally) -> None:
    """Print what each card did at a table of four; 25 is fair."""
    print("\nat a table of four, by kind and cost:  uses in 100 games, wins of 100 of who had it in the end")
    for id in heroes():
        print(f"  hero       {id:26} {'':8} {tally.owner(id):6.1f}")
    for card in sorted(set(deck()), key=_by_cost):
        cost, uses = str(card.play or card.points or card.value), 100 * tally.used[card.id] / tally.games
        wins = f"{tally.owner(card.id):6.1f}" if tally.dealt[card.id] else ""
        print(f"  {card.kind:8} {cost:10} {card.id:26} {uses:8.1f} {wins}".rstrip())


if __name__ == "__main__":
    main()
