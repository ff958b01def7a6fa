"""What rules about changes judge: a game as it was and as it is, and what its changelog has to say."""

from __future__ import annotations

from dataclasses import dataclass

from cardtool.changes.comparison import Comparison, compare
from cardtool.changes.news import News
from cardtool.model import Game, Source

__all__ = ["Since"]

_CHANGELOG = "changelog.yaml"


@dataclass(frozen=True, slots=True)
class Since:
    """A game before and after. `name` is what the reader calls the revision before, `date` its day."""

    name: str
    date: str
    before: Game
    after: Game
    comparison: Comparison
    news: News

    @classmethod
    def of(cls, name: str, date: str, before: Game, after: Game) -> Since:
        """The two held side by side."""
        return cls(name, date, before, after, compare(before, after), News(before, after))

    @property
    def title(self) -> str:
        """What messages call it."""
        return f"the game {self.after.id}"

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
