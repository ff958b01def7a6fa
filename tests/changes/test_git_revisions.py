"""The game as git knows it: what is found, what is refused, and what a hostile repository cannot do."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from git_repositories import a_repository, commit, git
from projects import BEASTS, a_project, another_game, put

from cardtool import changes
from cardtool.app.diff import find_changes
from cardtool.errors import MissingLibrary, UsageError
from cardtool.finding import Finding
from cardtool.load import load_game
from cardtool.project import Project

pytestmark = pytest.mark.slow

CHANGELOG = '- version: "1.0"\n  date: "2025-01-21"\n  entries:\n    - {type: added, text: A start.}\n'


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A game in a repository of one commit."""
    made = a_project(tmp_path / "farm")
    (made.cards("farm") / "changelog.yaml").write_text(CHANGELOG)
    a_repository(made.root)
    return made


def found(project: Project, revision: str = "HEAD", game: str = "farm") -> list[Finding]:
    read = load_game(project, game).game
    assert read is not None
    return list(find_changes(project, read, revision).findings)


def rewrite(project: Project, beasts: str) -> None:
    (project.cards("farm") / "beasts.yaml").write_text(beasts)


def test_nothing_changed_nothing_found(project: Project) -> None:
    assert found(project) == []


def test_a_change_that_is_not_committed_is_found_at_its_line(project: Project) -> None:
    rewrite(project, BEASTS.replace("Lays an egg.", "Lays two eggs."))
    told = {str(each.source): each.message for each in found(project)}
    assert told["cards/farm/beasts.yaml:7:9"] == (
        'the text of "Hen" changed since HEAD, and the changelog does not say so: '
        '"Lays an egg." → "Lays two eggs."'
    )


def test_a_project_in_a_folder_of_a_repository_and_an_older_revision_by_any_name(tmp_path: Path) -> None:
    project = a_project(tmp_path / "games of mine" / "färm")
    (project.cards("farm") / "changelog.yaml").write_text(CHANGELOG)
    a_repository(tmp_path)
    git(tmp_path, "tag", "v1.0")
    rewrite(project, BEASTS.replace("Lays an egg.", "Lays two eggs."))
    commit(tmp_path, "Eggs")
    for name in ("v1.0", "HEAD~1", "main^"):
        assert sorted(each.rule.code for each in found(project, name)) == ["CT801", "CT803"]
    assert found(project, "HEAD") == []


def test_what_went_on_elsewhere_since_the_branch_is_not_undone_here(project: Project) -> None:
    git(project.root, "checkout", "-q", "-b", "mine")
    commit_file(project, "README.md", "mine")
    git(project.root, "checkout", "-q", "main")
    rewrite(project, BEASTS + "- {id: pig, name: Pig, text: Oinks.}\n")
    commit(project.root, "A pig")
    git(project.root, "checkout", "-q", "mine")
    assert found(project, "main") == []


def commit_file(project: Project, name: str, text: str) -> None:
    (project.root / name).write_text(text)
    commit(project.root, name)


def test_a_game_that_is_new_is_said_not_to_have_been_compared(project: Project) -> None:
    commits = git(project.root, "commit-tree", git(project.root, "mktree").strip(), "-m", "None").strip()
    (told,) = found(project, commits)
    assert str(told.source) == "cards/farm/game.yaml:1:1"
    assert (told.rule.code, told.severity) == ("CT813", "warning")
    assert told.message == f"git has no game farm at {commits}, so nothing was compared with it"


def rename_game(project: Project, new: str, **words: str) -> Project:
    """Give the game's folders another name, and its files other words."""
    for folder in ("cards", "schemas", "templates"):
        (project.root / folder / "farm").rename(project.root / folder / new)
    for old, other in words.items():
        for path in project.cards(new).iterdir():
            path.write_text(path.read_text().replace(old, other))
    return project


@pytest.mark.parametrize("title", ["Farm", "Barn"])
@pytest.mark.parametrize("folder", [".", "sub"])
def test_a_game_whose_folder_has_another_name_is_compared_all_the_same(
    project: Project, title: str, folder: str
) -> None:
    moved = rename_game(project, "barn", Lays="Eats", Farm=title)
    if folder == "sub":
        (project.root / "sub").mkdir()
        for name in ("cards", "schemas", "templates"):
            (project.root / name).rename(project.root / "sub" / name)
        moved = Project.find(project.root / "sub")
    assert [each.rule.code for each in found(moved, game="barn")] == ["CT801", "CT803"]


