"""A word is in one piece.

What was copied from a page brings the page's line breaks along, and a finger is quicker than the space bar.

Bad:

    The attack deals dam- age. Y ou may then take thec ard.

Good:

    The attack deals damage. You may then take the card.

Looked for are words that a hyphen and a space break, or a space alone, and a letter that stands with the word
before its own. Told are those that the dictionary has when they are put together, and of which it lacks a
piece. Of a text with more than ten the first is told, with their number. Found in real rules are
"neces- sary", "fl ees" and "Y ou".

This needs the extra `cardtool-pnp[spelling]`. Overlooked on purpose: "over- and underworld"; texts of fewer
than six words, which may be rows of abbreviations; code.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from cardtool.documents import Block, BlockType, TextKind
from cardtool.finding import Edit
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.matching import word_list
from cardtool.lint.language.spelling import game_words, stands_as_word
from cardtool.model import Source
from cardtool.programs import Dictionary, american_dictionary

_BROKEN = re.compile(r"(?<![\w'’./@-])([A-Za-z][a-z]{0,19})(-? )(?=([a-z]{2,20})(?![\w'’@/-]|\.\w))")
_HYPHEN = re.compile(r"- (?<=[a-z]- )[a-z]")
_LITTLE = word_list("function words")
_SHORTEST = 3  # letters of a word in two pieces
_FEWEST = 6  # words of a text that is no row of abbreviations
_MOST = 10  # findings of a text; if it has more, it is from a page, and they are counted


@text_rule("CT622", "broken-word", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    known = american_dictionary()
    if known is None:
        return
    odd = {word for word in texts.words if word.isascii() and word.isalpha() and not _has(known, word)}
    spots = (*texts.with_words(*odd), *texts.matching(_HYPHEN))
    told: defaultdict[int, list[tuple[Source, str, str, Edit | None]]] = defaultdict(list)
    for text, block in {id(spot[1]): spot for spot in spots}.values():
        is_prose = block.sort is not BlockType.CODE and len(block.text.split()) >= _FEWEST
        if is_prose and text.role is not TextKind.TEMPLATE:
            for match in _BROKEN.finditer(block.text):
                first, between, second = match.groups()
                is_odd = second in odd or first.lower() in odd or "-" in between
                whole = _whole(first, between, second, known) if is_odd else ""
                if whole and stands_as_word(block.text, *match.span(3)):
                    told[id(text)].append(_problem(block, match, whole))
    for found in told.values():
        if len(found) > _MOST:
            place, message, fix, _ = found[0]
            yield place, f"{message}, and {len(found) - 1} more like it", fix
        else:
            yield from found


def _whole(first: str, between: str, second: str, known: Dictionary) -> str:
    """Return what was meant by two pieces; nothing where they may be right."""
    both, has_second = (first + second).lower(), _has(known, second)
    if len(both) >= _SHORTEST and known.has(both):
        is_broken = second not in _LITTLE if "-" in between else not has_second
        return first + second if is_broken else ""
    rest, moved = first[:-1], first[-1] + second
    is_moved = "-" not in between and rest in _LITTLE and not _has(known, first)
    is_word = moved in _LITTLE or (known.has(moved) and not has_second)
    return f"{rest} {moved}" if is_moved and is_word else ""


def _has(known: Dictionary, word: str) -> bool:
    return word in game_words() or known.has(word)


def _problem(block: Block, match: re.Match[str], whole: str) -> tuple[Source, str, str, Edit | None]:
    message = f'"{"".join(match.groups())}" is in pieces'
    edit = replacement_edit(block, match.start(), match.end(3), whole)
    return block.at(match.start()), message, f'write "{whole}"', edit
