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

from cardtool.documents import Block, BlockType, ItemList, Text, parse_number
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import ASIDE, any_word, either
from cardtool.lint.core.sentences import is_conditional, sentences_in
from cardtool.wording import ENGLISH, number_word

_LISTED = (BlockType.ITEM, BlockType.ROW)
_LISTING = ":(–—"  # what may stand before a list in a sentence
_NUMBERS = [*map(str, range(2, 21)), *ENGLISH.numbers[2:]]
_NUMBER = rf"(?<![\w.,/+−–-])(?P<number>{either(_NUMBERS)})(?![\w/%]|[.,]\d)"
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
_ASIDE = LazyRegex(rf"\W*{any_word('asides in lists')}\b")
_GOING_ON = LazyRegex(rf"\W*{any_word('how a list goes on')}\b")


@text_rule("CT207", "announced-number", Severity.ERROR, reads="en", unsure_on_pages=True)
def check(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
    for text, those in groupby(texts.with_words(*_NUMBERS), key=itemgetter(0)):
        lists = _lists_by_lead(text) if any(block.sort in _LISTED for block in text.current) else {}
        for _, block in those:
            listing = lists.get(id(block))
            may_list = listing or any(sign in block.text for sign in _LISTING)
            is_read = may_list and block.sort in (BlockType.PARAGRAPH, BlockType.ITEM)
            for start, match, leads in _announcements(block, listing) if is_read else ():
                number, rest = parse_number(match["number"]), match.string[match.end("noun") :]
                one_each = "one_each" in match.groupdict()
                counts = _counts_in_words(rest, one_each=one_each)
                if leads and listing and not (counts or one_each):
                    counts = _counts_in_list(rest, listing, lists)
                if counts and number not in counts:
                    words = " ".join(match.string[match.start("number") : match.end("noun")].split())
                    message = f'"{words}" are announced, the list has {number_word(counts[0])}'
                    add = "add what is missing, or " if counts[0] < number else ""
                    here = block.at(start + match.start("number"))
                    yield here, message, f"{add}write {number_word(counts[0])}"


def _lists_by_lead(text: Text) -> dict[int, ItemList]:
    tables = (ItemList(each.lead, each.rows[1:], False) for each in text.tables)
    return {id(listing.lead): listing for listing in (*tables, *reversed(text.lists))}


def _announcements(block: Block, listing: ItemList | None) -> Iterator[tuple[int, re.Match[str], bool]]:
    """Yield what sentences announce that announce one thing, where each begins, and if it is the last."""
    for start, sentence in sentences_in(block.text):
        leads = listing is not None and not block.text[start + len(sentence) :].strip()
        may_list = leads or any(sign in sentence for sign in _LISTING)
        found = {
            (match.start("number"), match.end("noun")): match
            for pattern in (_ANNOUNCEMENTS if may_list else ())
            for match in pattern.finditer(sentence)
            if not is_conditional(sentence[: match.start("number")])
            and not _OTHERS_LISTED.search(sentence, match.end("noun"))
        }
        if len(found) == 1:
            yield start, next(iter(found.values())), leads


def _counts_in_words(rest: str, *, one_each: bool) -> Sequence[int]:
    """Return the ways to count what a sentence goes on to list; none if it lists nothing."""
    between = _BETWEEN.match(rest)
    listed = rest[between.end() :] if between else ""
    if between and between[0].endswith("("):
        listed = listed.partition(")")[0]
    plain = ASIDE.sub("", listed).strip()
    if _AMOUNTS.search(plain):
        return ()
    *before, last = [part.strip() for part in plain.rstrip(".").split(",")]
    closed = re.sub(r"^(?:and|or|&)\s", "", last, flags=re.IGNORECASE)
    parts = [*before, *(_AND.split(last, 1) if closed == last else [closed])]
    names = [name for part in parts for name in _AND.split(part)]
    are_names = all(len(name.split()) <= _LONGEST and not _CLAUSE.search(name) for name in names)
    is_list = len(parts) > 1 and are_names and (not one_each or all(map(_ONE.fullmatch, parts)))
    return range(len(parts), len(names) + 1) if is_list else ()


def _counts_in_list(rest: str, listing: ItemList, lists: Mapping[int, ItemList]) -> Sequence[int]:
    """Return the ways to count a list; none where a single item is no list, or nobody says it is meant.

    Counted are its items, less notes, and less those at the end that only say how it goes on ("Repeat"); all
    of them; those before a wider space; and those of the lists inside it.
    """
    items = listing.items
    is_meant = rest.rstrip().endswith(":") or listing.ordered or _SAYS_SO.search(rest)
    if len(items) < 2 or not (is_meant or all(_NAMED_ITEM.match(item.text) for item in items)):
        return ()
    stated = [item for item in items if item.text.strip() and not _ASIDE.match(item.text)]
    done = list(dropwhile(lambda item: _GOING_ON.match(item.text), reversed(stated)))
    inside = [len(lists[id(item)].items) for item in items if id(item) in lists]
    gaps = [after.at().line - before.at(len(before.text)).line for before, after in pairwise(items)]
    first_run = next((row for row, gap in enumerate(gaps, start=1) if gap > gaps[0]), len(items))
    return len(stated), len(done), len(items), first_run, *inside
