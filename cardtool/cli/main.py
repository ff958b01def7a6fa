"""The `cardtool` command: its subcommands, what they share, and how it ends.

Exit codes: 0 clean · 1 findings of severity error · 2 usage · 3 this machine lacks something · 4 the
project or a template cannot be used · 70 a bug in cardtool · 130 stopped by Ctrl-C, 143 by SIGTERM.
"""

from __future__ import annotations

import atexit
import contextlib
import errno
import gc
import os
import signal
import sys
import threading
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import FrameType
from typing import NoReturn

import click

from cardtool import __version__
from cardtool.errors import CardtoolError
from cardtool.project import did_you_mean
from cardtool.unicode_text import escape_hidden

COMMANDS = {  # in the order in which a game needs them: module and function of each, and its short help
    "new": ("new", "new", "Make a new game, from a starter or from a spreadsheet."),
    "check": ("check", "check", "Say what is wrong with a game or a rules document, and mend it."),
    "preview": ("preview", "preview", "Show the cards while they are written."),
    "build": ("build", "build", "Make PDFs to print: sheets, mats, the rulebook, a box."),
    "export": ("export", "export", "Write card lists and pictures, or what a print shop wants."),
    "import": ("import_", "import_", "Take a spreadsheet back that was exported and changed."),
    "preflight": ("preflight", "preflight", "Say whether finished PDF files print right."),
    "calibrate": ("calibrate", "calibrate", "Measure your printer, so that backs meet their fronts."),
    "diff": ("diff", "diff", "List what changed between two git revisions."),
    "reprint": ("reprint", "reprint", "Print again only what changed since a git revision."),
    "printed": ("reprint", "printed", "Note which git revision was printed."),
    "list": (
        "listing",
        "list_games",
        "List games, sheets, cutting machines, themes, exports, printers.",
    ),
    "explain": ("listing", "explain", "Say what a rule wants, and why; list all rules."),
    "doctor": ("doctor", "doctor", "Say whether this machine has what cardtool needs."),
}


class CommandGroup(click.Group):
    """The commands, in the order above, not in that of the alphabet."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, function, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(import_module(f"cardtool.cli.{module}"), function)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands, of which none is imported for that."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, short) for name, (_, _, short) in COMMANDS.items()])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            ctx.fail(f'there is no command "{args[0]}"{did_you_mean(args[0], COMMANDS)}')
        return super().resolve_command(ctx, args)


_USAGE = 2
_BUG = 70
_INTERRUPTED, _UNREAD, _TERMINATED = 130, 141, 143  # 128 and the signal's number, as shells tell it
_IMPORT_TAKES = 0.02  # seconds until a stop is asked for again
_EXIT_CODES = """\b
Exit codes: 0 clean; 1 errors in the cards; 2 usage; 3 something is missing on
this machine; 4 the project or a template cannot be used; 70 a bug in cardtool;
130 stopped by Ctrl-C; 141 nobody read what was printed; 143 stopped by SIGTERM.
"""


class _Terminated(KeyboardInterrupt):
    """Somebody asked the process to end; it ends as tidily as at Ctrl-C."""


def _stop(number: int, frame: FrameType | None) -> None:
    """Answer a signal that asks the process to end.

    A compiled module that is being loaded calls Python, and an error out of that ends the process then and
    there, with nothing tidied up. Therefore a stop that comes during an import is asked for again after it.
    """
    while frame is not None:
        if frame.f_globals.get("__name__") == "importlib._bootstrap":
            again = threading.Timer(_IMPORT_TAKES, _stop_main_thread, [number])
            again.daemon = True
            again.start()
            return
        frame = frame.f_back
    raise KeyboardInterrupt if number == signal.SIGINT else _Terminated


def _stop_main_thread(number: int) -> None:
    """Send the main thread a signal, which wakes it where it waits for something."""
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(threading.main_thread().ident or 0, number)
    else:
        signal.raise_signal(signal.Signals(number))


@click.group(cls=CommandGroup, context_settings={"help_option_names": ["-h", "--help"]}, epilog=_EXIT_CODES)
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
    _prepare_streams()
    os.environ.pop("SOURCE_DATE_EPOCH", None)  # what is made tells no date, and ReportLab trips over it
    _start_nothing_from_here()
    try:
        code = cardtool.main(arguments, prog_name="cardtool", standalone_mode=False)
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit) as error:  # nobody reads on; Click says the one, Python the other
        if isinstance(error, BrokenPipeError) and _can_print():
            return _report_breakdown(error)
        _discard_stdout()
        return _UNREAD  # errors of a game may be among what was not read
    except (click.ClickException, click.Abort, CardtoolError) as error:
        return _report_early_end(error, sys.argv[1:] if arguments is None else arguments)
    except Exception as error:
        return _report_breakdown(error)
    return code if isinstance(code, int) else 0


def _start_nothing_from_here() -> None:
    """Have no program, and no module of a Python that is started, be looked for in the current folder."""
    os.environ["PYTHONSAFEPATH"] = "1"
    os.environ["NODEFAULTCURRENTDIRECTORYINEXEPATH"] = "1"  # Windows would look there first
    os.environ["PATH"] = os.pathsep.join(filter(os.path.isabs, os.get_exec_path())) or os.defpath


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


def _discard_stdout() -> None:
    """Send what is still to be printed nowhere, so that Python does not stumble over it at the end."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _prepare_streams() -> None:
    """Make output UTF-8 wherever it goes, and let it go nowhere where it was closed."""
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the end
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, _stop)
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            signal.signal(signal.SIGINT, _stop)
        hang_up = getattr(signal, "SIGHUP", None)  # of a terminal that is closed; `nohup` has it ignored
        if hang_up is not None and signal.getsignal(hang_up) is not signal.SIG_IGN:
            signal.signal(hang_up, _stop)


