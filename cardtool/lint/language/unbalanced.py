"""What is opened, is closed: brackets, double quotes and bold letters.

A bracket that is never closed leaves readers waiting for the end of the aside; a lost quote makes it
unclear which words are the name.

Bad:

    Discard it (unless you flip it.
    Play "Chainmail and draw a card.

Good:

    Discard it (unless you flip it).
    Play "Chainmail" and draw a card.

Looked at paragraph by paragraph, in rules, rulebook, cards and documents; and in Markdown at two stars that
are left at either end of a paragraph. Overlooked on purpose:
what a paragraph nearby closes, quotes of several paragraphs, labels such as `a)`, smileys, inches,
intervals, single quotes (which are apostrophes as well), templates, tables and code; and a plain text with
more than six such signs, which is a page that was scanned.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cardtool.documents import Block, BlockType, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule

_NO_BRACKETS = (
    r"[([]\s*-?\d+\s*[,;]\s*-?[\d∞n]+\s*[)\]]",  # an interval
    r"[\"“'‘`][()\[\]][\"”'’`]",  # a bracket that is spoken of
    r"\A(?:\[(?![^]]*])|\((?![^)]*\))|[)\]])(?=\s)",  # the sign of something, in a key
    r"\([\[\]]\)",  # a bracket that is spoken of
    r"<[-=]++|(?<![-=])[-=]++>",
    r"(?<!\w)[:;=8xX][-'o^]?[(\[](?=\s|$)",  # the mouth of a smiley
)
_NO_BRACKET = LazyRegex("|".join(_NO_BRACKETS), re.NOFLAG)
_BRACKET = re.compile(r"[()\[\]]")
_LABEL = LazyRegex(
    r"(?:^|[\s(\[/“\"•])(?:\d{1,3}\.?|[^\W\d_]|[A-Z]\d|[ivxIVX]{1,4}|\d{1,2}\.?[A-Za-z]|\d\.\d)[)\]]$",
    re.NOFLAG,
)
_SMILEY = re.compile(r"(?:(?<!\w)[=8xX]|[:;])[-'o^,]?[)\]]$")
_SPOKEN_OF = LazyRegex(r"[`'‘][\"“”][´'’]|\A[\"“”](?=\s)(?!\s[‘’])", re.NOFLAG)
_LONGEST_LABEL = 6
_OPENER = {")": "(", "]": "[", "”": "“"}
_CURLY = re.compile(r"[“”]")
_HALF_CURLY = re.compile(r"“[^“”\"\n]{1,80}\"(?!\w)")
_INCHES = re.compile(r"(?<=[\d½¼¾])\s?[\"”]")
_TURNED = re.compile(r"(?:\A|[\s/(])”\w|\w[.,!?]?“(?=[\s).,;:]|\Z)")
_FOREIGN = re.compile(r"[„«»‟]|``|''|[א-ת]\"")
_WIDE = str.maketrans("（）", "()")  # of Chinese and Japanese, where one of a pair is often of the other sort


class LoneSign(NamedTuple):
    """A sign without a partner at this offset, and the sign that opens such a pair."""

    sign: str
    at: int
    opener: str

    @property
    def opens(self) -> bool:
        return self.sign == self.opener


def lone_signs(text: str) -> Iterator[LoneSign]:
    """Yield every bracket and every double quote of this text that has no partner in it, by its place."""
    if any(sign in text for sign in "()[]"):
        yield from _without_partner(_NO_BRACKET.sub(_masked, text.translate(_WIDE)), _BRACKET)
    if any(sign in text for sign in '“”"') and not _FOREIGN.search(text):
        yield from _lone_quotes(_SPOKEN_OF.sub(_masked, text))


def _masked(match: re.Match[str]) -> str:
    return "x" * len(match[0])


def _without_partner(text: str, signs: re.Pattern[str]) -> Iterator[LoneSign]:
    waiting: list[LoneSign] = []
    for match in signs.finditer(text):
        opener = _OPENER.get(match[0], match[0])
        lone = LoneSign(match[0], match.start(), opener)
        if lone.opens:
            waiting.append(lone)
        elif waiting and waiting[-1].opener == opener:
            waiting.pop()
        elif not _is_label_or_smiley(text, match.end()):
            yield lone
    yield from waiting


def _is_label_or_smiley(text: str, end: int) -> bool:
    """Return whether the bracket that ends here closes nothing because it belongs to `a)` or to a smiley."""
    start = max(0, end - _LONGEST_LABEL)
    before = ("" if start else "\n") + text[start:end]
    return _LABEL.search(before) is not None or _SMILEY.search(before) is not None


def _lone_quotes(text: str) -> Iterator[LoneSign]:
    """Yield lone quotes, where all are of one sort and none is an inch, Swedish or turned by a program."""
    straight = [match.start() for match in re.finditer('"', text)]
    curly = _CURLY.findall(text)
    if len(straight) % 2 and (half := _HALF_CURLY.search(text)):
        yield LoneSign("“", half.start(), "“")
    if (straight and curly) or _INCHES.search(text) or _TURNED.search(text):
        return
    if len(straight) % 2:
        yield LoneSign('"', _odd_one(text, straight), '"')
    elif "“" in curly or len(curly) % 2:
        yield from _without_partner(text, _CURLY)


def _odd_one(text: str, places: list[int]) -> int:
    """Return the quote that is most likely alone: the first that does not stand as its turn would have it."""
    for turn, at in enumerate(places):
        after_space = at == 0 or text[at - 1] in " \t\n([-–—/"
        if after_space != (turn % 2 == 0):
            return at if turn % 2 == 0 else places[turn - 1]
    return places[-1]


_ENDINGS = frozenset(".!?:;…”\"')]")
_MOST_PLAIN = 6  # lone signs of a plain text; more of them are specks and letters of a page that was scanned
_FEW_SIGNS = 5  # that make no drawing
_NEARBY = 12  # blocks within which an aside may go on
_SPEECH = 2  # blocks within which what stands in straight quotes may
_CLOSING = re.compile(r"(?<=[^\s([])\"(?!\w)")
_SIGN = re.compile(r"[()\[\]“”\"*]")
_STARS = re.compile(r"(?<![\w*])(?P<opens>\*\*)(?=[^\W\d_])|(?<=[^\W_])\*\*(?![\w*])")
_LONE_STAR = re.compile(r"(?<=\w )\*(?=[^\W\d_*])")  # of italics; that of a footnote follows a word
_SPACED_STARS = re.compile(r"\A\*\*\w[^*]* \*\*(?!\S)")  # `**Bold: **`: a space keeps it from closing
_READ = (BlockType.PARAGRAPH, BlockType.ITEM, BlockType.HEADING, BlockType.ROW)


@text_rule("CT604", "unbalanced", Severity.WARNING)
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    for text in {id(text): text for text, _ in texts.matching(_SIGN)}.values():
        if text.role is not TextKind.TEMPLATE:
            blocks = [block for block in text.current if block.sort in _READ]
            signs = [
                (blocks[row], sign) for row, sign in _unpaired_signs(blocks) if not _is_cut(blocks, row, sign)
            ]
            found = [_problem(block, sign) for block, sign in signs if not _is_drawn(block)]
            yield from found if len(found) <= _MOST_PLAIN or not text.is_plain else ()
            if text.role is TextKind.DOCUMENT and not text.is_plain:
                for block in blocks:
                    yield from _star_problems(block) if block.sort is not BlockType.ROW else ()


def _star_problems(block: Block) -> Iterator[Problem]:
    """Yield what is left of bold letters at either end of a paragraph, or of italics."""
    bold, italic = _STARS.search(block.text), _LONE_STAR.search(block.text)
    if bold and (block.text.count("**") % 2 or _SPACED_STARS.match(block.text)):
        yield _problem(block, LoneSign("**", bold.start(), "**" if bold["opens"] else ""))
    if italic and block.text.count("*") == 1:
        yield _problem(block, LoneSign("*", italic.start(), "*"))


def _is_drawn(block: Block) -> bool:
    """Return whether this is a table, or a drawing of signs, its beginning or its end, and no sentence."""
    signs = sum(not (sign.isalnum() or sign.isspace()) for sign in block.text)
    is_drawing = "```" in block.text or signs > max(_FEW_SIGNS, sum(map(str.isalnum, block.text)))
    return block.sort is BlockType.ROW or is_drawing


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
            is_straight = lone.sign == '"'
            may_close = not lone.opens or (is_straight and _CLOSING.match(block.text, lone.at))
            if may_close and waiting[lone.opener]:
                waiting[lone.opener].pop()
            elif not lone.opens or (is_straight and may_close):
                yield row, lone
            else:
                opened.append((row, lone))
        for each in opened:
            waiting[each[1].opener].append(each)
        for kind, openers in waiting.items():
            nearby = _SPEECH if kind == '"' else _NEARBY
            yield from (each for each in openers if row - each[0] > nearby)
            waiting[kind] = [each for each in openers if row - each[0] <= nearby]
    for openers in waiting.values():
        yield from openers


def _problem(block: Block, lone: LoneSign) -> Problem:
    left, right = max(0, lone.at - 16), lone.at + 24
    near = " ".join(block.text[left:right].split())
    where = f'(at "{"…" if left else ""}{near}{"…" if right < len(block.text) else ""}")'
    if lone.sign == '"':
        return block.at(lone.at), f"one of the quotes has no partner {where}", "open or close the quote"
    if lone.opens:
        return block.at(lone.at), f"{lone.sign} is never closed {where}", "close it, or take it out"
    return block.at(lone.at), f"{lone.sign} closes nothing {where}", "open it, or take it out"
