"""Spaces and signs stand where they belong: one space between words, none before a comma, one after a stop.

They are seen in print, where a justified line makes a doubled one wider still.

Bad:

    Draw a  card (or two,) .Discard it, too. You can not pass.

Good:

    Draw a card (or two). Discard it, too. You cannot pass.

Found as well are a comma or a semicolon before a closing bracket, and, once in a text, "can not" and
an apostrophe, ' or ’, that is not the one which the text mostly has. `--fix` sets the spaces right.

Overlooked on purpose: two spaces after a sentence, and the French space before : ; ! and ? where a text
has it throughout; "can not only"; texts set in columns, or whose symbols were lost, which have spaces
everywhere; addresses, file names, numbers, tables and code.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit

_INSIDE = LazyRegex(r"(?<=[^\W\d_])['’](?=[^\W\d_])")
_LEAST_USUAL = 4  # uses of the commoner one
_TIMES_RARER = 3  # as many as of the rarer one


class MixedApostrophes(NamedTuple):
    """The first place of the rarer apostrophe, what it is and what the other, and how often each is set."""

    block: Block
    start: int
    rare: str
    usual: str
    times: tuple[int, int]


def mixed_apostrophes(text: Text) -> MixedApostrophes | None:
    """Return where a text has another apostrophe than it mostly has; nothing where it has many of both."""
    blocks = [block for block in text.current if block.sort is not BlockType.ROW]
    if not all(any(sign in block.text for block in blocks) for sign in "'’"):
        return None
    found = [(block, match) for block in blocks for match in _INSIDE.finditer(block.text)]
    return _rarer_apostrophe(found)


def _rarer_apostrophe(found: Sequence[tuple[Block, re.Match[str]]]) -> MixedApostrophes | None:
    curly = sum(match[0] == "’" for _, match in found)
    few, many = sorted((curly, len(found) - curly))
    if not few or many < max(_LEAST_USUAL, _TIMES_RARER * few):
        return None
    rare, usual = ("’", "'") if few == curly else ("'", "’")
    block, first = next((block, match) for block, match in found if match[0] == rare)
    return MixedApostrophes(block, first.start(), rare, usual, (few, many))


_MOST = 5  # of a sort in one text
_IN_COLUMNS = 20  # doubled spaces; a text that was set in columns, and so on purpose, has more
_DOUBLED = re.compile(r"(?<=[^\W\d_])(?<![A-Z])( {2,3})(?=[a-z])|(?<=[a-z],)( {2,3})(?=[a-z])")
_BEFORE = re.compile(r"(?<=[^\W\d_])( )([,;:!?]|\.(?![.\w]))(?=\s|$)")  # before two, a symbol was lost
_PLAIN = r"(?!\w|[./@(]\w|\()"  # no part of an address, a file's name or a call
_AFTER = re.compile(
    r"(?<![\w./@-])[^\W\d_A-Z]*+(?<=[a-z]{2})([.!?])"
    rf"(?=[A-Z][a-z]+{_PLAIN})(?!(?:Com|Org|Net|Pdf|Doc|Txt|Html?)\b)"
)
_COMMA = re.compile(rf"(?<![\w./@-])[A-Za-z]?[a-z]{{2,}}(,)(?=[a-z]{{2,}}{_PLAIN})")
_CLOSE = re.compile(r"[.!?,][A-Za-z]")  # without which there is neither of the two
_SIGNS = re.compile(" {2}"), re.compile(r" [.,;:!?](?!\w)"), _CLOSE  # one of them is in every slip
_CLOSING = re.compile(r"(?<=[^\W\d_]{2})[,;]\)(?!\w)")
_CANNOT = LazyRegex(r"\bcan not\b(?! (?:only|just|merely|simply|but)\b)")
_MEDIAL = re.compile(r"\b(?:com|org|net|www|http|doc|docx|pdf|txt|Vol|No|St|Mr|Mrs|Dr)[.]", re.IGNORECASE)

SpacingSlip = tuple[int, int, str, str]
"""From where to where, what to write there, and what is wrong."""


@text_rule("CT609", "spacing", Severity.INFO, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    for _, block in texts.matching(_CLOSING) if texts.signs_used(",)", ";)") else ():
        yield from _bracket_problems(block)
    for text in texts if texts.signs_used("can not") or len(texts.signs_used("'", "’")) > 1 else ():
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            yield from _text_problems(text)
    suspects = {id(text): text for sign in _SIGNS for text, _ in texts.matching(sign)}
    for text in suspects.values():
        blocks = [block for block in text.current if block.sort is not BlockType.ROW]
        if _is_in_columns(blocks):
            continue
        spaced = _is_french(blocks)
        times: dict[str, int] = {}
        for block in blocks:
            for start, end, new, says in _spacing_slips(block.text, spaced):
                times[says] = times.get(says, 0) + 1
                if times[says] <= _MOST:
                    near = block.text[max(0, start - 12) : end + 8].strip()
                    yield block.at(start), f'{says}: "{near}"', None, replacement_edit(block, start, end, new)


def _bracket_problems(block: Block) -> Iterator[Problem]:
    for match in _CLOSING.finditer(block.text) if block.sort is not BlockType.ROW else ():
        near = block.text[max(0, match.start() - 12) : match.end()].strip()
        fix = "put it behind the bracket, or take it out"
        yield (
            block.at(match.start()),
            f'{_sign_name(match[0][0])} before a bracket that closes: "{near}"',
            fix,
        )


def _text_problems(text: Text) -> Iterator[Problem]:
    """Yield what is told once in a text, however often it is there."""
    parted = [
        (block, match)
        for block in text.current
        if "can not" in block.text
        for match in _CANNOT.finditer(block.text)
    ]
    for block, match in parted[:1]:
        times = f" ({len(parted)} times)" if len(parted) > 1 else ""
        yield block.at(match.start()), f'"{match[0]}" is one word{times}', 'write "cannot"'
    if mixed := mixed_apostrophes(text):
        rare, usual = mixed.times
        message = f"{mixed.rare} is the apostrophe here, and mostly {mixed.usual} ({usual} against {rare})"
        yield mixed.block.at(mixed.start), message, f"write {mixed.usual} throughout"


def _is_in_columns(blocks: Sequence[Block]) -> bool:
    """Return whether the text came from columns or was justified with spaces; then they say nothing."""
    return sum(len(_DOUBLED.findall(block.text)) for block in blocks if "  " in block.text) > _IN_COLUMNS


def _is_french(blocks: Sequence[Block]) -> bool:
    """Return whether the text sets a space before the high signs as a rule."""
    joined = "\n".join(block.text for block in blocks)
    with_space = len(re.findall(r"\w[ \u00a0\u202f][;:!?](?:\s|$)", joined))
    return with_space >= 3 and with_space * 2 > len(re.findall(r"\w[;:!?](?:\s|$)", joined))


def _spacing_slips(text: str, spaced: bool) -> Iterator[SpacingSlip]:
    for match in _DOUBLED.finditer(text) if "  " in text else ():
        yield match.start(), match.end(), " ", f"{len(match[0])} spaces between words"
    for match in _BEFORE.finditer(text):
        if not (spaced and match[2] in ";:!?"):
            yield match.start(), match.end(), match[2], f"a space before {_sign_name(match[2])}"
    for pattern in (_AFTER, _COMMA) if _CLOSE.search(text) else ():
        for match in pattern.finditer(text):
            if not _MEDIAL.search(text, match.start(), match.end()):
                yield match.start(), match.end(), f"{match[0]} ", f"no space after {_sign_name(match[1])}"


def _sign_name(sign: str) -> str:
    names = {".": "a full stop", ",": "a comma", ":": "a colon", ";": "a semicolon"}
    return names.get(sign, f"a {sign}")
