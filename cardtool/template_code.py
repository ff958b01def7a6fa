"""The code in templates, as text: which fields it speaks of. No template is filled in here."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import chain

_CODE = re.compile(r"\{[{%](.*?)[%}]\}", re.DOTALL)
_FIELD = re.compile(r"(?<!\bloop)\.([A-Za-z_]\w*)|[\"']([A-Za-z_]\w*)[\"']")  # card.index, card["index"]
_OTHER_TEMPLATE = re.compile(r"[-+]?\s*(?:include|import|from|extends)\s+(?:[\"']([^\"']+)[\"'])?")

TextOf = Callable[[str], str]
"""The name of a template → its text."""


def fields_in_templates(template: str, text_of: TextOf) -> frozenset[str] | None:
    """Return every field that a template and those it uses ask something for: `index` of `card.index`.

    Those of the loop are not among them. None where one of the templates is known later.
    """
    code = _code_of(template, text_of)
    found = chain.from_iterable(map(_FIELD.findall, code or ()))
    return None if code is None else frozenset(chain.from_iterable(found)) - {""}


def _code_of(template: str, text_of: TextOf) -> list[str] | None:
    """Return the code of a template and those it uses; None where one of these is known later."""
    found, waiting, seen = list[str](), [template], set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for code in _CODE.findall(text_of(name)):
            found.append(code)
            other = _OTHER_TEMPLATE.match(code)
            if other and not other[1]:
                return None
            waiting += [other[1]] if other else []
    return found
