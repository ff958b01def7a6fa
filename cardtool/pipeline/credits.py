"""Whom to thank for a game's fonts, icons and pictures, as a list in Markdown made from what it uses."""

from __future__ import annotations

from itertools import groupby

from cardtool import load
from cardtool.errors import ProjectError
from cardtool.project import Project

__all__ = ["credits_listed"]


def credits_listed(project: Project, id: str) -> str:
    """A line for each sort of asset, licence and origin, with all its authors; ends with a line break.

    Raises: UsageError when there is no such game; ProjectError when it cannot be read.
    """
    game = load.load_game(project, id).game
    if game is None:
        raise ProjectError(f"{id} cannot be read; see: cardtool check {id}")
    makers = sorted(
        {
            (_sort(credit.file), credit.licence, credit.origin, credit.author)
            for credit in load.credits_in_use(project, game)
        }
    )
    lines = [
        f"- {what}, {licence}, [{_site(origin)}]({origin}): {', '.join(author for *_, author in group)}\n"
        if origin.startswith("https://")
        else f"- {what}, {licence}, {origin}: {', '.join(author for *_, author in group)}\n"
        for (what, licence, origin), group in groupby(makers, key=lambda maker: maker[:3])
    ]
    return "".join(lines)


def _sort(file: str) -> str:
    return "Fonts" if "/fonts/" in file else "Icons" if "/icons/" in file else "Pictures"


def _site(address: str) -> str:
    return address.removeprefix("https://").rstrip("/")