def test_a_game_that_is_gone_is_an_error_of_the_others(project: Project) -> None:
    another_game(project.root, "zoo")
    commit(project.root, "Two games")
    rename_game(project, "barn", goat="gnu", hen="emu", Farm="Barn")
    (told,) = found(project, game="barn")
    assert (told.rule.code, told.severity) == ("CT813", "error")
    assert told.message == (
        "git has no game barn at HEAD, so nothing was compared with it; gone since then: cards/farm"
    )
    assert found(project, game="zoo") == []  # the check of the new game tells it
    shutil.rmtree(project.cards("barn"))
    assert [(each.severity, each.message) for each in found(project, game="zoo")] == [
        ("error", "what was a game at HEAD is gone, so nothing was compared with it: cards/farm")
    ]


RULES = "numbers: {hand: {value: 5, means: cards dealt at the start}}\n"
GLOSSARY = "terms: [{id: hay, term: hay, means: What beasts eat.}]\n"


@pytest.mark.parametrize("text", [None, "numbers: [\n"])
@pytest.mark.parametrize("name", ["rules.yaml", "glossary.yaml", "changelog.yaml"])
def test_a_file_that_is_gone_or_can_no_longer_be_read_is_an_error(
    project: Project, name: str, text: str | None
) -> None:
    put(project.root, "cards/farm/rules.yaml", RULES)
    put(project.root, "cards/farm/glossary.yaml", GLOSSARY)
    commit(project.root, "Rules")
    (project.cards("farm") / name).unlink()
    if text:
        put(project.root, f"cards/farm/{name}", text)
    told = [each for each in found(project) if each.rule.code == "CT813"]
    assert [each.severity for each in told] == ["error"]
    assert told[0].message.endswith(f"it cannot be read any more: {name}" if text else f"are gone: {name}")


def test_cards_may_move_to_another_file_and_may_not_go_with_theirs(project: Project) -> None:
    (project.cards("farm") / "changelog.yaml").unlink()
    commit(project.root, "No changelog")
    animals = project.cards("farm") / "animals.yaml"
    (project.cards("farm") / "beasts.yaml").rename(animals)
    game = project.cards("farm") / "game.yaml"
    game.write_text(game.read_text().replace("beasts.yaml", "animals.yaml"))
    assert found(project) == []
    animals.write_text(animals.read_text().replace("id: hen", "id: emu").replace("Hen", "Emu"))
    assert [each.message for each in found(project) if each.severity == "error"] == [
        "not all that changed since HEAD was checked; files are gone: beasts.yaml",
    ]


def test_a_project_whose_folder_was_moved_is_found_where_it_was(project: Project) -> None:
    (project.root / "sub").mkdir()
    for name in ("cards", "schemas", "templates"):
        (project.root / name).rename(project.root / "sub" / name)
    moved = Project.find(project.root / "sub")
    assert found(moved) == []
    rewrite(moved, BEASTS.replace("Lays an egg.", "Lays two eggs."))
    assert "CT801" in [each.rule.code for each in found(moved)]


def test_a_game_that_was_broken_then_is_said_not_to_have_been_compared(project: Project) -> None:
    game = (project.cards("farm") / "game.yaml").read_text()
    (project.cards("farm") / "game.yaml").write_text("title: [")
    commit(project.root, "Broken")
    (project.cards("farm") / "game.yaml").write_text(game)
    (told,) = found(project)
    assert told.rule.code == "CT813"
    assert told.message.startswith(
        "what changed since HEAD was not checked; the game was broken then: cards/"
    )


def test_a_kind_that_was_broken_then_is_said_not_to_have_been_compared(project: Project) -> None:
    rewrite(project, BEASTS.replace("name: Hen", "name: Hen: the"))
    commit(project.root, "Broken")
    rewrite(project, BEASTS)
    assert [each.message for each in found(project)] == [
        "not all that changed since HEAD was checked; broken then: beast"
    ]


def test_why_a_game_was_broken_then_is_told_truly(project: Project) -> None:
    path = project.cards("farm") / "game.yaml"
    game = path.read_text()
    path.write_text(game.replace("  beast:\n", '  "be ast":\n'))
    commit(project.root, "Broken")
    path.write_text(game)
    (told,) = found(project)
    assert told.message == (
        "what changed since HEAD was not checked; the game was broken then: "
        'cards/farm/game.yaml:6:3: the id of a kind cannot be "be ast"'
    )


