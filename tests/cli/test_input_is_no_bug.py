"""Whatever is in the files of a project, it is told in words, with the file's name, and never as a bug."""

from __future__ import annotations

import json
import os
import random
import subprocess
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
import yaml
from odd_values import FILES, NASTY, a_farm_with_a_book
from projects import BEAST, BEASTS, GAME, STYLE, a_project, put

from cardtool.cli import main
from cardtool.project import TOOLKIT

pytestmark = pytest.mark.usefixtures("kept")

PAGE = "@page{font-family:Alegreya}html{font-family:Alegreya}"


def run(folder: Path, *words: str) -> int:
    return main(["--project", str(folder), *words])


WRITTEN = [
    ("cards/farm/rulebook.md", "# F\n\n\ue0005\ue001\n", "build rulebook", 4, "rulebook.md: no font has the"),
    (
        "cards/farm/rulebook.md",
        "# F\n\n\ufdd25\ufdd3\n",
        "build rulebook",
        1,
        "rulebook.md:3:1: error: here is U+FDD2",
    ),
    ("cards/farm/rulebook.md", '# F\n\n{{ "\\uFDD299\\uFDD3" }}\n', "build rulebook", 0, "rulebook.pdf"),
    ("cards/farm/rulebook.md", '# F\n\n{{ "\\0" }}\n', "build rulebook", 4, "rulebook.md: U+0000 is no"),
    (
        "cards/farm/beasts.yaml",
        BEASTS.replace("an egg", "\ue0000\ue001"),
        "build faces",
        1,
        'beasts.yaml:7:9: error: "Hen": no font has',
    ),
    (
        "cards/farm/beasts.yaml",
        BEASTS.replace("Lays an egg.", '"\\uFDD00\\uFDD1"'),
        "check",
        1,
        "this text holds U+FDD0",
    ),
    (
        "templates/farm/rulebook.html",
        "<p>\0</p>",
        "build rulebook",
        1,
        "rulebook.html is not a text file",
    ),
    (
        "templates/farm/rulebook.css",
        f"{PAGE}\0",
        "build rulebook",
        1,
        "rulebook.css is not a text file",
    ),
    ("templates/farm/beast.html", f"{BEAST}\0", "build faces", 1, "beast.html is not a text file"),
    ("templates/farm/beast.html", '{{ "\\ud800" }}', "build faces", 4, "beast.html: U+D800 is no character"),
    (
        "templates/farm/beast.html",
        '<p>\n{% call fit("text", width=50, height=9, size=9) %}{{ "\\ud800" }}{% endcall %}</p>',
        "check",
        4,
        "beast.html:2: U+D800 is no character",
    ),
    ("templates/farm/beast.html", f"{{% include '{'a' * 5000}' %}}", "check", 4, "there is no template aaaa"),
    ("templates/farm/faces.css", f"{STYLE}\0", "check", 1, "faces.css is not a text file"),
    (
        "templates/farm/rulebook.css",
        f"{PAGE}@page{{size:0 0}}",
        "build rulebook",
        1,
        "rulebook.css:1:65: error: size: a page is 20 mm or more",
    ),
    (
        "templates/farm/rulebook.css",
        f"{PAGE}@page{{size:1e9mm}}",
        "build rulebook",
        1,
        "size: 1e9mm is longer than anything that is printed",
    ),
    (
        "templates/farm/rulebook.css",
        f"{PAGE}@page{{size:1e400mm}}",
        "build rulebook",
        1,
        "size: 1e400 is no number that can be used",
    ),
    (
        "templates/farm/rulebook.css",
        f"{PAGE}@page{{size:99mm;margin:200mm}}",
        "build rulebook",
        1,
        "margin: nothing of the page is left between such margins",
    ),
    (
        "templates/farm/faces.css",
        f"{STYLE}@page{{margin:500mm}}",
        "build faces",
        4,
        "does the stylesheet change @page",
    ),
    ("cards/farm/game.yaml", GAME.replace("63.5mm", f"63.5mm{' ' * 40}x"), "build", 1, "is not a length"),
    (
        "templates/farm/beast.html",
        f'\n<p style="width:{"calc(" * 1500}1mm{")" * 1500}">x</p>',
        "check",
        1,
        "beast.html:2:1: warning: this style is nested too deeply",
    ),
    (
        "templates/icons/flip.svg",
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><style>a{":not(" * 1500}b{")" * 1500}'
        '{fill:red}</style><path d="M0 0h1"/></svg>',
        "check",
        4,
        "templates/icons/flip.svg is nested too deeply",
    ),
]


@pytest.mark.parametrize(("file", "text", "words", "code", "told"), WRITTEN)
def test_what_is_written_in_a_file_is_told_with_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, text: str, words: str, code: int, told: str
) -> None:
    a_farm_with_a_book(tmp_path)
    put(tmp_path, file, text)
    assert run(tmp_path, *words.split()) == code
    said = capsys.readouterr()
    assert told in said.out + said.err


