"""The `cardtool` command: what its parts share, and how it ends.

Exit codes: 0 clean · 1 findings of severity error · 2 usage · 3 this machine lacks something ·
4 the project or a template cannot be used · 70 a bug in cardtool · 130 stopped by Ctrl-C, 143 by SIGTERM.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import signal
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from cardtool import __version__
from cardtool.cli.commands import Commands
from cardtool.cli.printing import print_error
from cardtool.errors import CardtoolError
from cardtool.visible import clean

__all__ = ["cardtool", "main", "run"]

_USAGE = 2
_BUG = 70
_INTERRUPTED, _TERMINATED = 130, 143  # 128 and the signal's number, as shells tell it
_CODES = """\b
Exit codes: 0 clean; 1 errors in the cards; 2 usage; 3 something is missing on
this machine; 4 the project or a template cannot be used; 70 a bug in cardtool;
130 stopped by Ctrl-C; 143 stopped by SIGTERM.
"""


class _Terminated(KeyboardInterrupt):
    """Somebody asked the process to end; it ends as tidily as at Ctrl-C."""


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    raise _Terminated


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]}, epilog=_CODES)
@click.option(
    "--project",
    "start",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="DIR",
    help="The project to work on. Default: the one around the current folder.",
)
@click.version_option(__version__, prog_name="cardtool")
@click.pass_context
def cardtool(context: click.Context, start: Path | None) -> None:
    """Check a card game, build what is printed of it, export it for spreadsheets and print shops.

    A project is a folder with cards/<game>/game.yaml in it. GAME defaults to the project's default game.
    """
    context.obj = start or Path.cwd()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and answer its exit code."""
    gc.disable()  # a command makes many small values and hardly any rubbish, and soon ends
    atexit.register(gc.freeze)  # so that none is looked for at the end, among all that was made
    _ready_streams()
    os.environ.pop("SOURCE_DATE_EPOCH", None)  # what is made tells no date, and ReportLab trips over it
    try:
        code = cardtool.main(arguments, prog_name="cardtool", standalone_mode=False)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # nobody reads on; Click says the one, Python the other
        _let_go_of_stdout()
        return 0
    except (click.ClickException, click.Abort, CardtoolError) as error:
        return _ended(error, sys.argv[1:] if arguments is None else arguments)
    except Exception as error:
        return _broken_down(error)
    return code if isinstance(code, int) else 0


def run() -> NoReturn:
    """Run the command line, and end the process with its exit code."""
    code = main()
    if code == _INTERRUPTED:
        # A Ctrl-C that comes while Python runs a text of its own, as it does for every dataclass it makes, is
        # noted as nobody's, and would end the process by the signal in spite of the answer (CPython,
        # Modules/main.c, exit_sigint).
        sys.stderr.flush()
        os._exit(code)
    sys.exit(code)


def _let_go_of_stdout() -> None:
    """Send what is still to be printed nowhere, so that Python does not stumble over it at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _ready_streams() -> None:
    """Make output UTF-8 wherever it goes, and let it go nowhere where it was closed."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the end
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _terminate)
        hang_up = getattr(signal, "SIGHUP", None)  # of a terminal that is closed; `nohup` has it ignored
        if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
            signal.signal(hang_up, _terminate)


def _ended(error: click.ClickException | click.Abort | CardtoolError, words: Sequence[str]) -> int:
    """Say why the command ended early, and answer the exit code for it; `words` are those of the command."""
    if isinstance(error, click.Abort):
        code = _TERMINATED if isinstance(error.__cause__, _Terminated) else _INTERRUPTED
        notes = (note for each in (error, error.__cause__) for note in getattr(each, "__notes__", ()))
        return _say("; ".join(("cardtool: stopped", *notes)), code)
    if isinstance(error, CardtoolError):
        if error.exit_code == _BUG:
            return _bug(error)
        return _say(f"cardtool: error: {_in_line(str(error), words)}", error.exit_code)
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return _say(error.format_message(), _USAGE)
    context = getattr(error, "ctx", None)
    hint = f"\ntry: {context.command_path} --help" if context else ""
    return _say(f"cardtool: {_in_line(error.format_message(), words)}{hint}", _USAGE)


def _in_line(message: str, words: Sequence[str]) -> str:
    """The message with each word of the command kept on one line, whatever somebody put into it."""
    for word in (part for each in words for part in (each, each.partition("=")[2])):
        if "\n" in word:
            message = message.replace(word, clean(word))
    return message


def _broken_down(error: Exception) -> int:
    """Say what stopped the command, be it from outside or a fault of ours, and answer the exit code."""
    from cardtool.cli.breakdowns import breakdown

    told = breakdown(error)
    if told is None:
        return _bug(error)
    _let_go_of_stdout()
    return _say(f"cardtool: error: {told[0]}", told[1])


def _bug(error: Exception) -> int:
    import platform
    import traceback

    told = "".join(traceback.format_exception(error))
    return _say(
        f"{told}\n"
        "cardtool: this is a bug in cardtool, not in your game. Please report it with the lines above,\n"
        f"the command you gave, and: cardtool {__version__}, Python {platform.python_version()}, "
        f"{platform.platform(terse=True)}",
        _BUG,
    )


def _say(text: str, code: int) -> int:
    """Print what may hold words of a project, and answer the code."""
    for row in text.split("\n"):
        print_error(row)
    return code
