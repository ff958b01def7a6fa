"""Rules about headings: each has something under it, is marked so that it is one, and leaves out no rank."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise, zip_longest

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, also_in_lines, text_rule

_MOST_EACH, _MOST = 0.2, 0.5  # of all headings: that are told each, and at all
_FIRST = re.compile(r"\W*(?:[^\W\d]+ )?1(?![\d.]\d)\b")  # `1. Choose`, `Stage 1: Setup`
_NO_TITLE = re.compile(r"\[!|[.!]\Z")  # `[!NOTE]`, or a sentence
_FEWEST_WORDS, _WORDS_TOLD = 3, 5  # of what announces something; of its end, in the message


def _with_headings(texts: Sequence[Text]) -> Iterator[Text]:
    """Yield the rulebook and documents in which headings are marked, and not guessed."""
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK) and not text.is_plain:
            yield text


@text_rule("CT506", "empty-section", Severity.WARNING)
def empty_section(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """Every heading has something under it.

    A heading with nothing below is a chapter that was never written, or whose text was moved.

    Bad:

        ## Milking
        # Scoring

    Good:

        ## Milking
        Take one milk for each cow.
        # Scoring

    So does what is announced: "a chart that looks like this:" in front of the next chapter.

    Found in real rules: "Battlemap" and "The basics" with nothing before the next chapter. Overlooked on
    purpose: headings with others of a lower rank, a picture or code under them, those that are a link or a
    sentence, titles at the beginning, plain text, and texts where half the headings are so; one finding
    stands for many.
    """
    for text in _with_headings(texts):
        headings = sum(block.sort is BlockType.HEADING for block in text.blocks)
        ending = list(_last_of_sections(text.blocks))
        empty = [block for block in ending if block.sort is BlockType.HEADING]
        linked = {link.source.line for link in text.links}
        named = (each for each in empty if not _NO_TITLE.search(each.text))
        titles = [each for each in named if each.at().line not in linked]
        if len(empty) <= _MOST_EACH * headings:
            for heading in titles:
                yield heading.at(), f'nothing stands under "{heading.text}"', "write it, or take it out"
        elif titles and len(empty) <= _MOST * headings:
            here, *others = (each.at() for each in titles)
            said = f'nothing stands under "{titles[0].text}"{also_in_lines(here, others)}'
            yield here, said, "write them, or take them out"
        for block in ending:
            words = block.text.split() if block.sort in (BlockType.PARAGRAPH, BlockType.ITEM) else []
            if block.text.endswith(":") and len(words) >= _FEWEST_WORDS:
                said = f'nothing follows "{" ".join(words[-_WORDS_TOLD:])}"'
                yield block.at(), said, "write what is announced, or end it with a full stop"


def _last_of_sections(blocks: Sequence[Block]) -> Iterator[Block]:
    """Yield what nothing follows, or a heading that is not below its own, from the first text on."""
    begun, rank = False, 0
    for block, after in zip_longest(blocks, blocks[1:]):
        is_heading = block.sort is BlockType.HEADING
        begun, rank = begun or not is_heading, block.level if is_heading else rank
        is_end = after is None or after.file != block.file
        is_last = is_end or (after.sort is BlockType.HEADING and after.level <= rank)
        if not (is_end or is_heading) and (after.text.endswith(":") or _FIRST.match(after.text)):
            continue  # a line that is no heading but looks so, or the first step: they are what was announced
        if begun and is_last and not block.past:
            yield block


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
    for text in _with_headings(texts):
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
    for text in _with_headings(texts):
        headings = [block for block in text.current if block.sort is BlockType.HEADING]
        pairs = (pair for pair in pairwise(headings) if pair[0].file == pair[1].file)
        deep = [(above, each) for above, each in pairs if each.level > above.level + 1]
        for above, heading in deep[:1]:
            message = f"a heading of rank {heading.level} stands below one of rank {above.level}"
            yield heading.at(), f"{message}{_others(deep)}", f"give it rank {above.level + 1}"


def _others(found: Sequence[object]) -> str:
    """Return how many there are beside the first; of what a text has by habit one finding is enough."""
    return f"; there are {len(found)} such in the text" if len(found) > 1 else ""
