"""What a document says it has dropped, it does not go on to use.

Designers keep a list of changes on the first page of their rules. "Removed the battlefields" there,
and a battlefield on page five, is a place that was forgotten.

Bad:

    V1.3: Removed all reference to battlefields.
    …
    Discard the guards of a battlefield.

Good:

    V1.3: Removed all reference to battlefields.
    …
    Discard the guards of a Prize.

Looked for is what a short sentence of the list of changes says was removed or dropped: "Removed the
Smuggler", "removed the rule about storm surges". So is an old name of one word where it may mean the
renamed thing, and may be another word: a heading "Guard", "a word on silt".

Overlooked on purpose: sentences that say it at length, where it is not clear which words are gone; the
list of changes itself, and sentences that tell what is gone or once was; words that are part of a name or
term in use; an old name that is a verb ("you guard your coast") or stands in an idiom. What the changelog
of a game lists as removed is an error (CT303 removed-still-mentioned), and so is an old name that is
surely one (CT301 retired-term).
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.corpus import Corpus
from cardtool.lint.facts import Facts
from cardtool.lint.names import names_in_use, since
from cardtool.lint.phrases import Phrases
from cardtool.lint.registry import Problem, text_rule
from cardtool.lint.removed import is_told_by, still_mentioned
from cardtool.lint.spelt import keys_of


@text_rule("CT309", "dropped-still-mentioned", Severity.WARNING)
def check(texts: Corpus, facts: Facts) -> Iterator[Problem]:
    own = [each for each in facts.gone if is_told_by(texts, each)]
    yield from still_mentioned(texts, facts, own)
    yield from _perhaps_old(texts, facts)


def _perhaps_old(texts: Corpus, facts: Facts) -> Iterator[Problem]:
    """The places that perhaps have an old name, and perhaps only the word it is."""
    used = names_in_use(facts)
    renames = {each.old: each for each in facts.renames if each.old.casefold() not in used}
    unsure = [old for old in renames if len(keys_of(old)) == 1]
    blocks = texts.keyed(Phrases(unsure).first_keys) if unsure else []
    if not blocks:
        return
    from cardtool.lint.old_names import Sureness, old_names_in  # seldom needed, and so are its patterns

    phrases = Phrases([*renames, *used.values(), *(each.new for each in renames.values())])
    for _, block in blocks:
        for met, how_sure in old_names_in(block, phrases, renames):
            if how_sure is Sureness.LIKELY:
                said, rename = block.text[met.start : met.end], renames[met.name]
                message = f'"{said}" may be the old name of what is called {rename.new}{since(rename)}'
                yield block.at(met.start), message, f'if it is meant, write "{rename.new}"'
