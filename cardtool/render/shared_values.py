"""What a face's template is told of the whole game: rules, records, and how other components are drawn.

Only those templates are told that speak of it, and only what they speak of. So a changed record changes no
face but its own, and those that show all records: what was measured of the others still holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any

from cardtool.errors import ProjectError
from cardtool.model import Game
from cardtool.project import Project
from cardtool.render.batch import FaceJob
from cardtool.render.references import with_printed_texts
from cardtool.render.template_values import drawn_cards, layouts_by_id, records_by_id, rules_values

_CODE = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
_WORD = re.compile(r"(?<![.\w])[A-Za-z_]\w*")  # and not what is behind a dot: card.number
_OTHER_TEMPLATE = re.compile(r"[-+]?\s*(?:include|import|from|extends)\s+(?:[\"']([^\"']+)[\"'])?")
_SHARED = frozenset(
    {"number", "count", "players", "spaces", "sequence", "table", "cards", "layouts", "company"}
)
_OF_RECORDS: Mapping[str, Callable[[Game], Any]] = {
    "cards": records_by_id,
    "layouts": layouts_by_id,
    "company": drawn_cards,
}
_DRAWS_OTHERS = frozenset({"card_face", "card_size"})


class SharedValues:
    """The values of one game, made when a template first asks for them."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project, self.game = project, game
        self._known: dict[str, frozenset[str]] = {}
        self._values: dict[str, Any] = {}

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
        return self._values[name]

    def told_to(self, jobs: Iterable[FaceJob]) -> tuple[FaceJob, ...]:
        """Return these faces, each with what its template speaks of."""
        return tuple(map(self._told, jobs))

    def _told(self, job: FaceJob) -> FaceJob:
        words = self._words_of(job.template)
        if not words:
            return job
        shared = {name: self._value(name) for name in sorted(words)}
        return job._replace(variables={**shared, **job.variables})

    def _words_of(self, template: str) -> frozenset[str]:
        """Return the names of shared values in a template and all it uses; all where that is unknown."""
        if template not in self._known:
            words = words_in_templates(template, self._text_of)
            tells_all = words is None or words & _DRAWS_OTHERS  # what those draw may speak of anything
            self._known[template] = _SHARED if tells_all else _SHARED & (words or frozenset())
        return self._known[template]

    def _text_of(self, template: str) -> str:
        try:
            return self._project.template_text(self.game.id, template)
        except ProjectError:  # told when it is to be drawn
            return ""


def words_in_templates(template: str, text_of: Callable[[str], str]) -> frozenset[str] | None:
    """Return every word in the code of a template and those it uses; None where one is known later."""
    found, waiting, seen = set[str](), [template], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for code in _CODE.findall(text_of(name)):
            found.update(_WORD.findall(code))
            other = _OTHER_TEMPLATE.match(code)
            if other and not other[1]:
                return None
            waiting += [other[1]] if other else []
    return frozenset(found)
