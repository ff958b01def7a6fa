"""A card's name is written as it stands on the card.

"Hobs Bells!" is no card of the game, says whoever looks for it in a list. A letter, an apostrophe
or a capital makes the difference.

Bad:

    # the cards: Hob's Bells!, Marshland Witch
    Discard Hobs Bells! and ready the Marshland Wich.

Good:

    Discard Hob's Bells! and ready the Marshland Witch.

Found are names of several words with other apostrophes, hyphens, commas or capitals, or without the
sign at their end; and names in which one word is a slip or two away, where no other name is as near.
In a document without a game, the names that the document itself writes in two ways: "Hob's" and
"Hobs", one "Meele" among many a Melee or beside a row of a table that is called so, one "Mirielle", which no
dictionary has, beside two of Mireille. `--fix` writes the name as it is.

Found in real rules are "Grand Poohbah" beside Grand Poobah, and "Protuguese" among seven Portuguese.
Overlooked on purpose: words without a capital, which are mostly plain English ("pass unseen"); words all in
capitals; which of ’ and ' is used; the plural and the possessive of a name; short names of one word; what
several texts write, four times in all, for that is a word of the game ("Iron Hand" beside a card Iron Band);
what names a sort of things ("two Wasteland witches"); a part of a longer name; and double square brackets,
which have a rule of their own (CT401 unknown-card).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, TextKind, plural, singular
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, once_for_each, text_rule
from cardtool.lint.core.facts import finder_among_names, names_in_use
from cardtool.lint.core.fixes import replacement_edit
from cardtool.lint.core.matching import POSSESSIVE, NameFinder, NameMatch, any_word, words_in
from cardtool.lint.core.repeats import without_repeats
from cardtool.lint.core.sentence_context import TITLE_SMALL_WORDS, begins_sentence, is_all_capitals
from cardtool.lint.names.names_in_document import name_slips
from cardtool.lint.names.near_names import NearNames

_SIGNS_AROUND = re.compile(r"\A(?:(?![(\['’])[\W_])+|(?:(?![)\]!?.'’+])[\W_])+\Z")
_OF_ANY = LazyRegex(rf"\b(?:{any_word('before any of a sort')}|\d+)\s\Z")
_LONGEST_OF_ANY = 10  # letters
_CAPITALISED_BEFORE = re.compile(r"(?<![\w'’])([A-ZÀ-Þ][\w'’-]*) \Z")
_CAPITALISED_BEHIND = re.compile(r" [A-ZÀ-Þ][a-zß-ÿ]")
_LONGEST_WORD = 30
_MANY_TIMES = 4  # that some texts write a word of the game, and not a name wrongly
_ARTICLE = re.compile(r"(?:the|an?)\s", re.IGNORECASE)
_PLAIN = str.maketrans("‘’‛′´`“”„‟‐‑‒–—", "''''''\"\"\"\"-----")


def _right_form(block: Block, match: NameMatch) -> str | None:
    """Return how a name should stand there, if its signs, its capitals or the ! at its end differ."""
    bare = _SIGNS_AROUND.sub("", match.name)
    inner = bare.rstrip("!?")
    written, closing = block.text[match.start : match.end], bare[len(inner) :][:1]
    if inner.endswith(")") and block.text.startswith(")", match.end):
        written += ")"
    if not _is_a_name_here(block, match.start, written, inner) or _is_a_sort(block, match, written):
        return None
    if _plain(written) not in _name_forms(inner) and _singulars(written) != _singulars(inner):
        ending = POSSESSIVE.search(written) if not POSSESSIVE.search(inner) else None
        return inner + ending[0] if ending else inner
    is_closed = not closing or block.text.startswith(closing, match.end)
    return inner + closing if not is_closed and " " in inner and _plain(written) == _plain(inner) else None


def _is_a_sort(block: Block, match: NameMatch, written: str) -> bool:
    """Return whether things of a sort are meant: the last word is small, and they are several or any one."""
    last = written.rsplit(maxsplit=1)[-1]
    is_any = _OF_ANY.search(block.text, max(0, match.start - _LONGEST_OF_ANY), match.start)
    is_label = written == block.text.strip()
    return last.islower() and (is_label or is_any is not None or singular(last) != last)


def _is_in_longer_name(block: Block, match: NameMatch) -> bool:
    """Return whether a word with a capital that begins no sentence stands right before or behind it."""
    before = _CAPITALISED_BEFORE.search(block.text, max(0, match.start - _LONGEST_WORD), match.start)
    is_led = before is not None and not begins_sentence(block.text, before.start(1))
    return is_led or _CAPITALISED_BEHIND.match(block.text, match.end) is not None


def _is_a_name_here(block: Block, start: int, written: str, inner: str) -> bool:
    """Return whether the capitals say that these words are the name, and no plain English."""
    if is_all_capitals(written) or written.islower() or " - " in written.replace(inner, ""):
        return False
    words = re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", written)
    if len(words) < 2:
        return False
    weighty = [word for word in words if word.casefold() not in TITLE_SMALL_WORDS]
    raised = sum(word[0].isupper() for word in weighty)
    if begins_sentence(block.text, start):
        raised -= words[0][0].isupper()
    return raised > 0 and (raised >= 2 or raised * 2 >= len(weighty) - 1 or "'" in inner or "’" in inner)


def _name_forms(inner: str) -> frozenset[str]:
    """Return how a name is written rightly; the article at its beginning is small inside a sentence."""
    bare = inner.rstrip(".")
    bases = {inner, bare, plural(bare), singular(bare), plural(singular(bare))}
    plain = {_plain(base) for base in bases}
    if _ARTICLE.match(inner):
        plain |= {base[:1].lower() + base[1:] for base in plain}
    return frozenset(plain | {f"{base}'s" for base in plain} | {f"{base}'" for base in plain})


def _singulars(written: str) -> Sequence[str]:
    """Return each word in the singular: two Barons of the Hill are one Baron of the Hill."""
    return [singular(word) for word in _plain(written).split()]


def _plain(written: str) -> str:
    return " ".join(written.translate(_PLAIN).split())


_INSIDE = r"[\w,;)'’\"”-][\s-]"
_CAPITAL = LazyRegex(rf"[A-ZÀ-Þ](?:(?<={_INSIDE}.)|(?<={_INSIDE}[\"“'‘(].))", re.NOFLAG)


@text_rule("CT307", "near-miss-name", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    slips = list(_card_slips(texts, facts))
    words = _words_of_the_game(texts, slips) if slips else frozenset()
    documents = {block.file for text in texts if text.role is TextKind.DOCUMENT for block in text.blocks[:1]}
    all_names = facts.names if documents else ()
    own = {each.name: each.source.line for each in all_names if each.source.file in documents}
    problems = [each.problem(own) for each in slips if each.said not in words]
    yield from problems
    told = {problem[0] for problem in problems}
    for text in texts:
        if text.role is TextKind.DOCUMENT:
            known = {each.name for each in facts.names}
            for use, right, message in name_slips(without_repeats(text), known):
                if (here := use.block.at(use.start)) not in told:
                    yield here, message, f'write "{right}"'


@once_for_each
def _names_in(facts: Facts) -> Set[str]:
    return {each.name for each in facts.names}


def _finders(facts: Facts) -> tuple[NameFinder, NearNames]:
    """Return what finds the names of cards, and near misses."""
    names = _names_in(facts)
    return finder_among_names(facts, *sorted(names)), NearNames(names, names_in_use(facts).values())


class _Slip(NamedTuple):
    """What is nearly the name of a card, what it should be, and whether only its signs or capitals differ."""

    block: Block
    match: NameMatch
    right: str
    is_sure: bool

    @property
    def said(self) -> str:
        return " ".join(self.block.text[self.match.start : self.match.end].split())

    def problem(self, own: Mapping[str, int]) -> Problem:
        """Return what to say of it. `own` are the names of a document itself, which need not be cards'."""
        here, start, end = self.block, self.match.start, self.match.end
        whose = f"in line {own[self.match.name]}" if self.match.name in own else "of a card"
        message = f'"{self.said}" is nearly the name {whose}: {self.match.name}'
        edit = replacement_edit(here, start, end, self.right) if self.is_sure else None
        return here.at(start), message, f'write "{self.right}"', edit


