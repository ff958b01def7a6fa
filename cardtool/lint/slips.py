"""Words that are well spelt and cannot be right where they stand, as patterns. A new one is a line here."""

from __future__ import annotations

import re
from typing import NamedTuple

from cardtool.lint.lazy import Lazy
from cardtool.lint.sound_alikes import WRITTEN as SOUND_ALIKES
from cardtool.lint.wrong_forms import WRITTEN as WRONG_FORMS

__all__ = ["SLIPS", "Slip"]

_THING = (
    r"(?:hand|hands|deck|discard|turn|turns|cards?|pieces?|pawns?|heroes|hero|tokens?|board|pile|dice|die|units?|"
    r"tiles?|score|points|mat|player|opponents?|own|area)"
)
_BEFORE_THEIR = (
    r"(?:in|on|from|into|of|with|play|plays|discard|discards|draw|flip|take|takes|has|have|end|ends|place|"
    r"count|counts|show|shows|use|uses|lose|loses|spend|spends|keep|keeps|roll|rolls|look at|looks at|"
    r"add up|adds up|shuffle|shuffles|reveal|reveals|pay|pays|score|scores)"
)
_NOT_SHOT = (
    r"(?! (?:an?|the|his|her|their|its|your|\d+|two|three|all|another) (?:of (?:his|her|their|its|"
    r"the) )?(?:[a-z-]+ )?(?:arrows?|bolts?|shots?|volley|missiles?|shafts?|quarrels?|barrage|hounds?|dogs?|"
    r"fire|ropes?|lines?|knots?|sails?|bonds|chains?)\b| (?:arrows|bolts|shots|fire|off|upon|on)\b)"
)
_DONE_TO_IT = (
    r"(?:removed|discarded|destroyed|dropped|placed|revealed|flipped|played|drawn|moved|killed|defeated|captured|used|"
    r"exhausted|empty|full|over|in play)(?=[.,;:)]|$| (?:by|from|in|on|at|to|and|or|before|after|during|"
    r"until|with|you)\b)|(?:not|been|the|your|an?)\b"
)
_ENDED = r"(?=[.,;:)]|$| (?:and|since|without|when|after|before)\b)"
_WHO_LOSES = r"(?:player|you|they|opponents?|team)"
_SO_MANY = r"(?:a|an|no|any|some|\d+|two|three|four|five|only|still|more|enough)"
_LOST = (
    r"(?:the game|a turn|(?:your|their|his|its) turn|(?:victory )?points?|a life|a point|health|the battle|"
    r"the round)"
)
_ABLE = r"(?:to|can|may|must|will|should|then)"
_ANYTHING = r"(?:the|a|an|all|your|their|his|its|it|them|any|one|two)"
_COUNTED = (
    r"(?:cards?|tokens?|dice|tiles?|points?|actions?|attacks?|moves?|turns?|damage|pieces?|units?|players?|"
    r"resources?|coins?)"
)
_DONE = r"(?:been|had|played|drawn|taken|done|won|lost|used|moved)"
_MANY = r"(?:\d|two|three|four|five|six|seven|eight|more)"
_YOU_ARE = r"(?:the|not|able|allowed|going|in|on|attacked|hit|out of)"
_IS = r"(?! (?:is|are)\b)"
_ONE = r"(?:a|each|every|one|another)"
_PLAYERS_OWN = (
    r"(?:hands?|deck|turns?|board|mat|score|discard|draw pile|area|cards|pieces|tokens|tableau|hero|heroes|"
    r"home|side|supply|bag|choice)"
)
_TOWARDS = (
    r"(?:of|in|on|to|from|with|at|by|into|onto|under|behind|within|during|matching|reach|reaches|deals|"
    r"loses|gains|take|takes|pay|pays)"
)
_QUALITY = (
    r"(?:current|original|starting|total|full|printed|new|old|red|blue|green|yellow|black|white|grey|gray|"
    r"movement|resource|build|attack|energy)"
)
_OF_IT = (
    rf"(?:{_THING}|type|goal|star|space|place|location|damage|cost|value|power|side|back|front|name|text|"
    r"colou?r|range|time|health)"
)


class Slip(NamedTuple):
    """Words of each group of which one has to be there, and phrases likewise; what cannot be right, its
    group `wrong` holding the word; and the word that belongs there.
    """

    words: tuple[tuple[str, ...], ...]
    phrases: tuple[str, ...]
    pattern: Lazy
    right: str

    @classmethod
    def of(cls, pattern: str, right: str) -> Slip:
        """The slip of this pattern; the words are read from it: the wrong one, and those right beside it."""
        wrong = _WRONG.findall(pattern)[0]
        first, before, after = (_words(each, pattern) for each in (_FIRST, _BEFORE, _AFTER))
        words = [(word,) for word in _LETTERS.findall(wrong)]
        beside = [tuple(each.split()[0] for each in words) for words in (first, after) if words]
        return cls((*words, *beside), _phrases(pattern, wrong, before, after), Lazy(pattern), right)


