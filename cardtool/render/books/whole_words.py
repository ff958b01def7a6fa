"""Terms that are never parted at the end of a line: half a term is one that nobody can look up."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

_SHORTEST = 7  # letters; a book parts no word with fewer
TAGS = re.compile(r"(<[^>]*>)")
"""Splits a piece of a page into text and tags, by turns."""
NO_PROSE = frozenset({"svg", "style", "script"})
"""The elements whose text nobody reads."""
_TAG = re.compile(r"</?([a-z][a-z0-9]*)", re.IGNORECASE)


def keep_whole(html: str, terms: Iterable[str]) -> str:
    """Return a piece of a page with every mention of these terms marked as one that has no hyphen."""
    long = sorted({term for term in terms if _may_be_parted(term)}, key=lambda term: (-len(term), term))
    if not long:
        return html
    mention = re.compile(
        rf"(?<!\w)(?:{'|'.join(re.escape(escape(term, quote=False)) for term in long)})(?!\w)", re.IGNORECASE
    )
    outside, parts = 0, TAGS.split(html)
    for at, part in enumerate(parts):
        if at % 2:
            outside += _depth(part)
        elif not outside:
            parts[at] = mention.sub(r'<span class="whole">\g<0></span>', part)
    return "".join(parts)


def element_name(tag: str) -> str:
    """Return the element that a tag begins or ends, in small letters; empty for a comment."""
    found = _TAG.match(tag)
    return found[1].lower() if found else ""


def _may_be_parted(term: str) -> bool:
    return any(len(word) >= _SHORTEST for word in re.findall(r"\w+", term))


def _depth(tag: str) -> int:
    """Return by how much a tag goes into what is no prose, or out of it."""
    if element_name(tag) not in NO_PROSE or tag.endswith("/>"):
        return 0
    return -1 if tag.startswith("</") else 1
