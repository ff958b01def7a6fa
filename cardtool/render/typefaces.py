"""Whether the fonts that stylesheets and templates ask for are there. An engine takes another one
without a word.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from cardtool.files import Unreadable
from cardtool.finding import Finding
from cardtool.model import Game, Source
from cardtool.project import Project, did_you_mean
from cardtool.render.fonts import families, font_files
from cardtool.render.rules import UNKNOWN_FONT

__all__ = ["unknown_fonts"]

_ASKED = re.compile(
    r"""font-family\s*[:=]\s*["']?\s*(?P<quote>["']|&quot;)?(?P<name>[^"',;}{&]+)""", re.IGNORECASE
)
_NO_NAMES = {"inherit", "initial", "unset"}
_LARGEST = 1 << 20


def unknown_fonts(project: Project, game: Game) -> Iterator[Finding]:
    """Every place of the game's templates and stylesheets that asks for a font it does not ship.

    Of a list of fonts the first counts: the others are for screens that lack it.
    """
    files = font_files(project)
    known = {_plain(file.stem.partition("-")[0]) for file in files}
    whole: frozenset[str] = frozenset()
    for file in _files(project, game):
        for name, source in _asked(project, file):
            if _plain(name) in known:
                continue
            whole = whole or families(files)  # opens the fonts, which is seldom needed
            if name.casefold() not in {family.casefold() for family in whole}:
                hint = did_you_mean(name, whole)
                yield UNKNOWN_FONT.found(
                    source, f'there is no font "{name}"{hint}', f"the fonts are: {', '.join(sorted(whole))}"
                )


def _files(project: Project, game: Game) -> Iterator[Path]:
    own = project.root / "templates" / game.id
    yield from sorted((*own.glob("*.css"), *own.glob("*.html")))


def _asked(project: Project, file: Path) -> Iterator[tuple[str, Source]]:
    try:
        lines = project.read(file, _LARGEST).decode("utf-8").splitlines()
    except (Unreadable, UnicodeDecodeError):
        return  # told by whoever has to use the file
    for number, line in enumerate(lines, 1):
        for match in _ASKED.finditer(line):
            name = match["name"].strip()
            if name and name.lower() not in _NO_NAMES and "(" not in name and "{" not in name:
                yield name, Source(project.name_of(file), number, match.start("name") + 1)


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())
