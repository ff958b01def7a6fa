"""A list has as many items as are announced.

"There are five types of spaces", and four are explained: readers look for the fifth.

Bad:

    There are four suits: Swords, Cups and Coins.

Good:

    There are three suits: Swords, Cups and Coins.

Looked at is the last sentence before a list, whatever its verb ("you do two things, in this order:"), or
before a table ("The nine streets are these:"), or one with the list in it ("four suits: Swords, Cups and
Coins", "has two doors: the red one and the blue"). Found in real rules are "two parts" before three, and
"four types" before three. Overlooked on purpose: how many to choose ("two of the following"), what to do
("draw two cards:"), what is so in some case only, lists that come right if counted in another way, and notes
and examples among the items.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile, groupby, pairwise
from operator import itemgetter
from typing import NamedTuple

from cardtool.documents import Block, BlockType, ItemList, parse_number
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import ASIDE, any_word, number_or_none
from cardtool.lint.core.sentence_context import is_conditional, sentences_in
from cardtool.wording import number_word

_LEAST, _MOST = 2, 20
_LISTING = ":(–—"  # what may stand before a list in a sentence
_WORDS = "|".join(number_word(number) for number in range(_MOST, _LEAST - 1, -1))  # fourteen before four
_NUMBER = rf"(?<![\w.,/+−–-])(?P<number>\d{{1,2}}|{_WORDS})(?![\w/%]|[.,]\d)"
_ABSTRACT = any_word("announced of any sort")
_ABSTRACTLY = rf"{_NUMBER}\s(?:[a-z-]+\s){{0,2}}(?P<noun>{_ABSTRACT})\b"
_EITHER = rf"{_NUMBER}\s(?:[\w'’-]+\s){{0,2}}?(?P<noun>{_ABSTRACT}|{any_word('announced in games')})\b"
_ANYTHING = r"(?!players|people|points|teams|rounds|turns|others|more|less)[a-z][a-z'’-]{2,}s"
_NAMED = rf"{_NUMBER}\s(?:[a-z-]+\s){{0,2}}(?P<noun>{_ANYTHING}):"
_HAS = r"has|have|with|in|into|includes?|contains?|of|comprises?|over|uses?|follow"
_CHOOSING = "may|can|could|choose|pick|select|take|get|gain|draw|spend|up to|if|any|some|one of"
_ARE_LISTED = r"\bare(?::|\sthese:|\sas\sfollows|\slisted|\sdescribed|\sexplained|\sshown)"
_LEADING = r"\b[^:;.\d]{0,40}:$"
_ANNOUNCEMENTS = (  # of two that match the same the later counts
    LazyRegex(rf"\b(?P<one_each>has|have|of|into|with)\s(?:the\s|its\s)?{_NAMED}"),
    LazyRegex(rf"\b(?:the\sfollowing|these|those|there\sare(?:\sonly)?)\s{_EITHER}"),
    LazyRegex(rf"(?:^|\b(?:{_HAS}|(?:one|any|either|each|all)\sof)\s(?:the\s|its\s)?){_ABSTRACTLY}"),
    LazyRegex(rf"(?:\bthere\sare|\b(?:one|any|each|either)\sof\s(?:the|these))\s{_NAMED}"),
    LazyRegex(rf"^(?:(?!\b(?:{_CHOOSING})\b)[^:]){{0,200}}?{_ABSTRACTLY}{_LEADING}"),
    LazyRegex(rf"^{_NUMBER}\sof\s(?P<noun>them|these){_LEADING}"),
    LazyRegex(
        rf"^(?:the|these)\s{_NUMBER}\s(?:[a-z-]+\s)?(?P<noun>{_ANYTHING})(?=\s[^:;.\d]{{0,40}}{_ARE_LISTED})"
    ),
)
_SAYS_SO = LazyRegex(rf"^[^:;.\d]*{_ARE_LISTED}")
_ONE = LazyRegex(r"(?:the|an?)\s\D*[^s\d]")
_OTHERS_LISTED = LazyRegex(r"\b(?:these|those|the\sfollowing)\s[a-z]+s\b[^:]*:")  # 6 steps for these options:
_CLAUSE = LazyRegex(rf"\b{any_word('words of clauses')}\b")
_AND = re.compile(r"\s(?:and|or|&)\s", re.IGNORECASE)
_BETWEEN = re.compile(r"[^.:;()\d]{0,60}?(?::\s|\s\(|\s[–—]\s)")
_AMOUNTS = LazyRegex(r"(?:^|,|\band|\bor)\s*(?:one|two|three|four|five|six|\d+)\s")
_LONGEST = 4  # words of a thing that is named and not described
_NAMED_ITEM = LazyRegex(r"[^.:–—\n]{1,40}?(?:\s?[:–—]|\s-)\s", re.NOFLAG)
_ASIDE = LazyRegex(
    r"\W*(?:note|notes|example|exception|tip|hint|important|remember|reminder|optional|variant|clarification)\b"
)
_GOING_ON = LazyRegex(
    r"\W*(?:repeat|complete|done|finish|continue|return to|go back|start over|end of|next round"
    r"|in (?:both|either|all) cases?)\b"
)


class _Announcement(NamedTuple):
    """A number that says how many things a list has, and what follows it in its sentence and its block."""

    number: int
    words: str
    start: int
    rest: str
    behind: str
    one_each: bool


@text_rule("CT207", "announced-number", Severity.ERROR, reads="en")
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    numbers = [word for word in texts.words if _LEAST <= (number_or_none(word) or 0) <= _MOST]
    for text, those in groupby(texts.with_words(*numbers), key=itemgetter(0)):
        tables = (ItemList(each.lead, each.rows[1:], False) for each in text.tables)
        lists = {id(listing.lead): listing for listing in (*tables, *reversed(text.lists))}
        for _, block in those:
            may_list = id(block) in lists or any(sign in block.text for sign in _LISTING)
            is_read = may_list and block.sort in (BlockType.PARAGRAPH, BlockType.ITEM)
            for said in _announcements(block, is_lead=id(block) in lists) if is_read else ():
                counts = _counts_in_words(said)
                if not (counts or said.behind or said.one_each) and id(block) in lists:
                    counts = _counts_in_list(said, lists[id(block)], lists)
                if counts and said.number not in counts:
                    message = f'"{said.words}" are announced, the list has {number_word(counts[0])}'
                    add = "add what is missing, or " if counts[0] < said.number else ""
                    yield block.at(said.start), message, f"{add}write {number_word(counts[0])}"


def _announcements(block: Block, *, is_lead: bool) -> Iterator[_Announcement]:
    """Yield what the sentences of a block announce that announce one thing, and may list or lead to it."""
    for start, sentence in sentences_in(block.text):
        behind = block.text[start + len(sentence) :].strip()
        may_list = any(sign in sentence for sign in _LISTING) or (is_lead and not behind)
        found = {
            (match.start("number"), match.end("noun")): match
            for pattern in (_ANNOUNCEMENTS if may_list else ())
            for match in pattern.finditer(sentence)
            if _is_all(match) and not _OTHERS_LISTED.search(sentence, match.end("noun"))
        }
        for (begin, end), match in found.items() if len(found) == 1 else ():
            words = " ".join(sentence[begin:end].split())
            number, one_each = parse_number(match["number"]), "one_each" in match.groupdict()
            yield _Announcement(number, words, start + begin, sentence[end:], behind, one_each)


def _is_all(match: re.Match[str]) -> bool:
    is_many = _LEAST <= parse_number(match["number"]) <= _MOST
    return is_many and not is_conditional(match.string[: match.start("number")])


def _counts_in_words(said: _Announcement) -> Sequence[int]:
    """Return the ways to count what a sentence goes on to list; none if it lists nothing."""
    between = _BETWEEN.match(said.rest)
    listed = said.rest[between.end() :] if between else ""
    if between and between[0].endswith("("):
        listed = listed.partition(")")[0]
    plain = ASIDE.sub("", listed).strip()
    if _AMOUNTS.search(plain):
        return ()
    *before, last = [part.strip() for part in plain.rstrip(".").split(",")]
    closed = re.sub(r"^(?:and|or|&)\s", "", last, flags=re.IGNORECASE)
    parts = [*before, *(_AND.split(last, 1) if closed == last else [closed])]
    if len(parts) < 2 or not all(_is_a_name(name) for part in parts for name in _AND.split(part)):
        return ()
    if said.one_each and not all(map(_ONE.fullmatch, parts)):
        return ()
    return range(len(parts), len(parts) + sum(len(_AND.findall(part)) for part in parts) + 1)


def _is_a_name(part: str) -> bool:
    return len(part.split()) <= _LONGEST and not _CLAUSE.search(part)


def _counts_in_list(said: _Announcement, listing: ItemList, lists: Mapping[int, ItemList]) -> Sequence[int]:
    """Return the ways to count a list; none where a single item is no list, or nobody says it is meant.

    Counted are its items, less notes, and less those at the end that only say how it goes on ("Repeat"); all
    of them; those before a wider space; and those of the lists inside it.
    """
    items = listing.items
    is_meant = said.rest.rstrip().endswith(":") or listing.ordered or _SAYS_SO.search(said.rest)
    if len(items) < 2 or not (is_meant or all(_NAMED_ITEM.match(item.text) for item in items)):
        return ()
    stated = [item for item in items if item.text.strip() and not _ASIDE.match(item.text)]
    done = list(dropwhile(lambda item: _GOING_ON.match(item.text), reversed(stated)))
    inside = [len(lists[id(item)].items) for item in items if id(item) in lists]
    return len(stated), len(done), len(items), _first_run(items), *inside


def _first_run(items: Sequence[Block]) -> int:
    gaps = [after.at().line - before.at(len(before.text)).line for before, after in pairwise(items)]
    return next((row for row, gap in enumerate(gaps, start=1) if gap > gaps[0]), len(items))
