"""The local page that shows a game while it is written: what is on it, who may see it, how it is served.

It knows nothing of games: somebody else draws them and hands over a `Snapshot`. Here alone are Starlette,
uvicorn and watchfiles, of the extra `preview`.
"""

from __future__ import annotations

from cardtool.preview.snapshot import CardView, FindingView, PreviewSource, Publish, Snapshot

__all__ = ["CardView", "FindingView", "PreviewSource", "Publish", "Snapshot"]
