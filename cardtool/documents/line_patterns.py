"""Patterns of lines, which are data: line_patterns.txt, a list a name."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from cardtool.memory import LazyRegex


def pattern_of_lines(*names: str, before: str = "", after: str = "") -> LazyRegex:
    """Return what matches one of these lists, in any case, between what may stand before and after it."""
    lines = (line for name in names for line in _lists()[name])
    return LazyRegex(f"{before}(?:{'|'.join(lines)}){after}", re.IGNORECASE | re.MULTILINE)


@cache
def _lists() -> dict[str, list[str]]:
    lists: dict[str, list[str]] = {}
    for line in Path(__file__).with_name("line_patterns.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("[") and line.endswith("]"):
            lines = lists.setdefault(line.strip("[]"), [])
        elif line and not line.startswith("# "):
            lines.append(line)
    return lists