FOLDERS = [
    ("cards/farm/rulebook.md", "check --no-layout", 1, "rulebook.md is a folder"),
    ("cards/farm/game.yaml", "check", 1, "game.yaml is a folder"),
    ("templates/farm/beast.html", "check", 1, 'there is no template "beast.html"'),
    ("templates/farm/faces.css", "check", 1, 'there is no template "faces.css"'),
    ("schemas/farm/beast.schema.json", "check", 1, "beast.schema.json is a folder"),
    ("cards/project.yaml", "check", 4, "project.yaml is a folder"),
    ("templates/icons/flip.svg", "check --no-layout", 1, "flip.svg is a folder; a file is wanted here"),
]


@pytest.mark.parametrize(("name", "words", "code", "told"), FOLDERS)
def test_a_folder_where_a_file_belongs_is_told_with_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str, words: str, code: int, told: str
) -> None:
    a_farm_with_a_book(tmp_path)
    (tmp_path / name).unlink(missing_ok=True)
    (tmp_path / name).mkdir(parents=True)
    assert run(tmp_path, *words.split()) == code
    said = capsys.readouterr()
    assert told in said.out + said.err


def test_a_game_that_is_a_file_is_no_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    put(tmp_path, "cards/farm", "goats")
    assert run(tmp_path, "check") == 4
    assert "no project at" in capsys.readouterr().err


@pytest.mark.parametrize("folder", ["cards/farm", "cards/farm/art", "templates/farm", "templates/sheets"])
def test_names_that_are_no_text_are_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], folder: str
) -> None:
    a_project(tmp_path)
    (tmp_path / folder).mkdir(exist_ok=True)
    (tmp_path / os.fsdecode(f"{folder}/".encode() + b"\xff.yaml")).touch()
    for words in (["check"], ["build", "all"], ["check", "--format", "sarif"]):
        assert run(tmp_path, *words) == 1
    assert rf"{folder}/\udcff.yaml:1:1: error: this name is not UTF-8" in capsys.readouterr().out


def test_a_project_whose_path_is_no_text_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / os.fsdecode(b"farms\xff")
    put(folder, "cards/farm/game.yaml", GAME)
    for words in (["check"], ["build"], ["export", "csv"]):
        assert run(folder, *words) == 4
        assert r"farms\udcff: this path is not UTF-8; rename it" in capsys.readouterr().err


def test_a_folder_that_may_not_be_read_is_told_by_its_name(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    a_project(tmp_path)

    def refused(*words: object) -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path / "cards/farm/art"))

    monkeypatch.setattr("cardtool.load.asset_credits.list_assets", refused)
    assert run(tmp_path, "check") == 4
    assert capsys.readouterr().err.endswith("cards/farm/art: Permission denied\n")


SHIPPED = sorted(path.name for path in (TOOLKIT / "schemas").glob("*.schema.json"))
FILE_OF = {
    "changelog": "cards/farm/changelog.yaml",
    "credits": "cards/farm/art/credits.yaml",
    "game": "cards/farm/game.yaml",
    "glossary": "cards/farm/glossary.yaml",
    "layout": "cards/farm/layouts/yard.yaml",
    "printer": "templates/printers/tts.yaml",
    "project": "cards/project.yaml",
    "record": "cards/farm/beasts.yaml",
    "rules": "cards/farm/rules.yaml",
    "sheet": "templates/sheets/a4-9up.yaml",
    "sizes": "templates/sizes/cards.yaml",
    "stocks": "templates/stocks/sleeves.yaml",
    "theme": "templates/farm/themes/own.yaml",
}


@pytest.mark.parametrize("odd", ["5", "- 5", "[[]]", "{a: {b: []}}"])
@pytest.mark.parametrize("schema", SHIPPED)
def test_a_schema_that_ships_holds_whatever_the_project_puts_in_its_place(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], schema: str, odd: str
) -> None:
    a_farm_with_a_book(tmp_path)
    if file := FILE_OF.get(schema.partition(".")[0]):
        put(tmp_path, file, f"{odd}\n")
    words = ["export", "tabletop-simulator"] if schema == "printer.schema.json" else ["check", "--no-layout"]
    before = run(tmp_path, *words), capsys.readouterr()
    put(tmp_path, f"schemas/{schema}", "{}")
    assert (run(tmp_path, *words), capsys.readouterr()) == before


