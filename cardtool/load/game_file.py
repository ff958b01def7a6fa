"""`game.yaml`: what the game is, its kinds with their sizes and faces, its decks and its rulebook.

Standees and dice are printed flat and folded; their width and height are those of one face, as it is seen
when the piece is folded.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cache
from itertools import chain, product
from typing import Any

from cardtool.documents import plural
from cardtool.errors import ProjectError
from cardtool.finding import Finding
from cardtool.geometry import Size
from cardtool.load.file_rules import SCHEMA
from cardtool.load.kind_sizes import (
    SizeDeclaration,
    declared_cuts,
    dieline_faults,
    key_owner,
    key_place,
    kind_outline,
    kind_size,
    size_faults,
    size_field,
    size_place,
    stray_holes,
)
from cardtool.load.kinds import (
    make_amount,
    make_groups,
    make_one_for_each,
    missing_value,
    pack_faults,
    promise_faults,
    record_files,
    set_faults,
)
from cardtool.load.yaml_files import Document
from cardtool.model import (
    CARD,
    COLOUR_THEME,
    FORMS,
    RECTANGLE,
    BookDesign,
    CardValue,
    Component,
    Cut,
    Deck,
    FaceDesign,
    FigureDesign,
    Kind,
    Net,
    Players,
    Seams,
    TemplateText,
    die_net,
    standee_net,
)
from cardtool.project import Project, did_you_mean
from cardtool.template_code import fields_in_templates
from cardtool.units import format_number, parse_length

_NET_TEMPLATE = "net.html"
_FOLDED = ("standee", "die")  # forms
_DEFAULT_FOOT = "12mm"
_NOT_RECORDS = {
    "game.yaml": "what you are reading",
    "rules.yaml": "the rules",
    "glossary.yaml": "the glossary",
    "changelog.yaml": "the changelog",
}
_NOT_WITH_NET = ("path", "holes", "folds", "corner", "shape", "across")


def _is_folded(kind: Mapping[str, Any]) -> bool:
    """Return whether a kind is printed as a net; `flat: true` says that it is not."""
    return kind.get("form") in _FOLDED and not kind.get("flat", False)


def _net_faults(kind: Mapping[str, Any], face: Size) -> Iterator[tuple[str, str, str]]:
    """Yield what is wrong between the keys of a kind and its net: the key, a sentence, and what to do.

    `face` is the size it declares.
    """
    if "foot" in kind and (kind.get("form") != "standee" or not _is_folded(kind)):
        yield "foot", "only a standee that is folded has a foot", "remove foot"
    if "flat" in kind and kind.get("form") not in _FOLDED:
        yield "flat", "only standees and dice are folded, all other forms are flat", "remove flat"
    if not _is_folded(kind):
        return
    for key in _NOT_WITH_NET:
        if key in kind:
            message = f"a {kind['form']} is cut and folded by its net, which {key} does not fit"
            yield key, message, f"remove {key}, or say flat: true and draw the whole piece"
    if kind["form"] == "die" and face.width != face.height:
        sides = f"{format_number(face.width)} and {format_number(face.height)} mm"
        yield "height", f"the sides of a die are squares, not {sides}", "give width and height alike"
    if kind["form"] == "die" and "back" in kind:
        yield "back", "a die has six sides and no back", "draw them all with front; side.number tells which"


def _with_net(kind: Kind, declared: Mapping[str, Any]) -> Kind:
    """Return a kind as it is printed: one that is folded as its net."""
    if not _is_folded(declared):
        return kind
    net = _net_of(kind, declared)
    return replace(
        kind,
        size=net.size,
        outline=net.outline,
        front=FaceDesign(_NET_TEMPLATE, each_card=True),
        back=None,
        net=net,
    )


def _net_of(kind: Kind, declared: Mapping[str, Any]) -> Net:
    assert kind.outline == RECTANGLE, "the faults of a net are found before"
    if kind.form.id == "die":
        return die_net(kind.size.width, kind.bleed, kind.front.template)
    foot = parse_length(declared.get("foot", _DEFAULT_FOOT))
    back = kind.back.template if kind.back else ""
    return standee_net(kind.size, foot, kind.bleed, kind.front.template, back)


def _make_back(back: str | Mapping[str, Any]) -> FaceDesign:
    """Return how a back is drawn."""
    if isinstance(back, str):
        return FaceDesign(back, each_card=False)
    return FaceDesign(back["template"], each_card=back.get("per") == "card", by=back.get("by", ""))


def _back_faults(document: Document) -> Iterator[Finding]:
    """Yield what is wrong between the keys of backs that go by a field."""
    for id, kind in document.data["kinds"].items():
        back = kind.get("back")
        if not isinstance(back, Mapping) or "by" not in back:
            continue
        place = document.at_key(("kinds", id, "back"), "by")
        if "per" in back:
            message = "by says already that there is a back for each value"
            yield SCHEMA.found(place, message, "remove per, or by")
        elif _is_folded(kind):
            message = f"the back of a folded {kind['form']} is drawn with each front, and is told its card"
            yield SCHEMA.found(place, message, f"write back: {back['template']}")


def group_faults(kind: Kind, cards: Iterable[Component]) -> Iterator[Finding]:
    """Yield a finding for each record that has no value in the field that backs go by."""
    field = kind.back.by if kind.back else ""
    for card in cards if field else ():
        if not card.value(field):
            yield missing_value(card, field, "which back it has")


def with_copy_numbers(
    project: Project,
    game: str,
    templates: Iterable[TemplateText],
    kinds: Iterable[Kind],
    columns: Mapping[str, frozenset[str]],
) -> tuple[Kind, ...]:
    """Return the kinds with what their templates say of single copies: `card.copy_number`, or what a table
    says of each, whose `columns` are by kind.

    Where a template uses one that is known later only, any of the game's `templates` counts.
    """

    @cache
    def fields_in(template: str) -> frozenset[str] | None:
        return fields_in_templates(template, text_of)

    def tells_copies(template: str, kind: str) -> bool:
        asked, fields = {_COPY_NUMBER, *columns.get(kind, ())}, fields_in(template)
        return not asked.isdisjoint(mentioned if fields is None else fields)

    def text_of(template: str) -> str:
        try:
            return project.template_text(game, template)
        except ProjectError:  # reported where it is named
            return ""

    words = {_COPY_NUMBER, *chain.from_iterable(columns.values())}
    mentioned = {word for word in words if any(word in each.text for each in templates)}

    def with_copies(kind: Kind) -> Kind:
        back, fronts = kind.back, any(tells_copies(each, kind.id) for each in kind.front_templates)
        if back is not None:
            back = replace(back, each_copy=back.each_card and tells_copies(back.template, kind.id))
        return replace(kind, front=replace(kind.front, each_copy=fronts), back=back)

    return tuple(map(with_copies, kinds))


_COPY_NUMBER = "copy_number"
_BY_FIELD = ("groups", "size", "back")  # keys of a kind that name a field of its records
_LEAVE_OUT = "say form: mat or form: board of both, and no sheet; or remove instead_of"
_RELATIONS = {"instead_of": "is itself printed instead of another", "part_of": "is itself a part of another"}
_STRAY_HOLE = "a hole lies where the piece is cut off, wholly or in part", "move it inwards"


def make_book_design(document: Document) -> BookDesign | None:
    """Return the design of the rulebook; None where game.yaml has none."""
    book = document.data.get("rulebook")
    if book is None:
        return None
    figures = {
        sort: FigureDesign(each["template"], _page_size(each), each.get("layout", ""))
        for sort, each in book.get("figures", {}).items()
    }
    return BookDesign(book["template"], book["style"], _page_size(book), figures)


def _page_size(declared: Mapping[str, str]) -> Size:
    return Size(parse_length(declared["width"]), parse_length(declared["height"]))


def make_values(document: Document) -> tuple[CardValue, ...]:
    """Return the values that cards have, in the order of the file."""
    return tuple(
        CardValue(
            field=field,
            noun=value["noun"],
            plural=value.get("plural", plural(value["noun"])),
            short=tuple(value.get("short", ())),
            source=document.at_key(("values",), field),
        )
        for field, value in document.data.get("values", {}).items()
    )


def field_faults(document: Document, fields: Mapping[str, frozenset[str]]) -> Iterator[Finding]:
    """Yield a finding for each field that game.yaml names and no record can have.

    `fields` are those of each kind, by its schema; a kind of which they are not known is not among them.
    """
    kinds = document.data["kinds"]
    for id, key in product(kinds.keys() & fields.keys(), _BY_FIELD):
        entry = kinds[id].get(key)
        field = entry.get("by") if isinstance(entry, Mapping) else None
        if field and field not in fields[id]:
            near = did_you_mean(field, fields[id])
            place = document.at(("kinds", id, key, "by"))
            yield SCHEMA.found(place, f'records of {id} have no field "{field}"{near}')
    known = frozenset().union(*fields.values())
    for field in document.data.get("values", {}) if kinds.keys() <= fields.keys() else ():
        if field not in known:
            near = did_you_mean(field, known)
            yield SCHEMA.found(document.at_key(("values",), field), f'no card has a field "{field}"{near}')


def make_players(document: Document) -> Players:
    """Return who can play, and how long a game takes."""
    return Players(**document.data["players"], source=document.at_key((), "players"))


def make_kinds(document: Document, known: Mapping[str, SizeDeclaration]) -> tuple[Kind, ...]:
    """Return the kinds, in the order of the file; `known` are the sizes there are names for."""
    return tuple(_make_kind(document, id, kind, known) for id, kind in document.data["kinds"].items())


def _make_kind(
    document: Document, id: str, kind: Mapping[str, Any], known: Mapping[str, SizeDeclaration]
) -> Kind:
    made = {
        value: _make_cut_kind(document, id, value, declared, known)
        for value, declared in declared_cuts(kind).items()
    }
    first, field = next(iter(made.values())), size_field(kind)
    if not field:
        return first
    cuts = (Cut(value, each.size, each.outline, each.net, each.source) for value, each in made.items())
    return replace(first, size_by=field, cuts=tuple(cuts), source=document.at_key(("kinds",), id))


def _make_cut_kind(
    document: Document,
    id: str,
    value: str,
    kind: SizeDeclaration,
    known: Mapping[str, SizeDeclaration],
) -> Kind:
    """Return a kind with the size that goes with this value of its field, or its only one."""
    made = Kind(
        id=id,
        title=kind["title"],
        plural=kind["plural"],
        records=record_files(document).get(id, ""),
        size=kind_size(kind, known),
        bleed=parse_length(kind.get("bleed", "3mm")),
        safe=parse_length(kind.get("safe", "3mm")),
        front=FaceDesign(kind["front"], each_card=True),
        back=_make_back(kind["back"]) if "back" in kind else None,
        count=kind.get("count", 0),
        source=size_place(document, id, value),
        count_source=document.at(("kinds", id, "count")),
        per_player=kind.get("per_player", 0),
        form=FORMS[kind.get("form", CARD.id)],
        outline=kind_outline(kind, known),
        sheet=_sheet_of(document, kind),
        instead_of=kind.get("instead_of", ""),
        groups=make_groups(document, id),
        of=kind.get("of", ""),
        one_for_each=make_one_for_each(document, id),
        layout=kind.get("layout", ""),
        stands_on=kind.get("stands_on", ""),
        part_of=kind.get("part_of", ""),
        seams=Seams(kind.get("seams", Seams.NEAR_GRID)),
        told_apart_by=tuple(kind.get("told_apart_by", ())),
    )
    return _with_net(made, kind)


def default_sheet(document: Document) -> str:
    """Return the print sheet of what says nothing else."""
    sheet = document.data["outputs"]["sheet"]
    return sheet if isinstance(sheet, str) else str(sheet["default"])


def _sheet_of(document: Document, kind: Mapping[str, Any]) -> str:
    """Return the print sheet of a kind: its own, or that of its form; empty for paper of its own."""
    form = FORMS[kind.get("form", CARD.id)]
    sheets = document.data["outputs"]["sheet"]  # one, or one for each form
    sheet: str = kind.get("sheet") or ("" if isinstance(sheets, str) else sheets.get(form.id, ""))
    return sheet or (default_sheet(document) if form.shares_sheets else "")


def _sheet_findings(document: Document, sheets: tuple[str, ...]) -> Iterator[Finding]:
    """Yield a finding for each print sheet that is named and does not exist."""
    declared = document.data["outputs"]["sheet"]
    named: dict[tuple[str | int, ...], str] = {
        ("kinds", id, "sheet"): kind["sheet"]
        for id, kind in document.data["kinds"].items()
        if "sheet" in kind
    }
    if isinstance(declared, str):
        named["outputs", "sheet"] = declared
    else:
        named |= {("outputs", "sheet", form): sheet for form, sheet in declared.items()}
    for path, sheet in named.items():
        if sheet not in sheets:
            message = f'there is no print sheet "{sheet}"{did_you_mean(sheet, sheets)}'
            yield SCHEMA.found(document.at(path), message, f"the sheets are: {', '.join(sheets)}")


def _alternative_findings(document: Document) -> Iterator[Finding]:
    """Yield a finding for each kind that is printed instead of, or is a part of, one that cannot be that."""
    kinds = document.data["kinds"]
    named = [(id, key, kind[key]) for id, kind in kinds.items() for key in _RELATIONS if key in kind]
    for id, key, other in named:
        place = document.at(("kinds", id, key))
        if other not in kinds:
            yield SCHEMA.found(place, f'there is no kind "{other}"{did_you_mean(other, kinds)}')
        elif other == id or key in kinds[other]:
            yield SCHEMA.found(place, f"{other} {_RELATIONS[key]}", "name the first of them")
        elif key == "instead_of":
            on_sheets = [each for each in (id, other) if _sheet_of(document, kinds[each])]
            for each in on_sheets[:1]:
                message = f"{each} goes on a print sheet, which is printed whatever is taken instead"
                yield SCHEMA.found(place, message, _LEAVE_OUT)


def make_decks(document: Document) -> tuple[Deck, ...]:
    """Return the decks, in the order of the file."""
    return tuple(
        Deck(
            id=id,
            title=deck["title"],
            kinds=tuple(deck["kinds"]),
            count=deck["count"],
            source=document.at_key(("decks",), id),
            count_source=document.at(("decks", id, "count")),
            each=make_amount(document, ("decks", id)),
        )
        for id, deck in document.data.get("decks", {}).items()
    )


def game_faults(
    document: Document,
    sheets: tuple[str, ...],
    themes: tuple[str, ...],
    known: Mapping[str, SizeDeclaration],
) -> Iterator[Finding]:
    """Yield what is wrong between the parts of a game.yaml whose parts, each for itself, are right."""
    data = document.data
    if data["players"]["least"] > data["players"]["most"]:
        yield SCHEMA.found(document.at(("players", "least")), "the least players are more than the most")
    yield from _sheet_findings(document, sheets)
    yield from _alternative_findings(document)
    theme = data["outputs"].get("theme", COLOUR_THEME)
    if theme not in themes:
        message = f'there is no theme "{theme}"{did_you_mean(theme, themes)}'
        yield SCHEMA.found(document.at(("outputs", "theme")), message, f"the themes are: {', '.join(themes)}")
    yield from _unknown_kind_findings(document)
    yield from _shared_file_findings(document)
    yield from promise_faults(document)
    yield from _back_faults(document)
    yield from pack_faults(document)
    yield from set_faults(document)
    unsized = list(_size_findings(document, known))
    unsized += _dieline_findings(document, known) if not unsized else ()
    yield from unsized
    for kind in () if unsized else make_kinds(document, known):
        for each in kind.by_cut:
            yield from _room_findings(document, each)


def _size_findings(document: Document, known: Mapping[str, SizeDeclaration]) -> Iterator[Finding]:
    """Yield findings for kinds that do not say how large they are, or say it twice."""
    for id, value, declared in _declared_cuts(document):
        for key, message, fix in size_faults(declared, known):
            yield SCHEMA.found(key_place(document, id, value, key), message, fix)


def _declared_cuts(document: Document) -> Iterator[tuple[str, str, SizeDeclaration]]:
    """Yield the id of each kind with each of its sizes, the value it is for and what is said of it."""
    for id, kind in document.data["kinds"].items():
        yield from ((id, value, declared) for value, declared in declared_cuts(kind).items())


def _dieline_findings(document: Document, known: Mapping[str, SizeDeclaration]) -> Iterator[Finding]:
    """Yield findings for paths, holes and folds that are not there, or not on the piece."""
    for id, value, kind in _declared_cuts(document):
        if "path" in kind and "shape" in kind:
            place = key_place(document, id, value, "shape")
            yield SCHEMA.found(place, "path says already what is cut", "remove shape, or path")
        for key, message, fix in _net_faults(kind, kind_size(kind, known)):
            yield SCHEMA.found(key_place(document, id, value, key), message, fix)
        faults = list(dieline_faults(kind, kind_size(kind, known)))
        stray = () if faults else stray_holes(kind, known)
        faults += ((("holes", number), _STRAY_HOLE) for number in stray)
        for path, (message, fix) in faults:
            owner = key_owner(document, id, value, str(path[0]))
            yield SCHEMA.found(document.at((*owner, *path)), message, fix)


def _unknown_kind_findings(document: Document) -> Iterator[Finding]:
    known = document.data["kinds"]
    for id, deck in document.data.get("decks", {}).items():
        for number, kind in enumerate(deck["kinds"]):
            if kind not in known:
                place = document.at(("decks", id, "kinds", number))
                yield SCHEMA.found(place, f'there is no kind "{kind}"{did_you_mean(kind, known)}')


def _shared_file_findings(document: Document) -> Iterator[Finding]:
    users = dict(_NOT_RECORDS)
    for id, file in record_files(document).items():
        if "where" in document.data["kinds"][id]:
            continue  # it takes its rows, whoever takes the others
        user = users.setdefault(file, id)
        if user != id:
            message = f"{file} already holds {user if file in _NOT_RECORDS else f'the records of {user}'}"
            yield SCHEMA.found(
                document.at(("kinds", id, "records")),
                message,
                "give each kind its own file, or records of it by where",
            )


def _room_findings(document: Document, kind: Kind) -> Iterator[Finding]:
    if kind.seams is Seams.ON_GRID and not (kind.layout or kind.outline.holes):
        place = document.at(("kinds", kind.id, "seams"))
        message = f"{kind.title} has no layout, and so no lines for seams to run along"
        yield SCHEMA.found(place, message, "add layout: NAME, or remove seams")
    if min(kind.size) < 2 * kind.outline.corner:
        place = document.at((*key_owner(document, kind.id, kind.cut, "corner"), "corner"))
        corner = format_number(kind.outline.corner)
        yield SCHEMA.found(place, f"corners of {corner} mm are rounder than a {kind.size} card can have")
    room = min(kind.size) - 2 * kind.safe
    if room <= 0:
        place = document.at(("kinds", kind.id, "safe"))
        yield SCHEMA.found(
            place, f"a safe zone of {format_number(kind.safe)} mm leaves no room on a {kind.size} card"
        )
