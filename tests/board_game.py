"""A small game on a board drawn from its layout: an arena of squares, a ring of hours, a scale of lives.

Its heroes are wide cards, its pawns round tokens that stand on the arena, and a figure of the rulebook places
both.
"""

from __future__ import annotations

import json
from pathlib import Path

from projects import SCHEMA, put

from cardtool.project import Project

__all__ = ["LAYOUT", "a_board_game"]

GAME = """\
title: Ramparts
version: "0.1"
players: {least: 2, most: 2}
style: faces.css
kinds:
  hero:  {title: Hero, plural: Heroes, records: heroes.yaml, count: 2, size: tarot, lying: true,
          bleed: 2mm, safe: 2mm, front: hero.html}
  pawn:  {title: Pawn, plural: Pawns, records: pawns.yaml, count: 4, form: token, size: token-20,
          stands_on: arena.floor,
          bleed: 1mm, safe: 1mm, front: pawn.html}
  field: {title: Board, plural: Boards, records: boards.yaml, count: 1, form: board, layout: arena,
          width: 280mm, height: 190mm, bleed: 3mm, safe: 3mm, front: field.html}
decks:
  all: {title: Everything, kinds: [hero, pawn], count: 6}
outputs: {sheet: a4-fill}
rulebook:
  template: book.html
  style: book.css
  width: 148mm
  height: 210mm
  figures:
    arena: {template: figure.html, width: 110mm, height: 75mm, layout: arena}
"""

LAYOUT = """\
title: Arena
parts:
  - grid:
      at: {x: 12mm, y: 14mm}
      cell: 22mm
      gap: 1mm
      legend: {s: start, f: floor, w: wall}
      rows:
        - "sfffffs"
        - "fffwfff"
        - "fwfffwf"
        - "ff   ff"
        - "fwfffwf"
        - "fffwfff"
        - "sfffffs"
  - ring:
      sort: hour
      spaces: 12
      centre: {x: 227mm, y: 62mm}
      radius: 40mm
      depth: 21mm
      gap: 1mm
      first: 0
      sorts: {night: [0, 6]}
      prefix: hour-
  - scale:
      sort: life
      numbers: {from: 9, to: 0}
      line: [[190mm, 158mm], [266mm, 158mm]]
      outline: {width: 8mm, height: 12mm, corner: 1.5mm}
      prefix: life-
"""

HEROES = """\
- {id: ogre, name: Ogre, colour: "#8a3b2a"}
- {id: witch, name: Witch, colour: "#3d5a80"}
"""

PAWNS = """\
- {id: ogre-pawn, name: Ogre Pawn, copies: 2, letter: O, colour: "#8a3b2a"}
- {id: witch-pawn, name: Witch Pawn, copies: 2, letter: W, colour: "#3d5a80"}
"""

RULEBOOK = """\
# Ramparts

The Arena has {{ spaces.arena }} spaces, {{ spaces.arena.wall|word }} of them walls. [[Ogre]] begins.

{{ figure.arena(pieces=[{"card": "Ogre Pawn", "space": "c1"}, {"card": "Witch Pawn", "space": "hour-3"}],
                hero="Ogre", alt="Two pawns in the arena.", caption="After the first turn.") }}
"""

FIELD = """\
{% import "layouts.html" as board %}
{% call board.drawing(face) %}
<rect x="-3" y="-3" width="{{ face.width }}" height="{{ face.height }}" fill="#efe6d2"/>
{{ board.outlines(layout, {"start": "#d9b44a", "floor": "#fbf7ec", "wall": "#6b5b4b", "hour": "#cfdbe3",
                           "night": "#3b4a5e", "life": "#e9c9bf"}, "#4a3f35", 0.4) }}
{% endcall %}
{% for space in layout.spaces if space.sort in ("hour", "night", "life") %}
{% set ink = "#fff" if space.sort == "night" else "#222" %}
{{ board.words(space, space.number, face, 11, "font-variant-numeric:lining-nums;color:" ~ ink) }}
{% endfor %}
"""

HERO = """\
<svg style="position:absolute;left:0;top:0;width:{{ face.width }}mm;height:{{ face.height }}mm"
 viewBox="0 0 {{ face.width }} {{ face.height }}"><rect width="{{ face.width }}" height="{{ face.height }}"
 fill="{{ card.colour }}"/><circle cx="30" cy="{{ face.height / 2 }}" r="20" fill="#fff"/></svg>
<div class="name" style="top:{{ face.height / 2 - 7 }}mm;left:55mm">{{ card.name }}</div>
"""

PAWN = """\
<svg style="position:absolute;left:0;top:0;width:{{ face.width }}mm;height:{{ face.height }}mm"
 viewBox="0 0 {{ face.width }} {{ face.height }}"><rect width="{{ face.width }}" height="{{ face.height }}"
 fill="{{ card.colour }}"/></svg>
<div class="name" style="top:{{ face.height / 2 - 5 }}mm;left:0;width:{{ face.width }}mm;text-align:center">{{
 card.letter }}</div>
"""

FIGURE = """\
{% import "layouts.html" as board %}
{% import "table.html" as table %}
{% set scale = 0.36 %}
{{ table.card("board-1", "front", 0, 0, 280 * scale) }}
{% for piece in figure.pieces %}
{{ board.piece(piece.card, layout.space[piece.space], scale=scale) }}
{% endfor %}
{{ table.card(figure.hero, "front", 72, 46, 36) }}
"""

STYLE = """\
.face{font-family:"Alegreya Sans"}
.name{position:absolute;font-size:22pt;font-weight:bold;color:#fff}
.rim{border:0.1mm solid #333}
"""

BOOK = """<h1>{{ book.title }}</h1>{% for chapter in chapters %}{{ chapter.html }}{% endfor %}"""
BOOK_STYLE = "@page{size:148mm 210mm;margin:15mm}html{font-family:Alegreya}"

_MORE = {"colour": {"type": "string"}, "letter": {"type": "string"}}
_RECORD = {
    **SCHEMA,
    "title": "Piece",
    "required": ["id", "name"],
    "properties": {**SCHEMA["properties"], **_MORE},  # type: ignore[dict-item]
}


def a_board_game(folder: Path, **files: str) -> Project:
    """A project with this game; `files` replace some: `game`, `layout`, `rulebook`, `field`, `figure`."""
    put(folder, "cards/ramparts/game.yaml", files.get("game", GAME))
    put(folder, "cards/ramparts/layouts/arena.yaml", files.get("layout", LAYOUT))
    put(folder, "cards/ramparts/rulebook.md", files.get("rulebook", RULEBOOK))
    put(folder, "cards/ramparts/heroes.yaml", HEROES)
    put(folder, "cards/ramparts/pawns.yaml", PAWNS)
    put(folder, "cards/ramparts/boards.yaml", "- {id: board-1, name: The Board}\n")
    templates = {"hero": HERO, "pawn": PAWN, "field": FIELD, "figure": FIGURE, "book": BOOK}
    for name, text in templates.items():
        put(folder, f"templates/ramparts/{name}.html", files.get(name, text))
    put(folder, "templates/ramparts/faces.css", STYLE)
    put(folder, "templates/ramparts/book.css", BOOK_STYLE)
    for kind in ("hero", "pawn", "field"):
        put(folder, f"schemas/ramparts/{kind}.schema.json", json.dumps(_RECORD))
    return Project.find(folder)
