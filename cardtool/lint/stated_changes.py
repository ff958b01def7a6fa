"""What a document's own changelog says was renamed or removed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cardtool.lint.facts import Gone, Rename
from cardtool.lint.known import newest_names
from cardtool.model import Source
from cardtool.prose import Block, Sort, Text, as_number, in_any_form, sections, sentences

__all__ = ["stated_removals", "stated_renames"]

_QUOTED = r"[“\"‘'«](?P<{0}q>[^“”\"‘'«»\n]{{1,40}}|[^“”\"«»\n]{{1,40}}?)[”\"’'»]"
_SMALL = r"(?:(?:of|the|and|for|in|a|an|to|de|von|&)\s)"
_NAMED = rf"(?P<{{0}}n>[A-Z0-9][\w’'-]*[!?]?(?:\s{_SMALL}{{{{0,2}}}}[A-Z0-9][\w’'-]*[!?]?){{{{0,4}}}})"
_SIGN = r"(?P<{0}s>[^\w\s“”\"‘’'.,;:()]{{1,4}})"
_SORT = r"(?:\s(?:card|tile|token|action|phase|keyword|ability)s?(?=\s|[.,;)]|$))?"
_THING = rf"(?:the\s)?(?:{_QUOTED}|{_NAMED}|{_SIGN}){_SORT}"
_GOES_ON = r"(?:on|in|for|from|across|throughout|everywhere|to\smatch|so|because|since|and|when)\s"
_WHERE = rf"(?=\s*(?:$|[.,;:(–—]|{_GOES_ON}))"


def _old(thing: str = "old") -> str:
    return _THING.format(thing)


_RENAMED = [
    re.compile(rf"(?i:\brename[ds]?)\s{_old()}\s(?:to|as|into|→|->|=>)\s{_old('new')}{_WHERE}"),
    re.compile(
        rf"{_old()}\s(?i:(?:(?:is|are|was|were|has\sbeen|have\sbeen)\s(?:now\s)?(?:re)?(?:named|called|known\sas)|"
        rf"is\snow|are\snow\scalled|became|becomes))(?:\sto|\sas)?\s{_old('new')}{_WHERE}"
    ),
    re.compile(rf"(?i:\bchanged?)\s(?:the\sname\sof|name\sof)\s{_old()}\s(?:to|into)\s{_old('new')}{_WHERE}"),
]
_CHANGED = [
    re.compile(rf"(?i:\bchanged?)\s{_old()}\s(?:to|into)\s{_old('new')}{_WHERE}"),
    re.compile(rf"^\W{{0,3}}{_old()}\s?(?:→|->|=>|➔|➜)\s?{_old('new')}{_WHERE}"),
    re.compile(rf"(?i:\breplaced?)\s{_old()}\s(?:with|by)\s{_old('new')}{_WHERE}"),
]
_REFERENCES = re.compile(
    r"\b(?:removed?|dropped|deleted)\s(?:all|any|every)\s(?:further\s|remaining\s|other\s)?"
    r"(?:references?\sto|mentions?\sof)\s(?:the\s)?[“\"‘']?(?P<words>[\w’-]+(?:\s[\w’-]+){0,2}?)[”\"’']?\s*"
    r"(?=$|[.,;:(]|(?:from|in|on|across|throughout|as)\s)",
    re.IGNORECASE,
)
_PARTS = re.compile(
    r"\b(?:removed|dropped|deleted)\s(?:the|all)\s(?P<words>[a-z][a-z-]{3,20}s\sof\s(?:[\w-]+\s)?[\w-]+)\s*"
    r"(?=$|[.,;:(]|(?:as|because|since|and|from)\s)",
    re.IGNORECASE,
)
_REMOVED = re.compile(
    rf"^\W{{0,3}}(?i:removed|dropped|deleted)\s(?:the\s|all\s)?{_old('gone')}\s*"
    r"(?i:from\sthe\s(?:game|rules|deck|box))?[.;]?$"
)
_GENERIC = re.compile(
    r"(?i)\b(?:rules?|typo|text|wording|names?|section|example|chapter|page|table|diagram|figure|image)s?\b"
)
_PLACEHOLDER = re.compile(r"<<[^<>]{0,200}>>")
_MOST_WORDS = 5
_STILL_USED = 2  # times; what was removed and is named more often has only been removed from somewhere


@dataclass(frozen=True, slots=True)
class _Entry:
    """A sentence of the changelog, and the version it tells of."""

    version: str
    block: Block
    start: int
    text: str

    def at(self, offset: int) -> Source:
        return self.block.at(self.start + offset)


def stated_renames(text: Text) -> Iterator[Rename]:
    """The renames, each leading to the newest name.

    `Changed X to Y` is taken for one only if the text of today does not prefer the old name.
    """
    found: dict[str, tuple[str, _Entry, int, bool]] = {}
    for entry in _entries(text):
        for old, new, offset, sure in _of_entry(entry):
            found.setdefault(old, (new, entry, offset, sure))
    newest = newest_names({old: new for old, (new, *_) in found.items()})
    today = _today(text)
    for old, (_, entry, offset, sure) in found.items():
        if old in newest and (sure or _is_preferred(newest[old], old, today)):
            yield Rename(old, newest[old], entry.version, entry.at(offset))


def stated_removals(text: Text) -> Iterator[Gone]:
    """The words of what was removed, where they are surely that."""
    entries = list(_entries(text))
    said = "\n".join(entry.text for entry in entries)
    today = _today(text)
    for entry in entries:
        for pattern in (_REFERENCES, _PARTS):
            for told in pattern.finditer(entry.text):
                yield Gone(told["words"], entry.version, entry.at(told.start("words")))
        match = _REMOVED.match(entry.text)
        if match and (name := _name(match, "gone")) and _is_gone(name, said, today):
            yield Gone(name, entry.version, entry.at(_start(match, "gone")))


def _today(text: Text) -> str:
    """The words of the rules as they are, less what is still to be written there."""
    return _PLACEHOLDER.sub("", "\n".join(block.text for block in text.current))


def _entries(text: Text) -> Iterator[_Entry]:
    """The sentences of the changelog in the document."""
    for section in sections(text.blocks):
        version = _version(section.headings)
        for block in section.blocks:
            if block.past and block.sort is not Sort.FURNITURE:
                for start, sentence in sentences(block.text):
                    yield _Entry(version, block, start, sentence)


def _version(headings: Sequence[Block]) -> str:
    """The number of the version that these headings lead to; empty where none of them has one."""
    for heading in reversed(headings):
        if match := re.search(r"\d+(?:\.\d+)+|(?<=[vV ])\d+$", heading.text):
            return match[0]
    return ""


def _of_entry(entry: _Entry) -> Iterator[tuple[str, str, int, bool]]:
    """Old name, new name, where the old one stands, and whether it is surely a rename."""
    for patterns, sure in ((_RENAMED, True), (_CHANGED, False)):
        for pattern in patterns:
            for match in pattern.finditer(entry.text):
                old, new = _name(match, "old"), _name(match, "new")
                if old and new and old.lower() != new.lower():
                    is_quoted = match["oldq"] is not None and match["newq"] is not None
                    yield old, new, _start(match, "old"), sure or is_quoted


def _name(match: re.Match[str], group: str) -> str:
    """The name that was matched, quoted or capitalised; empty where it is none, but a number or the like."""
    said = match[f"{group}q"] or match[f"{group}n"]
    if not said:
        return match.groupdict().get(f"{group}s") or ""
    name: str = said.strip().rstrip(",")
    first = name.split(maxsplit=1)[0] if name.split() else ""
    if not first or len(name.split()) > _MOST_WORDS or _GENERIC.search(name) or _is_number(first):
        return ""
    return name


def _start(match: re.Match[str], group: str) -> int:
    """Where the name begins that `_name` read."""
    return next(match.start(group + way) for way in "qns" if match[group + way])


def _is_number(word: str) -> bool:
    try:
        as_number(word)
    except KeyError:
        return word[0].isdigit()
    return True


def _is_preferred(new: str, old: str, today: str) -> bool:
    """Whether the text of today says the new name at least as often as the old."""
    return _times(new, today) >= _times(old, today)


def _times(name: str, text: str) -> int:
    if not any(sign.isalnum() for sign in name):
        return text.count(name)
    return len(re.findall(in_any_form(name), text))


def _is_gone(name: str, said: str, today: str) -> bool:
    is_added = re.search(rf"(?i:added|restored|reintroduced)\s(?:the\s|a\s|an\s)?{re.escape(name)}\b", said)
    return not is_added and _times(name, today) <= _STILL_USED
