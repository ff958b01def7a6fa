"""Words that sound or look like the one that was meant: must chose, in line of site. Patterns."""

from __future__ import annotations

__all__ = ["WRITTEN"]

_PARTICIPLE = (
    r"(?:been|played|used|moved|taken|drawn|acted|attacked|passed|placed|discarded|spent|kept|chosen|traded|"
    r"exchanged|activated|ignored|revealed|combined|added|removed|stacked|returned|sold|bought|built)"
)
_SOMEBODY = r"(?:you|they|he|she|players?|who|opponents?)"
_WORKS = r"(?:change|changes|escape|repairs?|rescue|cure|exchange|transfer|trade|entry|entrance)"
_COUNTED = r"(?:cards?|tokens?|dice|tiles?|points?|pieces?|units?|players?|coins?|spaces?|actions?|turns?)"

WRITTEN = (
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
    (rf"\b(?P<wrong>tow) {_COUNTED}\b", "two"),
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
