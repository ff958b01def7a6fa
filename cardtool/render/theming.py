"""A stylesheet in a theme: its `var(--hero-deep)` filled in, wherever it stands.

No engine is left to do so: none of them looks variables up in the margins of a page.
"""

from __future__ import annotations

import re

from cardtool.model import Theme

__all__ = ["themed"]

_VARIABLE = re.compile(r"var\(\s*(--[a-z][a-z0-9-]*)\s*\)")


def themed(style: str, theme: Theme) -> str:
    """The stylesheet with what the theme says in place of its variables; others are left to the engine."""
    said = theme.variables()
    return _VARIABLE.sub(lambda match: said.get(match[1], match[0]), style)
