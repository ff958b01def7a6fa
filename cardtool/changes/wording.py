"""Whether two texts read alike to a player, although they are written differently."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping

from cardtool.changes.words import Key, Names, key
from cardtool.documents import MappedText, strip_markup
from cardtool.markup import typographic
from cardtool.model import Game
from cardtool.references import CardReference, Reference, as_word, plain_name, replaced

__all__ = ["Wording", "as_read"]

Values = Mapping[tuple[str, str], int]

_BARE, _MARKED = "\x02", "\x05"  # before the number of a thing; of one whose names have marks of their own
_ARTICLE = re.compile("\\ban? (?=[\x02\x05])", re.IGNORECASE)  # an Axe may become a Blade
_HAS_MARKS = re.compile('^["“”]|["“”!?]$')
_MARKS = re.compile('["“”]*(\x05[0-9]+\x03)["“”!?]*')


class Wording:
    """What the texts of a game say, before and after, with names that were changed taken as the same.

    `renames` are pairs of an old name and a new one, such as a changelog records.
    """

    def __init__(self, before: Game, after: Game, renames: Collection[tuple[str, str]]) -> None:
        self._before, self._after = _values(before), _values(after)
        self._thing = _things(renames)
        self._names = Names(name for pair in renames for name in pair)
        self._marked = {
            self._thing[key(name)] for pair in renames for name in pair if _HAS_MARKS.search(name)
        }

    def same(self, old: str, new: str) -> bool:
        """Whether a player reads the same in both: quotes, emphasis, references and renames aside.

        A number that texts refer to is the same in a text that was left as it was.
        """
        if old == new:
            return True
        return self._compared(as_read(old, self._before)) == self._compared(as_read(new, self._after))

    def shown(self, old: str, new: str) -> tuple[str, str]:
        """Both texts as players read them."""
        return as_read(old, self._before), as_read(new, self._after)

    def _compared(self, text: str) -> str:
        """The text with each renamed thing called by a number, less the marks that go with a name."""
        parts, end = [], 0
        for start, stop, name in self._names.spans(text):
            thing = self._thing[name]
            parts += [text[end:start], f"{_MARKED if thing in self._marked else _BARE}{thing}\x03"]
            end = stop
        compared = "".join((*parts, text[end:]))
        return plain_name(_ARTICLE.sub("a ", _MARKS.sub(r"\1", compared)) if parts else compared)


def as_read(text: str, values: Values) -> str:
    """The text with its references as printed, without emphasis, in one line."""
    text = replaced(text, lambda reference: _said(reference, values))
    return " ".join(typographic(strip_markup(MappedText(text)).text).split())


def _said(reference: Reference, values: Values) -> str:
    if isinstance(reference, CardReference):
        return reference.name
    number = values.get((reference.family, reference.name))
    if number is None:
        return f"{{{{{reference.family}.{reference.name}}}}}"
    word = as_word(number) if reference.style else str(number)
    return word.capitalize() if reference.style == "Word" else word


def _values(game: Game) -> Values:
    """Every number a text may refer to, by family and name."""
    values = {("number", id): number.value for id, number in game.rules.numbers.items()}
    values |= {("count", kind.id): game.copies_of(kind.id) for kind in game.kinds}
    values |= {("count", deck.id): game.copies_of(*deck.kinds) for deck in game.decks}
    return values | {("players", "least"): game.players.least, ("players", "most"): game.players.most}


def _things(renames: Iterable[tuple[str, str]]) -> dict[Key, int]:
    """For each name, by its key, the number of the thing it was, at one time or another, the name of."""
    things: dict[Key, int] = {}
    members: dict[int, list[Key]] = {}
    for number, (old, new) in enumerate(renames):
        joined = {things[name] for name in (key(old), key(new)) if name in things}
        members[number] = [key(old), key(new), *(name for other in joined for name in members.pop(other))]
        things.update(dict.fromkeys(members[number], number))
    return things
