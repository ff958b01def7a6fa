"""A small game with a rulebook, and values that nobody expects in its files."""

from __future__ import annotations

from pathlib import Path

from projects import GAME, a_project, put

from cardtool.project import Project

__all__ = ["NASTY", "a_farm_with_a_book"]

BOOK = """\
rulebook: {template: rulebook.html, style: rulebook.css, width: 105mm, height: 148mm}
"""

MANUSCRIPT = """\
# Farm

Take [[Goat]] and {{ number.hand }} cards. {{ sequence.turn }}

{{ glossary }}

{{ components }}
"""

RULES = """\
numbers:
  hand: {value: 5, means: cards in hand}
sequences:
  turn:
    title: The turn
    steps:
      - {id: graze, title: Graze, text: "Draw {{ number.hand }} cards."}
"""

CHANGELOG = """\
- {version: "1.0", date: 2026-01-01, entries: [{type: changed, text: All of it.}]}
"""

FILES = {
    "templates/farm/rulebook.html": "{% for chapter in chapters %}{{ chapter.html }}{% endfor %}",
    "templates/farm/rulebook.css": "@page{size:105mm 148mm;font-family:Alegreya}html{font-family:Alegreya}",
    "cards/farm/rulebook.md": MANUSCRIPT,
    "cards/farm/rules.yaml": RULES,
    "cards/farm/glossary.yaml": "terms:\n  - {id: beast, term: Beast, means: A card.}\n",
    "cards/farm/changelog.yaml": CHANGELOG,
}

NASTY: tuple[object, ...] = (
    *(None, True, 0, -1, 10**14, 0.5, 1e300),
    *("", " ", "x", "\ud800", "\0", "\u202e", "\ufdd00\ufdd1", "\ue0000\ue001", "\n\n", "x\n::error::y"),
    *(
        "a" * 100_000,
        "\u0301" * 10_000,
        "(" * 500,
        "*" * 500,
        "[[",
        "]]",
        "{{",
        "{{ x }}",
        "{flip}",
        "{",
        "%s",
    ),
    *(
        "../../x",
        "/etc/passwd",
        "con",
        ".",
        "1e400mm",
        "-5mm",
        "0mm",
        "999999mm",
        "2025-02-30",
        "²",
        "İ",
        "½",
    ),
    *([], {}, [[]], [{}], {"": ""}, [None], ["x"] * 200, [[[[[[[[[[[[]]]]]]]]]]]], {"a": {"b": {"c": {}}}}),
    *("goat", "hen", "beast", "farm", "a4-fill", "low-ink", "tarot", "circle", "mats"),
)


def a_farm_with_a_book(folder: Path) -> Project:
    """The farm with rules, glossary, changelog and a rulebook that prints all of them."""
    for name, text in FILES.items():
        put(folder, name, text)
    return a_project(folder, game=GAME + BOOK)
