"""How lines get onto the terminal. Whatever a project says in them, no terminal and no build server obeys it.

The only module that writes to standard output and standard error.
"""

from __future__ import annotations

import sys

__all__ = ["print_error", "print_line", "print_report"]


def print_line(text: str = "") -> None:
    """Print one line to standard output; breaks and other signs in it that would not show are written out."""
    print(_harmless(text))


def print_error(text: str) -> None:
    """Print one line to standard error, in the same way."""
    print(_harmless(text), file=sys.stderr)


def print_report(text: str, *, to_stderr: bool = False) -> None:
    """Print what `report` has made of a project's words; it has seen to it that nobody obeys them."""
    (sys.stderr if to_stderr else sys.stdout).write(text)


def _harmless(text: str) -> str:
    from cardtool.report import escape_line
    from cardtool.visible import clean

    return escape_line(clean(text))
