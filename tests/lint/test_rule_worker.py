"""A long document is judged by two processes, and told the same as if one had judged it."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from cardtool import lint
from cardtool.documents import Text, TextKind, read_markdown
from cardtool.lint import rule_worker as module
from cardtool.lint.rule_worker import RuleWorker
from cardtool.rule_runner import Check, rule_from_module

WRONG = "Take the the card. Each players draws two card.\n\n## Setup\n\nSee section 9. Draw an card.\n"
HERE = os.getpid()
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="no process is copied here")


@pytest.fixture(autouse=True)
def any_document(monkeypatch: pytest.MonkeyPatch) -> None:
    """Even a short document is worth another process, and no thread of another test is in the way."""
    monkeypatch.setattr(module, "_WORTH_SHARING", 0)
    monkeypatch.setattr(threading, "active_count", lambda: 1)


def a_document() -> Text:
    return Text("rules.md", TextKind.DOCUMENT, read_markdown(WRONG, "rules.md"))


def a_rule(code: str, check: Any) -> lint.LintRule:
    return Check(rule_from_module(__name__, code, f"rule-{code}"), check)


def where(subject: lint.Subject) -> Iterator[Any]:
    yield subject.texts.blocks[0][1].at(), "here" if os.getpid() == HERE else "in the copy"


def fails(subject: lint.Subject) -> Iterator[Any]:
    if os.getpid() != HERE:
        os._exit(9)
    yield subject.texts.blocks[0][1].at(), "here"


def hangs(subject: lint.Subject) -> Iterator[Any]:
    while os.getpid() != HERE:
        pass
    yield subject.texts.blocks[0][1].at(), "here"


def waits_for_the_copy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make this process wait at its first rule until the copy has told of its first."""
    told = RuleWorker.findings_of

    def after_the_copy(worker: RuleWorker, at_work: lint.LintRule) -> Any:
        if worker._answers and not worker._found:
            worker._answers.poll(20)
        return told(worker, at_work)

    monkeypatch.setattr(RuleWorker, "findings_of", after_the_copy)


def messages(monkeypatch: pytest.MonkeyPatch, *rules: lint.LintRule, jobs: int = 2) -> list[str]:
    monkeypatch.setattr(lint, "RULES", rules)
    return [each.message for each in lint.check_document(a_document(), language="en", jobs=jobs)]


def test_two_processes_find_what_one_finds() -> None:
    alone = lint.check_document(a_document(), language="en")
    assert {"CT602", "CT611", "CT614"} <= {each.rule.code for each in alone}
    assert lint.check_document(a_document(), language="en", jobs=2) == alone


def test_the_copy_judges_by_the_last_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    waits_for_the_copy(monkeypatch)
    rules = a_rule("CT697", where), a_rule("CT698", lambda subject: ())
    assert messages(monkeypatch, *reversed(rules)) == ["in the copy"]
    assert messages(monkeypatch, *reversed(rules), jobs=1) == ["here"]


def test_threads_are_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    waits_for_the_copy(monkeypatch)
    monkeypatch.setattr(threading, "active_count", lambda: 2)
    assert messages(monkeypatch, a_rule("CT697", where)) == ["here"]


@pytest.mark.parametrize("check", [fails, hangs])
def test_nobody_waits_for_a_copy_that_has_ended_or_does_not_answer(
    monkeypatch: pytest.MonkeyPatch, check: Any
) -> None:
    assert messages(monkeypatch, a_rule("CT697", where), a_rule("CT698", check)) == ["here", "here"]


def test_a_text_without_words_is_judged_by_one_process(monkeypatch: pytest.MonkeyPatch) -> None:
    waits_for_the_copy(monkeypatch)
    monkeypatch.setattr(lint, "RULES", (a_rule("CT697", where),))
    dots = Text("rules.md", TextKind.DOCUMENT, read_markdown("… … …\n", "rules.md"))
    assert [each.message for each in lint.check_document(dots, language="en", jobs=2)] == ["here"]
