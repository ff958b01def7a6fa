"""Rules about lists that go through a sequence again, and have to agree: examples, quick references."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from cardtool.documents import NUMBER, Block, BlockType, Text, TextKind, parse_number, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, brief_place, text_rule
from cardtool.lint.core.facts import PlaySequence
from cardtool.lint.core.matching import content_words, stem
from cardtool.lint.structure.play_sequences import (
    KnownSequence,
    ListInSection,
    begins_with_name,
    known_sequences,
    lists_in_sections,
)
from cardtool.wording import number_word, wording

_FEWEST_ALIKE = 2


def unpaired_rows(longer: Sequence[str], shorter: Sequence[str]) -> tuple[int, ...]:
    """Return the rows of the longer list that match none of the shorter; none where the words do not tell.

    The rest are paired in order, so that they have the most and the rarest words in common; of two that
    fit equally well, the later one is left out. Most pairs must have something in common.
    """
    said = [{stem(word) for word in content_words(text)} for text in (*longer, *shorter)]
    often = Counter(word for words in said for word in words)
    here, there = said[: len(longer)], said[len(longer) :]
    alike = [[sum(1 / often[word] for word in sorted(one & other)) for other in there] for one in here]
    pairs = _best_pairs(alike, len(there))
    sure = sum(alike[row][number] > 0 for row, number in pairs)
    if sure < max(_FEWEST_ALIKE, (len(there) + 1) // 2):
        return ()
    return tuple(sorted(set(range(len(here))) - {row for row, _ in pairs}))


def _best_pairs(alike: Sequence[Sequence[float]], width: int) -> list[tuple[int, int]]:
    """Return the row for every column, in order, that has the most in common over all."""
    best = [[0.0] * (width + 1) for _ in range(len(alike) + 1)]
    for row, scores in enumerate(alike, 1):
        for column in range(1, min(row, width) + 1):
            matched = best[row - 1][column - 1] + scores[column - 1]
            best[row][column] = max(matched, best[row - 1][column]) if row > column else matched
    pairs, row = [], len(alike)
    for column in range(width, 0, -1):
        while row > column and best[row][column] <= best[row - 1][column]:
            row -= 1
        pairs.append((row - 1, column - 1))
        row -= 1
    return pairs


_TURN = LazyRegex(r"\b(?:turn|round)s?\b")
_STAGE = LazyRegex(r"\b(?:stage|step|phase)s?\b")
_LEAST_NAMED = 2
_MOST_ITEMS = 60


@text_rule("CT501", "example-against-sequence", Severity.WARNING, reads="en")
def example_against_sequence(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A worked example has the stages of the sequence that it plays through.

    The turn lost a step in the last revision; the example still walks through five. New players count
    along with a finger in the book, and lose their place.

    Bad:

        ## The turn

        Each turn has these steps, in this order:

        1. Draw. 2. Play. 3. End.

        ## Example: turn 1

        1. Ann draws a Goat. 2. She has nothing to ready, so this step is skipped. 3. She plays the Goat.
        4. Her turn ends.

    Good:

        ## Example: turn 1

        1. Ann draws a Goat. 2. She plays the Goat. 3. Her turn ends.

    An example is a numbered list under a heading that says so and speaks of a turn or round, with items
    that speak of steps; or any numbered list of which two items, and half of all, begin with the names of
    steps. These must be as many as the steps, in their order. Overlooked on purpose: examples in running
    text, and games with several sequences of a turn, of which any may be meant.
    """
    read = [text for text in texts if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT)]
    every = [candidate for text in read for candidate in lists_in_sections(text) if candidate.listing.ordered]
    sequences = known_sequences(read, facts) if every else []
    turns = _turn_sequences(sequences, {candidate.source.file for candidate in every})
    for candidate in every:
        if any(candidate.source == each.steps.source for each in sequences):
            continue
        named = [each.steps for each in sequences if _lists_steps_of(candidate, each.steps)]
        if named:
            yield from _order_problems(candidate, named[0])
        elif len(turns) == 1 and _is_an_example(candidate):
            yield from _number_problems(candidate, turns[0])


