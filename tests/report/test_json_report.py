"""Findings for other programs: a form that does not change."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from cardtool import report
from cardtool.finding import Rule, Severity
from cardtool.model import Source

ANY_TEXT = st.text(max_size=20) | st.text(max_size=20).map(lambda text: f"{text}\ud800 half a letter")


def test_the_document_has_exactly_this_form() -> None:
    findings = [
        Rule("CT104", "unique-names").found(Source("cards/farm/boats.yaml", 4, 9), "taken", "rename it"),
        Rule("CT999", "odd-credit", Severity.WARNING).found(Source("credits.yaml"), "gone"),
    ]
    assert report.format_json(findings, "farm", "0.1.0") == (
        """\
{
  "tool": "cardtool",
  "version": "0.1.0",
  "game": "farm",
  "findings": [
    {
      "rule": "CT104",
      "name": "unique-names",
      "severity": "error",
      "message": "taken",
      "file": "cards/farm/boats.yaml",
      "line": 4,
      "column": 9,
      "fix": {
        "hint": "rename it"
      }
    },
    {
      "rule": "CT999",
      "name": "odd-credit",
      "severity": "warning",
      "message": "gone",
      "file": "credits.yaml",
      "line": 1,
      "column": 1,
      "fix": null
    }
  ],
  "summary": {
    "error": 1,
    "warning": 1,
    "info": 0,
    "waived": 0
  }
}
"""
    )


def test_a_clean_game_has_an_empty_list() -> None:
    document = json.loads(report.format_json([], "farm", "0.1.0"))
    assert document["findings"] == []
    assert document["summary"] == {"error": 0, "warning": 0, "info": 0, "waived": 0}


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_any_text_comes_through_whole_and_in_ascii(file: str, message: str, fix: str) -> None:
    written = report.format_json([Rule("CT104", "x").found(Source(file), message, fix)], "farm", "1")
    assert written.isascii()
    assert "##[" not in written
    found = json.loads(written)["findings"][0]
    assert (found["file"], found["message"], found["fix"]) == (file, message, {"hint": fix})


def test_a_command_of_a_build_server_is_broken_up_but_not_changed() -> None:
    written = report.format_json([Rule("CT104", "x").found(Source("a"), "###[error]x")], "farm", "1")
    assert "##[" not in written
    assert json.loads(written)["findings"][0]["message"] == "###[error]x"
