"""The links of a Markdown text, and the places of it that a link can lead to.

Opens no file: whether the one that a link names is there, others find out.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import unquote

from cardtool.documents.source_text import PICTURE, closing_ticks
from cardtool.model import LetterPlaces, Source

_OPENING = re.compile(r"(?P<fence>^(?:`{3,}+|~{3,}+))|(?<!`)`++|(?P<comment><!--)", re.MULTILINE)
_FENCE = re.compile("^(?:`{3,}|~{3,})", re.MULTILINE)
_INLINE = re.compile(
    r"(?<!\\)\[([^\[\]\n]{1,200})\]\(\s*(?:<([^<>\n]*)>|([^\s()]*(?:\([^\s()]*\)[^\s()]*)?))(?=\s*[)\"'(])"
)
_DEFINED = re.compile(r"^ {0,3}\[([^\[\]\n]{1,200})\]:\s*(?:<([^<>\n]*)>|(\S+))", re.MULTILINE)
_PAGE = re.compile(r"\[\[([^\[\]|#^\n]{1,100})[^\[\]\n]{0,100}\]\]")
_PLACE_HERE = re.compile(r"\[\[#(?!\^)([^\[\]|\n]{1,100})(?:\|([^\[\]\n]{1,100}))?\]\]")
_HTML = re.compile(
    r"<a\s(?=[^<>]*>)[^<>]*?href\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)')[^<>]*>([^<\n]*)", re.IGNORECASE
)
_NAMED = re.compile(
    r"<[^<>]*?\s(?:id|name)\s*=\s*[\"']([^\"'<>]+)[\"']|\{(?=[^{}\n]*\})[^{}\n]*(?:#|\bid=[\"']?)([\w-]+)[^{}\n]*\}"
)
_HEADING = re.compile(r"^[ >]{0,12}#{1,6}[ \t]+(.+)|^(\S.*)\n(?:=+|-+)[ \t]*$", re.MULTILINE)
_TAG = re.compile(r"<[^<>]*>|\{(?=[^{}\n]*\})[^{}\n]*[#=.][^{}\n]*\}|\]\([^()]*\)")
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]*:|//")
_NO_PLACE = re.compile(r"L\d|:~:|(?i:top)\Z")  # a line, words that a browser finds, where a page begins
_COUNTED = re.compile(r"(.+)-(\d{1,3})")


class Link(NamedTuple):
    """A link as it is written, and where it begins. `is_lost` when it names a file that is not there.

    `is_lost_place` when the file is there, and has no place of the name that the link gives. A page of a
    wiki, as in `[[Setup]]`, is named without the ending of its file, and may be in any folder.
    """

    words: str
    target: str
    source: Source
    is_lost: bool = False
    is_page: bool = False
    is_lost_place: bool = False

    @property
    def file(self) -> str:
        """The file it names, beside this one; empty where it stays in the text, or leads to a website."""
        path = re.split("[?#]", self.target, maxsplit=1)[0]
        return "" if _SCHEME.match(path) or path.startswith("/") else unquote(path)

    @property
    def anchor(self) -> str:
        """The place of this text that it names; empty where it leads elsewhere, or to the whole text."""
        place = unquote(self.target[1:]) if self.target.startswith("#") else ""
        return "" if _NO_PLACE.match(place) else place

    @property
    def place(self) -> str:
        """The place it names of another file; empty where it leads to the whole of that, or stays here."""
        place = unquote(self.target.partition("#")[2]) if self.file and not self.is_page else ""
        return "" if _NO_PLACE.match(place) else place


def find_links(text: str, file: str, source_map: LetterPlaces) -> Iterator[Link]:
    """Yield the links of a Markdown text, those in code and comments left out."""
    plain = blank_code(text)
    written = ((_INLINE, 1, (2, 3)), (_DEFINED, 1, (2, 3)), (_HTML, 3, (1, 2)), (_PAGE, 1, (1,)))
    for pattern, words, targets in written:
        for match in pattern.finditer(plain):
            target = next((match[group] for group in targets if match[group]), "").strip()
            here = Source(file, *source_map.at_letter(match.start()))
            yield Link(match[words], target, here, is_page=pattern is _PAGE)
    yield from _links_to_headings(text, plain, file, source_map)


def _links_to_headings(text: str, plain: str, file: str, source_map: LetterPlaces) -> Iterator[Link]:
    """Yield links such as `[[#Setup]]`; none of a text that lacks most of them: it is a part of another."""
    found = {match: match[1].rpartition("#")[2].strip() for match in _PLACE_HERE.finditer(plain)}
    anchors = Anchors([*find_anchors(text)]) if found else ()
    if 2 * sum(place in anchors for place in found.values()) >= len(found):
        for match, place in found.items():
            yield Link(match[2] or place, f"#{place}", Source(file, *source_map.at_letter(match.start())))


def find_anchors(text: str) -> Iterator[str]:
    """Yield what a link can name in a Markdown text: `<a id="setup">`, `{#setup}`, and every heading."""
    plain = blank_code(text, keep_short=True)
    yield from (match[1] or match[2] for match in _NAMED.finditer(plain))
    for match in _HEADING.finditer(plain):
        yield _TAG.sub("", (match[1].rstrip(" \t#") or match[1][:1]) if match[1] else match[2])


class Anchors:
    """The places of a text; the second of a name is also called `-1`.

    Case, signs and letters that are not ASCII, which some leave out, make no difference: not all programs
    treat them alike.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = {_plain(name): name for name in names}
        self._often = Counter(map(_plain, names))
        self._in_ascii = {re.sub(r"[^a-z\d]", "", name) for name in self._often} - {""}

    def __contains__(self, anchor: str) -> bool:
        counted, plain = _COUNTED.fullmatch(anchor), _plain(anchor)
        if plain in self._often or plain in self._in_ascii:
            return True
        return counted is not None and self._often[_plain(counted[1])] > int(counted[2])

    def name_of(self, anchor: str) -> str:
        """Return the place of this name as it is written there, empty where there are several or none."""
        return self._names[_plain(anchor)] if self._often[_plain(anchor)] == 1 else ""


