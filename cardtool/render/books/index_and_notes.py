"""What a book gets beside its text: an index, footnotes, and terms that no line's end parts.

A term is listed in the index where it is bold or in a heading; one that never is, where its word stands. A
card is listed by its name. Of a section the first mention counts. Chapters made of lists of data, as the
glossary is, are not gone through.

Footnotes are `[^1]` in a text, and `[^1]: what is said` on a line of its own. They are numbered through the
book in the order in which they are first referred to. In its HTML they stand at the end of their chapter; a
printer has them at the foot of the page.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape, unescape
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock
from markdown_it.rules_inline import StateInline
from markdown_it.token import Token
from markupsafe import Markup

_SHORTEST = 7  # letters; a book parts no word with fewer
TAGS = re.compile(r"(<[^>]*>)")
"""Splits a piece of a page into text and tags, by turns."""
NO_PROSE = frozenset({"svg", "style", "script"})
"""The elements whose text nobody reads."""
_TAG = re.compile(r"</?([a-z][a-z0-9]*)", re.IGNORECASE)


def keep_whole(html: str, terms: Iterable[str]) -> str:
    """Return a piece of a page with every mention of these terms marked as one that has no hyphen."""
    parted = {term for term in terms if any(len(word) >= _SHORTEST for word in re.findall(r"\w+", term))}
    long = sorted(parted, key=lambda term: (-len(term), term))
    if not long:
        return html
    mention = re.compile(
        rf"(?<!\w)(?:{'|'.join(re.escape(escape(term, quote=False)) for term in long)})(?!\w)", re.IGNORECASE
    )
    outside, parts = 0, TAGS.split(html)
    for at, part in enumerate(parts):
        if at % 2:
            if element_name(part) in NO_PROSE and not part.endswith("/>"):
                outside += -1 if part.startswith("</") else 1
        elif not outside:
            parts[at] = mention.sub(r'<span class="whole">\g<0></span>', part)
    return "".join(parts)


def element_name(tag: str) -> str:
    """Return the element that a tag begins or ends, in small letters; empty for a comment."""
    found = _TAG.match(tag)
    return found[1].lower() if found else ""


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


_CALL = re.compile(r"\[\^([^\[\]\s]{1,40})\]")
_NOTE = re.compile(rf"{_CALL.pattern}:[ \t]*")
_NO_NOTES = re.compile(r'<div class="footnotes">\s*</div>')
_SET_NOTE = re.compile(r'<small class="footnote" id="footnote-(\d+)">.*?</small>', re.DOTALL)
_SET_CALL = re.compile(r'<a class="footnote-call" id="footnote-call-(\d+)"[^>]*>\d+</a>')


def enable_footnotes(markdown: MarkdownIt) -> None:
    """Have it read notes, where its environment is one of `notes_environment`."""
    markdown.block.ruler.before("reference", "footnote", _read_note, {"alt": ["paragraph", "reference"]})
    markdown.inline.ruler.before("link", "footnote_call", _read_call)
    markdown.add_render_rule("footnote_call", _call_html)


def notes_environment() -> dict[str, dict[str, Any]]:
    """Return what a book's notes are gathered in: their texts, and the numbers of those referred to."""
    return {"notes": {}, "numbers": {}}


def _read_note(state: StateBlock, line: int, end: int, silent: bool) -> bool:
    """Take a note, which goes on until an empty line or the next note; one that is there already stays."""
    begin = state.bMarks[line] + state.tShift[line]
    found = _NOTE.match(state.src, begin, state.eMarks[line])
    if found is None or "notes" not in state.env or state.is_code_block(line):
        return False
    if silent:
        return True
    lines, after = [state.src[found.end() : state.eMarks[line]]], line + 1
    while after < end and not state.isEmpty(after):
        text = state.getLines(after, after + 1, state.blkIndent, False).strip()
        if _NOTE.match(text):
            break
        lines.append(text)
        after += 1
    state.env["notes"].setdefault(found[1].casefold(), " ".join(lines))
    state.line = after
    return True


def _read_call(state: StateInline, silent: bool) -> bool:
    found = _CALL.match(state.src, state.pos)
    if found is None or found[1].casefold() not in state.env.get("notes", ()):
        return False
    if not silent:
        state.push("footnote_call", "", 0).content = found[1].casefold()
    state.pos = found.end()
    return True


def _call_html(_: Any, tokens: Sequence[Token], row: int, options: Any, env: Any) -> str:
    """Return the link to a note; the first one is where the note leads back to."""
    numbers: dict[str, int] = env["numbers"]
    is_first = tokens[row].content not in numbers
    number = numbers.setdefault(tokens[row].content, len(numbers) + 1)
    id = f' id="footnote-call-{number}"' if is_first else ""
    return f'<a class="footnote-call"{id} href="#footnote-{number}">{number}</a>'


def footnotes_html(markdown: MarkdownIt, env: dict[str, dict[str, Any]], above: int) -> str:
    """Return the notes that have a number greater than `above`, those of one chapter; empty for none."""
    notes: list[str] = []
    while above + len(notes) < len(env["numbers"]):  # a note may refer to another
        number = above + len(notes) + 1
        text = markdown.renderInline(env["notes"][list(env["numbers"])[number - 1]], env)
        back = f'<a class="footnote-back" href="#footnote-call-{number}">{number}</a>'
        notes.append(f'<small class="footnote" id="footnote-{number}">{back} {text}</small>\n')
    return f'<div class="footnotes">\n{"".join(notes)}</div>\n' if notes else ""


def note_numbers(html: str) -> frozenset[str]:
    """Return the numbers of all notes of a book."""
    return frozenset(note[1] for note in _SET_NOTE.finditer(html))


def with_notes_at_calls(html: str, staying: Collection[str] = ()) -> str:
    """Return a book whose notes stand where they are first referred to, as a printer needs them.

    Those of the numbers `staying` stay at the end of their chapter.
    """
    notes = {note[1]: note[0] for note in _SET_NOTE.finditer(html) if note[1] not in staying}

    def notes_of(call: re.Match[str]) -> str:
        """Return a note, and behind it those that it refers to."""
        note = notes.get(call[1], "")
        return note + "".join(notes_of(each) for each in _SET_CALL.finditer(note))

    without = _SET_NOTE.sub(lambda note: note[0] if note[1] in staying else "", html)
    return _SET_CALL.sub(lambda call: call[0] + notes_of(call), _NO_NOTES.sub("", without)) if notes else html
