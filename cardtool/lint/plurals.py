"""Plurals that a word does not have, though words like it do."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.lint.facts import Defined

__all__ = ["COMMON_SLIPS", "wrong_plurals"]

COMMON_SLIPS = {
    "abilitys": "abilities",
    "allys": "allies",
    "armys": "armies",
    "bodys": "bodies",
    "bountys": "bounties",
    "citys": "cities",
    "countrys": "countries",
    "dices": "dice",
    "enemys": "enemies",
    "familys": "families",
    "fairys": "fairies",
    "heros": "heroes",
    "partys": "parties",
    "penaltys": "penalties",
    "pennys": "pennies",
    "potatos": "potatoes",
    "propertys": "properties",
    "quantitys": "quantities",
    "supplys": "supplies",
    "territorys": "territories",
    "thiefs": "thieves",
    "torpedos": "torpedoes",
    "victorys": "victories",
}
"""Wrong plurals of words that games use, and the right ones. None of them is a word of its own."""

_HISSING = ("s", "x", "z", "ch", "sh")


def wrong_plurals(term: Defined) -> Iterator[tuple[str, str]]:
    """Plurals the last word of a term might be given by mistake, in small letters, and the one it has."""
    if not term.plural or term.plural == term.term:
        return
    one, many = term.term.split()[-1].casefold(), term.plural.split()[-1].casefold()
    for wrong in _by_another_rule(one, many):
        if wrong not in (one, many) and len(wrong) > 4:
            yield wrong, many


def _by_another_rule(one: str, many: str) -> Iterator[str]:
    if one.endswith("y") and many == f"{one[:-1]}ies":
        yield f"{one}s"
    elif one.endswith("o"):
        yield f"{one}s" if many.endswith("oes") else f"{one}es"
    elif one.endswith(("f", "fe")):
        stem = one[:-1] if one.endswith("f") else one[:-2]
        yield f"{one}s" if many.endswith("ves") else f"{stem}ves"
    elif one.endswith(_HISSING) and many == f"{one}es":
        yield f"{one}s"
    elif not many.startswith(one[:-1]) and one != "die":
        yield from (f"{one}s", f"{many}s")
