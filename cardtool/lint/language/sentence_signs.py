"""Signs of a sentence stand as they do in print: with a space behind a stop and before a bracket, and once.

"Each player draws a card.The game (see below)ends" is what a cut and a paste leave. Nobody misunderstands
it; everybody takes it for carelessness, in the numbers as well.

Bad:

    Roll for damage(once per turn), then move.The raft moves by 25%%. but the goat stays.

Good:

    Roll for damage (once per turn), then move. The raft moves by 25%. But the goat stays.

Told as well are "up to4", "the d6's" and "some GM's" of several, "For example; if", "For example the",
"between D or E", "e.g the", "territory(s)" and, where hardly any other colon has one, a space before it.
Found in real rules are "game(at the start", "answer,the", "round.If two", "their kingdom. but each", "Good/
Evil" and "( see below)". `--fix` puts the space there, or takes it out. Of a plain text that has many, the
first is told, with how many there are.

Overlooked on purpose: code; cells that hold no sentence, save for signs that stand twice; functions and
addresses; "player(s)", and whatever is no phrase in its bracket; a small letter behind what may be an
abbreviation, and in plain text, which may be a page that was scanned.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from cardtool.documents import Block, BlockType, Text, TextKind, read_lists
from cardtool.finding import Edit
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.matching import word_list
from cardtool.lint.core.sentence_context import begins_sentence, is_headline, prose_of
from cardtool.lint.core.text_index import TextBlock
from cardtool.model import Source

_LITTLE = ("to", "of", "by", "with", "and", "or", "is", "are", "at", "from", "for", "have", "draw")
_OPENERS = word_list("openers of sentences")
_CHOICES = {
    "{openers}": _OPENERS,
    "{Openers}": {word.capitalize() for word in _OPENERS - {"a"}},  # A: a player
    "{Small words}": {word.capitalize() for word in word_list("never with a capital inside a sentence")},
    "{little words}": _LITTLE,
}
_SIGNS = {
    place: [line.split("\t") for line in lines]
    for place, lines in read_lists(Path(__file__).with_name("sentence_signs.txt")).items()
}
_SAYS = {
    name: (wrong, "".join(right).replace("_", " "))
    for signs in _SIGNS.values()
    for name, _, wrong, *right in signs
}
"""What is wrong at each sign, by its name, and what to write there."""


def _any_of(place: str) -> str:
    """Return a pattern of the signs that are looked for in one place, each a group with its name."""
    found = "|".join(pattern.replace("<sign>", f"<{name}>") for name, pattern, *_ in _SIGNS[place])
    for name, words in _CHOICES.items():
        found = found.replace(name, "|".join(sorted(words)))
    return found


_BEFORE = r"[A-Za-z](?<![\w./@&=:-].)[a-z]{2,}+(?=[(.!?,;/]| [/A-Z,.;])"  # looks behind letters only
_OF_WORD, _OF_LETTER, _OF_ITSELF = map(_any_of, ("behind a word", "behind a letter", "anywhere"))
_SIGN = LazyRegex(f"{_BEFORE}(?:{_OF_WORD})|[A-Za-z](?:{_OF_LETTER})|{_OF_ITSELF}", re.NOFLAG)
_OF_ANY = rf"(?<=[a-z][a-z])(?:{_OF_WORD})|(?<=[A-Za-z])(?:{_OF_LETTER})|{_OF_ITSELF}"
_MAY_BE_SIGN = re.compile(  # the same, asked of the few letters that begin one and not of every word
    rf"[(.!?,;/ \dTWEFPYCM](?<! (?=[a-z]))(?<=(?={_OF_ANY}).)"
)
_RARE_SIGN = LazyRegex(_any_of("rare"), re.NOFLAG)
_IN_NUMBERS = re.compile(  # asked of the signs, for letters are many
    r"\d(?:; [A-Z]|, \d{1,2},\d)|\.(?<=[ie]\.)[eg](?!\.)|\((?:(?<=y\()s|(?<=[a-z]\()[A-Z])\)|\)[a-z]"
)
_RUN_TOGETHER = re.compile(rf"(?:{'|'.join(_LITTLE)})\d{{1,2}}|\d*d\d{{1,3}}['’]s|[a-z]{{2,5}}['’]s")
_RUN_IN = re.compile(r"(?:the|your|each|with|of)([a-z]{4,})")
_BESIDE = 30  # letters beside the place, of which a word is told
_WORD = re.compile(r"\s?\S+\s?|\s")
_SHORT = word_list("abbreviated")
_IN_TITLE = re.compile(r" (?:the|a|an|of|to|in|for) [A-Z]")  # read for Into the Odd
_COMMANDS = re.compile(r"(?:type|write|enter|say|use|command)s?[ :,]*$", re.IGNORECASE)
_SLANTED = re.compile(r"(?<![^\s(])/\w[^/\n]{0,60}/(?!\w)")  # /Harbour Master/, in italics
_LAST_WORD = re.compile(r"[^\W\d_]+\Z")
_COLONS = (re.compile(r"\w :\s"), re.compile(r"\w:\s"))
_MOST_GAPS, _MORE_CLOSED = 2, 5  # spaces before a colon, and colons without one for each of them
_FAR_MORE_CLOSED = 20  # for each of more spaces
_LONGEST_SHORT = 3  # letters of what may be an abbreviation
_MOSTLY_SMALL = 1 / 3  # of the blocks of a text in which no sentence has a capital
_MOST = 3  # findings of a plain text; if it has more, they are from where it was saved, and counted


@text_rule("CT617", "sentence-signs", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    plain: defaultdict[int, list[tuple[Source, str, str, Edit | None]]] = defaultdict(list)
    rare = {id(block): (text, block) for found in _rare_suspects(texts) for text, block in found}
    for pattern, suspects in ((_SIGN, texts.matching(_MAY_BE_SIGN)), (_RARE_SIGN, rare.values())):
        for text, block in suspects:
            if text.role is not TextKind.TEMPLATE and block.sort is not BlockType.CODE:
                places = pattern.finditer(block.text)
                found = [_problem(block, at) for at in places if _is_wrong(text, block, at)]
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


def _rare_suspects(texts: TextIndex) -> Iterator[Iterable[TextBlock]]:
    """Yield the blocks in which a sign, an apostrophe or a space may be wrong by their words."""
    yield texts.matching(_IN_NUMBERS)
    yield texts.with_pairs(("for",), ("example", "instance"))
    yield texts.with_words_of_all(("between",), ("or",))
    yield texts.with_pairs(("between",), {word for word in texts.words if word.isdecimal()})
    run_in = (word for word in texts.words if (match := _RUN_IN.fullmatch(word)) and match[1] in texts.words)
    yield texts.with_words(*filter(_RUN_TOGETHER.fullmatch, texts.words), *run_in)


def _is_wrong(text: Text, block: Block, match: re.Match[str]) -> bool:
    """Return whether a place is no title, no command, no abbreviation, and no cell that may be one."""
    name, said = match.lastgroup or "", block.text
    start, end = match.span(name)
    if name in ("small", "low"):
        return _begins_small(text, match)
    if name in ("raised", "begun"):
        in_line = block.at(start).line == block.at(match.start()).line and match[0][0].islower()
        return in_line and not (
            block.sort is BlockType.ROW or is_headline(block) or _IN_TITLE.match(said, end)
        )
    if name == "stops" and match[name][0] != ".":  # a card called Hooray!.
        word = _LAST_WORD.search(said, max(0, start - _BESIDE), start)
        if word and word[0].istitle() and not begins_sentence(said, word.start()):
            return False
    if name == "slash":
        is_command = _COMMANDS.search(said, max(0, start - _BESIDE), start)
        slash = said.index("/", start)
        is_marked = any(each.start() <= slash < each.end() for each in _SLANTED.finditer(said))
        if is_command or is_marked or block.at(match.end()).line != block.at(match.start()).line:
            return False
    if name == "gap" and not _is_rare_gap(text):
        return False
    return name in ("twice", "both") or _is_in_prose(block, start)


def _is_in_prose(block: Block, start: int) -> bool:
    """Return whether a place is in no table, or in a cell that holds a sentence."""
    prose = prose_of(block)
    return prose is not None and prose.text[start] == block.text[start]


def _is_rare_gap(text: Text) -> bool:
    """Return whether hardly any colon of a text has a space before it."""
    gaps, closed = (sum(len(each.findall(block.text)) for block in text.current) for each in _COLONS)
    return closed >= (_MORE_CLOSED if gaps <= _MOST_GAPS else _FAR_MORE_CLOSED) * gaps


def _begins_small(text: Text, match: re.Match[str]) -> bool:
    """Return whether a sentence begins with this small letter, in a text where others have a capital."""
    before, is_stop, _ = match[0].partition(".")
    begun = [each.text[0] for each in text.current if each.text]
    is_all_small = sum(map(str.islower, begun)) > _MOSTLY_SMALL * len(begun)
    goes_on = before[0].isupper() or match["small"] in ("and", "or", "but")  # a copy of Hooray! and add it
    if text.is_from_pages or is_all_small or before in _SHORT or (goes_on and not is_stop):
        return False
    return match.lastgroup == "small" or (len(before) > _LONGEST_SHORT and _has_without_stop(text, before))


def _has_without_stop(text: Text, word: str) -> bool:
    """Return whether a text has a word inside a sentence, too, so that it is no abbreviation."""
    whole = re.compile(rf"(?<![\w.]){re.escape(word)}(?=[ ,;:)])")
    return any(whole.search(block.text) for block in text.current)


def _problem(block: Block, match: re.Match[str]) -> tuple[Source, str, str, Edit | None]:
    """Return what is wrong at one place, with the edit that mends it."""
    name = match.lastgroup or ""
    wrong, right = _SAYS[name]
    (start, end), said = match.span(name), match[name]
    before = _WORD.findall(block.text, max(0, start - _BESIDE), start)[-1:]
    behind = _WORD.findall(block.text, end, end + _BESIDE)[:1]
    near = "".join([*before, said, *behind]).strip()
    new = right.format(sign=said.strip()[:1], word=said.lower(), Word=said.capitalize())
    is_word = right.startswith(("{word}", "{Word}"))  # which may be a name
    edit = None if is_word else replacement_edit(block, start, end, new)
    return block.at(start), f'"{near}": {wrong}', f'write "{new}"' if new else "take it out", edit