def _report_early_end(error: click.ClickException | click.Abort | CardtoolError, words: Sequence[str]) -> int:
    """Say why the command ended early, and answer the exit code for it; `words` are those of the command."""
    if isinstance(error, click.Abort):
        code = _TERMINATED if isinstance(error.__cause__, _Terminated) else _INTERRUPTED
        notes = (note for each in (error, error.__cause__) for note in getattr(each, "__notes__", ()))
        return _print_error_lines("; ".join(("cardtool: stopped", *notes)), code)
    if isinstance(error, CardtoolError):
        if error.exit_code == _BUG:
            return _report_bug(error)
        return _print_error_lines(
            f"cardtool: error: {_words_on_one_line(str(error), words)}", error.exit_code
        )
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return _print_error_lines(error.format_message(), _USAGE)
    context = getattr(error, "ctx", None)
    hint = f"\ntry: {context.command_path} --help" if context else ""
    if isinstance(error, click.NoSuchOption) and error.option_name == "--project" and context:
        hint = f"\n--project goes before the command: cardtool --project DIR {context.info_name}"
    return _print_error_lines(f"cardtool: {_words_on_one_line(error.format_message(), words)}{hint}", _USAGE)


def _words_on_one_line(message: str, words: Sequence[str]) -> str:
    """Return the message with each word of the command kept on one line, whatever somebody put into it."""
    for word in (part for each in words for part in (each, each.partition("=")[2])):
        if "\n" in word:
            message = message.replace(word, escape_hidden(word))
    return message


def _report_breakdown(error: Exception) -> int:
    """Say what stopped the command, be it from outside or a fault of ours, and answer the exit code."""
    breakdown = _explain_breakdown(error)
    if breakdown is None:
        return _report_bug(error)
    _discard_stdout()
    return _print_error_lines(f"cardtool: error: {breakdown[0]}", breakdown[1])


def _report_bug(error: Exception) -> int:
    import platform
    import traceback

    trace = "".join(traceback.format_exception(error))
    return _print_error_lines(
        f"{trace}\n"
        "cardtool: this is a bug in cardtool, not in your game. Please report it with the lines above,\n"
        f"the command you gave, and: cardtool {__version__}, Python {platform.python_version()}, "
        f"{platform.platform(terse=True)}",
        _BUG,
    )


def _print_error_lines(text: str, code: int) -> int:
    from cardtool.cli.output import print_error  # and all that reports are made of

    for row in text.split("\n"):
        print_error(row)
    return code


_MACHINE, _PROJECT = 3, 4
_EXHAUSTED = {
    errno.ENOMEM: "memory",
    errno.EAGAIN: "processes",
    errno.EMFILE: "open files",
    errno.ENFILE: "open files",
}
_NO_THREAD = "can't start new thread"  # so CPython says it, in a RuntimeError
_NOT_LOADED = "failed to map segment"  # so glibc says that a library found no memory
_WRITING = {errno.ENOSPC, errno.EROFS, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def _explain_breakdown(error: Exception) -> tuple[str, int] | None:
    """Return what to say of an error that is no fault of cardtool's, and its exit code; None for others."""
    if isinstance(error, MemoryError) or (isinstance(error, ImportError) and _NOT_LOADED in str(error)):
        return "this machine has no memory left for it", _MACHINE
    if isinstance(error, RuntimeError) and _NO_THREAD in str(error):
        return "this machine has no threads left for it", _MACHINE
    if isinstance(error, RecursionError):
        return "something in the files of this project is nested too deeply", _PROJECT
    if not isinstance(error, OSError):
        return None
    reason = error.strerror or str(error)
    if error.errno in _EXHAUSTED:
        return f"this machine has no {_EXHAUSTED[error.errno]} left for it: {reason}", _MACHINE
    return f"{_what_was_tried(error)}: {reason}", _PROJECT


def _what_was_tried(error: OSError) -> str:
    if error.filename is None:
        return "cannot read or write a file" if _can_print() else "cannot print what was asked for"
    return f"cannot {'write' if error.errno in _WRITING else 'use'} {error.filename}"


def _can_print() -> bool:
    """Return whether what is printed goes where it should; what did not go before is no longer waiting."""
    from cardtool.cli.output import print_line

    try:
        print_line()
        sys.stdout.flush()
    except (OSError, ValueError):
        return False
    return True
