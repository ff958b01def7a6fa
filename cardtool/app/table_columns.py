"""What stands in a column of a table, as far as schemas and faces ask: numbers, words, texts, pictures."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from cardtool.load import count_in, made_id
from cardtool.markup import INLINE_ICON, markup_mistakes

_LONG = 28  # characters; a text with more is a paragraph on the card
_MOST_WORDS = 8  # different values of a column whose values may be listed in its schema
_ROWS_A_WORD = 3  # rows to each of them, on average
_LONGEST_WORD = 18  # characters; what is longer is no tag
_PICTURE = re.compile(r".+\.(?:png|jpe?g|webp|svg)", re.IGNORECASE)
_WHOLE = re.compile("-?(?:0|[1-9][0-9]{0,7})")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,7})(?:\.[0-9]{0,7}[1-9])?")


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column that cards of a kind, or none at all, have values in: its heading, its field, those values.

    `among` are the values that cards of all kinds have in it. A column without any may hold any text.
    `sign` is one that stands in them and means something else in the markup of cards; empty for none.
    """

    heading: str
    field: str
    values: tuple[Any, ...]
    among: tuple[Any, ...]
    sign: str = ""

    @property
    def is_number(self) -> bool:
        """Whether all its values are numbers, whole or not."""
        return bool(self.values) and all(map(says_number, self.values))

    @property
    def is_whole(self) -> bool:
        """Whether all its values are whole numbers."""
        return all(whole_number(value) is not None for value in self.values)

    @property
    def is_picture(self) -> bool:
        """Whether all its values are names of picture files."""
        return bool(self.values) and all(_PICTURE.fullmatch(str(value)) for value in self.values)

    @property
    def is_mood(self) -> bool:
        """Whether it is a line for the mood, which rules do not speak of."""
        return means(self.heading, "mood")

    @property
    def is_no_rule(self) -> bool:
        """Whether rules do not speak of what it says: a line for the mood, or who drew the picture."""
        return self.is_mood or means(self.heading, "credit")

    @property
    def is_long(self) -> bool:
        """Whether it is a paragraph on the card: called as rules texts are, or with more than a few words."""
        texts = [str(value) for value in self.values]
        is_called_so = means(self.heading, "text") or self.is_mood
        return is_called_so or any(len(text) > _LONG or "\n" in text for text in texts)

    @property
    def longest(self) -> int:
        """The letters of its longest value."""
        return max((len(str(value)) for value in self.values), default=0)

    @property
    def words(self) -> tuple[str, ...]:
        """The few words that its values are, in cards of any kind; none where they are anything."""
        texts = {_word(value) for value in self.among}
        few = len(texts) <= _MOST_WORDS and len(self.among) >= _ROWS_A_WORD * len(texts)
        other = self.is_number or self.is_long or self.is_picture or self.longest > _LONGEST_WORD or self.sign
        return tuple(sorted(texts)) if few and not other else ()


def foreign_sign(texts: Iterable[str], icons: Collection[str]) -> str:
    """Return a sign in these texts that the markup of cards would read otherwise than it seems to be meant.

    That is an icon that is none of these, what names a card or a value, or a mark without its partner.
    """
    for text in texts:
        strange = next((each[0] for each in INLINE_ICON.finditer(text) if each[0][1:-1] not in icons), "")
        bracket = next((each for each in ("{{", "[[") if each in text), "")
        mistake = next(markup_mistakes(text), None)
        if sign := bracket or strange or (mistake and text[mistake.start]):
            return sign
    return ""


def means(heading: str, use: str) -> bool:
    """Whether a column of this heading may be one for `use`: name, copies, text, mood, credit, number."""
    return made_id(heading) in heading_words()[use]


@cache
def heading_words() -> Mapping[str, tuple[str, ...]]:
    """Return what headings are called, as ids are written, by what their columns are for."""
    lines = Path(__file__).with_name("headings.tsv").read_text(encoding="utf-8").splitlines()
    pairs = (line.split("\t") for line in lines if not line.startswith("#"))
    return {use: tuple(words.split()) for use, words in pairs}


def whole_number(value: Any) -> int | None:
    """Return the whole number that a cell says, none where it says something else, such as 007."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    is_written = isinstance(value, str) and _WHOLE.fullmatch(value)
    return int(value) if is_written else None


def says_count(value: Any) -> bool:
    """Return whether a cell says how many there are of a card: 3, or 3x."""
    number = whole_number(count_in(value))
    return number is not None and number >= 0


def says_number(value: Any) -> bool:
    """Return whether a cell says a number, and one that is printed as it is written: not 1.50."""
    if isinstance(value, str):
        return bool(_NUMBER.fullmatch(value))
    return isinstance(value, int | float) and not isinstance(value, bool)


def _word(value: Any) -> str:
    """Return a value of a list of words as a record has it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
