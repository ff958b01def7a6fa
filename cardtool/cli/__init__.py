"""The command line. The only room that prints, and the only one that ends the program."""

from cardtool.cli.app import main

__all__ = ["main"]
