"""Values that a text quotes beside the name of a thing it gives values to: `Silver Heron (prestige 8)`.

Quoted is only what cannot be anything else: the name as it is written where the values are given, with
nothing before it that may change the thing, and a number that nothing in its sentence may have changed:
by some case, or in this moment.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from cardtool.documents import Block, BlockType, Section, Text, find_sections
from cardtool.lint.core import LazyRegex
from cardtool.lint.core.matching import number_or_none
from cardtool.lint.core.sentence_context import sentences_in
from cardtool.lint.values.value_pairs import (
    LABEL,
    StatedValue,
    ValuePair,
    is_about_usual_game,
    name_key,
    pairs_of,
    says_example,
)
from cardtool.lint.values.values_in_document import DocumentValues
from cardtool.model import Source

_WORD = re.compile(r"[\w'’-]+")
_BEFORE = LazyRegex(
    r"the|an?|each|every|all|your|his|her|their|its|of|on|onto|to|with|against|from|by|in|into|at|for|while|"
    r"play|use|take|draw|build|buy|choose|discard|gain|reveal|attack|fight|defeat"
)
_VERB = re.compile(r"[a-z]+[^s'’]s")
_MOST_WORDS, _LONGEST_NAMES = 6, 120  # of a name; letters


@dataclass(frozen=True, slots=True)
class NamedThing:
    """A thing named in a sentence, as written there, and the word before it; whether they begin it."""

    name: str
    article: str
    is_first: bool


def thing_named_before(before: str, names: Collection[str]) -> NamedThing | None:
    """Return the thing whose name these words end in, where nothing before the name may change what it is."""
    words = [*_WORD.finditer(before, max(0, len(before) - _LONGEST_NAMES))][-_MOST_WORDS:]
    if not words or words[-1].end() != len(before):
        return None
    for word in words:
        name = before[word.start() :]
        if name_key(name) in names and name[0].isupper():
            return _free_name(before[: len(before) - len(name)], name)
    return None


def _free_name(before: str, name: str) -> NamedThing | None:
    """Return the name, where it stands alone: not after `upgraded`, `two`, or as one of several."""
    said = before.rstrip()
    if opens_statement(said) or said.endswith("),"):
        return NamedThing(name, "", is_first=opens_statement(said))
    rest, _, last = said.rpartition(" ")
    rest = rest.rstrip()
    if last.lower() == "and":
        return NamedThing(name, "", is_first=False) if rest.endswith(")") else None
    is_joined = rest.rpartition(" ")[2].lower() in ("and", "or", "plus", "&", "two", "three")
    is_free = _BEFORE.fullmatch(last) or _VERB.fullmatch(last)
    if is_joined or not is_free or (rest and last[0].isupper()):
        return None
    return NamedThing(name, last.lower(), is_first=opens_statement(rest))


def opens_statement(before: str) -> bool:
    """Return whether what follows these words is the beginning of a statement."""
    said = before.rstrip()
    return not said or said[-1] in ":;—–"


def has_same_capitals(written: str, given: str) -> bool:
    """Return whether the capitals are those of the name given, or of a name given in capitals throughout."""
    if given.isupper() and len(given) > 3:
        return all(word[0].isupper() for word in written.split() if len(word) > 3)
    return written.replace("’", "'") == given.replace("’", "'")


_CHANGED = LazyRegex(
    r"\b(?:now|becom\w+|rais\w+|increas\w+|reduc\w+|decreas\w+|lower\w*|modif\w+|instead|treat\w*|doubl\w+|"
    r"tripl\w+|halv\w+|half|would|were|was|had|used to|been|bonus\w*|extra|additional\w*|plus|minus|more|"
    r"less|fewer|upgrad\w*|promot\w*|levels?|equip\w*|wound\w*|damaged|heal(?:s|ed|ing)?|remain\w*|left|current\w*|"
    r"temporar\w*|until|total\w*|together|both|sum|combined|variants?|solo|expansions?|scenarios?|campaign|"
    r"editions?|versions?|prototypes?|previous\w*|former\w*|earlier|original\w*|old|misprint\w*|wrong\w*|"
    r"mistake\w*|typos?|errata|printed|should|could|might|pretend\w*|thanks|because|due|after|per|chang\w*|"
    r"add\w*|subtract\w*|swap\w*|copies|boost\w*)\b|[+−×]"
)
_CASE = LazyRegex(
    r"\A(?:in|during|at|on|with|without|within|against|for|under|behind|inside|near|before|as)\b[^,]*,|"
    r"\b(?:if|unless|when\w*|while|once|counts? as|in case|where|any|as an?|like|only|not|never)\b"
)
_OTHERWISE = LazyRegex(
    r"\b(?:weaker|stronger|cheaper|dearer|chang\w*|modif\w*|differ\w*|instead|variants?|expansions?|upgrad\w*|"
    r"replac\w*|these values|following values|new values)\b"
)
_ONE_OF_ALL = ("a", "an", "each", "every", "all")
_ARTICLES = ("a", "an", "the", "each", "every")
_DWINDLING = frozenset(("health", "hit point", "life", "life point", "live", "sanity", "stamina"))
_STATES = _DWINDLING.union(
    (
        "ammo",
        "coin",
        "damage",
        "energy",
        "food",
        "fuel",
        "gold",
        "hit point",
        "level",
        "loyalty",
        "mana",
        "money",
    ),
    ("morale", "point", "score", "shield", "supply", "threat", "victory point", "wound"),
)
"""What one thing has more or less of in the course of a game, by the key of its label."""


def may_be_of_moment(key: str, number: int, given: Collection[int]) -> bool:
    """Return whether a card to which these are given may have so many at some moment of the game.

    Nothing has more health than it begins with; less, and more or less of points or coins, it may have.
    """
    is_more = number > max(given) and key in _DWINDLING
    return (key in _STATES or key == "point") and not is_more


def may_be_changed(sentence: str, start: int) -> bool:
    """Return whether a sentence may speak of a value that something changed, or of some case only.

    Of a case it does where the words for it stand before `start`, where the thing is named; so does
    what somebody says in it.
    """
    before = sentence[:start]
    is_speech = before.count('"') % 2 > 0 or before.count("“") > before.count("”")
    return is_speech or _CASE.search(before) is not None or _CHANGED.search(sentence) is not None


def announces_changes(before: str) -> bool:
    """Return whether sentences say that in what follows values are others than usual."""
    return _OTHERWISE.search(before) is not None


def is_permanent(pair: ValuePair, given: StatedValue, article: str, *, restricts: bool) -> bool:
    """Return whether a value is what every such thing has, not what one has now, of health or points.

    Nothing has more health than it begins with; less it may have at any time. `restricts` is whether it
    tells which are meant: "a Bog Troll with Attack 2".
    """
    if pair.leads and article not in _ARTICLES:
        return False
    if pair.key not in _STATES:
        return not (restricts and article in _ONE_OF_ALL)
    is_more = given.number is not None and pair.number > given.number and pair.key in _DWINDLING
    return not restricts and (is_more or article in _ONE_OF_ALL)


_ENDS = (
    r"(?=\s*(?:[.;!?)]|,(?!\s?\d)|$)|\s(?:and\s(?!up\b|more\b|above\b|over\b|higher\b)|but\s|so\s|which\s))"
)
_COUNT = r"(?P<number>\d{1,6}|[a-z]+(?:-[a-z]+)?)"
_TAIL = LazyRegex(
    r"\s\((?P<aside>[^()]{3,60})\)"
    rf"|(?P<verb>,?\swith|\shas|\shave)\s(?:an?\s|its\s|their\s)?(?P<label>{LABEL}?):?\s(?:of\s)?{_COUNT}{_ENDS}"
)
_OF_THE = LazyRegex(
    rf"\bthe\s(?P<label>{LABEL}?)\sof\s(?P<article>the|an?|each|every)\s(?P<name>[^.;,:()]{{2,40}}?)\sis\s"
    rf"{_COUNT}{_ENDS}"
)
_OF_IT = LazyRegex(rf"['’]s\s(?P<label>{LABEL}?)\sis\s{_COUNT}{_ENDS}")
_WORTH = LazyRegex(
    rf"\sis\sworth\s{_COUNT}\s(?P<label>(?:victory\s|prestige\s)?points?|vps?)(?=\s*(?:[.;!?)]|$))"
)


@dataclass(frozen=True, slots=True)
class ValueQuote:
    """A value quoted beside a name that the document itself gives another."""

    given: StatedValue
    number: int
    source: Source


def value_quotes(text: Text, own: DocumentValues) -> Iterator[ValueQuote]:
    """Yield every quoted value that is not the one the document gives."""
    for section in find_sections(text.current) if own else ():
        if is_about_usual_game(section, text):
            for block in _blocks_before_example(section):
                if id(block) not in own.blocks:
                    yield from _block_quotes(block, own)


def _blocks_before_example(section: Section) -> Iterator[Block]:
    """Yield the blocks of a section up to its first example: what follows one may belong to it.

    Less the items of a list that is led to by words of a change or of some case.
    """
    lead = ""
    for block in section.blocks:
        if says_example(block.text):
            return
        if block.sort is not BlockType.ITEM:
            lead = block.text if block.text.endswith(":") else ""
        if block.sort is not BlockType.ROW and not (lead and may_be_changed(lead, len(lead))):
            yield block


def _block_quotes(block: Block, own: DocumentValues) -> Iterator[ValueQuote]:
    for start, sentence in sentences_in(block.text):
        for match, named in _named_things(sentence, own) if _may_quote(sentence) else ():
            if not may_be_changed(sentence, match.start()):
                yield from _quotes_from(match, named, block, start, own)
        if announces_changes(sentence):
            return


def _named_things(sentence: str, own: DocumentValues) -> Iterator[tuple[re.Match[str], NamedThing]]:
    for pattern in (_TAIL, _OF_IT, _WORTH):
        for match in pattern.finditer(sentence):
            named = thing_named_before(sentence[: match.start()], own.names)
            if named and (named.is_first or match.groupdict().get("aside")):
                yield match, named
    for match in _OF_THE.finditer(sentence):
        if name_key(match["name"]) in own.names and opens_statement(sentence[: match.start()]):
            yield match, NamedThing(match["name"], match["article"].lower(), is_first=True)


def _may_quote(sentence: str) -> bool:
    return any(said in sentence for said in ("(", " with ", " has ", " have ", " worth ", " is "))


def _quotes_from(
    match: re.Match[str], named: NamedThing, block: Block, start: int, own: DocumentValues
) -> Iterator[ValueQuote]:
    restricts = (match.groupdict().get("verb") or "").strip() == "with"
    for pair, at in _match_pairs(match):
        given = own.values.get((name_key(named.name), pair.key))
        if given is None or pair.number == given.number or not has_same_capitals(named.name, given.name):
            continue
        if is_permanent(pair, given, named.article, restricts=restricts):
            yield ValueQuote(given, pair.number, block.at(start + at))


def _match_pairs(match: re.Match[str]) -> Iterator[tuple[ValuePair, int]]:
    groups = match.groupdict()
    if aside := groups.get("aside"):
        for pair in pairs_of(aside):
            yield pair, match.start("aside") + pair.start
        return
    if (number := number_or_none(match["number"])) is not None:
        leads = match.start("number") < match.start("label")
        yield ValuePair(match["label"], number, 0, leads), match.start("number")
