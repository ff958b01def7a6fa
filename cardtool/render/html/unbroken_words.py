"""A stretch of card text as HTML: bold, italics, icons, and no break between an icon and what touches it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from markupsafe import Markup, escape

from cardtool.markup import Piece, PieceKind

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
