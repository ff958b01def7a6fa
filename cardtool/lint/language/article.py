"""A word is given the a or an with which it is spoken.

The slip comes with a rename: "an Island" becomes "an Battle" in a hurry.

Bad:

    Draw a Island card or an Prize.

Good:

    Draw an Island card or a Prize.

`--fix` changes the article. Overlooked on purpose: words that begin with an h, abbreviations and words
in capitals, long numbers, and everything else that may be spoken in two ways; `a` where it is a label.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import Block, BlockType
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import article_for, replacement_edit
from cardtool.lint.core.matching import word_list
from cardtool.lint.core.sentence_context import begins_sentence

_ARTICLE = re.compile(
    r"(?<![\w'’.&/+-])(an?|An?)(?: |\n[ \t]*)"
    r"(?=([A-Za-z][a-z]+(?![\w.]\w|['’](?!s\b)\w)|\d{1,3}(?!\d|[,./:]\d|/|\s?[–-]\s?\d)))"
)
_MAY_BE_WRONG = (  # every a before what may be spoken with a vowel, every an before what may not
    re.compile(r"[Aa](?<!\w[Aa])\s+(?i:[aeiou]|h(?:our|on|eir)|8|1[18])"),
    re.compile(r"[Aa](?<!\w[Aa])n\s+(?i:[^aeiou8]|eu|ew|on|ou|u)"),
)
_LABELLED = re.compile(
    r"\b(?:step|option|case|phase|rule|row|column|type|side|part|section|paragraph|example|point|item|letter|"
    r"team|group|zone|area|space|player|board|deck|pile|class|grade|vitamin|the)\s*$",
    re.IGNORECASE,
)
_NO_NOUN = word_list("no nouns")


@text_rule("CT611", "article", Severity.WARNING)
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    suspects = {id(block): block for may_be in _MAY_BE_WRONG for _, block in texts.matching(may_be)}
    for block in suspects.values():
        if block.sort is not BlockType.ROW and not block.text.isupper():
            for match in _ARTICLE.finditer(block.text):
                if _is_wrong(block.text, match):
                    yield _problem(block, match)


def _problem(block: Block, match: re.Match[str]) -> Problem:
    written, word = match[1], match[2]
    right = "an" if written.lower() == "a" else "a"
    right = right.capitalize() if written[0].isupper() else right
    edit = replacement_edit(block, match.start(), match.end(2), f"{right}{match[0][len(written) :]}{word}")
    message = f'"{written} {word}" is spoken {right.lower()} {word}'
    return block.at(match.start()), message, f'write "{right} {word}"', edit


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
