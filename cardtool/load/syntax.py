"""Says in a designer's words what libyaml could not make sense of."""

from __future__ import annotations

import yaml

from cardtool.load.brackets import bracket_slip
from cardtool.load.colons import missing_colon, stray_colon
from cardtool.load.conflicts import conflict
from cardtool.load.json_slips import json_slip
from cardtool.load.quoting import unclosed, unquoted
from cardtool.load.stop import Stop, Told

__all__ = ["explain"]

_INDENT = (
    "the lines do not line up here",
    "give all keys or dashes of one list the same indentation",
)
_AFTER_QUOTES = (
    "the text goes on after its closing quote",
    "quote all of it; double quotes may stand inside single ones",
)
_TAB = ("a tab cannot indent a line", "use spaces")
# What libyaml says, and what that mostly means: message, fix.
_WORDS = {
    "mapping values are not allowed in this context": (
        "a second colon makes no sense here",
        "quote the text if the colon belongs to it, put a space after the first colon, "
        "or check the indentation",
    ),
    "did not find expected key": _INDENT,
    "did not find expected '-' indicator": _INDENT,
    "found a tab character that violates indentation": _TAB,
    "found unknown escape character": (
        "a backslash in double quotes begins a special character, and this is none",
        "write \\\\, or use single quotes",
    ),
    "found invalid Unicode character escape code": ("this escape stands for no character", None),
    "block sequence entries are not allowed in this context": (
        "a list cannot begin on the line of its key",
        "begin it on the next line, or quote the text if the dash belongs to it",
    ),
    "did not find expected <document start>": ("something is left over after the end of the data", None),
    "did not find expected node content": ("a value is missing here", None),
}
# The likeliest cause first.
_TELLERS = (unclosed, unquoted, missing_colon, stray_colon, bracket_slip)


def explain(error: yaml.YAMLError, text: str, name: str) -> Told:
    """Line and column from 1, message and fix, for what stopped the parser in the file of this name."""
    stop = Stop.of(error, text)
    if stop is None:
        return 1, 1, f"this is not YAML: {error}".splitlines()[0], None
    first = conflict(stop) or (json_slip(text) if name.endswith(".json") else None)
    return first or next(filter(None, (tell(stop) for tell in _TELLERS)), None) or _plain(stop)


def _plain(stop: Stop) -> Told:
    """What libyaml says, in our words, where it says it."""
    return *_place(stop), *_words(stop)


def _place(stop: Stop) -> tuple[int, int]:
    row, column = stop.at
    lines = stop.text.rstrip().split("\n")
    if (row, column) < (len(lines) - 1, len(lines[-1])):
        return row + 1, column + 1
    return len(lines), len(lines[-1]) + 1


def _words(stop: Stop) -> tuple[str, str | None]:
    words = _WORDS.get(stop.problem)
    if words is _INDENT and stop.before(stop.at).endswith(("'", '"')):
        return _AFTER_QUOTES
    if words is None and stop.from_(stop.at).startswith("\t"):
        return _TAB
    return words or (f"this is not YAML: {stop.problem}", None)
