"""Words that went with what was removed, where a text still has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from cardtool.documents import Text, TextKind
from cardtool.lint.corpus import Corpus
from cardtool.lint.facts import Facts, Gone
from cardtool.lint.names import names_in_use, since
from cardtool.lint.phrases import Phrases
from cardtool.lint.registry import Problem

__all__ = ["is_told_by", "still_mentioned"]


def is_told_by(texts: Iterable[Text], gone: Gone) -> bool:
    """Whether a changelog inside one of these texts tells of the removal, rather than data beside them."""
    documents = (text for text in texts if text.role is TextKind.DOCUMENT)
    return any(block.file == gone.source.file for text in documents for block in text.blocks[:1])


def still_mentioned(texts: Corpus, facts: Facts, gone: Sequence[Gone]) -> Iterator[Problem]:
    """Every place of today's texts that has the words of something removed; names in use come first."""
    used = names_in_use(facts) if gone else {}
    words = {each.words: each for each in gone if each.words.casefold() not in used}
    if not words:
        return
    phrases = Phrases([*words, *used.values(), *(each.new for each in facts.renames)])
    from cardtool.lint.past_tellings import is_said_to_be_gone  # seldom needed, and so are its patterns

    for _, block in texts.keyed(Phrases(words).first_keys):
        for met in phrases.met_in(block.text):
            if met.name in words and not is_said_to_be_gone(block.text, met.start):
                said = " ".join(block.text[met.start : met.end].split())
                message = f'"{said}" is gone from the game{since(words[met.name])}'
                yield block.at(met.start), message, "take it out, or say what takes its place"
