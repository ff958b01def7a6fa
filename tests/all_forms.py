"""A small game with a kind of every form: backs, holes, folds, nets, a part, a large board."""

from __future__ import annotations

import json
from pathlib import Path

from projects import SCHEMA, put

from cardtool.project import Project

__all__ = ["COUNTS", "an_outpost"]

# The cover of the dial shows one of eight numbers: an eighth of a turn, between 13 and 22 mm from the middle.
_WINDOW = "M22.68 10.4A21 21 0 0 1 37.32 10.4L34.18 18.25A11.5 11.5 0 0 0 25.82 18.25Z"

GAME = f"""\
title: Outpost
version: "0.3"
players: {{least: 2, most: 4}}
style: faces.css
kinds:
  order:   {{title: Order, plural: Orders, records: orders.yaml, count: 5, size: poker,
            front: face.html, back: back.html}}
  camp:    {{title: Camp, plural: Camps, records: camps.yaml, count: 2, form: mat,
            width: 240mm, height: 150mm, front: face.html, back: back.html}}
  plan:    {{title: Plan, plural: Plans, records: plans.yaml, count: 3, form: mat, width: 110mm, height: 80mm,
            front: face.html, back: back.html}}
  field:   {{title: Field, plural: Fields, records: fields.yaml, count: 1, form: board, width: 420mm,
            height: 297mm, seams: even, front: face.html, back: back.html}}
  land:    {{title: Land, plural: Lands, records: lands.yaml, count: 6, form: tile,
            shape: hex-flat, across: 40mm, front: face.html, back: back.html}}
  supply:  {{title: Supply, plural: Supplies, records: supplies.yaml, count: 8, form: token, size: token-25,
            bleed: 2mm, safe: 2mm, front: face.html, back: back.html}}
  scout:   {{title: Scout, plural: Scouts, records: scouts.yaml, count: 2, form: standee, width: 30mm,
            height: 45mm, foot: 10mm, bleed: 2mm, safe: 2mm, front: face.html, back: face.html}}
  strength: {{title: Strength Dial, plural: Strength Dials, records: strengths.yaml, count: 2, form: dial,
            shape: circle, across: 60mm, bleed: 2mm, safe: 2mm, front: dial.html,
            holes: [{{x: 30mm, y: 30mm, across: 4mm}}]}}
  cover:   {{title: Cover, plural: Covers, records: covers.yaml, count: 2, form: dial, part_of: strength,
            shape: circle, across: 60mm, bleed: 2mm, safe: 2mm, front: cover.html,
            holes: [{{x: 30mm, y: 30mm, across: 4mm}}, {{path: "{_WINDOW}"}}]}}
  fate:    {{title: Fate Die, plural: Fate Dice, records: fates.yaml, count: 1, form: die, width: 20mm,
            height: 20mm, bleed: 2mm, safe: 1mm, front: die.html}}
  log:     {{title: Log, plural: Logs, records: logs.yaml, count: 2, form: pad, width: 105mm, height: 148mm,
            front: face.html, back: back.html}}
  help:    {{title: Help, plural: Helps, records: helps.yaml, count: 4, form: aid, size: poker, lying: true,
            front: face.html, back: back.html}}
  ring:    {{title: Ring Part, plural: Ring Parts, records: rings.yaml, count: 6, form: tile, shape: wedge,
            across: 120mm, inner: 60mm, angle: 60, front: face.html, back: back.html}}
  beast:   {{title: Beast, plural: Beasts, records: beasts.yaml, count: 3, form: token, bleed: 2mm, safe: 2mm,
            size: {{by: footprint, small: {{shape: circle, across: 20mm}},
                   large: {{width: 50mm, height: 25mm}}}}, front: face.html,
            back: {{template: back-of.html, by: footprint}}}}
  arrow:   {{title: Arrow, plural: Arrows, records: arrows.yaml, count: 4, form: token, width: 24mm,
            height: 30mm, bleed: 2mm, safe: 2mm, front: serial.html}}
  tray:    {{title: Tray, plural: Trays, records: trays.yaml, count: 1, form: box, width: 120mm, height: 90mm,
            path: "M15 0H105V15H120V75H105V90H15V75H0V15H15Z", front: face.html,
            folds: [{{from: [15mm, 15mm], to: [105mm, 15mm]}}, {{from: [15mm, 75mm], to: [105mm, 75mm]}},
                    {{from: [15mm, 15mm], to: [15mm, 75mm]}}, {{from: [105mm, 15mm], to: [105mm, 75mm]}}]}}
decks:
  orders: {{title: The orders, kinds: [order], count: 5}}
packs:
  base: {{players: {{least: 2, most: 3}}}}
  more: {{players: {{least: 4, most: 4}}, kinds: [camp]}}
rulebook:
  template: book.html
  style: book.css
  width: 105mm
  height: 148mm
  figures:
    pieces: {{template: figure.html, width: 80mm, height: 40mm}}
outputs: {{sheet: {{card: a4-9up, default: a4-fill}}}}
"""

