"""What is opened, is closed: brackets and double quotes.

A bracket that is never closed leaves readers waiting for the end of the aside; a lost quote makes it
unclear which words are the name.

Bad:

    Discard it (unless you flip it.
    Play "Chainmail and draw a card.

Good:

    Discard it (unless you flip it).
    Play "Chainmail" and draw a card.

Looked at paragraph by paragraph, in rules, rulebook, cards and documents. Overlooked on purpose:
what a paragraph nearby closes, quotes of several paragraphs, labels such as `a)`, smileys, inches,
intervals, single quotes (which are apostrophes as well), templates, tables and code; and a plain text with
more than six such signs, which is a page that was scanned.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardtool.documents import Block, BlockType, TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule

_NO_BRACKETS = (
    r"[([]\s*-?\d+\s*[,;]\s*-?[\d∞n]+\s*[)\]]",  # an interval
    r"[\"“'‘`][()\[\]][\"”'’`]",  # a bracket that is spoken of
    r"\A(?:\[(?![^]]*])|\((?![^)]*\))|[)\]])(?=\s)",  # the sign of something, in a key
    r"\([\[\]]\)",  # a bracket that is spoken of
    r"<[-=]++|(?<![-=])[-=]++>",
)
_NO_BRACKET = re.compile("|".join(_NO_BRACKETS))
_BRACKET = re.compile(r"[()\[\]]")
_LABEL = re.compile(
    r"(?:^|[\s(\[/“\"•])(?:\d{1,3}\.?|[A-Za-z]|[A-Z]\d|[ivxIVX]{1,4}|\d{1,2}\.?[A-Za-z]|\d\.\d)[)\]]$"
)
_SAD = re.compile(r"(?<!\w)[:;=8xX][-'o^]?[(\[](?:\s|$)")
_SMILEY = re.compile(r"(?:(?<!\w)[=8xX]|[:;])[-'o^,]?[)\]]$")
_SPOKEN_OF = re.compile(r"[`'‘][\"“”][´'’]|\A[\"“”](?=\s)")
_LONGEST_LABEL = 6
_PARTNER = {")": "(", "]": "["}
_CURLY = re.compile(r"[“”]")
_INCHES = re.compile(r"(?<=[\d½¼¾])\s?[\"”]")
_TURNED = re.compile(r"(?:\A|[\s/(])”\w|\w[.,!?]?“(?=[\s).,;:]|\Z)")
_FOREIGN = re.compile(r"[„«»‟]|``|''")


@dataclass(frozen=True, slots=True)
class LoneSign:
    """A sign without a partner at this offset; `opens` says which part of a pair it is."""

    sign: str
    at: int
    opens: bool
    kind: str


def lone_signs(text: str) -> Iterator[LoneSign]:
    """Yield every bracket and every double quote of this text that has no partner in it, by its place."""
    if any(sign in text for sign in "()[]"):
        yield from _lone_brackets(_NO_BRACKET.sub(_masked, text))
    if any(sign in text for sign in '“”"') and not _FOREIGN.search(text):
        yield from _lone_quotes(_SPOKEN_OF.sub(_masked, text))


def _masked(match: re.Match[str]) -> str:
    return "x" * len(match[0])


def _lone_brackets(text: str) -> Iterator[LoneSign]:
    waiting: list[tuple[str, int]] = []
    for match in _BRACKET.finditer(text):
        sign, at = match[0], match.start()
        if sign in "([" and not _is_sad(text, at + 1):
            waiting.append((sign, at))
        elif waiting and waiting[-1][0] == _PARTNER.get(sign):
            waiting.pop()
        elif sign in _PARTNER and not _is_label_or_smiley(text, at + 1):
            yield LoneSign(sign, at, False, _PARTNER[sign])
    yield from (LoneSign(sign, at, True, sign) for sign, at in waiting)


def _is_sad(text: str, end: int) -> bool:
    """Return whether the bracket that ends here is the mouth of a smiley, with nothing behind it."""
    return not text[end : end + 1].strip() and _SAD.search(text, max(0, end - 3), end + 1) is not None


def _is_label_or_smiley(text: str, end: int) -> bool:
    """Return whether the bracket that ends here closes nothing because it belongs to `a)` or to a smiley."""
    start = max(0, end - _LONGEST_LABEL)
    before = ("" if start else "\n") + text[start:end]
    return _LABEL.search(before) is not None or _SMILEY.search(before) is not None


def _lone_quotes(text: str) -> Iterator[LoneSign]:
    straight = [match.start() for match in re.finditer('"', text)]
    curly = [match.start() for match in _CURLY.finditer(text)]
    if _INCHES.search(text):  # or the end of quoted words that end in a figure
        return
    if straight and not curly:
        if len(straight) % 2:
            yield LoneSign('"', _odd_one(text, straight), True, '"')
    elif curly and not straight:
        yield from _lone_curly_quotes(text)


def _odd_one(text: str, places: list[int]) -> int:
    """Return the quote that is most likely alone: the first that does not stand as its turn would have it."""
    for turn, at in enumerate(places):
        after_space = at == 0 or text[at - 1] in " \t\n([-–—/"
        if after_space != (turn % 2 == 0):
            return at if turn % 2 == 0 else places[turn - 1]
    return places[-1]


def _lone_curly_quotes(text: str) -> Iterator[LoneSign]:
    signs = [(match[0], match.start()) for match in _CURLY.finditer(text)]
    if all(sign == "”" for sign, _ in signs) and len(signs) % 2 == 0:
        return  # the Swedish way
    if _TURNED.search(text):
        return  # closing quotes that open, or opening ones that close, as a program may turn them
    waiting: list[int] = []
    for sign, at in signs:
        if sign == "“":
            waiting.append(at)
        elif waiting:
            waiting.pop()
        else:
            yield LoneSign(sign, at, False, "“")
    for at in waiting:
        yield LoneSign("“", at, True, "“")


_ENDINGS = frozenset(".!?:;…”\"'")
_MOST_PLAIN = 6  # lone signs of a plain text; more of them are specks and letters of a page that was scanned
_NEARBY = 12  # blocks within which an aside may go on
_SIGN = re.compile(r"[()\[\]“”\"]")
_READ = (BlockType.PARAGRAPH, BlockType.ITEM, BlockType.HEADING)


@text_rule("CT604", "unbalanced", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    suspects = {id(text): text for text, _ in texts.matching(_SIGN)}
    for text in suspects.values():
        if text.role is not TextKind.TEMPLATE:
            blocks = [block for block in text.current if block.sort in (*_READ, BlockType.ROW)]
            found = [
                _problem(blocks[row], lone)
                for row, lone in _unpaired_signs(blocks)
                if blocks[row].sort is not BlockType.ROW and not _is_cut(blocks, row, lone)
            ]
            yield from found if len(found) <= _MOST_PLAIN or not text.is_plain else ()


def _is_cut(blocks: Sequence[Block], row: int, lone: LoneSign) -> bool:
    """Return whether the sentence with this sign goes on elsewhere, as in columns that were saved as text."""
    if lone.opens:
        is_page = lone.sign != '"' or blocks[row].file.endswith(".txt")
        return is_page and blocks[row].text.rstrip()[-1:] not in _ENDINGS
    is_led = blocks[row].text[:1].islower() or blocks[row].text[:1] in ")]"
    return is_led or (row > 0 and blocks[row - 1].text.rstrip()[-1:].islower())


def _unpaired_signs(blocks: Sequence[Block]) -> Iterator[tuple[int, LoneSign]]:
    """Yield the lone signs of each block, less those that close what a block shortly before has opened."""
    waiting: defaultdict[str, list[tuple[int, LoneSign]]] = defaultdict(list)  # by kind, the last one last
    for row, block in enumerate(blocks):
        if block.text.startswith("“"):  # a quote of several paragraphs is opened in each
            waiting["“"] = [each for each in waiting["“"] if each[0] != row - 1]
        opened = []
        for lone in lone_signs(block.text):
            if not lone.opens and waiting[lone.kind]:
                waiting[lone.kind].pop()
            elif lone.opens is False or lone.sign == '"':
                yield row, lone
            else:
                opened.append((row, lone))
        for each in opened:
            waiting[each[1].kind].append(each)
        for kind, openers in waiting.items():
            yield from (each for each in openers if row - each[0] > _NEARBY)
            waiting[kind] = [each for each in openers if row - each[0] <= _NEARBY]
    for openers in waiting.values():
        yield from openers


def _problem(block: Block, lone: LoneSign) -> Problem:
    near = _quoted_context(block.text, lone.at)
    if lone.sign == '"':
        return block.at(lone.at), f'one of the quotes has no partner (at "{near}")', "open or close the quote"
    if lone.opens:
        return block.at(lone.at), f'{lone.sign} is never closed (at "{near}")', "close it, or take it out"
    return block.at(lone.at), f'{lone.sign} closes nothing (at "{near}")', "open it, or take it out"


def _quoted_context(text: str, at: int) -> str:
    left, right = max(0, at - 16), at + 24
    near = " ".join(text[left:right].split())
    return f"{'…' if left else ''}{near}{'…' if right < len(text) else ''}"
