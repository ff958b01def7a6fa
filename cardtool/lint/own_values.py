"""The values that a document gives the things it names: in its tables, its stat blocks, its lists.

Each thing has one number for each value, or none that is known: where two places say different things,
as two levels of a hero do, nothing is held against a text. Examples, variants and scenarios say nothing
of the game as it always is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from cardtool.documents import Section, Text, find_sections
from cardtool.lint.value_entries import values_in_entries
from cardtool.lint.value_tables import values_in_tables
from cardtool.lint.values_given import Given, as_name, tells_of_always

__all__ = ["OwnValues", "own_values"]


@dataclass(frozen=True, slots=True)
class OwnValues:
    """What is given, by name and value; `blocks` are the ids of the blocks that give it."""

    values: Mapping[tuple[str, str], Given]
    names: frozenset[str]
    blocks: frozenset[int]

    def __bool__(self) -> bool:
        return bool(self.values)


def own_values(text: Text) -> OwnValues:
    """The values that a text gives things and never contradicts where it gives them."""
    return _without_doubt([*_given(text)])


def _given(text: Text) -> Iterator[Given]:
    for section in find_sections(text.current):
        if tells_of_always(section, text):
            yield from _of_section(section)


def _of_section(section: Section) -> Iterator[Given]:
    yield from values_in_tables(section.blocks)
    yield from values_in_entries(section)


def _without_doubt(given: Iterable[Given]) -> OwnValues:
    """What has one number, of values that two things have at least: one alone is no value of things."""
    found: dict[tuple[str, str], list[Given]] = {}
    for each in given:
        found.setdefault((as_name(each.name), each.key), []).append(each)
    often: dict[str, int] = {}
    for _, key in found:
        often[key] = often.get(key, 0) + 1
    sure = {
        at: each[0]
        for at, each in found.items()
        if often[at[1]] > 1
        and each[0].number is not None
        and len({(one.number, one.name) for one in each}) == 1
    }
    blocks = frozenset(id(block) for each in found.values() for one in each for block in one.blocks)
    return OwnValues(sure, frozenset(name for name, _ in sure), blocks)
