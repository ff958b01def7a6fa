"""Rules documents that are checked together, as chapters of one rulebook."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardtool.app.check import check_documents, find_documents
from cardtool.errors import UsageError


def test_documents_of_a_folder_are_one_rulebook_and_each_has_its_own_findings(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        "# Farm\n\nA game for 2 to 5 players. See [hens](#hens).\n", encoding="utf-8"
    )
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "b.txt").write_text("A game for 2 to 6 players.\n", encoding="utf-8")
    (tmp_path / "c.png").write_bytes(b"")
    paths = find_documents([tmp_path, tmp_path / "a.md"])
    found = dict(check_documents(paths))
    assert [path.name for path in found] == ["a.md", "b.txt"]
    assert [[each.rule.name for each in of_one] for of_one in found.values()] == [
        ["dead-link"],
        ["players-in-prose"],
    ]


def test_a_folder_without_documents_is_said_to_have_none(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="has no rules document"):
        find_documents([tmp_path])


SERBIAN = "Svaki igrač baca kockice i pomera svoje elemente; vas dvoje igrate. Dokument je ovde. "
RUSSIAN = "Каждый игрок бросает кубики, если вы можете ходить; игрок может ходить. "


@pytest.mark.parametrize("foreign", [SERBIAN, RUSSIAN])
def test_a_language_nobody_can_tell_is_not_read_as_that_of_the_other_documents(
    tmp_path: Path, foreign: str
) -> None:
    english = tmp_path / "a.md"
    english.write_text("Each player rolls the dice and moves a token of that player.\n", encoding="utf-8")
    other = tmp_path / "b.md"
    other.write_text(f"{foreign * 12}\n\n{foreign}  Igra.\n", encoding="utf-8")
    assert dict(check_documents([english, other]))[other] == ()


def test_documents_in_which_no_rule_that_reads_english_looks_are_named(tmp_path: Path) -> None:
    unread: list[str] = []
    english, german = tmp_path / "a.md", tmp_path / "b.md"
    english.write_text("Each player rolls the dice and moves a token of that player.\n", encoding="utf-8")
    german.write_text("Die Spieler legen ihre Karten der Reihe nach auf den Tisch.\n", encoding="utf-8")
    list(check_documents([english, german], tell_unread=unread.append))
    assert unread == ["b.md"]
    list(check_documents([english], language="en-GB", tell_unread=unread.append))
    assert unread == ["b.md"]


def test_a_few_words_are_read_in_the_language_of_the_other_documents(tmp_path: Path) -> None:
    english, names = tmp_path / "a.md", tmp_path / "b.md"
    english.write_text("Each player rolls the dice and moves a token of that player.\n", encoding="utf-8")
    names.write_text("Goat herd of of\n", encoding="utf-8")
    found = dict(check_documents([english, names]))[names]
    assert [each.rule.name for each in found] == ["doubled-word"]
