"""The facts a document states itself: its component list, its changelog, its terms, its sequences."""

from __future__ import annotations

from cardtool.lint.facts import Facts
from cardtool.prose import Text

__all__ = ["facts_of_text"]


def facts_of_text(text: Text) -> Facts:
    """What a text says of its game that the rest of it can be held against."""
    return Facts()
