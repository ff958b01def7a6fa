"""In what elements the text boxes of a face stand. Knows tags and nothing of what they mean.

Fonts, weight, capitals and spacing are inherited: a text is as large as the elements around it make it.
"""

from __future__ import annotations

import re
from typing import NamedTuple

__all__ = ["Around", "Misnested", "around_marks"]

_TOKEN = re.compile(
    r"<!--.*?(?:-->|\Z)"
    r"|<(?P<end>/)?(?P<name>[a-zA-Z][\w:-]*)(?P<told>(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>"
    "|\ufdd0(?P<mark>[0-9]{1,5})\ufdd1",
    re.DOTALL,
)
_STYLE = re.compile(r"\sstyle\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)
_EMPTY_NAMES = "area br col embed hr img input link meta source track wbr"
_EMPTY = frozenset(_EMPTY_NAMES.split())
_FORGIVEN_NAMES = """
p li dt dd option td th tr tbody thead tfoot colgroup caption
a abbr b big cite code em font i mark q s small strike strong sub sup u
"""
_FORGIVEN = frozenset(_FORGIVEN_NAMES.split())  # HTML ends them by itself, or they are emphasis
# What takes an element its place and size, and leaves what is inherited from it.
_IN_FLOW = (
    "position:static;display:block;float:none;width:auto;height:auto;min-width:0;min-height:0;max-width:none;"
    "max-height:none;margin:0;padding:0;border:0;transform:none;overflow:visible;background:none"
)


class Misnested(Exception):
    """An element that is opened and not closed, or closed and not opened; the sentence says which."""


class Around(NamedTuple):
    """The elements around a box, as HTML before and behind it, in the flow; nothing for one by itself."""

    before: str = ""
    behind: str = ""


def around_marks(draft: str) -> dict[int, Around]:
    """For each mark of a text box in this HTML: the elements in which it comes first.

    Raises: Misnested.
    """
    found: dict[int, Around] = {}
    opened: list[tuple[str, str]] = []
    drawings = 0  # that are open; in SVG every element may close itself
    for token in _TOKEN.finditer(draft):
        name = (token["name"] or "").lower()
        if token["mark"]:
            found.setdefault(int(token["mark"]), _around(opened))
        elif token["end"]:
            drawings -= name == "svg"
            _close(opened, name)
        elif (
            name and name not in _EMPTY and not (token["told"].endswith("/") and (drawings or name == "svg"))
        ):
            drawings += name == "svg"
            opened.append((name, token["told"]))
    lost = next((name for name, _ in opened if name not in _FORGIVEN), None)
    if lost:
        raise Misnested(f"a <{lost}> is opened and never closed")
    return found


def _close(opened: list[tuple[str, str]], name: str) -> None:
    """Close the innermost element of this name, and what was forgotten inside it."""
    for depth in range(len(opened) - 1, -1, -1):
        if opened[depth][0] == name:
            inside = (each for each, _ in opened[depth + 1 :])
            lost = next((each for each in inside if each not in _FORGIVEN), None)
            if lost:
                raise Misnested(f"a <{lost}> is opened and not closed before </{name}>")
            del opened[depth:]
            return
    if name not in _FORGIVEN | _EMPTY:
        raise Misnested(f"a </{name}> closes nothing")


def _around(opened: list[tuple[str, str]]) -> Around:
    return Around(
        "".join(_in_flow(name, told) for name, told in opened),
        "".join(f"</{name}>" for name, _ in reversed(opened)),
    )


def _in_flow(name: str, told: str) -> str:
    """The tag of an element, which keeps what it hands down and gives up its place."""
    style = _STYLE.search(told)
    if style is None:
        return f'<{name}{told} style="{_IN_FLOW}">'
    own = style[1] if style[1] is not None else style[2].replace('"', "'")
    return f'<{name}{told[: style.start()]} style="{own};{_IN_FLOW}"{told[style.end() :]}>'
