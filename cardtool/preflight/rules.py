"""Every rule of the preflight, listed by hand so that none comes or goes unnoticed."""

from __future__ import annotations

from cardtool.finding import Rule
from cardtool.preflight.checks import (
    active_content,
    bare_bleed,
    blank_face,
    changing_layer,
    coarse_picture,
    colour_alone,
    embedded_file,
    empty_glyph,
    faint_text,
    file_link,
    heavy_file,
    locked_file,
    loose_font,
    page_boxes,
    page_size,
    soft_picture,
    unreadable_text,
    unsafe_text,
)

__all__ = ["RULES"]

RULES: tuple[Rule, ...] = (
    unsafe_text.RULE,  # CT705
    unreadable_text.RULE,  # CT706
    faint_text.RULE,  # CT707
    bare_bleed.RULE,  # CT708
    colour_alone.RULE,  # CT709
    loose_font.RULE,  # CT710
    coarse_picture.RULE,  # CT711
    soft_picture.RULE,  # CT712
    page_boxes.RULE,  # CT713
    page_size.RULE,  # CT714
    heavy_file.RULE,  # CT715
    empty_glyph.RULE,  # CT716
    active_content.RULE,  # CT719
    embedded_file.RULE,  # CT728
    file_link.RULE,  # CT729
    changing_layer.RULE,  # CT730
    locked_file.RULE,  # CT731
    blank_face.RULE,  # CT733
)
