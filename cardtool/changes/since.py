"""What rules about changes judge: a game as it was and as it is, and what its changelog has to say."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardtool.changes.comparison import CardChange, Comparison, compare
from cardtool.changes.news import News
from cardtool.changes.renaming import Record, Renaming
from cardtool.changes.reuse import Reuse, keeps_a_text, reused
from cardtool.model import Game, Source

__all__ = ["Since"]

_CHANGELOG = "changelog.yaml"


@dataclass(frozen=True, slots=True)
class Since:
    """A game before and after. `name` is what the reader calls the revision before, `date` its day.

    `record` is of the changelog's renames; `changed` are the cards that are there still, `reused` those
    that have the id of another.
    """

    name: str
    date: str
    before: Game
    after: Game
    comparison: Comparison
    news: News
    record: Record
    changed: tuple[CardChange, ...]
    reused: tuple[Reuse, ...]

    @classmethod
    def of(cls, name: str, date: str, before: Game, after: Game) -> Since:
        """The two held side by side."""
        comparison, news, record = compare(before, after), News(before, after), Record(after)
        others = tuple(reused(comparison.changed, before, record, news))
        ids = {each.pair.after.id for each in others}
        changed = tuple(pair for pair in comparison.changed if pair.after.id not in ids)
        return cls(name, date, before, after, comparison, news, record, changed, others)

    @property
    def title(self) -> str:
        """What messages call it."""
        return f"the game {self.after.id}"

    @property
    def renamings(self) -> Iterator[Renaming]:
        """Every card, kind and term that has another name."""
        for pair in self.changed:
            if pair.renamed:
                old, new, place = pair.before.name, pair.after.name, pair.after.at("name")
                yield Renaming("card", old, new, place, certain=not pair.fields or keeps_a_text(pair))
        yield from self.comparison.renamings

    @property
    def has_changelog(self) -> bool:
        """Whether there is, or was, a changelog that could have told; one that cannot be read may have."""
        if _CHANGELOG in self.after.incomplete:
            return False
        return bool(self.after.changelog or self.before.changelog)

    @property
    def changelog(self) -> str:
        """The name of the changelog's file."""
        return f"{self.after.source.file.rpartition('/')[0]}/{_CHANGELOG}"

    @property
    def place_to_tell(self) -> Source:
        """Where an entry would go: the newest version of the changelog."""
        return self.after.changelog[0].source if self.after.changelog else self.after.source
