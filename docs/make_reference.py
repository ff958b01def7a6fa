"""Makes docs/game-yaml.md, the reference of game.yaml, from schemas/game.schema.json: `make manual`.

A key is an item of a list, and what is inside it a list within that; the words are those of the schema.
"""

from __future__ import annotations

import functools
import json
import re
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

import yaml

DOCS = Path(__file__).resolve().parent
SCHEMAS = DOCS.parent / "schemas"
PAGE = DOCS / "game-yaml.md"
WIDTH = 120
PARTS = {
    "packs": "Packs",
    "sets": "Sets",
    "kinds": "Kinds",
    "decks": "Decks",
    "values": "Values",
    "rulebook": "The rulebook",
    "outputs": "Outputs",
}
"""Keys of the file with a heading of their own; all others are told under the first."""
KIND_PARTS = {
    "title": "Names, records and counts",
    "form": "Form and paper",
    "layout": "Boards",
    "size": "Size and outline",
    "front": "Faces",
}
"""The key of a kind at which each of its headings begins."""
FORMATS = {
    "length": "a length",
    "short-length": "a length of at most 50 mm",
    "card-size": "a length of 5 mm to 1 m",
    "template": "the name of a template",
    "icon": "the name of an icon",
}
TYPES = {
    "array": "a list",
    "boolean": "true or false",
    "number": "a number",
    "object": "a mapping",
    "string": "text",
}
CODE = re.compile(
    r"\{[^{}]*\}|@\w+|M\d[\d HVAZ]*Z|[\w<>-]+/(?:[\w<>/-]|\.\w)*|\w[\w-]*\.(?:yaml|html|pdf|md)\b"
)
"""What is code in a description: values, paths of SVG, files and folders."""
INTRODUCTION = """\
# game.yaml

Everything that can stand in `cards/<game>/game.yaml`. This page is made from its schema: `cardtool check`
holds the file against it, and editors complete keys from it where the file begins with

```yaml
# yaml-language-server: $schema=../../schemas/game.schema.json
```

[Your first deck](first-deck.md) makes such a file step by step; [Forms](forms.md) has the lines for
boards, dials, dice and everything else that is no card.

- A key that is not on this page is an error, with its place and the nearest key that there is.
- Lengths carry their unit: `63.5mm`, `2.5in`. Sizes are those of the piece once it is cut.
- Ids are short names in small letters, digits and hyphens. They stay when a title changes: files are called
  after them.
"""


def main() -> None:
    """Write the page."""
    PAGE.write_text(reference(), encoding="utf-8")


def reference() -> str:
    """Return the page."""
    game = read_schema("game.schema.json")
    keys = game["properties"]
    plain = [line for key in keys if key not in PARTS for line in item(key, keys[key], game)]
    parts = [line for key, heading in PARTS.items() for line in part(key, heading, keys[key])]
    return "\n".join([INTRODUCTION, "## The game", "", *plain, "", *parts]).rstrip() + "\n"


@functools.cache
def read_schema(name: str) -> dict:
    """Return a schema by its file's name."""
    return json.loads((SCHEMAS / name).read_text(encoding="utf-8"))


def part(key: str, heading: str, schema: dict) -> Iterator[str]:
    """Yield the lines of a key with a heading of its own."""
    yield from (f"## {heading}", "", *wrapped(f"**`{key}`**: {sentence(schema)}", ""), "")
    of_each = solved(schema.get("additionalProperties", {}))
    if of_each:
        yield from (*wrapped(f"{name_of(schema)} {as_markdown(of_each['description'])}", ""), "")
    owner = of_each or schema
    for name, inner in owner["properties"].items():
        if key == "kinds" and name in KIND_PARTS:
            yield from ("", f"### {KIND_PARTS[name]}", "")[name == "title" :]
        yield from item(name, inner, owner)
    yield ""


def name_of(schema: dict) -> str:
    """Return what is said of the names under which a mapping keeps its values."""
    names = solved(schema["propertyNames"])
    told = names["description"].rstrip(".")
    return f"*{names['title']}* ({as_markdown(told[:1].lower() + told[1:])}):"


def item(name: str, schema: dict, owner: dict, indent: str = "") -> Iterator[str]:
    """Yield a key and, as lists within it, what is inside it."""
    schema = solved(schema)
    told = sentence(schema, conditions(name, owner))
    yield from wrapped(f"- **`{name}`**: {told}", indent)
    yield from inside(schema, f"{indent}  ")


