"""What the changelog removed from the game is mentioned nowhere any more.

A rule that was cut lives on in a reminder on a mat, and the table argues.

Bad:

    # the changelog: {type: removed, text: No more battlefields., words: [battlefield]}
    text: Discard the guards of a battlefield.

Good:

    text: Discard the guards of a Prize.

The words are those the entry lists under `words`, in any inflection, case and hyphenation. Overlooked
on purpose: entries without words; the changelog itself; words that are part of a name or term in use;
and what a document's own list of changes calls removed (CT309 dropped-still-mentioned).
"""

from __future__ import annotations

from collections.abc import Iterable

from cardtool.finding import Severity
from cardtool.lint.corpus import Corpus
from cardtool.lint.facts import Facts
from cardtool.lint.registry import Problem, text_rule
from cardtool.lint.removed import is_told_by, still_mentioned


@text_rule("CT303", "removed-still-mentioned", Severity.ERROR)
def check(texts: Corpus, facts: Facts) -> Iterable[Problem]:
    declared = [each for each in facts.gone if not is_told_by(texts, each)]
    return still_mentioned(texts, facts, declared)
