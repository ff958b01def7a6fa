"""A verb has the form that its subject, or the word before it, asks for.

"Each player receive 3 gold" was written for two of them once.

Bad:

    Each player receive 3 gold. When he pass, his cards is discarded. You cannot exceeds 10.

Good:

    Each player receives 3 gold. When he passes, his cards are discarded. You cannot exceed 10.

Found in real rules are "Every ship receive", "When you gains", "cannot exceeds", "can spent", "they hasn't",
"one of the units are", "the number of goats are", "people who is". Looked at are he, she and they; subjects
that begin a clause, with the word that tells their number right before them, or bare: each card, the players,
"Players takes"; what follows "must" and "can"; "cards that has" and "the player who have". The nouns are
those that games count, and those that the text itself counts. `--fix` writes the other form.

Overlooked on purpose: verbs that are nouns as well, unless a pronoun stands before them; two subjects joined
by "and"; what may be a wish ("that each player have"); groups ("the team are").
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import NamedTuple

from cardtool.documents import Block, BlockType, TextKind, plural, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.matching import any_word, either, word_list
from cardtool.lint.core.sentence_context import begins_sentence, prose_of

_IRREGULAR = {"have": "has", "do": "does", "go": "goes", "die": "dies", "are": "is", "were": "was"}


def third_person(base: str) -> str:
    """Return the form of a verb behind he, she and it: draws for draw."""
    return _IRREGULAR.get(base) or plural(base)


_VERBS = word_list("verbs of games") | {"have", "do"}
_THIRDS = set(map(third_person, _VERBS))
_BARE = (_VERBS | {"are"}) - word_list("the same in the past")
_ALONE = word_list("verbs alone") | {"have", "do"}
_BASE_OF = {third_person(base): base for base in (*_VERBS, *_IRREGULAR)}
_THINGS = word_list("things of games") - word_list("one for many")
_ONES = _THINGS | {"player", "opponent"}
_MANIES = {plural(thing) for thing in _ONES} | {"attacks", "people", "units", "characters"}
_ONE_WITH_S = word_list("one with an s")
_NO_NOUNS = word_list("groups") | word_list("function words") | word_list("no nouns")
_OF_MANY = _ALONE | {"are"}  # verbs that one does not do
_OF_ONE = {third_person(base) for base in _OF_MANY | {"were", "deal", "trigger"}}

_NOUN = r"(?!(?:also|then|always|never)\s)(?P<noun>[a-z]{3,})\s"
_NOUNS = r"(?P<noun>[a-z]{3,}s|people)\s"
_ADVERB = r"(?:(?:[a-z]+ly|also|then|always|never)\s)?"
_ONE_LEAD = rf"{any_word('before one thing')}\s(?:[a-z]+(?:['’]s)?\s)?"
_BARE_LEAD = r"(?:if|when|whenever|unless|because|once|until|while)\s|(?=(?:player|opponent)\s)"
_MANY_LEAD = rf"(?!(?<=how\s)many){any_word('before several things')}\s(?:[a-z]+\s)?"
_TITLED_LEAD = r"(?!\w+ing\s|\w+est\s|most\s)(?-i:[A-Z][a-z]+\s)"
_OWNING = r"(?:the|these|those|your|their|his|her|its|our|which)\s(?:[a-z]+\s)?"
_NO_MANY = rf"(?!{any_word('groups')}|{any_word('several without an s')})"
_WHICH = r"(?:that|which|who)\s(?:either\s|also\s|only\s)?"
_MODALS = ("must", "may", "can", "cannot", "will", "should", "could", "would", "might")
_BEHIND_MODAL = ("not", "only", "also", "then", "still", "always", "never")
_MODAL_NOT = rf"(?:{'|'.join(_MODALS)})\s(?:not\s)?|(?:do|does|did)\snot\s|(?:ca|do|does|did|wo)n['’]t\s"
_PAST = dict(pair.split("/") for pair in word_list("past forms"))
_NO_PAST = _VERBS | {"need", "seed", "feed", "weed", "shed", "embed", "speed", "wed", "bed", "sled"}


def _clause(subject: str, verbs: Iterable[str] | str, negated: str = "") -> LazyRegex:
    """Return a pattern of a subject with one of these verbs; some may have not in one word behind them."""
    doing = verbs if isinstance(verbs, str) else either(verbs)
    also = rf"|(?:{negated})n['’]t" if negated else ""
    return LazyRegex(rf"(?<![\w'’-])(?:{subject})(?P<verb>(?:{doing}){also})(?![\w'’-])")


_ONE = _clause(rf"(?:{_ONE_LEAD}|{_BARE_LEAD}){_NOUN}{_ADVERB}", _OF_MANY, "are|have|do")
_MANY = _clause(rf"(?:{_MANY_LEAD}|{_TITLED_LEAD}){_NOUNS}{_ADVERB}", _OF_ONE, "is|has|does")
_OF_ONE_BARE = (_OF_ONE | {"is", "was"}) - {"gains", "wins", "wants", "transfers"}  # which are nouns as well
_BARE_MANY = _clause(_NOUNS, _OF_ONE_BARE, "is|has|does")
_ONE_OF_MANY = _clause(rf"(?:one|each|every\sone)\sof\s{_OWNING}{_NOUNS}", "are|have")
_ONE_OF_ONE = _clause(
    rf"(?:the|an?|each|every|this)\s{_NO_MANY}[a-z]{{2,}}[^\Ws]\s(?:of|to|for|in|on)\s"
    rf"(?:this|that|the|an?|each|your)\s{_NOUN}",
    "are|have",
)
_MANY_WHICH = _clause(_NOUNS + _WHICH, _OF_ONE)
_MANY_THAT = _clause(_NOUNS + r"that\s(?:also\s|only\s)?", _OF_ONE - {"is", "was"})
_ONE_WHICH = _clause(rf"(?:an?|each|every|another)\s(?:[a-z]+\s)?{_NOUN}{_WHICH}", "are|have|do")
_WHO = _clause(
    rf"(?:the|that|this|any|no)\s(?:[a-z]+\s)?(?:player|opponent)\s(?:that|who)\s{_ADVERB}",
    _OF_MANY,
    "are|have|do",
)
_NUMBER_OF = _clause(
    r"the\snumber\sof\s[a-z]{3,}s\s"
    r"(?:(?:on|in|of|from|at|with|under)\s(?:(?:the|your|their|his|her|its|an?|each|this|that)\s)?[a-z]+\s)?",
    "are|were",
)
_HE = _clause(rf"(?:he|she|it)\s{_ADVERB}", _BARE, "are|have|do")
_THIS = _clause(r"this\s", "are|have")
_THEY = _clause(rf"(?:they|you|we)\s(?:[a-z]+selves\s)?{_ADVERB}", _THIRDS | {"is", "was"}, "is|has|does")
_MODAL = _clause(rf"(?-i:(?<!\bwho\s)(?<!\bthat\s)(?:{_MODAL_NOT}))", _THIRDS)
_MODAL_PAST = _clause(
    rf"(?-i:(?<!\bwho\s)(?<!\bthat\s)(?:{_MODAL_NOT})(?:(?:{'|'.join(_BEHIND_MODAL)})\s)?)",
    rf"[a-z]{{2,}}ed|{'|'.join(_PAST)}",
)

_BEGINS = LazyRegex(rf"(?:[.!?:;,]\s|\n|\b{any_word('beginning a clause')}\s)\Z")
_ALSO_BEGINS = re.compile(r"\b(?:that|which|where|how|since|but|what|then)\s\Z", re.IGNORECASE)
_OF_ANOTHER = LazyRegex(rf"\b{any_word('binding a noun to another')}\s(?:[\w'’-]+\s){{0,4}}\Z")
_NO_MODAL = LazyRegex(rf"(?:\b{any_word('before a will that is a thing')}\s|['’]s\s|[.!?:;]\s|\n)\Z")
"""What comes before a will that is a thing, and a question."""
_AUXILIARY = re.compile(r"\s(?:is|are|was|were|has|can|must|will|may)\b")
_LONGEST = 60  # letters before a subject that are looked at
_ASKS = LazyRegex(rf"(?:\b{any_word('before a wish or in a question')}\s|n['’]t\s)\Z")
_EACH = re.compile(r"(?:each|every)\s", re.IGNORECASE)
_PERSON = re.compile(r"(?:he|she|they|we)\s", re.IGNORECASE)
_WORD_BEFORE = re.compile(r"([^\W\d_]+)\s\Z")
_NO_END = (
    word_list("function words") | word_list("before a wish or in a question") | {"let", "lets", "help", "see"}
)
_NOT = re.compile(r"n['’]t\Z")


class _Form(NamedTuple):
    """What is looked for: words of which one comes right before one of others wherever the pattern matches,
    and what puts its verb right.
    """

    pattern: LazyRegex
    firsts: Collection[str]
    seconds: Collection[str]
    right: Callable[[str], str]


def _forms_in(texts: TextIndex) -> Iterator[_Form]:
    """Yield all that is looked for, with the nouns that a text itself counts."""
    words, base = texts.words, _BASE_OF.__getitem__
    between = {"also", "then", "always", "never", "themselves", "ourselves", "yourselves"}
    between |= {word for word in words if word.endswith("ly")}
    nots = {word for word in words if _NOT.search(word)}
    many, one = between | nots | _OF_MANY, between | nots | _OF_ONE
    counted = texts.words_behind(("a", "an", "each", "every", "another", "one")) - _NO_NOUNS
    own = {each for each in counted if plural(each) in words and singular(plural(each)) == each}
    ones, manies = own | (_ONES - _NO_NOUNS), {plural(each) for each in own} | _MANIES
    which = ("that", "which", "who")
    yield _Form(_ONE, ones, many, third_person)
    yield _Form(_MANY, manies, one, base)
    yield _Form(_BARE_MANY, manies, nots | _OF_ONE_BARE, base)
    yield _Form(_ONE_OF_MANY, manies, ("are", "have"), third_person)
    yield _Form(_ONE_OF_ONE, ones, ("are", "have"), third_person)
    yield _Form(_MANY_WHICH, manies, which, base)
    yield _Form(_MANY_THAT, set(filter(_is_several, words)), ("that",), base)
    yield _Form(_ONE_WHICH, ones, which, third_person)
    yield _Form(_WHO, ("player", "opponent"), ("that", "who"), third_person)
    yield _Form(_NUMBER_OF, ("number",), ("of",), third_person)
    yield _Form(_HE, ("he", "she", "it"), between | nots | _VERBS | {"are"}, third_person)
    yield _Form(_THIS, ("this",), ("are", "have"), third_person)
    yield _Form(_THEY, ("they", "you", "we"), between | nots | _THIRDS | {"is", "was"}, base)
    modals = {*_MODALS, "not"} | nots
    yield _Form(_MODAL, modals, _THIRDS, base)
    past = _PAST | {word: found for word in words if (found := _base_of_past(word, words))}
    yield _Form(_MODAL_PAST, modals, {*past, *_BEHIND_MODAL}, past.__getitem__)


def _is_several(word: str) -> bool:
    """Return whether a word looks like several things, and is no verb of games."""
    is_verb = word in _THIRDS or word in _ONE_WITH_S
    return word.endswith("s") and not is_verb and plural(singular(word)) == word


def _base_of_past(word: str, words: Collection[str]) -> str:
    """Return the verb of placed and discarded, where it is a verb of games or the text has it; or nothing."""
    if not word.endswith("ed") or word in _NO_PAST:
        return ""
    bases = (word[:-1], word[:-2], word[:-3] if word[-4:-3] == word[-3:-2] else "", f"{word[:-3]}y")
    return next((base for base in bases if len(base) > 2 and (base in _VERBS or base in words)), "")


@text_rule("CT615", "verb-form", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    told: set[tuple[int, int]] = set()  # a verb may be told of by two patterns
    for form in _forms_in(texts):
        for text, block in texts.with_pairs(form.firsts, form.seconds):
            is_read = text.role is not TextKind.TEMPLATE and block.sort is not BlockType.HEADING
            if is_read and (said := prose_of(block)):
                for match in form.pattern.finditer(said.text):
                    place = (id(block), match.start("verb"))
                    if place not in told and _is_meant(form, match) and _is_subject(form, said.text, match):
                        told.add(place)
                        yield _problem(said, match, form)


def _problem(block: Block, match: re.Match[str], form: _Form) -> Problem:
    (start, end), verb = match.span("verb"), match["verb"].casefold()
    bare = _NOT.sub("", verb)
    new = form.right(bare) + verb[len(bare) :]
    here, message = block.at(start), f'"{" ".join(match[0].split())}": the verb does not agree'
    if form.pattern is _MODAL_PAST:  # either may be meant
        return here, message, f'write "{new}" or "be {verb}"'
    return here, message, f'write "{new}"', replacement_edit(block, start, end, new)


def _is_meant(form: _Form, match: re.Match[str]) -> bool:
    """Return whether the noun, or the verb that may be no past, is one that is looked for.

    With a capital only one thing of games is, for others are names.
    """
    if "noun" not in match.groupdict():
        return form.pattern is not _MODAL_PAST or match["verb"] in form.seconds
    is_first = match.start("noun") == match.start() and begins_sentence(match.string, match.start())
    noun = match["noun"].casefold() if form.pattern is _ONE or is_first else match["noun"]
    return noun in form.firsts and (noun == match["noun"] or noun in _ONES or noun in _MANIES)


def _is_subject(form: _Form, text: str, match: re.Match[str]) -> bool:
    """Return whether the verb is surely that of the word before it."""
    before, pattern = text[max(0, match.start() - _LONGEST) : match.start()], form.pattern
    if pattern in (_MANY_WHICH, _MANY_THAT, _ONE_WHICH, _WHO):  # a deck of cards that contains goats
        return not _OF_ANOTHER.search(before)
    if pattern in (_MODAL, _MODAL_PAST):
        return bool(before) and not _NO_MODAL.search(before)
    if _AUXILIARY.match(text, match.end()):  # the tower keep is
        return False
    word = found[1] if (found := _WORD_BEFORE.search(before)) else ""
    if word and pattern is _ONE and _EACH.match(match[0]):
        return word.casefold() not in _NO_END
    if _PERSON.match(match[0]):
        return not _ASKS.search(before)
    is_wish = word == "that" and match["verb"].casefold() in _ALONE
    may_begin = pattern in (_ONE, _MANY) and not is_wish
    begins = _BEGINS.search(before) or (may_begin and _ALSO_BEGINS.search(before))
    return not before or bool(begins)
