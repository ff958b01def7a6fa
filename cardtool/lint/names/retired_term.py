"""A name that the changelog retired is not used any more.

A term is renamed in the rules and lives on, on eleven cards and a mat. Players who never saw the old
version then look for a Spoil Heap.

Bad:

    # the changelog: {type: renamed, from: Spoil Heap, to: Larder}
    text: Flip a Prize in your Spoil Heap.

Good:

    text: Flip a Prize in your Larder.

A chain of renames is followed to the newest name. The old one is found in the plural, with a
possessive, hyphened or in one word, in any capitals, in the texts of cards, rules, rulebook, mats,
templates and glossary, in names of mats, and in documents, which may bring a changelog of their own.
`--fix` writes the new name in the same number and case, and leaves the article in its place.

An old name of one word is found where it stands like a name or a thing: with a capital inside a sentence,
or as in "each guard", "your guards", "two guards", "a guard token". What may be another word is a warning
at most (CT309 dropped-still-mentioned), and a verb ("you guard your coast") is nothing at all.

Overlooked on purpose: the changelog and other tellings of what once was, as "old boxes" and "formerly";
an old name that is part of the name of a card or of a term in use, or that is in use again; and `>>`
inside `<<a placeholder>>`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import Block, plural, singular
from cardtool.finding import Edit
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import Rename, fixed_case_names, names_in_use, since_version
from cardtool.lint.core.fixes import inflect_like, replacement_edit, with_article, without_article
from cardtool.lint.core.matching import NameFinder

_PLACEHOLDER = re.compile(r"<<[^<>]{0,200}>>")
_AGREES = re.compile(r"\s+(?:is|are|was|were|has|have|does|do)\b", re.IGNORECASE)
_COUNTED = re.compile(
    r"\b(?:these|those|all|many|few|several|both|this|that|each|every|[2-9]|two|three)\s+$", re.IGNORECASE
)
_SEVERAL = LazyRegex(
    r"(?<![\d.,])(?:[2-9]|\d{2,3}|two|three|four|five|six|seven|eight|nine|ten|several|many)\s+$"
)


@text_rule("CT301", "retired-term", Severity.ERROR)
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    used = names_in_use(facts)
    renames = {each.old: each for each in facts.renames if each.old.casefold() not in used}
    signs = {old: each for old, each in renames.items() if not any(map(str.isalnum, old))}
    retired = NameFinder(renames)
    may_have_one = texts.with_keys(retired.first_keys) if renames else []
    suspects = [block for _, block in may_have_one if next(retired.matches(block.text), None)]
    names = [*renames, *used.values(), *(each.new for each in renames.values())] if suspects else []
    phrases, fixed_names = NameFinder(names), fixed_case_names(facts)
    if suspects:
        yield from _name_problems(suspects, renames, phrases, fixed_names)
    for _, block in texts.blocks if signs else ():
        yield from _sign_problems(block, signs)


def _name_problems(
    suspects: list[Block], renames: dict[str, Rename], phrases: NameFinder, fixed_names: frozenset[str]
) -> Iterator[Problem]:
    from cardtool.lint.names.old_names import old_names_in
    from cardtool.lint.names.word_context import Sureness  # seldom needed, and so are its patterns

    for block in suspects:
        for match, how_sure in old_names_in(block, phrases, renames):
            if how_sure is Sureness.SURE:
                yield _problem(block, match.start, match.end, renames[match.name], fixed_names)


def _problem(block: Block, start: int, end: int, rename: Rename, fixed_names: frozenset[str]) -> Problem:
    end = _possessive_end(block.text, start, end)
    start, old, name = without_article(block.text, start, end, rename.old, rename.new)
    written = block.text[start:end]
    new = inflect_like(old, name, written, fixed=rename.new in fixed_names)
    fix = f'write "{new}"'
    return block.at(start), _message(written, rename), fix, _edit(block, start, end, new, rename)


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
    if _is_plural(rename.old) != _is_plural(rename.new) and (
        _AGREES.match(text, end) or _COUNTED.search(text, max(0, start - 12), start)
    ):
        return None
    from cardtool.lint.names.word_context import PIECE

    is_one = not (_is_plural(text[start:end]) or _is_plural(new) or PIECE.match(text, end))
    if is_one and _SEVERAL.search(text, max(0, start - 12), start):
        return None  # 3 gold may be 3 coins, but 3 mud
    first, words = with_article(text, start, new)
    return replacement_edit(block, first, end, words)


def _is_plural(name: str) -> bool:
    return name == plural(singular(name))


def _sign_problems(block: Block, signs: dict[str, Rename]) -> Iterator[Problem]:
    """Yield the signs, such as an arrow, that were given up for words."""
    if not any(old in block.text for old in signs):
        return
    text = _PLACEHOLDER.sub(lambda match: " " * len(match[0]), block.text)
    for old, rename in signs.items():
        for match in re.finditer(rf"(?<!\S){re.escape(old)}(?!\S)", text):
            yield block.at(match.start()), _message(old, rename), f'write "{rename.new}"'
