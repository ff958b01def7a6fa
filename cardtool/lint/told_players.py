"""How many can surely play, where a document tells so many players what they do."""

from __future__ import annotations

import re

from cardtool.documents import NUMBER, Text, parse_number

__all__ = ["told_players"]

_SO_MANY = re.compile(
    rf"\b(?:if|when|where)\s(?:there\sare|you\sare|playing\swith)\s(?P<number>{NUMBER})\splayers\b",
    re.IGNORECASE,
)
_ANOTHER_GAME = re.compile(
    r"\b(?:variants?|teams?|optional|expan|exten|combin|extra|(?:sets|copies|boxes|decks)\b"
    r"|(?:second|another)\s(?:set|copy|box|deck)\b)",
    re.IGNORECASE,
)
_MOST = 20


def told_players(text: Text) -> int:
    """The highest number of players of which the text says what they do; 0 where it does not.

    `If there are four players, each makes two objects`: so four can play, and maybe more.
    """
    told = [0]
    for block in text.current:
        if "players" in block.text and not _ANOTHER_GAME.search(block.text):
            told += [parse_number(match["number"]) for match in _SO_MANY.finditer(block.text)]
    return max(number for number in told if number <= _MOST)
