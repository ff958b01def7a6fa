"""Does the edits that findings offer: in the files of a game, and nowhere else in them.

What is written is what the findings say, word by word; comments, quoting, layout and line ends stay as
they are. Judges nothing: whether an edit is right, the rule knows that offers it.
"""

from __future__ import annotations

from cardtool.fix.apply import YamlReader
from cardtool.fix.fixable_files import FixedFile, Fixes, document_finder, game_finder, plan_fixes
from cardtool.fix.locate import SkippedFix

__all__ = [
    "FixedFile",
    "Fixes",
    "SkippedFix",
    "YamlReader",
    "document_finder",
    "game_finder",
    "plan_fixes",
]
