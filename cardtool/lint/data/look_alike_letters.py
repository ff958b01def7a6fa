"""No word is written with letters of another alphabet that only look like its own.

The Cyrillic а and the Latin a are one picture and two letters. A word that holds the wrong one is found by no
search, is another card to every rule, and is set in another font where the first has no such letter.

Bad:

    name: Mооnlit Ferry      # its two o are Cyrillic
    text: Return 𝐅𝐥𝐢𝐩 cards.

Good:

    name: Moonlit Ferry
    text: Return **Flip** cards.

Looked for are Cyrillic, Greek, Armenian and Cherokee letters that look Latin, letters as wide as ideographs
and letters of mathematics: in words that are Latin otherwise, and in words of nothing else where the texts
are mostly Latin. `--fix` writes the Latin letters in a word that has some already.

Overlooked on purpose: words with a letter that looks like none of ours, such as карта, and what stands in one
paragraph with them; texts that are not mostly Latin; a small Greek letter by itself, which is a symbol; code.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from cardtool.documents import Block, BlockType
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.unicode_text import SUSPECT, alphabet_of, as_latin, describe_lookalikes, latin_for

_WORD = re.compile(r"[^\W_]+")
_LONGEST = 80  # letters of a word; what is longer is none


@text_rule("CT117", "look-alike-letters", Severity.ERROR)
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    blocks = [block for text in texts for block in text.blocks if block.sort is not BlockType.CODE]
    suspects = [block for block in blocks if not block.text.isascii() and SUSPECT.search(block.text)]
    if not suspects:
        return
    is_latin = _is_mostly_latin(blocks)
    for block in suspects:
        yield from _block_problems(block, is_latin)


def _is_mostly_latin(blocks: list[Block]) -> bool:
    times: Counter[str] = Counter()
    for block in blocks:
        times.update(block.text)
    latin = sum(count for sign, count in times.items() if alphabet_of(sign) == "Latin")
    other = sum(count for sign, count in times.items() if alphabet_of(sign) not in ("", "Latin"))
    return latin > other


def _block_problems(block: Block, is_latin: bool) -> Iterator[Problem]:
    words = [match for match in _WORD.finditer(block.text) if len(match[0]) <= _LONGEST]
    real = {alphabet for match in words for alphabet in _real_alphabets(match[0])}
    for match in words:
        word = match[0]
        odd = [letter for letter in word if latin_for(letter)]
        if not odd or any(_is_foreign(letter) for letter in word):
            continue
        if any(alphabet_of(letter) == "Latin" for letter in word):
            edit = replacement_edit(block, *match.span(), as_latin(word))
            yield block.at(match.start()), _message(word), f'write "{as_latin(word)}"', edit
        elif is_latin and not _is_symbol(word) and real.isdisjoint(map(alphabet_of, odd)):
            yield block.at(match.start()), _message(word), f'write "{as_latin(word)}" in Latin letters'


def _real_alphabets(word: str) -> set[str]:
    return {alphabet_of(letter) for letter in word if _is_foreign(letter)} if not word.isascii() else set()


def _is_foreign(letter: str) -> bool:
    return alphabet_of(letter) not in ("", "Latin") and not latin_for(letter)


def _is_symbol(word: str) -> bool:
    return len(word) == 1 and word.islower() and alphabet_of(word) == "Greek"


def _message(word: str) -> str:
    return f'"{word}" is not written in Latin letters: {describe_lookalikes(word)}'
