"""What a template is given of the game and of the face it draws, as plain data. Templates see nothing else.

Sequences, and the texts of cards, are told with their references filled in.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any

from cardtool.geometry import Point, Sides, Size
from cardtool.model import (
    CardFaces,
    Component,
    Face,
    FaceDesign,
    FigureDesign,
    Game,
    Kind,
    Net,
    NetPart,
    Side,
    Source,
    plain_fields,
)
from cardtool.render.batch import FaceJob
from cardtool.render.layout_values import layout_values
from cardtool.render.references import fill_references, reference_values, with_printed_texts

if TYPE_CHECKING:
    from cardtool.model import Procedure, RulesTable


def rules_values(game: Game) -> dict[str, Any]:
    """Return the values, and every sequence and table with its texts filled in, as plain data."""
    values = reference_values(game)
    fill = partial(fill_references, values=values, language=game.language)
    return {
        **values,
        "sequence": {id: _sequence_values(each, fill) for id, each in game.rules.sequences.items()},
        "table": {id: _table_values(each, fill) for id, each in game.rules.tables.items()},
    }


def _sequence_values(procedure: Procedure, fill: Callable[[str], str]) -> dict[str, Any]:
    steps = [
        {
            "id": step.id,
            "title": fill(step.title),
            "text": fill(step.text),
            "quick": fill(step.quick),
        }
        for step in procedure.steps
    ]
    return {
        "id": procedure.id,
        "title": procedure.title,
        "intro": fill(procedure.intro),
        "steps": steps,
    }


def _table_values(table: RulesTable, fill: Callable[[str], str]) -> dict[str, Any]:
    rows = [
        {
            "from": row.first,
            "to": row.last,
            "range": row.range,
            **{column: fill(cell) if isinstance(cell, str) else cell for column, cell in row.cells.items()},
        }
        for row in table.rows
    ]
    return {
        "id": table.id,
        "title": table.title,
        "of": table.of,
        "columns": dict(table.columns),
        "rows": rows,
    }


class _FieldSources(Mapping[str, Source]):
    """Where the fields of a card stand, looked up when somebody asks."""

    def __init__(self, card: Component) -> None:
        self._card = card

    def __getitem__(self, field: str) -> Source:
        if field not in self._card.fields:
            raise KeyError(field)
        return self._card.at(field)

    def __iter__(self) -> Iterator[str]:
        return iter(self._card.fields)

    def __len__(self) -> int:
        return len(self._card.fields)

    def __reduce__(self) -> tuple[type[dict[str, Source]], tuple[()]]:
        return dict, ()


def card_faces(kind: Kind, card: Component) -> tuple[CardFaces, ...]:
    """Return a card with its faces, once for all its copies; where a face numbers them, once for each."""
    kind = kind.cut_for(card)
    if kind.front.each_copy or (kind.back is not None and kind.back.each_copy):
        return tuple(_faces_of_copy(kind, card, copy) for copy in range(1, card.copies + 1))
    return (_faces_of_copy(kind, card),)


def _faces_of_copy(kind: Kind, card: Component, copy: int = 0) -> CardFaces:
    back = _card_face(kind, card, Side.BACK, kind.back, copy) if kind.back else None
    return CardFaces(card, kind, _card_face(kind, card, Side.FRONT, kind.front, copy), back, copy)


def face_jobs(game: Game, kinds: Iterable[Kind] | None = None) -> Iterator[FaceJob]:
    """Yield every distinct face of these kinds, or of all, in the order of its cards; copies share theirs.

    Each is told what is its own; what it is told of the whole game, `SharedValues` knows.
    """
    game = with_printed_texts(game)
    seen: set[Face] = set()
    for kind in game.kinds if kinds is None else kinds:
        values = _KindValues({**_game_header(game), **_own_layout(game, kind.layout)})
        for each in chain.from_iterable(card_faces(kind, card) for card in game.records_of(kind)):
            own_set = _own_set(game, each.card)
            for face in each.faces:
                if face not in seen:
                    seen.add(face)
                    yield _card_job(values.of(each.kind, face), own_set, each.kind, each.card, face)


def figure_jobs(game: Game, figures: Iterable[tuple[str, FigureDesign, dict[str, Any]]]) -> Iterator[FaceJob]:
    """Figures of the rulebook as faces to be drawn, each from its name, its design and what it shows."""
    for name, design, shows in figures:
        values = {
            **_game_header(game),
            **_own_layout(game, design.layout),
            "figure": shows,
            "face": _face_values(design.size, Side.FRONT),
        }
        face = Face("figure", Side.FRONT, name)
        yield FaceJob(face, design.template, design.size, values, game.source, {}, name)


def page_job(game: Game, face: Face, template: str, page: Size, values: dict[str, Any]) -> FaceJob:
    """Return a page that is no component: what it is told, beside the game, is up to who asks for it."""
    variables = {**_game_header(game), **values, "face": _face_values(page, face.side)}
    return FaceJob(face, template, page, variables, game.source, {}, f"the page {face.card}")


def _game_header(game: Game) -> dict[str, Any]:
    told = {"id": game.id, "title": game.title, "version": game.version, "language": game.language}
    return {"game": told}


def records_by_id(game: Game) -> dict[str, dict[str, Any]]:
    """Return every record of a game by its id."""
    return {card.id: plain_fields(card.fields) for card in game.cards}


def layouts_by_id(game: Game) -> dict[str, Any]:
    """Return the spaces of every layout by its id."""
    return {id: layout_values(layout) for id, layout in game.layouts.items()}


def drawn_cards(game: Game) -> dict[str, dict[str, Any]]:
    """Return how the faces of every card are drawn inside another picture, by its id and their sides."""
    company: dict[str, dict[str, Any]] = {}
    for kind in game.kinds:
        values = _KindValues({**_game_header(game), **_own_layout(game, kind.layout)})
        for card in game.cards_of(kind.id):
            each, own_set = card_faces(kind, card)[0], _own_set(game, card)
            jobs = (
                _card_job(values.of(each.kind, face), own_set, each.kind, card, face) for face in each.faces
            )
            company[card.id] = {str(job.face.side): _inset_values(each.kind, job) for job in jobs}
    return company


def _own_layout(game: Game, id: str) -> dict[str, Any]:
    """Return the layout that faces are drawn by, as `layout`; nothing where they name none."""
    return {"layout": layout_values(game.layouts[id])} if id in game.layouts else {}


def _own_set(game: Game, card: Component) -> dict[str, Any]:
    """Return the set a record is in, as `set`; nothing where the game has no sets."""
    own = game.set_of(card)
    return {"set": {"id": own.id, "title": own.title, "symbol": own.symbol}} if own else {}


def _inset_values(kind: Kind, job: FaceJob) -> dict[str, Any]:
    """Return what a template needs to draw this face inside another picture.

    Its size is that of the cut component, whose shape it says; `page` is the face with its bleed.
    """
    return {
        "shape": str(kind.outline.shape),
        "corner": kind.outline.corner,
        "width": kind.size.width,
        "height": kind.size.height,
        "bleed": kind.bleed,
        "template": job.template,
        "variables": job.variables,
        "scope": job.scope,
        "page": list(job.page),
    }


def _face_values(trim: Size, side: Side, kind: Kind | None = None) -> dict[str, Any]:
    """Return what a template is told of the face it draws; without a kind, it is no component and not cut."""
    bleed, safe = (kind.bleed, kind.safe) if kind else (0.0, 0.0)
    page = trim.grown(bleed)
    return {
        "width": page.width,
        "height": page.height,
        "bleed": bleed,
        "safe": safe,
        "trim_width": trim.width,
        "trim_height": trim.height,
        "side": str(side),
    }


def _values_of(face: Face) -> dict[str, str]:
    """Return the values of fields that decide how a face looks."""
    return {name: value for name, value in (("size", face.cut), ("group", face.group)) if value}


def _part_values(kind: Kind, net: Net, part: NetPart) -> dict[str, Any]:
    """Return what the template of nets needs to draw a face in its place; lengths from its page's corner."""
    trim = part.box.moved(Point(kind.bleed, kind.bleed))
    shown, page = trim.grown(part.bleed), trim.grown(Sides.all(kind.bleed))
    return {
        "template": part.template,
        "shown": {"left": shown.left, "top": shown.top, "width": shown.width, "height": shown.height},
        "left": page.left - shown.left,
        "top": page.top - shown.top,
        "turn": part.turn,
        "mirrored": part.mirrored,
        "side": {"number": part.side, "of": len(net.parts), "id": part.id},
        "face": _face_values(part.box.size, Side.BACK if part.is_back else Side.FRONT, kind),
    }


