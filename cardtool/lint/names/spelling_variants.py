"""Terms that one text writes in two ways: as one word and as two, in two Englishes, in two forms."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, NamedTuple, TypeVar

from cardtool.documents import Block, Text, plural, singular
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import any_word, stem, word_key, word_list
from cardtool.lint.core.sentence_context import is_all_capitals, is_headline, prose_of

_WORD = re.compile(r"(?<![\w'’.@-])[^\W\d_]{2,}(?![\w@-]|\.\w)")
_HYPHENED = re.compile(r"(?<![\w'’./@-])([^\W\d_]{2,})-([^\W\d_]{2,})(?![\w'’/@-])")


Way = TypeVar("Way")


class Use(NamedTuple):
    """A term as a block writes it at this offset."""

    block: Block
    start: int
    written: str


class Variants(NamedTuple):
    """A term that is written in several ways: how often each, and the rarer, each use with what is usual."""

    tally: str
    ways: Sequence[Sequence[tuple[Use, str]]]
    says: str = "otherwise written"


class BlockWords(NamedTuple):
    """The words of a block that are of letters only, and every two with a space between; and their places."""

    block: Block
    words: Sequence[tuple[int, str]]
    pairs: Sequence[tuple[int, str, str]]
    is_headline: bool


class TextWords(tuple[BlockWords, ...]):
    """The words of all blocks of a text."""

    @cached_property
    def written(self) -> frozenset[str]:
        """Every word as it is written; few of them are new, so ask these what they are."""
        return frozenset(word for each in self for _, word in each.words)

    @cached_property
    def sentences(self) -> TextWords:
        """The words of those blocks in which capitals say something."""
        return TextWords(each for each in self if not each.is_headline)

    def uses_of(self, words: Collection[str]) -> Iterator[Use]:
        """Yield every place of these words, as they are written."""
        for block, found, _, _ in self:
            for start, word in found:
                if word in words:
                    yield Use(block, start, word)

    def matches(self, pattern: re.Pattern[str] | LazyRegex) -> Iterator[tuple[re.Match[str], Use]]:
        for each in self:
            for match in pattern.finditer(each.block.text):
                yield match, Use(each.block, match.start(), match[0])


def words_of(text: Text) -> Iterator[BlockWords]:
    """Yield the words of each block; of a table's, those of cells that hold a sentence."""
    for block in text.current:
        said = prose_of(block)
        words = [(match.start(), match[0]) for match in _WORD.finditer(said.text)] if said else []
        if words:
            pairs = [
                (start, one, two)
                for (start, one), (after, two) in pairwise(words)
                if after - start - len(one) == 1 and block.text[after - 1] == " "
            ]
            yield BlockWords(block, words, pairs, is_headline(block))


def by_term(found: Iterable[tuple[str, Way, Use]]) -> Iterator[tuple[str, Mapping[Way, list[Use]]]]:
    """Yield each term, in order, with its uses by the way in which they are written."""
    terms: defaultdict[str, defaultdict[Way, list[Use]]] = defaultdict(lambda: defaultdict(list))
    for term, way, use in found:
        terms[term][way].append(use)
    yield from sorted(terms.items())


def in_two_ways(
    found: Iterable[tuple[str, Way, Use]], tie: Callable[[Way], Any] = lambda way: 0
) -> Iterator[tuple[str, tuple[Way, list[Use]], tuple[Way, list[Use]]]]:
    """Yield each term that has two ways, with the rarer and the usual one; a `tie` says which is rarer."""
    for term, ways in by_term(found):
        if len(ways) == 2:
            few, many = sorted(ways.items(), key=lambda each: (len(each[1]), tie(each[0])))
            yield term, few, many


def variants(
    usual: Sequence[Use],
    rarer: Sequence[Sequence[Use]],
    right: Callable[[str], str] | None = None,
    reason: str = "",
) -> Variants:
    """Return what to say of the rarer ways, where `right` returns the usual spelling of what is written.

    Without it, that is how the usual is mostly written.
    """
    tally, most = ", ".join(f"{len(uses)} × {commonest(uses)}" for uses in (usual, *rarer)), commonest(usual)
    ways = [[(use, right(use.written) if right else most) for use in uses] for uses in rarer]
    return Variants(reason + tally, ways)


