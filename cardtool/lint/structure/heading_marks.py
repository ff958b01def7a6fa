"""Rules about headings: each is marked so that it is one, and none leaves out a rank."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from cardtool.documents import BlockType, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, text_rule

_JOINED = re.compile(r"(?P<marks>#{2,6}|#(?=[A-Z]))(?P<word>[^\W\d_]\w*)")


@text_rule("CT511", "heading-mark", Severity.WARNING, reads="en")
def heading_mark(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A line that begins with the mark of a heading is one.

    Markdown wants a space behind the marks. "##Setup" is printed as it is typed, and in no list of contents.

    Bad:

        ##Setup

    Good:

        ## Setup

    Found in real rules by the dozen, for some programs show them as headings. The first of a text is told,
    with their number. Overlooked on purpose: "#1", "#goats" and plain text.
    """
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK) and not text.is_plain:
            lines = [block for block in text.current if block.sort is BlockType.PARAGRAPH]
            joined = [(block, match) for block in lines if (match := _JOINED.match(block.text))]
            for block, match in joined[:1]:
                message = f'"{match[0]}" begins no heading without a space behind the marks{_others(joined)}'
                yield block.at(), message, f'write "{match["marks"]} {match["word"]}"'


@text_rule("CT512", "heading-rank", Severity.INFO)
def heading_rank(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """No heading stands two ranks below the one before it.

    The contents, the marks at the side of a PDF and programs that read aloud show what belongs to what by the
    ranks of headings.

    Bad:

        ## Combat
        #### Ranged attacks

    Good:

        ## Combat
        ### Ranged attacks

    The first of a text is told, with their number, for they mostly come in rows; one real rulebook of seven
    has some. Overlooked on purpose: plain text, where ranks are guessed.
    """
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK) and not text.is_plain:
            headings = [block for block in text.current if block.sort is BlockType.HEADING]
            pairs = (pair for pair in pairwise(headings) if pair[0].file == pair[1].file)
            deep = [(above, each) for above, each in pairs if each.level > above.level + 1]
            for above, heading in deep[:1]:
                message = f"a heading of rank {heading.level} stands below one of rank {above.level}"
                yield heading.at(), f"{message}{_others(deep)}", f"give it rank {above.level + 1}"


def _others(found: Sequence[object]) -> str:
    """Return how many there are beside the first; of what a text has by habit one finding is enough."""
    return f"; there are {len(found)} such in the text" if len(found) > 1 else ""
