"""What is found a thousand times is listed a few times, with how often it is there. Judges nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from cardtool.finding import Finding

__all__ = ["MOST_ALIKE", "MOST_OF_A_RULE", "abridged"]

MOST_ALIKE = 10
"""Findings of one rule in one file that say the same, before the others are gathered in one."""

MOST_OF_A_RULE = 200
"""Findings of one rule in one file, before the others are gathered in one."""

_NAMED = 5  # lines that are named of those gathered


class _Entry(NamedTuple):
    """A line of the report, and how many findings it stands for."""

    finding: Finding
    times: int = 1


def abridged(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings in their order, the same ones of a file, and the many of a rule, gathered in one.

    What is gathered stands at the first of its places, and says how many there are and in which lines. It
    has no edit: whoever mends takes the findings as they were before.
    """
    entries = [_Entry(each) for each in findings]
    entries = _shortened(entries, lambda each: (*_rule_and_file(each), each.message), MOST_ALIKE, _same)
    entries = _shortened(entries, _rule_and_file, MOST_OF_A_RULE, _more)
    return tuple(each.finding for each in entries)


def _rule_and_file(finding: Finding) -> tuple[str, str]:
    return finding.rule.code, finding.source.file


def _shortened(
    entries: Sequence[_Entry],
    key: Callable[[Finding], Hashable],
    most: int,
    gathered: Callable[[Sequence[_Entry], int], Finding],
) -> list[_Entry]:
    """Return the entries with those of one key that come after so many others in one."""
    groups: defaultdict[Hashable, list[_Entry]] = defaultdict(list)
    for each in entries:
        groups[key(each.finding)].append(each)
    listed: Counter[Hashable] = Counter()
    result: list[_Entry] = []
    for each in entries:
        group = groups[key(each.finding)]
        listed[key(each.finding)] += 1
        place = listed[key(each.finding)]
        if place <= most or len(group) == most + 1:  # to say that there is one more takes as long as the one
            result.append(each)
        elif place == most + 1:
            count = sum(entry.times for entry in group[most:])
            result.append(_Entry(gathered(group[most:], count), count))
    return result


def _same(left: Sequence[_Entry], count: int) -> Finding:
    first = left[0].finding
    return replace(first, message=f"{first.message}: {count:,} more times, {_lines(left)}", edit=None)


def _more(left: Sequence[_Entry], count: int) -> Finding:
    first = left[0].finding
    message = f"{first.rule.name} has {count:,} more findings in this file, {_lines(left)}"
    return replace(first, message=message, fix="mend those above, and check again", edit=None)


def _lines(left: Sequence[_Entry]) -> str:
    """Return in which lines the first of these stand."""
    lines = list(dict.fromkeys(each.finding.source.line for each in left))
    if len(lines) == 1:
        return f"all in line {lines[0]}"
    named = ", ".join(map(str, lines[:_NAMED]))
    return f"in lines {named} …" if len(lines) > _NAMED else f"in lines {named}"