@pytest.mark.parametrize("name", ["nope", "", "--all", "-h", "HEAD:cards", "a b", "$(touch x)", "é\n"])
def test_what_names_no_revision_is_refused_and_run_by_nobody(project: Project, name: str) -> None:
    with pytest.raises(UsageError, match="git knows no revision"):
        changes.find_revision(project.root, name)
    assert not (project.root / "x").exists()


def test_a_clone_of_one_branch_is_told_how_to_have_the_others(project: Project, tmp_path: Path) -> None:
    git(project.root, "checkout", "-q", "-b", "mine")
    git(tmp_path, "clone", "-q", "--single-branch", "-b", "mine", f"file://{project.root}", "clone")
    with pytest.raises(UsageError, match=r"git remote set-branches origin '\*', git fetch origin"):
        changes.find_revision(tmp_path / "clone", "origin/main")


def test_a_near_miss_is_told(project: Project) -> None:
    git(project.root, "branch", "summer-edition")
    with pytest.raises(UsageError, match=r'did you mean "summer-edition"'):
        changes.find_revision(project.root, "sumer-edition")


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("main..HEAD", "main"),
        ("v1.3...v1.4", "v1.3"),
        ("main...", "main"),
        ("..main", "main"),
        ("..", "HEAD"),
    ],
)
def test_a_range_is_answered_with_the_revision_to_give(project: Project, name: str, meant: str) -> None:
    with pytest.raises(UsageError, match=rf"is a range; give one revision: {meant}\n"):
        changes.find_revision(project.root, name)


def test_no_branch_is_like_a_revision_that_is_too_far_back(project: Project) -> None:
    with pytest.raises(UsageError, match=r'git knows no revision "HEAD~9" here\nsee'):
        changes.find_revision(project.root, "HEAD~9")


def test_no_repository_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    project = a_project(tmp_path)
    with pytest.raises(UsageError, match="is not in a git repository"):
        changes.find_revision(project.root, "HEAD")


def test_no_git_is_told(project: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingLibrary, match="git is not installed"):
        changes.find_revision(project.root, "HEAD")


def test_a_shallow_clone_is_told_how_to_get_the_rest(project: Project, tmp_path: Path) -> None:
    commit_file(project, "README.md", "two")
    git(tmp_path, "clone", "-q", "--depth", "1", project.root.as_uri(), "shallow")
    clone = Project.find(tmp_path / "shallow")
    assert found(clone, "HEAD") == []
    with pytest.raises(UsageError, match="fetch-depth: 0"):
        found(clone, "HEAD~1")


def test_a_branch_whose_beginning_was_not_cloned_is_not_judged_by_the_other(
    project: Project, tmp_path: Path
) -> None:
    git(project.root, "checkout", "-q", "-b", "mine")
    commit_file(project, "README.md", "mine")
    git(project.root, "checkout", "-q", "main")
    rewrite(project, BEASTS.replace("Lays an egg.", "Lays two eggs."))
    commit(project.root, "Eggs")
    address = project.root.as_uri()
    git(tmp_path, "clone", "-q", "--depth", "1", "--no-single-branch", "-b", "mine", address, "shallow")
    clone = Project.find(tmp_path / "shallow")
    with pytest.raises(
        UsageError, match=r"where this branch left origin/main cannot be told.*\n.*fetch-depth: 0"
    ):
        found(clone, "origin/main")


def test_histories_with_nothing_in_common_are_compared_as_they_are(project: Project) -> None:
    git(project.root, "checkout", "-q", "--orphan", "other")
    commit_file(project, "README.md", "other")
    rewrite(project, BEASTS.replace("Lays an egg.", "Lays two eggs."))
    assert "CT801" in [each.rule.code for each in found(project, "main")]


def test_a_project_in_a_folder_with_an_odd_name_is_found_in_its_repository(tmp_path: Path) -> None:
    folder = Path(os.fsdecode(os.fsencode(tmp_path) + b"/f\xe4rm"))
    try:
        folder.mkdir()
    except OSError:
        pytest.skip("this file system knows no such names")
    project = a_project(folder)
    (project.cards("farm") / "changelog.yaml").write_text(CHANGELOG)
    a_repository(tmp_path)
    rewrite(project, BEASTS.replace("Lays an egg.", "Lays two eggs."))
    assert "CT801" in [each.rule.code for each in found(project)]


