"""Where rules found nothing, kept from one check of a game to the next.

A rule is not asked again about a part of a game in which it found nothing without a look at the other parts.
What is kept are digests: of the rule and the tool, of what the part says, and of what the rule holds it
against. Where a card stands is no part of it: nothing is told of it. What somebody else wrote into the cache
is not believed (`signed_cache`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from cardtool.documents import BlockType, Text
from cardtool.finding import Finding
from cardtool.lint.core.facts import Facts
from cardtool.lint.core.game_texts import reference_values
from cardtool.lint.core.passages import Passages
from cardtool.lint.core.registry import LintRule, PassageRule, Subject, TextRule
from cardtool.memory import once_for_each
from cardtool.model import fields_key, places_key
from cardtool.programs import spelling_program_key
from cardtool.signed_cache import KeptDigests, tool_digest

_CODE_SIZE, _SIZE = 5, 21  # bytes of the code of a rule, and of the code with a digest behind it

OF_TEXTS_ALONE = frozenset(
    ("CT117", "CT206", "CT207", "CT310", "CT409", "CT502", "CT504", "CT506", "CT511", "CT512", "CT601",
     "CT602", "CT603", "CT604", "CT605", "CT608", "CT611", "CT612", "CT614", "CT615", "CT617", "CT618",
     "CT621", "CT622")
)  # fmt: skip
"""Rules of texts that ask for no facts."""

_AS_READ, _WITH_FACTS, _WITH_LINES = range(3)  # what is held against what, each with all before it

Judge = Callable[[LintRule, Subject], list[Finding]]


@dataclass(frozen=True, slots=True)
class PartVerdict:
    """The codes of rules that found nothing in a part without a look at the others, and what has a say in how
    it is read.
    """

    clean: frozenset[str]
    least: int


def verdict_on(subject: Subject, rules: Iterable[LintRule], judge: Judge) -> PartVerdict:
    """Return which of these rules of texts find nothing in a part of a game."""
    judged = {each.code: judged_alone(each, subject, judge) for each in rules}
    clean = frozenset(code for code, (found, is_alone) in judged.items() if is_alone and not found)
    return PartVerdict(clean, least_of(subject))


def passages_of(subject: Subject) -> Passages:
    if subject.passages is None:
        raise ValueError("of documents nothing is kept")
    return subject.passages


class CleanTexts:
    """What rules found in order in the parts of one game; `name` tells it from other games."""

    def __init__(self, name: str) -> None:
        self._kept = KeptDigests("clean", name, _SIZE, _CODE_SIZE)

    def of(self, subject: Subject) -> CleanTextsOf:
        """Return what is known of a part of the game as it is today."""
        return CleanTextsOf(subject, passages_of(subject), self._kept)

    def write(self) -> None:
        """Keep what was found in order this time."""
        self._kept.write()


class CleanTextsOf:
    """What a part of a game is known to be clean of; `told` is what another process says of it."""

    told: PartVerdict | None = None

    def __init__(self, subject: Subject, passages: Passages, kept: KeptDigests) -> None:
        self._subject, self._passages, self._kept = subject, passages, kept

    @property
    def records(self) -> int:
        return len(self._passages.cards)

    def unknown(self, rules: Iterable[LintRule]) -> Sequence[str]:
        """Return the codes of those of these rules of texts that are to be asked about the part."""
        kept = [each for each in rules if self._is_kept_for(each)]
        return [each.code for each in kept if self._known_key(each) is None]

    def judge(self, rule: LintRule, judge: Judge) -> list[Finding]:
        """Return what a rule finds in the part; it is not asked where that is known to be nothing."""
        if not self._is_kept_for(rule):
            return judge(rule, self._subject)
        self._kept.ask(rule.code.encode())
        if key := self._known_key(rule):
            self._kept.add(key)
            return []
        if not (self.told and rule.code in self.told.clean):
            found, is_alone = judged_alone(rule, self._subject, judge)
            if found or not is_alone:
                return found
        self._kept.add(self._key(rule, max(_least_for(rule), self._least)))
        return []

    def _is_kept_for(self, rule: LintRule) -> bool:
        return isinstance(rule, TextRule if self._passages.is_last else TextRule | PassageRule)

    def _known_key(self, rule: LintRule) -> bytes | None:
        """Return the key under which the rule is known to find nothing."""
        keys = (self._key(rule, each) for each in range(_least_for(rule), _WITH_LINES + 1) if self._kept)
        return next((key for key in keys if key in self._kept), None)

    def _key(self, rule: LintRule, against: int) -> bytes:
        told = [tool_digest(), rule.code, self._subject.language, self._said]
        told += [self._facts] if against >= _WITH_FACTS else []
        told += [self._lines] if against >= _WITH_LINES else []
        return rule.code.encode() + bytes.fromhex(_digest(told))[: _SIZE - _CODE_SIZE]

    @cached_property
    def _said(self) -> str:
        """What stands for all that the part says."""
        if self._passages.is_last:
            return _digest([_said(text) for text in self._subject.texts])
        cards = self._passages.cards
        return _digest(
            [(fields_key(each.fields), each.source.file, *map(sorted, each.roles)) for each in cards]
        )

    @cached_property
    def _facts(self) -> str:
        """What stands for all that it is held against."""
        return _facts_digest(self._subject.facts) + _data_digest(self._passages.whole)

    @cached_property
    def _lines(self) -> str:
        """What stands for how the lines of each card follow each other."""
        return _digest([places_key(card.places) for card in self._passages.cards])

    @cached_property
    def _least(self) -> int:
        return self.told.least if self.told else least_of(self._subject)


def judged_alone(rule: LintRule, subject: Subject, judge: Judge) -> tuple[list[Finding], bool]:
    """Return what a rule finds in a part, and whether it found that without a look at the others."""
    texts, passages = subject.texts, passages_of(subject)
    texts.is_compared = passages.is_compared = False
    found = judge(rule, subject)
    return found, not (texts.is_compared or passages.is_compared)


def _least_for(rule: LintRule) -> int:
    return _AS_READ if rule.code in OF_TEXTS_ALONE else _WITH_FACTS


def least_of(subject: Subject) -> int:
    """Return what has a say in how a part is read: lines where it has lists, facts where it names some."""
    passages = passages_of(subject)
    if passages.is_last:
        return _AS_READ
    if any(block.sort is BlockType.ITEM for text in subject.texts for block in text.blocks):
        return _WITH_LINES
    every = (passage.text for _, said in passages.by_card for passage in said)
    return _WITH_FACTS if any("{{" in text or "[[" in text for text in every) else _AS_READ


def _said(text: Text) -> tuple[object, ...]:
    """Return all that a rule may know of a text, but where it stands."""
    said = [(str(each.sort), each.text, each.file, each.level, each.label, each.past) for each in text.blocks]
    typed = [file.text for file in text.typed]
    return text.title, str(text.role), text.card, text.links, text.anchors, typed, said, _lines(text)


def _lines(text: Text) -> Sequence[int]:
    """Return on which of its own lines the blocks of a text begin and end, where it has items.

    A list ends where lines are left out.
    """
    if all(block.sort is not BlockType.ITEM for block in text.blocks):
        return ()
    lines = [block.at(end).line for block in text.blocks for end in (0, len(block.text))]
    return [line - lines[0] for line in lines]


@once_for_each
def _facts_digest(facts: Facts) -> str:
    """Return what stands for all facts and words that are known; where a card stands is none of them."""
    names = [(each.name, each.kind, each.values, each.source.file) for each in facts.names]
    return _digest([replace(facts, names=()), names, spelling_program_key()])


@once_for_each
def _data_digest(whole: Passages) -> str:
    """Return what stands for the data to which the texts of cards can refer."""
    game = whole.game
    figures = game.look.book.figures if game.look.book else {}
    changes = [(each.change, each.old, each.new) for release in game.changelog for each in release.entries]
    return _digest(
        [
            reference_values(game),
            changes,
            [kind.id for kind in game.kinds],
            [(id, figure.layout) for id, figure in figures.items()],
            *map(sorted, (game.incomplete, game.layouts, game.assets.icons)),
        ]
    )


def _digest(told: Sequence[object]) -> str:
    return hashlib.sha256(repr(told).encode(errors="backslashreplace")).hexdigest()
