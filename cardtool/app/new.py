"""A new project: the files of a starter, or what a table of cards asks for, in a folder of its own.

It is made beside its place, and put there whole.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from cardtool.app.editor_schemas import SCHEMAS, shipped_schemas
from cardtool.app.table_kinds import NamelessTable, kinds_of_table, numbered_rows, quoted
from cardtool.errors import UsageError
from cardtool.files import LARGEST_ASSET, LARGEST_TEXT, read_plain_file
from cardtool.project import TOOLKIT, Project, did_you_mean
from cardtool.rule_runner import limited_reading
from cardtool.unicode_text import escape_hidden

STARTER = "deck"
_STARTERS = TOOLKIT / "templates" / "starters"
_PROJECT_PARTS, _TABLE_PARTS, _ABOUT = "project", "table", "about.txt"
_SCHEMA_OF = {  # files of a game, by the schema that editors hold them against
    "game.schema.json": "cards/*/game.yaml",
    "rules.schema.json": "cards/*/rules.yaml",
    "layout.schema.json": "cards/*/layouts/*.yaml",
    "glossary.schema.json": "cards/*/glossary.yaml",
    "changelog.schema.json": "cards/*/changelog.yaml",
    "credits.schema.json": "cards/*/art/credits.yaml",
    "theme.schema.json": "templates/*/themes/*.yaml",
}
_PICTURE_PATH = re.compile(r"(?:[\w][\w .()&'+-]*/)?[\w][\w .()&'+-]*")  # in at most one folder
_PLACES = {"gitignore": ".gitignore", "cards.yml": ".github/workflows/cards.yml"}


@dataclass(frozen=True, slots=True)
class NewProject:
    """A project that was made: where, and what was decided in making it, a sentence each."""

    folder: Path
    decisions: tuple[str, ...]


def starters() -> dict[str, str]:
    """Return what each starter is, a sentence each, by their names, sorted."""
    files = sorted(_STARTERS.glob(f"*/{_ABOUT}"))
    return {file.parent.name: file.read_text(encoding="utf-8").strip() for file in files}


def make_from_starter(folder: Path, title: str, starter: str) -> NewProject:
    """Make a project of a starter. `folder` is its place, called as its game; nothing may be there.

    Raises: UsageError; OSError.
    """
    names = tuple(starters())
    if starter not in names:
        near = did_you_mean(starter, names)
        raise UsageError(f'there is no starter "{starter}"{near}; there are {", ".join(names)}')
    texts = dict(_starter_texts(starter, folder.name))
    return _put_in_place(folder, title, texts, {}, ())


def make_from_table(folder: Path, title: str, table: Path, kind_column: str, sheet: str = "") -> NewProject:
    """Make a project whose records are the rows of a table, which is copied into it.

    `kind_column` is the heading of the column that says what kind a row is, empty where all are of one;
    `sheet` is the one of a workbook, empty for its first.

    Raises: UsageError, also for a table that cannot be read; OSError.
    """
    content = read_plain_file(table, LARGEST_TEXT)
    suffix = table.suffix.lower()
    file = f"cards{'.csv' if suffix == '.tsv' else suffix}"  # which may have tabs between its cells
    said: tuple[str, ...] = ()
    with (
        tempfile.TemporaryDirectory(prefix="cardtool-new-") as name,
        limited_reading("this table", lambda: table.name),
    ):
        project, place = Project(Path(name)), Path(name) / "cards" / folder.name / file
        place.parent.mkdir(parents=True)
        place.write_bytes(content)
        try:
            made = kinds_of_table(project, place, title, kind_column, sheet, table.name)
        except NamelessTable:
            said = ("no column holds names: the copy of the table calls each row by its number",)
            content, sheet = numbered_rows(project, place, sheet), ""
            place = place.with_suffix(".csv")
            place.write_bytes(content)
            made = kinds_of_table(project, place, title, kind_column, sheet, place.name)
    copied = {f"cards/{folder.name}/{place.name}": content}
    pictures = _pictures_beside(table, made.picture_names)
    made = replace(made, pictures=frozenset(pictures))
    copied |= {f"cards/{folder.name}/art/{name}": content for name, content in pictures.items()}
    if pictures:
        copied[f"cards/{folder.name}/art/credits.yaml"] = _credits(pictures, title).encode()
    texts = made.files(folder.name)
    for parts in (_TABLE_PARTS, f"{_TABLE_PARTS}-{made.language}"):  # where a language has texts of its own
        texts |= dict(_starter_texts(parts, folder.name))
    return _put_in_place(folder, title, texts, copied, (*made.decisions, *said))


def _pictures_beside(table: Path, names: Iterable[str]) -> dict[str, bytes]:
    """Return the pictures of these names that lie in the table's folder, or in a folder in it."""
    places = [table.parent, *sorted(each for each in table.parent.glob("[!.]*") if each.is_dir())]
    found: dict[str, bytes] = {}
    for name in sorted(names):
        if not _PICTURE_PATH.fullmatch(name):
            continue
        for place in places:
            with suppress(OSError):
                found[name] = read_plain_file(place / name, LARGEST_ASSET)
                break
    return found


