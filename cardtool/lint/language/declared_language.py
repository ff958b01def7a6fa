"""The texts of a game are in the language that it says they are in.

Rules that read English are silent about a game that says it is German, and so is the speller; a printed book
breaks its words by the rules of that language.

Bad:

    language: de     # and every card says such as "Draw a card, and put it in front of you."

Good:

    language: en-GB

The language is told by the small words of the cards' texts, and of the rules and the rulebook, where these
have 150 words or more. Overlooked on purpose: texts that are half in one language and half in another, and
games in a language that has no list of small words here, unless their texts are English.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice

from cardtool.documents import can_be_told, language_of_writing
from cardtool.lint.core import Problem, Severity, rule
from cardtool.lint.core.texts import Passage, card_passages, rulebook_passages, rules_passages
from cardtool.model import Game
from cardtool.wording import primary_language

_FEWEST_WORDS = 150
_MOST_PASSAGES, _MOST_LETTERS = 500, 30_000  # more do not tell more


@rule("CT623", "declared-language", Severity.WARNING)
def declared_language(game: Game) -> Iterator[Problem]:
    said = primary_language(game.language)
    for whose, looks in languages_of_game(game).items():
        if looks and looks != said and (looks == "en" or can_be_told(said)):
            message = f"the language of the game is {game.language}, and {whose} look like {looks}"
            yield game.source, message, f"write language: {looks} in game.yaml, or translate them"
            return


def languages_of_game(game: Game) -> dict[str, str]:
    """Return the languages of the cards' texts and of the rules, by what they are called; empty where they
    do not tell it.
    """
    cards = chain.from_iterable(map(card_passages, game.cards))
    rules = chain(rules_passages(game, changelog=False), rulebook_passages(game))
    return {"the texts of its cards": _language_of(cards), "its rules": _language_of(rules)}


def _language_of(passages: Iterable[Passage]) -> str:
    texts = (passage.text for passage in islice(passages, _MOST_PASSAGES))
    return language_of_writing("\n".join(texts)[:_MOST_LETTERS], _FEWEST_WORDS)