def inside(schema: dict, indent: str) -> Iterator[str]:
    """Yield the keys and the choices of a value; of keys that are told elsewhere, only their names."""
    keys = schema.get("properties", {})
    if keys and all("$ref" in inner for inner in keys.values()):
        yield from wrapped(f"- {either(f'**`{name}`**' for name in keys)}.", indent)
        return
    for name, inner in schema.get("properties", {}).items():
        yield from item(name, inner, schema, indent)
    for choice in map(solved, schema.get("anyOf", ())):
        yield from wrapped(f"- {opening(choice)} {in_italics(extras(choice))}", indent)
        yield from inside(choice, f"{indent}  ")
    of_each = solved(schema.get("additionalProperties", {}))
    if of_each and "propertyNames" in schema:
        yield from wrapped(f"- {name_of(schema)} {sentence(of_each)}", indent)
        yield from inside(of_each, f"{indent}  ")
    items = solved(schema.get("items", {}))
    if "anyOf" in items or "properties" in items:
        yield from inside(items, indent)


def opening(choice: dict) -> str:
    """Return what a choice is, as the beginning of an item."""
    told = choice["description"]
    return as_markdown(told[:1].upper() + told[1:].rstrip(".") + ".")


def sentence(schema: dict, wanted: str = "") -> str:
    """Return what a value is for, and what it may be."""
    told = [schema.get("description", "")]
    items = solved(schema.get("items", {}))
    if "anyOf" in items or "properties" in items:
        told.append(items["description"])
    return " ".join(filter(None, (*map(as_markdown, told), facts(schema, wanted))))


def facts(schema: dict, wanted: str = "") -> str:
    """Return what a value may be, its default and examples, in italics."""
    return in_italics([wanted, kind_of_value(schema), *extras(schema)])


def extras(schema: dict) -> list[str]:
    """Return the default of a value, and examples of it."""
    known = [f"default {as_yaml(schema['default'])}"] if "default" in schema else []
    if "examples" in schema and "enum" not in schema:
        known.append(f"such as {either(map(as_yaml, schema['examples']))}")
    return known


def in_italics(known: Iterable[str]) -> str:
    """Return what is known as one sentence; nothing where nothing is."""
    told = "; ".join(filter(None, known))
    return f"*{told[:1].upper()}{told[1:]}.*" if told else ""


def either(words: Iterable[str]) -> str:
    """Return the words with "or" before the last."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


def kind_of_value(schema: dict) -> str:
    """Return what a value may be, in words."""
    if "enum" in schema:
        return either(map(as_yaml, schema["enum"]))
    if "format" in schema:
        return FORMATS[schema["format"]]
    if schema.get("type") == "integer":
        return f"a whole number from {schema['minimum']} to {schema['maximum']}"
    if schema.get("type") == "array":
        return f"a list of {kind_of_items(schema)}"
    if "maxLength" in schema and "pattern" not in schema:
        return f"text of up to {schema['maxLength']} characters"
    is_shown = "properties" in schema or "propertyNames" in schema
    types = schema.get("type", [])
    return (
        ""
        if is_shown or not types
        else either(map(TYPES.__getitem__, [types] if isinstance(types, str) else types))
    )


def kind_of_items(schema: dict) -> str:
    """Return what a list is of, in words."""
    items = solved(schema["items"])
    several = {"object": "mappings", "string": "lengths" if "format" in items else "texts"}
    number = f"{schema['maxItems']} " if schema.get("minItems") == schema.get("maxItems", 0) else ""
    return number + several.get(items.get("type", "object"), "")


def conditions(name: str, owner: dict) -> str:
    """Return when a key has to be there, or may be."""
    if name in owner.get("required", ()):
        return "required"
    (with_key,) = owner.get("if", {}).get("required", [""])
    has, lacks = owner.get("then", {}), owner.get("else", {})
    told = [
        f"required without `{with_key}`" if name in lacks.get("required", ()) else "",
        f"not with `{with_key}`" if has.get("properties", {}).get(name) is False else "",
        f"only with `{with_key}`" if lacks.get("properties", {}).get(name) is False else "",
    ]
    return ", ".join(filter(None, told))


def solved(schema: dict) -> dict:
    """Return a schema with what it refers to; what stands beside the reference wins."""
    if not isinstance(schema, dict) or "$ref" not in schema:
        return schema
    file, _, path = schema["$ref"].partition("#/$defs/")
    there = read_schema(file or "game.schema.json")["$defs"][path]
    return {**solved(there), **{key: value for key, value in schema.items() if key != "$ref"}}


def as_yaml(value: object) -> str:
    """Return a value as it is written in the file."""
    written = yaml.safe_dump(value, default_flow_style=True, width=1000, allow_unicode=True)
    plain = written.removesuffix("...\n").strip().replace("'", '"')
    return f"`{plain}`"


def as_markdown(text: str) -> str:
    """Return a description with its code marked, so that no page takes `<game>` for a tag."""
    return CODE.sub(r"`\g<0>`", text)


def wrapped(text: str, indent: str) -> list[str]:
    """Return a paragraph, or an item of a list, as lines."""
    hang = indent + "  " * text.startswith("- ")
    paragraph = textwrap.TextWrapper(WIDTH, indent, hang, break_long_words=False, break_on_hyphens=False)
    return paragraph.wrap(text)


if __name__ == "__main__":
    main()
