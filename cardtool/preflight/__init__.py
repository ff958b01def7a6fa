"""Preflight: whether drawn faces and finished PDF files, ours or anybody's, print right.

Changes nothing and reads no game. What is wrong is a Finding; a file that cannot be opened is a
ProjectError. Importing this opens no library; whoever examines something imports the module that does.
"""

from __future__ import annotations

from cardtool.finding import Rule
from cardtool.preflight import cut_checks, file_checks, page_checks
from cardtool.preflight.file_checks import check_structure
from cardtool.preflight.page_checks import find_colour_alone
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
    page_checks.unreadable_text.rule,  # CT706
    page_checks.faint_text.rule,  # CT707
    cut_checks.bare_bleed.rule,  # CT708
    page_checks.colour_alone.rule,  # CT709
    file_checks.loose_font.rule,  # CT710
    page_checks.coarse_picture.rule,  # CT711
    page_checks.soft_picture.rule,  # CT712
    file_checks.page_boxes.rule,  # CT713
    file_checks.page_size.rule,  # CT714
    file_checks.heavy_file.rule,  # CT715
    page_checks.empty_glyph.rule,  # CT716
    file_checks.active_content.rule,  # CT719
    file_checks.embedded_file.rule,  # CT728
    file_checks.file_link.rule,  # CT729
    file_checks.changing_layer.rule,  # CT730
    file_checks.locked_file.rule,  # CT731
    page_checks.blank_face.rule,  # CT733
    cut_checks.text_across_fold.rule,  # CT745
    page_checks.faint_icon.rule,  # CT746
    cut_checks.edge_at_cut.rule,  # CT748
    cut_checks.frame_near_cut.rule,  # CT749
    cut_checks.mirrored_text.rule,  # CT751
)
