"""The scripts that make pages and pictures of docs/, so that tests may ask them for what they would write."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

__all__ = ["DOCS", "docs_script"]

DOCS = Path(__file__).resolve().parents[1] / "docs"


def docs_script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, DOCS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
