"""`cards/project.yaml`: what holds for all games of a project."""

from __future__ import annotations

from cardtool.errors import ProjectError, UsageError
from cardtool.load.settled import read_settled
from cardtool.project import Project, did_you_mean

__all__ = ["default_game"]


def default_game(project: Project) -> str:
    """The game that is meant when none is named.

    Raises: UsageError when only the reader can tell; ProjectError when project.yaml is wrong.
    """
    games = project.games()
    default = _declared(project, games)
    if default:
        return default
    if len(games) == 1:
        return games[0]
    raise UsageError(f"name a game; the games are: {', '.join(games)}")


def _declared(project: Project, games: tuple[str, ...]) -> str | None:
    path = project.root / "cards" / "project.yaml"
    if not path.exists():
        return None
    document = read_settled(project, path, "project.schema.json")
    default: str | None = document.data.get("default")
    if default is not None and default not in games:
        place = document.at(("default",))
        raise ProjectError(f'{place}: there is no game "{default}"{did_you_mean(default, games)}')
    return default
