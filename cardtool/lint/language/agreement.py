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

_THINGS = word_list("things of games")
_ACTS = word_list("verbs of games")
_FIGURES = LazyRegex(r"(?<![\w'’.,+/–<>≤≥*×x$€£-])(?:[02-9]|[1-9]\d)\s([a-z]{3,})(?![\w'’-])")
_ONE_OF_A_SORT = LazyRegex(r"(?<![\w'’-])(?:an?|another)\s([a-z]{3,})\s([a-z]{3,}s)(?![\w'’-])")
_COLLECTIONS = ("number", "variety", "pair", "group", "list")
_NUMBER_OF = LazyRegex(rf"(?<![\w'’-])(?:{'|'.join(_COLLECTIONS)})\sof\s([a-z]{{3,}})(?![\w'’-])")
_ONE = LazyRegex(r"(?<![\w'’-])(?:an?|each|every|another|this)\s([a-z]{3,}s)(?![\w'’-])")
_FIGURE_ONE = LazyRegex(r"(?<![.,+/<>≤≥*×x$€£–−-]\s)(?<![\w'’.,+/–<>≤≥*×$€£-])1\s([a-z]{3,}s)(?![\w'’-])")
_LISTED = LazyRegex(r"\A(?:[2-9]|[1-9]\d)\s(?:[\w'’-]+\s){1,2}([a-z]{3,})(?=\s?(?:\Z|[,(:]))")
_MANY = LazyRegex(rf"(?<![\w'’.,+/–<>-]){any_word('more than one')}\s([a-z]{{3,}})(?![\w'’-])")
_AMONG = LazyRegex(
    rf"(?<![\w'’-])(?<!that\s)(?<!this\s)(?<!how\s)(?!any){any_word('among several')}\sof\s"
    r"(?:the|your|their|his|her|its|our|my|such|those|these)(?=\s)"
)
_ITS = LazyRegex(r"(?<![\w'’-])(it['’]s)\s([a-z]{3,})(?![\w'’-])")
_CLAUSES = ("when", "until", "if", "once", "unless", "whenever", "while", "because", "since", "where", "but")
_DONE = r"(?:[a-z]{2,}ed|drawn|taken|given|thrown|chosen|broken|hit|lost|won|sold|built|spent)"
_NO_THING_BEHIND = r"(?=[.,;:!?)]|\s(?:by|from|to|on|in|at|during|again|with|or|and|you|they)\b)"
_IT_IS = LazyRegex(
    rf"(?<![\w'’-])(?:{'|'.join(_CLAUSES)})\s(its)\s(?:(?:not|being|already|still|fully|completely)\s)?{_DONE}"
    rf"{_NO_THING_BEHIND}"
)
_COUNTED = LazyRegex(
    r"(?<![\w'’-])(?:an?|each|every|another|one|per)\s([a-z]{3,})"
    rf"(?=\s*(?:[.,;:!?)\n]|$)|\s+{any_word('behind a noun')}\b)",
    re.NOFLAG,
)
_NAMED = LazyRegex(r"(?<![\w'’-])(?:the|an?|one|this|your)\s([a-z]{3,})(?![\w'’-])", re.NOFLAG)
_OWNED = LazyRegex(r"(?<![\w'’-])(its|your|their|his|her|the|whose)\s([a-z]{3,})(?![\w'’-])", re.NOFLAG)
_OWNER = LazyRegex(r"(?<![\w'’-])([a-z]{3,})['’]s\s([a-z]{3,})(?![\w'’-])", re.NOFLAG)
_WHOSE_WORDS = ("that", "this", "your", "their", "his", "her", "my", "our", "its", "the")
_WHOSE = LazyRegex(
    rf"(?<![\w'’-])(?i:{'|'.join(_WHOSE_WORDS)})\s([a-z]{{3,}}s)\s([a-z]{{3,}})(?![\w'’-])", re.NOFLAG
)
_PILE = re.compile(r"discard piles?\b")
_UNITS = word_list("measures")
_SIDES = frozenset(("sided", "handed", "headed", "legged"))
_NUMBERS = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve", "twenty")
_MEASURED = LazyRegex(
    rf"(?<![\w.,/–-])((?:(?!1\D)\d+|{'|'.join(_NUMBERS)})\s(?:{any_word('measures')}|{'|'.join(_SIDES)}))"
    r"\s(?![a-z]+ly\b)([a-z]{3,})(?![\w'’-])"
)
_ONE_DICE = LazyRegex(
    r"(?<![\w'’-])(?:an?|one|each|every|another|this|1)\s(?:(?!of\s|and\s|or\s)[a-z-]+\s){0,2}dice"
    rf"(?=\s*(?:[.,;:!?)\n]|$)|\s+{any_word('behind a noun')}\b)"
)
_A_DIE = LazyRegex(r"(?<![\w'’-])(?:an?|one|each|every|another|per)\s(?:[a-z-]+\s)?die(?![\w'’-])")
_GIVEN = LazyRegex(rf"\b{any_word('what somebody is given by')}(?:\s[\w'’-]+)?\s\Z")
_GOES_ON_AS_VERB = LazyRegex(rf"\s{any_word('behind a verb')}\b")
_SOMEBODY = r"(?<![\w'’-])(?:the|an?|each|every|your|their|his|her|that|this|another)"
_LONGEST_LABEL = 40  # letters before a number
_WORD = re.compile(r"[a-z]{3,}")
_NEXT = re.compile(r"\s+([a-z]+)(?![\w'’-])")
_ENDS = re.compile(r"\s*(?:$|[.,;:!?)\n])")
_ENDS_ALL = re.compile(r"[ \n]?\Z|[.;:!?)]")
_ENDS_ALL_OF = re.compile(r"[ \n]?\Z|[.,;:!?)]| to\b")
_SEVERAL_BEFORE = LazyRegex(r"(?:[a-z]s|you|they|we|both|who|which|are|were|,)\s\Z")
_LABEL_BEFORE = LazyRegex(
    r"(?:\b(?:or|level|lvl|size|cost|grade|strength|era|type|tier|rank|value|age|step|phase|page|table|section|"
    r"rule|turn|round|player|chapter|stage|act|part|of|no)\s|(?-i:[A-Z])\w*\s|[(/#])\Z"
)
_SINGLE = _THINGS - _ACTS
_NO_SORT = _ACTS | word_list("no sort of one") | word_list("function words")
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s\Z")
_TAKES_SEVERAL = _ACTS | {plural(act) for act in _ACTS} | word_list("takes several")
_GOES_ON = frozenset(["and", "or", "per", "stands", "blocks", "costs", "counts", "moves", "back", "left"])
_ALSO_VERBS = word_list("things that are verbs")
_LEAST = 2  # times that a text counts a noun
_LEAST_MANY = 3  # times that a text has its plural
_NO_THING = re.compile(r"(?:ed|ing|ly|able|ible|ful|ous|al|ic|ier|est)\Z")
_PERSONS_THINGS = word_list("what players have")
_THINGS_HAVE = word_list("what things have")
_PERSONS = frozenset(("player", "opponent"))
_BEHIND = word_list("behind a noun")
_DOING = frozenset(("are", "were", "have", "can", "may", "must", "will", "who", "using"))
_MODALS = frozenset(
    ("is", "are", "was", "were", "has", "have", "may", "must", "can", "cannot", "will", "who")
)
_AFTER_ONE = _BEHIND - word_list("articles and pronouns")
_ONE_WORDS = ("a", "an", "each", "every", "another", "this")
_BEFORE_NOUNS = frozenset(("points", "goods", "rules", "arms", "hearts", "diamonds", "spades", "clubs"))
_MORE_THAN_ONE, _AMONG_SEVERAL = word_list("more than one"), word_list("among several")
_HOLDS = word_list("one for many")
_ENDS_NOUNS = _BEHIND - _GOES_ON
_NO_NOUN = _BEHIND | word_list("may be what it is")
_HAD = word_list("had and never done")
_HAD_BY_SEVERAL = word_list("had by several")
_OWNERS = {plural(each): each for each in word_list("who has things")}


