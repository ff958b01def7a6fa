"""Which findings somebody wants to see: rules and families chosen or left out on the command line."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from cardtool.errors import UsageError
from cardtool.finding import Finding, Rule
from cardtool.project import did_you_mean

__all__ = ["Choice"]

# A file nobody can read, or check to its end, is not clean, whatever is asked.
_UNREADABLE = frozenset({"CT101", "CT102", "CT103", "CT118", "CT119"})


@dataclass(frozen=True, slots=True)
class Choice:
    """Codes (CT301), names (retired-term) and families (CT3, 3xx) to show; without any, all not ignored."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def checked(self, rules: Iterable[Rule]) -> Choice:
        """This choice, once everything it names is known to be there. Raises: UsageError."""
        known = tuple(rules)
        for wish in (*self.select, *self.ignore):
            if not any(_means(wish, rule) for rule in known):
                labels = [label for rule in known for label in (rule.code, rule.name)]
                raise UsageError(
                    f'there is no rule or family "{wish}"{did_you_mean(wish, labels)}; see: cardtool explain'
                )
        return self

    def wants(self, rule: Rule) -> bool:
        """Whether findings of this rule are to be shown."""
        if any(_means(wish, rule) for wish in self.ignore):
            return False
        return not self.select or rule.code in _UNREADABLE or any(_means(wish, rule) for wish in self.select)

    def of(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Those of the findings that are wanted."""
        return tuple(finding for finding in findings if self.wants(finding.rule))


def _means(wish: str, rule: Rule) -> bool:
    """Whether a wish is this rule's code or name, or its family: CT3, 3, 3xx."""
    plain = wish.upper().removeprefix("CT")
    family = plain.removesuffix("XX")
    return (
        wish.lower() == rule.name or plain == rule.code[2:] or (len(family) == 1 and family == rule.code[2])
    )
