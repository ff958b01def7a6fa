"""Rules about words that went with what was removed, where a text still has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardtool.documents import Text, TextKind
from cardtool.lint.core import Facts, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.facts import RemovedWords, names_in_use, since_version
from cardtool.lint.core.matching import NameFinder, word_keys


def is_told_in_document(texts: Iterable[Text], removed: RemovedWords) -> bool:
    """Return whether a changelog in one of these texts tells of the removal, rather than data."""
    documents = (text for text in texts if text.role is TextKind.DOCUMENT)
    return any(block.file == removed.source.file for text in documents for block in text.blocks[:1])


def mentions_of_removed(texts: TextIndex, facts: Facts, removed: Sequence[RemovedWords]) -> Iterator[Problem]:
    """Yield every place of today's texts that has the words of something removed; names in use come first."""
    used = names_in_use(facts) if removed else {}
    words = {each.words: each for each in removed if each.words.casefold() not in used}
    if not words:
        return
    phrases = NameFinder([*words, *used.values(), *(each.new for each in facts.renames)])
    from cardtool.lint.names.old_names import is_said_to_be_gone  # seldom needed, and so are its patterns

    for _, block in texts.with_keys(NameFinder(words).first_keys):
        for match in phrases.matches(block.text):
            if match.name in words and not is_said_to_be_gone(block.text, match.start):
                said = " ".join(block.text[match.start : match.end].split())
                message = f'"{said}" is gone from the game{since_version(words[match.name])}'
                yield block.at(match.start), message, "take it out, or say what takes its place"


@text_rule("CT303", "removed-still-mentioned", Severity.ERROR)
def removed_still_mentioned(texts: TextIndex, facts: Facts) -> Iterable[Problem]:
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
    declared = [each for each in facts.removals if not is_told_in_document(texts, each)]
    return mentions_of_removed(texts, facts, declared)


@text_rule("CT309", "dropped-still-mentioned", Severity.WARNING)
def dropped_still_mentioned(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
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

    Looked for is what a short sentence of the list of changes says was removed or dropped: "Removed the
    Smuggler", "removed the rule about storm surges". So is an old name of one word where it may mean the
    renamed thing, and may be another word: a heading "Guard", "a word on silt".

    Overlooked on purpose: sentences that say it at length, where it is not clear which words are gone; the
    list of changes itself, and sentences that tell what is gone or once was; words that are part of a name or
    term in use; an old name that is a verb ("you guard your coast") or stands in an idiom. What the changelog
    of a game lists as removed is an error (CT303 removed-still-mentioned), and so is an old name that is
    surely one (CT301 retired-term).
    """
    own = [each for each in facts.removals if is_told_in_document(texts, each)]
    yield from mentions_of_removed(texts, facts, own)
    yield from _likely_old_names(texts, facts)


def _likely_old_names(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    """Yield the places that perhaps have an old name, and perhaps only the word it is."""
    used = names_in_use(facts)
    renames = {each.old: each for each in facts.renames if each.old.casefold() not in used}
    unsure = [old for old in renames if len(word_keys(old)) == 1]
    blocks = texts.with_keys(NameFinder(unsure).first_keys) if unsure else []
    if not blocks:
        return
    from cardtool.lint.names.old_names import old_names_in
    from cardtool.lint.names.word_context import Sureness  # seldom needed, and so are its patterns

    phrases = NameFinder([*renames, *used.values(), *(each.new for each in renames.values())])
    for _, block in blocks:
        for match, how_sure in old_names_in(block, phrases, renames):
            if how_sure is Sureness.LIKELY:
                said, rename = block.text[match.start : match.end], renames[match.name]
                message = (
                    f'"{said}" may be the old name of what is called {rename.new}{since_version(rename)}'
                )
                yield block.at(match.start), message, f'if it is meant, write "{rename.new}"'
