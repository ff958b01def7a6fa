"""A word that counts agrees with the noun behind it, and what belongs to somebody says so.

"Each players draws two card" is written when a sentence was turned round and read only for its sense.

Bad:

    Each players draws two card. Take one of your token and move it's owner to each players camp.

Good:

    Each player draws two cards. Take one of your tokens and move its owner to each player's camp.

Found in real rules are "a weapons abilities", "a critical successes", "number of player", "when it's health
reaches", "until its destroyed", "your opponents life total", "the players abilities", "both player", "an 8
hour rest", "six sided dice", "an extra hit dice". Looked at are some two hundred nouns that rules of games
count, those that the text itself counts, or says to be somebody's, and some that are had and never done.
Overlooked on purpose: a noun that goes on with another one, as in "a two card draw", or may be a verb ("an
enemy targets you"); what somebody is given ("give your opponents health"); lists, as in "two red and three
blue cards"; "each" behind those who each do something; what is many by itself, such as a deck; and "it's"
before what it may be.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from cardtool.documents import Block, BlockType, TextKind, plural, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import any_word, word_list
from cardtool.lint.core.sentence_context import begins_sentence
from cardtool.lint.core.text_index import TextBlock


def _whole(words: str, flags: re.RegexFlag = re.IGNORECASE) -> LazyRegex:
    """Return a pattern of whole words."""
    return LazyRegex(rf"(?<![\w'’-]){words}(?![\w'’-])", flags)


_ACTS = word_list("verbs of games")
_SINGLE = word_list("things of games") - _ACTS
_ALSO_VERBS = word_list("things that are verbs")
_PERSONS = frozenset(("player", "opponent"))
_PERSONS_THINGS, _THINGS_HAVE = word_list("what players have"), word_list("what things have")
_HAD, _HAD_BY_SEVERAL = word_list("had and never done"), word_list("had by several")
_OWNERS = {plural(each): each for each in word_list("who has things")}
_MORE_THAN_ONE, _AMONG_SEVERAL = word_list("more than one"), word_list("among several")
_UNITS = word_list("measures")
_BEHIND = word_list("behind a noun")
_BEHIND_ONE = _BEHIND - word_list("articles and pronouns")
_BEHIND_SUBJECT = word_list("behind a subject")
_NO_NOUN = _BEHIND | word_list("may be what it is")

_ONE_WORDS = ("a", "an", "each", "every", "another", "this")
_COLLECTIONS = ("number", "variety", "pair", "group", "list")
_CLAUSES = ("when", "until", "if", "once", "unless", "whenever", "while", "because", "since", "where", "but")
_WHOSE_WORDS = ("that", "this", "your", "their", "his", "her", "my", "our", "its", "the")
_SIDES = frozenset(("sided", "handed", "headed", "legged"))
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "twenty")

_ENDING = rf"(?=\s*(?:[.,;:!?)\n]|$)|\s+{any_word('behind a noun')}\b)"
_LONGEST_BEFORE = 40  # letters before a noun that are looked at
_NEXT = re.compile(r"\s+([a-z]+)(?![\w'’-])")
_ENDS = re.compile(r"\s*(?:$|[.,;:!?)\n])")
_NO_THING = re.compile(r"(?:ed|ing|ly|able|ible|ful|ous|al|ic|ier|est)\Z")


@text_rule("CT614", "agreement", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    nouns = {
        id(text): _Nouns([each for each in text.current if each.sort is not BlockType.ROW])
        for text in texts
        if text.role is not TextKind.TEMPLATE
    }
    owners = (word for word in texts.words if word.endswith(("'s", "’s")))
    if any(texts.words_behind((word,)) & texts.words_behind((plural(word[:-2]),)) for word in owners):
        for each in nouns.values():
            yield from _owner_problems(each)
    for problems, pattern, found in _candidates(texts):
        for text, block in found:
            if id(text) in nouns and block.sort is not BlockType.ROW:
                for match in pattern.finditer(block.text):
                    yield from problems(block, match, nouns[id(text)])


def _candidates(texts: TextIndex) -> Iterator[tuple[Detector, LazyRegex, Iterable[TextBlock]]]:
    """Yield what is looked for, with the blocks in which it may be by the words beside each other."""
    words = texts.words
    manies = {word for word in words if word.endswith("s") and singular(word) != word}
    ones = {each for each in words if each in _SINGLE or (singular(each) == each and plural(each) in words)}
    things = manies & {plural(thing) for thing in _SINGLE}
    sorts = texts.words_behind(_ONE_WORDS) - _NO_SORT
    yield _one_problems, _ONE, texts.with_pairs(_ONE_WORDS, manies)
    yield _sort_problems, _ONE_OF_A_SORT, texts.with_pairs(sorts, things)
    yield _many_problems, _MANY, texts.with_pairs(_MORE_THAN_ONE, ones)
    yield _number_of_problems, _NUMBER_OF, texts.with_pairs(_COLLECTIONS, {"of"})
    yield _among_problems, _AMONG, texts.with_pairs(_AMONG_SEVERAL, {"of"})
    yield _whose_problems, _WHOSE, texts.with_pairs(_WHOSE_WORDS, _OWNERS)
    yield _it_is_problems, _IT_IS, texts.with_pairs(_CLAUSES, ("its",))
    yield _its_problems, _ITS, texts.with_words("it's", "it’s")
    figures = {word for word in words if word.isdigit()}
    yield _one_problems, _FIGURE_ONE, texts.with_pairs({"1"}, manies)
    yield _figure_problems, _FIGURES, texts.with_pairs(figures, (ones & _SINGLE) | _UNITS)
    yield _measure_problems, _MEASURED, texts.with_pairs(figures | {*_NUMBERS}, _UNITS | _SIDES)
    yield _dice_problems, _ONE_DICE, texts.with_words("dice") if "die" in words else ()
    yield _listed_problems, _LISTED, texts.with_words_of_all(figures, ones & _SINGLE)


_COUNTED = LazyRegex(rf"(?<![\w'’-])(?:an?|each|every|another|one|per)\s([a-z]{{3,}}){_ENDING}", re.NOFLAG)
_NAMED = _whole(r"(?:the|an?|one|this|your)\s([a-z]{3,})", re.NOFLAG)
_OWNED = _whole(r"(its|your|their|his|her|the|whose)\s([a-z]{3,})", re.NOFLAG)
_OWNER = _whole(r"([a-z]{3,})['’]s\s([a-z]{3,})", re.NOFLAG)
_A_DIE = _whole(r"(?:an?|one|each|every|another|per)\s(?:[a-z-]+\s)?die")
_WORD = re.compile(r"[a-z]{3,}")
_LEAST, _LEAST_MANY = 2, 3  # times that a text counts a noun, and that it has its plural


def _has_plural(word: str) -> bool:
    return singular(word) == word != plural(word)


class _Nouns:
    """What a text counts, looked up when it is asked for, as few texts are."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = blocks

    @cached_property
    def ones(self) -> frozenset[str]:
        """What stands behind a word that counts, and has a plural; and what games count."""
        often = (word for word, times in Counter(self._counted).items() if times >= _LEAST)
        return _SINGLE | {word for word in often if _has_plural(word) and self.times[plural(word)]}

    @cached_property
    def named(self) -> frozenset[str]:
        """What is counted, and what has an article and a plural, and is no verb of games."""
        said = {match[1] for match in _NAMED.finditer(self._whole)} - _ACTS
        return self.ones | set(filter(_has_plural, said))

    @cached_property
    def times(self) -> Counter[str]:
        """How often each word is met."""
        return Counter(_WORD.findall(self._whole))

    @cached_property
    def owned(self) -> frozenset[str]:
        """What is said to be somebody's, or counted."""
        return frozenset((*(match[2] for match in _OWNED.finditer(self._whole)), *self._counted))

    @cached_property
    def surely_owned(self) -> frozenset[str]:
        """What is said to be somebody's, and what things of games mostly have."""
        owned = (match[2] for match in _OWNED.finditer(self._whole) if match[1] != "the")
        return frozenset((*owned, *_THINGS_HAVE, *_HAD))

    @cached_property
    def without_apostrophe(self) -> Mapping[tuple[str, str], str]:
        """Whose it is that is the governor's here and the governors there, by owners and what they own."""
        owned = {(plural(match[1]), match[2]): match[1] for match in _OWNER.finditer(self._whole)}
        no_nouns = _NO_NOUN | _ACTS | {"might", "present"}
        return {
            (many, thing): one
            for (many, thing), one in sorted(owned.items())
            if thing not in no_nouns and not thing.endswith("ing") and f" {many} {thing}" in self._whole
        }

    @cached_property
    def has_one_die(self) -> bool:
        return _A_DIE.search(self._whole) is not None

    def has_twice(self, many: str, thing: str) -> bool:
        """Return whether the text has these words again, so that they are a term of its own."""
        return self._whole.count(f" {many} {thing}") > 1

    @cached_property
    def _counted(self) -> Sequence[str]:
        return [match[1] for match in _COUNTED.finditer(self._whole)]

    @cached_property
    def _whole(self) -> str:
        return "\n".join(block.text for block in self.blocks).casefold()


