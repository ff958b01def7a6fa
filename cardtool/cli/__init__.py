"""The command line. The only room that prints, and the only one that ends the program."""

from cardtool.cli.app import main, run

__all__ = ["main", "run"]
