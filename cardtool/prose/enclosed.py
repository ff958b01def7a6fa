"""What stands between an opening sign and the closing one that belongs to it, found in one pass."""

from __future__ import annotations

import re
from collections.abc import Iterator

__all__ = ["enclosed"]


def enclosed(text: str, *pairs: tuple[str, str]) -> Iterator[tuple[int, int]]:
    """Yield where each stretch from an opening to a closing sign begins and ends, the signs included.

    Signs are patterns without groups, in any case. What is never closed is no stretch: the closing sign is
    looked for once, and not again from every later opening one.
    """
    opening = re.compile("|".join(f"({start})" for start, _ in pairs), re.IGNORECASE)
    closing = {row: re.compile(end, re.IGNORECASE) for row, (_, end) in enumerate(pairs, start=1)}
    at = 0
    while closing and (start := opening.search(text, at)):
        row = start.lastindex or 0
        end = closing[row].search(text, start.end()) if row in closing else None
        if end is None:
            closing.pop(row, None)
            at = start.start() + 1
        else:
            yield start.start(), end.end()
            at = end.end()
