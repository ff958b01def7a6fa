"""A process that looks at PDFs within limits.

Started by `preflight.examiner`.
"""

from __future__ import annotations

import sys
from typing import Any

from cardtool.errors import CardtoolError
from cardtool.preflight.ink import coverages
from cardtool.preflight.looking import look
from cardtool.preflight.questions import FileQuestion, LookQuestion, Question, told
from cardtool.sandbox.request_loop import RequestLoop, limit_cpu_time, limit_files, limit_memory

__all__ = ["main"]

_MEMORY = 3 << 30
_SAID = 1 << 20  # bytes of complaints, into a file of whoever asked; nothing else is written


def main() -> None:
    """Answer questions until standard input ends. The argument: seconds of CPU for all of them."""
    asker = RequestLoop()
    limit_cpu_time(float(sys.argv[1]))
    limit_memory(_MEMORY)
    limit_files(_SAID)
    for question in asker.questions():
        try:
            answer = _answer(question)
        except CardtoolError as error:
            answer = {"error": str(error)}
        except MemoryError:
            answer = {"error": f"{question.name}: takes more memory to look at than it may"}
        asker.tell(answer)


def _answer(question: Question) -> dict[str, Any]:
    if isinstance(question, LookQuestion):
        return look(question.content, question.subjects).told()
    if isinstance(question, FileQuestion):
        from cardtool.preflight.files import examine_file  # and pikepdf, which faces do without

        content = question.file.read_bytes()
        return {"findings": told(examine_file(content, question.expected, question.safe))}
    return {"covered": coverages(question.content, question.pages)}
