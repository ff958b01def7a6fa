"""Signs of a sentence stand as they do in print: with a space behind a stop and before a bracket, and once.

"Each player draws a card.The game (see below)ends" is what a cut and a paste leave. Nobody misunderstands
it; everybody takes it for carelessness, in the numbers as well.

Bad:

    Roll for damage(once per turn), then move.The raft moves by 25%%. but the goat stays.

Good:

    Roll for damage (once per turn), then move. The raft moves by 25%. But the goat stays.

Found in real rules are "game(at the start", "answer,the", "round.If two", "their kingdom. but each". `--fix`
puts the space there. Of a plain text that has many, the first is told, with how many there are.

Overlooked on purpose: code; tables, save for signs that stand twice; functions and addresses; "player(s)",
and whatever is no phrase in its bracket; a small letter behind what may be an abbreviation, and in plain
text, which may be a page that was scanned.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.finding import Edit
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.matching import word_list
from cardtool.model import Source

_OPENERS = "|".join(sorted(word_list("openers of sentences")))
_CAPITALS = "|".join(sorted(map(str.capitalize, word_list("openers of sentences"))))
_SIGN = re.compile(
    r"(?<![\w./@&=:-])[a-z]{3,}(?:(?P<bracket>\()(?=(?:[a-z]+ ){2}[a-z]+)"
    rf"|(?P<stop>[.!?])(?=(?:{_CAPITALS})\s[a-z])|(?P<comma>,)(?=(?:{_OPENERS})\s[a-z])"
    rf"|\. (?P<small>{_OPENERS})(?=\s[a-z]+\s[a-z]))|\d(?P<twice>%%)(?!\w)"
)
_SAYS = {  # what is wrong, and the sign as it should be
    "bracket": ("there is no space before the bracket", " ("),
    "stop": ("there is no space behind the stop", "{} "),
    "comma": ("there is no space behind the comma", ", "),
    "small": ("a sentence begins with a small letter", ""),
    "twice": ("the sign stands there twice", "%"),
}
_SHORT = word_list("abbreviated")
_MOSTLY_SMALL = 1 / 3  # of the blocks of a text in which no sentence has a capital
_MOST = 3  # findings of a plain text; if it has more, they are from where it was saved, and counted


@text_rule("CT617", "sentence-signs", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    plain: defaultdict[int, list[tuple[Source, str, str, Edit | None]]] = defaultdict(list)
    for text, block in texts.matching(_SIGN):
        if text.role is not TextKind.TEMPLATE and block.sort is not BlockType.CODE:
            places = (match for match in _SIGN.finditer(block.text) if _is_wrong(text, block, match))
            found = [_problem(block, match) for match in places]
            if text.is_plain:
                plain[id(text)] += found
            else:
                yield from found
    for found in plain.values():
        if len(found) <= _MOST:
            yield from found
        else:
            at, says, fix, _ = found[0]
            yield at, f"{says}, and {len(found) - 1} more like it", fix


def _is_wrong(text: Text, block: Block, match: re.Match[str]) -> bool:
    """Return whether a place is no abbreviation, and no page whose full stops may be specks."""
    if match.lastgroup != "small":
        return match.lastgroup == "twice" or block.sort is not BlockType.ROW
    begun = [each.text[0] for each in text.current if each.text]
    is_all_small = sum(map(str.islower, begun)) > _MOSTLY_SMALL * len(begun)
    return not (text.is_plain or is_all_small) and match[0].split(".")[0] not in _SHORT


def _problem(block: Block, match: re.Match[str]) -> tuple[Source, str, str, Edit | None]:
    """Return what is wrong at one place, with the edit that mends it."""
    group = match.lastgroup or ""
    says, sign = _SAYS[group]
    start, end = match.span(group)
    said = " ".join(block.text[match.start() : end + 20].split()[: 1 + (group == "small")])
    new = sign.format(match[group]) or match[group].capitalize()
    edit = None if group == "small" else replacement_edit(block, start, end, new)
    return block.at(start), f'"{said}": {says}', f'write "{new}"', edit
