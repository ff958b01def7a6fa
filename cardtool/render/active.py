"""Whether a page only shows something: nothing in it runs, asks for input, or leads where no link may lead.

Templates may come from strangers. A face becomes a PDF, and a rulebook a web page too; both are opened by
people who trust whoever gave them away. Numbers that are none are told as well: what is drawn by them is not
there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from urllib.parse import urlsplit

__all__ = ["LINKS", "fault_of_link", "faults_of_page", "no_number", "unspoken_pictures"]

LINKS = ("http", "https", "mailto")
_ACTIVE = """
animate animatemotion animatetransform applet audio base body button canvas dialog embed fieldset
foreignobject form frame frameset handler head html iframe input link listener marquee meta noscript
object option portal script select set slot source style template textarea track video
"""
_ACTIVE_ELEMENTS = frozenset(_ACTIVE.split())
_ACTIVE_ATTRIBUTES = frozenset({"action", "background", "formaction", "manifest", "ping", "srcdoc", "srcset"})
_NUMBERS = """
cx cy d dx dy fx fy height offset patterntransform points r rx ry stroke-dasharray stroke-width transform
viewbox width x x1 x2 y y1 y2 gradienttransform font-size
"""
_NUMERIC = frozenset(_NUMBERS.split())
_NO_NUMBER = re.compile(r"(?<![a-z])(?:nan|[-+]?inf(?:inity)?|(?-i:None))(?![a-z])", re.IGNORECASE)
_INVISIBLE = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202e\ufeff]+")
# What no page has that is in order; a page that has it is looked at closely.
_SUSPECT = re.compile(
    rf"<(?:{'|'.join(sorted(_ACTIVE_ELEMENTS))})\b"
    r"|[\s/\"']on[a-z]+\s*="
    rf"|[\s/\"'](?:{'|'.join(sorted(_ACTIVE_ATTRIBUTES))})\s*="
    r"|href\s*=\s*(?![\"'](?:#|https?:|mailto:|data:image/|[\w./ %-]*[\"']))"
    r"|<a[\s/]"
    r"|(?<![a-z])(?:nan|inf|infinity|(?-i:None))(?![a-z])",
    re.IGNORECASE,
)


def faults_of_page(html: str) -> Iterator[str]:
    """Yield what is in this HTML that does more than show something, a sentence each."""
    if _SUSPECT.search(html) is None:
        return
    reader = _Reader()
    reader.feed(html)
    reader.close()
    yield from dict.fromkeys(reader.faults)


def no_number(attribute: str, value: str) -> str:
    """Return the first word of an attribute of numbers that is none, such as NaN; empty where all are."""
    found = _NO_NUMBER.search(value) if attribute.lower() in _NUMERIC else None
    return found[0] if found else ""


def unspoken_pictures(html: str) -> Iterator[str]:
    """Yield what is wrong with pictures of this HTML that have nothing to be read aloud in their place."""
    reader = _Listener()
    reader.feed(html)
    reader.close()
    yield from dict.fromkeys(reader.faults)


def fault_of_link(address: str) -> str:
    """Return why nothing may link to this address; empty where it may."""
    plain = _INVISIBLE.sub("", address)  # browsers leave these out before they look at the scheme
    try:
        scheme = urlsplit(plain).scheme.lower()
    except ValueError:
        return f"{address[:80]!r} is no address"
    if plain.startswith("#") or scheme in LINKS:
        return ""
    what = f"{scheme}:" if scheme else f'"{address[:80]}"'
    return f"may not link to {what}; a link leads into the page, or to {', '.join(LINKS)}"


class _Reader(HTMLParser):
    """Gathers the faults of a page as it is read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _ACTIVE_ELEMENTS:
            advice = "; styles go into the game's stylesheet" if tag in ("style", "link") else ""
            self.faults.append(f"<{tag}> does not belong in what is printed{advice}")
        for name, value in attrs:
            self.faults += _of_attribute(tag, name, value or "")


class _Listener(HTMLParser):
    """Gathers the pictures of a page that nobody who hears it would know of."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self._drawing, self._title = 0, ""  # how deep inside a drawing we are, and what it is called
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img" and "alt" not in dict(attrs):
            self.faults.append(
                "an <img> has no alt, which is read aloud in its place; empty, where it decorates"
            )
        if tag == "svg":
            self._title = self._title if self._drawing else ""
            self._drawing += 1
        self._in_title = tag == "title" and self._drawing == 1

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag == "svg":
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        self._title += data.strip() if self._in_title else ""

    def handle_endtag(self, tag: str) -> None:
        self._in_title = False
        if tag == "svg" and self._drawing:
            self._drawing -= 1
            if not self._drawing and not self._title:
                self.faults.append(
                    "an <svg> has no <title>, which is read aloud in its place; "
                    "pictures that only decorate are backgrounds in the stylesheet"
                )


def _of_attribute(tag: str, name: str, value: str) -> Iterator[str]:
    local = name.rpartition(":")[2]
    if local.startswith("on") or local in _ACTIVE_ATTRIBUTES:
        yield f"<{tag}> has {name}, and what is printed only shows something"
    elif local == "href" and tag in ("a", "area"):
        fault = fault_of_link(value)
        if fault:
            yield f"<{tag}> {fault}"
    elif word := no_number(local, value):
        yield f'<{tag}> has {name}="{value[:60]}", in which {word} is no number'
