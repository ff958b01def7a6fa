"""A word is the one that was meant, not one that sounds or looks like it.

"Take it two your hand" passes every spelling check. So does a paragraph whose first letter was lost
on the way from the layout.

Bad:

    Take the old guard two your hand. You may not draw anymore cards.

Good:

    Take the old guard to your hand. You may not draw any more cards.

Looked at are words that cannot stand beside each other, such as "two your hand", "it's owner", "loose a
turn", "must chose", "on top it", "your are", "line of site"; and the first word of a paragraph, where
it is a word of its heading without the first letter. `--fix` writes the word that was meant.

Overlooked on purpose: everything that could be right in some sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardtool.documents import Block, TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.text_index import TextBlock
from cardtool.lint.language.misspellings import LostLetter, lost_letters
from cardtool.lint.language.slips import SLIPS, Slip

_FEW = 40  # blocks, which are sooner read through than all texts


@text_rule("CT608", "wrong-word", Severity.WARNING)
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    reported: set[tuple[int, int]] = set()
    for slip in SLIPS:
        spots = texts.with_words_of_all(*slip.words)
        for _, block in spots if spots and _may_occur(slip, spots, texts) else ():
            yield from _slip_problems(block, slip, reported)
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            yield from map(_lost_letter_problem, lost_letters(text))


def _may_occur(slip: Slip, spots: Sequence[TextBlock], texts: TextIndex) -> bool:
    """Return whether one of the phrases stands anywhere; `İ` and `ı` match an i if case is ignored."""
    if not slip.phrases:
        return True
    signs = *slip.phrases, "ı", "i\u0307"
    if len(spots) > _FEW:
        return bool(texts.signs_used(*signs))
    said = "\n".join([block.text for _, block in spots]).casefold()
    return any(sign in said for sign in signs)


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


def _lost_letter_problem(lost: LostLetter) -> Problem:
    written = lost.block.text[lost.start : lost.end]
    message = f'"{written}" has lost its first letter: the heading above says "{lost.whole}"'
    edit = replacement_edit(lost.block, lost.start, lost.end, lost.right)
    return lost.block.at(lost.start), message, f'write "{lost.right}"', edit
