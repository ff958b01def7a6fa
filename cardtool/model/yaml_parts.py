"""The parts of a YAML file: where each begins and ends, and how it is written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple


class YamlPart(NamedTuple):
    """A value as it is written, by offsets in the file's text, whose lines end in line feeds.

    `style` is `'`, `"`, `|` or `>` for a text written so, empty for one without quotes; `{` or `[` for what
    stands in brackets, `:` for a mapping and `-` for a list with a line for each item. `keys` holds where
    each key begins. A value that is written nowhere, as after `key:`, ends where it begins.
    """

    start: int
    end: int
    style: str = ""
    keys: Mapping[str, int] = {}
    children: Mapping[str | int, YamlPart] = {}
