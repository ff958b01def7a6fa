"""How many examples a law is tried on."""

from __future__ import annotations

from hypothesis import settings

__all__ = ["USUAL", "examples"]

USUAL = 50


def examples(most: int) -> int:
    """That many; fewer, in the same measure as of all laws, where slow tests are left out."""
    return max(5, most * settings.default.max_examples // USUAL)
