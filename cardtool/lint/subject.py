"""What rules judge: a game, the texts in which it speaks, and the facts those must agree with."""

from __future__ import annotations

from dataclasses import dataclass

from cardtool.documents import Text
from cardtool.lint.corpus import Corpus
from cardtool.lint.facts import Facts
from cardtool.lint.known import facts_of_game
from cardtool.lint.passages import Passages
from cardtool.lint.texts import texts_of
from cardtool.model import Game

__all__ = ["Subject"]


@dataclass(frozen=True, slots=True)
class Subject:
    """A game with all its texts; or a document, judged by a game's facts or, without one, by its own.

    There is no game where a document is judged: what is wrong with the game is not its affair.
    """

    title: str
    game: Game | None
    passages: Passages | None
    texts: Corpus
    facts: Facts

    @classmethod
    def of_game(cls, game: Game) -> Subject:
        """The game and everything it says."""
        passages = Passages(game)
        texts = Corpus(texts_of(game, passages))
        return cls(f"the game {game.id}", game, passages, texts, facts_of_game(game))

    @classmethod
    def of_document(cls, text: Text, game: Game | None = None) -> Subject:
        """A document; what a game does not know, the document says itself."""
        # the patterns of the first are long, and no game needs any of the two
        from cardtool.lint.gathered import facts_of_text
        from cardtool.lint.joined_facts import joined_facts

        own = facts_of_text(text)
        facts = joined_facts(facts_of_game(game), own) if game else own
        return cls(text.title, None, None, Corpus((text,)), facts)
