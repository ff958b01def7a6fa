"""Findings for build servers: GitHub's annotations, SARIF, JUnit. What data says forges nothing in them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from cardtool import report
from cardtool.app.rule_docs import ALL_RULES
from cardtool.finding import Edit, Finding, Rule, Severity
from cardtool.model import Source
from cardtool.report import SubjectReport

SCHEMA = json.loads((Path(__file__).parent / "sarif.schema.json").read_text(encoding="utf-8"))
TWIN = Rule("CT104", "unique-names", manual="Every card has a name of its own.\n\nMore about it.")
WORN = Rule("CT302", "retired-word", Severity.WARNING)
PLACE = Source("cards/my farm/beasts.yaml", 4, 9)
FORGERIES = (
    "::error::x",
    "##[error]x",
    "##vso[task.complete]x",
    "###teamcity[x]",
    "\x1b[31mred",
    "a\r\n::set-output name=x::y",
    "%0A::warning::",
    "]]>&<",
)
ANY_TEXT = (
    st.text(max_size=20)
    | st.sampled_from(FORGERIES)
    | st.text(max_size=9).map(lambda text: f"{text}\ud800{text}")
)


def found(message: str = "taken", fix: str | None = None, rule: Rule = TWIN, **places: Any) -> Finding:
    source = places.get("source", PLACE)
    return rule.found(source, message, fix, places.get("edit"))


def reported(*findings: Finding) -> list[SubjectReport]:
    return [SubjectReport("farm", findings)]


# GitHub


def test_an_annotation_names_file_line_column_and_rule() -> None:
    assert report.format_github(reported(found("taken, 100 %", "rename it"), found(rule=WORN))) == (
        "::error file=cards/my farm/beasts.yaml,line=4,col=9,title=CT104 unique-names"
        "::taken, 100 %25%0A→ rename it\n"
        "::warning file=cards/my farm/beasts.yaml,line=4,col=9,title=CT302 retired-word::taken\n"
    )


def test_nothing_found_annotates_nothing() -> None:
    assert report.format_github(reported()) == ""


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_each_finding_is_one_command_and_says_what_it_says(message: str, fix: str, file: str) -> None:
    text = report.format_github(reported(found(message, fix, source=Source(file, 1, 1))))
    (line,) = text.split("\n")[:-1]
    command = re.fullmatch(r"::error ([^:]*)::([^\n\r]*)", line)
    assert command is not None, line
    assert [each.partition("=")[0] for each in command[1].split(",")] == ["file", "line", "col", "title"]
    assert not re.search(r"[\x00-\x1f\x7f\u202a-\u202e\u2028\u2029]", line)
    assert "%0D" not in line
    assert text.encode("utf-8", "backslashreplace").count(b"\n") == 1


# SARIF


def sarif(*findings: Finding, rules: tuple[Rule, ...] = (TWIN, WORN)) -> dict[str, Any]:
    log = json.loads(report.format_sarif(reported(*findings), rules, "0.1.0"))
    Draft202012Validator(SCHEMA, format_checker=Draft202012Validator.FORMAT_CHECKER).validate(log)
    assert isinstance(log, dict)
    return log


def test_a_result_has_its_rule_its_place_and_its_remedy() -> None:
    edit = Edit(PLACE, "Heap", "Great Hoard")
    (run,) = sarif(found(rule=WORN), found(edit=edit))["runs"]
    worn, twin = run["results"]
    assert run["tool"]["driver"]["rules"][worn["ruleIndex"]]["name"] == "retired-word"
    assert (worn["level"], twin["level"]) == ("warning", "error")
    assert twin["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "cards/my%20farm/beasts.yaml"},
        "region": {"startLine": 4, "startColumn": 9},
    }
    (replacement,) = twin["fixes"][0]["artifactChanges"][0]["replacements"]
    assert replacement["deletedRegion"] == {"startLine": 4, "startColumn": 9, "endColumn": 13}
    assert replacement["insertedContent"] == {"text": "Great Hoard"}


@pytest.mark.parametrize(("old", "new"), [("Spoil Heap", "Hoard"), ("Goat", "Crom's"), ("Goat", "a: b")])
def test_an_edit_that_only_cardtool_can_do_is_not_offered_to_others(old: str, new: str) -> None:
    (run,) = sarif(found(edit=Edit(PLACE, old, new)))["runs"]
    assert "fixes" not in run["results"][0]


def test_every_rule_we_have_fits_in_a_log() -> None:
    (run,) = sarif(*(found(rule=rule) for rule in ALL_RULES), rules=ALL_RULES)["runs"]
    described = run["tool"]["driver"]["rules"]
    assert len(described) == len(ALL_RULES)
    assert [described[result["ruleIndex"]]["id"] for result in run["results"]] == [
        rule.code for rule in ALL_RULES
    ]


def test_a_finding_stays_the_same_when_it_moves_down_and_twins_are_told_apart() -> None:
    here = found("taken by goat (line 3), see cards/a.yaml:3:9")
    there = found("taken by goat (line 39), see cards/a.yaml:39:9", source=Source(PLACE.file, 40, 9))
    (one,) = sarif(here)["runs"][0]["results"]
    (other,) = sarif(there)["runs"][0]["results"]
    assert one["partialFingerprints"] == other["partialFingerprints"]
    both = sarif(here, there)["runs"][0]["results"]
    assert both[0]["partialFingerprints"] != both[1]["partialFingerprints"]


@given(ANY_TEXT.filter(bool), ANY_TEXT, ANY_TEXT.filter(lambda file: bool(file) and not file.startswith("/")))
def test_a_log_is_valid_and_ascii_whatever_it_says(message: str, fix: str, file: str) -> None:
    source = Source(file, 1, 1)
    finding = found(message, fix, source=source, edit=Edit(source, "a", fix or "b"))
    text = report.format_sarif(reported(finding), (TWIN,), "0.1.0")
    assert text.isascii()
    assert not re.search(r"##\w*\[", text)
    sarif(finding)


# JUnit


def test_each_rule_is_a_test_and_fails_where_it_found_an_error() -> None:
    text = report.format_junit(
        reported(found("taken", "rename it"), found("again"), found(rule=WORN)), (TWIN, WORN)
    )
    root = ElementTree.fromstring(text)
    suite = root[0]
    assert (root.tag, suite.tag) == ("testsuites", "testsuite")
    assert {key: suite.get(key) for key in ("name", "tests", "failures", "errors")} == {
        "name": "farm",
        "tests": "2",
        "failures": "1",
        "errors": "0",
    }
    twin, worn = suite
    assert twin.get("name") == "CT104 unique-names"
    assert twin[0].tag == "failure"
    assert twin[0].get("message") == "taken (and 1 more)"
    assert twin[0].text == (
        "./cards/my farm/beasts.yaml:4:9: error: taken → rename it\n"
        "./cards/my farm/beasts.yaml:4:9: error: again"
    )
    assert [each.tag for each in worn] == ["system-out"]


def test_a_clean_game_passes_every_test_that_was_run() -> None:
    clean = [SubjectReport("farm", (), ran=["CT104", "CT301"])]
    suite = ElementTree.fromstring(report.format_junit(clean, ALL_RULES))[0]
    assert len(suite) == len(ALL_RULES)
    assert [test.get("name") for test in suite if len(test) == 0] == [
        "CT104 unique-names",
        "CT301 retired-term",
    ]
    assert {each.tag for test in suite for each in test} == {"skipped"}
    assert suite.get("skipped") == str(len(ALL_RULES) - 2)


@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_the_xml_is_whole_whatever_it_says(message: str, fix: str, file: str) -> None:
    text = report.format_junit(
        [SubjectReport(file, (found(message, fix, source=Source(file, 1, 1)),))], (TWIN,)
    )
    root = ElementTree.fromstring(text.encode("utf-8"))
    assert [each.tag for each in root.iter()] == ["testsuites", "testsuite", "testcase", "failure"]
    assert not re.search(r"##\w*\[", text)
    assert not any(line.lstrip().startswith("::") for line in text.splitlines())
