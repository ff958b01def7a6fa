"""Rules that hold the list of components against the rules: what is listed is used, and the reverse."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence

from cardtool.documents import Block, Text, TextKind, once_per_text, pattern_of_any
from cardtool.lint.core import Facts, LazyRegex, Problem, Severity, text_rule
from cardtool.lint.core.document_facts import component_lines, component_sections
from cardtool.lint.core.matching import any_word, stem, word_key, word_keys, word_list
from cardtool.lint.core.sentences import is_headline
from cardtool.model import Source

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
_NEAR = 60  # letters beside what is done in another game
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
    is_replaced = _REPLACED.search(match.string, max(0, match.start() - _NEAR), match.end() + _NEAR)
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
