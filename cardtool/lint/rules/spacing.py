"""Spaces stand where they belong: one between words, none before a comma, one after a full stop.

They are seen in print, where a justified line makes a doubled one wider still.

Bad:

    Draw a  card .Discard it, too.

Good:

    Draw a card. Discard it, too.

`--fix` sets them right. Overlooked on purpose: two spaces after a sentence, and the French space
before : ; ! and ? where a text has it throughout; texts set in columns, or whose symbols were lost,
which have spaces everywhere; addresses, file names, numbers, tables and code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtool.finding import Severity
from cardtool.lint.corpus import Corpus
from cardtool.lint.edits import edit_of
from cardtool.lint.facts import Facts
from cardtool.lint.registry import Problem, text_rule
from cardtool.prose import Block, Sort

_MOST = 5  # of a sort in one text
_IN_COLUMNS = 20  # doubled spaces; a text that was set in columns, and so on purpose, has more
_DOUBLED = re.compile(r"(?<=[^\W\d_])(?<![A-Z])( {2,3})(?=[a-z])|(?<=[a-z],)( {2,3})(?=[a-z])")
_BEFORE = re.compile(r"(?<=[^\W\d_])( )([,;:!?]|\.(?![.\w]))(?=\s|$)")  # before two, a symbol was lost
_PLAIN = r"(?!\w|[./@(]\w|\()"  # no part of an address, a file's name or a call
_AFTER = re.compile(
    r"(?<![\w./@-])[^\W\d_A-Z]*[a-z]{2,}([.!?])"
    rf"(?=[A-Z][a-z]+{_PLAIN})(?!(?:Com|Org|Net|Pdf|Doc|Txt|Html?)\b)"
)
_COMMA = re.compile(rf"(?<![\w./@-])[A-Za-z]?[a-z]{{2,}}(,)(?=[a-z]{{2,}}{_PLAIN})")
_CLOSE = re.compile(r"[.!?,][A-Za-z]")  # without which there is neither of the two
_SIGNS = re.compile(" {2}"), re.compile(r" [.,;:!?](?!\w)"), _CLOSE  # one of them is in every slip
_MEDIAL = re.compile(r"\b(?:com|org|net|www|http|doc|docx|pdf|txt|Vol|No|St|Mr|Mrs|Dr)[.]", re.IGNORECASE)

Slip = tuple[int, int, str, str]
"""From where to where, what to write there, and what is wrong."""


@text_rule("CT609", "spacing", Severity.INFO)
def check(texts: Corpus, facts: Facts) -> Iterator[Problem]:
    suspects = {id(text): text for sign in _SIGNS for text, _ in texts.matching(sign)}
    for text in suspects.values():
        blocks = [block for block in text.current if block.sort is not Sort.ROW]
        if _is_in_columns(blocks):
            continue
        spaced = _is_french(blocks)
        told: dict[str, int] = {}
        for block in blocks:
            for start, end, new, says in _slips(block.text, spaced):
                told[says] = told.get(says, 0) + 1
                if told[says] <= _MOST:
                    near = block.text[max(0, start - 12) : end + 8].strip()
                    yield block.at(start), f'{says}: "{near}"', None, edit_of(block, start, end, new)


def _is_in_columns(blocks: Sequence[Block]) -> bool:
    """Whether the text came from columns or was justified with spaces; then they say nothing."""
    return sum(len(_DOUBLED.findall(block.text)) for block in blocks if "  " in block.text) > _IN_COLUMNS


def _is_french(blocks: Sequence[Block]) -> bool:
    """Whether the text sets a space before the high signs as a rule."""
    joined = "\n".join(block.text for block in blocks)
    with_space = len(re.findall(r"\w[ \u00a0\u202f][;:!?](?:\s|$)", joined))
    return with_space >= 3 and with_space * 2 > len(re.findall(r"\w[;:!?](?:\s|$)", joined))


def _slips(text: str, spaced: bool) -> Iterator[Slip]:
    for match in _DOUBLED.finditer(text) if "  " in text else ():
        yield match.start(), match.end(), " ", f"{len(match[0])} spaces between words"
    for match in _BEFORE.finditer(text):
        if not (spaced and match[2] in ";:!?"):
            yield match.start(), match.end(), match[2], f"a space before {_named(match[2])}"
    for pattern in (_AFTER, _COMMA) if _CLOSE.search(text) else ():
        for match in pattern.finditer(text):
            if not _MEDIAL.search(text, match.start(), match.end()):
                yield match.start(), match.end(), f"{match[0]} ", f"no space after {_named(match[1])}"


def _named(sign: str) -> str:
    names = {".": "a full stop", ",": "a comma", ":": "a colon", ";": "a semicolon"}
    return names.get(sign, f"a {sign}")
