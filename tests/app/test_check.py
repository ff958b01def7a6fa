"""Checking a whole project: what is waived, chosen, and known from a baseline."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from projects import BEASTS, a_project

from cardtool.app.check import check_game, load_and_lint
from cardtool.app.options import RuleFilter
from cardtool.app.rule_docs import ALL_RULES
from cardtool.cli import main
from cardtool.errors import UsageError
from cardtool.project import Project

TERMS = "terms:\n  - id: egg\n    term: egg\n    means: What a [[Hen]] lays.\n"
ENDLESS = '{"findings": [{"rule": "CT401", "file": "a", "message": "b", "count": 1e999}]}'
RULEBOOK = "# Farm\n\nFeed the [[Gaot]].\n\nMilk the [[Gaot]].\n"


@pytest.fixture
def farm(tmp_path: Path) -> Project:
    """A farm whose rulebook twice names a card there is not."""
    project = a_project(tmp_path)
    (tmp_path / "cards/farm/rulebook.md").write_text(RULEBOOK, encoding="utf-8")
    return project


def waive(project: Project, rule: str, text: str, file: str = "") -> None:
    entry = f"  - rule: {rule}\n    text: {text}\n    reason: It is the goat's stage name.\n"
    entry += f"    file: {file}\n" if file else ""
    (project.cards("farm") / "glossary.yaml").write_text(f"{TERMS}waivers:\n{entry}", encoding="utf-8")


def found(project: Project) -> list[str]:
    checked = check_game(project, "farm", layout=False)
    return [f"{each.source.line} {each.rule.code} {each.message}" for each in checked.findings]


def check(project: Project, *words: str) -> int:
    return main(["--project", str(project.root), "check", "--no-layout", *words])


def test_both_places_are_found(farm: Project) -> None:
    assert [line[:7] for line in found(farm)] == ["3 CT401", "5 CT401"]


@pytest.mark.parametrize("rule", ["CT401", "unknown-card"])
@pytest.mark.parametrize("text", ["no card “Gaot”", '"there is no card “GAOT”"'])
@pytest.mark.parametrize("file", ["", "rulebook.md", "cards/farm/rulebook.md"])
def test_a_waiver_lets_findings_of_its_rule_stand(farm: Project, rule: str, text: str, file: str) -> None:
    waive(farm, rule, text, file)
    assert found(farm) == []


@pytest.mark.parametrize("text", ["e", "Gaot", "there i"])
def test_a_waiver_that_could_hide_anything_is_refused(farm: Project, text: str) -> None:
    waive(farm, "CT401", text)
    first, *others = found(farm)
    assert first.startswith("6 CT103 this waiver does not say what it is about")
    assert [line[:7] for line in others] == ["3 CT401", "5 CT401"]


def test_a_short_text_is_enough_where_the_file_is_named(farm: Project) -> None:
    waive(farm, "CT401", "Gaot", "rulebook.md")
    assert found(farm) == []


NO_YAML = "- {id: goat, name: Goat, text: [}\n"
UNKNOWN_KEY = BEASTS.replace("name: Goat", "name: Goat\n  colour: red")


@pytest.mark.parametrize(("rule", "beasts"), [("CT101", NO_YAML), ("CT103", UNKNOWN_KEY)])
@pytest.mark.parametrize("command", [["check", "--no-layout"], ["check"], ["build"], ["export", "json"]])
def test_what_makes_data_unreadable_cannot_be_waived(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], rule: str, beasts: str, command: list[str]
) -> None:
    project = a_project(tmp_path)
    assert main(["--project", str(project.root), "build"]) == 0
    before = (project.output("farm") / "cards-a4-9up.pdf").read_bytes()
    waiver = f"{{rule: {rule}, file: beasts.yaml, reason: Nobody will notice it.}}"
    more = "{rule: CT201, file: game.yaml, reason: Nobody counts them.}"
    text = f"{TERMS}waivers: [{waiver}, {more}, {more.replace('CT201', 'CT202')}]\n"
    (project.cards("farm") / "glossary.yaml").write_text(text, encoding="utf-8")
    (project.cards("farm") / "beasts.yaml").write_text(beasts, encoding="utf-8")
    capsys.readouterr()
    assert main(["--project", str(project.root), *command]) == 1
    assert f"[{rule} " in capsys.readouterr().out
    assert (project.output("farm") / "cards-a4-9up.pdf").read_bytes() == before


def test_a_waiver_of_what_nobody_may_waive_is_told(farm: Project) -> None:
    waive(farm, "yaml-syntax", "anything at all")
    assert found(farm)[0].startswith("6 CT113 yaml-syntax cannot be waived")


def test_a_waiver_can_name_a_card(tmp_path: Path) -> None:
    beasts = BEASTS.replace("Lays an egg.", "Lays the the egg.").replace("Eats", "Eats eats")
    project = a_project(tmp_path, beasts=beasts)
    for card, left in (("Hen", "goat"), ("goat", "hen"), ("Goat", "hen")):
        entry = f"waivers: [{{rule: doubled-word, card: {card}, reason: It is how they speak.}}]\n"
        (project.cards("farm") / "glossary.yaml").write_text(f"{TERMS}{entry}", encoding="utf-8")
        (each,) = check_game(project, "farm", layout=False).findings
        assert each.source.line == (3 if left == "goat" else 7)


@pytest.mark.parametrize("format", ["text", "json", "github", "sarif", "junit"])
def test_how_many_findings_are_waived_is_told_in_every_format(
    farm: Project, capsys: pytest.CaptureFixture[str], format: str
) -> None:
    waive(farm, "CT401", "Gaot", "rulebook.md")
    assert check(farm, "--format", format) == 0
    said = capsys.readouterr().out
    count = {
        "text": "farm: no problems found; 2 findings are waived in glossary.yaml\n",
        "json": '"waived": 2',
        "github": "::notice title=cardtool::farm: 2 findings are waived in glossary.yaml\n",
        "sarif": '"waived": 2',
        "junit": '<property name="waived" value="2" />',
    }
    assert count[format] in said


@pytest.mark.parametrize(
    ("rule", "text", "file"),
    [
        ("CT402", "no card “Gaot”", ""),
        ("CT401", "no card “Hen”", ""),
        ("CT401", "Gaot", "rules.yaml"),
        ("CT401", "Gaot", "a.md"),
    ],
)
def test_a_waiver_of_something_else_waives_nothing_and_is_told(
    farm: Project, rule: str, text: str, file: str
) -> None:
    waive(farm, rule, text, file)
    waiver, *others = found(farm)
    assert waiver.startswith("6 CT113 nothing is found that this waives")
    assert [line[:7] for line in others] == ["3 CT401", "5 CT401"]


def test_a_waiver_of_no_rule_is_told(farm: Project) -> None:
    waive(farm, "unknown-crad", "no card “Gaot”")
    assert found(farm)[0] == '6 CT113 there is no rule "unknown-crad" to waive (did you mean "unknown-card"?)'


def test_a_waiver_of_a_rule_that_did_not_run_is_left_alone(farm: Project) -> None:
    waive(farm, "CT701", "of the Goat")
    assert not any("CT113" in line for line in found(farm))


def test_a_build_goes_by_the_waivers_too(farm: Project, tmp_path: Path) -> None:
    assert load_and_lint(farm, "farm").findings != ()
    waive(farm, "CT401", "Gaot", "rulebook.md")
    assert load_and_lint(farm, "farm").findings == ()


def test_only_what_is_selected_is_shown_and_counts(farm: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(farm, "--select", "CT402,1xx") == 0
    assert check(farm, "--select", "4xx") == 1
    assert check(farm, "--ignore", "unknown-card") == 0
    assert check(farm, "--select", "CT4", "--ignore", "CT401") == 0
    assert capsys.readouterr().out.count("CT401") == 2


def test_a_file_nobody_can_read_is_told_whatever_is_selected(
    farm: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    (farm.cards("farm") / "beasts.yaml").write_text("- id: [", encoding="utf-8")
    assert check(farm, "--select", "2xx") == 1
    assert "CT101" in capsys.readouterr().out


def test_a_rule_that_is_not_there_cannot_be_selected() -> None:
    with pytest.raises(UsageError, match=r'no rule or family "typed-numbre" \(did you mean "typed-number"'):
        RuleFilter(select=("typed-numbre",)).ensure_known(ALL_RULES)


@pytest.mark.parametrize("wish", ["CT401", "ct401", "401", "unknown-card", "CT4", "4", "4xx", "CT4xx"])
def test_a_rule_goes_by_code_name_and_family(wish: str) -> None:
    (rule,) = (rule for rule in ALL_RULES if rule.code == "CT401")
    (other,) = (rule for rule in ALL_RULES if rule.code == "CT104")
    choice = RuleFilter(select=(wish,)).ensure_known(ALL_RULES)
    assert choice.shows(rule)
    assert not choice.shows(other)


def test_a_baseline_leaves_out_what_was_there_and_shows_what_is_new(
    farm: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = tmp_path / "known.json"
    assert check(farm, "--write-baseline", str(known)) == 0
    assert check(farm, "--baseline", str(known)) == 0
    capsys.readouterr()
    book = farm.cards("farm") / "rulebook.md"
    book.write_text("\n\n" + RULEBOOK + "\nKeep the [[Gaot]] and the [[Hne]].\n", encoding="utf-8")
    assert check(farm, "--baseline", str(known), "--format", "json") == 1
    said = capsys.readouterr()
    new = [finding["message"].split('"')[1] for finding in json.loads(said.out)["findings"]]
    assert new == ["Gaot", "Hne"]
    assert "2 known" in said.err


def test_a_baseline_says_when_it_can_shrink(
    farm: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = tmp_path / "known.json"
    check(farm, "--write-baseline", str(known))
    (farm.cards("farm") / "rulebook.md").write_text("# Farm\n", encoding="utf-8")
    capsys.readouterr()
    assert check(farm, "--baseline", str(known)) == 0
    assert "2 more were not found: if they are gone, --write-baseline anew" in capsys.readouterr().err


def test_what_the_baseline_leaves_out_is_not_mended(
    farm: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known, book = tmp_path / "known.json", farm.cards("farm") / "rulebook.md"
    book.write_text("# Farm\n\nFeed the the goat.\n", encoding="utf-8")
    check(farm, "--write-baseline", str(known))
    check(farm, "--baseline", str(known), "--fix")
    assert "the the goat" in book.read_text(encoding="utf-8")
    check(farm, "--fix")
    assert "the the goat" not in book.read_text(encoding="utf-8")


def test_junit_skips_what_was_not_asked(farm: Project, capsys: pytest.CaptureFixture[str]) -> None:
    check(farm, "--ignore", "3xx", "--format", "junit")
    out = capsys.readouterr().out
    assert "CT301" not in out
    assert '<testcase name="CT104 unique-names" classname="cardtool.farm" time="0" />' in out
    assert (
        '<testcase name="CT801 unlogged-change" classname="cardtool.farm" time="0">\n      <skipped />' in out
    )


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_old_name_in_double_brackets_is_told_once_and_mended_in_any_language(
    farm: Project, language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = farm.cards("farm")
    game = (folder / "game.yaml").read_text(encoding="utf-8")
    (folder / "game.yaml").write_text(f"language: {language}\n{game}", encoding="utf-8")
    (folder / "rulebook.md").write_text("# Farm\n\n[[Nanny]] & [[Nanny]].\n", encoding="utf-8")
    entry = "{type: renamed, from: Nanny, to: Hen}"
    log = f'- version: "1.0"\n  date: "2025-01-21"\n  entries:\n    - {entry}\n'
    (folder / "changelog.yaml").write_text(log, encoding="utf-8")
    assert check(farm, "--select", "CT301,CT401") == 1
    out = capsys.readouterr().out
    assert (out.count("[CT401 "), out.count("[CT301 ")) == (2, 0)
    check(farm, "--select", "CT301,CT401", "--fix")
    assert "[[Hen]] & [[Hen]]" in (folder / "rulebook.md").read_text(encoding="utf-8")


def test_what_was_not_asked_for_does_not_count_as_gone(
    farm: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = tmp_path / "known.json"
    check(farm, "--write-baseline", str(known))
    capsys.readouterr()
    assert check(farm, "--baseline", str(known), "--select", "CT301") == 0
    assert capsys.readouterr().err == f"cardtool: 2 known from {known} are left out\n"


def test_a_baseline_holds_when_lines_move_that_messages_name(
    farm: Project, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known, beasts = tmp_path / "known.json", farm.cards("farm") / "beasts.yaml"
    twice = beasts.read_text(encoding="utf-8") + "- {id: kid, name: Goat, text: Bleats.}\n"
    beasts.write_text(twice, encoding="utf-8")
    check(farm, "--write-baseline", str(known))
    beasts.write_text(f"# Newest last\n\n{twice}", encoding="utf-8")
    capsys.readouterr()
    assert check(farm, "--baseline", str(known)) == 0
    assert check(farm) == 1
    assert "is already the name of goat (line 4)" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text", ["", "[]", '{"findings": 3}', '{"findings": [{"rule": 1}]}', "[" * 100_000, ENDLESS]
)
def test_what_is_no_baseline_is_refused(
    farm: Project, tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    known = tmp_path / "known.json"
    known.write_text(text, encoding="utf-8")
    assert check(farm, "--baseline", str(known)) == 4
    assert "this is no baseline" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["text", "json", "github", "sarif", "junit"])
def test_every_form_names_both_places(farm: Project, form: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(farm, "--format", form) == 1
    out = capsys.readouterr().out
    assert "unknown-card" in out
    assert "Gaot" in out


def test_forms_for_servers_hold_every_game(farm: Project, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(farm, "--all", "--format", "sarif") == 1
    runs = json.loads(capsys.readouterr().out)["runs"]
    assert [run["automationDetails"]["id"] for run in runs] == ["cardtool/farm/"]