def commonest(uses: Iterable[Use]) -> str:
    """Return how a term is mostly written."""
    return Counter(use.written for use in uses).most_common(1)[0][0]


def _as_usual(few: Sequence[Use], many: Sequence[Use], reason: str = "") -> Variants:
    """Return the few as variants of the many, of which each use keeps its number and its capitals."""
    usual = commonest(many)
    one = singular(usual)

    def right(written: str) -> str:
        is_many = word_key(written) == singular(written).casefold() != written.casefold()
        new = usual if one.endswith("s") else plural(one) if is_many else one
        if _TWO_CAPITALS.match(usual):
            return new
        if is_all_capitals(written):
            return new.upper()
        if sum(map(str.isupper, written)) > 1:
            return new.title()
        return new.lower() if written.islower() else new[0].upper() + new[1:]

    return variants(many, [few], right, reason)


FUNCTION_WORDS = word_list("function words")
"""Words that are no part of a compound."""

_PARTICLES = word_list("particles")
_NOUN = re.compile(r"(?:^|\s)(?:a|an|the|this|each|every|any|no|another|one)\s$", re.IGNORECASE)
_VERB = re.compile(r"(?:^|\s)(?:to|will|can|cannot|may|must|should|shall|could|would|not)\s$", re.IGNORECASE)
_OBJECT = re.compile(r"\s+(?:to|the|a|an|your)\b", re.IGNORECASE)
_NEAR = 9  # letters before a compound
_LEAST_LETTERS = 5  # of a word that may be two
_REASONS = {"noun": "one word as a noun, and before one; ", "verb": "two words as a verb; ", "": ""}


def open_and_closed(words: TextWords) -> Iterator[Variants]:
    """Yield play mat and playmat; "a knock back" and "the knockback", "to setup" and "to set up"."""
    closed = {word_key(word) for word in words.written if _is_plain(word)}
    opened = [found for each in words for found in _open_compounds(each, closed)]
    terms = {term.partition(":")[0] for term, _, _ in opened}
    for term, ways in by_term(chain(opened, _closed_compounds(words, terms))):
        role, one, two = term.partition(":")[2], ways.get("closed", []), ways.get("open", [])
        if one and two:
            usual = one if term == "cannot:" else max(two, one, key=len)
            right = {"noun": one, "verb": two}.get(role, usual)
            yield _as_usual(two if right is one else one, right, _REASONS[role])


def _open_compounds(words: BlockWords, closed: Collection[str]) -> Iterator[tuple[str, str, Use]]:
    """Yield the compounds that the text also writes closed; with `:noun` or `:verb` where they differ."""
    block = words.block
    hyphened = _HYPHENED.finditer(block.text) if "-" in block.text else ()
    for start, one, two in (*words.pairs, *((match.start(), match[1], match[2]) for match in hyphened)):
        first, second = one.casefold(), two.casefold()
        both = first + second
        if both not in closed and both.removesuffix("s") not in closed:  # quicker than to take its key
            continue
        term, end = word_key(both), start + len(one) + 1 + len(two)
        is_plain = _is_plain(one) and _is_plain(two) and len(both) == len(one) + len(two)  # ß became two
        if term not in closed or len(both) < _LEAST_LETTERS or not is_plain:
            continue
        use, is_verb = Use(block, start, block.text[start:end]), second in _PARTICLES
        role = _role(block.text, start, end) if is_verb else ""
        are_two = FUNCTION_WORDS.isdisjoint((first, second)) and _are_two_words(use.written)
        if role or (not is_verb and (are_two or (both == "cannot" and two == "not"))):
            yield f"{term}:{role}", "open", use


def _are_two_words(written: str) -> bool:
    """Return whether both are long enough to be a word: re-roll, but not "is land"."""
    first, sign, second = re.split("([ -])", written, maxsplit=1)
    return len(second) >= 3 <= len(first) + (sign == "-")


