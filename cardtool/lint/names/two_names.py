"""One thing has one name.

Where the list of components says Magician and the rules say Pawn, players look for a piece that is
not in the box.

Bad:

    # the glossary: term: Magician, instead_of: [pawn]
    Move your Pawn three spaces.

Good:

    Move your Magician three spaces.

Looked for are the words that the glossary lists under `instead_of`, in any inflection and case; in a
document without a glossary, what its list of components calls a thing besides. `--fix` writes the
term where the glossary says so. Overlooked on purpose: the definition of the term itself, which may
say what else people call it; words that are part of another term or name; and the list of components.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.documents import Block, Text
from cardtool.finding import Edit
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import DefinedTerm, fixed_case_names, names_in_use
from cardtool.lint.core.fixes import inflect_like, replacement_edit, with_article
from cardtool.lint.core.matching import NameFinder, NameMatch


@text_rule("CT306", "two-names", Severity.WARNING)
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    used = names_in_use(facts)
    terms = {word: term for term in facts.terms for word in term.instead_of if word.casefold() not in used}
    phrases = NameFinder([*terms, *used.values()]) if terms else NameFinder([])
    fixed_names = fixed_case_names(facts)
    for text, block in texts.with_keys(NameFinder(terms).first_keys):
        for match in phrases.matches(block.text):
            term = terms.get(match.name)
            if term is not None and not _is_definition(text, block, term):
                yield _problem(block, match, term, fixed_names)


def _is_definition(text: Text, block: Block, term: DefinedTerm) -> bool:
    is_listed = (block.file, block.at().line) == (term.source.file, term.source.line)
    return is_listed or text.title == f'the term "{term.term}"'


def _problem(block: Block, match: NameMatch, term: DefinedTerm, fixed_names: frozenset[str]) -> Problem:
    written = block.text[match.start : match.end]
    new = inflect_like(
        match.name, term.term, written, fixed=term.term in fixed_names and term.term[0].isupper()
    )
    who = "the glossary" if term.declared else f"line {term.source.line}"
    message = f'"{" ".join(written.split())}" is called {term.term} in {who}'
    return block.at(match.start), message, f'write "{new}"', _term_edit(block, match, new, term)


def _term_edit(block: Block, match: NameMatch, new: str, term: DefinedTerm) -> Edit | None:
    if not term.declared:
        return None
    first, words = with_article(block.text, match.start, new)
    return replacement_edit(block, first, match.end, words)
