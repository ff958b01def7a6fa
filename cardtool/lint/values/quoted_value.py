"""A value quoted beside a card's name is the card's value.

Examples quote values, cards are rebalanced, examples are not.

Bad:

    Harpooner, with a value of 4, beats it.

Good:

    Harpooner, with a value of 3, beats it.

Looked at are "with a value of 3", "(value 3)", ", power 5,", "(strength 4, health 5)", "worth 2 Victory
Points", "which costs 3", "whose cost is 3", "the Goat's speed is 4" and "Ann's Goat has 12 hit points", right
beside the name of a card. They are held against the cards, whose values have the names that game.yaml gives
them under `values`, and so are tables of a rulebook in which rows begin with names of cards; in a document
they are held against its own tables: a column of numbers behind one of names. Real texts it fires on have
a table of units and an example older than that. Overlooked on purpose: values that something changes ("now",
"becomes", "until"), conditions, what a card may have just now, such as fewer hit points than it begins with
or a sum of money, and what two tables give differently.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import NamedTuple

from cardtool.documents import NUMBER, Text, TextKind, parse_number
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import noun_key
from cardtool.lint.core.matching import NameFinder, NameMatch
from cardtool.lint.core.registry import brief_place
from cardtool.lint.core.sentences import is_conditional, sentences_in
from cardtool.model import Source

_FIGURES = re.compile(r"\d{1,4}")
_CHANGED = LazyRegex(
    r"\b(?:now|becom\w+|rais\w+|increas\w+|reduc\w+|lower\w+|modif\w+|treat\w*|counts? as|doubl\w+|halv\w+|"
    r"each|every|any|would|were|was|had|used to|until|while|during|upgraded|enraged|next to|of this)\b"
)
_OPENS = LazyRegex(
    r"(?:^|[,;:.!?]\s|\b(?:and|but|then|example,?|so)\s)(?:(?:the|an?|your|[^\W\d_]+['’]s)\s*)?\Z"
)
_MONEY = frozenset({"gold", "coin", "money", "point", "victory point", "vp", "card"})
_HEALTH = frozenset({"health", "hit point", "hp", "life", "wound"})
_NO_MORE = r"(?!\w|[-–/]\w|\s?[*+×]|\s(?:more|less|fewer|than|per|for|each|left|or|to|and\sup|in)\b)"


@dataclass(frozen=True, slots=True)
class _Given:
    """What a card or a table gives a thing: the numbers of one of its values; none if they are in doubt."""

    name: str
    label: str
    numbers: tuple[int, ...]
    source: Source


Values = Mapping[str, Mapping[str, _Given]]
"""What is given, by name and by the key of every word for the value."""


@text_rule("CT404", "quoted-value", Severity.ERROR, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    known = _quotable_of_cards(facts)
    for text in texts:
        own = _by_name(_values_of_tables(text)) if text.role is TextKind.DOCUMENT else {}
        quotable = _Quotable({**own, **known.values}) if own else known
        if quotable.values:
            yield from _problems(text, quotable)
        if known.values and text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            yield from _rows_unlike_cards(text, known.values)


def _quotable_of_cards(facts: Facts) -> _Quotable:
    words = ((each.plural, (each.noun, each.plural, *each.short)) for each in facts.card_values)
    forms = {plural: frozenset(map(noun_key, its)) for plural, its in words}
    shared = {form for form, number in Counter(chain.from_iterable(forms.values())).items() if number > 1}
    given = (
        (form, _Given(card.name, label, numbers, card.source))
        for card in facts.names
        for label, numbers in card.values.items()
        for form in forms.get(label, {noun_key(label)}) - shared
    )
    return _Quotable(_by_name(given))


def _by_name(values: Iterable[tuple[str, _Given]]) -> Values:
    """Return the values by name and form, without the numbers of those that are given differently."""
    found: defaultdict[str, dict[str, _Given]] = defaultdict(dict)
    for form, given in values:
        before = found[given.name].setdefault(form, given)
        if before.numbers != given.numbers:
            found[given.name][form] = replace(before, numbers=())
    return found


def _values_of_tables(text: Text) -> Iterator[tuple[str, _Given]]:
    """Yield the figures behind the names of each table of which all rows begin with one, and their key."""
    for table in text.tables:
        head, *rows = [[cell.strip() for cell in row.text.split("\t")] for row in table.rows]
        are_named = all(len(row) == len(head) and row[0][:1].isupper() for row in rows)
        for at, label in enumerate(head) if are_named else ():
            if at and label and all(_FIGURES.fullmatch(row[at]) for row in rows):
                for row, block in zip(rows, table.rows[1:], strict=True):
                    yield noun_key(label), _Given(row[0], label, (int(row[at]),), block.at())


_WHICH = r"(?P<which>,?\s(?:which|that))?"


class _Quotable:
    """Values, what finds their names, and how texts quote them behind a name, in brackets and before it."""

    def __init__(self, values: Values) -> None:
        self.values, self.finder = values, NameFinder(values)
        forms = {re.escape(key) for given in values.values() for key in given}
        words = "|".join(sorted(forms, key=lambda form: (-len(form), form)))
        label, number = rf"(?P<label>(?:{words})s?)", rf"(?P<number>{NUMBER}){_NO_MORE}"
        other = rf"(?P<first>{NUMBER}){_NO_MORE}\s(?P<what>(?:{words})s?){_NO_MORE}"
        quote = rf"(?:{label}:?\s(?:of\s|is\s|are\s)?{number}|{other})"
        self.any = LazyRegex(rf"\b{label}\b")
        self.inside = LazyRegex(rf"(?:^|,\s|;\s|with\s){quote}(?=$|[,;])")
        self.behind = LazyRegex(
            rf"[\"”']?{_WHICH}(?P<lead>,?\s(?:is\s)?(?:worth|costs?)|"
            rf"(?:,(?:\san?\s(?:[a-z]+\s){{1,3}}?)?)?\s(?:has|with)|,?\swhose|['’]s|,)\s"
            rf"(?:an?\s|its\s|exactly\s|only\s)?{quote}(?P<end>[,;.)])?"
        )
        self.costs = LazyRegex(rf"[\"”']?{_WHICH}\scosts\s(?:exactly\s|only\s)?{number}(?=[,;.)]|$)")
        self.of = LazyRegex(rf"\b{label}\sof\s(?:the\s|an?\s)?\Z")
        self.is_so = LazyRegex(rf"\s(?:is|are)\s{number}")


_BRACKETS = LazyRegex(r"[\"”']?\s\(([^()]{3,60})\)", re.NOFLAG)


class _Quote(NamedTuple):
    """A value as a sentence quotes it; `is_held` is whether it is had, and may be lost."""

    label: str
    number: str
    start: int
    is_held: bool = False


def _problems(text: Text, quotable: _Quotable) -> Iterator[Problem]:
    for block in text.current:
        for start, sentence in sentences_in(block.text) if quotable.any.search(block.text) else ():
            is_as_ever = not (_CHANGED.search(sentence) or is_conditional(sentence))
            for name in quotable.finder.matches(sentence) if is_as_ever else ():
                for quote in _quotes(name, sentence, quotable) if not sentence[name.start].islower() else ():
                    given = quotable.values[name.name].get(noun_key(quote.label))
                    if given and _is_wrong(quote, given):
                        yield _problem(parse_number(quote.number), given, block.at(start + quote.start))


def _rows_unlike_cards(text: Text, values: Values) -> Iterator[Problem]:
    """Yield each figure of a table that the card, which its row begins with, has otherwise."""
    for key, row in _values_of_tables(text):
        card = values.get(row.name, {}).get(key)
        is_elsewhere = card is not None and card.source.file != row.source.file
        if card and is_elsewhere and card.numbers and row.numbers[0] not in card.numbers:
            yield _problem(row.numbers[0], card, row.source)


def _is_wrong(quote: _Quote, given: _Given) -> bool:
    """Return whether a card never has this; some of its health and any money it may have at the moment."""
    said, key = parse_number(quote.number), noun_key(quote.label)
    if not given.numbers or said in given.numbers or (quote.is_held and key in _MONEY):
        return False
    return said > max(given.numbers) or not (quote.is_held or key in _HEALTH)


def _problem(number: int, given: _Given, here: Source) -> Problem:
    right = " or ".join(map(str, sorted(set(given.numbers))))
    said = f"{given.label} {right} ({brief_place(given.source, here)}), not {number}"
    return here, f"{given.name}: {said}", f"write {right}, or change it there"


def _quotes(name: NameMatch, sentence: str, quotable: _Quotable) -> Iterator[_Quote]:
    """Yield each value that is quoted beside a name."""
    before, end = sentence[: name.start], name.end
    end -= 2 * sentence.startswith(("'s", "’s"), end - 2)
    while end < len(sentence) and sentence[end] in '!”"':
        end += 1
    if brackets := _BRACKETS.match(sentence, end):
        for inside in quotable.inside.finditer(brackets[1]):
            yield _quote(inside, brackets.start(1))
    if match := quotable.behind.match(sentence, end):
        lead = match["lead"].split()[-1]
        is_had = lead not in (",", "worth", "cost", "costs", "whose")
        is_of_it = match["which"] or _OPENS.search(before)
        if is_of_it if is_had else (lead != "," or match["end"]):
            yield _quote(match)._replace(is_held=is_had and match["label"] is None)
    costs = quotable.costs.match(sentence, end)
    if costs and (costs["which"] or _OPENS.search(before)):
        yield _Quote("cost", costs["number"], costs.start("number"))
    label, is_so = quotable.of.search(before), quotable.is_so.match(sentence, end)
    if label and is_so:
        yield _Quote(label["label"], is_so["number"], is_so.start("number"))


def _quote(match: re.Match[str], start: int = 0) -> _Quote:
    """Return the value of a match, whether its label comes first or its number."""
    label, number = ("label", "number") if match["label"] else ("what", "first")
    return _Quote(match[label], match[number], start + match.start(number))
