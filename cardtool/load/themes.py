"""Themes: reads `templates/themes/<name>.yaml` and a game's own, one laid over the other, as a Theme.

A theme says only in what it differs from colour. What a project says wins over what is shipped, and what
a game says over both.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardtool.errors import ProjectError, UsageError
from cardtool.files import Unreadable
from cardtool.load.settled import read_settled
from cardtool.model import COLOUR_THEME, Theme
from cardtool.project import Project, did_you_mean, usable_names
from cardtool.units import parse_length

__all__ = ["load_theme", "read_theme", "theme_names"]

_FOLDER = "templates/themes"
_TOLD = ("theme.", "var(--")  # how a template or stylesheet asks for what a theme says


def theme_names(project: Project, game: str) -> tuple[str, ...]:
    """The names of all themes a game can be printed in, sorted."""
    own = usable_names(_own(project, game), ".yaml")
    return tuple(sorted({*project.names_in(_FOLDER, ".yaml"), *own}))


def load_theme(project: Project, game: str, name: str) -> Theme:
    """Read one theme, as it is for this game.

    Raises: UsageError when there is none of this name; ProjectError, with a line for each fault, when it
    cannot be used, and when the game's templates would not show it.
    """
    names = theme_names(project, game)
    if name not in names:
        raise UsageError(
            f'no theme "{name}" here{did_you_mean(name, names)}; the themes are: {", ".join(names)}'
        )
    if name != COLOUR_THEME and not _is_themed(project, game):
        raise ProjectError(
            f"the templates of {game} ask for no theme, so {name} would print as {COLOUR_THEME} does\n"
            "let them take their inks from it; see docs/fit-and-themes.md"
        )
    return read_theme(project, game, name)


def read_theme(project: Project, game: str, name: str) -> Theme:
    """What a theme says, whether or not anybody asks. Raises: ProjectError, with a line for each fault."""
    told: dict[str, Any] = {"inks": {}, "lines": {}, "fills": {}}
    for path in _layers(project, game, name):
        data = read_settled(project, path, "theme.schema.json").data
        for group, inks in data.get("inks", {}).items():
            told["inks"].setdefault(group, {}).update(inks)
        told["lines"] |= {line: parse_length(width) for line, width in data.get("lines", {}).items()}
        told["fills"] |= data.get("fills", {})
        told |= {key: data[key] for key in ("title", "about") if key in data}
    return Theme(
        name=name,
        title=told.get("title", name),
        about=told.get("about", ""),
        inks=tuple(
            (group, ink, told["inks"][group][ink]) for group in told["inks"] for ink in told["inks"][group]
        ),
        lines=tuple(told["lines"].items()),
        fills=tuple(told["fills"].items()),
    )


def _own(project: Project, game: str) -> Path:
    return project.root / "templates" / game / "themes"


def _layers(project: Project, game: str, name: str) -> Iterator[Path]:
    """The files of a theme, from the lowest up."""
    for layer in dict.fromkeys((COLOUR_THEME, name)):
        folders = (*reversed(project.folders(_FOLDER)), _own(project, game))
        yield from (path for folder in folders if (path := folder / f"{layer}.yaml").is_file())


def _is_themed(project: Project, game: str) -> bool:
    """Whether any template or stylesheet of the game's own asks for what a theme says."""
    folder = project.root / "templates" / game
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".html", ".css"))
    return any(_asks(project, file) for file in files)


def _asks(project: Project, file: Path) -> bool:
    """Whether a file asks for what a theme says, or might: what cannot be read is told of elsewhere."""
    try:
        text = project.read(file).decode("utf-8")
    except (Unreadable, UnicodeDecodeError):
        return True
    return not text.strip() or any(word in text for word in _TOLD)
