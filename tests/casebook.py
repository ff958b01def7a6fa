"""Cases of tests kept as YAML beside them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

__all__ = ["cases"]


def cases(test: str, name: str) -> Any:
    """What stands in the file of this name beside a test. libyaml reads it ten times as fast as PyYAML."""
    text = Path(test).with_name(name).read_text(encoding="utf-8")
    return yaml.load(text, Loader=yaml.CSafeLoader)
