"""Words beside others that they cannot stand beside: on top it, your are, two the deck. Patterns."""

from __future__ import annotations

__all__ = ["WRITTEN"]

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
_ENDED = r"(?=[.,;:!?)]|$| (?:and|or|when|if|at|in|with|from|for|to|before|after|until)\b)"
_COUNTED = r"(?:cards?|tokens?|dice|tiles?|points?|pieces?|units?|players?|coins?|spaces?|actions?|turns?)"
_TAKEN = r"(?:cards?|tiles?|tokens?|coins?|pieces?|dice|cubes?)"

WRITTEN = (
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
    (rf"\b(?P<wrong>on top) (?:it|them|him|her|each other|one another)\b{_ENDED}", "on top of"),
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
    (
        rf"\b(?:more|less|fewer|higher|greater|lower) (?P<wrong>that) (?:two|three|four|five|six|\d+) "
        rf"{_COUNTED}\b",
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
