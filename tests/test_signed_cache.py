"""An entry of the cache is read as this user wrote it, or not at all; and nobody waits for one."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cardtool.cli import main
from cardtool.project import CACHE
from cardtool.render import cache_key
from cardtool.signed_cache import CACHE_KEY_VARIABLE, SignedFolder, cache_key_environment

posix = pytest.mark.skipif(os.name == "nt", reason="links, pipes and rights")
CONTENT = b"what was made, and need not be made again"


@pytest.fixture(autouse=True)
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path / "cache"))
    monkeypatch.setenv("CARDTOOL_CONFIG", str(tmp_path / "settings"))


def folder() -> SignedFolder:
    return SignedFolder("measured", 1000)


def file(tmp_path: Path) -> Path:
    return tmp_path / "cache/measured/farm.entry"


def test_what_was_written_is_read_again() -> None:
    folder().write("farm", CONTENT)
    assert folder().read("farm") == CONTENT


def test_every_changed_byte_is_noticed_and_the_entry_thrown_away(tmp_path: Path) -> None:
    folder().write("farm", CONTENT)
    whole = file(tmp_path).read_bytes()
    for at in range(len(whole)):
        file(tmp_path).write_bytes(whole[:at] + bytes([whole[at] ^ 0x80]) + whole[at + 1 :])
        assert folder().read("farm") is None, at
        assert not file(tmp_path).exists(), at


def test_every_cut_is_noticed(tmp_path: Path) -> None:
    folder().write("farm", CONTENT)
    whole = file(tmp_path).read_bytes()
    for length in range(len(whole)):
        file(tmp_path).write_bytes(whole[:length])
        assert folder().read("farm") is None, length


def test_an_entry_does_not_pass_for_another(tmp_path: Path) -> None:
    folder().write("farm", CONTENT)
    file(tmp_path).rename(tmp_path / "cache/measured/town.entry")
    assert folder().read("town") is None
    folder().write("farm", CONTENT)
    (tmp_path / "cache/templates").mkdir()
    file(tmp_path).rename(tmp_path / "cache/templates/farm.entry")
    assert SignedFolder("templates", 1000).read("farm") is None


def test_an_entry_of_another_cardtool_is_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    folder().write("farm", CONTENT)
    monkeypatch.setattr("cardtool.signed_cache.__version__", "0.0.1")
    assert folder().read("farm") is None


def test_an_entry_of_another_key_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder().write("farm", CONTENT)
    monkeypatch.setenv("CARDTOOL_CONFIG", str(tmp_path / "other"))
    assert folder().read("farm") is None


@posix
@pytest.mark.parametrize("kind", ["pipe", "folder", "link", "endless", "loop"])
def test_what_is_no_entry_is_thrown_away_without_waiting(tmp_path: Path, kind: str) -> None:
    folder().write("farm", CONTENT)
    place, whole = file(tmp_path), file(tmp_path).read_bytes()
    place.unlink()
    (tmp_path / "elsewhere").write_bytes(whole)

    def endless() -> None:
        with place.open("wb") as opened:
            opened.truncate(1 << 30)

    make: dict[str, Callable[[], object]] = {
        "pipe": lambda: os.mkfifo(place),
        "folder": place.mkdir,
        "link": lambda: place.symlink_to(tmp_path / "elsewhere"),
        "endless": endless,
        "loop": lambda: place.symlink_to(place),
    }
    make[kind]()
    assert folder().read("farm") is None
    assert not os.path.lexists(place)
    folder().write("farm", CONTENT)
    assert folder().read("farm") == CONTENT
    assert (tmp_path / "elsewhere").read_bytes() == whole


@posix
def test_a_folder_that_is_a_link_is_neither_read_nor_written(tmp_path: Path) -> None:
    folder().write("farm", CONTENT)
    (tmp_path / "cache/measured").rename(tmp_path / "elsewhere")
    (tmp_path / "cache/measured").symlink_to(tmp_path / "elsewhere")
    assert folder().read("farm") is None
    folder().write("town", CONTENT)
    assert [each.name for each in (tmp_path / "elsewhere").iterdir()] == ["farm.entry"]


@posix
def test_key_and_entries_are_for_this_user_alone(tmp_path: Path) -> None:
    (tmp_path / "cache/measured").mkdir(parents=True, mode=0o777)
    folder().write("farm", CONTENT)
    for path in (tmp_path / "cache/measured", file(tmp_path), tmp_path / "settings/cache.key"):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0, path


def test_only_the_latest_are_kept(tmp_path: Path) -> None:
    for number in range(5):
        folder().write(f"game-{number}", CONTENT)
        os.utime(tmp_path / f"cache/measured/game-{number}.entry", (number, number))
    folder().keep_latest(2)
    left = sorted(each.name for each in (tmp_path / "cache/measured").iterdir())
    assert left == ["game-3.entry", "game-4.entry"]


def test_the_key_is_made_once() -> None:
    key = cache_key()
    assert key is not None
    assert len(key) == 32
    assert cache_key() == key


@posix
@pytest.mark.parametrize("kind", ["short", "long", "open to others"])
def test_a_key_that_cannot_be_trusted_is_made_anew(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "settings/cache.key"
    first = cache_key()
    if kind == "open to others":
        place.chmod(0o644)
    else:
        place.write_bytes(b"x" * (10 if kind == "short" else 33))
    second = cache_key()
    assert second not in (None, first)
    assert cache_key() == second


@posix
@pytest.mark.parametrize("kind", ["pipe", "link", "folder", "no folder for it"])
def test_without_a_key_nothing_is_kept(tmp_path: Path, kind: str) -> None:
    place = tmp_path / "settings/cache.key"
    if kind == "no folder for it":
        (tmp_path / "settings").write_text("a file is in the way")
    else:
        place.parent.mkdir()
        (tmp_path / "other.key").write_bytes(b"x" * 32)
        make: dict[str, Callable[[], object]] = {
            "pipe": lambda: os.mkfifo(place),
            "link": lambda: place.symlink_to(tmp_path / "other.key"),
            "folder": place.mkdir,
        }
        make[kind]()
    assert cache_key() is None
    assert cache_key_environment() == {CACHE_KEY_VARIABLE: ""}
    folder().write("farm", CONTENT)
    assert folder().read("farm") is None
    assert not (tmp_path / "cache").exists()


def test_a_worker_is_told_the_key_by_its_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder().write("farm", CONTENT)
    (told,) = cache_key_environment().values()
    monkeypatch.setenv("CARDTOOL_CONFIG", str(tmp_path / "none"))
    monkeypatch.setenv(CACHE_KEY_VARIABLE, told)
    assert folder().read("farm") == CONTENT
    assert not (tmp_path / "none").exists()
    monkeypatch.setenv(CACHE_KEY_VARIABLE, "no key")
    assert folder().read("farm") is None


@pytest.mark.slow
def test_processes_that_begin_together_agree_on_the_key(tmp_path: Path) -> None:
    code = "from cardtool.signed_cache import cache_key; print(cache_key().hex())"
    begun = [subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) for _ in range(4)]
    keys = {process.communicate(timeout=60)[0] for process in begun}
    assert len(keys) == 1
    assert [each.name for each in (tmp_path / "settings").iterdir()] == ["cache.key"]


@pytest.mark.slow
def test_doctor_says_when_nothing_can_be_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "settings").write_text("a file is in the way")
    main(["doctor"])
    assert f"not kept: no key can be kept in {tmp_path / 'settings'}" in capsys.readouterr().out
