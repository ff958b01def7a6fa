"""Where everything lives. The only module that knows a path.

A project is a folder with `cards/<game>/game.yaml` in it. What cardtool ships (base templates,
sheets, fonts, icons, schemas) is the toolkit; a project's own file of the same name wins over it.

A project may be a stranger's. Each of its files and folders is judged by where it really is, links followed,
before it is opened: in its cards/, templates/ or schemas/, and in no hidden folder of these.
"""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Iterable, Iterator
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path

from cardtool.errors import ProjectError, UsageError
from cardtool.files import LARGEST_TEXT, Unreadable, read_file, walk_files
from cardtool.unicode_text import escape_hidden

CACHE = "CARDTOOL_CACHE"
"""The variable of the environment that names the folder of what can be made again."""

# Shipped folders whose files change what is built.
_SHIPPED = ("sheets", "cutters", "sizes", "stocks", "themes", "fonts", "icons")
_SOURCES = ("cards", "templates", "schemas")  # the folders that hold all there is of a project
PLAIN_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}")  # as ids are; folders and files are called after it
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}", re.IGNORECASE | re.ASCII)  # of a sheet, a theme, an icon …
_PACKAGE = Path(__file__).resolve().parent
TOOLKIT = _PACKAGE / "_toolkit" if (_PACKAGE / "_toolkit").is_dir() else _PACKAGE.parent


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return ` (did you mean "prize"?)`, or nothing where no known word is near."""
    near = nearest(word, known)
    return f' (did you mean "{near}"?)' if near else ""


_MOST_COMPARED = 10_000_000  # to compare two words of n letters takes n * n; of ten letters, 100,000 pairs
_compared = ContextVar("letters compared since a file was opened", default=0)
_opened: ContextVar[Path | None] = ContextVar("the file of a project that was opened last", default=None)


def nearest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most like this one; that both end in `.html` does not make them alike.

    Where more is misspelt in a file than anybody reads suggestions for, there are none after the first.
    """
    if _compared.get() > _MOST_COMPARED:
        return None
    known = sorted(known)
    if same := [each for each in known if each.casefold() == word.casefold()]:
        return same[0]
    _compared.set(_compared.get() + len(known) * len(word) ** 2)
    if _compared.get() > _MOST_COMPARED:
        return None
    stem, dot, suffix = word.rpartition(".")
    ending = dot + suffix if stem and suffix.isalpha() else ""
    stems = {name.removesuffix(ending): name for name in known}
    near = difflib.get_close_matches(word.removesuffix(ending), sorted(stems), n=1, cutoff=0.6)
    return stems[near[0]] if near else None


def usable_names(folder: Path, suffix: str) -> Iterator[str]:
    """Return the names, less their suffix, of the files of this folder that are called as they must be."""
    return (path.stem for path in folder.glob(f"*{suffix}") if _NAME.fullmatch(path.stem))


def _misnamed(folder: Path) -> dict[str, str]:
    """Return what to do about a game.yml, or a folder that cannot be a game's, by the game meant."""
    endings = {
        path.parent.name: f"rename {escape_hidden(path.relative_to(folder).as_posix())} to game.yaml"
        for path in sorted(folder.glob("cards/*/game.yml"))
    }
    folders = {
        path.parent.name: f"rename {escape_hidden(path.parent.relative_to(folder).as_posix())}: a game's "
        "folder has small letters a to z, digits and hyphens in its name, at most 64"
        for path in sorted(folder.glob("cards/*/game.yaml"))
        if not PLAIN_NAME.fullmatch(path.parent.name)
    }
    return endings | folders


def require_utf8(path: Path) -> Path:
    """Return this path, unless it is bytes that are no text: no address leads there, few libraries take it.

    Raises: ProjectError.
    """
    try:
        str(path).encode()
    except UnicodeEncodeError:
        raise ProjectError(f"{escape_hidden(str(path))}: this path is not UTF-8; rename it") from None
    return path


def settings_folder() -> Path:
    """Return where a person's settings are kept: $CARDTOOL_CONFIG, or the system's place."""
    return _user_folder("CARDTOOL_CONFIG", "user_config_path")


def cache_folder() -> Path:
    """Return where what can be made again is kept: $CARDTOOL_CACHE, or the system's place."""
    return _user_folder(CACHE, "user_cache_path")


def _user_folder(variable: str, usual: str) -> Path:
    asked = os.environ.get(variable)
    if asked:
        return Path(os.path.realpath(asked))
    import platformdirs

    return Path(os.path.realpath(getattr(platformdirs, usual)("cardtool", appauthor=False)))


