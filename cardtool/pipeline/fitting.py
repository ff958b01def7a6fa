"""The files that tell which texts were made to fit: one for cards, one for mats, so that each is the same
whatever else was built with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from cardtool.model import Fit, Game, PrintMode, Theme

__all__ = ["fit_reports", "in_theme", "is_report"]

_NAMES = {PrintMode.SHEETS: "fit-report.json", PrintMode.MATS: "fit-report-mats.json"}


def in_theme(name: str, theme: Theme) -> str:
    """The name of a file that is printed in this theme: `cards-a4-9up-low-ink.pdf`."""
    stem, dot, suffix = name.rpartition(".")
    return f"{stem}{theme.suffix}{dot}{suffix}"


def is_report(name: str) -> bool:
    """Whether a file tells of texts that were made to fit, rather than being for print."""
    return name.startswith("fit-report") and name.endswith(".json")


def fit_reports(game: Game, fits: Sequence[Fit], drawn: Sequence[PrintMode]) -> dict[str, bytes]:
    """The reports on the kinds that were drawn, by file name."""
    from cardtool.report import format_fits_json

    prints = {kind.id: kind.prints for kind in game.kinds}
    return {
        name: format_fits_json(
            [fit for fit in fits if prints.get(fit.face.kind) is way], game.id, game.version
        ).encode()
        for way, name in _NAMES.items()
        if way in drawn and way in prints.values()
    }
