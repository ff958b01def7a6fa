"""What stays of a finding when lines above it come or go, so that it can be known again."""

from __future__ import annotations

import re

__all__ = ["lasting"]


def lasting(message: str) -> str:
    """The message without the lines that it names: "(line 12)", "cards/farm/beasts.yaml:12:9"."""
    return re.sub(r"\bline \d+|(?<=\w):\d+:\d+", "line", message)
