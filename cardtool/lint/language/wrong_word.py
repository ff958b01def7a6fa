"""A word is the one that was meant, not one that sounds or looks like it.

"Take it two your hand" passes every spelling check.

Bad:

    Take the old guard two your hand. You may not draw anymore cards.

Good:

    Take the old guard to your hand. You may not draw any more cards.

Looked at are some fifty words that cannot stand beside each other, such as "two your hand", "it's
owner", "must chose", "of same color", "greater then that of". `--fix` writes the word that was meant.

Overlooked on purpose: everything that could be right in some sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.sentence_context import begins_sentence


@text_rule("CT608", "wrong-word", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    reported: set[tuple[int, int]] = set()
    for slip in SLIPS:
        found = texts.with_words_of_all(*slip.words)
        near = {id(block) for _, block in texts.with_pairs(*slip.pair)} if found and slip.pair else None
        for block in (block for _, block in found if near is None or id(block) in near):
            for match in slip.pattern.finditer(block.text):
                (start, end), wrong = match.span("wrong"), match["wrong"]
                is_raised = match[0][0].isupper() and not match[0].isupper()
                is_name = is_raised and not begins_sentence(block.text, match.start())
                is_titled = is_name or (wrong[0].isupper() and start > match.start())  # the name of a card
                if (id(block), start) not in reported and not is_titled:
                    reported.add((id(block), start))
                    new = slip.right.capitalize() if wrong[0].isupper() else slip.right
                    message = f'"{" ".join(match[0].split())}": "{wrong}" cannot be the word that was meant'
                    yield block.at(start), message, f'write "{new}"', replacement_edit(block, start, end, new)


class Slip(NamedTuple):
    """A word that is written for another, in the words around it which show it.

    Words of each group of which one has to be there, and if they are known, words of which one comes right
    before one of others; what cannot be right, its group `wrong`; and the word that belongs there.
    """

    words: tuple[tuple[str, ...], ...]
    pair: tuple[frozenset[str], frozenset[str]] | None
    pattern: LazyRegex
    right: str


_SLIP = re.compile(r"(?:(?P<before>[^<]+) )?<(?P<wrong>[^>]+)>(?: (?P<after>.+))?")
_LETTERS = re.compile(r"[a-z0-9]+")


def _read(file: Path) -> Iterator[Slip]:
    """Yield the slips of a file, whose first lines say how it is written."""
    for line in file.read_text(encoding="utf-8").splitlines():
        written, _, right = line.partition("\t")
        if parts := _SLIP.fullmatch(written):
            yield Slip(tuple(_needed_words(parts)), _needed_pair(parts), LazyRegex(_pattern(parts)), right)


def _needed_words(parts: re.Match[str]) -> Iterator[tuple[str, ...]]:
    """Yield groups of words of which a text has one each where the slip is: the rarest to be met first."""
    if "|" not in parts["wrong"]:
        yield from ((word,) for word in _LETTERS.findall(parts["wrong"]))
    for side in (parts["before"], parts["after"]):
        if side:
            yield tuple(_LETTERS.findall(words)[0] for words in side.split("|"))


def _needed_pair(parts: re.Match[str]) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the words on either side of where what is wrong ends or begins, or where its first word ends.

    None where any word may be there.
    """
    left, right = (parts["wrong"], parts["after"]) if parts["after"] else (parts["before"], parts["wrong"])
    if not left:
        left, _, right = parts["wrong"].partition(" ")
    if not right or any(sign in f"{left}{right}" for sign in "[("):
        return None
    firsts, seconds = (
        frozenset(words.split()[at].replace("'", mark) for words in side.split("|") for mark in "'’")
        for side, at in ((left, -1), (right, 0))
    )
    return firsts, seconds


def _pattern(parts: re.Match[str]) -> str:
    before = rf"(?:{parts['before']})\s" if parts["before"] else ""
    after = rf"\s(?:{parts['after']})" if parts["after"] else ""
    words = f"{before}(?P<wrong>{parts['wrong']}){after}".replace("'", "['’]").replace(" ", r"\s")
    return rf"(?<![\w'’-]){words}(?![\w'’-])"


SLIPS = tuple(_read(Path(__file__).with_name("slips.tsv")))
"""Every word known to be written for another. None is right in any sentence that we could think of."""
