"""How the faces of a kind are drawn: its templates, and whether they number the copies of a card."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from cardtool.errors import ProjectError
from cardtool.model import FaceDesign, Kind, TemplateText
from cardtool.project import Project
from cardtool.template_code import fields_in_templates

_COPY_NUMBER = "copy_number"


def make_back(back: str | Mapping[str, Any]) -> FaceDesign:
    """Return how a back is drawn."""
    if isinstance(back, str):
        return FaceDesign(back, each_card=False)
    return FaceDesign(back["template"], each_card=back.get("per") == "card")


def with_copy_numbers(
    project: Project, game: str, templates: Iterable[TemplateText], kinds: Iterable[Kind]
) -> tuple[Kind, ...]:
    """Return the kinds with what their templates say of numbered copies: `card.copy_number`.

    Where a template uses one that is known later only, any of the game's `templates` counts.
    """

    @cache
    def numbers_copies(template: str) -> bool:
        fields = fields_in_templates(template, text_of)
        return _COPY_NUMBER in fields if fields is not None else mentioned

    def text_of(template: str) -> str:
        try:
            return project.template_text(game, template)
        except ProjectError:  # told where it is named
            return ""

    mentioned = any(_COPY_NUMBER in each.text for each in templates)
    return tuple(
        replace(
            kind,
            front=replace(kind.front, each_copy=any(map(numbers_copies, kind.front_templates))),
            back=kind.back
            and replace(kind.back, each_copy=kind.back.each_card and numbers_copies(kind.back.template)),
        )
        for kind in kinds
    )
