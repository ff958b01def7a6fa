"""A document about a game: what the game knows, the document does not overrule."""

from __future__ import annotations

from cardtool.lint.core.facts import Count, DefinedTerm, Facts, NamedCard, Rename, merge_facts
from cardtool.model import Source

GAME = Source("game.yaml", 1, 1)
DOCUMENT = Source("rules.md", 1, 1)


def count(noun: str, number: int, source: Source) -> Count:
    return Count(noun.lower(), number, (noun, f"{noun}s") if noun else (), f"there are {number}", source)


def term(name: str, source: Source, *, introduced: bool = False) -> DefinedTerm:
    return DefinedTerm(name, f"{name}s", (), source, introduced=introduced)


def rename(old: str, new: str, source: Source) -> Rename:
    return Rename(old, new, "1.2", source)


def test_the_counts_of_both_are_known_and_those_of_the_game_hold() -> None:
    game = Facts(counts=(count("Goat", 5, GAME), count("", 20, GAME)))
    own = Facts(counts=(count("goat", 6, DOCUMENT), count("Barn", 2, DOCUMENT), count("", 30, DOCUMENT)))
    assert [(each.id, each.number) for each in merge_facts(game, own).counts] == [
        ("goat", 5),
        ("", 20),
        ("barn", 2),
    ]


def test_a_term_of_the_game_that_the_document_introduces_stays_the_game_s() -> None:
    game = Facts(terms=(term("Hoard", GAME), term("Prize", GAME)))
    own = Facts(terms=(term("hoard", DOCUMENT, introduced=True), term("Barn", DOCUMENT)))
    found = merge_facts(game, own).terms
    assert [(each.term, each.source, each.introduced) for each in found] == [
        ("Hoard", GAME, True),
        ("Prize", GAME, False),
        ("Barn", DOCUMENT, False),
    ]


def test_the_name_of_a_card_is_no_term_of_a_document() -> None:
    game = Facts(names=(NamedCard("Old Goat", "goat", {}, GAME),))
    assert merge_facts(game, Facts(terms=(term("Old Goat", DOCUMENT),))).terms == ()


def test_what_goes_by_a_name_that_the_game_gave_up_is_no_fact() -> None:
    game = Facts(
        renames=(rename("Spoil Heap", "Hoard", GAME),), removals=(Rename("meadow", "", "1.1", GAME),)
    )
    own = Facts(
        counts=(count("Spoil Heap", 4, DOCUMENT),),
        terms=(term("Spoil Heap Card", DOCUMENT),),
        listed_terms=(term("Meadow Tile", DOCUMENT),),
    )
    found = merge_facts(game, own)
    assert (found.counts, found.terms, found.listed_terms) == ((), (), ())


def test_cards_are_the_game_s_affair_if_it_has_any() -> None:
    own = Facts(names=(NamedCard("Hen", "hen", {}, DOCUMENT),))
    game = Facts(names=(NamedCard("Goat", "goat", {}, GAME),))
    assert merge_facts(game, own).names == game.names
    assert merge_facts(Facts(), own).names == own.names