_NO_NOUNS = _Nouns(())
Detector = Callable[[Block, re.Match[str], _Nouns], Iterator[Problem]]


def _said(match: re.Match[str]) -> str:
    return " ".join(match[0].split())


_ONE = _whole(rf"(?:{'|'.join(_ONE_WORDS)})\s([a-z]{{3,}}s)")
_FIGURE_ONE = LazyRegex(r"(?<![.,+/<>≤≥*×x$€£–−-]\s)(?<![\w'’.,+/–<>≤≥*×$€£-])1\s([a-z]{3,}s)(?![\w'’-])")
_BEFORE_NOUNS = frozenset(("points", "goods", "rules", "arms", "hearts", "diamonds", "spades", "clubs"))
_SEVERAL_BEFORE = LazyRegex(r"(?:[a-z]s|you|they|we|both|who|which|are|were|,)\s\Z")
_LABEL_BEFORE = LazyRegex(rf"(?:\b{any_word('numbered with a figure')}\s|(?-i:[A-Z])\w*\s|[(/#])\Z")


def _one_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `each cards`, `1 tokens` and `another players turn`."""
    text, said, many = block.text, _said(match), match[1].casefold()
    one, first = singular(many), said.split()[0].casefold()
    is_thing = first in ("a", "an") and one not in _ACTS and nouns.times[one] > 0
    known = nouns.ones if first in ("each", "1") else _SINGLE if first == "this" else nouns.named
    is_one = one != many and (one in known or is_thing) and match[1].islower()
    if not is_one or (said[0] == "A" and not begins_sentence(text, match.start())):
        return
    behind = after[1] if (after := _NEXT.match(text, match.end())) else ""
    is_each = first in ("each", "another")
    if (
        (one in _PERSONS and behind in _PERSONS_THINGS)  # told by wrong-word
        or (many, behind) in nouns.without_apostrophe
        or (is_each and _SEVERAL_BEFORE.search(text, 0, match.start()))
        or (first == "1" and _label_before(text, match))
    ):
        return
    here, right = block.at(match.start()), f"{said[: -len(many)]}{one}"
    is_owned = behind in nouns.owned and behind not in _NO_NOUN
    is_term = many in _BEFORE_NOUNS or (many not in _OWNERS and nouns.has_twice(many, behind))
    ends = _BEHIND_SUBJECT if first == "this" or (is_each and one in _ALSO_VERBS) else _BEHIND_ONE
    if is_owned and not is_term:
        yield here, f'"{said} {behind}" belongs to one', f'write "{right}\'s {behind}"'
    elif behind in ends or _ENDS.match(text, match.end()):
        yield here, f'"{said}": there is one', f'write "{right}"'


def _label_before(text: str, match: re.Match[str]) -> re.Match[str] | None:
    return _LABEL_BEFORE.search(text, max(0, match.start() - _LONGEST_BEFORE), match.start())


_ONE_OF_A_SORT = _whole(r"(?:an?|another)\s([a-z]{3,})\s([a-z]{3,}s)")
_NO_SORT = _ACTS | word_list("no sort of one") | word_list("function words")


def _sort_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `a critical successes`."""
    described, many, one = match[1], match[2], singular(match[2])
    is_noun = plural(one) == many and one in _SINGLE and many not in _NO_SORT
    is_sort = described.islower() and not described.endswith("s") and described not in _NO_SORT
    is_sort = is_sort and (match[0][0] != "A" or begins_sentence(block.text, match.start()))
    after = _NEXT.match(block.text, match.end())
    goes_on = after and after[1] in _BEHIND_ONE and _NO_THING.search(described)  # but: an enemy targets you
    if is_noun and is_sort and (goes_on or _ENDS.match(block.text, match.end())):
        yield block.at(match.start()), f'"{match[0]}": there is one', f'write "{one}"'


