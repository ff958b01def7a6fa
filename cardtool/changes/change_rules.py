"""The rules about changes: what changed is in the changelog, and ids stay with their cards.

And the entries that the changelog lacks, drafted in its own form: a writer makes sentences of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cardtool.changes.change_context import (
    ChangeContext,
    as_flow_scalar,
    change_rule,
    format_change,
    quoted_name,
    removal_entry,
)
from cardtool.changes.comparison import CardChange, FieldChange, LayoutChange, NumberChange, PackChange
from cardtool.changes.text_comparison import NameKey, WordChange, face_templates, name_key, text_words
from cardtool.finding import Severity
from cardtool.model import ChangeType, Component, Game, Pack, thaw
from cardtool.rule_runner import Problem
from cardtool.wording import counted, number_word


@change_rule("CT801", "unlogged-change", Severity.ERROR)
def unlogged_change(context: ChangeContext) -> Iterator[Problem]:
    """A card that changed is in the changelog.

    Somebody played this card last week. If it says another thing today, at another price, or is in the
    box once less often, the changelog is where they learn it; otherwise two printings of the same card
    meet at a table and each side is sure. Asked with --since, this is the check for a pull request.

    Bad:

        # the text of Goat was "Eats hay.", and nothing in changelog.yaml is new
        - {id: goat, name: Goat, text: Eats everything.}

    Good:

        # and in changelog.yaml, new or rewritten since that revision:
        - {type: changed, text: "[[Goat]] eats everything, not only hay."}

    An entry counts when it was written since the revision, under whichever version, and says the card's
    name (old or new; in brackets or not; "Goats" will do), or speaks of all its kind ("Beasts") or of
    cards in general ("several cards"). What changed is told word by word.
    Looked at is what is printed: every field that a template of the game asks for, or did, and the
    number of copies. Overlooked on purpose: the id, art and origin; quotes, dashes, emphasis and line
    breaks; names that the changelog says were changed; numbers that the text takes from the rules
    (unlogged-rule has those); what only a template says (unlogged-words); and games that have no changelog.
    """
    if not context.has_changelog:
        return
    for pair in context.changed:
        if (pair.fields or pair.moved) and not context.new_entries.speak_of(pair.before, pair.after):
            yield from _unlogged(pair, context)


def _unlogged(pair: CardChange, context: ChangeContext) -> Iterator[Problem]:
    card, kind = pair.after, context.after.kind(pair.after.kind)
    advice = (
        f"add an entry that names {quoted_name(card.name)}, or {kind.plural}, to {context.changelog_file}"
    )
    if pair.moved:
        was = context.before.kind(pair.before.kind)
        yield card.source, _unlogged_message("kind", card.name, was.title, kind.title, context), advice
    for change in pair.fields:
        yield (
            card.at(*change.path),
            _unlogged_message(change.label, card.name, change.old, change.new, context),
            advice,
        )


def _unlogged_message(what: str, name: str, old: object, new: object, context: ChangeContext) -> str:
    changed = f"the {what} of {quoted_name(name)} changed since {context.name}"
    return f"{changed}, and the changelog does not say so: {format_change(old, new)}"


@change_rule("CT806", "unlogged-rule", Severity.ERROR)
def unlogged_rule(context: ChangeContext) -> Iterator[Problem]:
    """A number of the rules that changed is in the changelog.

    Five cards at the start or six: whoever learnt the game with the one will play it with the one, unless
    they are told.

    Bad:

        # opening_hand was 5, and nothing in changelog.yaml is new
        opening_hand: {value: 6, means: cards dealt to each player at the start}

    Good:

        # and in changelog.yaml, new or rewritten since that revision:
        - {type: changed, text: The opening hand is six cards.}

    An entry counts when it was written since the revision and holds the new number or the old, in figures
    or as a word, or a word of the number's id. Looked at are the numbers of rules.yaml and how many can
    play. Overlooked on purpose: the wording of steps and terms, which may be put better without being
    changed; numbers that came or went; and games that have no changelog.
    """
    for change in context.comparison.numbers if context.has_changelog else ():
        if not context.new_entries.hold_word(_number_words(change)):
            message = (
                f"{change.label} ({change.means}) is {change.new}, not {change.old} as at {context.name}, "
                "and the changelog does not say so"
            )
            yield change.source, message, f"add an entry that says so to {context.changelog_file}"


def _number_words(change: NumberChange) -> list[str]:
    """Return the words of which an entry about a number has one."""
    numbers = [written for each in (change.old, change.new) for written in (str(each), number_word(each))]
    return [*numbers, *(word for word in change.label.split() if len(word) > 2)]


@change_rule("CT814", "unlogged-words", Severity.ERROR)
def unlogged_words(context: ChangeContext) -> Iterator[Problem]:
    """Words that a template or a stylesheet prints by itself are in the changelog when they changed.

    "Discard this card after use" stands on every Trap and in no card's record. It is a rule like any other.

    Bad:

        <!-- templates/farm/trap.html said "Keep it", and nothing in changelog.yaml is new -->
        <p class="rule">Discard it</p>

    Good:

        # and in changelog.yaml, new or rewritten since that revision:
        - {type: changed, text: Traps are discarded.}

    Looked at are the HTML and CSS files of the game's own folder in templates/: what stands between tags,
    texts in the code of templates, and those of `content` and the like. An entry counts when it was written
    since the revision, and holds a word that came or went, or speaks of all cards of a kind that the template
    draws, or of cards in general. Overlooked on purpose: words that only moved to or from a template of
    macros; what stands in tags; templates of templates/base; and games that have no changelog.
    """
    for change in context.comparison.words if context.has_changelog else ():
        entries, kinds = context.new_entries, _words_of_kinds(change, context)
        if not (entries.speak_of_kinds(kinds) or entries.hold_word(_changed_words(change))):
            said = (
                f"the words of {change.file} changed since {context.name}, and the changelog does not say so"
            )
            message = f"{said}: {format_change(' / '.join(change.old), ' / '.join(change.new))}"
            yield change.source, message, f"add an entry that says so to {context.changelog_file}"


def _words_of_kinds(change: WordChange, context: ChangeContext) -> list[str]:
    """Return the kinds that a template draws; where it draws none by itself, every kind."""
    kinds = context.after.kinds
    own = [kind.id for kind in kinds if change.file in face_templates(kind)]
    return own or [kind.id for kind in kinds]


def _changed_words(change: WordChange) -> frozenset[str]:
    """Return the words that came or went; all of them where none did."""
    old, new = ({*text_words(" ".join(said))} for said in (change.old, change.new))
    return frozenset(old ^ new or old)


@change_rule("CT802", "unrecorded-rename", Severity.ERROR)
def unrecorded_rename(context: ChangeContext) -> Iterator[Problem]:
    """A card, kind or term that has another name is recorded as renamed.

    The changelog's renames are more than news: from them the checker knows which names are old, and finds
    every text that still uses one. A rename it is not told of leaves the old name standing everywhere.

    Bad:

        # the card with the id goat was called Goat
        - {id: goat, name: Billy Goat}

    Good:

        # and in changelog.yaml
        - {type: renamed, from: Goat, to: Billy Goat}

    Several renames in a row are followed to their end. Overlooked on purpose: names that differ only in
    capitals, punctuation or number; and games that have no changelog.
    """
    for each in context.renames if context.has_changelog else ():
        if name_key(each.new) not in context.recorded_renames.names_after(each.old):
            renamed = f"{quoted_name(each.old)} was renamed {quoted_name(each.new)} since {context.name}"
            message = f"{renamed}, and the changelog does not record it"
            entry = f"- {{type: renamed, from: {as_flow_scalar(each.old)}, to: {as_flow_scalar(each.new)}}}"
            doubt = "" if each.certain else "; if it is another card, give it an id of its own"
            yield each.source, message, f"add to {context.changelog_file}: {entry}{doubt}"


@change_rule("CT803", "version-not-raised", Severity.WARNING)
def version_not_raised(context: ChangeContext) -> Iterator[Problem]:
    """What changes after a version came out belongs to a new version.

    Cards of one version are all alike: that is what the version printed on them is for. When a version's
    day has passed and its cards change all the same, there are two of it.

    Bad:

        # changelog.yaml, when a card is changed in March
        - version: "1.4"
          date: "2025-01-21"

    Good:

        - version: "1.5"
          date: "2025-04-01"
          entries: …
        - version: "1.4"
          date: "2025-01-21"

    A version has come out when the changelog of the revision gives it a date before the day the revision
    was made; until then it is in the making and may be added to, by as many changes as you like. Overlooked
    on purpose: games that have no changelog, and changes that players do not see.
    """
    before, after = context.before, context.after
    if not context.has_changelog or context.comparison.is_empty or not before.changelog:
        return
    out = {release.version: release.date for release in before.changelog}
    date = out.get(after.version, "")
    is_new = after.changelog and after.changelog[0].version not in out
    if date and date < context.date and not is_new:
        message = (
            f"cards or rules changed since {context.name}, and the game is still version {after.version}, "
            f"which came out on {date}"
        )
        yield (
            context.entry_place,
            message,
            f"begin a new version in {context.changelog_file} and in game.yaml",
        )


@change_rule("CT805", "reused-id", Severity.ERROR)
def reused_id(context: ChangeContext) -> Iterator[Problem]:
    """An id stays with its card; a new card gets a new one.

    Pictures, print orders, links and other cards mean a card by its id. Given to another card, all of them
    go on to mean the wrong one, and nobody is told.

    Bad:

        # the id goat was that of Goat, a Beast that "Eats hay."
        - {id: goat, name: Trapdoor, text: Falls open.}     # in traps.yaml

    Good:

        - {id: trapdoor, name: Trapdoor, text: Falls open.}

    A card is another one when neither its name nor any of its texts is left, and it is of another kind, or
    the changelog says that the old one was removed, or the new one's name and text were those of a card
    with another id. Overlooked on purpose: a card that was changed in everything, where the changelog
    records its new name, or nothing says that it is another.
    """
    for pair, own in context.reused:
        kind = f", of the kind {context.before.kind(pair.before.kind).title}," if pair.moved else ""
        owner = f"{quoted_name(pair.before.name)}{kind}"
        message = f"{quoted_name(pair.after.name)} has the id that {owner} had at {context.name}"
        yield pair.after.at("id"), message, f"write id: {own}" if own else "give it an id of its own"


@change_rule("CT804", "vanished-card", Severity.ERROR)
def vanished_card(context: ChangeContext) -> Iterator[Problem]:
    """A card that is gone is told of in the changelog, and one that only changed its id is not gone.

    Players sort their boxes by the changelog; a card it does not say was removed is one they think they
    have lost. Ids are for good: pictures, links and print orders are made by them, and a rename keeps them.

    Bad:

        # the card goat was in beasts.yaml, and is no longer
        - {id: hen, name: Hen}

    Good:

        # and in changelog.yaml
        - {type: removed, text: "Goat, which ate the rules.", words: [Goat]}

    An entry counts when it was written since the revision, is of the type removed, and says the card's
    name or speaks of all its kind; so does a rename of the card into another one that is there. With `words`,
    no text may go on to say the name (CT303 removed-still-mentioned). Overlooked on purpose: all of it, while
    some record cannot be read; and games that have no changelog.
    """
    if not context.comparison.removed:
        return
    there: dict[NameKey, Component] = {name_key(card.name): card for card in context.after.cards}
    named = {(name_key(card.name), card.id) for card in context.before.cards}
    for card in context.comparison.removed:
        now = there.get(name_key(card.name))
        if now is not None and (name_key(now.name), now.id) not in named:
            message = (
                f"the id of {quoted_name(now.name)} was {card.id} at {context.name}, and ids are for good"
            )
            yield now.at("id"), message, f"write id: {card.id}"
        elif context.has_changelog and not _is_mentioned(card, there, context):
            yield _vanished(card, context)


def _is_mentioned(card: Component, there: Collection[NameKey], context: ChangeContext) -> bool:
    """Return whether a new entry says that the card is gone, or that it has a name that is there now."""
    if context.new_entries.speak_of(card, change=ChangeType.REMOVED):
        return True
    return any(name in there for name in context.recorded_renames.names_after(card.name))


def _vanished(card: Component, context: ChangeContext) -> Problem:
    name, file = quoted_name(card.name), context.changelog_file
    message = f"{name} ({card.id}) is gone since {context.name}, and the changelog does not say so"
    entry = removal_entry(card, f"{card.name}.")
    advice = f"if it has another name now, give it its id back; if not, add to {file}: {entry}"
    return context.entry_place, message, advice


@change_rule("CT807", "unannounced-card", Severity.WARNING)
def unannounced_card(context: ChangeContext) -> Iterator[Problem]:
    """A card that is new is in the changelog.

    Who prints the new cards of a version and leaves the old ones in the box needs to know which are new; and
    the most welcome line of a changelog is the one that nobody forgot to write.

    Bad:

        # the card hen is new, and nothing in changelog.yaml is
        - {id: hen, name: Hen}

    Good:

        # and in changelog.yaml
        - {type: added, text: "[[Hen]], who lays."}

    An entry counts when it was written since the revision and says the card's name, speaks of all its kind
    ("Traps") or of cards in general ("several new cards"). Overlooked on purpose: a card of a name that was
    there under another id (vanished-card has that); all of it, while some record of the revision cannot be
    read; games that have no changelog, and those that began theirs since.
    """
    if not context.has_changelog or not context.before.changelog:
        return
    known = {name_key(card.name) for card in context.before.cards}
    for card in context.comparison.added:
        if name_key(card.name) not in known and not context.new_entries.speak_of(card):
            message = (
                f"{quoted_name(card.name)} is new since {context.name}, and the changelog does not say so"
            )
            entry = f"- {{type: added, text: {as_flow_scalar(f'[[{card.name}]].')}}}"
            yield card.at("name"), message, f"add to {context.changelog_file}: {entry}"


_MOST_NAMED = 4  # spaces


@change_rule("CT808", "unlogged-board", Severity.ERROR)
def unlogged_board(context: ChangeContext) -> Iterator[Problem]:
    """A board whose spaces changed is in the changelog.

    A track with a step more is a longer game, and a wall where there was floor another one. Who plays on the
    old board with the new rules is not told by the board.

    Bad:

        # rows was [sff, fwf, ffs], and nothing in changelog.yaml is new
        rows: [sfff, fwff, fffs]

    Good:

        # and in changelog.yaml, new or rewritten since that revision:
        - {type: changed, text: The Arena is a column wider.}

    Told are spaces that came or went, are of another sort, have another id, or moved by more than half their
    size against the others. An entry counts when it was written since the revision and says a word of the
    layout's title or of the name of what is drawn by it, a sort of the spaces, "board" or "spaces".
    Overlooked on purpose: spaces that were put straight; layouts that cannot be read in one of the versions;
    and games that have no changelog.
    """
    for change in context.comparison.layouts if context.has_changelog else ():
        what = _board_change_text(change)
        if what and not context.new_entries.hold_word(_board_words(change, context.after)):
            message = f"{change.layout.title}: {what} since {context.name}, and the changelog does not say so"
            advice = f"add an entry that names {change.layout.title} to {context.changelog_file}"
            yield change.source or context.entry_place, message, advice


def _board_change_text(change: LayoutChange) -> str:
    """Return what is different for players; empty where nothing is."""
    if change.before is None or change.after is None:
        return f"the layout {change.layout.id} is {'new' if change.before is None else 'gone'}"
    elsewhere = [pair.after.id for pair in change.moved if pair.is_elsewhere]
    parts = (
        ("added", [space.id for space in change.added]),
        ("removed", [space.id for space in change.removed]),
        ("renamed", [f"{pair.before.id} → {pair.after.id}" for pair in change.renamed]),
        (
            "of another sort",
            [f"{pair.after.id} ({pair.before.sort} → {pair.after.sort})" for pair in change.resorted],
        ),
        ("moved", elsewhere),
    )
    return "; ".join(f"{_spaces_text(ids)} {what}" for what, ids in parts if ids)


def _spaces_text(ids: list[str]) -> str:
    more = len(ids) - _MOST_NAMED
    named = ", ".join(ids[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
    return f"space{'s' * (len(ids) > 1)} {named}"


def _board_words(change: LayoutChange, game: Game) -> Iterator[str]:
    """Yield the words by which an entry may mean a board."""
    layout = change.layout
    titles = [layout.title, *(kind.title for kind in game.kinds if kind.layout == layout.id)]
    yield from (word for title in titles for word in title.split() if len(word) > len("the"))
    yield from (layout.id, "board", "space", *layout.counts, *change.counts)


@change_rule("CT809", "unlogged-pack", Severity.ERROR)
def unlogged_pack(context: ChangeContext) -> Iterator[Problem]:
    """A pack that changed is in the changelog.

    Who bought the second pack for seven players reads there that it is needed from six on.

    Bad:

        # second-pack was for 7 to 12 players, and nothing in changelog.yaml is new
        packs: {basic: …, second-pack: {players: {least: 6, most: 10}, again: basic}}

    Good:

        # and in changelog.yaml, new or rewritten since that revision:
        - {type: changed, text: The second pack joins from six players on.}

    Told are packs that came or went, that hold other kinds, or join for other numbers of players. An entry
    counts when it was written since the revision and holds the word "pack" or a word of the pack's id.
    Overlooked on purpose: what the cards in a pack say, which has rules of its own; and games that have no
    changelog.
    """
    for change in context.comparison.packs if context.has_changelog else ():
        if not context.new_entries.hold_word(["pack", *change.id.split("-")]):
            message = f"the pack {change.id} {_pack_change_text(change)} since {context.name}"
            advice = f"add an entry that names the pack to {context.changelog_file}"
            yield change.source, f"{message}, and the changelog does not say so", advice


def _pack_change_text(change: PackChange) -> str:
    before, after = change.before, change.after
    if before is None or after is None:
        return "is new" if before is None else "is gone"
    if (before.least, before.most) != (after.least, after.most):
        return f"is for {_players(after)} players, not {_players(before)},"
    return "holds something else"


def _players(pack: Pack) -> str:
    return f"{pack.least} to {pack.most}"


def draft_entries(context: ChangeContext) -> tuple[str, ...]:
    """Return a line of YAML for each thing that changed and that no new entry speaks of."""
    said = (*_renamed(context), *_changed(context), *_numbers(context), *_added(context), *_removed(context))
    return tuple(dict.fromkeys((*said, *_words(context))))


def _words(context: ChangeContext) -> Iterator[str]:
    entries = context.new_entries
    for each in context.comparison.words:
        if not (
            entries.speak_of_kinds(_words_of_kinds(each, context)) or entries.hold_word(_changed_words(each))
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
        if not context.new_entries.hold_word(_number_words(each)):
            yield _entry(ChangeType.CHANGED, text=f"{each.label} ({each.means}): {each.new}, was {each.old}.")


def _added(context: ChangeContext) -> Iterator[str]:
    known = {name_key(card.name) for card in context.before.cards}
    for card in context.comparison.added:
        if name_key(card.name) not in known and not context.new_entries.speak_of(card):
            kind = context.after.kind(card.kind)
            copies = f", {counted(card.copies, 'copy', 'copies')}" if card.copies > 1 else ""
            yield _entry(ChangeType.ADDED, text=f"[[{card.name}]], a new {kind.title}{copies}.")


def _removed(context: ChangeContext) -> Iterator[str]:
    there = {name_key(card.name) for card in context.after.cards}
    for card in context.comparison.removed:
        if not _is_mentioned(card, there, context):
            yield removal_entry(card, f"{card.name} ({context.before.kind(card.kind).title}).")
