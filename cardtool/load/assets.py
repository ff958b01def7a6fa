"""The files a game may draw with. Lists names; opens nothing, and follows no link out of the project."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from cardtool.project import Project

__all__ = ["CREDITS", "art_of", "asset_folders", "assets_in", "templates_of"]

CREDITS = "credits.yaml"  # in every folder of assets; says whose they are


def asset_folders(project: Project, game: str) -> Iterator[tuple[Path, frozenset[str]]]:
    """Each folder of assets, and the suffixes of the assets in it; no suffix for all."""
    for folder in project.folders("templates/icons"):
        yield folder, frozenset({".svg"})
    for folder in project.font_folders():
        yield folder, frozenset({".ttf", ".otf"})
    yield project.cards(game) / "art", frozenset()


def assets_in(project: Project, folder: Path, suffixes: frozenset[str] = frozenset()) -> frozenset[str]:
    """The assets in a folder and the folders inside it, as paths from that folder."""
    return frozenset(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file()
        and path.name != CREDITS
        and not path.name.startswith(".")
        and (not suffixes or path.suffix in suffixes)
        and project.holds(path)
    )


def art_of(project: Project, game: str) -> frozenset[str]:
    """The pictures of a game, as paths from its folder `art`."""
    return assets_in(project, project.cards(game) / "art")


def templates_of(project: Project, game: str) -> frozenset[str]:
    """The templates and stylesheets a game can name, as paths from its template folders."""
    folders = project.template_folders(game)
    suffixes = frozenset({".html", ".css"})
    return frozenset().union(*(assets_in(project, folder, suffixes) for folder in folders))
