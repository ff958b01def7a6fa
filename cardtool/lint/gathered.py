"""The facts a document states itself: its component list, its changelog, its terms, its sequences."""

from __future__ import annotations

from cardtool.documents import Text
from cardtool.lint.facts import Facts
from cardtool.lint.stated_changes import stated_removals, stated_renames
from cardtool.lint.stated_counts import stated_aliases, stated_counts, stated_singles, written_in
from cardtool.lint.stated_play import stated_names, stated_players, stated_sequences
from cardtool.lint.stated_roles import stated_roles
from cardtool.lint.stated_terms import stated_terms
from cardtool.lint.told_players import told_players

__all__ = ["facts_of_text"]


def facts_of_text(text: Text) -> Facts:
    """What a text says of its game that the rest of it can be held against.

    Only what is certain is taken: a fact that is none would make a false alarm of every use.
    """
    counts, roles = tuple(stated_counts(text)), tuple(stated_roles(text))
    return Facts(
        counts=counts,
        names=tuple(stated_names(text)),
        renames=tuple(stated_renames(text)),
        gone=tuple(stated_removals(text)),
        terms=(*stated_aliases(text), *stated_terms(text)),
        listed=tuple(written_in(counts)),
        singles=tuple(stated_singles(text)),
        sequences=tuple(stated_sequences(text)),
        players=stated_players(text, roles),
        players_told=told_players(text),
        roles=roles,
    )
