"""What the page beside the editor shows of a drawn game: plain data for each card and each finding."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from pathlib import Path
from urllib.parse import quote

from cardtool.app.preview_pictures import NamedDrawing
from cardtool.app.quick_drawing import Fills
from cardtool.changes import compare
from cardtool.finding import Finding
from cardtool.model import CARD, RECTANGLE, CardFaces, Game, Source
from cardtool.preview import CardView, ChangeView, FindingView

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


class CardViews:
    """What is shown of cards, beside what they were in the drawing `before`, if any."""

    def __init__(self, before: NamedDrawing | None, links: EditorLinks) -> None:
        self._before, self._links = before, links
        self._was = {_key(each): each for each in before.cards} if before else {}

    def of(self, now: NamedDrawing, fills: Fills) -> tuple[CardView, ...]:
        """Return every card and other piece in the game's order, behind them those that are gone.

        `fills` say how full their text boxes are.
        """
        changed = dict(_changes(self._before.game, now.game)) if self._before else {}
        here = {_key(each) for each in now.cards}
        cards = [self._view(each, now, fills, changed.get(each.card.id, ())) for each in now.cards]
        gone = [
            replace(self._view(each, self._before, {}, ()), gone=True, editor="")
            for key, each in self._was.items()
            if self._before and key not in here
        ]
        return (*cards, *gone)

    def _view(
        self, each: CardFaces, drawn: NamedDrawing, fills: Fills, changes: tuple[ChangeView, ...]
    ) -> CardView:
        kind, card, was = each.kind, each.card, self._was.get(_key(each))
        is_plain = kind.form is CARD and kind.outline == RECTANGLE
        return CardView(
            key=_key(each),
            id=card.id,
            name=card.name,
            kind=kind.id,
            kind_title=kind.plural,
            copies=each.copies,
            front=drawn.names.get(each.front, ""),
            back=drawn.names.get(each.back, "") if each.back else "",
            was=self._before.names.get(was.front, "") if self._before and was else "",
            width=kind.size.width,
            height=kind.size.height,
            corner=_CORNER if is_plain else 0.0,
            safe=kind.safe,
            bleed=kind.bleed,
            text=" ".join(_texts(card.fields)),
            place=str(card.source),
            editor=self._links.address(card.source),
            fills={**fills.get(each.front, {}), **(fills.get(each.back, {}) if each.back else {})},
            changes=changes,
        )


def _changes(before: Game, now: Game) -> Iterator[tuple[str, tuple[ChangeView, ...]]]:
    """Yield what each changed card says otherwise than it did, by its id."""
    for each in compare(before, now).changed:
        named = [("name", each.before.name, each.after.name)] if each.renamed else []
        fields = [(change.label, change.old, change.new) for change in each.fields]
        yield (
            each.after.id,
            tuple(ChangeView(label, word_changes(*said)) for label, *said in (*named, *fields)),
        )


def word_changes(old: object, new: object) -> tuple[tuple[str, str], ...]:
    """Return both texts as one: words that are in both as `same`, the others as `gone` or `new`."""
    was, now = (_WORDS.findall(" ".join(_texts(each))) for each in (old, new))
    parts: list[tuple[str, str]] = []
    for sort, first, last, begin, end in SequenceMatcher(None, was, now, autojunk=False).get_opcodes():
        if sort == "equal":
            parts.append(("same", "".join(now[begin:end])))
        else:
            said = (("gone", "".join(was[first:last])), ("new", "".join(now[begin:end])))
            parts += [(how, words) for how, words in said if words]
    return tuple(parts)


_WORDS = re.compile(r"\s+|\w+|[^\w\s]")


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
