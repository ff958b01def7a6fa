"""Where a text uses a defined term, and whether the capitals there mean anything."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardtool.documents import Block, BlockType, TextKind
from cardtool.lint.casing import begins_sentence, is_headline, is_shouted
from cardtool.lint.corpus import Corpus
from cardtool.lint.facts import Defined, Facts
from cardtool.lint.lazy import Lazy
from cardtool.lint.names import names_in_use
from cardtool.lint.phrases import Phrases

__all__ = ["Use", "uses_of_terms"]

_BEFORE = re.compile(
    r"(?:\b(?:[Ee]ach|[Ee]very|[Aa]nother|[Yy]our|[Tt]heir|[Hh]is|[Hh]er|[Mm]y|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|[Bb]oth|[Aa]ll|[Mm]any|[Ss]everal|these|those)|['’]s|s['’]|(?<![\d.,])\d{1,3})\s+$"
)
_THE = Lazy(r"\bthe\s+$")
_AFTER = re.compile(
    r"(?:['’]s?)?(?=\s*(?:$|[.,;:!?()\]])|\s+(?:is|are|was|were|in|on|at|from|to|and|or|with|for|that|which|when|if|"
    r"may|can|cannot|must|has|have|into|onto|of|by|as|until|unless|whose|who|without|under|over|back|face|before|"
    r"after|there|here)\b)"
)
_CAPITAL_AFTER = re.compile(r"\s+[A-Z]")
_CAPITAL_BEFORE = re.compile(r"([A-Z][\w'’]*)[\s-]+$")


@dataclass(frozen=True, slots=True)
class Use:
    """A term as written here, and as it should be: the same number, the capitals of its definition."""

    block: Block
    start: int
    end: int
    term: Defined
    right: str

    @property
    def written(self) -> str:
        return self.block.text[self.start : self.end]

    @property
    def is_shown(self) -> bool:
        """Whether this is the term as it is defined, in a place where no other word has its capital."""
        return self.written == self.right and not (
            begins_sentence(self.block.text, self.start) or self._is_set_apart()
        )

    @property
    def is_miscased(self) -> bool:
        """Whether these are the letters of the term in capitals that nothing here excuses."""
        if self.written == self.right or self.written.casefold() != self.right.casefold():
            return False
        if is_shouted(self.written) or self._has_a_capital_as_any_word():
            return False
        if self.right[0].isupper():
            return " " in self.right or self._is_noun()
        return not self._is_in_a_title()

    def _has_a_capital_as_any_word(self) -> bool:
        """Whether it is written small but for the capital that begins a sentence."""
        only_first = self.written == self.right[0].upper() + self.right[1:]
        return only_first and (begins_sentence(self.block.text, self.start) or self._is_set_apart())

    def _is_noun(self) -> bool:
        """Whether it is surely the thing: counted or owned, and followed by nothing it would describe.

        What the document itself says is the name of something is the thing with "the", too.
        """
        window = (self.block.text, max(0, self.start - 14), self.start)
        is_led = _BEFORE.search(*window) or (self.term.introduced and _THE.search(*window))
        return bool(is_led) and _AFTER.match(self.block.text, self.end) is not None

    def _is_in_a_title(self) -> bool:
        """Whether a word beside it has a capital too, as in the name of something else."""
        text = self.block.text
        before = _CAPITAL_BEFORE.search(text, max(0, self.start - 24), self.start)
        owned = before is not None and not begins_sentence(text, before.start())
        return owned or _CAPITAL_AFTER.match(text, self.end) is not None or self._is_set_apart()

    def _is_set_apart(self) -> bool:
        """Whether emphasis or quotes begin here."""
        if self.start == 0:
            return True
        here, before = self.block.at(self.start), self.block.at(self.start - 1)
        is_emphasised = here.line == before.line and here.column > before.column + 1
        return is_emphasised or self.block.text[self.start - 1] in "\"“'‘\t"


def uses_of_terms(texts: Corpus, facts: Facts, terms: Sequence[Defined]) -> Iterator[Use]:
    """Every use of these terms in running text; what is part of a longer name is none."""
    by_form = {form: each for each in terms for form in (each.term, each.plural) if form}
    phrases = Phrases([*by_form, *names_in_use(facts).values()]) if by_form else Phrases([])
    for text, block in texts.keyed(Phrases(by_form).first_keys):
        if text.role is not TextKind.TEMPLATE and (block.sort is BlockType.ROW or not is_headline(block)):
            for met in phrases.met_in(block.text):
                if met.name in by_form:
                    yield _use(block, met.start, met.end, by_form[met.name])


def _use(block: Block, start: int, end: int, term: Defined) -> Use:
    ending = re.search(r"['’]s$", block.text[start:end])
    end -= len(ending[0]) if ending else 0
    is_many = term.plural and block.text[start:end].casefold() == term.plural.casefold()
    return Use(block, start, end, term, term.plural if is_many else term.term)
