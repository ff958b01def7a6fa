"""Capitals: where a sentence or a title begins, and one name written in the manner of another."""

from __future__ import annotations

import re

from cardtool.documents import Block, BlockType, plural, singular

__all__ = ["SMALL", "begins_sentence", "in_place_of", "is_headline", "is_shouted"]

_SMALL_WORDS = """
a an and as at but by de for from in into nor of on or over per the to und upon via vs with your
"""
SMALL = frozenset(_SMALL_WORDS.split())
"""Words that a title writes small."""

_OPENING = " \"'“”‘’„«([*_"
_POSSESSIVE = re.compile(r"['’]s?$")


def begins_sentence(text: str, start: int) -> bool:
    """Whether a sentence, a line, or what a colon announces begins here, so that any word has a capital."""
    before = text[max(0, start - 12) : start].rstrip(_OPENING)
    return before == "" or before[-1] in ".!?:;…\n\t•|—–/\ufffc" or _is_listed(before)


def _is_listed(before: str) -> bool:
    """Whether a label of a list stands before: 1) or a."""
    return re.search(r"(?:^|\s)\(?(?:\d{1,2}|[A-Za-z])[.)]$", before) is not None


def is_shouted(text: str) -> bool:
    """Whether the letters of a text are capitals, all of them."""
    return text.isupper() and sum(map(str.isalpha, text)) > 1


def is_headline(block: Block) -> bool:
    """Whether capitals say nothing here: a heading, or a line in which every word of weight has one."""
    if block.sort is BlockType.HEADING or is_shouted(block.text):
        return True
    words = [word for word in re.findall(r"[^\W\d_]+", block.text[:200]) if word.lower() not in SMALL]
    return len(block.text) < 120 and len(words) > 1 and all(word[0].isupper() for word in words)


def in_place_of(old: str, new: str, written: str, *, fixed: bool = False) -> str:
    """The new name in the number, the case and with the possessive in which the old one is written here.

    `fixed` is for a name whose capitals are settled: it is never written small.
    """
    ending = _POSSESSIVE.search(written) if not _POSSESSIVE.search(old) else None
    bare = written[: ending.start()] if ending else written
    name = _cased(_numbered(old, new, bare), old, bare, fixed=fixed)
    if ending is None:
        return name
    return name + ending[0][0] + ("" if name.endswith("s") else "s")


def _numbered(old: str, new: str, written: str) -> str:
    said = _joined(written)
    if said == _joined(old):
        return new
    if said in (_joined(plural(singular(old))), _joined(f"{singular(old)}s")):
        return plural(singular(new))
    return singular(new)


def _joined(name: str) -> str:
    return re.sub(r"[\s‐‑-]+", "", name).casefold().replace("’", "'")


def _cased(name: str, old: str, written: str, *, fixed: bool) -> str:
    if is_shouted(written) and not is_shouted(old):
        return name.upper()
    if written[:1].isupper() and name[:1].islower() and not old[:1].isupper():
        return name[:1].upper() + name[1:]
    if written.islower() and not old.islower() and not fixed:
        return name.lower()
    return name
