"""What may be asked of an export for a print shop, and what a shop does not grant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

from cardtool.errors import UsageError
from cardtool.model import OutputKind, Shop

__all__ = ["Wish", "address_of", "check_granted"]


@dataclass(frozen=True, slots=True)
class Wish:
    """What the command line asks of an export; None: as the shop has it.

    `goods` is what is expected to come of it, `trimmed` says that pictures end at the cut, `icc` is the
    colour profile of the press, and `base_url` where the pictures will be put on the web.
    """

    goods: OutputKind | None = None
    dpi: int | None = None
    trimmed: bool | None = None
    icc: Path | None = None
    base_url: str | None = None


def check_granted(wish: Wish, shop: Shop) -> None:
    """Raises: UsageError for a wish that means nothing to this shop."""
    if wish.goods not in (None, shop.makes):
        raise UsageError(f"{shop.name} takes {shop.makes.told}, not {wish.goods.told}")
    if wish.dpi is not None and wish.dpi not in shop.dpi:
        raise UsageError(f"{shop.name} wants {' or '.join(map(str, shop.dpi))} dpi, not {wish.dpi}")
    if wish.trimmed is not None and (shop.cards or shop.makes is not OutputKind.PICTURES):
        raise UsageError(f"{shop.name} says itself how much bleed it wants; leave out --bleed and --trim")
    if wish.base_url is not None and shop.makes is not OutputKind.TABLETOP_SIMULATOR:
        raise UsageError(f"--base-url goes with tts; {shop.name} takes pictures, not addresses")
    if wish.base_url is not None and not _is_web(wish.base_url):
        raise UsageError(
            f'"{wish.base_url}" is not an address on the web, such as https://example.org/cards/'
        )
    if wish.icc is not None and shop.makes is not OutputKind.PDF:
        raise UsageError(f"--icc goes with shops that take a PDF; {shop.name} takes pictures in RGB")


def _is_web(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc) and not (parts.query or parts.fragment)


def address_of(wish: Wish, folder: Path) -> tuple[Callable[[str], str], str]:
    """Where a picture will be found by its name, and what to tell about it."""
    if wish.base_url is not None:
        base = wish.base_url.rstrip("/")
        return (
            lambda name: f"{base}/{quote(name)}",
            f"Put the folder images at {base}/images before you load a deck.",
        )
    here = folder.resolve().as_posix().lstrip("/")
    reach = (
        "Pictures are read from this folder on this computer: other players will not see them. For them, put "
        "the images on the web and export again with --base-url, or use the game's Cloud Manager."
    )
    return lambda name: f"file:///{here}/{name}", reach
