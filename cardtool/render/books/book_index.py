"""The index of a rulebook: in which sections each term and each card is spoken of, and on which pages.

A term is listed where it is bold or in a heading; one that never is, where its word stands. A card is
listed by its name. Of a section the first mention counts. Chapters made of lists of data, as the glossary
is, are not gone through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape, unescape
from typing import NamedTuple

from markupsafe import Markup

from cardtool.render.books.whole_words import NO_PROSE, TAGS, element_name

INDEX = Markup('<div class="book-index"></div>')
"""What stands in a book where its index goes."""
_OF_DATA = re.compile(r'class="(?:glossary|changes|credits|book-index)"')
_HEADINGS, _BOLD = {"h1", "h2"}, {"strong", "b"}
_CARD_NAME = '<span class="card-name">'
_ENTRY = re.compile(r'(<p class="entry">.*?)((?:,? <a class="page"[^>]*>.*?</a>)+)(</p>)')
_LINK = re.compile(r'<a class="page" href="#([^"]+)">.*?</a>')


class Entry(NamedTuple):
    """A line of the index: what it is called there, and the words that mean it."""

    title: str
    forms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Mention:
    """Words of an entry, which stand in a part of a chapter; `is_place` says that they are more than said."""

    entry: Entry
    section: tuple[int, str]
    chapter: int
    part: int
    start: int
    end: int
    is_place: bool


def with_index(chapters: Sequence[str], entries: Sequence[Entry]) -> list[str]:
    """Return the chapters with an index where one is asked for, and an anchor at each place in it."""
    if not any(INDEX in chapter for chapter in chapters):
        return list(chapters)
    parts = [TAGS.split(chapter) for chapter in chapters]
    mentions = [each for number, html in enumerate(chapters) for each in _mentions(number, html, entries)]
    places = sorted(_places(mentions), key=lambda each: (each.chapter, each.part, each.start))
    ids = {place: f"mention-{number}" for number, place in enumerate(places, 1)}
    for place in reversed(places):
        text = parts[place.chapter][place.part]
        named = f'<span id="{ids[place]}">{text[place.start : place.end]}</span>'
        parts[place.chapter][place.part] = text[: place.start] + named + text[place.end :]
    index = _index_html(ids)
    return ["".join(each).replace(INDEX, index) for each in parts]


def with_each_page_once(html: str, pages: Mapping[str, int]) -> str:
    """Return a book whose index names no page twice in one entry, given the page of each anchor."""

    def shortened(match: re.Match[str]) -> str:
        links: dict[int, str] = {}
        for link in _LINK.finditer(match[2]):
            links.setdefault(pages.get(link[1], 0), link[0])
        return f"{match[1]} {', '.join(links[page] for page in sorted(links))}{match[3]}"

    return _ENTRY.sub(shortened, html)


def _mentions(chapter: int, html: str, entries: Sequence[Entry]) -> Iterator[_Mention]:
    if _OF_DATA.search(html):
        return
    by_form = {escape(form, quote=False).casefold(): entry for entry in entries for form in entry.forms}
    longest_first = sorted(by_form, key=lambda form: (-len(form), form))
    if not longest_first:
        return
    words = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)
    parts, within, section = TAGS.split(html), list[str](), (0, "")
    for number, part in enumerate(parts):
        if number % 2:
            _enter_or_leave(within, part)
            if element_name(part) in _HEADINGS and not part.startswith("</"):
                section = (section[0] + 1, _heading_text(parts[number + 1 :]))
        elif not NO_PROSE.intersection(within):
            for found in words.finditer(part):
                whole = found[0] == part.strip().rstrip(".:")
                is_place = bool(_HEADINGS.intersection(within)) or (
                    whole and (bool(_BOLD.intersection(within)) or parts[number - 1] == _CARD_NAME)
                )
                entry = by_form[found[0].casefold()]
                yield _Mention(entry, section, chapter, number, found.start(), found.end(), is_place)


def _enter_or_leave(within: list[str], tag: str) -> None:
    """Note in the list of open elements that this one begins or ends."""
    name = element_name(tag)
    if tag.startswith("</"):
        if name in within:
            within.reverse()
            within.remove(name)
            within.reverse()
    elif not tag.endswith("/>"):
        within.append(name)


def _heading_text(parts: Sequence[str]) -> str:
    """Return the words of a heading, given what comes behind its opening tag."""
    text: list[str] = []
    for number, part in enumerate(parts):
        if number % 2 and part.startswith("</h"):
            break
        if not number % 2:
            text.append(part)
    return unescape("".join(text)).strip()


def _places(mentions: Sequence[_Mention]) -> Iterator[_Mention]:
    """Yield the first place of each section that an entry has: those that only say it where no others are."""
    has_places = {each.entry for each in mentions if each.is_place}
    seen: set[tuple[Entry, int, tuple[int, str]]] = set()
    for each in mentions:
        key = (each.entry, each.chapter, each.section)
        if key not in seen and each.is_place == (each.entry in has_places):
            seen.add(key)
            yield each


def _index_html(ids: Mapping[_Mention, str]) -> str:
    links: dict[Entry, list[str]] = {}
    for place, id in ids.items():
        title = escape(place.section[1])
        link = f'<a class="page" href="#{id}"><span class="title">{title}</span></a>'
        links.setdefault(place.entry, []).append(link)
    body = "".join(
        f'<p class="entry">{escape(entry.title, quote=False)} {", ".join(links[entry])}</p>'
        for entry in sorted(links, key=_order)
    )
    return f'<div class="book-index">{body}</div>'


def _order(entry: Entry) -> tuple[str, str]:
    """Return what an entry is sorted by: its letters, whatever marks stand before or between them."""
    return re.sub(r"[^\w ]", "", entry.title).casefold(), entry.title
