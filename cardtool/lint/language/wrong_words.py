"""Rules about words that are written for others, the apostrophe of an owner among them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, TextKind, plural
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.matching import any_word, word_list
from cardtool.lint.core.sentences import begins_sentence, prose_of
from cardtool.lint.core.texts import TextBlock


@text_rule("CT608", "wrong-word", Severity.WARNING, reads="en")
def wrong_word(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """A word is the one that was meant, not one that sounds or looks like it.

    "Take it two your hand" passes every spelling check.

    Bad:

        Take the old guard two your hand. You may not draw anymore cards.

    Good:

        Take the old guard to your hand. You may not draw any more cards.

    Looked at are some fifty words that cannot stand beside each other, such as "two your hand", "it's
    owner", "must chose", "of same color", "greater then that of". `--fix` writes the word that was meant.

    Overlooked on purpose: everything that could be right in some sentence.
    """
    reported: set[tuple[int, int]] = set()
    for slip in SLIPS:
        found = texts.with_words_of_all(*slip.words)
        near = {id(block) for _, block in texts.with_pairs(*slip.pair)} if found and slip.pair else None
        for block in (block for _, block in found if near is None or id(block) in near):
            for match in slip.pattern.finditer(block.text):
                (start, end), wrong = match.span("wrong"), match["wrong"]
                is_raised = match[0][0].isupper() and not match[0].isupper()
                is_name = is_raised and not begins_sentence(block.text, match.start())
                is_titled = is_name or (wrong[0].isupper() and start > match.start())  # the name of a card
                if (id(block), start) not in reported and not is_titled:
                    reported.add((id(block), start))
                    new = slip.right.capitalize() if wrong[0].isupper() else slip.right
                    message = f'"{" ".join(match[0].split())}": "{wrong}" cannot be the word that was meant'
                    yield block.at(start), message, f'write "{new}"', replacement_edit(block, start, end, new)


class Slip(NamedTuple):
    """A word that is written for another, in the words around it which show it.

    Words of each group of which one has to be there, and if they are known, words of which one comes right
    before one of others; what cannot be right, its group `wrong`; and the word that belongs there.
    """

    words: tuple[tuple[str, ...], ...]
    pair: tuple[frozenset[str], frozenset[str]] | None
    pattern: LazyRegex
    right: str


_SLIP = re.compile(r"(?:(?P<before>[^<]+) )?<(?P<wrong>[^>]+)>(?: (?P<after>.+))?")
_LETTERS = re.compile(r"[a-z0-9]+")


def _read(file: Path) -> Iterator[Slip]:
    """Yield the slips of a file, whose first lines say how it is written."""
    for line in file.read_text(encoding="utf-8").splitlines():
        written, _, right = line.partition("\t")
        if parts := _SLIP.fullmatch(written):
            yield Slip(tuple(_needed_words(parts)), _needed_pair(parts), LazyRegex(_pattern(parts)), right)


def _needed_words(parts: re.Match[str]) -> Iterator[tuple[str, ...]]:
    """Yield groups of words of which a text has one each where the slip is: the rarest to be met first."""
    if "|" not in parts["wrong"]:
        yield from ((word,) for word in _LETTERS.findall(parts["wrong"]))
    for side in (parts["before"], parts["after"]):
        if side:
            yield tuple(_LETTERS.findall(words)[0] for words in side.split("|"))


def _needed_pair(parts: re.Match[str]) -> tuple[frozenset[str], frozenset[str]] | None:
    """Return the words on either side of where what is wrong ends or begins, or where its first word ends.

    None where any word may be there.
    """
    left, right = (parts["wrong"], parts["after"]) if parts["after"] else (parts["before"], parts["wrong"])
    if not left:
        left, _, right = parts["wrong"].partition(" ")
    if not right or any(sign in f"{left}{right}" for sign in "[("):
        return None
    firsts, seconds = (
        frozenset(words.split()[at].replace("'", mark) for words in side.split("|") for mark in "'’")
        for side, at in ((left, -1), (right, 0))
    )
    return firsts, seconds


def _pattern(parts: re.Match[str]) -> str:
    before = rf"(?:{parts['before']})\s" if parts["before"] else ""
    after = rf"\s(?:{parts['after']})" if parts["after"] else ""
    words = f"{before}(?P<wrong>{parts['wrong']}){after}".replace("'", "['’]").replace(" ", r"\s")
    return rf"(?<![\w'’-]){words}(?![\w'’-])"


SLIPS = tuple(_read(Path(__file__).with_name("slips.tsv")))
"""Every word known to be written for another. None is right in any sentence that we could think of."""


def _whole(words: str, flags: re.RegexFlag = re.IGNORECASE) -> LazyRegex:
    """Return a pattern of _whole words."""
    return LazyRegex(rf"(?<![\w'’-]){words}(?![\w'’-])", flags)


_ACTS = word_list("verbs of games")
_PERSONS = frozenset(("player", "opponent"))
_PERSONS_THINGS, _HAD = word_list("what players have"), word_list("had and never done")
_THINGS_HAVE = word_list("what things have")
_BEHIND_SUBJECT = word_list("behind a subject")
_NO_NOUN = word_list("behind a noun") | word_list("may be what it is")
_OWNERS = {plural(each): each for each in word_list("who has things")}
_ONE_WORDS = ("a", "an", "each", "every", "another", "this")

_LONGEST_BEFORE = 40  # letters before a noun that are looked at
_NEXT = re.compile(r"\s+([a-z]+)(?![\w'’-])")
_ENDS = re.compile(r"\s*(?:$|[.,;:!?)\n])")
_NO_THING = re.compile(r"(?:ed|ing|ly|able|ible|ful|ous|al|ic|ier|est)\Z")


def _said_in(match: re.Match[str]) -> str:
    """Return what a pattern has met, in one line."""
    return " ".join(match[0].split())


_OWNED = _whole(r"(its|your|their|his|her|the|whose)\s([a-z]{3,})", re.NOFLAG)
_OWNER = _whole(r"([a-z]{3,})['’]s\s([a-z]{3,})", re.NOFLAG)


class _Nouns:
    """The nouns of a text, less its tables."""

    def __init__(self, text: Text) -> None:
        self.blocks = [each for each in text.current if each.sort is not BlockType.ROW]

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
    def _whole(self) -> str:
        return "\n".join(block.text for block in self.blocks).casefold()


_Candidate = tuple[
    Callable[[Block, re.Match[str], _Nouns], Iterator[Problem]], LazyRegex, Iterable[TextBlock]
]
"""What tells a problem of a match, what it matches, and the blocks in which that may be."""


def _problems_among(nouns: Mapping[int, _Nouns], candidates: Iterable[_Candidate]) -> Iterator[Problem]:
    """Yield what is told of each match in a sentence that is in no template."""
    for problems, pattern, found in candidates:
        for text, block in found:
            if id(text) in nouns and (said := prose_of(block)):
                for match in pattern.finditer(said.text):
                    yield from problems(said, match, nouns[id(text)])


_HAD_BY_SEVERAL = word_list("had by several")
_CLAUSES = ("when", "until", "if", "once", "unless", "whenever", "while", "because", "since", "where", "but")
_OF_ONE = ("that", "this", "your", "their", "his", "her", "my", "our", "its", "the")
_OF_SEVERAL = ("other", "all", "both", "of")
_WHOSE_WORDS = (*_OF_ONE, *_OF_SEVERAL)


@text_rule("CT621", "possessive", Severity.WARNING, reads="en", told_by="CT608")
def possessive(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """What belongs to somebody says so.

    "Its" and "it's", and an apostrophe that is left out, are heard by nobody who reads a sentence aloud.

    Bad:

        When its destroyed, it's owner takes it. Plunder the governors palace, and pay the governor's price.

    Good:

        When it's destroyed, its owner takes it. Plunder the governor's palace, and pay the governor's price.

    Found in real rules are "when it's health reaches", "until its destroyed", "your opponents life total", "the
    players abilities". Looked at is what the text itself says to be somebody's, and some things that are had and
    never done. Overlooked on purpose: what somebody is given ("give your opponents health"), and "it's" before
    what it may be.
    """  # noqa: E501
    nouns = {id(text): _Nouns(text) for text in texts if text.role is not TextKind.TEMPLATE}
    owners = (word for word in texts.words if word.endswith(("'s", "’s")))
    if any(texts.words_behind((word,)) & texts.words_behind((plural(word[:-2]),)) for word in owners):
        for each in nouns.values():
            yield from _owner_problems(each)
    yield from _problems_among(nouns, _candidates(texts))


def _candidates(texts: TextIndex) -> Iterator[_Candidate]:
    """Yield what is looked for, with the blocks in which it may be by the words beside each other."""
    yield _whose_problems, _WHOSE, texts.with_pairs(_WHOSE_WORDS, _OWNERS)
    yield _it_is_problems, _IT_IS, texts.with_pairs(_CLAUSES, ("its",))
    yield _one_of_many_problems, _ONE_OF_MANY, texts.with_pairs(_ONE_WORDS, _OWNERS)
    yield _its_problems, _ITS, texts.with_words("it's", "it’s")


_SOMEBODY = r"(?<![\w'’-])(?:the|an?|each|every|your|their|his|her|that|this|another)"


def _owner_problems(nouns: _Nouns) -> Iterator[Problem]:
    """Yield `the governors palace`, which is the governor's palace elsewhere."""
    for (many, thing), one in nouns.without_apostrophe.items():
        written = re.compile(rf"{_SOMEBODY}\s{many}\s{thing}\b", re.IGNORECASE)
        blocks = (each for each in nouns.blocks if many in each.text.lower())  # quicker than the pattern
        for block, match in ((each, match) for each in blocks for match in written.finditer(each.text)):
            said = _said_in(match)
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
    text, said, many, thing = block.text, _said_in(match), match[1], match[2]
    had = _HAD_BY_SEVERAL if said.split()[0].lower() in _OF_SEVERAL else _HAD | _HAD_BY_SEVERAL
    is_thing = thing in had or _PILE.match(text, match.start(2))
    is_had = is_thing and not _GOES_ON_AS_VERB.match(text, match.end())
    is_held = thing in _PERSONS_THINGS - {"discard"} and _ENDS.match(text, match.end())
    is_new = many in _OWNERS and (many, thing) not in nouns.without_apostrophe
    is_given = _GIVEN_BEFORE.search(text, max(0, match.start() - _LONGEST_BEFORE), match.start())
    if (is_had or is_held) and is_new and not is_given:
        owner = f"{many}'" if thing in _HAD_BY_SEVERAL else f"{_OWNERS[many]}'s"
        right = f"{said[: -len(many) - len(thing) - 1]}{owner} {thing}"
        yield block.at(match.start()), f'"{said}" belongs to somebody', f'write "{right}"'


