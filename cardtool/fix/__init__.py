"""Does the edits that findings offer: in the files of a game, and nowhere else in them.

What is written is what the findings say, word by word; comments, quoting, layout and line ends stay as
they are. Judges nothing: whether an edit is right, the rule knows that offers it.
"""

from __future__ import annotations

from cardtool.fix.csv_splice import TableChanges, rewrite_csv
from cardtool.fix.edits import (
    FileContent,
    FixedFile,
    Fixes,
    NotFixable,
    SkippedFix,
    YamlReader,
    document_finder,
    game_finder,
    plan_fixes,
    read_content,
)
from cardtool.fix.yaml_splice import YamlTools, rewrite_yaml

__all__ = [
    "FileContent",
    "FixedFile",
    "Fixes",
    "NotFixable",
    "SkippedFix",
    "TableChanges",
    "YamlReader",
    "YamlTools",
    "document_finder",
    "game_finder",
    "plan_fixes",
    "read_content",
    "rewrite_csv",
    "rewrite_yaml",
]
