"""The deck as a cardtool project in a folder of its own."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from benchmarks.deck import COIN, Card

__all__ = ["picture_file", "write_project"]

_GAME = """\
title: Harvest
version: "1.0"
players: {{least: 2, most: 4}}
style: faces.css
kinds:
{kinds}decks:
  harvest: {{title: The Harvest deck, kinds: [{ids}], count: {count}}}
outputs: {{sheet: a4-9up}}
"""
_KIND = """  {id}:
    title: {title}
    plural: {title}s
    records: {id}s.yaml
    count: {count}
    width: 63.5mm
    height: 88.9mm
    front: field.html
    back: back.html
"""
_MOST_RECORDS = 12_500  # of one file, which may have 16 MB; what is more is another kind
_RECORD = """\
- id: {id}
  name: {title}
  type: {type}
  number: {number}
  colour: "{colour}"
  text: {text}
  flavour: {flavour}
  picture:
{picture}
"""
_FRONT = """\
<div class="frame" style="border-color:{{ card.colour }}"></div>
<div class="title">{{ card.name }}</div>
<div class="number" style="background:{{ card.colour }}">{{ card.number }}</div>
<svg class="picture" viewBox="0 0 525 300">
{% for shape in card.picture %}<path fill="{{ shape.colour }}" d="{{ shape.path }}"/>{% endfor %}
</svg>
<div class="type" style="color:{{ card.colour }}">{{ card.type }}</div>
<div class="text">
{% call fit("text", width=52.5, height=25.5, size=8.5, leading=1.2) %}{{ rich(card.text) }}{% endcall %}
</div>
<div class="flavour">{{ card.flavour }}</div>
<div class="foot">{{ card.id }}</div>
"""
_DRAWN_PICTURE = _FRONT[_FRONT.index("<svg") : _FRONT.index("</svg>") + len("</svg>\n")]
_PICTURE_FILE = '<img class="picture" src="art/{{ card.picture }}">\n'
_SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 525 300">{shapes}</svg>\n'
_BACK = '{{ icon("coin", "device") }}\n'
_STYLE = """\
.face { background: #f3ead6; color: #2b2320; font-family: Alegreya; font-size: 8.5pt; line-height: 1.2 }
.face > * { position: absolute }
.frame { left: 6mm; top: 6mm; width: 56.9mm; height: 82.3mm; border: 0.3mm solid; border-radius: 2mm }
.title { left: 8.5mm; top: 8mm; width: 42mm; height: 8mm; font: bold 12pt/8mm Alegreya Sans }
.number { left: 52mm; top: 8mm; width: 9mm; height: 9mm; border-radius: 4.5mm; text-align: center;
  color: #f3ead6; font: bold 14pt/8.6mm Alegreya Sans }
.picture { left: 8.5mm; top: 18mm; width: 52.5mm; height: 30mm }
.type { left: 8.5mm; top: 49mm; width: 52.5mm; font: bold 7.5pt/4mm Alegreya Sans }
.text { left: 8.5mm; top: 54mm; width: 52.5mm }
.flavour { left: 8.5mm; top: 79.5mm; width: 52.5mm; font-style: italic; font-size: 7.5pt }
.foot { left: 8.5mm; top: 84mm; width: 52.5mm; font-size: 6pt; text-align: right }
.inline { width: 2.8mm; height: 2.8mm; vertical-align: -0.5mm }
.back { background: #43545c }
.device { left: 19.75mm; top: 32.45mm; width: 30mm; height: 30mm; fill: #f3ead6 }
"""
_COIN = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><path d="{COIN}"/></svg>\n'
_CREDITS = (
    "- {files: [coin.svg], author: the cardtool contributors, licence: CC0, source: drawn for this deck}\n"
)
_SCHEMA: dict[str, Any] = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "title": "Field",
    "description": "A field and what grows on it.",
    "$ref": "../record.schema.json",
    "required": ["type", "number", "colour", "text", "flavour", "picture"],
    "properties": {
        "type": {"type": "string", "description": "What sort of field."},
        "number": {"type": "integer", "minimum": 1, "maximum": 9, "description": "What it yields."},
        "colour": {"type": "string", "pattern": "^#[0-9a-f]{6}$", "description": "The colour of its frame."},
        "text": {"type": "string", "maxLength": 400, "description": "What it does."},
        "flavour": {"type": "string", "maxLength": 140, "description": "A line for the mood."},
        "picture": {
            "type": "array",
            "description": "Coloured shapes, back to front.",
            "items": {
                "type": "object",
                "required": ["colour", "path"],
                "properties": {
                    "colour": {"type": "string", "pattern": "^#[0-9a-f]{6}$", "description": "A colour."},
                    "path": {"type": "string", "pattern": "^[MLZ0-9 ]+$", "description": "An outline."},
                },
                "unevaluatedProperties": False,
            },
        },
    },
    "unevaluatedProperties": False,
}


def write_project(folder: Path, deck: list[Card], *, picture_files: bool = False) -> None:
    """Write the deck into this folder, ready for `cardtool --project FOLDER build bench`.

    With `picture_files` the picture of each card is an SVG file of its own.
    """
    for name, text in (_files_with_pictures if picture_files else _files)(deck).items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")


def picture_file(card: Card) -> str:
    """Return where the picture of a card lies, from the project's root."""
    return f"cards/bench/art/{card.id}.svg"


def _files(deck: list[Card]) -> dict[str, str]:
    return {
        **_files_of_kinds(deck, _SCHEMA),
        "templates/bench/field.html": _FRONT,
        "templates/bench/back.html": _BACK,
        "templates/bench/faces.css": _STYLE,
        "templates/icons/coin.svg": _COIN,
        "templates/icons/credits.yaml": _CREDITS,
    }


def _files_of_kinds(
    deck: list[Card], schema: dict[str, Any], *, picture_files: bool = False
) -> dict[str, str]:
    parts = [deck[start : start + _MOST_RECORDS] for start in range(0, len(deck), _MOST_RECORDS)]
    kinds = {f"field{number or ''}": part for number, part in enumerate(parts)}
    said = [_KIND.format(id=id, title=id.capitalize(), count=len(part)) for id, part in kinds.items()]
    files = {
        "cards/bench/game.yaml": _GAME.format(count=len(deck), kinds="".join(said), ids=", ".join(kinds))
    }
    for id, part in kinds.items():
        files[f"cards/bench/{id}s.yaml"] = "".join(_records(part, picture_files=picture_files))
        files[f"schemas/bench/{id}.schema.json"] = json.dumps(schema, indent=2)
    return files


def _files_with_pictures(deck: list[Card]) -> dict[str, str]:
    picture = {"type": "string", "format": "art", "x-role": "art", "description": "The file of its picture."}
    schema = {**_SCHEMA, "properties": {**_SCHEMA["properties"], "picture": picture}}
    return {
        **_files(deck),
        **_files_of_kinds(deck, schema, picture_files=True),
        "cards/bench/art/credits.yaml": _CREDITS.replace("coin.svg", "'*.svg'"),
        "templates/bench/field.html": _FRONT.replace(_DRAWN_PICTURE, _PICTURE_FILE),
        **{picture_file(card): _SVG.format(shapes="".join(_paths(card))) for card in deck},
    }


def _paths(card: Card) -> Iterable[str]:
    return (f'<path fill="{shape.colour}" d="{shape.path}"/>' for shape in card.picture)


def _records(deck: Iterable[Card], *, picture_files: bool = False) -> Iterable[str]:
    for card in deck:
        shapes = [f'    - {{colour: "{shape.colour}", path: {shape.path}}}' for shape in card.picture]
        picture = [f"    {card.id}.svg"] if picture_files else shapes
        yield _RECORD.format(
            id=card.id,
            title=card.title,
            type=card.type,
            number=card.number,
            colour=card.colour,
            text=json.dumps(card.text),
            flavour=json.dumps(card.flavour),
            picture="\n".join(picture),
        )
