"""What every module promises: it says what it knows, and `__all__` is true."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "cardtool"
MODULES = sorted(PACKAGE.rglob("*.py"))
LAZY = {
    "cardtool.pipeline",
}  # their names are fetched when they are asked for


def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def told(module: ast.Module) -> list[str] | None:
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


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_a_module_says_what_it_knows(path: Path) -> None:
    assert ast.get_docstring(tree(path))


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_all_names_what_is_there_and_everything_public(path: Path) -> None:
    module = tree(path)
    names = told(module)
    if names is None:  # only a package's door needs a list
        return
    assert len(names) == len(set(names))
    if name_of(path) in LAZY:
        assert all(hasattr(importlib.import_module(name_of(path)), name) for name in names)
    else:
        assert set(names) <= set(bound(module))
    made = (each for each in module.body if isinstance(each, ast.FunctionDef | ast.ClassDef))
    public = {each.name for each in made if not each.name.startswith("_")}
    assert path.name == "__init__.py" or public <= set(names)
