"""What a face's template is told of the whole game: rules, records, and how other components are drawn.

Only those templates are told that speak of it, and only what they speak of. So a changed record changes no
face but its own, and those that show all records: what was measured of the others still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from cardtool.errors import ProjectError
from cardtool.model import Game
from cardtool.project import Project
from cardtool.render.batch import FaceJob
from cardtool.render.references import with_printed_texts
from cardtool.render.template_values import drawn_cards, layouts_by_id, records_by_id, rules_values
from cardtool.template_code import fields_in_templates, names_in_templates

_SHARED = frozenset(
    {"number", "count", "players", "spaces", "sequence", "table", "cards", "layouts", "company"}
)
_OF_RECORDS: Mapping[str, Callable[[Game], Any]] = {
    "cards": records_by_id,
    "layouts": layouts_by_id,
    "company": drawn_cards,
}
_DRAWS_OTHERS = frozenset({"card_face", "card_size"})
_COUNTED = frozenset({"index", "total"})  # card.index, kind.total


class SharedValues:
    """The values of one game, made when a template first asks for them."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project, self.game = project, game
        self._known: dict[str, frozenset[str]] = {}
        self._counts: dict[str, frozenset[str]] = {}
        self._values: dict[str, Any] = {}

    def of(self, game: Game) -> SharedValues:
        """Return the values of this game, which may be the same a moment later, with the same templates."""
        if game is self.game:
            return self
        later = SharedValues(self._project, game)
        if game.id == self.game.id:
            later._known, later._counts = self._known, self._counts
        return later

    @cached_property
    def _rules(self) -> Mapping[str, Any]:
        return rules_values(self._printed)

    @cached_property
    def _printed(self) -> Game:
        return with_printed_texts(self.game)

    def _value(self, name: str) -> Any:
        """Return a shared value, made when it is first asked for: a deck of thousands takes its time."""
        if name not in self._values:
            make = _OF_RECORDS.get(name)
            self._values[name] = make(self._printed) if make else self._rules[name]
            if name == "company":
                self._count_company(self._values[name])
        return self._values[name]

    def _count_company(self, company: Mapping[str, Mapping[str, dict[str, Any]]]) -> None:
        for inset in (inset for sides in company.values() for inset in sides.values()):
            inset["variables"] = self._counted(inset["template"], inset["variables"])

    def records_told_to(self, template: str) -> dict[str, Any]:
        """Return every record by its id where the template of a book speaks of `cards`; else nothing."""
        records: dict[str, Any] = self._value("cards") if "cards" in self._words_of(template) else {}
        return records

    def counted(self, jobs: Iterable[FaceJob]) -> tuple[FaceJob, ...]:
        """Return these faces, each with the counts that its template speaks of."""
        return tuple(job._replace(variables=self._counted(job.template, job.variables)) for job in jobs)

    def values_for(self, jobs: Iterable[FaceJob]) -> dict[str, dict[str, Any]]:
        """Return what the templates of these faces are told of the whole game, by template."""
        templates = sorted({job.template for job in jobs})
        return {
            each: {name: self._value(name) for name in sorted(self._words_of(each))} for each in templates
        }

    def _counted(self, template: str, variables: dict[str, Any]) -> dict[str, Any]:
        """Return what a face is told, with the place of its record and the copies of its kind if it asks.

        What a record says itself is kept.
        """
        parts = [part["template"] for part in variables["net"]["parts"]] if "net" in variables else []
        asked = frozenset().union(*map(self._counts_in, parts or [template]))
        if not asked:
            return variables
        card, kind = variables.get("card"), variables.get("kind")
        if "index" in asked and card:
            variables = {**variables, "card": {"index": self._places[card["id"]], **card}}
        if "total" in asked and kind:
            variables = {**variables, "kind": {**kind, "total": self.game.copies_of(kind["id"])}}
        return variables

    def _counts_in(self, template: str) -> frozenset[str]:
        """Return which counts a template and all it uses speak of; all where that is unknown."""
        if template not in self._counts:
            fields = fields_in_templates(template, self._text_of)
            self._counts[template] = _COUNTED if fields is None else _COUNTED & fields
        return self._counts[template]

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """The place of each record among those of its kind, from 1."""
        return {
            card.id: place
            for kind in self.game.kinds
            for place, card in enumerate(self.game.cards_of(kind.id), 1)
        }

    def _words_of(self, template: str) -> frozenset[str]:
        """Return the names of shared values in a template and all it uses; all where that is unknown."""
        if template not in self._known:
            words = names_in_templates(template, self._text_of)
            tells_all = words is None or words & _DRAWS_OTHERS  # what those draw may speak of anything
            self._known[template] = _SHARED if tells_all else _SHARED & (words or frozenset())
        return self._known[template]

    def _text_of(self, template: str) -> str:
        try:
            return self._project.template_text(self.game.id, template)
        except ProjectError:  # told when it is to be drawn
            return ""
