"""Regular expressions of schemas, in an engine whose time grows with the text and no faster.

Python's `re` can be made to hang by a stranger's pattern; Rust's regex, which knows no
look-around and no back-references, cannot.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import jsonschema_rs

__all__ = ["BadPattern", "engine", "matcher"]

_PATTERN_SIZE = 1_000_000  # bytes of a compiled pattern; (a{1000}){1000} would want gigabytes


class BadPattern(ValueError):
    """Not a regular expression, or one this engine refuses."""


def engine() -> jsonschema_rs.RegexOptions:
    """The engine, and its bounds, for whole schemas."""
    return jsonschema_rs.RegexOptions(size_limit=_PATTERN_SIZE, dfa_size_limit=_PATTERN_SIZE)


@lru_cache(maxsize=256)
def matcher(pattern: str) -> Callable[[str], bool]:
    """Tells whether a text holds a match of this pattern. Raises: BadPattern."""
    try:
        return jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=engine()).is_valid
    except ValueError as error:
        raise BadPattern(f'"{pattern}" is not a regular expression that can be used here') from error
