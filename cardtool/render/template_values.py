"""What templates are given of the game and of the faces they draw, as plain data. They see nothing else.

Sequences, and the texts of cards, are given with their references filled in: a value written out, a card's
name. Of the whole game (rules, records, how other components are drawn) only those templates are told that
speak of it, and only what they speak of. So a changed record changes no face but its own, and those that show
all records: what was measured of the others still holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property, partial
from itertools import chain
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cardtool.errors import ProjectError, TemplateError
from cardtool.geometry import Box, Point, Sides, Size
from cardtool.markup import CardReference, Reference, ValueReference, replace_references
from cardtool.model import (
    CardFaces,
    Component,
    Face,
    FaceDesign,
    FigureDesign,
    Game,
    Kind,
    Layout,
    Net,
    NetPart,
    Side,
    Source,
    Space,
    plain_fields,
    with_fields,
)
from cardtool.project import Project
from cardtool.render.batch import FaceJob
from cardtool.template_code import fields_in_templates, names_in_templates
from cardtool.wording import number_word

if TYPE_CHECKING:
    from cardtool.model import Procedure, RulesTable


WriteCardName = Callable[[str], str]
_LITERAL_FIELDS = frozenset({"id", "name"})  # of a record: printed exactly as written


def reference_values(game: Game) -> dict[str, dict[str, int]]:
    """Return every value a reference can name: `number`, `count`, `players` and `spaces`, each by name."""
    return {
        "number": {number.id: number.value for number in game.rules.numbers.values()},
        "count": dict(game.counts),
        "players": game.players.values,
        "spaces": dict(game.space_counts),
    }


def bold_name(name: str) -> str:
    """Return a card's name set off from the text around it."""
    return f"**{name}**"


def fill_references(
    text: str, values: dict[str, dict[str, int]], language: str, card: WriteCardName = bold_name
) -> str:
    """Return a text of the rules with its values written out, and each card's name as `card` writes it.

    `language` is a tag (BCP 47).

    Raises: TemplateError for a value that does not exist; the checker finds those first, with their place.
    """

    def written(reference: Reference) -> str:
        if isinstance(reference, CardReference):
            return card(reference.name)
        return value_text(values, reference, language)

    return replace_references(text, written)


def value_text(values: dict[str, dict[str, int]], reference: ValueReference, language: str) -> str:
    """Return a value as the reference wants it written. Raises: TemplateError when there is none."""
    try:
        value = values[reference.family][reference.name]
    except KeyError:
        raise TemplateError(f"there is no {reference.family}.{reference.name}") from None
    if reference.style not in ("word", "Word"):
        return str(value)
    word = number_word(value, language)
    return word if reference.style == "word" else word.capitalize()


def with_printed_texts(game: Game) -> Game:
    """Return the game with the references in its cards' texts filled in; itself where there are none.

    A value that does not exist is left as it is written: the checker tells its place, and nothing is printed.
    """
    marked = {card.id for card in game.cards if _refers(card)}
    if not marked:
        return game
    values = reference_values(game)
    cards = (
        _with_printed_texts(card, values, game.language) if card.id in marked else card for card in game.cards
    )
    return replace(game, cards=tuple(cards))


def _refers(card: Component) -> bool:
    shown = repr(plain_fields(card.fields))  # quicker than to go through all of it, which few need
    return ("[[" in shown or "{{" in shown) and any(map(_has_reference, _texts_by_field(card).values()))


def _texts_by_field(card: Component) -> dict[str, Any]:
    literal = _LITERAL_FIELDS | card.roles.unread | card.roles.literal
    return {key: value for key, value in card.fields.items() if key not in literal}


def _has_reference(value: Any) -> bool:
    if isinstance(value, str):
        return "[[" in value or "{{" in value
    inside = value.values() if isinstance(value, Mapping) else value if isinstance(value, tuple) else ()
    return any(map(_has_reference, inside))


def _with_printed_texts(card: Component, values: dict[str, dict[str, int]], language: str) -> Component:
    marked = ((key, value) for key, value in _texts_by_field(card).items() if _has_reference(value))
    printed = {key: _printed_value(value, values, language) for key, value in marked}
    return replace(card, fields=with_fields(card.fields, printed))


