"""The order of things: what is read, judged, drawn and written when, by which room.

What is asked for here is imported only then: a check does without all that prints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardtool.homes import brought

if TYPE_CHECKING:
    from cardtool.pipeline.building import Built, build
    from cardtool.pipeline.checking import Checked, check, read
    from cardtool.pipeline.hand_out import (
        DATA_FORMATS,
        Exported,
        export_contact_sheet,
        export_data,
        export_pictures,
    )
    from cardtool.pipeline.order import Order, Part
    from cardtool.pipeline.shops import export_for_shop
    from cardtool.pipeline.wishes import Wish

__all__ = [
    "DATA_FORMATS",
    "Built",
    "Checked",
    "Exported",
    "Order",
    "Part",
    "Wish",
    "build",
    "check",
    "export_contact_sheet",
    "export_data",
    "export_for_shop",
    "export_pictures",
    "read",
]

__getattr__ = brought(
    __name__,
    {
        "building": ("Built", "build"),
        "checking": ("Checked", "check", "read"),
        "hand_out": (
            "DATA_FORMATS",
            "Exported",
            "export_contact_sheet",
            "export_data",
            "export_pictures",
        ),
        "order": ("Order", "Part"),
        "shops": ("export_for_shop",),
        "wishes": ("Wish",),
    },
)