def _credits(pictures: Iterable[str], title: str) -> str:
    """Return what says whose pictures these are, until somebody says it better."""
    files = "".join(f"    - {json.dumps(name, ensure_ascii=False)}\n" for name in pictures)
    return (
        "# Whose these pictures are. Where they are not yours, say who made them, and under which licence.\n"
        f"- files:\n{files}  author: {quoted(f'the maker of {title}')}\n"
        "  licence: all rights reserved\n  source: made for this game\n"
    )


def _starter_texts(starter: str, id: str) -> Iterator[tuple[str, str]]:
    """Yield the files of a starter, by their places in the project of a game."""
    top = _STARTERS / starter
    for path in sorted(top.glob("*/**/*.*")):
        part, *rest = path.relative_to(top).parts
        yield "/".join((part, id, *rest)), path.read_text(encoding="utf-8")


def _put_in_place(
    folder: Path, title: str, texts: Mapping[str, str], files: Mapping[str, bytes], decisions: tuple[str, ...]
) -> NewProject:
    """Write all files into a folder, which gets its name when they are there. Raises: UsageError, OSError."""
    if os.path.lexists(folder):
        raise UsageError(f"{escape_hidden(str(folder))} is there already; choose another name")
    passing = folder.with_name(f".cardtool-{folder.name}.part")
    shutil.rmtree(passing, ignore_errors=True)
    passing.mkdir()  # and no link that was left here, to write through
    try:
        for name, text in {**texts, **_common_texts(folder.name)}.items():
            shown = quoted(title) if name.endswith(".yaml") else title
            filled = text.replace("@id@", folder.name).replace("@title@", shown)
            _write(passing / name, filled.encode("utf-8"))
        for name, content in files.items():
            _write(passing / name, content)
        for name, content in shipped_schemas():
            _write(passing / SCHEMAS / name, content)
        os.rename(passing, folder)
    finally:
        shutil.rmtree(passing, ignore_errors=True)
    return NewProject(folder, decisions)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _common_texts(id: str) -> dict[str, str]:
    """Return what every new project has: notes for git, editors and continuous integration."""
    top = _STARTERS / _PROJECT_PARTS
    texts = {
        _PLACES.get(path.name, path.name): path.read_text(encoding="utf-8") for path in sorted(top.iterdir())
    }
    own = {f"./{(SCHEMAS / schema).as_posix()}": files for schema, files in _SCHEMA_OF.items()}
    settings = {"yaml.schemas": own, "yaml.yamlVersion": "1.2", "yaml.validate": True}
    return {**texts, ".vscode/settings.json": json.dumps(settings, indent=2) + "\n"}
