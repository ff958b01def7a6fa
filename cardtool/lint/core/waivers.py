"""Findings that a game says are meant to be, each with its reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import PurePosixPath

from cardtool.finding import Finding, Rule, Severity
from cardtool.model import Component, Waiver
from cardtool.project import did_you_mean
from cardtool.unicode_text import as_printed

RETIRED_RULES = {
    "CT209": "range-table",
    "CT211": "enough-pieces",
    "CT213": "one-number",
    "CT305": "term-plural",
    "CT308": "spelled-two-ways",
    "CT312": "heading-capitals",
    "CT405": "lost-step",
    "CT408": "lost-page",
    "CT412": "wrong-way",
    "CT501": "example-against-sequence",
    "CT505": "two-beginnings",
    "CT507": "two-orders",
    "CT508": "item-twice",
    "CT514": "alphabetical",
    "CT604": "unbalanced",
    "CT606": "same-effect-two-wordings",
    "CT609": "spacing",
    "CT610": "page-furniture",
    "CT613": "unknown-word",
    "CT614": "agreement",
    "CT615": "verb-form",
    "CT616": "odd-spelling",
    "CT617": "sentence-signs",
    "CT618": "missing-stop",
    "CT619": "double-space",
    "CT620": "mixed-marks",
    "CT622": "broken-word",
}
"""Rules that were deleted, by code. No other takes the code or the name: waivers and baselines hold them."""

UNUSED_WAIVER = Rule(
    "CT113",
    "unused-waiver",
    Severity.WARNING,
    manual="""\
Every waiver of the glossary waives something.

A waiver that no longer matches a finding hides the next one that happens to read alike, and its
reason explains what is not there.

Bad:

    waivers:
      - {rule: CT302, text: Northerner, reason: The name of a people in the Battle Card's picture.}
    # and no text of the game says Northerner

Good:

    waivers: []

A waiver matches a finding of its rule (code or name) whose message holds its text, whatever the case
and the sort of quotes; with `file`, only in that file; with `card`, only what is about that card. It names
the card or the file, or quotes eight letters or more. How many findings are waived is told at the end of
every report.

What keeps a file from being read as it is meant cannot be waived: yaml-syntax, yaml-strict, schema,
unusable-file, unique-ids, safe-ids, missing-icon, missing-asset, and takes-too-long. Overlooked on purpose:
waivers of rules that did not run, be it for `--no-layout`, for `--select`, or because an earlier error
stopped the check.""",
)

# What keeps a file from being read as it is meant: whatever stood there would be missing in print.
_NEVER = frozenset({"CT101", "CT102", "CT103", "CT105", "CT106", "CT107", "CT108", "CT118", "CT119"})


def matching_waivers(
    finding: Finding, waivers: Iterable[Waiver], cards: Sequence[Component]
) -> tuple[Waiver, ...]:
    """Return the waivers that let this finding stand; none where nobody waived it, or nobody may.

    `cards` are all there are.
    """
    if finding.rule.code in _NEVER:
        return ()
    return tuple(waiver for waiver in waivers if _matches(waiver, finding, cards))


def unused_waivers(
    waivers: Iterable[Waiver], used: Collection[Waiver], ran: Iterable[Rule]
) -> Iterator[Finding]:
    """Yield a finding for every waiver that matched nothing, though its rule did run, or that names no rule.

    Waivers of rules that did not run are left alone.
    """
    names = {label: rule for rule in ran for label in (rule.code, rule.name)}
    for waiver in waivers:
        if waiver not in used and waiver.rule in names and names[waiver.rule].code not in _NEVER:
            message = f"nothing is found that this waives: {names[waiver.rule].name}{_waiver_details(waiver)}"
            yield UNUSED_WAIVER.found(waiver.source, message, "remove it")


def unknown_rule_waivers(waivers: Iterable[Waiver], rules: Iterable[Rule]) -> Iterator[Finding]:
    """Yield a finding for every waiver of a rule that does not exist, or that nobody may waive."""
    names = {label: rule for rule in rules for label in (rule.code, rule.name)}
    for waiver in waivers:
        if waiver.rule in names and names[waiver.rule].code in _NEVER:
            message = f"{names[waiver.rule].name} cannot be waived: what it finds would be missing in print"
            yield UNUSED_WAIVER.found(waiver.source, message, "mend what it finds, and remove this")
        elif waiver.rule not in names:
            is_gone = waiver.rule in (*RETIRED_RULES, *RETIRED_RULES.values())
            why = " any more" if is_gone else did_you_mean(waiver.rule, names)
            message = f'there is no rule "{waiver.rule}" to waive{why}'
            yield UNUSED_WAIVER.found(
                waiver.source, message, "remove it" if is_gone else "see: cardtool explain"
            )


def _waiver_details(waiver: Waiver) -> str:
    """Return what a waiver says of the finding beside its rule, in words that follow the rule's name."""
    parts = ((" with", waiver.text), (" about", waiver.card), (" in", waiver.file))
    return "".join(f'{word} "{said}"' for word, said in parts if said)


def _matches(waiver: Waiver, finding: Finding, cards: Sequence[Component]) -> bool:
    if waiver.rule not in (finding.rule.code, finding.rule.name):
        return False
    if waiver.file and not _ends_with(finding.source.file, waiver.file):
        return False
    if waiver.card and not _is_about(waiver.card, finding, cards):
        return False
    return as_printed(waiver.text) in as_printed(finding.message)


def _is_about(name: str, finding: Finding, cards: Sequence[Component]) -> bool:
    """Return whether a finding is about the card of this name or id: it says so, or stands in its record."""
    wanted, place = as_printed(name), finding.source
    card = next((each for each in cards if wanted in (each.id, as_printed(each.name))), None)
    if card is None or f'"{as_printed(card.name)}"' in as_printed(finding.message):
        return card is not None
    above = [each for each in cards if each.source.file == place.file and each.source.line <= place.line]
    return card is max(above, key=lambda each: each.source.line, default=None)


def _ends_with(file: str, wanted: str) -> bool:
    parts, ending = PurePosixPath(file).parts, PurePosixPath(wanted).parts
    return bool(ending) and parts[-len(ending) :] == ending