def _printed_value(value: Any, values: dict[str, dict[str, int]], language: str) -> Any:
    if isinstance(value, str):
        return _printed_text(value, values, language)
    if isinstance(value, Mapping):
        return MappingProxyType(
            {key: _printed_value(inner, values, language) for key, inner in value.items()}
        )
    if isinstance(value, tuple):
        return tuple(_printed_value(inner, values, language) for inner in value)
    return value


def _printed_text(text: str, values: dict[str, dict[str, int]], language: str) -> str:
    def written(reference: Reference) -> str:
        if isinstance(reference, CardReference):
            return bold_name(reference.name)
        is_known = reference.name in values.get(reference.family, {})
        return value_text(values, reference, language) if is_known else as_written(reference)

    return replace_references(text, written)


def as_written(reference: ValueReference) -> str:
    """Return the reference itself: `{{ number.hay }}`."""
    style = f"|{reference.style}" if reference.style else ""
    return f"{{{{ {reference.family}.{reference.name}{style} }}}}"


def layout_values(layout: Layout) -> dict[str, Any]:
    """Return a layout as templates see it: `spaces` in order, and each by its id as `space["c4"]`.

    `box` is the smallest box around all of them, `counts` are how many there are of each sort.
    """
    spaces = [_space_values(space) for space in layout.spaces]
    box = Box.hull(space.box for space in layout.spaces)
    return {
        "id": layout.id,
        "title": layout.title,
        "spaces": spaces,
        "space": {space["id"]: space for space in spaces},
        "counts": dict(layout.counts),
        "box": {"left": box.left, "top": box.top, "width": box.width, "height": box.height},
    }


def _space_values(space: Space) -> dict[str, Any]:
    """Return a space; `width` and `height` are those of its outline before it is turned."""
    width, height = space.outline.size
    return {
        "id": space.id,
        "sort": space.sort,
        "number": space.number,
        "column": space.column,
        "row": space.row,
        "x": round(space.centre.x, 3),
        "y": round(space.centre.y, 3),
        "angle": round(space.angle, 3),
        "width": round(width, 3),
        "height": round(height, 3),
        "diameter": round(space.outline.diameter, 3),
        "points": [[round(x, 3), round(y, 3)] for x, y in space.corners],
        "path": space.path,
    }


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
    return {"game": {"id": game.id, "title": game.title, "version": game.version, "language": game.language}}


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


