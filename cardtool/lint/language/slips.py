"""Words that are written for others, in the words around them which show it. Lists by hand."""

from __future__ import annotations

import re
from typing import NamedTuple

from cardtool.lint.core import LazyRegex

_PARTICIPLE = (
    r"(?:been|played|used|moved|taken|drawn|acted|attacked|passed|placed|discarded|spent|kept|chosen|traded|"
    r"exchanged|activated|ignored|revealed|combined|added|removed|stacked|returned|sold|bought|built)"
)
_SOMEBODY = r"(?:you|they|he|she|players?|who|opponents?)"
_WORKS = r"(?:change|changes|escape|repairs?|rescue|cure|exchange|transfer|trade|entry|entrance)"
_COUNTED_SOUND = (
    r"(?:cards?|tokens?|dice|tiles?|points?|pieces?|units?|players?|coins?|spaces?|actions?|turns?)"
)

SOUND_ALIKES = (
    (
        r"\b(?:can|may|must|will|shall|should|could|would|might|to|cannot|can['’]t|not) (?P<wrong>chose)\b",
        "choose",
    ),
    (r"\b(?:have|has|had|been|was|were) (?P<wrong>chose)\b", "chosen"),
    (
        r"\b(?:no|an|special|following|same|additional) (?P<wrong>affect)\b(?=[.,;:)]|$| (?:on|of|if|when|"
        r"until|to|in|as|and|or|that|this)\b)",
        "effect",
    ),
    (
        r"\b(?:will|may|can|cannot|must|not|doesn['’]t|could|would) (?P<wrong>effect) "
        r"(?:the|your|an|a|any|all|other|his|their|it|them|each|only|every|you|another)\b"
        rf"(?! (?:[a-z]+ )?{_WORKS}\b)",
        "affect",
    ),
    (
        r"\b(?:it|it also|it only|it never|this) (?P<wrong>effects) (?:nothing|everything|"
        r"everyone|"
        rf"everybody|all|only|the|your|any|each|every|both|you|them|him|other|"
        rf"another)\b(?! (?:[a-z]+ )?{_WORKS}\b)",
        "affects",
    ),
    (
        r"(?<!\bdoes )(?<!\bcan )(?<!\bmay )(?<!\bmust )(?<!\bwill )(?<!\bif )(?<!\bshould )(?<!\bwould )"
        r"(?<!\bdid )"
        r"(?<!\blet )(?<!\bmake )\b(?:any|every|each|anything|everything|nothing|everyone|nobody)"
        r"(?: (?:other )?[a-z]+[a-rt-z])? (?P<wrong>accept) (?:another|for|those|itself|the (?:one|last|"
        r"first)|during|at)\b",
        "except",
    ),
    (
        r"\b(?:(?:can|may|to|cannot|not|must|will) (?:move|go|run|jump)|moves|moving|goes|going|runs|"
        r"walks|jumps) (?P<wrong>passed) (?:the|an?|it|them|your|another|any|other|each|all)\b",
        "past",
    ),
    (
        r"\b(?:move|moves|go|goes|walk|walks|look|looks|search|searches|run|runs) (?P<wrong>threw) (?:the|"
        r"an?|your|any|his|their|walls?)\b",
        "through",
    ),
    (rf"\b(?:has|have|had) (?P<wrong>all ready) {_PARTICIPLE}\b", "already"),
    (
        rf"\b(?:cards?|it|they|tokens?|tiles?|pieces?|units?|which|actions?|dice) (?P<wrong>maybe) "
        rf"{_PARTICIPLE}\b",
        "may be",
    ),
    (
        r"\b(?:decide|decides|choose|chooses|check|checks|determine|determines|see|asks?|matter|matters) "
        r"(?P<wrong>weather) (?:or not|you|they|he|she|it|the|a|to)\b",
        "whether",
    ),
    (
        r"\b(?:card|this|that|which|it|effect|ability|action|token|power|spell|space|tile|hero) "
        r"(?P<wrong>let['’]s) "
        r"(?:you|the|an?|your|him|her|them|any|each|one|players?|its|their|another|all)\b",
        "lets",
    ),
    (
        r"\b(?:could|should|would|must|might) (?P<wrong>of) (?:gone|chosen|bought|placed|rolled|come|seen|"
        r"known|made|got)\b",
        "have",
    ),
    (r"\b(?:card|it|player|which|he|she|hero|effect|who|this) (?P<wrong>dose) (?:not|so)\b", "does"),
    (rf"\b{_SOMEBODY} (?P<wrong>wont)\b", "won't"),
    (rf"\b{_SOMEBODY} (?P<wrong>cant)\b", "can't"),
    (rf"\b(?P<wrong>tow) {_COUNTED_SOUND}\b", "two"),
    (
        r"\b(?P<wrong>role) (?:the|a|two|one|both|your|\d+|three|four|five|six|all) (?:[a-z]+ )?(?:dice|"
        r"die|\d*d\d+)\b",
        "roll",
    ),
    (
        r"\b(?P<wrong>roles) (?:the|a|two|one|both|his|their|\d+|three|four|five|six|all) (?:[a-z]+ "
        r")?(?:dice|die|\d*d\d+)\b",
        "rolls",
    ),
    (
        r"\b(?:you|may|can|to|secretly|cannot) (?P<wrong>peak) at (?:any|one|your|an?|all|his|their|the "
        r"(?:top|card|cards|deck))\b",
        "peek",
    ),
    (r"\bthe (?P<wrong>hole) (?:game|deck|hand|turn|round|team|map|pile)\b", "whole"),
    (r"\b(?:was|were|been) (?P<wrong>lead) (?:by|first|with)\b", "led"),
    (r"\b(?:line|lines) of (?P<wrong>site)\b", "sight"),
    (
        r"\b(?P<wrong>lightening) (?:bolts?|strikes?|attacks?|spells?|storms?|damage|cards?|tokens?)\b",
        "lightning",
    ),
    (r"\b(?P<wrong>calvary) (?:units?|charges?|cards?|attacks?|pieces?|figures?|tokens?)\b", "cavalry"),
    (r"\b(?P<wrong>loosers)\b", "losers"),
    (r"\b(?P<wrong>payed)\b(?! out\b)", "paid"),
    (r"\b(?P<wrong>wreck) havoc\b", "wreak"),
)
"""What is written and cannot be right, its group `wrong` holding the words; and what belongs there."""

