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

from __future__ import annotations

from collections.abc import Iterator

from cardtool.changes.registry import Problem, rule
from cardtool.changes.since import Since
from cardtool.changes.telling import as_yaml, called
from cardtool.changes.words import key
from cardtool.finding import Severity


@rule("CT802", "unrecorded-rename", Severity.ERROR)
def check(since: Since) -> Iterator[Problem]:
    for each in since.renamings if since.has_changelog else ():
        if key(each.new) not in since.record.names_after(each.old):
            renamed = f"{called(each.old)} was renamed {called(each.new)} since {since.name}"
            message = f"{renamed}, and the changelog does not record it"
            entry = f"- {{type: renamed, from: {as_yaml(each.old)}, to: {as_yaml(each.new)}}}"
            doubt = "" if each.certain else "; if it is another card, give it an id of its own"
            yield each.source, message, f"add to {since.changelog}: {entry}{doubt}"
