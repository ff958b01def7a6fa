"""No character is printed as an empty box.

A character that a font lacks is printed as a box, or as nothing, and its name is read by nobody.

Bad:

    the name 日本 Ferry, set in a font that knows no Japanese

Good:

    a font that has all characters of the text

In a build the rule missing-glyph finds such characters in the cards and names them. This one finds them in
any finished file: characters of which the file itself says that it does not know which they are (U+FFFD).
Overlooked on purpose: files that do not say which characters their letters stand for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardtool.finding import Finding
from cardtool.judging import rule_of
from cardtool.preflight.subject import Subject

if TYPE_CHECKING:
    from cardtool.preflight.sight import Sight

__all__ = ["RULE", "check"]

RULE = rule_of(__name__, "CT716", "empty-glyph")
_UNKNOWN = "\N{REPLACEMENT CHARACTER}"


def check(sight: Sight, subject: Subject) -> Iterator[Finding]:
    """The first text of the page with such a character, and how many of them there are."""
    texts = [words for line in sight.lines if _UNKNOWN in (words := sight.words(line))]
    if texts:
        count = sum(words.count(_UNKNOWN) for words in texts)
        boxes = "an empty box" if count == 1 else f"{count} empty boxes"
        message = f"{subject.title}: {boxes} where a font lacks a character, in “{texts[0][:60]}”"
        yield RULE.found(subject.source, message, "use another character, or a font that has it")