_ONE_DICE = LazyRegex(
    r"(?<![\w'’-])(?:an?|one|each|every|another|this|1)\s(?:(?!of\s|and\s|or\s)[a-z-]+\s){0,2}dice" + _ENDING
)


def _dice_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `an extra hit dice`, where one is a die elsewhere."""
    if nouns.has_one_die:
        said = _said(match)
        yield block.at(match.start()), f'"{said}": there is one', f'write "{said[: -len("dice")]}die"'


_MANY = LazyRegex(rf"(?<![\w'’.,+/–<>-]){any_word('more than one')}\s([a-z]{{3,}})(?![\w'’-])")


def _many_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `two card`."""
    label = _label_before(block.text, match)
    if not label or (label[0][0].isupper() and begins_sentence(block.text, label.start())):
        yield from _lone_noun(block, match, match.start(1), nouns)


_NUMBER_OF = _whole(rf"(?:{'|'.join(_COLLECTIONS)})\sof\s([a-z]{{3,}})")


def _number_of_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `a number of token`."""
    yield from _lone_noun(block, match, match.start(1), _NO_NOUNS, _SINGLE)


_AMONG = LazyRegex(
    rf"(?<![\w'’-])(?<!that\s)(?<!this\s)(?<!how\s)(?!any){any_word('among several')}\sof\s"
    r"(?:the|your|their|his|her|its|our|my|such|those|these)(?=\s)"
)


def _among_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `one of your red token`."""
    if first := _NEXT.match(block.text, match.end()):
        second = _NEXT.match(block.text, first.end())
        noun = second if second and first[1] not in (*nouns.ones, "same") else first
        yield from _lone_noun(block, match, noun.start(1), nouns)


