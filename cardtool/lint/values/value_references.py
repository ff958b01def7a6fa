"""Rules about numbers of the game in a text: a reference leads to one, and what is counted is not typed."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from cardtool.lint.core import Problem, Severity, once_for_each, passage_rule, rule
from cardtool.lint.core.passages import Passage, Passages, rulebook_passages, rules_passages
from cardtool.markup import Expression, ValueReference, blank_expressions, find_expressions, find_references
from cardtool.model import Game, Kind
from cardtool.project import did_you_mean
from cardtool.wording import number_word

_NUMBER_STYLES = ("word", "Word")
_BLOCK_NAMES = ("components", "glossary", "changelog", "credits", "index")
_FIGURE = re.compile(r"figure\.(\w+)\s*\(")
_WORD = re.compile(r"(\w+)")
_MOST_LISTED = 8

KnownValues = Mapping[str, Collection[str] | None]
"""What each family holds; None where that is not known."""


@passage_rule("CT402", "unknown-value", Severity.ERROR)
def unknown_value(game: Game, passages: Passages) -> Iterator[Problem]:
    """Every value that a text refers to is there: numbers, counts, players, spaces, sequences, figures.

    `{{ number.first_hand|word }}` prints the number that rules.yaml calls first_hand, as a word.

    Bad:

        text: Deal everybody {{ number.first_hnad|word }} cards.

    Good:

        text: Deal everybody {{ number.first_hand|word }} cards.

    `number` has the numbers of rules.yaml, `count` the kinds and decks, `players` has least and most,
    `spaces` the layouts, as `spaces.arena`, and the sorts of their spaces, as `spaces.arena.start`; each can
    be written `|word` (five) or `|Word` (Five). The rulebook has more: `sequence` and `table`, the blocks
    `components`, `glossary`, `changelog` and `credits`, and the figures that game.yaml has designs for.

    Looked at is every text but a record's id, name and art. Overlooked on purpose: numbers and sequences
    while rules.yaml cannot be used, spaces while a layout cannot be; and whatever else Jinja can do in a
    rulebook.
    """
    values = _known_values(passages)
    for passage in (*passages.of_cards(lambda text: "{{" in text), *passages.of_rules()):
        for expression, value in _expressions_with_values(passage):
            if value:
                yield from _value_problems(passage, value, values)
            else:
                message = "what stands in double braces here is no value"
                yield passage.at(expression.start), message, f"refer to {_alternatives(values)}"
    for passage in passages.of_rulebook():
        yield from _rulebook_problems(passage, game, {**values, **_known_blocks(game)})


@once_for_each
def _known_values(whole: Passages) -> KnownValues:
    game = whole.game
    has_broken_layout = any(name.startswith("layouts/") for name in game.incomplete)
    spaces = None if has_broken_layout else tuple(game.space_counts)
    return {
        "number": None if "rules.yaml" in game.incomplete else tuple(game.rules.numbers),
        "count": tuple(game.counts),
        "players": ("least", "most"),
        **({"spaces": spaces} if game.layouts or has_broken_layout else {}),
    }


def _known_blocks(game: Game) -> KnownValues:
    """Return what of rules.yaml is printed whole: sequences, and tables where there are any."""
    if "rules.yaml" in game.incomplete:
        return {"sequence": None, "table": None}
    tables = {"table": tuple(game.rules.tables)} if game.rules.tables else {}
    return {"sequence": tuple(game.rules.sequences), **tables}


def _expressions_with_values(passage: Passage) -> Iterator[tuple[Expression, ValueReference | None]]:
    """Yield everything in double braces, and the value it is, if it is one."""
    values = {each.start: each for each in find_references(passage.text) if isinstance(each, ValueReference)}
    for expression in find_expressions(passage.text):
        yield expression, values.get(expression.start)


def _value_problems(passage: Passage, value: ValueReference, families: KnownValues) -> Iterator[Problem]:
    if value.family not in families:
        message = f'there is no "{value.family}" to refer to{did_you_mean(value.family, families)}'
        yield passage.at(value.start), message, f"refer to {_alternatives(families)}"
        return
    known = families[value.family]
    if known is not None and value.name not in known:
        near = did_you_mean(value.name, known)
        message = f"there is no {value.family}.{value.name}{near}"
        yield passage.at(value.name_start), message, None if near else f"refer to {_alternatives(known)}"
    if value.style and value.family in ("sequence", "table"):
        message = f"a {value.family} has only one way to be written"
        yield passage.at(value.style_start), message, "write no | after it"
    elif value.style and value.style not in _NUMBER_STYLES:
        message = f'a number cannot be written as "{value.style}"{did_you_mean(value.style, _NUMBER_STYLES)}'
        yield passage.at(value.style_start), message, "write |word, |Word, or nothing for figures"


def _rulebook_problems(passage: Passage, game: Game, families: KnownValues) -> Iterator[Problem]:
    """Yield what is wrong with expressions; any figure is fine where the game says nothing of its book."""
    has_names_of_its_own = "{%" in passage.text
    for expression, value in _expressions_with_values(passage):
        figure, word = _FIGURE.match(expression.text), _WORD.fullmatch(expression.text)
        if value and not (has_names_of_its_own and value.family not in families):
            yield from _value_problems(passage, value, families)
            continue
        known: Collection[str] = _BLOCK_NAMES
        if figure:
            known = game.look.book.figures if game.look.book else figure.groups()
        what, match = ("figure", figure) if figure else ("block", word)
        if match and match[1] not in known and (figure or not has_names_of_its_own):
            message = f'there is no {what} "{match[1]}"{did_you_mean(match[1], known)}'
            name_it = [f"name {match[1]} under rulebook: figures: in game.yaml"] if figure else []
            fix = ", or ".join([f"write {_alternatives(known)}"] * bool(known) + name_it)
            yield passage.at(expression.start + match.start(1)), message, fix


def _alternatives(words: Collection[str]) -> str:
    """Return `number, count or players`; not all where there are many."""
    *most, last = list(words)[:_MOST_LISTED] or ["nothing: there is none"]
    return f"{', '.join(most)} or {last}" if most else last


_LEAST_COPIES = 5  # "two Heroes" are mostly two of them, not all there are


@rule("CT403", "typed-number", Severity.WARNING)
def typed_number(game: Game) -> Iterator[Problem]:
    """How many cards there are is referred to, not typed.

    A rulebook that says "35 Prizes" is right until somebody adds a Prize.

    Bad:

        Shuffle the 35 Prizes into the deck.

    Good:

        Shuffle the {{ count.prize }} Prizes into the deck.

    Looked at are rules, glossary and rulebook, for the number of copies of a kind, in figures or as a word,
    right before the kind's title or plural. Overlooked on purpose: any other number before them; counts under
    five; and the changelog.
    """
    counts = [(kind, game.copies_of(kind.id)) for kind in game.kinds if kind.id not in game.incomplete]
    searches = [(kind, _count_pattern(kind, count)) for kind, count in counts if count >= _LEAST_COPIES]
    for passage in (*rules_passages(game, changelog=False), *rulebook_passages(game)):
        text = blank_expressions(passage.text)
        for kind, search in searches:
            for match in search.finditer(text):
                style = "" if match[1].isdigit() else "|Word" if match[1][0].isupper() else "|word"
                said = " ".join(match[0].split())
                message = f'"{said}" will be wrong when a {kind.title} is added or removed'
                yield passage.at(match.start()), message, f"write {{{{ count.{kind.id}{style} }}}}"


def _count_pattern(kind: Kind, count: int) -> re.Pattern[str]:
    nouns = "|".join(map(re.escape, sorted({kind.title, kind.plural}, key=len, reverse=True)))
    return re.compile(rf"(?<![\w.,|/+−–-])({count}|(?i:{number_word(count)}))\s+(?:{nouns})\b")