def test_a_partial_clone_fetches_nothing_and_says_so(project: Project, tmp_path: Path) -> None:
    rewrite(project, BEASTS.replace("egg", "Egg"))
    commit(project.root, "Egg")
    git(project.root, "config", "uploadpack.allowFilter", "true")
    git(tmp_path, "clone", "-q", "--filter=blob:none", project.root.as_uri(), "partial")
    clone = Project.find(tmp_path / "partial")
    before = git(clone.root, "count-objects", "-v")
    with pytest.raises(UsageError, match="partial clone"):
        found(clone, "HEAD~1")
    assert git(clone.root, "count-objects", "-v") == before


def test_the_settings_of_a_repository_run_nothing(project: Project, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch '{ran}'\ncat\n")
    script.chmod(0o755)
    for setting in (
        "core.fsmonitor", "core.pager", "core.sshCommand", "core.editor", "core.askPass", "gpg.program",
        "diff.external", "filter.x.smudge", "filter.x.clean", "filter.x.process", "diff.x.textconv",
        "pager.ls-tree", "alias.ls-tree", "alias.rev-parse", "credential.helper",
        "uploadpack.packObjectsHook",
    ):  # fmt: skip
        git(project.root, "config", setting, str(script))
    git(project.root, "config", "log.showSignature", "true")
    (project.root / ".gitattributes").write_text("* filter=x diff=x\n")
    for hook in ("post-checkout", "post-index-change", "reference-transaction", "pre-auto-gc"):
        (project.root / ".git" / "hooks" / hook).write_text(script.read_text())
        (project.root / ".git" / "hooks" / hook).chmod(0o755)
    rewrite(project, BEASTS.replace("Lays an egg.", "Lays two eggs."))
    assert "CT801" in [each.rule.code for each in found(project)]
    assert "cards/farm/beasts.yaml" in uncommitted(project)
    assert not ran.exists()


def uncommitted(project: Project) -> frozenset[str]:
    return changes.uncommitted_files(project.root, changes.find_revision(project.root, "HEAD"))


@pytest.fixture
def shouting(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A game of which git keeps a word in capitals, by a filter that the user's own settings define."""
    settings = tmp_path / "settings"
    settings.write_text(
        '[filter "loud"]\n  clean = sed s/goat/GOAT/\n  smudge = sed s/GOAT/goat/\n  required = true\n'
    )
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(settings))
    (project.root / ".gitattributes").write_text("beasts.yaml filter=loud\n")
    git(project.root, "add", ".gitattributes")
    git(project.root, "-c", f"include.path={settings}", "add", "-A", "--renormalize")
    git(project.root, "-c", f"include.path={settings}", "commit", "-q", "-m", "Loud")
    assert "GOAT" in git(project.root, "show", "HEAD:cards/farm/beasts.yaml")
    return project


def test_what_the_users_own_filters_convert_is_no_change(shouting: Project) -> None:
    assert found(shouting) == []
    os.utime(shouting.cards("farm") / "beasts.yaml")
    assert uncommitted(shouting) == frozenset()


def test_a_repository_cannot_put_its_program_in_place_of_the_users(shouting: Project, tmp_path: Path) -> None:
    for setting in ("clean", "smudge"):
        git(shouting.root, "config", f"filter.loud.{setting}", f"touch '{tmp_path}/ran'; cat")
    assert found(shouting) == []
    os.utime(shouting.cards("farm") / "beasts.yaml")
    assert uncommitted(shouting) == frozenset()
    assert not (tmp_path / "ran").exists()


def test_a_filter_that_cannot_be_kept_from_running_is_refused(project: Project, tmp_path: Path) -> None:
    git(project.root, "config", "filter.x=y.smudge", f"touch '{tmp_path}/ran'; cat")
    (project.root / ".gitattributes").write_text("* filter=x=y\n")
    with pytest.raises(UsageError, match="a filter with = in its name"):
        found(project)
    assert not (tmp_path / "ran").exists()


def test_line_ends_that_git_converts_are_no_change(project: Project) -> None:
    git(project.root, "config", "core.autocrlf", "true")
    beasts = project.cards("farm") / "beasts.yaml"
    beasts.unlink()
    git(project.root, "checkout", "-q", ".")
    assert b"\r\n" in beasts.read_bytes()
    assert (found(project), uncommitted(project)) == ([], frozenset())
    beasts.write_bytes(beasts.read_bytes().replace(b"egg", b"Egg"))
    assert uncommitted(project) == {"cards/farm/beasts.yaml"}
    git(project.root, "add", "-A")
    assert uncommitted(project) == {"cards/farm/beasts.yaml"}


def test_files_of_a_revision_come_as_a_checkout_writes_them(project: Project, tmp_path: Path) -> None:
    (project.root / ".gitattributes").write_text("*.yaml eol=crlf\n")
    commit(project.root, "Line ends")
    head = changes.find_revision(project.root, "HEAD")
    assert changes.write_snapshot(project.root, "farm", head, tmp_path)
    assert b"\r\n" in (tmp_path / "cards/farm/beasts.yaml").read_bytes()
    assert b"\r\n" not in (tmp_path / "templates/farm/beast.html").read_bytes()


@pytest.mark.parametrize("attribute", ["working-tree-encoding=UTF-16", "filter=loud"])
@pytest.mark.parametrize("where", [".gitattributes", "cards/.gitattributes", "cards/farm/.gitattributes"])
def test_a_change_does_not_say_how_git_reads_what_it_is_compared_with(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attribute: str, where: str
) -> None:
    (tmp_path / "settings").write_text('[filter "loud"]\n  smudge = sed s/Lays/Eats/\n')
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "settings"))
    put(project.root, where, f"beasts.yaml {attribute}\n")
    animals = project.cards("farm") / "animals.yaml"
    (project.cards("farm") / "beasts.yaml").rename(animals)
    animals.write_text(BEASTS.replace("Lays an egg.", "Eats an egg."))
    game = project.cards("farm") / "game.yaml"
    game.write_text(game.read_text().replace("beasts.yaml", "animals.yaml"))
    commit(project.root, "Otherwise")
    told = {str(each.source): each for each in found(project, "HEAD~1")}
    assert '"Lays an egg." → "Eats an egg."' in told["cards/farm/animals.yaml:7:9"].message
    of_game = told["cards/farm/game.yaml:1:1"]
    assert (of_game.rule.code, of_game.severity) == ("CT813", "error")
    assert of_game.message.endswith("what a later check compares with: cards/farm/beasts.yaml")


