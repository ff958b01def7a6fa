"""Every command of `cardtool`, in the order in which help lists them."""

from cardtool.cli.build import build
from cardtool.cli.check import check
from cardtool.cli.doctor import doctor
from cardtool.cli.explain import explain
from cardtool.cli.export import export
from cardtool.cli.listing import list_games

__all__ = ["COMMANDS"]

COMMANDS = (check, build, export, list_games, explain, doctor)
