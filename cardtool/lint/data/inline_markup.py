"""Rules about signs in a text that are not printed: emphasis that is closed, and icons that exist."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from cardtool.lint.core import Problem, Severity, passage_rule
from cardtool.lint.core.passages import Passage, Passages, rules_passages
from cardtool.markup import INLINE_ICON, Mistake, PieceKind, blank_expressions, markup_mistakes, split_markup
from cardtool.model import Game
from cardtool.project import did_you_mean

_SIGNS = re.compile("[*{}]")
_LETTERS_BEFORE, _LETTERS_AFTER = 12, 20  # characters quoted around a mistake


@passage_rule("CT111", "text-markup", Severity.ERROR)
def text_markup(game: Game, passages: Passages) -> Iterator[Problem]:
    """Bold, italics and braces in a text are opened and closed.

    A `**` without its partner sets the rest of the card in bold, or prints two stars; a lost brace
    leaves a hole where an icon should be. Both are found on paper, by the players.

    Bad:

        text: "**Trap: end the turn."
        text: "Pay {action to draw a card."

    Good:

        text: "**Trap:** end the turn."
        text: "Pay {action} to draw a card."

    Looked at are rules, glossary and changelog, and every text of a record except its id, its name and
    its art. Overlooked on purpose: the rulebook, where a star may begin a list; whether emphasis is used
    well; and which icons exist (CT109 unknown-inline-icon).
    """
    for passage in passages.of_cards(_has_markup):
        for mistake in markup_mistakes(passage.text):
            yield _markup_problem(passage, mistake)
    for passage in rules_passages(game):
        for mistake in markup_mistakes(blank_expressions(passage.text)):
            yield _markup_problem(passage, mistake)


def _has_markup(text: str) -> bool:
    return _SIGNS.search(text) is not None and _SIGNS.search(INLINE_ICON.sub("", text)) is not None


def _markup_problem(passage: Passage, mistake: Mistake) -> Problem:
    near = _quoted_context(passage.text, mistake.start)
    return passage.at(mistake.start), f'in {passage.title}, {mistake.message} (at "{near}")'


def _quoted_context(text: str, start: int) -> str:
    left, right = max(0, start - _LETTERS_BEFORE), start + _LETTERS_AFTER
    return f"{'…' if left else ''}{text[left:right].strip()}{'…' if right < len(text) else ''}"


@passage_rule("CT109", "unknown-inline-icon", Severity.ERROR)
def unknown_inline_icon(game: Game, passages: Passages) -> Iterator[Problem]:
    """Every `{icon}` in a text is an icon the game has.

    Card text draws small pictures in its lines: `{flip}` becomes the flip sign. A misspelt one would
    print as a gap or as letters in braces, and nobody sees it before the cards are cut.

    Bad:

        text: "{flpi} Look at the top card of the deck."

    Good:

        text: "{flip} Look at the top card of the deck."

    Looked at are rules, glossary, changelog and rulebook, and every text of a record except its id, its
    name and its art; pictures named under `art` are checked when the record is read. Overlooked on
    purpose: braces that enclose nothing, or words with spaces, which are never icons (CT111
    text-markup), and icons that no text uses.
    """
    for passage in passages.every(_has_other_than(game.assets.icons)):
        for name, start in _first_icons(passage.text).items():
            if name not in game.assets.icons:
                near = did_you_mean(name, game.assets.icons)
                yield passage.at(start), f'there is no icon "{name}" for {passage.title}{near}'


def _has_other_than(icons: Collection[str]) -> Callable[[str], bool]:
    """Return whether a text may have other icons than these."""
    known = re.compile("|".join(re.escape(f"{{{icon}}}") for icon in sorted(icons)) or r"(?!)")
    return lambda text: "{" in text and "{" in known.sub("", text)


def _first_icons(text: str) -> dict[str, int]:
    first: dict[str, int] = {}
    for piece in split_markup(blank_expressions(text)):
        if piece.kind is PieceKind.ICON:
            first.setdefault(piece.text, piece.start)
    return first
