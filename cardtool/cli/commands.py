"""Every command of `cardtool`, in the order in which help lists them."""

from cardtool.cli.build import build
from cardtool.cli.calibrate import calibrate
from cardtool.cli.check import check
from cardtool.cli.diff import diff
from cardtool.cli.doctor import doctor
from cardtool.cli.explain import explain
from cardtool.cli.export import export
from cardtool.cli.listing import list_games
from cardtool.cli.preflight import preflight

__all__ = ["COMMANDS"]

COMMANDS = (check, build, export, preflight, calibrate, diff, list_games, explain, doctor)
