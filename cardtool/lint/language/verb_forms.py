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
from collections.abc import Callable, Iterator

from cardtool.documents import Block, BlockType, TextKind, plural
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
_MANIES = {plural(thing) for thing in _THINGS} | {"players", "opponents", "attacks"}
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
_NO_MODAL = LazyRegex(
    r"(?:\b(?:the|an?|your|his|her|its|their|free|own|so|neither|n?or|how|why|when|where|what|who(?:ever)?|those|which|that|never|then|only)\s|['’]s\s|[.!?:;]\s|\n)\Z"
)
"""What comes before a will that is a thing, and a question."""
_AUXILIARY = re.compile(r"\s(?:is|are|was|were|has|can|must|will|may)\b")
_LONGEST = 60  # letters before a subject that are looked at
_ASKS = LazyRegex(rf"(?:\b{any_word('before a wish or in a question')}\s|n['’]t\s)\Z")
_MODALS = frozenset(["must", "may", "can", "cannot", "will", "should", "could", "would", "might", "not"])
_NOT = frozenset(f"{word}n{sign}t" for word in ("ca", "do", "does", "did", "wo") for sign in "'’")
_LITTLE = frozenset(("also", "then", "always", "never"))
_FORMS = (
    (_SINGULAR, third_person, _ONES | {"player", "opponent"}, _ALONE | {"are", "do"} | _LITTLE),
    (_PRONOUN, third_person, ("he", "she", "it"), _VERBS | {"are"} | _LITTLE),
    (_PLURAL, _BASE_OF.__getitem__, _MANIES, _THIRD),
    (_RELATIVE, _BASE_OF.__getitem__, _MANIES, {"that", "which", "who"}),
    (_THEY, _BASE_OF.__getitem__, ("they", "you", "we"), _THIRD | _LITTLE),
    (_MODAL, _BASE_OF.__getitem__, _MODALS | _NOT, _THIRD),
)
"""Patterns, what puts a verb right, and words of which one comes right before one of others, or before an
adverb, wherever they match."""


@text_rule("CT615", "verb-form", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    adverbs = {word for word in texts.words if word.endswith("ly")}
    for pattern, form, firsts, seconds in _FORMS:
        for text, block in texts.with_pairs(firsts, seconds | adverbs):
            if text.role is not TextKind.TEMPLATE and block.sort not in (BlockType.ROW, BlockType.HEADING):
                yield from _problems(block, pattern, form)


def _problems(block: Block, pattern: LazyRegex, form: Callable[[str], str]) -> Iterator[Problem]:
    for match in pattern.finditer(block.text):
        if _is_subject(block.text, match, pattern):
            (start, end), new = match.span("verb"), form(match["verb"].casefold())
            message = f'"{" ".join(match[0].split())}": the verb does not agree'
            yield block.at(start), message, f'write "{new}"', replacement_edit(block, start, end, new)


def _is_subject(text: str, match: re.Match[str], pattern: LazyRegex) -> bool:
    """Return whether the verb is surely that of the word before it."""
    before = text[max(0, match.start() - _LONGEST) : match.start()]
    if pattern is _RELATIVE:  # a deck of cards that contains goats
        return not _OF_ANOTHER.search(before)
    if pattern is _MODAL and (not before or _NO_MODAL.search(before)):
        return False
    if pattern is not _MODAL and _AUXILIARY.match(text, match.end()):  # the tower keep is
        return False
    is_person = pattern is _PRONOUN and match[0][:2].lower() != "it"
    is_sure = pattern is _MODAL or (is_person and not _ASKS.search(before))
    return is_sure or not before or _BEGINS.search(before) is not None
