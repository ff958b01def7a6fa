"""The order of things: what is read, judged, drawn and written when, by which room."""

from cardtool.pipeline.build import Built, build
from cardtool.pipeline.check import Checked, check, read
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
