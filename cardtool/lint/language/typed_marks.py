"""Rules about how a text is typed: one space between words, and one sort of quotes, apostrophes and dots."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, also_in_lines, text_rule

Place = tuple[Block, int]
"""A block and an offset in its text."""

_SPACES = re.compile(r"(?<=[a-z,]) {2,}(?=[A-Za-z])")
_SET_OUT = re.compile(r" {3,}| {2,}\S+ {2,}")  # as the columns of a list may be


@text_rule("CT619", "double-space", Severity.INFO, reads="en")
def double_space(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """Between two words stands one space.

    A second one is left where a word was taken out, and is printed by word processors and card makers.

    Bad:

        Draw two cards  and keep one.

    Good:

        Draw two cards and keep one.

    The first of a text is told, with their number; one real rulebook of eight has some, most where a line was
    edited. Overlooked on purpose: spaces behind a sentence, of which some type two; tables, code, plain text
    and what is set out in columns.
    """
    for text in _typed_texts(texts):
        blocks = (block for block in text.current if block.sort is not BlockType.ROW and not text.is_plain)
        read = (block for block in blocks if "  " in block.text and not _SET_OUT.search(block.text))
        found = [(block, match.start()) for block in read for match in _SPACES.finditer(block.text)]
        for block, at in found[:1]:
            more = f"; there are {len(found)} such in the text" if found[1:] else ""
            yield block.at(at), f"here are two spaces between two words{more}", "take one out"


_MARKS = (
    ("apostrophes", r"’(?<=[^\W\d_]’)(?=[a-z])", r"'(?<=[^\W\d_]')(?=[a-z])", "’", "'"),
    ("quotes", "[“”]", r"\"", "“ ”", '" "'),
    ("dots", "…(?<=[a-z]…)", r"\.{3}(?<=[a-z]\.\.\.)(?!\.)", "…", "..."),
)
_LEAST = 3  # marks of the sort that is usual


@text_rule("CT620", "mixed-marks", Severity.INFO, reads="en")
def mixed_marks(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A text has one sort of apostrophes, of quotes and of dots.

    Curly and straight ones side by side show where something was pasted from elsewhere; in print it looks
    like dirt.

    Bad:

        The goat’s horn and the sheep's wool.

    Good:

        The goat’s horn and the sheep’s wool.

    The first of the rarer sort is told, with the lines of the others. Found in one real rulebook of four.
    Looked at are apostrophes inside words, double quotes, and three dots behind a word, where the usual sort
    is there three times at least and more often than the other. Overlooked on purpose: inches, code and
    plain text.
    """
    for text in _typed_texts(texts):
        for what, curly, straight, *signs in _MARKS if not text.is_from_pages else ():
            sorts = [[*_places(text, curly)], [*_places(text, straight)]]
            few, many = sorted((0, 1), key=lambda sort: len(sorts[sort]))
            if sorts[few] and len(sorts[many]) >= max(_LEAST, len(sorts[few]) + 1):
                yield _mixed(what, sorts[few], signs[few], f"{len(sorts[many])} × {signs[many]}")


def _typed_texts(texts: Sequence[Text]) -> Iterator[Text]:
    return (text for text in texts if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK))


def _places(text: Text, pattern: str) -> Iterator[Place]:
    for block in text.current:
        for match in re.finditer(pattern, block.text):
            if not (match[0] in '"”' and block.text[match.start() - 1 : match.start()].isdecimal()):
                yield block, match.start()


def _mixed(what: str, few: Sequence[Place], sign: str, usual: str) -> Problem:
    (first, at), *_ = few
    also = also_in_lines(first.at(at), [block.at(start) for block, start in few[1:]])
    said = f"the {what} of this text are of two sorts: {usual}, {len(few)} × {sign}{also}"
    return first.at(at), said, "write all alike"
