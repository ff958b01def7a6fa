"""The faces of all four games in the themes for little ink and none but black, by the colours they name.

They are filled in here: no worker, no PDF.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from face_values import with_all_values
from PIL import ImageColor
from whole_games import loaded

from cardtool.colour import mix_colours
from cardtool.geometry import Size
from cardtool.load import load_theme
from cardtool.model import Theme
from cardtool.project import TOOLKIT, Project
from cardtool.render import FaceJob, face_jobs
from cardtool.render.html import game_templates

COLOUR = re.compile(r'(?<!url\()(?<!&)#([0-9a-f]{6}|[0-9a-f]{3})\b|(?:fill|stroke|color)[=:]\s*"?([a-z]+)\b')
PROJECT = Project(TOOLKIT)


@cache
def one_of_each(game: str) -> tuple[FaceJob, ...]:
    """A face of each template, told all that it speaks of."""
    jobs = {job.template: job for job in face_jobs(loaded(game), loaded(game).kinds)}
    return with_all_values(PROJECT, loaded(game), jobs.values())


def colours(game: str, theme: Theme) -> set[str]:
    """The colours that faces of a game name, without their #, and words for colours."""
    templates = game_templates(PROJECT, game, theme, lambda _html, width: Size(width, 1))
    filled = (templates.fill(job.template, job.variables, job.scope).html for job in one_of_each(game))
    named = {code or word for html in filled for code, word in COLOUR.findall(html.lower())}
    return named - {"none", "transparent", "inherit", "var"}


def is_mixed(code: str, inks: set[str]) -> bool:
    """Whether a colour is what one of these inks looks like on another, in some share of a twentieth."""
    if not re.fullmatch("[0-9a-f]{6}", code):
        return False
    known = [ImageColor.getrgb(f"#{ink}")[:3] for ink in inks if re.fullmatch("[0-9a-f]{6}", ink)]
    shares = [number / 100 for number in (13, *range(5, 100, 5))]
    mixed = (mix_colours(one, other, share) for one in known for other in known for share in shares)
    return ImageColor.getrgb(f"#{code}")[:3] in set(mixed)


@pytest.mark.parametrize("theme", ["greyscale", "low-ink"])
@pytest.mark.parametrize("game", ["barbarity", "barn-dudes", "brutality", "barbarossa"])
def test_a_face_has_no_colour_but_the_inks_of_its_theme(game: str, theme: str) -> None:
    used = load_theme(PROJECT, game, theme)
    inks = {colour.lower().lstrip("#") for _group, _name, colour in used.inks}
    assert len(inks) > 5
    named = colours(game, used)
    assert named
    assert {code for code in named - inks if not is_mixed(code, inks)} == set()
    assert dict(used.fills)["mass"] == (theme == "greyscale")
    assert theme == "low-ink" or all(ink[:2] == ink[2:4] == ink[4:] for ink in inks)
