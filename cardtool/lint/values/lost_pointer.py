"""What is said to be below is below, what is above is above, and a page that is named exists.

Paragraphs move, and "(see below)" stays where it was. Readers turn the page, and the page after it.

Bad:

    Traps are sprung at once (see below).
    # and from here to the end nobody speaks of traps or springing

Good:

    Traps are sprung at once (see above).

Looked at are rulebooks and documents. A word in common is enough: it is told only where not one word of
what comes before "see below" turns up again behind it, or nothing is left to be read. Pages are counted
where the text carries its page numbers. Overlooked on purpose: pictures and tables, which are no words,
and pages of other books.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, text_rule
from cardtool.lint.core.matching import content_words, words_in

_POINTER = re.compile(
    r"\b(?:see|as (?:described|explained|listed|defined))\s(?P<where>below|above)\b", re.IGNORECASE
)
_PAGE = re.compile(r"\bsee\s(?:also\s)?(?:on\s)?(?:page|p\.)\s?(?P<page>\d{1,3})\b", re.IGNORECASE)
_FOOT = re.compile(r"(?:page\s)?(\d{1,3})(?:\s?(?:of|/)\s?(\d{1,3}))?", re.IGNORECASE)
_PICTURES = re.compile(
    r"\b(?:diagram|figure|picture|image|illustration|photo|table|chart|example|map|box|sidebar)s?\b",
    re.IGNORECASE,
)
_CLAUSE = 160  # letters before the pointer that may say what it is about
_BESIDE = 1000  # letters of its block before or behind a pointer that are looked at
_FEWEST_PAGES = 3  # numbers that must be there before they are taken for pages

WordRows = dict[str, tuple[int, int]]
"""The first and the last block in which a word stands."""


@text_rule("CT408", "lost-pointer", Severity.WARNING)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role in (TextKind.RULEBOOK, TextKind.DOCUMENT):
            blocks = list(text.current)
            pointers = [
                (row, match) for row, block in enumerate(blocks) for match in _POINTER.finditer(block.text)
            ]
            reached = _word_rows(blocks) if pointers else {}
            for row, match in pointers:
                yield from _pointer_problems(blocks, row, match, reached)
            yield from _page_problems(text)


def _word_rows(blocks: Sequence[Block]) -> WordRows:
    reached: WordRows = {}
    for row, block in enumerate(blocks):
        for word in words_in(block.text):
            reached[word.key] = (reached.get(word.key, (row, row))[0], row)
    return reached


def _pointer_problems(
    blocks: Sequence[Block], row: int, match: re.Match[str], reached: WordRows
) -> Iterator[Problem]:
    """Yield a problem if nothing in the direction of the pointer shares a word with its sentence."""
    block, below = blocks[row], match["where"].lower() == "below"
    start, end = match.span()
    beside = block.text[end : end + _BESIDE] if below else block.text[max(start - _BESIDE, 0) : start]
    said = re.split(r"[.!?;]\s", block.text[max(match.start() - _CLAUSE, 0) : match.start()])[-1]
    if _PICTURES.search(said) or (below and len(beside.split()) > 3):
        return
    about = [word.key for word in words_in(" ".join(content_words(said)))]
    if below:
        is_there = any(reached[word][1] > row for word in about if word in reached)
        nothing = row == len(blocks) - 1
    else:
        is_there = (
            any(reached[word][0] < row for word in about if word in reached) or len(beside.split()) > 30
        )
        nothing = row == 0 and len(beside.split()) < 3
    if nothing or (about and not is_there):
        what = "nothing follows" if nothing and below else "nothing comes before" if nothing else ""
        message = (
            what or f'nothing {match["where"].lower()} speaks of "{about[-1]}" or what else is said here'
        )
        yield block.at(match.start()), message, "say where it is, or take this out"


def _page_problems(text: Text) -> Iterator[Problem]:
    feet = [_FOOT.fullmatch(block.text.strip()) for block in text.blocks if block.sort is BlockType.FURNITURE]
    pages = {int(number) for foot in feet if foot for number in foot.groups() if number}
    if len(pages) < _FEWEST_PAGES:
        return
    for block in text.current:
        for match in _PAGE.finditer(block.text):
            if int(match["page"]) > max(pages):
                message = f"there is no page {match['page']}: the last one is {max(pages)}"
                yield (
                    block.at(match.start("page")),
                    message,
                    "name the page, or better the section, that is meant",
                )
