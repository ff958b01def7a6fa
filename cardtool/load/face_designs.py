"""How the faces of a kind are drawn: its templates, whether they number copies, and backs by a field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import Any

from cardtool.errors import ProjectError
from cardtool.finding import Finding
from cardtool.load.file_rules import SCHEMA
from cardtool.load.folded_kinds import is_folded
from cardtool.load.kinds import missing_value
from cardtool.load.yaml_files import Document
from cardtool.model import Component, FaceDesign, Kind, TemplateText
from cardtool.project import Project
from cardtool.template_code import fields_in_templates

_COPY_NUMBER = "copy_number"


def make_back(back: str | Mapping[str, Any]) -> FaceDesign:
    """Return how a back is drawn."""
    if isinstance(back, str):
        return FaceDesign(back, each_card=False)
    return FaceDesign(back["template"], each_card=back.get("per") == "card", by=back.get("by", ""))


def back_faults(document: Document) -> Iterator[Finding]:
    """Yield what is wrong between the keys of backs that go by a field."""
    for id, kind in document.data["kinds"].items():
        back = kind.get("back")
        if not isinstance(back, Mapping) or "by" not in back:
            continue
        place = document.at_key(("kinds", id, "back"), "by")
        if "per" in back:
            message = "by says already that there is a back for each value"
            yield SCHEMA.found(place, message, "remove per, or by")
        elif is_folded(kind):
            message = f"the back of a folded {kind['form']} is drawn with each front, and is told its card"
            yield SCHEMA.found(place, message, f"write back: {back['template']}")


def group_faults(kind: Kind, cards: Iterable[Component]) -> Iterator[Finding]:
    """Yield a finding for each record that has no value in the field that backs go by."""
    field = kind.back.by if kind.back else ""
    for card in cards if field else ():
        if not card.value(field):
            yield missing_value(card, field, "which back it has")


def with_copy_numbers(
    project: Project,
    game: str,
    templates: Iterable[TemplateText],
    kinds: Iterable[Kind],
    columns: Mapping[str, frozenset[str]],
) -> tuple[Kind, ...]:
    """Return the kinds with what their templates say of single copies: `card.copy_number`, or what a table
    says of each, whose `columns` are told by kind.

    Where a template uses one that is known later only, any of the game's `templates` counts.
    """

    @cache
    def fields_in(template: str) -> frozenset[str] | None:
        return fields_in_templates(template, text_of)

    def tells_copies(template: str, kind: str) -> bool:
        asked, fields = {_COPY_NUMBER, *columns.get(kind, ())}, fields_in(template)
        return not asked.isdisjoint(mentioned if fields is None else fields)

    def text_of(template: str) -> str:
        try:
            return project.template_text(game, template)
        except ProjectError:  # told where it is named
            return ""

    words = {_COPY_NUMBER, *chain.from_iterable(columns.values())}
    mentioned = {word for word in words if any(word in each.text for each in templates)}

    def with_copies(kind: Kind) -> Kind:
        back, fronts = kind.back, any(tells_copies(each, kind.id) for each in kind.front_templates)
        if back is not None:
            back = replace(back, each_copy=back.each_card and tells_copies(back.template, kind.id))
        return replace(kind, front=replace(kind.front, each_copy=fronts), back=back)

    return tuple(map(with_copies, kinds))
