"""A word is given the a or an with which it is spoken.

The slip comes with a rename: "an Adventure" becomes "an Battle" in a hurry.

Bad:

    Draw a Adventure card or an Prize.

Good:

    Draw an Adventure card or a Prize.

`--fix` changes the article. Overlooked on purpose: words that begin with an h, abbreviations and words
in capitals, long numbers, and everything else that may be spoken in two ways; `a` where it is a label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtool.finding import Severity
from cardtool.lint.articles import article_for
from cardtool.lint.casing import begins_sentence
from cardtool.lint.edits import edit_of
from cardtool.lint.facts import Facts
from cardtool.lint.registry import Problem, text_rule
from cardtool.prose import Sort, Text

_ARTICLE = re.compile(
    r"(?<![\w'’.&/+-])(an?|An?)\s+(?=([A-Za-z][a-z]+(?![\w'’.]\w)|\d{1,3}(?!\d|[,./:]\d|/|\s?[–-]\s?\d)))"
)
_LABELLED = re.compile(
    r"\b(?:step|option|case|phase|rule|row|column|type|side|part|section|paragraph|example|point|item|letter|"
    r"team|group|zone|area|space|player|board|deck|pile|class|grade|vitamin|the)\s*$",
    re.IGNORECASE,
)
_NO_NOUN_WORDS = """
and or as at are am if in is it on of any all also an each else even ever every either into its our
out over onto off us up under until unless upon after although always again other
"""
_NO_NOUN = frozenset(_NO_NOUN_WORDS.split())


@text_rule("CT611", "article", Severity.WARNING)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    for text in texts:
        for block in text.current:
            if block.sort is Sort.ROW or block.text.isupper():
                continue
            for match in _ARTICLE.finditer(block.text):
                written, word = match[1], match[2]
                if not _is_wrong(block.text, match):
                    continue
                right = "an" if written.lower() == "a" else "a"
                right = right.capitalize() if written[0].isupper() else right
                edit = edit_of(block, match.start(), match.end(2), f"{right}{match[0][len(written) :]}{word}")
                yield (
                    block.at(match.start()),
                    f'"{written} {word}" is spoken {right.lower()} {word}',
                    f'write "{right} {word}"',
                    edit,
                )


def _is_wrong(text: str, match: re.Match[str]) -> bool:
    written, word = match[1].lower(), match[2]
    wanted = article_for(word)
    if wanted is None or wanted == written:
        return False
    if written == "an":
        return len(word) > 2 or word.isdigit()
    if match[1] == "A" and not begins_sentence(text, match.start()):
        return False
    if word in _NO_NOUN or (match[1] == "A" and word[0].isupper()):
        return False
    return not _LABELLED.search(text, max(0, match.start() - 16), match.start())