_PLACE = (
    r"(?:(?:next|other|same|general|common|current|first|previous|top|bottom) )?"
    r"(?:hand|deck|discard(?: pile)?|draw pile|pile|board|mat|table|supply|bank|box|bag|cent(?:re|er)|middle|"
    r"market|reserve|pool|stack|graveyard|tableau|map|opponent|owner|(?<=next )player|(?<=other )player)"
)
_PUT = (
    r"(?:place|places|placed|put|puts|lay|lays|stack|stacks|stacked|land|lands|landed|stand|stands|jump|"
    r"jumps|step|steps|sit|sits|fall|falls|drop|drops|set|sets)"
)
_DO = (
    r"(?:draw|shuffle|place|put|take|discard|move|roll|deal|play|turn|flip|give|pass|reveal|return|choose|"
    r"remove|add|count|score|repeat|continue|start|lay|set|look|pick|mix|swap|spend|pay|resolve)"
)
_FIRST_DO = rf"(?<!rather )(?<!better )(?<!to )\b{_DO} (?:[a-z0-9]+ ){{0,6}}?[a-z0-9]+,?"
_ENDED_FORM = r"(?=[.,;:!?)]|$| (?:and|or|when|if|at|in|with|from|for|to|before|after|until)\b)"
_COUNTED_FORM = (
    r"(?:cards?|tokens?|dice|tiles?|points?|pieces?|units?|players?|coins?|spaces?|actions?|turns?)"
)
_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
_THINGS = r"\b(?:cards|tokens|dice|tiles|points|pieces|units|coins|actions|turns|pawns|workers)"
_TAKEN = r"(?:cards?|tiles?|tokens?|coins?|pieces?|dice|cubes?)"

