"""What is reported of one game or document: findings, abridged, with paths as the repository has them.

Judges nothing, asks git nothing and reads no file.
"""

from __future__ import annotations

import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from cardtool.finding import Finding
from cardtool.model import Source


class SubjectReport(NamedTuple):
    """The findings of one game, or of one document. `subject` is what to call it.

    `waived` is how many more there are that the game lets stand; `ran` holds the codes of rules that were
    asked.
    """

    subject: str
    findings: tuple[Finding, ...]
    waived: int = 0
    ran: Collection[str] = ()


def waived_sentence(count: int) -> str:
    """Return how many findings are waived, as a sentence has it."""
    return f"{count} {'finding is' if count == 1 else 'findings are'} waived in glossary.yaml"


def message_without_lines(message: str) -> str:
    """Return the message without the lines that it names: "(line 12)", "cards/farm/beasts.yaml:12:9"."""
    return re.sub(r"\bline \d+|(?<=\w):\d+:\d+", "line", message)


MOST_ALIKE = 10
"""Findings of one rule in one file that say the same, before the others are gathered in one."""

MOST_OF_A_RULE = 200
"""Findings of one rule in one file, before the others are gathered in one."""

_LINES_NAMED = 5  # lines that are named of those gathered


class _Entry(NamedTuple):
    """A line of the report, and how many findings it stands for."""

    finding: Finding
    times: int = 1


def abridge(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Return the findings in their order, the same ones of a file, and the many of a rule, gathered in one.

    What is gathered stands at the first of its places, and says how many there are and in which lines. It
    has no edit: `--fix` takes the findings as they were before.
    """
    entries = [_Entry(each) for each in findings]
    entries = _gather(
        entries, lambda each: (*_rule_and_file(each), each.message), MOST_ALIKE, _gathered_repeats
    )
    entries = _gather(entries, _rule_and_file, MOST_OF_A_RULE, _gathered_rest)
    return tuple(each.finding for each in entries)


_NAMED_CARD = re.compile(r'("[^"]+")(?=: )')  # as messages about a face begin
_QUOTED_TEXT = re.compile("“[^”]*”")
_LEAST_CARDS = 3  # that are told as one: to say that there is one more takes as long as the one
_CARDS_NAMED = 3


def gather_cards(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return the findings with those of several cards of a file that differ in the card alone told as one.

    One line of a template makes the same mistake on every card. It is told at the first of them, names
    the next, says how many there are, and has no edit.
    """
    groups: defaultdict[Hashable, list[Finding]] = defaultdict(list)
    for each in findings:
        groups[_but_for_the_card(each)].append(each)
    gathered: list[Finding] = []
    for each in findings:
        group = groups[_but_for_the_card(each)]
        if len(group) < _LEAST_CARDS:
            gathered.append(each)
        elif each is group[0]:
            gathered.append(_gathered_cards(group))
    return tuple(gathered)


def _but_for_the_card(finding: Finding) -> Hashable:
    """Return what is equal of findings that differ in the card alone, and in what is printed on it."""
    if _NAMED_CARD.match(finding.message) is None:
        return id(finding)
    words = _QUOTED_TEXT.sub("“”", _NAMED_CARD.sub("", finding.message, count=1))
    return finding.rule.code, finding.source.file, words, finding.fix


def _gathered_cards(group: Sequence[Finding]) -> Finding:
    first, *others = group
    names = [match[1] for each in others if (match := _NAMED_CARD.match(each.message))]
    named = ", ".join(names[:_CARDS_NAMED]) + (" …" if len(names) > _CARDS_NAMED else "")
    return replace(first, message=f"{first.message}; so it is on {len(names):,} more: {named}", edit=None)


def _rule_and_file(finding: Finding) -> tuple[str, str]:
    return finding.rule.code, finding.source.file


def _gather(
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


def _gathered_repeats(left: Sequence[_Entry], count: int) -> Finding:
    first = left[0].finding
    return replace(first, message=f"{first.message}: {count:,} more times, {_line_list(left)}", edit=None)


def _gathered_rest(left: Sequence[_Entry], count: int) -> Finding:
    first = left[0].finding
    message = f"{first.rule.name} has {count:,} more findings in this file, {_line_list(left)}"
    return replace(first, message=message, fix="mend those above, and check again", edit=None)


def _line_list(left: Sequence[_Entry]) -> str:
    lines = list(dict.fromkeys(each.finding.source.line for each in left))
    if len(lines) == 1:
        return f"all in line {lines[0]}"
    named = ", ".join(map(str, lines[:_LINES_NAMED]))
    return f"in lines {named} …" if len(lines) > _LINES_NAMED else f"in lines {named}"


def with_repository_paths(reports: Iterable[SubjectReport], root: Path) -> list[SubjectReport]:
    """Return the reports with every path counted from the top of the repository around `root`.

    Reports stay as they are where there is no repository. A file elsewhere keeps its whole path.
    """
    root = root.resolve()
    top = next((folder for folder in (root, *root.parents) if (folder / ".git").exists()), root)
    return [
        each._replace(findings=tuple(_moved_finding(finding, root, top) for finding in each.findings))
        for each in reports
    ]


def _moved_finding(finding: Finding, root: Path, top: Path) -> Finding:
    edit = finding.edit and replace(finding.edit, source=_from_top(finding.edit.source, root, top))
    return replace(finding, source=_from_top(finding.source, root, top), edit=edit)


def _from_top(source: Source, root: Path, top: Path) -> Source:
    if root == top and not PurePosixPath(source.file).is_absolute():
        return source
    path = Path(os.path.normpath(root / source.file))
    return replace(source, file=path.relative_to(top).as_posix()) if path.is_relative_to(top) else source
