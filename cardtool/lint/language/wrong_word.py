"""A word is the one that was meant, not one that sounds or looks like it.

"Take it two your hand" passes every spelling check. So does a paragraph whose first letter was lost
on the way from the layout.

Bad:

    Take the old guard two your hand. You may not draw anymore cards.

Good:

    Take the old guard to your hand. You may not draw any more cards.

Looked at are some forty words that cannot stand beside each other, such as "two your hand", "it's owner",
"must chose", "on top it", "line of site"; and the first word of a paragraph, where it is a word of its
heading without the first letter. `--fix` writes the word that was meant.

Overlooked on purpose: everything that could be right in some sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.matching import words_in


@text_rule("CT608", "wrong-word", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    reported: set[tuple[int, int]] = set()
    for slip in SLIPS:
        for _, block in texts.with_words_of_all(*slip.words):
            yield from _slip_problems(block, slip, reported)
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            yield from map(_lost_letter_problem, lost_letters(text))


def _slip_problems(block: Block, slip: Slip, reported: set[tuple[int, int]]) -> Iterator[Problem]:
    """Yield the places of a slip in a block, less those that another slip has told of."""
    for match in slip.pattern.finditer(block.text):
        start, end = match.span("wrong")
        if (id(block), start) in reported:
            continue
        reported.add((id(block), start))
        wrong = match["wrong"]
        new = slip.right.capitalize() if wrong[0].isupper() else slip.right
        said = " ".join(match[0].split())
        message = f'"{said}": "{wrong}" cannot be the word that was meant'
        yield block.at(start), message, f'write "{new}"', replacement_edit(block, start, end, new)


class Slip(NamedTuple):
    """A word that is written for another, in the words around it which show it.

    Words of each group of which one has to be there; what cannot be right, its group `wrong`;
    and the word that belongs there.
    """

    words: tuple[tuple[str, ...], ...]
    pattern: LazyRegex
    right: str


_SLIP = re.compile(r"(?:(?P<before>[^<]+) )?<(?P<wrong>[^>]+)>(?: (?P<after>.+))?")
_LETTERS = re.compile(r"[a-z]+")


def _read(file: Path) -> Iterator[Slip]:
    """Yield the slips of a file, whose first lines say how it is written."""
    for line in file.read_text(encoding="utf-8").splitlines():
        written, _, right = line.partition("\t")
        if parts := _SLIP.fullmatch(written):
            yield Slip(tuple(_needed_words(parts)), LazyRegex(_pattern(parts)), right)


def _needed_words(parts: re.Match[str]) -> Iterator[tuple[str, ...]]:
    """Yield groups of words of which a text has one each where the slip is: the rarest to be met first."""
    yield from ((word,) for word in _LETTERS.findall(parts["wrong"]))
    for side in (parts["before"], parts["after"]):
        if side:
            yield tuple(_LETTERS.findall(words)[0] for words in side.split("|"))


def _pattern(parts: re.Match[str]) -> str:
    before = rf"(?:{parts['before']})\s" if parts["before"] else ""
    after = rf"\s(?:{parts['after']})" if parts["after"] else ""
    words = f"{before}(?P<wrong>{parts['wrong']}){after}".replace("'", "['’]").replace(" ", r"\s")
    return rf"(?<![\w'’-]){words}(?![\w'’-])"


SLIPS = tuple(_read(Path(__file__).with_name("slips.tsv")))
"""Every word known to be written for another. None is right in any sentence that we could think of."""

_SHORTEST_REST = 4  # letters that are left
_LONGEST_HEADING = 12  # words


class LostLetter(NamedTuple):
    """A word of a block without its first letter, and the word of the heading above that tells which."""

    block: Block
    start: int
    end: int
    whole: str

    @property
    def right(self) -> str:
        return self.whole[0].upper() + self.block.text[self.start : self.end]


def lost_letters(text: Text) -> Iterator[LostLetter]:
    """Yield first words of paragraphs that are a word of the heading above without its first letter."""
    blocks = list(text.current)
    for heading, block in pairwise(blocks):
        if block.sort is BlockType.PARAGRAPH and block.text[:1].islower():
            lost = _lost_letter(heading, block)
            if lost and not _is_a_word(lost.block.text[lost.start : lost.end], blocks, block):
                yield lost


def _lost_letter(heading: Block, block: Block) -> LostLetter | None:
    first = next(words_in(block.text), None)
    words = [word.strip(".,:;!?()[]\"'“”‘’") for word in heading.text.split()]
    if first is None or first.end - first.start < _SHORTEST_REST or len(words) > _LONGEST_HEADING:
        return None
    left = block.text[first.start : first.end].casefold()
    whole = next((word for word in words if word[1:].casefold() == left), None)
    return LostLetter(block, first.start, first.end, whole) if whole else None


def _is_a_word(left: str, blocks: list[Block], block: Block) -> bool:
    return any(left in each.text.split() for each in blocks if each is not block)


def _lost_letter_problem(lost: LostLetter) -> Problem:
    written = lost.block.text[lost.start : lost.end]
    message = f'"{written}" has lost its first letter: the heading above says "{lost.whole}"'
    edit = replacement_edit(lost.block, lost.start, lost.end, lost.right)
    return lost.block.at(lost.start), message, f'write "{lost.right}"', edit
