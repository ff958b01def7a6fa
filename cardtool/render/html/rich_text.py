"""Card text as HTML: paragraphs, lists and tables, bold and italics, typographic signs, inline icons.

Of several blocks the first is bare where it is a paragraph, so that a label may run into it; all others are
elements of the class `rich`, which RICH_CSS sets for small type. A stylesheet may set them otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from markupsafe import Markup

from cardtool.markup import (
    TextBlock,
    TextBlockKind,
    split_blocks,
    split_markup,
    typographic_text,
)
from cardtool.render.html.unbroken_words import DrawIcon, inline_html


def rich_html(text: str, icon: DrawIcon, language: str = "en") -> Markup:
    """Return a card text in a language as HTML; `icon` draws the icon of a name."""
    return Markup("".join(_Writer(text, icon, language).html(split_blocks(text))))


class _Writer:
    """Writes the blocks of a text as elements, and lists and tables around them."""

    def __init__(self, text: str, icon: DrawIcon, language: str) -> None:
        self._text, self._icon, self._language = text, icon, language
        self._lists: list[str] = []  # the elements that are open, the outermost first
        self._class = "rich first"  # of what comes next

    def html(self, blocks: Sequence[TextBlock]) -> Iterator[str]:
        for is_table, group in groupby(blocks, lambda block: block.kind is TextBlockKind.ROW):
            if is_table:
                yield from self._closed(0)
                yield self._table(tuple(group))
                self._class = "rich"
            else:
                for block in group:
                    yield from self._block(block)
                    self._class = "rich"
        yield from self._closed(0)

    def _block(self, block: TextBlock) -> Iterator[str]:
        words = self._words(block)
        if block.kind is TextBlockKind.ITEM:
            yield from self._item(block, words)
        elif self._class != "rich":
            yield words
        else:
            yield from self._closed(block.level)
            yield f'<p class="rich">{words}</p>'

    def _item(self, block: TextBlock, words: str) -> Iterator[str]:
        tag = "ul" if block.label == "•" else "ol"
        yield from self._closed(block.level)
        if self._lists[block.level - 1 :] == [tag]:
            yield "</li>"
        else:
            yield from self._closed(block.level - 1)
            self._lists.append(tag)
            yield f'<{tag} class="{self._class}">'
        yield f'<li><span class="marker">{block.label}</span>{words}'

    def _closed(self, level: int) -> Iterator[str]:
        """Yield the ends of all lists that are deeper than this."""
        while len(self._lists) > level:
            yield f"</li></{self._lists.pop()}>"

    def _table(self, rows: Sequence[TextBlock]) -> str:
        shown = (row for row in rows if not row.is_heading or any(end > start for start, end in row.spans))
        return f'<table class="{self._class}">{"".join(map(self._row, shown))}</table>'

    def _row(self, row: TextBlock) -> str:
        tag = "th" if row.is_heading else "td"
        sides = (*row.sides, *("left",) * len(row.spans))
        cells = (
            f'<{tag} class="{side}">{self._words(row, column)}</{tag}>'
            for column, (side, _) in enumerate(zip(sides, row.spans, strict=False))
        )
        return f"<tr>{''.join(cells)}</tr>"

    def _words(self, block: TextBlock, column: int = 0) -> str:
        start, end = block.spans[column]
        words = typographic_text(self._text[start:end], self._language)
        return inline_html(split_markup(words), self._icon)
