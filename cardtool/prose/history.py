"""Which blocks of a text tell what once was: its changelog, and lists of versions without that name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from cardtool.prose.blocks import Block, Sort
from cardtool.prose.headings import dated, version

__all__ = ["CHANGE", "with_history"]

_HISTORY = re.compile(
    r"\W{0,3}(?:appendix \w{1,3}\W{1,3})?(?:change ?logs?|list of changes|changes(?: log| made)?|"
    r"(?:version|revision|release|document|change|edit|errata|rules?|update) histor(?:y|ies)|revisions|"
    r"history of (?:changes|versions|revisions)|release notes|patch notes|update log|"
    r"what['’]?s (?:new|changed)(?: in .{1,30})?|rules? changes|"
    r"changes (?:since|from|in|to|of) (?:v|ver|the (?:first|second|third|last|previous|old)|\d|"
    r"this (?:version|edition)).{0,40})"
    r"\W{0,3}",
    re.IGNORECASE,
)
CHANGE = re.compile(
    r"\W{0,3}(?:added|changed|removed|fixed|updated|renamed|reworded|reworked|clarified|clarification|rewrote|"
    r"rewritten|deleted|replaced|moved|corrected|tweaked|adjusted|increased|decreased|reduced|dropped|merged|"
    r"introduced|improved|simplified|rebalanced|new:|fix:|initial (?:draft|version|release)|"
    r"first (?:draft|version|release|public))\b",
    re.IGNORECASE,
)
"""How an entry of a changelog begins."""

_LED = re.compile(
    r"\W{0,3}(?:version|ver\.?|v\.?|draft|rev\.?)\s?\d+(?:\.\d+)*[a-z]?\s?[:–—-]\s", re.IGNORECASE
)
_LONG = 40  # words; a paragraph of more that does not begin like an entry is none


def with_history(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, with those that are history marked as past."""
    opened: Block | None = None  # the heading under which history is told
    titled = False  # whether that heading says so, or only names a version
    for row, block in enumerate(blocks):
        if opened and _ends(block, opened, titled):
            opened = None
        if opened is None and _begins(blocks, row):
            opened, titled = block, _HISTORY.fullmatch(block.text) is not None
        yield replace(block, past=True) if opened else block


def _begins(blocks: Sequence[Block], row: int) -> bool:
    block = blocks[row]
    if _HISTORY.fullmatch(block.text):
        return block.sort is Sort.HEADING or (
            block.sort is Sort.PARAGRAPH and _tells(blocks[row + 1 : row + 2])
        )
    if block.sort not in (Sort.HEADING, Sort.PARAGRAPH) or not version(block.text):
        return False
    return any(
        CHANGE.match(after.text) for after in blocks[row + 1 : row + 4] if after.sort is not Sort.HEADING
    )


def _tells(after: Sequence[Block]) -> bool:
    """Whether what comes next is a version or a date beside what changed: the line before is a title."""
    return any(_is_told(block.text.partition("\t")) or _LED.match(block.text) for block in after)


def _is_told(row: tuple[str, str, str]) -> bool:
    return bool(row[2]) and (version(row[0]) or dated(row[0]))


def _ends(block: Block, opened: Block, titled: bool) -> bool:
    """Whether this block belongs to the rules of today again."""
    if block.sort is Sort.HEADING:
        within = opened.sort is Sort.HEADING and block.level > opened.level
        return not (within or version(block.text) or dated(block.text))
    is_long = block.sort is Sort.PARAGRAPH and len(block.text.split()) > _LONG
    is_title = titled and opened.sort is Sort.HEADING
    return is_long and not is_title and not CHANGE.match(block.text)
