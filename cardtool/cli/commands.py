"""Every command of `cardtool`, each imported when it is asked for."""

from __future__ import annotations

from importlib import import_module

import click

from cardtool.project import did_you_mean

__all__ = ["COMMANDS", "Commands"]

COMMANDS = {  # in the order in which a game needs them: the module and the function of each
    "check": ("check", "check"),
    "build": ("build", "build"),
    "export": ("export", "export"),
    "preflight": ("preflight", "preflight"),
    "calibrate": ("calibrate", "calibrate"),
    "diff": ("diff", "diff"),
    "list": ("listing", "list_games"),
    "explain": ("explain", "explain"),
    "doctor": ("doctor", "doctor"),
}


class Commands(click.Group):
    """The commands, in the order above, not in that of the alphabet."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, function = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"cardtool.cli.{module}"), function)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f'there is no command "{args[0]}"{did_you_mean(args[0], COMMANDS)}')
        return super().resolve_command(ctx, args)
