"""Says in a designer's words what libyaml could not make sense of, and what to do about it.

Looks at the text around the place where libyaml gave up; changes nothing, and reads nothing again as YAML.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass

import yaml

Spot = tuple[int, int]  # row and column, both from 0
Hint = tuple[int, int, str, str | None]  # line and column from 1, message, fix

IN_BRACKETS = {
    "did not find expected ',' or ']'": ("this list in [ ]", "]"),
    "did not find expected ',' or '}'": ("this mapping in { }", "}"),
}
"""What libyaml says between brackets: what it was reading there, and how that is closed."""

_KEY_COLON = re.compile(r":(?:\s|$)")
_INDENTATION = re.compile(r"[ \t]*(?:-[ \t]+)*")
_MARK_LENGTH = 7  # signs of a sort where the line begins: gitattributes(5), "conflict-marker-size"
_CONFLICT_MARK = re.compile(r"^(?:<{7} .*|\|{7}(?: .*)?|={7}|>{7} .*)$", re.MULTILINE)
_SURE_MARK = re.compile(r"^[<>]{7} ", re.MULTILINE)  # the others may be Markdown's headings and tables
Advice = tuple[str, str | None]  # message, fix
_COMMA_MISSING: Advice = ("a comma is missing here", None)
_COLON_MISSING: Advice = ("a colon is missing here", None)
_NOTHING_FOLLOWS = ("nothing follows this comma", "remove it")
_NOT_CLOSED = ("the file ends before everything is closed", "look for a missing } or ]")
_QUOTE_NOT_CLOSED = ("this quote is never closed", 'write " where the text ends')
# What Python's json says begins so, from version 3.11 on.
_JSON_ADVICE: dict[str, Advice] = {
    "Expecting ',' delimiter": _COMMA_MISSING,
    "Expecting ':' delimiter": _COLON_MISSING,
    "Expecting property name": ("a key in double quotes is wanted here", None),
    "Expecting value": (
        "a value is wanted here",
        "texts stand in double quotes; true, false, null and numbers do not",
    ),
    "Illegal trailing comma": _NOTHING_FOLLOWS,
    "Extra data": ("something is left over after the end of the data", "look for a closing bracket too many"),
}
_LONGEST_TEXT = 60  # characters of a text worth writing out in quotes
_AT_ITS_START = frozenset(
    {
        "did not find expected alphabetic or numeric character",  # * and &: no name follows
        "did not find expected comment or line break",  # | and >: text follows
        "could not find expected directive name",  # % where a line begins
    }
)
_NEVER_FIRST = tuple("@`%")
_CANNOT_BEGIN = {
    "found character that cannot start any token": _NEVER_FIRST,
    "mapping keys are not allowed in this context": ("?",),
    "mapping values are not allowed in this context": (":",),
    "did not find expected node content": (",", "]", "}"),
}
_NO_END = ("found unexpected end of stream", "found unexpected document indicator")
_CLOSING = {"]": "[", "}": "{"}
_DEEPEST_BRACKETS = 100  # brackets inside each other; libyaml asks each of them at every word
_STUCK = re.compile(r"([\w-]+):(?!//)([^\s:].*)")
_TWO_WORDS = re.compile(r"([\w-]+)\s+(\S+)")
_LONGEST_LINE = 60  # characters of a line worth writing out again
_INDENT_ADVICE = "indent the line further if it belongs to the text above"
_NO_COLON = "this line has no colon after its key"
_NO_SPACE = "a space is missing after the colon"
_DEEPER = "this key stands further in than the one above, so it reads as part of its text"
# A quote that is not closed ends with its line, and nothing is looked at twice, however long the line.
_BRACKET = re.compile(r""""(?:[^"\\\n]++|\\.)*+"?|'[^'\n]*+'?|[\[\]{}]""")
_NOT_ALIGNED = (
    "the lines do not line up here",
    "give all keys or dashes of one list the same indentation",
)
_AFTER_QUOTES = (
    "the text goes on after its closing quote",
    "quote all of it; double quotes may stand inside single ones",
)
_TAB = ("a tab cannot indent a line", "use spaces")
# What libyaml says, and what that mostly means: message, fix.
_ADVICE = {
    "mapping values are not allowed in this context": (
        "a second colon makes no sense here",
        "quote the text if the colon belongs to it, put a space after the first colon, "
        "or check the indentation",
    ),
    "did not find expected key": _NOT_ALIGNED,
    "did not find expected '-' indicator": _NOT_ALIGNED,
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


def make_hint(spot: Spot, message: str, fix: str | None = None) -> Hint:
    """Return what is to be told of a place."""
    return spot[0] + 1, spot[1] + 1, message, fix


@dataclass(frozen=True, slots=True)
class ParserStop:
    """What libyaml found, where it found it, and where the thing began that it could not finish."""

    problem: str
    text: str
    lines: Sequence[str]
    at: Spot
    began: Spot | None

    @classmethod
    def of(cls, error: yaml.YAMLError, text: str) -> ParserStop | None:
        """Return the place of an error; None where libyaml knows none."""
        mark, begin = getattr(error, "problem_mark", None), getattr(error, "context_mark", None)
        if mark is None:
            return None
        problem = str(getattr(error, "problem", None) or error).splitlines()[0]
        began = (begin.line, begin.column) if begin else None
        return cls(problem, text, text.split("\n"), (mark.line, mark.column), began)

    def line(self, row: int) -> str:
        """Return a line of the file, without its end; an empty one beyond the last."""
        return self.lines[row] if 0 <= row < len(self.lines) else ""

    def from_(self, spot: Spot) -> str:
        """Return the rest of the line from a place on."""
        return self.line(spot[0])[spot[1] :].rstrip()

    def before(self, spot: Spot) -> str:
        """Return the line up to a place, without the spaces before it."""
        return self.line(spot[0])[: spot[1]].rstrip()

    def indent(self, row: int) -> int:
        """Return the column at which a line's key or text begins, behind its dashes."""
        match = _INDENTATION.match(self.line(row))
        return match.end() if match else 0

    def has_colon(self, row: int) -> bool:
        """Return whether a line has a colon with a space, or nothing, after it."""
        return bool(_KEY_COLON.search(self.line(row)))

    def begins_anew(self, row: int, indent: int) -> bool:
        """Return whether a line is a key or a list item that stands no further in than this column."""
        line = self.line(row)
        start = len(line) - len(line.lstrip())
        return bool(line.strip()) and start <= indent and (self.has_colon(row) or line[start] == "-")

    def goes_on(self, row: int) -> bool:
        """Return whether the next line belongs to the text of this one."""
        line = self.line(row + 1)
        return bool(line.strip()) and len(line) - len(line.lstrip()) > self.indent(row)


def find_conflict(text: str, marks: re.Pattern[str] = _SURE_MARK) -> Hint | None:
    """Return the first of git's marks of a conflict: in any text, one that can be nothing else."""
    may_be_marked = any(sign in text and sign * _MARK_LENGTH in text for sign in "<|=>")  # found at once
    mark = marks.search(text) if may_be_marked else None
    if mark is None:
        return None
    message = "git marked a conflict here: two versions of these lines stand one after the other"
    fix = "keep one version, and remove the lines that begin with <<<<<<<, ======= and >>>>>>>"
    return make_hint((text.count("\n", 0, mark.start()), 0), message, fix)


def explain_json(text: str) -> Hint | None:
    """Return the first slip of a JSON text; None where there is none, or nothing can be said of it."""
    try:
        json.loads(text, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        return _json_hint(text, error.pos, error.msg)
    except (RecursionError, ValueError):
        return None
    return None


def _json_hint(text: str, at: int, said: str) -> Hint | None:
    slip = _json_slip(text, at, said)
    if slip is None:
        return None
    at, (message, fix) = slip
    before = text[:at]
    return make_hint((before.count("\n"), at - before.rfind("\n") - 1), message, fix)


def _json_slip(text: str, at: int, said: str) -> tuple[int, Advice] | None:
    """Return the place in the text, and the words, for what Python's json found at a place."""
    if said.startswith(("Unterminated string", "Invalid control character")):
        return max(text.rfind('"', 0, at + 1), 0), _QUOTE_NOT_CLOSED
    end = len(text[:at].rstrip())
    if not text[at:].strip():
        return end, _NOT_CLOSED
    if text[at] in "]}" and text[:end].endswith(","):
        return end - 1, _NOTHING_FOLLOWS
    words = next((words for start, words in _JSON_ADVICE.items() if said.startswith(start)), None)
    return (end if words in (_COMMA_MISSING, _COLON_MISSING) else at, words) if words else None


def explain_missing_quotes(stop: ParserStop) -> Hint | None:
    """Return the text that begins with a character YAML keeps for itself."""
    spot = _first_character(stop)
    character = stop.from_(spot)[:1] if spot else ""
    if spot is None or not character:
        return None
    quoted = _put_in_quotes(stop, spot)
    fix = f"write {quoted}" if quoted else "put all of it in quotes"
    if character in "|>":
        fix += ", or begin it on the next line"
    return make_hint(spot, f"a text that begins with {character} must be quoted", fix)


def explain_unclosed_quote(stop: ParserStop) -> Hint | None:
    """Return the quote that took in lines below it, up to the next quote or the end of the file."""
    spot = _opening_quote(stop)
    if spot is None:
        return None
    text = stop.from_(spot)
    quote = text[0]
    ends_here = stop.begins_anew(spot[0] + 1, stop.indent(spot[0])) or not stop.line(spot[0] + 1).strip()
    plain = len(text) <= _LONGEST_TEXT and not text.endswith((",", "]", "}")) and " #" not in text
    fix = f"close it: {text}{quote}" if ends_here and plain else f"write {quote} where the text ends"
    return make_hint(spot, "this quote is never closed", fix)


def _first_character(stop: ParserStop) -> Spot | None:
    if stop.problem in _AT_ITS_START:
        return stop.began
    if stop.problem in _CANNOT_BEGIN:
        character = stop.from_(stop.at)[:1]
        begins = character in _NEVER_FIRST or stop.before(stop.at).endswith((":", "-"))
        return stop.at if begins and character in _CANNOT_BEGIN[stop.problem] else None
    return _left_behind(stop) if stop.problem.startswith("did not find expected") else None


def _left_behind(stop: ParserStop) -> Spot | None:
    """Return where a text begins whose start was taken for a list, a mapping or an alias."""
    row, before = stop.at[0], stop.before(stop.at)
    if not before or not stop.from_(stop.at):
        return None
    if before[-1] in _CLOSING:
        start = before.rfind(_CLOSING[before[-1]])
        comma_lost = stop.problem in IN_BRACKETS and _is_key(stop.from_(stop.at))
        is_text = start >= 0 and ":" not in before[start:] and not comma_lost
        return (row, start) if is_text else None
    word = before.split()[-1]
    return (row, len(before) - len(word)) if word[0] in "*&" else None


def _is_key(rest: str) -> bool:
    """Return whether the next thing is a key, so that a comma is missing before it."""
    key, colon, _ = rest.partition(":")
    return bool(colon) and key.strip("\"' ").isidentifier()


def _put_in_quotes(stop: ParserStop, spot: Spot) -> str | None:
    """Return the text in quotes; None where it is long, or it is not plain where it ends."""
    text, around = stop.from_(spot), stop.before(spot)
    inside = "{" in around or "[" in around or text.endswith(",")
    if inside or len(text) > _LONGEST_TEXT or " #" in text or stop.goes_on(spot[0]):
        return None
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else None


def _opening_quote(stop: ParserStop) -> Spot | None:
    is_end = stop.problem in _NO_END
    for start, end in _quoted_over_lines(stop.text):
        rows = range(start[0] + 1, end[0] + 1)
        if _touches(stop, end) and any(stop.begins_anew(row, stop.indent(start[0])) for row in rows):
            return start
    return stop.began if is_end else _key_not_closed(stop)


def _touches(stop: ParserStop, end: Spot) -> bool:
    """Return whether nothing stands between the end of a quoted text and what libyaml could not read."""
    failed = (spot for spot in (stop.at, stop.began) if spot and spot[0] == end[0] and spot >= end)
    return any(not stop.line(end[0])[end[1] : spot[1]].strip() for spot in failed)


def _key_not_closed(stop: ParserStop) -> Spot | None:
    """Return a quote before a key, which is no key as soon as it takes in a second line."""
    if stop.problem != "could not find expected ':'" or stop.began is None:
        return None
    quote, rest = stop.from_(stop.began)[:1], stop.from_(stop.began)[1:]
    return stop.began if quote and quote in "'\"" and quote not in rest else None


def _quoted_over_lines(text: str) -> list[tuple[Spot, Spot]]:
    """Return where each quoted text of several lines begins and ends, as far as the file can be read."""
    from yaml.cyaml import CParser  # type: ignore[attr-defined]

    found: list[tuple[Spot, Spot]] = []
    scanner = CParser(text)
    depth = 0
    try:
        while scanner.check_token() and depth <= _DEEPEST_BRACKETS:
            token = scanner.get_token()
            depth += isinstance(token, (yaml.FlowSequenceStartToken, yaml.FlowMappingStartToken))
            depth -= isinstance(token, (yaml.FlowSequenceEndToken, yaml.FlowMappingEndToken))
            if isinstance(token, yaml.ScalarToken) and token.style in ("'", '"'):
                start, end = token.start_mark, token.end_mark
                if start.line < end.line:
                    found.append(((start.line, start.column), (end.line, end.column)))
    except yaml.YAMLError:
        pass
    return found


def explain_missing_colon(stop: ParserStop) -> Hint | None:
    """Return the line of a mapping that is no `key: value`; libyaml notices it at the next one."""
    if stop.problem != "could not find expected ':'" or stop.began is None:
        return None
    row, _ = stop.began
    may_be_text = row > 0 and not stop.goes_on(row)
    return make_hint(stop.began, *_colon_advice(stop.from_(stop.began), may_be_text))


def explain_stray_colon(stop: ParserStop) -> Hint | None:
    """Return what makes the first colon of a line come too late: no colon above, or too deep an
    indentation.
    """
    row, _ = stop.at
    if stop.problem != "mapping values are not allowed in this context":
        return None
    if ": " in stop.before(stop.at) or row == 0:
        return None
    first = _first_row(stop, row)
    if first == row:
        return None
    if stop.has_colon(first):
        fix = "give both keys the same indentation, or quote the text if the colon belongs to it"
        return make_hint((row, stop.indent(row)), _DEEPER, fix)
    start = (first, stop.indent(first))
    return make_hint(start, *_colon_advice(stop.from_(start), may_be_text=False))


def _first_row(stop: ParserStop, row: int) -> int:
    """Return the line where the unquoted text began that goes on into this one."""
    while row > 0 and stop.line(row - 1).strip() and not stop.line(row - 1).lstrip().startswith("#"):
        if stop.has_colon(row - 1):
            return row if stop.line(row - 1).rstrip().endswith(":") else row - 1
        row -= 1
        if stop.line(row).lstrip().startswith("- "):
            return row
    return row


def _colon_advice(words: str, may_be_text: bool) -> tuple[str, str]:
    """Return what is wrong with a line that should be `key: value`, and may belong to the text above it."""
    stuck, two = _STUCK.fullmatch(words), _TWO_WORDS.fullmatch(words)
    if stuck:
        return _NO_SPACE, _write_pair(stuck[1], stuck[2])
    if not may_be_text and " " not in words:
        return _NO_COLON, _write_pair(words, "").rstrip()  # a list or mapping follows
    fix = _write_pair(two[1], two[2]) if two else "write key: value"
    return _NO_COLON, f"{fix}, or {_INDENT_ADVICE}" if may_be_text else fix


def _write_pair(key: str, value: str) -> str:
    return f"write {key}: {value}" if len(key) + len(value) <= _LONGEST_LINE else "write key: value"


def explain_bracket(stop: ParserStop) -> Hint | None:
    """Return where a list or mapping in brackets that is closed lacks a comma, or where one that is not
    begins.
    """
    if stop.problem not in IN_BRACKETS or stop.began is None:
        return None
    what, closing = IN_BRACKETS[stop.problem]
    if stop.began[0] == stop.at[0]:
        return make_hint(stop.at, f"{what} is not closed, or lacks a comma")
    if _is_closed(stop, stop.began):
        return make_hint(_before_the_key(stop), "a comma is missing here")
    return make_hint(stop.began, f"{what} is not closed", f"write {closing} at its end")


def _is_closed(stop: ParserStop, began: Spot) -> bool:
    depth = 0
    rest = "\n".join([stop.from_(began), *stop.lines[began[0] + 1 :]])
    for sign in _BRACKET.finditer(rest):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign[0], 0)
        if depth == 0:
            return True
    return False


def _before_the_key(stop: ParserStop) -> Spot:
    """Return the end of what stands before the key or value that libyaml did not expect."""
    row, before = stop.at[0], stop.before(stop.at)
    if before and " " in before.lstrip():
        return stop.at
    while row > 0:
        row -= 1
        if stop.line(row).strip():
            return row, len(stop.line(row).rstrip())
    return stop.at


# The likeliest cause first.
_EXPLAINERS = (
    explain_unclosed_quote,
    explain_missing_quotes,
    explain_missing_colon,
    explain_stray_colon,
    explain_bracket,
)


def explain_yaml_error(error: yaml.YAMLError, text: str, name: str) -> Hint:
    """Return place, message and fix for what stopped the parser in the file of this name."""
    stop = ParserStop.of(error, text)
    if stop is None:
        return 1, 1, f"this is not YAML: {error}".splitlines()[0], None
    first = find_conflict(text, _CONFLICT_MARK) or (explain_json(text) if name.endswith(".json") else None)
    return first or next(filter(None, (tell(stop) for tell in _EXPLAINERS)), None) or _plain_hint(stop)


def _plain_hint(stop: ParserStop) -> Hint:
    """Return what libyaml says, in our words, where it says it."""
    return *_stop_place(stop), *_plain_advice(stop)


def _stop_place(stop: ParserStop) -> tuple[int, int]:
    row, column = stop.at
    lines = stop.text.rstrip().split("\n")
    if (row, column) < (len(lines) - 1, len(lines[-1])):
        return row + 1, column + 1
    return len(lines), len(lines[-1]) + 1


def _plain_advice(stop: ParserStop) -> tuple[str, str | None]:
    words = _ADVICE.get(stop.problem)
    if words is _NOT_ALIGNED and stop.before(stop.at).endswith(("'", '"')):
        return _AFTER_QUOTES
    if words is None and stop.from_(stop.at).startswith("\t"):
        return _TAB
    return words or (f"this is not YAML: {stop.problem}", None)
