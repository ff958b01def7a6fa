"""Options and arguments that several commands take: what people type, read as our own values, and the
games meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from contextlib import suppress
from functools import wraps
from pathlib import Path
from typing import Any

import click

from cardtool.app.selection import Selection
from cardtool.cli.output import print_error
from cardtool.errors import ProjectError, UsageError
from cardtool.files import is_windows_device
from cardtool.geometry import Point
from cardtool.output import is_unfinished
from cardtool.project import Project, require_utf8
from cardtool.units import format_number, parse_length

_LARGEST_OFFSET = 10.0  # mm; printers are rarely out by more than 4
_WIDEST_MARGIN = 30.0  # mm
_NOT_MEASURED = "-"


class _Reading(click.ParamType["float | None"]):
    """A number of millimetres between two others; `-` for none, where it may be left out."""

    name = "reading"

    def __init__(self, least: float, most: float, *, optional: bool = False) -> None:
        self._least, self._most, self._optional = least, most, optional

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float | None:
        if value is None or isinstance(value, float):
            return value
        text = str(value).strip().replace("−", "-").replace(",", ".")
        if self._optional and text == _NOT_MEASURED:
            return None
        try:
            length = parse_length(f"{text}mm" if text[-1:].isdigit() else text)
        except ValueError:
            self.fail(f'"{value}" is not a number of millimetres, such as 0.4 or -0.4', param, ctx)
        if not self._least <= length <= self._most:
            self.fail(
                f"{value} is not from {format_number(self._least)} to {format_number(self._most)} mm",
                param,
                ctx,
            )
        return length


class _PrinterName(click.ParamType[str]):
    name = "name"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from cardtool.load import is_printer_name

        if is_windows_device(str(value)):
            self.fail(f'"{value}" cannot name a file on Windows; add to it, such as {value}-1', param, ctx)
        if is_printer_name(str(value)):
            return str(value)
        self.fail(f'"{value}" cannot be a name: small letters, digits and hyphens, such as home', param, ctx)


READING, SHEET_READING = (
    _Reading(-_LARGEST_OFFSET, _LARGEST_OFFSET),
    _Reading(-_LARGEST_OFFSET, _LARGEST_OFFSET, optional=True),
)
PRINTER_MARGIN, PRINTER_NAME = _Reading(0, _WIDEST_MARGIN, optional=True), _PrinterName()

game_argument = click.argument("game", required=False)
all_option = click.option("--all", "every", is_flag=True, help="Every game of the project.")
folder_option = click.option(
    "--out",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="DIR",
    help="Where to write. Default: output/GAME.",
)
jobs_option = click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    metavar="N",
    help="Worker processes. Default: one a processor, at most 8.",
)


def _theme_name(context: click.Context, option: click.Parameter, name: str | None) -> str | None:
    """Return the name of a theme, which becomes part of the names of files."""
    if name is not None and not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,40}", name):
        raise click.BadParameter(f'"{name}" is no name of a theme', context, option)
    return name


_SELECTING = {
    "kinds": ("--kind", "ID", "Only cards of this kind; may be given more than once, as the next may."),
    "decks": ("--deck", "ID", "Only cards in this deck."),
    "sets": ("--set", "ID", "Only cards of this set, such as the base game without its expansions."),
    "cards": ("--cards", "ID,…", "Only these cards, by their ids: --cards ferry,lighthouse."),
}


def selection_options(command: Callable[..., int]) -> Callable[..., int]:
    """Give a command the options that choose cards; it is told all of them as one `selection`."""

    @wraps(command)
    def with_selection(*arguments: Any, **options: Any) -> int:
        chosen = {
            field: _listed_ids(option, options.pop(f"selected_{field}"))
            for field, (option, *_) in _SELECTING.items()
        }
        return command(*arguments, selection=Selection(**chosen), **options)

    wrapped: Callable[..., int] = with_selection
    for field, (option, metavar, help) in reversed(_SELECTING.items()):
        add = click.option(option, f"selected_{field}", multiple=True, metavar=metavar, help=help)
        wrapped = add(wrapped)
    return wrapped


def _listed_ids(option: str, given: Collection[str]) -> tuple[str, ...]:
    """Return every id of options that hold some each, with commas between them.

    Raises: UsageError for an option without any, such as a variable of a script that is not set.
    """
    found = tuple(dict.fromkeys(id for each in given for id in re.split(r"\s*,\s*", each.strip()) if id))
    if given and not found:
        raise UsageError(f"{option} names nothing; leave it out for everything")
    return found


theme_option = click.option(
    "--theme",
    callback=_theme_name,
    metavar="NAME",
    help="The inks: colour, low-ink, greyscale or a theme of your own. Default: as the game says.",
)


def resolve_games(start: Path, game: str | None, every: bool) -> tuple[Project, tuple[str, ...]]:
    """Return the project around `start` and the games asked for. Raises: UsageError, ProjectError."""
    project = Project.find(start)
    require_utf8(project.root)  # which no engine could take
    if is_unfinished(project.root):
        print_error("cardtool: an import or a check --fix was cut short here; the next of them finishes it")
    if every and game is not None:
        raise UsageError(f"--all takes every game; leave it out, or leave out {game}")
    if every and project.misnamed():
        raise ProjectError(f"--all takes every game, and one has no name for it: {project.misnamed()[0]}")
    if every:
        return project, project.games()
    here = _game_at(project, str(start))
    default = here if here in project.games() else ""
    return project, (project.game(_game_at(project, game) if game else default or _default_game(project)),)


def _game_at(project: Project, given: str) -> str:
    """Return the id of a game that may be given by its folder or a file in it, as shells complete them."""
    cards = project.root.resolve() / "cards"
    for place in (Path(given), project.root / given) if "\0" not in given else ():
        with suppress(OSError, RuntimeError):  # RuntimeError: links that lead to each other
            whole = place.resolve()
            if whole.is_relative_to(cards) and whole != cards and whole.exists():
                return whole.relative_to(cards).parts[0]
    return given


def _default_game(project: Project) -> str:
    """Return the game that is meant when none is named. Raises: UsageError with what can be said."""
    from cardtool.load import default_game

    try:
        return default_game(project)
    except UsageError as error:
        options = {option.name for option in click.get_current_context().command.params}
        every = "for every game: --all\n" if "every" in options else ""
        default = "to have one meant when none is named: write default: GAME into cards/project.yaml"
        raise UsageError(f"{error}\n{every}{default}") from None


class _Length(click.ParamType[float]):
    name = "length"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        try:
            return value if isinstance(value, float) else parse_length(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


class _Offset(click.ParamType[Point]):
    name = "offset"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Point:
        if isinstance(value, Point):
            return value
        parts = str(value).split(",")
        if len(parts) != 2:
            self.fail(f'"{value}" is not an offset; write two lengths, e.g. 0.5mm,-0.3mm', param, ctx)
        return Point(LENGTH.convert(parts[0], param, ctx), LENGTH.convert(parts[1], param, ctx))


LENGTH, OFFSET = _Length(), _Offset()

_BYTES_IN_UNIT = {"kb": 1_000, "mb": 1_000_000, "gb": 1_000_000_000}
_FILE_SIZE = re.compile(r"(\d{1,6}(?:\.\d{1,3})?)\s*(kb|mb|gb)", re.ASCII)


class FileSize(click.ParamType[int]):
    name = "size"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, int):
            return value
        match = _FILE_SIZE.fullmatch(str(value).strip().lower())
        if match is None:
            self.fail(
                f'"{value}" is not a size; write a number and a unit (kB, MB, GB), e.g. 10MB', param, ctx
            )
        return round(float(match[1]) * _BYTES_IN_UNIT[match[2]])


class _RuleList(click.ParamType[tuple[str, ...]]):
    name = "rules"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        return value if isinstance(value, tuple) else tuple(str(value).replace(",", " ").split())


RULE_LIST = _RuleList()
