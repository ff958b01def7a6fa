"""A small project on disk: one game, Farm, with one kind of card, and what its two goats need."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardtool.project import Project

GAME = """\
title: Farm
version: "1.0"
players: {least: 2, most: 4}
style: faces.css
kinds:
  goat:
    title: Goat
    plural: Goats
    records: goats.yaml
    count: 3
    width: 63.5mm
    height: 88.9mm
    front: goat.html
    back: {template: back.html, per: card}
decks:
  farm: {title: The farm deck, kinds: [goat], count: 3}
outputs: {sheet: a4-9up}
"""

GOATS = """\
- id: billy
  name: Billy
  origin: house
  milk: 3
- id: nanny
  name: Nanny
  copies: 2
  origin: house
  icon: vp
  milk: 5
  mood: calm
"""

GOAT = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "required": ["id", "name", "milk"],
    "properties": {
        "id": {"$ref": "../record.schema.json#/$defs/id"},
        "name": {"$ref": "../record.schema.json#/$defs/name"},
        "copies": {"$ref": "../record.schema.json#/$defs/copies"},
        "origin": {"enum": ["house", "rulebook"], "x-role": "not-printed"},
        "icon": {"$ref": "../record.schema.json#/$defs/icon"},
        "milk": {"description": "Litres a day.", "type": "integer", "minimum": 1, "maximum": 9},
        "mood": {"type": "string", "enum": ["calm", "stubborn", "wild"]},
        "kicks": {"description": "How often it kicks.", "type": "integer"},
        "note": {"type": "string"},
        "photo": {"type": "string", "format": "art"},
    },
    "if": {"properties": {"mood": {"const": "wild"}}, "required": ["mood"]},
    "then": {"required": ["kicks"]},
    "else": {"properties": {"kicks": False}},
    "unevaluatedProperties": False,
}


class Farm:
    """The project's folder, and ways to change a file in it."""

    goat_schema = GOAT

    def __init__(self, root: Path) -> None:
        self.root = root
        self.project = Project(root)

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def change(self, name: str, old: str, new: str) -> None:
        text = (self.root / name).read_text(encoding="utf-8")
        assert old in text
        self.write(name, text.replace(old, new, 1))

    def goats(self, text: str) -> None:
        self.write("cards/farm/goats.yaml", text)

    def schema(self, **changes: object) -> None:
        self.write("schemas/farm/goat.schema.json", json.dumps({**GOAT, **changes}, indent=2))


@pytest.fixture
def farm(tmp_path: Path) -> Farm:
    """A project in which nothing is wrong."""
    farm = Farm(tmp_path.resolve())
    farm.write("cards/farm/game.yaml", GAME)
    farm.goats(GOATS)
    farm.schema()
    farm.write("templates/farm/faces.css", ".face { color: black }")
    for name in ("goat.html", "back.html"):
        farm.write(f"templates/farm/{name}", "<p>{{ card.name }}</p>")
    farm.write("templates/icons/vp.svg", "<svg/>")
    return farm
