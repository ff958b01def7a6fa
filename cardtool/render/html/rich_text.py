"""Card text, icons, pictures and QR codes as HTML.

A text has paragraphs, lists and tables, bold and italics, typographic signs and inline icons; no line breaks
between an icon and what touches it. Of several blocks the first is bare where it is a paragraph, so that a
label may run into it; all others are elements of the class `rich`, which RICH_CSS sets for small type. A
stylesheet may set them otherwise. Icons and QR codes are inline SVG.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote

from markupsafe import Markup, escape

from cardtool.errors import TemplateError
from cardtool.markup import (
    Piece,
    PieceKind,
    TextBlock,
    TextBlockKind,
    split_blocks,
    split_markup,
    typographic_text,
)
from cardtool.project import did_you_mean
from cardtool.render.html.svg_icons import Icon, IconLayer
from cardtool.units import format_number

DrawIcon = Callable[[str], Markup]
_TAGS = {PieceKind.BOLD: "b", PieceKind.ITALIC: "i"}
_END_OR_MIDDLE = re.compile(r"\s(?:.*\s)?|\S+", re.DOTALL)  # only its first and last word can touch an icon
_CLOSING = tuple(".,;:!?)]")  # before which neither engine breaks a line


def inline_html(pieces: Iterable[Piece], icon: DrawIcon) -> str:
    """Return a stretch of text as HTML; `icon` draws the icon of a name."""
    tokens = list(_tokens(pieces, icon))
    return "".join(map(_word_html, _words(tokens))) + _closed(tokens[-1].opened if tokens else ())


class _Token(NamedTuple):
    """A word, what stands from a space to another, a tag or an icon. `opened` is what is open behind it."""

    html: str
    opened: tuple[str, ...]
    word: str = ""
    is_icon: bool = False
    is_space: bool = False


def _tokens(pieces: Iterable[Piece], icon: DrawIcon) -> Iterator[_Token]:
    opened: tuple[str, ...] = ()
    for piece in pieces:
        if piece.kind in _TAGS:
            html, opened = _tag(_TAGS[piece.kind], opened)
            yield _Token(html, opened)
        elif piece.kind is PieceKind.ICON:
            yield _Token(icon(piece.text), opened, is_icon=True)
        elif piece.kind is PieceKind.BREAK:
            yield _Token("<br>", opened, is_space=True)
        else:
            for part in _END_OR_MIDDLE.findall(piece.text):
                yield _Token(escape(part), opened, part, is_space=part[0].isspace())


def _tag(name: str, opened: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the tags that begin or end this, and what is open then; what was opened inside it goes on."""
    if name not in opened:
        return f"<{name}>", (*opened, name)
    inside = opened[opened.index(name) + 1 :]
    return _closed((name, *inside)) + _begun(inside), tuple(each for each in opened if each != name)


def _begun(names: Sequence[str]) -> str:
    return "".join(f"<{name}>" for name in names)


def _closed(names: Sequence[str]) -> str:
    return "".join(f"</{name}>" for name in reversed(names))


_Word = tuple[tuple[str, ...], list[_Token]]
"""Which elements are open before a word, and the word."""


def _words(tokens: Iterable[_Token]) -> Iterator[_Word]:
    """Yield the tokens in words, between which a line may break: at spaces, and between two icons."""
    before: tuple[str, ...] = ()
    word: list[_Token] = []
    for token in tokens:
        after_icon = bool(word) and word[-1].is_icon
        if word and (token.is_space or word[-1].is_space or (token.is_icon and after_icon)):
            yield before, word
            before, word = word[-1].opened, []
        word.append(token)
    if word:
        yield before, word


def _word_html(word: _Word) -> str:
    before, tokens = word
    if len(tokens) == 1:
        return tokens[0].html
    html, after = "".join(token.html for token in tokens), tokens[-1].opened
    if not _may_break(tokens):
        return html
    stays_open = all(token.opened[: len(before)] == before for token in tokens)
    if before == after and stays_open:
        return f'<span class="unbroken">{html}</span>'
    inside = f'<span class="unbroken">{_begun(before)}{html}{_closed(after)}</span>'
    return f"{_closed(before)}{inside}{_begun(after)}"


def _may_break(word: Sequence[_Token]) -> bool:
    """Return whether an engine may break a line next to an icon of this word."""
    parts = [token for token in word if token.is_icon or token.word]
    icon = next((place for place, token in enumerate(parts) if token.is_icon), len(parts))
    after = parts[icon + 1 :]
    return icon < len(parts) and (icon > 0 or any(not each.word.startswith(_CLOSING) for each in after[:1]))


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


_COLOURS = ("text", "own")


_FOCUS = re.compile(r"\d{1,3}(?:\.\d+)?% \d{1,3}(?:\.\d+)?%")


def picture_html(picture: str | Mapping[str, str], width: float, height: float, cls: str = "") -> Markup:
    """Return a picture of art/ that fills a box of this size in mm, and is cropped where it is larger.

    `picture` is a file, or a `file` and the `focus` that stays in sight, as a record has it.
    Raises: TemplateError.
    """
    told = picture if isinstance(picture, Mapping) else {"file": picture}
    file, focus = told.get("file"), told.get("focus", "")
    if not isinstance(file, str) or not file or (focus and not _FOCUS.fullmatch(str(focus))):
        raise TemplateError('picture: neither a file of art/ nor {file: …, focus: "50% 20%"}')
    size = f"width:{float(width):g}mm;height:{float(height):g}mm"
    look = f"{size};object-fit:cover;object-position:{focus or '50% 50%'}"
    drawn = Markup('<img class="{}" alt="" src="art/{}" style="{}">')
    return drawn.format(f"picture {cls}".strip(), quote(file), look)


