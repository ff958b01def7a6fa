"""Has a copy of this process judge a long document by the last rules, while this one judges by the first.

What the copy finds is believed: it is what this process would find. Nobody waits for it: a rule that it has
not answered for yet is run here, too, so it may fail or hang as it likes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing.connection import Connection

from cardtool.finding import Finding
from cardtool.lint.core.registry import LintRule, Subject
from cardtool.lint.rules import findings_of
from cardtool.process_copy import can_copy, copy_at_work
from cardtool.rule_runner import time_limit
from cardtool.sandbox import worker_count

_WORTH_SHARING = 60_000  # characters, judged in half a second; the copy is made in some hundredths


class RuleWorker:
    """What rules find in a document, be it here or in the copy of this process."""

    def __init__(self, subject: Subject, answers: Connection | None) -> None:
        self._subject, self._answers = subject, answers
        self._found: dict[str, list[Finding]] = {}

    def findings_of(self, at_work: LintRule) -> list[Finding]:
        """Return what a rule finds. Raises: CardtoolError when the rule itself fails."""
        with suppress(OSError, EOFError):  # the copy has ended
            while self._answers and self._answers.poll():
                self._found.update([self._answers.recv()])
        found = self._found.get(at_work.code)
        return findings_of(at_work, self._subject) if found is None else found


@contextmanager
def start_rule_worker(
    subject: Subject, rules: Sequence[LintRule], jobs: int | None, seconds: float
) -> Iterator[RuleWorker]:
    """Have a document judged by these rules, in a copy of this process as well where that is worth it.

    It ends after so many seconds of the processor, and there is none where the system cannot copy a process,
    or this one has threads, which are not copied.
    """
    length = sum(len(block.text) for _, block in subject.texts.blocks)
    is_worth = length >= _WORTH_SHARING and worker_count(jobs) > 1
    if not (can_copy() and is_worth and subject.texts.words):  # these are found for both processes
        yield RuleWorker(subject, None)
        return
    with copy_at_work(lambda told: _judge_backwards(subject, rules, told, seconds)) as answers:
        yield RuleWorker(subject, answers)


def _judge_backwards(subject: Subject, rules: Sequence[LintRule], told: Connection, seconds: float) -> None:
    with time_limit(seconds):  # the other process will meet what is raised, too
        for each in reversed(rules):
            told.send((each.code, findings_of(each, subject)))
