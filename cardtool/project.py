"""Where everything lives. The only module that knows a path.

A project is a folder with `cards/<game>/game.yaml` in it. What cardtool ships (base templates,
sheets, fonts, icons, schemas) is the toolkit; a project's own file of the same name wins over it.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cardtool.errors import ProjectError, UsageError

__all__ = ["CACHE", "TOOLKIT", "Project", "cache_folder", "did_you_mean", "nearest", "settings_folder"]

CACHE = "CARDTOOL_CACHE"
"""The variable of the environment that names the folder of what can be made again."""

# Shipped folders whose files change what is built.
_SHIPPED = ("sheets", "cutters", "sizes", "stocks", "themes", "fonts", "icons")
_PACKAGE = Path(__file__).resolve().parent
TOOLKIT = _PACKAGE / "_toolkit" if (_PACKAGE / "_toolkit").is_dir() else _PACKAGE.parent


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """` (did you mean "prize"?)`, or nothing where no known word is near."""
    near = nearest(word, known)
    return f' (did you mean "{near}"?)' if near else ""


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like this one. That both are names of HTML files does not make them alike."""
    stem, dot, suffix = word.rpartition(".")
    ending = dot + suffix if stem and suffix.isalpha() else ""
    stems = {name.removesuffix(ending): name for name in sorted(known)}
    near = difflib.get_close_matches(word.removesuffix(ending), sorted(stems), n=1, cutoff=0.6)
    return stems[near[0]] if near else None


def _misnamed(folder: Path) -> dict[str, str]:
    """What to do about each game.yml, which is no game.yaml, by the game it was meant for."""
    return {
        path.parent.name: f"rename {path.relative_to(folder).as_posix()} to game.yaml"
        for path in sorted(folder.glob("cards/*/game.yml"))
    }


def settings_folder() -> Path:
    """Where what belongs to a person and to no project is kept: $CARDTOOL_CONFIG, or the system's place."""
    asked = os.environ.get("CARDTOOL_CONFIG")
    if asked:
        return Path(os.path.realpath(asked))
    from platformdirs import user_config_path

    return Path(os.path.realpath(user_config_path("cardtool", appauthor=False)))


def cache_folder() -> Path:
    """Where what is quicker kept than made again is kept: $CARDTOOL_CACHE, or the system's place."""
    asked = os.environ.get(CACHE)
    if asked:
        return Path(os.path.realpath(asked))
    from platformdirs import user_cache_path

    return Path(os.path.realpath(user_cache_path("cardtool", appauthor=False)))


@dataclass(frozen=True, slots=True)
class Project:
    """A folder of games, found on disk; `root` and `toolkit` are absolute and free of links."""

    root: Path
    toolkit: Path = TOOLKIT

    @classmethod
    def find(cls, start: Path) -> Project:
        """The project around `start`: this folder or the nearest above it that holds games.

        Raises: ProjectError when there is none.
        """
        start = Path(os.path.realpath(start))
        for folder in (start, *start.parents):
            if any(folder.glob("cards/*/game.yaml")):
                return cls(folder)
        misnamed = [hint for folder in (start, *start.parents) for hint in _misnamed(folder).values()]
        raise ProjectError(
            f"no project at {start} or above it: a project has a file cards/<game>/game.yaml\n"
            + next(iter(misnamed), "go to your project's folder, or name it with --project DIR")
        )

    def games(self) -> tuple[str, ...]:
        """The ids of all games, sorted."""
        return tuple(sorted(path.parent.name for path in self.root.glob("cards/*/game.yaml")))

    def game(self, id: str) -> str:
        """This id, once it is known to be a game. Raises: UsageError."""
        games = self.games()
        if id not in games:
            hint = _misnamed(self.root).get(id) or f"the games are: {', '.join(games)}"
            raise UsageError(f'no game "{id}" here{did_you_mean(id, games)}; {hint}')
        return id

    def cards(self, game: str) -> Path:
        """The folder of a game's content."""
        return self.root / "cards" / game

    def output(self, game: str) -> Path:
        """The folder of everything generated for a game."""
        return self.root / "output" / game

    def place_for_output(self, asked: Path | None, usual: Path) -> Path:
        """Where to write: what was asked for, or the usual place.

        Raises: UsageError when that is among the project's sources; ProjectError when the usual place
        leads out of the project by a link.
        """
        place = Path(os.path.realpath(asked or usual))
        sources = [self.root / name for name in ("cards", "templates", "schemas")]
        if any(place.is_relative_to(source) for source in sources):
            raise UsageError(f"{asked} is among the sources of the project; give --out another place")
        if asked is None and not place.is_relative_to(self.root):
            raise ProjectError(
                f"{self.name_of(usual)} leads out of the project, to {place}; name it with --out"
            )
        return asked or usual

    def name_of(self, path: Path) -> str:
        """A path as messages show it: from the project's root, or else from the toolkit's."""
        for base in (self.root, self.toolkit):
            if path.is_relative_to(base):
                return path.relative_to(base).as_posix()
        return str(path)

    def folders(self, name: str) -> tuple[Path, ...]:
        """The places of a shipped folder such as `templates/sheets`: the project's, then the toolkit's."""
        places = dict.fromkeys((self.root / name, self.toolkit / name))
        return tuple(place for place in places if place.is_dir())

    def find_file(self, folder: str, name: str) -> Path | None:
        """The file of this name in a shipped folder, the project's own first."""
        for place in self.folders(folder):
            if (place / name).is_file():
                return place / name
        return None

    def names_in(self, folder: str, suffix: str) -> frozenset[str]:
        """The names, less their suffix, of all such files in a shipped folder."""
        return frozenset(path.stem for place in self.folders(folder) for path in place.glob(f"*{suffix}"))

    def template_folders(self, game: str) -> tuple[Path, ...]:
        """Where a game's templates are looked for, in order."""
        own = self.root / "templates" / game
        return (*([own] if own.is_dir() else []), *self.folders("templates/base"))

    def template_name(self, game: str, template: str) -> str:
        """What messages call a template or stylesheet of a game."""
        files = (folder / template for folder in self.template_folders(game))
        return next((self.name_of(file) for file in files if file.exists()), template)

    def template_text(self, game: str, template: str) -> str:
        """A template or stylesheet of a game, as text; no link out of its folder is followed.

        Raises: ProjectError when there is none that can be read.
        """
        for folder in self.template_folders(game):
            file = Path(os.path.realpath(folder / template))
            if file.is_relative_to(os.path.realpath(folder)) and file.is_file():
                try:
                    return file.read_text(encoding="utf-8")
                except (OSError, UnicodeDecodeError) as error:
                    raise ProjectError(f"{self.name_of(file)}: cannot be read: {error}") from None
        raise ProjectError(f"there is no {template} in templates/{game} or templates/base")

    def font_folders(self) -> tuple[Path, ...]:
        """Where fonts are looked for, in order."""
        return self.folders("templates/fonts")

    def asset_roots(self) -> tuple[Path, ...]:
        """The only folders whose files a template may load."""
        return tuple(
            dict.fromkeys((self.root / "cards", self.root / "templates", self.toolkit / "templates"))
        )

    def inputs(self, game: str) -> Iterator[Path]:
        """Every file that can change what a game's build writes, sorted by name."""
        tops = [
            self.cards(game),
            *self.template_folders(game),
            *(place for name in _SHIPPED for place in self.folders(f"templates/{name}")),
            *self.folders("schemas"),
        ]
        yield from sorted({path for top in tops for path in top.rglob("*") if path.is_file()})
