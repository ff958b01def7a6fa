"""Rules about lists: what stands in one of them twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtool.documents import Block, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, brief_place, text_rule
from cardtool.lint.core.matching import word_keys

_SHORTEST = 4  # letters of an item
_NO_THING = re.compile(r"\A\W*\d|[.?!:]\s+[A-Z].*[.?!]\s", re.DOTALL)  # what happens in an example
_EXAMPLE = LazyRegex(r"\b(?:examples?|variants?|scenarios?|faq|index|contents|optional)\b")
_RANDOM = LazyRegex(r"\b(?:d\d+|dice|die|roll(?:s|ed)?|random(?:ly)?|deck|copies|cards?)\b")


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
    books = [text for text in texts if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT)]
    for section in (section for text in books for section in text.sections):
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
