"""Preflight: whether drawn faces and finished PDF files, ours or anybody's, print right.

Changes nothing and reads no game. What is wrong is a Finding; a file that cannot be opened is a
ProjectError. Importing this opens no library; whoever examines something imports the module that does.
"""

from __future__ import annotations

from cardtool.finding import Rule
from cardtool.preflight import (
    cut_checks,
    edge_checks,
    extras_checks,
    icon_checks,
    picture_checks,
    structure_checks,
    text_checks,
)
from cardtool.preflight.picture_checks import find_colour_alone
from cardtool.preflight.structure_checks import check_structure
from cardtool.preflight.subject import DEFAULT_BUDGET, CardGroup, ExpectedFile, Subject, Thumbnail

__all__ = [
    "DEFAULT_BUDGET",
    "RULES",
    "CardGroup",
    "ExpectedFile",
    "Subject",
    "Thumbnail",
    "check_structure",
    "find_colour_alone",
]

RULES: tuple[Rule, ...] = (
    cut_checks.unsafe_text.rule,  # CT705
    text_checks.unreadable_text.rule,  # CT706
    text_checks.faint_text.rule,  # CT707
    cut_checks.bare_bleed.rule,  # CT708
    picture_checks.colour_alone.rule,  # CT709
    structure_checks.loose_font.rule,  # CT710
    picture_checks.coarse_picture.rule,  # CT711
    picture_checks.soft_picture.rule,  # CT712
    structure_checks.page_boxes.rule,  # CT713
    structure_checks.page_size.rule,  # CT714
    structure_checks.heavy_file.rule,  # CT715
    text_checks.empty_glyph.rule,  # CT716
    extras_checks.active_content.rule,  # CT719
    extras_checks.embedded_file.rule,  # CT728
    extras_checks.file_link.rule,  # CT729
    extras_checks.changing_layer.rule,  # CT730
    extras_checks.locked_file.rule,  # CT731
    picture_checks.blank_face.rule,  # CT733
    cut_checks.text_across_fold.rule,  # CT745
    icon_checks.faint_icon.rule,  # CT746
    edge_checks.edge_at_cut.rule,  # CT748
    edge_checks.frame_near_cut.rule,  # CT749
    cut_checks.mirrored_text.rule,  # CT751
)
