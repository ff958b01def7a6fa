"""Which columns of a table are on a face, and the templates that show them, for games made from a table."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
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


_PALETTE = (  # ground, deep and light of a kind; told apart in shades of grey as well
    ("#2f6f73", "#1d4c50", "#cfe3dd"),
    ("#c8663a", "#7f3715", "#f8dcc8"),
    ("#5b4a86", "#3c2e61", "#ddd6ee"),
    ("#d3a02f", "#6f4d05", "#f8e8bd"),
    ("#3d6aa3", "#22456f", "#d3e0f1"),
    ("#8fa851", "#4a5c1d", "#e4edcb"),
    ("#9c3b5c", "#6b1f3a", "#f2d3dd"),
    ("#4f5660", "#2e343c", "#dcdfe3"),
)
_GREYS = ("#4c4c4c", "#7d7d7d", "#333333", "#a3a3a3", "#5c5c5c", "#949494", "#404040", "#6c6c6c")
_FACES = "faces"  # the inks that all kinds share
_OTHER_INKS = (_FACES, "page", "book")
_ROOMY, _CLOSE = 190, 340  # letters below the picture; more take room from it
_BANDS = (42, 33, 24)  # mm, how high the picture is with few letters, more, and many
_LONGEST_BADGE = 3  # digits
_TAGS = 42  # letters of a line of tags
_MOST_NUMBERS = 16  # in boxes, four rows of them; more are told in a line


def ink_name(kind: str) -> str:
    """Return the name of a kind's inks in a theme: its id in letters and digits."""
    name = kind.replace("-", "")
    return name if name[0].isalpha() and name not in _OTHER_INKS else f"kind{name}"


def face_template(
    kind: str, columns: Sequence[TableColumn], place: tuple[int, int], picture: str = ""
) -> str:
    """Return the template of a kind: what it shows, as lists on top, and the face that all kinds share.

    `place` is which of how many kinds it is, from 0; `picture` the field that names its picture.
    """
    shown = [each for each in columns if each.field not in ("id", "name") and not each.is_picture]
    badge = _badge(shown)
    moods = [each for each in shown if each.is_mood]
    texts = [each for each in shown if each.is_long and not each.is_mood]
    told = [each for each in shown if each is not badge and each not in (*moods, *texts)]
    words = [each for each in told if each.words]
    room = _TAGS - (len(kind) if place[1] > 1 else 0)
    tags = [
        each for row, each in enumerate(words) if sum(3 + one.longest for one in words[: row + 1]) <= room
    ]
    numbers = [each for each in told if each.is_number][:_MOST_NUMBERS]
    facts = [each for each in told if each not in (*tags, *numbers)]
    literal = [each.field for each in shown if each.sign]
    lists = {"tags": tags, "numbers": numbers, "texts": texts, "facts": facts, "moods": moods}
    lines = [
        "{# What a card of this kind shows; how, is in shared_face.html. Each is a heading and a field. #}",
        f'{{% set inks = theme.inks["{ink_name(kind)}"] %}}',
        f"{{% set badge = {_pairs([badge] if badge else [])} %}}",
        *(f"{{% set {name} = {_pairs(columns)} %}}" for name, columns in lists.items()),
        f"{{% set literal = {json.dumps(literal)} %}}{{# the fields that are printed as they are written #}}",
        f"{{% set band = {_band([*texts, *facts, *moods])} %}}{{# mm, how high its picture is #}}",
        f'{{% set picture = "{picture}" %}}{{# the field that names its picture; none: a rosette #}}',
        f"{{% set tab, tabs = {place[0]}, {place[1]} %}}{{# which of how many kinds it is #}}",
        '{% include "shared_face.html" %}',
    ]
    return "".join(f"{line}\n" for line in lines)


def themes(kinds: Sequence[str]) -> dict[str, str]:
    """Return the themes of the game, by the names of their files: inks for each of these kinds."""
    faces = {"ink": "#23282e", "paper": "#fbf7ee", "pale": "#5a6068", "on": "#fbf7ee", "back": "#26343c"}
    grey = {"ink": "#222222", "paper": "#f7f7f7", "pale": "#585858", "on": "#f7f7f7", "back": "#303030"}
    spare = {"paper": "#ffffff", "on": "#23282e", "back": "#ffffff"}
    colours = [_PALETTE[number % len(_PALETTE)] for number in range(len(kinds))]
    inks = [dict(zip(("ground", "deep", "light"), each, strict=True)) for each in colours]
    greys = [
        {"ground": _GREYS[number % len(_GREYS)], "deep": "#333333", "light": "#e2e2e2"}
        for number in range(len(kinds))
    ]
    lines = [{"ground": "#ffffff", "light": ground} for ground, _, _ in colours]
    named = [ink_name(kind) for kind in kinds]
    return {
        "colour.yaml": _theme("Colour", {_FACES: faces, **dict(zip(named, inks, strict=True))}),
        "greyscale.yaml": _theme("Greyscale", {_FACES: grey, **dict(zip(named, greys, strict=True))}),
        "low-ink.yaml": _theme("Low ink", {_FACES: spare, **dict(zip(named, lines, strict=True))}),
    }


def _badge(columns: Sequence[TableColumn]) -> TableColumn | None:
    """Return the column of numbers that stands in the corner: one called as costs are, else the first."""
    short = [each for each in columns if each.is_number and each.longest <= _LONGEST_BADGE]
    called = [each for word in heading_words()["number"] for each in short if made_id(each.heading) == word]
    return next(iter([*called, *short]), None)


def _band(columns: Sequence[TableColumn]) -> int:
    letters = sum(each.longest for each in columns)
    return _BANDS[(letters > _ROOMY) + (letters > _CLOSE)]


def _pairs(columns: Sequence[TableColumn]) -> str:
    return json.dumps([[_printed(each.heading), each.field] for each in columns], ensure_ascii=False)


def _printed(heading: str) -> str:
    """Return a heading as it is printed: `card_type` is Card type."""
    words = heading.replace("_", " ").strip()
    return words[:1].upper() + words[1:] if words.islower() else words


def _theme(title: str, inks: dict[str, dict[str, str]]) -> str:
    return "".join(f"{line}\n" for line in _theme_lines(title, inks))


def _theme_lines(title: str, inks: dict[str, dict[str, str]]) -> Iterator[str]:
    yield "# yaml-language-server: $schema=../../../.cardtool/schemas/theme.schema.json"
    yield f"title: {title}"
    yield ""
    yield "inks:"
    for name, colours in inks.items():
        said = ", ".join(f'{use}: "{colour}"' for use, colour in colours.items())
        yield f"  {name}: {{{said}}}"
