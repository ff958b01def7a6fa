"""Whether a line of a plain text goes on with the sentence, or the paragraph, of the line before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cardtool.prose.lines import Line

__all__ = ["Wrapping", "ends_sentence"]

_WIDEST = 130  # letters; longer lines are broken by nobody
_FULL = 0.82  # of the width; a line that the next word would have filled so far was broken for want of room
_SHORTEST = 20  # letters; a shorter line is a line of its own, whatever follows
_FIRST_WORDS = """
one two three four five six seven eight nine ten multi single double face self half full high low non
well all end mid first second left right long short hand turn round game card player line side so x d
"""
_FIRST_OF_TWO = frozenset(_FIRST_WORDS.split())
"""Words that go on with a hyphen and another word oftener than they are the half of a longer one."""

_CLOSERS = "\"'”’»)]*_"
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
_SOFT = "\u00ad"
_BROKEN = re.compile(rf"([a-z]+)[-\u2010{_SOFT}]$")


def ends_sentence(text: str) -> bool:
    """Whether a line ends as a sentence, or as what announces a list, does."""
    stripped = text.rstrip(_CLOSERS)
    return not stripped or stripped[-1] in ".!?:;…" or text[-1] in '"”»'


@dataclass(slots=True)
class Wrapping:
    """How a text is broken into lines: at `width` letters, or, where that is 0, at its writer's will."""

    lines: Sequence[Line]
    width: int = 0
    words: frozenset[str] | None = field(default=None, repr=False)

    @classmethod
    def of(cls, lines: Sequence[Line]) -> Wrapping:
        """The width at which most paragraphs are broken, if they are."""
        followed = [before for before, line in pairwise(lines) if not line.apart]
        lengths = sorted(len(line.text) for line in lines)
        widest = lengths[len(lengths) * 97 // 100] if lengths else 0
        full = [line for line in followed if len(line.text) >= 0.8 * widest]
        broken = [line for line in full if not ends_sentence(line.text)]
        is_wrapped = (
            widest <= _WIDEST and len(full) >= max(5, 0.3 * len(followed)) and 2 * len(broken) > len(full)
        )
        return cls(lines, widest if is_wrapped else 0)

    def goes_on(self, before: Line, line: Line) -> bool:
        """Whether a line continues the one before it."""
        if len(before.text) >= _SHORTEST and line.text[0].islower() and not ends_sentence(before.text):
            return not line.apart or line.page
        if line.apart or not self.width:
            return False
        would_be = len(before.text) + 1 + len(line.text.split(maxsplit=1)[0])
        return would_be > _FULL * self.width

    def hyphen(self, before: str, line: str) -> str:
        """What stands between two parts of a word broken by a hyphen: the hyphen or nothing; else a space."""
        broken, rest = _BROKEN.search(before), _WORD.match(line)
        if broken and rest and before.endswith(_SOFT):
            return ""
        if not (self.width and broken and rest):
            return " "
        known = self._vocabulary()
        left, right = broken[1], rest[0]
        if left + right in known:
            return ""
        is_compound = f"{left}-{right}" in known or left in _FIRST_OF_TWO or {left, right} <= known
        return "-" if is_compound else ""

    def _vocabulary(self) -> frozenset[str]:
        if self.words is None:
            self.words = frozenset(self._whole_words())
        return self.words

    def _whole_words(self) -> Iterator[str]:
        """The words of all lines, but for the two parts of each that a hyphen breaks."""
        is_broken = False
        for line in self.lines:
            text = line.text.lower()
            broken = _BROKEN.search(text)
            words = _WORD.findall(text[: broken.start()] if broken else text)
            yield from words[1:] if is_broken else words
            is_broken = broken is not None
