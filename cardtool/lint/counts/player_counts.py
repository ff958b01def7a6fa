"""Whom rules speak of: each player, who is given something, and the numbers of players that a section tells
apart."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cached_property, lru_cache

from cardtool.documents import Block, BlockType, Section, parse_number, pattern_of_any
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import word_key, word_keys
from cardtool.lint.core.sentence_context import names_players, sentences_in


def each_player_pattern(roles: Collection[str]) -> str:
    """Return a pattern of each player, and of each of those that the players are in the game."""
    return rf"\b(?:each|every)\s(?:{pattern_of_any(('player', *roles))})\b"


@lru_cache(maxsize=8)
def given_to_each(roles: Collection[str] = ()) -> LazyRegex:
    """Return a pattern of the words before what is given. `roles` are other words for the players."""
    each = each_player_pattern(roles)
    return LazyRegex(
        rf"\b(?:give|deal|hand)\s(?:out\sto\s)?{each}|"
        rf"(?:{each}|\beveryone\b|\beverybody\b)\s"
        r"(?:takes|gets|receives|draws|is\s(?:dealt|given)|(?:starts|begins)\swith)\b"
    )


_FEW = r"(?:\d{1,2}|one|two|three|four|five|six|seven|eight)"
_HEADED = LazyRegex(r"\bplayers?\b")
_A_NUMBER = LazyRegex(rf"\b{_FEW}\b")
_UP_TO = LazyRegex(rf"{_FEW}\s?(?:-|–|—|to)\s?{_FEW}")
_OF_PLAYERS = LazyRegex(
    rf"\b{_FEW}(?:\s?(?:,|-|–|—|/|&|,?\s?\b(?:or|and|to)\b)\s?{_FEW})*[\s-](?:[a-z]+\s)?play(?:er|ers|ing)?\b"
)
_WITH = LazyRegex(rf"\b(?:with|for|of|in\sa|if|when)\s(?:(?:there|you)\sare\s)?({_FEW})\b")
_OPEN = LazyRegex(
    r"\d\s?(?:\+|:)|:\s?\d|\b(?:more|fewer|less|other|others|otherwise|additional|further|extra|else|up to)\b"
)


class PlayerCounts:
    """The numbers of players that a section tells apart; it is read when first asked for."""

    def __init__(self, section: Section) -> None:
        self._blocks = section.blocks

    def exceptions(self, block: Block, noun: str) -> Collection[int] | None:
        """Return those who are told what they do about a thing in this block; None for who knows which.

        The section says so there, right behind, or by the thing's name; if it does, all numbers of
        players count that stand anywhere in it. "With fewer players" tells nobody which are meant, nor
        does a table.
        """
        at = self._rows[id(block)]
        is_near = any(id(each) in self._player_blocks for each in self._blocks[at : at + 2])
        is_told = is_near or word_key(noun.rsplit(maxsplit=1)[-1]) in self._player_keys
        if self._has_table or (is_told and self._is_open_ended):
            return None
        return self._numbers if is_told else ()

    @cached_property
    def _rows(self) -> dict[int, int]:
        return {id(block): at for at, block in enumerate(self._blocks)}

    @cached_property
    def _sentences(self) -> Sequence[tuple[Block, str]]:
        return [(block, sentence) for block in self._blocks for _, sentence in sentences_in(block.text)]

    @cached_property
    def _player_sentences(self) -> Sequence[tuple[Block, str]]:
        return [(block, sentence) for block, sentence in self._sentences if names_players(sentence)]

    @cached_property
    def _player_blocks(self) -> Collection[int]:
        return {id(block) for block, _ in self._player_sentences}

    @cached_property
    def _player_keys(self) -> Collection[str]:
        return {key for _, sentence in self._player_sentences for key in word_keys(sentence)}

    @cached_property
    def _has_table(self) -> bool:
        return any(block.sort is BlockType.ROW and _HEADED.search(block.text) for block in self._blocks)

    @cached_property
    def _is_open_ended(self) -> bool:
        return any(_OPEN.search(sentence) for _, sentence in self._player_sentences)

    @cached_property
    def _numbers(self) -> Collection[int]:
        return {number for _, sentence in self._sentences for number in _player_numbers(sentence)}


def _player_numbers(sentence: str) -> Iterator[int]:
    """Yield the numbers of players of a sentence: 3, 4, 5 in "with three or 4 players two, with five one"."""
    yield from (parse_number(number) for number in _WITH.compiled.findall(sentence))
    for match in _OF_PLAYERS.finditer(sentence):
        numbers = [parse_number(number) for number in _A_NUMBER.compiled.findall(match[0])]
        yield from numbers
        if _UP_TO.search(match[0]):
            yield from range(min(numbers), max(numbers) + 1)
