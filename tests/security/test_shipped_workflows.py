"""What is shipped to be run beside a stranger's files, workflows and commands alike, runs none of theirs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

REPOSITORY = Path(__file__).parents[2]
WORKFLOWS = [
    "action.yml",
    "docs/ci/cards.yml",
    "templates/starters/project/cards.yml",
    ".github/workflows/ci.yml",
]
TEXTS = (
    "*.md",
    "*.yml",
    ".*.yaml",
    "Makefile",
    "bootstrap.sh",
    ".github/**/*",
    "benchmarks/README.md",
    "cardtool/**/*.py",  # messages that say what to install
    "docs/**/*.md",
    "docs/**/*.yml",
    "templates/starters/**/*",
)
OF_THIS_REPOSITORY = ("benchmarks", "pytest")  # which run what lies in its checkout, and are meant to
# A module that Python looks for in the current folder first: neither -I nor -P stands before it.
UNSAFE = re.compile(r"""(?:python[\d.]*|"\$1")["')]*((?: +-[A-Za-z]+)*?) +-[A-HJ-OQ-Za-z]*([mc]) *(\S+)""")
TRUSTED_EXPRESSION = re.compile(r"\$\{\{ *matrix\.[^}]*\}\}")  # what the workflow itself says


def unsafe(text: str) -> list[str]:
    """Return the commands in a text that import from the folder they are run in."""
    return [
        found[0]
        for found in UNSAFE.finditer(text)
        if not re.search(r"-\w*[IP]", found[1])
        and found[3].partition(".")[0].strip("`") not in OF_THIS_REPOSITORY
    ]


def files() -> list[Path]:
    changelog = REPOSITORY / "CHANGELOG.md"  # tells what was
    found = {path for pattern in TEXTS for path in REPOSITORY.glob(pattern) if path.is_file()}
    return sorted(path for path in found - {changelog} if path.suffix not in {".ttf", ".png"})


def test_no_command_that_is_shipped_imports_from_the_folder_it_is_run_in() -> None:
    told = {str(path.relative_to(REPOSITORY)): unsafe(path.read_text("utf-8")) for path in files()}
    assert {"action.yml", "README.md", "bootstrap.sh", "docs/ci/cards.yml"} <= told.keys()
    # where it is said what to do instead
    assert {name: found for name, found in told.items() if found} == {
        "cardtool/__main__.py": ["python -m cardtool`"]
    }


@pytest.mark.parametrize(
    "command",
    ["python -m pip install .", "python3.13 -c 'import re'", "$(BIN)/python -O -m venv x", '"$python" -mpip'],
)
def test_such_a_command_would_be_found(command: str) -> None:
    assert unsafe(f"run: {command}")


@pytest.mark.parametrize(
    "command", ["python -I -m pip", "python -P -m cardtool", "python -Ic 'x'", "python x"]
)
def test_a_safe_command_is_none(command: str) -> None:
    assert not unsafe(f"run: {command}")


def test_every_workflow_is_known() -> None:
    here = {str(path.relative_to(REPOSITORY)) for path in files() if path.suffix == ".yml"}
    assert here == set(WORKFLOWS)


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_obeys_no_words_of_a_pull_request_and_holds_nothing_to_steal(name: str) -> None:
    text = (REPOSITORY / name).read_text("utf-8")
    workflow = yaml.load(text, yaml.BaseLoader)
    if "on" in workflow:
        assert set(workflow["on"]) == {"push", "pull_request"}  # which have no secrets where a fork asks
        assert workflow["permissions"] == {"contents": "read"}
        assert not any("permissions" in job for job in workflow["jobs"].values())
        (jobs,) = workflow["jobs"].values()
    else:
        jobs = workflow["runs"]
    assert "secrets." not in text
    for step in jobs["steps"]:
        assert "${{" not in TRUSTED_EXPRESSION.sub("", step.get("run", ""))  # it would be read as the shell's
        action = step.get("uses", "").partition("@")[0]
        assert action in ("", "actions/checkout", "actions/setup-python", "actions/upload-artifact")
        if action == "actions/checkout":
            assert step["with"]["persist-credentials"] == "false"
            assert "ref" not in step["with"]


def test_the_hooks_are_commands_and_no_modules() -> None:
    hooks = yaml.safe_load((REPOSITORY / ".pre-commit-hooks.yaml").read_text("utf-8"))
    assert {(hook["entry"], hook["language"]) for hook in hooks} == {("cardtool", "python")}