_FIGURES = LazyRegex(r"(?<![\w'’.,+/–<>≤≥*×x$€£-])(?:[02-9]|[1-9]\d)\s([a-z]{3,})(?![\w'’-])")
_TAKES_SEVERAL = _ACTS | {plural(act) for act in _ACTS} | word_list("takes several")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s\Z")


def _figure_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `take 2 token`."""
    before = _WORD_BEFORE.search(block.text, 0, match.start())
    if match[1] != "player" and before and before[1].casefold() in _TAKES_SEVERAL:
        yield from _lone_noun(block, match, match.start(1), _NO_NOUNS, _SINGLE | _UNITS)


_DOING = frozenset(("are", "were", "have", "can", "may", "must", "will", "who", "using"))
_HOLDS = word_list("one for many")
_BEHIND_SEVERAL = _BEHIND - word_list("goes on with another noun") | {"using"}
_ENDS_ALL = re.compile(r"[ \n]?\Z|[.;:!?)]")
_ENDS_ALL_OF = re.compile(r"[ \n]?\Z|[.,;:!?)]| to\b")


def _lone_noun(
    block: Block, phrase: re.Match[str], start: int, nouns: _Nouns, sure: Collection[str] = frozenset()
) -> Iterator[Problem]:
    """Yield the noun that begins at an offset, if it is one where several are meant."""
    word = _WORD.match(block.text, start)
    if word is None or singular(word[0]) != word[0]:
        return
    one, many, is_of = word[0], plural(word[0]), " of" in block.text[phrase.start() : start]
    behind = after[1] if (after := _NEXT.match(block.text, word.end())) else ""
    is_own = not is_of and one in nouns.named - _ACTS - _ALSO_VERBS and nouns.times[many] > 0
    is_sure = one in sure or is_own or (one in _PERSONS and behind in _DOING)
    if not (is_sure or (one in nouns.ones and one not in _HOLDS)):
        return
    is_behind = behind in _BEHIND_SEVERAL and (is_of or one not in _ALSO_VERBS)  # these face each other
    is_end = is_behind or (_ENDS_ALL_OF if is_of else _ENDS_ALL).match(block.text, word.end())
    if is_end and (is_sure or one in _SINGLE or nouns.times[many] >= _LEAST_MANY):
        said = " ".join(block.text[phrase.start() : word.end()].split())
        yield block.at(start), f'"{said}": there are several', f'write "{many}"'


_LISTED = LazyRegex(r"\A(?:[2-9]|[1-9]\d)\s(?:[\w'’-]+\s){1,2}([a-z]{3,})(?=\s?(?:\Z|[,(:]))")


def _listed_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `3 red token` where that is all an item of a list says."""
    noun = match[1].casefold()
    is_one = block.sort is BlockType.ITEM and noun in _SINGLE and singular(noun) == noun
    if is_one and nouns.times[plural(noun)] >= _LEAST_MANY:
        yield block.at(match.start(1)), f'"{match[0]}": there are several', f'write "{plural(match[1])}"'


_MEASURED = LazyRegex(
    rf"(?<![\w.,/–-])((?:(?!1\D)\d+|{'|'.join(_NUMBERS)})\s(?:{any_word('measures')}|{'|'.join(_SIDES)}))"
    r"\s(?![a-z]+ly\b)([a-z]{3,})(?![\w'’-])"
)


