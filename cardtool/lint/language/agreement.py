"""A word that counts agrees with the noun behind it.

"Each players draws two card" is written when a sentence was turned round and read only for its sense.

Bad:

    Each players draws two card. Take one of your token to each players camp.

Good:

    Each player draws two cards. Take one of your tokens to each player's camp.

Found in real rules are "a weapons abilities", "a critical successes", "number of player", "both player", "an
8 hour rest", "six sided dice", "an extra hit dice". Looked at are some two hundred nouns that rules of games
count, and those that the text itself counts. Overlooked on purpose: a noun that goes on with another one, as
in "a two card draw", or may be a verb ("an enemy targets you"); lists, as in "two red and three blue cards";
"each" behind those who each do something; and what is many by itself, such as a deck.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from cardtool.documents import Block, BlockType, Text, TextKind, plural, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import any_word, word_list
from cardtool.lint.core.sentence_context import begins_sentence
from cardtool.lint.language.counted_nouns import (
    ACTS,
    BEHIND,
    BEHIND_SUBJECT,
    ENDING,
    ENDS,
    LONGEST_BEFORE,
    NEXT,
    NO_NOUN,
    NO_THING,
    ONE_WORDS,
    OWNERS,
    PERSONS,
    PERSONS_THINGS,
    SINGLE,
    WORD,
    Candidate,
    Nouns,
    problems_among,
    said_in,
    whole,
)

_ALSO_VERBS = word_list("things that are verbs")
_MORE_THAN_ONE, _AMONG_SEVERAL = word_list("more than one"), word_list("among several")
_UNITS = word_list("measures")
_BEHIND_ONE = BEHIND - word_list("articles and pronouns")
_COLLECTIONS = ("number", "variety", "pair", "group", "list")
_SIDES = frozenset(("sided", "handed", "headed", "legged"))
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "twenty")
_NO_NOUNS = Nouns(Text("", TextKind.DOCUMENT, ()))
_LEAST_MANY = 3  # times that a text has the plural of a noun


@text_rule("CT614", "agreement", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    yield from problems_among(texts, _candidates(texts))


def _candidates(texts: TextIndex) -> Iterator[Candidate]:
    """Yield what is looked for, with the blocks in which it may be by the words beside each other."""
    words = texts.words
    manies = {word for word in words if word.endswith("s") and singular(word) != word}
    ones = {each for each in words if each in SINGLE or (singular(each) == each and plural(each) in words)}
    things = manies & {plural(thing) for thing in SINGLE}
    sorts = texts.words_behind(ONE_WORDS) - _NO_SORT
    yield _one_problems, _ONE, texts.with_pairs(ONE_WORDS, manies)
    yield _sort_problems, _ONE_OF_A_SORT, texts.with_pairs(sorts, things)
    yield _many_problems, _MANY, texts.with_pairs(_MORE_THAN_ONE, ones)
    yield _number_of_problems, _NUMBER_OF, texts.with_pairs(_COLLECTIONS, {"of"})
    yield _among_problems, _AMONG, texts.with_pairs(_AMONG_SEVERAL, {"of"})
    figures = {word for word in words if word.isdigit()}
    yield _one_problems, _FIGURE_ONE, texts.with_pairs({"1"}, manies)
    yield _figure_problems, _FIGURES, texts.with_pairs(figures, (ones & SINGLE) | _UNITS)
    counted = texts.words_behind({*figures, *_NUMBERS}) - _NO_SORT
    yield _figure_problems, _FIGURES_OF_A_SORT, texts.with_pairs(counted, ones & SINGLE)
    yield _measure_problems, _MEASURED, texts.with_pairs(figures | {*_NUMBERS}, _UNITS | _SIDES)
    yield _dice_problems, _ONE_DICE, texts.with_words("dice") if "die" in words else ()
    yield _listed_problems, _LISTED, texts.with_words_of_all(figures, ones & SINGLE)


_ONE = whole(rf"(?:{'|'.join(ONE_WORDS)})\s([a-z]{{3,}}s)")
_FIGURE_ONE = LazyRegex(r"(?<![.,+/<>≤≥*×x$€£–−-]\s)(?<![\w'’.,+/–<>≤≥*×$€£-])1\s([a-z]{3,}s)(?![\w'’-])")
_BEFORE_NOUNS = frozenset(("points", "goods", "rules", "arms", "hearts", "diamonds", "spades", "clubs"))
_SEVERAL_BEFORE = LazyRegex(r"(?:[a-z]s|you|they|we|both|who|which|are|were|,)\s\Z")
_LABEL_BEFORE = LazyRegex(rf"(?:\b{any_word('numbered with a figure')}\s|(?-i:[A-Z])\w*\s|[(/#])\Z")


def _one_problems(block: Block, match: re.Match[str], nouns: Nouns) -> Iterator[Problem]:
    """Yield `each cards`, `1 tokens` and `another players turn`."""
    text, said, many = block.text, said_in(match), match[1].casefold()
    one, first = singular(many), said.split()[0].casefold()
    is_thing = first in ("a", "an") and one not in ACTS and nouns.times[one] > 0
    known = nouns.ones if first in ("each", "1") else SINGLE if first == "this" else nouns.named
    is_one = one != many and (one in known or is_thing) and match[1].islower()
    if not is_one or (said[0] == "A" and not begins_sentence(text, match.start())):
        return
    behind = after[1] if (after := NEXT.match(text, match.end())) else ""
    is_each = first in ("each", "another")
    if (
        (one in PERSONS and behind in PERSONS_THINGS)  # told by wrong-word
        or (many, behind) in nouns.without_apostrophe
        or (is_each and _SEVERAL_BEFORE.search(text, max(0, match.start() - LONGEST_BEFORE), match.start()))
        or (first == "1" and _label_before(text, match))
    ):
        return
    here, right = block.at(match.start()), f"{said[: -len(many)]}{one}"
    is_owned = behind in nouns.owned and behind not in NO_NOUN
    is_term = many in _BEFORE_NOUNS or (many not in OWNERS and nouns.has_twice(many, behind))
    ends = BEHIND_SUBJECT if first == "this" or (is_each and one in _ALSO_VERBS) else _BEHIND_ONE
    if is_owned and not is_term:
        yield here, f'"{said} {behind}" belongs to one', f'write "{right}\'s {behind}"'
    elif behind in ends or ENDS.match(text, match.end()):
        yield here, f'"{said}": there is one', f'write "{right}"'


def _label_before(text: str, match: re.Match[str]) -> re.Match[str] | None:
    return _LABEL_BEFORE.search(text, max(0, match.start() - LONGEST_BEFORE), match.start())


_ONE_OF_A_SORT = whole(r"(?:an?|another)\s([a-z]{3,})\s([a-z]{3,}s)")
_NO_SORT = ACTS | word_list("no sort of one") | word_list("function words")


def _sort_problems(block: Block, match: re.Match[str], nouns: Nouns) -> Iterator[Problem]:
    """Yield `a critical successes`."""
    described, many, one = match[1], match[2], singular(match[2])
    is_noun = plural(one) == many and one in SINGLE and many not in _NO_SORT
    is_sort = described.islower() and not described.endswith("s") and described not in _NO_SORT
    is_sort = is_sort and (match[0][0] != "A" or begins_sentence(block.text, match.start()))
    after = NEXT.match(block.text, match.end())
    goes_on = after and after[1] in _BEHIND_ONE and NO_THING.search(described)  # but: an enemy targets you
    if is_noun and is_sort and (goes_on or ENDS.match(block.text, match.end())):
        yield block.at(match.start()), f'"{match[0]}": there is one', f'write "{one}"'


_ONE_DICE = LazyRegex(
    r"(?<![\w'’-])(?:an?|one|each|every|another|this|1)\s(?:(?!of\s|and\s|or\s)[a-z-]+\s){0,2}dice" + ENDING
)


def _dice_problems(block: Block, match: re.Match[str], nouns: Nouns) -> Iterator[Problem]:
    """Yield `an extra hit dice`, where one is a die elsewhere."""
    if nouns.has_one_die:
        said = said_in(match)
        yield block.at(match.start()), f'"{said}": there is one', f'write "{said[: -len("dice")]}die"'


_MANY = LazyRegex(rf"(?<![\w'’.,+/–<>-]){any_word('more than one')}\s([a-z]{{3,}})(?![\w'’-])")


def _many_problems(block: Block, match: re.Match[str], nouns: Nouns) -> Iterator[Problem]:
    """Yield `two card`."""
    label = _label_before(block.text, match)
    if not label or (label[0][0].isupper() and begins_sentence(block.text, label.start())):
        yield from _lone_noun(block, match, match.start(1), nouns)


_NUMBER_OF = whole(rf"(?:{'|'.join(_COLLECTIONS)})\sof\s([a-z]{{3,}})")


def _number_of_problems(block: Block, match: re.Match[str], nouns: Nouns) -> Iterator[Problem]:
    """Yield `a number of token`."""
    yield from _lone_noun(block, match, match.start(1), _NO_NOUNS, SINGLE)


_AMONG = LazyRegex(
    rf"(?<![\w'’-])(?<!that\s)(?<!this\s)(?<!how\s)(?!any){any_word('among several')}\sof\s"
    r"(?:the|your|their|his|her|its|our|my|such|those|these)(?=\s)"
)


def _among_problems(block: Block, match: re.Match[str], nouns: Nouns) -> Iterator[Problem]:
    """Yield `one of your red token`."""
    if first := NEXT.match(block.text, match.end()):
        second = NEXT.match(block.text, first.end())
        noun = second if second and first[1] not in (*nouns.ones, "same") else first
        yield from _lone_noun(block, match, noun.start(1), nouns)


_FIGURES = LazyRegex(r"(?<![\w'’.,+/–<>≤≥*×x$€£-])(?:[02-9]|[1-9]\d)\s([a-z]{3,})(?![\w'’-])")
_FIGURES_OF_A_SORT = LazyRegex(
    rf"(?<![\w'’.,+/–<>≤≥*×x$€£-])(?:[2-9]|[1-9]\d|{'|'.join(_NUMBERS)})"
    rf"\s(?!player|{any_word('function words')}\b|[a-z]+ed\b)[a-z]{{3,}}\s([a-z]{{3,}})(?![\w'’-])"
)
_TAKES_SEVERAL = ACTS | {plural(act) for act in ACTS} | word_list("takes several")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s\Z")


def _figure_problems(block: Block, match: re.Match[str], nouns: Nouns) -> Iterator[Problem]:
    """Yield `take 2 token` and `draw two red card`."""
    start = match.start()
    before = _WORD_BEFORE.search(block.text, max(0, start - LONGEST_BEFORE), start)
    if match[1] != "player" and before and before[1].casefold() in _TAKES_SEVERAL:
        yield from _lone_noun(block, match, match.start(1), _NO_NOUNS, SINGLE | _UNITS)


_DOING = frozenset(("are", "were", "have", "can", "may", "must", "will", "who", "using"))
_HOLDS = word_list("one for many")
_BEHIND_SEVERAL = BEHIND - word_list("goes on with another noun") | {"using"}
_ENDS_ALL = re.compile(r"[ \n]?\Z|[.;:!?)]")
_ENDS_ALL_OF = re.compile(r"[ \n]?\Z|[.,;:!?)]| to\b")


def _lone_noun(
    block: Block, phrase: re.Match[str], start: int, nouns: Nouns, sure: Collection[str] = frozenset()
) -> Iterator[Problem]:
    """Yield the noun that begins at an offset, if it is one where several are meant."""
    word = WORD.match(block.text, start)
    if word is None or singular(word[0]) != word[0]:
        return
    one, many, is_of = word[0], plural(word[0]), " of" in block.text[phrase.start() : start]
    behind = after[1] if (after := NEXT.match(block.text, word.end())) else ""
    is_own = not is_of and one in nouns.named - ACTS - _ALSO_VERBS and nouns.times[many] > 0
    is_sure = one in sure or is_own or (one in PERSONS and behind in _DOING)
    if not (is_sure or (one in nouns.ones and one not in _HOLDS)):
        return
    is_behind = behind in _BEHIND_SEVERAL and (is_of or one not in _ALSO_VERBS)  # these face each other
    is_end = is_behind or (_ENDS_ALL_OF if is_of else _ENDS_ALL).match(block.text, word.end())
    if is_end and (is_sure or one in SINGLE or nouns.times[many] >= _LEAST_MANY):
        said = " ".join(block.text[phrase.start() : word.end()].split())
        yield block.at(start), f'"{said}": there are several', f'write "{many}"'


_LISTED = LazyRegex(r"\A(?:[2-9]|[1-9]\d)\s(?:[\w'’-]+\s){1,2}([a-z]{3,})(?=\s?(?:\Z|[,(:]))")


def _listed_problems(block: Block, match: re.Match[str], nouns: Nouns) -> Iterator[Problem]:
    """Yield `3 red token` where that is all an item of a list says."""
    noun = match[1].casefold()
    is_one = block.sort is BlockType.ITEM and noun in SINGLE and singular(noun) == noun
    if is_one and nouns.times[plural(noun)] >= _LEAST_MANY:
        yield block.at(match.start(1)), f'"{match[0]}": there are several', f'write "{plural(match[1])}"'


_MEASURED = LazyRegex(
    rf"(?<![\w.,/–-])((?:(?!1\D)\d+|{'|'.join(_NUMBERS)})\s(?:{any_word('measures')}|{'|'.join(_SIDES)}))"
    r"\s(?![a-z]+ly\b)([a-z]{3,})(?![\w'’-])"
)


def _measure_problems(block: Block, match: re.Match[str], nouns: Nouns) -> Iterator[Problem]:
    """Yield `a 10 foot pole` and `six sided dice`."""
    if match[2].casefold() not in BEHIND:
        message = f'"{said_in(match)}": a measure before a noun is one word'
        yield block.at(match.start()), message, f'write "{"-".join(match[1].split())} {match[2]}"'
