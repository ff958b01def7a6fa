"""A card's name is written as it stands on the card.

"Croms Knackers!" is no card of the game, says whoever looks for it in a list. A letter, an apostrophe
or a capital makes the difference.

Bad:

    # the cards: Crom's Knackers!, Wasteland Witch
    Discard Croms Knackers! and ready the Wasteland Wich.

Good:

    Discard Crom's Knackers! and ready the Wasteland Witch.

Found are names of several words with other apostrophes, hyphens, commas or capitals, or without the
sign at their end; and names in which one word is a slip or two away, where no other name is as near.
In a document without a game, the names that the document itself writes in two ways: "Crom's" and
"Croms", or a "Spiked Wall" in the entry for Spiked Pillars. `--fix` writes the name as it is.

Overlooked on purpose: words without a capital, which are mostly plain English ("pass unseen"); words
all in capitals; which of ’ and ' is used; the plural and the possessive of a name; short names of one
word; and double square brackets, which have a rule of their own (CT401 unknown-card).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtool.documents import Block, BlockType, Text, TextKind
from cardtool.finding import Severity
from cardtool.lint.as_named import miswritten
from cardtool.lint.corpus import Corpus
from cardtool.lint.edits import edit_of
from cardtool.lint.facts import Facts
from cardtool.lint.name_runs import OwnSlip
from cardtool.lint.names import names_in_use
from cardtool.lint.near_names import NearNames
from cardtool.lint.own_names import slips_of_own_names
from cardtool.lint.phrases import Phrases
from cardtool.lint.registry import Problem, text_rule
from cardtool.lint.spelt import words_in

_INSIDE = r"[\w,;)'’\"”-][\s-]"
_CAPITAL = re.compile(rf"[A-ZÀ-Þ](?:(?<={_INSIDE}.)|(?<={_INSIDE}[\"“'‘(].))")


@text_rule("CT307", "near-miss-name", Severity.WARNING)
def check(texts: Corpus, facts: Facts) -> Iterator[Problem]:
    told = list(_of_cards(texts, facts))
    yield from told
    places = {problem[0] for problem in told}
    for text in texts:
        if text.role is TextKind.DOCUMENT:
            known = {each.name for each in facts.names}
            own = (_own(slip) for slip in slips_of_own_names(texts.once(text), known))
            yield from (problem for problem in own if problem[0] not in places)


def _of_cards(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    names = {each.name for each in facts.names if facts.has_all_names}
    blocks = [block for text in texts for block in _with_names(text)] if names else []
    if not blocks:
        return
    used = names_in_use(facts).values()
    phrases, near = Phrases([*used, *names]), NearNames(names, used)
    for block in blocks:
        yield from _in_block(block, names, phrases, near)


def _with_names(text: Text) -> Iterator[Block]:
    """The blocks in which a capital stands inside a sentence; the name of a card itself is none."""
    for block in text.current:
        if not (text.role is TextKind.CARD and block.sort is BlockType.HEADING) and _CAPITAL.search(
            block.text
        ):
            yield block


def _in_block(block: Block, names: set[str], phrases: Phrases, near: NearNames) -> Iterator[Problem]:
    text = block.text
    taken: set[int] = set()
    words = list(words_in(text))
    for met in phrases.met_among(text, words):
        taken.update(range(met.start, met.end))
        slip = miswritten(block, met) if met.name in names else None
        if slip:
            yield _problem(block, slip.start, slip.end, met.name, slip.right)
    for guess in near.guesses(text, words):
        start, end = words[guess.first].start, words[guess.last].end
        if taken.isdisjoint(range(start, end)):
            yield _problem(block, start, end, guess.name, None)


def _problem(block: Block, start: int, end: int, name: str, right: str | None) -> Problem:
    said = " ".join(block.text[start:end].split())
    message = f'"{said}" is nearly the name of a card: {name}'
    new = right or name
    return block.at(start), message, f'write "{new}"', edit_of(block, start, end, new) if right else None


def _own(slip: OwnSlip) -> Problem:
    return slip.block.at(slip.start), slip.message, f'write "{slip.right}"'
