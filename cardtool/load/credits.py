"""Who made the assets: reads the `credits.yaml` of each folder of assets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from cardtool.finding import Finding
from cardtool.load.assets import CREDITS, asset_folders, assets_in
from cardtool.load.document import Document
from cardtool.load.reading import Reading
from cardtool.load.rules import ASSET
from cardtool.load.uses import names_of
from cardtool.model import Credit, Game
from cardtool.project import Project, did_you_mean

__all__ = ["Credited", "credits_in_use", "read_credits"]

_WILD = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class Credited:
    """The assets a game may use, as paths from the project's root, and whose they are.

    `unnamed` are the credited pictures of the game's own that nothing of it names.
    """

    assets: frozenset[str]
    credits: tuple[Credit, ...]
    findings: tuple[Finding, ...]
    unnamed: frozenset[str] = frozenset()


def read_credits(reading: Reading) -> Credited:
    """Look through all folders of assets. Raises: ProjectError, when the schema cannot be used."""
    folders = [
        _folder(reading, folder, kinds) for folder, kinds in asset_folders(reading.project, reading.game)
    ]
    credits = tuple(credit for folder in folders for credit in folder.credits)
    return Credited(
        frozenset().union(*(folder.assets for folder in folders)),
        credits,
        tuple(finding for folder in folders for finding in folder.findings),
        _unnamed(reading, credits),
    )


def credits_in_use(project: Project, game: Game) -> tuple[Credit, ...]:
    """The credits of the assets that something of the game names: those to be printed in its rulebook."""
    names = names_of(project, game.id)
    return tuple(credit for credit in game.credits if names.hold(credit.file))


def _unnamed(reading: Reading, credits: tuple[Credit, ...]) -> frozenset[str]:
    art = reading.project.name_of(reading.folder / "art")
    own = frozenset(credit.file for credit in credits if credit.file.startswith(f"{art}/"))
    if not own:
        return own
    names = names_of(reading.project, reading.game)
    return frozenset(file for file in own if not names.hold(file))


def _folder(reading: Reading, folder: Path, suffixes: frozenset[str]) -> Credited:
    names = assets_in(reading.project, folder, suffixes)
    path = {name: reading.project.name_of(folder / name) for name in sorted(names)}
    assets = frozenset(path.values())
    if not (folder / CREDITS).exists():
        return Credited(assets, (), ())
    document = reading.document(folder / CREDITS, "credits.schema.json")
    if document.findings:
        return Credited(assets, (), document.findings)
    return Credited(assets, tuple(_credits(document, path)), tuple(_without_files(document, names)))


def _credits(document: Document, path: dict[str, str]) -> Iterator[Credit]:
    for number, entry in enumerate(document.data):
        place = document.at((number,))
        for name, file in path.items():
            if any(_is_meant(name, pattern) for pattern in entry["files"]):
                yield Credit(file, entry["author"], entry["licence"], entry["source"], place)


def _without_files(document: Document, names: frozenset[str]) -> Iterator[Finding]:
    folder = Path(document.name).parent.as_posix()
    for number, entry in enumerate(document.data):
        for position, pattern in enumerate(entry["files"]):
            if not any(_is_meant(name, pattern) for name in names):
                message = f'there is no file "{pattern}" in {folder}{did_you_mean(pattern, names)}'
                yield ASSET.found(document.at((number, "files", position)), message)


def _is_meant(name: str, pattern: str) -> bool:
    """Whether a file is named so: outright, as most are and as is told quicker, or by a pattern."""
    return name == pattern or (not _WILD.isdisjoint(pattern) and fnmatchcase(name, pattern))
