"""No passage is printed twice.

A section pasted again is read again, and when one of the two is mended the other is not.

Bad:

    A catapult throws a Hero up to 3 spaces. It can be used once a turn, by anyone standing next to it.
    …
    A catapult throws a Hero up to 3 spaces. It can be used once a turn, by anyone standing next to it.

Good:

    A catapult throws a Hero up to 3 spaces. It can be used once a turn, by anyone standing next to it.

A passage is a paragraph of a dozen words or more (of 16, where a heading stands between the two), or
several sentences in a row, however they are broken into paragraphs; capitals, punctuation and spaces
make no difference. The finding stands at the later of the two; what is wrong in it with names and with
spellings of terms is told at the former alone. Overlooked on purpose: items of lists, one by one, which
variants of a set-up share; what is printed three times or oftener, and so on purpose; two texts of one
game, such as a card and the glossary; tables, code and headings.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.documents import TextKind
from cardtool.finding import Severity
from cardtool.lint.alike import place
from cardtool.lint.corpus import Corpus
from cardtool.lint.facts import Facts
from cardtool.lint.registry import Problem, text_rule
from cardtool.lint.repeats import Run


@text_rule("CT605", "printed-twice", Severity.WARNING)
def check(texts: Corpus, facts: Facts) -> Iterator[Problem]:
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            for run in texts.printed_twice(text):
                yield _problem(run)


def _problem(run: Run) -> Problem:
    here, there = run.again[0].source, run.first[0].source
    many = f"these {len(run.again)} sentences" if len(run.again) > 1 else "this sentence"
    says = (
        f"{many}, {run.words} words, stand{'' if len(run.again) > 1 else 's'} already at {place(there, here)}"
    )
    until = run.again[-1].source.line
    upto = f" up to line {until}" if until > here.line else ""
    return (
        here,
        f"{says} ({run.opening})",
        f"take one of the two out: this one runs{upto}" if upto else "take one of the two out",
    )
