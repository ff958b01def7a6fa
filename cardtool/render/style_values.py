"""Values of a stylesheet that no engine complains of, and that do harm or nothing.

They are addresses of what may not be loaded or is not there, lengths that nothing has, sums that are none.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple
from urllib.parse import unquote

__all__ = ["ValueFault", "address_faults", "import_faults", "page_faults", "value_faults"]

_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "pc": 25.4 / 6, "px": 25.4 / 96, "q": 0.25}
_OF_FONT = {"em": 4.0, "rem": 4.0, "ex": 2.0, "ch": 2.0, "lh": 5.0, "vw": 3.0, "vh": 3.0}  # mm, about
_LONGEST = 20_000.0  # mm; `left: -9999px`, an old way to hide, is not half as much
_LARGEST_FONT = 350.0  # mm: letters as high as A3 is wide
_MATHS = frozenset({"calc", "min", "max", "clamp"})
_ADDRESSING = frozenset({"url", "src", "image", "image-set", "-webkit-image-set"})
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:|//", re.IGNORECASE)
_SMALLEST_PAGE = 20.0  # mm, as of the paper of a sheet
_DEEPEST = 30


class ValueFault(NamedTuple):
    """What is wrong with a value, at a token of tinycss2's, and what to do."""

    token: Any
    message: str
    fix: str | None = None


def value_faults(name: str, value: Sequence[Any]) -> Iterator[ValueFault]:
    """Yield what is wrong with the lengths and sums of a declaration of this name."""
    for token in _inside(value):
        if token.type in ("dimension", "percentage", "number"):
            yield from _of_number(name, token)
        elif token.type == "function" and token.lower_name in _MATHS and _divides_by_zero(token.arguments):
            fix = "divide by something else, or write the length itself"
            yield ValueFault(token, f"{name}: this divides by 0, so it is no length", fix)


def page_faults(declared: Mapping[str, Sequence[Any]]) -> Iterator[ValueFault]:
    """Yield what is wrong with the size and the margins of an `@page` rule, of which these are declared."""
    sides = [token for token in declared.get("size", ()) if token.type in ("dimension", "number")]
    tiny = next((token for token in sides if _mm(token) < _SMALLEST_PAGE), None)
    if tiny is not None:
        yield ValueFault(tiny, f"size: a page is {_SMALLEST_PAGE:g} mm or more, across and down")
    margins = [token for token in declared.get("margin", ()) if token.type == "dimension"]
    widest = max(margins, key=_mm, default=None)
    if tiny is None and sides and widest is not None and 2 * _mm(widest) >= min(map(_mm, sides)):
        yield ValueFault(widest, "margin: nothing of the page is left between such margins")


def _mm(token: Any) -> float:
    """Return the length of a token in millimetres, about; 0 where it is none."""
    unit = token.lower_unit if token.type == "dimension" else ""
    return float(token.value) * (_MM.get(unit) or _OF_FONT.get(unit) or 0.0)


def address_faults(tokens: Sequence[Any], missing: Callable[[str], str]) -> Iterator[ValueFault]:
    """Yield what is wrong with each address among these tokens; `missing` judges that of a file."""
    for token, address in _addresses(tokens):
        yield from _of_address(token, address, missing)


def import_faults(prelude: Sequence[Any], missing: Callable[[str], str]) -> Iterator[ValueFault]:
    """Yield what is wrong with the address between `@import` and its end, where it is a quoted text."""
    for token in prelude:
        if token.type == "string":
            yield from _of_address(token, token.value.strip(), missing)


def _of_address(token: Any, address: str, missing: Callable[[str], str]) -> Iterator[ValueFault]:
    if address.startswith(("#", "data:image/", "data:font/")):
        return
    if _SCHEME.match(address):
        what = f"may not load {address[:80]}: only files of the project are loaded"
        yield ValueFault(token, what, "keep it in cards/ or templates/")
    elif fault := missing(unquote(address)):
        yield ValueFault(token, fault)


def _addresses(tokens: Iterable[Any]) -> Iterator[tuple[Any, str]]:
    for token in _inside(tokens):
        if token.type == "url":
            yield token, token.value.strip()
        elif token.type == "function" and token.lower_name in _ADDRESSING:
            yield from ((part, part.value.strip()) for part in token.arguments if part.type == "string")


def _inside(tokens: Iterable[Any], depth: int = 0) -> Iterator[Any]:
    """Yield the tokens, and those inside functions and brackets."""
    for token in tokens:
        yield token
        inside = getattr(token, "arguments", None) or getattr(token, "content", None)
        if inside and not isinstance(inside, str) and depth < _DEEPEST:
            yield from _inside(inside, depth + 1)


def _of_number(name: str, token: Any) -> Iterator[ValueFault]:
    if not math.isfinite(token.value):
        yield ValueFault(token, f"{name}: {token.representation[:40]} is no number that can be used")
        return
    unit = token.lower_unit if token.type == "dimension" else ""
    mm = abs(_mm(token))
    shown = f"{token.representation[:40]}{unit}"
    if name == "font-size" and mm > _LARGEST_FONT:
        yield ValueFault(token, f"{name}: letters of {shown} go on no card", "write a size such as 9pt")
    elif mm > _LONGEST:
        yield ValueFault(token, f"{name}: {shown} is longer than anything that is printed")


def _divides_by_zero(tokens: Sequence[Any], depth: int = 0) -> bool:
    written = [token for token in tokens if token.type not in ("whitespace", "comment")]
    if any(before == "/" and getattr(token, "value", None) == 0 for before, token in pairwise(written)):
        return True
    inside = (token for token in written if depth < _DEEPEST and token.type in ("() block", "function"))
    parts = (token.arguments if token.type == "function" else token.content for token in inside)
    return any(_divides_by_zero(part, depth + 1) for part in parts)
