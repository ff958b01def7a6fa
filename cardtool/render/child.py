"""A worker process: takes batches on standard input, answers on standard output, within limits.

Started by `render.worker` as `python -m cardtool.render.child`. Answers are JSON and PDF bytes, never
pickles, so that nothing a drawing engine was tricked into can reach the process that asked.
"""

from __future__ import annotations

import json
import os
import pickle
import sys
from typing import Any, BinaryIO

from cardtool.errors import CardtoolError, TemplateError
from cardtool.render.batch import Batch, Drawn
from cardtool.render.studio import draw_batch

__all__ = ["main"]

_MEMORY = 2 << 30
_FILE_SIZE = 256 << 20
_SECONDS_A_FACE = 0.1  # of CPU, beside those that any batch may take


def main() -> None:
    """Serve batches until standard input ends. The first argument: seconds of CPU for any batch."""
    seconds = float(sys.argv[1])
    asked = sys.stdin.buffer
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # what a library prints must not pass for an answer
    _limit_process()
    while size := asked.read(8):
        batch: Batch = pickle.loads(asked.read(int.from_bytes(size)))
        _limit_time(seconds + _SECONDS_A_FACE * len(batch.jobs))
        _serve(batch, answers)


def _serve(batch: Batch, answers: BinaryIO) -> None:
    def begin(index: int) -> None:
        _answer(answers, {"begin": index})

    try:
        drawn = draw_batch(batch, begin)
        _fail_on_warnings()
    except CardtoolError as error:
        _answer(answers, {"error": str(error), "kind": type(error).__name__})
    except MemoryError:
        _answer(answers, {"error": "drawing takes more memory than it may", "kind": "TemplateError"})
    else:
        _answer(answers, {"troubles": _troubles(drawn)}, drawn.pdf)


def _answer(answers: BinaryIO, head: dict[str, Any], body: bytes = b"") -> None:
    text = json.dumps(head).encode()
    answers.write(len(text).to_bytes(8) + len(body).to_bytes(8) + text + body)
    answers.flush()


def _troubles(drawn: Drawn) -> list[dict[str, Any]]:
    return [
        {
            "index": index,
            "missing": trouble.missing,
            "overflows": [[over.box, over.down, over.across] for over in trouble.overflows],
        }
        for index, trouble in sorted(drawn.troubles.items())
    ]


def _fail_on_warnings() -> None:
    """An engine that warns has left something out; that is an error. Raises: TemplateError."""
    os.lseek(2, 0, os.SEEK_SET)
    said = os.read(2, 1 << 16).decode("utf-8", "replace")
    os.ftruncate(2, 0)
    os.lseek(2, 0, os.SEEK_SET)
    warnings = [line for line in said.splitlines() if line.startswith("WARNING: ")]
    if warnings:
        raise TemplateError("a face could not be drawn whole: " + warnings[0].removeprefix("WARNING: ")[:300])


def _limit_process() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits; the parent still watches the clock
        return
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (_FILE_SIZE, _FILE_SIZE))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _limit_time(seconds: float) -> None:
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    whole = int(used.ru_utime + used.ru_stime + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (whole, resource.RLIM_INFINITY))


if __name__ == "__main__":
    main()
