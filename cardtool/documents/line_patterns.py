"""Lists that are data, each with its name in brackets; the patterns of lines among them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from cardtool.memory import LazyRegex

_NAME = re.compile(r"\[([\w ]+)\]")  # and no pattern that begins and ends with a choice of signs


def pattern_of_lines(*names: str, before: str = "", after: str = "") -> LazyRegex:
    """Return what matches one of these lists, in any case, between what may stand before and after it."""
    lists = read_lists(Path(__file__).with_name("line_patterns.txt"))
    lines = (line for name in names for line in lists[name])
    return LazyRegex(f"{before}(?:{'|'.join(lines)}){after}", re.IGNORECASE | re.MULTILINE)


@cache
def read_lists(file: Path) -> dict[str, list[str]]:
    """Return the lines of each list of a file by its name, less comments and empty ones."""
    lists: dict[str, list[str]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if name := _NAME.fullmatch(line):
            lines = lists.setdefault(name[1], [])
        elif line and not line.startswith("# "):
            lines.append(line)
    return lists
