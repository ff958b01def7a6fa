"""Rules, glossary, changelog and rulebook: what is read of them, and what is said when they are wrong."""

from __future__ import annotations

import pytest
from yaml_cases import cases

from cardtool.files import LARGEST_TEXT
from cardtool.load import load_game
from cardtool.model import ChangeType, Source

FILES = {
    "rules.yaml": """\
numbers:
  opening_hay: {value: 5, means: straws to begin with}
sequences:
  turn:
    title: The turn
    intro: Clockwise.
    steps:
      - id: eat
        title: Eat
        text: Eat a straw.
        quick: Eat.
      - id: bleat
        title: Bleat
        text: Say so.
""",
    "glossary.yaml": """\
terms:
  - {id: goat, term: Goat, plural: Goats, means: Who eats.}

  # and its food
  - {id: hay, term: hay, means: Food.}
""",
    "changelog.yaml": """\
- version: "1.0"
  date: "2025-02-01"
  entries:
    - {type: fixed, text: Bleating.}
    - {type: renamed, from: Kid, to: Goat}
- version: "0.9"
  date: "2024-12-24"
  entries:
    - {type: added, text: Hay.}
""",
    "rulebook.md": "# Farm\n\n[[Billy]] eats {{ number.opening_hay }}.\n",
}
CASES = cases(__file__, "wording_cases.yaml")


@pytest.fixture
def told(farm):
    """The Farm, with all that is told of it."""
    for name, text in FILES.items():
        farm.write(f"cards/farm/{name}", text)
    return farm


def test_a_game_needs_none_of_it(farm):
    loaded = load_game(farm.project, "farm")
    assert loaded.findings == ()
    game = loaded.game
    assert (dict(game.rules.numbers), dict(game.rules.sequences)) == ({}, {})
    assert (game.glossary, game.changelog, game.rulebook) == ((), (), None)


def test_rules_are_what_their_file_says(told):
    loaded = load_game(told.project, "farm")
    assert loaded.findings == ()
    hay = loaded.game.rules.numbers["opening_hay"]
    assert (hay.value, hay.means) == (5, "straws to begin with")
    assert hay.source == Source("cards/farm/rules.yaml", 2, 3)
    turn = loaded.game.rules.sequences["turn"]
    assert (turn.title, turn.intro) == ("The turn", "Clockwise.")
    assert [(step.id, step.text, step.quick) for step in turn.steps] == [
        ("eat", "Eat a straw.", "Eat."),
        ("bleat", "Say so.", "Bleat"),  # its title, for want of anything shorter
    ]
    assert turn.steps[1].source == Source("cards/farm/rules.yaml", 12, 9)


def test_terms_and_versions_are_what_their_files_say(told):
    game = load_game(told.project, "farm").game
    assert [(term.id, term.term, term.plural, term.means) for term in game.glossary] == [
        ("goat", "Goat", "Goats", "Who eats."),
        ("hay", "hay", "", "Food."),
    ]
    newest, first = game.changelog
    assert (newest.version, newest.date) == ("1.0", "2025-02-01")
    assert newest.source == Source("cards/farm/changelog.yaml", 1, 12)
    assert [(entry.change, entry.text, entry.old, entry.new) for entry in newest.entries] == [
        (ChangeType.FIXED, "Bleating.", "", ""),
        (ChangeType.RENAMED, "", "Kid", "Goat"),
    ]
    assert first.entries[0].source == Source("cards/farm/changelog.yaml", 9, 7)


def test_nobody_can_change_a_number(told):
    rules = load_game(told.project, "farm").game.rules
    with pytest.raises(TypeError):
        rules.numbers["opening_hay"] = 6


@pytest.mark.parametrize(
    ("file", "case"),
    [
        pytest.param(file, case, id=f"{file}: {case['name']}")
        for file, cases in CASES.items()
        for case in cases
    ],
)
def test_a_file_that_is_wrong(told, file, case):
    told.change(f"cards/farm/{file}", case["old"], case["new"])
    loaded = load_game(told.project, "farm")
    (found,) = loaded.findings
    assert str(found.source) == f"cards/farm/{file}:{case['at']}"
    assert found.rule.code == "CT103"
    assert case["says"] in f"{found.message}; {found.fix}"
    assert loaded.game.incomplete == {file}


def test_a_file_that_is_no_yaml_leaves_the_others(told):
    told.write("cards/farm/rules.yaml", "numbers: [\n")
    game = load_game(told.project, "farm").game
    assert game.incomplete == {"rules.yaml"}
    assert len(game.glossary) == 2


def test_the_rulebook_is_read_as_it_stands(told):
    manuscript = load_game(told.project, "farm").game.rulebook
    assert manuscript.text == FILES["rulebook.md"]
    assert manuscript.source == Source("cards/farm/rulebook.md")


def test_the_lines_of_a_rulebook_end_alike_however_they_were_ended(told):
    told.write("cards/farm/rulebook.md", b"\xef\xbb\xbf# Farm\r\n\r\nGoats.\rHay.\n")
    assert load_game(told.project, "farm").game.rulebook.text == "# Farm\n\nGoats.\nHay.\n"


@pytest.mark.parametrize(
    ("content", "at", "says"),
    [
        (b"# Farm\n\nGoats \xff", "3:7", "this is not UTF-8 text"),
        (b"# Farm\n\0", "2:1", "this is not a text file"),
        ("# Farm\n\na\u202eb", "3:2", "right-to-left override"),
        ("# Farm\x07", "1:7", "U+0007"),
        (b"x" * (LARGEST_TEXT + 1), "1:1", "is larger than 16 MB"),
    ],
)
def test_a_rulebook_that_is_no_text_is_told_with_its_place(told, content, at, says):
    told.write("cards/farm/rulebook.md", content)
    (found,) = load_game(told.project, "farm").findings
    assert str(found.source) == f"cards/farm/rulebook.md:{at}"
    assert says in found.message


def test_a_rulebook_that_is_to_be_printed_must_be_written(farm):
    book = "rulebook: {template: back.html, style: faces.css, width: 148mm, height: 210mm}\n"
    farm.change("cards/farm/game.yaml", "decks:", book + "decks:")
    (found,) = load_game(farm.project, "farm").findings
    assert (found.source.line, found.message) == (15, "there is no rulebook.md beside game.yaml")
    farm.write("cards/farm/rulebook.md", "# Farm\n")
    assert load_game(farm.project, "farm").findings == ()


def test_a_rulebook_elsewhere_is_not_read(told, tmp_path_factory):
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.md"
    secret.write_text("secret")
    (told.root / "cards/farm/rulebook.md").unlink()
    (told.root / "cards/farm/rulebook.md").symlink_to(secret)
    loaded = load_game(told.project, "farm")
    assert loaded.game.rulebook is None
    assert "leads out of the project" in loaded.findings[0].message
