"""Text from a project, made safe to print on a terminal and in the log of a build server."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from typing import Any

from cardtool.unicode_text import JOINERS

_CI_COMMAND = re.compile(r"##(?=\w*\[)")


def escape_line(text: str) -> str:
    """Return the line, so that no build server takes it for a command.

    GitHub's runner obeys `::name::` at the start of a line, spaces aside, and `##[name]` anywhere
    in it (actions/runner, ActionCommand.cs); Azure's agent and TeamCity obey `##vso[name]` and
    `##teamcity[name]` (azure-pipelines-agent, Command.cs). A line can only start with a file's name,
    to which `./` adds nothing.
    """
    text = escape_ci_commands(text, "## ")
    return f"./{text}" if text.lstrip().startswith("::") else text


def escape_ci_commands(text: str, signs: str) -> str:
    """Return the text with something else for the `##` that begins a command anywhere in a line."""
    return _CI_COMMAND.sub(lambda match: signs, text)


def ascii_json(document: Mapping[str, Any]) -> str:
    """Return the document as JSON that says the same and that no encoding spoils and no build server obeys.

    Ends with a line break.
    """
    return escape_ci_commands(json.dumps(document, indent=2), "#\\u0023") + "\n"


def terminal_width(text: str) -> int:
    """Return how many columns of a terminal the text takes."""
    return sum(_columns(sign) for sign in text)


def _columns(sign: str) -> int:
    if unicodedata.combining(sign) or sign in JOINERS or unicodedata.category(sign) == "Mn":
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1
