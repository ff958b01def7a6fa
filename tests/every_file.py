"""A small project that has a file of every sort: pictures, fonts, icons, sheets, themes, a rulebook."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from PIL import Image
from projects import BACK, BEAST, BEASTS, SCHEMA, STYLE, put

from cardtool.project import TOOLKIT, Project

__all__ = ["every_file", "files_of"]

GAME = """\
title: Farm
version: "1.0"
players: {least: 2, most: 4}
style: faces.css
kinds:
  beast:
    title: Beast
    plural: Beasts
    records: beasts.yaml
    count: 3
    width: 63.5mm
    height: 88.9mm
    front: beast.html
    back: back.html
  table:
    title: Table
    plural: Tables
    records: tables.yaml
    count: 1
    form: mat
    layout: yard
    width: 120mm
    height: 90mm
    bleed: 0mm
    front: table-mat.html
decks:
  farm: {title: The farm deck, kinds: [beast], count: 3}
rulebook:
  template: book.html
  style: book.css
  width: 105mm
  height: 148mm
  figures:
    cards: {template: figure.html, width: 80mm, height: 50mm}
outputs: {sheet: small, theme: pale}
"""

MANUSCRIPT = """\
# Farm

Each player begins with {{ number.hand }} cards. The [[Goat]] eats a **meadow**.

{{ figure.cards(["Goat", "Hen"], alt="A goat and a hen") }}

{{ sequence.turn }}

{{ glossary }}

{{ changelog }}
"""

RULES = """\
numbers:
  hand: {value: 2, means: cards a player begins with}
sequences:
  turn:
    title: Your turn
    steps:
      - {id: draw, title: Draw, text: Draw a card., quick: Draw}
      - {id: feed, title: Feed, text: Feed a beast., quick: Feed}
"""

BOOK = """\
<header class="cover"><h1>{{ book.title }}</h1></header>
{% for chapter in chapters %}<section id="chapter-{{ loop.index }}">{{ chapter.html }}</section>{% endfor %}
<p><img src="art/goat.png" alt="A goat"> <a href="https://example.com">More</a></p>
"""

BOOK_STYLE = """\
@page { size: 105mm 148mm; margin: 12mm; font-family: Alegreya; }
html { font-family: Alegreya; font-size: 9pt; }
.icon { height: 1em; }
h1 { font-size: 16pt; }
img { max-width: 60mm; }
@media screen { body { max-width: 40em; } }
"""

PICTURE = '<img class="photo" src="art/goat.png" style="border-color:{{ theme.inks.page.ink }}" alt="">'
OWN_FACE = '{% import "own.html" as own %}' + PICTURE + BEAST + '<p class="title">{{ own.mark() }}</p>'
FIGURE = """\
{% import "table.html" as table %}
{% for id in figure.cards %}{{ table.card(id, "front", loop.index0 * 40, 0, 30) }}{% endfor %}
"""
MAT = """\
{% import "layouts.html" as board %}
{% call board.drawing(face) %}{{ board.outlines(layout) }}{% endcall %}
<div class="title">{{ card.name }}: draw {{ number.hand }} of {{ spaces.yard }}</div>
"""
YARD = """\
title: Yard
parts:
  - grid: {at: {x: 60mm, y: 5mm}, cell: 10mm, legend: {g: grass}, rows: [gg, gg]}
"""
PHOTO = ".photo{position:absolute;left:10mm;top:70mm;width:10mm}\n.barn{background:url(art/barn.svg)}\n"
TERMS = "terms:\n  - {id: meadow, term: meadow, means: What a goat eats.}\n"
BARN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>'
CREDIT = "- files: [{file}]\n  author: Ann\n  licence: CC0\n  source: drawn for this test\n"


def every_file(folder: Path) -> Project:
    """Return the project, made in this folder; nothing is wrong with it."""
    put(folder, "cards/project.yaml", "default: farm\n")
    put(folder, "cards/farm/game.yaml", GAME)
    put(folder, "cards/farm/beasts.yaml", BEASTS)
    put(folder, "cards/farm/tables.yaml", "- {id: round, name: Round Table, text: A table.}\n")
    put(folder, "cards/farm/layouts/yard.yaml", YARD)
    put(folder, "cards/farm/rulebook.md", MANUSCRIPT)
    put(folder, "cards/farm/rules.yaml", RULES)
    put(
        folder,
        "cards/farm/glossary.yaml",
        "terms:\n  - {id: meadow, term: meadow, means: What a goat eats.}\n",
    )
    change = '- version: "1.0"\n  date: 2026-01-02\n  entries:\n    - {type: added, text: Everything.}\n'
    put(folder, "cards/farm/changelog.yaml", change)
    (folder / "cards/farm/art").mkdir()
    Image.new("RGB", (300, 300), "teal").save(folder / "cards/farm/art/goat.png")
    put(
        folder,
        "cards/farm/art/barn.svg",
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
    )
    put(folder, "cards/farm/art/credits.yaml", CREDIT.format(file="goat.png, barn.svg"))
    put(folder, "templates/farm/beast.html", OWN_FACE)
    put(folder, "templates/farm/back.html", BACK)
    put(folder, "templates/farm/table-mat.html", MAT)
    put(folder, "templates/farm/figure.html", FIGURE)
    put(folder, "templates/farm/faces.css", STYLE + PHOTO)
    put(folder, "templates/farm/book.html", BOOK)
    put(folder, "templates/farm/book.css", BOOK_STYLE)
    put(folder, "templates/base/own.html", "{% macro mark() %}·{% endmacro %}")
    _copy(folder, "templates/fonts/Alegreya-Regular.ttf")
    put(folder, "templates/fonts/credits.yaml", CREDIT.format(file="Alegreya-Regular.ttf"))
    _copy(folder, "templates/icons/flip.svg")
    put(folder, "templates/icons/credits.yaml", CREDIT.format(file="flip.svg"))
    put(folder, "templates/sheets/small.yaml", (TOOLKIT / "templates/sheets/a4-9up.yaml").read_text("utf-8"))
    put(folder, "templates/themes/pale.yaml", "title: Pale\nabout: A pale theme.\n")
    for name in ("beast", "table"):
        put(folder, f"schemas/farm/{name}.schema.json", json.dumps(SCHEMA))
    return Project.find(folder)


def files_of(folder: Path) -> list[str]:
    """Return every file of the project in this folder, by its path from there, sorted."""
    found = (path for top in ("cards", "templates", "schemas") for path in (folder / top).rglob("*"))
    return sorted(path.relative_to(folder).as_posix() for path in found if path.is_file())


def _copy(folder: Path, name: str) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(TOOLKIT / name, folder / name)
