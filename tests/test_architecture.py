"""How the house is built: names that say which of them it is, doors, and how large it may grow.

What import-linter proves (floors, rooms, libraries) stands in pyproject.toml; here is what it does not see.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "cardtool").rglob("*.py"))
}

# On its way to 210 modules, 61,000 lines and 50 modules with one importer. These only go down: a change that
# needs room makes room.
MOST_MODULES = 265
MOST_LINES = 67_000
MOST_SMALL = 22
MOST_OF_ONE_IMPORTER = 59

PAST_THE_DOOR = {
    "cardtool.app.*": "a command imports its own story and none of the others",
    "cardtool.art.*": "a style of drawing is a library of its own, which templates ask for by name",
    "cardtool.documents.word_documents": "mammoth and defusedxml",
    "cardtool.export.*": "openpyxl, Pillow and pypdfium2",
    "cardtool.impose.write.*": "pikepdf and reportlab",
    "cardtool.output.ledger": "a build that has nothing to do reads nothing else",
    "cardtool.preflight.examine": "PDFium",
    "cardtool.preflight.pdf_structure": "pikepdf",
    "cardtool.preflight.preflight_worker": "starts processes",
    "cardtool.preview.server": "Starlette, uvicorn and watchfiles, of an extra",
    "cardtool.render.cluster": "dask.distributed, of an extra",
    "cardtool.render.layout_rules": "its rules are listed where nothing is drawn",
    "cardtool.sandbox.*": "each side of the pipe imports its own",
}
"""Modules that other packages import past their door, each with what the door would bring along."""

PARALLEL = {"cli", "app"}
"""Folders whose modules are called alike on purpose: a command, and its story."""

# fmt: off
GONE = {
    "crew", "studio", "evening", "homes", "judging", "confined", "looking", "mending", "readings",
    "wishes", "presswork", "inking", "telling", "remembered", "sweeping", "photographs", "carving",
    "ladder", "hearing", "inks", "settled", "guard", "stretches", "manuscripts", "corpus", "known",
    "gathered", "giving", "manners", "meanings", "alike", "spelt", "announcing", "tallies",
    "past_tellings", "traced", "furniture", "wrapping", "suits", "tones", "clearance", "separation",
    "threads", "zipped", "tame", "joinery", "seating", "shelves", "untag", "anatomy", "sight",
    "portraits", "rim", "examiner", "apart", "legibility", "news", "since", "reuse", "mend",
    "standing", "placing", "lasting", "hand_out", "games_meant", "told_fits", "rule_of", "values_told",
    "unsuited", "dissect", "unobeyed", "see_that_writable", "judged", "loaded", "Crew", "Evened",
    "Wish", "Judge", "Asker", "Ended", "AtGames", "Trouble", "Uncarved", "Works", "Sitting", "Leaf",
    "Left", "Stretch", "Lot", "Goods",
    "told", "is_told", "lone_nouns",
}
# fmt: on
"""Names that said nothing to a newcomer (NAMES.md); they come back neither as modules nor as public names."""


@cache
def tree(name: str) -> ast.Module:
    return ast.parse(MODULES[name].read_text(encoding="utf-8"))


def lines(name: str) -> int:
    return len(MODULES[name].read_text(encoding="utf-8").splitlines())


@cache
def imported(name: str) -> tuple[str, ...]:
    """The modules of cardtool that a module imports, at its top or in a function."""
    found = (each for each in ast.walk(tree(name)) if isinstance(each, ast.ImportFrom) and each.module)
    names = ((each.module, f"{each.module}.{alias.name}") for each in found for alias in each.names)
    ours = ((module, full) for module, full in names if full.startswith("cardtool."))
    return tuple(full if full in MODULES else str(module) for module, full in ours)


def importers() -> dict[str, set[str]]:
    found = defaultdict[str, set[str]](set)
    for name in MODULES:
        for each in imported(name):
            found[each].add(name)
    return found


def package(name: str) -> str:
    return name.split(".")[1] if "." in name else ""


def test_a_module_name_says_which_of_them_it_is() -> None:
    named = defaultdict[str, list[str]](list)
    for name, path in MODULES.items():
        if path.name not in ("__init__.py", "__main__.py"):
            named[path.stem].append(name)
    assert {
        base: names
        for base, names in named.items()
        if len(names) > 1 and {package(name) for name in names} - PARALLEL
    } == {}


def test_nobody_reaches_past_a_door_without_a_reason() -> None:
    past = {
        f"{name} imports {each}"
        for name in MODULES
        for each in imported(name)
        if each.count(".") > 1
        and package(each) != package(name)
        and not any(fnmatch(each, pattern) for pattern in PAST_THE_DOOR)
    }
    assert past == set()


def test_the_house_grows_no_larger() -> None:
    doors = {name for name, path in MODULES.items() if path.name == "__init__.py"}
    small = sorted(name for name in MODULES if lines(name) < 40)
    lone = sorted(name for name, those in importers().items() if len(those) == 1 and name not in doors)
    assert len(MODULES) <= MOST_MODULES
    assert sum(map(lines, MODULES)) <= MOST_LINES
    assert len(small) <= MOST_SMALL, small
    assert len(lone) <= MOST_OF_ONE_IMPORTER, lone


def test_no_name_of_the_old_dialect_comes_back() -> None:
    assert {name: gone for name in MODULES if (gone := public_names(name) & GONE)} == {}


def public_names(name: str) -> set[str]:
    """The last part of a module's name, and the names of its functions and classes."""
    defined = (each for each in ast.walk(tree(name)) if isinstance(each, ast.FunctionDef | ast.ClassDef))
    return {name.rpartition(".")[2]} | {each.name for each in defined if not each.name.startswith("_")}
