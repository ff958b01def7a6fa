"""Findings and changes as people and programs read them. Returns strings; prints nothing."""

from __future__ import annotations

from cardtool.report.program_reports import (
    escape_line,
    format_changes_json,
    format_fits_json,
    format_github,
    format_json,
    format_json_list,
    format_junit,
    format_sarif,
)
from cardtool.report.subject_report import (
    SubjectReport,
    abridge,
    gather_cards,
    message_without_lines,
    waived_sentence,
    with_repository_paths,
)
from cardtool.report.text_report import (
    SnippetReader,
    format_changes_text,
    format_diff,
    format_fits_table,
    format_text,
    snippet_reader,
)

__all__ = [
    "SnippetReader",
    "SubjectReport",
    "abridge",
    "escape_line",
    "format_changes_json",
    "format_changes_text",
    "format_diff",
    "format_fits_json",
    "format_fits_table",
    "format_github",
    "format_json",
    "format_json_list",
    "format_junit",
    "format_sarif",
    "format_text",
    "gather_cards",
    "message_without_lines",
    "snippet_reader",
    "waived_sentence",
    "with_repository_paths",
]
