"""How cards made of a table look: what each kind's template says of its columns, and inks for each kind.

The drawing itself is in templates/starters/table; here stands only what differs from table to table.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from cardtool.app.table_columns import TableColumn, heading_words
from cardtool.load import made_id

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
