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

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtool.documents import Text, TextKind
from cardtool.finding import Severity
from cardtool.lint.aligning import left_out
from cardtool.lint.alike import place
from cardtool.lint.facts import Facts, Steps
from cardtool.lint.lazy import Lazy
from cardtool.lint.registry import Problem, text_rule
from cardtool.lint.stages import Played, Told, begins_with, sequences_of, told_in
from cardtool.references import as_word

_TURN = Lazy(r"\b(?:turn|round)s?\b")
_STAGE = Lazy(r"\b(?:stage|step|phase)s?\b")
_LEAST_NAMED = 2
_MOST_ITEMS = 60


@text_rule("CT501", "example-against-sequence", Severity.WARNING)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    read = [text for text in texts if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT)]
    every = [told for text in read for told in told_in(text) if told.listing.ordered]
    sequences = sequences_of(read, facts) if every else []
    turns = _turns(sequences, {told.source.file for told in every})
    for told in every:
        if any(told.source == each.steps.source for each in sequences):
            continue
        named = [each.steps for each in sequences if _follows(told, each.steps)]
        if named:
            yield from _by_name(told, named[0])
        elif len(turns) == 1 and _is_an_example(told):
            yield from _by_number(told, turns[0])


def _follows(told: Told, steps: Steps) -> bool:
    """Whether the list names so many of the steps that it must tell them, and is no table of contents."""
    named = len(_named(told, steps))
    return named >= _LEAST_NAMED and (told.is_example or 2 * named >= len(told.listing.items))


def _turns(sequences: Sequence[Played], files: set[str]) -> list[Steps]:
    """The sequences of a turn; those that the text itself tells, if it tells one."""
    turns = [each.steps for each in sequences if each.is_turn]
    return [steps for steps in turns if steps.source.file in files] or turns


def _is_an_example(told: Told) -> bool:
    speaks_of_stages = any(_STAGE.search(item.text) for item in told.listing.items)
    return told.is_example and bool(_TURN.search(told.section.title)) and speaks_of_stages


def _named(told: Told, steps: Steps) -> dict[int, int]:
    """Which item begins with the name of which step, both counted from 0."""
    found = {}
    for row, item in enumerate(told.listing.items[:_MOST_ITEMS]):
        for number, name in enumerate(steps.steps):
            if name and begins_with(item.text, name):
                found[row] = number
    return found


def _by_name(told: Told, steps: Steps) -> Iterator[Problem]:
    for row, number in _named(told, steps).items():
        if row != number:
            name = f'"{steps.steps[number]}"'
            message = f"{name} is number {row + 1} here, and number {number + 1} of {_title(steps, told)}"
            yield told.listing.items[row].at(), message, "put the stages in the order of the steps"
            return
    yield from _by_number(told, steps)


def _by_number(told: Told, steps: Steps) -> Iterator[Problem]:
    items = told.listing.items
    here, there = len(items), len(steps.steps)
    if here == there:
        return
    message = f"this example has {as_word(here)} stages, {_title(steps, told)} has {as_word(there)} steps"
    told_here, told_there = [item.text for item in items], steps.told or steps.steps
    is_short = max(here, there) <= _MOST_ITEMS
    if is_short and here > there and (strays := left_out(told_here, told_there)):
        said = f"{message}: stage {_listed(strays)} seems to have none of its own"
        yield items[strays[0]].at(), said, "leave it out, and number the stages as the steps are"
    elif is_short and here < there and (lost := left_out(told_there, told_here)):
        said = f"{message}: step {_listed(lost)} seems not to be told"
        yield told.source, said, "tell every step, with the numbers of the steps"
    else:
        yield told.source, message, "tell the example step by step, with the numbers of the steps"


def _listed(rows: Sequence[int]) -> str:
    """Rows as readers count them: 2, or 2 and 4."""
    *first, last = [str(row + 1) for row in rows]
    return f"{', '.join(first)} and {last}" if first else last


def _title(steps: Steps, told: Told) -> str:
    return f'"{steps.title}" ({place(steps.source, told.source)})'
