"""A quick reference agrees with the sequence it sums up.

The summary on the back page is what is read during play. When the rules say five cards and it says
six, six are drawn.

Bad:

    - title: Draw
      text: Draw two cards.
      quick: "Draw 3 cards."

Good:

    - title: Draw
      text: Draw two cards.
      quick: "Draw 2 cards."

Looked at are the numbers of things in the `quick` of a step and in its `text`; and, in rulebooks and
documents, lists under a heading such as Quick Reference or Player Aid that name most steps of a
sequence: these must name all of them, in order. Overlooked on purpose: numbers of things that only one
of the two mentions, and summaries that do not go by the names of the steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtool.documents import NUMBER, Block, BlockType, Text, TextKind, parse_number, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, brief_place, text_rule
from cardtool.lint.core.facts import PlaySequence
from cardtool.lint.structure.play_sequences import (
    ListInSection,
    begins_with_name,
    known_sequences,
    lists_in_sections,
)

_QUICK = LazyRegex(
    r"\b(?:quick (?:reference|ref|rules|guide|summary)|player aid|reference (?:card|sheet)|cheat sheet|"
    r"(?:turn|rules|round|game) summary|summary of (?:the |a )?(?:turn|round|play)|turn at a glance)\b"
)
_AMOUNT = LazyRegex(rf"(?P<number>{NUMBER})\s(?P<noun>[^\W\d_]{{3,}})")
_NO_NOUN = LazyRegex(
    r"(?:more|less|fewer|other|others|each|times|player|players|and|are|from|the|with|for|that|than)"
)


_MOST_ITEMS = 60


@text_rule("CT503", "quick-reference", Severity.WARNING)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role is TextKind.RULES:
            for full, quick in _step_texts(text):
                yield from _amount_problems(full, quick)
    read = [text for text in texts if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT)]
    summaries = [
        candidate
        for text in read
        for candidate in lists_in_sections(text)
        if _QUICK.search(candidate.headings)
    ]
    sequences = known_sequences(read, facts) if summaries else []
    for candidate in summaries:
        for sequence in sequences:
            yield from _step_problems(candidate, sequence.steps)


def _step_texts(text: Text) -> Iterator[tuple[Block, Block]]:
    blocks = text.blocks
    for row in range(len(blocks) - 2):
        title, full, quick = blocks[row : row + 3]
        if title.sort is BlockType.ITEM and full.sort is quick.sort is BlockType.PARAGRAPH:
            yield full, quick


def _amount_problems(full: Block, quick: Block) -> Iterator[Problem]:
    amounts: dict[str, set[int]] = {}
    for match in _amounts(full):
        amounts.setdefault(singular(match["noun"].lower()), set()).add(parse_number(match["number"]))
    for match in _amounts(quick):
        known = amounts.get(singular(match["noun"].lower()))
        if known and parse_number(match["number"]) not in known:
            said = " or ".join(map(str, sorted(known)))
            message = f'"{match[0]}" in short, but the text of the step says {said}'
            yield (quick.at(match.start()), message, "make the two agree")


def _amounts(block: Block) -> Iterator[re.Match[str]]:
    return (match for match in _AMOUNT.finditer(block.text) if not _NO_NOUN.fullmatch(match["noun"].lower()))


def _step_problems(candidate: ListInSection, steps: PlaySequence) -> Iterator[Problem]:
    """Yield what a summary that names most steps leaves out, or has in another order."""
    named = [
        (item, number)
        for item in candidate.listing.items[:_MOST_ITEMS]
        for number, name in enumerate(steps.steps)
        if name and begins_with_name(item.text, name)
    ]
    order = [number for _, number in named]
    if candidate.source == steps.source or len(set(order)) < max(2, (len(steps.steps) + 1) // 2):
        return
    title = f'"{steps.title}" ({brief_place(steps.source, candidate.source)})'
    for (item, number), (_, before) in zip(named[1:], named, strict=False):
        if number < before:
            message = f'"{steps.steps[number]}" comes before "{steps.steps[before]}" in {title}'
            yield item.at(), message, "put the summary in the order of the steps"
            return
    for number, name in enumerate(steps.steps):
        if name and number not in order:
            yield candidate.source, f'this summary of {title} leaves out "{name}"', "add it"
