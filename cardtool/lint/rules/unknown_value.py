"""Every value that a text refers to is there: numbers, counts, players, sequences, blocks, figures.

`{{ number.opening_hand|word }}` prints the number that rules.yaml calls opening_hand, as a word. A
misspelt one cannot be printed at all.

Bad:

    text: Deal everybody {{ number.opening_hnad|word }} cards.

Good:

    text: Deal everybody {{ number.opening_hand|word }} cards.

`number` has the numbers of rules.yaml, `count` the kinds and decks of game.yaml, `players` has least
and most; each can be written `|word` (five) or `|Word` (Five). The rulebook has more: `sequence` with
the sequences of rules.yaml, the blocks `components`, `glossary`, `changelog` and `credits`, and figures.

Overlooked on purpose: card texts, in which values have no place; numbers and sequences while
rules.yaml cannot be used; and whatever else Jinja can do in a rulebook, which is found when the
rulebook is made.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from cardtool.finding import Severity
from cardtool.lint.passages import Passage, of_rules, of_the_rulebook
from cardtool.lint.registry import Problem, rule
from cardtool.model import Game
from cardtool.project import did_you_mean
from cardtool.references import Expression, ValueReference, expressions, references

_STYLES = ("word", "Word")
_BLOCKS = ("components", "glossary", "changelog", "credits")
_FIGURES = ("cards", "hand", "setup", "table")
_FIGURE = re.compile(r"figure\.(\w+)\s*\(")
_WORD = re.compile(r"(\w+)")
_MOST_LISTED = 8

Families = Mapping[str, Collection[str] | None]
"""What each family holds; None where that is not known."""


@rule("CT402", "unknown-value", Severity.ERROR)
def check(game: Game) -> Iterator[Problem]:
    values = _values(game)
    for passage in of_rules(game):
        yield from _in_rules(passage, values)
    for passage in of_the_rulebook(game):
        yield from _in_the_rulebook(passage, {**values, "sequence": _sequences(game)})


def _values(game: Game) -> Families:
    return {
        "number": None if "rules.yaml" in game.incomplete else tuple(game.rules.numbers),
        "count": (*(kind.id for kind in game.kinds), *(deck.id for deck in game.decks)),
        "players": ("least", "most"),
    }


def _sequences(game: Game) -> Collection[str] | None:
    return None if "rules.yaml" in game.incomplete else tuple(game.rules.sequences)


def _expressions(passage: Passage) -> Iterator[tuple[Expression, ValueReference | None]]:
    """Everything in double braces, and the value it is, if it is one."""
    values = {each.start: each for each in references(passage.text) if isinstance(each, ValueReference)}
    for expression in expressions(passage.text):
        yield expression, values.get(expression.start)


def _unknown(passage: Passage, value: ValueReference, families: Families) -> Iterator[Problem]:
    """What is wrong with one value."""
    if value.family not in families:
        message = f'there is no "{value.family}" to refer to{did_you_mean(value.family, families)}'
        yield passage.at(value.start), message, f"refer to {_listed(families)}"
        return
    known = families[value.family]
    if known is not None and value.name not in known:
        near = did_you_mean(value.name, known)
        message = f"there is no {value.family}.{value.name}{near}"
        yield passage.at(value.name_start), message, None if near else f"refer to {_listed(known)}"
    if value.style and value.family == "sequence":
        yield (
            passage.at(value.style_start),
            "a sequence has only one way to be written",
            "write no | after it",
        )
    elif value.style and value.style not in _STYLES:
        message = f'a number cannot be written as "{value.style}"{did_you_mean(value.style, _STYLES)}'
        yield passage.at(value.style_start), message, "write |word, |Word, or nothing for figures"


def _in_rules(passage: Passage, families: Families) -> Iterator[Problem]:
    for expression, value in _expressions(passage):
        if value:
            yield from _unknown(passage, value, families)
        else:
            message = "what stands in double braces here is no value"
            yield passage.at(expression.start), message, f"refer to {_listed(families)}"


def _in_the_rulebook(passage: Passage, families: Families) -> Iterator[Problem]:
    has_names_of_its_own = "{%" in passage.text
    for expression, value in _expressions(passage):
        figure, word = _FIGURE.match(expression.text), _WORD.fullmatch(expression.text)
        if value and not (has_names_of_its_own and value.family not in families):
            yield from _unknown(passage, value, families)
        elif figure:
            yield from _unknown_word(passage, expression, figure, "figure", _FIGURES)
        elif word and not has_names_of_its_own:
            yield from _unknown_word(passage, expression, word, "block", _BLOCKS)


def _unknown_word(
    passage: Passage, expression: Expression, word: re.Match[str], what: str, known: Collection[str]
) -> Iterator[Problem]:
    if word[1] not in known:
        here = passage.at(expression.start + word.start(1))
        yield here, f'there is no {what} "{word[1]}"{did_you_mean(word[1], known)}', f"write {_listed(known)}"


def _listed(words: Collection[str]) -> str:
    """`number, count or players`; not all where there are many."""
    *most, last = list(words)[:_MOST_LISTED] or ["nothing: there is none"]
    return f"{', '.join(most)} or {last}" if most else last
