"""Findings as text for people and as JSON for programs. Returns strings; prints nothing."""

from __future__ import annotations

from cardtool.report.json import as_json
from cardtool.report.text import as_text

__all__ = ["as_json", "as_text"]
