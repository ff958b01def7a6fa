"""The changelog leaves no question open.

"May also be used against other players - TBD" was written in spring. Was it decided, and how? Who
reads the changelog to learn what has changed reads that something may have.

Bad:

    V1.1: Prizes may also be used against other players - TBD

Good:

    V1.1: Prizes may be used against other players.

Looked for in the changelog, of the game or inside a document, are the notes to oneself that are an
error in a text of today (CT601 placeholder). Overlooked on purpose: whether a later entry has settled
the matter. If so, say so.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.finding import Severity
from cardtool.lint.corpus import Corpus
from cardtool.lint.facts import Facts
from cardtool.lint.registry import Problem, text_rule
from cardtool.lint.rules.placeholder import waiting


@text_rule("CT612", "left-open", Severity.WARNING)
def check(texts: Corpus, facts: Facts) -> Iterator[Problem]:
    for place, said in waiting(texts, in_history=True):
        yield place, f'the changelog still says "{said}"', "say what came of it, or take the note out"