class _Unread(NamedTuple):
    """Code, in a line or in lines of its own, or a comment: from where to where, and its opening sign."""

    start: int
    end: int
    opening: str
    in_line: bool = False


def _unread_in(text: str) -> Iterator[_Unread]:
    """Yield all code and comments; what is not closed is none."""
    ticks, fences, at = closing_ticks(text), _closing_fences(text), 0
    last_comment = text.rfind("-->")
    while match := _OPENING.search(text, at):
        start, at, opening = match.start(), match.end(), match[0]
        if match["comment"]:
            end = text.index("-->", at) + len("-->") if at <= last_comment else 0
        else:
            end = fences.get(start, 0) if match["fence"] else 0
        in_line = not end and start in ticks
        if end := end or ticks.get(start, 0):
            at = end
            yield _Unread(start, end, opening, in_line)


def _closing_fences(text: str) -> dict[int, int]:
    """Return where code ends that begins at a line of backticks or tildes: after one as long or longer."""
    waiting: dict[str, list[re.Match[str]]] = {"`": [], "~": []}
    closing: dict[int, int] = {}
    for fence in _FENCE.finditer(text):
        opened = waiting[fence[0][0]]
        while opened and len(opened[-1][0]) <= len(fence[0]):
            closing[opened.pop().start()] = fence.end()
        opened.append(fence)
    return closing


def find_comments(text: str) -> Iterator[tuple[int, str]]:
    """Yield the comments of a Markdown text that stand in no code, with the offset of their first letter."""
    for start, end, opening, _ in _unread_in(text):
        if opening == "<!--":
            yield start + len(opening), text[start + len(opening) : end - len("-->")]


@lru_cache(maxsize=1)
def blank_code(text: str, *, keep_short: bool = False) -> str:
    """Return the text with blanks for code and comments; `keep_short` keeps code inside a line.

    Otherwise such code becomes signs that are no words. Every letter that is left keeps its place.
    """
    left, at = list[str](), 0
    for start, end, _, in_line in _unread_in(text):
        if not (in_line and keep_short):
            blank = re.sub(r"[^\n]", PICTURE if in_line else " ", text[start:end])
            left += (text[at:start], blank)
            at = end
    return "".join((*left, text[at:]))


def _plain(name: str) -> str:
    return re.sub(r"[\W_]+", "", name.casefold().removeprefix("user-content-"))
