"""Whether the theme that a game is printed in changes anything on its faces, as is known by drawing both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cardtool.finding import Finding
from cardtool.load import read_theme
from cardtool.model import COLOUR_THEME, Game
from cardtool.project import Project
from cardtool.render import FaceJob, RenderPool
from cardtool.render.layout_rules import IDLE_THEME


def idle_theme_findings(
    project: Project, game: Game, faces: Sequence[FaceJob], pool: RenderPool
) -> Iterator[Finding]:
    """Yield whether these faces of a game, which the pool has drawn before, are as without its theme.

    One of each sort is looked at first, which nearly always settles it. Raises: TemplateError.
    """
    theme = game.look.theme
    if theme.name == COLOUR_THEME or not faces:
        return
    in_colour = replace(game, look=replace(game.look, theme=read_theme(project, game.id, COLOUR_THEME)))
    for some in (_one_of_each_sort(faces), faces):
        if _digests(pool, game, some) != _digests(pool, in_colour, some):
            return
    yield IDLE_THEME.found(
        game.source,
        f"the theme {theme.name} changes nothing on any face: they are printed as in {COLOUR_THEME}",
        f"say in templates/{game.id}/themes/{theme.name}.yaml in which inks, lines and fills it differs, "
        "or let the templates ask for those that do",
    )


def _one_of_each_sort(faces: Iterable[FaceJob]) -> list[FaceJob]:
    return list({(job.face.kind, job.face.side): job for job in faces}.values())


def _digests(pool: RenderPool, game: Game, faces: Sequence[FaceJob]) -> tuple[str, ...]:
    return pool.begin(game, faces, as_measured=True).finished().digests
