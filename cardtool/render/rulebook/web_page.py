"""The rulebook as one page for a browser, which holds all it needs, loads nothing, and runs nothing.

The only module that knows nh3, which takes out of HTML whatever is not on a list. What `render.active`
refuses never comes so far.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import escape, unescape

from cardtool.render.active import fault_of_link

__all__ = ["web_page"]

# What the browser itself keeps to, whatever the page says: https://www.w3.org/TR/CSP3/
_POLICY = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'"
)
_TEXT = """
a abbr address article aside b bdi bdo blockquote br caption cite code col colgroup dd del details dfn div
dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark nav ol p pre
q rp rt ruby s samp section small span strong sub summary sup table tbody td tfoot th thead time tr u ul var
wbr
"""
_DRAWN = """
svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath image
linearGradient radialGradient stop clipPath mask pattern marker
"""
_EVERYWHERE = "class dir hidden id lang role style tabindex title"
_OF_TEXT = {
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
_OF_DRAWINGS = """
viewBox preserveAspectRatio width height x y x1 x2 y1 y2 cx cy r rx ry fx fy d points dx dy rotate href
transform gradientTransform patternTransform gradientUnits patternUnits clipPathUnits maskUnits spreadMethod
offset stop-color stop-opacity fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap
stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset opacity color clip-path clip-rule mask
vector-effect paint-order font-family font-size font-style font-weight letter-spacing text-anchor
dominant-baseline markerWidth markerHeight refX refY orient
"""
_URL = re.compile(r"url\(\s*(\"|'|&quot;|&#3[49];)?(?!data:|#)([^\"')&]+?)\1?\s*\)", re.IGNORECASE)
_PICTURE = re.compile(r"(<img\b[^<>]*?\ssrc=)(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)


def web_page(html: str, *, style: str, title: str, language: str, embedded: Callable[[str], str]) -> bytes:
    """Return the page whose `<body>` holds this HTML, with every picture inside.

    `embedded` answers the address of a picture with a `data:` address that holds it. `style` must not hold
    `</style`, nor addresses of anything elsewhere.
    """
    whole = _PICTURE.sub(lambda found: f'{found[1]}"{_held(found[2] or found[3] or "", embedded)}"', html)
    whole = _with_pictures(whole, embedded)
    return (
        f'<!doctype html>\n<html lang="{escape(language)}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_with_pictures(style, embedded)}</style>\n</head>\n<body>\n"
        f"{_clean(whole)}\n</body>\n</html>\n"
    ).encode()


def _with_pictures(style: str, embedded: Callable[[str], str]) -> str:
    """Return styles with every picture that they name inside."""
    return _URL.sub(lambda found: f"url({embedded(found[2].strip())})", style)


def _held(address: str, embedded: Callable[[str], str]) -> str:
    address = unescape(address)
    return escape(address if address.startswith("data:") else embedded(address))


def _clean(html: str) -> str:
    import nh3

    drawn = {name: set(_OF_DRAWINGS.split()) for name in _DRAWN.split()}
    return nh3.clean(
        html,
        tags={*_TEXT.split(), *_DRAWN.split()},
        attributes={
            "*": set(_EVERYWHERE.split()),
            **{name: set(told.split()) for name, told in _OF_TEXT.items()},
            **drawn,
        },
        attribute_filter=_kept,
        generic_attribute_prefixes={"aria-"},
        url_schemes={"http", "https", "mailto", "data"},
        link_rel="noopener noreferrer",
        strip_comments=True,
    )


def _kept(element: str, attribute: str, value: str) -> str | None:
    """Return the value of an attribute that may stay; None takes it out."""
    if attribute in ("href", "src"):
        is_picture = element in ("img", "image") and value.startswith("data:image/")
        is_link = element not in ("img", "image") and not fault_of_link(value)
        return value if is_picture or is_link else None
    return value
