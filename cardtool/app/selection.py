"""Which part of a game is printed or exported, where that is not all of it. What is checked is always the
whole game, and a face is drawn as it is drawn with all others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardtool.errors import UsageError
from cardtool.model import SET_FIELD, Component, Deck, Face, Game, Kind, file_word
from cardtool.project import did_you_mean

if TYPE_CHECKING:
    from cardtool.render import FaceJob

_MOST_LISTED = 12  # names in a message; of more, those near the wrong one are told


@dataclass(frozen=True, slots=True)
class Selection:
    """The ids of kinds, decks, sets and cards that are wanted; of a sort of which none is named, all are.

    A card is taken that is of one of the kinds, in one of the decks and of the sets, and one of the cards.
    """

    kinds: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return any(self._by_option.values())

    @property
    def _by_option(self) -> Mapping[str, tuple[str, ...]]:
        return {"kind": self.kinds, "deck": self.decks, "set": self.sets, "cards": self.cards}

    @property
    def key(self) -> str | None:
        """Return what is asked for in a few words, by which a ledger knows it; None for all."""
        said = (f"{option}:{'+'.join(sorted(set(ids)))}" for option, ids in self._by_option.items() if ids)
        return " ".join(said) or None

    @property
    def suffix(self) -> str:
        """Return what the names of files end in: `-kind-hero` for one kind, `-selection` for much else."""
        said = [(option, id) for option, ids in self._by_option.items() for id in dict.fromkeys(ids)]
        if len(said) == 1 and not self.cards:
            return f"-{said[0][0]}-{file_word(said[0][1])}"
        return "-selection" if said else ""

    def of(self, game: Game) -> Game:
        """Return the game with those cards alone, and the kinds and decks that have some; itself for all.

        What kinds and decks declare is then what there is of them. Raises: UsageError for what is not in the
        game, and where nothing is left.
        """
        if not self:
            return game
        self._refuse_unknown(game)
        chosen = tuple(card for card in game.cards if self._takes(game, card))
        if not chosen:
            raise UsageError(f"no card of {game.id} is all of this at once: {self.key}")
        return game_of(game, chosen)

    def _takes(self, game: Game, card: Component) -> bool:
        in_decks = {kind for deck in game.decks if deck.id in self.decks for kind in deck.kinds}
        wishes = (
            (self.kinds, card.kind in self.kinds),
            (self.decks, card.kind in in_decks),
            (self.sets, card.value(SET_FIELD) in self.sets),
            (self.cards, card.id in self.cards),
        )
        return all(met for wished, met in wishes if wished)

    def _refuse_unknown(self, game: Game) -> None:
        _refuse("kind", self.kinds, [kind.id for kind in game.kinds], game)
        _refuse("deck", self.decks, [deck.id for deck in game.decks], game)
        _refuse("set", self.sets, [each.id for each in game.sets], game)
        ids = [card.id for card in game.cards]
        by_name = {card.name.casefold(): card.id for card in game.cards}
        for id in self.cards:
            if id.casefold() in by_name and id not in ids:
                raise UsageError(f"cards are told by their id: {by_name[id.casefold()]} is that of {id}")
        _refuse("card", self.cards, ids, game)


EVERYTHING = Selection()


def game_of(game: Game, cards: tuple[Component, ...]) -> Game:
    """Return the game with these cards alone, and the kinds, decks and sets that have some."""
    smaller = replace(game, cards=cards)
    sets = tuple(replace(each, counts=()) for each in game.sets if smaller.cards_in_set(each.id))
    return replace(smaller, kinds=tuple(_kinds_left(smaller)), decks=tuple(_decks_left(smaller)), sets=sets)


def _refuse(what: str, asked: Iterable[str], known: list[str], game: Game) -> None:
    """Raise UsageError for the first that is not there."""
    unknown = next((id for id in asked if id not in known), None)
    if unknown is None:
        return
    has = f"; its {what}s are: {', '.join(known)}" if 0 < len(known) <= _MOST_LISTED else ""
    none = "" if known else f"; it has no {what}s"
    raise UsageError(f'{game.id} has no {what} "{unknown}"{did_you_mean(unknown, known)}{has}{none}')


def _kinds_left(game: Game) -> Iterator[Kind]:
    """Yield the kinds that have cards, none of them instead of, or as a part of, one that has not."""
    here = {card.kind for card in game.cards}
    for kind in game.kinds:
        if kind.id in here:
            instead_of, part_of = (id if id in here else "" for id in (kind.instead_of, kind.part_of))
            count = game.copies_of(kind.id)
            yield replace(kind, count=count, instead_of=instead_of, part_of=part_of)


def _decks_left(game: Game) -> Iterator[Deck]:
    for deck in game.decks:
        if game.cards_of(*deck.kinds):
            kinds = tuple(id for id in deck.kinds if game.cards_of(id))
            yield replace(deck, kinds=kinds, count=game.copies_of(*kinds))


def chosen_faces(game: Game, chosen: Game, kinds: Iterable[Kind]) -> tuple[FaceJob, ...]:
    """Return every distinct face of the chosen cards of these kinds, told what it is told of the game."""
    from cardtool.render import face_jobs

    kinds = tuple(kinds)
    jobs = face_jobs(game, kinds)
    if chosen is game:
        return tuple(jobs)
    wanted = set(_faces_of(chosen, kinds))
    return tuple(job for job in jobs if job.face in wanted)


def _faces_of(game: Game, kinds: Iterable[Kind]) -> Iterator[Face]:
    from cardtool.render import card_faces

    for kind in kinds:
        for card in game.records_of(kind):
            yield from (face for each in card_faces(kind, card) for face in each.faces)
