"""The deck every contestant draws: plain cards, as many as asked for, all different, always the same.

A card has a title, a type, a number, rules text of 40 to 60 words with an inline icon, a flavour
line and a small picture of coloured polygons. Lengths are millimetres, from the trim's top left.
"""

from __future__ import annotations

import math
import random
import re
from dataclasses import dataclass

__all__ = ["COIN", "Card", "Polygon", "cards"]

COIN = "M256 48 464 256 256 464 48 256ZM256 150 150 256 256 362 362 256Z"

_TYPES = ("Harvest", "Weather", "Market", "Journey")
_FIRST = ("Amber", "Bright", "Cold", "Distant", "Early", "Fallow", "Golden", "High", "Idle", "Level")
_LAST = ("Acre", "Bridge", "Cellar", "Drove", "Ford", "Granary", "Hedge", "Lane", "Mill", "Orchard")
_RULES = (
    "Take {number} {good} from the common store and put them on this field.",
    "If your {place} is empty, pay {coin} and take {number} {good}.",
    "Each neighbour with more {good} than you gives you {number}.",
    "Turn this card over when the last cart of {good} has left the {place}.",
    "Then draw a card; keep it, or sell it for {coin} and draw another.",
    "You may store at most {number} sacks here, be it {good} or {good}.",
    "At the end of the season it is worth {number} points for every full {place}.",
)
_WORDS = {
    "number": ("two", "three", "four", "five", "six", "seven"),
    "good": ("barley", "wheat", "rye", "wool", "honey", "timber", "clay", "cheese", "cider", "flax"),
    "place": ("barn", "cellar", "yard", "mill", "granary", "loft", "stable", "shed"),
}
_SLOT = re.compile(f"{{({'|'.join(_WORDS)})}}")
_FLAVOUR = (
    "The miller counts the sacks twice.",
    "Nobody owns the rain, but everyone sells it.",
    "First to the ford, last to the fair.",
    "A good hedge keeps two families at peace.",
)
_COLOURS = ("#3f6278", "#7f561a", "#55652a", "#84432f")


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled shape of a picture; corners in tenths of a millimetre from the picture's top left."""

    colour: str
    corners: tuple[tuple[int, int], ...]

    @property
    def path(self) -> str:
        """The outline as SVG path data."""
        return "M" + " ".join(f"{x} {y}" for x, y in self.corners) + "Z"


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the deck."""

    id: str
    title: str
    type: str
    number: int
    colour: str
    text: str
    flavour: str
    picture: tuple[Polygon, ...]


def cards(count: int) -> list[Card]:
    """The first `count` cards of the deck."""
    return [_card(n) for n in range(count)]


def _card(n: int) -> Card:
    chance = random.Random(n)
    kind = chance.randrange(len(_TYPES))
    return Card(
        id=f"card-{n:05}",
        title=f"{chance.choice(_FIRST)} {chance.choice(_LAST)} {n}",
        type=_TYPES[kind],
        number=1 + n % 9,
        colour=_COLOURS[kind],
        text=_rules(chance),
        flavour=chance.choice(_FLAVOUR),
        picture=_picture(chance),
    )


def _rules(chance: random.Random) -> str:
    """Sentences of 40 to 60 words in all, one or two of them with the icon, hardly ever the same twice."""
    while True:
        chosen = [
            _SLOT.sub(lambda slot: chance.choice(_WORDS[slot[1]]), each) for each in chance.sample(_RULES, 4)
        ]
        text = " ".join(chosen)
        if 40 <= len(text.split()) <= 60 and "{coin}" in text:
            return text


def _picture(chance: random.Random) -> tuple[Polygon, ...]:
    """A sky, a sun, three ranges of hills, a barn."""
    sky = Polygon(chance.choice(("#cfdfe6", "#f0d9b5", "#d9c7d8")), ((0, 0), (525, 0), (525, 300), (0, 300)))
    hills = [
        _hills(chance, 110 + 55 * row, shade) for row, shade in enumerate(("#8fa38b", "#6f8a5f", "#4f6b46"))
    ]
    return (sky, _sun(chance), *hills, _barn(chance))


def _sun(chance: random.Random) -> Polygon:
    x, y, radius = chance.randrange(60, 460), chance.randrange(40, 100), chance.randrange(20, 40)
    turns = [2 * math.pi * step / 12 for step in range(12)]
    corners = [(x + round(radius * math.cos(turn)), y + round(radius * math.sin(turn))) for turn in turns]
    return Polygon("#e9b44c", tuple(corners))


def _hills(chance: random.Random, height: int, colour: str) -> Polygon:
    ridge = [(x, height + chance.randrange(-30, 30)) for x in range(0, 526, 75)]
    return Polygon(colour, (*ridge, (525, 300), (0, 300)))


def _barn(chance: random.Random) -> Polygon:
    x, y = chance.randrange(60, 420), chance.randrange(190, 230)
    return Polygon("#8c3b2e", ((x, y + 60), (x, y), (x + 35, y - 30), (x + 70, y), (x + 70, y + 60)))
