"""A section that is referred to by its number and its name has both.

"See Section 22, Open Questions" was right until a chapter was put in before it.

Bad:

    The dividend is still open (see Section 22, Open Questions).
    # and the headings are "22. Checklist" and "23. Open Questions"

Good:

    The dividend is still open (see Section 23, Open Questions).

Looked at are headings with a number, and what refers to one of them by "section", "chapter", "rule" or a sign
for these, or by a number with a dot, with the whole name of a heading right behind it, or right before it as
in "the Supply Phase (7.2)". A number and the number of a part of it agree. Overlooked on purpose: a name that
two headings have where one of the two numbers is right; in front of a number names of one word, unless the
section says nothing of it; and numbers that no heading has, of which CT407 tells.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, groupby
from operator import itemgetter

from cardtool.documents import Block, BlockType, Section, Text, TextKind
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import word_keys

_READ = (TextKind.DOCUMENT, TextKind.RULEBOOK)
_HEADING = LazyRegex(r"\W{0,3}(?:chapter |section |part )?(\d{1,2}(?:\.\d{1,2})*)[.:)]?\s+(\S.*)")
_SPEAKS = re.compile(r"(?:§|\b(?:sections?|chapters?|rules?|see)\b)\s?\d|\(\d{1,2}\.\d", re.IGNORECASE)
_NUMBER = r"(?P<number>\d{1,2}(?:\.\d{1,2})*)"
_WHAT = r"(?:(?:section|chapter|rule)\s|§\s?)"
_NAME_BEHIND = re.compile(
    rf"(?<!\w){_WHAT}{_NUMBER}(?:,|:|\s[-–—]|\s\(|,?\sthe)?\s?[\"“]?(?P<name>[A-Z])", re.IGNORECASE
)
_NAME_BEFORE = re.compile(rf"\s[\[(](?:see\s)?(?:also\s)?(?P<what>{_WHAT})?{_NUMBER}[\])]", re.IGNORECASE)
_FEWEST = 4  # headings with a number
_LONGEST = 8  # words of a name


@text_rule("CT416", "section-number", Severity.WARNING, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    is_read = any(text.role in _READ for text in texts)  # no card is
    for text, found in groupby(texts.matching(_SPEAKS) if is_read else (), key=itemgetter(0)):
        blocks = [block for _, block in found if block.sort not in (BlockType.HEADING, BlockType.CODE)]
        if blocks and text.role in _READ:
            yield from _problems(blocks, _numbered(text))


def _numbered(text: Text) -> Mapping[str, Section]:
    """Return the sections of a text by their numbers; nothing where two have one number."""
    found: dict[str, Section] = {}
    for section in text.sections:
        heading = section.headings[-1] if section.headings else None
        match = _HEADING.match(f"{heading.label} {heading.text}".strip()) if heading else None
        number = match[1].removesuffix(".0") if match else ""
        if number in found:
            return {}
        if number:
            found[number] = section
    return found


def _problems(blocks: Sequence[Block], sections: Mapping[str, Section]) -> Iterator[Problem]:
    if len(sections) < _FEWEST:
        return
    numbers: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for number, section in sections.items():
        numbers[_name_of(section)].append(number)
    for block in blocks:
        behind = ((match, _words_behind(block.text, match)) for match in _NAME_BEHIND.finditer(block.text))
        before = ((match, _words_before(block.text, match)) for match in _NAME_BEFORE.finditer(block.text))
        for match, names in chain(behind, before):
            said = match["number"].removesuffix(".0")
            name = next((each for each in names if each in numbers), ())
            right = numbers[name] if name else []
            if said not in sections or not right or any(_agree(said, each) for each in right):
                continue
            if match.re is _NAME_BEFORE and not _is_sure(name, sections[said], match):
                continue
            title, fix = sections[right[0]].title, f"write {right[0]}, or name the section that is meant"
            message = f'"{title}" is another section than {said}, which is "{sections[said].title}"'
            yield block.at(match.start("number")), message, fix


def _name_of(section: Section) -> tuple[str, ...]:
    """Return the words of a heading without its number and what it says in brackets."""
    match = _HEADING.match(section.title)
    return word_keys(re.sub(r"\s*\([^()]*\)\W*$", "", match[2] if match else section.title))


def _words_behind(text: str, match: re.Match[str]) -> Iterator[tuple[str, ...]]:
    """Yield what may be the name behind a number, the longest first."""
    words = word_keys(re.split(r"[.;)\]\"”\n]", text[match.start("name") :], maxsplit=1)[0])[:_LONGEST]
    yield from (words[:end] for end in range(len(words), 0, -1))


def _words_before(text: str, match: re.Match[str]) -> Iterator[tuple[str, ...]]:
    """Yield what may be the name before a number, the longest first."""
    words = word_keys(re.split(r"[.;:()\[\]\n]", text[: match.start()])[-1])[-_LONGEST:]
    yield from (words[start:] for start in range(len(words)))


def _agree(number: str, other: str) -> bool:
    """Return whether one of two numbers is the other, or of a part of it."""
    return f"{number}.".startswith(f"{other}.") or f"{other}.".startswith(f"{number}.")


def _is_sure(name: Sequence[str], section: Section, match: re.Match[str]) -> bool:
    """Return whether a name before a number can only be that of a section, and the section has none of it."""
    says = word_keys(" ".join((section.title, *(block.text for block in section.blocks))))
    is_said = any(says[at : at + len(name)] == tuple(name) for at in range(len(says)))
    return not is_said and (len(name) > 1 or "." in match["number"] or bool(match["what"]))
