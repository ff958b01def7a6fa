"""Values told as a number of things: `the Ogre has 12 hit points`, `the Ogre's hit points are 12`.

Told is only what a statement begins with: what an Ogre in somebody's hand has may be that player's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from cardtool.documents import NUMBER, Block, BlockType, Text, parse_number
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.sentence_context import sentences_in
from cardtool.lint.values.card_names import CardNames, QuotedValue, any_of, value_forms
from cardtool.lint.values.value_quotes import may_be_changed, opens_statement
from cardtool.model import CardValue

_ARTICLE = re.compile(r"(?:\A|(?<=\s))(?:the|an?|your)\s*\Z", re.IGNORECASE)
_LEAD = re.compile(
    r"(?:\A|\s)(?:for example|for instance|e\.g\.|so|then|here|remember that|note that),?\s*\Z",
    re.IGNORECASE,
)
_EXAMPLE = re.compile(r"\A(?:for example|for instance|e\.g\.),?\s", re.IGNORECASE)
_NO_MORE = r"(?!\w|[-–/]\w|\s(?:more|less|fewer|than|per|for|each|left|remaining|or|and\sup)\b)"


@lru_cache(maxsize=8)
def _patterns(values: tuple[CardValue, ...]) -> tuple[LazyRegex, LazyRegex]:
    """Return a pattern of a number of something after a name, and one of a clause that ends in one."""
    units = any_of(form for each in values for form in value_forms(each))
    after_name = LazyRegex(
        rf"(?P<verb>,?\swith|\shas)\s(?:exactly\s|only\s)?(?P<number>{NUMBER})\s(?P<unit>{units}){_NO_MORE}|"
        rf"['’]s\s(?P<label>{units})\s(?:is|are)\s(?P<amount>{NUMBER})(?=\s*(?:[.,;!?)]|\Z|\sand\s|\sbut\s))"
    )
    return after_name, LazyRegex(rf"\b{units},?\s(?:and|but)\s\Z")


def counted_values(text: Text, names: CardNames) -> Iterator[QuotedValue]:
    """Yield every number of things that a text says a card has, of the values that the game declares."""
    if not names.values or not names:
        return
    after_name, clause = _patterns(names.values)
    for block in text.current:
        if block.sort is not BlockType.HEADING:
            for start, sentence in sentences_in(block.text):
                for match in after_name.finditer(sentence):
                    quoted = _quoted_value(match, block, start, names, clause)
                    if quoted and not is_of_some_case(quoted, match.start()):
                        yield quoted


def is_of_some_case(quoted: QuotedValue, start: int) -> bool:
    """Return whether the value quoted at this place of its sentence may be that of some case only.

    That it is for example is no case, and what the card is called says nothing.
    """
    example = _EXAMPLE.match(quoted.sentence)
    end = example.end() if example else 0
    said = quoted.sentence.replace(quoted.name, "-" * len(quoted.name))
    return may_be_changed(said[end:], start - end)


def _quoted_value(
    match: re.Match[str], block: Block, start: int, names: CardNames, clause: LazyRegex
) -> QuotedValue | None:
    named = names.name_at_end(match.string[: match.start()])
    if named is None:
        return None
    card, before = named
    said = _ARTICLE.sub("", before)
    begins = opens_statement(said) or _LEAD.search(said) or clause.search(said)
    if not begins and not (match["verb"] or "").startswith(","):
        return None
    group, label = ("number", "unit") if match["number"] else ("amount", "label")
    place = block.at(start + match.start(group))
    key, number = names.value_key(match[label]), parse_number(match[group])
    return QuotedValue(card.name, card, number, key, False, match.string, place, is_counted=True)
