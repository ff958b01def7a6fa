"""Rules about words that went, with something removed or with an old name, where a text still has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cardtool.documents import Block, Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, once_for_each, text_rule
from cardtool.lint.core.facts import Rename, names_in_use, since_version
from cardtool.lint.core.matching import COMMON_WORDS, NameFinder, word_keys, words_in
from cardtool.lint.core.sentence_context import begins_sentence, is_all_capitals
from cardtool.lint.names.old_names import is_said_to_be_gone, places_of


@text_rule("CT303", "removed-still-mentioned", Severity.ERROR, reads="en")
def removed_still_mentioned(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """What the changelog removed from the game is mentioned nowhere any more.

    A rule that was cut lives on in a reminder on a mat, and the table argues.

    Bad:

        # the changelog: {type: removed, text: No more battlefields., words: [battlefield]}
        text: Discard the guards of a battlefield.

    Good:

        text: Discard the guards of a Prize.

    The words are those the entry lists under `words`, in any inflection, case and hyphenation. Overlooked
    on purpose: entries without words; the changelog itself; and words that are part of a name or term in
    use.
    """
    used = names_in_use(facts) if facts.removals else {}
    words = {each.old: each for each in facts.removals if each.old.casefold() not in used}
    new_names = (each.new for each in facts.renames)
    for _, block, match in places_of(words, texts, facts, new_names):
        if not is_said_to_be_gone(block.text, match.start):
            said = " ".join(block.text[match.start : match.end].split())
            message = f'"{said}" is gone from the game{since_version(words[match.name])}'
            yield block.at(match.start), message, "take it out, or say what takes its place"


_SHORTEST = 5  # letters of a word
_HEADLINE = 3  # words that are no sentence

Orphans = Mapping[str, Sequence[Rename]]
"""Keys of words, and the renames that left them behind."""


@text_rule("CT302", "retired-word", Severity.WARNING, reads="en")
def retired_word(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """A word that came with a name and was to go with it is gone.

    Aldo the Northerner became Aldo the Tall; then "Northerner" on another card, or "50 Challenges"
    after Challenge Cards became Battle Cards, is mostly what the search for the whole name did not find.

    Bad:

        # the changelog: {type: renamed, from: Challenge Cards, to: Battle Cards}
        The deck holds 50 Challenges.

    Good:

        The deck holds 50 Battle Cards.

    Found is a word, with a capital inside a sentence or after a number, that was in a name the changelog
    retired. Overlooked on purpose: words that a name, a term or a kind of today has too, common words such
    as Area or Tracker, words that the text also writes small, and whole old names (CT301 retired-term).
    """
    if suspects := texts.with_keys(_orphaned_words(facts.renames) if facts.has_all_names else ()):
        words, names = _retired_words(texts, facts)
        for _, block in suspects:
            yield from _orphan_problems(block, words, names)


@once_for_each
def _retired_words(whole: Iterable[Text], facts: Facts) -> tuple[Orphans, NameFinder]:
    """Return the words to look for, and the names that they may be a part of."""
    left = _orphaned_words(facts.renames) if facts.has_all_names else {}
    in_use = _words_in_use(whole, facts) if left else set()
    words = {key: renames for key, renames in left.items() if key not in in_use}
    blocks = (block for text in whole for block in text.current) if words else ()
    met = ((block, word) for block in blocks for word in words_in(block.text) if word.key in words)
    small = {word.key for block, word in met if block.text[word.start].islower()}
    words = {key: renames for key, renames in left.items() if key not in in_use | small}
    used = [name for name in names_in_use(facts).values() if " " in name] if words else []
    return words, NameFinder([*(each.old for each in facts.renames), *used])


def _orphaned_words(renames: Sequence[Rename]) -> Orphans:
    """Return the words of retired names of several words that are not of every day."""
    found: dict[str, list[Rename]] = {}
    for rename in renames:
        words = words_in(rename.old)
        for start, _, key in words if len(words) > 1 else ():
            if rename.old[start].isupper() and len(key) >= _SHORTEST and key not in COMMON_WORDS:
                found.setdefault(key, []).append(rename)
    return found


def _words_in_use(texts: Iterable[Text], facts: Facts) -> set[str]:
    """Return the words of every name, term, kind and step of today.

    A document's own list of components may be where the word was forgotten: one word there proves nothing.
    """
    documents = {block.file for text in texts if text.role is TextKind.DOCUMENT for block in text.blocks[:1]}
    listed = {noun for each in facts.counts if each.source.file in documents for noun in each.nouns}
    names = [name for name in names_in_use(facts).values() if " " in name or name not in listed]
    every = (*names, *facts.titles, *(each.new for each in facts.renames))
    return {key for name in every for key in word_keys(name)}


def _orphan_problems(block: Block, words: Orphans, whole: NameFinder) -> Iterator[Problem]:
    named = {at for met in whole.matches(block.text) for at in range(met.start, met.end)}
    for start, end, key in words_in(block.text):
        written = block.text[start:end]
        if key not in words or start in named or not written[0].isupper() or is_all_capitals(written):
            continue
        if not begins_sentence(block.text, start) or len(block.text.split()) <= _HEADLINE:
            olds = [f"{old} (until version {last})" if last else old for old, _, last, _ in words[key]]
            message = f'"{written}" is a word of a name that is no longer used: {" and ".join(olds)}'
            new = " or ".join(dict.fromkeys(each.new for each in words[key]))
            yield block.at(start), message, f"if this means {new}, say so"