def _lists_steps_of(candidate: ListInSection, steps: PlaySequence) -> bool:
    """Return whether the list names so many of the steps that it must tell them, unlike a contents list."""
    named = len(_steps_named(candidate, steps))
    return named >= _LEAST_NAMED and (candidate.is_example or 2 * named >= len(candidate.listing.items))


def _turn_sequences(sequences: Sequence[KnownSequence], files: set[str]) -> list[PlaySequence]:
    """Return the sequences of a turn; those that the text itself tells, if it tells one."""
    turns = [each.steps for each in sequences if each.is_turn]
    return [steps for steps in turns if steps.source.file in files] or turns


def _is_an_example(candidate: ListInSection) -> bool:
    speaks_of_stages = any(_STAGE.search(item.text) for item in candidate.listing.items)
    return candidate.is_example and bool(_TURN.search(candidate.section.title)) and speaks_of_stages


def _steps_named(candidate: ListInSection, steps: PlaySequence) -> dict[int, int]:
    """Return which item begins with the name of which step, both counted from 0."""
    found = {}
    for row, item in enumerate(candidate.listing.items[:_MOST_ITEMS]):
        for number, name in enumerate(steps.steps):
            if name and begins_with_name(item.text, name):
                found[row] = number
    return found


def _order_problems(candidate: ListInSection, steps: PlaySequence) -> Iterator[Problem]:
    for row, number in _steps_named(candidate, steps).items():
        if row != number:
            name = f'"{steps.steps[number]}"'
            there = _quoted_title(steps, candidate)
            message = f"{name} is number {row + 1} here, and number {number + 1} of {there}"
            yield candidate.listing.items[row].at(), message, "put the stages in the order of the steps"
            return
    yield from _number_problems(candidate, steps)


def _number_problems(candidate: ListInSection, steps: PlaySequence) -> Iterator[Problem]:
    items = candidate.listing.items
    here, there = len(items), len(steps.steps)
    if here == there:
        return
    message = (
        f"this example has {number_word(here)} stages, {_quoted_title(steps, candidate)} has "
        f"{number_word(there)} steps"
    )
    told_here, told_there = [item.text for item in items], steps.openings or steps.steps
    is_short = max(here, there) <= _MOST_ITEMS
    if is_short and here > there and (strays := unpaired_rows(told_here, told_there)):
        said = f"{message}: stage {_row_numbers(strays)} seems to have none of its own"
        yield items[strays[0]].at(), said, "leave it out, and number the stages as the steps are"
    elif is_short and here < there and (lost := unpaired_rows(told_there, told_here)):
        said = f"{message}: step {_row_numbers(lost)} seems not to be told"
        yield candidate.source, said, "tell every step, with the numbers of the steps"
    else:
        yield candidate.source, message, "tell the example step by step, with the numbers of the steps"


def _row_numbers(rows: Sequence[int]) -> str:
    return wording().listed(str(row + 1) for row in rows)


def _quoted_title(steps: PlaySequence, candidate: ListInSection) -> str:
    return f'"{steps.title}" ({brief_place(steps.source, candidate.source)})'


_QUICK = LazyRegex(
    r"\b(?:quick (?:reference|ref|rules|guide|summary)|player aid|reference (?:card|sheet)|cheat sheet|"
    r"(?:turn|rules|round|game) summary|summary of (?:the |a )?(?:turn|round|play)|turn at a glance)\b"
)
_AMOUNT = LazyRegex(rf"(?P<number>{NUMBER})\s(?P<noun>[^\W\d_]{{3,}})")
_NO_NOUN = LazyRegex(
    r"(?:more|less|fewer|other|others|each|times|player|players|and|are|from|the|with|for|that|than)"
)


@text_rule("CT503", "quick-reference", Severity.WARNING, reads="en")
def quick_reference(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
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
            yield from _summary_problems(candidate, sequence.steps)


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


def _summary_problems(candidate: ListInSection, steps: PlaySequence) -> Iterator[Problem]:
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
