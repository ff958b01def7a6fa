"""The sequences that play follows, and lists that claim to follow them: examples, quick references."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from cardtool.documents import Block, ItemList, Section, Text, find_lists, find_sections, split_sentences
from cardtool.lint.core import Facts, LazyRegex
from cardtool.lint.core.facts import PlaySequence
from cardtool.lint.core.matching import as_printed, content_words
from cardtool.model import Source

_TURN = LazyRegex(r"\b(?:turn|round)s?\b")
_ORDER = LazyRegex(
    r"\b(?:in (?:this |the following )?order|consists? of|sequence|steps|phases|stages|following|"
    r"divided into)\b"
)
_EXAMPLE = LazyRegex(r"\bexamples?\b")
_NUMBERED = LazyRegex(r"(?:turn|round|part) \w+")
_NO_SEQUENCE = LazyRegex(
    r"\b(?:examples?|quick|reference|summary|aid|cheat|faq|questions|variants?|optional|may|can|"
    r"choose|any|one of)\b"
)
_FEWEST_STEPS, _MOST_STEPS = 3, 40
_MOST_SEQUENCES = 40
_LONGEST_NAME = 200  # letters
_NAME = re.compile(r"[^.:–—\n]{2,40}?(?=\s?[.:–—]|\s-\s|$)")


@dataclass(frozen=True, slots=True)
class ListInSection:
    """A numbered or bulleted list in its section. `is_example` is whether a heading over it says so."""

    listing: ItemList
    section: Section
    is_example: bool

    @property
    def headings(self) -> str:
        return " / ".join(heading.text for heading in self.section.headings)

    @property
    def source(self) -> Source:
        return self.listing.items[0].at()


@dataclass(frozen=True, slots=True)
class KnownSequence:
    """A sequence, and whether it is that of a whole turn or round."""

    steps: PlaySequence
    is_turn: bool


def lists_in_sections(text: Text) -> Iterator[ListInSection]:
    """Yield every list of a text, with the section in which it begins."""
    of_block: dict[int, tuple[Section, bool]] = {}
    is_example = False
    for section in find_sections(text.current):
        is_example = _is_an_example(section, is_example)
        of_block.update((id(block), (section, is_example)) for block in section.blocks)
    for listing in find_lists(text.current):
        yield ListInSection(listing, *of_block[id(listing.items[0])])


def _is_an_example(section: Section, before: bool) -> bool:
    """Return whether a heading says so; without ranks of headings, `Turn 2` goes on with an example."""
    says_so = any(_EXAMPLE.search(heading.text) for heading in section.headings)
    return says_so or (before and _NUMBERED.fullmatch(section.title) is not None)


def known_sequences(texts: Sequence[Text], facts: Facts) -> list[KnownSequence]:
    """Return the sequences that are known, and the numbered lists of a turn that the texts have."""
    turns = [
        candidate for text in texts for candidate in lists_in_sections(text) if _is_turn_list(candidate)
    ][:_MOST_SEQUENCES]
    known = [
        KnownSequence(
            steps,
            bool(_TURN.search(steps.title)) or any(_is_same_list(candidate, steps) for candidate in turns),
        )
        for steps in facts.sequences
        if len(steps.steps) <= _MOST_STEPS
        and not _EXAMPLE.search(steps.title)
        and not _NUMBERED.fullmatch(steps.title)
    ]
    for candidate in turns:
        if not any(_is_same_list(candidate, each.steps) for each in known):
            items = candidate.listing.items
            begun = tuple(next((said for _, said in split_sentences(item.text)), "") for item in items)
            steps = PlaySequence(candidate.section.title, tuple(_step_names(items)), candidate.source, begun)
            known.append(KnownSequence(steps, is_turn=True))
    return known[:_MOST_SEQUENCES]


def begins_with_name(words: str, name: str) -> bool:
    """Return whether these words begin with a name, in whatever case."""
    plain, start = _plain_start(words), _plain_start(name)
    return plain.startswith(start) and not plain[len(start) : len(start) + 1].isalnum()


@lru_cache(maxsize=4096)
def _plain_start(words: str) -> str:
    return as_printed(words[:_LONGEST_NAME]).rstrip(".:")


def _is_turn_list(candidate: ListInSection) -> bool:
    lead = candidate.listing.lead.text if candidate.listing.lead else ""
    if (
        candidate.is_example
        or not candidate.listing.ordered
        or not (_FEWEST_STEPS <= len(candidate.listing.items) <= _MOST_STEPS)
        or _NO_SEQUENCE.search(f"{candidate.headings} {lead}")
    ):
        return False
    return bool(_TURN.search(lead) and _ORDER.search(lead)) or bool(
        _TURN.search(candidate.section.title) and _ORDER.search(candidate.section.title)
    )


def _is_same_list(candidate: ListInSection, steps: PlaySequence) -> bool:
    lines = [item.at().line for item in candidate.listing.items]
    return steps.source.file == candidate.source.file and lines[0] - 3 <= steps.source.line <= lines[-1]


def _step_names(items: Sequence[Block]) -> Iterator[str]:
    """Yield what the steps are called: what each leads with; empty where it leads with no name."""
    for item in items:
        led = _NAME.match(item.text)
        yield led[0].strip() if led and content_words(led[0]) else ""
