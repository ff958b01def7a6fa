"""Finds texts that must stand in quotes and do not, and the quote that nobody closed."""

from __future__ import annotations

import yaml

from cardtool.load.stop import IN_BRACKETS, Spot, Stop, Told, told

__all__ = ["unclosed", "unquoted"]

_LONGEST = 60  # characters of a text worth writing out in quotes
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
_DEEPEST = 100  # brackets inside each other; libyaml asks each of them at every word


def unquoted(stop: Stop) -> Told | None:
    """The text that begins with a character YAML keeps for itself."""
    spot = _first_character(stop)
    character = stop.from_(spot)[:1] if spot else ""
    if spot is None or not character:
        return None
    quoted = _in_quotes(stop, spot)
    fix = f"write {quoted}" if quoted else "put all of it in quotes"
    if character in "|>":
        fix += ", or begin it on the next line"
    return told(spot, f"a text that begins with {character} must be quoted", fix)


def unclosed(stop: Stop) -> Told | None:
    """The quote that took in lines below it, up to the next quote or the end of the file."""
    spot = _opened(stop)
    if spot is None:
        return None
    text = stop.from_(spot)
    quote = text[0]
    ends_here = stop.begins_anew(spot[0] + 1, stop.indent(spot[0])) or not stop.line(spot[0] + 1).strip()
    plain = len(text) <= _LONGEST and not text.endswith((",", "]", "}")) and " #" not in text
    fix = f"close it: {text}{quote}" if ends_here and plain else f"write {quote} where the text ends"
    return told(spot, "this quote is never closed", fix)


def _first_character(stop: Stop) -> Spot | None:
    if stop.problem in _AT_ITS_START:
        return stop.began
    if stop.problem in _CANNOT_BEGIN:
        character = stop.from_(stop.at)[:1]
        begins = character in _NEVER_FIRST or stop.before(stop.at).endswith((":", "-"))
        return stop.at if begins and character in _CANNOT_BEGIN[stop.problem] else None
    return _left_behind(stop) if stop.problem.startswith("did not find expected") else None


def _left_behind(stop: Stop) -> Spot | None:
    """Where a text begins whose start was taken for a list, a mapping or an alias."""
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
    """Whether the next thing is a key, so that a comma is missing before it."""
    key, colon, _ = rest.partition(":")
    return bool(colon) and key.strip("\"' ").isidentifier()


def _in_quotes(stop: Stop, spot: Spot) -> str | None:
    """The text in quotes; None where it is long, or it is not plain where it ends."""
    text, around = stop.from_(spot), stop.before(spot)
    inside = "{" in around or "[" in around or text.endswith(",")
    if inside or len(text) > _LONGEST or " #" in text or stop.goes_on(spot[0]):
        return None
    if '"' not in text and "\\" not in text:
        return f'"{text}"'
    return f"'{text}'" if "'" not in text else None


def _opened(stop: Stop) -> Spot | None:
    is_end = stop.problem in _NO_END
    for start, end in _quoted_over_lines(stop.text):
        rows = range(start[0] + 1, end[0] + 1)
        if _touches(stop, end) and any(stop.begins_anew(row, stop.indent(start[0])) for row in rows):
            return start
    return stop.began if is_end else _key_never_closed(stop)


def _touches(stop: Stop, end: Spot) -> bool:
    """Whether nothing stands between the end of a quoted text and what libyaml could not read."""
    failed = (spot for spot in (stop.at, stop.began) if spot and spot[0] == end[0] and spot >= end)
    return any(not stop.line(end[0])[end[1] : spot[1]].strip() for spot in failed)


def _key_never_closed(stop: Stop) -> Spot | None:
    """A quote before a key, which is no key as soon as it takes in a second line."""
    if stop.problem != "could not find expected ':'" or stop.began is None:
        return None
    quote, rest = stop.from_(stop.began)[:1], stop.from_(stop.began)[1:]
    return stop.began if quote and quote in "'\"" and quote not in rest else None


def _quoted_over_lines(text: str) -> list[tuple[Spot, Spot]]:
    """Where each quoted text of several lines begins and ends, as far as the file can be read."""
    from yaml.cyaml import CParser  # type: ignore[attr-defined]

    found: list[tuple[Spot, Spot]] = []
    scanner = CParser(text)
    depth = 0
    try:
        while scanner.check_token() and depth <= _DEEPEST:
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
