"""The command line. The only package that prints, and the only one that ends the program."""

from __future__ import annotations

from cardtool.cli.main import main, run

__all__ = ["main", "run"]
