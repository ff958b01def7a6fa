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

from __future__ import annotations

from collections.abc import Iterator

from cardtool.changes.comparison import NumberChange
from cardtool.changes.registry import Problem, rule
from cardtool.changes.since import Since
from cardtool.finding import Severity
from cardtool.references import as_word


@rule("CT806", "unlogged-rule", Severity.ERROR)
def check(since: Since) -> Iterator[Problem]:
    for change in since.comparison.numbers if since.has_changelog else ():
        if not since.news.says(_words(change)):
            message = (
                f"{change.label} ({change.means}) is {change.new}, not {change.old} as at {since.name}, "
                "and the changelog does not say so"
            )
            yield change.source, message, f"add an entry that says so to {since.changelog}"


def _words(change: NumberChange) -> list[str]:
    numbers = [written for each in (change.old, change.new) for written in (str(each), as_word(each))]
    return [*numbers, *(word for word in change.label.split() if len(word) > 2)]
