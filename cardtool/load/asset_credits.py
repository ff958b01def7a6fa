"""Who made the assets, by the `credits.yaml` of each folder of assets, and which of them a game names.

Texts are searched for names; nothing is filled in. A picture counts where its file name stands somewhere,
or, in a game whose templates put names of pictures together, where its name without the suffix does. An
icon counts where its name does, be it in a sentence: who is named once too often is not wronged. A font
counts where its family is asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from itertools import chain
from pathlib import Path, PurePosixPath

from cardtool.finding import Finding
from cardtool.load.file_rules import ASSET
from cardtool.load.game_files import CREDITS_FILE, asset_folders, list_assets
from cardtool.load.schemas import GameContext
from cardtool.load.yaml_files import read_text
from cardtool.model import Assets, Component, Credit, Game, Source
from cardtool.project import Project, did_you_mean

_WORD = re.compile(r"[^\W_](?:[\w-]*[^\W_])?")
_COMPOSED_PATH = re.compile(r"art/[^\"'()\s]{0,200}\{\{")  # a path
_FONTS = (".ttf", ".otf")
_TEXTS = (".yaml", ".yml", ".md", ".html", ".css")
_WILDCARDS = frozenset("*?[")


class NameIndex:
    """All that the texts of a game say, gone through once for each sort of name and not for each name.

    `ids` are those of its records, which its texts say, too. What no name asks for is not looked for: the
    words of a large deck take a second to be found, and most pictures are named by their files.
    """

    def __init__(self, texts: Iterable[str], ids: Iterable[str] = ()) -> None:
        self._texts = sorted(texts, key=len)
        self._words = {id for id in ids if _WORD.fullmatch(id)}
        self._unread = iter(self._texts)

    def named(self, files: Iterable[str]) -> frozenset[str]:
        """Return those of these assets that are named; they are paths from the project's root."""
        paths = {file: PurePosixPath(file) for file in files}
        written = _names_in(self._texts, frozenset(path.name for path in paths.values() if path.suffix))
        return frozenset(file for file, path in paths.items() if path.name in written or self._says(path))

    def _says(self, path: PurePosixPath) -> bool:
        """Return whether an asset is asked for otherwise than by its file name."""
        if path.suffix in _FONTS:
            family = _squeeze(path.stem.partition("-")[0])
            return any(family in text for text in self._squeezed)
        if path.parent.name == "icons" or not path.suffix:
            return self._says_one_of({path.stem})
        return self._is_composed(path.stem)

    def _is_composed(self, stem: str) -> bool:
        """Return whether this is a word of the texts, or one with something behind it: goat, goat-front."""
        if not self._composes_paths:
            return False
        parts = re.split(r"(?=[-_])", stem)
        return self._says_one_of({"".join(parts[:count]) for count in range(1, len(parts) + 1)})

    def _says_one_of(self, words: Set[str]) -> bool:
        """Return whether one of these is a word of the texts, of which no more are read than it takes."""
        while self._words.isdisjoint(words):
            text = next(self._unread, None)
            if text is None:
                return False
            for line in text.split("\n"):
                self._words.update(_WORD.findall(line))
        return True

    @cached_property
    def _composes_paths(self) -> bool:
        return any(_COMPOSED_PATH.search(text) for text in self._texts)

    @cached_property
    def _squeezed(self) -> list[str]:
        return [_squeeze(text) for text in self._texts]


def _names_in(texts: Iterable[str], names: frozenset[str]) -> frozenset[str]:
    """Return those of these file names, each with a suffix, that stand anywhere in texts.

    Looks at each suffix in the texts, and there for names of each length: what it costs grows with the texts
    and not with the names.
    """
    lengths: dict[str, set[int]] = {}
    for name in names:
        lengths.setdefault(PurePosixPath(name).suffix, set()).add(len(name))
    found: set[str] = set()
    suffixes = re.compile("|".join(map(re.escape, sorted(lengths, reverse=True))))  # .jpg2 before .jpg
    for text in texts if lengths else ():
        for match in suffixes.finditer(text):
            end = match.end()
            ends_here = (text[max(end - length, 0) : end] for length in lengths[match[0]])
            found.update(names.intersection(ends_here))
    return frozenset(found)


