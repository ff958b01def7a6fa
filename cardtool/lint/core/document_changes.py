"""What a document's own changelog says was renamed or removed, and how an entry names it: by a name, or in
small letters."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from cardtool.documents import Block, BlockType, Text, find_sections, pattern_of_name, split_sentences
from cardtool.lint.core.facts import RemovedWords, Rename
from cardtool.lint.core.game_facts import newest_names
from cardtool.lint.core.matching import (
    COMMON_WORDS,
    PLACEHOLDER,
    LazyRegex,
    number_or_none,
    word_key,
    word_list,
)
from cardtool.lint.core.sentence_context import begins_sentence
from cardtool.model import Source

_QUOTED = r"[“\"‘'«](?P<{0}q>[^“”\"‘'«»\n]{{1,40}}|[^“”\"«»\n]{{1,40}}?)[”\"’'»]"
_SMALL = r"(?:(?:of|the|and|for|in|a|an|to|de|von|&)\s)"
_LETTERS = r"[\w’'-]{{0,60}}"  # words of more are none
_CAPITALISED = (
    rf"(?P<{{0}}n>[A-Z0-9]{_LETTERS}[!?]?(?:\s{_SMALL}{{{{0,2}}}}[A-Z0-9]{_LETTERS}[!?]?){{{{0,4}}}})"
)
_SIGN = r"(?P<{0}s>[^\w\s“”\"‘’'.,;:()]{{1,4}})"
_SORT = r"(?:\s(?:card|tile|token|action|phase|keyword|ability)s?(?=\s|[.,;)]|$))?"
_NAME_PATTERN = rf"(?:the\s)?(?:{_QUOTED}|{_CAPITALISED}|{_SIGN}){_SORT}"

_GENERIC = re.compile(
    r"(?i)\b(?:rules?|typo|text|wording|names?|section|example|chapter|page|table|diagram|figure|image)s?\b"
)
_MOST_WORDS = 5


def name_pattern(group: str) -> str:
    """Return a pattern for something that is named; `matched_name` asks for it by its group."""
    return _NAME_PATTERN.format(group)


def matched_name(match: re.Match[str], group: str) -> str:
    """Return the name that was matched, quoted or capitalised; empty where it is a number or the like."""
    said = match[f"{group}q"] or match[f"{group}n"]
    if not said:
        return match.groupdict().get(f"{group}s") or ""
    name: str = said.strip().rstrip(",")
    first = name.split(maxsplit=1)[0] if name.split() else ""
    if not first or len(name.split()) > _MOST_WORDS or _GENERIC.search(name) or _is_number(first):
        return ""
    return name


def matched_start(match: re.Match[str], group: str) -> int:
    """Return where the name begins that `matched_name` returns."""
    return next(match.start(group + way) for way in "qns" if match[group + way])


def _is_number(word: str) -> bool:
    return word[0].isdigit() or number_or_none(word) is not None


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
_RULE_GONE = LazyRegex(
    r"^\W{0,3}(?:removed|dropped|deleted|abolished|cut)\s(?:the\s|all\s)?(?:"
    r"rules?\s(?:about|on|for|of|concerning|regarding|governing)\s(?:the\s|"
    r"an?\s)?(?P<about>[a-z][a-z-]+(?:\s[a-z][a-z-]+)?)|"
    r"(?P<named>[a-z][a-z-]+(?:\s[a-z][a-z-]+)?)\srules?|"
    r"(?P<plain>[a-z][a-z-]+(?:\s[a-z][a-z-]+)?s))\s*"
    r"(?:from\sthe\s(?:game|rules|deck|box))?[.;]?$"
)
_OF_WRITING = word_list("parts of a text")
"""Words for what a text is made of, which its next version does without and still speaks of."""


class Removal(NamedTuple):
    """The words of what was removed, and where in the entry they stand."""

    words: str
    start: int


def removed_references(entry: str) -> Iterator[Removal]:
    """Yield what the entry says is mentioned no more: "all references to battlefields"."""
    for pattern in (_REFERENCES, _PARTS):
        for match in pattern.finditer(entry):
            yield Removal(match["words"], match.start("words"))


def removed_rule(entry: str) -> Removal | None:
    """Return what an entry that says nothing else removed; None for words of every day, or of writing."""
    match = _RULE_GONE.match(entry)
    if match is None:
        return None
    group = str(match.lastgroup)
    words = [word_key(word) for word in match[group].casefold().split()]
    is_doing = words[0].endswith(("ing", "ed")) and group != "named"
    is_common = COMMON_WORDS.issuperset(words) or not _OF_WRITING.isdisjoint(words)
    return None if is_common or is_doing else Removal(match[group], match.start(group))


@dataclass(frozen=True, slots=True)
class ChangelogSentence:
    """A sentence of the changelog, and the version it tells of."""

    version: str
    block: Block
    start: int
    text: str

    def at(self, offset: int) -> Source:
        return self.block.at(self.start + offset)


def changelog_sentences(text: Text) -> Iterator[ChangelogSentence]:
    """Yield the sentences of the changelog in the document."""
    for section in find_sections(text.blocks):
        version = _version_of(section.headings)
        for block in section.blocks:
            if block.past and block.sort is not BlockType.FURNITURE:
                for start, sentence in split_sentences(block.text):
                    yield ChangelogSentence(version, block, start, sentence)


def _version_of(headings: Sequence[Block]) -> str:
    """Return the number of the version that these headings lead to; empty where none of them has one."""
    for heading in reversed(headings):
        if match := re.search(r"\d+(?:\.\d+)+|(?<=[vV ])\d+$", heading.text):
            return match[0]
    return ""


_GOES_ON = r"(?:on|in|for|from|across|throughout|everywhere|to\smatch|so|because|since|and|when)\s"
_WHERE = rf"(?=\s*(?:$|[.,;:(–—]|{_GOES_ON}))"
_SOMEWHERE = re.compile(
    r"[\s,(–—-]*(?:only\s)?(?:on|in|for|from|when|at|of)\s"
    r"(?!all\b|every|both\b|(?:the|this|our)\s(?:whole\s|entire\s)?(?:game|rules|rulebook|rule\sbook|text)\b)",
    re.IGNORECASE,
)

_RENAMED = [
    re.compile(
        rf"(?i:\brename[ds]?)\s{name_pattern('old')}\s(?:to|as|into|→|->|=>)\s{name_pattern('new')}{_WHERE}"
    ),
    re.compile(
        rf"(?:^|\t)\W{{0,3}}{name_pattern('old')}\s(?:renamed)\s(?:to|as|into)\s{name_pattern('new')}{_WHERE}"
    ),
    re.compile(
        rf"{name_pattern('old')}\s(?i:(?:(?:is|are|was|were|has\sbeen|have\sbeen)\s(?:now\s)?(?:re)?(?:named|called|known\sas)|"
        rf"is\snow|are\snow\scalled|became|becomes))(?:\sto|\sas)?\s{name_pattern('new')}{_WHERE}"
    ),
    re.compile(
        rf"(?i:\bchanged?)\s(?:the\sname\sof|name\sof)\s{name_pattern('old')}\s(?:to|into)\s{name_pattern('new')}{_WHERE}"
    ),
]
_CHANGED = [
    re.compile(rf"(?i:\bchanged?)\s{name_pattern('old')}\s(?:to|into)\s{name_pattern('new')}{_WHERE}"),
    re.compile(rf"^\W{{0,3}}{name_pattern('old')}\s?(?:→|->|=>|➔|➜)\s?{name_pattern('new')}{_WHERE}"),
    re.compile(rf"(?i:\breplaced?)\s{name_pattern('old')}\s(?:with|by)\s{name_pattern('new')}{_WHERE}"),
]
_REMOVED = re.compile(
    rf"^\W{{0,3}}(?i:removed|dropped|deleted)\s(?:the\s|all\s)?{name_pattern('gone')}\s*"
    r"(?i:from\sthe\s(?:game|rules|deck|box))?[.;]?$"
)
_LEADING = re.compile(r"(?:The|An?)\s(?=[\w])")
_STILL_USED = 2  # times; what was removed and is named more often has only been removed from somewhere


def renames_in(text: Text) -> Iterator[Rename]:
    """Yield the renames, each leading to the newest name.

    `Changed X to Y` is taken for one only if the text of today does not prefer the old name, and never
    where X is a word of every day, or was changed somewhere only: that was a matter of wording.
    """
    found: dict[str, tuple[str, ChangelogSentence, int, bool]] = {}
    for entry in changelog_sentences(text):
        for old, new, offset, sure in _renames_of_sentence(entry):
            if sure or not _is_small_word(old):
                found.setdefault(old, (new, entry, offset, sure))
    newest = newest_names({old: new for old, (new, *_) in found.items()})
    today = _current_words(text)
    for old, (_, entry, offset, sure) in found.items():
        if old in newest and (sure or _is_preferred(newest[old], old, today)):
            yield Rename(old, newest[old], entry.version, entry.at(offset))


def removals_in(text: Text) -> Iterator[RemovedWords]:
    """Yield the words of what was removed, where they are surely that."""
    entries = list(changelog_sentences(text))
    said = "\n".join(entry.text for entry in entries)
    today = _current_words(text)
    for entry in entries:
        for named in removed_references(entry.text):
            yield RemovedWords(named.words, entry.version, entry.at(named.start))
        match = _REMOVED.match(entry.text)
        if match and (name := matched_name(match, "gone")) and _is_gone(name, said, today):
            yield RemovedWords(name, entry.version, entry.at(matched_start(match, "gone")))
        elif (removed := removed_rule(entry.text)) and _is_gone(removed.words, said, today):
            yield RemovedWords(removed.words, entry.version, entry.at(removed.start))
        for old, new, offset, sure in _renames_of_sentence(entry):
            if not sure and _is_small_word(old) and _is_replaced(old, new, today):
                yield RemovedWords(old, entry.version, entry.at(offset))


def _current_words(text: Text) -> str:
    """Return the words of the rules as they are, less what is still to be written there."""
    return PLACEHOLDER.sub("", "\n".join(block.text for block in text.current))


def _renames_of_sentence(entry: ChangelogSentence) -> Iterator[tuple[str, str, int, bool]]:
    """Yield the old name, the new name, where the old one stands, and whether it is surely a rename."""
    for patterns, sure in ((_RENAMED, True), (_CHANGED, False)):
        for pattern in patterns:
            for match in pattern.finditer(entry.text):
                old, new = _name_without_article(match, "old"), _name_without_article(match, "new")
                if old and new and old.lower() != new.lower() and (sure or not _is_rewording(match, old)):
                    is_quoted = match["oldq"] is not None and match["newq"] is not None
                    yield old, new, _old_name_start(match), sure or (is_quoted and not old.islower())


def _name_without_article(match: re.Match[str], group: str) -> str:
    """Return the name, less an article with the capital of the sentence: The Dyke Master is now."""
    name = matched_name(match, group)
    return name[len(_leading_article(match, group)) :]


def _old_name_start(match: re.Match[str]) -> int:
    return matched_start(match, "old") + len(_leading_article(match, "old"))


def _leading_article(match: re.Match[str], group: str) -> str:
    """Return the article that begins the sentence, and with it a name that is not set in quotes."""
    start = matched_start(match, group) if matched_name(match, group) else 0
    found = _LEADING.match(match.string, start) if match[f"{group}q"] is None else None
    return found[0] if found and begins_sentence(match.string, start) else ""


def _is_rewording(match: re.Match[str], old: str) -> bool:
    """Return whether words in small letters are of every day, or were changed in one place: on some cards."""
    if not old.islower():
        return False
    return bool(_SOMEWHERE.match(match.string, match.end())) or COMMON_WORDS.issuperset(old.split())


def _is_small_word(old: str) -> bool:
    """Return whether this is one word in small letters, which may have other meanings as well."""
    return old.islower() and " " not in old


def _is_replaced(old: str, new: str, today: str) -> bool:
    return _times_used(old, today) <= _STILL_USED and _is_preferred(new, old, today)


def _is_preferred(new: str, old: str, today: str) -> bool:
    return _times_used(new, today) >= _times_used(old, today)


def _times_used(name: str, text: str) -> int:
    if not any(sign.isalnum() for sign in name):
        return text.count(name)
    return len(re.findall(pattern_of_name(name), text))


def _is_gone(name: str, said: str, today: str) -> bool:
    is_added = re.search(rf"(?i:added|restored|reintroduced)\s(?:the\s|a\s|an\s)?{re.escape(name)}\b", said)
    return not is_added and _times_used(name, today) <= _STILL_USED
