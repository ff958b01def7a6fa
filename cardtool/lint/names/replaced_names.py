"""Rules about names that something has no more, or never had by itself: retired ones, and second ones."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import Block, plural, singular
from cardtool.finding import Edit
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import DefinedTerm, Rename, fixed_case_names, names_in_use, since_version
from cardtool.lint.core.fixes import inflect_like, replacement_edit, with_article, without_article
from cardtool.lint.core.matching import PLACEHOLDER, NameMatch, any_word
from cardtool.lint.names.old_names import PIECE, is_old_name, places_of

_AGREES = re.compile(r"\s+(?:is|are|was|were|has|have|does|do)\b", re.IGNORECASE)
_COUNTED = LazyRegex(rf"\b(?:{any_word('with a number of its own')}|[2-9])\s+$")
_SEVERAL = LazyRegex(
    r"(?<![\d.,])(?:[2-9]|\d{2,3}|two|three|four|five|six|seven|eight|nine|ten|several|many)\s+$"
)


@text_rule("CT301", "retired-term", Severity.ERROR)
def retired_term(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """A name that the changelog retired is not used any more.

    A term is renamed in the rules and lives on, on eleven cards and a mat. Players who never saw the old
    version then look for a Rubbish Heap.

    Bad:

        # the changelog: {type: renamed, from: Rubbish Heap, to: Pantry}
        text: Flip a Prize in your Rubbish Heap.

    Good:

        text: Flip a Prize in your Pantry.

    A chain of renames is followed to the newest name. The old one is found in the plural, with a
    possessive, hyphened or in one word, in any capitals, in the texts of cards, rules, rulebook, mats,
    templates and glossary, in names of mats, and in documents.
    `--fix` writes the new name in the same number and case, and leaves the article in its place.

    An old name of one word is found where it stands like a name or a thing: with a capital inside a sentence,
    or as in "each guard", "your guards", "two guards", "a guard token". What may be
    another word is overlooked, as is a verb ("you guard your coast").

    Overlooked on purpose: the changelog and other tellings of what once was, as "old boxes" and "formerly";
    an old name that is part of the name of a card or of a term in use, or that is in use again; and `>>`
    inside `<<a placeholder>>`.
    """
    used = names_in_use(facts)
    renames = {each.old: each for each in facts.renames if each.old.casefold() not in used}
    signs = {old: each for old, each in renames.items() if not any(map(str.isalnum, old))}
    fixed_names = fixed_case_names(facts)
    new_names = (each.new for each in renames.values())
    for _, block, match in places_of(renames, texts, facts, new_names):
        if is_old_name(block, match):
            yield _problem(block, match, renames[match.name], fixed_names)
    for old, rename in signs.items():
        sign = re.compile(rf"(?<!\S){re.escape(old)}(?!\S)")
        for block in (block for _, block in texts.blocks if old in block.text):
            for found in sign.finditer(PLACEHOLDER.sub(lambda match: " " * len(match[0]), block.text)):
                yield block.at(found.start()), _message(old, rename), f'write "{rename.new}"'


def _problem(block: Block, match: NameMatch, rename: Rename, fixed_names: frozenset[str]) -> Problem:
    end = _possessive_end(block.text, match.start, match.end)
    start, old, name = without_article(block.text, match.start, end, rename.old, rename.new)
    written = block.text[start:end]
    new = inflect_like(old, name, written, fixed=rename.new in fixed_names)
    edit = _edit(block, start, end, new, rename)
    return block.at(start), _message(written, rename), f'write "{new}"', edit


def _possessive_end(text: str, start: int, end: int) -> int:
    """Return where the name ends with the apostrophe of a plural's possessive; a closing quote is none."""
    is_quoted = text[max(0, start - 1) : start] in ("'", "‘", "’")
    return end + 1 if text[end - 1] in "sS" and text[end : end + 1] in ("'", "’") and not is_quoted else end


def _message(written: str, rename: Rename) -> str:
    said = " ".join(written.split())
    return f'"{said}" is an old name: it is called {rename.new}{since_version(rename)}'


def _edit(block: Block, start: int, end: int, new: str, rename: Rename) -> Edit | None:
    """Return the edit, unless a word nearby would have to change its number as well."""
    text = block.text
    agrees = _AGREES.match(text, end) or _COUNTED.search(text, max(0, start - 12), start)
    if agrees and _is_plural(rename.old) != _is_plural(rename.new):
        return None
    is_one = not (_is_plural(text[start:end]) or _is_plural(new) or PIECE.match(text, end))
    if is_one and _SEVERAL.search(text, max(0, start - 12), start):
        return None  # 3 gold may be 3 coins, but 3 mud
    first, words = with_article(text, start, new)
    return replacement_edit(block, first, end, words)


def _is_plural(name: str) -> bool:
    return name == plural(singular(name))


@text_rule("CT306", "two-names", Severity.WARNING, reads="en")
def two_names(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """One thing has one name.

    Where the list of components says Pilgrim and the rules say Pawn, players look for a piece that is
    not in the box.

    Bad:

        # the glossary: term: Pilgrim, instead_of: [pawn]
        Move your Pawn three spaces.

    Good:

        Move your Pilgrim three spaces.

    Looked for are the words that the glossary lists under `instead_of`, in any inflection and case; in a
    document without a glossary, what its list of components calls a thing besides. `--fix` writes the
    term where the glossary says so. Overlooked on purpose: the definition of the term itself, which may
    say what else people call it; words that are part of another term or name; and the list of components.
    """
    used = names_in_use(facts)
    terms = {word: term for term in facts.terms for word in term.instead_of if word.casefold() not in used}
    fixed_names = fixed_case_names(facts)
    for text, block, match in places_of(terms, texts, facts):
        term = terms[match.name]
        is_listed = (block.file, block.at().line) == (term.source.file, term.source.line)
        if not is_listed and text.title != f'the term "{term.term}"':
            is_fixed = term.term in fixed_names and term.term[0].isupper()
            yield _synonym_problem(block, match, term, is_fixed)


def _synonym_problem(block: Block, match: NameMatch, term: DefinedTerm, is_fixed: bool) -> Problem:
    written = block.text[match.start : match.end]
    new = inflect_like(match.name, term.term, written, fixed=is_fixed)
    who = "the glossary" if term.declared else f"line {term.source.line}"
    message = f'"{" ".join(written.split())}" is called {term.term} in {who}'
    first, words = with_article(block.text, match.start, new)
    edit = replacement_edit(block, first, match.end, words) if term.declared else None
    return block.at(match.start), message, f'write "{new}"', edit
