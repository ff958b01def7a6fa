"""Which characters a TrueType or OpenType font can draw: reads its `cmap` table, and nothing else of it.

fontTools would tell as well, but takes a tenth of a second to get to it, in every worker.
Formats as in https://learn.microsoft.com/typography/opentype/spec/cmap, seen 2026-11.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

__all__ = ["mapped"]

# Platform and encoding of the subtables that map Unicode, those that map the most of it first.
_UNICODE = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3), (0, 2), (0, 1), (0, 0))
_LAST = 0x10FFFF


def mapped(font: bytes) -> Iterator[int]:
    """The code points a font has a glyph for. Raises: ValueError when it is not a font."""
    try:
        cmap = _table(font, b"cmap")
        count = _number(cmap, 2)
        places = {struct.unpack_from(">HH", cmap, at): at + 4 for at in range(4, 4 + 8 * count, 8)}
        best = next(places[name] for name in _UNICODE if name in places)
        table = cmap[struct.unpack_from(">L", cmap, best)[0] :]
        readers = {4: _in_segments, 12: _in_groups}
        yield from readers[_number(table, 0)](table)
    except (struct.error, LookupError, StopIteration, RuntimeError):
        raise ValueError("it has no table of Unicode characters that can be read") from None


def _table(font: bytes, name: bytes) -> bytes:
    for at in range(12, 12 + 16 * _number(font, 4), 16):
        tag, _, start, length = struct.unpack_from(">4sLLL", font, at)
        if tag == name:
            return font[start : start + length]
    raise LookupError(name)


def _number(table: bytes, at: int) -> int:
    number: int = struct.unpack_from(">H", table, at)[0]
    return number


def _in_segments(table: bytes) -> Iterator[int]:
    """Format 4: a glyph is the character plus a delta, or is looked up; 0 is no glyph."""
    count = _number(table, 6) // 2
    ends, starts, deltas, offsets = (
        struct.unpack_from(f">{count}H", table, at)
        for at in (14, 16 + 2 * count, 16 + 4 * count, 16 + 6 * count)
    )
    for nr, (start, end, delta, offset) in enumerate(zip(starts, ends, deltas, offsets, strict=True)):
        at = 16 + 6 * count + 2 * nr + offset
        for code in range(start, min(end, 0xFFFE) + 1):
            glyph = _number(table, at + 2 * (code - start)) if offset else code
            if (glyph or not offset) and (glyph + delta) & 0xFFFF:
                yield code


def _in_groups(table: bytes) -> Iterator[int]:
    """Format 12: runs of characters that have runs of glyphs."""
    (count,) = struct.unpack_from(">L", table, 12)
    for start, end, glyph in struct.iter_unpack(">LLL", table[16 : 16 + 12 * count]):
        yield from range(start + (glyph == 0), min(end, _LAST) + 1)