_WRONG = re.compile(r"\(\?P<wrong>([^()]+)\)")
_FIRST = re.compile(r"^\\b\(\?:([a-z|]+)\) ")
_BEFORE = re.compile(r"\\b\(\?:([a-z| ]+)\) \(\?P<wrong>[a-z ]+\)")
_AFTER = re.compile(r"\(\?P<wrong>[a-z ]+\) \(\?:([a-z| ]+)\)(?: |\\b)")
_LETTERS = re.compile("[a-z]+")
_SEVERAL = re.compile("[a-z]+(?: [a-z]+)+")


def _words(alternatives: re.Pattern[str], pattern: str) -> tuple[str, ...]:
    """The words among which a pattern has a choice at this place; none where it has none, or no words."""
    found = alternatives.search(pattern)
    return tuple(found[1].split("|")) if found else ()


def _phrases(pattern: str, wrong: str, before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """Phrases of which one stands wherever the pattern is found, the fewest that can be told from it."""
    lead = " " if " (?P<wrong>" in pattern else ""
    if before and (not after or len(before) <= len(after)):
        return tuple(f"{words} {wrong}" for words in before)
    if after:
        tail = " " if pattern[_AFTER.search(pattern).end() - 1] == " " else ""  # type: ignore[union-attr]
        return tuple(f"{lead}{wrong} {words}{tail}" for words in after)
    return (wrong,) if _SEVERAL.fullmatch(wrong) else ()


_WRITTEN = (
    (rf"(?<!\bthe )(?<!\bother )(?<!st )\b(?P<wrong>two) (?:his|her|their|your|its) {_THING}\b", "to"),
    (rf"\b{_BEFORE_THEIR} (?P<wrong>there) (?!own\b)(?:{_THING}|coins)\b", "their"),
    (r"\b(?P<wrong>there) own\b", "their"),
    (rf"\b(?P<wrong>their) (?:is|are|was|were) {_SO_MANY}\b", "there"),
    (rf"\b(?P<wrong>they['’]re) {_THING}\b", "their"),
    (r"\b(?P<wrong>you['’]re) (?:turn|turns|deck|opponents?|own|cards|tokens?|discard pile)\b", "your"),
    (rf"\b(?:if|when|while|unless|because|until|once) (?P<wrong>your) {_YOU_ARE}\b", "you're"),
    (r"\b(?:more|less|fewer|higher|lower|greater|larger|smaller) (?P<wrong>then) \d+\b(?=[.,;)]|$)", "than"),
    (rf"\b(?:more|less|fewer) (?P<wrong>then) \d+ {_COUNTED}(?=[.,;)]|$| (?:in|on|at|of)\b)", "than"),
    (rf"\b(?:more|less|fewer) {_COUNTED} (?P<wrong>then) \d+(?=[.,;)]|$)", "than"),
    (r"\b(?:rather|other) (?P<wrong>then) (?:the|a|an|your|their|his|by|in|to)\b", "than"),
    (rf"\b(?P<wrong>loose) {_LOST}\b", "lose"),
    (rf"\b(?P<wrong>looses)\b{_NOT_SHOT}(?= [\w(])", "loses"),
    (
        rf"\b{_WHO_LOSES} (?P<wrong>loose)\b{_NOT_SHOT}(?= (?:the|a|one|all|your|their|\d+)\b)",
        "lose",
    ),
    (rf"\b(?:unless|until|once|if|when|after|before) (?P<wrong>its) (?:{_DONE_TO_IT})", "it's"),
    (rf"\b(?:has|have|had) (?P<wrong>past){_ENDED}", "passed"),
    (r"\b(?:has|have|had) (?P<wrong>past) (?:the|his|her|their|your|its|all|it)\b", "passed"),
    (
        r"\b(?:to|from|of|in|into|on|with|discard|discards|draw|play|shuffle|reveal|block|attack|reduce) "
        r"(?P<wrong>you) (?:hand|deck|opponent['’]s|turn|discard pile|own|board|hero|score)\b(?![-–])",
        "your",
    ),
    (r"\b(?P<wrong>in stead of)\b", "instead of"),
    (r"\b(?P<wrong>infront of)\b", "in front of"),
    (r"\b(?P<wrong>infront)(?= (?:the|you|him|her|them|it|your|their|each|an?|every)\b)", "in front of"),
    (
        r"\b(?:becomes|is|during|in|on|of|from|to|at|into) the (?P<wrong>opponents) (?:turn|hand|deck|board)"
        r"(?=[.,;:)]|$| (?:and|or|is|ends|begins|has)\b)",
        "opponent's",
    ),
    (
        r"\b(?:becomes|is|during|in|on|of|from|to|at|into) the (?P<wrong>players) (?:turn|hand|deck|board)"
        r"(?=[.,;:)]|$| (?:and|or|is|ends|begins|has)\b)",
        "player's",
    ),
    (r"\b(?P<wrong>aswell)\b", "as well"),
    (r"\b(?P<wrong>alot)\b", "a lot"),
    (r"\b(?P<wrong>atleast)\b", "at least"),
    (r"\b(?P<wrong>incase)\b(?= (?:of|the|you|a|an|it|there|they|someone|no)\b)", "in case"),
    (r"\b(?P<wrong>in tact)\b", "intact"),
    (r"\b(?P<wrong>a cards) (?:is|has|can|may|must|with|from|in|on|to)\b", "a card"),
    (r"\b(?:that|this) (?P<wrong>cards) (?:is|has|was|becomes|goes|can|may|must)\b", "card"),
    (rf"\b{_TOWARDS} (?P<wrong>it['’]s) (?:{_QUALITY} )?{_OF_IT}\b{_IS}", "its"),
    (r"\b(?P<wrong>it['’]s) (?:health|hit points) (?:reach|drop|fall|go|come)(?:es|s)\b", "its"),
    (
        rf"\b(?P<wrong>it['’]s) (?:{_OF_IT}|strength|movement|attack|defen[cs]e|armou?r) "
        r"(?:does(?:n['’]t| not)|becomes|increases|decreases|remains|stays|drops)\b",
        "its",
    ),
    (rf"\b(?P<wrong>it['’]s) (?:owner|own|controller|ability|abilities|effects?)\b{_IS}", "its"),
    (rf"\b{_ONE} (?P<wrong>players) {_PLAYERS_OWN}\b", "player's"),
    (rf"\b(?:each|every) (?P<wrong>players)\b(?!['’]| {_PLAYERS_OWN}\b)", "player"),
    (r"\b(?:each|every) (?P<wrong>cards)\b(?!['’])", "card"),
    (r"\b(?:each|every) (?P<wrong>creatures)\b(?!['’])", "creature"),
    (r"\b(?:each|every) (?P<wrong>units)\b(?!['’])", "unit"),
    (r"\b(?:each|every) (?P<wrong>tokens)\b(?!['’])", "token"),
    (r"\b(?:each|every) (?P<wrong>tiles)\b(?!['’])", "tile"),
    (r"\b(?:each|every) (?P<wrong>rounds)\b(?=[.,;)]|$)", "round"),
    (r"\b(?:each|every) (?P<wrong>turns)\b(?=[.,;)]|$)", "turn"),
    (r"\b(?P<wrong>who['’]s) (?:turn|hand|deck|cards?|hero|score)\b", "whose"),
    (rf"\b(?:could|should|would|must|might) (?P<wrong>of) {_DONE}\b", "have"),
    (rf"\b(?P<wrong>anymore) {_COUNTED}\b", "any more"),
    (r"\b(?P<wrong>formally) (?:occupied|held|owned|controlled)\b", "formerly"),
    (r"\b(?P<wrong>willing) (?:jumps|enters|leaves|walks|steps|lands|attacks|discards)\b", "willingly"),
    (rf"\b(?P<wrong>expended) (?:for|to) {_MANY}", "expanded"),
    (r"\b(?:roll|rolls|rolling) (?:two|three|four|five|six|\d+|both|all) (?P<wrong>dies)\b", "dice"),
    (r"\b(?P<wrong>brake) (?:a|the|any|all) (?:tie|ties|rule|rules)\b", "break"),
    (r"\b(?:middle|centre|center|edge|top) (?P<wrong>off) the (?:table|board|map|mat|deck|pile)\b", "of"),
    (rf"\b{_ABLE} (?P<wrong>setup) {_ANYTHING}\b", "set up"),
    (rf"\b{_ABLE} (?P<wrong>pickup) {_ANYTHING}\b", "pick up"),
    (rf"\b{_ABLE} (?P<wrong>cleanup) {_ANYTHING}\b", "clean up"),
    (r"\b(?P<wrong>in lew of)\b", "in lieu of"),
    (r"\b(?P<wrong>for all intensive purposes)\b", "for all intents and purposes"),
    (r"\b(?:place|put|lay|lie|lies|placed) (?:it|them) (?P<wrong>along side)\b", "alongside"),
    (r"\b(?P<wrong>sharped) (?!note|key|pitch|tone)[a-z]+", "sharpened"),
)

_OF_OTHERS = ("take", "get", "draw", "play", "move", "roll", "lose", "choose", "place", "score")
_OF_YOU = tuple((rf"\b(?:if|when|then|once) you (?P<wrong>{verb}s)\b", verb) for verb in _OF_OTHERS)

SLIPS = tuple(
    Slip.of(pattern, right) for pattern, right in (*_WRITTEN, *_OF_YOU, *WRONG_FORMS, *SOUND_ALIKES)
)
"""Every slip that is known. None is right in any sentence that we could think of."""
