"""What a quoted value may be instead of what the thing always has: changed, of some case, of this moment."""

from __future__ import annotations

from cardtool.lint.lazy import Lazy
from cardtool.lint.value_pairs import Pair
from cardtool.lint.values_given import Given

__all__ = ["is_changed", "is_lasting", "tells_of_changes"]

_CHANGED = Lazy(
    r"\b(?:now|becom\w+|rais\w+|increas\w+|reduc\w+|decreas\w+|lower\w*|modif\w+|instead|treat\w*|doubl\w+|"
    r"tripl\w+|halv\w+|half|would|were|was|had|used to|been|bonus\w*|extra|additional\w*|plus|minus|more|"
    r"less|fewer|upgrad\w*|promot\w*|levels?|equip\w*|wound\w*|damaged|heal(?:s|ed|ing)?|remain\w*|left|current\w*|"
    r"temporar\w*|until|total\w*|together|both|sum|combined|variants?|solo|expansions?|scenarios?|campaign|"
    r"editions?|versions?|prototypes?|previous\w*|former\w*|earlier|original\w*|old|misprint\w*|wrong\w*|"
    r"mistake\w*|typos?|errata|printed|should|could|might|pretend\w*|thanks|because|due|after|per|chang\w*|"
    r"add\w*|subtract\w*|swap\w*|copies|boost\w*)\b|[+−×]"
)
_CASE = Lazy(
    r"\A(?:in|during|at|on|with|without|within|against|for|under|behind|inside|near|before|as)\b[^,]*,|"
    r"\b(?:if|unless|when\w*|while|once|counts? as|in case|where|any|as an?|like|only|not|never)\b"
)
_OTHERWISE = Lazy(
    r"\b(?:weaker|stronger|cheaper|dearer|chang\w*|modif\w*|differ\w*|instead|variants?|expansions?|upgrad\w*|"
    r"replac\w*|these values|following values|new values)\b"
)
_ONE_OF_ALL = ("a", "an", "each", "every", "all")
_ARTICLES = ("a", "an", "the", "each", "every")
_DWINDLING = frozenset(("health", "life", "live", "sanity", "stamina"))
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


def is_changed(sentence: str, start: int) -> bool:
    """Whether a sentence may speak of a value that something changed, or of some case only.

    Of a case it does where the words for it stand before `start`, where the thing is named; so does
    what somebody says in it.
    """
    before = sentence[:start]
    is_speech = before.count('"') % 2 > 0 or before.count("“") > before.count("”")
    return is_speech or _CASE.search(before) is not None or _CHANGED.search(sentence) is not None


def tells_of_changes(before: str) -> bool:
    """Whether sentences say that in what follows values are others than usual."""
    return _OTHERWISE.search(before) is not None


def is_lasting(pair: Pair, given: Given, article: str, *, restricts: bool) -> bool:
    """Whether a value is what every such thing has, and not what one has just now, of health or of points.

    Nothing has more health than it begins with; less it may have at any time. `restricts` is whether it
    tells which are meant: "a Bog Troll with Attack 2".
    """
    if pair.leads and article not in _ARTICLES:
        return False
    if pair.key not in _STATES:
        return not (restricts and article in _ONE_OF_ALL)
    is_more = given.number is not None and pair.number > given.number and pair.key in _DWINDLING
    return not restricts and (is_more or article in _ONE_OF_ALL)
