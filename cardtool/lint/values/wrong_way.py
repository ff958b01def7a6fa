"""A section that is said to stand below stands below, and one above, above."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtool.documents import BlockType, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule

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
        is_book = text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK)
        if is_book and len({each.file for each in text.blocks}) == 1:
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
            way = "below" if there and there[0] > row else "above"
            if len(there) == 1 and there[0] != heading and match["way"].lower() != way:
                message = f'"{match["title"]}" stands {way} (line {text.current[there[0]].at().line})'
                yield block.at(match.start("way")), message, f"write {way}"


def _bare_title(title: str) -> str:
    return re.sub(r"^[\d.)\s]+|[^\w]+$", "", title.strip()).casefold()