def test_a_projects_schema_of_a_shipped_name_holds_in_addition(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    a_farm_with_a_book(tmp_path)
    put(tmp_path, "schemas/glossary.schema.json", '{"required": ["about"]}')
    assert run(tmp_path, "check", "--no-layout") == 1
    assert 'glossary.yaml:1:1: error: "about" is missing' in capsys.readouterr().out


LONG = "a" * 300
NOWHERE = [
    ("templates/farm/beast.html", f"{{{{ icon('{LONG}') }}}}", "beast.html:1: there is no icon"),
    ("templates/farm/beast.html", f"<img src='art/{LONG}.png' alt=''>", "aaaa"),
    ("templates/farm/beast.html", f"{{% include '{LONG}.html' %}}", "there is no template aaaa"),
    ("templates/farm/faces.css", f"@import '{LONG}.css';{STYLE}", "there is no stylesheet aaaa"),
    ("templates/farm/faces.css", f"{STYLE}.x{{background:url(art/{LONG}/x.png)}}", "aaaa"),
    ("cards/farm/game.yaml", GAME.replace("beasts.yaml", f"{LONG}.yaml"), "there is no file aaaa"),
    ("cards/farm/game.yaml", GAME.replace("beasts.yaml", f"{LONG}.csv"), "there is no file aaaa"),
    ("cards/farm/game.yaml", GAME.replace("a4-9up", LONG), "aaaa"),
    ("cards/farm/game.yaml", GAME.replace("beast.html", f"{LONG}.html"), "there is no template"),
    ("cards/farm/beasts.yaml", BEASTS.replace("{flip}", f"{{{LONG}}}"), "aaaa"),
    ("cards/farm/art/credits.yaml", f"- {{files: [{LONG}.png], author: A, licence: B, source: C}}", "aaaa"),
]


@pytest.mark.parametrize(("file", "text", "told"), NOWHERE)
def test_a_name_that_no_file_can_have_is_that_of_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str, text: str, told: str
) -> None:
    a_project(tmp_path)
    put(tmp_path, file, text)
    assert run(tmp_path, "check") in (1, 4)
    said = capsys.readouterr()
    assert told in said.out + said.err
    assert "too long" not in said.out + said.err


@pytest.mark.slow
@pytest.mark.parametrize("top", ["cards/farm", "cards/farm/art", "templates/farm", "schemas/farm", "cards/x"])
def test_folders_inside_each_other_have_no_depth_that_is_a_bug(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], top: str
) -> None:
    a_project(tmp_path)
    here = os.open(tmp_path, os.O_RDONLY)
    for step in [*top.split("/"), *["d"] * 1100]:
        with suppress(FileExistsError):
            os.mkdir(step, dir_fd=here)
        here, before = os.open(step, os.O_RDONLY, dir_fd=here), here
        os.close(before)
    os.close(os.open("odd.yaml", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)
    try:
        for words in (["check", "--no-layout"], ["list"], ["export", "csv"], ["check", f"{tmp_path}/cards"]):
            assert run(tmp_path, *words) in (0, 1, 2, 4), words
            assert "this is a bug" not in capsys.readouterr().err
    finally:
        subprocess.run(["rm", "-rf", tmp_path / top], check=True)  # which shutil, too, finds too deep


CHANGED = (
    *("cards/farm/game.yaml", "cards/farm/beasts.yaml", *(name for name in FILES if name.endswith(".yaml"))),
    *("schemas/farm/beast.schema.json", "cards/project.yaml", "templates/themes/low-ink.yaml"),
    *("templates/sheets/a4-9up.yaml", "templates/sizes/cards.yaml", "templates/printers/tts.yaml"),
)
COMMANDS = ("check --no-layout", "check --no-layout --format junit", "export csv", "list", "export json")


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every part of plain data, but not of the whole."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in inside:
        yield (*path, key)
        yield from places(inner, (*path, key))


def spoilt(value: Any, choose: random.Random) -> Any:
    """The data with one part replaced, taken out, or called otherwise."""
    *path, last = choose.choice(list(places(value)) or [()]) or (None,)
    around = value
    for step in path:
        around = around[step]
    how: Callable[[], object] = choose.choice(
        [
            lambda: around.__setitem__(last, choose.choice(NASTY)),
            lambda: around.__setitem__(last, choose.choice(NASTY)),
            lambda: around.pop(last),
            lambda: (
                around.__setitem__(str(choose.choice(NASTY)), around.pop(last))
                if isinstance(around, dict)
                else around.append(choose.choice(NASTY))
            ),
        ]
    )
    if last is not None:
        how()
    return value


def data_of(file: Path) -> Any:
    return json.loads(json.dumps(yaml.safe_load(file.read_text(encoding="utf-8")), default=str))


@pytest.mark.parametrize(
    "seed", [*range(20), *(pytest.param(n, marks=pytest.mark.slow) for n in range(20, 200))]
)
def test_no_value_in_any_file_is_ever_a_bug(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    choose = random.Random(seed)
    a_farm_with_a_book(tmp_path)
    put(tmp_path, "cards/project.yaml", "default: farm\n")
    for name in choose.sample(CHANGED, 2):
        own = tmp_path / name
        data = spoilt(data_of(own if own.exists() else TOOLKIT / name), choose)
        own.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps(data, ensure_ascii=choose.random() < 0.5)
        own.write_bytes(text.encode("utf-8", "surrogatepass"))
    words = choose.choice(COMMANDS)
    assert run(tmp_path, *words.split()) in (0, 1, 2, 4), words
    said = capsys.readouterr()
    assert said.out or said.err
    assert "this is a bug" not in said.err
