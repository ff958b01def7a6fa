"""What rules about changes judge: a game as it was and as it is, its changelog, ids used again; how their
messages quote it; and how a rule is made."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from cardtool.changes.changelog_delta import NewEntries, RecordedRenames, Rename
from cardtool.changes.comparison import CardChange, Comparison, compare
from cardtool.changes.text_comparison import NameKey, name_key
from cardtool.finding import Rule, Severity
from cardtool.model import ChangeType, Component, Game, Source, thaw
from cardtool.rule_runner import Check, Problem, rule_from_module


class ReusedId(NamedTuple):
    """A change in which nothing of the old card is left but its id.

    `own` is the id that the card itself had before, under the same name; None where it is new.
    """

    pair: CardChange
    own: str | None


def _find_reused_ids(
    changed: Iterable[CardChange], before: Game, recorded: RecordedRenames, entries: NewEntries
) -> Iterator[ReusedId]:
    """Yield the changes in which a card has another's id, in their order.

    A card with another name, and with none of its old texts, is another card where it is of another kind,
    where the changelog says that the old one was removed, or where it says what a card of its name said
    before. Where the changelog records the new name for the old, it is the same card.
    """
    owners = {name_key(card.name): card for card in before.cards}
    for pair in changed:
        if not pair.renamed or _keeps_a_text(pair):
            continue
        own = _id_before(pair, owners)
        is_another = pair.moved or own or entries.name_card(pair.before, ChangeType.REMOVED)
        if is_another and name_key(pair.after.name) not in recorded.names_after(pair.before.name):
            yield ReusedId(pair, own)


def _keeps_a_text(pair: CardChange) -> bool:
    """Return whether a card still says something that it said before."""
    return bool(_long_texts(pair.before) & _long_texts(pair.after))


def _id_before(pair: CardChange, owners: Mapping[NameKey, Component]) -> str | None:
    """Return the id under which a card of this name said before what this one says now."""
    owner = owners.get(name_key(pair.after.name))
    return owner.id if owner and _long_texts(owner) & _long_texts(pair.after) else None


def _long_texts(card: Component) -> set[str]:
    """Return every text of a card that is more than a word."""
    ahead: list[Any] = [
        value for key, value in card.fields.items() if key != "name" and key not in card.roles.unread
    ]
    found: set[str] = set()
    for value in ahead:
        if isinstance(value, Mapping):
            ahead.extend(value.values())
        elif isinstance(value, tuple):
            ahead.extend(value)
        elif isinstance(value, str) and " " in value:
            found.add(value)
    return found


_CHANGELOG_FILE = "changelog.yaml"


@dataclass(frozen=True, slots=True)
class ChangeContext:
    """A game before and after. `name` is what the reader calls the revision before, `date` its day.

    `changed` are the cards that are there still, `reused` those that have the id of another.
    """

    name: str
    date: str
    before: Game
    after: Game
    comparison: Comparison
    new_entries: NewEntries
    recorded_renames: RecordedRenames
    changed: tuple[CardChange, ...]
    reused: tuple[ReusedId, ...]

    @classmethod
    def of(cls, name: str, date: str, before: Game, after: Game) -> ChangeContext:
        """Return what there is to judge in two versions of a game."""
        comparison = compare(before, after)
        entries, recorded = NewEntries(before, after), RecordedRenames(after)
        reused = tuple(_find_reused_ids(comparison.changed, before, recorded, entries))
        ids = {each.pair.after.id for each in reused}
        changed = tuple(pair for pair in comparison.changed if pair.after.id not in ids)
        return cls(name, date, before, after, comparison, entries, recorded, changed, reused)

    @property
    def title(self) -> str:
        """What messages call it."""
        return f"the game {self.after.id}"

    @property
    def renames(self) -> Iterator[Rename]:
        """Every card, kind and term that has another name."""
        for pair in self.changed:
            if pair.renamed:
                old, new, place = pair.before.name, pair.after.name, pair.after.at("name")
                yield Rename("card", old, new, place, certain=not pair.fields or _keeps_a_text(pair))
        yield from self.comparison.renames

    @property
    def has_changelog(self) -> bool:
        """Whether there is, or was, a changelog that can be read."""
        if _CHANGELOG_FILE in self.after.incomplete:
            return False
        return bool(self.after.changelog or self.before.changelog)

    @property
    def changelog_file(self) -> str:
        """The path of the changelog."""
        return f"{self.after.source.file.rpartition('/')[0]}/{_CHANGELOG_FILE}"

    @property
    def entry_place(self) -> Source:
        """Where an entry would go: the newest version of the changelog."""
        return self.after.changelog[0].source if self.after.changelog else self.after.source


_LONGEST = 70  # characters of each side
_WORDS_AROUND = 2  # words left standing on each side of what changed
_PLAIN_SCALAR = re.compile(r"[A-Za-z][A-Za-z0-9 '’-]*[A-Za-z0-9]")
_NOT_TEXT = frozenset({"null", "true", "false"})


def format_change(old: Any, new: Any) -> str:
    """Return `3 → 4` or `"one card" → "two cards"`: of long texts only the words around what changed."""
    if isinstance(old, str) and isinstance(new, str):
        before, after = _words_around(old.split(), new.split())
        return f'"{before}" → "{after}"'
    return f"{_value_text(old)} → {_value_text(new)}"


def quoted_name(name: str) -> str:
    """Return a name as messages show it: in quotes, unless it brings its own."""
    return name if name.startswith('"') and name.endswith('"') else f'"{name}"'


def as_flow_scalar(text: str) -> str:
    """Return the text as it can be written in a mapping in braces."""
    if _PLAIN_SCALAR.fullmatch(text) and text.lower() not in _NOT_TEXT:
        return text
    return json.dumps(text, ensure_ascii=False)


def removal_entry(card: Component, text: str) -> str:
    """Return the entry of the changelog for a card that is gone, whose name is to turn up nowhere."""
    return f"- {{type: removed, text: {as_flow_scalar(text)}, words: [{as_flow_scalar(card.name)}]}}"


def _words_around(old: list[str], new: list[str]) -> tuple[str, str]:
    head = 0
    while head < min(len(old), len(new)) and old[head] == new[head]:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail] == new[-1 - tail]:
        tail += 1
    start, left = max(head - _WORDS_AROUND, 0), max(tail - _WORDS_AROUND, 0)
    return _cut(old, start, len(old) - left), _cut(new, start, len(new) - left)


def _cut(words: list[str], start: int, end: int) -> str:
    text = ("… " if start else "") + " ".join(words[start:end]) + (" …" if end < len(words) else "")
    return _shorten(text)


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _value_text(value: Any) -> str:
    if value is None:
        return "nothing"
    if isinstance(value, (Mapping, tuple)):
        return _shorten(json.dumps(thaw(value), ensure_ascii=False))
    return f'"{_cut(value.split(), 0, len(value))}"' if isinstance(value, str) else str(value)


NOT_COMPARED = Rule(
    "CT813",
    "not-compared",
    Severity.WARNING,
    manual="""\
