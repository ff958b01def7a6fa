"""A small game of every shape and size: round tokens, hexagons, lying cards, tarot cards, a large board."""

from __future__ import annotations

import json
from pathlib import Path

from projects import SCHEMA, put

from cardtool.project import Project

__all__ = ["a_toybox"]

GAME = """\
title: Toybox
version: "0.1"
players: {least: 1, most: 4}
style: faces.css
kinds:
  coin:   {title: Coin, plural: Coins, records: coins.yaml, count: 14, size: token-25,
           bleed: 2mm, safe: 2mm, front: front.html, back: back.html}
  field:  {title: Field, plural: Fields, records: fields.yaml, count: 9, shape: hex-flat, across: 40mm,
           corner: 2mm, bleed: 2mm, safe: 2mm, front: front.html, back: back.html}
  view:   {title: View, plural: Views, records: views.yaml, count: 9, size: poker, lying: true,
           bleed: 2mm, safe: 2mm, front: front.html, back: back.html}
  fate:   {title: Fate, plural: Fates, records: fates.yaml, count: 5, size: tarot, corner: 4mm,
           bleed: 2mm, safe: 2mm, front: front.html, back: back.html}
decks:
  all: {title: Everything, kinds: [coin, field, view, fate], count: 37}
outputs: {sheet: a4-fill}
"""

BOARD = """\
  board:  {title: Board, plural: Boards, records: boards.yaml, count: 1, size: a3,
           bleed: 2mm, safe: 2mm, front: front.html, back: back.html}
"""

PIECES = {"coin": 14, "field": 9, "view": 9, "fate": 5, "board": 1}
INKS = {"coin": "#8a5a12", "field": "#4b7a3b", "view": "#33658a", "fate": "#7b2d43", "board": "#6b5b4b"}

FRONT = """\
<svg class="whole" viewBox="0 0 {{ face.width }} {{ face.height }}"
 style="width:{{ face.width }}mm;height:{{ face.height }}mm"><path class="ground {{ kind.id }}"
 d="M0 0H{{ face.width }}V{{ face.height }}H0Z"/></svg>
<div class="name" style="top:{{ face.height / 2 - 7 }}mm;width:{{ face.width }}mm">{{ card.name }}</div>
"""

BACK = FRONT.replace("card.name", "kind.title").replace("ground", "under")

STYLE = """\
.face{font-family:Alegreya}
.whole,.name{position:absolute;left:0}
.whole{top:0}
.name{font-size:12pt;text-align:center;color:#fff}
.under{fill:#222}
"""

RECORD = {**SCHEMA, "title": "Piece", "required": ["id", "name"]}


def a_toybox(folder: Path, *, board: bool = False) -> Project:
    """A project with this game; with a board, which is larger than the paper, only if asked for."""
    pieces = {kind: count for kind, count in PIECES.items() if board or kind != "board"}
    game = GAME.replace("decks:\n", f"{BOARD}decks:\n") if board else GAME
    inks = "".join(f".ground.{kind}{{fill:{ink}}}\n" for kind, ink in INKS.items())
    put(folder, "cards/toybox/game.yaml", game)
    put(folder, "templates/toybox/front.html", FRONT)
    put(folder, "templates/toybox/back.html", BACK)
    put(folder, "templates/toybox/faces.css", STYLE + inks)
    for kind, count in pieces.items():
        records = [f"- {{id: {kind}-{n}, name: {kind.title()} {n}}}\n" for n in range(1, count + 1)]
        put(folder, f"cards/toybox/{kind}s.yaml", "".join(records))
        put(folder, f"schemas/toybox/{kind}.schema.json", json.dumps(RECORD))
    return Project.find(folder)
