"""A verb has the form that its subject, or the word before it, asks for.

"Each player receive 3 gold" was written for two of them once.

Bad:

    Each player receive 3 gold. When he pass, his cards is discarded. You cannot exceeds 10.

Good:

    Each player receives 3 gold. When he passes, his cards are discarded. You cannot exceed 10.

Found in real rules are "Every ship receive", "When you gains", "cannot exceeds", "opponent have", "players
chooses". Looked at are he and she, subjects that begin a clause, with the word that tells their number
right before them: each card, the players, they; what follows "must" and "can"; and "cards that has".
`--fix` writes the other form.

Overlooked on purpose: verbs that are nouns as well, unless a pronoun stands before them; two subjects joined
by "and"; what may be a wish ("that each player have"); groups ("the team are").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from cardtool.documents import Block, BlockType, TextKind, plural, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.matching import any_word, either, word_list

_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "die": "dies", "are": "is", "were": "was"}


def third_person(base: str) -> str:
    """Return the form of a verb behind he, she and it: draws for draw."""
    return _IRREGULAR.get(base) or plural(base)


_VERBS = word_list("verbs of games") | {"have", "do"}
_ALONE = word_list("verbs alone") | {"have"}
_BASE_OF = {third_person(base): base for base in (*_VERBS, *_IRREGULAR)}
_THINGS = word_list("things of games") - word_list("one for many")
_ONES = _THINGS | {"player", "opponent"}
_MANIES = {plural(thing) for thing in _THINGS} | {
    "players",
    "opponents",
    "attacks",
    "people",
    "units",
    "characters",
}
_THIRD = {third_person(base) for base in (*_VERBS, "are", "were")}
_BEGINS = re.compile(
    r"(?:[.!?:;,]\s|\n|\b(?:if|when|once|whenever|until|unless|because|while|where|so)\s)\Z", re.IGNORECASE
)
_DESCRIBED = r"(?:(?:other|next|last|first|same|new|[a-z]+ing|[a-z]+ed|[a-z]+ive)\s)?"
_ADVERB = r"(?:(?:[a-z]+ly|also|then|always|never)\s)?"
_SINGULAR = LazyRegex(
    rf"(?<![\w'’-])(?:(?:each|every|another|an?|the|your|one)\s{_DESCRIBED}{either(_ONES)}|player|opponent)\s{_ADVERB}"
    rf"(?P<verb>{either(_ALONE | {'are', 'do'})})(?![\w'’-])"
)
_PRONOUN = LazyRegex(
    rf"(?<![\w'’-])(?:he|she|it)\s{_ADVERB}"
    rf"(?P<verb>{either((_VERBS | {'are'}) - word_list('the same in the past'))})(?![\w'’-])"
)
_PLURAL = LazyRegex(
    rf"(?<![\w'’-])(?:(?:the|these|those|all|both|your)\s{_DESCRIBED}{either(_MANIES)}|players|opponents)\s"
    rf"(?P<verb>{either({third_person(base) for base in _ALONE | {'are', 'were', 'do', 'deal'}})})(?![\w'’-])"
)
_RELATIVE = LazyRegex(
    rf"(?<![\w'’-]){either(_MANIES)}\s(?:that|which|who)\s"
    rf"(?P<verb>{either({third_person(base) for base in _ALONE | {'are', 'were', 'do', 'deal', 'trigger'}})})"
    r"(?![\w'’-])"
)
_OF_ANOTHER = LazyRegex(
    r"\b(?:of|in|on|with|for|from|to|among|between|behind|beside|than|one|only|and|or)\s(?:[\w'’-]+\s){0,4}\Z"
)
_THEY = LazyRegex(rf"(?<![\w'’-])(?:they|you|we)\s{_ADVERB}(?P<verb>{either(_THIRD)})(?![\w'’-])")
_MODAL = LazyRegex(
    r"(?-i:(?<![\w'’-])(?<!\bwho\s)(?<!\bthat\s)(?:(?:must|may|can|cannot|will|should|could|would|might)(?:\snot)?|(?:do|does|did)\snot|"
    rf"(?:ca|do|does|did|wo)n['’]t)\s(?P<verb>{either({third_person(base) for base in _VERBS})})(?![\w'’-]))"
)
_MODAL_PAST = LazyRegex(
    r"(?<![\w'’-])(?<!\bwho\s)(?<!\bthat\s)(?:must|may|can|cannot|will|should|could|would|might|[cw]an['’]t|won['’]t)\s"
    r"(?:(?:not|only|also|then|still|always|never)\s)?(?P<verb>[a-z]{2,}ed)(?![\w'’-])",
    re.NOFLAG,
)
_BETWEEN = frozenset(("not", "only", "also", "then", "still", "always", "never"))
_NO_PAST = _VERBS | frozenset(
    ("need", "seed", "feed", "weed", "shed", "embed", "speed", "wed", "bed", "sled")
)
_NO_MODAL = LazyRegex(
    r"(?:\b(?:the|an?|your|his|her|its|their|free|own|so|neither|n?or|how|why|when|where|what|who(?:ever)?|those|which|that|never|then|only)\s|['’]s\s|[.!?:;]\s|\n)\Z"
)
"""What comes before a will that is a thing, and a question."""
_AUXILIARY = re.compile(r"\s(?:is|are|was|were|has|can|must|will|may)\b")
_LONGEST = 60  # letters before a subject that are looked at
_BARE_LEAD = r"(?:if|when|whenever|unless|because|once|until|while)\s"
_ONE_LEAD = r"(?:each|every|another|an?|the|your|his|her|their|its|this|that|no|any|one)\s(?:[a-z]+\s)?"
_OWN_SINGULAR = LazyRegex(
    rf"(?<![\w'’-])(?:{_BARE_LEAD}|{_ONE_LEAD})(?P<noun>(?-i:[a-z]{{3,}}))\s(?P<verb>are|were|have)(?![\w'’-])"
)
_OWN_PLURAL = LazyRegex(
    r"(?<![\w'’-])(?:(?:the|these|those|all|both|many|several|multiple|some|your|their|other)\s(?:[a-z]+\s)?|"
    r"(?!\w+ing\s)(?-i:[A-Z][a-z]+\s))?"
    r"(?P<noun>(?-i:[a-z]{3,}s))\s(?P<verb>is|was|has)(?![\w'’-])"
)
_ONE_OF = LazyRegex(
    r"(?<![\w'’-])(?:one|each|every\sone)\sof\s(?:the|these|those|your|their|his|her|its|our|which)\s"
    r"(?:[a-z]+\s)?(?P<noun>(?-i:[a-z]{3,}s))\s(?P<verb>are|were|have)(?![\w'’-])"
)
_ONE_OF_ONE = LazyRegex(
    rf"(?<![\w'’-])(?:the|an?|each|every|this)\s(?!{any_word('groups')}|people|men|women|children|teeth|feet|mice|dice|sheep|fish|police|data|media)"
    r"[a-z]{2,}[^\Ws]\s(?:of|to|for|in|on)\s(?:this|that|the|an?|each|your)\s"
    r"(?P<noun>(?-i:[a-z]{3,}))\s(?P<verb>are|were|have)(?![\w'’-])"
)
_THIS = LazyRegex(r"(?<![\w'’-])this\s(?P<verb>are|have)(?![\w'’-])")
_ALSO_BEGINS = re.compile(r"\b(?:that|which|where|how|since|but|what|then)\s\Z", re.IGNORECASE)
_OWN = (_OWN_SINGULAR, _OWN_PLURAL)
_OF_SEVERAL = frozenset(("are", "were", "have"))
_DETERMINED = ("a", "an", "each", "every", "another", "one")
_NO_NOUNS = word_list("groups") | word_list("function words") | word_list("no nouns")
_EACH = re.compile(r"(?:each|every)\s", re.IGNORECASE)
_PERSON = re.compile(r"(?:he|she|they|we)\s", re.IGNORECASE)
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s\Z")
_NO_END = (
    word_list("function words") | word_list("before a wish or in a question") | {"let", "lets", "help", "see"}
)
_ASKS = LazyRegex(rf"(?:\b{any_word('before a wish or in a question')}\s|n['’]t\s)\Z")
_MODALS = frozenset(["must", "may", "can", "cannot", "will", "should", "could", "would", "might", "not"])
_NOT = frozenset(f"{word}n{sign}t" for word in ("ca", "do", "does", "did", "wo") for sign in "'’")
_LITTLE = frozenset(("also", "then", "always", "never"))
_Form = tuple[LazyRegex, Callable[[str], str], Collection[str], Collection[str], Collection[str]]
"""A pattern, what puts its verb right, words of which one comes right before one of others wherever it
matches, and its nouns or verbs of which one must be there; empty where any may."""

_FORMS = (
    (_SINGULAR, third_person, _ONES | {"player", "opponent"}, _ALONE | {"are", "do"} | _LITTLE),
    (_PRONOUN, third_person, ("he", "she", "it"), _VERBS | {"are"} | _LITTLE),
    (_PLURAL, _BASE_OF.__getitem__, _MANIES, _THIRD),
    (_RELATIVE, _BASE_OF.__getitem__, _MANIES, {"that", "which", "who"}),
    (_THIS, third_person, ("this",), ("are", "have")),
    (_THEY, _BASE_OF.__getitem__, ("they", "you", "we"), _THIRD | _LITTLE),
    (_MODAL, _BASE_OF.__getitem__, _MODALS | _NOT, _THIRD),
)
"""Patterns, what puts a verb right, and words of which one comes right before one of others, or before an
adverb, wherever they match."""


@text_rule("CT615", "verb-form", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    told: set[tuple[int, int]] = set()  # a verb may be told of by two patterns
    for pattern, form, firsts, seconds, meant in _forms_in(texts):
        for text, block in texts.with_pairs(firsts, seconds):
            if text.role is not TextKind.TEMPLATE and block.sort not in (BlockType.ROW, BlockType.HEADING):
                yield from _problems(block, pattern, form, meant, told)


def _forms_in(texts: TextIndex) -> Iterator[_Form]:
    """Yield what is looked for everywhere, and what goes by the nouns that a text itself counts."""
    adverbs = {word for word in texts.words if word.endswith("ly")}
    yield from ((each, form, firsts, adverbs | {*seconds}, ()) for each, form, firsts, seconds in _FORMS)
    counted = texts.words_behind(_DETERMINED) - _NO_NOUNS
    own = {each for each in counted if plural(each) in texts.words and singular(plural(each)) == each}
    ones, manies = own | (_ONES - _NO_NOUNS), {plural(each) for each in own} | _MANIES
    yield _OWN_SINGULAR, third_person, ones, _OF_SEVERAL, ones
    yield _ONE_OF_ONE, third_person, ones, _OF_SEVERAL, ones
    yield _ONE_OF, third_person, manies, _OF_SEVERAL, manies
    yield _OWN_PLURAL, _BASE_OF.__getitem__, manies, frozenset(("is", "was", "has")), manies
    bases = {word: _base_of_past(word, texts.words) for word in texts.words if word.endswith("ed")}
    past = {word for word, base in bases.items() if base}
    yield _MODAL_PAST, bases.__getitem__, _MODALS | _NOT, past | _BETWEEN, past


def _base_of_past(word: str, words: Collection[str]) -> str:
    """Return the verb of placed and discarded, where it is a verb of games or the text has it; or nothing."""
    bases = (word[:-1], word[:-2], word[:-3] if word[-4:-3] == word[-3:-2] else "", f"{word[:-3]}y")
    known = (base for base in bases if len(base) > 2 and (base in _VERBS or base in words))
    return "" if word in _NO_PAST else next(known, "")


def _problems(
    block: Block,
    pattern: LazyRegex,
    form: Callable[[str], str],
    meant: Collection[str],
    told: set[tuple[int, int]],
) -> Iterator[Problem]:
    for match in pattern.finditer(block.text):
        (start, end), place = match.span("verb"), (id(block), match.start("verb"))
        by = ["verb"] if pattern is _MODAL_PAST else match.groupdict().keys() - {"verb"}
        is_meant = place not in told and (not meant or all(match[group] in meant for group in by))
        if is_meant and _is_subject(block.text, match, pattern):
            told.add(place)
            new = form(match["verb"].casefold())
            message = f'"{" ".join(match[0].split())}": the verb does not agree'
            if pattern is _MODAL_PAST:  # either may be meant
                yield block.at(start), message, f'write "{new}" or "be {match["verb"]}"'
            else:
                yield block.at(start), message, f'write "{new}"', replacement_edit(block, start, end, new)


def _is_subject(text: str, match: re.Match[str], pattern: LazyRegex) -> bool:
    """Return whether the verb is surely that of the word before it."""
    before = text[max(0, match.start() - _LONGEST) : match.start()]
    if pattern is _RELATIVE:  # a deck of cards that contains goats
        return not _OF_ANOTHER.search(before)
    if pattern in (_MODAL, _MODAL_PAST):
        return bool(before) and not _NO_MODAL.search(before)
    if _AUXILIARY.match(text, match.end()):  # the tower keep is
        return False
    word = _WORD_BEFORE.search(before) if pattern is _SINGULAR and _EACH.match(match[0]) else None
    if word:
        return word[1].casefold() not in _NO_END
    is_person = pattern in (_PRONOUN, _THEY) and _PERSON.match(match[0]) is not None
    is_sure = is_person and not _ASKS.search(before)
    begins = _BEGINS.search(before) or (pattern in _OWN and _ALSO_BEGINS.search(before))
    return is_sure or not before or bool(begins)
