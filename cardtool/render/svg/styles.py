"""How the elements of an icon are painted: attributes, `style`, and the rules of `<style>` whose selectors
are as simple as drawing programs write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cardtool.render.svg.elements import Element, IconFault

_INHERITED_NAMES = """
fill fill-rule fill-opacity stroke stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
stroke-dasharray stroke-dashoffset stroke-opacity color visibility clip-rule paint-order
"""
_OWN_NAMES = """
opacity display clip-path mask filter transform transform-origin vector-effect mix-blend-mode marker
marker-start marker-mid marker-end
"""
_INHERITED = frozenset(_INHERITED_NAMES.split())
_KNOWN = _INHERITED | frozenset(_OWN_NAMES.split())
_COMPOUND = re.compile(r"([\w-]+|\*)?((?:[.#][\w-]+)*)")
_PART = re.compile(r"([.#])([\w-]+)")

Style = Mapping[str, str]
"""Properties and their values, those of the elements around it among them where they are inherited."""


@dataclass(frozen=True, slots=True)
class _Rule:
    """A selector and what it says; `weight` sorts rules as CSS does."""

    tag: str
    classes: frozenset[str]
    ids: frozenset[str]
    weight: tuple[int, int, int]
    declarations: tuple[tuple[str, str, bool], ...]

    def names(self, element: Element) -> bool:
        own = frozenset(element.attributes.get("class", "").split())
        if self.tag not in ("", "*", element.tag) or not self.classes <= own:
            return False
        return self.ids <= {element.attributes.get("id", "")}


class Stylesheet:
    """The rules of all `<style>` elements of a file."""

    def __init__(self, root: Element, name: str) -> None:
        """Read them; `name` is what messages call the file. Raises: IconFault."""
        found = (rule for element in root.every() if element.tag == "style" for rule in _rules(element, name))
        self._rules = sorted(found, key=lambda rule: rule.weight)

    def style(self, element: Element, around: Style) -> Style:
        """Return how an element is painted, given how what it is in is."""
        style = {key: value for key, value in around.items() if key in _INHERITED}
        declared = [(key, value, False) for key, value in element.attributes.items() if key in _KNOWN]
        for rule in self._rules:
            if rule.names(element):
                declared += rule.declarations
        declared += _declarations(element.attributes.get("style", ""))
        for key, value, _ in sorted(declared, key=lambda each: each[2]):
            if value != "inherit":
                style[key] = value
            elif key in around:
                style[key] = around[key]
        return style


def _rules(element: Element, name: str) -> Iterator[_Rule]:
    import tinycss2

    for found in tinycss2.parse_stylesheet(element.text, skip_comments=True, skip_whitespace=True):
        if found.type == "qualified-rule":
            declarations = tuple(_declarations(tinycss2.serialize(found.content)))
            for selector in tinycss2.serialize(found.prelude).split(","):
                yield _rule(selector.strip(), declarations, element, name)
        elif found.type == "error":
            raise IconFault(name, f"<style> cannot be read: {found.message}", element)
        elif found.at_keyword.lower() not in ("charset", "namespace", "font-face"):
            raise IconFault(name, f"<style> holds @{found.at_keyword}, which an icon cannot", element)


def _rule(
    selector: str, declarations: tuple[tuple[str, str, bool], ...], element: Element, name: str
) -> _Rule:
    compound = _COMPOUND.fullmatch(selector)
    if compound is None or not selector:
        advice = "write the style at the elements themselves"
        raise IconFault(
            name, f'<style> names "{selector[:40]}", more than an element or a class; {advice}', element
        )
    parts = _PART.findall(compound[2])
    classes = frozenset(word for sign, word in parts if sign == ".")
    ids = frozenset(word for sign, word in parts if sign == "#")
    tag = compound[1] or ""
    weight = len(ids), len(classes), int(tag not in ("", "*"))
    return _Rule(tag, classes, ids, weight, declarations)


def _declarations(style: str) -> Iterator[tuple[str, str, bool]]:
    """Yield the properties of a style that matter here, their values, and whether each is important."""
    if not style:
        return
    import tinycss2

    for found in tinycss2.parse_declaration_list(style, skip_comments=True, skip_whitespace=True):
        if found.type == "declaration" and found.lower_name in _KNOWN:
            yield found.lower_name, tinycss2.serialize(found.value).strip(), found.important
