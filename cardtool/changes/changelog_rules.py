"""Rules about what changed and the changelog does not say: cards, numbers, names, versions."""

from __future__ import annotations

from collections.abc import Iterator

from cardtool.changes.change_context import (
    ChangeContext,
    as_flow_scalar,
    change_rule,
    format_change,
    quoted_name,
)
from cardtool.changes.comparison import CardChange, NumberChange
from cardtool.changes.text_matching import name_key, text_words
from cardtool.changes.word_comparison import WordChange, face_templates
from cardtool.finding import Severity
from cardtool.rule_runner import Problem
from cardtool.wording import number_word


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
        if not context.new_entries.hold_word(number_words(change)):
            message = (
                f"{change.label} ({change.means}) is {change.new}, not {change.old} as at {context.name}, "
                "and the changelog does not say so"
            )
            yield change.source, message, f"add an entry that says so to {context.changelog_file}"


def number_words(change: NumberChange) -> list[str]:
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
        entries, kinds = context.new_entries, words_of_kinds(change, context)
        if not (entries.speak_of_kinds(kinds) or entries.hold_word(changed_words(change))):
            said = (
                f"the words of {change.file} changed since {context.name}, and the changelog does not say so"
            )
            message = f"{said}: {format_change(' / '.join(change.old), ' / '.join(change.new))}"
            yield change.source, message, f"add an entry that says so to {context.changelog_file}"


def words_of_kinds(change: WordChange, context: ChangeContext) -> list[str]:
    """Return the kinds that a template draws; where it draws none by itself, every kind."""
    kinds = context.after.kinds
    own = [kind.id for kind in kinds if change.file in face_templates(kind)]
    return own or [kind.id for kind in kinds]


def changed_words(change: WordChange) -> frozenset[str]:
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
