"""A new project is whole at once, and a table becomes one whose cards follow it."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2
import pytest
from openpyxl import Workbook
from PIL import Image, ImageChops
from print_fixtures import SHIPPED

from cardtool.app import build, check, new, options
from cardtool.errors import UsageError
from cardtool.geometry import Size
from cardtool.model import Game, Grid
from cardtool.project import Project

pytestmark = pytest.mark.usefixtures("kept")

TABLE = """\
Type,Title,Cost,Faction,Text,Qty,# Notes
Keeper,Harbour Master,3,Guild,Draw **two** cards.,2,ask
Keeper,Net Mender,1,Guild,Ready a ship.,3,
Keeper,Lamp Lighter,2,Crown,Light a lamp.,1,
Keeper,Rat Catcher,2,Crown,Catch one.,1,
Keeper,Ferryman,2,Guild,Carry one.,1,
Keeper,Old Sailor,4,Guild,Tell a tale.,1,
Goal,Full Nets,,,Have three Net Menders in play.,1,
"""
MODELINE = re.compile(r"^# yaml-language-server: \$schema=(\S+)", re.MULTILINE)


def a_table(folder: Path, text: str = TABLE) -> Path:
    path = folder / "my cards.csv"
    path.write_text(text, encoding="utf-8")
    return path


def a_farm(folder: Path, rows: str) -> new.NewProject:
    return new.make_from_table(folder / "farm", "Farm", a_table(folder, rows), "")


def in_order(made: new.NewProject, *, layout: bool = True) -> Game:
    """The game of a new project, in which nothing is wrong."""
    checked = check.check_game(Project.find(made.folder), made.folder.name, layout=layout)
    assert checked.findings == ()
    assert checked.game is not None
    return checked.game


@pytest.mark.parametrize("starter", new.starters())
def test_a_starter_is_a_game_without_a_mistake(tmp_path: Path, starter: str) -> None:
    made = new.make_from_starter(tmp_path / "night-walk", "Night Walk", starter)
    checked = check.load_and_lint(Project.find(made.folder), "night-walk")
    assert checked.findings == ()
    assert checked.game is not None
    assert checked.game.title == "Night Walk"


@pytest.mark.slow
@pytest.mark.parametrize("starter", new.starters())
def test_a_starter_is_printed_with_all_that_goes_with_it(tmp_path: Path, starter: str) -> None:
    made = new.make_from_starter(tmp_path / "night-walk", "Night Walk", starter)
    everything = options.BuildOptions(part=options.Part.ALL)
    built = build.build_game(Project.find(made.folder), "night-walk", everything)
    assert built.findings == ()
    assert {file.name for file in built.files} >= {"rulebook.pdf", "print-and-play.pdf"}


@pytest.mark.slow
@pytest.mark.parametrize("starter", [*new.starters(), ""])
def test_cards_touch_on_their_sheet_only_where_their_edges_are_alike(tmp_path: Path, starter: str) -> None:
    here = tmp_path / "walk"
    made = (
        new.make_from_starter(here, "Walk", starter)
        if starter
        else new.make_from_table(here, "Walk", a_table(tmp_path), "Type")
    )
    project = Project.find(made.folder)
    game = check.load_and_lint(project, "walk").game
    assert game is not None
    if any(SHIPPED[kind.sheet].grid == Grid(3, 3, Size(0, 0)) for kind in game.sheet_kinds):
        (bleed,) = {kind.bleed for kind in game.sheet_kinds}
        build.build_game(project, "walk", options.BuildOptions(part=options.Part.FACES))
        with pypdfium2.PdfDocument(project.output("walk") / "faces.pdf") as document:
            faces = [page.render(scale=1).to_pil().convert("RGB") for page in document]
        assert [number for number, face in enumerate(faces) if unlike_edges(face, bleed)] == []


def unlike_edges(face: Image.Image, bleed: float) -> bool:
    """Whether beyond an edge of a card, a pixel a point, is not what is inside the opposite one."""
    size, cut = face.size, round(bleed * 72 / 25.4)
    pairs = (
        ((0, cut, size[0], cut + 1), (0, size[1] - cut, size[0], size[1] - cut + 1)),
        ((cut, 0, cut + 1, size[1]), (size[0] - cut, 0, size[0] - cut + 1, size[1])),
    )
    steps = [ImageChops.difference(face.crop(one), face.crop(other)).convert("L") for one, other in pairs]
    return any(sum(step.histogram()[40:]) > 0.1 * step.width * step.height for step in steps)


@pytest.mark.parametrize("starter", new.starters())
def test_editors_find_the_schemas_that_files_name(tmp_path: Path, starter: str) -> None:
    new.make_from_starter(tmp_path / "walk", "Walk", starter)
    files = sorted((tmp_path / "walk" / "cards").rglob("*.yaml"))
    named = [(file, name) for file in files for name in MODELINE.findall(file.read_text(encoding="utf-8"))]
    assert named
    assert [name for file, name in named if not (file.parent / name).is_file()] == []


def test_nothing_that_is_there_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "walk").mkdir()
    (tmp_path / "walk" / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="walk is there already; choose another name"):
        new.make_from_starter(tmp_path / "walk", "Walk", new.STARTER)
    assert [path.name for path in tmp_path.rglob("*")] == ["walk", "mine.txt"]


def test_nothing_is_written_through_a_link_that_was_left_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / ".cardtool-walk.part").symlink_to(tmp_path / "mine")
    with pytest.raises(FileExistsError, match=r"\.cardtool-walk\.part"):
        new.make_from_starter(tmp_path / "walk", "Walk", new.STARTER)
    assert list((tmp_path / "mine").iterdir()) == []


def test_a_starter_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r'there is no starter "dekc" \(did you mean "deck"\?\)'):
        new.make_from_starter(tmp_path / "walk", "Walk", "dekc")
    assert list(tmp_path.iterdir()) == []


def test_a_table_is_a_game_with_a_kind_for_each_word(tmp_path: Path) -> None:
    made = new.make_from_table(tmp_path / "harbour", "Harbour", a_table(tmp_path), "Type")
    assert made.decisions == (
        "Keeper: its name is from Title; printed beside it are Cost, Faction, Text",
        "Keeper: Qty says how many there are of each",
        "Keeper: Cost is a whole number",
        "Keeper: Faction is one of Crown, Guild",
        "Goal: its name is from Title; printed beside it are Text",
        "Goal: Qty says how many there are of each",
        "a column whose heading begins with # is not printed: begin those so that hold notes",
    )
    game = in_order(made)
    assert [(kind.id, kind.count) for kind in game.kinds] == [("keeper", 9), ("goal", 1)]
    assert game.cards[0].fields["cost"] == 3


def test_a_changed_table_is_a_changed_card(tmp_path: Path) -> None:
    made = new.make_from_table(tmp_path / "harbour", "Harbour", a_table(tmp_path), "Type")
    table = made.folder / "cards/harbour/cards.csv"
    table.write_text(table.read_text().replace("Net Mender,1", "Net Mender,7"))
    game = check.check_game(Project.find(made.folder), "harbour").game
    assert game is not None
    assert game.cards[1].fields["cost"] == 7


def test_a_workbook_is_a_game_of_one_kind(tmp_path: Path) -> None:
    book = Workbook()
    for row in (("Name", "Strength"), ("Goat", 3), ("Hen", 1)):  # the kind of all is called Card
        book.active.append(row)
    book.save(tmp_path / "beasts.xlsx")
    made = new.make_from_table(tmp_path / "farm", "Farm", tmp_path / "beasts.xlsx", "")
    assert [card.name for card in in_order(made).cards] == ["Goat", "Hen"]


def test_headings_that_are_no_names_and_pictures_make_a_game(tmp_path: Path) -> None:
    table = a_table(
        tmp_path, "Name,2nd,Größe,€€,Picture,Weight\nGoat,1,3,4,goat.png,1.5\nHen,2,1,2,hen.png,2\n"
    )
    made = new.make_from_table(tmp_path / "farm", "Übergröße & O'Neill's \"Farm\"", table, "")
    (told,) = (each for each in made.decisions if "pictures" in each)
    assert told == (
        "Card: Picture names pictures, but goat.png and 1 more did not lie beside the table; "
        'put them into art, say {% set picture = "picture" %} in card.html, and "format": "art" beside its '
        "x-role in card.schema.json"
    )
    game = in_order(made)
    assert game.title == "Übergröße & O'Neill's \"Farm\""
    assert game.cards[1].fields["column_4"] == 2


@pytest.mark.parametrize("place", ["", "pics"])
def test_pictures_beside_a_table_are_printed(tmp_path: Path, place: str) -> None:
    table = a_table(tmp_path, "Type,Name,Picture\nKeeper,Goat,goat.png\nKeeper,Hen,hen.png\nGoal,Barn,\n")
    (tmp_path / place).mkdir(exist_ok=True)
    for name in ("goat", "hen"):
        Image.new("RGB", (840, 560), "teal").save(tmp_path / place / f"{name}.png")
    made = new.make_from_table(tmp_path / "farm", "Farm", table, "Type")
    assert "Keeper: Picture names its pictures, which were copied" in made.decisions
    assert [credit.file for credit in in_order(made).assets.credits if "/art/" in credit.file] == [
        "cards/farm/art/goat.png",
        "cards/farm/art/hen.png",
    ]


def test_each_picture_that_goes_missing_is_told_at_its_cell(tmp_path: Path) -> None:
    table = a_table(
        tmp_path, "Name,Strength,Picture\nGoat,1,goat.png\nHen,2,hen.png\nCow,3,\nOx,4,goat.png\n"
    )
    for name in ("goat", "hen"):
        Image.new("RGB", (840, 560), "teal").save(tmp_path / f"{name}.png")
    made = new.make_from_table(tmp_path / "farm", "Farm", table, "")
    copy = made.folder / "cards/farm/cards.csv"
    copy.write_text(copy.read_text().replace("goat.png", "Goat.PNG").replace("Hen,2", "Hen,two"))
    found = check.check_game(Project.find(made.folder), "farm").findings
    assert [(str(each.source), each.rule.code) for each in found if each.severity == "error"] == [
        ("cards/farm/cards.csv:2:8", "CT107"),
        ("cards/farm/cards.csv:3:5", "CT103"),
        ("cards/farm/cards.csv:5:6", "CT107"),
    ]
    assert sum('did you mean "goat.png"?' in each.message for each in found) == 2


GERMAN = """\
Anzahl;Name;Art;Kartentext
3;Räuber;Held;Nimm eine Münze.
2;Fähre;Ort;Ziehe zwei Karten und lege eine ab.
"""
FRENCH = """\
Nombre;Nom;Texte
3;Voleur;Prends une pièce de la pile et garde-la pour toi.
2;Bac;Pioche deux cartes.
"""
SPANISH = """\
Nombre;Cantidad;Texto
Ladrón;3;Toma una moneda de la pila y ponla en tu mano.
Barca;2;Roba dos cartas del mazo, o una carta de la mano de otro jugador.
"""


@pytest.mark.parametrize(
    ("table", "name", "copies", "language"),
    [
        (GERMAN, "Räuber", "Anzahl", "de"),
        (FRENCH, "Voleur", "Nombre", "fr"),
        (SPANISH, "Ladrón", "Cantidad", "es"),
    ],
)
def test_headings_and_cards_of_other_languages_are_known(
    tmp_path: Path, table: str, name: str, copies: str, language: str
) -> None:
    made = a_farm(tmp_path, table)
    checked = check.load_and_lint(Project.find(made.folder), "farm")
    assert checked.findings == ()
    assert checked.game is not None
    assert checked.game.language == language
    first, second = checked.game.cards
    assert (first.name, first.copies, second.copies) == (name, 3, 2)
    kind = "Karte" if language == "de" else "Card"
    assert f"{kind}: {copies} says how many there are of each" in made.decisions


def test_no_plural_is_made_up_in_another_language(tmp_path: Path) -> None:
    made = new.make_from_table(tmp_path / "moor", "Moor", a_table(tmp_path, GERMAN), "Art")
    assert "say in game.yaml, as plural, what several of each kind are called" in made.decisions
    game = check.load_and_lint(Project.find(made.folder), "moor").game
    assert game is not None
    assert [kind.plural for kind in game.kinds] == ["Held", "Ort"]


def words_of(folder: Path, name: str) -> list[str]:
    """The words of each page of a file that was built."""
    with pypdfium2.PdfDocument(folder / name) as document:
        return [page.get_textpage().get_text_bounded().replace("\r\n", " ") for page in document]


@pytest.mark.slow
def test_all_that_is_printed_of_a_german_table_is_german(tmp_path: Path) -> None:
    table = GERMAN.replace("eine Münze.", '"eine" Münze.')
    made = new.make_from_table(tmp_path / "moor", "Moor", a_table(tmp_path, table), "")
    project, out = Project.find(made.folder), tmp_path / "out"
    for part in (options.Part.SHEETS, options.Part.RULEBOOK, options.Part.BOX):
        built = build.build_game(project, "moor", options.BuildOptions(part=part), out=out, jobs=1)
        assert built.findings == ()
    front, back = words_of(out, "cards-a4-8up-bleed.pdf")
    assert "Vorne, Seite 1 von 2" in front
    assert "Hinten, Seite 2 von 2" in back
    assert "Nimm „eine“ Münze." in front
    cover, contents, chapter, *_ = words_of(out, "rulebook.pdf")
    assert "2 bis 4 Spieler" in cover
    assert "Die Regeln, Version 0.1" in cover
    assert contents.startswith("Inhalt")
    assert "5 Karten" in chapter
    (box,) = words_of(out, "box-moor.pdf")
    assert "Schachtel für 5 Karten" in box
    assert "5 KARTEN 2–4 SPIELER" in box


def test_numbers_yes_and_no_and_words_are_told_apart(tmp_path: Path) -> None:
    rows = [("Goat", 1.5, True, 1, "007"), ("Hen", 2.0, False, "X", "1.50"), ("Cow", 2.25, True, 1, "2")]
    book = Workbook()
    for row in (("Name", "Weight", "Wild", "Range", "Code"), *rows, *rows, *rows):
        book.active.append((f"{row[0]} {book.active.max_row}", *row[1:]))
    book.save(tmp_path / "beasts.xlsx")
    made = new.make_from_table(tmp_path / "farm", "Farm", tmp_path / "beasts.xlsx", "")
    assert made.decisions[1:-1] == (
        "Card: Weight is a number",
        "Card: Wild is one of no, yes",
        "Card: Range is one of 1, X",
        "Card: Code is one of 007, 1.50, 2",
    )
    hen = in_order(made, layout=False).cards[1].fields
    assert [hen[key] for key in ("weight", "wild", "range", "code")] == [2, "no", "X", "1.50"]


def test_a_column_that_waits_to_be_filled_in_takes_any_text(tmp_path: Path) -> None:
    rows = "Type,Name,Strength,Lore\nKeeper,Goat,1,\nGoal,Barn,,\n"
    made = new.make_from_table(tmp_path / "farm", "Farm", a_table(tmp_path, rows), "Type")
    table = made.folder / "cards/farm/cards.csv"
    assert check.check_game(Project.find(made.folder), "farm").findings == ()
    table.write_text(table.read_text().replace("Goat,1,", "Goat,1,It smells of thyme."))
    assert in_order(made).cards[0].fields["lore"] == "It smells of thyme."


def test_however_many_numbers_a_table_has_the_text_keeps_its_room(tmp_path: Path) -> None:
    headings = [f"Stat {number}" for number in range(1, 21)]
    rows = f"Name,{','.join(headings)},Text\nGoat,{','.join('7' * 20)},Eats everything in the garden.\n"
    made = a_farm(tmp_path, rows)
    assert check.check_game(Project.find(made.folder), "farm").findings == ()


def test_signs_of_another_meaning_are_printed_as_they_are_written(tmp_path: Path) -> None:
    rows = (
        'ID,Card Name,Cost,Text\nCRI_1,Goat,{T}{T},"**Milk**: draw* 2."\nCRI_2,Hen,"{""x"":1}",Lay [[it]].\n'
    )
    made = a_farm(tmp_path, rows)
    assert any("Cost is printed as it is written, {T} and all" in each for each in made.decisions)
    goat, hen = in_order(made).cards
    assert (goat.id, goat.fields["code"], hen.fields["cost"]) == ("goat", "CRI_1", '{"x":1}')
    assert goat.roles.literal == {"cost", "text"}


def test_a_table_without_names_calls_its_rows_by_their_numbers(tmp_path: Path) -> None:
    rows = "level;gem;points_won\n1;red;0\n1;red;3\n2;;4\n"
    made = new.make_from_table(tmp_path / "gems", "Gems", a_table(tmp_path, rows), "")
    assert made.decisions[-1] == "no column holds names: the copy of the table calls each row by its number"
    assert (made.folder / "cards/gems/cards.csv").read_text() == (
        "Name,level,gem,points_won\nCard 1,1,red,0\nCard 2,1,red,3\nCard 3,2,,4\n"
    )
    assert '[["Points won", "points_won"]]' in (made.folder / "templates/gems/card.html").read_text()
    assert check.check_game(Project.find(made.folder), "gems").findings == ()


def test_rows_of_no_kind_long_kinds_and_kinds_called_as_a_card_make_kinds(tmp_path: Path) -> None:
    long = "Beast of the fields, the barns and the wooded hills behind them"
    rows = f'Type,Name\nGoat,Goat\n,Hen\n"{long}",Ox\n'
    made = new.make_from_table(tmp_path / "farm", "Farm", a_table(tmp_path, rows), "Type")
    game = in_order(made)
    assert [(kind.id, kind.title) for kind in game.kinds] == [
        ("goat-kind", "Goat"),
        ("card-of-no-kind", "Card of no kind"),
        ("beast-of-the-fields-the-barns-and", "Beast of the fields, the barns and…"),
    ]
    assert game.kinds[1].plural == "Cards of no kind"


@pytest.mark.parametrize(
    "row",
    [
        "Keeper,Harbour Chain,14,,,10,",  # a kind and a name of its own
        "Goal,Total Darkness,,,,9,",
        ",Sum of it all,14,Guild,Draw.,10,",
    ],
)
def test_a_card_whose_numbers_happen_to_be_sums_is_a_card(tmp_path: Path, row: str) -> None:
    table = a_table(tmp_path, f"{TABLE}{row}\n")
    made = new.make_from_table(tmp_path / "harbour", "Harbour", table, "Type")
    game = check.load_and_lint(Project.find(made.folder), "harbour").game
    assert game is not None
    assert len(game.cards) == 8


def test_a_word_among_the_numbers_of_a_column_is_noted_with_its_cell(tmp_path: Path) -> None:
    table = a_table(tmp_path, TABLE.replace("Mender,1", "Mender,1-2"))
    made = new.make_from_table(tmp_path / "harbour", "Harbour", table, "Type")
    assert made.decisions[-1] == (
        'cards/harbour/cards.csv:3:19: "1-2" makes Cost a text, whose other cells are numbers'
    )


def test_another_sheet_of_a_workbook_can_be_chosen(tmp_path: Path) -> None:
    book = Workbook()
    book.active.title = "Old ones"
    book.active.append(("Name",))
    book.active.append(("Goat",))
    sheet = book.create_sheet("In use")
    for row in (("Name",), ("Hen",), ("Cow",)):
        sheet.append(row)
    book.save(tmp_path / "beasts.xlsx")
    made = new.make_from_table(tmp_path / "farm", "Farm", tmp_path / "beasts.xlsx", "", "In use")
    assert made.decisions[-1] == "the file has 1 sheet more; to read another: --from FILE#Old ones"
    assert [card.name for card in in_order(made).cards] == ["Hen", "Cow"]


def test_two_rows_of_one_name_are_told_in_the_table(tmp_path: Path) -> None:
    made = a_farm(tmp_path, "Name,Cost\nGoat,1\nGoat,1\n")
    found = check.check_game(Project.find(made.folder), "farm", layout=False).findings
    assert {str(each.source) for each in found} == {"cards/farm/cards.csv:3:1"}


def test_rows_of_one_name_are_told_apart_by_a_number_where_nothing_else_differs(tmp_path: Path) -> None:
    rows = "Name,Type,Level\nGoat,Beast,1\nGoat,Beast,2\nHen,Beast,1\n"
    game = in_order(a_farm(tmp_path, rows), layout=False)
    assert [card.id for card in game.cards] == ["goat-1", "goat-2", "hen-1"]


def test_rows_of_one_name_are_told_apart_by_what_differs_in_few_words(tmp_path: Path) -> None:
    rows = "Name,Side,Title,Cost\nWitch,Dark,Old and New,1\nWitch,Dark,At Night,1\nGoat,Light,,2\n"
    made = a_farm(tmp_path, rows)
    assert "Card: names that come twice are told apart by title" in made.decisions
    assert in_order(made, layout=False).kinds[0].told_apart_by == ("title",)


def test_names_of_which_one_id_would_be_made_are_told_apart(tmp_path: Path) -> None:
    rows = "Name,Type,Text\nLions' Den,Place,Draw two.\nLion's Den,Event,Draw one.\nHen,Beast,Run.\n"
    game = in_order(a_farm(tmp_path, rows), layout=False)
    assert [card.id for card in game.cards] == ["lions-den-place", "lions-den-event", "hen-beast"]


def test_moods_and_who_drew_the_picture_say_nothing_of_the_rules(tmp_path: Path) -> None:
    rows = "Name,Text,Lore,Artist\nHulk Smash,Hit one.,Hulk smash it!,R. Martinez\nMartinex,Run.,,Ann Bo\n"
    assert in_order(a_farm(tmp_path, rows), layout=False).cards[0].roles.flavour == {"lore", "artist"}


def test_the_last_of_a_few_cards_may_have_as_many_copies_as_the_others_together(tmp_path: Path) -> None:
    made = a_farm(tmp_path, "Name,Copies\nGoat,1\nHen,2\nCow,3\n")
    game = check.check_game(Project.find(made.folder), "farm", layout=False).game
    assert game is not None
    assert [card.copies for card in game.cards] == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "kind_column", "told"),
    [
        (TABLE, "Typ", r'there is no column "Typ" \(did you mean "Type"\?\)'),
        ("Type,Name\n!!,Goat\n", "Type", '"!!" makes no id of its own for a kind; rename it in the table'),
        ("Name,Cost\n", "", "my cards.csv has no rows below its headings; give it a card or two"),
        ('Name\n"Goat\n', "", r"cannot be used as it is:\nmy cards.csv:2:1: .*never closed.*; "),
        (
            TABLE.replace("tale.,1", "tale.,one"),
            "",
            r'csv:7:40: Qty says how many .* "one" is no such number',
        ),
        (
            f"{TABLE}Total,,14,,,10,\n",
            "",
            r"csv:9:1: this row is the sum of those above, and would be a card",
        ),
        (f"{TABLE},,,,,10,\n", "Type", "csv:9:6: this row is the sum"),
        (f"{TABLE},All of them,14,,,10,\n", "Type", "csv:9:2: this row is the sum"),
    ],
)
def test_a_table_that_is_no_game_leaves_nothing(
    tmp_path: Path, text: str, kind_column: str, told: str
) -> None:
    table = a_table(tmp_path, text)
    with pytest.raises(UsageError, match=told):
        new.make_from_table(tmp_path / "farm", "Farm", table, kind_column)
    assert list(tmp_path.iterdir()) == [table]
