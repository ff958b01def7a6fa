"""A rule with the function that looks for breaches of it, and how it is run. Knows no rule by name."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any, Generic, Protocol, TypeVar

from cardtool.errors import CardtoolError
from cardtool.finding import Edit, Finding, Rule, Severity
from cardtool.model import Source

Problem = tuple[Source, str] | tuple[Source, str, str | None] | tuple[Source, str, str | None, Edit | None]
"""Where something is wrong, the sentence that says what, and perhaps what to do and the edit that does it."""


class Titled(Protocol):
    """What can be judged: `title` is what messages call it."""

    @property
    def title(self) -> str:
        """Return such as `the game farm`."""


MAX_FINDINGS = 10_000
"""Breaches of one rule that are looked for in one subject; nobody mends more at a time."""

S = TypeVar("S", bound=Titled)
J = TypeVar("J", bound="Check[Any]")


@dataclass(frozen=True, slots=True)
class Check(Generic[S]):
    """A rule, and the function that looks for breaches of it."""

    rule: Rule
    check: Callable[[S], Iterable[Problem]]

    @property
    def code(self) -> str:
        return self.rule.code

    @property
    def name(self) -> str:
        return self.rule.name

    @property
    def manual(self) -> str:
        return self.rule.manual

    def findings(self, subject: S) -> list[Finding]:
        """Return every breach of this rule, in the order the rule met them; the first ten thousand of them.

        Raises: CardtoolError, naming the rule, when the rule itself fails. MemoryError, OSError.
        """
        try:
            return [self.rule.found(*problem) for problem in islice(self.check(subject), MAX_FINDINGS)]
        except (MemoryError, OSError, ImportError):
            raise
        except Exception as error:
            raise CardtoolError(
                f"rule {self.code} {self.name} failed on {subject.title}: {type(error).__name__}: {error}"
            ) from error


def rule_from_module(
    check: Callable[..., Any], code: str, name: str, severity: Severity = Severity.ERROR, reads: str = ""
) -> Rule:
    """Return the rule that a function looks for breaches of, and the language that it reads, if it reads one.

    Its docstring is the rule's page of the manual, or its module's where the function has none.
    """
    page = check.__doc__ or sys.modules[check.__module__].__doc__ or ""
    return Rule(code, name, severity, inspect.cleandoc(page), reads)


def unique_rules(*judges: J) -> tuple[J, ...]:
    """Return these, by code. Raises: ValueError when two share a code or a name."""
    for label in ("code", "name"):
        seen: set[str] = set()
        for each in judges:
            if getattr(each, label) in seen:
                raise ValueError(f"two rules have the {label} {getattr(each, label)}")
            seen.add(getattr(each, label))
    return tuple(sorted(judges, key=lambda each: each.code))
