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

from __future__ import annotations

from collections.abc import Iterator

from cardtool.changes.registry import Problem, rule
from cardtool.changes.since import Since
from cardtool.finding import Severity


@rule("CT803", "version-not-raised", Severity.WARNING)
def check(since: Since) -> Iterator[Problem]:
    before, after = since.before, since.after
    if not since.has_changelog or since.comparison.is_empty or not before.changelog:
        return
    out = {release.version: release.date for release in before.changelog}
    date = out.get(after.version, "")
    is_new = after.changelog and after.changelog[0].version not in out
    if date and date < since.date and not is_new:
        message = (
            f"cards or rules changed since {since.name}, and the game is still version {after.version}, "
            f"which came out on {date}"
        )
        yield since.place_to_tell, message, f"begin a new version in {since.changelog} and in game.yaml"
