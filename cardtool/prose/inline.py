"""The words inside a line of Markdown: links, code, tags, escapes and emphasis read away."""

from __future__ import annotations

import html
import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from cardtool.prose.emphasis import LONGEST, Edit, Run, of_emphasis, unmarked
from cardtool.prose.traced import Traced

__all__ = ["PICTURE", "printed"]

PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""What stands for something that is no words: a picture, an icon, code."""

_BLOCKS = "br|p|div|li|ul|ol|table|thead|tbody|tr|td|th|h[1-6]|hr|blockquote|details|summary|figure|section"
_TAGS = (
    f"{_BLOCKS}|a|b|i|u|s|em|strong|small|big|sub|sup|span|font|center|img|kbd|mark|del|ins|code|figcaption"
)
_TOKEN = re.compile(
    r"\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<code>`+)"
    r"|!?\[\^[^\[\]\s]{1,40}\]"  # the number of a footnote
    r"|(?P<open>!?\[)"
    r"|(?P<close>\](?:\((?:<[^<>\n]{0,500}>|[^\s()<>]{0,500}(?:\([^\s()]{0,100}\)[^\s()]{0,300})?)"
    r"(?:\s{1,3}(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'))?\)|))"
    rf"|(?<!<)</?(?P<tag>{_TAGS})\b[^<>\n]{{0,300}}>(?!>)"
    r"|(?P<entity>&(?:[a-zA-Z]{2,20}|#\d{1,6}|#x[0-9a-fA-F]{1,5});)"
    r"|(?P<emphasis>\*+|_+)",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"[\\`\[<&]")  # beside stars and underscores


def printed(written: Traced) -> Traced:
    """The words of Markdown as they are printed: links are their words, code and pictures one sign."""
    if not _MARKUP.search(written.text):
        return unmarked(written)
    if len(written.text) > LONGEST:
        return written
    return written.edited(sorted(_Reader(written.text).edits()))


@dataclass(slots=True)
class _Reader:
    """Goes once through a text of Markdown and notes what is not printed as it is written."""

    text: str
    runs: list[Run] = field(default_factory=list)
    brackets: list[re.Match[str]] = field(default_factory=list)
    pictures: list[tuple[int, int]] = field(default_factory=list)

    def edits(self) -> Iterator[Edit]:
        found = [*self._of_tokens(), *of_emphasis(self.runs)]
        inside = _Inside(self.pictures)
        yield from (edit for edit in found if not inside.holds(edit[0]))
        yield from ((start, end, PICTURE) for start, end in self.pictures)

    def _of_tokens(self) -> Iterator[Edit]:
        closing = _closing_ticks(self.text)
        position = 0
        while token := _TOKEN.search(self.text, position):
            position = token.end()
            if token["code"]:
                if token.start() in closing:
                    position = closing[token.start()]
                    yield token.start(), position, PICTURE
            elif token["emphasis"]:
                self.runs.append(Run.of(self.text, token))
            elif token["open"]:
                self.brackets.append(token)
            elif token["close"]:
                yield from self._of_link(token)
            else:
                yield token.start(), token.end(), _plainly(token)

    def _of_link(self, close: re.Match[str]) -> Iterator[Edit]:
        if not self.brackets:
            return
        opened = self.brackets.pop()
        if len(close[0]) == 1:
            return  # brackets that are only brackets
        if opened[0] == "![":
            while self.pictures and self.pictures[-1][0] > opened.start():
                self.pictures.pop()
            self.pictures.append((opened.start(), close.end()))
        else:
            yield opened.start(), opened.end(), ""
            yield close.start(), close.end(), ""


@dataclass(slots=True)
class _Inside:
    """Whether places, asked for in any order, lie inside stretches given in order."""

    spans: list[tuple[int, int]]

    def holds(self, place: int) -> bool:
        row = bisect_right(self.spans, (place, 1 << 60)) - 1
        return row >= 0 and place < self.spans[row][1]


def _plainly(token: re.Match[str]) -> str:
    """What is printed for an escape, an entity, a tag or a footnote's number."""
    if token["escaped"]:
        return token["escaped"]
    if token["entity"]:
        return html.unescape(token["entity"]).replace("\xa0", " ")
    if token["tag"] and re.fullmatch(_BLOCKS, token["tag"], re.IGNORECASE):
        return "\n"
    return ""


def _closing_ticks(text: str) -> dict[int, int]:
    """Where code that begins at a run of backticks ends: after the next run of the same length."""
    if "`" not in text:
        return {}
    last: dict[int, int] = {}
    closing: dict[int, int] = {}
    for run in re.finditer("`+", text):
        length = len(run[0])
        if length in last:
            closing[last[length]] = run.end()
        last[length] = run.start()
    return closing