_ONE_OF_MANY = _whole(r"([Aa]n?|[Ee]ach|[Ee]very|[Aa]nother)\s([a-z]{3,}s)(['’])\s([a-z]{3,})", re.NOFLAG)


def _one_of_many_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `each players' hand`, but not a players' guide."""
    first, many, mark, thing = match.groups()
    if many in _OWNERS and (thing in _HAD | _PERSONS_THINGS or thing in nouns.surely_owned):
        right = f"{first} {_OWNERS[many]}{mark}s {thing}"
        yield block.at(match.start()), f'"{_said_in(match)}" belongs to one', f'write "{right}"'


_ITS = _whole(r"(it['’]s)\s([a-z]{3,})")


def _its_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `it's effect`, of what the text elsewhere says is somebody's; not `It's`."""
    word = match[2].casefold()
    goes_on = _NEXT.match(block.text, match.end()) or _ENDS.match(block.text, match.end())
    is_owned = word in nouns.surely_owned and word not in _NO_NOUN and not _NO_THING.search(word)
    is_side = word == "face" and goes_on and goes_on[0].strip() in ("up", "down")
    if match[0][0] == "i" and is_owned and goes_on and not is_side:
        yield block.at(match.start()), f'"{_said_in(match)}": "{match[1]}" is short for it is', 'write "its"'


_DONE = r"(?:[a-z]{2,}ed|drawn|taken|given|thrown|chosen|broken|hit|lost|won|sold|built|spent)"
_NO_THING_BEHIND = r"(?=[.,;:!?)]|\s(?:by|from|to|on|in|at|during|again|with|or|and|you|they)\b)"
_HARDLY = r"(?:(?:not|being|already|still|fully|completely)\s)?"
_IT_IS = LazyRegex(rf"(?<![\w'’-])(?:{'|'.join(_CLAUSES)})\s(its)\s{_HARDLY}{_DONE}{_NO_THING_BEHIND}")


def _it_is_problems(block: Block, match: re.Match[str], nouns: _Nouns) -> Iterator[Problem]:
    """Yield `until its destroyed`."""
    yield block.at(match.start(1)), f'"{_said_in(match)}": "its" is what it has', 'write "it\'s"'
