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

Looked for is what a short sentence of the list of changes says was removed or dropped. Overlooked on
purpose: sentences that say it at length, where it is not clear which words are gone; the list of
changes itself; words that are part of a name or term in use. What the changelog of a game lists as
removed is an error (CT303 removed-still-mentioned).
"""

from __future__ import annotations

from collections.abc import Iterable

from cardtool.finding import Severity
from cardtool.lint.corpus import Corpus
from cardtool.lint.facts import Facts
from cardtool.lint.registry import Problem, text_rule
from cardtool.lint.removed import is_told_by, still_mentioned


@text_rule("CT309", "dropped-still-mentioned", Severity.WARNING)
def check(texts: Corpus, facts: Facts) -> Iterable[Problem]:
    own = [each for each in facts.gone if is_told_by(texts, each)]
    return still_mentioned(texts, facts, own)
