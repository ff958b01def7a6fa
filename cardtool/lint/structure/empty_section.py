"""Every heading has something under it.

A heading with nothing below is a chapter that was planned and never written, or whose text was moved: who
looks up "Milking" in the contents finds the next heading.

Bad:

    ## Milking

    # Scoring

Good:

    ## Milking

    Take one milk for each cow.

    # Scoring

So does what is announced: "a chart that looks like this:" in front of the next chapter.

Found in real rules: "Battlemap" and "The basics" with nothing before the next chapter. Looked at are texts
of documents and rulebooks. Overlooked on purpose: headings with headings of a lower rank under them, those
with a picture or code below, those that are a link or a sentence, titles at the beginning, plain text,
whose lines may only look like headings, and texts in which headings are used for more than titles: where
one in five has nothing under it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, text_rule

_MOST = 0.2  # of all headings
_FEWEST_WORDS, _WORDS_TOLD = 3, 5  # of what announces something; of its end, in the message


@text_rule("CT506", "empty-section", Severity.WARNING, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role is TextKind.DOCUMENT and not text.is_plain:
            headings = sum(block.sort is BlockType.HEADING for block in text.blocks)
            empty = list(_empty_headings(text.blocks))
            linked = {link.source.line for link in text.links}
            for heading in empty if len(empty) <= _MOST * headings else ():
                is_title = heading.text[-1:] not in (".", "!") and "[!" not in heading.text
                if is_title and heading.at().line not in linked:
                    yield heading.at(), f'nothing stands under "{heading.text}"', "write it, or take it out"
            for block in _hanging(text.blocks):
                said = " ".join(block.text.split()[-_WORDS_TOLD:])
                yield (
                    block.at(),
                    f'nothing follows "{said}"',
                    "write what is announced, or end it with a full stop",
                )


def _empty_headings(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield the headings, below the title and the first text, that nothing follows, or one of their rank."""
    begun = False
    for block, after in zip_longest(blocks, blocks[1:]):
        begun = begun or block.sort is not BlockType.HEADING
        is_last = after is None or after.file != block.file
        is_empty = is_last or (after.sort is BlockType.HEADING and after.level <= block.level)
        if begun and is_empty and block.sort is BlockType.HEADING and not block.past:
            yield block


def _hanging(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield what ends in a colon, where behind it is nothing, or a heading that is not below its own."""
    rank = 0
    for block, after in zip_longest(blocks, blocks[1:]):
        rank = block.level if block.sort is BlockType.HEADING else rank
        is_last = after is None or after.file != block.file
        is_left = is_last or (after.sort is BlockType.HEADING and after.level <= rank)
        is_text = block.sort in (BlockType.PARAGRAPH, BlockType.ITEM) and not block.past
        if is_text and is_left and block.text.endswith(":") and len(block.text.split()) >= _FEWEST_WORDS:
            yield block
