"""What a text counts, and what it says to be somebody's; looked up when a rule about nouns asks for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from cardtool.documents import Block, BlockType, Text, TextKind, plural, singular
from cardtool.lint.core import LazyRegex, Problem, TextIndex, once_for_each
from cardtool.lint.core.matching import any_word, word_list
from cardtool.lint.core.sentence_context import prose_of
from cardtool.lint.core.text_index import TextBlock


def whole(words: str, flags: re.RegexFlag = re.IGNORECASE) -> LazyRegex:
    """Return a pattern of whole words."""
    return LazyRegex(rf"(?<![\w'’-]){words}(?![\w'’-])", flags)


ACTS = word_list("verbs of games")
SINGLE = word_list("things of games") - ACTS
PERSONS = frozenset(("player", "opponent"))
PERSONS_THINGS, HAD = word_list("what players have"), word_list("had and never done")
_THINGS_HAVE = word_list("what things have")
BEHIND, BEHIND_SUBJECT = word_list("behind a noun"), word_list("behind a subject")
NO_NOUN = BEHIND | word_list("may be what it is")
OWNERS = {plural(each): each for each in word_list("who has things")}
ONE_WORDS = ("a", "an", "each", "every", "another", "this")

ENDING = rf"(?=\s*(?:[.,;:!?)\n]|$)|\s+{any_word('behind a noun')}\b)"
LONGEST_BEFORE = 40  # letters before a noun that are looked at
NEXT = re.compile(r"\s+([a-z]+)(?![\w'’-])")
ENDS = re.compile(r"\s*(?:$|[.,;:!?)\n])")
NO_THING = re.compile(r"(?:ed|ing|ly|able|ible|ful|ous|al|ic|ier|est)\Z")


def said_in(match: re.Match[str]) -> str:
    """Return what a pattern has met, in one line."""
    return " ".join(match[0].split())


_COUNTED = LazyRegex(rf"(?<![\w'’-])(?:an?|each|every|another|one|per)\s([a-z]{{3,}}){ENDING}", re.NOFLAG)
_NAMED = whole(r"(?:the|an?|one|this|your)\s([a-z]{3,})", re.NOFLAG)
_OWNED = whole(r"(its|your|their|his|her|the|whose)\s([a-z]{3,})", re.NOFLAG)
_OWNER = whole(r"([a-z]{3,})['’]s\s([a-z]{3,})", re.NOFLAG)
_A_DIE = whole(r"(?:an?|one|each|every|another|per)\s(?:[a-z-]+\s)?die")
WORD = re.compile(r"[a-z]{3,}")
_LEAST = 2  # times that a text counts a noun


def _has_plural(word: str) -> bool:
    return singular(word) == word != plural(word)


class Nouns:
    """The nouns of a text, less its tables."""

    def __init__(self, text: Text) -> None:
        self.blocks = [each for each in text.current if each.sort is not BlockType.ROW]

    @cached_property
    def ones(self) -> frozenset[str]:
        """What stands behind a word that counts, and has a plural; and what games count."""
        often = (word for word, times in Counter(self._counted).items() if times >= _LEAST)
        return SINGLE | {word for word in often if _has_plural(word) and self.times[plural(word)]}

    @cached_property
    def named(self) -> frozenset[str]:
        """What is counted, and what has an article and a plural, and is no verb of games."""
        said = {match[1] for match in _NAMED.finditer(self._whole)} - ACTS
        return self.ones | set(filter(_has_plural, said))

    @cached_property
    def times(self) -> Counter[str]:
        """How often each word is met."""
        return Counter(WORD.findall(self._whole))

    @cached_property
    def owned(self) -> frozenset[str]:
        """What is said to be somebody's, or counted."""
        return frozenset((*(match[2] for match in _OWNED.finditer(self._whole)), *self._counted))

    @cached_property
    def surely_owned(self) -> frozenset[str]:
        """What is said to be somebody's, and what things of games mostly have."""
        owned = (match[2] for match in _OWNED.finditer(self._whole) if match[1] != "the")
        return frozenset((*owned, *_THINGS_HAVE, *HAD))

    @cached_property
    def without_apostrophe(self) -> Mapping[tuple[str, str], str]:
        """Whose it is that is the governor's here and the governors there, by owners and what they own."""
        owned = {(plural(match[1]), match[2]): match[1] for match in _OWNER.finditer(self._whole)}
        no_nouns = NO_NOUN | ACTS | {"might", "present"}
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


Candidate = tuple[Callable[[Block, re.Match[str], Nouns], Iterator[Problem]], LazyRegex, Iterable[TextBlock]]
"""What tells a problem of a match, what it matches, and the blocks in which that may be."""


def problems_among(texts: TextIndex, candidates: Iterable[Candidate]) -> Iterator[Problem]:
    """Yield what is told of each match in a sentence that is in no template."""
    nouns = nouns_of(texts)
    for problems, pattern, found in candidates:
        for text, block in found:
            if id(text) in nouns and (said := prose_of(block)):
                for match in pattern.finditer(said.text):
                    yield from problems(said, match, nouns[id(text)])


@once_for_each
def nouns_of(texts: TextIndex) -> Mapping[int, Nouns]:
    """Return the nouns of each text but templates, by its identity."""
    return {id(text): Nouns(text) for text in texts if text.role is not TextKind.TEMPLATE}
