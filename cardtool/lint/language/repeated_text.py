"""A rule about what is said twice: a passage that is printed again."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.documents import TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, brief_place, text_rule
from cardtool.lint.core.repeats import repeats_in


@text_rule("CT605", "printed-twice", Severity.WARNING, reads="en")
def printed_twice(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """No passage is printed twice.

    A section pasted again is read again, and when one of the two is mended the other is not.

    Bad:

        A catapult throws a Hero up to 3 spaces. It can be used once a turn, by anyone standing next to it.
        …
        A catapult throws a Hero up to 3 spaces. It can be used once a turn, by anyone standing next to it.

    Good:

        A catapult throws a Hero up to 3 spaces. It can be used once a turn, by anyone standing next to it.

    A passage is a paragraph of 15 words or more, or several sentences in a row of 35, however they are
    broken into paragraphs; where a heading stands between the two, of 100 words; capitals, punctuation and
    spaces make no difference. The finding stands at the later of the two; what is wrong in it with names
    and with spellings of terms is told at the former alone. Overlooked on purpose: items of lists, one by
    one, which variants of a set-up share; what is printed three times or oftener, and so on purpose;
    licences; two texts of one game, such as a card and the glossary; tables, code and headings.
    """
    for text in texts:
        if text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK):
            for run in repeats_in(text):
                here, until = run.again[0].source, run.again[-1].source.line
                stands = f"these {len(run.again)} sentences, {run.words} words, stand"
                if len(run.again) == 1:
                    stands = f"this sentence, {run.words} words, stands"
                there = brief_place(run.first[0].source, here)
                upto = f": this one runs up to line {until}" if until > here.line else ""
                yield here, f"{stands} already at {there} ({run.opening})", f"take one of the two out{upto}"
