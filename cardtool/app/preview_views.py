"""What the page beside the editor shows of a drawn game: plain data for each card and each finding."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from urllib.parse import quote

from cardtool.app.preview_pictures import NamedDrawing
from cardtool.app.quick_drawing import Fills
from cardtool.finding import Finding
from cardtool.model import CARD, RECTANGLE, CardFaces, Face, Source
from cardtool.preview import CardView, FindingView

EDITORS = {
    "vscode": "vscode://file/{file}:{line}:{column}",
    "vscodium": "vscodium://file/{file}:{line}:{column}",
    "cursor": "cursor://file/{file}:{line}:{column}",
    "idea": "idea://open?file={file}&line={line}&column={column}",
    "pycharm": "pycharm://open?file={file}&line={line}&column={column}",
    "sublime": "subl://open?url=file://{file}&line={line}&column={column}",
}
"""The addresses by which editors open a file at a place, as their makers document them."""

_CORNER = 3.0  # mm; of cards that say nothing of theirs


class EditorLinks:
    """The addresses that open places of a project in one of `EDITORS`, or by a pattern like theirs."""

    def __init__(self, root: Path, editor: str) -> None:
        self._root, self._pattern = root, EDITORS.get(editor, editor)
        self._files: dict[str, str] = {}

    def forget(self) -> None:
        """Look again which files there are."""
        self._files = {}

    def address(self, source: Source) -> str:
        """Return the address that opens a place of the project; empty for any other place."""
        if source.sheet or not (file := self._file(source.file)):
            return ""
        return self._pattern.format(file=file, line=source.line, column=source.column)

    def _file(self, name: str) -> str:
        """Return a file of the project as addresses name it; empty where there is none."""
        if name not in self._files:
            file = self._root / name
            self._files[name] = quote(file.as_posix()) if file.is_file() else ""
        return self._files[name]


def card_views(
    now: NamedDrawing, before: NamedDrawing | None, fills: Fills, links: EditorLinks
) -> tuple[CardView, ...]:
    """Return every card and other piece, in the game's order; `fills` say how full their text boxes are."""
    was = {_key(each): before.names.get(each.front, "") for each in before.cards} if before else {}
    return tuple(_card_view(each, now.names, was.get(_key(each), ""), fills, links) for each in now.cards)


def _card_view(
    each: CardFaces, names: Mapping[Face, str], was: str, fills: Fills, links: EditorLinks
) -> CardView:
    kind, card = each.kind, each.card
    is_plain = kind.form is CARD and kind.outline == RECTANGLE
    return CardView(
        key=_key(each),
        id=card.id,
        name=card.name,
        kind=kind.id,
        kind_title=kind.plural,
        copies=each.copies,
        front=names.get(each.front, ""),
        back=names.get(each.back, "") if each.back else "",
        was=was,
        width=kind.size.width,
        height=kind.size.height,
        corner=_CORNER if is_plain else 0.0,
        safe=kind.safe,
        text=" ".join(_texts(card.fields)),
        place=str(card.source),
        editor=links.address(card.source),
        fills={**fills.get(each.front, {}), **(fills.get(each.back, {}) if each.back else {})},
    )


def finding_views(
    findings: Sequence[Finding], now: NamedDrawing | None, links: EditorLinks
) -> tuple[FindingView, ...]:
    """Return every finding, with the card that it stands in."""
    card_at = _CardPlaces(now.cards if now else ())
    return tuple(
        FindingView(
            severity=str(each.severity),
            code=each.rule.code,
            name=each.rule.name,
            message=each.message,
            fix=each.fix or "",
            place=str(each.source),
            editor=links.address(each.source),
            card=card_at.key(each.source),
        )
        for each in findings
    )


def _key(each: CardFaces) -> str:
    return f"{each.kind.id}/{each.card.id}/{each.copy}"


def _texts(value: object) -> Iterator[str]:
    """Yield every text and number in the fields of a record."""
    if isinstance(value, Mapping):
        for each in value.values():
            yield from _texts(each)
    elif isinstance(value, (list, tuple)):
        for each in value:
            yield from _texts(each)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


class _CardPlaces:
    """Which card stands at a place of a file: the last that begins before it."""

    def __init__(self, cards: Iterable[CardFaces]) -> None:
        self._begins: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
        for each in cards:
            self._begins[each.card.source.file].append((each.card.source.line, _key(each)))
        for places in self._begins.values():
            places.sort()

    def key(self, source: Source) -> str:
        places = self._begins.get(source.file, [])
        at = bisect_right(places, (source.line, "\U0010ffff")) - 1
        return places[at][1] if at >= 0 else ""
