"""Signs of a sentence stand as they do in print: with a space behind a stop and before a bracket, and once.

"Each player draws a card.The game (see below)ends" is what a cut and a paste leave. Nobody misunderstands
it; everybody takes it for carelessness, in the numbers as well.

Bad:

    Roll for damage(once per turn), then move.The raft moves by 25%%. but the goat stays.

Good:

    Roll for damage (once per turn), then move. The raft moves by 25%. But the goat stays.

Told as well are "up to4", "the d6's" and "some GM's" of several, "For example; if", "between D or E", "e.g
the", "territory(s)" and, where hardly any other colon has one, a space before it. Found in real rules are
"game(at the start", "answer,the", "round.If two", "their kingdom. but each", "Good/ Evil" and "( see below)".
`--fix` puts the space there, or takes it out. Of a plain text that has many, the first is told, with how many
there are.

Overlooked on purpose: code; tables, save for signs that stand twice; functions and addresses; "player(s)",
and whatever is no phrase in its bracket; a small letter behind what may be an abbreviation, and in plain
text, which may be a page that was scanned.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.finding import Edit
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.matching import word_list
from cardtool.lint.core.sentence_context import begins_sentence, is_headline
from cardtool.lint.core.text_index import TextBlock
from cardtool.model import Source

_OPENERS = "|".join(sorted(word_list("openers of sentences")))
_RAISED = "|".join(sorted(map(str.capitalize, word_list("never with a capital inside a sentence"))))
_BEGUN = "|".join(sorted(map(str.capitalize, word_list("openers of sentences") - {"a"})))  # A: a player
_BEHIND_WORD = (
    r"(?P<bracket>\()(?=[a-z]+ [a-z]+[^(),*+=/]*\))",
    r"(?P<stop>[.!?])(?=[A-Z][a-z]*(?:['’][a-z]+)?\s[a-z])",
    r"(?P<comma>,)(?=[a-z]{2,}+(?:[\s.,;)]|$)|a\s[a-z]|[A-Z][a-z]{2})",
    rf"[.!?] (?P<small>{_OPENERS})(?=\s[A-Za-z]+\s[a-z])",
    r"\. (?P<low>[a-z]{2,})(?=\s[a-z]+\s[a-z])",
    r"(?P<gap> :)(?=\s[a-z])",
    rf"[,;] (?P<begun>{_BEGUN})(?= [a-z]+ [a-z])",
    r"(?P<stops>\.\.|[!?]\.)(?!\.)(?=\s|$)",
    r"(?P<early> [,.;])(?=\s(?! ?\.)|$)",
    r"(?P<slash>/ (?!(?:and|or|to|in|from|with|folder|directory)\b)| /)(?=[A-Za-z])",  # src/ and tests/
    rf" (?P<raised>{_RAISED})(?= [a-z])",
)
_BEHIND_LETTER = (
    r" \d{1,2}(?P<late>\.)(?=[A-Z][a-z]+\s[a-z])",  # a goat costs 3.Take it
    r"(?<=[a-z])(?P<quote>[.!?])(?=“[A-Z][a-z]*\s)",
)
_ANYWHERE = (
    r"\d(?P<twice>%%)(?!\w)",
    r"(?P<both>(?:TH|WH|EA|FO|PL|YO|CA|MO)(?<![\w'’.-]..)[a-z]{2,})(?![\w'’-])",
    r"(?P<two>,\s?;|;\s?,|,\s?,)(?=\s|$)",
    r"\((?<![\w)]\()(?P<open> )(?=\w[^()]*[^ ()]\))",
    r"\(\w[^()]{0,80}[^ ()](?P<closed> )\)",
)
_BEFORE = r"[A-Za-z](?<![\w./@&=:-].)[a-z]{2,}+(?=[(.!?,;/]| [/A-Z,.;])"  # looks behind letters only
_OF_WORD, _OF_LETTER, _OF_ITSELF = map("|".join, (_BEHIND_WORD, _BEHIND_LETTER, _ANYWHERE))
_SIGN = LazyRegex(f"{_BEFORE}(?:{_OF_WORD})|[A-Za-z](?:{_OF_LETTER})|{_OF_ITSELF}", re.NOFLAG)
_MAY_BE_SIGN = re.compile(  # the same, asked of the few letters that begin one and not of every word
    rf"[(.!?,;/ \dTWEFPYCM](?<=(?=(?<=[a-z][a-z])(?:{_OF_WORD})|(?<=[A-Za-z])(?:{_OF_LETTER})|{_OF_ITSELF}).)"
)
_SOME = "some|many|most|several|few|both|two|three|four|five|six|[2-9]"
_ACTING = "allow|use|prefer|like|might|choose|roll|to|in|on|and|with|or"
_LEADING_ON = "in|on|at|if|when|while|during|after|before|to|by|for|with"
_RARELY = (
    rf"\d; (?P<raising>{_BEGUN})(?= [a-z]+ [a-z])",
    r"\b[Ff]or (?:example|instance)(?P<semicolon>;)(?= [a-z])",
    r"(?<![\w'’.-])(?P<joined>to|of|by|with|and|or|is|are|at|from|for|have|draw)(?=\d{1,2}(?![\w.]))",
    r"(?<![\w'’./-])(?P<run>the|your|each|with|of)(?=[A-Z][a-z]{3,}(?!\w|[(/]|\.\w))",
    r"(?<!\d)\d{1,2}, \d{1,2}(?P<listed>,)(?=\d{1,2}(?!\d|[,.]\d))",
    r"(?:^|(?<=\s))\d*[dD]\d{1,3}(?P<plural>['’])s(?=[,.;)]|\s(?:\(|(?:and|or|are|as|for|in|on|to|you|if|from)\b))",
    r"\b[Bb]etween \d{1,3}(?P<span>\s?[–-]\s?)(?=\d)",
    r"\b[A-Z]{2,5}(?P<plurals>['’])s(?=\s(?:are|have|can|will|may|must|who|were|do|that)\b)",
    r"\([A-Z]{2,5}(?P<enclosed>['’])s\)",
    rf"\b(?i:{_SOME}) [A-Z]{{2,5}}(?P<several>['’])s(?=[.,;]|\s(?:{_ACTING})\b)",
    r"(?<![\w.])(?:i\.e|e\.g)(?P<cut>)(?=[ ,:] ?[a-z])",
    r"[b-df-hj-np-tv-z](?P<ending>y\(s\))",
    r"\([^()]{2,} [^()]*[^() ]\)(?P<behind>)(?=[a-z]{3,}\s)",
    r"[a-z]{3,}(?P<letter>)(?=\([A-Z]\)\s)",
    rf"\b[Bb]etween (?:the )?[\w-]{{1,15}} (?P<either>or) (?!(?:{_LEADING_ON})\b)(?:the )?[\w-]+(?=[ .,;:)])",
)
_RARE_SIGN = LazyRegex("|".join(_RARELY), re.NOFLAG)
_IN_NUMBERS = re.compile(r"\d(?:; [A-Z]|, \d{1,2},\d)|[ie]\.[eg](?!\.)|y\(s\)|\)[a-z]|[a-z]\([A-Z]\)")
_RUN_TOGETHER = re.compile(
    r"(?:to|of|by|with|and|or|is|are|at|from|for|have|draw)\d{1,2}|\d*d\d{1,3}['’]s|[a-z]{2,5}['’]s"
)
_RUN_IN = re.compile(r"(?:the|your|each|with|of)([a-z]{4,})")
_SAYS = {  # what is wrong, and the sign as it should be
    "bracket": ("there is no space before the bracket", " ("),
    "stop": ("there is no space behind the stop", "{} "),
    "comma": ("there is no space behind the comma", ", "),
    "small": ("a sentence begins with a small letter", ""),
    "begun": ("no sentence begins behind this sign", ""),
    "stops": ("the sentence ends twice", "{}"),
    "raised": ("a small word has a capital inside a sentence", ""),
    "late": ("there is no space behind the stop", "{} "),
    "quote": ("there is no space before the quote", "{} "),
    "both": ("a second letter has a capital", ""),
    "twice": ("the sign stands there twice", "%"),
    "early": ("there is a space before the sign", "{}"),
    "slash": ("there is a space on one side of the slash", "/"),
    "two": ("one sign follows another", ","),
    "open": ("there is a space behind the bracket", ""),
    "closed": ("there is a space before the bracket", ""),
    "raising": ("no sentence begins behind this sign", ""),
    "semicolon": ("a comma belongs here", ","),
    "run": ("there is no space between two words", ""),
    "listed": ("there is no space behind the comma", ", "),
    "span": ("between one and the other stands and", " and "),
    "joined": ("there is no space before the number", ""),
    "plural": ("an apostrophe makes no plural", ""),
    "plurals": ("an apostrophe makes no plural", ""),
    "enclosed": ("an apostrophe makes no plural", ""),
    "several": ("an apostrophe makes no plural", ""),
    "cut": ("the second stop is missing", "."),
    "ending": ("several end otherwise", "ies"),
    "low": ("a sentence begins with a small letter", ""),
    "behind": ("there is no space behind the bracket", " "),
    "letter": ("there is no space before the bracket", " "),
    "either": ("what is between is between one and the other", "and"),
    "gap": ("there is a space before the sign", ":"),
}
_RECASED = {
    "small": str.capitalize,
    "low": str.capitalize,
    "raised": str.lower,
    "begun": str.lower,
    "raising": str.lower,
    "both": str.capitalize,
    "joined": "{} ".format,
    "run": "{} ".format,
}
_BESIDE = 30  # letters beside the place, of which a word is told
_WORD = re.compile(r"\s?\S+\s?|\s")
_SHORT = word_list("abbreviated")
_IN_TITLE = re.compile(r" (?:the|a|an|of|to|in|for) [A-Z]")  # read for Into the Odd
_COMMANDS = re.compile(r"(?:type|write|enter|say|use|command)s?[ :,]*$", re.IGNORECASE)
_SLANTED = re.compile(r"(?<![^\s(])/\w[^/\n]{0,60}/(?!\w)")  # /Harbour Master/, in italics
_LAST_WORD = re.compile(r"[^\W\d_]+\Z")
_COLONS = (re.compile(r"\w :\s"), re.compile(r"\w:\s"))
_MOST_GAPS, _MORE_CLOSED = 2, 5  # spaces before a colon, and colons without one for each of them
_MOSTLY_SMALL = 1 / 3  # of the blocks of a text in which no sentence has a capital
_MOST = 3  # findings of a plain text; if it has more, they are from where it was saved, and counted


@text_rule("CT617", "sentence-signs", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    plain: defaultdict[int, list[tuple[Source, str, str, Edit | None]]] = defaultdict(list)
    rare = {id(block): (text, block) for found in _rare_suspects(texts) for text, block in found}
    suspects = [(_SIGN, each) for each in texts.matching(_MAY_BE_SIGN)]
    for pattern, (text, block) in (*suspects, *((_RARE_SIGN, each) for each in rare.values())):
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
    """Return whether a place is no abbreviation, and no page whose full stops may be specks."""
    if match.lastgroup in ("raised", "begun"):
        if _IN_TITLE.match(block.text, match.end(match.lastgroup)):
            return False
        is_read = block.sort is not BlockType.ROW and not is_headline(block) and match[0][0].islower()
        return is_read and block.at(match.start(match.lastgroup)).line == block.at(match.start()).line
    if match.lastgroup == "stops" and match["stops"][0] != ".":  # a card called Hooray!.
        word = _LAST_WORD.search(block.text, 0, match.start("stops"))
        if word and word[0].istitle() and not begins_sentence(block.text, word.start()):
            return False
    if match.lastgroup == "slash":
        start = match.start("slash")
        is_command = _COMMANDS.search(block.text, max(0, start - _BESIDE), start)
        slash = block.text.index("/", start)
        is_marked = any(each.start() <= slash < each.end() for each in _SLANTED.finditer(block.text))
        if is_command or is_marked or block.at(match.end()).line != block.at(match.start()).line:
            return False
    if match.lastgroup in ("small", "low"):
        return _begins_small(text, match)
    is_read = match.lastgroup != "gap" or _is_rare_gap(text)
    return is_read and (match.lastgroup in ("twice", "both") or block.sort is not BlockType.ROW)


def _is_rare_gap(text: Text) -> bool:
    """Return whether hardly any colon of a text has a space before it."""
    gaps, closed = (sum(len(each.findall(block.text)) for block in text.current) for each in _COLONS)
    return gaps <= _MOST_GAPS and closed >= _MORE_CLOSED * gaps


def _begins_small(text: Text, match: re.Match[str]) -> bool:
    """Return whether a sentence begins with this small letter, in a text where others have a capital."""
    if match.lastgroup == "low" and not _is_whole(text, match):
        return False
    begun = [each.text[0] for each in text.current if each.text]
    is_all_small = sum(map(str.islower, begun)) > _MOSTLY_SMALL * len(begun)
    first = match["small"] or match["low"]
    goes_on = match[0][0].isupper() or first in ("and", "or", "but")  # a copy of Hooray! and add it
    is_cry = goes_on and "." not in match[0]
    return not (text.is_from_pages or is_all_small or is_cry) and match[0].split(".")[0] not in _SHORT


def _is_whole(text: Text, match: re.Match[str]) -> bool:
    """Return whether the word before a stop is no abbreviation: the text has it without one, too."""
    word = match[0].partition(".")[0]
    whole = re.compile(rf"(?<![\w.]){re.escape(word)}(?=[ ,;:)])")
    return len(word) > 3 and any(whole.search(block.text) for block in text.current)


def _problem(block: Block, match: re.Match[str]) -> tuple[Source, str, str, Edit | None]:
    """Return what is wrong at one place, with the edit that mends it."""
    group = match.lastgroup or ""
    says, sign = _SAYS[group]
    start, end = match.span(group)
    before = _WORD.findall(block.text, max(0, start - _BESIDE), start)[-1:]
    behind = _WORD.findall(block.text, end, end + _BESIDE)[:1]
    said = "".join([*before, block.text[start:end], *behind]).strip()
    recased = _RECASED.get(group)
    new = recased(match[group]) if recased else sign.format(match[group].strip()[:1])
    edit = None if recased else replacement_edit(block, start, end, new)
    return block.at(start), f'"{said}": {says}', f'write "{new}"' if new else "take it out", edit
