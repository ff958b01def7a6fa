"""The inks of inline SVG: fills, strokes and `currentColor`, as the stylesheet of the page has them.

WeasyPrint draws an `<svg>` in a page by its own attributes alone. Here the stylesheet's word is written into
them, so that both engines print the same colours. Rules inside `@media` are not looked at.
"""

from __future__ import annotations

from typing import Any

import cssselect2
import tinycss2

__all__ = ["Inks"]

_SVG = "{http://www.w3.org/2000/svg}svg"
_STROKES = ("dasharray", "dashoffset", "linecap", "linejoin", "miterlimit", "opacity", "width")
_INKS = frozenset(
    (
        "color",
        "fill",
        "fill-opacity",
        "fill-rule",
        "paint-order",
        "stroke",
        *(f"stroke-{s}" for s in _STROKES),
    )
)

Declared = dict[str, str]


class Inks:
    """The declarations of a stylesheet that colour SVG."""

    def __init__(self, style: str) -> None:
        self._rules = cssselect2.Matcher()
        for rule in tinycss2.parse_stylesheet(style, skip_comments=True, skip_whitespace=True):
            if rule.type == "qualified-rule":
                self._add(rule)

    def _add(self, rule: Any) -> None:
        plain, pressing = _declared(tinycss2.parse_blocks_contents(rule.content))
        try:
            selectors = cssselect2.compile_selector_list(rule.prelude) if plain or pressing else ()
        except cssselect2.SelectorError:  # the engine will overlook it, too
            return
        for selector in selectors:
            if selector.pseudo_element is None:
                self._rules.add_selector(selector, (plain, pressing))

    def spread(self, element: Any, inherited: Declared | None = None) -> None:
        """Write into every `<svg>` at or below this element what it inherits and what is declared for it."""
        inks = {**(inherited or {}), **self._own(element)}
        if element.etree_element.tag != _SVG:
            for child in element.iter_children():
                self.spread(child, inks)
            return
        _write(element, inks)
        for part in element.iter_subtree():
            if part is not element:
                _write(part, self._own(part))

    def _own(self, element: Any) -> Declared:
        """What is declared for an element: by rules, by its attribute, and by rules marked important."""
        plain: Declared = {}
        pressing: Declared = {}
        for _, _, _, (normal, important) in self._rules.match(element):
            plain |= normal
            pressing |= important
        attribute = element.etree_element.get("style", "")
        if any(ink in attribute for ink in ("color", "fill", "stroke")):
            normal, important = _declared(tinycss2.parse_blocks_contents(attribute))
            plain |= normal
            pressing |= important
        return plain | pressing


def _declared(declarations: Any) -> tuple[Declared, Declared]:
    """The inks among declarations: ordinary ones, and those marked important."""
    plain: Declared = {}
    pressing: Declared = {}
    for each in declarations:
        if each.type == "declaration" and each.lower_name in _INKS:
            value = tinycss2.serialize(each.value).strip()
            if value != "inherit":
                (pressing if each.important else plain)[each.lower_name] = value
    return plain, pressing


def _write(element: Any, inks: Declared) -> None:
    if inks:
        before = element.etree_element.get("style", "")
        said = ";".join(f"{name}:{value}" for name, value in inks.items())
        element.etree_element.set("style", f"{before};{said}")