class _KindValues:
    """What the templates of a kind are told beside their records: the same for most of its faces."""

    def __init__(self, of_game: Mapping[str, Any]) -> None:
        self._of_game = of_game
        self._known: dict[tuple[str, Side, str], dict[str, Any]] = {}

    def of(self, kind: Kind, face: Face) -> dict[str, Any]:
        """Return what is told of a kind, in the size of this face, and of the face."""
        key = face.cut, face.side, face.group
        if key not in self._known:
            fields = (("size", face.cut), ("group", face.group))  # which decide how a face looks
            chosen = {name: value for name, value in fields if value}
            self._known[key] = {
                **self._of_game,
                "kind": {"id": kind.id, "title": kind.title, "plural": kind.plural, "count": kind.count},
                "face": {**_face_values(kind.size, face.side, kind), **chosen},
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
    own = card.copy_fields[face.copy - 1] if face.copy and card.copy_fields else {}  # of this copy alone
    number = {"copy_number": face.copy, **own} if face.copy else {}
    record = {**plain_fields(card.fields), "copies": card.copies, **number}
    variables = {**of_kind, **own_set, "card": record}
    if kind.net is not None:
        variables["net"] = {"parts": [_part_values(kind, kind.net, part) for part in kind.net.parts]}
    title = f'the {kind.title} "{card.name}"' if card.made_from else f'"{card.name}"'
    return FaceJob(face, design.template, kind.page, variables, card.source, _FieldSources(card), title)


_SHARED = frozenset(
    {"number", "count", "players", "spaces", "sequence", "table", "cards", "layouts", "company"}
)
_OF_RECORDS: Mapping[str, Callable[[Game], Any]] = {
    "cards": records_by_id,
    "layouts": layouts_by_id,
    "company": drawn_cards,
}
_DRAWS_OTHERS = frozenset({"card_face", "card_size"})
_COUNTED = frozenset({"index", "total"})  # card.index, kind.total


class SharedValues:
    """The values of one game, made when a template first asks for them."""

    def __init__(self, project: Project, game: Game) -> None:
        self._project, self.game = project, game
        self._known: dict[str, frozenset[str]] = {}
        self._counts: dict[str, frozenset[str]] = {}
        self._values: dict[str, Any] = {}

    def of(self, game: Game) -> SharedValues:
        """Return the values of this game, which may be the same a moment later, with the same templates."""
        if game is self.game:
            return self
        later = SharedValues(self._project, game)
        if game.id == self.game.id:
            later._known, later._counts = self._known, self._counts
        return later

    @cached_property
    def _rules(self) -> Mapping[str, Any]:
        return rules_values(self._printed)

    @cached_property
    def _printed(self) -> Game:
        return with_printed_texts(self.game)

    def _value(self, name: str) -> Any:
        """Return a shared value, made when it is first asked for: a deck of thousands takes its time."""
        if name not in self._values:
            make = _OF_RECORDS.get(name)
            self._values[name] = make(self._printed) if make else self._rules[name]
            if name == "company":
                self._count_company(self._values[name])
        return self._values[name]

    def _count_company(self, company: Mapping[str, Mapping[str, dict[str, Any]]]) -> None:
        for inset in (inset for sides in company.values() for inset in sides.values()):
            inset["variables"] = self._counted(inset["template"], inset["variables"])

    def records_told_to(self, template: str) -> dict[str, Any]:
        """Return every record by its id where the template of a book speaks of `cards`; else nothing."""
        records: dict[str, Any] = self._value("cards") if "cards" in self._words_of(template) else {}
        return records

    def counted(self, jobs: Iterable[FaceJob]) -> tuple[FaceJob, ...]:
        """Return these faces, each with the counts that its template speaks of."""
        return tuple(job._replace(variables=self._counted(job.template, job.variables)) for job in jobs)

    def values_for(self, jobs: Iterable[FaceJob]) -> dict[str, dict[str, Any]]:
        """Return what the templates of these faces are told of the whole game, by template, if anything."""
        words = {template: sorted(self._words_of(template)) for template in {job.template for job in jobs}}
        told = (each for each in sorted(words) if words[each])
        return {each: {name: self._value(name) for name in words[each]} for each in told}

    def _counted(self, template: str, variables: dict[str, Any]) -> dict[str, Any]:
        """Return what a face is told, with the place of its record and the copies of its kind if it asks.

        What a record says itself is kept.
        """
        parts = [part["template"] for part in variables["net"]["parts"]] if "net" in variables else []
        asked = frozenset().union(*map(self._counts_in, parts or [template]))
        if not asked:
            return variables
        card, kind = variables.get("card"), variables.get("kind")
        if "index" in asked and card:
            variables = {**variables, "card": {"index": self._places[card["id"]], **card}}
        if "total" in asked and kind:
            variables = {**variables, "kind": {**kind, "total": self.game.copies_of(kind["id"])}}
        return variables

    def _counts_in(self, template: str) -> frozenset[str]:
        """Return which counts a template and all it uses speak of; all where that is unknown."""
        if template not in self._counts:
            fields = fields_in_templates(template, self._text_of)
            self._counts[template] = _COUNTED if fields is None else _COUNTED & fields
        return self._counts[template]

    @cached_property
    def _places(self) -> Mapping[str, int]:
        """The place of each record among those of its kind, from 1."""
        return {
            card.id: place
            for kind in self.game.kinds
            for place, card in enumerate(self.game.cards_of(kind.id), 1)
        }

    def _words_of(self, template: str) -> frozenset[str]:
        """Return the names of shared values in a template and all it uses; all where that is unknown."""
        if template not in self._known:
            words = names_in_templates(template, self._text_of)
            tells_all = words is None or words & _DRAWS_OTHERS  # what those draw may speak of anything
            self._known[template] = _SHARED if tells_all else _SHARED & (words or frozenset())
        return self._known[template]

    def _text_of(self, template: str) -> str:
        try:
            return self._project.template_text(self.game.id, template)
        except ProjectError:  # told when it is to be drawn
            return ""
