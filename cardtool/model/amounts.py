"""What a designer promises of a number of things: at least, at most, exactly so many."""

from __future__ import annotations

from dataclasses import dataclass

from cardtool.model.source import Source


@dataclass(frozen=True, slots=True)
class Amount:
    """How many there are to be, from `least` to `most`; None where there is no such bound.

    `source` is where the promise stands.
    """

    least: int | None
    most: int | None
    source: Source

    def allows(self, number: int) -> bool:
        """Return whether so many are as many as promised."""
        is_enough = self.least is None or number >= self.least
        return is_enough and (self.most is None or number <= self.most)

    def __str__(self) -> str:
        if self.least == self.most:
            return f"exactly {self.least}"
        if self.most is None:
            return f"at least {self.least}"
        return f"at most {self.most}" if self.least is None else f"{self.least} to {self.most}"


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups of a kind, such as suits: those that have one value in the field `by`.

    `each` is how many copies each is promised to have. `names` are the groups that the records' schema lists,
    so that one without any record is missed; empty where it lists none.
    """

    by: str
    each: Amount | None = None
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OneForEach:
    """The promise of one record for every record of another kind.

    `field` names the other record by its id; where it is empty, both have one name.
    """

    kind: str
    source: Source
    field: str = ""
