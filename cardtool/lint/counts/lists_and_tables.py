"""Rules about lists and tables: as many items as announced, ranges in their order, and no cell missing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile, groupby, pairwise, zip_longest
from operator import itemgetter
from typing import NamedTuple

from cardtool.documents import Block, BlockType, ItemList, Text, TextKind, parse_number
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, TextIndex, text_rule
from cardtool.lint.core.matching import ASIDE, any_word, either
from cardtool.lint.core.sentences import is_conditional, sentences_in
from cardtool.model import Source
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
def announced_number(texts: TextIndex, facts: Facts) -> Iterator[Problem]:
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
    """  # noqa: E501
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


_RANGE = re.compile(r"[\s*(\"]{0,2}(\d{1,3})(?:\s?(?:-|–|—|to)\s?(\d{1,3})|(\s?\+))?[.:]?[\s*)\"]{0,2}")
_BEHIND_RANGE = re.compile(r"[:=)–—]\s|\s-\s|\s{2}")
_DIE = re.compile(r"(?<![\w+*/×−–-])(?P<die>\d?[dDwW]\d{1,3})(?!\w|\s?[-+−–×*/]\s?\w)")
_ROLLED_ON = re.compile(rf"\b[Rr]olls?\s(?:an?\s)?{_DIE.pattern}\son\s(?:this|the\sfollowing)\b")
_ENDLESS = 10**6
_JOINED_FOR_EACH = 4  # pairs of which one may not join, where several do not; sides of a die, and one missing
_FEWEST_JOINED = 2  # pairs of which the second goes on where the first ends, of all but one


class _Range(NamedTuple):
    """From one number to another, as it is written there."""

    first: int
    last: int
    written: str
    source: Source


_Column = tuple[Sequence[_Range | None], str, Block | None]
"""What may be ranges, the heading above them, and the paragraph or heading before all of them."""


