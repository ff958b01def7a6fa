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

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from cardtool.documents import Block, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.text_index import TextBlock
from cardtool.lint.language.spelling import LostLetter, lost_letters

_FEW = 40  # blocks, which are sooner read through than all texts


@text_rule("CT608", "wrong-word", Severity.WARNING, reads="en")
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


class Slip(NamedTuple):
    """A word that is written for another, in the words around it which show it.

    Words of each group of which one has to be there, and phrases likewise; what cannot be right, its
    group `wrong` holding the word; and the word that belongs there.
    """

    words: tuple[tuple[str, ...], ...]
    phrases: tuple[str, ...]
    pattern: LazyRegex
    right: str

    @classmethod
    def of(cls, pattern: str, right: str) -> Slip:
        """Return the slip of this pattern, reading from it the wrong word and those right beside it."""
        wrong = _WRONG.findall(pattern)[0]
        first, before, after = (_words(each, pattern) for each in (_FIRST, _BEFORE, _AFTER))
        words = [(word,) for word in _LETTERS.findall(wrong)]
        beside = [tuple(each.split()[0] for each in words) for words in (first, after) if words]
        return cls((*words, *beside), _phrases(pattern, wrong, before, after), LazyRegex(pattern), right)


_WRONG = re.compile(r"\(\?P<wrong>([^()]+)\)")
_FIRST = re.compile(r"^\\b\(\?:([a-z|]+)\) ")
_BEFORE = re.compile(r"\\b\(\?:([a-z| ]+)\) \(\?P<wrong>[a-z ]+\)")
_AFTER = re.compile(r"\(\?P<wrong>[a-z ]+\) \(\?:([a-z| ]+)\)(?: |\\b)")
_LETTERS = re.compile("[a-z]+")
_SEVERAL = re.compile("[a-z]+(?: [a-z]+)+")
_PART = re.compile(r"\{([A-Z_]+)\}")


def _words(alternatives: re.Pattern[str], pattern: str) -> tuple[str, ...]:
    """Return the words among which a pattern has a choice at this place; none where it has none."""
    found = alternatives.search(pattern)
    return tuple(found[1].split("|")) if found else ()


def _phrases(pattern: str, wrong: str, before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fewest phrases of which one must stand wherever the pattern is found."""
    lead = " " if " (?P<wrong>" in pattern else ""
    if before and (not after or len(before) <= len(after)):
        return tuple(f"{words} {wrong}" for words in before)
    if after:
        tail = " " if pattern[_AFTER.search(pattern).end() - 1] == " " else ""  # type: ignore[union-attr]
        return tuple(f"{lead}{wrong} {words}{tail}" for words in after)
    return (wrong,) if _SEVERAL.fullmatch(wrong) else ()


def _read(file: Path) -> Iterator[Slip]:
    """Yield the slips of a file, whose first lines say how it is written."""
    parts: dict[str, str] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        name, _, pattern = line.partition("\t")
        pattern = _PART.sub(lambda part: parts[part[1]], pattern)
        if name.isupper():
            parts[name] = pattern
        elif pattern:
            yield Slip.of(pattern, name)


SLIPS = tuple(_read(Path(__file__).with_name("slips.tsv")))
"""Every word known to be written for another. None is right in any sentence that we could think of."""
