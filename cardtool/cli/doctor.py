"""`cardtool doctor`: whether this machine has what cardtool needs beside what is installed with it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

from cardtool import __version__
from cardtool.cli.output import print_line
from cardtool.errors import CardtoolError
from cardtool.model import Engine
from cardtool.project import Project, cache_folder, settings_folder

EXTRAS = {  # what each is for, and the extra of cardtool that brings it
    "plutoprint": ("drawing faces quickly", ""),
    "starlette": ("cardtool preview", "preview"),
    "uvicorn": ("cardtool preview", "preview"),
    "watchfiles": ("cardtool preview", "preview"),
    "typos": ("finding misspellings", "spelling"),
    "chunspell": ("looking words up in a dictionary", "spelling"),
    "distributed": ("drawing on a cluster", "cluster"),
}


class _Diagnosis(NamedTuple):
    """One thing looked at: what it is, what was found, and how to mend it where it is amiss.

    What is not there and need not be is neither in order nor amiss.
    """

    what: str
    found: str
    remedy: str | None = None
    there: bool = True
    fault: str = "MISSING"

    @property
    def mark(self) -> str:
        """Return how it is, in a word."""
        if self.remedy is not None:
            return self.fault
        return "ok" if self.there else "-"


@click.command()
@click.option(
    "--renew-schemas",
    is_flag=True,
    help="Write the schemas for editors in .cardtool/schemas anew, as after an upgrade.",
)
@click.option(
    "--cluster",
    default="",
    metavar="ADDRESS",
    help="Also whether the scheduler and workers of a cluster have the versions and fonts of this machine.",
)
@click.pass_obj
def doctor(start: Path, renew_schemas: bool, cluster: str) -> int:
    """Say whether this machine has what cardtool needs, and how to get what is missing."""
    if renew_schemas:
        from cardtool.app.editor_schemas import renew

        print_line(f"wrote {renew(Project.find(start))} schemas")
    code = 0
    for examined in (
        *_check_machine(),
        *_check_extras(),
        *_check_engines(),
        *_check_project(start),
        *_check_cluster(cluster),
    ):
        print_line(f"{examined.mark:7} {examined.what:24} {examined.found}")
        if examined.remedy is not None:
            for line in examined.remedy.splitlines():
                print_line(f"        {line}")
            code = 3 if examined.mark in ("MISSING", "OTHER") else code
    return code


def _check_machine() -> Iterator[_Diagnosis]:
    import platform

    yield _Diagnosis("cardtool", __version__)
    old = None if sys.version_info >= (3, 11) else "cardtool needs Python 3.11 or newer"
    yield _Diagnosis("Python", f"{platform.python_version()} on {platform.platform(terse=True)}", old)
    from cardtool.render import cache_key

    sealed = cache_key() is not None
    kept = f"kept in {cache_folder()}" if sealed else f"not kept: no key can be kept in {settings_folder()}"
    yield _Diagnosis("compiled templates, measured texts", kept)


def _check_extras() -> Iterator[_Diagnosis]:
    for library, (purpose, extra) in EXTRAS.items():
        found = _installed_version(library)
        if found is None:
            package = f'"cardtool-pnp[{extra}]"' if extra else library
            get = f"not installed; for {purpose}, if you like: python -I -m pip install {package}"
            yield _Diagnosis(library, get, there=False)
        else:
            yield _Diagnosis(library, f"{found}, for {purpose}")


def _installed_version(library: str) -> str | None:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(library)
    except PackageNotFoundError:
        return None


def _check_engines() -> Iterator[_Diagnosis]:
    """Have each engine draw. WeasyPrint can stand in for PlutoPrint; books need it anyway."""
    quick, able = (_try_engine(engine) for engine in (Engine.PLUTOPRINT, Engine.WEASYPRINT))
    if quick.remedy is not None and able.remedy is None:
        quick = _Diagnosis(quick.what, f"{quick.found}; WeasyPrint takes its place", there=False)
    yield from (quick, able)


def _try_engine(engine: Engine) -> _Diagnosis:
    """Draw one word in a worker, as a build does."""
    from cardtool.render import try_drawing

    try:
        return _Diagnosis(f"drawing by {engine}", try_drawing(engine))
    except CardtoolError as error:
        return _Diagnosis(f"drawing by {engine}", "does not work here", str(error))


def _check_project(start: Path) -> Iterator[_Diagnosis]:
    try:
        project = Project.find(start)
    except CardtoolError as error:
        yield _Diagnosis("project", str(error).partition("\n")[0], there=False)
        return
    yield _Diagnosis("project", f"{project.root}: {', '.join(project.games())}")
    from cardtool.app.editor_schemas import stale_schemas

    if stale := stale_schemas(project):
        found = f"of another cardtool than this one: {', '.join(stale[:3])}{' …' * (len(stale) > 3)}"
        yield _Diagnosis("schemas for editors", found, "cardtool doctor --renew-schemas", fault="OLD")


def _check_cluster(address: str) -> Iterator[_Diagnosis]:
    """Compare the members of a cluster with this machine."""
    if not address:
        return
    try:
        from cardtool.render.cluster import cluster_facts, facts

        here = facts()
        for name, there in cluster_facts(address):
            amiss = [
                f"{what}: {there.get(what)}, here {here[what]}"
                for what in here
                if there.get(what) != here[what]
            ]
            found = ", ".join(f"{what} {there.get(what)}" for what in here)
            remedy = "\n".join((*amiss, "install the same there")) if amiss else None
            yield _Diagnosis(f"cluster: {name}", found, remedy, fault="OTHER")
    except CardtoolError as error:
        yield _Diagnosis("cluster", "cannot be used", str(error))
