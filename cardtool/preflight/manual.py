"""A rule of the preflight from the module it stands in."""

from __future__ import annotations

import inspect
import sys

from cardtool.finding import Rule, Severity

__all__ = ["rule"]


def rule(code: str, name: str, module: str, severity: Severity = Severity.ERROR) -> Rule:
    """The rule whose manual page is the docstring of this module."""
    return Rule(code, name, severity, inspect.cleandoc(sys.modules[module].__doc__ or ""))
