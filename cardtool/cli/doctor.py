"""`cardtool doctor`: whether this machine has what cardtool needs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from cardtool import __version__
from cardtool.errors import CardtoolError
from cardtool.model import Engine
from cardtool.project import Project

__all__ = ["doctor"]

_LIBRARIES = {
    "PyYAML": "reading cards",
    "jsonschema": "checking cards",
    "jsonschema-rs": "checking cards",
    "Jinja2": "filling in templates",
    "plutoprint": "drawing faces",
    "fonttools": "looking into fonts",
    "defusedxml": "reading icons",
    "pikepdf": "laying out sheets",
    "reportlab": "captioning sheets",
    "openpyxl": "writing workbooks",
    "pypdfium2": "making pictures",
    "platformdirs": "keeping calibrated printers",
    "markdown-it-py": "setting rulebooks",
    "weasyprint": "printing rulebooks",
}


_EXTRAS = {"typos": ("finding misspellings", "spelling")}


class Examined(NamedTuple):
    """One thing looked at: what it is, what was found, and how to mend it where it is amiss."""

    what: str
    found: str
    remedy: str | None = None


@click.command()
@click.pass_obj
def doctor(start: Path) -> int:
    """Say whether this machine has what cardtool needs, and how to get what is missing."""
    code = 0
    for examined in (*_machine(), *_libraries(), *_extras(), *_project(start)):
        print(f"{'ok  ' if examined.remedy is None else 'MISSING'} {examined.what:24} {examined.found}")
        if examined.remedy is not None:
            print(f"     {examined.remedy}")
            code = 3
    return code


def _machine() -> Iterator[Examined]:
    import platform

    yield Examined("cardtool", __version__)
    old = None if sys.version_info >= (3, 11) else "cardtool needs Python 3.11 or newer"
    yield Examined("Python", f"{platform.python_version()} on {platform.platform(terse=True)}", old)


def _libraries() -> Iterator[Examined]:
    from importlib.metadata import PackageNotFoundError, version

    for library, purpose in _LIBRARIES.items():
        try:
            yield Examined(library, f"{version(library)}, for {purpose}")
        except PackageNotFoundError:
            yield Examined(library, f"not installed; for {purpose}", f"python -m pip install {library}")


def _extras() -> Iterator[Examined]:
    """What is good to have; nobody has to."""
    from importlib.metadata import PackageNotFoundError, version

    for library, (purpose, extra) in _EXTRAS.items():
        try:
            yield Examined(library, f"{version(library)}, for {purpose}")
        except PackageNotFoundError:
            get = f'python -m pip install "cardtool[{extra}]"'
            yield Examined(library, f"not installed; for {purpose}, if you like: {get}")


def _project(start: Path) -> Iterator[Examined]:
    try:
        project = Project.find(start)
    except CardtoolError as error:
        yield Examined("project", str(error).partition("\n")[0])
        return
    yield Examined("project", f"{project.root}: {', '.join(project.games())}")
    yield from map(_drawing, Engine)


def _drawing(engine: Engine) -> Examined:
    """Draw one word in a worker, as a build does."""
    from cardtool.render import try_drawing

    try:
        return Examined(f"drawing by {engine}", try_drawing(engine))
    except CardtoolError as error:
        return Examined(f"drawing by {engine}", "does not work here", str(error))
