"""Rules about names of cards that no card has, in references and in lists of cards in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from cardtool.documents import BlockType, Text, TextKind, pattern_of_any
from cardtool.finding import Edit
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, passage_rule, text_rule
from cardtool.lint.core.game_facts import newest_names
from cardtool.lint.core.matching import NAME_MARKS, name_as_printed
from cardtool.lint.core.passages import RULEBOOK, Passage, Passages, cards_in_figures
from cardtool.lint.core.sentence_context import sentences_in
from cardtool.markup import CardReference, blank_expressions, find_expressions, find_references, plain_name
from cardtool.model import ChangeType, Game
from cardtool.project import did_you_mean


@passage_rule("CT401", "unknown-card", Severity.ERROR)
def unknown_card(game: Game, passages: Passages) -> Iterator[Problem]:
    """Every card that a text calls by name is a card of the game.

    A rulebook that tells players to use the Pigstiker, when the card in their hands says Pigsticker, is
    read aloud at the table and laughed at. A card that is renamed leaves such names behind everywhere.

    Bad:

        text: Put [[Pigstiker]] into your Larder.

    Good:

        text: Put [[Pigsticker]] into your Larder.

    Looked at are names in double brackets in rules, glossary, changelog, rulebook and the texts of cards,
    and the names in figures of the rulebook. A name that the changelog retired is told with the new one,
    which `--fix` writes. Upper and lower case matter; whether quotes are straight or
    typographic does not. Overlooked on purpose: names without brackets; and all of them while some
    record could not be read, for it may be the card that is meant.
    """
    if any(kind.id in game.incomplete for kind in game.kinds):
        return
    known = {plain_name(card.name): card.name for card in game.cards}
    renamed = _current_names(game)
    for passage in passages.every(lambda text: "[[" in text):
        for name, offset in _named_cards(passage, game):
            now = renamed.get(plain_name(name), "")
            if plain_name(name) in known:
                continue
            if plain_name(now) in known:
                edit = Edit(passage.at(offset), name, now)
                yield (
                    passage.at(offset),
                    f'"{name}" is an old name: the card is called {now}',
                    f'write "{now}"',
                    edit,
                )
            else:
                yield passage.at(offset), f'there is no card "{name}"{did_you_mean(name, known.values())}'
        for offset in _unclosed_names(passage.text):
            yield passage.at(offset), "this opens the name of a card, and no ]] closes it"


def _current_names(game: Game) -> dict[str, str]:
    entries = (entry for release in reversed(game.changelog) for entry in release.entries)
    steps = {entry.old: entry.new for entry in entries if entry.change is ChangeType.RENAMED}
    return {plain_name(old): new for old, new in newest_names(steps).items()}


def _named_cards(passage: Passage, game: Game) -> Iterator[tuple[str, int]]:
    for reference in find_references(passage.text):
        if isinstance(reference, CardReference):
            yield reference.name, reference.start
    for expression in find_expressions(passage.text) if passage.title == RULEBOOK else ():
        for shown in cards_in_figures(expression.text, game):
            yield shown.name, expression.start + shown.start


def _unclosed_names(text: str) -> Iterator[int]:
    """Yield where double brackets open that belong to no name; lists inside figures are left alone."""
    named = {
        text.rfind("[[", 0, name.start) for name in find_references(text) if isinstance(name, CardReference)
    }
    for match in re.finditer(r"\[\[", blank_expressions(text) if "[[" in text else ""):
        if match.start() not in named:
            yield match.start()


_LIST_SEPARATOR = re.compile(r",\s(?:and\s|or\s)?|\s(?:and|or|&)\s")
_PROPER_NAME = r"[A-Z][\w’'-]*(?:(?:\s(?:of|the|a|to|in))*\s[A-Z][\w’'!-]*){1,5}"
_LEAST_CARDS = 2
_LONGEST_NAME = 8  # words of a card's name that are looked up


@text_rule("CT406", "unknown-card-in-prose", Severity.WARNING, reads="en")
def unknown_card_in_prose(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """Where the other names in a row are cards, every name is.

    "You hold Pigsticker, Hop It and Slashing Blow": two are cards, and nobody at the table has ever seen
    the third. It was renamed, or cut.

    Bad:

        You are dealt Pigsticker, Hop It, Slashing Blow and Wasteland Witch.

    Good:

        You are dealt Pigsticker, Hop It, Stitch That and Wasteland Witch.

    Looked at are rows of names parted by commas and "and", most of them cards of the game, and there a name
    of two words or more in capitals, or in quotes. Overlooked on purpose: terms, kinds and retired names,
    which have rules of their own; names in double brackets (CT401 unknown-card); single words.
    """
    cards = {name_as_printed(card.name): card.name for card in facts.names}
    if len(cards) < _LEAST_CARDS or not facts.has_all_names:
        return
    names = sorted(cards.values())
    known = LazyRegex(pattern_of_any(_other_names(facts)) or r"(?!)")
    near = lru_cache(lambda name: did_you_mean(name, names))
    for text in texts:
        if text.role is TextKind.CARD:
            continue
        for block in text.current:
            for start, sentence in (
                sentences_in(block.text) if _may_list_cards(block.sort, block.text) else ()
            ):
                for offset, name in _unknown_names(sentence, cards):
                    if not known.search(name):
                        message = f'the names beside "{name}" are cards of the game, it is not{near(name)}'
                        yield block.at(start + offset), message


def _may_list_cards(sort: BlockType, text: str) -> bool:
    return sort in (BlockType.PARAGRAPH, BlockType.ITEM) and ", " in text


def _other_names(facts: Facts) -> set[str]:
    """Return what may stand in a row with cards without being one, or has a rule of its own if it does."""
    return {
        *(term.term for term in facts.terms),
        *(noun for count in facts.counts for noun in count.nouns),
        *(name for rename in facts.renames for name in (rename.old, rename.new)),
        *(gone.words for gone in facts.removals),
        *(title for steps in facts.sequences for title in (steps.title, *steps.steps)),
    }


def _unknown_names(sentence: str, cards: Mapping[str, str]) -> Iterator[tuple[int, str]]:
    """Yield each proper name, with its offset, in a row of names of which most are cards."""
    parts = list(_list_parts(sentence))
    kinds = [
        _stranger_in(part, cards, row == 0, row == len(parts) - 1) for row, (_, part) in enumerate(parts)
    ]
    rows = groupby(zip(parts, kinds, strict=True), key=lambda pair: pair[1] is not None)
    for is_named, row in rows:
        members = list(row) if is_named else []
        strange = [(start, part, name) for (start, part), name in members if name]
        found = len(members) - len(strange)
        if found >= _LEAST_CARDS and 2 * len(strange) <= found:
            for start, part, name in strange:
                yield start + part.index(name or ""), name or ""


def _list_parts(sentence: str) -> Iterator[tuple[int, str]]:
    start = 0
    for match in _LIST_SEPARATOR.finditer(sentence):
        yield start, sentence[start : match.start()]
        start = match.end()
    yield start, sentence[start:]


def _stranger_in(part: str, cards: Mapping[str, str], is_first: bool, is_last: bool) -> str | None:
    """Return nothing for a card, the name for a stranger, None for anything else.

    Before the first name of a row, and behind the last, the sentence may have other words.
    """
    words = part.split()
    if name_as_printed(part) in cards:
        return ""
    if _has_card_at_edge(words, cards):
        return ""
    plain = part.strip(NAME_MARKS + " ")
    if re.fullmatch(_PROPER_NAME, plain):
        return plain
    at_the_edge = re.match(_PROPER_NAME, plain) if is_last and not is_first else None
    return at_the_edge[0] if at_the_edge else None


def _has_card_at_edge(words: Sequence[str], cards: Mapping[str, str]) -> bool:
    """Return whether these words begin or end with a card's name, which begins with a capital or a sign."""
    for start in range(max(0, len(words) - _LONGEST_NAME), len(words)):
        if not words[start][0].islower() and name_as_printed(" ".join(words[start:])) in cards:
            return True
    ends = range(1, min(len(words), _LONGEST_NAME) + 1) if words and not words[0][0].islower() else ()
    return any(name_as_printed(" ".join(words[:end])) in cards for end in ends)