def index_names(project: Project, game: str, cards: Iterable[Component]) -> NameIndex:
    """Return the names in the files of a game, and in what its cards say that stand in tables.

    What cannot be read is left to whoever has to use it.
    """
    read = (read_text(project, path)[0] for path in _text_files(project, game))
    texts = (text for text in read if text is not None)
    written = [card for card in cards if not card.made_from]
    return NameIndex(chain(texts, chain.from_iterable(map(_cells, written))), (card.id for card in written))


def _cells(card: Component) -> Iterator[str]:
    """Yield what a card says that stands in a table, which is no text to be read here."""
    if PurePosixPath(card.source.file).suffix not in _TEXTS:
        yield from (
            value for field in card.fields for _, value in card.values(field) if isinstance(value, str)
        )


def _text_files(project: Project, game: str) -> Iterator[Path]:
    for folder in (project.cards(game), *project.template_folders(game)):
        for path in sorted(project.files_below(folder)):
            if path.suffix in _TEXTS and path.name != CREDITS_FILE:
                yield path


def _squeeze(text: str) -> str:
    return re.sub(r"[\s\"']", "", text).casefold()


@dataclass(frozen=True, slots=True)
class _Folder:
    """The assets of one folder, as paths from the project's root, whose they are, and what is wrong."""

    files: frozenset[str]
    credits: tuple[Credit, ...] = ()
    findings: tuple[Finding, ...] = ()


def read_assets(context: GameContext, cards: Iterable[Component]) -> tuple[Assets, tuple[Finding, ...]]:
    """Return what the game of these cards may draw with, and what is wrong with its credits.

    Raises: ProjectError.
    """
    folders = [
        _read_folder(context, folder, kinds) for folder, kinds in asset_folders(context.project, context.game)
    ]
    credits = tuple(credit for folder in folders for credit in folder.credits)
    assets = Assets(
        icons=context.project.names_in("templates/icons", ".svg"),
        files=frozenset().union(*(folder.files for folder in folders)),
        credits=credits,
        unnamed=_find_unnamed(context, cards, credits),
    )
    return assets, tuple(finding for folder in folders for finding in folder.findings)


def credits_in_use(project: Project, game: Game) -> tuple[Credit, ...]:
    """Return the credits of the assets that something of the game names: those to be printed in its
    rulebook.
    """
    named = index_names(project, game.id, game.cards).named({credit.file for credit in game.assets.credits})
    return tuple(credit for credit in game.assets.credits if credit.file in named)


def _find_unnamed(
    context: GameContext, cards: Iterable[Component], credits: tuple[Credit, ...]
) -> frozenset[str]:
    art = context.project.name_of(context.folder / "art")
    own = frozenset(credit.file for credit in credits if credit.file.startswith(f"{art}/"))
    if not own:
        return own
    return own - index_names(context.project, context.game, cards).named(own)


def _read_folder(context: GameContext, folder: Path, suffixes: frozenset[str]) -> _Folder:
    files = {
        name: context.project.name_of(folder / name)
        for name in sorted(list_assets(context.project, folder, suffixes))
    }
    assets = frozenset(files.values())
    if not (folder / CREDITS_FILE).exists():
        return _Folder(assets)
    document = context.document(folder / CREDITS_FILE, "credits.schema.json")
    if document.findings:
        return _Folder(assets, findings=document.findings)
    credits, findings = [], []
    for number, entry in enumerate(document.data):
        named: set[str] = set()
        for position, pattern in enumerate(entry["files"]):
            matching = _matching(pattern, files)
            named.update(matching)
            if not matching:
                place = document.at((number, "files", position))
                findings.append(_missing_file(place, pattern, files))
        place = document.at((number,))
        credits += [
            Credit(
                files[name],
                entry["author"],
                entry["licence"],
                entry["source"],
                place,
                entry.get("changes", ""),
            )
            for name in sorted(named)
        ]
    return _Folder(assets, tuple(credits), tuple(findings))


def _matching(pattern: str, names: Mapping[str, str]) -> Sequence[str]:
    """Return the files that a credit names: one outright, as most do, or some by a pattern."""
    if _WILDCARDS.isdisjoint(pattern):
        return [pattern] if pattern in names else []
    return [name for name in names if name == pattern or fnmatchcase(name, pattern)]


def _missing_file(place: Source, pattern: str, names: Mapping[str, str]) -> Finding:
    folder = PurePosixPath(place.file).parent
    return ASSET.found(place, f'there is no file "{pattern}" in {folder}{did_you_mean(pattern, names)}')