_TWO_CAPITALS = re.compile(r"[A-Z][a-z]{2,}[A-Z][a-z]{2,}")


def _is_plain(word: str) -> bool:
    """Return whether it is not writtenLikeThis; GameMaster is, in two words with a capital each."""
    return word[1:].islower() or word.isupper() or _TWO_CAPITALS.fullmatch(word) is not None


def _role(text: str, start: int, end: int) -> str:
    """Return whether what may be both is a noun or a verb; empty if it is not sure, as with a hyphen."""
    if "-" in text[start:end]:
        return ""
    if _NOUN.search(text, max(0, start - _NEAR), start) and not _OBJECT.match(text, end):
        return "noun"
    return "verb" if _VERB.search(text, max(0, start - _NEAR), start) else ""


def _closed_compounds(words: TextWords, terms: Collection[str]) -> Iterator[tuple[str, str, Use]]:
    for use in words.uses_of({word for word in words.written if word_key(word) in terms and _is_plain(word)}):
        is_verb = _VERB.search(use.block.text, max(0, use.start - _NEAR), use.start)
        for role in ("", "verb" if is_verb else "noun"):
            yield f"{word_key(use.written)}:{role}", "closed", use


_IN_BOTH = word_list("in both Englishes")
_CLEARLY = 2  # times as many words of one English as of the other
_PAIR_OF = {word: pair for pair in word_list("two Englishes") for word in pair.split("/")}


def are_one_word(word: str, other: str) -> bool:
    """Return whether two words in small letters are one, spelt in the two ways."""
    pair = _PAIR_OF.get(word.removesuffix("s"))
    return pair is not None and pair == _PAIR_OF.get(other.removesuffix("s"))


def in_two_englishes(words: TextWords) -> Iterator[Variants]:
    """Yield favour and favor, of which a text has both; and favor by itself, where all else is British."""
    every = {word: word.casefold().removesuffix("s") for word in words.written}
    plain = {word: low for word, low in every.items() if low in _PAIR_OF}
    found = ((plain[use.written], use) for use in words.uses_of(plain))
    spelt = ((_PAIR_OF[word], word, use) for word, use in found)
    alone: defaultdict[bool, defaultdict[bool, list[Use]]] = defaultdict(lambda: defaultdict(list))
    for pair, ways in by_term(spelt):
        if len(ways) == 2:
            few, many = sorted(ways.values(), key=len)
            yield _as_usual(few, many)
        for word, uses in ways.items() if len(ways) == 1 else ():
            small = [use for use in uses if use.written.islower() and word not in _IN_BOTH]
            alone["z" in pair][pair.startswith(f"{word}/")] += small  # many Britons write organize
    for sides in alone.values():
        yield from _of_the_other(sides[False], sides[True])


def _of_the_other(american: Sequence[Use], british: Sequence[Use]) -> Iterator[Variants]:
    """Yield what is American in a text that is British otherwise, or British in an American one."""
    few, many = sorted((american, british), key=len)
    if few and len(many) > _CLEARLY * len(few):
        here, there = ("British", "American") if few is british else ("American", "British")
        written = ", ".join(sorted({use.written for use in many})[:3])
        found: defaultdict[str, list[tuple[Use, str]]] = defaultdict(list)
        for use in few:
            word = use.written.removesuffix("s")
            right = _PAIR_OF[word].split("/")[few is british]
            found[right].append((use, right + use.written[len(word) :]))
        says = f"{here}; in {there} English, as the rest is, it is"
        yield Variants(f"{len(many)} × {written}", [*found.values()], says)


_HEADS = word_list("heads of names")
_NO_NAMES = word_list("no terms") | word_list("one for many") | {"card", "tile"}


