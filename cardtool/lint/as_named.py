"""Whether words of a text that are a card's name are written as the card has it."""

from __future__ import annotations

import re
from typing import NamedTuple

from cardtool.documents import Block, plural, singular
from cardtool.lint.casing import SMALL, begins_sentence, is_shouted
from cardtool.lint.phrases import Meeting

__all__ = ["Miswritten", "miswritten"]

_PLAIN = str.maketrans("‘’‛′´`“”„‟‐‑‒–—", "''''''\"\"\"\"-----")
_POSSESSIVE = re.compile(r"['’]s?$")


class Miswritten(NamedTuple):
    """From where to where a name is written otherwise, and how it should stand there."""

    start: int
    end: int
    right: str


def miswritten(block: Block, met: Meeting) -> Miswritten | None:
    """What is other than in the name: apostrophes, hyphens, commas, capitals, the ! or ? at its end."""
    text, name = block.text, met.name
    inner, closing = _parted(name)
    written = text[met.start : met.end]
    if not _is_a_name_here(block, met.start, written, inner):
        return None
    if _plain(written) not in _forms(inner):
        return Miswritten(met.start, met.end, _like(inner, written))
    if (
        closing
        and " " in inner
        and not text.startswith(closing, met.end)
        and _plain(written) == _plain(inner)
    ):
        return Miswritten(met.start, met.end, inner + closing)
    return None


def _parted(name: str) -> tuple[str, str]:
    """A name without the quotes around it and the ! or ? at its end, and that sign."""
    bare = name.strip('"“”')
    inner = bare.rstrip("!?")
    return inner, bare[len(inner) :][:1]


def _is_a_name_here(block: Block, start: int, written: str, inner: str) -> bool:
    """Whether the capitals say that these words are the name, and no plain English."""
    if is_shouted(written) or written.islower():
        return False
    words = re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", written)
    if len(words) < 2:
        return False
    weighty = [word for word in words if word.casefold() not in SMALL]
    raised = sum(word[0].isupper() for word in weighty)
    if begins_sentence(block.text, start):
        raised -= words[0][0].isupper()
    return raised > 0 and (raised >= 2 or raised * 2 >= len(weighty) - 1 or "'" in inner or "’" in inner)


def _forms(inner: str) -> frozenset[str]:
    """The name in the singular, in the plural, and with the ending of a possessive."""
    bases = {inner, plural(inner), singular(inner), plural(singular(inner))}
    plain = {_plain(base) for base in bases}
    return frozenset(plain | {f"{base}'s" for base in plain} | {f"{base}'" for base in plain})


def _plain(written: str) -> str:
    return " ".join(written.translate(_PLAIN).split())


def _like(inner: str, written: str) -> str:
    """The name with the possessive that is written here."""
    ending = _POSSESSIVE.search(written)
    return inner + ending[0] if ending and not _POSSESSIVE.search(inner) else inner
