"""A sentence ends with a full stop where its neighbours do.

Four items of a list end with a stop and one does not: was it cut short? Mostly somebody wrote it later.

Bad:

    - Draw two cards from the deck of the farm.
    - Pay three hay to the owner of the barn.
    - Put a goat on an empty field of yours
    - Give each of your neighbours one milk.

Good:

    - Put a goat on an empty field of yours.

Looked at are items of a list in which two sentences or more end with a sign for each that does not; and
paragraphs of a text in which five do. One finding stands for all of a list, and for all paragraphs of a text.
Found in one real rulebook of three. Overlooked on purpose: what is short or a formula, what a list or a table
follows, and plain text, save for lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, text_rule

_ENDED = re.compile(r"[.!?…:;][)\]*_”\"’'»]*\s*\Z")
_CUT = re.compile(r"[“\"(]?[A-Z][^=|\n\ufffc]* (?!(?:and|or|follows|following|below)\Z)[a-z]{2,}\Z")
_LEAST_WORDS = {BlockType.ITEM: 6, BlockType.PARAGRAPH: 10}
_FEWEST = {BlockType.ITEM: 2, BlockType.PARAGRAPH: 5}  # that end with a sign
_TO_ONE = {BlockType.ITEM: 2, BlockType.PARAGRAPH: 5}  # of these, for one that does not


@text_rule("CT618", "missing-stop", Severity.INFO, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK) and not text.is_from_pages:
            leads = {id(listing.lead) for listing in text.lists}
            leads |= {id(table.lead) for table in text.tables}
            paragraphs = [each for each in text.current if each.sort is BlockType.PARAGRAPH]
            for blocks in (*(each.items for each in text.lists), () if text.is_plain else paragraphs):
                yield from _problems([each for each in blocks if id(each) not in leads])


def _problems(blocks: Sequence[Block]) -> Iterator[Problem]:
    sentences = [each for each in blocks if len(each.text.split()) >= _LEAST_WORDS[each.sort]]
    ended = sum(_ENDED.search(each.text) is not None for each in sentences)
    cut = [each for each in sentences if _CUT.fullmatch(each.text)]
    if cut and ended >= max(_FEWEST[cut[0].sort], _TO_ONE[cut[0].sort] * len(cut)):
        first = cut[0]
        others = f"; so do {len(cut) - 1} more" if len(cut) > 1 else ""
        message = (
            f'"… {first.text.split()[-1]}" ends without a full stop, where {ended} others have one{others}'
        )
        yield first.at(len(first.text) - 1), message, "end it with a full stop"
