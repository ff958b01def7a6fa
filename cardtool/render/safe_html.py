"""HTML that only shows something: nothing in it runs, asks for input, or leads where no link may lead.

Templates may come from strangers. A face becomes a PDF, and a rulebook a web page too; both are opened by
people who trust whoever gave them away. Numbers that are none are reported as well: what is drawn by them
is not there. The web page holds all it needs and loads nothing; here alone is nh3, which takes out of HTML
whatever is not on a list.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from html import escape, unescape
from html.parser import HTMLParser
from urllib.parse import urlsplit

from cardtool.errors import TemplateError

_UNPRINTABLE = re.compile("[\0\ud800-\udfff]")


def refuse_unprintable(html: str) -> None:
    """Raise TemplateError where the HTML holds the code point nought or half a character."""
    odd = None if "\0" not in html and _is_whole(html) else _UNPRINTABLE.search(html)
    if odd:
        raise TemplateError(f"U+{ord(odd[0]):04X} is no character that can be printed; take it out")


def _is_whole(text: str) -> bool:
    """Return whether a text holds no half of a character; quicker than to look for one."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


LINK_SCHEMES = ("http", "https", "mailto")
_ACTIVE_NAMES = """
animate animatemotion animatetransform applet audio base body button canvas dialog embed fieldset
foreignobject form frame frameset handler head html iframe input link listener marquee meta noscript
object option portal script select set slot source style template textarea track video
"""
_ACTIVE_ELEMENTS = frozenset(_ACTIVE_NAMES.split())
_ACTIVE_ATTRIBUTES = frozenset({"action", "background", "formaction", "manifest", "ping", "srcdoc", "srcset"})
_NUMERIC_NAMES = """
cx cy d dx dy fx fy height offset patterntransform points r rx ry stroke-dasharray stroke-width transform
viewbox width x x1 x2 y y1 y2 gradienttransform font-size
"""
_NUMERIC = frozenset(_NUMERIC_NAMES.split())
_NON_NUMBER = re.compile(r"(?<![a-z])(?:nan|[-+]?inf(?:inity)?|(?-i:None))(?![a-z])", re.IGNORECASE)
_INVISIBLE = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202e\ufeff]+")
# What no page has that is in order, in lower case; a page that has it is looked at closely. One pattern for
# each beginning, and each begins with a letter or sign: others take five times as long, on every face.
_SUSPECTS = tuple(
    map(
        re.compile,
        (
            rf"<(?:a[\s/]|(?:{'|'.join(sorted(_ACTIVE_ELEMENTS))})\b)",
            r"on[a-z]+\s*=",
            *(rf"{name}\s*=" for name in sorted(_ACTIVE_ATTRIBUTES)),
            r"href\s*=\s*(?![\"'](?:#|https?:|mailto:|data:image/|[\w./ %-]*[\"']))",
            r"nan(?<![a-z]nan)(?![a-z])",
            r"inf(?<![a-z]inf)(?:inity)?(?![a-z])",
        ),
    )
)
_NONE = re.compile(r"None(?<![A-Za-z]None)(?![A-Za-z])")  # Python's word for nothing, and no word of a text


def page_faults(html: str) -> Iterator[str]:
    """Yield what is in this HTML that does more than show something, a sentence each."""
    plain = html.lower()
    if not any(pattern.search(plain) for pattern in _SUSPECTS) and not _NONE.search(html):
        return
    reader = _FaultParser()
    reader.feed(html)
    reader.close()
    yield from dict.fromkeys(reader.faults)


def non_number_in(attribute: str, value: str) -> str:
    """Return the first word of an attribute of numbers that is none, such as NaN; empty where all are."""
    found = _NON_NUMBER.search(value) if attribute.lower() in _NUMERIC else None
    return found[0] if found else ""


def unnamed_pictures(html: str) -> Iterator[str]:
    """Yield what is wrong with pictures of this HTML that have nothing to be read aloud in their place."""
    reader = _AltTextParser()
    reader.feed(html)
    reader.close()
    yield from dict.fromkeys(reader.faults)


def link_fault(address: str) -> str:
    """Return why nothing may link to this address; empty where it may."""
    plain = _INVISIBLE.sub("", address)  # browsers leave these out before they look at the scheme
    try:
        scheme = urlsplit(plain).scheme.lower()
    except ValueError:
        return f"{address[:80]!r} is no address"
    if plain.startswith("#") or scheme in LINK_SCHEMES:
        return ""
    what = f"{scheme}:" if scheme else f'"{address[:80]}"'
    return f"may not link to {what}; a link leads into the page, or to {', '.join(LINK_SCHEMES)}"


