"""How a rule is made and what it judges, the rules there were, and the findings that a game waives."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import PurePosixPath

from cardtool.documents import Text, language_of
from cardtool.finding import Finding, Rule, Severity
from cardtool.lint.core.facts import Facts, facts_of_game, merge_facts
from cardtool.lint.core.texts import Passages, TextIndex, game_texts
from cardtool.model import Component, Game, Source, Waiver
from cardtool.project import did_you_mean
from cardtool.rule_runner import Check, Problem, rule_from_module
from cardtool.unicode_text import as_printed
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
        language = primary_language(language) or language_of(text)
        return cls(text.title, language, None, None, TextIndex((text,)), facts)


@dataclass(frozen=True, slots=True)
class LintRule(Check[Subject]):
    """A rule of the checker.

    Its findings are infos where it is unsure: `unsure_on_pages`, whose columns, letters and line breaks were
    lost on the way to plain text, and `unsure_elsewhere`, in texts of other languages than English. It is
    silent where the rule of the code `told_by` tells the same slip.
    """

    unsure_on_pages: bool = False
    unsure_elsewhere: bool = False
    told_by: str = ""


GameCheck = Callable[[Game], Iterable[Problem]]
PassageCheck = Callable[[Game, Passages], Iterable[Problem]]
TextCheck = Callable[[TextIndex, Facts], Iterable[Problem]]


def rules_of(family: str, *modules: str) -> tuple[LintRule, ...]:
    """Return every rule of these modules of a family, which is the name of a package."""
    values = (value for module in modules for value in vars(import_module(f"{family}.{module}")).values())
    return tuple(value for value in values if isinstance(value, LintRule))


def rule(code: str, name: str, severity: Severity = Severity.ERROR) -> Callable[[GameCheck], LintRule]:
    """Make a rule of a function that judges a game's data; where its manual page is, rule_runner says."""
    return lambda check: LintRule(
        rule_from_module(check, code, name, severity),
        lambda subject: check(subject.game) if subject.game else (),
    )


def passage_rule(code: str, name: str, severity: Severity) -> Callable[[PassageCheck], LintRule]:
    """Make a rule of a function that looks for what a game's texts have in brackets, braces and stars."""
    return lambda check: LintRule(
        rule_from_module(check, code, name, severity),
        lambda subject: check(subject.passages.game, subject.passages) if subject.passages else (),
    )


def text_rule(
    code: str,
    name: str,
    severity: Severity,
    *,
    reads: str = "",
    unsure_on_pages: bool = False,
    unsure_elsewhere: bool = False,
    told_by: str = "",
) -> Callable[[TextCheck], LintRule]:
    """Make a rule of a function that holds texts, of a game or a document, against the facts.

    One that knows words of a language `reads` that language, and is silent about texts of any other.
    """
    return lambda check: LintRule(
        rule_from_module(check, code, name, severity, reads),
        lambda subject: check(subject.texts, subject.facts) if reads in ("", subject.language) else (),
        unsure_on_pages=unsure_on_pages,
        unsure_elsewhere=unsure_elsewhere,
        told_by=told_by,
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
            parts = ((" with", waiver.text), (" about", waiver.card), (" in", waiver.file))
            details = "".join(f'{word} "{detail}"' for word, detail in parts if detail)
            message = f"nothing is found that this waives: {names[waiver.rule].name}{details}"
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


def _matches(waiver: Waiver, finding: Finding, cards: Sequence[Component]) -> bool:
    if waiver.rule not in (finding.rule.code, finding.rule.name):
        return False
    parts, ending = PurePosixPath(finding.source.file).parts, PurePosixPath(waiver.file).parts
    if waiver.file and not (ending and parts[-len(ending) :] == ending):
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
