"""Cases of tests kept as YAML beside them."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

__all__ = ["cases", "read_cases"]


def cases(test: str, name: str) -> Any:
    """What stands in the file of this name beside a test."""
    return read_cases(Path(test).with_name(name))


@cache
def read_cases(file: Path) -> Any:
    """What stands in a file of cases, not to be changed. libyaml reads it ten times as fast as PyYAML."""
    return yaml.load(file.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
