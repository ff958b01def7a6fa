"""Texts in which a rule found nothing, kept from one check of a game to the next.

A rule that judges each text by itself, whatever the others say, is not asked again about what it has found in
order. What is kept are digests: of the rule and the tool, of what some texts say, and their language; where
the rule holds them against facts, of those, too. Where a text stands is no part of it: nothing is told of it.
What somebody else wrote into the cache is not believed (`signed_cache`).
"""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from functools import cached_property

from cardtool.documents import BlockType, Text
from cardtool.finding import Finding
from cardtool.lint.core.facts import Facts
from cardtool.lint.core.registry import LintRule, Subject
from cardtool.lint.core.text_index import TextIndex
from cardtool.memory import once_for_each
from cardtool.signed_cache import SignedFolder, tool_digest

_TOGETHER = 100  # texts that are known to be clean or are judged together
_SIZE = 16  # bytes of a digest
_LARGEST_ENTRY = 16_000_000  # bytes; a hundred thousand texts take some 150,000
_MOST_GAMES = 100  # of which something is kept

OF_ONE_TEXT = frozenset(("CT207", "CT601", "CT608", "CT611", "CT612", "CT614", "CT615", "CT617"))
"""Rules that judge each text by itself, by what is read of it."""

OF_ONE_TEXT_AND_FACTS = frozenset(("CT307",))
"""Rules that hold each text by itself against what is known of the game."""


Judge = Callable[[LintRule, Subject], list[Finding]]


class CleanTexts:
    """What rules found in order in the texts of one game; `name` tells it from other games."""

    def __init__(self, name: str) -> None:
        self._entry = hashlib.sha256(name.encode(errors="surrogateescape")).hexdigest()
        self._folder = SignedFolder("clean", _LARGEST_ENTRY)
        content = self._folder.read(self._entry) or b""
        self._known = {content[at : at + _SIZE] for at in range(0, len(content), _SIZE)}
        self._clean: set[bytes] = set()

    def of(self, subject: Subject) -> CleanTextsOf:
        """Return what is known of the texts of the game as it is today."""
        return CleanTextsOf(subject, self._known, self._clean)

    def write(self) -> None:
        """Keep what was found in order this time. Where that cannot be, everything is judged again."""
        if self._clean != self._known:
            self._folder.write(self._entry, b"".join(sorted(self._clean)))
            self._folder.keep_latest(_MOST_GAMES)


class CleanTextsOf:
    """Which texts of a game are known to be clean of what; notes in `clean` which are now."""

    def __init__(self, subject: Subject, known: Collection[bytes], clean: set[bytes]) -> None:
        self._subject, self._known, self._clean = subject, known, clean
        self._rests: dict[frozenset[int], Subject] = {}

    def judge(self, rule: LintRule, judge: Judge) -> list[Finding]:
        """Return what a rule finds in the game, asked about no text that is known to be clean of it."""
        if rule.code not in OF_ONE_TEXT | OF_ONE_TEXT_AND_FACTS:
            return judge(rule, self._subject)
        told = f"{tool_digest()}\0{rule.code}\0{self._subject.language}\0".encode()
        if rule.code in OF_ONE_TEXT_AND_FACTS:
            told += _facts_digest(self._subject.facts)
        keys = [_digest(told + group) for group in self._groups]
        left = frozenset(number for number, key in enumerate(keys) if key not in self._known)
        found = judge(rule, self._rest(left))
        self._clean.update(key for number, key in enumerate(keys) if number not in left or not found)
        return found

    @cached_property
    def _groups(self) -> list[bytes]:
        """What stands for some texts each."""
        texts = self._subject.texts
        return [
            _digest(
                repr([_said(text) for text in texts[first : first + _TOGETHER]]).encode("utf-8", "replace")
            )
            for first in range(0, len(texts), _TOGETHER)
        ]

    def _rest(self, groups: frozenset[int]) -> Subject:
        """Return the game with the texts of these groups alone."""
        if len(groups) == len(self._groups):
            return self._subject
        if groups not in self._rests:
            texts = self._subject.texts
            rest = (texts[number * _TOGETHER : (number + 1) * _TOGETHER] for number in sorted(groups))
            index = TextIndex((text for group in rest for text in group), texts.whole)
            self._rests[groups] = replace(self._subject, texts=index)
        return self._rests[groups]


def _said(text: Text) -> tuple[object, ...]:
    """Return all that a rule may know of a text, but where it stands."""
    blocks = [
        (str(block.sort), block.text, block.file, block.level, block.label, block.past)
        for block in text.blocks
    ]
    return text.title, str(text.role), text.card, text.links, text.anchors, blocks, _lines(text)


def _lines(text: Text) -> Sequence[int]:
    """Return on which of its own lines the blocks of a text begin and end, where it has items.

    A list ends where lines are left out.
    """
    if all(block.sort is not BlockType.ITEM for block in text.blocks):
        return ()
    lines = [block.at(end).line for block in text.blocks for end in (0, len(block.text))]
    return [line - lines[0] for line in lines]


@once_for_each
def _facts_digest(facts: Facts) -> bytes:
    return _digest(pickle.dumps(facts, pickle.HIGHEST_PROTOCOL))


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).digest()[:_SIZE]
