"""A section that a text sends its readers to is there, under the name it is given.

Chapters are renamed and merged; "(see turn rules)" stays behind, and readers leaf through the book for
a page that has another name now.

Bad:

    A flipped card cannot be used again (see Upkeep Rules).
    # and no section, step or term has anything to do with upkeep

Good:

    A flipped card cannot be used again (see Readying Cards).

Looked at are titles in brackets or quotes after "see", in capitals after "see" and "as described in",
and "see section 4.2" in a text whose sections have such numbers. One word in common with a heading, an
item, the first words of a paragraph, a term or a card is enough. Overlooked on purpose: pages, pictures,
tables, cards, and books other than this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardtool.finding import Severity
from cardtool.lint.facts import Facts
from cardtool.lint.lazy import Lazy
from cardtool.lint.registry import Problem, text_rule
from cardtool.lint.targets import Targets
from cardtool.prose import Block, Role, Sort, Text

_CAPITALS = r"[A-Z][\w’'-]*(?:\s(?:(?:of|the|and|to|in|a|an|for|your)\s)?[A-Z][\w’'-]*){0,6}"
_SEE = (
    re.compile(r"\((?:[Ss]ee|cf\.|[Ss]ee also)\s(?P<title>[^()]{3,60})\)"),
    re.compile(
        r"\b[Ss]ee\s(?:also\s)?(?:the\s)?(?:section\s)?(?:on\s|called\s|"
        r"titled\s)?[\"“](?P<title>[^\"“”]{3,60})[\"”]"
    ),
    re.compile(
        rf"\b[Ss]ee\s(?:also\s)?(?:the\s)?(?P<title>{_CAPITALS})(?=\s*(?:[.,;)]|section\b|chapter\b|above\b|below\b|$))"
    ),
    re.compile(
        rf"\b(?:described|explained|detailed|outlined|listed|defined)\s(?:in|under)\s(?:the\s)?[\"“]?(?P<title>{_CAPITALS})"
    ),
)
_CUT = re.compile(r",|\s(?:on\s)?(?:p\.|pages?\b|pp\.)|\s(?:above|below|for|later|earlier|in)\b")
_ELSEWHERE = Lazy(
    r"\b(?:pages?|figures?|fig|diagrams?|pictures?|illustrations?|images?|photos?|tables?|charts?|"
    r"cards?|backs?|"
    r"covers?|sheets?|boards?|mats?|sidebars?|box|boxes|booklet|rulebooks?|rule book|books?|website|www|"
    r"http\S*|"
    r"reference|aids?|maps?|left|right|opposite|overleaf|margin|scenarios?|video|column|track|tile|"
    r"individual|specific|"
    r"designer|faq|wikipedia|appendix|almanac|errata|internet|"
    r"expansion|manual|guide|app|text|there|it|this|that|them|next|previous|one|each|who|what|whether|"
    r"if|how)\b"
    r"|[\d§\[\]/]|\bp\."
)
_NUMBER = Lazy(r"\b(?:section|rule|chapter|paragraph)\s(?P<number>\d{1,2}(?:\.\d{1,3})+)\b")
_NUMBERED = re.compile(r"\s*\[?(\d{1,2}(?:\.\d{1,3})+)\.?\]?(?=\s|$)")


@text_rule("CT407", "lost-section", Severity.WARNING)
def check(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    read = [text for text in texts if text.role not in (Role.CARD, Role.CHANGELOG, Role.TEMPLATE)]
    said = [
        text
        for text in read
        if any("see " in block.text.lower() or " in " in block.text for block in text.current)
    ]
    if not said:
        return
    names = [*(card.name for card in facts.names), *(term.term for term in facts.terms)]
    targets = Targets(read, names)
    numbers = {
        match[1] for text in read for block in text.current if (match := _NUMBERED.match(_numbered(block)))
    }
    for text in said:
        for block in text.current:
            yield from _by_title(block, targets)
            yield from _by_number(block, numbers)


def _by_title(block: Block, targets: Targets) -> Iterator[Problem]:
    seen: set[int] = set()
    for pattern in _SEE:
        for match in pattern.finditer(block.text):
            title = _CUT.split(match["title"], maxsplit=1)[0].strip(" .“”\"'")
            if match.start("title") in seen or _ELSEWHERE.search(match["title"]) or targets.has(title):
                continue
            seen.add(match.start("title"))
            message = f'nothing here is called "{title}", or nearly so'
            yield block.at(match.start("title")), message, "name the section as its heading does"


def _by_number(block: Block, numbers: set[str]) -> Iterator[Problem]:
    """Sections by their number, where at least three have one of this depth."""
    for match in _NUMBER.finditer(block.text):
        alike = [number for number in numbers if number.count(".") == match["number"].count(".")]
        if len(alike) >= 3 and not any(f"{number}.".startswith(f"{match['number']}.") for number in numbers):
            yield (
                block.at(match.start("number")),
                f"there is no section {match['number']}",
                "name the section that is meant",
            )


def _numbered(block: Block) -> str:
    """What may begin with the number of a section: a heading, an item with its label, a paragraph."""
    return f"{block.label} {block.text}" if block.sort is Sort.ITEM else block.text
