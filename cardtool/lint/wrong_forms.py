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
_NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
_THINGS = r"\b(?:cards|tokens|dice|tiles|points|pieces|units|coins|actions|turns|pawns|workers)"
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
