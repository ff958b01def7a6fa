"""Rules about lists of components: their parts come to their total, and the rules use what they list."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from operator import mul, ne

from cardtool.documents import (
    NUMBER,
    Block,
    BlockType,
    Table,
    Text,
    TextKind,
    once_per_text,
    parse_number,
    pattern_of_any,
)
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.lint.core.document_facts import component_lines, component_sections
from cardtool.lint.core.matching import ASIDE, any_word, stem, word_key, word_keys, word_list
from cardtool.lint.core.sentences import is_conditional, is_headline
from cardtool.model import Source

_THINGS = any_word("summed in games")
_TOTAL = (
    rf"(?<!\d\s)(?P<number>{NUMBER})(?:\s?[x×])?(?:\s|-(?=cards?\b))"
    rf"(?:[A-Za-z'’-]+\s){{0,3}}?(?P<thing>card deck|{_THINGS})"
)
_LEAD = LazyRegex(
    rf"{_TOTAL}\b(?:\s*:|[^.:;\d]{{0,60}}\b(?:contain|consist|compris|includ|divided|made up|made of|"
    r"as follows|the following|namely)[^.;\d]{0,60}:?)\s*\Z"
)
_TITLE = LazyRegex(
    rf"(?:.{{1,60}}?(?:\s[–—-]\s?|:\s|\s?\())?{_TOTAL}(?:,?\s(?:in\s)?(?:total|all))?\s*[):]?\s*"
)
_INLINE = LazyRegex(
    rf"{_TOTAL}\s?(?:\((?P<inside>[^().;:]{{5,300}})\)|:\s(?P<after>[^().;:]{{5,300}})(?:[.;]|$))"
)
_PARTED = re.compile(
    rf"(?P<number>{NUMBER})\s(?P<thing>[^\W\d][^\d.,:;()\n]{{2,40}}?)\s?:\s(?P<after>[^.:;()\n]{{5,300}})(?:[.;]|$)"
)
_NEXT_PART = re.compile(rf"(?:,\s(?:\w{{1,3}}\s)?|\s\w{{1,3}}\s)(?={NUMBER}\s)")
_LAST_PART = re.compile(rf"\s\w{{1,3}}\s{NUMBER}\s[^,]*$")  # not: 2 hens and the goat
_AND_ONE = re.compile(r" and (?:the|an?) ([^\d,]+)$")  # the Farmer
_PART = re.compile(rf"(?P<number>{NUMBER})\s(?P<first>[^\W\d]+)(?P<rest>.*)")
_NEAR, _NEAR_UNLIKE = 1 / 5, 1 / 10  # how far a sum is off, at most; one of parts without a word in common
_FEWEST_UNLIKE, _LARGE = 3, 20  # of such parts, and their total
_SURELY_PRODUCTS = 3  # rows of a table, no two alike
_SOME = LazyRegex(rf"\b{any_word('some of what is summed')}\b")
_AMOUNT = LazyRegex(rf"(?P<number>{NUMBER})(?:\s?[x×])?\s(?P<of>[^\d=]{{1,80}})")
_GROUP = re.compile(r"\W*([A-Z][a-z]{2,}s)\W*:\W*")
_NO_PART = LazyRegex(rf"\b{any_word('no part of a sum')}\b")
_BETWEEN = re.compile(r"(?<!\s)\s*+(?:,\s*(?:and|plus|&)?|;|\band\b|\bplus\b|&)\s*")
_INTEGER = re.compile(r"[+-]?\d{1,6}|[−–]\d{1,6}")
_WHOLE = LazyRegex(r"(?:grand )?(?:total|sum)(?: [a-z]+)?\s*:?")
_COUNT = LazyRegex(
    r"(?:count|quantity|qty\.?|copies|amount|how many|(?:#|no\.?|number)\s?(?:of|in)\s(?:the\s)?"
    rf"(?:copies|deck|box|{_THINGS})|(?:cards\s)?in\s(?:the\s)?(?:deck|box))"
)
_OF_EACH = LazyRegex(r"\b(?:each|per|every|colou?rs|suits|sets|decks|players|variants|versions)\b")
_COPIES = LazyRegex(r"[x×]?\s?(\d{1,3})(?:\s?[x×]|\s[a-z]+)?")

Claim = tuple[Block, re.Match[str], Sequence[int]]
"""A total that a text names, with its place and the parts that are to come to it."""


@text_rule("CT206", "component-sum", Severity.ERROR, unsure_on_pages=True)
def component_sum(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """The parts of a list come to the total that it claims.

    A deck of 100 cards whose kinds come to 98 sends players looking under the sofa.

    Bad:

        The deck has 100 cards: 10 Farmer Cards, 40 Goat Cards and 48 Barn Cards.

    Good:

        The deck has 100 cards: 10 Farmer Cards, 40 Goat Cards and 50 Barn Cards.

    Looked at are a list below a total, a list inside an item that has one, the same in one breath ("100 cards: 40
    Apples and 60 Pears"), tables whose last row is headed Total, and tables with a column of counts below a total
    ("Goat Cards (40 cards)"). In any language, what follows a number and its noun with a colon is added up where
    each part begins with a number and the same word ("48 coins: 32 with a hen and 16 with a goat"), or where
    there are three of more than twenty in all ("54 cartes : 36 vaches, 12 chats et 6 oies"); and so are the
    columns of a table of which two make a third in all rows but one. Overlooked on purpose: lists of which any
    part has no number, or one that counts kinds, sets or copies of each; and parts that come to less than half
    or more than twice the total, for they are about something else.
    """  # noqa: E501
    for text in texts:
        if text.role is not TextKind.CARD:
            claims = (*_claims_above(text), *_grouped_claims(text), *_claims_in_prose(text))
            for block, total, amounts in claims:
                said, right = parse_number(total["number"]), sum(amounts)
                if amounts and said != right and said <= 2 * right and right <= 2 * said:
                    message = f"the parts come to {' + '.join(map(str, amounts))} = {right}, not {said}"
                    yield block.at(total.start("number")), message, f"write {right}, or change a part"
            for table in text.tables:
                yield from _column_problems(table)


def _claims_above(text: Text) -> Iterator[Claim]:
    """Yield the totals right before a list or a table of counts, or in the heading of one not announced."""
    lists = [each for each in text.lists if each.lead and each.lead.sort is not BlockType.HEADING]
    counted = [(each.lead, _amounts_of(item.text for item in each.items)) for each in lists]
    for section in text.sections:
        for table in section.tables:
            is_led = table.lead and table.lead.text.rstrip().endswith(":")
            lead = table.lead if is_led or not section.headings else section.headings[-1]
            counted.append((lead, _row_amounts(table)))
    for lead, amounts in counted:
        if lead and amounts and (total := _total_in(lead)):
            yield lead, total, amounts


def _grouped_claims(text: Text) -> Iterator[Claim]:
    """Yield what a section counts before a list that is headed by its word alone: `45 tokens`, `Tokens:`."""
    lists = {id(listing.lead): listing for listing in text.lists}
    for section in text.sections:
        for row, lead in enumerate(section.blocks):
            group = _GROUP.fullmatch(lead.text) if id(lead) in lists else None
            if group and (amounts := _amounts_of(item.text for item in lists[id(lead)].items)):
                said = re.compile(rf"(?P<number>{NUMBER})\s(?P<thing>{group[1].lower()})\b(?=[^:]*$)")
                for block in section.blocks[:row]:
                    if block.sort is BlockType.PARAGRAPH and not _SOME.search(block.text):
                        yield from ((block, total, amounts) for total in said.finditer(block.text))


def _claims_in_prose(text: Text) -> Iterator[Claim]:
    """Yield the totals that have their parts in the same breath, but not what each of several is made of."""
    for block in text.current:
        for total in _INLINE.finditer(block.text) if "(" in block.text or ":" in block.text else ():
            listed = total["inside"] or total["after"]
            before = block.text[max(0, total.start() - 60) : total.start()]
            if "+" not in listed and not _SOME.search(before):
                yield block, total, _amounts_of(_BETWEEN.split(listed.strip()))
        for total in _PARTED.finditer(block.text) if ":" in block.text else ():
            before = block.text[max(0, total.start() - 60) : total.end("thing")]
            if not (_SOME.search(before) or is_conditional(before) or _NO_PART.match(total["thing"])):
                yield block, total, _parts_alike(parse_number(total["number"]), total["after"])


def _parts_alike(said: int, listed: str) -> Sequence[int]:
    """Return the numbers of `24 with a hen and 16 with a cow`, which have a word in common, in any language.

    Others are `36 hens, 12 cows and 6 goats`, where they are many. None where they are far from what is said.
    """
    listed = _AND_ONE.sub(r", and 1 \1", listed.strip())
    matches = [_PART.fullmatch(part) for part in _NEXT_PART.split(listed)]
    parts = [match for match in matches if match]
    off = abs(said - sum(parse_number(part["number"]) for part in parts))
    if len(matches) > len(parts) or len(parts) < 2:
        return ()
    is_alike = len({part["first"] for part in parts}) == 1 and off <= said * _NEAR
    is_plain = not any(re.search(r"\d", part["rest"]) or _NO_PART.search(part[0]) for part in parts)
    is_large = len(parts) >= _FEWEST_UNLIKE and said >= _LARGE and off <= said * _NEAR_UNLIKE
    is_whole = is_large and is_plain and _LAST_PART.search(listed) is not None
    return [parse_number(part["number"]) for part in parts] if is_alike or is_whole else ()


def _total_in(lead: Block) -> re.Match[str] | None:
    """Return the total that a heading names, or a sentence that has what is listed at its end."""
    is_some = _SOME.search(lead.text)
    return None if is_some else _TITLE.fullmatch(lead.text.strip()) or _LEAD.search(lead.text)


def _amounts_of(parts: Iterable[str]) -> Sequence[int]:
    """Return the numbers of `40 Apples (green)` and so on; none where one of several is anything else."""
    matches = [_AMOUNT.fullmatch(ASIDE.sub("", part).strip()) for part in parts]
    known = [parse_number(each["number"]) for each in matches if each and not _NO_PART.search(each["of"])]
    return known if len(known) == len(matches) > 1 else ()


def _cells(table: Table) -> list[list[str]]:
    return [[cell.strip(" *_") for cell in row.text.split("\t")] for row in table.rows]


def _row_amounts(table: Table) -> Sequence[int]:
    """Return how many there are of each row; none where the table does not say so, or not surely."""
    head, *rows = _cells(table)
    columns = [at for at, cell in enumerate(head) if _COUNT.fullmatch(cell)]
    if len(columns) != 1 or len(rows) < 2 or any(_OF_EACH.search(cell) for cell in head[1:]):
        return ()
    rows = rows[:-1] if _WHOLE.fullmatch(rows[-1][0]) else rows
    copies = [_COPIES.fullmatch(row[columns[0]]) for row in rows if len(row) > columns[0]]
    found = [int(match[1]) for match in copies if match]
    return found if len(found) == len(rows) else ()


def _column_problems(table: Table) -> Iterator[Problem]:
    """Add up columns over a last row that is headed Total, less those of which a row by itself is wrong."""
    rows = _cells(table)
    has_total = _WHOLE.fullmatch(rows[-1][0]) is not None
    wrong = {at: (row, product) for row, at, product in _wrong_products(rows, has_total=has_total)}
    for at, (row, product) in wrong.items():
        yield _at_cell(table, row, at), f"the row comes to {product}, not {rows[row][at]}", f"write {product}"
    columns = {at: parts for at in range(1, len(rows[-1])) if (parts := _column_numbers(rows, at))}
    for at, (*parts, said) in columns.items() if has_total else ():
        right = sum(parts)
        products = (sum(map(mul, parts, others)) for others in columns.values())
        if parts and said != right and at not in wrong and said not in products:
            here = _at_cell(table, len(rows) - 1, at)
            yield here, f"the column comes to {right}, not {said}", f"write {right}, or change a row"


def _at_cell(table: Table, row: int, at: int) -> Source:
    text = table.rows[row].text
    return table.rows[row].at(text.index(_cells(table)[row][at], len("\t".join(text.split("\t")[:at]))))


def _wrong_products(rows: list[list[str]], *, has_total: bool) -> Iterator[tuple[int, int, int]]:
    """Yield row, column and product, where two columns make a third in all rows but this."""
    body = rows[:-1] if has_total else rows
    numbers = {at: found for at in range(1, len(body[0])) if len(found := _column_numbers(body, at)) > 1}
    for (_, ones), (_, others), (at, said) in combinations(numbers.items(), 3):
        products = list(map(mul, ones, others))
        if sum(map(ne, products[:_SURELY_PRODUCTS], said)) > 1:
            continue
        wrong = [row for row, (one, two) in enumerate(zip(products, said, strict=False)) if one != two]
        rows_made = zip(ones, others, said, strict=False)
        fits = {(one, two) for one, two, made in rows_made if made == one * two and min(one, two) > 1}
        total = rows[-1][at] if has_total and at < len(rows[-1]) else ""
        if len(wrong) == 1 and (len(fits) >= _SURELY_PRODUCTS or total == str(sum(products))):
            yield len(body) - len(said) + wrong[0], at, products[wrong[0]]


def _column_numbers(rows: Sequence[list[str]], at: int) -> list[int]:
    """Return the numbers of a column from its head, if any, to its total; empty if some are none."""
    cells = [row[at] if at < len(row) else "" for row in rows]
    cells = cells if _INTEGER.fullmatch(cells[0]) else cells[1:]
    return [int(re.sub("[−–]", "-", cell)) for cell in cells] if all(map(_INTEGER.fullmatch, cells)) else []


_FEWEST = 4  # lines of a list; what is surely one counts twice
_LEAST_PIECES = 0.3  # of them, those that are surely of a game
_LONGEST_ENTRY, _MOST_WORDS_OF_THING = 12, 5  # words of a line that lists something, and of what it names
_PIECE = LazyRegex(rf"\b(?:cards?|decks?|pieces?|{any_word('heads of components')})\b")
_COUNTED = re.compile(r"\W*\d+\s?[x×*]?\s[^\W\d_]|.*[:*×x]\s?\d+\W*$", re.DOTALL)
_THING = r"(?P<thing>[^\W\d_][^\d\n\t,;:()\[\]/.–—*×]{2,60})"
_NUMBERED = LazyRegex(rf"(?<![\w.,-])\d+\s?[x×]\s{_THING}", re.NOFLAG)
_ENTRY = LazyRegex(rf"\A\s*(?:\d+\s?[x×*]?\s|[x×]\s?\d+\s)?(?:an? |the )?{_THING}", re.NOFLAG)
_MOST_UNUSED = 0.5  # of a list; one of which more is not spoken of is that of another product
_COMMON_HEADS = frozenset({"card", "tile", "token", "marker", "cube", "piece", "counter"})


@once_per_text
def _listed_blocks(text: Text) -> Iterator[Block]:
    """Yield the blocks of sections that list components, and the list itself."""
    inside = (block for section in component_sections(text, or_inside=True) for block in section.blocks)
    yield from {id(block): block for block in (*inside, *component_lines(text))}.values()


@once_per_text
def _other_blocks(text: Text) -> Iterator[Block]:
    """Yield everything beside the list of components, and all headings."""
    listed = set(map(id, _listed_blocks(text)))
    yield from (block for block in text.current if id(block) not in listed)


def _with_list(texts: Sequence[Text]) -> Iterator[Text]:
    """Yield the documents that have a list of components, and not an outfitter's."""
    for text in texts:
        listed = (*_listed_blocks(text), *component_lines(text)) if text.role is TextKind.DOCUMENT else ()
        entries = [block.text for block in listed if len(block.text.split()) <= _LONGEST_ENTRY]
        pieces = sum(bool(_PIECE.search(line) or _COUNTED.match(line)) for line in entries)
        if len(entries) >= _FEWEST and pieces >= _LEAST_PIECES * len(entries):
            yield text


@text_rule("CT223", "unused-component", Severity.INFO, reads="en")
def unused_component(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """Everything in the box is spoken of in the rules.

    Players lay eight patch tiles beside the board, read to the end, and never learn what they are for.

    Bad:

        Components: 4 barns, 20 goats, 4 tracking boards, 2 dice
        # and nothing in the rules is a tracking board; some are "tracker boards"

    Good:

        Components: 4 barns, 20 goats, 4 tracker boards, 2 dice

    Found in real rules: "4 Tracking Cards" in the list where the rules set up "Tracker Cards", and meeples
    without a rule. Looked at are documents with a list of four components or more. A thing counts as spoken
    of where any word that tells it from the other components stands outside the list. Overlooked on purpose:
    the rulebook, bags, boxes and what else only holds things.
    """
    for text in _with_list(texts):
        said = {stem(key) for block in _other_blocks(text) for key in word_keys(block.text)}
        listed = list(_entries(text))
        unused = list(_unused(listed, said))
        for place, thing in unused if len(unused) <= _MOST_UNUSED * len(listed) else ():
            message = f'the list of components has "{thing}", and the rules do not speak of it'
            yield place, message, "say what it is for, or leave it out"


def _entries(text: Text) -> Iterator[tuple[Source, str]]:
    """Yield what each line of the list of components names first, less its number."""
    sure = set(map(id, component_lines(text)))
    for block in (block for block in _listed_blocks(text) if not block.text.endswith((":", "."))):
        is_run = len(_NUMBERED.findall(block.text)) > 1  # lines that nothing parts: "8 x cups 4 x mats"
        for match in (_NUMBERED if is_run else _ENTRY).finditer(block.text):
            is_short = len(match["thing"].split()) <= _MOST_WORDS_OF_THING
            if is_short and (id(block) in sure or _PIECE.search(match["thing"])):
                yield block.at(match.start("thing")), match["thing"].strip()


def _unused(listed: Sequence[tuple[Source, str]], said: set[str]) -> Iterator[tuple[Source, str]]:
    """Yield the things of which no word that tells them from the others is said."""
    words = [set(word_keys(thing)) for _, thing in listed]
    often = Counter(word for each in words for word in each)
    holders = word_list("what only holds things")
    for entry, own in zip(listed, words, strict=True):
        telling = {word for word in own - _COMMON_HEADS if often[word] == 1}
        if telling and telling.isdisjoint(holders) and said.isdisjoint(map(stem, telling)):
            yield entry


Mentions = Mapping[str, Sequence[tuple[Source, str]]]
"""What the rules handle or speak of by its key, with all its places and the words there."""


def _mentions(text: Text, pattern: LazyRegex, key_of: Callable[[re.Match[str]], str]) -> Mentions:
    """Return every key of what a pattern finds beside the list."""
    found: defaultdict[str, list[tuple[Source, str]]] = defaultdict(list)
    for block in _other_blocks(text):
        for match in pattern.finditer(block.text) if not is_headline(block) else ():
            here = block.at(match.start("said"))
            found[key_of(match)].append((here, " ".join(match["said"].split())))
    return found


_GROUPS = ("die dice", "board", "timer hourglass sandtimer", "coin", "dial", "bag", "pencil", "spinner")
_GROUP_OF = {word_key(word): group for group in _GROUPS for word in group.split()}
_HANDLED = r"(?:place|take|roll|put|flip|draw|spend|discard|return|move|turn|shuffle|gain|pay|receive|use)s?"
_HANDLING = LazyRegex(rf"\b(?P<said>{_HANDLED}\s(?:[a-z]+\s){{0,2}}?(?P<noun>{pattern_of_any(_GROUP_OF)}))\b")
_REPLACED = re.compile(r"\b(?:instead|would|not|no|never|without|cannot)\b")
_BESIDE = 60  # letters beside what is done in another game
_LEAST_MENTIONS = 3  # of a thing that is handled but once


@text_rule("CT215", "unlisted-component", Severity.WARNING, reads="en")
def unlisted_component(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """What players place, take and roll is in the list of components.

    "Roll the die", and the box has none: the die was in the prototype.

    Bad:

        Components: 20 goats, 4 barns, 4 boards, 12 eggs.
        Roll two dice. Put the dice back.

    Good:

        Components: 20 goats, 4 barns, 4 boards, 12 eggs, 2 dice.

    Found in real rules: each player is given a pencil, and a turn is timed with a timer, that no list has.
    Looked at are dice, boards, coins, timers, dials, bags, spinners and pencils that a document handles
    ("roll", "place", "take") more than once. Overlooked on purpose: what is not done, or done instead, and
    what is only named.
    """
    for text in _with_list(texts):
        listed = {key for block in _listed_blocks(text) for key in word_keys(block.text.replace("-", " "))}
        often = Counter(key for block in _other_blocks(text) for key in word_keys(block.text))
        for group, mentions in _mentions(text, _HANDLING, _handled_group).items():
            times = sum(often[key] for key in map(word_key, group.split()))
            is_listed = not listed.isdisjoint(map(word_key, group.split()))
            if group and not is_listed and (len(mentions) > 1 or times >= _LEAST_MENTIONS):
                place, words = mentions[0]
                message = f'"{words}", but the list of components has no {group.split()[0]}'
                yield place, message, "list it, or say what is meant"


def _handled_group(match: re.Match[str]) -> str:
    """Return the group of what is handled here; empty where it is not, or only in another game."""
    is_replaced = _REPLACED.search(match.string, max(0, match.start() - _BESIDE), match.end() + _BESIDE)
    return "" if is_replaced else _GROUP_OF[word_key(match["noun"])]


_SORT_OF = rf"(?P<thing>{any_word('heads of components')})\b(?!-| games?\b)"
_KIND = LazyRegex(rf"(?<![\w'’-])(?P<said>(?P<kind>(?-i:[a-z])[a-z'’-]{{2,}})\s{_SORT_OF})")
_NAMED = LazyRegex(
    r"\b(?:an?|the|one|each|every|any|all|this|both|your|their|his|her|its|\d{1,2})\s"
    rf"(?P<said>(?P<kind>(?-i:[A-Z][\w’'-]*(?:\s[A-Z][\w’'-]*){{0,3}}))\s{_SORT_OF})"
)
_NO_NAME = word_list("function words") | word_list("materials")
_NO_KIND = _NO_NAME | word_list("no kinds of components") | word_list("more than one")
_LEAST_USES, _LEAST_ALONE = 3, 5  # of a kind, by the text; of one whose sort the list does not have at all


@text_rule("CT224", "unlisted-kind", Severity.INFO, reads="en")
def unlisted_kind(texts: Sequence[Text], facts: Facts) -> Iterator[Problem]:
    """What sort of token, marker or tile the rules speak of is in the list of components, by that name.

    The list has "20 wound tokens", and everybody gains damage tokens: are they the same?

    Bad:

        Components: 20 wound tokens, 4 boards, 30 cards, 2 dice.
        Take a damage token. … Return all damage tokens.

    Good:

        Components: 20 damage tokens, 4 boards, 30 cards, 2 dice.

    Found in real rules: a track and a sort of tile that go by another name in the list, "the First Player
    token" and "their Command Dice" that no list has. Looked at are two words of which the second is a thing
    that the list has in sorts, such as token, or not at all; or that have capitals, and "a", "the", "their"
    before them. Overlooked on purpose: sorts without capitals of which a text speaks less than three times,
    or five where the list has no such thing; words of every day, numbers, colours.
    """
    fix = "list it, or call it what the list calls it"
    for text in _with_list(texts):
        lines = [block.text for block in _listed_blocks(text)]
        listed = {stem(key) for line in lines for key in word_keys(line)}
        sorts = {word_key(match["thing"]) for line in lines for match in _KIND.finditer(line)}
        named = _mentions(text, _NAMED, lambda match: " ".join(word_keys(match["said"])))
        for name, mentions in named.items():
            telling = [key for key in name.split()[:-1] if key not in _NO_NAME]
            if not listed.issuperset(map(stem, telling)):
                place, words = mentions[0]
                yield place, f'"{words}", but the list of components has none', fix
        kinds = _mentions(text, _KIND, lambda match: " ".join(map(word_key, match.group("kind", "thing"))))
        for sort, mentions in kinds.items():
            kind, thing = sort.split()
            is_new = stem(kind) not in listed and (thing in sorts or stem(thing) not in listed)
            is_kind = kind not in _NO_KIND and not kind.endswith(("ed", "ing", "ly"))
            least = _LEAST_USES if thing in sorts else _LEAST_ALONE
            if is_new and is_kind and len(mentions) >= least:
                place, words = mentions[0]
                said = f'"{words}", {len(mentions)} times'
                yield place, f"{said}, but the list of components has no {sort}", fix