class _FaultParser(HTMLParser):
    """Gathers the faults of a page as it is read."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _ACTIVE_ELEMENTS:
            advice = "; styles go into the game's stylesheet" if tag in ("style", "link") else ""
            self.faults.append(f"<{tag}> does not belong in what is printed{advice}")
        for name, value in attrs:
            self.faults += _attribute_faults(tag, name, value or "")


_READ_ALOUD = (
    "which is read aloud in its place; pictures that only decorate are backgrounds in the stylesheet"
)


class _AltTextParser(HTMLParser):
    """Gathers the pictures of a page that nobody who hears it would know of."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.faults: list[str] = []
        self._drawing, self._title = 0, ""  # how deep inside a drawing we are, and what it is called
        self._in_title = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img" and not (dict(attrs).get("alt") or "").strip():
            self.faults.append(f"an <img> has no alt, {_READ_ALOUD}")
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
                self.faults.append(f"an <svg> has no <title>, {_READ_ALOUD}")


def _attribute_faults(tag: str, name: str, value: str) -> Iterator[str]:
    local = name.rpartition(":")[2]
    if local.startswith("on") or local in _ACTIVE_ATTRIBUTES:
        yield f"<{tag}> has {name}, and what is printed only shows something"
    elif local == "href" and tag in ("a", "area"):
        fault = link_fault(value)
        if fault:
            yield f"<{tag}> {fault}"
    elif word := non_number_in(local, value):
        yield f'<{tag}> has {name}="{value[:60]}", in which {word} is no number'


# What the browser itself keeps to, whatever the page says: https://www.w3.org/TR/CSP3/
_POLICY = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'"
)
_TEXT_TAGS = """
a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div
dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark nav ol p pre
q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var
wbr
"""
_SVG_TAGS = """
svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image
linearGradient radialGradient stop clipPath mask pattern marker
"""
_GLOBAL_ATTRIBUTES = "class dir hidden id lang role style tabindex title"
_TEXT_ATTRIBUTES = {
    "a": "href",
    "img": "src alt width height",
    "col": "span",
    "colgroup": "span",
    "li": "value",
    "ol": "start type reversed",
    "td": "colspan rowspan headers",
    "th": "colspan rowspan headers scope abbr",
    "time": "datetime",
    "details": "open",
}
_SVG_ATTRIBUTES = """
viewBox preserveAspectRatio width height x y x1 x2 y1 y2 cx cy r rx ry fx fy d points dx dy rotate href
transform gradientTransform patternTransform gradientUnits patternUnits clipPathUnits maskUnits spreadMethod
offset stop-color stop-opacity fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap
stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color clip-path clip-rule mask
vector-effect paint-order font-family font-size font-style font-weight letter-spacing text-anchor
dominant-baseline markerWidth markerHeight refX refY orient
"""
_URL = re.compile(r"url\(\s*(\"|'|&quot;|&#3[49];)?(?!data:|#)([^\"')&]+?)\1?\s*\)", re.IGNORECASE)
_IMG_SRC = re.compile(r"(<img\b[^<>]*?\ssrc=)(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)


def web_page(html: str, *, style: str, title: str, language: str, embedded: Callable[[str], str]) -> bytes:
    """Return the page whose `<body>` holds this HTML, with every picture inside.

    `embedded` answers the address of a picture with a `data:` address that holds it. `style` must not hold
    `</style`, nor addresses of anything elsewhere.
    """
    whole = _IMG_SRC.sub(
        lambda found: f'{found[1]}"{_embedded_picture(found[2] or found[3] or "", embedded)}"', html
    )
    whole = _embed_in_style(whole, embedded)
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n"
        f"<style>{_embed_in_style(style, embedded)}</style>\n</head>\n<body>\n"
        f"{_sanitised(whole)}\n</body>\n</html>\n"
    ).encode()


def _embed_in_style(style: str, embedded: Callable[[str], str]) -> str:
    """Return styles with every picture that they name inside."""
    return _URL.sub(lambda found: f"url({embedded(found[2].strip())})", style)


def _embedded_picture(address: str, embedded: Callable[[str], str]) -> str:
    address = unescape(address)
    return escape(address if address.startswith("data:") else embedded(address))


def _sanitised(html: str) -> str:
    import nh3

    drawn = {name: set(_SVG_ATTRIBUTES.split()) for name in _SVG_TAGS.split()}
    return nh3.clean(
        html,
        tags={*_TEXT_TAGS.split(), *_SVG_TAGS.split()},
        attributes={
            "*": set(_GLOBAL_ATTRIBUTES.split()),
            **{name: set(names.split()) for name, names in _TEXT_ATTRIBUTES.items()},
            **drawn,
        },
        attribute_filter=_allowed_attribute,
        generic_attribute_prefixes={"aria-"},
        url_schemes={"http", "https", "mailto", "data"},
        link_rel="noopener noreferrer",
        strip_comments=True,
    )


def _allowed_attribute(element: str, attribute: str, value: str) -> str | None:
    """Return the value of an attribute that may stay; None takes it out."""
    if attribute in ("href", "src"):
        is_picture = element in ("img", "image") and value.startswith("data:image/")
        is_link = element not in ("img", "image") and not link_fault(value)
        return value if is_picture or is_link else None
    return value
