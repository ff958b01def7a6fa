"""What the rules of the checker judge: the data of a game, or texts held against the facts; and how a rule
is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import import_module

from cardtool.documents import Text, language_of
from cardtool.finding import Severity
from cardtool.lint.core.facts import Facts
from cardtool.lint.core.game_facts import facts_of_game, merge_facts
from cardtool.lint.core.game_texts import game_texts
from cardtool.lint.core.passages import Passages
from cardtool.lint.core.text_index import TextIndex
from cardtool.model import Game, Source
from cardtool.rule_runner import Check, Problem, rule_from_module
from cardtool.wording import primary_language


@dataclass(frozen=True, slots=True)
class Subject:
    """A game with its texts, or some of these; or a document, judged by a game's facts or else by its own.

    There is no game where a document is judged: what is wrong with the game is not its affair. `language` is
    the first part of a language's tag (BCP 47); empty where nobody says it and the text does not tell it.
    """

    title: str
    language: str
    game: Game | None
    passages: Passages | None
    texts: TextIndex
    facts: Facts

    @classmethod
    def of_game(cls, game: Game) -> Subject:
        """Return the game and everything it says."""
        passages = Passages(game)
        texts = TextIndex(game_texts(game, passages))
        language = primary_language(game.language)
        return cls(f"the game {game.id}", language, game, passages, texts, facts_of_game(game))

    @classmethod
    def of_document(cls, text: Text, game: Game | None = None, language: str = "") -> Subject:
        """Return a document; what a game does not know, the document says itself.

        Where its `language` is not given, it is told from the text.
        """
        from cardtool.lint.core.document_facts import facts_of_text  # its patterns are long, no game needs it

        own = facts_of_text(text)
        facts = merge_facts(facts_of_game(game), own) if game else own
        told = primary_language(language) or language_of(text)
        return cls(text.title, told, None, None, TextIndex((text,)), facts)


LintRule = Check[Subject]


GameCheck = Callable[[Game], Iterable[Problem]]
PassageCheck = Callable[[Game, Passages], Iterable[Problem]]
TextCheck = Callable[[TextIndex, Facts], Iterable[Problem]]


def rules_of(family: str, *modules: str) -> tuple[LintRule, ...]:
    """Return every rule of these modules of a family, which is the name of a package."""
    values = (value for module in modules for value in vars(import_module(f"{family}.{module}")).values())
    return tuple(value for value in values if isinstance(value, Check))


def rule(code: str, name: str, severity: Severity = Severity.ERROR) -> Callable[[GameCheck], LintRule]:
    """Make a rule of a function that judges a game's data; where its manual page is, rule_runner says."""
    return lambda check: Check(
        rule_from_module(check, code, name, severity),
        lambda subject: check(subject.game) if subject.game else (),
    )


def passage_rule(code: str, name: str, severity: Severity) -> Callable[[PassageCheck], LintRule]:
    """Make a rule of a function that looks for what a game's texts have in brackets, braces and stars."""
    return lambda check: Check(
        rule_from_module(check, code, name, severity),
        lambda subject: check(subject.passages.game, subject.passages) if subject.passages else (),
    )


def text_rule(
    code: str, name: str, severity: Severity, *, reads: str = ""
) -> Callable[[TextCheck], LintRule]:
    """Make a rule of a function that holds texts, of a game or a document, against the facts.

    One that knows words of a language `reads` that language, and is silent about texts of any other.
    """
    return lambda check: Check(
        rule_from_module(check, code, name, severity, reads),
        lambda subject: check(subject.texts, subject.facts) if reads in ("", subject.language) else (),
    )


_MOST_LINES = 20  # that are named beside the first


def also_in_lines(here: Source, others: Iterable[Source]) -> str:
    """Return `; also in lines 4, 7`, of places beside this one; nothing where there is no other."""
    places = (brief_place(each, here).removeprefix("line ") for each in others)
    lines = [each for each in dict.fromkeys(places) if each != str(here.line)]
    more = f" and {len(lines) - _MOST_LINES} more" if len(lines) > _MOST_LINES else ""
    return f"; also in line{'s'[: len(lines) - 1]} {', '.join(lines[:_MOST_LINES])}{more}" if lines else ""


def brief_place(there: Source, seen_from: Source) -> str:
    """Return another place, as briefly as a reader of this one needs: `line 3`, or the file as well."""
    return f"line {there.line}" if there.file == seen_from.file else str(there)
