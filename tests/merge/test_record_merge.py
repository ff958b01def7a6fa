"""Three sides merged value by value: held against a model small enough to be believed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_games import a_card

from cardtool.load import made_id
from cardtool.merge import REMOVED, KindMerge, MergeOptions, ProjectKind, Take, merge_kind, with_values
from cardtool.merge.record_merge import same_cell
from cardtool.merge.record_values import NoPlace, restore_references
from cardtool.model import ExportedCell, FieldPath, SheetCell, SheetRow, Source

Side = Mapping[str, Mapping[str, Any]]
FIELDS = ("text", "cost")
CELLS = st.fixed_dictionaries({field: st.sampled_from([None, 1, 2, "a", "b"]) for field in FIELDS})
SIDES = st.dictionaries(st.sampled_from(["goat", "hen", "cow"]), CELLS)


UNDECIDED = MergeOptions()


def merged(was: Side | None, sheet: Side, project: Side, options: MergeOptions = UNDECIDED) -> KindMerge:
    cards = {
        id: a_card(id, **{key: each for key, each in fields.items() if each is not None})
        for id, fields in project.items()
    }
    kind = ProjectKind(
        "beast",
        "cards/farm/beasts.yaml",
        cards,
        cells(project),
        None if was is None else cells(was),
        lambda path, value: value,
        made_id,
    )
    return merge_kind(
        kind, [row(number, id, fields) for number, (id, fields) in enumerate(sheet.items(), 2)], options
    )


def cells(side: Side) -> dict[str, dict[FieldPath, ExportedCell]]:
    whole = {id: {"id": id, "name": id.title(), **fields} for id, fields in side.items()}
    return {
        id: {(key,): ExportedCell(each, each) for key, each in fields.items()} for id, fields in whole.items()
    }


def row(number: int, id: str, fields: Mapping[str, Any]) -> SheetRow:
    whole = {"id": id, "name": id.title(), **fields}
    made = {
        (key,): SheetCell(each, Source("x.xlsx", number, at, "Beasts"))
        for at, (key, each) in enumerate(whole.items(), 1)
    }
    return SheetRow("beast", made, Source("x.xlsx", number, 1, "Beasts"))


def applied(found: KindMerge, project: Side) -> dict[str, dict[str, Any]]:
    after = {
        id: {key: each for key, each in fields.items() if each is not None} for id, fields in project.items()
    }
    for change in (*found.changed, *found.added):
        fresh = with_values(after.get(change.id, {}), change.values)
        after[change.id] = {key: each for key, each in fresh.items() if key in FIELDS}
    return {id: fields for id, fields in after.items() if id not in found.deleted}


CLASH = object()
OTHER = {Take.SHEET: Take.PROJECT, Take.PROJECT: Take.SHEET, Take.NEITHER: Take.NEITHER}


def model(was: Side, sheet: Side, project: Side, take: Take) -> dict[str, Any]:
    """What every record is to be; CLASH where only a person can say."""
    after: dict[str, Any] = {}
    for id in (*project, *(id for id in sheet if id not in project)):
        mine, theirs, base = project.get(id), sheet.get(id), was.get(id)
        if theirs is None:
            after[id] = mine if base is None else gone(base, mine, take)
        elif mine is None:
            after[id] = theirs if base is None else gone(base, theirs, OTHER[take])
        else:
            after[id] = {key: one(base and base[key], theirs[key], mine[key], take) for key in FIELDS}
    return {id: plain(record) for id, record in after.items() if record is not None}


def gone(base: Any, other: Any, take: Take) -> Any:
    """One side deleted a record that the other has; PROJECT stands for the other."""
    if base == other or take is Take.SHEET:
        return None
    return other if take is Take.PROJECT else CLASH


def one(base: Any, theirs: Any, mine: Any, take: Take) -> Any:
    if theirs in (base, mine):
        return mine
    if mine == base or take is Take.SHEET:
        return theirs
    return mine if take is Take.PROJECT else CLASH


def plain(record: Any) -> Any:
    if record is CLASH or CLASH in record.values():
        return CLASH
    return {key: value for key, value in record.items() if value is not None}


@given(SIDES, SIDES, SIDES, st.sampled_from(Take))
def test_merging_is_what_a_small_model_says(was: Side, sheet: Side, project: Side, take: Take) -> None:
    found = merged(was, sheet, project, MergeOptions(take, delete=True))
    wanted = model(was, sheet, project, take)
    clashes = {id for id, record in wanted.items() if record is CLASH}
    errors = [each for each in found.findings if each.rule.name == "import-conflict"]
    assert bool(clashes) == bool(errors)
    assert all("cards/farm/beasts.yaml" in f"{each.message} {each.source}" for each in errors)
    if not clashes:
        assert applied(found, project) == wanted


def test_a_conflict_names_both_places() -> None:
    found = merged({"goat": {"cost": 8}}, {"goat": {"cost": 9}}, {"goat": {"cost": 10}})
    (finding,) = found.findings
    assert str(finding.source) == "x.xlsx!Beasts!C2"
    assert finding.message == (
        'cost of "Goat" is 9 here and 10 at cards/farm/beasts.yaml:5:9; exported was 8'
    )
    assert not found.changed


def test_a_table_without_a_memory_wins_wherever_it_differs() -> None:
    found = merged(None, {"goat": {"cost": 9, "text": "a"}}, {"goat": {"cost": 10, "text": "a"}})
    assert [change.values for change in found.changed] == [{("cost",): 9}]


def test_what_has_no_row_stays_unless_it_is_to_be_deleted() -> None:
    side = {"goat": {"cost": 1}}
    stays = merged(side, {}, side)
    assert stays.deleted == []
    assert "has no row, and stays; --delete takes out" in stays.findings[0].message
    assert merged(side, {}, side, MergeOptions(delete=True)).deleted == ["goat"]


def test_a_name_without_letters_for_an_id_is_told() -> None:
    found = merged({}, {"": {"name": "→!"}}, {})
    assert [each.message for each in found.findings] == ['no id can be made of "→!"']


def test_an_id_is_for_good() -> None:
    found = merged({"goat": {}}, {"kid": {"name": "Goat"}}, {"goat": {}})
    assert [each.message for each in found.findings if each.severity == "error"] == [
        '"Goat" has the id goat in cards/farm/beasts.yaml, and ids are for good'
    ]


@pytest.mark.parametrize(
    ("edited", "wanted"),
    [
        ("Now draw two cards; **Goat** eats.", "Now draw {{ number.hay|word }} cards; [[Goat]] eats."),
        ("**Goat** eats. Then draw two cards.", "[[Goat]] eats. Then draw {{ number.hay|word }} cards."),
        ("Iss, [[Ziege]], und draw two cards!", "Iss, [[Ziege]], und draw {{ number.hay|word }} cards!"),
        ("Zieh {{ number.hay }}, [[Ziege]].", "Zieh {{ number.hay }}, [[Ziege]]."),
        ("Zieh drei, [[Ziege]].", None),
        ("**Goat** and **Goat** eat. Discard two, then go.", None),
        ("Draw three cards, then **Goat** eats.", None),
        ("Draw two cards, then **Hen** eats.", None),
    ],
)
def test_references_stay_where_the_words_around_them_change(edited: str, wanted: str | None) -> None:
    written = "Draw {{ number.hay|word }} cards, then [[Goat]] eats."
    assert restore_references(written, "Draw two cards, then **Goat** eats.", edited) == wanted


def test_a_card_that_comes_back_has_its_references() -> None:
    was = {"goat": {"text": "A **Hen**.", "cost": 1}}
    kind = ProjectKind("beast", "b.yaml", {}, {}, cells(was), lambda path, value: value, made_id)
    kind.remembered["goat"][("text",)] = ExportedCell("A **Hen**.", "A [[Hen]].")  # type: ignore[index]
    (same,) = merge_kind(
        kind, [row(2, "goat", {"text": "A **Hen**.", "cost": 2})], MergeOptions(Take.SHEET)
    ).added
    assert same.values[("text",)] == "A [[Hen]]."
    found = merge_kind(kind, [row(2, "goat", {"text": "A **Cow**.", "cost": 2})], MergeOptions(Take.SHEET))
    (error,) = (each for each in found.findings if each.severity == "error")
    assert (error.message, error.fix) == (
        'text of the deleted "Goat" was "A [[Hen]].", and what it printed was changed',
        "keep what stands for [[Hen]] word for word, or type references in the cell",
    )


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (3, 3.0),
        (3, "3"),
        ("a\r\nb", "a\nb"),
        (None, ""),
        ("x ", "x"),
        (True, "yes"),
        ("'=1+1", "=1+1"),
        (0.5, "0.5"),
    ],
)
def test_cells_that_say_the_same_are_the_same(one: Any, other: Any) -> None:
    assert same_cell(one, other)
    assert not same_cell(one, "something else")


def test_values_go_into_lists_and_mappings() -> None:
    record = {"id": "ogre", "attacks": [{"name": "Hit", "damage": 1}, {"name": "Bite"}]}
    values: dict[FieldPath, Any] = {
        ("attacks", "1", "damage"): 2,
        ("attacks", "3", "name"): "Spit",
        ("stats", "speed"): 4,
    }
    assert with_values(record, values) == {
        "id": "ogre",
        "attacks": [{"name": "Hit", "damage": 2}, {"name": "Bite"}, {"name": "Spit"}],
        "stats": {"speed": 4},
    }
    assert with_values(record, {("attacks", "2", "name"): REMOVED}) == {
        "id": "ogre",
        "attacks": record["attacks"][:1],
    }


@pytest.mark.parametrize("path", [("id", "x"), ("attacks", "name"), ("attacks", "4", "name"), ("attacks",)])
def test_a_value_that_has_no_place_is_refused(path: FieldPath) -> None:
    with pytest.raises(NoPlace):
        with_values({"id": "ogre", "attacks": [{"name": "Hit"}]}, {path: "x"})
