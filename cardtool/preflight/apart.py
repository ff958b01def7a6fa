"""Has a file examined by a process of its own, within limits: a stranger's PDF may be made to crash or hang.

Draws and opens nothing itself.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

from cardtool.errors import CardtoolError, ProjectError
from cardtool.finding import Finding
from cardtool.model import Source
from cardtool.preflight.rules import RULES
from cardtool.preflight.subject import Expected

__all__ = ["examine_apart"]

_SECONDS = 120  # of CPU; 612 faces with art, the most a print shop takes at once, need some 20
_LARGEST = 1_000_000_000  # bytes; what print shops take at most
_KEPT = ("PATH", "SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")


def examine_apart(file: Path, expected: Expected, safe: float) -> tuple[Finding, ...]:
    """What is wrong with a PDF file, whoever made it. Text keeps `safe` mm from where pages are cut.

    Raises: ProjectError when it cannot be opened, or cannot be looked at within the limits.
    """
    if not file.is_file():
        raise ProjectError(f"{expected.name}: {'not a file' if file.exists() else 'there is no such file'}")
    if file.stat().st_size > _LARGEST:
        raise ProjectError(
            f"{expected.name}: more than {_LARGEST // 1_000_000_000} GB, which is too much to look at"
        )
    answer = _asked(_question(file, expected, safe), expected.name)
    if "error" in answer:
        raise ProjectError(answer["error"])
    rules = {rule.code: rule for rule in RULES}
    return tuple(
        rules[told["rule"]].found(Source(expected.name, told["page"]), told["message"], told["fix"])
        for told in answer["findings"]
    )


def _question(file: Path, expected: Expected, safe: float) -> bytes:
    asked = {
        "file": str(file.resolve()),
        "name": expected.name,
        "paper": expected.paper,
        "sheet": expected.sheet,
        "budget": expected.budget,
        "safe": safe,
        "seconds": _SECONDS,
    }
    return json.dumps(asked).encode()


def _asked(question: bytes, name: str) -> dict[str, Any]:
    """What the process answers. Raises: ProjectError when it has no answer to give."""
    environment = {key: os.environ[key] for key in _KEPT if key in os.environ}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    # -P: nothing is imported from the folder the user stands in
    command = [sys.executable, "-P", "-m", "cardtool.preflight.child"]
    try:
        done = subprocess.run(
            command, input=question, capture_output=True, env=environment, timeout=2 * _SECONDS, check=False
        )
    except subprocess.TimeoutExpired:
        raise ProjectError(f"{name}: is not examined after {2 * _SECONDS} seconds") from None
    if done.returncode == 1:  # Python itself ended: a fault of ours, not of the file
        raise CardtoolError("examining a file failed\n" + done.stderr.decode("utf-8", "replace"))
    if done.returncode:
        raise ProjectError(f"{name}: {_reason(done.returncode)}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _reason(code: int) -> str:
    if -code in (getattr(signal, "SIGXCPU", 0), getattr(signal, "SIGKILL", 0)):
        return f"takes more than {_SECONDS} seconds to look at"
    return f"makes the reader of PDFs crash (exit code {code})"