def icon_html(icon: Icon, name: str, cls: str, colours: str) -> Markup:
    """Return an icon of this name as an `<svg>` of this class, in the colour of the text or its own.

    Raises: TemplateError.
    """
    if colours not in _COLOURS:
        raise TemplateError(
            f'icon: colours="{colours}" is not "text" or "own"{did_you_mean(colours, _COLOURS)}'
        )
    if colours == "own" and icon.why_plain:
        raise TemplateError(f"{icon.why_plain}; draw it in the colour of the text, or as a picture of art/")
    layers = icon.coloured if colours == "own" else icon.layers
    drawn = Markup('<svg class="{}" viewBox="{}"><title>{}</title>{}</svg>')
    return drawn.format(f"icon {cls}".strip(), icon.view_box, name, Markup("").join(map(_layer_html, layers)))


def _layer_html(layer: IconLayer) -> Markup:
    colour = Markup(' fill="{}"').format(layer.colour) if layer.colour else ""
    opacity = Markup(' fill-opacity="{:g}"').format(layer.opacity) if layer.opacity < 1 else ""
    return Markup('<path{}{} d="{}"/>').format(colour, opacity, layer.path)


_QUIET = 4  # modules of bare paper around a code: ISO/IEC 18004, 6.3.8
_LEAST_MODULE = 0.25  # mm; at 300 dpi three dots, fewer of which telephones do not read
_LONGEST = 500  # characters; a code of more is as large as a card
_LARGEST = 1000  # mm; as no card is larger
_LEVELS = ("l", "m", "q", "h")  # 7, 15, 25 and 30 of a hundred may be lost

Corner = tuple[int, int]


def qr_html(text: object, size: float, level: str = "m", cls: str = "") -> Markup:
    """Return a text as a QR code `size` mm wide, the bare paper around it included.

    `level` says how much of it may be lost: 7 (l), 15 (m), 25 (q) or 30 (h) of a hundred. It is called by its
    text where a page is read aloud.

    Raises: TemplateError where there is nothing to say, too much, or too little room.
    """
    rows = _modules(str(text), level)
    modules = len(rows) + 2 * _QUIET
    if not size <= _LARGEST:
        raise TemplateError(f"qr: a code is at most {_LARGEST} mm wide, not {size:g}")
    if size / modules < _LEAST_MODULE:
        least = format_number(modules * _LEAST_MODULE)
        raise TemplateError(
            f"qr: {len(str(text))} characters make {modules} modules across, too fine at {size:g} mm; "
            f"make it {least} mm, or the text shorter"
        )
    drawn = Markup(
        '<svg class="{}" viewBox="{} {} {} {}" style="width:{:g}mm;height:{:g}mm"><title>{}</title>'
        '<path fill="currentColor" fill-rule="evenodd" d="{}"/></svg>'
    )
    named = f"qr {cls}".strip()
    return drawn.format(named, -_QUIET, -_QUIET, modules, modules, size, size, text, _outline(rows))


def _modules(text: str, level: str) -> Sequence[Sequence[int]]:
    """Return the modules of a code, row by row: 1 is dark. Raises: TemplateError."""
    if level not in _LEVELS:
        raise TemplateError(f'qr: level="{level}" is none of {", ".join(_LEVELS)}')
    if not text or len(text) > _LONGEST:
        raise TemplateError(f"qr: a text of 1 to {_LONGEST} characters, not of {len(text)}")
    import segno

    rows: Sequence[Sequence[int]] = segno.make(text, error=level, micro=False).matrix
    return rows


def _outline(rows: Sequence[Sequence[int]]) -> str:
    """Return the outlines of the dark parts as path data: no seam shows between two modules."""
    edges: dict[Corner, list[Corner]] = {}
    for start, end in sorted(_edges(rows)):
        edges.setdefault(start, []).append(end)
    return "".join(_path(loop) for loop in _loops(edges))


def _edges(rows: Sequence[Sequence[int]]) -> Iterator[tuple[Corner, Corner]]:
    """Yield the sides between dark and light, each with the dark on its right."""
    light = bytes(len(rows) + 1)
    above = light
    for y, row in enumerate((*rows, light)):
        here = bytes(module == 1 for module in row[: len(rows)]) + b"\0"
        for x, (dark, over, left) in enumerate(zip(here, above, b"\0" + here, strict=False)):
            if dark != over:
                side = (x, y), (x + 1, y)
                yield side if dark else side[::-1]
            if dark != left:
                side = (x, y), (x, y + 1)
                yield side[::-1] if dark else side
        above = here


def _loops(edges: dict[Corner, list[Corner]]) -> Iterator[list[Corner]]:
    """Yield the closed lines that these edges make, each edge once."""
    for start in list(edges):
        while edges[start]:
            loop = [start, edges[start].pop()]
            while loop[-1] != start:
                loop.append(edges[loop[-1]].pop())
            yield loop


def _path(loop: Sequence[Corner]) -> str:
    """Return a closed line of level and upright strokes as path data, a corner where it turns."""
    (x, y), strokes = loop[0], []
    for before, here, after in zip(loop[:-1], loop[1:], (*loop[2:], loop[1]), strict=True):
        if (before[0] == here[0]) != (here[0] == after[0]):
            strokes.append(f"V{here[1]}" if before[0] == here[0] else f"H{here[0]}")
    return f"M{x} {y}{''.join(strokes)}Z"
