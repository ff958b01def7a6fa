"""A step that a text sends its readers to is there.

"Skip to step 7" in a procedure of five: a step was cut, and whoever followed the rules to the letter
is now nowhere.

Bad:

    1. Choose a card. If nothing guards it, skip to step 4.
    2. Turn the guard over.
    3. Take the card.

Good:

    1. Choose a card. If nothing guards it, skip to step 3.
    2. Turn the guard over.
    3. Take the card.

Looked at are "step 4", "steps 2–4", and "skip to 4" inside a numbered list. A step is there if any list
that is a sequence, any numbered heading, or the list itself has it; in a text whose line breaks were lost,
if it stands inside a paragraph. Overlooked on purpose: steps of
other books ("step 3 of the base rules"), steps in letters, and texts without any numbered list, whose
numbers may have been lost on the way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardtool.documents import (
    Block,
    BlockType,
    ItemList,
    Text,
    TextKind,
    find_lists,
    find_sections,
    label_ranks,
)
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule

_STEP = LazyRegex(
    r"\bsteps?\s(?P<step>\d{1,2})(?:\s?(?:-|–|to|and|through|or)\s?(?P<last>\d{1,2}))?(?![\w.]\w|\w)"
)
_BARE = LazyRegex(
    r"\b(?:skip|go|jump|return|proceed)\s(?:back\s|straight\s|directly\s|"
    r"on\s)?to\s(?P<step>\d{1,2})(?=\s*(?:[,.;)]|$))"
)
_ELSEWHERE = LazyRegex(
    r"\A\s?(?:,\s)?(?:of|in|from|under|on)\b(?!\s(?:this|the\s(?:list|sequence|procedure|turn)))|"
    r"\b(?:base game|core rules|standard rules|rulebook|other)\b"
)
_NOT_PLAYED = LazyRegex(
    r"\b(?:set[ -]?up|setting up|prepar\w+|components?|contents|example|examples|faq|questions|notes|hints|"
    r"tips|credits|index|glossary|variants?|scenarios?|summary)\b"
)
_INLINE = re.compile(r"(?:^|[.!?:;)]\s{1,3}|\s{2})(\d{1,2})[.)]\s{1,3}[A-Z]")  # line breaks were lost
_NUMBERED_HEADING = LazyRegex(r"(?:step|phase|stage)?\s*(\d{1,2})\b")


@dataclass(frozen=True, slots=True)
class _KnownSteps:
    """The highest numbered step there is, and for each item of a numbered list the highest it can mean.

    An item can mean a step of its own list, or of any that is played through; not of setting up, say.
    """

    highest: int
    of_item: dict[int, int]


@text_rule("CT405", "lost-step", Severity.ERROR)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    read = [text for text in texts if text.role not in (TextKind.CARD, TextKind.CHANGELOG)]
    known = _known_steps(read)
    if known.highest < 2:
        return
    for text in read:
        for block in text.current:
            yield from _block_problems(block, known)


def _known_steps(texts: Sequence[Text]) -> _KnownSteps:
    every = [
        (listing, _last_number(listing), is_played)
        for text in texts
        for listing, is_played in _numbered_lists(text)
    ]
    headings = [number for text in texts for number in _heading_numbers(text)]
    played = max([0, *headings, *(last for _, last, is_played in every if is_played)])
    of_item = {id(item): max(last, played) for listing, last, _ in every if last for item in listing.items}
    inline = [
        int(match[1]) for text in texts for block in text.current for match in _INLINE.finditer(block.text)
    ]
    return _KnownSteps(max([played, *inline, *(last for _, last, _ in every)]), of_item)


def _numbered_lists(text: Text) -> Iterator[tuple[ItemList, bool]]:
    aside: set[int] = set()
    for section in find_sections(text.current):
        if any(_NOT_PLAYED.search(heading.text) for heading in section.headings):
            aside.update(map(id, section.blocks))
    for listing in find_lists(text.current):
        if listing.ordered:
            yield listing, id(listing.items[0]) not in aside


def _heading_numbers(text: Text) -> Iterator[int]:
    for block in text.current:
        if block.sort is BlockType.HEADING and (match := _NUMBERED_HEADING.match(block.text)):
            yield int(match[1])


def _last_number(listing: ItemList) -> int:
    """Return the highest number among its labels; if all are the same, as Markdown allows, their count."""
    numbers = [
        rank.number for item in listing.items for rank in label_ranks(item.label) if rank.style.endswith("1")
    ]
    return max(*numbers, len(numbers)) if numbers else 0


def _block_problems(block: Block, known: _KnownSteps) -> Iterator[Problem]:
    own = known.of_item.get(id(block), 0)
    for match in _STEP.finditer(block.text) if "step" in block.text.lower() else ():
        step, last = int(match["last"] or match["step"]), own or known.highest
        if step > last and not _ELSEWHERE.search(block.text[match.end() : match.end() + 40]):
            yield _problem(block, match, step, last)
    for match in _BARE.finditer(block.text) if own else ():
        if int(match["step"]) > own:
            yield _problem(block, match, int(match["step"]), own)


def _problem(block: Block, match: re.Match[str], step: int, last: int) -> Problem:
    here = block.at(match.start("step"))
    return here, f"there is no step {step}, the last one is {last}", "name the step that is meant"
