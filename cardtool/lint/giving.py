"""How rules say that everybody is given something: "deal each player", "each player takes"."""

from __future__ import annotations

from cardtool.lint.lazy import Lazy

__all__ = ["TO_EACH"]

TO_EACH = Lazy(
    r"\b(?:give|deal|hand)\s(?:out\sto\s)?(?:each|every)\splayer\b|"
    r"\b(?:each\splayer|every\splayer|everyone|everybody)\s"
    r"(?:takes|gets|receives|draws|is\s(?:dealt|given)|(?:starts|begins)\swith)\b"
)
"""What is given stands behind it."""