@dataclass(frozen=True, slots=True)
class Project:
    """A folder of games, found on disk; `root` and `toolkit` are absolute and free of links.

    `sources` are the folders that hold all that is read of it.
    """

    root: Path
    toolkit: Path = TOOLKIT
    sources: tuple[str, ...] = _SOURCES

    @classmethod
    def find(cls, start: Path) -> Project:
        """Return the project around `start`: this folder or the nearest above it that holds games.

        Raises: ProjectError when there is none.
        """
        start = Path(os.path.realpath(start))
        for folder in (start, *start.parents):
            if any(PLAIN_NAME.fullmatch(path.parent.name) for path in folder.glob("cards/*/game.yaml")):
                return cls(folder)
        misnamed = [hint for folder in (start, *start.parents) for hint in _misnamed(folder).values()]
        raise ProjectError(
            f"no project at {escape_hidden(str(start))} or above it: a project has a file "
            "cards/<game>/game.yaml\n"
            + next(
                iter(misnamed),
                "go to your project's folder, name it with --project DIR, or make one: cardtool new NAME",
            )
        )

    def games(self) -> tuple[str, ...]:
        """Return the ids of all games, sorted."""
        found = (path.parent.name for path in self.root.glob("cards/*/game.yaml"))
        return tuple(sorted(name for name in found if PLAIN_NAME.fullmatch(name)))

    def misnamed(self) -> tuple[str, ...]:
        """Return what to do about each folder or file that is no game only because of its name."""
        return tuple(_misnamed(self.root).values())

    def game(self, id: str) -> str:
        """Return this id, once it is known to be a game. Raises: UsageError."""
        games = self.games()
        if id not in games:
            hint = _misnamed(self.root).get(id) or f"the games are: {', '.join(games)}"
            raise UsageError(f'no game "{escape_hidden(id)}" here{did_you_mean(id, games)}; {hint}')
        self._require_inside(self.cards(id))
        return id

    def cards(self, game: str) -> Path:
        """Return the folder of a game's content."""
        return self.root / "cards" / game

    def output(self, game: str) -> Path:
        """Return the folder of everything generated for a game."""
        return self.root / "output" / game

    def place_for_output(self, asked: Path | None, usual: Path) -> Path:
        """Return where to write: what was asked for, or the usual place.

        Raises: UsageError when that is among the project's sources; ProjectError when the usual place
        leads out of the project by a link.
        """
        place = Path(os.path.realpath(asked or usual))
        sources = [self.root / name for name in self.sources]
        if any(place.is_relative_to(source) for source in sources):
            raise UsageError(f"{asked} is among the sources of the project; give --out another place")
        if asked is None and not place.is_relative_to(self.root):
            raise ProjectError(
                f"{self.name_of(usual)} leads out of the project, to {place}; name it with --out"
            )
        return asked or usual

    def name_of(self, path: Path) -> str:
        r"""Return a path as messages show it: from the project's root, or else from the toolkit's.

        What would not show, and bytes that are no UTF-8, stand as `\n` or `\udce4`.
        """
        for base in (self.root, self.toolkit):
            if (inside := _path_inside(str(path), base)) is not None:
                return escape_hidden(Path(inside).as_posix())
        return escape_hidden(str(path))

    def locate(self, path: Path) -> Path:
        """Return where a file or folder of the project or the toolkit really is; it may not be there.

        Raises: Unreadable when that is not where a project keeps its files.
        """
        real = os.path.realpath(path)
        if self.toolkit != self.root and _path_inside(os.path.normpath(path), self.toolkit) is not None:
            return Path(real)  # installed with us, by whatever links
        inside = _path_inside(real, self.root)
        source, _, rest = (inside or "").partition(os.sep)
        if source in self.sources and f"{os.sep}." not in f"{os.sep}{rest}":
            return Path(real)
        raise Unreadable(
            f"is a link that leads out of the project's {'/, '.join(self.sources)}/; put the file itself here"
        )

    def holds(self, path: Path) -> bool:
        """Return whether this file or folder is really one of the project or the toolkit."""
        try:
            self.locate(path)
        except Unreadable:
            return False
        return True

    def read(self, path: Path, most: int = LARGEST_TEXT) -> bytes:
        """Return what is in a file of the project or the toolkit, of no more than `most` bytes.

        Never waits, and opens nothing but a plain file.

        Raises: Unreadable.
        """
        _compared.set(0)
        _opened.set(path)
        return read_file(self.locate(path), most, follow=False)

    @property
    def opened(self) -> str:
        """What messages call the file that was opened last."""
        path = _opened.get()
        return self.name_of(path) if path else self.root.name

    def folders(self, name: str) -> tuple[Path, ...]:
        """Return the places of a folder such as `templates/sheets`: the project's, then the toolkit's.

        Raises: ProjectError when the project's is a link that leads out of it.
        """
        places = dict.fromkeys((self.root / name, self.toolkit / name))
        return tuple(place for place in places if self._is_folder(place))

    def find_file(self, folder: str, name: str) -> Path | None:
        """Return the file of this name in a shipped folder, the project's own first."""
        for place in self.folders(folder):
            if os.path.isfile(place / name):
                return place / name
        return None

    def names_in(self, folder: str, suffix: str) -> frozenset[str]:
        """Return the names, less their suffix, of all usable files of this sort in a shipped folder."""
        return frozenset(name for place in self.folders(folder) for name in usable_names(place, suffix))

    def template_folders(self, game: str) -> tuple[Path, ...]:
        """Return where a game's templates are looked for, in order. Raises: ProjectError, as `folders`."""
        own = self.root / "templates" / game
        return (*([own] if self._is_folder(own) else []), *self.folders("templates/base"))

    def template_name(self, game: str, template: str) -> str:
        """Return what messages call a template or stylesheet of a game."""
        files = (folder / template for folder in self.template_folders(game))
        return next((self.name_of(file) for file in files if os.path.exists(file)), template)

    def template_text(self, game: str, template: str) -> str:
        """Return a template or stylesheet of a game, as text.

        Raises: ProjectError when there is none that can be read.
        """
        for folder in self.template_folders(game):
            file = folder / template
            if os.path.lexists(file):
                try:
                    text = self.read(file).decode("utf-8-sig")
                except Unreadable as why:
                    raise ProjectError(f"{self.name_of(file)} {why}") from None
                except UnicodeDecodeError:
                    raise ProjectError(f"{self.name_of(file)} is not UTF-8 text; save it as UTF-8") from None
                if "\0" in text:
                    raise ProjectError(f"{self.name_of(file)}: this is not a text file")
                return text
        raise ProjectError(f"there is no {template} in templates/{game} or templates/base")

    def files_below(self, top: Path) -> Iterator[Path]:
        """Yield the files in a folder and in those in it, but for what is hidden, in no order."""
        return (Path(entry.path) for entry in walk_files(top))

    def _is_folder(self, place: Path) -> bool:
        if not place.is_dir():
            return False
        self._require_inside(place)
        return True

    def _require_inside(self, folder: Path) -> None:
        """Raise ProjectError when a folder is not really one of the project or the toolkit."""
        if not self.holds(folder):
            raise ProjectError(
                f"{self.name_of(folder)} is a link that leads out of the project\n"
                "put the folder itself here: what is elsewhere is not read"
            )

    def font_folders(self) -> tuple[Path, ...]:
        """Return where fonts are looked for, in order."""
        return self.folders("templates/fonts")

    def asset_roots(self) -> tuple[Path, ...]:
        """Return the only folders whose files a template may load."""
        return tuple(
            dict.fromkeys((self.root / "cards", self.root / "templates", self.toolkit / "templates"))
        )

    def input_folders(self, game: str) -> tuple[Path, ...]:
        """Return the folders of all but schemas that can change what a game's build writes.

        Folders in cards/ that are no game's are anybody's. Raises: as `folders`.
        """
        return (
            self.cards(game),
            *self.shared_folders(),
            *self.template_folders(game),
            *(place for name in _SHIPPED for place in self.folders(f"templates/{name}")),
        )

    def shared_folders(self) -> tuple[Path, ...]:
        """Return the folders in cards/ that are no game's."""
        return tuple(
            place
            for place in sorted(self.root.glob("cards/[!.]*"))
            if place.is_dir() and self.holds(place) and not (place / "game.yaml").exists()
        )

    def scanned_folders(self, game: str) -> tuple[Path, ...]:
        """Return the folders that hold every file a game may use. Raises: ProjectError, as `folders`."""
        schemas = self.root / "schemas" / game
        return (
            self.root / "cards",
            *self.input_folders(game),
            *self.folders("schemas"),
            *self.folders("templates/printers"),
            *([schemas] if self._is_folder(schemas) else []),
        )


def _path_inside(path: str, folder: Path) -> str | None:
    """Return a path as it goes on from a folder, empty for the folder itself; None where it lies elsewhere.

    Asked for every file that is read, so it compares words: pathlib takes ten times as long.
    """
    place = str(folder)
    if path == place:
        return ""
    place = place if place.endswith(os.sep) else place + os.sep
    return path[len(place) :] if path.startswith(place) else None
