"""A value quoted beside a card's name is the card's value.

Examples quote values, cards are rebalanced, examples are not. The reader who looks at the card in the
picture is the first to notice.

Bad:

    Pigsticker, with a value of 4, beats it.

Good:

    Pigsticker, with a value of 3, beats it.

Looked at are "with a value of 3", "(value 3)", ", power 5,", "(strength 4, health 5)", "worth 2 Victory
Points", "costs 3 gold", "the Goat's speed is 4" and "the Goat has 12 hit points", right beside the name of
a card. They are held against the cards, whose values have the names that game.yaml gives them under
`values`; and in a document against its own tables: a column of numbers behind one of names. Real texts it
fires on have a table of units and an example that was written before the last change of it. Overlooked on
purpose: values that something changes ("now", "becomes", "until"), conditions, what a card may have just
now, such as fewer hit points than it begins with or a sum of money, and what two tables give differently.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from cardtool.documents import (
    NUMBER,
    Block,
    BlockType,
    Table,
    Text,
    TextKind,
    parse_number,
)
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, brief_place, text_rule
from cardtool.lint.core.facts import noun_key
from cardtool.lint.core.matching import NameFinder, NameMatch
from cardtool.lint.core.sentence_context import is_conditional, sentences_in
from cardtool.model import Source

_FEWEST = 3  # values of a table of things
_FIGURES = re.compile(r"\d{1,4}")
_OTHER_CASE = LazyRegex(r"\b(?:variants?|examples?|scenarios?|optional|solo|era|expan\w+|advanced)\b")
_CHANGED = LazyRegex(
    r"\b(?:now|becom\w+|rais\w+|increas\w+|reduc\w+|lower\w+|modif\w+|treat\w*|counts? as|doubl\w+|halv\w+|"
    r"each|every|any|would|were|was|had|used to|until|while|during|upgraded|enraged|next to|of this)\b"
)
_OPENS = re.compile(
    r"(?:(?:^|[,;:.!?]\s|\b(?:and|but|then|example,?|so)\s)(?:the|an?|your)?\s*)\Z", re.IGNORECASE
)
_MONEY = frozenset({"gold", "coin", "money", "point", "victory point", "vp", "card"})
_HEALTH = frozenset({"health", "hit point", "hp", "life", "wound"})
_NO_MORE = r"(?!\w|[-–/]\w|\s?[*+×]|\s(?:more|less|fewer|than|per|for|each|left|or|to|and\sup|in)\b)"


@dataclass(frozen=True, slots=True)
class _Given:
    """What a card or a table gives a thing: the numbers of one of its values."""

    name: str
    label: str
    numbers: tuple[int, ...]
    source: Source


Values = Mapping[str, Mapping[str, _Given]]
"""What is given, by name and by the key of every word for the value."""


@text_rule("CT404", "quoted-value", Severity.ERROR, reads="en")
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    known = _Quotable(_values_of_cards(facts))
    for text in texts:
        own = _values_of_tables(text, known.values) if text.role is TextKind.DOCUMENT else {}
        quotable = _Quotable({**own, **known.values}) if own else known
        if quotable.values:
            yield from _problems(text, quotable)


def _values_of_cards(facts: Facts) -> dict[str, dict[str, _Given]]:
    forms = {
        each.plural: frozenset(map(noun_key, (each.noun, each.plural, *each.short)))
        for each in facts.card_values
    }
    shared = {form for form, number in Counter(chain.from_iterable(forms.values())).items() if number > 1}
    found: defaultdict[str, dict[str, _Given]] = defaultdict(dict)
    doubled: set[str] = set()
    for card in facts.names:
        doubled |= {card.name} & found.keys()
        for label, numbers in card.values.items():
            for form in forms.get(label, {noun_key(label)}) - shared:
                found[card.name][form] = _Given(card.name, label, numbers, card.source)
    return {name: given for name, given in found.items() if name not in doubled}


def _values_of_tables(text: Text, known: Values) -> dict[str, dict[str, _Given]]:
    """Return what the tables of a text give things that no card is; nothing where two of them differ."""
    found: defaultdict[str, dict[str, _Given]] = defaultdict(dict)
    for section in text.sections:
        if not any(_OTHER_CASE.search(heading.text) for heading in section.headings):
            for table in section.tables:
                for given in _rows(table) if not (table.lead and is_conditional(table.lead.text)) else ():
                    key = noun_key(given.label)
                    before = found[given.name].setdefault(key, given)
                    if before.numbers != given.numbers:
                        found[given.name][key] = _Given(given.name, given.label, (), given.source)
    return {name: given for name, given in found.items() if name not in known}


def _rows(table: Table) -> Iterator[_Given]:
    head, *rows = [[cell.strip() for cell in row.text.split("\t")] for row in table.rows]
    if all(len(row) == len(head) and row[0][:1].isupper() for row in rows):
        columns = [at for at, label in enumerate(head) if at and label and _is_of_figures(rows, at)]
        for at in columns if len(columns) * len(rows) >= _FEWEST else ():
            for row, block in zip(rows, table.rows[1:], strict=True):
                yield _Given(row[0], head[at], (int(row[at]),), block.at())


def _is_of_figures(rows: Sequence[Sequence[str]], column: int) -> bool:
    return all(_FIGURES.fullmatch(row[column]) for row in rows)


class _Quotable:
    """Values, and what finds their names and labels."""

    def __init__(self, values: Values) -> None:
        self.values, self.finder = values, NameFinder(values)
        self.patterns = _Patterns({key for given in values.values() for key in given})


def _problems(text: Text, quotable: _Quotable) -> Iterator[Problem]:
    patterns = quotable.patterns
    for block in text.current:
        if block.sort in (BlockType.PARAGRAPH, BlockType.ITEM) and patterns.may_match(block.text):
            for start, sentence in sentences_in(block.text):
                if not (_CHANGED.search(sentence) or is_conditional(sentence)):
                    for name in quotable.finder.matches(sentence):
                        if sentence[name.start].isupper() or not sentence[name.start].isalpha():
                            given = quotable.values[name.name]
                            yield from _problems_at(name, sentence, patterns, given, (block, start))


class _Patterns:
    """How texts quote the values that have these labels, behind a name and around it."""

    def __init__(self, labels: Iterable[str]) -> None:
        forms = sorted(map(re.escape, labels), key=lambda form: (-len(form), form))
        label = rf"(?P<label>(?:{'|'.join(forms)})s?)"
        number = rf"(?P<number>{NUMBER}){_NO_MORE}"
        self._any = LazyRegex(rf"\b{label}\b")
        self._inside = LazyRegex(
            rf"(?:^|,\s|;\s|with\s)(?:{label}:?\s(?:of\s)?{number}(?=$|[,;])|{_other(number)}\s{_other(label)}(?=$|[,;]))"
        )
        self.brackets = re.compile(r"[\"”']?\s\((?P<inside>[^()]{3,60})\)")
        self.says = LazyRegex(
            rf"(?:,\s(?:an?\s(?:[a-z]+\s){{1,3}})?with|\shas|['’]s|\swith)\s(?:an?\s|its\s)?{label}\s(?:of\s|is\s|are\s)?{number}"
        )
        self.apposed = LazyRegex(
            rf"[\"”']?,\s(?:{label}\s{number}|{_other(number)}\s{_other(label)})(?=[,;.)])"
        )
        self.has = LazyRegex(rf"(?P<verb>,?\swith|\shas)\s(?:exactly\s|only\s)?{number}\s{label}{_NO_MORE}")
        self.worth = LazyRegex(rf"[\"”']?,?\s(?:is\s)?(?:worth|costs?)\s{number}\s{label}")
        self.of = LazyRegex(rf"\b{label}\sof\s(?:the\s|an?\s)?\Z")
        self.is_so = LazyRegex(rf"\s(?:is|are)\s{number}")

    def may_match(self, text: str) -> bool:
        return self._any.search(text) is not None

    def inside(self, words: str, start: int) -> Iterator[tuple[str, str, int]]:
        for match in self._inside.finditer(words):
            label, number, at = _either_way(match)
            yield label, number, start + at


def _either_way(match: re.Match[str]) -> tuple[str, str, int]:
    """Return label, number and where that is, whichever comes first."""
    which = "" if match["number"] else "2"
    return match[f"label{which}"], match[f"number{which}"], match.start(f"number{which}")


def _other(pattern: str) -> str:
    """Return the pattern with another name for its group."""
    return pattern.replace("(?P<number>", "(?P<number2>").replace("(?P<label>", "(?P<label2>")


def _problems_at(
    name: NameMatch, sentence: str, patterns: _Patterns, given: Mapping[str, _Given], place: tuple[Block, int]
) -> Iterator[Problem]:
    for label, number, offset, is_held in _quotes(name, sentence, patterns):
        value = given.get(noun_key(label))
        said = parse_number(number)
        if value and value.numbers and said not in value.numbers:
            key = noun_key(label)
            is_less = said < max(value.numbers) and (is_held or key in _HEALTH)
            is_of_moment = is_less or (is_held and key in _MONEY)
            if not is_of_moment:
                here = place[0].at(place[1] + offset)
                right = " or ".join(map(str, sorted(set(value.numbers))))
                there = brief_place(value.source, here)
                message = f"{value.name}: {value.label} {right} ({there}), not {said}"
                yield here, message, f"write {right}, or change it there"


def _quotes(name: NameMatch, sentence: str, patterns: _Patterns) -> Iterator[tuple[str, str, int, bool]]:
    """Yield label, number and offset of each value quoted there, and whether it is had, and may be lost."""
    before, end = sentence[: name.start], name.end
    end -= 2 * sentence.startswith(("'s", "’s"), end - 2)
    while end < len(sentence) and sentence[end] in '!”"':
        end += 1
    if brackets := patterns.brackets.match(sentence, end):
        for found in patterns.inside(brackets["inside"], brackets.start("inside")):
            yield *found, False
    if match := patterns.worth.match(sentence, end):
        yield match["label"], match["number"], match.start("number"), False
    if match := patterns.apposed.match(sentence, end):
        yield *_either_way(match), False
    if _OPENS.search(before):
        if match := patterns.has.match(sentence, end):
            yield match["label"], match["number"], match.start("number"), True
        elif match := patterns.says.match(sentence, end):
            yield match["label"], match["number"], match.start("number"), False
    label, is_so = patterns.of.search(before), patterns.is_so.match(sentence, end)
    if label and is_so:
        yield label["label"], is_so["number"], is_so.start("number"), False
