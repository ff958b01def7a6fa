"""Baseline files: the findings of an old project that takes up the checker, to be dealt with by and by."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cardtool.errors import ProjectError, UsageError
from cardtool.files import is_plain_file, read_plain_file, replace_file
from cardtool.finding import Finding
from cardtool.report import message_without_lines

_LARGEST_BASELINE = 16_000_000  # bytes
_SOURCE_FOLDERS = ("cards", "templates", "schemas")
_MALFORMED = (
    ValueError,
    OverflowError,
    KeyError,
    TypeError,
    RecursionError,
)  # what reading no baseline raises

FindingKey = tuple[str, str, str]
"""Rule, file and message of a finding, as far as they stay when lines above it come or go."""


def format_baseline(findings: Iterable[Finding]) -> str:
    """Return the findings as the text of a baseline file; their lines are left out, for they change."""
    rows = [
        {"rule": rule, "file": file, "message": message, "count": count}
        for (rule, file, message), count in sorted(Counter(map(_finding_key, findings)).items())
    ]
    return json.dumps({"tool": "cardtool", "baseline": 1, "findings": rows}, indent=2) + "\n"


def read_baseline(path: Path) -> Counter[FindingKey]:
    """Return what a baseline file lets stand, and how often. Raises: ProjectError."""
    try:
        return _parse_baseline(read_plain_file(path, _LARGEST_BASELINE))
    except OSError as error:
        raise ProjectError(f"{path}: cannot be read: {error.strerror or error}") from None
    except _MALFORMED:
        raise ProjectError(
            f"{path}: this is no baseline; make one with: cardtool check --write-baseline {path}"
        ) from None


def ensure_replaceable(path: Path, root: Path) -> None:
    """See that a baseline may be written here, in a project or outside.

    Raises: UsageError where that would be among the sources, or in place of something else.
    """
    place = Path(os.path.realpath(path))
    if any(place.is_relative_to(Path(os.path.realpath(root / name))) for name in _SOURCE_FOLDERS):
        raise UsageError(f"{path} is among the sources of the project; keep the baseline beside them")
    if not path.exists() and not path.is_symlink():
        return
    if not is_plain_file(path):
        raise UsageError(f"{path} is not a plain file; name another for the baseline")
    try:
        raw = read_plain_file(path, _LARGEST_BASELINE, follow=False)
        if raw:
            _parse_baseline(raw)
    except (OSError, *_MALFORMED):
        raise UsageError(f"{path} is there and is no baseline; name another file, or delete it") from None


def write_baseline(path: Path, text: str) -> None:
    """Put a baseline in its place, whole. Raises: ProjectError."""
    try:
        replace_file(path, text.encode())
    except OSError as error:
        raise ProjectError(f"{path}: cannot be written: {error.strerror or error}") from None


def new_findings(known: Counter[FindingKey], findings: Iterable[Finding]) -> tuple[tuple[Finding, ...], int]:
    """Return the findings that the baseline does not know, and how many it knows that are gone."""
    left = Counter(known)
    new: list[Finding] = []
    for finding in findings:
        key = _finding_key(finding)
        if left[key] > 0:
            left[key] -= 1
        else:
            new.append(finding)
    return tuple(new), sum(count for count in left.values() if count > 0)


def _parse_baseline(raw: bytes) -> Counter[FindingKey]:
    known: Counter[FindingKey] = Counter()
    for row in json.loads(raw)["findings"]:
        known[_row_key(row)] += int(row["count"])
    return known


def _finding_key(finding: Finding) -> FindingKey:
    return finding.rule.code, finding.source.file, message_without_lines(finding.message)


def _row_key(row: dict[str, Any]) -> FindingKey:
    return str(row["rule"]), str(row["file"]), message_without_lines(str(row["message"]))
