"""Which pieces of a game look otherwise than they did, told by pixels.

A change of a template that shows on three cards is a change of three cards; a new id changes none.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cardtool.app.export import DrawnGame, card_faces
from cardtool.export.face_pictures import face_rasters
from cardtool.export.face_raster import Raster, own_frame
from cardtool.model import CardFaces, Face, Side
from cardtool.wording import ReprintWording, wording

_COMPARED_DPI = 100  # a changed comma is several pixels
_AT_ONCE = 200  # faces whose pixels are held at a time


class Reason(NamedTuple):
    """Why a piece is exchanged: how many copies there are and were, and the sides that look otherwise."""

    copies: int
    before: int
    sides: tuple[str, ...] = ()

    def said(self, words: ReprintWording) -> str:
        """Return the reason in the words of a language."""
        if not self.before or not self.copies:
            return words.gone if self.before else words.new
        if self.sides:
            return words.changed[" ".join(self.sides)]
        return words.copies[self.copies != 1].format(self.copies, self.before)


class Exchange(NamedTuple):
    """What to do with one card or other piece: copies to take out of the box, copies to print, and why.

    `card` is its id; `kind` and `name` are what players call it.
    """

    card: str
    kind: str
    name: str
    taken_out: int
    put_in: int
    reason: Reason

    @property
    def why(self) -> str:
        """The reason in English."""
        return self.reason.said(wording().reprint)


@dataclass(frozen=True, slots=True)
class FaceChanges:
    """What is to be exchanged, in the game's order, what is gone last; and kinds with another common back."""

    exchanges: tuple[Exchange, ...]
    backs: tuple[str, ...]


def compare_drawn(before: DrawnGame, after: DrawnGame) -> FaceChanges:
    """Compare two drawings of a game that have no errors."""
    old, new = _Drawing.of(before), _Drawing.of(after)
    was = _old_ids(old, new)
    changed = set(_changed_faces(old, new, was))
    exchanges = (*_kept(old, new, was, changed), *_gone(old, was))
    worn = [each for cards in new.cards.values() for each in cards]
    backs = (each.kind.plural for each in worn if each.back in changed and each.back.card is None)
    return FaceChanges(exchanges, tuple(dict.fromkeys(backs)))


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A drawn game: each card's faces by its id, copies that differ one by one, and its pixels' digests."""

    drawn: DrawnGame
    cards: Mapping[str, tuple[CardFaces, ...]]
    digests: Mapping[Face, bytes]

    @classmethod
    def of(cls, drawn: DrawnGame) -> _Drawing:
        assert drawn.usable is not None, "only what has no errors is compared"
        every = card_faces(drawn.usable, drawn.usable.kinds)
        cards: dict[str, tuple[CardFaces, ...]] = {}
        for each in every:
            cards[each.card.id] = (*cards.get(each.card.id, ()), each)
        return cls(drawn, cards, {face: _digest(raster) for face, raster in _rasters(drawn, every)})

    def copies(self, id: str) -> int:
        """Return how many copies there are of a card; none where there is no such card."""
        return self.cards[id][0].card.copies if id in self.cards else 0

    def looks(self, id: str) -> tuple[object, ...]:
        """Return what stands for all that one sees of a card."""
        faces = ((self.digests[face] for face in each.faces) for each in self.cards[id])
        return self.cards[id][0].kind.id, self.copies(id), *(tuple(each) for each in faces)

    def rasters(self, faces: Iterable[Face]) -> dict[Face, Raster]:
        """Return the pixels of some faces."""
        wanted = set(faces)
        owners = (each for cards in self.cards.values() for each in cards if wanted & set(each.faces))
        return {face: raster for face, raster in _rasters(self.drawn, owners) if face in wanted}


def _rasters(drawn: DrawnGame, cards: Iterable[CardFaces]) -> Iterator[tuple[Face, Raster]]:
    frames = {face: own_frame(each.kind, _COMPARED_DPI, bleed=False) for each in cards for face in each.faces}
    return face_rasters(drawn.pages, frames)


def _digest(raster: Raster) -> bytes:
    return hashlib.sha256(f"{raster.size}".encode() + raster.rgb).digest()


def _old_ids(old: _Drawing, new: _Drawing) -> dict[str, str]:
    """Return what each card of now was called then: as now, or as one that is gone and looked like it."""
    gone = {old.looks(id): id for id in old.cards if id not in new.cards}
    same = {id: id for id in new.cards if id in old.cards}
    return same | {
        id: gone.pop(looks) for id in new.cards if id not in same and (looks := new.looks(id)) in gone
    }


def _face_pairs(old: _Drawing, new: _Drawing, was: Mapping[str, str]) -> Iterator[tuple[Face, Face]]:
    """Yield each face that there is now with the one that stood on that side."""
    for id, old_id in was.items():
        for now, then in zip(new.cards[id], old.cards[old_id], strict=False):
            yield from zip(now.faces, then.faces, strict=False)


def _changed_faces(old: _Drawing, new: _Drawing, was: Mapping[str, str]) -> Iterator[Face]:
    """Yield the faces one can tell from what they were: fonts that are embedded anew differ by a breath."""
    pairs = dict(_face_pairs(old, new, was))
    doubtful = [(now, then) for now, then in pairs.items() if new.digests[now] != old.digests[then]]
    for at in range(0, len(doubtful), _AT_ONCE):
        some = doubtful[at : at + _AT_ONCE]
        today, before = new.rasters(now for now, _ in some), old.rasters(then for _, then in some)
        yield from (now for now, then in some if not today[now].looks_like(before[then]))


def _kept(old: _Drawing, new: _Drawing, was: Mapping[str, str], changed: set[Face]) -> Iterator[Exchange]:
    """Yield what to do with the cards there are."""
    for id, cards in new.cards.items():
        copies, before = new.copies(id), old.copies(was.get(id, ""))
        sides = sorted(
            {str(face.side) for each in cards for face in _own_faces(each) & changed}, reverse=True
        )
        if id in was and bool(cards[0].back) is not bool(old.cards[was[id]][0].back):
            sides = ["back"]
        everything = not before or sides or (cards[0].copy and copies != before)
        put_in = copies if everything else max(copies - before, 0)
        taken_out = before if everything else max(before - copies, 0)
        if put_in or taken_out:
            why = Reason(copies, before, tuple(sides))
            yield Exchange(id, cards[0].kind.title, cards[0].card.name, taken_out, put_in, why)


def _own_faces(each: CardFaces) -> set[Face]:
    """Return the faces that are this card's alone; a back that a kind shares is told by itself."""
    return {face for face in each.faces if face.side is Side.FRONT or face.card is not None}


def _gone(old: _Drawing, was: Mapping[str, str]) -> Iterator[Exchange]:
    known = set(was.values())
    for id, cards in old.cards.items():
        if id not in known:
            copies = old.copies(id)
            yield Exchange(id, cards[0].kind.title, cards[0].card.name, copies, 0, Reason(0, copies))
