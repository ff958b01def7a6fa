"""What stops the tool. What is wrong with the cards is a Finding, not an exception.

    CardtoolError                 70  a bug in cardtool, unless a subclass says otherwise
    ├── UsageError                 2  the command line asks for something that does not exist
    ├── MissingLibrary             3  this machine lacks something the command needs
    ├── MachineError               3  this machine denies the command what it needs
    └── ProjectError               4  the project, as it stands, cannot be used
        ├── TemplateError          4  a template or stylesheet cannot be rendered
        ├── SheetRefused           4  the cards do not go on the sheet that was asked for
        └── OutputBusy             4  another build is writing to the same folder

Only `cli` catches these, prints them and exits.
"""

from __future__ import annotations


class CardtoolError(Exception):
    """Stops the tool; the message is one or more lines for the reader."""

    exit_code = 70


class UsageError(CardtoolError):
    """The command line names something that does not exist or does not go together."""

    exit_code = 2


class MissingLibrary(CardtoolError):
    """A library of the machine is missing; the message says how to install it."""

    exit_code = 3


class MachineError(CardtoolError):
    """The machine has no memory, process, or room for temporary files left, or lets nobody have them."""

    exit_code = 3


class ProjectError(CardtoolError):
    """The project cannot be used: nothing to build from, or no place to build to."""

    exit_code = 4


class TemplateError(ProjectError):
    """A template or stylesheet is broken, or asks for what it may not have."""


class SheetRefused(ProjectError):
    """The cards do not fit the sheet within the margins a printer needs."""

    @property
    def problem(self) -> str:
        return str(self).partition("\n")[0]

    @property
    def advice(self) -> str | None:
        """What to do about it, which is the second line of the message."""
        return str(self).partition("\n")[2] or None


class OutputBusy(ProjectError):
    """Another build holds the output folder."""
