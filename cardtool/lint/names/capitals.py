"""The capitals of terms of one word or two: small, with a capital, all in capitals."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain, cycle

from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import any_word, word_key, word_list
from cardtool.lint.core.sentence_context import TITLE_SMALL_WORDS, begins_sentence, is_all_capitals
from cardtool.lint.names.spelling_variants import (
    ENDS_NOUN,
    FUNCTION_WORDS,
    TextWords,
    Use,
    Variants,
    by_term,
    in_two_ways,
    variants,
)

_SMALL, _CAPITAL, _ALL_CAPITALS, _UNKNOWN = "small", "Capital", "CAPITALS", ""
_WRITTEN_IN = {_SMALL: str.lower, _CAPITAL: str.capitalize, _ALL_CAPITALS: str.upper}
_BEFORE = re.compile(r"([^\W\d_]+)(?:['’]s?)?(?: of(?: the)?)? $")  # the Chandlers' Steps
_BEHIND = re.compile(r"(?:['’]s?)? (?:\d|[^\W\d_a-zß-ÿ])")
_LONGEST = 24  # letters before a word that are looked at
_TITLE = re.compile(r"(?:^|(?<=\n))[^\W\d_]+\b(?! [A-Z]?[a-z])")  # all in capitals, and no sentence goes on
_LONGEST_TITLE = 80
_PART_END = re.compile(r"[.:;!?()\n\t•]| [-–—] |  ")
_LETTERS = re.compile(r"[^\W\d_]+")
_CITED = re.compile(r"\bsee (?:also |the )?[\"“*_]?$", re.IGNORECASE)
_CITING = LazyRegex(r"[\"”*_]? (?:tables?|sections?|chapters?|rules|appendix|above|below)\b", re.NOFLAG)
_LEADING = word_list("before a term")
"""Words that go before a term, and are no part of it though they begin a sentence."""

_NO_TERM = _LEADING | FUNCTION_WORDS
_NO_NAME = _LEADING | word_list("verbs of games")
_SMALL_OR_LEADING = TITLE_SMALL_WORDS | _LEADING
_GOES_ON = re.compile(r" [a-z]")

_SURELY = "surely "  # counted are only places where a capital says something
_SHORTEST_HEAD = 3  # letters of the second word of two
_SHORTEST = 4  # letters of a term of one word
_LEAST_USES = 8  # of a term, however it is written
_LEAST_OF_EACH = 2
_LEAST_ALL_CAPITALS = 3  # of a term that is written in only two ways
_CLEARLY_ALL_CAPITALS = 8  # of a term that is written otherwise but once

_LED = LazyRegex(rf"(?<![\w'’-])(?:{any_word('counted or owned')}|an?|the|any|no|this|\d{{1,2}})\s$")

Capitals = tuple[str, ...]
"""The capitals of each word of a term."""

_BOTH_SMALL, _BOTH_CAPITAL = (_SMALL, _SMALL), (_CAPITAL, _CAPITAL)
_BOTH_SHOUTED, _FIRST_OF_SENTENCE = (_ALL_CAPITALS, _ALL_CAPITALS), (_UNKNOWN, _CAPITAL)

TermUses = Iterator[tuple[str, Capitals, Use]]


def in_other_capitals(words: TextWords, defined: Set[str], settled: Set[str]) -> Iterator[Variants]:
    """Yield terms written HERO, Hero and hero, or Wool Tokens and Wool tokens.

    Of `defined` ones only some of two words are looked at, of `settled` ones none.
    """
    keys = {word: word_key(word) for word in words.written}
    in_capitals = {key for word, key in keys.items() if is_all_capitals(word)}
    shouted = {word: key for word, key in keys.items() if key in in_capitals and len(word) >= _SHORTEST}
    plain = {word: low for word in keys if (low := word.casefold()) not in _NO_TERM}
    pairs = (pair for each in words.sentences for pair in each.pairs)
    raised = {f"{plain[one]} {keys[two]}" for _, one, two in pairs if one in plain and not one.islower()}
    for term, ways in by_term(chain(_of_two(words, plain, raised), _of_one(words, shouted))):
        if term not in defined:
            alike = {way[0]: uses for way, uses in ways.items() if len(set(way)) == 1 and way[0]}
            if _is_in_doubt(alike):
                usual, *others = sorted(alike, key=lambda each: (-len(alike[each]), each))
                yield _variants((usual,), alike[usual], [alike[each] for each in others])
        if " " in term and term not in settled:
            yield from _of_two_words(ways, is_defined=term in defined)


def _of_two(words: TextWords, plain: Mapping[str, str], raised: Collection[str]) -> TermUses:
    """Yield every two words that may be a term and have a capital somewhere, as `raised` has it."""
    for block, _, pairs, _ in words.sentences:
        for start, one, two in pairs:
            is_term = len(two) >= _SHORTEST_HEAD and one in plain and two in plain
            if is_term and (term := f"{plain[one]} {word_key(two)}") in raised:
                behind = start + len(one) + 1
                capitals = _capitals_at(block.text, start, one), _capitals_at(block.text, behind, two)
                use = Use(block, start, f"{one} {two}")
                says_nothing = _UNKNOWN in capitals and not _GOES_ON.match(block.text, behind + len(two))
                if _CAPITAL not in capitals or not (says_nothing or _is_part(use) or _is_in_a_title(use)):
                    yield term, capitals, use


def _of_one(words: TextWords, shouted: Mapping[str, str]) -> TermUses:
    """Yield the words that somewhere are all in capitals, each with its key and its capitals."""
    for use in words.sentences.uses_of(shouted):
        manner = _capitals_at(use.block.text, use.start, use.written)
        if manner == _SMALL or not _is_part(use):
            yield shouted[use.written], (manner,), use


def _is_part(use: Use) -> bool:
    """Return whether a number or a word with a capital beside it makes it part of a longer name."""
    text = use.block.text
    before = _BEFORE.search(text, max(0, use.start - _LONGEST), use.start)
    is_led = before is not None and not before[1].islower() and before[1].casefold() not in _NO_NAME
    return is_led or _BEHIND.match(text, use.start + len(use.written)) is not None


def _is_in_a_title(use: Use) -> bool:
    """Return whether a title is meant: it is cited, or every word of weight beside it has a capital."""
    text, end = use.block.text, use.start + len(use.written)
    if _CITED.search(text, max(0, use.start - _LONGEST), use.start) or _CITING.match(text, end):
        return True
    before, after = text[max(0, use.start - _LONGEST_TITLE) : use.start], text[end : end + _LONGEST_TITLE]
    rest = _PART_END.split(after)[0]
    words = [*_LETTERS.findall(_PART_END.split(before)[-1] + rest)]
    is_sentence = after[len(rest) :].startswith((".", "!", "?"))
    return not is_sentence and all(word[0].isupper() or word in _SMALL_OR_LEADING for word in words)


def _is_thing(use: Use) -> bool:
    """Return whether a term is counted, owned or pointed at, and the thing itself ends with it."""
    text = use.block.text
    is_led = _LED.search(text, max(0, use.start - _LONGEST), use.start)
    return is_led is not None and ENDS_NOUN.match(text, use.start + len(use.written)) is not None


def _capitals_at(text: str, start: int, word: str) -> str:
    """Return with which capitals a word stands there, as far as they say something."""
    if is_all_capitals(word):
        return _UNKNOWN if _TITLE.match(text, start) else _ALL_CAPITALS
    if word.islower():
        return _SMALL
    return _UNKNOWN if begins_sentence(text, start) else _CAPITAL


def _is_in_doubt(ways: Mapping[str, Sequence[Use]]) -> bool:
    """Return whether all three ways are in use, or all in capitals and another, and not as the odd slip.

    Small letters beside capitals may be two words, as AID and aid are, unless it has a plural: HAZARDS.
    """
    small, capital, shouted = (len(ways.get(each, ())) for each in (_SMALL, _CAPITAL, _ALL_CAPITALS))
    if shouted >= _LEAST_ALL_CAPITALS and capital >= _LEAST_OF_EACH:
        return True
    words = [use.written.casefold() for use in ways.get(_ALL_CAPITALS, ()) if " " not in use.written]
    is_counted = shouted >= _LEAST_ALL_CAPITALS and any(word_key(word) != word for word in words)
    if shouted >= _CLEARLY_ALL_CAPITALS and capital:
        return is_counted
    several = small + capital + shouted >= _LEAST_USES and min(small, shouted) >= _LEAST_OF_EACH
    return several and (capital >= _LEAST_OF_EACH or is_counted)


def _of_two_words(ways: Mapping[Capitals, Sequence[Use]], *, is_defined: bool) -> Iterator[Variants]:
    """Yield the ways other than the usual one of a term that has both of its capitals, or is surely a thing.

    Of what is defined with a capital on both words CT304 tells where only one of them has it.
    """
    if _BOTH_CAPITAL not in ways and _FIRST_OF_SENTENCE in ways and (_SMALL, _CAPITAL) not in ways:
        ways = {_BOTH_CAPITAL: ways[_FIRST_OF_SENTENCE], **ways}
    is_clear = _BOTH_CAPITAL in ways
    small = ways.get(_BOTH_SMALL, ())
    sure = ways if is_clear else {**ways, _BOTH_SMALL: [*filter(_is_thing, small)]}
    known = {way: uses for way, uses in sure.items() if uses and way[0] and way != _BOTH_SHOUTED}
    raised = [use for way, uses in known.items() if _CAPITAL in way for use in uses]
    if not is_clear and not any(map(_is_thing, raised)):
        return
    usual = max(sorted(known), key=lambda way: len(known[way]))
    others: defaultdict[Capitals, list[Use]] = defaultdict(list)
    passed = {usual, _BOTH_SHOUTED, (_CAPITAL, _ALL_CAPITALS), *([(_CAPITAL, _SMALL)] if is_defined else ())}
    for (first, second), uses in sorted(sure.items()):
        way = first or _CAPITAL, second
        if way not in passed and (first or second != usual[1]):
            others[way] += uses
    few = sum(map(len, others.values()))
    if few > 0 and (is_clear or few <= 2 * len(known[usual])):
        yield _variants(usual, known[usual], [uses for uses in others.values() if uses])


def _variants(capitals: Capitals, usual: Sequence[Use], others: Sequence[Sequence[Use]]) -> Variants:
    def right(written: str) -> str:
        words = zip(cycle(capitals), written.split(" "), strict=False)
        return " ".join(_WRITTEN_IN[each](word) for each, word in words)

    return variants(usual, others, right, _SURELY)


_PLAIN = re.compile("[A-Z]?[a-z]{2,}")
_LEAST = 3  # uses of a word that nothing shows to be a thing
_ENDS_LABEL = re.compile(r"[”\"*_]*\s?[:=–—]")
_VERBS = word_list("verbs of games")
_BEFORE_A_VERB = frozenset(["can", "cannot", "may", "must", "will", "should", "could", "would"])


def without_capital(words: TextWords, defined: Collection[str]) -> Iterator[Variants]:
    """Yield the Hero that is also a hero; words of `defined` are left out."""
    plain = {word: word_key(word) for word in words.written if _PLAIN.fullmatch(word)}
    raised = {key for word, key in plain.items() if not word.islower()}
    small = {key for word, key in plain.items() if word.islower()}
    both = (small & raised).difference(_NO_TERM, defined)
    terms = {word: key for word, key in plain.items() if key in both}
    done = {two for each in words for _, one, two in each.pairs if one in _BEFORE_A_VERB}
    verbs = _VERBS | {word for word in done if word.islower() and word.title() not in done}
    uses = words.sentences.uses_of(terms)
    things = [use for use in uses if terms[use.written] not in verbs or _is_thing(use)]
    for _, (_, few), (is_raised, many) in in_two_ways(_uses_alone(things, terms), tie=bool):
        is_clear = len(many) >= max(_LEAST - len(few), min(_LEAST, len(few) + 1))  # 2 to 2 is in doubt
        if is_clear or all(map(_is_thing, (*few, *many))):
            yield variants(many, [few], str.capitalize if is_raised else str.lower, _SURELY)


def _uses_alone(uses: Iterable[Use], terms: Mapping[str, str]) -> Iterator[tuple[str, bool, Use]]:
    """Yield each of these words that is no label and no part of a name, and whether it has a capital."""
    raised = set[str]()
    for use in sorted(uses, key=lambda use: use.written.islower()):  # first those with a capital
        text, key, is_raised = use.block.text, terms[use.written], not use.written.islower()
        is_label = _ENDS_LABEL.match(text, use.start + len(use.written))
        if is_label or begins_sentence(text, use.start) or not (is_raised or key in raised):
            continue
        if not is_raised or not (_is_part(use) or _is_in_a_title(use)):
            raised.add(key)
            yield key, is_raised, use
