"""Preflight: whether drawn faces and finished PDF files, ours or anybody's, print right.

Changes nothing and reads no game. What is wrong is a Finding; a file that cannot be opened is a
ProjectError. Importing this opens no library; whoever examines something imports the module that does.
"""

from __future__ import annotations

from cardtool.finding import Rule
from cardtool.preflight import cut_checks, extras_checks, picture_checks, structure_checks, text_checks
from cardtool.preflight.picture_checks import find_colour_alone
from cardtool.preflight.subject import DEFAULT_BUDGET, CardGroup, ExpectedFile, Subject, Thumbnail

__all__ = [
    "DEFAULT_BUDGET",
    "RULES",
    "CardGroup",
    "ExpectedFile",
    "Subject",
    "Thumbnail",
    "find_colour_alone",
]

RULES: tuple[Rule, ...] = (
    cut_checks.UNSAFE_TEXT,  # CT705
    text_checks.UNREADABLE_TEXT,  # CT706
    text_checks.FAINT_TEXT,  # CT707
    cut_checks.BARE_BLEED,  # CT708
    picture_checks.COLOUR_ALONE,  # CT709
    structure_checks.LOOSE_FONT,  # CT710
    picture_checks.COARSE_PICTURE,  # CT711
    picture_checks.SOFT_PICTURE,  # CT712
    structure_checks.PAGE_BOXES,  # CT713
    structure_checks.PAGE_SIZE,  # CT714
    structure_checks.HEAVY_FILE,  # CT715
    text_checks.EMPTY_GLYPH,  # CT716
    extras_checks.ACTIVE_CONTENT,  # CT719
    extras_checks.EMBEDDED_FILE,  # CT728
    extras_checks.FILE_LINK,  # CT729
    extras_checks.CHANGING_LAYER,  # CT730
    extras_checks.LOCKED_FILE,  # CT731
    picture_checks.BLANK_FACE,  # CT733
)