COUNTS = {
    "order": 5,
    "camp": 2,
    "plan": 3,
    "field": 1,
    "land": 6,
    "supply": 8,
    "scout": 2,
    "strength": 2,
    "cover": 2,
    "fate": 1,
    "log": 2,
    "help": 4,
    "ring": 6,
    "beast": 3,
    "arrow": 4,
    "tray": 1,
}

FACE = """\
<svg class="whole" viewBox="0 0 {{ face.width }} {{ face.height }}"
 style="width:{{ face.width }}mm;height:{{ face.height }}mm"><path class="ground {{ kind.id }}"
 d="M0 0H{{ face.width }}V{{ face.height }}H0Z"/></svg>
<div class="name" style="top:{{ face.height / 2 - 2 }}mm;width:{{ face.width }}mm">{{ card.name }}</div>
"""

COVER = FACE.replace("face.height / 2 - 2", "face.height / 2 + 10")  # below the rivet
BACK = FACE.replace("card.name", "kind.title").replace("ground", "under")

BACK_OF = BACK.replace("kind.title", 'kind.title ~ " " ~ face.group')
SERIAL = FACE.replace("card.name", 'card.name ~ " " ~ card.copy_number ~ "/" ~ kind.total')

DIAL = """\
<svg class="whole" viewBox="0 0 64 64" style="width:64mm;height:64mm"><path class="ground strength"
 d="M0 0H64V64H0Z"/></svg>
{% for n in range(8) %}
<div class="number dark" style="transform:rotate({{ 45 * n }}deg) translate(0,-16mm)">{{ n + 1 }}</div>
{% endfor %}
"""

DIE = """\
<svg class="whole" viewBox="0 0 24 24" style="width:24mm;height:24mm"><path class="ground fate"
 d="M0 0H24V24H0Z"/></svg>
<div class="number" style="left:2mm;top:5mm;width:20mm">{{ side.number }}</div>
"""

FIGURE = """\
{% import "table.html" as table %}
{% for id in figure.pieces %}{{ table.card(id, "front", 4 + 36 * loop.index0, 4, width=32) }}{% endfor %}
"""

STYLE = """\
.face{font-family:Alegreya}
.whole,.name,.number{position:absolute;left:0}
.whole{top:0}
.name{font-size:8pt;text-align:center;color:#fff}
.number{font-size:20pt;text-align:center;color:#fff}
.dark{left:22mm;top:22mm;width:20mm;height:20mm;color:#222}
.order{fill:#7b2d43}.camp{fill:#4b6a3b}.plan{fill:#33658a}.field{fill:#6b5b4b}.land{fill:#4b7a3b}
.supply{fill:#8a5a12}.scout{fill:#35506e}.strength{fill:#e8dcc0}.cover{fill:#3a3a5a}.fate{fill:#7a2f2f}
.ring{fill:#6b3f63}.beast{fill:#5b4a1f}.arrow{fill:#24524a}
.log{fill:#56606a}.help{fill:#2f5f5f}.tray{fill:#6a4a2f}
.under{fill:#2c2c34}
"""

BOOK = """\
<header><h1>{{ book.title }}</h1></header>
{% for chapter in chapters %}<section>{{ chapter.html }}</section>{% endfor %}
"""
BOOK_STYLE = "@page{size:105mm 148mm;margin:10mm}html{font-family:Alegreya;font-size:9pt}"
MANUSCRIPT = """\
# Outpost

{{ components }}

{{ figure.pieces(pieces=["Supply One", "Land One"], alt="A supply and a land", caption="Two pieces.") }}
"""

RECORD = {
    **SCHEMA,
    "title": "Piece",
    "properties": {**SCHEMA["properties"], "footprint": {"enum": ["small", "large"]}},
    "required": ["id", "name"],
}
BEASTS = """\
- {id: beast-one, name: Beast One, copies: 2, footprint: small}
- {id: beast-two, name: Beast Two, footprint: large}
"""


def an_outpost(folder: Path) -> Project:
    """The project, with the game `outpost` alone."""
    put(folder, "cards/outpost/game.yaml", GAME)
    files = {
        "face.html": FACE,
        "back.html": BACK,
        "back-of.html": BACK_OF,
        "serial.html": SERIAL,
        "cover.html": COVER,
        "dial.html": DIAL,
        "die.html": DIE,
        "faces.css": STYLE,
        "figure.html": FIGURE,
        "book.html": BOOK,
        "book.css": BOOK_STYLE,
    }
    for name, text in files.items():
        put(folder, f"templates/outpost/{name}", text)
    put(folder, "cards/outpost/rulebook.md", MANUSCRIPT)
    plurals = {"supply": "supplies"}
    for kind, count in COUNTS.items():
        record = f"- {{id: {kind}-one, name: {kind.title()} One, copies: {count}}}\n"
        put(
            folder,
            f"cards/outpost/{plurals.get(kind, kind + 's')}.yaml",
            BEASTS if kind == "beast" else record,
        )
        put(folder, f"schemas/outpost/{kind}.schema.json", json.dumps(RECORD))
    return Project.find(folder)