Where changes are asked for, the game can be read as it was.

With `--since`, a check that finds nothing is to mean that there is nothing. Where the revision has no such
game, or one with faults in its files, some changes or all go by unseen, and that is told. It is an error
where the change itself is why: a game or a file of the revision is gone, or cannot be read any more.

Bad:

    # at main, in beasts.yaml
    - {id: goat, name: Goat: the first}

Good:

    # at main, in beasts.yaml
    - {id: goat, name: "Goat: the first"}

A game that is new since the revision is told of until it is there. A project whose folder was moved as a
whole is found where it was, and a game whose own folder has another name by its title or its cards' ids; one
that came as a submodule is not. Files that are looked for are those of the game's records, rules and
layouts: cards that stand in another file now are not lost, and those that the changelog is to tell of are
left to vanished-card and unlogged-board. An error, too, is a change of .gitattributes that gives texts of the
game another encoding or filter: from then on a check would read them otherwise.""",
)
LOST = replace(NOT_COMPARED, severity=Severity.ERROR)
"""The same where a change took away what it would be compared with."""

ChangeRule = Check[ChangeContext]

CheckFunction = Callable[[ChangeContext], Iterable[Problem]]


def change_rule(code: str, name: str, severity: Severity) -> Callable[[CheckFunction], ChangeRule]:
    """Return what makes a rule of a function; the function's docstring is the rule's page of the manual."""

    def stamp(check: CheckFunction) -> ChangeRule:
        return Check(rule_from_module(check, code, name, severity), check)

    return stamp