@text_rule("CT225", "range-overlap", Severity.WARNING)
def range_overlap(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """The ranges of a table or a list follow one another, without a gap and without a number in two.

    What happens on a 5, where one row says 2-5 and the next 5-6?

    Bad:

        | Roll  | Goat   |
        | 1-2   | sleeps |
        | 2-4   | eats   |
        | 5-6   | runs   |

    Good:

        | Roll  | Goat   |
        | 1     | sleeps |
        | 2-4   | eats   |
        | 5-6   | runs   |

    Found in real rules are "31-40" above "40+", and a hit location of 2-6 behind one of 1-2. Looked at are
    the columns of tables, and what stands first in the items of a list. Where a column's heading or what
    leads to it names a die (d6, 2d6), every number that it can roll is in one row; and the die that is
    rolled on a table is the one in its heading. Overlooked on purpose: columns in which more than one pair
    of four does not join, and three rows with a gap; open ends, "10+" above "12+", which are thresholds; and
    tables with less than three quarters of a die, or more than it.
    """
    for text in texts:
        is_read = text.role in (TextKind.DOCUMENT, TextKind.RULEBOOK)
        for cells, head, lead in _columns(text) if is_read else ():
            dice = _DIE.findall(head) or (_DIE.findall(lead.text) if lead else [])
            ranges = sorted((each for each in cells if each), key=itemgetter(0, 1))
            is_whole = len(ranges) >= max(2, len(cells) - bool(head))
            if is_whole and len(set(dice)) == 1 and _is_rolled(ranges, dice[0]):
                yield from _roll_problems(ranges, dice[0], lead if head else None)
                continue
            for _, run in groupby(cells, lambda each: each is None):
                yield from _range_problems([each for each in run if each])


def _columns(text: Text) -> Iterator[_Column]:
    """Yield the ranges that stand in each column of the tables, and at the head of each list's items."""
    for table in text.tables:
        rows = [row.text.split("\t") for row in table.rows]
        for at, cells in enumerate(zip_longest(*rows, fillvalue="")):
            found = list(map(_range_of, cells, table.rows))
            yield found, "" if found[0] else cells[0], None if at else table.lead
    for listing in text.lists:
        yield [_range_of(_BEHIND_RANGE.split(each.text)[0], each) for each in listing.items], "", listing.lead


def _range_of(written: str, block: Block) -> _Range | None:
    match = _RANGE.fullmatch(written)
    if match is None:
        return None
    first, end = (100 if digits == "00" else int(digits) for digits in (match[1], match[2] or match[1]))
    last, said = _ENDLESS if match[3] else end, written.strip()
    return _Range(first, last, said, block.at(block.text.find(said))) if last >= first else None


def _range_problems(ranges: Sequence[_Range]) -> Iterator[Problem]:
    pairs, apart = len(ranges) - 1, _unjoined(ranges)
    has_several = any(each.first < each.last < _ENDLESS for each in ranges)
    is_few = len(apart) == 1 or len(apart) * _JOINED_FOR_EACH <= pairs
    share_ends = all(one.first < one.last == two.first < two.last for one, two in apart)
    is_sure = pairs >= _FEWEST_JOINED if share_ends else pairs > _FEWEST_JOINED
    if is_few and is_sure and has_several:
        yield from _unjoined_problems(apart)


def _unjoined(ranges: Sequence[_Range]) -> Sequence[tuple[_Range, _Range]]:
    return [(one, two) for one, two in pairwise(ranges) if two.first != one.last + 1]


def _unjoined_problems(apart: Sequence[tuple[_Range, _Range]]) -> Iterator[Problem]:
    for one, two in apart:
        if one.last < _ENDLESS and two.first > one.first:
            is_gap = two.first > one.last + 1
            what = f"{one.last + 1} is in neither" if is_gap else f"{two.first} is in both"
            message = f'"{two.written}" comes after "{one.written}", and {what}'
            yield two.source, message, "let it begin where that one ends"


def _sides(die: str) -> tuple[int, int]:
    """Return the least and the most that can be rolled with `d6`, `2d6`."""
    many, sides = re.split("[dDwW]", die)
    return int(many or 1), int(many or 1) * int(sides)


def _is_rolled(ranges: Sequence[_Range], die: str) -> bool:
    """Return whether these are, but for a slip, all that the die can roll, and nothing else."""
    (least, most), last = _sides(die), max(each.last for each in ranges)
    if ranges[0].first < least or max(each.last for each in ranges[:-1]) > most or _ENDLESS > last > most:
        return False
    told = {number for each in ranges for number in range(each.first, min(each.last, most) + 1)}
    size = most - least + 1
    return size - len(told) <= max(1, size // _JOINED_FOR_EACH)


def _roll_problems(ranges: Sequence[_Range], die: str, lead: Block | None) -> Iterator[Problem]:
    (least, most), last = _sides(die), max(each.last for each in ranges)
    if len(apart := _unjoined(ranges)) <= _FEWEST_JOINED:
        yield from _unjoined_problems(apart)
        first, end = ranges[0], ranges[-1]
        if first.first > least:
            yield first.source, f'nothing comes before "{first.written}", and {die} can roll {least}', None
        if last < most:
            yield end.source, f'"{end.written}" comes last, and {die} can roll {most}', None
    match = _ROLLED_ON.search(lead.text) if lead else None
    if lead and match and _sides(match["die"]) != (least, most):
        message = f"{match['die']} is rolled on a table of {die}"
        yield lead.at(match.start("die")), message, "name the same die in both places"


_FEWEST_ROWS = 4  # of a table, its head among them


@text_rule("CT228", "missing-cell", Severity.WARNING)
def missing_cell(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """A row has as many cells as all others of its table.

    A value that was deleted with its cell moves nothing: the row just ends early, and its last number may be
    that of another column.

    Bad:

        | Goat  | Milk | Wool |
        | Alba  | 3    | 1    |
        | Berta | 2    |
        | Carla | 4    | 2    |

    Good:

        | Berta | 2    | 1    |

    Looked at are tables of three rows or more in which every cell of every other row is filled. Overlooked on
    purpose: texts of cards; rows of one cell, which are headings, and the last row.
    """
    for text in texts:
        is_read = text.role is not TextKind.CARD and not text.is_from_pages
        for table in text.tables if is_read else ():
            rows = [row.text.split("\t") for row in table.rows]
            short = [at for at, row in enumerate(rows) if len(row) != len(rows[0]) or not all(row)]
            for at in short if len(short) == 1 and len(rows) >= _FEWEST_ROWS else ():
                cells = rows[at]
                if 1 < len(cells) < len(rows[0]) and all(cells) and at < len(rows) - 1:
                    message = f'"{cells[0]}" has {len(cells)} cells, and every other row {len(rows[0])}'
                    yield table.rows[at].at(), message, "add the one that is missing"
