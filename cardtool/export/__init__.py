"""A game in the formats of others: spreadsheets, pictures, print shops, online tables.

Here is what every exporter is given. It gives back files, each a name and its bytes, the same bytes for the
same game, and writes none itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cardtool.model import CardFaces, FacePages, Game, Shop

__all__ = ["ExportInputs", "ExportOptions", "Files"]

Files = Iterator[tuple[str, bytes]]


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """What is asked of an export; None: as the output or the shop has it.

    `trimmed` says that pictures end at the cut, `icc` is the colour profile of the press, `standard` what its
    files follow and `ink` the most it takes, in per cent; `base_url` is where pictures will be on the web.
    """

    dpi: int | None = None
    trimmed: bool | None = None
    theme: str | None = None
    icc: Path | None = None
    base_url: str | None = None
    standard: str | None = None
    ink: int | None = None


@dataclass(frozen=True, slots=True)
class ExportInputs:
    """What an export is made of; `folder` is where its files will be.

    Without drawn faces there are no `pages`; `shop` is there for what a shop or an online table wants.
    `written` is the game with its texts as they are written, where those of `game` are as they are printed;
    `rulebook` is a PDF, for a table that shows one.
    """

    game: Game
    folder: Path
    dpi: int = 0
    options: ExportOptions = ExportOptions()
    pages: FacePages = FacePages((), {})  # noqa: RUF009
    cards: tuple[CardFaces, ...] = ()
    shop: Shop | None = None
    written: Game | None = None
    rulebook: bytes = b""

    def the_shop(self) -> Shop:
        """Return the shop, of an export that is for one."""
        assert self.shop is not None, "only shops ask for this"
        return self.shop
