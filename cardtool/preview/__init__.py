"""The local page that shows a game while it is written: what is on it, who may see it, how it is served. And
the page of a gallery, which looks the same and needs no server.

It knows nothing of games: somebody else draws them and hands over a `Snapshot`. Here alone are Starlette,
uvicorn and watchfiles, of the extra `preview`.
"""

from __future__ import annotations

from cardtool.preview.gallery_html import Gallery, GalleryCard, gallery_page
from cardtool.preview.snapshot import (
    CardView,
    ChangeView,
    ContrastView,
    FindingView,
    PreviewSource,
    PrintedPages,
    Publish,
    Snapshot,
)

__all__ = [
    "CardView",
    "ChangeView",
    "ContrastView",
    "FindingView",
    "Gallery",
    "GalleryCard",
    "PreviewSource",
    "PrintedPages",
    "Publish",
    "Snapshot",
    "gallery_page",
]