def _card_slips(texts: TextIndex, facts: Facts) -> Iterator[_Slip]:
    names = _names_in(facts) if facts.has_all_names else frozenset()
    blocks = [block for text in texts for block in text.current if names and _may_have_name(text, block)]
    if not blocks:
        return
    phrases, near = _finders(facts)
    for block in blocks:
        taken: set[int] = set()
        words = words_in(block.text)
        for match in phrases.matches_among(block.text, words):
            taken.update(range(match.start, match.end))
            right = _right_form(block, match) if match.name in names else None
            if right and not _is_in_longer_name(block, match):
                yield _Slip(block, match, right, is_sure=True)
        for guess in near.guesses(block.text, words):
            if taken.isdisjoint(range(guess.start, guess.end)) and not _is_in_longer_name(block, guess):
                yield _Slip(block, guess, guess.name, is_sure=False)


def _words_of_the_game(texts: TextIndex, slips: Iterable[_Slip]) -> Set[str]:
    """Return what texts write so often, and more than write the name, that no name is meant."""
    meant = {each.said: each.right for each in slips}
    either = "|".join(map(re.escape, sorted({*meant, *meant.values()}, key=len, reverse=True)))
    written = re.compile(rf"(?<!\w)(?:{either})(?!\w)")
    times, mentions = Counter[str](), Counter[str]()
    for text in texts:
        found = [each for block in text.current for each in written.findall(block.text)]
        times.update({*found})
        mentions.update(found)
    often = (said for said in meant if mentions[said] >= _MANY_TIMES and times[said] > 1)
    return {said for said in often if times[said] > times[meant[said]]}


def _may_have_name(text: Text, block: Block) -> bool:
    """Return whether a capital stands inside a sentence of a block that is not the name of a card itself."""
    is_name = text.role is TextKind.CARD and block.sort is BlockType.HEADING
    return not is_name and _CAPITAL.search(block.text) is not None
