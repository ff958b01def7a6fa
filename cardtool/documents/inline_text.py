"""The words inside a line or a template: markup, emphasis and what is filled in later are read away.

Knows nothing of blocks of Markdown.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cardtool.documents.blocks import Block, BlockType
from cardtool.documents.source_text import PICTURE, MappedText, closing_ticks, find_enclosed, map_lines

_LONGEST_MARKUP = 200_000  # letters that stand in one piece; of more, the markup is left as it is written
_SIGNS = re.compile(r"\*+|_+")

Edit = tuple[int, int, str]
"""From one offset of a text to another, and what is printed there instead."""
_BLOCKS = "br|p|div|li|ul|ol|table|thead|tbody|tr|td|th|h[1-6]|hr|blockquote|details|summary|figure|section"
_TAGS = rf"{_BLOCKS}|[abius]|em|strong|small|big|su[bp]|span|font|center|img|kbd|mark|del|ins|code|figcaption"
_ADDRESS = r"\((?:<[^<>\n]{0,500}>|[^\s()<>]{0,500}(?:\([^\s()]{0,100}\)[^\s()]{0,300})?)"
_TITLE = r"(?:\s{1,3}(?:\"[^\"\n]{0,200}\"|'[^'\n]{0,200}'))?\)"
_TOKENS = (
    r"\\(?P<escaped>[!-/:-@\[-`{-~])",
    r"(?P<code>`+)",
    r"!?\[\^[^\[\]\s]{1,40}\]",  # the number of a footnote
    r"(?P<told>\{:[ .#a-z][^{}\n]{0,120}\})",  # what kramdown is told of a list: {:.parts}
    r"(?P<open>!?\[)",
    rf"(?P<close>\](?:{_ADDRESS}{_TITLE}|))",
    rf"(?<!<)</?(?P<tag>{_TAGS})\b[^<>\n]{{0,300}}>(?!>)",
    r"(?P<entity>&(?:[a-zA-Z]{2,20}|#\d{1,6}|#x[0-9a-fA-F]{1,5});)",
    r"(?P<emphasis>\*+|_+)",
)
_TOKEN = re.compile("|".join(_TOKENS), re.IGNORECASE)
_MARKUP = re.compile(r"[\\`\[<&]|\{:")  # beside stars and underscores
_NOT_READ = (
    (r"\{#", r"#\}"),
    ("<!--", "-->"),
    *((rf"<{tag}\b", rf"</{tag}\s*>") for tag in ("style", "script", "svg")),
)
_STATEMENT = (r"\{%", r"%\}")
_FILLED_IN = (r"\{\{", r"\}\}")
_TAG = re.compile(r"<[^<>]*>")
_END = "\x1f"


class EmphasisRun:
    """Stars or underscores side by side: what opens emphasis stands before a word, what closes it after one.

    So says CommonMark, 6.2. None opens in the middle of a word, so that `2*3` stays what it is.
    """

    def __init__(self, match: re.Match[str]) -> None:
        self.sign, (self.start, self.end) = match[0][0], match.span()
        before = match.string[self.start - 1] if self.start else " "
        after = match.string[self.end] if self.end < len(match.string) else " "
        self.opens = not (after.isspace() or before.isalnum())
        begins_word = after.isalnum() and (self.sign == "_" or not before.isalnum())
        self.closes = not (before.isspace() or begins_word)


def strip_emphasis(written: MappedText) -> MappedText:
    """Return the words of a plain text less the stars and underscores that emphasise some."""
    if len(written.text) > _LONGEST_MARKUP or not _SIGNS.search(written.text):
        return written
    runs = map(EmphasisRun, _SIGNS.finditer(written.text))
    return written.edited(sorted(emphasis_edits(runs)))


def emphasis_edits(runs: Iterable[EmphasisRun]) -> Iterator[Edit]:
    """Yield the signs that emphasise: each run closes what the last of its sign opened."""
    opened: dict[str, list[EmphasisRun]] = {"*": [], "_": []}
    for run in runs:
        waiting = opened[run.sign]
        while run.closes and run.start < run.end and waiting:
            opener = waiting[-1]
            length = min(opener.end - opener.start, run.end - run.start, 2)
            yield opener.end - length, opener.end, ""
            yield run.start, run.start + length, ""
            opener.end -= length
            run.start += length
            if opener.start == opener.end:
                waiting.pop()
        if run.opens and run.start < run.end:
            waiting.append(run)


def strip_markup(written: MappedText) -> MappedText:
    """Return the words of Markdown as they are printed: links are their words, code and pictures one sign."""
    if not _MARKUP.search(written.text):
        return strip_emphasis(written)
    if len(written.text) > _LONGEST_MARKUP:
        return written
    return written.edited(sorted(_InlineReader(written.text).edits()))


@dataclass(slots=True)
class _InlineReader:
    """Goes once through a text of Markdown and notes what is not printed as it is written."""

    text: str
    runs: list[EmphasisRun] = field(default_factory=list)
    brackets: list[re.Match[str]] = field(default_factory=list)
    pictures: list[tuple[int, int]] = field(default_factory=list)

    def edits(self) -> Iterator[Edit]:
        found = [*self._of_tokens(), *emphasis_edits(self.runs)]
        inside = {at for start, end in self.pictures for at in range(start, end)}
        yield from (edit for edit in found if edit[0] not in inside)
        yield from ((start, end, PICTURE) for start, end in self.pictures)

    def _of_tokens(self) -> Iterator[Edit]:
        closing = closing_ticks(self.text)
        position = 0
        while token := _TOKEN.search(self.text, position):
            position = token.end()
            if token["code"]:
                if token.start() in closing:
                    position = closing[token.start()]
                    yield token.start(), position, PICTURE
            elif token["emphasis"]:
                self.runs.append(EmphasisRun(token))
            elif token["open"]:
                self.brackets.append(token)
            elif token["close"]:
                yield from self._of_link(token)
            elif token["told"]:
                yield len(self.text[: token.start()].rstrip()), token.end(), ""
            else:
                yield token.start(), token.end(), _printed_token(token)

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


def _printed_token(token: re.Match[str]) -> str:
    """Return what is printed for an escape, an entity, a tag or a footnote's number."""
    if token["escaped"]:
        return token["escaped"]
    if token["entity"]:
        return html.unescape(token["entity"]).replace("\xa0", " ")
    if token["tag"] and re.fullmatch(_BLOCKS, token["tag"], re.IGNORECASE):
        return "\n"
    return PICTURE if token["tag"] and token["tag"].lower() == "img" else ""


def read_template(text: str, file: str, *, numbers: bool = False) -> tuple[Block, ...]:
    """Return the words between the tags of a template, each stretch a paragraph; `numbers` are words, too."""
    source_map = map_lines(text)
    read = MappedText(text)
    for pairs, sign in ((_NOT_READ, _END), ((_STATEMENT,), _END), ((_FILLED_IN,), PICTURE)):
        read = read.edited((start, end, sign) for start, end in find_enclosed(read.text, *pairs))
    read = read.replaced(_TAG, lambda match: _END)
    stretches = [read.part(*match.span()).stripped() for match in re.finditer(f"[^{_END}]+", read.text)]
    is_word = str.isalnum if numbers else str.isalpha
    said = (each for each in stretches if any(map(is_word, each.text)))
    return tuple(Block(BlockType.PARAGRAPH, each.text, file, each.places(source_map)) for each in said)
