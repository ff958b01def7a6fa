"""The program that knows misspellings may fail, hang or talk nonsense: the check goes on, and says so."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from cardtool import lint
from cardtool.documents import Text, TextKind, read_markdown
from cardtool.finding import sorted_findings
from cardtool.lint.language import spelling

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the stand-ins are shell scripts")


def a_program(folder: Path, monkeypatch: pytest.MonkeyPatch, does: str) -> None:
    """Let a script that does this stand in for `typos`."""
    script = folder / "typos"
    script.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setattr(spelling, "spelling_program", lambda: str(script))


def found_in(words: str) -> list[str]:
    text = Text("rules.md", TextKind.DOCUMENT, read_markdown(words, "rules.md"))
    found = sorted_findings(lint.check_document(text, language="en"))
    return [f"{each.source} {each.message} [{each.rule.name}]" for each in found]


@pytest.mark.parametrize(
    ("does", "why"),
    [
        ("echo out of memory >&2; exit 3", "typos ended with 3: out of memory"),
        ("echo no JSON", "the answer of typos cannot be read"),
        ("""echo '{"type": "typo"}'""", "the answer of typos cannot be read"),
        (
            """echo '{"type": "typo", "line_num": 99, "byte_offset": 0, "typo": "a", "corrections": []}'""",
            "the answer of typos cannot be read",
        ),
    ],
    ids=["fails", "talks nonsense", "leaves out", "names another line"],
)
def test_a_program_without_an_answer_is_told_in_words_beside_what_else_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str, why: str
) -> None:
    a_program(tmp_path, monkeypatch, does)
    assert found_in("Take the the card.") == [
        f"rules.md:1:1 misspellings were not looked for: {why} [spelling]",
        'rules.md:1:6 "the the" says it twice [doubled-word]',
    ]


def test_a_program_that_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spelling, "_TIMEOUT", 0.2)
    a_program(tmp_path, monkeypatch, "exec sleep 60")
    assert found_in("Take it.") == [
        "rules.md:1:1 misspellings were not looked for: typos took more than 0.2 seconds [spelling]"
    ]


def test_a_program_that_cannot_be_started_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_program(tmp_path, monkeypatch, "")
    (tmp_path / "typos").chmod(0o644)
    assert found_in("Take it.") == [
        "rules.md:1:1 misspellings were not looked for: "
        "typos cannot be started (Permission denied) [spelling]"
    ]


def test_what_is_no_word_is_not_handed_to_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = tmp_path / "given.txt"
    a_program(tmp_path, monkeypatch, f"cat > '{given}'")
    found_in("Take " + "a-" * 5000 + " and go.")
    assert given.read_text(encoding="utf-8").split() == ["Take", "and", "go."]


def test_a_slip_behind_what_is_no_word_keeps_its_place_in_spelling() -> None:
    assert found_in("Take " + "a-" * 5000 + " and recieve it.") == [
        'rules.md:1:10011 "recieve" is misspelt [spelling]'
    ]
