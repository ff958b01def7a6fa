"""What the page shows at one moment, as plain data, and what it asks of whoever draws."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A value of a card that is another than at the revision: `label` says which, `parts` are its words in
    their order, each with `same`, `gone` or `new`.
    """

    label: str
    parts: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class CardView:
    """A card or other piece. `key` tells it from all others, `front` and `back` name pictures, `was` that of
    the front at the revision it is compared with; empty where there is none.

    Lengths are in mm: `corner` is the radius of its corners, `safe` how far letters keep from the cut,
    `bleed` how far it is printed beyond. `text` is all that is searched. `place` is where it is written,
    `editor` the address that opens an editor there.
    `fills` are, by the names of text boxes, the shares of them that their texts take; `changes` what it says
    otherwise than at that revision. A card that is `gone` since is shown as it was.
    """

    key: str
    id: str
    name: str
    kind: str
    kind_title: str
    copies: int
    front: str
    back: str
    was: str
    width: float
    height: float
    corner: float
    safe: float
    bleed: float
    text: str
    place: str
    editor: str
    fills: Mapping[str, float] = field(default_factory=dict)
    changes: tuple[ChangeView, ...] = ()
    gone: bool = False


@dataclass(frozen=True, slots=True)
class ContrastView:
    """Words on a face, in mm from the top left of the cut face, and their contrast with the ground."""

    left: float
    top: float
    width: float
    height: float
    words: str
    contrast: float


@dataclass(frozen=True, slots=True)
class FindingView:
    """What is wrong, where, and what to do; `card` is the key of the card it stands in, empty for others."""

    severity: str
    code: str
    name: str
    message: str
    fix: str
    place: str
    editor: str
    card: str


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that is shown. `trouble` says why the pictures are older than the files; empty where they are not.

    `drawing` says that newer pictures are on their way.
    """

    title: str
    version: str
    theme: str
    themes: tuple[str, ...]
    since: str
    cards: tuple[CardView, ...] = ()
    findings: tuple[FindingView, ...] = ()
    trouble: str = ""
    drawing: bool = False


@dataclass(frozen=True, slots=True)
class PrintedPages:
    """Pages of sheets or of a rulebook, each as a piece of its file; `trouble` says why there are none."""

    pages: tuple[CardView, ...] = ()
    trouble: str = ""


Publish = Callable[[Snapshot], None]
"""Is told what to show from now on; from any thread."""


class PreviewSource(Protocol):
    """Whoever draws. `refresh` and `settle` may run at once, each in one thread at a time."""

    @property
    def folders(self) -> tuple[Path, ...]:
        """The folders whose files are drawn."""

    def refresh(self, publish: Publish, theme: str = "") -> None:
        """Draw what is quickly drawn of what changed, in this theme from now on, if any, and publish it."""

    def settle(self, publish: Publish) -> None:
        """Draw and judge all as a build does, and publish it, unless files changed meanwhile."""

    def picture(self, name: str) -> bytes | None:
        """Return a picture of a snapshot as PNG; None where no card has one of this name now."""

    def large_picture(self, name: str) -> bytes | None:
        """Return a picture of a card or a page fine enough for a whole screen; None as `picture` says."""

    def bleed_picture(self, name: str) -> bytes | None:
        """Return a picture of a card with its bleed; None as `picture` says."""

    def contrasts(self, name: str) -> tuple[ContrastView, ...]:
        """Return how well the words of a picture stand out."""

    def printed_pages(self, what: str) -> PrintedPages:
        """Return the pages of `sheets` or of the `rulebook`; to make them takes seconds."""

    def rule_page(self, code: str) -> str | None:
        """Return what the manual says of a rule; None where there is none of this code."""

    def page_picture(self, name: str) -> bytes | None:
        """Return the picture of a printed page as PNG; None where there is none of this name now."""
