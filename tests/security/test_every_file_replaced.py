"""Each file of a project in turn is no file, or not what it was: told by name, the last good output stays."""

from __future__ import annotations

import hashlib
import os
import random
import resource
from collections.abc import Callable
from pathlib import Path

import pytest
from every_file import every_file, files_of

from cardtool.cli import main

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kept")]


NO_LAYOUT = ["check", "--no-layout"]
COMMANDS = [NO_LAYOUT, ["build"], NO_LAYOUT, NO_LAYOUT, ["check"], NO_LAYOUT]


def sparse(file: Path) -> None:
    with file.open("wb") as opened:
        opened.truncate(1 << 30)


REPLACEMENTS: dict[str, Callable[[Path], object]] = {
    "a link out": lambda file: file.symlink_to("/etc/hostname"),
    "a pipe": os.mkfifo,
    "a folder": Path.mkdir,
    "empty": lambda file: file.write_bytes(b""),
    "a gigabyte of nothing": sparse,
    "random bytes": lambda file: file.write_bytes(random.Random(5).randbytes(4000)),
    "UTF-16": lambda file: file.write_text("title: Farm ä\n", encoding="utf-16"),
}


@pytest.fixture(scope="module")
def farm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("farm").resolve()
    every_file(folder)
    assert main(["--project", str(folder), "build"]) == 0
    return folder


def outputs(farm: Path) -> dict[str, str]:
    return {
        file.name: hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted((farm / "output/farm").iterdir())
    }


def memory() -> int:
    """The most that this process has held at once so far, for whatever test, in KB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


@pytest.mark.parametrize("what", REPLACEMENTS)
def test_whatever_a_file_becomes_it_is_told_by_name(
    farm: Path, what: str, capsys: pytest.CaptureFixture[str]
) -> None:
    good, before = outputs(farm), memory()
    first = list(REPLACEMENTS).index(what) % 3  # every third file becomes each of these, and all become some
    for number, name in enumerate(files_of(farm)[first::3]):
        file = farm / name
        content = file.read_bytes()
        file.unlink()
        REPLACEMENTS[what](file)
        words = COMMANDS[number % len(COMMANDS)]
        code = main(["--project", str(farm), *words])
        said = capsys.readouterr()
        if file.is_dir() and not file.is_symlink():
            file.rmdir()
        else:
            file.unlink()
        file.write_bytes(content)
        assert code in (1, 4), (name, said)
        assert file.name in said.out + said.err
        assert outputs(farm) == good
    assert memory() < max(before, 600_000) + 300_000
