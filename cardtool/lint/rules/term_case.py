"""A defined term is written with the capitals of its definition.

Capitals tell players which words are terms. "Battle Cards" here and "battle cards" there look like
two things.

Bad:

    # the glossary: term: Battle Card
    Play battle cards from your hand.

Good:

    Play Battle Cards from your hand.

A term that is one word of every day as well (Prize, Special) is judged only where it is surely meant:
counted or owned, with nothing behind it that it would describe; and in a document only if that
writes it with a capital somewhere, in the same number. In a document without a glossary, what
its list of components calls a thing in several words is taken for the definition, or the way in which
it mostly writes a term, where that is clear.
`--fix` sets the capitals right.

Overlooked on purpose: the beginnings of sentences, headings and titles, words all in capitals,
emphasis and quotes; templates, where labels have capitals of their own; and hyphens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from cardtool.documents import TextKind
from cardtool.finding import Severity
from cardtool.lint.corpus import Corpus
from cardtool.lint.edits import edit_of
from cardtool.lint.facts import Defined, Facts
from cardtool.lint.registry import Problem, text_rule
from cardtool.lint.term_uses import Use, uses_of_terms

_CLEARLY = 3  # times as many uses as of all other ways together
_AT_LEAST = 4  # uses of the way that is taken for the definition


@text_rule("CT304", "term-case", Severity.WARNING)
def check(texts: Corpus, facts: Facts) -> Iterator[Problem]:
    terms = {each.term: each for each in facts.terms if each.declared or " " in each.term}
    listed = {each.term: each for each in facts.listed if each.term not in terms}
    uses = list(uses_of_terms(texts, facts, [*terms.values(), *listed.values()]))
    clear = _clear(uses, listed)
    documents = {block.file for text in texts if text.role is TextKind.DOCUMENT for block in text.blocks[:1]}
    shown = {use.right for use in uses if use.is_shown} if documents else set()
    for use in uses:
        if not use.is_miscased or (use.block.file in documents and _is_plain(use.right, shown)):
            continue
        if use.term.declared or use.term.term in clear:
            yield _problem(use, listed)


def _is_plain(right: str, shown: Collection[str]) -> bool:
    """Whether one word is of every day for a document, which nowhere gives it the capital of the term."""
    return " " not in right and right[0].isupper() and right not in shown


def _clear(uses: Sequence[Use], listed: Collection[str]) -> set[str]:
    """The undeclared terms of which the text makes no doubt how it writes them.

    What the list of components has settled must only not be overruled by what follows it.
    """
    right: Counter[str] = Counter(use.term.term for use in uses if use.written == use.right)
    wrong: Counter[str] = Counter(use.term.term for use in uses if use.is_miscased)
    return {
        term
        for term, count in right.items()
        if count >= (wrong[term] if term in listed else max(_AT_LEAST, _CLEARLY * wrong[term]))
    }


def _problem(use: Use, listed: Collection[str]) -> Problem:
    defined: Defined = use.term
    how = "defined as" if defined.declared else "listed as" if defined.term in listed else "mostly written"
    message = f'"{" ".join(use.written.split())}" is {how} {use.right}'
    edit = edit_of(use.block, use.start, use.end, use.right) if "\n" not in use.written else None
    return use.block.at(use.start), message, f'write "{use.right}"', edit
