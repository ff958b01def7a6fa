"""Records that fit their schema are not judged again, unless something changes that has a say in it."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from projects import GAME, SCHEMA, a_project, put

from cardtool.finding import Finding
from cardtool.load import fitting_records, load_game
from cardtool.load.schema_limits import LENGTHS
from cardtool.load.sets_file import set_format
from cardtool.load.validator import GameContext, Validator
from cardtool.project import CACHE, Project, cache_folder

PLAIN = {
    "icon": {"type": "string", "format": "icon"},
    "pictures": {"type": "array", "items": {"type": "string", "format": "art"}},
    "eats": {"anyOf": [{"type": "string", "format": "record:plant"}, {"type": "integer"}]},
    "set": {"type": "string", "format": "set"},
    "born": {"type": "string", "format": "date"},
}
BEASTS = """\
- {id: goat, name: Goat, text: Eats., copies: 3, eats: hay, icon: bell, pictures: [goat.svg], set: base}
"""
PLANT = (
    "  plant: {title: Plant, plural: Plants, records: plants.yaml, count: 1, size: poker, front: back.html}\n"
)
SETS = "sets: {base: {title: Base}, more: {title: More}}\n"
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M0 0h9v9z"/></svg>'
CREDITS = "- {files: ['*.svg'], author: A, licence: CC0-1.0, source: own work}\n"


@pytest.fixture
def farm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv(CACHE, str(tmp_path / "kept"))
    root = tmp_path / "farm"
    project = a_project(root, game=GAME.replace("decks:\n", PLANT + "decks:\n") + SETS, beasts=BEASTS)
    put(root, "cards/farm/plants.yaml", "- {id: hay, name: Hay, text: Grows.}\n")
    put(root, "schemas/farm/plant.schema.json", json.dumps(SCHEMA))
    put(root, "schemas/farm/beast.schema.json", json.dumps(with_properties(PLAIN)))
    for folder in ("templates/icons", "cards/farm/art"):
        put(root, f"{folder}/credits.yaml", CREDITS)
    put(root, "templates/icons/bell.svg", SVG)
    put(root, "cards/farm/art/goat.svg", SVG)
    return project


def with_properties(more: dict[str, Any]) -> dict[str, Any]:
    return SCHEMA | {"properties": {**SCHEMA["properties"], **more}}  # type: ignore[dict-item]


def found(farm: Project) -> tuple[Finding, ...]:
    return load_game(farm, "farm").findings


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the records that were held against a schema since."""
    seen: list[str] = []
    fits = Validator.fits

    def noting(self: Validator, value: Any) -> bool:
        if isinstance(value, dict) and "text" in value:
            seen.append(value["id"])
        return fits(self, value)

    monkeypatch.setattr(Validator, "fits", noting)
    return seen


def test_what_fits_is_not_judged_again(farm: Project, judged: list[str]) -> None:
    assert found(farm) == ()
    assert set(judged) == {"goat", "hay"}
    judged.clear()
    assert found(farm) == ()
    assert judged == []
    put(farm.root, "cards/farm/beasts.yaml", BEASTS.replace("Eats.", "Sleeps."))
    assert found(farm) == ()
    assert set(judged) == {"goat"}


def test_where_a_record_stands_does_not_matter(farm: Project, judged: list[str]) -> None:
    found(farm)
    judged.clear()
    put(farm.root, "cards/farm/beasts.yaml", f"# the beasts\n\n{BEASTS}")
    loaded = load_game(farm, "farm")
    assert loaded.game is not None
    assert (judged, loaded.game.cards[0].source.line) == ([], 3)


def edit(name: str, text: str) -> Callable[[Project], object]:
    return lambda farm: put(farm.root, name, text)


EDITS: dict[str, tuple[Callable[[Project], object], str]] = {
    "an icon that is gone": (lambda farm: (farm.root / "templates/icons/bell.svg").unlink(), "no icon"),
    "a picture that is gone": (lambda farm: (farm.root / "cards/farm/art/goat.svg").unlink(), "no file"),
    "a record that is gone": (
        edit("cards/farm/plants.yaml", "- {id: oats, name: Oats, text: Grows.}\n"),
        "no record with the id",
    ),
    "a set that is gone": (
        lambda farm: put(
            farm.root,
            "cards/farm/game.yaml",
            (farm.root / "cards/farm/game.yaml").read_text().replace("base: {title: Base}, ", ""),
        ),
        "no set",
    ),
    "another schema": (
        edit(
            "schemas/farm/beast.schema.json",
            json.dumps(with_properties({**PLAIN, "name": {"type": "string", "maxLength": 3}})),
        ),
        "name",
    ),
    "a schema that asks for more": (
        edit("schemas/farm/beast.schema.json", json.dumps({**with_properties(PLAIN), "required": ["born"]})),
        "born",
    ),
}


@pytest.mark.parametrize("what", EDITS)
def test_what_no_longer_fits_is_told(farm: Project, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert found(farm) == found(farm) == ()
    change, words = EDITS[what]
    change(farm)
    told = found(farm)
    assert any(words in each.message for each in told if each.source.file.endswith("beasts.yaml"))
    assert found(farm) == told
    monkeypatch.setenv(CACHE, str(farm.root.parent / "empty"))
    assert found(farm) == told


def test_what_is_wrong_is_told_each_time(farm: Project) -> None:
    put(farm.root, "cards/farm/beasts.yaml", BEASTS.replace("copies: 3", "copies: 0"))
    told = found(farm)
    assert any("copies" in each.message for each in told)
    assert found(farm) == told
    put(farm.root, "cards/farm/beasts.yaml", BEASTS)
    assert found(farm) == ()


def test_formats_say_by_which_names_of_the_project_they_judge(farm: Project) -> None:
    context = GameContext.begin(farm, "farm")
    declared = context.document(context.folder / "game.yaml", "game.schema.json")
    formats = context.with_records({"plant": {"hay": "Hay"}, "odd": None}, set_format(declared)).formats
    without = {word for word, each in formats.items() if each.names is None}
    assert without == {*LENGTHS, "date", "record:odd"}
    for word in formats.keys() - without:
        names = formats[word].names
        assert names
        assert all(map(formats[word].accepts, names))
        assert not formats[word].accepts("nothing-of-the-project")


@pytest.mark.parametrize("seed", range(10))
def test_a_damaged_cache_changes_nothing(farm: Project, seed: int) -> None:
    chance = random.Random(seed)
    found(farm)
    (entry,) = (cache_folder() / "fitting").iterdir()
    content = bytearray(entry.read_bytes())
    content[chance.randrange(len(content))] ^= chance.randint(1, 255)
    entry.write_bytes(content)
    EDITS["an icon that is gone"][0](farm)
    assert any("no icon" in each.message for each in found(farm))


def test_what_another_cardtool_found_to_fit_is_judged_again(
    farm: Project, judged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found(farm)
    judged.clear()
    monkeypatch.setattr(fitting_records, "tool_digest", lambda: "0" * 64)
    assert found(farm) == ()
    assert set(judged) == {"goat", "hay"}