def test_a_project_in_a_folder_is_read_by_the_attributes_above_it_of_its_time(tmp_path: Path) -> None:
    put(tmp_path, ".gitattributes", "* text eol=crlf\n")
    put(tmp_path, "games/.gitattributes", "game.yaml eol=lf\n")
    project = a_project(tmp_path / "games" / "mine")
    put(project.root, ".gitattributes", "*.css eol=lf\n")
    a_repository(tmp_path)
    for name in (".gitattributes", "games/.gitattributes", "games/mine/.gitattributes"):
        (tmp_path / name).unlink()
    then = snapshot(project, tmp_path / "then")
    names = ("cards/farm/beasts.yaml", "cards/farm/game.yaml", "templates/farm/faces.css")
    assert [b"\r\n" in (then.root / name).read_bytes() for name in names] == [True, False, False]


def test_the_environment_of_a_hook_does_not_mislead(
    project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "x").write_text("x")
    a_repository(other)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    rewrite(project, BEASTS.replace("Lays an egg.", "Lays two eggs."))
    assert "CT801" in [each.rule.code for each in found(project)]


def test_links_and_odd_names_in_a_revision_are_left_where_they_are(project: Project, tmp_path: Path) -> None:
    secret = tmp_path / "secret.yaml"
    secret.write_text("- secret\n")
    (project.cards("farm") / "notes.yaml").symlink_to(secret)
    (project.cards("farm") / "art").mkdir()
    (project.cards("farm") / "art" / "big.yaml").write_text("x")
    commit(project.root, "Odd")
    blob = git(project.root, "hash-object", "-w", "cards/farm/beasts.yaml").strip()
    tree = (
        f"100644 blob {blob}\tgame.yaml\n100644 blob {blob}\tx\\..\\y.yaml\n120000 blob {blob}\tlink.yaml\n"
    )
    farm = make_tree(project.root, tree)
    cards = make_tree(project.root, f"040000 tree {farm}\tfarm\n")
    top = make_tree(project.root, f"040000 tree {cards}\tcards\n")
    odd = git(project.root, "commit-tree", top, "-m", "odd").strip()
    for name in ("HEAD", odd):
        into = tmp_path / name[:4]
        into.mkdir()
        assert changes.write_snapshot(project.root, "farm", changes.find_revision(project.root, name), into)
        written = sorted(path.relative_to(into).as_posix() for path in into.rglob("*") if path.is_file())
        assert not any(path.is_symlink() for path in into.rglob("*"))
        wanted = ["beasts.yaml", "changelog.yaml", "game.yaml"] if name == "HEAD" else ["game.yaml"]
        assert [path for path in written if path.startswith("cards/")] == [
            f"cards/farm/{each}" for each in wanted
        ]


