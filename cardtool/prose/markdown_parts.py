"""What the reader of Markdown makes of its lines: blocks in the making."""

from __future__ import annotations

from dataclasses import dataclass, field

from cardtool.model import Marks
from cardtool.prose.blocks import Block, Sort
from cardtool.prose.headings import looks_like_heading
from cardtool.prose.inline import printed
from cardtool.prose.items import item_mark
from cardtool.prose.markdown_signs import bold_title
from cardtool.prose.rows import as_row
from cardtool.prose.traced import Traced

__all__ = ["MarkdownPart", "with_bold_titles"]


@dataclass(slots=True)
class MarkdownPart:
    """A block in the making: where its lines stand in the text, and what parts them."""

    sort: Sort
    spans: list[tuple[int, int]]
    level: int = 0
    label: str = ""
    label_start: int = 0
    by_hand: bool = False  # whether the label is in the text, to be cut off
    between: list[str] = field(default_factory=list)

    def block(self, whole: Traced, file: str, marks: Marks) -> Block:
        read = self._words(whole)
        begins = marks.of_letter(whole.origin(self.label_start)) if self.label else None
        return Block(self.sort, read.text, file, read.places(marks), self.level, self.label, label_at=begins)

    def _words(self, whole: Traced) -> Traced:
        written = whole.parts(self.spans, self.between).stripped()
        if self.sort is Sort.CODE:
            return written
        read = printed(as_row(written) if self.sort is Sort.ROW else written).stripped()
        if self.by_hand and (mark := item_mark(read.text)):
            return read.part(mark.length, len(read.text)).stripped()
        return read


def with_bold_titles(parts: list[MarkdownPart], text: str) -> list[MarkdownPart]:
    """The parts, with short paragraphs that are bold throughout as headings, as word processors export them.

    Such a heading stands below the heading above it.
    """
    rank = 1
    for part in parts:
        if part.sort is Sort.HEADING:
            rank = part.level
        elif part.sort is Sort.PARAGRAPH and not part.level and len(part.spans) == 1:
            title = bold_title(text, *part.spans[0])
            if title and looks_like_heading(title):
                part.sort, part.level = Sort.HEADING, rank + 1
    return parts