def _card_face(kind: Kind, card: Component, side: Side, design: FaceDesign, copy: int) -> Face:
    own, number = card.id if design.each_card else None, copy if design.each_copy else 0
    return Face(kind.id, side, own, number, kind.cut, card.value(design.by) if design.by else "")


def _own_values(card: Component, copy: int) -> Mapping[str, str]:
    """Return what this copy of a card says that others do not."""
    return card.copy_fields[copy - 1] if card.copy_fields else {}


class _KindValues:
    """What the templates of a kind are told beside their records: the same for most of its faces."""

    def __init__(self, of_game: Mapping[str, Any]) -> None:
        self._of_game = of_game
        self._known: dict[tuple[str, Side, str], dict[str, Any]] = {}

    def of(self, kind: Kind, face: Face) -> dict[str, Any]:
        """Return what is told of a kind, in the size of this face, and of the face."""
        key = face.cut, face.side, face.group
        if key not in self._known:
            self._known[key] = {
                **self._of_game,
                "kind": {"id": kind.id, "title": kind.title, "plural": kind.plural, "count": kind.count},
                "face": {**_face_values(kind.size, face.side, kind), **_values_of(face)},
            }
        return self._known[key]


def _card_job(
    of_kind: dict[str, Any], own_set: Mapping[str, Any], kind: Kind, card: Component, face: Face
) -> FaceJob:
    design = kind.front if face.side is Side.FRONT else kind.back
    assert design is not None, "a face is only made for a side that has a design"
    if face.card is None:  # without the set: others in other sets share the face
        title = f"the {face.side} of {kind.plural}" + (f" ({face.group})" if face.group else "")
        return FaceJob(face, design.template, kind.page, {**of_kind}, kind.source, {}, title)
    number = {"copy_number": face.copy, **_own_values(card, face.copy)} if face.copy else {}
    record = {**plain_fields(card.fields), "copies": card.copies, **number}
    variables = {**of_kind, **own_set, "card": record}
    if kind.net is not None:
        variables["net"] = {"parts": [_part_values(kind, kind.net, part) for part in kind.net.parts]}
    title = f'the {kind.title} "{card.name}"' if card.made_from else f'"{card.name}"'
    return FaceJob(face, design.template, kind.page, variables, card.source, _FieldSources(card), title)