def snapshot(project: Project, into: Path, revision: str = "HEAD") -> Project:
    """The game as it was, with all that it is drawn from."""
    then = changes.find_revision(project.root, revision)
    assert changes.write_snapshot(project.root, "farm", then, into, pictures=True)
    return Project(into)


def test_links_inside_the_project_lead_where_they_led(project: Project, tmp_path: Path) -> None:
    put(project.root, "templates/shared/look.css", "b {}")
    put(project.root, "cards/pictures/goat.svg", "<svg/>")
    put(project.root, "cards/zoo/game.yaml", "title: Zoo")
    put(project.root, "cards/zoo/art/lion.svg", "<svg></svg>")
    put(project.root, "cards/zoo/art/tiger.svg", "<svg></svg>")
    farm = project.cards("farm")
    (project.root / "templates/farm/look.css").symlink_to("../shared/look.css")
    (farm / "art").symlink_to("../pictures")
    (farm / "lion.svg").symlink_to("../zoo/art/lion.svg")
    (farm / "nothing.svg").symlink_to("../zoo/art/bear.svg")
    (farm / "outside.svg").symlink_to("../../../outside.svg")
    commit(project.root, "Links")
    then = snapshot(project, tmp_path / "then")
    assert then.read(then.root / "templates/farm/look.css") == b"b {}"
    assert then.read(then.root / "cards/farm/art/goat.svg") == b"<svg/>"
    assert then.read(then.root / "cards/farm/lion.svg") == b"<svg></svg>"
    left_out = ("farm/nothing.svg", "farm/outside.svg", "zoo/art/tiger.svg")
    assert not any(os.path.lexists(then.root / "cards" / name) for name in left_out)
    assert then.games() == ("farm", "zoo")


def test_no_link_is_made_through_another(project: Project, tmp_path: Path) -> None:
    def link(target: str) -> str:
        (tmp_path / "target").write_text(target)
        return "120000 blob " + git(project.root, "hash-object", "-w", str(tmp_path / "target")).strip()

    inner = make_tree(project.root, f"{link('../../../templates/farm')}\ty\n")
    rows = git(project.root, "ls-tree", "HEAD:cards/farm")
    rows += f"{link('../../templates/farm')}\tx\n040000 tree {inner}\tx\n"
    cards = make_tree(project.root, f"040000 tree {make_tree(project.root, rows)}\tfarm\n")
    templates = git(project.root, "ls-tree", "HEAD", "templates")
    top = make_tree(project.root, f"040000 tree {cards}\tcards\n{templates}")
    then = snapshot(project, tmp_path / "then", git(project.root, "commit-tree", top, "-m", "odd").strip())
    assert (then.cards("farm") / "x").is_symlink()
    assert not os.path.lexists(then.root / "templates/farm/y")


@pytest.mark.parametrize(("megabytes", "is_there"), [(17, True), (65, False)])
def test_a_picture_may_be_as_large_as_for_a_build(
    project: Project, tmp_path: Path, megabytes: int, is_there: bool
) -> None:
    (project.cards("farm") / "art").mkdir()
    (project.cards("farm") / "art" / "sea.png").write_bytes(bytes(megabytes * 1_000_000))
    commit(project.root, "Sea")
    then = snapshot(project, tmp_path / "then")
    assert (then.cards("farm") / "art" / "sea.png").exists() is is_there


def make_tree(folder: Path, rows: str) -> str:
    made = subprocess.run(
        ["git", "mktree"], cwd=folder, input=rows, capture_output=True, text=True, check=True, timeout=60
    )
    return made.stdout.strip()


def test_a_revision_knows_its_day_where_it_was_made(project: Project) -> None:
    (project.root / "x").write_text("x")
    commit(project.root, "Late", date="2025-06-01T23:30:00-1000")
    assert changes.find_revision(project.root, "HEAD").date == "2025-06-01"
    (project.root / "x").write_text("y")
    commit(project.root, "Early", date="2025-06-02T00:30:00+1300")
    assert changes.find_revision(project.root, "HEAD").date == "2025-06-02"


def test_nothing_is_left_behind(project: Project, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(scratch))
    rewrite(project, BEASTS.replace("Lays an egg.", "Lays two eggs."))
    assert found(project)
    assert os.listdir(scratch) == []
