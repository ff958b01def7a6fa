"""What every module promises: it says what is in it, and a package shows its door."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "cardtool"
MODULES = sorted(PACKAGE.rglob("*.py"))
DOORS = [path for path in MODULES if path.name == "__init__.py"]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def listed(module: ast.Module) -> list[str] | None:
    """The names of `__all__`; None where a module has none."""
    for each in module.body:
        if isinstance(each, ast.Assign) and ast.unparse(each.targets[0]) == "__all__":
            return list(ast.literal_eval(each.value))
    return None


def bound(module: ast.Module) -> Iterator[str]:
    """Every name that a module binds at its top."""
    for each in module.body:
        if isinstance(each, ast.FunctionDef | ast.ClassDef):
            yield each.name
        elif isinstance(each, ast.Import | ast.ImportFrom):
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in each.names)
        elif isinstance(each, ast.Assign | ast.AnnAssign):
            aims = each.targets if isinstance(each, ast.Assign) else [each.target]
            yield from (name.id for aim in aims for name in ast.walk(aim) if isinstance(name, ast.Name))


def test_a_module_says_what_is_in_it() -> None:
    assert [name_of(path) for path in MODULES if not ast.get_docstring(tree(path))] == []


@pytest.mark.parametrize("path", DOORS, ids=name_of)
def test_a_door_lists_what_it_shows(path: Path) -> None:
    module = tree(path)
    names, there = listed(module) or [], set(bound(module)) - {"annotations"}
    assert len(names) == len(set(names))
    assert set(names) <= there
    imported = {
        alias.asname or alias.name
        for each in module.body
        if isinstance(each, ast.ImportFrom) and (each.module or "").startswith(name_of(path) + ".")
        for alias in each.names
    }
    assert not names or imported - set(names) <= {name for name in imported if _is_used(module, name)}


def _is_used(module: ast.Module, name: str) -> bool:
    """Whether a door that does something itself needs the name for that."""
    return any(isinstance(each, ast.Name) and each.id == name for each in ast.walk(module))


def test_only_doors_have_a_list() -> None:
    others = (path for path in MODULES if path not in DOORS)
    assert [name_of(path) for path in others if listed(tree(path)) is not None] == []
