"""A process that examines one file within limits: told on standard input what, answers on standard output.

Started by `preflight.apart` as `python -m cardtool.preflight.child`. Both ways it is JSON.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

from cardtool.errors import CardtoolError
from cardtool.geometry import Size
from cardtool.preflight.files import examine_file
from cardtool.preflight.subject import Expected

__all__ = ["main"]

_MEMORY = 3 << 30


def main() -> None:
    """Answer the question and end."""
    asked = json.load(sys.stdin)
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a library prints must not pass for an answer
    _limit(int(asked["seconds"]))
    try:
        answer = _answer(asked)
    except CardtoolError as error:
        answer = {"error": str(error)}
    except MemoryError:
        answer = {"error": f"{asked['name']}: takes more memory to look at than it may"}
    json.dump(answer, answers)
    answers.close()


def _answer(asked: dict[str, Any]) -> dict[str, Any]:
    paper = Size(*asked["paper"]) if asked["paper"] else None
    expected = Expected(asked["name"], paper, asked["sheet"], asked["budget"])
    content = Path(asked["file"]).read_bytes()
    found = examine_file(content, expected, asked["safe"])
    return {
        "findings": [
            {"rule": each.rule.code, "page": each.source.line, "message": each.message, "fix": each.fix}
            for each in found
        ]
    }


def _limit(seconds: int) -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits; whoever asked still watches the clock
        return
    for limit, most in (
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        ceiling = resource.getrlimit(limit)[1]
        allowed = most if ceiling == resource.RLIM_INFINITY else min(most, ceiling)
        resource.setrlimit(limit, (allowed, allowed))


if __name__ == "__main__":
    main()
