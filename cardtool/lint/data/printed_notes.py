"""A field that its schema says nobody reads is not printed as a text.

`x-role: not-printed` is for notes of yours, `art` for pictures. The checker reads neither, texts for other
programs leave both out, and a change of them is no news for players. On a card that prints them all the same,
nobody looks for mistakes.

Bad:

    "ability": {"type": "string", "x-role": "not-printed"}     // in hero.schema.json
    <div class="rules">{{ rich(card.ability) }}</div>          <!-- in hero.html -->

Good:

    "ability": {"type": "string"}

A field is printed where a template says no more than `{{ card.ability }}`, or hands it to rich(…) or
smart(…). Overlooked on purpose: conditions, what stands in a tag, and what is handed to functions that draw.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.documents import map_lines
from cardtool.lint.core import Problem, Severity, rule
from cardtool.model import Game, Source
from cardtool.template_code import printed_fields


@rule("CT135", "printed-note", Severity.ERROR)
def printed_note(game: Game) -> Iterator[Problem]:
    unread = {kind.id: _unread_fields(game, kind.id) for kind in game.kinds}
    read = {field for card in game.cards for field in card.fields if field not in card.roles.unread}
    of_kinds: dict[str, set[str]] = {}
    for kind in game.kinds:
        for name in (*kind.front_templates, *([kind.back.template] if kind.back else [])):
            of_kinds.setdefault(name, set()).update(unread[kind.id])
    of_any = frozenset[str]().union(*unread.values()) - read
    for template in game.templates:
        hidden = of_kinds.get(template.source.file.rpartition("/")[2], of_any)
        for field, at in printed_fields(template.text) if any(map(template.text.count, hidden)) else ():
            if field in hidden:
                message = f"{field} is printed, and its schema says that no player reads it"
                place = Source(template.source.file, *map_lines(template.text).at_letter(at))
                yield place, message, f"take x-role out of the schema of {field}, or print another field"


def _unread_fields(game: Game, kind: str) -> frozenset[str]:
    return frozenset[str]().union(*{card.roles.unread for card in game.cards_of(kind)})