WRONG_FORMS = (
    (
        r"\b(?:it|them|one|cards?|tokens?|tiles?|pieces?|coins?|back|goes|returns|passes|added|returned|"
        r"moved|passed|"
        rf"given|dealt|adjacent|equal) (?P<wrong>two) (?:the|a) {_PLACE}\b",
        "to",
    ),
    (rf"(?<!,) (?P<wrong>too) (?:the|your|his|her|their|its) {_PLACE}\b", "to"),
    (
        r"\b(?:game|rules|rulebook|map) (?:can|may|could|has|will) (?:also )?(?:be|been) "
        r"(?P<wrong>expended)\b",
        "expanded",
    ),
    (r"\b(?P<wrong>expended) (?:up to|to up to|with up to) (?:\d+|[a-z]+) players\b", "expanded"),
    (
        r"\b(?:a|an|the|your|his|her|that|this) (?!(?:first|only|next|last|other|is|are|was|more|most|"
        r"less|be)\b)[a-z]+ (?P<wrong>willing) (?!(?:always|sometimes|perhaps|towards|afterwards|besides|"
        r"others)\b)[a-z]+[a-hj-rtv-z]s\b",
        "willingly",
    ),
    (
        r"\b(?P<wrong>formally) (?:stood|lay|lived|stayed|belonged|rested|contained|possessed|resided)\b",
        "formerly",
    ),
    (rf"\b(?P<wrong>on top) (?:it|them|him|her|each other|one another)\b{_ENDED_FORM}", "on top of"),
    (
        rf"\b{_PUT} (?:[a-z]+ ){{0,4}}(?P<wrong>on top) (?:the|your|their|his|her|its|another|an|a) "
        r"(?:[a-z]+ ){0,2}?"
        r"(?:deck|pile|stack|board|cards?|tokens?|tiles?|mat|die|dice|pieces?|box)(?=[.,;:!?)]|$)",
        "on top of",
    ),
    (
        r"\b(?:remove|removes|take|takes|push|pushes|knock|knocks|slide) \b(?:it|them) (?P<wrong>of) the "
        r"(?:board|table|map)\b",
        "off",
    ),
    (
        r"(?:^|(?<=[.!?] ))(?-i:(?=T))(?P<wrong>than) (?:draw|shuffle|place|put|take|discard|move|roll|deal|"
        r"turn|return|you|each player|the next player|the other player|the first player)\b",
        "then",
    ),
    (
        rf"{_FIRST_DO}(?<=,) (?P<wrong>than) (?:draw|shuffle|place|put|take|discard|move|roll|deal|turn)\b",
        "then",
    ),
    (rf"{_FIRST_DO} \b(?:and) (?P<wrong>than) {_DO}\b", "then"),
    (
        r"\b(?:no more|no less|no fewer|no later|no earlier|no higher|no lower) (?P<wrong>then) "
        r"(?:the|an?|one|two|three|four|five|six|\d+)\b",
        "than",
    ),
    (r"\b(?:rather) (?P<wrong>then)\b(?= [a-z])(?! (?:i|than)\b)", "than"),
    (
        r"\b(?:more|less|fewer|higher|lower|greater|larger|smaller|bigger|better|stronger|weaker|faster|"
        r"longer|shorter|cheaper|later|earlier|older|younger|closer|tougher|harder|easier|further|"
        r"farther) (?P<wrong>then) (?:yours|mine|theirs|hers|ours|usual|normal|expected|necessary|half|"
        r"anybody|anyone)\b",
        "than",
    ),
    (
        r"\b(?:is|are|was|were|be|much|even|far|no|not) [a-z]{2,}(?<!oth)(?<!nev)(?<!ov)er (?P<wrong>then) "
        r"(?:it looks|it seems|it appears|it sounds|they look|they seem|he looks|she looks|you think)\b",
        "than",
    ),
    (
        rf"\b(?:more|less|fewer) (?P<wrong>then) {_NUMBER} (?:[a-z]+ )?[a-z]{{2,}}s"
        r"(?=[.,;)]|$| (?:in|on|at|of|from|when|during|per)\b)",
        "than",
    ),
    (rf"\b(?:of) (?:more|less|fewer) (?P<wrong>then) {_NUMBER}\b", "than"),
    (
        rf"\b(?:more|less|fewer) (?P<wrong>then) {_NUMBER} (?:in|on|at|of) (?:hand|play|the|your|their|his|"
        rf"them|these)\b",
        "than",
    ),
    (
        rf"\b(?:more|less|fewer) {_THINGS} (?P<wrong>then) (?:you|they|he|she|it) (?:has|have|had|needs?|"
        rf"is|are)"
        r"(?=[.,;)]|$)",
        "than",
    ),
    (
        rf"\b(?:more|less|fewer) {_THINGS} (?P<wrong>then) (?:your|the other|any other|all other|another) "
        r"(?:opponents?|players?|teams?)(?=[.,;)]|$)",
        "than",
    ),
    (
        r"\b(?P<wrong>their) (?:may|can|must|cannot|should|could|might) (?:only |never |also |not |"
        r"always )?be (?:an?|no|any|some|more|fewer|up|only|one|two|three|four|five|\d+|several|many|times|"
        r"cases|occasions|situations|nothing|other)\b",
        "there",
    ),
    (
        r"\b(?:get|gets|put|puts|take back|takes back|put back|puts back|pick up|picks up|get back|"
        r"gets back|add|adds|remove|removes|count|counts|empty|empties|hide|hides|spend|spends|lose|"
        r"loses) (?P<wrong>there) (?!(?:score|points|count) )(?:own |last |first |remaining |other |new |"
        r"two |three |\d+ )?(?:hands?|pawns?|workers?|meeples?|cards?|tokens?|tiles?|pieces?|cubes?|coins?|"
        r"money|units?|armies|army|ships?|dice|scores?|points|markers?|counters?|figures?|reward|income|"
        r"boards?|heroes|hero)(?=[.,;:)]|$| (?:on|in|to|from|at|of|and|back|into|onto|with|when|if|for)\b)",
        "their",
    ),
    (
        r"\b(?:show|shows|hide|write|keep|take|place|put|turn|fold|play|discard|reveal|draw|move|in|on|of|"
        r"from|to|with|into|onto) (?P<wrong>you['’]re) (?:[a-z]+ )?(?:papers?|sheets?|pens?|pencils?|hands?|"
        r"boards?|scores?|mats?|pieces?|pawns?|dice|screens?|notes?|answers?|workers?|meeples?|coins?|"
        r"points|heroes|hero|character)(?=[.,;:)]|$| (?:on|in|to|from|at|of|and|or|back|into|onto|with|when|"
        r"if|for|is|are|under|face)\b)",
        "your",
    ),
    (
        rf"\b(?:more|less|fewer|higher|greater|lower) (?P<wrong>that) (?:two|three|four|five|six|\d+) "
        rf"{_COUNTED_FORM}\b",
        "than",
    ),
    (r"(?<!of )\b(?P<wrong>your) (?:are|cannot|should|have|could|would)\b", "you"),
    (r"(?<!of )\b(?P<wrong>your) (?:may)\b(?<=(?-i:may))", "you"),  # not Your May fair
    (
        r"\b(?P<wrong>your) (?:allowed to|able to|going to|about to|not allowed|not able|supposed to|"
        r"required to|forced to|welcome to)\b",
        "you're",
    ),
    (r"(?<!of )\b(?P<wrong>the) (?:are|cannot|have|should)\b(?!-)", "they"),
    (
        r"\b(?:draw|draws|take|takes|remove|removes|pick|picks|choose|chooses) (?:an?|one|two|three|\d+|"
        r"the top) "
        rf"(?:[a-z]+ )?{_TAKEN} (?P<wrong>form) (?:the|your|his|her|their|an?|any|another|one) (?:[a-z]+ "
        rf")?{_PLACE}\b",
        "from",
    ),
    (
        r"\b(?:choose|take|discard|draw|pick|gain|use|select|play|is|either|only|least) (?P<wrong>on of) "
        r"(?:the|your|his|her|their|its|these|those)\b",
        "one of",
    ),
    (
        r"\b(?:next|active|current|starting|previous) (?P<wrong>players) "
        r"(?:(?:turn|hand)(?! (?:over|their|the|up|out|in|all|an?)\b)|deck|board|mat|discard pile|draw "
        r"pile|hero|choice)\b",
        "player's",
    ),
    (
        r"\b(?:an|each|another|every) (?P<wrong>opponents) (?:hand|deck|turn|board|mat|cards?|discard "
        r"pile|hero|area|score)\b",
        "opponent's",
    ),
    (r"\b(?P<wrong>an other)\b(?!-)", "another"),
    (r"\b(?P<wrong>vise versa)\b", "vice versa"),
)
"""What is written and cannot be right, its group `wrong` holding the words; and what belongs there."""

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
    pattern: LazyRegex
    right: str

    @classmethod
    def of(cls, pattern: str, right: str) -> Slip:
        """Return the slip of this pattern, reading from it the wrong word and those right beside it."""
        wrong = _WRONG.findall(pattern)[0]
        first, before, after = (_words(each, pattern) for each in (_FIRST, _BEFORE, _AFTER))
        words = [(word,) for word in _LETTERS.findall(wrong)]
        beside = [tuple(each.split()[0] for each in words) for words in (first, after) if words]
        return cls((*words, *beside), _phrases(pattern, wrong, before, after), LazyRegex(pattern), right)


