"""Brackets and quotes of a text that have no partner in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["Lone", "lone_signs"]

_NO_BRACKET = re.compile(
    r"""[([]\s*-?\d+\s*[,;]\s*-?[\d∞n]+\s*[)\]]    # an interval
    | ["“'‘`][()\[\]]["”'’`]                            # a bracket that is spoken of
    | \A(?:\[(?![^]]*])|\((?![^)]*\))|[)\]])(?=\s)     # the sign of something, in a key
    | \([\[\]]\)               # a bracket that is spoken of
    | <[-=]++|(?<![-=])[-=]++>""",
    re.VERBOSE,
)
_BRACKET = re.compile(r"[()\[\]]")
_LABEL = re.compile(r"(?:^|[\s(\[/“\"•])(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,4}|\d{1,2}\.?[a-z]|\d\.\d)[)\]]$")
_SAD = re.compile(r"(?<!\w)[:;=8xX][-'o^]?[(\[](?:\s|$)")
_SMILEY = re.compile(r"(?:(?<!\w)[=8xX]|[:;])[-'o^]?[)\]]$")
_SPOKEN_OF = re.compile(r"[`'‘][\"“”][´'’]|\A[\"“”](?=\s)")
_LONGEST_LABEL = 6
_PARTNER = {")": "(", "]": "["}
_CURLY = re.compile(r"[“”]")
_INCHES = re.compile(r"(?<=[\d½¼¾])\s?(?:\"|”|″)")
_FOREIGN = re.compile(r"[„«»‟]|``|''")


@dataclass(frozen=True, slots=True)
class Lone:
    """A sign without a partner at this offset; `opens` says which part of a pair it is."""

    sign: str
    at: int
    opens: bool
    kind: str


def lone_signs(text: str) -> Iterator[Lone]:
    """Every bracket and every double quote of this text that has no partner in it, by its place."""
    if any(sign in text for sign in "()[]"):
        yield from _brackets(_NO_BRACKET.sub(_blotted, text))
    if any(sign in text for sign in '“”"') and not _FOREIGN.search(text):
        yield from _quotes(_SPOKEN_OF.sub(_blotted, text))


def _blotted(match: re.Match[str]) -> str:
    return "x" * len(match[0])


def _brackets(text: str) -> Iterator[Lone]:
    waiting: list[tuple[str, int]] = []
    for match in _BRACKET.finditer(text):
        sign, at = match[0], match.start()
        if sign in "([" and not _is_sad(text, at + 1):
            waiting.append((sign, at))
        elif waiting and waiting[-1][0] == _PARTNER.get(sign):
            waiting.pop()
        elif sign in _PARTNER and not _is_label_or_smiley(text, at + 1):
            yield Lone(sign, at, False, _PARTNER[sign])
    yield from (Lone(sign, at, True, sign) for sign, at in waiting)


def _is_sad(text: str, end: int) -> bool:
    """Whether the bracket that ends here is the mouth of a smiley, with nothing behind it."""
    return not text[end : end + 1].strip() and _SAD.search(text, max(0, end - 3), end + 1) is not None


def _is_label_or_smiley(text: str, end: int) -> bool:
    """Whether the bracket that ends here closes nothing because it belongs to `a)` or to a smiley."""
    start = max(0, end - _LONGEST_LABEL)
    before = ("" if start else "\n") + text[start:end]
    return _LABEL.search(before) is not None or _SMILEY.search(before) is not None


def _quotes(text: str) -> Iterator[Lone]:
    straight = [match.start() for match in re.finditer('"', text)]
    curly = [match.start() for match in _CURLY.finditer(text)]
    if _INCHES.search(text) and (len(straight) + len(curly)) % 2:
        return
    if straight and not curly:
        if len(straight) % 2:
            yield Lone('"', _odd_one(text, straight), True, '"')
    elif curly and not straight:
        yield from _curly(text)


def _odd_one(text: str, places: list[int]) -> int:
    """The quote that is most likely alone: the first that does not stand as its turn would have it."""
    for turn, at in enumerate(places):
        after_space = at == 0 or text[at - 1] in " \t\n([-–—/"
        if after_space != (turn % 2 == 0):
            return at if turn % 2 == 0 else places[turn - 1]
    return places[-1]


def _curly(text: str) -> Iterator[Lone]:
    signs = [(match[0], match.start()) for match in _CURLY.finditer(text)]
    if all(sign == "”" for sign, _ in signs) and len(signs) % 2 == 0:
        return  # the Swedish way
    waiting: list[int] = []
    for sign, at in signs:
        if sign == "“":
            waiting.append(at)
        elif waiting:
            waiting.pop()
        else:
            yield Lone(sign, at, False, "“")
    for at in waiting:
        yield Lone("“", at, True, "“")