@text_rule("CT614", "agreement", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    read = [text for text in texts if text.role is not TextKind.TEMPLATE]
    blocks = {id(text): [each for each in text.current if each.sort is not BlockType.ROW] for text in read}
    nouns = {each: _Nouns(those) for each, those in blocks.items()}
    owners = (word for word in texts.words if word.endswith(("'s", "’s")))
    if any(texts.words_behind((word,)) & texts.words_behind((plural(word[:-2]),)) for word in owners):
        for each, those in blocks.items():
            yield from _owner_problems(those, nouns[each])
    for problems, found in _candidates(texts):
        for text, block in found:
            if id(text) in nouns and block.sort is not BlockType.ROW:
                yield from problems(block, nouns[id(text)])


def _candidates(texts: TextIndex) -> Iterator[tuple[Detector, Iterable[TextBlock]]]:
    """Yield what is looked for, with the blocks in which it may be by the words beside each other."""
    words = texts.words
    manies = {word for word in words if word.endswith("s") and singular(word) != word}
    ones = {each for each in words if each in _SINGLE or (singular(each) == each and plural(each) in words)}
    things = manies & {plural(thing) for thing in _SINGLE}
    yield _one_problems, texts.with_pairs(_ONE_WORDS, manies)
    yield _sort_problems, texts.with_pairs(texts.words_behind(_ONE_WORDS) - _NO_SORT, things)
    yield _many_problems, texts.with_pairs(_MORE_THAN_ONE, ones)
    yield _number_of_problems, texts.with_pairs(_COLLECTIONS, {"of"})
    yield _among_problems, texts.with_pairs(_AMONG_SEVERAL, {"of"})
    yield _whose_problems, texts.with_pairs(_WHOSE_WORDS, _OWNERS)
    yield _it_is_problems, texts.with_pairs(_CLAUSES, ("its",))
    yield _its_problems, texts.with_words("it's", "it’s")
    figures = {word for word in words if word.isdigit()}
    yield _figure_problems, texts.with_pairs(figures, manies | (ones & _SINGLE) | _UNITS)
    yield _measure_problems, texts.with_pairs(figures | {*_NUMBERS}, _UNITS | _SIDES)
    yield _dice_problems, texts.with_words("dice") if "die" in words else ()
    yield _listed_problems, texts.with_words_of_all(figures, ones & _SINGLE)


class _Nouns:
    """What a text counts, looked up when it is asked for, as few texts are."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks

    @cached_property
    def ones(self) -> frozenset[str]:
        """What stands behind a word that counts, and has a plural; and what games count."""
        counted = Counter(self._counted)
        ones = {
            word
            for word, many in counted.items()
            if many >= _LEAST and singular(word) == word != plural(word) and self.times[plural(word)]
        }
        return frozenset(ones | _SINGLE)

    @cached_property
    def named(self) -> frozenset[str]:
        """What is counted, and what has an article and a plural, and is no verb of games."""
        said = {match[1] for match in _NAMED.finditer(self._whole)} - _ACTS
        return self.ones | {word for word in said if singular(word) == word != plural(word)}

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
        nouns = (
            (pair, one)
            for pair, one in sorted(owned.items())
            if pair[1] not in no_nouns and not pair[1].endswith("ing")
        )
        return {pair: one for pair, one in nouns if f" {' '.join(pair)}" in self._whole}

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
        return "\n".join(block.text for block in self._blocks).casefold()


_NO_NOUNS = _Nouns(())
Detector = Callable[[Block, _Nouns], Iterator[Problem]]


def _owner_problems(blocks: Sequence[Block], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `the governors palace`, which is the governor's palace elsewhere."""
    for (many, thing), one in nouns.without_apostrophe.items():
        written = re.compile(rf"{_SOMEBODY}\s{many}\s{thing}\b", re.IGNORECASE)
        for block, match in ((each, match) for each in blocks for match in written.finditer(each.text)):
            said = " ".join(match[0].split())
            right = f"{said[: -len(many) - len(thing) - 1]}{one}'s {thing}"
            is_one = said.split()[0].lower() in (*_ONE_WORDS, "that", "this")
            if one in _PERSONS and thing in _PERSONS_THINGS and is_one:
                continue  # told by wrong-word
            after = _NEXT.match(block.text, match.end())
            if not is_one and not (_ENDS.match(block.text, match.end()) or (after and after[1] in _MODALS)):
                continue  # the players hand on their cards
            yield block.at(match.start()), f'"{said}" belongs to one', f'write "{right}"'


def _one_problems(block: Block, nouns: _Nouns) -> Iterator[Problem]:
    """Yield `each cards` and `another players turn`."""
    yield from _ones_in(block, nouns, _ONE)


def _ones_in(block: Block, nouns: _Nouns, pattern: LazyRegex) -> Iterator[Problem]:
    for match in pattern.finditer(block.text):
        many, text = match[1].casefold(), block.text
        one = singular(many)
        first = match[0].split()[0].casefold()
        is_thing = first in ("a", "an") and one not in _ACTS and nouns.times[one] > 0
        known = nouns.ones if first in ("each", "1") else _SINGLE if first == "this" else nouns.named
        is_one = one != many and (one in known or is_thing) and match[1].islower()
        if not is_one or (match[0][0] == "A" and not begins_sentence(text, match.start())):
            continue
        after = _NEXT.match(text, match.end())
        is_told = after and (
            (one in _PERSONS and after[1] in _PERSONS_THINGS)  # by wrong-word
            or (many, after[1].casefold()) in nouns.without_apostrophe
        )
        is_label = _LABEL_BEFORE.search(text, max(0, match.start() - _LONGEST_LABEL), match.start())
        is_each = match[0].split()[0].lower() in ("each", "another")
        is_what_each_does = is_each and _SEVERAL_BEFORE.search(text, 0, match.start())
        if is_told or is_what_each_does or (pattern is _FIGURE_ONE and is_label):
            continue
        said, here = " ".join(match[0].split()), block.at(match.start())
        right = f"{said[: -len(many)]}{one}"
        is_owned = after and after[1] in nouns.owned and after[1] not in _NO_NOUN
        is_term = many in _BEFORE_NOUNS or (many not in _OWNERS and after and nouns.has_twice(many, after[1]))
        if after and is_owned and not is_term:
            yield here, f'"{said} {after[1]}" belongs to one', f'write "{right}\'s {after[1]}"'
        elif _ENDS.match(text, match.end()) or (
            after
            and after[1] in (_MODALS if first == "this" or (is_each and one in _ALSO_VERBS) else _AFTER_ONE)
        ):
            yield here, f'"{said}": there is one', f'write "{right}"'


def _many_problems(block: Block, nouns: _Nouns) -> Iterator[Problem]:
    """Yield `two card`."""
    for match in _MANY.finditer(block.text):
        label = _LABEL_BEFORE.search(block.text, max(0, match.start() - _LONGEST_LABEL), match.start())
        if not label or (label[0][0].isupper() and begins_sentence(block.text, label.start())):
            yield from _lone_noun(block, match.start(), match.start(1), nouns)


def _number_of_problems(block: Block, nouns: _Nouns) -> Iterator[Problem]:
    """Yield `a number of token`."""
    for match in _NUMBER_OF.finditer(block.text):
        yield from _lone_noun(block, match.start(), match.start(1), _NO_NOUNS, _SINGLE)


def _among_problems(block: Block, nouns: _Nouns) -> Iterator[Problem]:
    """Yield `one of your red token`."""
    for match in _AMONG.finditer(block.text):
        if first := _NEXT.match(block.text, match.end()):
            second = _NEXT.match(block.text, first.end())
            noun = second if second and first[1] not in (*nouns.ones, "same") else first
            yield from _lone_noun(block, match.start(), noun.start(1), nouns)


def _figure_problems(block: Block, nouns: _Nouns) -> Iterator[Problem]:
    """Yield `take 2 token` and `1 tokens`."""
    yield from _ones_in(block, nouns, _FIGURE_ONE)
    for match in _FIGURES.finditer(block.text):
        before = _WORD_BEFORE.search(block.text, 0, match.start())
        if match[1] != "player" and before and before[1].casefold() in _TAKES_SEVERAL:
            yield from _lone_noun(block, match.start(), match.start(1), _NO_NOUNS, _SINGLE | _UNITS)


def _listed_problems(block: Block, nouns: _Nouns) -> Iterator[Problem]:
    """Yield `3 red token` where that is all an item of a list says."""
    match = _LISTED.match(block.text) if block.sort is BlockType.ITEM else None
    noun = match[1].casefold() if match else ""
    if match and noun in _SINGLE and singular(noun) == noun and nouns.times[plural(noun)] >= _LEAST_MANY:
        yield block.at(match.start(1)), f'"{match[0]}": there are several', f'write "{plural(match[1])}"'


def _measure_problems(block: Block, nouns: _Nouns) -> Iterator[Problem]:
    """Yield `a 10 foot pole` and `six sided dice`."""
    for match in _MEASURED.finditer(block.text):
        if match[2].casefold() not in _BEHIND:
            first, second = match[1].split()
            message = f'"{" ".join(match[0].split())}": a measure before a noun is one word'
            yield block.at(match.start()), message, f'write "{first}-{second} {match[2]}"'


def _dice_problems(block: Block, nouns: _Nouns) -> Iterator[Problem]:
    """Yield `an extra hit dice`, where one is a die elsewhere."""
    for match in _ONE_DICE.finditer(block.text):
        if nouns.has_one_die:
            said = " ".join(match[0].split())
            yield block.at(match.start()), f'"{said}": there is one', f'write "{said[: -len("dice")]}die"'


def _whose_problems(block: Block, nouns: _Nouns) -> Iterator[Problem]:
    """Yield `your opponents life total` and `that cards text`, but not what somebody is given."""
    for match in _WHOSE.finditer(block.text):
        many, thing = match[1], match[2]
        is_had = (
            thing in _HAD or thing in _HAD_BY_SEVERAL or _PILE.match(block.text, match.start(2)) is not None
        )
        is_held = thing in _PERSONS_THINGS - {"discard"} and _ENDS.match(block.text, match.end()) is not None
        is_had = is_held or (is_had and not _GOES_ON_AS_VERB.match(block.text, match.end()))
        is_new = many in _OWNERS and (many, thing) not in nouns.without_apostrophe
        before = block.text[max(0, match.start() - _LONGEST_LABEL) : match.start()]
        if is_had and is_new and not _GIVEN.search(before):
            said = " ".join(match[0].split())
            owner = f"{many}'" if thing in _HAD_BY_SEVERAL else f"{_OWNERS[many]}'s"
            right = f"{said[: -len(many) - len(thing) - 1]}{owner} {thing}"
            yield block.at(match.start()), f'"{said}" belongs to somebody', f'write "{right}"'


def _sort_problems(block: Block, nouns: _Nouns) -> Iterator[Problem]:
    """Yield `a critical successes`."""
    for match in _ONE_OF_A_SORT.finditer(block.text):
        described, many, one = match[1], match[2], singular(match[2])
        is_noun = plural(one) == many and one in _SINGLE and many not in _NO_SORT
        is_sort = described.islower() and not described.endswith("s") and described not in _NO_SORT
        is_sort = is_sort and (match[0][0] != "A" or begins_sentence(block.text, match.start()))
        after = _NEXT.match(block.text, match.end()) if _NO_THING.search(described) else None
        is_end = _ENDS.match(block.text, match.end()) or (after and after[1] in _AFTER_ONE)
        if is_noun and is_sort and is_end:  # an enemy targets you
            yield block.at(match.start()), f'"{match[0]}": there is one', f'write "{one}"'


def _it_is_problems(block: Block, nouns: _Nouns) -> Iterator[Problem]:
    """Yield `until its destroyed`."""
    for match in _IT_IS.finditer(block.text):
        said = " ".join(match[0].split())
        yield block.at(match.start(1)), f'"{said}": "its" is what it has', 'write "it\'s"'


def _lone_noun(
    block: Block, phrase: int, start: int, nouns: _Nouns, sure: Collection[str] = frozenset()
) -> Iterator[Problem]:
    """Yield the noun that begins at an offset, if it is one where several are meant."""
    word = _WORD.match(block.text, start)
    if word is None or singular(word[0]) != word[0]:
        return
    after = _NEXT.match(block.text, word.end())
    many, is_of = plural(word[0]), " of" in block.text[phrase:start]
    is_own = not is_of and word[0] in nouns.named - _ACTS - _ALSO_VERBS and nouns.times[many] > 0
    is_sure = word[0] in sure or is_own or (word[0] in _PERSONS and after is not None and after[1] in _DOING)
    if not (is_sure or (word[0] in nouns.ones and word[0] not in _HOLDS)):
        return
    is_verb = word[0] in _ALSO_VERBS and not is_of  # these face each other
    is_behind = after is not None and after[1] in _ENDS_NOUNS | {"using"} and not is_verb
    is_end = (_ENDS_ALL_OF if is_of else _ENDS_ALL).match(block.text, word.end()) or is_behind
    if is_end and (is_sure or word[0] in _SINGLE or nouns.times[many] >= _LEAST_MANY):
        said = " ".join(block.text[phrase : word.end()].split())
        yield block.at(start), f'"{said}": there are several', f'write "{many}"'


def _its_problems(block: Block, nouns: _Nouns) -> Iterator[Problem]:
    """Yield `it's effect`, of what the text elsewhere says is somebody's; not `It's`."""
    for match in _ITS.finditer(block.text):
        word, is_small = match[2].casefold(), match[1][0] == "i"
        goes_on = _NEXT.match(block.text, match.end()) or _ENDS.match(block.text, match.end())
        is_owned = word in nouns.surely_owned and word not in _NO_NOUN and not _NO_THING.search(word)
        is_side = word == "face" and goes_on and goes_on[0].strip() in ("up", "down")
        if is_small and is_owned and goes_on and not is_side:
            said = " ".join(match[0].split())
            yield block.at(match.start()), f'"{said}": "{match[1]}" is short for it is', 'write "its"'
