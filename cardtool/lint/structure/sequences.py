"""Rules about lists of one text that go through the same things: the order of them, doubles, and examples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from cardtool.documents import Block, BlockType, Section, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, brief_place, text_rule
from cardtool.lint.core.matching import word_keys
from cardtool.model import Source

_STAGE = LazyRegex(r"\b(?:phases?|steps?|stages?|part|turn|round|the|an?|of|your|optional(?:ly)?)\b")
_NAME = re.compile(r"\W*(?P<name>[^.:;–—(\n]{2,60}?)\s*(?:[.:;–—(\n]|\s-\s|$)")
_LONGEST_NAME = 4  # words
_FEWEST = 3  # names that two lists share
_SHORTEST = 4  # letters of an item
_NO_THING = re.compile(r"\A\W*\d|[.?!:]\s+[A-Z].*[.?!]\s", re.DOTALL)  # what happens in an example
_MOST_LISTS = 60
_MOST_ITEMS = 40
_EXAMPLE = LazyRegex(r"\b(?:examples?|variants?|scenarios?|faq|index|contents|optional)\b")
_PLAYED = LazyRegex(
    r"\b(?:turns?|rounds?|phases?|steps?|stages?|orders?|sequence|play|procedure|overview|summary)\b"
)
_RANDOM = LazyRegex(r"\b(?:d\d+|dice|die|roll(?:s|ed)?|random(?:ly)?|deck|copies|cards?)\b")


@dataclass(frozen=True, slots=True)
class _NamedList:
    """The names that a list goes through in order, each as its keys, as written and where."""

    title: str
    keys: tuple[tuple[str, ...], ...]
    names: tuple[str, ...]
    places: tuple[Source, ...]


@text_rule("CT507", "two-orders", Severity.WARNING, reads="en")
def two_orders(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """What two lists go through in order stands in one order.

    The overview has Milking before Feeding, the chapters have Feeding first; or a quick reference leaves a
    phase out. Both halves of the table are right by the book.

    Bad:

        1. Build  2. Milk  3. Sell
        …
        # 1. Milk phase
        # 2. Build phase
        # 3. Sell phase

    Good:

        1. Milk  2. Build  3. Sell

    Found in real rules: an overview that lists phases in another order than their chapters, and a summary
    without the last step. Looked at are numbered lists, numbered headings and the sequences of a game, of
    which two share three names or more, and most that they have. Names are what items begin with; "phase" and
    "step" make no difference. Overlooked on purpose: bullets, examples, variants and tables of contents.
    """
    for text in texts:
        if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT):
            known = list(_known_sequences(facts, text))
            lists = [*known, *_named_lists(text, every=bool(known)), *_numbered_headings(text)]
            for first, second in combinations(lists[:_MOST_LISTS], 2):
                yield from _order_problems(first, second)


def _known_sequences(facts: Facts, text: Text) -> Iterator[_NamedList]:
    files = {block.file for block in text.blocks}
    for steps in facts.sequences:
        if steps.source.file not in files and all(steps.steps):
            names = [(name, steps.source) for name in steps.steps]
            yield from _list_of(steps.title, names)


def _named_lists(text: Text, *, every: bool) -> Iterator[_NamedList]:
    """Yield the numbered lists, only those about play where nothing else says in which order that goes."""
    for section in text.sections:
        if not any(_EXAMPLE.search(heading.text) for heading in section.headings):
            for listing in section.lists:
                about = f"{section.title} {listing.lead.text if listing.lead else ''}"
                if (
                    listing.ordered
                    and len({item.label for item in listing.items}) > 1
                    and (every or _PLAYED.search(about))
                ):
                    items = [(item.text, item.beginning) for item in listing.items[:_MOST_ITEMS]]
                    yield from _list_of(section.title, items)


def _numbered_headings(text: Text) -> Iterator[_NamedList]:
    """Yield runs of headings that count on from 1: `1. Build phase`, `Step 2: Milk`."""
    run: list[tuple[str, Source]] = []
    for block in text.current:
        match = re.match(
            r"(?:(?:phase|step|stage)\s)?(\d{1,2})[.:)\s–—-]+(?=[^\d\W])", block.text, re.IGNORECASE
        )
        if block.sort is BlockType.HEADING and match:
            if int(match[1]) != len(run) + 1:
                yield from _list_of("the headings", run)
                run = []
            if int(match[1]) == len(run) + 1:
                run.append((block.text[match.end() :], block.at()))
    yield from _list_of("the headings", run)


def _list_of(title: str, items: Iterable[tuple[str, Source]]) -> Iterator[_NamedList]:
    found = [(match["name"].strip(), at) for text, at in items if (match := _NAME.match(text))]
    keys = [word_keys(_STAGE.sub("", name)) for name, _ in found]
    named = [(key, *each) for key, each in zip(keys, found, strict=True) if key and len(key) <= _LONGEST_NAME]
    if len(named) >= _FEWEST and len({key for key, _, _ in named}) == len(named):
        every, names, places = zip(*named, strict=True)
        yield _NamedList(title, every, names, places)


def _order_problems(first: _NamedList, second: _NamedList) -> Iterator[Problem]:
    shared = [key for key in second.keys if key in first.keys]
    if len(shared) < _FEWEST or 2 * len(shared) <= max(len(first.keys), len(second.keys)):
        return
    ranks = [first.keys.index(key) for key in shared]
    if ranks != sorted(ranks):
        row = next(row for row in range(1, len(ranks)) if ranks[row] < ranks[row - 1])
        here = second.keys.index(shared[row])
        there = brief_place(first.places[ranks[row]], second.places[here])
        name, before = second.names[here], first.names[ranks[row - 1]]
        message = f'"{name}" comes behind "{before}" here, and before it in "{first.title}" ({there})'
        yield second.places[here], message, "put the two in one order"


@text_rule("CT508", "item-twice", Severity.WARNING, reads="en")
def item_twice(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A list has each thing once.

    A list that was put together from two has a thing in both; readers look for the difference, or for what
    should have stood there.

    Bad:

        - Goats
        - Hens
        - Goats

    Good:

        - Goats
        - Hens
        - Cows

    Found in real rules: the same ability twice among those of a class, and one keyword with two entries in
    the glossary. Looked at are items of one bulleted list that say exactly the same, case and punctuation
    aside. Overlooked on purpose: what stands twice in a row, for it may be twice as much of it, steps, rows
    of tables, and lists of what is rolled, drawn or shuffled.
    """
    for text in texts:
        if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT):
            for section in text.sections:
                yield from _doubles(section)


def _doubles(section: Section) -> Iterator[Problem]:
    for listing in section.lists:
        about = f"{section.title} {listing.lead.text if listing.lead else ''}"
        if not (listing.ordered or _RANDOM.search(about) or _EXAMPLE.search(about)):
            yield from _equal_items(listing.items)


def _equal_items(items: Sequence[Block]) -> Iterator[Problem]:
    """Yield the items that stand in a list already; what stands twice in a row is twice as much of it."""
    rows: dict[tuple[str, ...], int] = {}
    for row, item in enumerate(items):
        keys = word_keys(item.text)
        before = rows.get(keys, row)
        rows[keys] = row
        if before < row - 1 and sum(map(len, keys)) >= _SHORTEST and not _NO_THING.search(item.text):
            there = brief_place(items[before].at(), item.at())
            said = item.text if len(item.text) <= 60 else f"{item.text[:57]}…"
            message = f'"{" ".join(said.split())}" stands in this list already ({there})'
            yield item.at(), message, "take one out"