def _measure_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `a 10 foot pole` and `six sided dice`."""
    if match[2].casefold() not in _BEHIND:
        message = f'"{_said(match)}": a measure before a noun is one word'
        yield block.at(match.start()), message, f'write "{"-".join(match[1].split())} {match[2]}"'


_SOMEBODY = r"(?<![\w'’-])(?:the|an?|each|every|your|their|his|her|that|this|another)"


def _owner_problems(nouns: _Nouns) -> Iterator[Problem]:
    """Yield `the governors palace`, which is the governor's palace elsewhere."""
    for (many, thing), one in nouns.without_apostrophe.items():
        written = re.compile(rf"{_SOMEBODY}\s{many}\s{thing}\b", re.IGNORECASE)
        for block, match in ((each, match) for each in nouns.blocks for match in written.finditer(each.text)):
            said = _said(match)
            is_one = said.split()[0].lower() in (*_ONE_WORDS, "that", "this")
            is_told = is_one and one in _PERSONS and thing in _PERSONS_THINGS  # by wrong-word
            after = _NEXT.match(block.text, match.end())
            ends = _ENDS.match(block.text, match.end()) or (after and after[1] in _BEHIND_SUBJECT)
            if not is_told and (is_one or ends):  # the players hand on their cards
                right = f"{said[: -len(many) - len(thing) - 1]}{one}'s {thing}"
                yield block.at(match.start()), f'"{said}" belongs to one', f'write "{right}"'


_WHOSE = _whole(rf"(?i:{'|'.join(_WHOSE_WORDS)})\s([a-z]{{3,}}s)\s([a-z]{{3,}})", re.NOFLAG)
_PILE = re.compile(r"discard piles?\b")
_GIVEN_BEFORE = LazyRegex(rf"\b{any_word('what somebody is given by')}(?:\s[\w'’-]+)?\s\Z")
_GOES_ON_AS_VERB = LazyRegex(rf"\s{any_word('behind a verb')}\b")


def _whose_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `your opponents life total` and `that cards text`, but not what somebody is given."""
    text, said, many, thing = block.text, _said(match), match[1], match[2]
    is_thing = thing in _HAD | _HAD_BY_SEVERAL or _PILE.match(text, match.start(2))
    is_had = is_thing and not _GOES_ON_AS_VERB.match(text, match.end())
    is_held = thing in _PERSONS_THINGS - {"discard"} and _ENDS.match(text, match.end())
    is_new = many in _OWNERS and (many, thing) not in nouns.without_apostrophe
    is_given = _GIVEN_BEFORE.search(text, max(0, match.start() - _LONGEST_BEFORE), match.start())
    if (is_had or is_held) and is_new and not is_given:
        owner = f"{many}'" if thing in _HAD_BY_SEVERAL else f"{_OWNERS[many]}'s"
        right = f"{said[: -len(many) - len(thing) - 1]}{owner} {thing}"
        yield block.at(match.start()), f'"{said}" belongs to somebody', f'write "{right}"'


_ITS = _whole(r"(it['’]s)\s([a-z]{3,})")


def _its_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `it's effect`, of what the text elsewhere says is somebody's; not `It's`."""
    word = match[2].casefold()
    goes_on = _NEXT.match(block.text, match.end()) or _ENDS.match(block.text, match.end())
    is_owned = word in nouns.surely_owned and word not in _NO_NOUN and not _NO_THING.search(word)
    is_side = word == "face" and goes_on and goes_on[0].strip() in ("up", "down")
    if match[0][0] == "i" and is_owned and goes_on and not is_side:
        yield block.at(match.start()), f'"{_said(match)}": "{match[1]}" is short for it is', 'write "its"'


_DONE = r"(?:[a-z]{2,}ed|drawn|taken|given|thrown|chosen|broken|hit|lost|won|sold|built|spent)"
_NO_THING_BEHIND = r"(?=[.,;:!?)]|\s(?:by|from|to|on|in|at|during|again|with|or|and|you|they)\b)"
_HARDLY = r"(?:(?:not|being|already|still|fully|completely)\s)?"
_IT_IS = LazyRegex(rf"(?<![\w'’-])(?:{'|'.join(_CLAUSES)})\s(its)\s{_HARDLY}{_DONE}{_NO_THING_BEHIND}")


def _it_is_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `until its destroyed`."""
    yield block.at(match.start(1)), f'"{_said(match)}": "its" is what it has', 'write "it\'s"'
