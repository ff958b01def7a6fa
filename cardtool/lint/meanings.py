"""What common words mean besides the thing that a game calls by them: idioms, and other nouns."""

from __future__ import annotations

from cardtool.lint.lazy import Lazy

__all__ = ["MATERIALS", "SEVERAL_MEANINGS", "is_idiom"]

_MATERIAL_WORDS = """
gold golden silver bronze copper iron steel stone wood glass clay brass red blue green yellow black white
orange purple pink brown grey gray
"""
MATERIALS = frozenset(_MATERIAL_WORDS.split())
"""Words that, before a card or a token, tell its colour or what it is made of."""

_LOOSE_WORDS = """
draw run round stage watch stock trade turn play move roll hand bank charge board stand strike order action
power energy step point go rest break shift lead check hold pass mark race ring scale score set shot sign slip
spring stick store sweep swing switch train trick trip time way place space line row end start part side
game match level rank suit head face foot back call cast cut deal drop fall fire fold form gain guess help
hit hunt jump kick kill land light look loss match might need offer pick pile pool press pull push raise
reach reserve return ride rise sale save search seat show sort stay stop support tie toss touch track
try use value view vote wait walk wear win work
"""
SEVERAL_MEANINGS = frozenset(_LOOSE_WORDS.split())
"""Words that are nouns with more than one meaning in texts of any game: a draw is a tie, too."""

_IDIOM = Lazy(
    r"(?<!\w)(?:(?:on|off) (?:(?:your|their|his|her|my|our|its|the) )?<guards?>|(?:catch|caught|stands?|"
    r"keeps?|mounts?) (?:a \w+ )?<(?:guard|watch)>|<guard> of honou?r|(?:in|is|as|for|to|be|"
    r"called) an? <draw>|<draws?> (?:are|is) (?:broken|decided|settled|resolved|possible)|<draw>[ -](?:pile|"
    r"deck|bag|stack)s?|in the (?:long|short) <run>|on the <run>|at a <run>|<run> of luck|<runs?> (?:out|"
    r"away|into|across|over)|(?:in|out of|takes?|taking) <stock>|<stock> (?:up|market)|(?:all|year|"
    r"the other way) <round>|<rounds?> (?:up|down|off)|(?:at|in) (?:any|this|that|some|every|one|"
    r"an? \w+) <stages?>|<trade>[ -]offs?|<trap> ?doors?|the <rest>|in <order> (?:to|that|of)|"
    r"the <order> (?:of|in)|<order> of play|out of <order>|in <play>|as good as <gold>|heart of <gold>|"
    r"<bank> on|<watch> (?:out|over|for)|<\w+> (?:ahead|around|against|nearby|elsewhere))(?!\w)"
)
_NEAR = 32


def is_idiom(text: str, start: int, end: int) -> bool:
    """Whether the word from one offset to another stands in an idiom: on your guard, it is a draw."""
    before, after = text[max(0, start - _NEAR) : start], text[end : end + _NEAR]
    return _IDIOM.search(f"{_bare(before)}<{text[start:end]}>{_bare(after)}") is not None


def _bare(text: str) -> str:
    """The text without the signs that set the word apart."""
    return text.replace("<", " ").replace(">", " ")
