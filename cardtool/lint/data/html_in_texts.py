"""A rule about HTML in texts of cards and rules: they have a markup of their own."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping

from cardtool.documents import blank_code, find_comments
from cardtool.finding import Edit
from cardtool.lint.core import LazyRegex, Problem, Severity, passage_rule
from cardtool.lint.core.texts import Passage, Passages, blank_jinja
from cardtool.model import Game

_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
_ADVICE = {
    "br": "end the line before it with a backslash",
    **dict.fromkeys(("p", "div"), "leave a line blank between paragraphs"),
    **dict.fromkeys(("ul", "ol", "li"), 'begin each item on a line of its own, with "- " or "1. "'),
    **dict.fromkeys(
        ("table", "thead", "tbody", "tr", "td", "th"),
        "part the cells of a row with |, and put a line of dashes, |---|---|, below the first row",
    ),
    "script": "take it out: nothing runs in print",
    **dict.fromkeys(("img", "svg"), "write {name} for an icon of templates/icons"),
}
_BOOK_ADVICE = {"a": "write [words](address)", "img": "write ![what it shows](art/FILE)"}
_LOOKS = "a|big|center|code|del|font|h[1-6]|hr|ins|mark|s|small|span|strike|style|sub|sup|u"
_HTML = LazyRegex(
    rf"</?(?P<tag>{'|'.join([*_MARKS, *_ADVICE])}|{_LOOKS})(?:\s[^<>]{{0,300}})?/?>"
    r"|&(?:[a-z]{2,20}|#\d{1,6}|#x[0-9a-f]{1,5});"
)


@passage_rule("CT126", "html-in-text", Severity.ERROR)
def html_in_text(game: Game, passages: Passages) -> Iterator[Problem]:
    """No text of a card, the rules or the rulebook is written in HTML.

    A text is printed as it is written, so that a tag of HTML comes out as letters: `<b>Trap</b>`.

    Bad:

        text: "<b>Trap:</b> end the turn."
        text: "Bread &amp; butter"

    Good:

        text: "**Trap:** end the turn."
        text: "Bread & butter"

    `--fix` writes bold and italics with stars, and the sign itself for an `&amp;`. How paragraphs, lists,
    tables and line breaks are written is in docs/card-texts.md.

    Overlooked on purpose: what stands in angle brackets and is no tag, such as `<3`, `<name>`, or a letter
    that no `</b>` closes, which may stand for an icon; a record's id, name and art; and in the rulebook code,
    what is Jinja's, and `&amp;`, which Markdown knows.
    """
    for passage in (*passages.of_cards(_has_html), *passages.of_rules()):
        for found in _HTML.finditer(passage.text):
            if _is_tag(found) if found["tag"] else html.unescape(found[0]) != found[0]:
                yield _problem(passage, found, _ADVICE)
    for passage in passages.of_rulebook():
        text = blank_jinja(passage.text)
        for found in _HTML.finditer(blank_code(text)):
            if found["tag"] and text[found.start() - 1 : found.start()] != "\\":
                yield _problem(passage, found, {**_ADVICE, **_BOOK_ADVICE})
        for start, _ in find_comments(text):
            said = "a comment of HTML is printed as it is written"
            yield passage.at(start - len("<!--")), said, "write it as {# … #}"


def _problem(passage: Passage, found: re.Match[str], advice: Mapping[str, str]) -> Problem:
    here, new = passage.at(found.start()), _replacement(found)
    said = f'"{found[0][:40]}" is HTML, and would be printed as it is written'
    take_out = "take it out; how a text looks is said in the stylesheet of its template"
    fix = f'write "{new}"' if new else advice.get(found["tag"].lower(), take_out)
    return here, said, fix, Edit(here, found[0], new) if new else None


def _is_tag(found: re.Match[str]) -> bool:
    """Return whether this is no letter in angle brackets by itself."""
    other = f"<{found['tag']}>" if found[0].startswith("</") else f"</{found['tag']}>"
    return len(found["tag"]) > 1 or found[0][2:3].isspace() or other in found.string


def _has_html(text: str) -> bool:
    return ("<" in text or "&" in text) and _HTML.search(text) is not None


def _replacement(found: re.Match[str]) -> str:
    """Return what means the same in a card text; nothing where more than these signs must change."""
    if not found["tag"]:
        return html.unescape(found[0])
    ends_line = found["tag"].lower() == "br" and found.string.startswith("\n", found.end())
    return "\\" if ends_line else _MARKS.get(found["tag"].lower(), "")
