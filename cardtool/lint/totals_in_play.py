"""Totals that the rules of play name in passing: "shuffle the 52 cards", "when all 10 judges are drawn"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import Block, BlockType, Text, find_sections
from cardtool.lint.component_list import is_component_section
from cardtool.lint.context import is_conditional, is_setup, sentences_in
from cardtool.lint.lazy import Lazy
from cardtool.lint.totals import Total, is_of_all, numbered, total_of

__all__ = ["shuffled_totals", "spoken_totals"]

_THE = Lazy(r"(?:^|\b)(?:the|all)\s\Z")
_ALL = Lazy(r"\ball\s(?:the\s)?\Z")
_DECK_OF = Lazy(r"\bdeck\sof\s(?:[^.;:?!]{0,300}\s)?\Z")
_THERE_ARE = Lazy(r"^there\sare\s\Z")
_AND_NO_MORE = Lazy(r"\s*(?:$|[.,;:]|in\s(?:all|total)\b)")
_WHEN = Lazy(r"^(?:when|whenever|once|if|after|as\ssoon\sas)\s")
_THEN = Lazy(
    r"(?:,|;|\sand|\sthen)(?:\s(?:and|then))*\s(?:deal|give|hand|draw|turn|reveal|flip|lay|place|put|set|each)\b"
)
_ANOTHER_GAME = Lazy(
    r"\b(?:scenarios?|examples?|variants?|variations?|optional|missions?|campaigns?|solo)\b|\bexpan"
)
_SHUFFLE = Lazy(r"shuffle\s")
_MAY_BE_ALL = Lazy(r"\b(?:all\s(?:the\s)?|there\sare\s|deck\sof\s)[\dtefsno]")
_SHUFFLED = Lazy(r"^shuffle\s(?:all\s)?(?:the\s)?\Z")
_NO_MORE = Lazy(r"\s*(?:$|[.,;:]|and\s(?!\d)|to\s(?:form|make)\b|into\b|together\b)")
_TAKEN_OUT = Lazy(
    r"\b(?:remov\w+|return\w*|aside|take\sout|discard\w*|leave\sout|put\sback|separat\w+|sort)\b"
)


def shuffled_totals(text: Text, noun: str) -> Iterator[tuple[Total, bool]]:
    """The numbers of `the 52 Order Cards` where the game is set up, and whether those are surely all.

    They are where they are shuffled before any was taken out; else there are at least so many.
    """
    forward = numbered(noun)
    for section in find_sections(text.current):
        if is_setup(section) and not is_component_section(section):
            is_whole = True
            for block in section.blocks:
                for start, sentence in (
                    sentences_in(block.text) if block.sort is not BlockType.HEADING else ()
                ):
                    is_whole = is_whole and not _TAKEN_OUT.search(sentence)
                    if is_of_all(_first_clause(sentence)) and not is_conditional(sentence):
                        yield from _definite(block, start, sentence, forward, is_whole)


def spoken_totals(text: Text, noun: str) -> Iterator[tuple[Total, bool]]:
    """The numbers of `when all 10 judges are drawn`, `the deck of 64 cards` and `There are 64 cards.`

    Nobody says that of some, unless it is an example or another game than the usual. Of the first there
    may be left fewer; the others are surely all.
    """
    forward = numbered(noun)
    for section in find_sections(text.current):
        if any(_ANOTHER_GAME.search(heading.text) for heading in section.headings):
            continue
        for block in section.blocks:
            for start, sentence in sentences_in(block.text) if _MAY_BE_ALL.search(block.text) else ():
                said = _WHEN.sub("", sentence)
                if is_of_all(said) and not _ANOTHER_GAME.search(said):
                    yield from _spoken(block, start, sentence, forward)


def _spoken(
    block: Block, start: int, sentence: str, forward: re.Pattern[str]
) -> Iterator[tuple[Total, bool]]:
    for match in forward.finditer(sentence):
        before = sentence[: match.start()]
        is_told = _THERE_ARE.search(before) and _AND_NO_MORE.match(sentence, match.end())
        if is_told or _DECK_OF.search(before) or _ALL.search(before):
            yield total_of(match, block, start), not _ALL.search(before)


def _first_clause(sentence: str) -> str:
    """What a sentence says before it goes on to what is done next."""
    then = _THEN.search(sentence) if _SHUFFLE.match(sentence) else None
    return sentence[: then.start()] if then else sentence


def _definite(
    block: Block, start: int, sentence: str, forward: re.Pattern[str], is_whole: bool
) -> Iterator[tuple[Total, bool]]:
    for match in forward.finditer(sentence):
        before = sentence[: match.start()]
        if _THE.search(before):
            is_all = is_whole and _SHUFFLED.search(before) and _NO_MORE.match(sentence, match.end())
            yield total_of(match, block, start), bool(is_all)
