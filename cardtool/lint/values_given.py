"""What a value of a named thing is, and which names and sections of a document can have one."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardtool.documents import Block, Section, Text
from cardtool.lint.lazy import Lazy
from cardtool.model import Source

__all__ = ["Given", "as_name", "is_example", "is_name", "is_special", "tells_of_always"]

_CAPITAL = r"[A-Z][^\W\d_]*(?:['’-][^\W\d_]+)*['’]?"
_NAME = re.compile(
    rf"{_CAPITAL}(?:(?: (?:of|the|and|in|on|from|for|to|de|la|von))* {_CAPITAL}){{0,4}}|"
    rf"{_CAPITAL} [a-z][^\W\d_]*"
)
_NO_NAME = Lazy(
    r"\b(?:players?|teams?|turns?|rounds?|levels?|totals?|phases?|steps?|examples?|scenarios?|sides?|easy|"
    r"normal|medium|hard|expert|small|large|others?|win|draw|loss|none|all|any|each|every|per|if|when|"
    r"setup|start|end|game|rolls?|different|same|least|most)\b"
)
_SPECIAL = Lazy(
    r"\b(?:variants?|solo|solitaire|expansions?|scenarios?|upgrad\w*|advanced|elite|levels?|veterans?|campaign|"
    r"difficult\w*|examples?|history|changes?|change ?log|errata|designer|edition|modes?|modules?|promos?|"
    r"missions?|optional|tournaments?|"
    r"(?:age|era|epoch|season) (?:[ivx]+|\d+|one|two|three)|house rules|playing with|quest|sample)\b"
)
_EXAMPLE = Lazy(r"\b(?:examples?|e\.g|for instance|suppose\w*|imagine|assum\w+|sample|let['’]?s say)\b")


@dataclass(frozen=True, slots=True)
class Given:
    """A value that a document gives a thing; no number where it is not one plain number.

    `label` is what it is called, `key` what that is looked up by; `where` tells a reader what says so:
    `the table`. `blocks` are those that say it.
    """

    name: str
    label: str
    key: str
    number: int | None
    where: str
    source: Source
    blocks: tuple[Block, ...]


def as_name(written: str) -> str:
    """The one form under which a name is looked up; its capitals are for the reader to compare."""
    return written.replace("’", "'").casefold()


def is_name(written: str) -> bool:
    """Whether this can be what one thing is called, with a capital, no sort of things, no case of a rule."""
    return _NAME.fullmatch(written) is not None and not _NO_NAME.search(written)


def is_example(text: str) -> bool:
    """Whether a text says that it is an example."""
    return _EXAMPLE.search(text) is not None


def is_special(text: str) -> bool:
    """Whether a heading, or what leads to a table, is of some variant, scenario or example only."""
    return _SPECIAL.search(text) is not None


def tells_of_always(section: Section, text: Text) -> bool:
    """Whether a section speaks of the game as it always is; the title of the document says nothing."""
    title = text.current[0] if text.current else None
    return not any(is_special(each.text) for each in section.headings if each is not title)
