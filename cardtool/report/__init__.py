"""Findings as people and programs read them. Returns strings; prints nothing."""

from __future__ import annotations

from cardtool.report.abridged import abridged
from cardtool.report.github import as_github
from cardtool.report.json import as_json
from cardtool.report.junit import as_junit
from cardtool.report.quote import quotes
from cardtool.report.reported import Reported
from cardtool.report.repository import from_repository
from cardtool.report.sarif import as_sarif
from cardtool.report.text import as_text

__all__ = [
    "Reported",
    "abridged",
    "as_github",
    "as_json",
    "as_junit",
    "as_sarif",
    "as_text",
    "from_repository",
    "quotes",
]