def in_two_forms(words: TextWords) -> Iterator[Variants]:
    """Yield what is called the Move phase and the Movement phase: two forms of one word before one noun."""
    found = ((word_key(one), head, use) for one, head, use in _before_nouns(words, _HEADS))
    called = ((f"{stem(key)} {head}", key, use) for key, head, use in found if len(key) > 2)
    for _, (_, few), (_, many) in in_two_ways(called):
        is_name = sum(use.written[0].isupper() for use in many) * 2 > len(many)
        if is_name and len(many) > len(few):
            yield _as_usual(few, many)


def _before_nouns(words: TextWords, nouns: Collection[str]) -> Iterator[tuple[str, str, Use]]:
    """Yield what stands before one of these nouns, in small letters, the noun, and where the two are."""
    heads = {word: key for word in words.written if (key := word_key(word)) in nouns}
    for block, _, pairs, _ in words:
        for start, one, two in pairs:
            if two in heads and (low := one.casefold()) not in FUNCTION_WORDS:
                yield low, heads[two], Use(block, start, f"{one} {two}")


_ONE_THING = dict.fromkeys(("pile", "deck", "stack"), "pile")
_ONE_THING |= dict.fromkeys(("token", "marker", "counter"), "marker")
_LEAST_OF_A_NAME, _CLEARLY_NAMED = 3, 3  # times that a thing is called so, and that for each other name


def in_two_heads(words: TextWords) -> Iterator[Variants]:
    """Yield the draw stack that is the draw pile elsewhere: one word before two nouns for one thing."""
    found = _before_nouns(words, _ONE_THING)
    called = ((f"{one} {_ONE_THING[head]}", head, use) for one, head, use in found if one not in _NO_NAMES)
    for _, (_, few), (_, many) in in_two_ways(called):
        if len(many) >= max(_LEAST_OF_A_NAME, _CLEARLY_NAMED * len(few)):
            yield _as_usual(few, many)


ENDS_NOUN = LazyRegex(rf"(?:['’]s)?\s*(?:$|[.,;:!?)])|\s{any_word('behind a noun')}\b")
"""What shows that the noun before it has ended, and is not part of a longer one."""

_VOWEL = re.compile("[aeiouy]")
_LONGEST_SHORT = 4  # letters of an abbreviation


def in_mixed_letters(words: TextWords) -> Iterator[Variants]:
    """Yield abbreviations that are written LoS and LOS or HP and hp, and StarPort that is Starport."""
    plain = {word: one for word in words.written if (one := word.removesuffix("s"))}
    raised = {word for word in plain if word[0].isupper()}
    mixed = {word.casefold() for word in raised if not word[1:].islower() and not word.isupper()}
    short = {word for word in raised if len(word) <= _LONGEST_SHORT}
    shouted = {plain[word].lower() for word in short if plain[word].isupper()}
    small = {word for word, one in plain.items() if one in shouted and not _VOWEL.search(word)}
    long = {word for word in raised - short if word.casefold() in mixed and not word.isupper()}
    told = small | long | {word for word in short if not word[1:].islower()}
    uses = (use._replace(written=plain[use.written]) for use in words.sentences.uses_of(told))
    written = ((use.written.casefold(), use.written, use) for use in uses)
    for _, (_, few), (_, many) in in_two_ways(written, tie=lambda way: way[1:].islower()):
        yield variants(many, [few])


_NAME = re.compile(
    r"(?<![\w'’-])[A-Z][a-z'’]+ (?P<small>[Oo]f|[Tt]he|[IiOo]n|[Aa]nd|&|[Tt]o|[Ff]or|[Ww]ith|[Oo]r)"
    r"(?: [Tt]he)? [A-Z][a-z'’]+"
)


def small_words_in_names(words: TextWords) -> Iterator[Variants]:
    """Yield Rate Of Attack that is also Rate of Attack, and Hay & Straw that is Hay and Straw."""
    found = words.sentences.matches(_NAME)
    written = ((match[0].casefold().replace("&", "and"), match["small"], use) for match, use in found)
    for _, ways in by_term(written):
        if len(ways) > 1:
            few, many = sorted(ways.values(), key=lambda uses: (len(uses), uses[0].written))[-2:]
            if len(many) > len(few) or "&" not in many[0].written + few[0].written:
                yield variants(many, [few])
