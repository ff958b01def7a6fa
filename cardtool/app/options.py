"""What a build, an export for a print shop and a check can be asked for, and what a build hands over to be
written.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from cardtool.app.selection import EVERYTHING, Selection
from cardtool.errors import UsageError
from cardtool.finding import Finding, Rule
from cardtool.geometry import Point
from cardtool.model import Backs, Engine, Fit, Game, HomePrinter, Kind, kinds_in_pack
from cardtool.project import did_you_mean

_SMALLEST_MARGIN = 6.0  # mm; Canon printers lose 5, Brother and HP 4.23 (malware-and-monsters, seen 2026-11)
DEFAULT_MARGIN = 8.0  # mm; no home printer we know loses more
DEFAULT_STOCK = "300gsm"


class Part(StrEnum):
    """What a build can be asked for."""

    SHEETS = "sheets"
    FACES = "faces"
    MATS = "mats"
    RULEBOOK = "rulebook"
    BOX = "box"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class BuildOptions:
    """What to build, and how it is to be printed. None means: as the game or the sheet says.

    `sheets` are names of print sheets, as `card=a4-9up` for a form or a kind alone; where there are none, the
    game's own is meant. `back_offset`
    moves backs to answer a printer that feeds askew; `margin` is the edge the printer cannot print; both
    win over what is known of `printer`. `cutter` names the machine that cuts the sheets,
    `theme` what they are printed in. With a `pack`, what is in that pack alone is printed, and with a
    `selection` the chosen cards alone. A `draft` is printed whatever is wrong. With `split` no file has more
    sheets of paper than that. `cluster` is the address of a cluster that draws, which shows in no file.
    """

    part: Part = Part.SHEETS
    sheets: tuple[str, ...] = ()
    backs: Backs | None = None
    back_offset: Point | None = None
    margin: float | None = None
    printer: HomePrinter | None = None
    cutter: str = ""
    stock: str = DEFAULT_STOCK
    sleeves: str = ""
    engine: Engine | None = None
    theme: str | None = None
    pack: str = ""
    selection: Selection = EVERYTHING
    draft: bool = False
    split: int = 0
    cluster: str = ""

    @property
    def sheets_for_all(self) -> tuple[str, ...]:
        """Return the sheets that are for all kinds that have none of their own."""
        return tuple(name for name in self.sheets if "=" not in name)

    @property
    def own_sheets(self) -> dict[str, str]:
        """Return the sheets that are for a form or a kind alone."""
        pairs = (name.partition("=") for name in self.sheets)
        return {word: name for word, equals, name in pairs if equals}

    def includes(self, part: Part) -> bool:
        """Return whether this part is to be built. A box is not among all: most decks get one once.

        Nor is the rulebook where a pack is printed: who adds a pack to a game has it; nor with a selection.
        """
        if self.part is Part.ALL and part is Part.RULEBOOK:
            return not (self.pack or self.selection)
        return self.part in (part, Part.ALL)

    @property
    def box_order(self) -> BuildOptions | None:
        """What to order after all of a whole game: its box. None where less was asked for."""
        if self.part is not Part.ALL or self.pack or self.draft or self.selection:
            return None
        return BuildOptions(
            part=Part.BOX, sheets=self.sheets_for_all[:1], engine=self.engine, theme=self.theme
        )

    def printed_of(self, game: Game, kinds: Iterable[Kind]) -> tuple[Kind, ...]:
        """Return those of these kinds that are printed: all that have records, or are in the pack.

        Raises: UsageError when there is no such pack.
        """
        return tuple(kind for kind in kinds if game.records_of(kind) and self._holds(game, kind))

    def _holds(self, game: Game, kind: Kind) -> bool:
        if not self.pack:
            return True
        packs = [pack.id for pack in game.packs]
        if self.pack not in packs:
            near = did_you_mean(self.pack, packs)
            has = f"the packs are: {', '.join(packs)}" if packs else f"{game.source.file} has no packs"
            raise UsageError(f'{game.id} has no pack "{self.pack}"{near}; {has}')
        return kind.id in kinds_in_pack(game, self.pack)

    @property
    def suffix(self) -> str:
        """Return what the names of files end in that hold less than the whole game, or a draft."""
        return f"{self.pack and f'-{self.pack}'}{self.selection.suffix}{'-draft' if self.draft else ''}"

    @property
    def unprintable_margin(self) -> tuple[float | None, str]:
        """Return the edge the printer cannot print, None where only the sheet says, and who said so."""
        if self.margin is None and self.printer is not None:
            return self.printer.margin, f"--my-printer {self.printer.name}"
        return self.margin, "--margin"

    @property
    def margin_of_printer(self) -> float:
        """Return the edge to keep free where no sheet says anything: what was asked for, or the usual one."""
        margin = self.unprintable_margin[0]
        return DEFAULT_MARGIN if margin is None else margin

    @property
    def margin_of_box(self) -> float:
        """Return the edge a box keeps free; flaps may go nearer to it than cards: a cut there harms none."""
        margin = self.unprintable_margin[0]
        return _SMALLEST_MARGIN if margin is None else margin

    @property
    def key(self) -> str:
        """Return the options in a few words, what the files are made from."""
        return f"{self.order} split={self.split}" if self.split else self.order

    @property
    def order(self) -> str:
        """Return the options less the split, by which the ledger knows files: splits replace each other."""
        offset = self.back_offset
        given = {
            "backs": self.backs,
            "back-offset": None if offset is None else f"{offset.x:g},{offset.y:g}",
            "margin": None if self.margin is None else f"{self.margin:g}",
            "printer": self.printer,
            "cutter": self.cutter or None,
            "stock": f"{self.stock} sleeves={self.sleeves}" if self.part is Part.BOX else None,
            "engine": self.engine,
            "theme": self.theme,
            "pack": self.pack or None,
            "selection": self.selection.key,
            "draft": "yes" if self.draft else None,
        }
        words = (f"{name}={value}" for name, value in given.items() if value is not None)
        return " ".join((str(self.part), *self.sheets, *words))


def kinds_to_draw(game: Game, part: Part) -> tuple[Kind, ...]:
    """Return the kinds of a game that are in this part of a build."""
    if part is Part.ALL:
        return game.kinds
    return game.own_paper_kinds if part is Part.MATS else game.sheet_kinds


@dataclass(frozen=True, slots=True)
class BuildContents:
    """What is ready to be written: files by name, and `reports` beside them.

    `waived` is how many findings the game lets stand.

    Where a finding is an error there is no game, and nothing to write.
    """

    found: tuple[Finding, ...]
    game: Game | None = None
    files: Mapping[str, bytes] = field(default_factory=dict)
    reports: Mapping[str, bytes] = field(default_factory=dict)
    fits: tuple[Fit, ...] = ()
    left_out: str = ""
    waived: int = 0


# A file nobody can read, or check to its end, is not clean, whatever is asked.
_ALWAYS_SHOWN = frozenset({"CT101", "CT102", "CT103", "CT118", "CT119", "CT125"})


@dataclass(frozen=True, slots=True)
class RuleFilter:
    """Codes (CT301), names (retired-term) and families (CT3, 3xx) to show; without any, all not ignored."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()

    def ensure_known(self, rules: Iterable[Rule]) -> RuleFilter:
        """Return this choice, once everything it names is known to be there. Raises: UsageError."""
        known = tuple(rules)
        for name in (*self.select, *self.ignore):
            if not any(_names_rule(name, rule) for rule in known):
                labels = [label for rule in known for label in (rule.code, rule.name)]
                raise UsageError(
                    f'there is no rule or family "{name}"{did_you_mean(name, labels)}; see: cardtool explain'
                )
        return self

    def shows(self, rule: Rule) -> bool:
        """Return whether findings of this rule are to be shown."""
        if any(_names_rule(name, rule) for name in self.ignore):
            return False
        return (
            not self.select
            or rule.code in _ALWAYS_SHOWN
            or any(_names_rule(name, rule) for name in self.select)
        )

    def apply(self, findings: Iterable[Finding]) -> tuple[Finding, ...]:
        """Return those of the findings that are wanted."""
        return tuple(finding for finding in findings if self.shows(finding.rule))


def _names_rule(name: str, rule: Rule) -> bool:
    """Return whether a wish is this rule's code or name, or its family: CT3, 3, 3xx."""
    plain = name.upper().removeprefix("CT")
    family = plain.removesuffix("XX")
    return (
        name.lower() == rule.name or plain == rule.code[2:] or (len(family) == 1 and family == rule.code[2])
    )
