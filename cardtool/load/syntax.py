"""Says in a designer's words what libyaml could not make sense of."""

from __future__ import annotations

import yaml

__all__ = ["explain"]

_COLON = (
    "a second colon makes no sense here",
    "quote the text if the colon belongs to it, put a space after the first colon, or check the indentation",
)
_INDENT = ("the lines do not line up here", "give all keys or dashes of one list the same indentation")
_AFTER_QUOTES = (
    "the text goes on after its closing quote",
    "quote all of it; double quotes may stand inside single ones",
)
_LIST = "did not find expected ',' or ']'"
_MAPPING = "did not find expected ',' or '}'"
_END = "found unexpected end of stream"
# What libyaml says, and what that mostly means: message, fix.
_WORDS = {
    "mapping values are not allowed in this context": _COLON,
    "could not find expected ':'": ("a key without a colon", "write key: value"),
    "did not find expected key": _INDENT,
    "did not find expected '-' indicator": _INDENT,
    "found a tab character that violates indentation": ("a tab cannot indent a line", "use spaces"),
    _LIST: ("this list in [ ] is not closed, or lacks a comma", None),
    _MAPPING: ("this mapping in { } is not closed, or lacks a comma", None),
    _END: ("a quote is opened here and never closed", "close it"),
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
_FIRST_CHARACTERS = {
    "\t": ("a tab cannot indent a line", "use spaces"),
    "@": ("unquoted text cannot begin with @", "quote it"),
    "`": ("unquoted text cannot begin with `", "quote it"),
    "%": ("unquoted text cannot begin with %", "quote it"),
}


def explain(error: yaml.YAMLError, text: str) -> tuple[int, int, str, str | None]:
    """Line and column from 1, message and fix, for what stopped the parser."""
    problem = str(getattr(error, "problem", None) or error).splitlines()[0]
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return 1, 1, f"this is not YAML: {problem}", None
    return *_place(error, problem, mark, text), *_words(problem, mark, text)


def _place(error: yaml.YAMLError, problem: str, mark: yaml.Mark, text: str) -> tuple[int, int]:
    """Where the parser gave up, or where it all began if that says more."""
    begin = getattr(error, "context_mark", None)
    if begin and (problem == _END or (problem in (_LIST, _MAPPING) and begin.line < mark.line)):
        mark = begin
    text = text.rstrip()
    if mark.index < len(text):
        return mark.line + 1, mark.column + 1
    lines = text.split("\n")
    return len(lines), len(lines[-1]) + 1


def _words(problem: str, mark: yaml.Mark, text: str) -> tuple[str, str | None]:
    words = _WORDS.get(problem) or _unexpected(text, mark, problem)
    before = text[: mark.index].rpartition("\n")[2].rstrip()
    return _AFTER_QUOTES if words is _INDENT and before.endswith(("'", '"')) else words


def _unexpected(text: str, mark: yaml.Mark, problem: str) -> tuple[str, str | None]:
    character = text[mark.index : mark.index + 1]
    return _FIRST_CHARACTERS.get(character, (f"this is not YAML: {problem}", None))
