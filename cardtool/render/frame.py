"""What every face is drawn in, whichever engine draws it: a page of its own size, cut off at its edge."""

from __future__ import annotations

from cardtool.geometry import Size

__all__ = ["RESET", "frame"]

# PlutoPrint draws a ligature well but tells nobody which letters it stands for: "Then" could not be
# searched or copied. So faces are set without ligatures, whichever engine draws them.
RESET = "html,body{margin:0;padding:0}svg{display:inline-block}.face{font-variant-ligatures:none}"


def frame(page: Size) -> str:
    """The style that puts each `.face` of the document on a page of this size."""
    size = f"{page.width:.4f}mm", f"{page.height:.4f}mm"
    return (
        f"@page{{size:{size[0]} {size[1]};margin:0}}"
        f"body>.face{{position:relative;overflow:hidden;width:{size[0]};height:{size[1]};"
        "page-break-after:always;page-break-inside:avoid}body>.face:last-child{page-break-after:auto}"
    )
