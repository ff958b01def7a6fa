"""Makes a Game of the files of its folder, and gathers what is wrong with them.

A file that cannot be read does not keep the others from being checked; what can be counted is.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain

from cardtool.finding import Finding, in_order
from cardtool.load import games
from cardtool.load.assets import CREDITS
from cardtool.load.books import book_design
from cardtool.load.credits import Credited, read_credits
from cardtool.load.document import Document
from cardtool.load.file_names import unusable_names
from cardtool.load.inventory import unusable_files
from cardtool.load.read import read
from cardtool.load.reading import Reading
from cardtool.load.records import Records, read_records
from cardtool.load.rules import ASSET, ICON, SCHEMA
from cardtool.load.sheets import sheet_names
from cardtool.load.sizes import Declared
from cardtool.load.templates import read_templates
from cardtool.load.themes import load_theme, theme_names
from cardtool.load.wording import WORDING, Wording, has_rulebook, read_wording
from cardtool.model import COLOUR_THEME, Engine, Game, Outputs, Source
from cardtool.project import Project, did_you_mean

__all__ = ["Loaded", "load_game"]

_GAME = "game.yaml"


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game as it was read; None where its game.yaml cannot be used, as the findings say."""

    game: Game | None
    findings: tuple[Finding, ...]


def load_game(project: Project, id: str) -> Loaded:
    """Read everything of a game, and find what is wrong with its files.

    Raises: UsageError when there is no such game; ProjectError when a schema cannot be used.
    """
    with _no_garbage_collection():
        unusable = tuple(unusable_files(project, project.game(id)))
        reading = Reading.begin(project, id)
        declared = reading.document(reading.folder / _GAME, "game.schema.json")
        known = games.named_sizes(project, declared)
        faults = [*declared.findings, *_faults_between(declared, known, reading)]
        files = games.record_files(declared)
        records = {kind: _records(reading, declared, kind, file) for kind, file in files.items()}
        credited, wording = read_credits(reading), read_wording(reading)
        elsewhere = [*_not_read(reading, declared, files), *unusable_names(project, id)]
        usable = _usable(declared, faults)
        game = _game(id, reading, declared, known, records, credited, wording) if usable else None
    of_records = chain.from_iterable(read.findings for read in records.values())
    found = [*faults, *elsewhere, *of_records, *credited.findings, *wording.findings]
    said = {finding.source.file for finding in found}
    found += (finding for finding in unusable if finding.source.file not in said)
    return Loaded(game, tuple(in_order(found)))


def _usable(declared: Document, faults: Iterable[Finding]) -> bool:
    """Whether a game can be made of game.yaml; an asset it names may yet be missing."""
    return declared.complete and all(fault.rule in (ICON, ASSET) for fault in faults)


def _faults_between(declared: Document, known: Mapping[str, Declared], reading: Reading) -> Iterator[Finding]:
    if _usable(declared, declared.findings):
        yield from games.faults(
            declared, sheet_names(reading.project), theme_names(reading.project, reading.game), known
        )
        if "rulebook" in declared.data and not has_rulebook(reading):
            place = declared.at_key((), "rulebook")
            yield ASSET.found(
                place, "there is no rulebook.md beside game.yaml", "write it, or remove this key"
            )


def _records(reading: Reading, declared: Document, kind: str, file: str) -> Records:
    fault = _no_records(reading, declared, kind, file)
    return Records((), (fault,), complete=False) if fault else read_records(reading, kind, file)


def _no_records(reading: Reading, declared: Document, kind: str, file: str) -> Finding | None:
    """Why a kind's records cannot be read at all, if so."""
    schema = f"{reading.game}/{kind}.schema.json"
    if schema not in reading.schemas:
        place = declared.at_key(("kinds",), kind)
        said = next((finding for finding in declared.findings if finding.source == place), None)
        if said:
            return said  # a kind whose id is wrong has no schema of that name
        message = f'nothing says what a record of kind "{kind}" holds'
        return SCHEMA.found(place, message, f"write schemas/{schema}")
    if not (reading.folder / file).exists():
        others = {path.name for path in reading.folder.glob("*.yaml")} - {_GAME, *WORDING}
        near = did_you_mean(file, others)
        place = declared.at(("kinds", kind, "records"))
        return ASSET.found(place, f"there is no file {file} beside game.yaml{near}")
    return None


def _not_read(reading: Reading, declared: Document, files: Mapping[str, str]) -> list[Finding]:
    """YAML files of the game that belong to nothing, and what is wrong with those."""
    known = {_GAME, f"art/{CREDITS}", *WORDING, *files.values()}
    findings: list[Finding] = []
    for path in sorted(chain(reading.folder.rglob("*.yaml"), reading.folder.rglob("*.yml"))):
        name = path.relative_to(reading.folder).as_posix()
        if name not in known:
            findings += read(reading.project, path).findings
            place = Source(reading.project.name_of(path))
            if path.suffix == ".yml":
                findings.append(SCHEMA.found(place, f"{name} is not read", f"name it {path.stem}.yaml"))
            elif declared.complete:
                message = f"{name} is not read: no kind of game.yaml names it as its records"
                findings.append(SCHEMA.found(place, message))
    return findings


def _game(
    id: str,
    reading: Reading,
    declared: Document,
    known: Mapping[str, Declared],
    records: Mapping[str, Records],
    credited: Credited,
    wording: Wording,
) -> Game:
    data = declared.data
    unread = {kind for kind, read in records.items() if not read.complete}
    return Game(
        id=id,
        title=data["title"],
        version=data["version"],
        players=games.players(declared),
        kinds=games.kinds(declared, known),
        decks=games.decks(declared),
        cards=tuple(card for kind in data["kinds"] for card in records[kind].cards),
        outputs=Outputs(data["outputs"]["sheet"]),
        theme=load_theme(reading.project, id, data["outputs"].get("theme", COLOUR_THEME)),
        book=book_design(declared),
        style=data["style"],
        source=Source(declared.name),
        icons=reading.project.names_in("templates/icons", ".svg"),
        assets=credited.assets,
        credits=credited.credits,
        unnamed=credited.unnamed,
        incomplete=wording.incomplete | unread,
        rules=wording.rules,
        glossary=wording.glossary,
        changelog=wording.changelog,
        rulebook=wording.rulebook,
        waivers=wording.waivers,
        templates=read_templates(reading.project, id),
        engine=Engine(data["engine"]) if "engine" in data else None,
    )


@contextmanager
def _no_garbage_collection() -> Iterator[None]:
    """Reading makes many small values and no rubbish; looking for it doubles the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
