"""What a document's own changelog says was renamed or removed."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardtool.documents import Text, pattern_of_name
from cardtool.lint.casing import begins_sentence
from cardtool.lint.common_words import COMMON
from cardtool.lint.entries import Entry, entries_in
from cardtool.lint.facts import Gone, Rename
from cardtool.lint.known import newest_names
from cardtool.lint.removal_words import parts_removed_in, removed_in
from cardtool.lint.thing_named import name_of, start_of, thing

__all__ = ["stated_removals", "stated_renames"]

_GOES_ON = r"(?:on|in|for|from|across|throughout|everywhere|to\smatch|so|because|since|and|when)\s"
_WHERE = rf"(?=\s*(?:$|[.,;:(–—]|{_GOES_ON}))"
_SOMEWHERE = re.compile(
    r"[\s,(–—-]*(?:only\s)?(?:on|in|for|from|when|at|of)\s"
    r"(?!all\b|every|both\b|(?:the|this|our)\s(?:whole\s|entire\s)?(?:game|rules|rulebook|rule\sbook|text)\b)",
    re.IGNORECASE,
)

_RENAMED = [
    re.compile(rf"(?i:\brename[ds]?)\s{thing('old')}\s(?:to|as|into|→|->|=>)\s{thing('new')}{_WHERE}"),
    re.compile(rf"(?:^|\t)\W{{0,3}}{thing('old')}\s(?:renamed)\s(?:to|as|into)\s{thing('new')}{_WHERE}"),
    re.compile(
        rf"{thing('old')}\s(?i:(?:(?:is|are|was|were|has\sbeen|have\sbeen)\s(?:now\s)?(?:re)?(?:named|called|known\sas)|"
        rf"is\snow|are\snow\scalled|became|becomes))(?:\sto|\sas)?\s{thing('new')}{_WHERE}"
    ),
    re.compile(
        rf"(?i:\bchanged?)\s(?:the\sname\sof|name\sof)\s{thing('old')}\s(?:to|into)\s{thing('new')}{_WHERE}"
    ),
]
_CHANGED = [
    re.compile(rf"(?i:\bchanged?)\s{thing('old')}\s(?:to|into)\s{thing('new')}{_WHERE}"),
    re.compile(rf"^\W{{0,3}}{thing('old')}\s?(?:→|->|=>|➔|➜)\s?{thing('new')}{_WHERE}"),
    re.compile(rf"(?i:\breplaced?)\s{thing('old')}\s(?:with|by)\s{thing('new')}{_WHERE}"),
]
_REMOVED = re.compile(
    rf"^\W{{0,3}}(?i:removed|dropped|deleted)\s(?:the\s|all\s)?{thing('gone')}\s*"
    r"(?i:from\sthe\s(?:game|rules|deck|box))?[.;]?$"
)
_LEADING = re.compile(r"(?:The|An?)\s(?=[\w])")
_PLACEHOLDER = re.compile(r"<<[^<>]{0,200}>>")
_STILL_USED = 2  # times; what was removed and is named more often has only been removed from somewhere


def stated_renames(text: Text) -> Iterator[Rename]:
    """The renames, each leading to the newest name.

    `Changed X to Y` is taken for one only if the text of today does not prefer the old name, and never
    where X is a word of every day, or was changed somewhere only: that was a matter of wording.
    """
    found: dict[str, tuple[str, Entry, int, bool]] = {}
    for entry in entries_in(text):
        for old, new, offset, sure in _of_entry(entry):
            if sure or not _is_plain(old):
                found.setdefault(old, (new, entry, offset, sure))
    newest = newest_names({old: new for old, (new, *_) in found.items()})
    today = _today(text)
    for old, (_, entry, offset, sure) in found.items():
        if old in newest and (sure or _is_preferred(newest[old], old, today)):
            yield Rename(old, newest[old], entry.version, entry.at(offset))


def stated_removals(text: Text) -> Iterator[Gone]:
    """The words of what was removed, where they are surely that."""
    entries = list(entries_in(text))
    said = "\n".join(entry.text for entry in entries)
    today = _today(text)
    for entry in entries:
        for named in parts_removed_in(entry.text):
            yield Gone(named.words, entry.version, entry.at(named.start))
        match = _REMOVED.match(entry.text)
        if match and (name := name_of(match, "gone")) and _is_gone(name, said, today):
            yield Gone(name, entry.version, entry.at(start_of(match, "gone")))
        elif (told := removed_in(entry.text)) and _is_gone(told.words, said, today):
            yield Gone(told.words, entry.version, entry.at(told.start))
        for old, new, offset, sure in _of_entry(entry):
            if not sure and _is_plain(old) and _is_replaced(old, new, today):
                yield Gone(old, entry.version, entry.at(offset))


def _today(text: Text) -> str:
    """The words of the rules as they are, less what is still to be written there."""
    return _PLACEHOLDER.sub("", "\n".join(block.text for block in text.current))


def _of_entry(entry: Entry) -> Iterator[tuple[str, str, int, bool]]:
    """Old name, new name, where the old one stands, and whether it is surely a rename."""
    for patterns, sure in ((_RENAMED, True), (_CHANGED, False)):
        for pattern in patterns:
            for match in pattern.finditer(entry.text):
                old, new = _named(match, "old"), _named(match, "new")
                if old and new and old.lower() != new.lower() and (sure or not _is_wording(match, old)):
                    is_quoted = match["oldq"] is not None and match["newq"] is not None
                    yield old, new, _start(match), sure or (is_quoted and not old.islower())


def _named(match: re.Match[str], group: str) -> str:
    """The name, less an article that has its capital where the entry begins: The Dyke Master is now."""
    name = name_of(match, group)
    return name[len(_article(match, group)) :]


def _start(match: re.Match[str]) -> int:
    return start_of(match, "old") + len(_article(match, "old"))


def _article(match: re.Match[str], group: str) -> str:
    """The article that begins the sentence, and with it a name that is not set in quotes."""
    start = start_of(match, group) if name_of(match, group) else 0
    found = _LEADING.match(match.string, start) if match[f"{group}q"] is None else None
    return found[0] if found and begins_sentence(match.string, start) else ""


def _is_wording(match: re.Match[str], old: str) -> bool:
    """Whether words in small letters are of every day, or were changed in one place: on some cards."""
    if not old.islower():
        return False
    return bool(_SOMEWHERE.match(match.string, match.end())) or COMMON.issuperset(old.split())


def _is_plain(old: str) -> bool:
    """Whether this is one word in small letters, which may have other meanings besides the one it lost."""
    return old.islower() and " " not in old


def _is_replaced(old: str, new: str, today: str) -> bool:
    """Whether the text of today says another word, and this one hardly any more."""
    return _times(old, today) <= _STILL_USED and _is_preferred(new, old, today)


def _is_preferred(new: str, old: str, today: str) -> bool:
    """Whether the text of today says the new name at least as often as the old."""
    return _times(new, today) >= _times(old, today)


def _times(name: str, text: str) -> int:
    if not any(sign.isalnum() for sign in name):
        return text.count(name)
    return len(re.findall(pattern_of_name(name), text))


def _is_gone(name: str, said: str, today: str) -> bool:
    is_added = re.search(rf"(?i:added|restored|reintroduced)\s(?:the\s|a\s|an\s)?{re.escape(name)}\b", said)
    return not is_added and _times(name, today) <= _STILL_USED
