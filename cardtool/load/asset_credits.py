"""Who made the assets, by the `credits.yaml` of each folder of assets, and which of them a game names.

Texts are searched for names; nothing is filled in. A picture counts where its file name stands somewhere,
or, in a game whose templates put names of pictures together, where its name without the suffix does. An
icon counts where its name does, be it in a sentence: who is named once too often is not wronged. A font
counts where its family is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path, PurePosixPath

from cardtool.finding import Finding
from cardtool.load.file_rules import ASSET
from cardtool.load.game_files import CREDITS_FILE, asset_folders, list_assets
from cardtool.load.validator import GameContext
from cardtool.load.yaml_files import YamlDocument, read_text
from cardtool.model import Credit, Game
from cardtool.project import Project, did_you_mean

_WORD = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
_COMPOSED_PATH = re.compile(r"art/[^\"'()\s]{0,200}\{\{")  # a path
_FONTS = (".ttf", ".otf")
_TEXTS = (".yaml", ".yml", ".md", ".html", ".css")


@dataclass(frozen=True, slots=True)
class NameIndex:
    """All that the texts of a game say, ready to be searched."""

    text: str
    words: frozenset[str]

    @classmethod
    def in_texts(cls, texts: Iterable[str]) -> NameIndex:
        """The names in these texts."""
        text = "\n".join(texts)
        return cls(text, frozenset(_WORD.findall(text)))

    def hold(self, file: str) -> bool:
        """Whether an asset is named; `file` is its path from the project's root."""
        path = PurePosixPath(file)
        if path.suffix in _FONTS:
            return _squeeze(path.stem.partition("-")[0]) in _squeeze(self.text)
        if path.parent.name == "icons":
            return path.stem in self.words
        return path.name in self.text or (bool(_COMPOSED_PATH.search(self.text)) and self._begins(path.stem))

    def _begins(self, stem: str) -> bool:
        """Whether this is a word of the texts, or one with something behind it: goat, goat-front."""
        parts = re.split(r"(?=[-_])", stem)
        return any("".join(parts[:count]) in self.words for count in range(1, len(parts) + 1))


def index_names(project: Project, game: str) -> NameIndex:
    """The names in the files of a game. What cannot be read is left to whoever has to use it."""
    read = (read_text(project, path)[0] for path in _text_files(project, game))
    return NameIndex.in_texts(text for text in read if text is not None)


def _text_files(project: Project, game: str) -> Iterator[Path]:
    for folder in (project.cards(game), *project.template_folders(game)):
        for path in sorted(folder.rglob("*")):
            if path.suffix in _TEXTS and path.name != CREDITS_FILE and path.is_file():
                yield path


def _squeeze(text: str) -> str:
    return re.sub(r"[\s\"']", "", text).casefold()


_WILDCARDS = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class AssetCredits:
    """The assets a game may use, as paths from the project's root, and whose they are.

    `unnamed` are the credited pictures of the game's own that nothing of it names.
    """

    assets: frozenset[str]
    credits: tuple[Credit, ...]
    findings: tuple[Finding, ...]
    unnamed: frozenset[str] = frozenset()


def read_credits(reading: GameContext) -> AssetCredits:
    """Look through all folders of assets. Raises: ProjectError, when the schema cannot be used."""
    folders = [
        _read_folder(reading, folder, kinds) for folder, kinds in asset_folders(reading.project, reading.game)
    ]
    credits = tuple(credit for folder in folders for credit in folder.credits)
    return AssetCredits(
        frozenset().union(*(folder.assets for folder in folders)),
        credits,
        tuple(finding for folder in folders for finding in folder.findings),
        _find_unnamed(reading, credits),
    )


def credits_in_use(project: Project, game: Game) -> tuple[Credit, ...]:
    """The credits of the assets that something of the game names: those to be printed in its rulebook."""
    names = index_names(project, game.id)
    return tuple(credit for credit in game.credits if names.hold(credit.file))


def _find_unnamed(reading: GameContext, credits: tuple[Credit, ...]) -> frozenset[str]:
    art = reading.project.name_of(reading.folder / "art")
    own = frozenset(credit.file for credit in credits if credit.file.startswith(f"{art}/"))
    if not own:
        return own
    names = index_names(reading.project, reading.game)
    return frozenset(file for file in own if not names.hold(file))


def _read_folder(reading: GameContext, folder: Path, suffixes: frozenset[str]) -> AssetCredits:
    names = list_assets(reading.project, folder, suffixes)
    path = {name: reading.project.name_of(folder / name) for name in sorted(names)}
    assets = frozenset(path.values())
    if not (folder / CREDITS_FILE).exists():
        return AssetCredits(assets, (), ())
    document = reading.document(folder / CREDITS_FILE, "credits.schema.json")
    if document.findings:
        return AssetCredits(assets, (), document.findings)
    return AssetCredits(
        assets, tuple(_list_credits(document, path)), tuple(_missing_file_faults(document, names))
    )


def _list_credits(document: YamlDocument, path: dict[str, str]) -> Iterator[Credit]:
    for number, entry in enumerate(document.data):
        place = document.at((number,))
        for name, file in path.items():
            if any(_matches(name, pattern) for pattern in entry["files"]):
                yield Credit(file, entry["author"], entry["licence"], entry["source"], place)


def _missing_file_faults(document: YamlDocument, names: frozenset[str]) -> Iterator[Finding]:
    folder = Path(document.name).parent.as_posix()
    for number, entry in enumerate(document.data):
        for position, pattern in enumerate(entry["files"]):
            if not any(_matches(name, pattern) for name in names):
                message = f'there is no file "{pattern}" in {folder}{did_you_mean(pattern, names)}'
                yield ASSET.found(document.at((number, "files", position)), message)


def _matches(name: str, pattern: str) -> bool:
    """Whether a file is named so: outright, as most are and as is told quicker, or by a pattern."""
    return name == pattern or (not _WILDCARDS.isdisjoint(pattern) and fnmatchcase(name, pattern))
