"""A term is written in one way throughout a text.

Knockback, knock back and KNOCK BACK; Hero, hero and HERO: readers wonder whether there is a
difference, and somebody will find one.

Bad:

    Knockback moves you a space. If the player affected by a knock back …

Good:

    Knockback moves you a space. If the player affected by a knockback …

Looked for in a document or a rulebook are words that are also written as two or with a hyphen; terms
that are written all in capitals and otherwise as well, or in two words of which now one has a capital
and now both; a thing that an entry or a heading calls the Stone Ruins, and the text the Stone Ruin; and
words in the spelling of Britain and of America. The findings stand at the rarer ways, the first few of
each. Between Barn card and barn card, often written both, none is proposed. English itself writes "to set
up" and "the setup": of words with up, down, back, off and the like only a noun written as two words and a
verb written as one are found.

Overlooked on purpose: "a face-down card" beside "lies face down"; headings and shouted lines; terms
of which the capitals are defined (CT304 term-case); what is told by CT307 near-miss-name; a passage
that is printed a second time (CT605 printed-twice); code and tables.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cardtool.documents import Text, TextKind
from cardtool.finding import Severity
from cardtool.lint.capitals import in_three_capitals
from cardtool.lint.corpus import Corpus
from cardtool.lint.entry_names import in_two_numbers, slips_in_entries
from cardtool.lint.facts import Facts
from cardtool.lint.mixed_capitals import in_mixed_capitals
from cardtool.lint.names import names_in_use
from cardtool.lint.registry import Problem, text_rule
from cardtool.lint.spellings import Spelling, open_and_closed
from cardtool.lint.spelt import keys_of
from cardtool.lint.two_englishes import in_two_englishes
from cardtool.model import Source

_MOST = 3  # findings for one way to write one term


@text_rule("CT308", "spelled-two-ways", Severity.INFO)
def check(texts: Corpus, facts: Facts) -> Iterator[Problem]:
    read = [text for text in texts if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK)]
    if not read:
        return
    defined = {word for name in names_in_use(facts) for word in (" ".join(keys_of(name)), *name.split())}
    for text in map(texts.once, read):
        slips = slips_in_entries(text) if text.role is TextKind.DOCUMENT else ()
        told = {source for slip in slips for source in slip.sources}
        for spelling in _spellings(text, defined):
            yield from _problems(spelling, told)


def _spellings(text: Text, defined: Collection[str]) -> Iterator[Spelling]:
    yield from open_and_closed(text)
    yield from in_two_englishes(text)
    yield from in_two_numbers(text)
    yield from in_mixed_capitals(text, defined)
    yield from in_three_capitals(text, defined)


def _problems(spelling: Spelling, told: Collection[Source]) -> Iterator[Problem]:
    """A finding for each of the first few places of a way, save those where another rule has spoken."""
    for way in spelling.ways:
        places = [each for each in way if each.source not in told]
        left = len(places) - _MOST
        for row, (source, written, usual) in enumerate(places[:_MOST]):
            more = (
                f", and so in {left} more place{'s' if left > 1 else ''}"
                if left > 0 and row == _MOST - 1
                else ""
            )
            message = f'"{written}" is otherwise written "{usual}" ({spelling.tally}){more}'
            yield source, message, f'write "{usual}"' if spelling.is_settled else "write it in one way"
