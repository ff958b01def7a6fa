"""The reference of game.yaml is what its schema says today, and says all of it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from docs_scripts import docs_script

ROOT = Path(__file__).resolve().parents[1]
PAGE = (ROOT / "docs/game-yaml.md").read_text(encoding="utf-8")
SCHEMA = json.loads((ROOT / "schemas/game.schema.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def script() -> ModuleType:
    return docs_script("make_reference")


def keys_of(schema: Any) -> Iterator[str]:
    """Yield every key that the schema knows, at whatever depth."""
    if isinstance(schema, dict):
        for name, inner in schema.items():
            if name == "properties":
                yield from (key for key, value in inner.items() if value is not False)
            yield from keys_of(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from keys_of(inner)


def test_the_page_is_what_the_schema_says(script: ModuleType) -> None:
    assert script.reference() == PAGE, "run: make manual"


def test_it_tells_every_key() -> None:
    told = set(re.findall(r"\*\*`(\w+)`\*\*", PAGE))
    assert set(keys_of(SCHEMA)) - told == set()


def test_it_tells_what_is_required_and_what_is_taken_otherwise() -> None:
    text = " ".join(PAGE.split())
    assert "**`title`**: The game's title, as it is printed. *Required; text of up to 60 characters.*" in text
    assert "**`least`**: The smallest number of players. *Required; a whole number from 1 to 99.*" in text
    assert "`aid` or `box`; default `card`.*" in text
    assert "*Only with `of`; a whole number from 1 to 999; default `1`.*" in text


def test_a_game_is_no_tag() -> None:
    assert "<" not in re.sub(r"`[^`]*`", "", PAGE.replace("\n", " "))
