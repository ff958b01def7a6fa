"""Entries that the changelog lacks, drafted in its own form: a writer makes sentences of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardtool.changes.change_context import ChangeContext, as_flow_scalar, removal_entry
from cardtool.changes.changelog_rules import changed_words, number_words, words_of_kinds
from cardtool.changes.comparison import CardChange, FieldChange
from cardtool.changes.text_matching import name_key
from cardtool.model import ChangeType, Component, thaw
from cardtool.wording import counted


def draft_entries(context: ChangeContext) -> tuple[str, ...]:
    """Return a line of YAML for each thing that changed and that no new entry speaks of."""
    said = (*_renamed(context), *_changed(context), *_numbers(context), *_added(context), *_removed(context))
    return tuple(dict.fromkeys((*said, *_words(context))))


def _words(context: ChangeContext) -> Iterator[str]:
    entries = context.new_entries
    for each in context.comparison.words:
        if not (
            entries.speak_of_kinds(words_of_kinds(each, context)) or entries.hold_word(changed_words(each))
        ):
            old, new = (_shown(" / ".join(s)) if s else "nothing" for s in (each.old, each.new))
            text = f"{each.file}: says {new} now, said {old} before."
            yield _entry(ChangeType.CHANGED, text=text)


def _entry(change: ChangeType, **parts: str) -> str:
    pairs = ", ".join(f"{key}: {as_flow_scalar(text)}" for key, text in parts.items())
    return f"- {{type: {change}, {pairs}}}"


def _renamed(context: ChangeContext) -> Iterator[str]:
    for each in context.renames:
        if name_key(each.new) not in context.recorded_renames.names_after(each.old):
            yield _entry(ChangeType.RENAMED, **{"from": each.old, "to": each.new})


def _changed(context: ChangeContext) -> Iterator[str]:
    for pair in context.changed:
        if (pair.fields or pair.moved) and not context.new_entries.speak_of(pair.before, pair.after):
            yield _entry(ChangeType.CHANGED, text=f"[[{pair.after.name}]]: {_differences(pair, context)}.")


def _differences(pair: CardChange, context: ChangeContext) -> str:
    said = [_difference(each) for each in pair.fields]
    if pair.moved:
        kind, was = context.after.kind(pair.after.kind), context.before.kind(pair.before.kind)
        said.insert(0, f"kind is {kind.title} now, was {was.title}")
    return "; ".join(said)


def _difference(change: FieldChange) -> str:
    if change.old is None:
        return f"{change.label} is {_shown(change.new)} now"
    if change.new is None:
        return f"no {change.label} any more, was {_shown(change.old)}"
    return f"{change.label} is {_shown(change.new)} now, was {_shown(change.old)}"


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return f"“{' '.join(value.split()).rstrip('.')}”"
    return str(thaw(value)) if isinstance(value, Mapping | tuple) else str(value)


def _numbers(context: ChangeContext) -> Iterator[str]:
    for each in context.comparison.numbers:
        if not context.new_entries.hold_word(number_words(each)):
            yield _entry(ChangeType.CHANGED, text=f"{each.label} ({each.means}): {each.new}, was {each.old}.")


def _added(context: ChangeContext) -> Iterator[str]:
    known = {name_key(card.name) for card in context.before.cards}
    for card in context.comparison.added:
        if name_key(card.name) not in known and not context.new_entries.speak_of(card):
            kind = context.after.kind(card.kind)
            copies = f", {counted(card.copies, 'copy', 'copies')}" if card.copies > 1 else ""
            yield _entry(ChangeType.ADDED, text=f"[[{card.name}]], a new {kind.title}{copies}.")


def _removed(context: ChangeContext) -> Iterator[str]:
    for card in context.comparison.removed:
        if not _is_told(card, context):
            yield removal_entry(card, f"{card.name} ({context.before.kind(card.kind).title}).")


def _is_told(card: Component, context: ChangeContext) -> bool:
    if context.new_entries.speak_of(card, change=ChangeType.REMOVED):
        return True
    there = {name_key(other.name) for other in context.after.cards}
    return bool(there & context.recorded_renames.names_after(card.name))
