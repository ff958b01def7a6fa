"""A process that looks at PDFs within limits: asked on standard input, answers on standard output.

Started by `preflight.examiner` as `python -m cardtool.preflight.child`.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from typing import Any, BinaryIO

from cardtool.errors import CardtoolError
from cardtool.preflight.ink import coverages
from cardtool.preflight.looking import look
from cardtool.preflight.questions import FileQuestion, LookQuestion, Question, told

__all__ = ["main"]

_MEMORY = 3 << 30
_SAID = 1 << 20  # bytes of complaints, into a file of whoever asked; nothing else is written


def main() -> None:
    """Answer questions until standard input ends. The argument: seconds of CPU for all of them."""
    asked = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not pass for an answer
    _limit(int(float(sys.argv[1])))
    while size := asked.read(8):
        question: Question = pickle.loads(asked.read(int.from_bytes(size)))
        try:
            answer = _answer(question)
        except CardtoolError as error:
            answer = {"error": str(error)}
        except MemoryError:
            answer = {"error": f"{question.name}: takes more memory to look at than it may"}
        _say(answers, answer)


def _answer(question: Question) -> dict[str, Any]:
    if isinstance(question, LookQuestion):
        return look(question.content, question.subjects).told()
    if isinstance(question, FileQuestion):
        from cardtool.preflight.files import examine_file  # and pikepdf, which faces do without

        content = question.file.read_bytes()
        return {"findings": told(examine_file(content, question.expected, question.safe))}
    return {"covered": coverages(question.content, question.pages)}


def _say(answers: BinaryIO, answer: dict[str, Any]) -> None:
    text = json.dumps(answer).encode()
    answers.write(len(text).to_bytes(8) + text)
    answers.flush()


def _limit(seconds: int) -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits; whoever asked still watches the clock
        return
    for limit, most in (
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, _SAID),
        (resource.RLIMIT_CORE, 0),
    ):
        ceiling = resource.getrlimit(limit)[1]
        allowed = most if ceiling == resource.RLIM_INFINITY else min(most, ceiling)
        resource.setrlimit(limit, (allowed, allowed))


if __name__ == "__main__":
    main()
