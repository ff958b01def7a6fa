"""Rules about steps and sections that a text sends its readers to."""

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
_NUMBERED_PARAGRAPH = re.compile(r"\s*[*(]*(\d{1,2})[.):]")


@dataclass(frozen=True, slots=True)
class _KnownSteps:
    """The highest numbered step there is, and for each item of a numbered list the highest it can mean.

    An item can mean a step of its own list, or of any that is played through; not of setting up, say.
    """

    highest: int
    of_item: dict[int, int]


@text_rule("CT405", "lost-step", Severity.ERROR, reads="en")
def lost_step(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
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
    that is a sequence, any numbered heading, or the list itself has it; in a text whose line breaks were
    lost, if it stands inside a paragraph. Overlooked on purpose: steps of other books ("step 3 of the base
    rules"), steps in letters, and texts without any numbered list, whose numbers may have been lost on the
    way.
    """
    read = [text for text in texts if text.role not in (TextKind.CARD, TextKind.CHANGELOG)]
    known = _known_steps(read)
    if known.highest < 2:
        return
    for text in read:
        for block in text.current:
            yield from _step_problems(block, known)


def _known_steps(texts: Sequence[Text]) -> _KnownSteps:
    every = [
        (listing, _last_number(listing), is_played)
        for text in texts
        for listing, is_played in _numbered_lists(text)
    ]
    numbered = [number for text in texts for number in _leading_numbers(text)]
    played = max([0, *numbered, *(last for _, last, is_played in every if is_played)])
    of_item = {id(item): max(last, played) for listing, last, _ in every if last for item in listing.items}
    inline = [
        int(match[1]) for text in texts for block in text.current for match in _INLINE.finditer(block.text)
    ]
    return _KnownSteps(max([played, *inline, *(last for _, last, _ in every)]), of_item)


def _numbered_lists(text: Text) -> Iterator[tuple[ItemList, bool]]:
    aside: set[int] = set()
    for section in text.sections:
        if any(_NOT_PLAYED.search(heading.text) for heading in section.headings):
            aside.update(map(id, section.blocks))
    for listing in text.lists:
        if listing.ordered:
            yield listing, id(listing.items[0]) not in aside


def _leading_numbers(text: Text) -> Iterator[int]:
    """Yield the numbers that headings and paragraphs begin with: `4.2 Moving`, `12. Take the card`."""
    for block in text.current:
        begins = _NUMBERED_HEADING if block.sort is BlockType.HEADING else _NUMBERED_PARAGRAPH
        if match := begins.match(block.text):
            yield int(match[1])


def _last_number(listing: ItemList) -> int:
    """Return the highest number among its labels; if all are the same, as Markdown allows, their count."""
    numbers = [
        rank.number for item in listing.items for rank in label_ranks(item.label) if rank.style.endswith("1")
    ]
    return max(*numbers, len(numbers)) if numbers else 0


def _step_problems(block: Block, known: _KnownSteps) -> Iterator[Problem]:
    own = known.of_item.get(id(block), 0)
    for match in _STEP.finditer(block.text) if "step" in block.text.lower() else ():
        step, last = int(match["last"] or match["step"]), own or known.highest
        if step > last and not _ELSEWHERE.search(block.text[match.end() : match.end() + 40]):
            yield _step_problem(block, match, step, last)
    for match in _BARE.finditer(block.text) if own else ():
        if int(match["step"]) > own:
            yield _step_problem(block, match, int(match["step"]), own)


def _step_problem(block: Block, match: re.Match[str], step: int, last: int) -> Problem:
    here = block.at(match.start("step"))
    return here, f"there is no step {step}, the last one is {last}", "name the step that is meant"


_WAY = LazyRegex(
    r"\b(?:see|described|explained|listed|detailed|defined|shown)\s(?:in\s|under\s)?(?:the\s)?[\"“'‘*_]*"
    r"(?P<title>[A-Z][^.,;:()\n\"“”]{2,50}?)[\"”'’*_]*(?:\ssection)?,?\s(?P<way>above|below)\b"
)


@text_rule("CT412", "wrong-way", Severity.WARNING, reads="en")
def wrong_way(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A section that is said to stand below stands below, and one above, above.

    Chapters change places; "see Feeding below" then sends readers to the end of the book, past the chapter.

    Bad:

        # Feeding
        Feed the goats.
        # Milking
        Goats must be fed (see Feeding below).

    Good:

        Goats must be fed (see Feeding above).

    Found in real rules: a table of terms that moved to the front, and "see Setup below" at the end. Looked
    at are titles before "above" and "below" that exactly one heading has. Overlooked on purpose: several
    documents that are read as one, and headings of the section itself.
    """
    for text in texts:
        if (
            text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK)
            and len({each.file for each in text.blocks}) == 1
        ):
            yield from _way_problems(text)


def _way_problems(text: Text) -> Iterator[Problem]:
    rows: dict[str, list[int]] = {}
    for row, block in enumerate(text.current):
        if block.sort is BlockType.HEADING:
            rows.setdefault(_bare_title(block.text), []).append(row)
    heading = -1
    for row, block in enumerate(text.current):
        heading = row if block.sort is BlockType.HEADING else heading
        for match in _WAY.finditer(block.text):
            there = rows.get(_bare_title(match["title"]), [])
            if (
                len(there) == 1
                and there[0] != heading
                and (there[0] > row) != (match["way"].lower() == "below")
            ):
                way, line = ("below" if there[0] > row else "above"), text.current[there[0]].at().line
                message = f'"{match["title"]}" stands {way} (line {line})'
                yield block.at(match.start("way")), message, f"write {way}"


def _bare_title(title: str) -> str:
    return re.sub(r"^[\d.)\s]+|[^\w]+$", "", title.strip()).casefold()
