"""What cardtool ships besides code: base templates, sheets, fonts, icons and its own schemas.

They travel in the wheel under `cardtool/_toolkit`. An editable install gets no copies, and finds
them at the root of the repository.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

FOLDERS = (
    "templates/base",
    "templates/cutters",
    "templates/fonts",
    "templates/icons",
    "templates/printers",
    "templates/sheets",
    "templates/sizes",
    "templates/starters",
    "templates/stocks",
    "templates/themes",
)


class CustomBuildHook(BuildHookInterface):  # the name hatchling looks for
    """Adds the toolkit to a wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            root = Path(self.root)
            shipped = [*(root / folder for folder in FOLDERS), *root.glob("schemas/*.schema.json")]
            for path in sorted(shipped):
                name = path.relative_to(root).as_posix()
                build_data["force_include"][str(path)] = f"cardtool/_toolkit/{name}"
