"""The names and terms that are in use today, as the facts have them."""

from __future__ import annotations

from cardtool.lint.facts import Facts, Gone, Rename

__all__ = ["names_in_use", "settled_names", "since"]


def names_in_use(facts: Facts) -> dict[str, str]:
    """Every name of a card, term or kind of today, by itself in small letters."""
    names = [each.name for each in facts.names]
    terms = [form for each in facts.terms for form in (each.term, each.plural) if form]
    nouns = [noun for count in facts.counts for noun in count.nouns]
    return {name.casefold(): name for name in (*nouns, *terms, *names)}


def settled_names(facts: Facts) -> frozenset[str]:
    """The names whose capitals somebody has settled: those of cards, and terms that are defined."""
    declared = (form for each in facts.terms if each.declared for form in (each.term, each.plural) if form)
    return frozenset([*(each.name for each in facts.names), *declared])


def since(change: Rename | Gone) -> str:
    """` since version 1.2`, or nothing where no version is told."""
    return f" since version {change.version}" if change.version else ""
