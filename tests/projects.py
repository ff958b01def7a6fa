"""Small whole projects on disk, for tests that go from files to files."""

from __future__ import annotations

import json
from pathlib import Path

from cardtool.project import Project

__all__ = ["a_project", "another_game", "put"]

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
decks:
  farm: {title: The farm deck, kinds: [beast], count: 3}
outputs:
  sheet: a4-9up
"""

BEASTS = """\
- id: goat
  name: Goat
  text: Eats **everything**, then {flip} you.
- id: hen
  name: Hen
  copies: 2
  text: Lays an egg.
"""

SCHEMA = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Beast",
    "type": "object",
    "properties": {
        "id": {"type": "string", "pattern": "^[a-z0-9][a-z0-9-]{0,63}$"},
        "name": {"type": "string", "minLength": 1, "maxLength": 60},
        "copies": {"type": "integer", "minimum": 1, "maximum": 999},
        "text": {"type": "string"},
    },
    "required": ["id", "name", "text"],
    "unevaluatedProperties": False,
}

BEAST = """\
<svg style="position:absolute;left:0;top:0;width:69.5mm;height:30mm" viewBox="0 0 69.5 30">
<path fill="#7a5" d="M0 0H69.5V30H0Z"/></svg>
<div class="title">{{ smart(card.name) }}</div>
<div class="place">
{% call fit("text", width=50, height=20, size=9, cls="rules") %}{{ rich(card.text) }}{% endcall %}
</div>
"""

BACK = '<div class="title">{{ game.title }}</div>'

STYLE = """\
.face{font-family:Alegreya;font-size:9pt}
.title{position:absolute;left:8mm;top:33mm;width:50mm;font-size:14pt}
.place{position:absolute;left:8mm;top:45mm}
.icon{height:0.7em;width:0.7em}
"""


def a_project(folder: Path, **files: str) -> Project:
    """A project with one game, the farm, drawn with the toolkit's fonts and icons.

    `files` replace or add: `beasts` the records, `beast` the template, `back`, `style`, `game`.
    """
    another_game(folder, "farm", **files)
    return Project.find(folder)


def another_game(folder: Path, id: str, **files: str) -> None:
    """A second game like the farm, in the same project; `files` replace, as in `a_project`."""
    put(folder, f"cards/{id}/game.yaml", files.get("game", GAME))
    put(folder, f"cards/{id}/beasts.yaml", files.get("beasts", BEASTS))
    put(folder, f"templates/{id}/beast.html", files.get("beast", BEAST))
    put(folder, f"templates/{id}/back.html", files.get("back", BACK))
    put(folder, f"templates/{id}/faces.css", files.get("style", STYLE))
    put(folder, f"schemas/{id}/beast.schema.json", json.dumps(SCHEMA))


def put(folder: Path, name: str, text: str) -> None:
    """Write a file of a project, and the folders it lies in."""
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, encoding="utf-8")
