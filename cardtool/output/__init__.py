"""The folder that files are made into: locked, written as a set, and noted in its ledger."""

from __future__ import annotations

from cardtool.output.folder import OutputFolder, is_unfinished, read_journal, write_file
from cardtool.output.ledger import commit_export, findings_told, record_build, unchanged_files

__all__ = [
    "OutputFolder",
    "commit_export",
    "findings_told",
    "is_unfinished",
    "read_journal",
    "record_build",
    "unchanged_files",
    "write_file",
]