_WRONG = re.compile(r"\(\?P<wrong>([^()]+)\)")
_FIRST = re.compile(r"^\\b\(\?:([a-z|]+)\) ")
_BEFORE = re.compile(r"\\b\(\?:([a-z| ]+)\) \(\?P<wrong>[a-z ]+\)")
_AFTER = re.compile(r"\(\?P<wrong>[a-z ]+\) \(\?:([a-z| ]+)\)(?: |\\b)")
_LETTERS = re.compile("[a-z]+")
_SEVERAL = re.compile("[a-z]+(?: [a-z]+)+")


def _words(alternatives: re.Pattern[str], pattern: str) -> tuple[str, ...]:
    """Return the words among which a pattern has a choice at this place; none where it has none."""
    found = alternatives.search(pattern)
    return tuple(found[1].split("|")) if found else ()


def _phrases(pattern: str, wrong: str, before: tuple[str, ...], after: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fewest phrases of which one must stand wherever the pattern is found."""
    lead = " " if " (?P<wrong>" in pattern else ""
    if before and (not after or len(before) <= len(after)):
        return tuple(f"{words} {wrong}" for words in before)
    if after:
        tail = " " if pattern[_AFTER.search(pattern).end() - 1] == " " else ""  # type: ignore[union-attr]
        return tuple(f"{lead}{wrong} {words}{tail}" for words in after)
    return (wrong,) if _SEVERAL.fullmatch(wrong) else ()


_MIXED_UP = (
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
    (rf"\b{_WHO_LOSES} (?P<wrong>loose)\b{_NOT_SHOT}(?= (?:the|a|one|all|your|their|\d+)\b)", "lose"),
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
    Slip.of(pattern, right) for pattern, right in (*_MIXED_UP, *_OF_YOU, *WRONG_FORMS, *SOUND_ALIKES)
)
"""Every slip that is known. None is right in any sentence that we could think of."""
